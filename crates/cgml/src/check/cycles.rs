//! The things that need themselves, directly or through others.

use crate::codes::files::TOO_DEEP;
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::Span;

/// The problem of things that build on each other too often, such as "rules extend".
pub(super) fn chain_too_long(span: Span, what: &str) -> Diagnostic {
    let message = format!("{what} each other more than {} deep", limits::CHAIN);
    Diagnostic::new(TOO_DEEP, span, message).hint("put what they share into one of them")
}

/// The circles among things that need each other, each once, its members in order.
pub(super) fn circles(needs: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let in_cycle = in_cycle(needs);
    let mut seen = vec![false; needs.len()];
    let mut circles = Vec::new();
    for start in 0..needs.len() {
        if !in_cycle[start] || seen[start] {
            continue;
        }
        let mut circle = Vec::new();
        let mut waiting = vec![start as u32];
        while let Some(next) = waiting.pop() {
            let position = next as usize;
            if in_cycle[position] && !std::mem::replace(&mut seen[position], true) {
                circle.push(next);
                waiting.extend(&needs[position]);
            }
        }
        circle.sort_unstable();
        circles.push(circle);
    }
    circles
}

/// For each thing whether it needs itself, given what each needs. The cost is that of reading the
/// lists once, however the things depend on each other.
pub(super) fn in_cycle(needs: &[Vec<u32>]) -> Vec<bool> {
    let mut search = Search {
        needs,
        order: vec![UNSEEN; needs.len()],
        lowest: vec![0; needs.len()],
        open: Vec::new(),
        is_open: vec![false; needs.len()],
        in_cycle: vec![false; needs.len()],
        seen: 0,
    };
    for thing in 0..needs.len() {
        if search.order[thing] == UNSEEN {
            search.visit(thing);
        }
    }
    search.in_cycle
}

const UNSEEN: u32 = u32::MAX;

/// Tarjan's search for groups that reach each other, with a stack of its own: a chain of things may
/// be longer than the program's stack is deep.
struct Search<'a> {
    needs: &'a [Vec<u32>],
    /// Position of each thing in the order of first visits.
    order: Vec<u32>,
    /// The first seen of the open things that each reaches.
    lowest: Vec<u32>,
    open: Vec<usize>,
    is_open: Vec<bool>,
    in_cycle: Vec<bool>,
    seen: u32,
}

impl Search<'_> {
    fn visit(&mut self, start: usize) {
        let mut path = vec![(self.enter(start), 0)];
        while let Some((thing, next)) = path.last_mut() {
            let thing = *thing;
            let Some(needed) = self.needs[thing].get(*next) else {
                path.pop();
                if let Some((user, _)) = path.last() {
                    self.lowest[*user] = self.lowest[*user].min(self.lowest[thing]);
                }
                self.leave(thing);
                continue;
            };
            *next += 1;
            let needed = *needed as usize;
            if self.order[needed] == UNSEEN {
                path.push((self.enter(needed), 0));
            } else if self.is_open[needed] {
                self.lowest[thing] = self.lowest[thing].min(self.order[needed]);
            }
        }
    }

    fn enter(&mut self, thing: usize) -> usize {
        self.order[thing] = self.seen;
        self.lowest[thing] = self.seen;
        self.seen += 1;
        self.open.push(thing);
        self.is_open[thing] = true;
        thing
    }

    /// Closes the group of a thing, if it is the first of it.
    fn leave(&mut self, thing: usize) {
        if self.lowest[thing] != self.order[thing] {
            return;
        }
        let first = self.open.iter().rposition(|open| *open == thing);
        let group = self
            .open
            .split_off(first.expect("a thing is open until it is left"));
        let is_cycle = group.len() > 1 || self.needs[thing].contains(&(thing as u32));
        for member in group {
            self.is_open[member] = false;
            self.in_cycle[member] = is_cycle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_needs_itself_through_others_is_found_and_what_only_leads_there_is_not() {
        let needs = [
            vec![1],
            vec![2, 4],
            vec![3],
            vec![1],
            vec![],
            vec![5],
            vec![0, 4],
        ];

        assert_eq!(
            in_cycle(&needs),
            [false, true, true, true, false, true, false]
        );
    }

    #[test]
    fn two_circles_with_a_way_between_them_are_two() {
        let needs = [vec![1], vec![0, 2], vec![3], vec![2], vec![3]];

        assert_eq!(in_cycle(&needs), [true, true, true, true, false]);
    }

    #[test]
    fn a_long_chain_is_followed_without_a_deep_stack() {
        let chain = |last| {
            let mut needs: Vec<Vec<u32>> = (1..200_000).map(|next| vec![next]).collect();
            needs.push(last);
            in_cycle(&needs).into_iter().filter(|it| *it).count()
        };

        assert_eq!(chain(vec![]), 0);
        assert_eq!(chain(vec![0]), 200_000);
        assert_eq!(chain(vec![199_990]), 10);
    }
}
