//! One game after the other.

use std::sync::Arc;

use engine::ids::Seat;
use engine::position::{Decision, Position};
use engine::random::derived;
use learn::features::Marked;
use nets::{Batch, Ragged};

use super::arrays::Arrays;
use super::{Field, Step};
use crate::play::actions::{Taken, TooMany};
use crate::play::features::asked;

/// Games that are over before anybody chose are passed over, up to so many.
const UNDECIDED: u32 = 1_000;

/// One game after the other.
pub(super) struct Lane {
    position: Position,
    number: u64,
    game: u64,
    made: u32,
    /// The action of each choice.
    indices: Vec<u32>,
    /// The rows that are not 0 in the dense observation.
    set: Vec<u32>,
    /// The indices that are true in the mask.
    shown: Vec<u32>,
}

/// Memory of one thread.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) batch: Batch,
    one: Ragged,
    taken: Taken,
    marked: Marked,
    /// A vector of zeros between two observations, and the places of it that are used.
    vector: Vec<f32>,
    set: Vec<u32>,
}

impl Lane {
    pub(super) fn new(field: &Arc<Field>, number: u64) -> Self {
        let mut lane = Self {
            position: field.made.prepared().clone(),
            number,
            game: 0,
            made: 0,
            indices: Vec::new(),
            set: Vec::new(),
            shown: Vec::new(),
        };
        lane.begin(field);
        lane
    }

    pub(super) fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// Begins the games of the lane from the first.
    fn begin(&mut self, field: &Field) {
        self.game = 0;
        self.restart(field);
    }

    /// Begins the next game in which somebody must choose.
    pub(super) fn restart(&mut self, field: &Field) {
        let lane = derived(field.seed, self.number);
        for _ in 0..UNDECIDED {
            let seed = derived(lane, self.game);
            self.game += 1;
            self.position
                .restart_from(field.made.fast(), field.made.prepared(), seed);
            if !self.position.is_over() {
                break;
            }
        }
        self.made = 0;
        self.indices.clear();
    }

    /// The choice that an action stands for; anything in a game that is over.
    pub(super) fn choice_of(&self, action: i64, fixed: bool) -> Option<usize> {
        let count = self.position.choices().len();
        if count == 0 {
            return Some(0);
        }
        if fixed {
            let index = u32::try_from(action).ok()?;
            return self.indices.iter().position(|known| *known == index);
        }
        usize::try_from(action)
            .ok()
            .filter(|number| *number < count)
    }
}

/// Does a step in some lanes, and writes their part of the arrays.
pub(super) fn run(
    field: &Field,
    lanes: &mut [Lane],
    scratch: &mut Scratch,
    arrays: &mut Arrays<'_>,
    first: usize,
    step: &Step,
) -> Result<(), TooMany> {
    scratch.batch.clear();
    for (at, lane) in lanes.iter_mut().enumerate() {
        match step {
            Step::Reset => {
                lane.begin(field);
                arrays.nothing_ended(at, field);
            }
            Step::Play(chosen) => lane.play(field, chosen[first + at], arrays, at),
            Step::Look => arrays.nothing_ended(at, field),
            Step::LookAgain => {}
        }
        lane.look(field, scratch, arrays, at)?;
    }
    Ok(())
}

impl Lane {
    fn play(&mut self, field: &Field, choice: u32, arrays: &mut Arrays<'_>, at: usize) {
        arrays.nothing_ended(at, field);
        if self.position.is_over() {
            return;
        }
        let program = field.made.fast();
        self.position.play_unchecked(program, choice as usize);
        self.made += 1;
        let is_over = self.position.is_over();
        let is_long = self.made >= field.wishes.limit;
        if !is_over && !is_long {
            return;
        }
        // A game that was stopped by a fault pays nothing, as one that is too long.
        let is_decided = matches!(self.position.decision(), Decision::Over);
        arrays.done[at] = is_decided;
        arrays.truncated[at] = !is_decided;
        if is_decided {
            let seats = usize::from(field.made.program.seats);
            let rewards = &mut arrays.reward[at * seats..(at + 1) * seats];
            field
                .wishes
                .reward
                .write(&field.made.program, &self.position, rewards);
        }
        if field.wishes.restarts || !is_over {
            self.restart(field);
        }
    }

