//! Groups of elements that belong together, as the melds of rummy: sets, runs, and the best choice of them
//! without a common element.
//!
//! Most hands hold few groups or none. Bits tell at once whether there is one; only then it is looked for.

use super::{Lists, MOST_ELEMENTS, list, parts, size};
use crate::ids::is_missing;
use crate::op::Op;
use crate::program::Program;

/// The number of different values that can be told by bits. Suits, ranks and cards have small numbers.
const FEW: usize = 64;

/// The number of different keys of runs that can be told by bits.
const FEW_KEYS: usize = 8;

/// The number of comparisons that are made before a packing is given up.
const MOST_EFFORT: usize = 1 << 20;

/// Room for a search, kept for the next one. It is no part of a position: copies have their own, and all are
/// equal.
#[derive(Debug, Default)]
pub(super) struct Scratch(Option<Box<Search>>);

impl Scratch {
    fn take(&mut self) -> Box<Search> {
        self.0.take().unwrap_or_default()
    }

    fn give_back(&mut self, search: Box<Search>) {
        self.0 = Some(search);
    }
}

/// Notes of a search for groups.
#[derive(Debug, Default)]
struct Search {
    found: Vec<i64>,
    places: Vec<usize>,
    candidates: Vec<Candidate>,
    chosen: Vec<usize>,
    best: Vec<usize>,
}

impl PartialEq for Scratch {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Scratch {}

impl Lists {
    /// About how many elements a search for groups has to look at, besides those that it makes.
    pub(crate) fn work_for_groups(&self, from: i64) -> usize {
        let length = self.items(from).len();
        length * length
    }

    /// The sets or runs of cards that an op looks for by what is printed on them.
    ///
    /// Values are put into lists only if there may be something to find.
    pub(crate) fn printed_groups(
        &mut self,
        program: &Program,
        op: Op,
        from: i64,
        least: i64,
    ) -> i64 {
        match op {
            Op::PrintedSets { keys, .. } => {
                let keys = &program.columns[keys.index()].values;
                let values = self.items(from).iter().map(|card| printed(keys, *card));
                let frequent = frequent(values, size(least).max(1));
                if frequent == Some(0) {
                    return self.begin();
                }
                let keys = self.column(from, keys);
                self.frequent_sets(from, least, keys, frequent)
            }
            Op::PrintedRuns { numbers, keys, .. } => {
                let [numbers, keys] =
                    [numbers, keys].map(|column| &program.columns[column.index()].values);
                let cards = self.items(from).iter();
                let pairs = cards.map(|card| (printed(numbers, *card), printed(keys, *card)));
                let beginnings = beginnings(pairs, size(least).max(1));
                if beginnings.is_some_and(|beginnings| beginnings.sets == [0; FEW_KEYS]) {
                    return self.begin();
                }
                let numbers = self.column(from, numbers);
                let keys = self.column(from, keys);
                self.runs_beginning(from, least, [numbers, keys], beginnings)
            }
            _ => self.begin(),
        }
    }

    /// A list of what is printed on the cards of a list.
    fn column(&mut self, from: i64, values: &[i64]) -> i64 {
        let (start, cards) = (self.elements.used, self.range(from));
        let count = cards.len();
        let (used, room) = self.elements.used_and_room(count);
        for (card, value) in used[cards].iter().zip(room) {
            *value = printed(values, *card);
        }
        self.elements.used += count;
        list(start, count)
    }

    /// Every way to take at least `least` elements with the same value in `keys`.
    pub(crate) fn sets(&mut self, from: i64, least: i64, keys: i64) -> i64 {
        let frequent = frequent(self.items(keys).iter().copied(), size(least).max(1));
        if frequent == Some(0) {
            return self.begin();
        }
        self.frequent_sets(from, least, keys, frequent)
    }

    /// The sets; `frequent` has a bit for each value that occurs often enough, if that is known.
    fn frequent_sets(&mut self, from: i64, least: i64, keys: i64, frequent: Option<u64>) -> i64 {
        let least = size(least).max(1);
        let mut left = frequent;
        let mut search = self.scratch.take();
        search.found.clear();
        for first in 0..self.items(from).len() {
            let key = self.items(keys)[first];
            if let Some(left) = &mut left {
                if is_missing(key) || *left >> key & 1 == 0 {
                    continue;
                }
                *left &= !(1 << key);
            }
            self.sets_of(from, keys, first, least, &mut search);
        }
        let sets = self.make(search.found.iter().copied());
        self.scratch.give_back(search);
        sets
    }

