//! Elements that together meet several needs, each of them at most one.

use super::Lists;
use crate::ids::NOTHING;

/// How many needs there may be, and how many elements are looked at.
const MOST: usize = 256;

/// Who meets which need.
struct Matched<'a> {
    lists: &'a Lists,
    needs: i64,
    holds: i64,
    /// For each need the element that meets it.
    by: [u16; MOST],
    met: usize,
}

/// Nobody meets a need.
const NOBODY: u16 = u16::MAX;

impl Matched<'_> {
    fn holds(&self, element: usize, need: i64) -> bool {
        let held = self.lists.items(self.holds)[element];
        self.lists.items(held).contains(&need)
    }

    /// One more need is met with an element, if others can give way; says whether it is.
    fn add(&mut self, element: usize, seen: &mut [bool; MOST]) -> bool {
        for need in 0..self.lists.items(self.needs).len() {
            let wanted = self.lists.items(self.needs)[need];
            if seen[need] || !self.holds(element, wanted) {
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
        let is_met = self.add(element, &mut [false; MOST]);
        self.met += usize::from(is_met);
        is_met
    }
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
        let elements = self.items(from).len();
        let wanted = self.items(needs).len();
        let most = wanted.max(usize::try_from(count).unwrap_or(0));
        let effort = elements * (1 + wanted * wanted);
        if most > elements || elements > MOST || wanted > MOST {
            return (NOTHING, effort);
        }
        let size_of = |element: &u16| {
            let held = self.items(holds)[usize::from(*element)];
            self.items(held).len()
        };
        let mut order = [0_u16; MOST];
        for (place, element) in order.iter_mut().enumerate() {
            *element = place as u16;
        }
        let order = &mut order[..elements];
        order.sort_by_key(size_of);
        let mut matched = Matched {
            lists: self,
            needs,
            holds,
            by: [NOBODY; MOST],
            met: 0,
        };
        // Whoever is taken must leave room for the needs that are not met yet.
        let mut taken = [false; MOST];
        let mut left = most;
        for element in order.iter().map(|element| usize::from(*element)) {
            let unmet = wanted - matched.met;
            if left == 0 {
                break;
            }
            if matched.meet(element) || unmet < left {
                taken[element] = true;
                left -= 1;
            }
        }
        if matched.met < wanted || left > 0 {
            return (NOTHING, effort);
        }
        let places = (0..elements).filter(|place| taken[*place]);
        let chosen = self.pick(from, places);
        (chosen, effort)
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
