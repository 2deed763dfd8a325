//! Elements that together meet several needs, each of them at most one.

use std::cmp::Reverse;

use super::Lists;
use crate::ids::{NOTHING, is_missing};

/// The number of needs that there may be, and how many elements are looked at.
const MOST: usize = 256;

/// The element that meets each need.
struct Matched<M> {
    /// True if an element can meet a need.
    meets: M,
    needs: usize,
    /// For each need the element that meets it.
    by: [u16; MOST],
}

/// Nobody meets a need.
const NOBODY: u16 = u16::MAX;

impl<M: Fn(usize, usize) -> bool> Matched<M> {
    /// One more need is met with an element, if others can give way; says whether it is.
    fn add(&mut self, element: usize, seen: &mut [bool]) -> bool {
        for need in 0..self.needs {
            if seen[need] || !(self.meets)(element, need) {
                continue;
            }
            seen[need] = true;
            let other = self.by[need];
            if other == NOBODY || self.add(usize::from(other), seen) {
                self.by[need] = element as u16;
                return true;
            }
        }
        false
    }

    fn meet(&mut self, element: usize) -> bool {
        self.add(element, &mut [false; MOST][..self.needs])
    }
}

/// The number of different values that are told apart when it is computed what can be spared.
const VALUES: usize = 64;

/// The elements left while some are taken: how many of them hold each value.
struct Left<'a> {
    /// For each element the values it holds, as bits.
    holds: &'a [u64],
    taken: [bool; MOST],
    counts: [u16; VALUES],
    /// Cost of being left without a value: the sum over the elements that held it at first.
    worth: [u64; VALUES],
}

/// Loss of an element; the smallest is taken first.
type Loss = (u64, Reverse<u16>, u32);

impl<'a> Left<'a> {
    fn new(holds: &'a [u64], worth_of: impl Fn(usize) -> u64) -> Self {
        let mut counts = [0; VALUES];
        let mut worth = [0; VALUES];
        for (element, held) in holds.iter().enumerate() {
            for value in bits(*held) {
                counts[value] += 1;
                worth[value] += worth_of(element);
            }
        }
        Self {
            holds,
            taken: [false; MOST],
            counts,
            worth,
        }
    }

    /// Values that nothing else holds are lost with an element, those of little worth rather than others; otherwise
    /// what is most plentiful can be spared, and what holds least.
    fn loss(&self, element: usize) -> Loss {
        let held = self.holds[element];
        let last = bits(held).filter(|value| self.counts[*value] == 1);
        let lost = last.map(|value| self.worth[value]).sum();
        let scarcest = bits(held).map(|value| self.counts[value]).min();
        let scarcest = scarcest.unwrap_or(u16::MAX);
        (lost, Reverse(scarcest), held.count_ones())
    }

    fn take(&mut self, element: usize) {
        self.taken[element] = true;
        bits(self.holds[element]).for_each(|value| self.counts[value] -= 1);
    }

    /// The element with which least is lost.
    fn next(&self) -> Option<usize> {
        let left = (0..self.holds.len()).filter(|element| !self.taken[*element]);
        left.min_by_key(|element| self.loss(*element))
    }

    /// The first that is fit, in the order in which least is lost.
    fn next_where(&self, mut is_fit: impl FnMut(usize) -> bool) -> Option<usize> {
        let mut order: [usize; MOST] = std::array::from_fn(|element| element);
        let order = &mut order[..self.holds.len()];
        order.sort_by_key(|element| self.loss(*element));
        let left = order.iter().copied();
        left.filter(|element| !self.taken[*element])
            .find(|element| is_fit(*element))
    }
}

/// The numbers of the bits of a set.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < VALUES).then_some(bit)
    })
}

/// The elements that are taken, so many of them, such that each need is met by another one. What is left is counted
/// again after each.
fn taken(
    most: usize,
    needs: usize,
    mut left: Left<'_>,
    meets: impl Fn(usize, usize) -> bool,
) -> Option<[bool; MOST]> {
    let mut matched = Matched {
        meets,
        needs,
        by: [NOBODY; MOST],
    };
    for _ in 0..needs {
        let next = left.next_where(|element| matched.meet(element))?;
        left.take(next);
    }
    for _ in needs..most {
        let next = left.next()?;
        left.take(next);
    }
    Some(left.taken)
}

