//! Players that look ahead, in every shipped game: they know no more than their seats, and the same seed gives
//! the same choices.

#[path = "properties/games.rs"]
mod games;

use engine::copies::Copies;
use engine::dealer::Dealer;
use engine::ids::Seat;
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::{Random, derived};
use fuda::compile::Settings;
use fuda::sim::{Nobody, Series, simulate};
use fuda::thinking::{clock, equipment};
use players::{Equipment, Lookahead, PlayerSpec, Question, Secrets, Thought};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

const PLAYERS: [&str; 7] = [
    "greedy:2",
    "flat:12",
    "mcts:12",
    "mcts:12,puct=yes,noise=0.25",
    "pimc:12,worlds=3",
    "ismcts:12",
    "moismcts:12,trees=2",
];

fn names() -> Vec<PlayerSpec> {
    let names = PLAYERS.iter().map(|name| name.parse());
    names.map(|name| name.expect("it is a name")).collect()
}

/// A game that was played for some decisions at random.
struct Midway {
    position: Position,
    secrets: Secrets,
    seat: Seat,
}

fn midway(program: &Program, seed: u64, decisions: u64) -> Option<Midway> {
    let mut position = Position::start(program, seed);
    let mut secrets = Secrets::new();
    let mut random = Random::new(seed);
    let mut last = None;
    for _ in 0..decisions {
        let Decision::Choose { seat, choices, .. } = position.decision() else {
            break;
        };
        let count = choices.len();
        last = (count > 1).then(|| Midway {
            position: position.clone(),
            secrets: Secrets::new(),
            seat,
        });
        let number = random.below(count as u32) as usize;
        secrets.choose(program, &position, number);
        position.play_unchecked(program, number);
    }
    match position.decision() {
        Decision::Choose { seat, choices, .. } if choices.len() > 1 => Some(Midway {
            seat,
            position,
            secrets,
        }),
        _ => last,
    }
}

fn lookahead(program: &Program) -> Equipment {
    Equipment::for_game(Arc::new(Lookahead::new(program, |_| {})))
}

fn thought(name: &PlayerSpec, equipment: &Equipment, question: &Question<'_>) -> Thought {
    let mut player = name.player(equipment).expect("it can play");
    player.begin(5);
    player.think(question, &mut |_| ControlFlow::Continue(()))
}

#[test]
fn no_choice_depends_on_what_the_seat_does_not_know() {
    let (mut compared, mut differed) = (0, 0);
    for table in games::tables() {
        let program = &table.program;
        let equipment = lookahead(program);
        for (seed, decisions) in [(1, 3), (2, 17)] {
            let Some(here) = midway(program, seed, decisions) else {
                continue;
            };
            let mut random = Random::new(derived(seed, 9));
            let mut other = here.position.redeal(program, here.seat, &mut random);
            other.reseed(99);
            differed += usize::from(!other.is_same(program, &here.position));
            assert_deals_are_redeals(program, &here, &table.name);
            let questions = [&here.position, &other]
                .map(|position| Question::new(program, position, here.seat, &here.secrets));
            for name in names() {
                let thoughts = questions.map(|question| thought(&name, &equipment, &question));
                assert_eq!(thoughts[0], thoughts[1], "{name} in {}", table.name);
                compared += 1;
            }
        }
    }
    assert!(compared > 100 && differed > 20, "{compared} {differed}");
}

/// A dealer that deals again and again deals as a redeal does.
fn assert_deals_are_redeals(program: &Program, here: &Midway, game: &str) {
    let mut dealer = Dealer::new(program, &here.position, here.seat);
    let mut world = Position::start(program, 3);
    for seed in 0..3 {
        dealer.deal(&mut Random::new(seed), &mut world);
        let redealt = here
            .position
            .redeal(program, here.seat, &mut Random::new(seed));
        assert!(world.is_same(program, &redealt), "{game}");
    }
}

