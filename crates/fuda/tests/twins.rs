//! Twin games: two positions that differ in two hidden cards only. Whatever the others do with them, one who does not
//! know the cards sees and is told the same, byte for byte, until one of them is shown: who waits, what is asked, and how
//! many questions there are.

mod written;

use engine::event::{Event, Scene, Watch};
use engine::ids::{Card, Seat};
use engine::position::{Decision, Position};
use engine::program::{ChoiceKind, Program};
use engine::random::Random;
use engine::seen::{ChoiceSeen, Value};
use engine::telling::Telling;
use fuda::compile::{DeckChoice, Settings};

/// The number of decisions over which twins are compared.
const STEPS: usize = 12;

/// A game that goes on beside its twin.
struct Twin<'p> {
    program: &'p Program,
    position: Position,
}

/// Tellings to somebody, and whether one of the two cards was shown to them.
struct Told {
    telling: Telling,
    seat: Seat,
    cards: [Card; 2],
    is_shown: bool,
}

impl Watch for Told {
    const ON: bool = true;

    fn event(&mut self, scene: Scene<'_>, event: Event) {
        let is_shown = |card: &Card| scene.known(*card) >> self.seat.0 & 1 == 1;
        self.is_shown |= self.cards.iter().any(is_shown);
        self.telling.event(scene, event);
    }
}

/// Outcome of a comparison.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    /// Both looked the same all the time; whether the one who holds the cards had different choices.
    Same { differed: bool },
    /// One of the cards was shown, or whoever holds them had to choose among different things.
    Over,
    /// Place where they began to differ.
    Leak(String),
}

impl Twin<'_> {
    fn seen(&self, seat: Seat) -> String {
        let view = self.position.view(self.program, seat);
        serde_json::to_string(&view).expect("it is plain data")
    }

    fn choices(&self) -> Vec<ChoiceSeen> {
        self.position.choices_seen(self.program, "")
    }

    /// The choice that uses nothing, if there is one.
    fn declines(&self) -> Option<usize> {
        let declines = |choice: &ChoiceSeen| match choice.kind {
            ChoiceKind::Pass | ChoiceKind::Done => true,
            ChoiceKind::Option => choice.value == Value::Truth(false),
            ChoiceKind::Move | ChoiceKind::Target => false,
        };
        self.choices().iter().position(declines)
    }
}