/// The most that one element adds to the worth of what it holds.
const MOST_WORTH: i64 = 1 << 32;

/// A need: the list, the number of elements wanted from it, and what each adds to the worth.
#[derive(Clone, Copy)]
pub(crate) struct Needed {
    pub(crate) list: i64,
    pub(crate) count: i64,
    pub(crate) worth: i64,
}

impl Lists {
    /// `count` elements of a list, or as many as there are needs, among them a different one for each need;
    /// `holds` has for each element the list of what it holds. What is left holds as many different values as can be.
    /// Nothing if it is not possible; and about how much there was to do.
    pub(crate) fn matching(&mut self, of: Needed, needs: i64, holds: i64) -> (i64, usize) {
        let wanted = self.items(needs).len();
        let held = |element: usize| self.items(self.items(holds)[element]);
        let meets = |element: usize, need: usize| held(element).contains(&self.items(needs)[need]);
        let mut values = [0_i64; VALUES];
        let mut known = 0;
        let mut set_of = |element: usize| {
            let mut set = 0;
            for value in held(element) {
                let place = values[..known].iter().position(|other| other == value);
                let place = place.unwrap_or_else(|| {
                    // Values that are too many to tell apart count as one.
                    known = (known + 1).min(VALUES);
                    values[known - 1] = *value;
                    known - 1
                });
                set |= 1 << place;
            }
            set
        };
        let (taken, effort) = self.taken_from(of, wanted, &mut set_of, meets);
        (self.picked(of.list, taken), effort)
    }

    /// As [`Self::matching`], of cards of which `holds` has what they hold as bits, and needs as bits.
    pub(crate) fn matching_sets(&mut self, of: Needed, needs: i64, holds: &[i64]) -> (i64, usize) {
        let mut wanted_bits = [0_u8; VALUES];
        let mut wanted = 0;
        for bit in bits(if is_missing(needs) { 0 } else { needs as u64 }) {
            wanted_bits[wanted] = bit as u8;
            wanted += 1;
        }
        let held = |element: usize| {
            let card = usize::try_from(self.items(of.list)[element]).ok();
            card.and_then(|card| holds.get(card)).copied().unwrap_or(0)
        };
        let meets = |element: usize, need: usize| held(element) >> wanted_bits[need] & 1 == 1;
        let mut set_of = |element: usize| held(element) as u64;
        let (taken, effort) = self.taken_from(of, wanted, &mut set_of, meets);
        (self.picked(of.list, taken), effort)
    }

    fn taken_from(
        &self,
        of: Needed,
        needs: usize,
        set_of: &mut dyn FnMut(usize) -> u64,
        meets: impl Fn(usize, usize) -> bool,
    ) -> (Option<[bool; MOST]>, usize) {
        let elements = self.items(of.list).len();
        let most = needs.max(usize::try_from(of.count).unwrap_or(0));
        if most > elements || elements > MOST || needs > MOST {
            return (None, elements);
        }
        let mut holds = [0_u64; MOST];
        for (element, held) in holds[..elements].iter_mut().enumerate() {
            *held = set_of(element);
        }
        let effort = elements * (1 + needs * needs + most);
        let worth_of = |element: usize| {
            let worth = (!is_missing(of.worth)).then(|| self.items(of.worth)[element]);
            let worth = worth.filter(|worth| !is_missing(*worth)).unwrap_or(1);
            worth.clamp(0, MOST_WORTH) as u64
        };
        let left = Left::new(&holds[..elements], worth_of);
        (taken(most, needs, left, meets), effort)
    }