#[test]
fn a_secret_answer_is_not_known_to_who_answers_later() {
    let located = fuda::locate("goofspiel").expect("it is shipped");
    let program = fuda::build(&located, &Settings::default()).expect("it can be played");
    let equipment = lookahead(&program);
    let after = |number: usize| {
        let mut position = Position::start(&program, 3);
        let mut secrets = Secrets::new();
        secrets.choose(&program, &position, number);
        position.play_unchecked(&program, number);
        (position, secrets)
    };
    let games = [after(0), after(12)];
    assert!(!games[0].0.is_same(&program, &games[1].0));
    for name in names() {
        let thoughts = games.each_ref().map(|(position, secrets)| {
            thought(
                &name,
                &equipment,
                &Question::new(&program, position, Seat(1), secrets),
            )
        });
        assert_eq!(thoughts[0], thoughts[1], "{name}");
        assert!(thoughts[0].simulations >= 12, "{name}");
    }
}

#[test]
fn the_number_of_threads_changes_no_choice() {
    let located = fuda::locate("gin-rummy").expect("it is shipped");
    let program = fuda::build(&located, &Settings::default()).expect("it can be played");
    let here = midway(&program, 4, 9).expect("there is a choice");
    let question = Question::new(&program, &here.position, here.seat, &here.secrets);
    for name in [
        "ismcts:60,trees=3",
        "pimc:60,trees=3",
        "mcts:60,trees=3,keep=no",
    ] {
        let name: PlayerSpec = name.parse().expect("it is a name");
        let thoughts = [1, 2, 8].map(|threads| {
            let equipment = Equipment {
                threads: NonZeroUsize::new(threads).expect("it is not 0"),
                ..lookahead(&program)
            };
            thought(&name, &equipment, &question)
        });
        assert_eq!(thoughts[0], thoughts[1]);
        assert_eq!(thoughts[0], thoughts[2]);
        assert_eq!(thoughts[0].simulations, 60);
    }
}

#[test]
fn whole_games_are_the_same_for_the_same_seed_whatever_the_threads() {
    for game in ["leduc-poker", "goofspiel", "euchre", "blackjack"] {
        let located = fuda::locate(game).expect("it is shipped");
        let program = fuda::build(&located, &Settings::default()).expect("it can be played");
        let names = ["ismcts:8", "moismcts:8,keep=no", "pimc:8", "greedy:1"];
        let names: Vec<PlayerSpec> = (0..usize::from(program.seats))
            .map(|seat| names[seat % names.len()].parse().expect("it is a name"))
            .collect();
        let tally = |threads| {
            let series = Series {
                program: &program,
                equipment: equipment(&program, &names).expect("there are no files"),
                players: names.clone(),
                games: 6,
                seed: 3,
                chance: None,
                limit: 1000,
                threads: NonZeroUsize::new(threads).expect("it is not 0"),
                covers: false,
            };
            simulate(&series, &Nobody).expect("nobody looks on")
        };
        assert_eq!(tally(1), tally(3), "{game}");
        assert_eq!(tally(1).unfinished, 0, "{game}");
    }
}

