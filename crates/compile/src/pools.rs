//! Resources: pieces that lie in pools of the table, of players, of teams and on cards.
//!
//! The cells of all pools follow one another. A pool as a value, where it is a parameter of a definition, a
//! temporary value or told by an event, is the position of its cell among them, less a large number, so that it
//! is never taken for a number of pieces.

mod known;
mod leaving;
mod transfer;

use cgml::model::{Expr, ExprKind, Game, Pool, PoolHolder, PoolId, Step, Type};
use engine::ids::{Cell, NOTHING, Slot};
use engine::op::Op;
use engine::program::{Program, Sort, VariableInfo};

use crate::code::Label;
use crate::compiler::{Compiler, Routine};
use crate::layout::{Layout, text};
use crate::marks::{NewMark, add, starts};
use crate::scope::{Context, Scope, Value};
use crate::settings::Setting;

/// A pool as a value is its position less this.
const FAR: i32 = 1 << 30;

/// What is below this is a pool, not a number of pieces.
const POOLS_BELOW: i32 = -(1 << 29);

/// What is more than all pieces there can be.
const NO_LIMIT: i64 = 1 << 40;

/// Where pools lie.
#[derive(Debug, Default)]
pub(crate) struct Pools {
    /// The cell of the first pool.
    first: Cell,
    /// How many cells there are.
    count: u16,
    /// For each pool the position of its first cell, and how many owners it has.
    places: Vec<(u16, u16)>,
    /// The cell that tells how many pieces moved.
    moved: Cell,
}

/// Lays out the pools of a game.
pub(crate) fn lay_out(game: &Game, setting: &Setting, layout: &mut Layout, program: &mut Program) {
    if game.pools.is_empty() {
        return;
    }
    layout.pools.moved = layout.new_cell();
    layout.pools.first = Cell(layout.cells());
    for pool in game.pools.iter() {
        let first = layout.cells();
        let owners = match &pool.holder {
            PoolHolder::Table => 0,
            PoolHolder::Player => u16::from(setting.players),
            PoolHolder::Team => layout.teams.len() as u16,
            PoolHolder::Card(_) => program.cards.len() as u16,
        };
        if let PoolHolder::Card(kinds) = &pool.holder {
            let start = start_on_cards(pool, setting).unwrap_or(0);
            let mark = NewMark {
                name: text(&pool.name, &pool.text),
                sort: Sort::Number,
                start: starts(game, program, kinds, start),
                hidden: false,
                internal: false,
            };
            add(layout, program, mark);
        } else {
            layout.new_cells(owners.max(1));
            program.variables.push(VariableInfo {
                name: text(&pool.name, &pool.text),
                first,
                owners,
                of_teams: pool.holder == PoolHolder::Team,
                sort: Sort::Number,
                items: Sort::Any,
                shown: !game.shown_variables.is_empty(),
                ..VariableInfo::default()
            });
        }
        let place = first - layout.pools.first.0;
        layout.pools.places.push((place, owners));
    }
    layout.pools.count = layout.cells() - layout.pools.first.0;
}

/// How many pieces lie on each card at first, if that is known.
fn start_on_cards(pool: &Pool, setting: &Setting) -> Option<i64> {
    match &pool.start {
        Some(start) => crate::fold::constant(start, setting),
        None => Some(0),
    }
}

impl Pools {
    fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Which pool each cell belongs to.
    fn numbers(&self) -> Vec<i64> {
        let places = self.places.iter().enumerate();
        let each = places.flat_map(|(number, (_, owners))| {
            std::iter::repeat_n(number as i64, usize::from((*owners).max(1)))
        });
        each.collect()
    }

    /// Whose each cell is: a seat, a team or a card.
    fn owners(&self) -> Vec<i64> {
        let places = self.places.iter();
        let each = places.flat_map(|(_, owners)| match owners {
            0 => vec![NOTHING],
            owners => (0..i64::from(*owners)).collect(),
        });
        each.collect()
    }

    /// The cell of the first owner of a pool.
    fn cell(&self, id: PoolId) -> Cell {
        Cell(self.first.0 + self.places[id.0 as usize].0)
    }
}

impl<'g> Compiler<'g> {
    /// The pools that lie on cards.
    fn pools_on_cards(&self) -> Vec<(PoolId, &'g Pool)> {
        let game = self.game;
        let pools = game.pools.pairs();
        pools
            .filter(|(_, pool)| matches!(pool.holder, PoolHolder::Card(_)))
            .collect()
    }