    /// The sets of the value that occurs first at a place.
    fn sets_of(&mut self, from: i64, keys: i64, first: usize, least: usize, search: &mut Search) {
        let all = self.items(keys);
        let key = all[first];
        let (before, rest) = all.split_at(first);
        let count = rest.iter().filter(|other| **other == key).count();
        if count < least || is_missing(key) || before.contains(&key) {
            return;
        }
        let places = (first..all.len()).filter(|place| all[*place] == key);
        search.places.clear();
        search.places.extend(places);
        for count in least..=search.places.len() {
            self.combine(from, count, search);
        }
    }

    /// Every way to take at least `least` elements whose `numbers` follow one another without a gap, all with
    /// the same value in `keys`.
    pub(crate) fn runs(&mut self, from: i64, least: i64, numbers: i64, keys: i64) -> i64 {
        let pairs = self.items(numbers).iter().zip(self.items(keys));
        let pairs = pairs.map(|(number, key)| (*number, *key));
        let beginnings = beginnings(pairs, size(least).max(1));
        self.runs_beginning(from, least, [numbers, keys], beginnings)
    }

    /// The runs with beginnings that are known, or not.
    fn runs_beginning(
        &mut self,
        from: i64,
        least: i64,
        [numbers, keys]: [i64; 2],
        beginnings: Option<Beginnings>,
    ) -> i64 {
        let least = size(least).max(1);
        let mut search = self.scratch.take();
        let is_short = self.items(from).len() <= usize::from(u16::MAX);
        let Search { found, places, .. } = &mut *search;
        found.clear();
        if let Some(beginnings) = beginnings.filter(|beginnings| beginnings.are_single && is_short)
        {
            self.single_runs(from, least, [numbers, keys], &beginnings, found);
        } else if beginnings.is_none_or(|beginnings| beginnings.sets != [0; FEW_KEYS]) {
            for first in 0..self.items(from).len() {
                let (number, key) = (self.items(numbers)[first], self.items(keys)[first]);
                let begins = match beginnings {
                    _ if is_missing(number) || is_missing(key) => false,
                    Some(beginnings) => beginnings.sets[key as usize] >> number & 1 == 1,
                    None => true,
                };
                if begins {
                    self.runs_from(from, least, [numbers, keys], first, places, found);
                }
            }
        }
        let runs = self.make(found.iter().copied());
        self.scratch.give_back(search);
        runs
    }

    /// As [`Self::runs_from`] for every place, where no number is there twice with the same key.
    fn single_runs(
        &mut self,
        from: i64,
        least: usize,
        [numbers, keys]: [i64; 2],
        beginnings: &Beginnings,
        found: &mut Vec<i64>,
    ) {
        let first = self.range(from).start;
        let mut places = [[0_u16; FEW]; FEW_KEYS];
        let pairs = self.items(numbers).iter().zip(self.items(keys));
        for (place, (number, key)) in pairs.enumerate() {
            if !is_missing(*number) && !is_missing(*key) {
                places[*key as usize][*number as usize] = place as u16;
            }
        }
        for place in 0..self.items(from).len() {
            let (number, key) = (self.items(numbers)[place], self.items(keys)[place]);
            if is_missing(number) || is_missing(key) {
                continue;
            }
            let (key, number) = (key as usize, number as usize);
            if beginnings.sets[key] >> number & 1 == 0 {
                continue;
            }
            let longest = (beginnings.all[key] >> number).trailing_ones() as usize;
            for length in least..=longest {
                let start = self.elements.used;
                for place in &places[key][number..number + length] {
                    let item = self.elements[first + usize::from(*place)];
                    self.elements.push(item);
                }
                found.push(list(start, length));
            }
        }
    }

