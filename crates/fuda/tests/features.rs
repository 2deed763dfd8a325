//! Features of positions and choices, in every shipped game.

#[path = "properties/games.rs"]
mod games;

use fuda::engine::ids::Seat;
use fuda::engine::position::{Decision, Position};
use fuda::engine::program::Program;
use fuda::engine::random::{Random, derived};
use fuda::engine::seen::{ChoiceSeen, Value};
use fuda::learn::features::{Marked, Reader, ViewVector, Vocabulary};
use nets::Ragged;
use std::collections::HashMap;

/// Decisions that are looked at in each game.
const DECISIONS: usize = 60;

/// The rows of a list, sorted: their order makes no difference to a network.
fn sorted(list: (&[u32], &[f32])) -> Vec<(u32, u32)> {
    let (rows, weights) = list;
    let pairs = rows.iter().zip(weights);
    let mut pairs: Vec<(u32, u32)> = pairs
        .map(|(row, weight)| (*row, weight.to_bits()))
        .collect();
    pairs.sort_unstable();
    pairs
}

/// The numbers of a vector that are not 0, by place.
fn vector(
    vectors: &ViewVector,
    program: &Program,
    position: &Position,
    seat: Seat,
) -> Vec<(u32, u32)> {
    let mut vector = vec![0.0_f32; vectors.length()];
    let mut set = Vec::new();
    let marked = &mut Marked::default();
    vectors.write(program, position, seat, &mut vector, &mut set, marked);
    // The vector is empty again after clearing the places that were told.
    let written = vector.clone();
    for place in set {
        vector[place as usize] = 0.0;
    }
    assert!(vector.iter().all(|number| *number == 0.0));
    let numbers = written.iter().enumerate();
    let numbers = numbers.filter(|(_, number)| **number != 0.0);
    numbers
        .map(|(place, number)| (place as u32, number.to_bits()))
        .collect()
}

#[test]
fn what_a_seat_may_not_know_changes_no_row() {
    let mut changed = 0;
    for table in games::tables() {
        let program = &table.program;
        let mut vocabulary = Vocabulary::default();
        let reader = Reader::new(program, &mut vocabulary);
        let vectors = ViewVector::new(program);
        let mut position = Position::start(program, 3);
        let mut random = Random::new(5);
        for decision in 0..DECISIONS {
            let Decision::Choose { seat, choices, .. } = position.decision() else {
                break;
            };
            let count = choices.len();
            let mut dealer = Random::new(derived(7, decision as u64));
            let other = position.redeal(program, seat, &mut dealer);
            let seen = |position: &Position, seat: Seat| {
                let mut rows = Ragged::default();
                reader.observe(program, position, seat, &mut rows);
                let mut choices = Ragged::default();
                reader.choices(program, position, &mut choices);
                let lists = (0..choices.len()).map(|choice| sorted(choices.list(choice)));
                let vector = vector(&vectors, program, position, seat);
                (sorted(rows.list(0)), lists.collect::<Vec<_>>(), vector)
            };
            assert_eq!(seen(&position, seat), seen(&other, seat), "{}", table.name);
            if program.seats == 2 {
                let opponent = Seat(1 - seat.0);
                let rows = |position| seen(position, opponent).0;
                changed += usize::from(rows(&position) != rows(&other));
            }
            let number = random.below(count as u32) as usize;
            position.play_unchecked(program, number);
        }
    }
    assert!(changed > 200, "a redeal changes what others see: {changed}");
}

/// Positions of each table that are compared at least.
const FEWEST: usize = 100;

/// Positions of each game that are compared, shared by its tables; `FEATURE_POSITIONS` asks for more.
fn positions() -> usize {
    let wanted = std::env::var("FEATURE_POSITIONS").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(FEWEST)
}

/// The game of a table, without its variant and the number of players.
fn game_of(table: &games::Table) -> &str {
    let end = table.name.find(['/', ' ']).unwrap_or(table.name.len());
    &table.name[..end]
}

/// Figures of a table.
#[derive(Debug, Default)]
struct Compared {
    positions: usize,
    /// Different views that have the same rows.
    views: usize,
    /// Different views that have the same vector.
    vectors: usize,
    /// Choices of a question that have the same rows as another one that is not alike.
    choices: usize,
}

fn hash_of(rows: &[(u32, u32)]) -> u64 {
    rows.iter().fold(0, |hash, (row, weight)| {
        derived(hash, u64::from(*row) << 32 | u64::from(*weight))
    })
}

/// A choice, apart from where in its pile a card lies and whose it was: equal cards of a pile are alike.
fn told(choice: &ChoiceSeen) -> String {
    let mut choice = choice.clone();
    if let Value::Card(card) = &mut choice.value {
        (card.position, card.number, card.look.back) = (None, None, 0);
        if let Some(face) = &mut card.look.face {
            face.printed.remove("owner");
        }
    }
    format!("{choice:?}")
}

