//! Open chance: a game that waits where chance decides.
//!
//! Ops that use chance become ops that leave it open, and before every op that takes a card from a pile or
//! looks at its order stands one that waits for chance. Nothing of this is in a game that is compiled
//! otherwise.

use cgml::model::{Expr, ExprKind, Type};
use cgml::vocabulary::fields::FieldKind;
use cgml::vocabulary::operators::OperatorKind;
use engine::ids::Meaning;
use engine::op::{Op, PileOperand};
use engine::open::Which;
use engine::program::{ChoiceKind, Text, ValueKind};

use crate::compiler::Compiler;

impl Compiler<'_> {
    /// The elements of this list, which are gone through next, may come in any order. Nothing needs to be
    /// settled for that.
    pub(crate) fn in_any_order(&mut self, list: &Expr) {
        self.code.any_order = is_of_piles(list);
    }

    /// Leaves all chance open.
    pub(crate) fn open_chance(&mut self) {
        let card = self.meaning(ChoiceKind::Option, Text::default(), ValueKind::Card);
        let list = self.meaning(ChoiceKind::Option, Text::default(), ValueKind::List);
        self.code.rewrite(|op| match op {
            Op::Shuffle { pile } => (
                None,
                Op::Open { pile },
                Some(Op::SettleAt {
                    pile,
                    which: Which::Seen,
                    meaning: card,
                }),
            ),
            Op::ChooseRandom {
                to,
                list: from,
                count,
            } => {
                let pick = Op::Pick {
                    to,
                    list: from,
                    count,
                    meaning: list,
                };
                (None, pick, None)
            }
            Op::MoveCard {
                card,
                to,
                how,
                otherwise,
            } => {
                let move_open = Op::MoveOpen {
                    card,
                    to,
                    how,
                    otherwise,
                };
                (None, move_open, None)
            }
            op => (settled_before(&op, card), op, None),
        });
    }
}

/// True if a list is that of the cards of piles, or of some of them.
fn is_of_piles(list: &Expr) -> bool {
    match &list.kind {
        ExprKind::Zone(..) => list.ty == Type::Zone,
        ExprKind::Field(FieldKind::Cards, zone) => is_of_piles(zone),
        ExprKind::Operator(operation) => {
            [OperatorKind::Filter, OperatorKind::Map].contains(&operation.operator.kind)
                && operation.operands.first().is_some_and(is_of_piles)
        }
        _ => false,
    }
}

/// The op that settles what another op needs. A card that is named lies wherever it lies: taking it out
/// of a pile decides nothing about the others.
fn settled_before(op: &Op, meaning: Meaning) -> Option<Op> {
    let known = |pile, which: Which| Op::Settle {
        pile,
        which,
        meaning,
    };
    let at = |pile, which: Which| Op::SettleAt {
        pile,
        which,
        meaning,
    };
    let (pile, which) = op.reads_order()?;
    Some(match pile {
        PileOperand::Known(pile) => known(pile, which),
        PileOperand::At(pile) => at(pile, which),
    })
}
