//! Groups of elements that belong together, as the melds of rummy: sets, runs, and choices of them without a
//! common element.
//!
//! Most hands hold few groups or none. Bits tell at once whether there is one; only then it is looked for.

use super::{Lists, list, parts, size};
use crate::ids::is_missing;

/// How many different values can be counted with bits. Suits, ranks and cards have small numbers.
const FEW: usize = 64;

impl Lists {
    /// Every way to take at least `least` elements with the same value in `keys`.
    pub(crate) fn sets(&mut self, from: i64, least: i64, keys: i64) -> i64 {
        let least = size(least).max(1);
        let mut found = Vec::new();
        if self.may_have_sets(keys, least) {
            for first in 0..self.items(from).len() {
                self.sets_of(from, keys, first, least, &mut found);
            }
        }
        self.make(found)
    }

    /// Whether some value occurs at least so often; true if that is not easily known.
    fn may_have_sets(&self, keys: i64, least: usize) -> bool {
        let mut counts = [0_u32; FEW];
        let mut most = 0;
        for key in self.items(keys) {
            if let Some(count) = usize::try_from(*key)
                .ok()
                .and_then(|key| counts.get_mut(key))
            {
                *count += 1;
                most = most.max(*count);
            } else if !is_missing(*key) {
                return true;
            }
        }
        most as usize >= least
    }

    /// The sets of the value that occurs first at a place.
    fn sets_of(&mut self, from: i64, keys: i64, first: usize, least: usize, found: &mut Vec<i64>) {
        let all = self.items(keys);
        let key = all[first];
        if is_missing(key) || all[..first].contains(&key) {
            return;
        }
        let places: Vec<usize> = (first..all.len())
            .filter(|place| all[*place] == key)
            .collect();
        for count in least..=places.len() {
            self.combine(from, &places, count, found);
        }
    }

    /// Every way to take at least `least` elements whose `numbers` follow one another without a gap, all with
    /// the same value in `keys`.
    pub(crate) fn runs(&mut self, from: i64, least: i64, numbers: i64, keys: i64) -> i64 {
        let least = size(least).max(1);
        let mut found = Vec::new();
        if self.may_have_runs(numbers, keys, least) {
            let length = self.items(from).len();
            for first in 0..length {
                self.runs_from(from, least, [numbers, keys], first, &mut found);
            }
        }
        self.make(found)
    }

    /// Whether so many numbers follow one another with the same key; true if that is not easily known.
    fn may_have_runs(&self, numbers: i64, keys: i64, least: usize) -> bool {
        let mut sets = [0_u64; 8];
        let pairs = self.items(numbers).iter().zip(self.items(keys));
        for (number, key) in pairs {
            if is_missing(*number) || is_missing(*key) {
                continue;
            }
            let set = usize::try_from(*key).ok().and_then(|key| sets.get_mut(key));
            match set {
                Some(set) if (0..FEW as i64).contains(number) => *set |= 1 << number,
                Some(_) | None => return true,
            }
        }
        sets.iter().any(|set| {
            let beginnings = (1..least.min(FEW)).fold(*set, |rest, _| rest & (rest >> 1));
            beginnings != 0
        })
    }

    /// The runs that begin with the element at a place, short ones first.
    fn runs_from(
        &mut self,
        from: i64,
        least: usize,
        [numbers, keys]: [i64; 2],
        first: usize,
        found: &mut Vec<i64>,
    ) {
        let (all, key) = (self.items(numbers), self.items(keys)[first]);
        if is_missing(all[first]) || is_missing(key) {
            return;
        }
        // Runs of one length stand one after the other; those that are one longer follow.
        let mut places = vec![first];
        let mut length = 1;
        let mut begin = 0;
        while begin < places.len() && !self.is_full() {
            let end = places.len();
            for at in (begin..end).step_by(length) {
                if length >= least {
                    let run = self.pick(from, places[at..at + length].iter().copied());
                    found.push(run);
                }
                let all = self.items(numbers);
                let next = all[first] + length as i64;
                for place in 0..all.len() {
                    if all[place] == next && self.items(keys)[place] == key {
                        places.extend_from_within(at..at + length);
                        places.push(place);
                    }
                }
            }
            begin = end;
            length += 1;
        }
    }

    /// Every choice of lists of which no two have a common element: few lists first, then in their order.
    pub(crate) fn packings(&mut self, from: i64) -> i64 {
        let bits: Vec<Option<u128>> = self
            .items(from)
            .iter()
            .map(|list| self.bits(*list))
            .collect();
        let mut found = vec![self.begin()];
        let mut packings = vec![Packing {
            list: found[0],
            next: 0,
            bits: Some(0),
        }];
        let mut at = 0;
        while at < packings.len() && !self.is_full() {
            let packing = packings[at];
            for (place, bits) in bits.iter().enumerate().skip(packing.next) {
                let item = self.items(from)[place];
                if self.is_apart(packing, item, *bits) {
                    let list = self.push(packing.list, item);
                    found.push(list);
                    packings.push(Packing {
                        list,
                        next: place + 1,
                        bits: packing.bits.zip(*bits).map(|(one, other)| one | other),
                    });
                }
            }
            at += 1;
        }
        self.make(found)
    }

