//! Lists of values, kept one after the other, and what can be made of them.
//!
//! A list is a value like any other: where it begins and how many elements it has, in one number. Lists are
//! given back all together, when the effect that made them ends.

use crate::ids::{NOTHING, is_missing};
use crate::program::ValueKind;
use crate::spare::Room;
use melds::Scratch;

pub(crate) mod matching;
mod melds;

/// The number of elements that all lists of a position may have together.
pub const MOST_ELEMENTS: usize = 1 << 18;

/// Bits of a list value that hold its length; those above them hold where it begins.
pub const LENGTH_BITS: u32 = 20;

/// Keys below this are grouped without a search.
const SMALL_KEYS: i64 = 64;

const KEY_MASK: usize = SMALL_KEYS as usize - 1;

/// A verb: a function of one or two lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListVerb {
    /// The elements in the opposite order.
    Reverse,
    /// The first so many.
    Take,
    /// All but the first so many.
    Drop,
    /// True if the element `b` is there.
    Contains,
    /// The position of the element `b`, or −1.
    IndexOf,
    /// The elements of both, without repetitions.
    Union,
    /// The elements of the first that are not in the second.
    Except,
    /// The elements of the first that are in the second.
    Intersect,
    /// The elements ordered by the numbers in `b`, the smallest first.
    SortBy,
    /// Lists of the elements with the same value in `b`.
    GroupBy,
    /// The first element for each value in `b`.
    Distinct,
    /// Every way to take `b` elements.
    Combinations,
    /// The elements of lists, one after the other.
    Flatten,
    /// The whole numbers from `a` to `b`.
    Range,
    /// True if two lists have the same elements in the same order.
    Same,
    /// A list of lists, each of them replaced with the first one of `b`, or of those before it, that has the
    /// same elements: what is equal is then the same. The elements are lists in turn, so many deep.
    Alike(u8),
    /// The elements of lists, one after the other, with nothing after each list.
    Joined,
    /// The lists that [`Self::Joined`] has put together.
    Parted,
}

impl ListVerb {
    /// Its code in fingerprints of programs: no other verb ever had or gets it.
    pub(crate) fn code(self) -> u16 {
        match self {
            Self::Reverse => 1,
            Self::Take => 2,
            Self::Drop => 3,
            Self::Contains => 4,
            Self::IndexOf => 5,
            Self::Union => 6,
            Self::Except => 7,
            Self::Intersect => 8,
            Self::SortBy => 9,
            Self::GroupBy => 10,
            Self::Distinct => 11,
            Self::Combinations => 12,
            Self::Flatten => 13,
            Self::Range => 14,
            Self::Same => 15,
            Self::Joined => 16,
            Self::Parted => 17,
            Self::Alike(depth) => 0x100 + u16::from(depth),
        }
    }
}

/// All lists of a position.
#[derive(Debug, PartialEq, Eq, Default)]
pub(crate) struct Lists {
    pub(crate) elements: Room<i64>,
    scratch: Scratch,
}

impl Clone for Lists {
    fn clone(&self) -> Self {
        Self {
            elements: self.elements.clone(),
            scratch: Scratch::default(),
        }
    }

    /// Copies without taking new memory where the old suffices.
    fn clone_from(&mut self, other: &Self) {
        self.elements.clone_from(&other.elements);
    }
}

/// Start and length of a list.
#[inline(always)]
fn parts(list: i64) -> (usize, usize) {
    let length = list & ((1 << LENGTH_BITS) - 1);
    ((list >> LENGTH_BITS) as usize, length as usize)
}

#[inline(always)]
fn list(start: usize, length: usize) -> i64 {
    ((start as i64) << LENGTH_BITS) | length as i64
}

impl Lists {
    /// Makes room once, so that games need none later.
    pub(crate) fn with_room(elements: usize) -> Self {
        Self {
            elements: Room::with_room(elements),
            scratch: Scratch::default(),
        }
    }

    pub(crate) fn clone_from(&mut self, other: &Self) {
        self.elements.clone_from(&other.elements);
    }

    #[inline(always)]
    pub(crate) fn used(&self) -> usize {
        self.elements.used
    }

    #[inline(always)]
    pub(crate) fn free(&mut self, used: usize) {
        self.elements.truncate(used);
    }

    pub(crate) fn is_full(&self) -> bool {
        self.elements.used > MOST_ELEMENTS
    }

    /// A new, empty list at the end.
    #[inline(always)]
    pub(crate) fn begin(&self) -> i64 {
        list(self.elements.used, 0)
    }

    /// The elements of a list; none for a value that is missing.
    #[inline(always)]
    pub(crate) fn items(&self, of: i64) -> &[i64] {
        if of < 0 {
            return &[];
        }
        let (start, length) = parts(of);
        self.all().get(start..start + length).unwrap_or(&[])
    }

