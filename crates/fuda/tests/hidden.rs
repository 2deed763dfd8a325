//! Hidden information in small games, one for each place where something can be hidden: a computer that looks
//! ahead guesses it no better than chance, and its thoughts are the same whatever is hidden.

mod written;

use std::ops::ControlFlow;
use std::sync::Arc;

use engine::ids::Seat;
use engine::position::{Decision, Position};
use engine::program::Program;
use players::{Equipment, Lookahead, PlayerSpec, Question, Secrets, Thought};

/// A number from 1 to 10 is hidden somewhere, and the first player names one.
struct Game {
    hides: &'static str,
    /// Attributes and variables.
    declared: &'static str,
    /// Steps before the guess, in setup and at once before it.
    setup: &'static str,
    before: &'static str,
    /// Steps after the guess. The first player has won if it was right, and otherwise the second one.
    after: &'static str,
}

const GAMES: [Game; 15] = [
    Game {
        hides: "a hidden variable of the other player",
        declared: "- { name: own, scope: per_player, initial_value: 0, hidden: true }",
        setup: "- drawn = choose_random(range(1, 10))\n  - players[1].own = drawn",
        before: "",
        after: "- if: guess == opponent.own\n        then: win(me)\n        else: win(opponent)",
    },
    Game {
        hides: "a hidden variable of the table",
        declared: "- { name: own, initial_value: 0, hidden: true }",
        setup: "- drawn = choose_random(range(1, 10))\n  - own = drawn",
        before: "",
        after: "- if: guess == own\n        then: win(me)\n        else: win(opponent)",
    },
    Game {
        hides: "a hidden attribute",
        declared: "- { name: unused, initial_value: 0 }",
        setup: "- drawn = choose_random(range(1, 10))\n  - top(deck).omen = drawn",
        before: "",
        after: "- if: guess == top(deck).omen\n        then: win(me)\n        else: win(opponent)",
    },
    Game {
        hides: "a hidden list",
        declared: "- { name: own, scope: per_player, type: { list: number }, initial_value: [], hidden: true }",
        setup: "- drawn = choose_random(range(1, 10))\n  - players[1].own = [drawn, 3]",
        before: "",
        after: "- if: guess == first(opponent.own)\n        then: win(me)\n        else: win(opponent)",
    },
    Game {
        hides: "what was drawn in the same effect",
        declared: "- { name: unused, initial_value: 0 }",
        setup: "",
        before: "- drawn = choose_random(range(1, 10))",
        after: "- if: guess == drawn\n        then: win(me)\n        else: win(opponent)",
    },
    Game {
        hides: "a secret answer that waits",
        declared: "- { name: unused, initial_value: 0 }",
        setup: "",
        before: "- \"answer = choose(range(1, 10), player: opponent, secret: true)\"",
        after: "- if: guess == answer\n        then: win(me)\n        else: win(opponent)",
    },
    Game {
        hides: "what a delayed effect has kept",
        declared: "- { name: said, initial_value: 0 }",
        setup: "",
        before: "- drawn = choose_random(range(1, 10))\n      - delay: turn.end\n        do:\n          - if: said == drawn\n            then: win(players[0])\n            else: win(players[1])\n      - drawn = 0",
        after: "- said = guess",
    },
    Game {
        hides: "a value that follows from a hidden one",
        declared: "- { name: own, scope: per_player, initial_value: 0, hidden: true }",
        setup: "- drawn = choose_random(range(1, 10))\n  - players[1].own = drawn",
        before: "- half = if(opponent.own > 5, 5, 0)\n      - rest = opponent.own - half",
        after: "- if: guess == half + rest\n        then: win(me)\n        else: win(opponent)",
    },
    Game {
        hides: "what is printed on a hidden card",
        declared: "- { name: unused, initial_value: 0 }",
        setup: "",
        before: "- drawn = rank_value(top(deck))",
        after: "- if: guess == drawn\n        then: win(me)\n        else: win(opponent)",
    },
    Game {
        hides: "which open card a hidden variable is",
        declared: "- { name: own, scope: per_player, type: card, hidden: true }",
        setup: "- drawn = choose_random(open)\n  - players[1].own = drawn",
        before: "",
        after: "- if: guess == rank_value(opponent.own)\n        then: win(me)\n        else: win(opponent)",
    },
    Game {
        hides: "the number of hidden cards",
        declared: "- { name: unused, initial_value: 0 }",
        setup: "",
        before: "- number = count(deck where rank_value(card) <= rank_value(top(deck)))",
        after: "- if: guess == number\n        then: win(me)\n        else: win(opponent)",
    },
    Game {
        hides: "a list of hidden cards",
        declared: "- { name: unused, initial_value: 0 }",
        setup: "",
        before: "- smaller = deck where rank_value(card) < rank_value(top(deck))",
        after: "- if: guess == count(smaller) + 1\n        then: win(me)\n        else: win(opponent)",
    },
    Game {
        hides: "a hidden card that was compared with numbers",
        declared: "- { name: unused, initial_value: 0 }",
        setup: "",
        before: "- half = if(rank_value(top(deck)) > 5, 5, 0)\n      - rest = rank_value(top(deck)) - half",
        after: "- if: guess == half + rest\n        then: win(me)\n        else: win(opponent)",
    },
    Game {
        hides: "a hidden card that the other player chose",
        declared: "- { name: unused, initial_value: 0 }",
        setup: "",
        before: "- \"taken = choose(deck, player: opponent)\"\n      - number = rank_value(taken)",
        after: "- if: guess == number\n        then: win(me)\n        else: win(opponent)",
    },
    Game {
        hides: "an open card that was found by a hidden one",
        declared: "- { name: unused, initial_value: 0 }",
        setup: "",
        before: "- twin = first(open where rank_value(card) == rank_value(top(deck)))",
        after: "- if: guess == rank_value(twin)\n        then: win(me)\n        else: win(opponent)",
    },
];

