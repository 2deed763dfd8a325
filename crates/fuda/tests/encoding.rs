//! The numbers that stand for choices and views of the games that declare them.

mod run;

use std::collections::BTreeMap;

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use cgml::model::{Game, Literal};
use engine::ids::Seat;
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::Random;
use fuda::compile::{DeckChoice, Settings, compile};
use fuda::encodings::encoding_of;
use fuda::learn::encoding::{Encoding, Unencodable};
use fuda::{Located, cgml, engine};
use run::Folder;

/// The number of games that are played with each deck.
const GAMES: u64 = 6;

fn checked() -> (Located, Game, Diagnostics) {
    let located = fuda::locate("duel-masters").expect("the game is shipped");
    let mut diagnostics = Diagnostics::new();
    let document = load(&located.sources, &located.entry, &mut diagnostics);
    let document = document.expect("the game can be read");
    let game = check(&document, &mut diagnostics).expect("the game has no errors");
    (located, game, diagnostics)
}

/// The numbers of the cards by id.
fn numbers() -> BTreeMap<String, f32> {
    let (_, game, _) = checked();
    let property = game.properties.find("number").expect("cards have numbers");
    let cards = game.cards.iter().map(|card| {
        let printed = card.properties.iter().find(|(it, _)| *it == property);
        let number = match printed {
            Some((_, Literal::Number(number))) => *number as f32,
            other => panic!("{other:?}"),
        };
        (card.name.clone(), number)
    });
    cards.collect()
}

fn duel_masters() -> (Encoding, Vec<Program>) {
    let (located, game, mut diagnostics) = checked();
    let encoding = encoding_of(&located, &game, &mut diagnostics);
    let encoding = encoding.ok().flatten().expect("the game has an encoding");
    let decks: Vec<&str> = game
        .deck_lists
        .iter()
        .map(|deck| deck.name.as_str())
        .collect();
    let pairs = decks.iter().zip(decks.iter().cycle().skip(1));
    let programs = pairs.map(|(one, other)| {
        let decks = [one, other].map(|deck| DeckChoice::Named((*deck).to_owned()));
        let settings = Settings {
            decks: decks.to_vec(),
            ..Settings::default()
        };
        compile(&game, diagnostics.files(), &settings).expect("the game can be played")
    });
    (encoding, programs.collect())
}

/// Plays random games and looks at every position in which someone must choose.
fn look_at_games(
    programs: &[Program],
    mut look: impl FnMut(&Program, &Position, Seat, &mut Random),
) {
    for program in programs {
        for seed in 0..GAMES {
            let mut random = Random::new(seed + 100);
            let mut position = Position::start(program, seed);
            while let Decision::Choose { seat, choices, .. } = position.decision() {
                let count = choices.len();
                look(program, &position, seat, &mut random);
                let number = random.below(count as u32) as usize;
                position.play_unchecked(program, number);
            }
            assert_eq!(position.decision(), Decision::Over);
        }
    }
}

#[test]
fn the_groups_are_those_of_the_document() {
    let (encoding, _) = duel_masters();
    let groups = encoding.groups().iter();
    let groups = groups.map(|group| (group.name.as_str(), group.indices.start, group.indices.end));
    assert_eq!(
        groups.collect::<Vec<_>>(),
        [
            ("MANA", 0, 20),
            ("PLAY", 20, 40),
            ("ATTACK_PLAYER", 40, 60),
            ("ATTACK_CREATURE", 60, 460),
            ("BLOCK", 460, 480),
            ("SELECT_TARGET", 480, 580),
            ("PASS", 580, 581),
        ]
    );
    assert_eq!(encoding.action_count(), 581);
    assert_eq!(encoding.length(), 205);
    assert_eq!(encoding.name(23).as_deref(), Some("PLAY 3"));
    assert_eq!(encoding.name(580).as_deref(), Some("PASS"));
}

/// Every choice is the first of some action, every index leads back to its choices, and no two share one.
#[test]
fn every_choice_has_one_index_and_every_index_one_choice() {
    let (encoding, programs) = duel_masters();
    let mut used = vec![0u32; encoding.action_count()];
    let (mut positions, mut too_many) = (0, 0);
    look_at_games(&programs, |program, position, _, _| {
        positions += 1;
        let actions = match encoding.actions(program, position) {
            Ok(actions) => actions,
            Err(Unencodable::NoSlot { slot, slots, .. }) => {
                assert!(slot >= slots);
                too_many += 1;
                return;
            }
            Err(problem) => panic!("{problem}"),
        };
        let mut first: Vec<usize> = actions.iter().map(|action| action.choices[0]).collect();
        first.sort_unstable();
        first.dedup();
        assert!(first.iter().copied().eq(0..position.choices().len()));
        assert!(actions.windows(2).all(|pair| pair[0].index < pair[1].index));
        let mask = encoding.mask(program, position).expect("the actions fit");
        for action in &actions {
            used[action.index] += 1;
            assert!(mask[action.index]);
            let choices = encoding.choices(program, position, action.index);
            assert_eq!(choices.as_ref(), Ok(&Some(action.choices.clone())));
        }
        assert_eq!(mask.iter().filter(|legal| **legal).count(), actions.len());
    });
    assert!(positions > 3000, "{positions}");
    assert!(
        too_many * 100 < positions,
        "{too_many} of {positions} do not fit"
    );
    for group in encoding.groups() {
        let used: u32 = used[group.indices.clone()].iter().sum();
        assert!(used > 0, "{} is never used", group.name);
    }
}