/// Plays random games until so many decisions were compared.
fn compared(table: &games::Table, wanted: usize) -> Compared {
    let program = &table.program;
    let lookahead = table.lookahead();
    let mut vocabulary = Vocabulary::default();
    let reader = Reader::new(program, &mut vocabulary);
    let vectors = ViewVector::new(program);
    let mut known: HashMap<(Seat, u64), u64> = HashMap::new();
    let mut written: HashMap<(Seat, u64), u64> = HashMap::new();
    let mut found = Compared::default();
    let (mut rows, mut choices) = (Ragged::default(), Ragged::default());
    for game in 0..wanted as u64 {
        let mut random = Random::new(derived(11, game));
        let mut position = Position::start(program, derived(13, game));
        for _ in 0..DECISIONS * 4 {
            let Decision::Choose {
                seat,
                choices: offered,
                ..
            } = position.decision()
            else {
                break;
            };
            let number = random.below(offered.len() as u32) as usize;
            let eyes = lookahead.eyes(seat);
            rows.clear();
            reader.observe(program, &position, seat, &mut rows);
            let view = eyes.at(&position);
            let seen = hash_of(&sorted(rows.list(0)));
            found.views += usize::from(*known.entry((seat, seen)).or_insert(view) != view);
            let vector = hash_of(&vector(&vectors, program, &position, seat));
            found.vectors += usize::from(*written.entry((seat, vector)).or_insert(view) != view);
            choices.clear();
            reader.choices(program, &position, &mut choices);
            let mut of_rows: HashMap<u64, String> = HashMap::new();
            for (choice, seen) in position.choices_seen(program, "").iter().enumerate() {
                let (rows, told) = (hash_of(&sorted(choices.list(choice))), told(seen));
                found.choices += usize::from(*of_rows.entry(rows).or_insert(told.clone()) != told);
            }
            found.positions += 1;
            if found.positions == wanted {
                return found;
            }
            position.play_unchecked(program, number);
        }
    }
    found
}

#[test]
#[expect(clippy::print_stdout, reason = "long runs say what they looked at")]
fn different_views_and_different_choices_have_different_rows() {
    let mut wrong = Vec::new();
    let tables = games::tables();
    let mut all = 0;
    for table in &tables {
        let game = game_of(table);
        let share = tables.iter().filter(|it| game_of(it) == game).count();
        let found = compared(table, positions().div_ceil(share).max(FEWEST));
        all += found.positions;
        if found.views + found.vectors + found.choices > 0 {
            wrong.push(format!("{}: {found:?}", table.name));
        }
    }
    println!("{} tables, {all} positions", tables.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Leduc poker: the moves of the first round, which everybody saw, as rows of their own.
#[test]
fn observations_hold_the_newest_moves_that_everybody_saw() {
    let tables = games::tables();
    let leduc = tables.iter().find(|table| table.name == "leduc-poker (2)");
    let program = &leduc.expect("the game is shipped").program;
    let reached = |line: &[&str]| {
        let mut position = Position::start(program, 3);
        for wanted in line {
            let mut choices = position.choices().iter();
            let number = choices
                .position(|choice| program.meanings[choice.meaning.index()].name.id == *wanted);
            position.play_unchecked(program, number.expect("it is offered"));
        }
        position
    };
    let rows = |position: &Position, memory: usize| {
        let mut vocabulary = Vocabulary::default().with_memory(memory);
        let reader = Reader::new(program, &mut vocabulary);
        let mut rows = Ragged::default();
        reader.observe(program, position, Seat(0), &mut rows);
        sorted(rows.list(0))
    };
    let called = reached(&["raise", "call"]);
    let checked = reached(&["call", "raise", "call"]);
    let more = |position: &Position, memory| rows(position, memory).len() - rows(position, 0).len();
    assert_eq!([more(&called, 1), more(&called, 4)], [1, 2]);
    assert_eq!([more(&checked, 1), more(&checked, 4)], [1, 3]);
    let moves = |position: &Position| -> Vec<(u8, String)> {
        let newest = position.recent_moves().newest_first();
        newest
            .map(|it| {
                (
                    it.seat.0,
                    program.meanings[it.meaning.index()].name.id.clone(),
                )
            })
            .collect()
    };
    let made = |seat: u8, name: &str| (seat, name.to_owned());
    assert_eq!(moves(&called), [made(1, "call"), made(0, "raise")]);
    assert_eq!(
        moves(&checked),
        [made(0, "call"), made(1, "raise"), made(0, "call")]
    );
}
