//! Layout for made-up positions: sides of conditions, and questions about them.

use cgml::model::visit::each_expr;
use cgml::model::{CardDefId, Expr, ExprKind, Game};
use cgml::vocabulary::fields::FieldKind;
use cgml::vocabulary::operators::OperatorKind;
use engine::ids::Pile;
use engine::program::{CardInfo, PileInfo, Program, RehearsalInfo, Text, ZoneInfo};

use crate::plan::texts::text;

/// Requirements of made-up positions of a game.
#[derive(Debug, Clone, Default)]
pub struct Rehearsal<'g> {
    /// Questions that each position is asked.
    pub questions: Vec<Question<'g>>,
    /// Cards besides those of the decks, each with the seat whose it is. They begin out of the game.
    pub cards: Vec<(CardDefId, Option<u8>)>,
}

impl Rehearsal<'_> {
    /// True if a question is about how many turns a player has begun.
    pub(crate) fn asks_for_turns(&self) -> bool {
        self.questions.iter().any(|question| {
            let (Question::Holds(expr) | Question::Cards(expr)) = question;
            let mut asks = false;
            each_expr(expr, &mut |inner| {
                asks |= matches!(inner.kind, ExprKind::Field(FieldKind::Turns, _));
            });
            asks
        })
    }
}

/// A question about positions.
#[derive(Debug, Clone, Copy)]
pub enum Question<'g> {
    /// True if an expression holds.
    Holds(&'g Expr),
    /// The cards that an expression gives.
    Cards(&'g Expr),
}

/// The number of values that an answer is explained with.
const MOST_SIDES: usize = 8;

/// The place for cards that are out of the game, and the cards that begin there.
pub(crate) fn lay_out(
    game: &Game,
    rehearsal: &Rehearsal<'_>,
    program: &mut Program,
    owners: &mut Vec<i64>,
) {
    let outside = Pile(program.piles.len() as u16);
    program.piles.push(PileInfo {
        zone: program.zones.len() as u16,
        capacity: u16::MAX,
        ..PileInfo::default()
    });
    program.zones.push(ZoneInfo {
        name: Text {
            id: "out of the game".to_owned(),
            texts: Vec::new(),
        },
        first: outside.0,
        count: 1,
        ..ZoneInfo::default()
    });
    for (card, owner) in &rehearsal.cards {
        program.cards.push(CardInfo {
            name: text(&game.cards[*card].name, &game.cards[*card].title),
            kind: card.0 as u16,
            start: outside.0,
            back: owner.map_or(0, |owner| 1 + u16::from(owner)),
        });
        owners.push(owner.map_or(engine::ids::NOTHING, i64::from));
    }
    program.rehearsal = Some(RehearsalInfo {
        outside,
        ..RehearsalInfo::default()
    });
}

/// The values that a fact compares: the operands of its comparisons that are not constants.
pub(crate) fn sides(fact: &Expr) -> Vec<&Expr> {
    let mut sides = Vec::new();
    add_sides(fact, &mut sides);
    sides.truncate(MOST_SIDES);
    sides
}

fn add_sides<'e>(fact: &'e Expr, sides: &mut Vec<&'e Expr>) {
    let ExprKind::Operator(operation) = &fact.kind else {
        return;
    };
    match operation.operator.kind {
        OperatorKind::And | OperatorKind::Or | OperatorKind::Not => {
            for operand in &operation.operands {
                add_sides(operand, sides);
            }
        }
        OperatorKind::IsEqual | OperatorKind::IsLessThan | OperatorKind::IsGreaterThan => {
            let operands = operation.operands.iter();
            sides.extend(operands.filter(|operand| !is_constant(operand)));
        }
        _ => {}
    }
}

fn is_constant(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Literal(_)
            | ExprKind::Phase(_)
            | ExprKind::State(_)
            | ExprKind::CardName(_)
            | ExprKind::Kind(_)
            | ExprKind::Team(_)
            | ExprKind::PlayerAt(_)
    )
}
