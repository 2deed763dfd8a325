//! Tables of a program for machine code: copies that stay where they are.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use engine::ids::{Column, NOTHING, Pc, Pile};
use engine::live::successors;
use engine::op::Op;
use engine::program::{PileInfo, Program, Role, names_of_move};

/// Reads a constant fact about a pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PileFact {
    /// Seats that see a card that lies face up.
    SeenUp,
    /// Seats that see a card that lies face down.
    SeenDown,
    /// Seats that see the top card.
    TopSeen,
    /// The number of cards room for.
    Capacity,
    /// 1 if cards lie face down.
    FaceDown,
    /// 1 if the first card in is the first one out.
    FirstOut,
    /// Its role, as a number.
    Role,
}

const FACTS: usize = 7;

/// Counters for the values of a column, all in one number: so many bits for each value.
#[derive(Debug)]
pub(crate) struct Counters {
    bits: u32,
    values: u32,
    /// For each card the number to be added.
    pub ones: Box<[i64]>,
}

impl Counters {
    /// Nothing if there are too many values, or too many cards with one of them.
    fn of(values: &[i64]) -> Option<Self> {
        let most = *values.iter().max()?;
        let count = u32::try_from(most).ok()? + 1;
        let bits = (64 / count.clamp(1, 65)).min(32);
        if bits < 2 || values.iter().any(|value| *value < 0) {
            return None;
        }
        let often = |value: &i64| values.iter().filter(|other| *other == value).count();
        let counted = 1_usize << (bits - 1).min(16);
        let fits = values.iter().all(|value| often(value) < counted);
        fits.then(|| Self {
            bits,
            values: count,
            ones: values
                .iter()
                .map(|value| 1_i64 << (*value as u32 * bits))
                .collect(),
        })
    }

    /// Start of the counters, so that the highest bit of one is set once it has come to `least`; and all
    /// these bits.
    pub(crate) fn start_and_full(&self, least: u8) -> Option<(i64, i64)> {
        let full = 1_i64 << (self.bits - 1);
        let start = full
            .checked_sub(i64::from(least))
            .filter(|start| *start >= 0)?;
        let each = |of_one: i64| {
            (0..self.values).fold(0_i64, |all, value| all | of_one << (value * self.bits))
        };
        (least > 0).then(|| (each(start), each(full)))
    }
}

/// Initial values of a mark.
#[derive(Debug)]
pub(crate) enum Start {
    /// All with the same.
    Same(i64),
    /// Each with its own.
    OfCard(Box<[i64]>),
}

impl Start {
    fn of(values: &[i64]) -> Self {
        match values {
            [first, others @ ..] if others.iter().all(|other| other == first) => Self::Same(*first),
            _ => Self::OfCard(values.into()),
        }
    }
}

/// The tables of one program.
#[derive(Debug)]
pub(crate) struct Tables {
    /// Initial values of each mark.
    pub starts: Vec<Start>,
    /// For each column what is printed on the cards.
    pub columns: Vec<Box<[i64]>>,
    /// For the columns whose values are counted, counters.
    counters: Vec<Option<Counters>>,
    /// Constants of the program, at addresses that do not change.
    pub constants: Vec<Box<[i64]>>,
    /// Each fact about all piles.
    facts: [Box<[i64]>; FACTS],
    /// The names that a move has, by the roles of both piles.
    pub names: Box<[i64]>,
    /// Owners of the piles.
    pub owners: Box<[i64]>,
    /// Ops at which the code can be entered.
    pub entries: Vec<Pc>,
    /// For each end of a routine the numbers of the entries that it goes to, unless it is the end of several.
    pub ends: BTreeMap<Pc, Range<usize>>,
    /// For each op the number of its entry.
    pub entry_of: Box<[Option<u32>]>,
    /// The same for machine code; where there is no entry, a number that means none.
    pub entry_numbers: Box<[u32]>,
    /// For each op after a call the routine that is called; elsewhere a number that is no op.
    pub called: Box<[u32]>,
}