    /// The runs that begin with the element at a place, short ones first. `places` is for those that are made.
    fn runs_from(
        &mut self,
        from: i64,
        least: usize,
        [numbers, keys]: [i64; 2],
        first: usize,
        places: &mut Vec<usize>,
        found: &mut Vec<i64>,
    ) {
        let (number, key) = (self.items(numbers)[first], self.items(keys)[first]);
        // Runs of one length stand one after the other; those that are one longer follow.
        places.clear();
        places.push(first);
        let mut length = 1;
        let mut begin = 0;
        while begin < places.len() && !self.is_full() && places.len() <= MOST_ELEMENTS {
            let end = places.len();
            for at in (begin..end).step_by(length) {
                if length >= least {
                    let run = self.pick(from, places[at..at + length].iter().copied());
                    found.push(run);
                }
                let all = self.items(numbers).iter().zip(self.items(keys));
                let next = (number.wrapping_add(length as i64), key);
                for (place, (number, key)) in all.enumerate() {
                    if (*number, *key) == next {
                        places.extend_from_within(at..at + length);
                        places.push(place);
                    }
                }
            }
            begin = end;
            length += 1;
        }
    }

    /// The choice of lists without a common element that has the largest sum of weights: of those the one with
    /// the fewest lists, and then the first. Nothing if that takes too long to find.
    ///
    /// Also tells how much there was to compare.
    pub(crate) fn packing(&mut self, from: i64, weights: i64) -> (Option<i64>, usize) {
        if self.items(from).is_empty() {
            return (Some(self.begin()), 0);
        }
        let mut search = self.scratch.take();
        search.set_candidates(self, from, weights);
        let (is_found, effort) = search.run(self);
        let packing = is_found.then(|| self.pick(from, search.best.iter().copied()));
        self.scratch.give_back(search);
        (packing, effort)
    }

    /// Every way to take so many of the elements at the places that were noted, each as a list.
    fn combine(&mut self, from: i64, count: usize, search: &mut Search) {
        let Search {
            found,
            places,
            chosen,
            ..
        } = search;
        if count > places.len() {
            return;
        }
        chosen.clear();
        chosen.extend(0..count);
        loop {
            found.push(self.pick(from, chosen.iter().map(|at| places[*at])));
            let movable = (0..count)
                .rev()
                .find(|at| chosen[*at] + count - at < places.len());
            let Some(movable) = movable.filter(|_| !self.is_full()) else {
                return;
            };
            chosen[movable] += 1;
            for at in movable + 1..count {
                chosen[at] = chosen[at - 1] + 1;
            }
        }
    }

    /// The elements of a list as a set, if their numbers are small enough.
    fn bits(&self, list: i64) -> Option<u128> {
        self.items(list).iter().try_fold(0, |bits, item| {
            let bit = u32::try_from(*item).ok()?;
            Some(bits | 1_u128.checked_shl(bit)?)
        })
    }