    /// Range of the elements of a list; empty for what is no list.
    pub(crate) fn range(&self, of: i64) -> std::ops::Range<usize> {
        let length = self.items(of).len();
        let (start, _) = parts(of.max(0));
        if length == 0 {
            return 0..0;
        }
        start..start + length
    }

    /// All elements of all lists.
    pub(crate) fn all(&self) -> &[i64] {
        &self.elements
    }

    /// Changes the elements that are marked.
    pub(crate) fn change(&mut self, marked: &[bool], change: impl Fn(i64) -> i64) {
        for (element, is_marked) in self.elements.iter_mut().zip(marked) {
            if *is_marked {
                *element = change(*element);
            }
        }
    }

    /// Start of a list once it is the last one, and its length; it is copied if it is not.
    #[inline(always)]
    fn last(&mut self, to: i64) -> (usize, usize) {
        let (start, length) = parts(to);
        if start + length == self.elements.used {
            return (start, length);
        }
        let moved = self.elements.used;
        for position in start..start + length {
            let item = self.elements[position];
            self.elements.push(item);
        }
        (moved, length)
    }

    /// Adds an element; the list moves to the end if it is not there already.
    #[inline(always)]
    pub(crate) fn push(&mut self, to: i64, value: i64) -> i64 {
        let (start, length) = self.last(to);
        self.elements.push(value);
        list(start, length + 1)
    }

    /// Adds elements; the list moves to the end if it is not there already.
    #[inline]
    pub(crate) fn extend(&mut self, to: i64, items: impl IntoIterator<Item = i64>) -> i64 {
        let (start, _) = self.last(to);
        self.elements.extend(items);
        list(start, self.elements.used - start)
    }

    /// A list of these elements.
    pub(crate) fn make(&mut self, items: impl IntoIterator<Item = i64>) -> i64 {
        let start = self.elements.used;
        self.elements.extend(items);
        list(start, self.elements.used - start)
    }

    /// A list whose elements are chosen from another by position.
    fn pick(&mut self, from: i64, positions: impl Iterator<Item = usize>) -> i64 {
        let (first, _) = parts(from);
        let start = self.elements.used;
        for position in positions {
            let item = self.elements[first + position];
            self.elements.push(item);
        }
        list(start, self.elements.used - start)
    }

    /// Copies a list behind all others, with those that it holds; other values stay as they are. The copy
    /// counts from `first` on: it is the list once [`Self::drop_first`] has dropped what is before.
    pub(crate) fn kept(&mut self, sort: ValueKind, value: i64, first: usize) -> i64 {
        if is_missing(value) || !matches!(sort, ValueKind::Cards | ValueKind::Groups) {
            return value;
        }
        let from = self.range(value);
        let (start, length) = (self.elements.used, from.len());
        for place in from {
            let item = self.elements[place];
            self.elements.push(item);
        }
        if sort == ValueKind::Groups {
            for place in start..start + length {
                let group = self.elements[place];
                self.elements[place] = self.kept(ValueKind::Cards, group, first);
            }
        }
        list(start - first, length)
    }

    /// Gives back the room of the first so many elements; lists behind them move up.
    pub(crate) fn drop_first(&mut self, count: usize) {
        self.elements.copy_within(count.., 0);
        self.elements.truncate(self.elements.used - count);
    }

    /// About how many elements a verb has to look at, besides those that it makes.
    pub(crate) fn work(&self, verb: ListVerb, a: i64, b: i64) -> usize {
        let length = self.items(a).len();
        match verb {
            ListVerb::Reverse
            | ListVerb::Take
            | ListVerb::Drop
            | ListVerb::Range
            | ListVerb::Combinations
            | ListVerb::Joined
            | ListVerb::Parted
            | ListVerb::Flatten => 0,
            ListVerb::Contains | ListVerb::IndexOf | ListVerb::Same => length,
            ListVerb::SortBy => length * 16,
            ListVerb::GroupBy | ListVerb::Distinct => length * length / 2,
            ListVerb::Except | ListVerb::Intersect => length * self.items(b).len(),
            ListVerb::Union | ListVerb::Alike(_) => {
                let both = length + self.items(b).len();
                both * both / 2
            }
        }
    }