impl Tables {
    pub(crate) fn of(program: &Program) -> Self {
        let owner = |owner: Option<u8>| owner.map_or(NOTHING, i64::from);
        let after_calls = after_calls(program);
        let entries = entries(program, &after_calls);
        let mut entry_of = vec![None; program.ops.len()];
        for (number, pc) in entries.iter().enumerate() {
            entry_of[pc.index()] = Some(number as u32);
        }
        let fact = |fact: fn(&PileInfo) -> i64| program.piles.iter().map(fact).collect();
        Self {
            starts: program
                .marks
                .iter()
                .map(|mark| Start::of(&mark.start))
                .collect(),
            facts: [
                fact(|pile| pile.seen[0].into()),
                fact(|pile| pile.seen[1].into()),
                fact(|pile| pile.top_seen.into()),
                fact(|pile| pile.capacity.into()),
                fact(|pile| pile.face_down.into()),
                fact(|pile| pile.first_out.into()),
                fact(|pile| pile.role as i64),
            ],
            names: Role::ALL
                .iter()
                .flat_map(|from| Role::ALL.map(|into| names_of_move(*from, into)))
                .collect(),
            columns: program
                .columns
                .iter()
                .map(|column| column.values.clone().into_boxed_slice())
                .collect(),
            counters: counters(program),
            constants: program
                .constants
                .iter()
                .map(|constant| constant.clone().into_boxed_slice())
                .collect(),
            owners: program.piles.iter().map(|pile| owner(pile.owner)).collect(),
            entry_numbers: entry_of
                .iter()
                .map(|entry: &Option<u32>| entry.unwrap_or(u32::MAX))
                .collect(),
            called: called(program),
            ends: ends(program, &after_calls),
            entries,
            entry_of: entry_of.into_boxed_slice(),
        }
    }
}

impl Tables {
    /// Counters for the values of a column, if its values are counted and can be.
    pub(crate) fn counters(&self, column: Column) -> Option<&Counters> {
        self.counters[column.index()].as_ref()
    }

    /// A fact about a pile.
    pub(crate) fn fact(&self, pile: Pile, fact: PileFact) -> i64 {
        self.facts[fact as usize][pile.index()]
    }

    /// A fact about all piles.
    pub(crate) fn facts_of(&self, fact: PileFact) -> *const i64 {
        self.facts[fact as usize].as_ptr()
    }

    /// A fact that is the same for all piles.
    pub(crate) fn same_fact(&self, fact: PileFact) -> Option<i64> {
        let facts = &self.facts[fact as usize];
        let first = *facts.first()?;
        facts.iter().all(|fact| *fact == first).then_some(first)
    }
}

/// For each column counters, if an op needs them and they can be.
fn counters(program: &Program) -> Vec<Option<Counters>> {
    let mut counters: Vec<_> = program.columns.iter().map(|_| None).collect();
    for op in &program.ops {
        if let Op::UnlessFrequent { keys, .. } = op {
            counters[keys.index()] = Counters::of(&program.columns[keys.index()].values);
        }
    }
    counters
}

/// Every op at which a routine begins or goes on after it was left: first, routine by routine, those that go on
/// when it has ended.
fn entries(program: &Program, after_calls: &BTreeMap<Pc, Vec<Pc>>) -> Vec<Pc> {
    let after_calls: Vec<Pc> = after_calls.values().flatten().copied().collect();
    let is_after_a_call: BTreeSet<Pc> = after_calls.iter().copied().collect();
    let mut entries = vec![program.start];
    for (at, op) in program.ops.iter().enumerate() {
        let next = Pc(at as u32 + 1);
        match *op {
            Op::Call {
                routine, otherwise, ..
            } => entries.extend([routine, otherwise]),
            Op::Leave { to } => entries.push(to),
            Op::Ready {} => entries.push(next),
            op if op.waits() => entries.push(next),
            _ => {}
        }
    }
    entries.sort_unstable();
    entries.dedup();
    entries.retain(|pc| pc.index() < program.ops.len() && !is_after_a_call.contains(pc));
    after_calls.into_iter().chain(entries).collect()
}