    /// Whether pieces lie on cards, so that they must be looked after when cards move.
    pub(crate) fn has_pieces_on_cards(&self) -> bool {
        !self.pools_on_cards().is_empty()
    }

    /// What lies on cards at first must be known before the game begins, and be made of nothing.
    pub(crate) fn refuse_pools(&mut self) {
        for (_, pool) in self.pools_on_cards() {
            let start = start_on_cards(pool, &self.setting);
            let has_total = self.game.resources[pool.resource].total.is_some();
            if start.is_none() || has_total && start != Some(0) {
                self.not_yet("such a `start` of a pool on cards", pool.origin);
            }
        }
    }

    /// Pieces lie where they lie at first.
    pub(crate) fn write_first_pieces(&mut self) {
        let game = self.game;
        for (id, pool) in game.pools.pairs() {
            let owners = match pool.holder {
                PoolHolder::Card(_) => continue,
                PoolHolder::Table => 0..1,
                PoolHolder::Player | PoolHolder::Team => {
                    0..self.layout.pools.places[id.0 as usize].1
                }
            };
            let Some(start) = &pool.start else {
                continue;
            };
            let first = self.layout.pools.cell(id);
            for owner in owners {
                let taken = self.code.taken();
                let next = self.code.label();
                let mut scope = Scope::new(next);
                if pool.holder == PoolHolder::Player {
                    scope.acting = Some(Value::Known(i64::from(owner)));
                }
                scope.locals = self.locals_of_expr(start);
                let value = self.needed(start, &scope);
                let from = self.slot(value);
                let cell = Cell(first.0 + owner);
                self.code.emit(Op::Store { cell, from });
                self.code.bind(next);
                self.code.free(taken);
            }
        }
    }

    /// How many pieces a pool holds whose owner is known already.
    pub(crate) fn pieces(&mut self, id: PoolId, owner: Option<Value>) -> Value {
        let first = self.layout.pools.cell(id);
        let (_, owners) = self.layout.pools.places[id.0 as usize];
        match owner {
            None => self.load(first),
            Some(Value::Known(owner)) if (0..i64::from(owners)).contains(&owner) => {
                self.load(Cell(first.0 + owner as u16))
            }
            Some(Value::Known(_)) => Value::Known(engine::ids::FAILED),
            Some(Value::In(index)) => {
                let to = self.code.slot();
                self.code.emit(Op::LoadAt {
                    to,
                    first,
                    index,
                    count: owners,
                });
                Value::In(to)
            }
        }
    }

    /// Whose pool is meant, given an owner: a team's may be reached through its players.
    pub(crate) fn owner_of_pool(&mut self, id: PoolId, owner: &Expr, value: Value) -> Value {
        let is_player = owner.ty == Type::Player || owner.ty.element() == Some(&Type::Player);
        if self.game.pools[id].holder == PoolHolder::Team && is_player {
            return self.team_of(value);
        }
        value
    }

    /// How many pieces lie in a pool that is a value: a temporary value, or what an event tells.
    pub(crate) fn pieces_in(&mut self, pool: Value) -> Value {
        let to = self.code.slot();
        self.put(to, pool);
        let done = self.code.label();
        self.code.emit(Op::UnlessBelow {
            a: to,
            value: POOLS_BELOW,
            to: done.pc(),
        });
        self.code.emit(Op::AddNumber {
            to,
            a: to,
            value: FAR,
        });
        self.code.emit(Op::LoadAt {
            to,
            first: self.layout.pools.first,
            index: to,
            count: self.layout.pools.count,
        });
        self.code.bind(done);
        Value::In(to)
    }