fn program(game: &Game) -> Program {
    let Game {
        declared,
        setup,
        before,
        after,
        ..
    } = game;
    let before = before.to_owned();
    written::program(&format!(
        r#"
cgml_version: "1.4"
meta: {{ name: Hidden, players: {{ min: 2, max: 2 }} }}
attributes:
  omen: {{ default: 0, min: 0, max: 10, hidden: true }}
components:
  component_types:
    deck_types:
      small:
        composition: [{{ template: no_suits, values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }}]
        rank_hierarchy: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    zone_types:
      deck: {{ visibility: {{ all: count_only }}, ordering: shuffled, default_face: down }}
      open: {{ visibility: {{ all: all }} }}
  decks:
    cards: {{ type: small }}
    others: {{ type: small }}
  zones:
    - {{ name: deck, type: deck, of_deck: cards }}
    - {{ name: open, type: open, of_deck: others }}
  variables:
    {declared}
setup:
  - shuffle(deck)
  {setup}
flow:
  states:
    Play: {{ phases: [Main] }}
  initial_state: Play
  win_condition:
    evaluator: {{ winners: players, reason: everybody }}
rules:
  - id: guessing
    trigger: on.phase.Main
    effect:
      {before}
      - guess = choose(range(1, 10))
      {after}
"#
    ))
}

/// A game up to the guess, in which every answer before it is `answer`.
fn up_to_the_guess(program: &Program, seed: u64, answer: usize) -> (Position, Secrets) {
    let mut position = Position::start(program, seed);
    let mut secrets = Secrets::new();
    while let Decision::Choose { seat, .. } = position.decision() {
        if seat == Seat(0) {
            break;
        }
        secrets.choose(program, &position, answer);
        position.play_unchecked(program, answer);
    }
    (position, secrets)
}

fn thought(name: &str, equipment: &Equipment, question: &Question<'_>) -> Thought {
    let name: PlayerSpec = name.parse().expect("it is a name");
    let mut player = name.player(equipment).expect("it can play");
    player.begin(5);
    player.think(question, &mut |_| ControlFlow::Continue(()))
}

fn equipment(program: &Program) -> Equipment {
    Equipment::for_game(Arc::new(Lookahead::new(program, |_| {})))
}

#[test]
fn what_is_hidden_is_guessed_as_chance_allows() {
    for game in &GAMES {
        let program = program(game);
        let equipment = equipment(&program);
        let mut right = 0;
        for seed in 0..200 {
            let (mut position, secrets) = up_to_the_guess(&program, seed, seed as usize % 10);
            let question = Question::new(&program, &position, Seat(0), &secrets);
            let name: PlayerSpec = "ismcts:60".parse().expect("it is a name");
            let mut player = name.player(&equipment).expect("it can play");
            player.begin(seed);
            let number = player.choose(&question);
            position.play_unchecked(&program, number);
            assert_eq!(position.decision(), Decision::Over, "{}", game.hides);
            right += u32::from(position.winners(&program) == [0]);
        }
        let by_chance = 6..=38;
        assert!(by_chance.contains(&right), "{}: {right} of 200", game.hides);
    }
}

#[test]
fn thoughts_are_the_same_to_the_last_visit_whatever_is_hidden() {
    for game in &GAMES {
        let program = program(game);
        let equipment = equipment(&program);
        let starts: Vec<(Position, Secrets)> = (0..12)
            .map(|seed| up_to_the_guess(&program, seed, seed as usize % 10))
            .collect();
        let views = starts.iter().map(|(it, _)| it.view(&program, Seat(0)));
        let views: Vec<_> = views.collect();
        assert!(views.iter().all(|view| *view == views[0]), "{}", game.hides);
        let first = &starts[0].0;
        let differ = starts.iter().any(|(it, _)| {
            let mut ends = [first.clone(), it.clone()];
            (0..10).any(|number| {
                ends = [first.clone(), it.clone()];
                ends.iter_mut()
                    .for_each(|it| it.play_unchecked(&program, number));
                ends[0].winners(&program) != ends[1].winners(&program)
            })
        });
        assert!(differ, "{}: nothing is hidden", game.hides);
        for name in [
            "greedy:4",
            "flat:40",
            "mcts:40",
            "pimc:40,worlds=4",
            "ismcts:40",
            "moismcts:40",
        ] {
            let mut thoughts = starts.iter().map(|(position, secrets)| {
                let question = Question::new(&program, position, Seat(0), secrets);
                thought(name, &equipment, &question)
            });
            let first = thoughts.next();
            assert!(
                thoughts.all(|it| Some(&it) == first.as_ref()),
                "{name}: {}",
                game.hides
            );
        }
    }
}
