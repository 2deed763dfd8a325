//! What is wrapped: what an event would have done that is replaced, or what an ability does inside of a move.

use cgml::model::{AbilitySort, DefinitionId, Failure, Step, Subject, Value as Given};
use engine::ids::{Cell, Slot};
use engine::op::Op;

use crate::code::Label;
use crate::compiler::{Compiler, Routine};
use crate::rules::Happening;
use crate::scope::{Context, Scope, Value};

/// What `PROCEED` does.
#[derive(Debug, Clone)]
pub(crate) enum Proceed {
    /// What an ability does.
    Ability {
        /// Which.
        number: usize,
        /// Where it stands.
        scope: Scope,
        /// The register that says whether it was done already.
        flag: Slot,
    },
    /// What was replaced.
    Replaced {
        /// What it is.
        what: Replaced,
        /// The register that says whether it was done already.
        flag: Slot,
    },
}

/// What was replaced.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Replaced {
    /// A card that moves.
    Move {
        /// How it is put.
        how: u8,
        /// The card.
        card: Slot,
        /// Where it goes.
        to: Slot,
        /// Who acts.
        acting: Slot,
        /// What goes along with it.
        along: crate::along::Along,
    },
    /// A defined effect whose acting player and parameters are in registers from `first` on.
    Effect {
        /// Which.
        definition: u32,
        /// The acting player; the parameters follow.
        first: Slot,
    },
    /// Pieces that move.
    Transfer {
        /// From which pool.
        from: Slot,
        /// To which pool.
        to: Slot,
        /// How many.
        count: Slot,
        /// Whether all or none.
        exactly: Slot,
        /// Who acts.
        acting: Slot,
    },
    /// One op.
    Op(Op),
}

