//! Parameters that are names of what the game declares.

use crate::check::Checker;
use crate::check::steps::dotted;
use crate::model::{
    ArgumentValue, CardDefId, CounterId, EventId, MoveId, NameRef, PhaseId, RegulationId, StateId,
};
use crate::syntax::{self, Ident, Operand};
use crate::vocabulary::names::NameKind;

impl Checker<'_> {
    /// One name, resolved.
    pub(super) fn name_argument(&mut self, kind: NameKind, name: &Ident) -> Option<NameRef> {
        let position = self.resolve(kind, name)?;
        name_ref(kind, position)
    }

    /// One name or several, resolved.
    pub(super) fn names_argument(
        &mut self,
        kind: NameKind,
        value: &Operand,
    ) -> Option<ArgumentValue> {
        let names = items(value)?;
        let names = names.iter().filter_map(dotted).collect::<Vec<_>>();
        Some(ArgumentValue::Names(
            names
                .iter()
                .filter_map(|name| self.name_argument(kind, name))
                .collect(),
        ))
    }
}

/// The items of a list of names in a parameter.
pub(super) fn items(value: &Operand) -> Option<Vec<syntax::Expr>> {
    let Operand::Expr(expr) = value else {
        return None;
    };
    match &expr.kind {
        syntax::ExprKind::Call(name, arguments) if name.text == "list" => Some(
            arguments
                .iter()
                .map(|argument| argument.value.clone())
                .collect(),
        ),
        _ => Some(vec![expr.clone()]),
    }
}

fn name_ref(kind: NameKind, position: u32) -> Option<NameRef> {
    Some(match kind {
        NameKind::State => NameRef::State(StateId(position)),
        NameKind::Phase => NameRef::Phase(PhaseId(position)),
        NameKind::Move => NameRef::Move(MoveId(position)),
        NameKind::Counter => NameRef::Counter(CounterId(position)),
        NameKind::Card => NameRef::Card(CardDefId(position)),
        NameKind::Event => NameRef::Event(EventId(position)),
        NameKind::Regulation => NameRef::Regulation(RegulationId(position)),
        _ => return None,
    })
}