    fn picked(&mut self, from: i64, taken: Option<[bool; MOST]>) -> i64 {
        let Some(taken) = taken else {
            return NOTHING;
        };
        let elements = self.items(from).len();
        self.pick(from, (0..elements).filter(|place| taken[*place]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Elements 10, 11, … that hold these values, and which of them are taken.
    fn taken(holds: &[&[i64]], count: i64, needs: &[i64]) -> Option<Vec<i64>> {
        taken_by_worth(holds, count, needs, &[])
    }

    /// As [`taken`], with what each element adds to the worth of what it holds.
    fn taken_by_worth(
        holds: &[&[i64]],
        count: i64,
        needs: &[i64],
        worth: &[i64],
    ) -> Option<Vec<i64>> {
        let mut lists = Lists::default();
        let each: Vec<i64> = holds
            .iter()
            .map(|held| lists.make(held.iter().copied()))
            .collect();
        let from = lists.make(10..10 + holds.len() as i64);
        let holds = lists.make(each);
        let needs = lists.make(needs.iter().copied());
        let of = Needed {
            list: from,
            count,
            worth: lists.make(worth.iter().copied()),
        };
        let of = match worth {
            [] => Needed {
                worth: NOTHING,
                ..of
            },
            _ => of,
        };
        let (chosen, _) = lists.matching(of, needs, holds);
        let as_sets = taken_of_sets(&mut lists, of, needs, holds);
        let chosen = (chosen != NOTHING).then(|| lists.items(chosen).to_vec());
        assert_eq!(as_sets, chosen);
        chosen
    }

    /// The same with bits instead of lists.
    fn taken_of_sets(lists: &mut Lists, of: Needed, needs: i64, holds: i64) -> Option<Vec<i64>> {
        let bits = |list: i64| {
            lists
                .items(list)
                .iter()
                .fold(0, |bits, item| bits | 1 << item)
        };
        let mut held = vec![0; 10];
        held.extend(lists.items(holds).iter().map(|held| bits(*held)));
        let (chosen, _) = lists.matching_sets(of, bits(needs), &held);
        (chosen != NOTHING).then(|| lists.items(chosen).to_vec())
    }

    #[test]
    fn every_need_is_met_by_another_element() {
        assert_eq!(taken(&[&[1], &[2]], 2, &[1, 2]), Some(vec![10, 11]));
        assert_eq!(taken(&[&[1, 2]], 1, &[1, 2]), None);
        assert_eq!(taken(&[&[1, 2], &[1]], 2, &[1, 2]), Some(vec![10, 11]));
        assert_eq!(taken(&[&[1], &[1]], 2, &[1, 2]), None);
    }

    #[test]
    fn what_can_do_more_is_kept() {
        assert_eq!(taken(&[&[1, 2], &[1], &[3]], 2, &[1]), Some(vec![11, 12]));
        assert_eq!(taken(&[&[1, 2], &[3], &[3]], 2, &[1]), Some(vec![10, 11]));
    }

    #[test]
    fn what_is_left_is_counted_anew_after_each() {
        let [d, w]: [&[i64]; 2] = [&[1], &[2]];
        let left = taken(&[d, d, d, w, w, w], 4, &[2]);
        assert_eq!(left, Some(vec![10, 11, 13, 14]));
        let left = taken(&[d, w, w, w], 2, &[2]);
        assert_eq!(left, Some(vec![11, 12]));
        // Among those that meet needs, too: with the second one nothing would hold 5 any more.
        let several: [&[i64]; 6] = [&[1, 5], &[2, 5], &[1, 6], &[2, 8], &[6], &[8]];
        assert_eq!(taken(&several, 2, &[1, 2]), Some(vec![10, 13]));
    }

    #[test]
    fn of_the_last_ones_the_rarest_goes_first() {
        let [d, w, f]: [&[i64]; 3] = [&[1], &[2], &[3]];
        assert_eq!(taken(&[d, f, w, w], 2, &[2]), Some(vec![10, 12]));
        assert_eq!(taken(&[d, d, f, w, w], 3, &[1]), Some(vec![10, 12, 13]));
        // A single one of several values is worth more than a single one.
        assert_eq!(taken(&[d, &[2, 3], w], 1, &[]), Some(vec![12]));
        assert_eq!(taken(&[d, &[2, 3]], 1, &[]), Some(vec![10]));
        assert_eq!(taken(&[d, &[], d], 1, &[]), Some(vec![11]));
    }

    #[test]
    fn what_is_worth_more_is_kept() {
        let [d, w]: [&[i64]; 2] = [&[1], &[2]];
        assert_eq!(taken(&[d, d, w], 2, &[1]), Some(vec![10, 12]));
        let kept = taken_by_worth(&[d, d, w], 2, &[1], &[1, 1, 5]);
        assert_eq!(kept, Some(vec![10, 11]));
    }

    #[test]
    fn more_are_taken_if_there_are_more_needs() {
        assert_eq!(taken(&[&[1], &[2], &[3]], 1, &[1, 3]), Some(vec![10, 12]));
        assert_eq!(taken(&[&[1]], 0, &[]), Some(vec![]));
        assert_eq!(taken(&[&[1]], 2, &[]), None);
    }
}