impl<'g> Compiler<'g> {
    /// `PROCEED`.
    pub(crate) fn proceed(&mut self, step: &Step, scope: &Scope) {
        let found = scope.proceed.and_then(|at| self.proceeds.get(at)).cloned();
        let Some(found) = found else {
            return self.not_yet("PROCEED", step.origin);
        };
        let flag = match &found {
            Proceed::Ability { flag, .. } | Proceed::Replaced { flag, .. } => *flag,
        };
        self.code.emit(Op::UnlessIs {
            a: flag,
            value: 0,
            to: scope.fail.pc(),
        });
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
        let given: Vec<(u32, Value)> = step
            .arguments
            .iter()
            .find_map(|argument| match &argument.value {
                Given::Fields(fields) => Some(fields.clone()),
                _ => None,
            })
            .unwrap_or_default()
            .iter()
            .map(|(field, expr)| (*field, self.needed(expr, scope)))
            .collect();
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
                let fields = fields_of("move");
                let at = |name: &str| {
                    let place = fields.iter().position(|field| *field == name);
                    place.and_then(|place| field(place as u32))
                };
                let card = at("card").unwrap_or(Value::In(card));
                let to = at("to").unwrap_or(Value::In(to));
                let values = [card, to, Value::In(acting)];
                self.pass_along(along);
                self.call_with(Routine::MoveOn { how }, &values, scope);
            }
            Replaced::Effect { definition, first } => {
                let id = DefinitionId(definition);
                let count = self.game.definitions[id].params.len();
                let mut values = vec![Value::In(first)];
                for number in 0..count as u32 {
                    let own = Value::In(Slot(first.0 + 1 + number as u8));
                    values.push(field(number).unwrap_or(own));
                }
                self.call_with(Routine::EffectOn(definition), &values, scope);
            }
            Replaced::Transfer {
                from,
                to,
                count,
                exactly,
                acting,
            } => {
                let fields = fields_of("transfer");
                let at = |name: &str, own: Slot| {
                    let place = fields.iter().position(|field| *field == name);
                    let given = place.and_then(|place| field(place as u32));
                    given.unwrap_or(Value::In(own))
                };
                let values = [
                    at("from", from),
                    at("to", to),
                    at("count", count),
                    Value::In(exactly),
                    Value::In(acting),
                ];
                self.call_with(Routine::TransferOn, &values, scope);
            }
            Replaced::Op(op) => self.code.emit(op),
        }
    }

    /// Whether anything may replace an event.
    pub(crate) fn is_replaceable(&self, happening: Happening) -> bool {
        self.is_replaced_by_rules(happening) || !self.replacing(happening).is_empty()
    }

    /// The abilities that may replace an event.
    pub(crate) fn replacing(&self, happening: Happening) -> Vec<usize> {
        self.abilities_where(|carried| match &carried.ability.sort {
            AbilitySort::Replacement(pattern) => happening.matches(&pattern.event),
            _ => false,
        })
    }

    /// The first ability that fits an event is carried out in its place; goes to `done` then.
    pub(crate) fn replace_by_abilities(
        &mut self,
        happening: Happening,
        what: Replaced,
        context: Context,
        names: Option<Slot>,
        done: Label,
    ) {
        let numbers = self.replacing(happening);
        if numbers.is_empty() {
            return;
        }
        let again = self.game.resolution.replace_again;
        let shared = self.layout.new_cell();
        for number in numbers {
            let guard = if again {
                self.layout.new_cell()
            } else {
                shared
            };
            let next = self.code.label();
            self.code.emit(Op::UnlessCellIs {
                cell: guard,
                value: 0,
                to: next.pc(),
            });
            let AbilitySort::Replacement(pattern) = &self.abilities[number].ability.sort else {
                continue;
            };
            let taken = self.code.taken();
            self.require_name(pattern, names, next);
            if pattern.subject == Subject::This {
                if let Some(card) = context.card {
                    self.require_ability(number, card, next);
                    self.replace_with(number, card, guard, what, context, next, done);
                }
            } else {
                self.each_bearer(number, &mut |compiler, card, next| {
                    compiler.replace_with(number, card, guard, what, context, next, done);
                });
            }
            self.code.bind(next);
            self.code.free(taken);
        }
    }

    /// An ability of a card replaces an event, if it fits.
    #[allow(clippy::too_many_arguments)]
    fn replace_with(
        &mut self,
        number: usize,
        card: Value,
        guard: Cell,
        what: Replaced,
        context: Context,
        otherwise: Label,
        done: Label,
    ) {
        let ability = self.abilities[number].ability;
        let AbilitySort::Replacement(pattern) = &ability.sort else {
            return;
        };
        let taken = self.code.taken();
        let (not, over) = (self.code.label(), self.code.label());
        let mut scope = Scope::new(not);
        let controller = self.controller_of(card);
        scope.acting = Some(controller);
        scope.this = Some(card);
        scope.context = context;
        self.require_subject(pattern, Some(card), controller, context, otherwise);
        self.require_zone(ability, card, otherwise);
        self.require_ability_unused(number, &scope, otherwise);
        self.bind_ability(&mut scope, number);
        self.clear_locals(number, &scope);
        if let Some(condition) = &ability.condition {
            self.require(condition, true, otherwise, &scope);
        }
        let seat = self.slot(controller);
        if ability.optional {
            self.ask_whether(number, seat, otherwise);
        }
        self.set_cell(guard, 1);
        self.prepare_ability(number, seat, &scope);
        self.use_up_ability(number, &scope);
        let flag = self.code.slot();
        self.set(flag, 0);
        scope.proceed = Some(self.proceeds.len());
        self.proceeds.push(Proceed::Replaced { what, flag });
        let on_failure = ability.on_failure.or(self.game.resolution.on_failure);
        let on_failure = on_failure.unwrap_or(Failure::Abort);
        self.write_effect_of(&ability.effect.steps, on_failure, &scope, over, None);
        self.code.bind(over);
        self.set_cell(guard, 0);
        self.code.jump(done);
        // It could not be paid for, or nothing could be chosen: the event happens.
        self.code.bind(not);
        self.set_cell(guard, 0);
        self.code.jump(otherwise);
        self.code.free(taken);
    }
}

/// The names of what an event of the language tells, in order.
fn fields_of(trigger: &str) -> Vec<&'static str> {
    let event = cgml::vocabulary::events::by_trigger(trigger);
    event.map_or_else(Vec::new, |(event, _)| {
        event.fields.iter().map(|field| field.name).collect()
    })
}
