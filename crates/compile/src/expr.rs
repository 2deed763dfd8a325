//! Expressions that give one value.

use cgml::model::{Expr, ExprKind, Literal, Type, VariableId, VariableValue, Who, ZoneId};
use engine::ids::{Cell, FAILED, NOTHING, Slot};
use engine::op::Op;
use engine::program::{LIST_CELLS, cells};

use crate::compiler::Compiler;
use crate::scope::{Scope, Value};

impl Compiler<'_> {
    /// The value of an expression: known, or in some register.
    pub(crate) fn value(&mut self, expr: &Expr, scope: &Scope) -> Value {
        if let Some(value) = self.hoisted.get(&address(expr)) {
            return *value;
        }
        if let Some(value) = self.value_of_card(expr, scope) {
            return value;
        }
        if matches!(expr.ty, Type::Record(_) | Type::Range)
            && let Some(whole) = self.whole(expr, scope)
        {
            return whole;
        }
        match &expr.kind {
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Parameter(id) => {
                let literal = self.setting.parameter(*id).clone();
                self.literal(&literal)
            }
            ExprKind::Local(_) | ExprKind::Context(_) | ExprKind::ContextField(_)
                if expr.ty == Type::Pool =>
            {
                let pool = self.pool(expr, scope);
                self.pieces_in(pool)
            }
            ExprKind::Pool(id, None) => self.pieces(*id, None),
            ExprKind::Pool(id, Some(owner)) if !self.is_many(Some(owner)) => {
                let value = self.value(owner, scope);
                let value = self.owner_of_pool(*id, owner, value);
                self.pieces(*id, Some(value))
            }
            ExprKind::Local(id) => scope.local(*id).unwrap_or(Value::Known(NOTHING)),
            ExprKind::Context(field) => self.context(field, expr, scope),
            ExprKind::ContextField(field) => match scope.context.fields {
                Some(first) => Value::In(Slot(first.0 + *field as u8)),
                None => Value::Known(NOTHING),
            },
            ExprKind::This => scope.this.unwrap_or(Value::Known(NOTHING)),
            ExprKind::Who(Who::Current) => self.current(),
            ExprKind::Who(Who::Acting) => self.acting(scope),
            ExprKind::Who(Who::Opponent) if expr.ty == Type::Player => self.other_player(scope),
            ExprKind::PlayerAt(seat) => self.player_at(seat, scope),
            ExprKind::TeamOf(player) => {
                let teams = self
                    .program
                    .teams
                    .iter()
                    .map(|team| i64::from(*team))
                    .collect();
                self.look_up(teams, player, scope)
            }
            ExprKind::CurrentPhase => self.load(cells::PHASE),
            ExprKind::CurrentState => self.load(cells::STATE),
            ExprKind::TurnIndex => self.load(cells::TURN),
            ExprKind::Zone(zone, owner) if expr.ty == Type::Zone => {
                self.zone(*zone, owner.as_deref(), scope)
            }
            ExprKind::Variable(variable, owner) if !self.is_many(owner.as_deref()) => {
                self.variable(*variable, owner.as_deref(), scope)
            }
            ExprKind::Property(property, card)
                if !self.is_many(Some(card)) && !self.is_changed(*property) =>
            {
                let column = self.layout.column(*property);
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
                if !matches!(
                    *field,
                    "players" | "kinds" | "tags" | "teammates" | "opponents"
                ) && (!self.is_many(Some(of)) || is_of_list(field, of)) =>
            {
                self.field(field, of, expr, scope)
            }
            ExprKind::ElementAt(list, index) => self.element_at(list, index, scope),
            ExprKind::Phase(id) => Value::Known(i64::from(id.0)),
            ExprKind::State(id) => Value::Known(i64::from(id.0)),
            ExprKind::Team(id) => Value::Known(i64::from(id.0)),
            ExprKind::Kind(id) => Value::Known(i64::from(id.0)),
            ExprKind::CardName(id) => Value::Known(i64::from(id.0)),
            ExprKind::ZoneNamed(name, owner) => self.zone_named(name, owner.as_deref(), scope),
            ExprKind::Operator(operation) => self.operator(expr, operation, scope),
            ExprKind::Function(definition, arguments) => {
                self.inlined(*definition, arguments, scope, |compiler, body, scope| {
                    compiler.value(body, scope)
                })
            }
            ExprKind::CanPerform(_) | ExprKind::CanMove(..) => self.truth(expr, scope),
            ExprKind::Who(_)
            | ExprKind::PlayersOf(_)
            | ExprKind::Teams
            | ExprKind::Zone(..)
            | ExprKind::Variable(..)
            | ExprKind::Pool(..)
            | ExprKind::Property(..)
            | ExprKind::Attribute(..)
            | ExprKind::Counters(..)
            | ExprKind::Field(..)
            | ExprKind::HasKeyword(..)
            | ExprKind::Part(..)
            | ExprKind::Each(..) => Value::In(self.gather(expr, scope)),
            ExprKind::Record(_) | ExprKind::Wrong => {
                self.not_yet("this expression", expr.origin);
                Value::Known(NOTHING)
            }
        }
    }

    /// The register of an expression's value.
    pub(crate) fn value_slot(&mut self, expr: &Expr, scope: &Scope) -> Slot {
        let value = self.value(expr, scope);
        self.slot(value)
    }

    /// Whether an owner or card stands for several.
    pub(crate) fn is_many(&self, of: Option<&Expr>) -> bool {
        of.is_some_and(|of| matches!(of.ty, Type::List(_)))
    }

    fn literal(&mut self, literal: &Literal) -> Value {
        if let Literal::List(items) = literal {
            let items: Option<Vec<i64>> =
                items.iter().map(|item| self.layout.number(item)).collect();
            let constant = self.code.constant(items.unwrap_or_default());
            let to = self.code.slot();
            self.code.emit(Op::ListOf { to, constant });
            return Value::In(to);
        }
        Value::Known(self.layout.number(literal).unwrap_or(NOTHING))
    }

    pub(crate) fn load(&mut self, cell: Cell) -> Value {
        let to = self.code.slot();
        self.code.emit(Op::Load { to, cell });
        Value::In(to)
    }

    /// Whose turn it is: always the first player where turns are everybody's.
    pub(crate) fn current(&mut self) -> Value {
        if self.uses.direction == 0 && self.game.first_player.is_none() {
            Value::Known(0)
        } else {
            self.load(cells::CURRENT)
        }
    }

    pub(crate) fn acting(&mut self, scope: &Scope) -> Value {
        match scope.acting {
            Some(player) => player,
            None => self.current(),
        }
    }

    fn other_player(&mut self, scope: &Scope) -> Value {
        match self.acting(scope) {
            Value::Known(seat) => Value::Known(1 - seat),
            Value::In(b) => {
                let a = self.slot(Value::Known(1));
                let to = self.code.slot();
                self.code.emit(Op::Sub { to, a, b });
                Value::In(to)
            }
        }
    }

    fn player_at(&mut self, seat: &Expr, scope: &Scope) -> Value {
        match self.value_as(seat, &Type::Number, scope) {
            Value::Known(seat) if seat >= i64::from(self.setting.players) => Value::Known(NOTHING),
            value => value,
        }
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
        self.code.emit(Op::LookUp { to, list, index });
        Value::In(to)
    }

    /// The entry of a table with a number that is worked out already; without one it fails.
    pub(crate) fn entry_of(&mut self, table: Vec<i64>, number: Value) -> Value {
        match number {
            Value::Known(number) => {
                let found = usize::try_from(number).ok().and_then(|at| table.get(at));
                Value::Known(found.copied().unwrap_or(FAILED))
            }
            Value::In(index) => {
                let list = self.code.constant(table);
                let to = self.code.slot();
                self.code.emit(Op::LookUp { to, list, index });
                Value::In(to)
            }
        }
    }

    fn context(&mut self, field: &str, expr: &Expr, scope: &Scope) -> Value {
        let context = scope.context;
        let told = match field {
            "card" => context.card,
            "from" => context.from,
            "to" | "zone" => context.to,
            "count" => context.fields.map(Value::In),
            "player" => context.player.or(scope.acting),
            "state" => return self.load(cells::STATE),
            "phase" => return self.load(cells::PHASE),
            "turn_index" => return self.load(cells::TURN),
            _ => None,
        };
        match told {
            Some(value) => value,
            None if field == "player" => self.current(),
            None => {
                self.not_yet(format!("$.{field}"), expr.origin);
                Value::Known(NOTHING)
            }
        }
    }

    /// The pile of a zone.
    pub(crate) fn zone(&mut self, zone: ZoneId, owner: Option<&Expr>, scope: &Scope) -> Value {
        let owner = owner.map(|owner| {
            let value = self.value(owner, scope);
            self.owner_of_zone(zone, owner, value)
        });
        self.zone_of(zone, owner)
    }

    /// A team's zone may be reached through its players.
    pub(crate) fn owner_of_zone(&mut self, zone: ZoneId, owner: &Expr, value: Value) -> Value {
        let of_team = self.game.zones[zone].owner == cgml::model::ZoneOwner::Team;
        if of_team && is_player(owner) {
            return self.team_of(value);
        }
        value
    }

    pub(crate) fn team_of(&mut self, player: Value) -> Value {
        let teams: Vec<i64> = self
            .program
            .teams
            .iter()
            .map(|team| i64::from(*team))
            .collect();
        match player {
            Value::Known(seat) => {
                let team = usize::try_from(seat).ok().and_then(|seat| teams.get(seat));
                Value::Known(team.copied().unwrap_or(NOTHING))
            }
            Value::In(index) => {
                let list = self.code.constant(teams);
                let to = self.code.slot();
                self.code.emit(Op::LookUp { to, list, index });
                Value::In(to)
            }
        }
    }

    /// The pile of a zone whose owner is known already.
    pub(crate) fn zone_of(&mut self, zone: ZoneId, owner: Option<Value>) -> Value {
        let first = self.layout.pile(zone);
        let count = self.program.zones[zone.0 as usize].count as u8;
        match owner {
            None => Value::Known(i64::from(first.0)),
            Some(Value::Known(owner)) if (0..i64::from(count)).contains(&owner) => {
                Value::Known(i64::from(first.0) + owner)
            }
            Some(Value::Known(_)) => Value::Known(NOTHING),
            Some(Value::In(seat)) => {
                let to = self.code.slot();
                self.code.emit(Op::PileFor {
                    to,
                    first,
                    seat,
                    count,
                });
                Value::In(to)
            }
        }
    }

    pub(crate) fn variable(
        &mut self,
        id: VariableId,
        owner: Option<&Expr>,
        scope: &Scope,
    ) -> Value {
        let owner = owner.map(|owner| {
            let value = self.value(owner, scope);
            self.owner_of_variable(id, owner, value)
        });
        self.variable_of(id, owner, scope)
    }

    pub(crate) fn owner_of_variable(
        &mut self,
        id: VariableId,
        owner: &Expr,
        value: Value,
    ) -> Value {
        let of_team = self.game.variables[id].scope == cgml::model::Scope::PerTeam;
        if of_team && is_player(owner) {
            return self.team_of(value);
        }
        value
    }

    /// The value of a variable whose owner is known already.
    pub(crate) fn variable_of(
        &mut self,
        id: VariableId,
        owner: Option<Value>,
        scope: &Scope,
    ) -> Value {
        if self.is_variable_changed(id) {
            let thing = crate::continuous::Thing::Variable(id.0);
            return self.changed_value(thing, owner.unwrap_or(Value::Known(0)));
        }
        self.set_value_of(id, owner, scope)
    }

    /// As [`Self::variable_of`], without what effects change.
    pub(crate) fn set_value_of(
        &mut self,
        id: VariableId,
        owner: Option<Value>,
        scope: &Scope,
    ) -> Value {
        let game = self.game;
        let variable = &game.variables[id];
        if let VariableValue::Computed(expr) = &variable.value {
            let mut inner = Scope::new(scope.fail);
            inner.acting = owner.or(scope.acting);
            inner.locals = self.locals_of_expr(expr);
            return self.value(expr, &inner);
        }
        let first = self.layout.cell(id);
        let count = self.owners_of(id);
        if matches!(variable.ty, Type::List(_)) {
            let index = self.slot(owner.unwrap_or(Value::Known(0)));
            let to = self.code.slot();
            self.code.emit(Op::LoadList {
                to,
                first,
                index,
                count: count.max(1),
            });
            return self.kept(id, to);
        }
        match owner {
            None => self.load(first),
            Some(Value::Known(owner)) if (0..i64::from(count)).contains(&owner) => {
                self.load(Cell(first.0 + owner as u16))
            }
            Some(Value::Known(_)) => Value::Known(FAILED),
            Some(Value::In(index)) => {
                let to = self.code.slot();
                self.code.emit(Op::LoadAt {
                    to,
                    first,
                    index,
                    count: count.into(),
                });
                Value::In(to)
            }
        }
    }

    /// How many cells apart the values of two owners are.
    pub(crate) fn width_of(&self, id: VariableId) -> u16 {
        match self.game.variables[id].ty {
            Type::List(_) => LIST_CELLS,
            _ => 1,
        }
    }

    /// How many owners a variable has; 0 if it is the table's.
    pub(crate) fn owners_of(&self, id: VariableId) -> u8 {
        match self.game.variables[id].scope {
            cgml::model::Scope::Global => 0,
            cgml::model::Scope::PerPlayer => self.setting.players,
            cgml::model::Scope::PerTeam => self.layout.teams.len() as u8,
        }
    }

    /// Registers for the elements of loops in an expression that stands alone.
    pub(crate) fn locals_of_expr(&mut self, expr: &Expr) -> Vec<Value> {
        let mut most = 0;
        cgml::model::visit::each_expr(expr, &mut |inner| {
            let id = match inner.kind {
                ExprKind::Local(id) | ExprKind::Each(id, _) => id.0 as usize + 1,
                _ => 0,
            };
            most = most.max(id);
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
            self.code.emit(Op::PrintTop { to, column, pile });
            return Value::In(to);
        }
        let card = self.value_slot(card, scope);
        self.code.emit(Op::Print { to, column, card });
        Value::In(to)
    }

    /// The pile whose top card an expression is, if it is known which.
    pub(crate) fn topped(&mut self, card: &Expr, scope: &Scope) -> Option<engine::ids::Pile> {
        // What the top card is may be up to chance: that is settled by an op of its own.
        if self.setting.open_chance {
            return None;
        }
        let zone = match &card.kind {
            ExprKind::Operator(operation) if operation.operator.name == "top" => {
                operation.operands.first()?
            }
            ExprKind::Field("top" | "top_card", zone) => zone,
            _ => return None,
        };
        self.known_pile(zone, scope)
    }

    fn element_at(&mut self, list: &Expr, index: &Expr, scope: &Scope) -> Value {
        let to = self.code.slot();
        if list.ty == Type::Zone {
            let pile = self.value_slot(list, scope);
            let index = self.value_slot(index, scope);
            self.code.emit(Op::CardAt { to, pile, index });
        } else {
            let list = self.gather(list, scope);
            let index = self.value_slot(index, scope);
            self.code.emit(Op::ItemAt { to, list, index });
        }
        Value::In(to)
    }

    /// A built-in field of a card, zone, player or list.
    fn field(&mut self, field: &str, of: &Expr, expr: &Expr, scope: &Scope) -> Value {
        let to = self.code.slot();
        match (field, &of.ty) {
            ("top" | "top_card", _) => return self.end_of(of, true, scope),
            ("bottom" | "bottom_card", _) => return self.end_of(of, false, scope),
            ("count" | "card_count", _) => return self.count(of, scope),
            ("cards", _) => return Value::In(self.gather(of, scope)),
            ("id" | "index", Type::Player) => return self.value(of, scope),
            ("name", Type::Team | Type::Player) => return self.value(of, scope),
            ("turns", Type::Player) => {
                let index = self.value_slot(of, scope);
                let first = self.turns_begun();
                let count = self.setting.players;
                self.code.emit(Op::LoadAt {
                    to,
                    first,
                    index,
                    count: count.into(),
                });
            }
            ("team", Type::Player) => {
                let player = self.value(of, scope);
                return self.team_of(player);
            }
            ("zone", Type::Card) => {
                let card = self.value_slot(of, scope);
                return self.zone_of_card(card);
            }
            ("attached", Type::Card) => {
                return self.linked(self.layout.links.attached, of, scope);
            }
            ("under", Type::Card) => return self.linked(self.layout.links.under, of, scope),
            ("attached_to" | "slot", Type::Card) => {
                self.slots_differ |= field == "slot";
                let links = &self.layout.links;
                let first = match field {
                    "slot" => links.slots,
                    _ => links.attached,
                };
                let card = self.value(of, scope);
                return match first {
                    Some(first) => self.mark(first, card),
                    None => Value::Known(NOTHING),
                };
            }
            ("token", Type::Card) => {
                let card = self.value_slot(of, scope);
                return self.is_token(card);
            }
            ("face", Type::Card) => {
                let card = self.value_slot(of, scope);
                self.code.emit(Op::FaceOf { to, card });
            }
            ("name", Type::Card) => {
                let column = self.layout.kinds;
                return self.print(column, of, scope);
            }
            ("kind", Type::Card) => {
                let column = self.layout.card_kinds;
                return self.print(column, of, scope);
            }
            ("id", Type::Card) => return self.value(of, scope),
            ("owner", Type::Card) => return self.owner_of_card(of, scope),
            ("controller", Type::Card) => return self.controller_if_any(of, scope),
            ("owner", Type::Zone) => {
                let pile = self.value_slot(of, scope);
                self.code.emit(Op::OwnerOf { to, pile });
            }
            (
                "name" | "ordering" | "visibility" | "visibility.owner" | "visibility.others"
                | "default_face" | "allows_reorder",
                Type::Zone,
            ) => {
                let pile = self.value(of, scope);
                return self.told_of_zone(field, pile, &expr.ty);
            }
            ("free", Type::Zone) => {
                let pile = self.value_slot(of, scope);
                return self.room(pile);
            }
            ("capacity", Type::Zone) => {
                let pile = self.value_slot(of, scope);
                return self.capacity(pile);
            }
            _ => self.not_yet(format!(".{field}"), expr.origin),
        }
        Value::In(to)
    }

    /// The cells that count the turns of each player.
    pub(crate) fn turns_begun(&mut self) -> Cell {
        match self.turn_counts {
            Some(first) => first,
            None => {
                let first = self.layout.new_cell();
                for _ in 1..self.setting.players {
                    self.layout.new_cell();
                }
                self.turn_counts = Some(first);
                first
            }
        }
    }

    /// Whose a card is: who brought it, or the owner of the zone it lies in.
    pub(crate) fn owner_of_card(&mut self, card: &Expr, scope: &Scope) -> Value {
        let card = self.value_slot(card, scope);
        let to = self.code.slot();
        let column = self.layout.owners;
        let done = self.code.label();
        self.code.emit(Op::Print { to, column, card });
        self.code.emit(Op::UnlessMissing {
            a: to,
            to: done.pc(),
        });
        let next = self.code.label();
        if self.owner_before(card, to, next) {
            self.code.jump(done);
        }
        self.code.bind(next);
        self.code.emit(Op::PileOf { to, card });
        self.code.emit(Op::OwnerOf { to, pile: to });
        self.code.bind(done);
        Value::In(to)
    }

    /// Who controls a card: who was given control of it, or whose it is.
    pub(crate) fn controller_if_any(&mut self, card: &Expr, scope: &Scope) -> Value {
        let to = self.code.slot();
        let of = self.value_slot(card, scope);
        let (next, done) = (self.code.label(), self.code.label());
        if self.controller_by_effect(of, to, next) {
            self.code.jump(done);
        }
        self.code.bind(next);
        let owner = self.owner_of_card(card, scope);
        self.put(to, owner);
        self.code.bind(done);
        Value::In(to)
    }

    /// The top or bottom card of a zone, or the first or last element of a list.
    pub(crate) fn end_of(&mut self, of: &Expr, top: bool, scope: &Scope) -> Value {
        if of.ty == Type::Zone {
            let pile = self.value(of, scope);
            return self.end_of_pile(pile, top);
        }
        let list = self.gather(of, scope);
        let index = self.code.slot();
        let to = self.code.slot();
        if top {
            self.set(index, 0);
        } else {
            self.code.emit(Op::Length { to: index, list });
            self.code.emit(Op::AddNumber {
                to: index,
                a: index,
                value: -1,
            });
        }
        self.code.emit(Op::ItemAt { to, list, index });
        Value::In(to)
    }

    pub(crate) fn end_of_pile(&mut self, pile: Value, top: bool) -> Value {
        let to = self.code.slot();
        match pile {
            Value::Known(pile) if top && pile != NOTHING => {
                let pile = engine::ids::Pile(pile as u16);
                self.code.emit(Op::Top { to, pile });
            }
            pile => {
                let pile = self.slot(pile);
                self.code.emit(if top {
                    Op::TopAt { to, pile }
                } else {
                    Op::BottomAt { to, pile }
                });
            }
        }
        Value::In(to)
    }
}

/// Whether an owner is a player, or each of several.
fn is_player(owner: &Expr) -> bool {
    owner.ty == Type::Player || owner.ty.element() == Some(&Type::Player)
}

/// Where an expression is in memory: it stands for the expression while a game is compiled.
pub(crate) fn address(expr: &Expr) -> usize {
    std::ptr::from_ref(expr) as usize
}

/// Whether a field is about a list as a whole, not about each of its elements.
fn is_of_list(field: &str, of: &Expr) -> bool {
    let of_zones = matches!(&of.ty, Type::List(element) if **element == Type::Zone);
    let of_cards = matches!(&of.ty, Type::List(element) if **element == Type::Card);
    of_cards && matches!(field, "top" | "bottom" | "count" | "cards")
        || of_zones && matches!(field, "count" | "card_count")
}