    /// The pool that an expression is, as a value.
    pub(crate) fn pool(&mut self, expr: &Expr, scope: &Scope) -> Value {
        match &expr.kind {
            ExprKind::Pool(id, None) => self.pool_of(*id, None),
            ExprKind::Pool(id, Some(owner)) if !self.is_many(Some(owner)) => {
                let value = self.value(owner, scope);
                let value = self.owner_of_pool(*id, owner, value);
                self.pool_of(*id, Some(value))
            }
            ExprKind::Local(id) => scope.local(*id).unwrap_or(Value::Known(NOTHING)),
            ExprKind::Context("from") => scope.context.from.unwrap_or(Value::Known(NOTHING)),
            ExprKind::Context("to") => scope.context.to.unwrap_or(Value::Known(NOTHING)),
            ExprKind::ContextField(field) => match scope.context.fields {
                Some(first) => Value::In(Slot(first.0 + *field as u8)),
                None => Value::Known(NOTHING),
            },
            ExprKind::Operator(operation)
                if operation.operator.name == "if" && expr.ty == Type::Pool =>
            {
                let [test, yes, no] = operation.operands.as_slice() else {
                    return Value::Known(NOTHING);
                };
                self.branch(test, [yes, no], &Type::Pool, scope)
            }
            ExprKind::Function(definition, arguments) => {
                self.inlined(*definition, arguments, scope, |compiler, body, scope| {
                    compiler.pool(body, scope)
                })
            }
            ExprKind::Literal(cgml::model::Literal::Nothing) => Value::Known(NOTHING),
            _ => {
                self.not_yet("such a pool", expr.origin);
                Value::Known(NOTHING)
            }
        }
    }

    /// The pool of an owner, as a value; nothing without an owner.
    fn pool_of(&mut self, id: PoolId, owner: Option<Value>) -> Value {
        let (place, owners) = self.layout.pools.places[id.0 as usize];
        let place = i32::from(place) - FAR;
        match owner {
            None => Value::Known(place.into()),
            Some(Value::Known(owner)) if (0..i64::from(owners)).contains(&owner) => {
                Value::Known(i64::from(place) + owner)
            }
            Some(Value::Known(_)) => Value::Known(NOTHING),
            Some(Value::In(owner)) => {
                let to = self.code.slot();
                let done = self.code.label();
                self.put(to, Value::In(owner));
                self.code.emit(Op::UnlessThere {
                    a: to,
                    to: done.pc(),
                });
                self.code.emit(Op::AddNumber {
                    to,
                    a: to,
                    value: place,
                });
                self.code.bind(done);
                Value::In(to)
            }
        }
    }

    /// `GAIN`, `SPEND`, `REDUCE` and `TRANSFER`.
    pub(crate) fn transfer(&mut self, name: &str, step: &Step, scope: &Scope) {
        if self.transfer_at_once(name, step, scope) {
            return;
        }
        let pool = |compiler: &mut Self, name: &str| match compiler.operand(step, name) {
            Some(pool) => {
                let value = compiler.pool(pool, scope);
                let a = compiler.slot(value);
                let to = scope.fail.pc();
                compiler.code.emit(Op::UnlessThere { a, to });
                Value::In(a)
            }
            None => Value::Known(NOTHING),
        };
        let (from, to) = match name {
            "TRANSFER" => (pool(self, "from"), pool(self, "to")),
            "GAIN" => (Value::Known(NOTHING), pool(self, "pool")),
            _ => (pool(self, "pool"), Value::Known(NOTHING)),
        };
        let count = self.number(step, "count", scope).unwrap_or(Value::Known(1));
        let exactly = name == "SPEND" || self.is_set(step, "exactly");
        let acting = self.acting(scope);
        let values = [from, to, count, Value::Known(exactly.into()), acting];
        let is_setup = scope.is_setup;
        self.call_with(Routine::Transfer { is_setup }, &values, scope);
        let cell = self.layout.pools.moved;
        if step.result.is_some() {
            let moved = self.load(cell);
            self.give(step, moved, scope);
        }
        self.set_cell(cell, 0);
    }

    /// How many pieces of a resource there are in all pools.
    pub(crate) fn sum_of_pieces(&mut self, resource: cgml::model::ResourceId) -> Slot {
        let sum = self.code.slot();
        self.set(sum, 0);
        for (id, pool) in self.game.pools.pairs() {
            if pool.resource != resource {
                continue;
            }
            let taken = self.code.taken();
            let (_, owners) = self.layout.pools.places[id.0 as usize];
            let (first, count) = (self.layout.pools.cell(id), owners.max(1));
            let (index, owner, held) = (self.code.slot(), self.code.slot(), self.code.slot());
            let limit = self.slot(Value::Known(i64::from(count)));
            self.set(index, 0);
            let next = self.code.here();
            let done = self.code.label();
            self.code.emit(Op::EachNumber {
                index,
                limit,
                item: owner,
                done: done.pc(),
            });
            self.code.emit(Op::LoadAt {
                to: held,
                first,
                index: owner,
                count,
            });
            // Cards of other kinds have no such pool.
            self.code.emit(Op::UnlessThere {
                a: held,
                to: next.pc(),
            });
            self.code.emit(Op::Add {
                to: sum,
                a: sum,
                b: held,
            });
            self.code.jump(next);
            self.code.bind(done);
            self.code.free(taken);
        }
        sum
    }