#[test]
fn a_thought_tells_what_was_considered() {
    let located = fuda::locate("leduc-poker").expect("it is shipped");
    let program = fuda::build(&located, &Settings::default()).expect("it can be played");
    let equipment = Equipment {
        clock: Some(clock),
        ..lookahead(&program)
    };
    let here = midway(&program, 1, 1).expect("there is a choice");
    let question = Question::new(&program, &here.position, here.seat, &here.secrets);
    let name: PlayerSpec = "ismcts:400".parse().expect("it is a name");
    let mut player = name.player(&equipment).expect("it can play");
    player.begin(1);
    let mut shown = Vec::new();
    let thought = player.think(&question, &mut |thought| {
        shown.push(thought.simulations);
        ControlFlow::Continue(())
    });
    assert_eq!(shown.len(), 20);
    assert_eq!(shown.last(), Some(&400));
    assert_eq!(thought.considered.len(), question.count());
    let visits: u64 = thought.considered.iter().map(|choice| choice.visits).sum();
    assert_eq!(
        (visits, thought.simulations, thought.worlds),
        (400, 400, 400)
    );
    assert!(thought.line.len() > 1 && thought.seconds.is_some());
    let text = serde_json::to_string(&thought).expect("it is plain data");
    assert_eq!(serde_json::from_str::<Thought>(&text).ok(), Some(thought));

    let mut broken_off = name.player(&equipment).expect("it can play");
    broken_off.begin(1);
    let thought = broken_off.think(&question, &mut |_| ControlFlow::Break(()));
    assert_eq!(thought.simulations, 20);

    let name: PlayerSpec = "ismcts:30ms".parse().expect("it is a name");
    let mut timed = name.player(&equipment).expect("it can play");
    timed.begin(1);
    let thought = timed.think(&question, &mut |_| ControlFlow::Continue(()));
    assert!(thought.simulations > 0 && thought.seconds.is_some_and(|seconds| seconds < 20.0));
}

#[test]
fn a_tree_that_is_kept_knows_more_than_a_new_one() {
    let located = fuda::locate("leduc-poker").expect("it is shipped");
    let program = fuda::build(&located, &Settings::default()).expect("it can be played");
    let equipment = lookahead(&program);
    let simulations = |name: &str| {
        let name: PlayerSpec = name.parse().expect("it is a name");
        let mut player = name.player(&equipment).expect("it can play");
        let mut visits = 0;
        for seed in 0..20 {
            player.begin(seed);
            let mut position = Position::start(&program, seed);
            let mut secrets = Secrets::new();
            while let Decision::Choose { seat, .. } = position.decision() {
                let question = Question::new(&program, &position, seat, &secrets);
                let number = if seat == Seat(0) {
                    let thought = player.think(&question, &mut |_| ControlFlow::Continue(()));
                    visits += thought
                        .considered
                        .iter()
                        .map(|choice| choice.visits)
                        .sum::<u64>();
                    thought.choice
                } else {
                    0
                };
                secrets.choose(&program, &position, number);
                position.play_unchecked(&program, number);
            }
        }
        visits
    };
    let (reset, kept) = (simulations("ismcts:200,keep=no"), simulations("ismcts:200"));
    assert!(kept > reset, "{kept} and {reset}");
}

#[test]
fn copies_of_a_card_are_one_choice() {
    let located = fuda::locate("duel-masters").expect("the game is shipped");
    let program = fuda::build(&located, &Settings::default()).expect("the game can be played");
    let equipment = lookahead(&program);
    let copies = Copies::new(&program);
    let mut firsts = Vec::new();
    // The first hand has cards of one name sooner or later.
    let position = (0..100).map(|seed| Position::start(&program, seed));
    let position = position.into_iter().find(|position| {
        copies.firsts(&program, position, &mut firsts);
        (0..).zip(&firsts).any(|(number, first)| number != *first)
    });
    let position = position.expect("a deck has up to four copies");
    let Decision::Choose { seat, choices, .. } = position.decision() else {
        panic!("a card is charged first");
    };
    assert_eq!(choices.len(), firsts.len());
    let secrets = Secrets::new();
    let question = Question::new(&program, &position, seat, &secrets);
    for name in ["flat:60", "mcts:60", "pimc:60,worlds=3", "ismcts:60"] {
        let name = name.parse().expect("it is a name");
        let considered = thought(&name, &equipment, &question).considered;
        for (number, (choice, first)) in considered.iter().zip(&firsts).enumerate() {
            let is_copy = number as u32 != *first;
            assert_eq!(
                choice.visits == 0,
                is_copy,
                "{name}: choice {number} of {firsts:?}"
            );
        }
    }
}