/// For each routine the ops after its calls.
fn after_calls(program: &Program) -> BTreeMap<Pc, Vec<Pc>> {
    let mut after: BTreeMap<Pc, Vec<Pc>> = BTreeMap::new();
    let ops = program.ops.iter().enumerate();
    for (at, op) in ops.take(program.ops.len().saturating_sub(1)) {
        if let Op::Call { routine, .. } = op {
            after.entry(*routine).or_default().push(Pc(at as u32 + 1));
        }
    }
    after
}

fn called(program: &Program) -> Box<[u32]> {
    let mut called = vec![u32::MAX; program.ops.len()];
    let after = called.iter_mut().skip(1);
    for (called, op) in after.zip(&program.ops) {
        if let Op::Call { routine, .. } = op {
            *called = routine.0;
        }
    }
    called.into_boxed_slice()
}

/// For each end of a routine the numbers of the entries that it goes to, unless it is the end of several.
fn ends(program: &Program, after_calls: &BTreeMap<Pc, Vec<Pc>>) -> BTreeMap<Pc, Range<usize>> {
    let mut first = 0;
    let mut ends: BTreeMap<Pc, Range<usize>> = BTreeMap::new();
    let mut shared: BTreeSet<Pc> = BTreeSet::new();
    for (routine, after) in after_calls {
        let entries = first..first + after.len();
        first = entries.end;
        for end in ends_of(program, *routine) {
            if ends.insert(end, entries.clone()).is_some() {
                shared.insert(end);
            }
        }
    }
    ends.retain(|end, _| !shared.contains(end));
    ends
}

/// The ops that end a routine.
fn ends_of(program: &Program, routine: Pc) -> Vec<Pc> {
    let mut seen: BTreeSet<Pc> = BTreeSet::new();
    let mut open = vec![routine];
    while let Some(pc) = open.pop() {
        if pc.index() < program.ops.len() && seen.insert(pc) {
            open.extend(successors(program, pc));
        }
    }
    let is_end = |pc: &Pc| program.ops[pc.index()] == Op::Return {};
    seen.into_iter().filter(is_end).collect()
}

#[cfg(test)]
mod tests {
    use super::Counters;

    /// True if the counter of some value is full after these cards.
    fn is_frequent(counters: &Counters, cards: &[usize], least: u8) -> bool {
        let (start, full) = counters
            .start_and_full(least)
            .expect("it can be counted so far");
        let counted = cards.iter().map(|card| counters.ones[*card]).sum::<i64>();
        (start + counted) & full != 0
    }

    #[test]
    fn a_counter_is_full_when_it_has_come_to_the_number() {
        let ranks: Vec<i64> = (0..52).map(|card| card % 13).collect();
        let counters = Counters::of(&ranks).expect("thirteen values fit");
        let kings = [12, 25, 38, 51];
        assert!(is_frequent(&counters, &kings, 4));
        assert!(!is_frequent(&counters, &kings[1..], 4));
        assert!(is_frequent(&counters, &kings[1..], 3));
        assert!(!is_frequent(&counters, &[0, 1, 2, 3, 4, 5, 6], 2));
    }

    #[test]
    fn what_does_not_fit_is_not_counted() {
        let many: Vec<i64> = (0..64).collect();
        assert!(Counters::of(&many).is_none());
        assert!(Counters::of(&[0; 200]).is_some());
        assert!(Counters::of(&[3, -1]).is_none());
        let often: Vec<i64> = (0..52).map(|card| card % 15).chain([0; 8]).collect();
        assert!(Counters::of(&often).is_none());
    }
}