/// The attacker and its target are one index, which plays both choices.
#[test]
fn an_attack_on_a_creature_is_one_index() {
    let (encoding, programs) = duel_masters();
    let mut attacks = 0;
    look_at_games(&programs, |program, position, seat, _| {
        let Ok(actions) = encoding.actions(program, position) else {
            return;
        };
        for action in actions
            .iter()
            .filter(|action| (60..460).contains(&action.index))
        {
            let (attacker, target) = ((action.index - 60) / 20, (action.index - 60) % 20);
            let view = position.view(program, seat);
            let zone = view.zones.iter().find(|zone| zone.name.id == "battle");
            let piles = &zone.expect("there is a battle zone").piles;
            let (own, other) = (&piles[seat.index()].cards, &piles[1 - seat.index()].cards);
            assert!(attacker < own.len() && target < other.len());
            assert_eq!(action.choices.len(), 2);
            let mut after = position.clone();
            for number in &action.choices {
                after.play_unchecked(program, *number);
            }
            attacks += 1;
        }
    });
    assert!(attacks > 50, "{attacks}");
}

/// Hidden information makes no difference; visible information does.
#[test]
fn a_vector_does_not_depend_on_hidden_cards() {
    let (encoding, programs) = duel_masters();
    let (mut compared, mut differ) = (0, 0);
    look_at_games(&programs[..4], |program, position, seat, random| {
        let other = Seat(1 - seat.0);
        let dealt = position.redeal(program, seat, random);
        let vector = |position: &Position, seat| encoding.observe_position(program, position, seat);
        let (before, after) = (vector(position, seat), vector(&dealt, seat));
        assert_eq!(before, after);
        if let Ok(before) = before {
            assert_eq!(before.len(), 205);
            assert!(before.iter().all(|number| number.is_finite()));
            compared += 1;
        }
        differ += usize::from(vector(position, other) != vector(&dealt, other));
    });
    assert!(compared > 1000 && differ > 500, "{compared}, {differ}");
}

#[test]
fn mana_is_counted_by_civilization_and_the_graveyard_from_the_newest_on() {
    let (encoding, programs) = duel_masters();
    let known = numbers();
    let mut seen = 0;
    look_at_games(&programs[..2], |program, position, seat, _| {
        let Ok(vector) = encoding.observe_position(program, position, seat) else {
            return;
        };
        let view = position.view(program, seat);
        let pile = |zone: &str| {
            let zone = view.zones.iter().find(|it| it.name.id == zone);
            &zone.expect("the zone exists").piles[seat.index()]
        };
        // The own part begins after the table's ten numbers and the twenty of the hand.
        let by_civilization: f32 = vector[30..36].iter().sum();
        assert!(by_civilization >= f32::from(pile("mana").count.unwrap_or(0)));
        let newest = &pile("graveyard").cards;
        let numbers = newest.iter().take(20).map(|look| {
            let face = look.face.as_ref().expect("the graveyard is open");
            known[&face.name.id]
        });
        let numbers: Vec<f32> = numbers.collect();
        assert_eq!(&vector[97..97 + numbers.len()], numbers);
        assert!(vector[97 + numbers.len()..117].iter().all(|it| *it == 0.0));
        seen += numbers.len();
    });
    assert!(seen > 100, "{seen}");
}

#[test]
fn mistakes_of_an_encoding_are_told_with_their_places() {
    let folder = Folder::new();
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/skirmish/game.cgml");
    let game = std::fs::read_to_string(game).expect("the game is beside this file");
    folder.write("game.cgml", &game);
    folder.write(
        "encoding.yaml",
        "actions:
  - { name: PLAY, moves: [paly], zone: hnd, slots: 5 }
  - { name: BOTH, rest: true, pass: true, slots: 3 }
  - { name: REST, rest: true }
  - { name: NOTHING }
observation:
  - { cards: hand, slots: 5, each: [ranks] }
  - { turn: true, my_turn: true }
",
    );
    let run = folder.fuda(&["check", "."]);
    assert_eq!(run.code, 1);
    insta::assert_snapshot!("an_encoding_with_mistakes", run.stdout);
}
