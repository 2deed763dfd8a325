//! Setting and counting, where there are plainer words than the vocabulary's.

use super::teller::{Teller, words};
use crate::model::{Expr, ExprKind, Literal, Step};
use crate::vocabulary::operators::OperatorKind;
use crate::vocabulary::parameters::Parameter;
use crate::vocabulary::phrase::How;

impl Teller<'_> {
    /// A step that marks a card or reduces a number.
    pub(super) fn setting(&self, step: &Step) -> Option<String> {
        self.marking(step).or_else(|| self.reduction(step))
    }

    /// A card gets a state or loses it, such as "tapped".
    fn marking(&self, step: &Step) -> Option<String> {
        let path = step.argument(Parameter::Path)?.expr()?;
        let value = step.argument(Parameter::Value)?.expr()?;
        let (ExprKind::Attribute(attribute, card), ExprKind::Literal(Literal::Bool(on))) =
            (&path.kind, &value.kind)
        else {
            return None;
        };
        let says = match on {
            true => words("mark {card} as {state}", "{card}を{state}にする"),
            false => words("mark {card} as not {state}", "{card}を{state}ではなくする"),
        };
        let attribute = &self.game.attributes[*attribute];
        let slots = [
            ("card", Some(self.elements_as(How::Each, card, None, None))),
            ("state", Some(self.name(&attribute.text, &attribute.name))),
        ];
        Some(self.line(says, &slots))
    }

    /// An increase by less than nothing: `score -= 1`.
    fn reduction(&self, step: &Step) -> Option<String> {
        let path = step.argument(Parameter::Path)?.expr()?;
        let by = step.argument(Parameter::By)?.expr()?;
        let less = match &by.kind {
            ExprKind::Literal(Literal::Number(number)) if *number < 0 => {
                number.unsigned_abs().to_string()
            }
            ExprKind::Operator(operation) => {
                match (operation.operator.kind, operation.operands.as_slice()) {
                    (OperatorKind::Sub, [zero, less]) if is_zero(zero) => self.value(less),
                    (_, _) => return None,
                }
            }
            _ => return None,
        };
        let says = words("reduce {0} by {1}", "{0}を{1}だけ減らす");
        Some(self.texts(says, &[self.value(path), less]))
    }
}

fn is_zero(expr: &Expr) -> bool {
    expr.kind == ExprKind::Literal(Literal::Number(0))
}
