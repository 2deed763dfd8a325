//! Fingerprint of a program: records, strategies and saved positions of one program do not fit another.
//!
//! It is a checksum of the program as bytes: codes and operands of ops, constants, printed values, and the piles in which
//! the cards of brought decks begin. Names are no part of it, neither those of the game nor those of ops in this code:
//! whatever is renamed, a record stays valid. What the bytes mean is part of [`record::VERSION`](crate::record::VERSION).

use crate::bytes::Writer;
use crate::op::Op;
use crate::program::Program;

impl Program {
    /// Sets the fingerprint of a finished program.
    pub fn set_fingerprint(&mut self) {
        let mut to = Writer::new(b"fudG", 1);
        to.count(self.ops.len());
        self.ops.iter().for_each(|op| write_op(&mut to, op));
        to.count(self.constants.len());
        self.constants
            .iter()
            .for_each(|constant| write_list(&mut to, constant));
        to.count(self.columns.len());
        self.columns
            .iter()
            .for_each(|column| write_list(&mut to, &column.values));
        // Two decks may have the same cards in other sections.
        if !self.decks.is_empty() {
            self.cards
                .iter()
                .for_each(|card| to.number(card.start.into()));
        }
        self.fingerprint = to.checksum();
    }
}

fn write_op(to: &mut Writer, op: &Op) {
    to.number(op.code().into());
    for (_, operand) in op.operands() {
        to.signed(operand.number());
    }
}

fn write_list(to: &mut Writer, values: &[i64]) {
    to.count(values.len());
    values.iter().for_each(|value| to.signed(*value));
}

#[cfg(test)]
mod tests {
    use crate::ids::{Pc, Slot};
    use crate::op::Op;
    use crate::program::{CardInfo, Program};

    fn fingerprint(change: impl FnOnce(&mut Program)) -> u64 {
        let mut program = Program {
            ops: vec![
                Op::Set {
                    to: Slot(0),
                    value: 7,
                },
                Op::Jump { to: Pc(0) },
            ],
            constants: vec![vec![1, 2], vec![3]],
            cards: vec![CardInfo::default()],
            ..Program::default()
        };
        change(&mut program);
        program.set_fingerprint();
        program.fingerprint
    }

    /// The bytes of codes and operands, and nothing that a rename could change. If this number changes, every record in
    /// the world is refused: that takes a new version of records.
    #[test]
    fn the_fingerprint_of_a_program_is_fixed() {
        assert_eq!(fingerprint(|_| {}), FIXED);
        assert_eq!(
            fingerprint(|program| program.name = "other".to_owned()),
            FIXED
        );
        let renamed = |program: &mut Program| program.cards[0].name.id = "other".to_owned();
        assert_eq!(fingerprint(renamed), FIXED);
    }

    const FIXED: u64 = 3_357_543_759_051_528_583;

    #[test]
    fn every_operand_constant_and_deck_counts() {
        let changes: [fn(&mut Program); 5] = [
            |program| program.ops[1] = Op::Jump { to: Pc(1) },
            |program| program.ops.truncate(1),
            |program| program.constants = vec![vec![1], vec![2, 3]],
            |program| program.columns.push(Default::default()),
            |program| program.decks.push("red".to_owned()),
        ];
        let mut all: Vec<u64> = changes.into_iter().map(fingerprint).collect();
        all.push(FIXED);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), changes.len() + 1);
    }
}
