//! `PROCEED`: the replaced event, or the ability that a move wraps.

use cgml::model::{DefinitionId, Expr, Step, Type};
use cgml::vocabulary::actions::ActionKind;
use cgml::vocabulary::events::{EventFieldKind, Trigger};
use engine::ids::Slot;
use engine::op::{Builder, Op};
use engine::table::Placement;

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};
use crate::routines::Routine;

/// The meaning of `PROCEED`.
#[derive(Debug, Clone)]
pub(crate) enum Proceed {
    /// The effect of an ability.
    Ability {
        /// Number of the ability.
        number: usize,
        /// Scope of its effect.
        scope: Scope,
        /// The register that says whether it was done already.
        flag: Slot,
    },
    /// The event that a replacement stands in for, as it would have happened.
    Replaced {
        /// The event with its operands.
        what: Replaced,
        /// The register that says whether it was done already.
        flag: Slot,
    },
}

/// An event that is replaced, with the registers needed to let it happen after all.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Replaced {
    /// A card that moves.
    Move {
        /// The placement of the card.
        how: Placement,
        /// Register of the card.
        card: Slot,
        /// Register of the pile where it goes.
        to: Slot,
        /// Register of the player who acts.
        acting: Slot,
        /// The arguments of the move.
        along: crate::zones::move_arguments::MoveArguments,
    },
    /// A defined effect whose acting player and parameters are in registers from `first` on.
    Effect {
        /// Number of the definition.
        definition: u32,
        /// The acting player; the parameters follow.
        first: Slot,
        /// True if it is part of a cost.
        is_cost: bool,
    },
    /// Pieces that move.
    Transfer {
        /// Register of the pool that loses pieces.
        from: Slot,
        /// Register of the pool that gains them.
        to: Slot,
        /// Register of the number of pieces.
        count: Slot,
        /// Register that is true if all pieces move or none.
        exactly: Slot,
        /// Register of the player who acts.
        acting: Slot,
    },
    /// Anything that a single op does.
    Op(Op),
}

impl Compiler<'_> {
    /// `PROCEED`: lets the replaced event happen, once.
    pub(crate) fn proceed(&mut self, step: &Step, scope: &Scope) {
        let found = scope
            .proceed
            .and_then(|at| self.events.proceeds.get(at))
            .cloned();
        let Some(found) = found else {
            return self.not_yet(ActionKind::Proceed.row().name, step.origin);
        };
        let flag = match &found {
            Proceed::Ability { flag, .. } | Proceed::Replaced { flag, .. } => *flag,
        };
        self.code.unless_is(flag, 0, scope.fail);
        self.set(flag, 1);
        match found {
            Proceed::Ability {
                number, scope: own, ..
            } => {
                let done = self.code.label();
                let own = own.failing(done);
                self.write_ability_effect(number, &own, done);
                self.code.bind(done);
            }
            Proceed::Replaced { what, .. } => self.do_replaced(step, what, scope),
        }
    }

    fn do_replaced(&mut self, step: &Step, what: Replaced, scope: &Scope) {
        let given = step.fields();
        let given: Vec<(u32, Value)> = given
            .iter()
            .map(|(field, expr)| (*field, self.field_given(expr, what, *field, scope)))
            .collect();
        // An event that may be replaced again is offered to replacements again.
        let again = self.game.resolution.replace_again;
        let field = |number: u32| {
            let found = given.iter().find(|(field, _)| *field == number);
            found.map(|(_, value)| *value)
        };
        match what {
            Replaced::Move {
                how,
                card,
                to,
                acting,
                along,
            } => {
                let own = [(EventFieldKind::Card, card), (EventFieldKind::To, to)];
                let mut values = event_values(Trigger::Move, &own, &field);
                values.push(Value::In(acting));
                self.pass_move_arguments(along);
                self.call_with(Routine::MoveOn { how, again }, &values, scope);
            }
            Replaced::Effect {
                definition,
                first,
                is_cost,
            } => {
                let values = self.effect_values(DefinitionId(definition), first, &field);
                let routine = Routine::EffectOn {
                    definition,
                    is_cost,
                    again,
                };
                self.call_with(routine, &values, scope);
            }
            Replaced::Transfer {
                from,
                to,
                count,
                exactly,
                acting,
            } => {
                let own = [
                    (EventFieldKind::From, from),
                    (EventFieldKind::To, to),
                    (EventFieldKind::Count, count),
                ];
                let mut values = event_values(Trigger::Transfer, &own, &field);
                values.extend([exactly, acting].map(Value::In));
                self.call_with(Routine::TransferOn { again }, &values, scope);
            }
            Replaced::Op(op @ Op::Shuffle { pile }) => self.arrange(pile, op),
            Replaced::Op(op) => self.code.emit(op),
        }
    }

    /// The acting player and the parameters of a replaced effect, with what is given in place of them.
    fn effect_values(
        &self,
        definition: DefinitionId,
        first: Slot,
        given: &dyn Fn(u32) -> Option<Value>,
    ) -> Vec<Value> {
        let count = self.game.definitions[definition].params.len();
        let own = |number: u32| Value::In(Slot(first.0 + 1 + number as u8));
        let parameters = (0..count as u32).map(|number| given(number).unwrap_or(own(number)));
        std::iter::once(Value::In(first))
            .chain(parameters)
            .collect()
    }

    /// Another value for what the replaced event tells.
    fn field_given(&mut self, expr: &Expr, what: Replaced, field: u32, scope: &Scope) -> Value {
        let is_pool = match what {
            Replaced::Transfer { .. } => {
                let fields = fields_of(Trigger::Transfer);
                matches!(
                    fields.get(field as usize),
                    Some(Some(EventFieldKind::From | EventFieldKind::To))
                )
            }
            Replaced::Effect { definition, .. } => {
                let params = &self.game.definitions[DefinitionId(definition)].params;
                let param = params.get(field as usize);
                param.is_some_and(|(_, ty, _)| *ty == Type::Pool)
            }
            Replaced::Move { .. } | Replaced::Op(_) => false,
        };
        if !is_pool {
            return self.needed(expr, scope);
        }
        let pool = self.pool(expr, scope);
        let a = self.slot(pool);
        self.code.unless_there(a, scope.fail);
        Value::In(a)
    }
}

/// The fields that an event of the language tells, in order.
fn fields_of(trigger: Trigger) -> Vec<Option<EventFieldKind>> {
    let fields = trigger.row().fields.iter();
    fields
        .map(|field| EventFieldKind::find(field.name))
        .collect()
}

/// The values of fields of an event: those that are given, or its own.
fn event_values(
    trigger: Trigger,
    own: &[(EventFieldKind, Slot)],
    given: &dyn Fn(u32) -> Option<Value>,
) -> Vec<Value> {
    let fields = fields_of(trigger);
    let value = |(name, own): &(EventFieldKind, Slot)| {
        let place = fields.iter().position(|field| *field == Some(*name));
        let given = place.and_then(|place| given(place as u32));
        given.unwrap_or(Value::In(*own))
    };
    own.iter().map(value).collect()
}
