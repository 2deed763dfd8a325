//! Analysis of costs: the steps that can be tested without being executed.

use cgml::model::{
    ArgumentValue, Callee, DefinitionBody, DefinitionId, Expr, ExprKind, Literal, LocalId,
    Overflow, PoolId, Reads, Step, Type, VariableId, ZoneId,
};
use cgml::vocabulary::actions::ActionKind;
use cgml::vocabulary::operators::OperatorKind;
use cgml::vocabulary::parameters::Parameter;

use crate::compiler::Compiler;

/// The depth to which definitions are analysed.
const MOST_DEPTH: usize = 3;

/// Changes by the steps before.
#[derive(Debug, Clone, Default)]
pub(crate) struct Changed {
    /// True if the card of the move would lie elsewhere.
    pub(crate) is_card_gone: bool,
    /// Zones that cards would have come to.
    pub(crate) zones: Vec<ZoneId>,
    pub(crate) variables: Vec<VariableId>,
    pub(crate) pools: Vec<PoolId>,
    /// True if something else on cards would have changed.
    pub(crate) marks: bool,
    /// Temporary values that are not known before the cost is paid.
    pub(crate) unknown: Vec<LocalId>,
    /// Temporary lists whose order is not known before.
    pub(crate) loose: Vec<LocalId>,
    /// True if a player has chosen what else has changed.
    pub(crate) is_forked: bool,
}