    /// Goes on if so many pieces could be taken out of a pool.
    pub(crate) fn require_pieces(&mut self, pool: &Expr, count: Value, scope: &Scope) {
        let ExprKind::Pool(id, _) = &pool.kind else {
            return;
        };
        let least = self.game.pools[*id].min.as_ref();
        let least = least.map_or(Some(0), |least| crate::fold::constant(least, &self.setting));
        if let (Some(known), Some(least), Value::Known(count)) =
            (self.known_pool(pool, scope), least, count)
            && let Ok(value) = i32::try_from(least.saturating_add(count))
        {
            let a = self.held_in(known, scope);
            let to = scope.fail.pc();
            return self.code.emit(Op::UnlessFrom { a, value, to });
        }
        let place = self.place_of_pool(pool, scope);
        let held = self.held_at(place);
        let bound = match least {
            Some(least) => self.slot(Value::Known(least)),
            None => self.bound_at(place, true, scope.fail),
        };
        let count = self.slot(count);
        let needed = self.code.slot();
        self.code.emit(Op::Add {
            to: needed,
            a: bound,
            b: count,
        });
        self.code.emit(Op::UnlessAtLeast {
            a: held,
            b: needed,
            to: scope.fail.pc(),
        });
    }

    /// Goes on if so many pieces could be put into a pool.
    pub(crate) fn require_room_for_pieces(&mut self, pool: &Expr, count: Value, scope: &Scope) {
        let ExprKind::Pool(id, _) = &pool.kind else {
            return;
        };
        if self.game.pools[*id].max.is_none() {
            return;
        }
        let place = self.place_of_pool(pool, scope);
        let held = self.held_at(place);
        let bound = self.bound_at(place, false, scope.fail);
        let count = self.slot(count);
        let needed = self.code.slot();
        self.code.emit(Op::Add {
            to: needed,
            a: held,
            b: count,
        });
        self.code.emit(Op::UnlessAtLeast {
            a: bound,
            b: needed,
            to: scope.fail.pc(),
        });
    }

    /// At which place a pool is that must be there.
    fn place_of_pool(&mut self, pool: &Expr, scope: &Scope) -> Slot {
        let value = self.pool(pool, scope);
        let place = self.code.slot();
        let a = self.slot(value);
        self.code.emit(Op::UnlessThere {
            a,
            to: scope.fail.pc(),
        });
        self.code.emit(Op::AddNumber {
            to: place,
            a,
            value: FAR,
        });
        place
    }

    pub(crate) fn held_at(&mut self, place: Slot) -> Slot {
        let to = self.code.slot();
        self.code.emit(Op::LoadAt {
            to,
            first: self.layout.pools.first,
            index: place,
            count: self.layout.pools.count,
        });
        to
    }

    /// Which pool is at a place.
    fn number_at(&mut self, place: Slot) -> Slot {
        let list = self.code.constant(self.layout.pools.numbers());
        let to = self.code.slot();
        self.code.emit(Op::LookUp {
            to,
            list,
            index: place,
        });
        to
    }

    /// Whose pool is at a place.
    fn owner_at(&mut self, place: Slot) -> Slot {
        let list = self.code.constant(self.layout.pools.owners());
        let to = self.code.slot();
        self.code.emit(Op::LookUp {
            to,
            list,
            index: place,
        });
        to
    }

    /// Goes on if the pieces of an event leave a pool, whoever's it is.
    pub(crate) fn require_leaves(&mut self, id: PoolId, context: Context, otherwise: Label) {
        let Some(from) = context.from.filter(|_| !self.layout.pools.is_empty()) else {
            return self.code.jump(otherwise);
        };
        let taken = self.code.taken();
        let from = self.slot(from);
        let place = self.code.slot();
        self.code.emit(Op::UnlessThere {
            a: from,
            to: otherwise.pc(),
        });
        self.code.emit(Op::AddNumber {
            to: place,
            a: from,
            value: FAR,
        });
        let number = self.number_at(place);
        self.code.emit(Op::UnlessIs {
            a: number,
            value: id.0 as i32,
            to: otherwise.pc(),
        });
        self.code.free(taken);
    }
}