    fn look(
        &mut self,
        field: &Field,
        scratch: &mut Scratch,
        arrays: &mut Arrays<'_>,
        at: usize,
    ) -> Result<(), TooMany> {
        let program = field.made.fast();
        let seat = asked(&self.position);
        arrays.seat[at] = seat.map_or(-1, |seat| i32::from(seat.0));
        arrays.count[at] = self.position.choices().len() as i32;
        if field.wishes.fixed {
            let indices = &mut self.indices;
            field
                .space
                .write(program, &self.position, indices, &mut scratch.taken)?;
        }
        if let Some(mask) = &mut arrays.mask {
            let width = field.space.len();
            let mask = &mut mask[at * width..(at + 1) * width];
            clear(mask, &mut self.shown, arrays.is_known, false);
            for index in &self.indices {
                mask[*index as usize] = true;
            }
            self.shown.clone_from(&self.indices);
        }
        if let Some(dense) = &mut arrays.dense {
            let width = field.input_width();
            let dense = &mut dense[at * width..(at + 1) * width];
            clear(dense, &mut self.set, arrays.is_known, 0.0);
            if let Some(seat) = seat {
                self.write_dense(field, scratch, seat, dense);
            }
        }
        if arrays.sparse {
            self.write_sparse(field, scratch, seat);
        }
        if arrays.offered {
            field
                .rows
                .reader
                .choices(program, &self.position, &mut scratch.batch.choices);
        }
        Ok(())
    }

    fn write_dense(&mut self, field: &Field, scratch: &mut Scratch, seat: Seat, dense: &mut [f32]) {
        let (program, position) = (field.made.fast(), &self.position);
        if field.wishes.of_features {
            scratch.one.clear();
            let reader = &field.rows.reader;
            reader.observe(program, position, seat, &mut scratch.one);
            self.scatter(field, scratch, dense);
        } else {
            let (set, marked) = (&mut self.set, &mut scratch.marked);
            let vectors = &field.vectors;
            vectors.write(program, position, seat, dense, set, marked);
        }
    }

    fn write_sparse(&mut self, field: &Field, scratch: &mut Scratch, seat: Option<Seat>) {
        let (program, position) = (field.made.fast(), &self.position);
        let to = &mut scratch.batch.observations;
        let Some(seat) = seat else {
            to.end();
            return;
        };
        if field.wishes.of_features {
            field.rows.reader.observe(program, position, seat, to);
            return;
        }
        let (vector, set) = (&mut scratch.vector, &mut scratch.set);
        let vectors = &field.vectors;
        vector.resize(vectors.length(), 0.0);
        vectors.write(program, position, seat, vector, set, &mut scratch.marked);
        // A place that several things add to is listed once.
        for place in set.drain(..) {
            let number = std::mem::take(&mut vector[place as usize]);
            if number != 0.0 {
                to.push(place, number);
            }
        }
        to.end();
    }

    /// Adds the rows of the observation to the dense one.
    fn scatter(&mut self, field: &Field, scratch: &Scratch, dense: &mut [f32]) {
        let (rows, weights) = scratch.one.list(0);
        if !field.wishes.factors {
            for (row, weight) in rows.iter().zip(weights) {
                dense[*row as usize] += weight;
            }
            self.set.extend_from_slice(rows);
            return;
        }
        for (row, weight) in rows.iter().zip(weights) {
            let (factors, shares) = field.rows.inputs().row(*row as usize);
            for (factor, share) in factors.iter().zip(shares) {
                dense[*factor as usize] += weight * share;
            }
            self.set.extend_from_slice(factors);
        }
    }
}

/// Takes back what was written before: only those places if the array is the same as the last time.
#[inline]
fn clear<T: Copy>(array: &mut [T], written: &mut Vec<u32>, is_known: bool, empty: T) {
    if is_known {
        for place in written.iter() {
            array[*place as usize] = empty;
        }
    } else {
        array.fill(empty);
    }
    written.clear();
}