    /// The elements of lists, one after the other.
    pub(crate) fn flatten(&mut self, from: i64) -> i64 {
        let start = self.elements.used;
        for place in 0..self.items(from).len() {
            let (first, length) = parts(self.items(from)[place].max(0));
            for position in first..first + length {
                let item = self.elements[position];
                self.elements.push(item);
            }
        }
        list(start, self.elements.used - start)
    }
}

/// The printed value of a card; missing values stay as they are.
#[inline(always)]
fn printed(values: &[i64], card: i64) -> i64 {
    if is_missing(card) {
        card
    } else {
        values[card as usize]
    }
}

/// The values that occur at least so often, as bits; nothing if there are values that are not small.
#[inline(always)]
fn frequent(keys: impl Iterator<Item = i64>, least: usize) -> Option<u64> {
    let least = u8::try_from(least).unwrap_or(u8::MAX);
    let mut counts = [0_u8; FEW];
    let mut frequent = 0;
    for key in keys {
        if let Some(count) = counts.get_mut(key as usize) {
            *count = count.saturating_add(1);
            frequent |= u64::from(*count >= least) << key;
        } else if !is_missing(key) {
            return None;
        }
    }
    Some(frequent)
}

/// For each key, which numbers there are and with which ones runs begin, as bits.
#[derive(Debug, Clone, Copy)]
struct Beginnings {
    all: [u64; FEW_KEYS],
    /// The numbers with which runs begin that are long enough.
    sets: [u64; FEW_KEYS],
    /// True if no number is there twice.
    are_single: bool,
}

/// The beginnings of runs; nothing if there are numbers that are not small.
#[inline(always)]
fn beginnings(pairs: impl Iterator<Item = (i64, i64)>, least: usize) -> Option<Beginnings> {
    let mut all = [0_u64; FEW_KEYS];
    let mut repeated = 0;
    for (number, key) in pairs {
        if is_missing(number) || is_missing(key) {
            continue;
        }
        let set = all.get_mut(key as usize)?;
        if number as usize >= FEW {
            return None;
        }
        let bit = 1 << number;
        repeated |= *set & bit;
        *set |= bit;
    }
    let mut sets = all;
    for _ in 1..least.min(FEW + 1) {
        sets = sets.map(|set| set & (set >> 1));
    }
    let are_single = repeated == 0;
    Some(Beginnings {
        all,
        sets,
        are_single,
    })
}

/// A list that may be chosen.
#[derive(Debug)]
struct Candidate {
    list: i64,
    /// Its elements as a set, if their numbers are small enough.
    bits: Option<u128>,
    weight: i64,
    /// The most that it and those after it can add.
    hope: i64,
}

/// The search for the best choice of lists without a common element.
impl Search {
    fn set_candidates(&mut self, lists: &Lists, from: i64, weights: i64) {
        let pairs = lists.items(from).iter().zip(lists.items(weights));
        self.candidates.clear();
        self.candidates
            .extend(pairs.map(|(list, weight)| Candidate {
                list: *list,
                bits: lists.bits(*list),
                weight: if is_missing(*weight) { 0 } else { *weight },
                hope: 0,
            }));
        let mut hope = 0_i64;
        for candidate in self.candidates.iter_mut().rev() {
            hope = hope.saturating_add(candidate.weight.max(0));
            candidate.hope = hope;
        }
    }

    /// Finds the places of the lists in the best choice; false if that takes too long, and how much there was
    /// to compare. Lists are added in order; what cannot become better than the best choice so far is left.
    fn run(&mut self, lists: &Lists) -> (bool, usize) {
        self.best.clear();
        self.chosen.clear();
        let mut best = 0_i64;
        let mut sum = 0_i64;
        let mut place = 0;
        let mut effort = 0_usize;
        loop {
            let hope = self.candidates.get(place).map(|candidate| candidate.hope);
            if hope.is_none_or(|hope| sum.saturating_add(hope) < best) {
                let Some(taken_back) = self.chosen.pop() else {
                    return (true, effort);
                };
                sum = sum.saturating_sub(self.candidates[taken_back].weight);
                place = taken_back + 1;
                continue;
            }
            effort = effort.saturating_add(self.effort(lists, place));
            if effort > MOST_EFFORT {
                return (false, effort);
            }
            if self.is_apart(lists, place) {
                self.chosen.push(place);
                sum = sum.saturating_add(self.candidates[place].weight);
                if sum > best || sum == best && self.chosen.len() < self.best.len() {
                    best = sum;
                    self.best.clone_from(&self.chosen);
                }
            }
            place += 1;
        }
    }

    /// True if a list has no element of those that were chosen.
    fn is_apart(&self, lists: &Lists, place: usize) -> bool {
        let new = &self.candidates[place];
        self.chosen.iter().all(|other| {
            let other = &self.candidates[*other];
            match other.bits.zip(new.bits) {
                Some((one, other)) => one & other == 0,
                None => {
                    let new = lists.items(new.list);
                    let mut elements = lists.items(other.list).iter();
                    elements.all(|it| !new.contains(it))
                }
            }
        })
    }

    /// The number of comparisons of [`Self::is_apart`].
    fn effort(&self, lists: &Lists, place: usize) -> usize {
        let new = &self.candidates[place];
        let efforts = self.chosen.iter().map(|other| {
            let other = &self.candidates[*other];
            match other.bits.and(new.bits) {
                Some(_) => 1,
                None => {
                    let [one, other] = [other.list, new.list].map(|list| lists.items(list).len());
                    one.saturating_mul(other)
                }
            }
        });
        efforts.fold(1, usize::saturating_add)
    }
}

#[cfg(test)]
mod tests;