    /// Whether a list has no element of the lists that were chosen.
    fn is_apart(&self, packing: Packing, item: i64, bits: Option<u128>) -> bool {
        match packing.bits.zip(bits) {
            Some((one, other)) => one & other == 0,
            None => {
                let mut chosen = self.items(packing.list).iter();
                chosen.all(|list| {
                    let mut elements = self.items(*list).iter();
                    elements.all(|element| !self.items(item).contains(element))
                })
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

/// Lists without a common element.
#[derive(Clone, Copy)]
struct Packing {
    list: i64,
    /// Which lists may be added: those after the last one.
    next: usize,
    /// All elements as a set, if their numbers are small enough.
    bits: Option<u128>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lists that `make` finds among the elements 0, 1, 2 and so on.
    fn found(columns: &[&[i64]], make: impl Fn(&mut Lists, &[i64]) -> i64) -> Vec<Vec<i64>> {
        let mut lists = Lists::default();
        let elements = lists.make(0..columns[0].len() as i64);
        let mut all = vec![elements];
        for column in columns {
            let column = lists.make(column.iter().copied());
            all.push(column);
        }
        let made = make(&mut lists, &all);
        let each = lists.items(made).iter();
        each.map(|one| lists.items(*one).to_vec()).collect()
    }

    #[test]
    fn sets_are_all_groups_with_one_value() {
        let sets =
            |keys: &[i64], least| found(&[keys], |lists, all| lists.sets(all[0], least, all[1]));
        assert_eq!(sets(&[7, 8, 7, 8, 9], 3), Vec::<Vec<i64>>::new());
        assert_eq!(
            sets(&[7, 8, 7, 8, 7], 2),
            [
                vec![0, 2],
                vec![0, 4],
                vec![2, 4],
                vec![0, 2, 4],
                vec![1, 3]
            ]
        );
        // Values that are no small numbers, and none at all.
        assert_eq!(
            sets(&[-7, crate::ids::NOTHING, -7, crate::ids::NOTHING], 2),
            [[0, 2]]
        );
    }

    #[test]
    fn runs_have_one_key_and_no_gap() {
        let runs = |numbers: &[i64], keys: &[i64], least| {
            found(&[numbers, keys], |lists, all| {
                lists.runs(all[0], least, all[1], all[2])
            })
        };
        let none = Vec::<Vec<i64>>::new();
        assert_eq!(runs(&[1, 2, 4, 3], &[0, 0, 0, 1], 3), none);
        assert_eq!(
            runs(&[1, 2, 4, 3], &[0, 0, 0, 0], 3),
            [vec![0, 1, 3], vec![0, 1, 3, 2], vec![1, 3, 2]]
        );
        assert_eq!(runs(&[1, 2, 2, 3], &[0; 4], 3), [[0, 1, 3], [0, 2, 3]]);
        assert_eq!(runs(&[100, 101, 102], &[90; 3], 3), [[0, 1, 2]]);
        assert_eq!(runs(&[1, 2, 3], &[crate::ids::NOTHING; 3], 1), none);
    }

    #[test]
    fn packings_are_choices_without_a_common_element() {
        for far in [0, 1000] {
            let mut lists = Lists::default();
            let groups = [[1, 2], [2, 3], [3, 4], [5, 6]];
            let groups = groups.map(|group| lists.make(group.map(|element| element + far)));
            let from = lists.make(groups);
            let packings = lists.packings(from);
            let places: Vec<Vec<usize>> = lists
                .items(packings)
                .iter()
                .map(|packing| {
                    let place = |list: &i64| groups.iter().position(|group| group == list);
                    lists.items(*packing).iter().filter_map(place).collect()
                })
                .collect();
            assert_eq!(
                places,
                [
                    vec![],
                    vec![0],
                    vec![1],
                    vec![2],
                    vec![3],
                    vec![0, 2],
                    vec![0, 3],
                    vec![1, 3],
                    vec![2, 3],
                    vec![0, 2, 3]
                ]
            );
        }
    }

    #[test]
    fn what_is_flattened_is_in_one_list() {
        let mut lists = Lists::default();
        let inner = [vec![1, 2], vec![], vec![2, 3]].map(|items| lists.make(items));
        let from = lists.make(inner);
        let flat = lists.flatten(from);
        assert_eq!(lists.items(flat), [1, 2, 2, 3]);
    }
}
