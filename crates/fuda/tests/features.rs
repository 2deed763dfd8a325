//! What networks see of positions and choices, in every shipped game.

#[path = "properties/games.rs"]
mod games;

use fuda::engine::ids::Seat;
use fuda::engine::position::{Decision, Position};
use fuda::engine::random::{Random, derived};
use fuda::learn::features::{Reader, Vocabulary};
use nets::Ragged;

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

#[test]
fn what_a_seat_may_not_know_changes_no_row() {
    let mut changed = 0;
    for table in games::tables() {
        let program = &table.program;
        let mut vocabulary = Vocabulary::default();
        let reader = Reader::new(program, &mut vocabulary);
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
                (sorted(rows.list(0)), lists.collect::<Vec<_>>())
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
