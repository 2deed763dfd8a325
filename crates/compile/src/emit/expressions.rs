//! Expressions that give one value.

use crate::emit::cards::zone_fields::is_declared;
use cgml::model::{Expr, ExprKind, Literal, PoolId, Type, Who};
use cgml::vocabulary::events::EventFieldKind;
use cgml::vocabulary::fields::FieldKind;
use engine::ids::{Cell, FAILED, NOTHING, Slot};
use engine::op::Builder;
use engine::program::cells;

use crate::compiler::Compiler;
use crate::emit::cards::zones::is_of_list;
use crate::emit::scope::{Scope, Value};
use crate::plan::identity::ExprId;

impl Compiler<'_> {
    /// The value of an expression: known, or in some register.
    pub(crate) fn value(&mut self, expr: &Expr, scope: &Scope) -> Value {
        if let Some(value) = self.special_value(expr, scope) {
            return value;
        }
        match &expr.kind {
            ExprKind::Literal(_)
            | ExprKind::Parameter(_)
            | ExprKind::Phase(_)
            | ExprKind::State(_)
            | ExprKind::Team(_)
            | ExprKind::Kind(_)
            | ExprKind::CardName(_) => self.constant_value(expr),
            ExprKind::Local(_) | ExprKind::Context(_) | ExprKind::ContextField(_)
                if expr.ty == Type::Pool =>
            {
                let pool = self.pool(expr, scope);
                self.pieces_in(pool)
            }
            ExprKind::Pool(id, owner) if !self.is_many(owner.as_deref()) => {
                self.pieces_of(*id, owner.as_deref(), scope)
            }
            ExprKind::Local(_)
            | ExprKind::Context(_)
            | ExprKind::ContextField(_)
            | ExprKind::This => self.value_in_scope(expr, scope),
            ExprKind::Who(Who::Current) => self.current(),
            ExprKind::Who(Who::Acting) => self.acting(scope),
            ExprKind::Who(Who::Opponent) if expr.ty == Type::Player => self.other_player(scope),
            ExprKind::PlayerAt(seat) => self.player_at(seat, scope),
            ExprKind::TeamOf(player) => self.look_up_team(player, scope),
            ExprKind::CurrentPhase => self.load(cells::PHASE),
            ExprKind::CurrentState => self.load(cells::STATE),
            ExprKind::TurnIndex => self.load(cells::TURN),
            ExprKind::Zone(zone, owner) if expr.ty == Type::Zone => {
                self.zone(*zone, owner.as_deref(), scope)
            }
            ExprKind::Variable(variable, owner) if !self.is_many(owner.as_deref()) => {
                self.variable(*variable, owner.as_deref(), scope)
            }
            ExprKind::Property(..) | ExprKind::Part(..) | ExprKind::HasKeyword(..) => {
                self.value_of_one_or_many(expr, scope)
            }
            ExprKind::Attribute(..) | ExprKind::Counters(..) | ExprKind::Field(..) => {
                self.value_of_one_or_many(expr, scope)
            }
            ExprKind::ElementAt(list, index) => self.element_at(list, index, scope),
            ExprKind::ZoneNamed(name, owner) => self.zone_named(name, owner.as_deref(), scope),
            ExprKind::Operator(operation) => self.operator(expr, operation, scope),
            ExprKind::Function(id, given) => self.inlined(*id, given, scope, Self::value),
            ExprKind::CanPerform(_) | ExprKind::CanMove(..) => self.truth(expr, scope),
            ExprKind::Who(_) | ExprKind::PlayersOf(_) | ExprKind::Teams | ExprKind::Each(..) => {
                Value::In(self.gather(expr, scope))
            }
            ExprKind::Zone(..) | ExprKind::Variable(..) | ExprKind::Pool(..) => {
                Value::In(self.gather(expr, scope))
            }
            ExprKind::Record(_) | ExprKind::Wrong => self.unsupported(expr),
        }
    }

    fn unsupported(&mut self, expr: &Expr) -> Value {
        self.not_yet("this expression", expr.origin);
        Value::Known(NOTHING)
    }

    /// A value that is not evaluated as its expression says: hoisted, looked up in a table of cards, or packed.
    fn special_value(&mut self, expr: &Expr, scope: &Scope) -> Option<Value> {
        if let Some(value) = self.moves.hoisted.get(&ExprId::of(expr)) {
            return Some(*value);
        }
        if let Some(value) = self.value_of_card(expr, scope) {
            return Some(value);
        }
        if matches!(expr.ty, Type::Record(_) | Type::Range) {
            return self.whole(expr, scope);
        }
        None
    }

    /// A local, the card of an ability, or a field of the event.
    fn value_in_scope(&mut self, expr: &Expr, scope: &Scope) -> Value {
        let value = match &expr.kind {
            ExprKind::Local(id) => scope.local(*id),
            ExprKind::Context(field) => Some(self.context(*field, expr, scope)),
            ExprKind::ContextField(field) => {
                let first = scope.context.fields;
                first.map(|first| Value::In(Slot(first.0 + *field as u8)))
            }
            ExprKind::This => scope.this,
            _ => return self.unsupported(expr),
        };
        value.unwrap_or(Value::Known(NOTHING))
    }

    /// A literal, a parameter, or something that has a number in the game.
    fn constant_value(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Parameter(id) => {
                let literal = self.plan.setting.parameter(*id).clone();
                self.literal(&literal)
            }
            ExprKind::Phase(id) => Value::Known(i64::from(id.0)),
            ExprKind::State(id) => Value::Known(i64::from(id.0)),
            ExprKind::Team(id) => Value::Known(i64::from(id.0)),
            ExprKind::Kind(id) => Value::Known(i64::from(id.0)),
            ExprKind::CardName(id) => Value::Known(i64::from(id.0)),
            _ => self.unsupported(expr),
        }
    }

    fn pieces_of(&mut self, id: PoolId, owner: Option<&Expr>, scope: &Scope) -> Value {
        let owner = owner.map(|owner| {
            let value = self.value(owner, scope);
            self.owner_of_pool(id, owner, value)
        });
        self.pieces(id, owner)
    }

    fn look_up_team(&mut self, player: &Expr, scope: &Scope) -> Value {
        let teams = self.plan.program.teams.iter();
        let teams = teams.map(|team| i64::from(*team)).collect();
        self.look_up(teams, player, scope)
    }

    fn value_of_one_or_many(&mut self, expr: &Expr, scope: &Scope) -> Value {
        match self.value_of_one(expr, scope) {
            Some(value) => value,
            None => Value::In(self.gather(expr, scope)),
        }
    }

    /// A value on one card, or a field of one value; `None` where there are several.
    fn value_of_one(&mut self, expr: &Expr, scope: &Scope) -> Option<Value> {
        Some(match &expr.kind {
            ExprKind::Property(property, card)
                if !self.is_many(Some(card)) && !self.is_changed(*property) =>
            {
                let column = self.plan.layout.column(*property);
                self.print(column, card, scope)
            }
            ExprKind::Property(property, card)
                if card.ty == Type::Card && matches!(expr.ty, Type::List(_)) =>
            {
                let card = self.value(card, scope);
                self.list_on(*property, card)
            }
            ExprKind::Part(part, of) if !matches!(expr.ty, Type::List(_)) => match &of.kind {
                ExprKind::Property(property, card) => {
                    let card = self.value(card, scope);
                    self.part_on(*property, *part, card)
                }
                _ => self.part_of_whole(*part, of, scope),
            },
            ExprKind::HasKeyword(_, card) if card.ty == Type::Card => self.truth(expr, scope),
            ExprKind::Property(_, card)
            | ExprKind::Attribute(_, card)
            | ExprKind::Counters(_, card)
                if !self.is_many(Some(card)) =>
            {
                let card = self.value(card, scope);
                self.value_on(&expr.kind, card)
            }
            ExprKind::Field(field, of)
                if !is_list_field(*field)
                    && (!self.is_many(Some(of)) || is_of_list(*field, of)) =>
            {
                self.field(*field, of, expr, scope)
            }
            _ => return None,
        })
    }

    /// The register of an expression's value.
    pub(crate) fn value_slot(&mut self, expr: &Expr, scope: &Scope) -> Slot {
        let value = self.value(expr, scope);
        self.slot(value)
    }

    /// True if an owner or card stands for several.
    pub(crate) fn is_many(&self, of: Option<&Expr>) -> bool {
        of.is_some_and(|of| matches!(of.ty, Type::List(_)))
    }

    fn literal(&mut self, literal: &Literal) -> Value {
        if let Literal::List(items) = literal {
            let items: Option<Vec<i64>> = items
                .iter()
                .map(|item| self.plan.layout.number(item))
                .collect();
            let constant = self.code.constant(items.unwrap_or_default());
            let to = self.code.slot();
            self.code.list_of(to, constant);
            return Value::In(to);
        }
        Value::Known(self.plan.layout.number(literal).unwrap_or(NOTHING))
    }

    pub(crate) fn load(&mut self, cell: Cell) -> Value {
        let to = self.code.slot();
        self.code.load(to, cell);
        Value::In(to)
    }

    pub(crate) fn look_up(&mut self, list: Vec<i64>, index: &Expr, scope: &Scope) -> Value {
        let index = self.value(index, scope);
        if let Value::Known(index) = index {
            let found = usize::try_from(index)
                .ok()
                .and_then(|index| list.get(index));
            return Value::Known(found.copied().unwrap_or(NOTHING));
        }
        let index = self.slot(index);
        let list = self.code.constant(list);
        let to = self.code.slot();
        self.code.look_up(to, list, index);
        Value::In(to)
    }

    /// The entry of a table with a number that is computed already; without one it fails.
    pub(crate) fn entry_of(&mut self, table: Vec<i64>, number: Value) -> Value {
        match number {
            Value::Known(number) => {
                let found = usize::try_from(number).ok().and_then(|at| table.get(at));
                Value::Known(found.copied().unwrap_or(FAILED))
            }
            Value::In(index) => {
                let list = self.code.constant(table);
                let to = self.code.slot();
                self.code.look_up(to, list, index);
                Value::In(to)
            }
        }
    }

    fn context(&mut self, field: EventFieldKind, expr: &Expr, scope: &Scope) -> Value {
        let context = scope.context;
        let told = match field {
            EventFieldKind::Card => context.card,
            EventFieldKind::From => context.from,
            EventFieldKind::To | EventFieldKind::Zone => context.to,
            EventFieldKind::Count => context.fields.map(Value::In),
            EventFieldKind::Player => context.player.or(scope.acting),
            EventFieldKind::State => return self.load(cells::STATE),
            EventFieldKind::Phase => return self.load(cells::PHASE),
            EventFieldKind::TurnIndex => return self.load(cells::TURN),
        };
        match told {
            Some(value) => value,
            None if field == EventFieldKind::Player => self.current(),
            None => {
                self.not_yet(format!("$.{}", field.name()), expr.origin);
                Value::Known(NOTHING)
            }
        }
    }

    /// Registers for the elements of loops in an expression that stands alone.
    pub(crate) fn locals_of_expr(&mut self, expr: &Expr) -> Vec<Value> {
        let mut most = 0;
        cgml::model::visit::each_expr(expr, &mut |inner| {
            let name = inner.kind.local();
            most = most.max(name.map_or(0, |name| name.id().0 as usize + 1));
        });
        let first = self.code.slots(most);
        (0..most)
            .map(|number| Value::In(Slot(first.0 + number as u8)))
            .collect()
    }

    pub(crate) fn print(
        &mut self,
        column: engine::ids::Column,
        card: &Expr,
        scope: &Scope,
    ) -> Value {
        let to = self.code.slot();
        if let Some(pile) = self.topped(card, scope) {
            self.code.print_top(to, column, pile);
            return Value::In(to);
        }
        let card = self.value_slot(card, scope);
        self.code.print(to, column, card);
        Value::In(to)
    }

    fn element_at(&mut self, list: &Expr, index: &Expr, scope: &Scope) -> Value {
        let to = self.code.slot();
        if list.ty == Type::Zone {
            let pile = self.value_slot(list, scope);
            let index = self.value_slot(index, scope);
            self.code.card_at(to, pile, index);
        } else {
            let list = self.gather(list, scope);
            let index = self.value_slot(index, scope);
            self.code.item_at(to, list, index);
        }
        Value::In(to)
    }

    /// A built-in field of a card, zone, player or list.
    fn field(&mut self, field: FieldKind, of: &Expr, expr: &Expr, scope: &Scope) -> Value {
        let to = self.code.slot();
        match field {
            FieldKind::Top | FieldKind::TopCard => return self.end_of(of, true, scope),
            FieldKind::Bottom | FieldKind::BottomCard => return self.end_of(of, false, scope),
            FieldKind::Count | FieldKind::CardCount => return self.count(of, scope),
            FieldKind::Cards => return Value::In(self.gather(of, scope)),
            _ => {}
        }
        let value = match &of.ty {
            Type::Player => self.field_of_player(field, to, of, scope),
            Type::Team if field == FieldKind::Name => Some(self.value(of, scope)),
            Type::Card => self.field_of_card(field, to, of, scope),
            Type::Zone => self.field_of_zone(field, to, of, expr, scope),
            _ => None,
        };
        value.unwrap_or_else(|| {
            self.not_yet(format!(".{}", field.name()), expr.origin);
            Value::In(to)
        })
    }

    fn field_of_player(
        &mut self,
        field: FieldKind,
        to: Slot,
        of: &Expr,
        scope: &Scope,
    ) -> Option<Value> {
        Some(match field {
            FieldKind::Id | FieldKind::Index | FieldKind::Name => self.value(of, scope),
            FieldKind::Turns => {
                let index = self.value_slot(of, scope);
                let first = self.turns_begun();
                let count = self.plan.setting.players;
                self.code.load_at(to, first, index, count.into());
                Value::In(to)
            }
            FieldKind::Team => {
                let player = self.value(of, scope);
                self.team_of(player)
            }
            _ => return None,
        })
    }

    fn field_of_card(
        &mut self,
        field: FieldKind,
        to: Slot,
        of: &Expr,
        scope: &Scope,
    ) -> Option<Value> {
        let links = &self.plan.layout.links;
        let (attached, under, slots) = (links.attached, links.under, links.slots);
        Some(match field {
            FieldKind::Id => self.value(of, scope),
            FieldKind::Zone => {
                let card = self.value_slot(of, scope);
                self.zone_of_card(card)
            }
            FieldKind::Attached => self.linked(attached, of, scope),
            FieldKind::Under => self.linked(under, of, scope),
            FieldKind::AttachedTo => self.mark_if_any(attached, of, scope),
            FieldKind::Slot => {
                self.zones.slots_differ = true;
                self.mark_if_any(slots, of, scope)
            }
            FieldKind::Token => {
                let card = self.value_slot(of, scope);
                self.is_token(card)
            }
            FieldKind::Face => {
                let card = self.value_slot(of, scope);
                self.code.face_of(to, card);
                Value::In(to)
            }
            FieldKind::Name => self.print(self.plan.layout.kinds, of, scope),
            FieldKind::Kind => self.print(self.plan.layout.card_kinds, of, scope),
            FieldKind::Owner => self.owner_of_card(of, scope),
            FieldKind::Controller => self.controller_if_any(of, scope),
            _ => return None,
        })
    }

    /// A mark of a card; nothing in a game without it.
    fn mark_if_any(&mut self, mark: Option<Cell>, card: &Expr, scope: &Scope) -> Value {
        let card = self.value(card, scope);
        match mark {
            Some(first) => self.mark(first, card),
            None => Value::Known(NOTHING),
        }
    }

    fn field_of_zone(
        &mut self,
        field: FieldKind,
        to: Slot,
        of: &Expr,
        expr: &Expr,
        scope: &Scope,
    ) -> Option<Value> {
        Some(match field {
            FieldKind::Owner => {
                let pile = self.value_slot(of, scope);
                self.code.owner_of(to, pile);
                Value::In(to)
            }
            FieldKind::Free => {
                let pile = self.value_slot(of, scope);
                self.free_capacity(pile)
            }
            FieldKind::Capacity => {
                let pile = self.value_slot(of, scope);
                self.capacity(pile)
            }
            field if is_declared(field) => {
                let pile = self.value(of, scope);
                self.told_of_zone(field, pile, &expr.ty)
            }
            _ => return None,
        })
    }
}

/// True of a field that is a list by itself.
fn is_list_field(field: FieldKind) -> bool {
    matches!(
        field,
        FieldKind::Players
            | FieldKind::Kinds
            | FieldKind::Tags
            | FieldKind::Teammates
            | FieldKind::Opponents
    )
}