    /// Applies a verb to `a` and `b`.
    pub(crate) fn apply(&mut self, verb: ListVerb, a: i64, b: i64) -> i64 {
        let length = self.items(a).len();
        match verb {
            ListVerb::Reverse => self.pick(a, (0..length).rev()),
            // Elements never change, so that a part of a list needs no copy.
            ListVerb::Take => list(self.range(a).start, length.min(size(b))),
            ListVerb::Drop => {
                let dropped = length.min(size(b));
                list(self.range(a).start + dropped, length - dropped)
            }
            ListVerb::Contains => i64::from(self.items(a).contains(&b)),
            ListVerb::IndexOf => {
                let found = self.items(a).iter().position(|item| *item == b);
                found.map_or(-1, |position| position as i64)
            }
            ListVerb::Union => self.union(a, b),
            ListVerb::Except => self.keep(a, |lists, item| !lists.items(b).contains(&item)),
            ListVerb::Intersect => self.keep(a, |lists, item| lists.items(b).contains(&item)),
            ListVerb::SortBy => self.sort_by(a, b),
            ListVerb::GroupBy => self.group_by(a, b),
            ListVerb::Distinct => self.distinct(a, b),
            ListVerb::Combinations => self.combinations(a, b),
            ListVerb::Flatten => self.flatten(a),
            ListVerb::Range => self.numbers(a, b),
            ListVerb::Same => i64::from(self.items(a) == self.items(b)),
            ListVerb::Alike(depth) => self.alike(a, b, depth),
            ListVerb::Joined => self.joined(a),
            ListVerb::Parted => self.parted(a),
        }
    }

    fn keep(&mut self, from: i64, keeps: impl Fn(&Self, i64) -> bool) -> i64 {
        let (first, length) = parts(from.max(0));
        let mut kept = self.begin();
        for position in 0..length {
            let item = self.elements[first + position];
            if keeps(self, item) {
                kept = self.push(kept, item);
            }
        }
        kept
    }

    fn union(&mut self, a: i64, b: i64) -> i64 {
        let mut all = self.begin();
        for source in [a, b] {
            for position in 0..self.items(source).len() {
                let item = self.items(source)[position];
                if !self.items(all).contains(&item) {
                    all = self.push(all, item);
                }
            }
        }
        all
    }

    fn sort_by(&mut self, from: i64, keys: i64) -> i64 {
        let length = self.items(from).len();
        let sorted = self.make(0..length as i64);
        let (start, _) = parts(sorted);
        let ((first, _), (first_key, _)) = (parts(from.max(0)), parts(keys.max(0)));
        let count = self.items(keys).len() as i64;
        let (known, order) = self.elements.split_at_mut(start);
        // Positions are different, so that elements with equal keys keep their order.
        order.sort_unstable_by_key(|position| {
            let key = (*position < count).then(|| known[first_key + *position as usize]);
            (key, *position)
        });
        for place in order {
            *place = known[first + *place as usize];
        }
        sorted
    }

    fn group_by(&mut self, from: i64, keys: i64) -> i64 {
        let (first, length) = parts(from.max(0));
        let (first_key, _) = parts(keys.max(0));
        let keys = &self.elements[first_key..first_key + length];
        if !keys.iter().all(|key| (0..SMALL_KEYS).contains(key)) {
            return self.group_by_any(from, list(first_key, length));
        }
        // The keys in the order in which they appear, how often, and where the next element of each goes.
        let mut order = [0_u8; SMALL_KEYS as usize];
        let mut counts = [0_u32; SMALL_KEYS as usize];
        let mut groups = 0;
        for key in keys {
            let count = &mut counts[*key as usize & KEY_MASK];
            if *count == 0 {
                order[groups & KEY_MASK] = *key as u8;
                groups += 1;
            }
            *count += 1;
        }
        let start = self.elements.used;
        let (used, room) = self.elements.used_and_room(length + groups);
        let (grouped, lists) = room.split_at_mut(length);
        let mut places = [0_u32; SMALL_KEYS as usize];
        let mut place = 0;
        for (key, made) in order[..groups].iter().zip(lists) {
            let key = usize::from(*key) & KEY_MASK;
            places[key] = place;
            *made = list(start + place as usize, counts[key] as usize);
            place += counts[key];
        }
        let keys = &used[first_key..first_key + length];
        let items = &used[first..first + length];
        for (key, item) in keys.iter().zip(items) {
            let place = &mut places[*key as usize & KEY_MASK];
            grouped[*place as usize] = *item;
            *place += 1;
        }
        self.elements.used += length + groups;
        list(start + length, groups)
    }

    /// As [`Self::group_by`], for keys of any size.
    fn group_by_any(&mut self, from: i64, keys: i64) -> i64 {
        // The list of the keys becomes the list of the groups, one after the other.
        let groups = self.distinct(keys, keys);
        let (first_group, count) = parts(groups);
        let (first, length) = parts(from.max(0));
        for group in first_group..first_group + count {
            let key = self.elements[group];
            let mut members = self.begin();
            for position in 0..length {
                if self.items(keys)[position] == key {
                    let item = self.elements[first + position];
                    members = self.push(members, item);
                }
            }
            self.elements[group] = members;
        }
        groups
    }