fn compared(
    twins: &mut [Twin<'_>; 2],
    seat: Seat,
    cards: [Card; 2],
    random: &mut Random,
) -> Outcome {
    let program = twins[0].program;
    let mut differed = false;
    for _ in 0..STEPS {
        let [one, other] = [0, 1].map(|at| twins[at].seen(seat));
        if one != other {
            return Outcome::Leak(format!("sees\n{}", difference(&one, &other)));
        }
        let Decision::Choose { seat: asked, .. } = twins[0].position.decision() else {
            break;
        };
        let numbers = if asked == seat {
            let number = random.below(twins[0].position.choices().len() as u32) as usize;
            [number; 2]
        } else {
            differed |= twins[0].choices() != twins[1].choices();
            let declined = match [twins[0].declines(), twins[1].declines()] {
                [Some(one), Some(other)] => Some([one, other]),
                _ => None,
            };
            let declined = declined.filter(|_| random.below(4) > 0);
            match declined.or_else(|| alike(twins, random)) {
                Some(numbers) => numbers,
                None => return Outcome::Over,
            }
        };
        let mut told = [(); 2].map(|()| Told {
            telling: Telling::new(program, ""),
            seat,
            cards,
            is_shown: false,
        });
        for ((twin, number), told) in twins.iter_mut().zip(numbers).zip(&mut told) {
            twin.position.play_number(program, number, told);
        }
        if told.iter().any(|told| told.is_shown) {
            return Outcome::Over;
        }
        let [one, other] = told
            .map(|told| serde_json::to_string(told.telling.told(seat)).expect("it is plain data"));
        if one != other {
            return Outcome::Leak(format!("is told\n{}", difference(&one, &other)));
        }
    }
    Outcome::Same { differed }
}

/// One of the choices that both have, by its numbers; not that something is used, which shows it.
fn alike(twins: &[Twin<'_>; 2], random: &mut Random) -> Option<[usize; 2]> {
    let [one, other] = [0, 1].map(|at| twins[at].choices());
    let used = Value::Truth(true);
    let numbers = one.iter().enumerate();
    let unused = numbers.filter(|(_, choice)| choice.value != used);
    let both = unused.filter_map(|(number, choice)| {
        // Unknown cards look the same: the one in the same place is meant.
        let alike = |choices: &[ChoiceSeen], up_to: usize| {
            let before = choices[..up_to].iter();
            before.filter(|other| *other == choice).count()
        };
        let nth = alike(&one, number);
        let mut found = (0..other.len()).filter(|at| other[*at] == *choice);
        Some([number, found.nth(nth)?])
    });
    let both: Vec<[usize; 2]> = both.collect();
    let number = random.below(both.len().max(1) as u32) as usize;
    both.get(number).copied()
}

/// Place where two texts begin to differ.
fn difference(one: &str, other: &str) -> String {
    let at = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b);
    let at = at.count();
    let around = |text: &str| {
        let bytes = &text.as_bytes()[at.saturating_sub(200)..text.len().min(at + 200)];
        String::from_utf8_lossy(bytes).into_owned()
    };
    format!("  …{}…\n  …{}…", around(one), around(other))
}

/// Plays games at random and compares twins before every choice of some; gives how many were the same although there
/// was something to use, and the leaks.
fn twins(program: &Program, games: u64) -> (u32, Vec<String>) {
    let mut same = 0;
    let mut leaks = Vec::new();
    for seed in 0..games {
        let mut position = Position::start(program, seed);
        let mut random = Random::new(seed);
        for decision in 0..200 {
            let Decision::Choose { seat, choices, .. } = position.decision() else {
                break;
            };
            let number = random.below(choices.len() as u32) as usize;
            for _ in 0..3 {
                let Some(cards) = two_hidden(program, &position, seat, &mut random) else {
                    continue;
                };
                let names = cards.map(|card| program.cards[card.index()].name.id.clone());
                let [a, b] = cards;
                let mut both = [position.clone(), position.with_exchanged(program, a, b)]
                    .map(|position| Twin { program, position });
                match compared(&mut both, seat, cards, &mut random) {
                    Outcome::Same { differed } => same += u32::from(differed),
                    Outcome::Over => {}
                    Outcome::Leak(leak) => leaks.push(format!(
                        "game {seed}, decision {decision}: with {names:?} exchanged {seat:?} {leak}"
                    )),
                }
            }
            position.play_unchecked(program, number);
        }
    }
    (same, leaks)
}

/// Two different cards of another player that a seat does not know, not both in the same pile.
fn two_hidden(
    program: &Program,
    position: &Position,
    seat: Seat,
    random: &mut Random,
) -> Option<[Card; 2]> {
    let hidden: Vec<Card> = (0..program.cards.len() as u16)
        .map(Card)
        .filter(|card| !position.is_known(*card, seat))
        .collect();
    let mut any = || {
        hidden
            .get(random.below(hidden.len().max(1) as u32) as usize)
            .copied()
    };
    let (a, b) = (any()?, any()?);
    let [of_a, of_b] = [a, b].map(|card| &program.cards[card.index()]);
    let is_fine = of_a.kind != of_b.kind
        && of_a.back == of_b.back
        && position.pile_of(a) != position.pile_of(b);
    is_fine.then_some([a, b])
}

fn program(game: &str, deck: Option<&str>) -> Program {
    let located = fuda::locate(game).expect("it is shipped");
    let deck = deck.map(|deck| DeckChoice::Named(deck.to_owned()));
    let settings = Settings {
        decks: deck.into_iter().collect(),
        ..Settings::default()
    };
    fuda::build(&located, &settings).expect("it can be played")
}

/// The decks of Duel Masters that are compared.
const DECKS: [&str; 8] = [
    "rush",
    "blockers",
    "discard",
    "dragons",
    "beast_folk",
    "survivors",
    "heavens_gate",
    "revolution",
];

/// Compares twins of Duel Masters; how many were the same although there was something to use.
fn duel_masters(decks: &[&str], games: u64) -> u32 {
    let mut same = 0;
    for deck in decks {
        let (found, leaks) = twins(&program("duel-masters", Some(deck)), games);
        assert_eq!(leaks, Vec::<String>::new(), "{deck}");
        same += found;
    }
    same
}

fn furuyoni(games: u64) -> u32 {
    let (same, leaks) = twins(&program("furuyoni", None), games);
    assert_eq!(leaks, Vec::<String>::new());
    same
}

/// A small game of such questions.
const QUESTIONS: &str = include_str!("properties/hiding/question.cgml");

#[test]
fn whatever_is_asked_always_tells_nothing_and_otherwise_it_does() {
    let (same, leaks) = twins(&written::program(QUESTIONS), 12);
    assert_eq!(leaks, Vec::<String>::new());
    assert!(same > 20, "{same}");
    let kinds = [
        "(opponent, block",
        "power == 1, up_to: 2",
        "    when: opponent",
        "    when: this",
    ];
    for (number, kind) in kinds.into_iter().enumerate() {
        let (before, after) = QUESTIONS.split_once(kind).expect("it is there");
        let after = match number {
            0 | 1 => after.replacen(", ask: always", "", 1),
            _ => after.replacen("      ask: always\n", "", 1),
        };
        let (_, leaks) = twins(&written::program(&format!("{before}{kind}{after}")), 12);
        assert!(!leaks.is_empty(), "{kind}");
    }
}

#[test]
fn nobody_learns_of_a_shield_trigger_a_ninja_or_a_revolution_that_is_not_used() {
    let same = duel_masters(&["heavens_gate", "revolution", "beast_folk"], 1);
    assert!(same > 5, "{same}");
}

#[test]
fn nobody_learns_of_a_reaction_that_is_not_used() {
    let same = furuyoni(2);
    assert!(same > 5, "{same}");
}

#[test]
#[ignore = "long: cargo xtask soak"]
fn nobody_learns_of_what_is_not_used_in_many_games() {
    let same = [duel_masters(&DECKS, 12), furuyoni(12)];
    assert!(same.iter().all(|same| *same > 20), "{same:?}");
}
