//! Elements that together meet several needs, each of them at most one.

use super::Lists;
use crate::ids::{NOTHING, is_missing};

/// How many needs there may be, and how many elements are looked at.
const MOST: usize = 256;

/// Who meets which need.
struct Matched<M> {
    /// Whether an element can meet a need.
    meets: M,
    needs: usize,
    /// For each need the element that meets it.
    by: [u16; MOST],
    met: usize,
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
        let is_met = self.add(element, &mut [false; MOST][..self.needs]);
        self.met += usize::from(is_met);
        is_met
    }
}

/// Which elements are taken, so many of them, such that each need is met by another one; those that hold
/// least come first.
fn taken(
    elements: usize,
    most: usize,
    needs: usize,
    size_of: impl Fn(usize) -> usize,
    meets: impl Fn(usize, usize) -> bool,
) -> Option<[bool; MOST]> {
    let mut order = [0_u16; MOST];
    for (place, element) in order[..elements].iter_mut().enumerate() {
        *element = place as u16;
    }
    let order = &mut order[..elements];
    order.sort_by_key(|element| size_of(usize::from(*element)));
    let mut matched = Matched {
        meets,
        needs,
        by: [NOBODY; MOST],
        met: 0,
    };
    // Whoever is taken must leave room for the needs that are not met yet.
    let mut taken = [false; MOST];
    let mut left = most;
    for element in order.iter().map(|element| usize::from(*element)) {
        let unmet = needs - matched.met;
        if left == 0 {
            break;
        }
        if matched.meet(element) || unmet < left {
            taken[element] = true;
            left -= 1;
        }
    }
    (matched.met == needs && left == 0).then_some(taken)
}

impl Lists {
    /// `count` elements of a list, or as many as there are needs, among them a different one for each need;
    /// `holds` has for each element the list of what it holds. Those that hold least come first. Nothing if it
    /// is not possible; and about how much there was to do.
    pub(crate) fn matching(
        &mut self,
        from: i64,
        count: i64,
        needs: i64,
        holds: i64,
    ) -> (i64, usize) {
        let wanted = self.items(needs).len();
        let held = |element: usize| self.items(self.items(holds)[element]);
        let size_of = |element: usize| held(element).len();
        let meets = |element: usize, need: usize| held(element).contains(&self.items(needs)[need]);
        let (taken, effort) = self.taken_from(from, count, wanted, size_of, meets);
        (self.picked(from, taken), effort)
    }

    /// As [`Self::matching`], of cards of which `holds` has what they hold as bits, and needs as bits.
    pub(crate) fn matching_sets(
        &mut self,
        from: i64,
        count: i64,
        needs: i64,
        holds: &[i64],
    ) -> (i64, usize) {
        let mut bits = [0_u8; 64];
        let mut wanted = 0;
        let mut left = if is_missing(needs) { 0 } else { needs };
        while left != 0 {
            bits[wanted] = left.trailing_zeros() as u8;
            left &= left - 1;
            wanted += 1;
        }
        let held = |element: usize| {
            let card = usize::try_from(self.items(from)[element]).ok();
            card.and_then(|card| holds.get(card)).copied().unwrap_or(0)
        };
        let size_of = |element: usize| held(element).count_ones() as usize;
        let meets = |element: usize, need: usize| held(element) >> bits[need] & 1 == 1;
        let (taken, effort) = self.taken_from(from, count, wanted, size_of, meets);
        (self.picked(from, taken), effort)
    }

    fn taken_from(
        &self,
        from: i64,
        count: i64,
        needs: usize,
        size_of: impl Fn(usize) -> usize,
        meets: impl Fn(usize, usize) -> bool,
    ) -> (Option<[bool; MOST]>, usize) {
        let elements = self.items(from).len();
        let most = needs.max(usize::try_from(count).unwrap_or(0));
        let effort = elements * (1 + needs * needs);
        let is_possible = most <= elements && elements <= MOST && needs <= MOST;
        let taken = is_possible.then(|| taken(elements, most, needs, size_of, meets));
        (taken.flatten(), effort)
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
        let mut lists = Lists::default();
        let each: Vec<i64> = holds
            .iter()
            .map(|held| lists.make(held.iter().copied()))
            .collect();
        let from = lists.make(10..10 + holds.len() as i64);
        let holds = lists.make(each);
        let needs = lists.make(needs.iter().copied());
        let (chosen, _) = lists.matching(from, count, needs, holds);
        let as_sets = taken_of_sets(&mut lists, from, count, needs, holds);
        let chosen = (chosen != NOTHING).then(|| lists.items(chosen).to_vec());
        assert_eq!(as_sets, chosen);
        chosen
    }

    /// The same with bits instead of lists.
    fn taken_of_sets(
        lists: &mut Lists,
        from: i64,
        count: i64,
        needs: i64,
        holds: i64,
    ) -> Option<Vec<i64>> {
        let bits = |list: i64| {
            lists
                .items(list)
                .iter()
                .fold(0, |bits, item| bits | 1 << item)
        };
        let mut held = vec![0; 10];
        held.extend(lists.items(holds).iter().map(|held| bits(*held)));
        let (chosen, _) = lists.matching_sets(from, count, bits(needs), &held);
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
    fn more_are_taken_if_there_are_more_needs() {
        assert_eq!(taken(&[&[1], &[2], &[3]], 1, &[1, 3]), Some(vec![10, 12]));
        assert_eq!(taken(&[&[1]], 0, &[]), Some(vec![]));
        assert_eq!(taken(&[&[1]], 2, &[]), None);
    }
}