    fn distinct(&mut self, from: i64, keys: i64) -> i64 {
        let (first, length) = parts(from.max(0));
        let (first_key, _) = parts(keys.max(0));
        let start = self.elements.used;
        let (used, room) = self.elements.used_and_room(length);
        let keys = &used[first_key..first_key + length];
        let items = &used[first..first + length];
        let mut seen = 0_u64;
        let mut kept = 0;
        for (position, (key, item)) in keys.iter().zip(items).enumerate() {
            let is_new = if (0..SMALL_KEYS).contains(key) {
                let bit = 1 << key;
                let is_new = seen & bit == 0;
                seen |= bit;
                is_new
            } else {
                !keys[..position].contains(key)
            };
            if is_new {
                room[kept] = *item;
                kept += 1;
            }
        }
        self.elements.used += kept;
        list(start, kept)
    }

    fn combinations(&mut self, from: i64, count: i64) -> i64 {
        let (first, length) = (parts(from.max(0)).0, self.items(from).len());
        let count = size(count);
        if count > length {
            return self.begin();
        }
        let ways = ways(length, count);
        let needed = ways.saturating_mul(count + 1);
        if needed > MOST_ELEMENTS {
            return self.make(std::iter::repeat_n(NOTHING, MOST_ELEMENTS + 1));
        }
        // The list of all ways, the ways themselves, and behind them which positions are chosen.
        let start = self.elements.used;
        let (used, room) = self.elements.used_and_room(needed + count);
        let items = &used[first..first + length];
        let (made, chosen) = room.split_at_mut(needed);
        let chosen = &mut chosen[..count];
        for (at, position) in chosen.iter_mut().enumerate() {
            *position = at as i64;
        }
        for way in 0..ways {
            let place = ways + way * count;
            made[way] = list(start + place, count);
            for (element, position) in made[place..].iter_mut().zip(&*chosen) {
                *element = items[*position as usize];
            }
            let is_movable = |at: &usize| (chosen[*at] as usize) + count - at < length;
            if let Some(movable) = (0..count).rev().find(is_movable) {
                let position = chosen[movable];
                for (after, place) in chosen[movable..].iter_mut().enumerate() {
                    *place = position + 1 + after as i64;
                }
            }
        }
        self.elements.used += needed;
        list(start, ways)
    }

    fn alike(&mut self, from: i64, known: i64, depth: u8) -> i64 {
        let mut kept = self.begin();
        for position in 0..self.items(from).len() {
            let item = self.items(from)[position];
            let mut earlier = self.items(known).iter().chain(self.items(kept));
            let same = earlier.find(|other| self.is_equal(item, **other, depth));
            let item = same.copied().unwrap_or(item);
            kept = self.push(kept, item);
        }
        kept
    }

    /// True if two lists have equal elements; those are lists in turn, so many deep.
    fn is_equal(&self, a: i64, b: i64, depth: u8) -> bool {
        let (a, b) = (self.items(a), self.items(b));
        if depth == 0 || a.len() != b.len() {
            return a == b;
        }
        let mut pairs = a.iter().zip(b);
        pairs.all(|(a, b)| self.is_equal(*a, *b, depth - 1))
    }

    fn joined(&mut self, from: i64) -> i64 {
        let mut joined = self.begin();
        for position in 0..self.items(from).len() {
            let list = self.items(from)[position];
            for place in 0..self.items(list).len() {
                let item = self.items(list)[place];
                joined = self.push(joined, item);
            }
            joined = self.push(joined, NOTHING);
        }
        joined
    }

    fn parted(&mut self, from: i64) -> i64 {
        let is_end = |item: &&i64| **item == NOTHING;
        let count = self.items(from).iter().filter(is_end).count();
        let all = self.make(std::iter::repeat_n(NOTHING, count));
        let (mut part, _) = parts(all);
        let mut first = 0;
        for place in 0..self.items(from).len() {
            if self.items(from)[place] == NOTHING {
                self.elements[part] = self.pick(from, first..place);
                part += 1;
                first = place + 1;
            }
        }
        all
    }

    fn numbers(&mut self, first: i64, last: i64) -> i64 {
        let last = last.min(first.saturating_add(MOST_ELEMENTS as i64));
        self.make(first..=last)
    }
}

/// The number of ways to choose so many of so many; a large number if there are more.
fn ways(from: usize, count: usize) -> usize {
    let count = count.min(from - count);
    (0..count).fold(1, |ways: usize, taken| {
        let more = ways.saturating_mul(from - taken);
        if more == usize::MAX {
            more
        } else {
            more / (taken + 1)
        }
    })
}

/// A number of elements.
fn size(number: i64) -> usize {
    if number == NOTHING {
        return 0;
    }
    usize::try_from(number).unwrap_or(0)
}

#[cfg(test)]
mod tests;