impl Compiler<'_> {
    /// True if it can be told of steps at once that they would succeed.
    pub(crate) fn are_clear(&self, steps: &[Step], changed: &mut Changed, depth: usize) -> bool {
        steps.iter().all(|step| self.is_clear(step, changed, depth))
    }

    fn is_clear(&self, step: &Step, changed: &mut Changed, depth: usize) -> bool {
        if changed.is_forked {
            return false;
        }
        let action = match step.callee {
            Callee::Action(action) => action,
            Callee::Effect(id) => return self.is_clear_call(id, step, changed, depth),
        };
        match action {
            ActionKind::Emit => true,
            ActionKind::Flip => {
                changed.marks = true;
                self.operand(step, Parameter::Target)
                    .or_else(|| self.operand(step, Parameter::Card))
                    .is_some()
            }
            ActionKind::Let => {
                match sorted_list(self.operand(step, Parameter::Value)) {
                    Some(list) if self.is_as_before(list, changed) => {
                        changed.loose.extend(step.result);
                    }
                    _ => changed.unknown.extend(step.result),
                }
                true
            }
            ActionKind::SetVariable | ActionKind::Increment => {
                self.is_clear_assignment(step, changed)
            }
            ActionKind::Spend => self.is_clear_payment(step, changed),
            ActionKind::RemoveCounter => {
                let card = self.operand(step, Parameter::Card);
                let count = self.operand(step, Parameter::Count);
                let is_new = !changed.marks;
                changed.marks = true;
                is_new
                    && card.is_some_and(|card| card.ty == Type::Card && is_name(card))
                    && count.is_none_or(|count| self.is_as_before(count, changed))
            }
            ActionKind::Transfer => self.is_clear_transfer(step, changed),
            ActionKind::Move => self.is_clear_move(step, changed),
            ActionKind::Choose => self.is_clear_choice(step, changed, depth),
            ActionKind::ChooseMode => self.is_clear_fork(step, changed, depth),
            ActionKind::If => self.is_clear_if(step, changed, depth),
            _ => false,
        }
    }

    fn is_clear_assignment(&self, step: &Step, changed: &mut Changed) -> bool {
        let value = [Parameter::Value, Parameter::By]
            .into_iter()
            .find_map(|parameter| self.operand(step, parameter));
        let is_plain = value.is_none_or(is_plain);
        match self.operand(step, Parameter::Path).map(|path| &path.kind) {
            Some(ExprKind::Variable(id, owner)) if is_plain => {
                changed.variables.push(*id);
                !self.is_many(owner.as_deref()) && self.width_of(*id) == 1
            }
            Some(ExprKind::Attribute(id, cards)) if is_plain => {
                let is_clear = if cards.ty == Type::Card {
                    is_name(cards)
                } else {
                    self.is_clear_matching(cards, changed)
                };
                changed.marks = true;
                is_clear && self.game.attributes[*id].kinds.is_empty()
            }
            _ => false,
        }
    }

    fn is_clear_payment(&self, step: &Step, changed: &mut Changed) -> bool {
        let Some(pool) = self.operand(step, Parameter::Pool) else {
            return false;
        };
        let count = self.operand(step, Parameter::Count);
        let is_known = count.is_none_or(|count| self.is_as_before(count, changed));
        let ExprKind::Pool(id, owner) = &pool.kind else {
            return false;
        };
        let is_new = !changed.pools.contains(id);
        changed.pools.push(*id);
        is_known && is_new && !self.is_many(owner.as_deref())
    }

    fn is_clear_if(&self, step: &Step, changed: &mut Changed, depth: usize) -> bool {
        let Some(condition) = self.operand(step, Parameter::Condition) else {
            return false;
        };
        if let Some(known) = crate::plan::constants::constant(condition, &self.plan.setting) {
            let branch = if known == 1 {
                Parameter::Then
            } else {
                Parameter::Else
            };
            return self.are_clear(self.inner(step, branch), changed, depth);
        }
        self.is_as_before(condition, changed)
            && [Parameter::Then, Parameter::Else]
                .into_iter()
                .all(|branch| self.are_clear(self.inner(step, branch), changed, depth))
    }

    /// Pieces that go from one pool to another, neither of which lies on a card.
    fn is_clear_transfer(&self, step: &Step, changed: &mut Changed) -> bool {
        let pools = [Parameter::From, Parameter::To].map(|parameter| self.operand(step, parameter));
        let count = self.operand(step, Parameter::Count);
        let is_known = count.is_none_or(|count| self.is_as_before(count, changed));
        let are_new = pools.into_iter().all(|pool| {
            let Some(ExprKind::Pool(id, owner)) = pool.map(|pool| &pool.kind) else {
                return false;
            };
            let is_new = !changed.pools.contains(id);
            changed.pools.push(*id);
            let owner = owner.as_deref();
            is_new && !self.is_many(owner) && owner.is_none_or(|owner| owner.ty != Type::Card)
        });
        is_known && are_new && step.result.is_none()
    }

    /// One of several ways to pay, each of which is clear; nothing may come after it.
    fn is_clear_fork(&self, step: &Step, changed: &mut Changed, depth: usize) -> bool {
        let Some(ArgumentValue::Modes(modes)) = step.argument(Parameter::Modes) else {
            return false;
        };
        let others = [Parameter::Count, Parameter::Repeats, Parameter::Player];
        let are_clear = modes.iter().all(|mode| {
            let condition = mode.condition.as_ref();
            condition.is_none_or(|condition| self.is_as_before(condition, changed))
                && self.are_clear(&mode.steps, &mut changed.clone(), depth)
        });
        changed.is_forked = true;
        are_clear
            && others
                .iter()
                .all(|parameter| step.argument(*parameter).is_none())
    }

    /// Elements that meet several needs: whether there are such does not depend on the order of the list.
    fn is_clear_matching(&self, cards: &Expr, changed: &Changed) -> bool {
        let ExprKind::Operator(operation) = &cards.kind else {
            return false;
        };
        // The worth of the elements does not matter either.
        let (OperatorKind::Matching, [list, count, needs, holds, ..]) =
            (operation.operator.kind, operation.operands.as_slice())
        else {
            return false;
        };
        let others = [count, needs, holds];
        let is_loose = matches!(list.kind, ExprKind::Local(id) if changed.loose.contains(&id));
        (is_loose || self.is_as_before(list, changed))
            && others.iter().all(|other| self.is_as_before(other, changed))
    }

    /// A card that goes to a zone: one whose name is known.
    fn is_clear_move(&self, step: &Step, changed: &mut Changed) -> bool {
        let (Some(from), Some(to)) = (
            self.operand(step, Parameter::From),
            self.operand(step, Parameter::To),
        ) else {
            return false;
        };
        let known = [Parameter::Count, Parameter::Filter, Parameter::Slot];
        if from.ty != Type::Card
            || !is_name(from)
            || to.ty != Type::Zone
            || known
                .iter()
                .any(|parameter| step.argument(*parameter).is_some())
            || step.result.is_some()
            || !self.is_as_before(to, changed)
        {
            return false;
        }
        let zones = self.zones_of(to);
        let is_new = !zones.iter().any(|zone| changed.zones.contains(zone));
        changed.zones.extend(zones);
        changed.is_card_gone = true;
        changed.marks = true;
        is_new
    }

    fn is_clear_choice(&self, step: &Step, changed: &mut Changed, depth: usize) -> bool {
        let Some(from) = self.operand(step, Parameter::From) else {
            return false;
        };
        let touches = self
            .zones_of(from)
            .iter()
            .any(|zone| changed.zones.contains(zone));
        let filter = self.operand(step, Parameter::Where);
        let numbers =
            [Parameter::Count, Parameter::UpTo].map(|parameter| self.operand(step, parameter));
        // A definition does not know which card the move is about.
        let is_all_there = depth == 0 || !changed.is_card_gone;
        is_all_there
            && step.argument(Parameter::SuchThat).is_none()
            && step.argument(Parameter::Player).is_none()
            && from.ty.element() == Some(&Type::Card)
            && !touches
            && self.reads_nothing_changed(from, changed)
            && filter.is_none_or(|filter| self.reads_nothing_changed(filter, changed))
            && numbers
                .into_iter()
                .flatten()
                .all(|number| self.is_as_before(number, changed))
    }

    /// A defined effect: its condition holds, and its steps are such that they succeed.
    fn is_clear_call(
        &self,
        id: DefinitionId,
        step: &Step,
        changed: &mut Changed,
        depth: usize,
    ) -> bool {
        let definition = &self.game.definitions[id];
        let DefinitionBody::Effect(block) = &definition.body else {
            return false;
        };
        let given = step.arguments.iter().all(|argument| {
            let expr = argument.value.expr().or_else(|| argument.value.each());
            expr.is_some_and(|expr| self.is_as_before(expr, changed))
        });
        let condition = definition.condition.as_ref();
        if depth >= MOST_DEPTH
            || definition.event.is_some()
            || !given
            || condition.is_some_and(|condition| !self.is_as_before(condition, changed))
        {
            return false;
        }
        let is_clear = if self.are_sure(&block.steps, &mut changed.clone()) {
            self.are_sure(&block.steps, changed)
        } else {
            // Its temporary values are its own.
            let unknown = std::mem::take(&mut changed.unknown);
            let loose = std::mem::take(&mut changed.loose);
            let are_clear = self.are_clear(&block.steps, changed, depth + 1);
            (changed.unknown, changed.loose) = (unknown, loose);
            are_clear
        };
        changed.marks = true;
        is_clear
    }

    /// True if the steps of a definition succeed whatever it is given.
    pub(crate) fn are_sure(&self, steps: &[Step], changed: &mut Changed) -> bool {
        steps.iter().all(|step| self.is_sure(step, changed))
    }

    /// True if a step of a definition succeeds whatever it is given.
    fn is_sure(&self, step: &Step, changed: &mut Changed) -> bool {
        let Callee::Action(action) = step.callee else {
            return false;
        };
        match action {
            ActionKind::Emit => true,
            ActionKind::Move => {
                let (from, to) = (
                    self.operand(step, Parameter::From),
                    self.operand(step, Parameter::To),
                );
                let (Some(from), Some(to)) = (from, to) else {
                    return false;
                };
                let zones = self.zones_of(to);
                let has_room = zones.iter().all(|zone| {
                    let of = &self.game.zones[*zone].zone_type;
                    of.capacity.is_none() || of.overflow != Overflow::Refuse
                });
                changed.zones.extend(zones);
                changed.is_card_gone = true;
                let plain = [Parameter::Count, Parameter::Filter, Parameter::Slot];
                from.ty == Type::Card
                    && is_name(from)
                    && to.ty == Type::Zone
                    && has_room
                    && plain
                        .iter()
                        .all(|parameter| step.argument(*parameter).is_none())
            }
            ActionKind::SetVariable | ActionKind::Increment => {
                let value = [Parameter::Value, Parameter::By]
                    .into_iter()
                    .find_map(|parameter| self.operand(step, parameter));
                match self.operand(step, Parameter::Path).map(|path| &path.kind) {
                    Some(ExprKind::Variable(id, _)) => {
                        changed.variables.push(*id);
                        value.is_none_or(is_plain)
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// The zones that an expression names, also inside of functions.
    pub(crate) fn zones_of(&self, expr: &Expr) -> Vec<ZoneId> {
        let mut zones = Vec::new();
        self.note_reads(expr, &mut |reads| match reads {
            Reads::Zone(id) => zones.push(id),
            Reads::AnyZone => zones.extend(self.game.zones.pairs().map(|(id, _)| id)),
            Reads::Operands
            | Reads::Operator(_)
            | Reads::Local(_)
            | Reads::Elements(_)
            | Reads::This
            | Reads::Event
            | Reads::Players
            | Reads::Course
            | Reads::Variable(_)
            | Reads::Pool(_)
            | Reads::Property(_)
            | Reads::Attribute(_)
            | Reads::Counters(_)
            | Reads::Keyword(_)
            | Reads::Field(_)
            | Reads::Function(_)
            | Reads::CanMove(_)
            | Reads::CanPerform(_) => {}
        });
        zones
    }

    /// True if an expression is worth the same as before the steps: it reads nothing that they change.
    fn is_as_before(&self, expr: &Expr, changed: &Changed) -> bool {
        let mut zones = false;
        self.note_reads(expr, &mut |reads| {
            zones |= matches!(reads, Reads::Zone(_) | Reads::AnyZone);
        });
        let reads_zones = zones && (changed.is_card_gone || !changed.zones.is_empty());
        !reads_zones && self.reads_nothing_changed(expr, changed)
    }

    /// True if an expression reads no variable, pool or mark that was changed.
    fn reads_nothing_changed(&self, expr: &Expr, changed: &Changed) -> bool {
        let mut reads = false;
        self.note_reads(expr, &mut |read| {
            reads |= match read {
                Reads::Variable(id) => changed.variables.contains(&id),
                Reads::Pool(id) => changed.pools.contains(&id),
                Reads::Local(id) => changed.unknown.contains(&id) || changed.loose.contains(&id),
                Reads::Attribute(_) | Reads::Counters(_) | Reads::Keyword(_) => changed.marks,
                Reads::Operator(operator) => changed.marks && operator.reads_marks(),
                Reads::Field(field) => changed.marks && field.reads_marks(),
                Reads::CanMove(_) | Reads::CanPerform(_) => true,
                // Zones are asked about apart; costs change none of the others.
                Reads::Operands
                | Reads::Elements(_)
                | Reads::This
                | Reads::Event
                | Reads::Players
                | Reads::Course
                | Reads::Zone(_)
                | Reads::AnyZone
                | Reads::Property(_)
                | Reads::Function(_) => false,
            };
        });
        !reads
    }

    /// Everything that an expression reads, also inside of functions and computed variables.
    pub(crate) fn note_reads(&self, expr: &Expr, note: &mut dyn FnMut(Reads<'_>)) {
        cgml::model::visit::each_expr(expr, &mut |inner| {
            let reads = inner.kind.reads();
            note(reads);
            if let Reads::Function(id) = reads
                && let DefinitionBody::Function(body, _) = &self.game.definitions[id].body
            {
                self.note_reads(body, note);
            }
            if let Reads::Variable(id) = reads
                && let cgml::model::VariableValue::Computed(body) = &self.game.variables[id].value
            {
                self.note_reads(body, note);
            }
        });
    }
}

/// True if an expression names a card that is known: the card of the move or ability, or what was chosen.
fn is_name(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Local(_) | ExprKind::This)
}

/// Elements that meet several needs, whatever they are worth.
pub(crate) fn without_worth(expr: &Expr) -> Expr {
    let mut expr = expr.clone();
    if let ExprKind::Operator(operation) = &mut expr.kind
        && operation.operator.kind == OperatorKind::Matching
    {
        operation.operands.truncate(4);
    }
    expr
}

/// The list of which an expression is another order.
pub(crate) fn sorted_list(expr: Option<&Expr>) -> Option<&Expr> {
    match &expr?.kind {
        ExprKind::Operator(operation) if operation.operator.kind == OperatorKind::SortBy => {
            operation.operands.first()
        }
        _ => None,
    }
}

/// True if an expression always has a value.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(literal) => !matches!(literal, Literal::Nothing | Literal::List(_)),
        ExprKind::Parameter(_) => true,
        _ => false,
    }
}
