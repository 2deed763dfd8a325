//! What lasts until an event: `MODIFY`, `GRANT`, `FORBID` and `SET_CONTROLLER`.
//!
//! Each is a table of rows. A row knows its card, the event that ends it and who acted; it ends just before what
//! listens to that event is triggered, and when its card leaves play.

use cgml::model::{
    Callee, EventPattern, EventSource, Expr, MoveId, NameRef, Step, Value as Given, ZoneOwner,
};
use engine::ids::{Cell, NOTHING, Slot};
use engine::op::Op;
use engine::program::{Sort, Text};
use engine::table::How;

use crate::code::Label;
use crate::compiler::{Compiler, Routine};
use crate::continuous::{Layer, Thing, modifiers_of, thing_of};
use crate::keywords::granted_by;
use crate::layout::sort;
use crate::marks::NewMark;
use crate::rows::Rows;
use crate::rules::Happening;
use crate::scope::{Context, Scope, Value};

/// The parts of a row: which change, keyword or step it is from.
pub(crate) const WHAT: usize = 0;
/// The card it is about.
pub(crate) const CARD: usize = 1;
/// The number of the event that ends it.
const ENDING: usize = 2;
/// Who acted.
pub(crate) const ACTOR: usize = 3;
/// The card whose ability it was.
pub(crate) const THIS: usize = 4;
/// Of a change: whose variable it is about.
pub(crate) const OWNER: usize = 5;
/// Of a change: by or to what.
pub(crate) const AMOUNT: usize = 6;
/// Of a change: what it brings no value below.
pub(crate) const FLOOR: usize = 7;
/// Of a change: when it began.
pub(crate) const SINCE: usize = 8;
/// Of a keyword: the first of its parameters.
pub(crate) const FIRST_ARGUMENT: usize = 5;
/// Of a move that is forbidden, or of control: the player.
pub(crate) const PLAYER: usize = 5;

/// How many changes may last at the same time.
const MOST_CHANGES: u16 = 32;

/// How many of everything else may last at the same time.
const MOST_OTHERS: u16 = 16;

/// A step that forbids moves.
#[derive(Debug, Clone)]
pub(crate) struct Forbidding {
    /// Where the step is in memory: it stands for it.
    address: usize,
    pub(crate) moves: Vec<MoveId>,
    /// With the temporary values of the card and the target.
    pub(crate) filter: Option<Expr>,
}

/// What lasts, and until when.
#[derive(Debug, Default)]
pub(crate) struct Lasting {
    pub(crate) modified: Option<Rows>,
    pub(crate) granted: Option<Rows>,
    pub(crate) forbidden: Option<Rows>,
    pub(crate) controlled: Option<Rows>,
    /// The steps that forbid moves.
    pub(crate) forbidding: Vec<Forbidding>,
    /// The events that end something.
    pub(crate) endings: Vec<EventPattern>,
    /// Who controls each card by an effect, and whose it was before.
    pub(crate) control: Option<(Cell, Cell)>,
}

/// The event that a step lasts until.
fn until<'s>(game: &'s cgml::model::Game, step: &'s Step) -> Option<&'s EventPattern> {
    let Some(Given::Event(pattern)) = step.argument("until") else {
        return None;
    };
    Some(match pattern.event {
        EventSource::Duration(id) => &game.resolution.durations[id].1,
        EventSource::Standard(_)
        | EventSource::Phase(..)
        | EventSource::State(..)
        | EventSource::Declared(_) => pattern,
    })
}

/// Calls `visit` for every step that makes something last.
fn lasting_steps(game: &cgml::model::Game, visit: &mut dyn FnMut(&'static str, &Step)) {
    cgml::model::visit::every_step(game, &mut |step| {
        if let Callee::Action(action) = step.callee
            && matches!(
                action.name,
                "MODIFY" | "GRANT" | "FORBID" | "SET_CONTROLLER"
            )
        {
            visit(action.name, step);
        }
    });
}

/// The events that end what lasts.
pub(crate) fn endings(game: &cgml::model::Game) -> Vec<EventPattern> {
    let mut endings: Vec<EventPattern> = Vec::new();
    lasting_steps(game, &mut |_, step| {
        if let Some(pattern) = until(game, step)
            && !endings.iter().any(|known| is_same(known, pattern))
        {
            endings.push(pattern.clone());
        }
    });
    endings
}

fn is_same(a: &EventPattern, b: &EventPattern) -> bool {
    a.subject == b.subject && a.event == b.event
}

fn as_move(name: &NameRef) -> Option<MoveId> {
    match name {
        NameRef::Move(id) => Some(*id),
        _ => None,
    }
}

fn address(step: &Step) -> usize {
    std::ptr::from_ref(step) as usize
}

impl<'g> Compiler<'g> {
    pub(crate) fn lay_out_lasting(&mut self) {
        let game = self.game;
        let mut forbidding = Vec::new();
        let mut arguments: Vec<Option<Sort>> = Vec::new();
        let (mut modifies, mut grants, mut controls) = (false, false, false);
        lasting_steps(game, &mut |name, step| match name {
            "MODIFY" => modifies = true,
            "GRANT" => {
                grants = true;
                for given in granted_by(step) {
                    for (place, (_, ty)) in game.keywords[given.keyword].params.iter().enumerate() {
                        let own = sort(ty);
                        match arguments.get_mut(place) {
                            None => arguments.push(Some(own)),
                            Some(known) if *known != Some(own) => *known = None,
                            Some(_) => {}
                        }
                    }
                }
            }
            "FORBID" => forbidding.push(Forbidding {
                address: address(step),
                moves: match step.argument("move") {
                    Some(Given::Names(names)) => names.iter().filter_map(as_move).collect(),
                    Some(Given::Name(name)) => as_move(name).into_iter().collect(),
                    _ => Vec::new(),
                },
                filter: step.argument("where").and_then(Given::expr).cloned(),
            }),
            _ => controls = true,
        });
        let head = [
            Sort::Number,
            Sort::Card,
            Sort::Number,
            Sort::Player,
            Sort::Card,
        ];
        let with = |more: &[Sort]| head.iter().chain(more).copied().collect::<Vec<Sort>>();
        self.continuous.lasting.endings = endings(game);
        if modifies {
            let number = Sort::Number;
            let sorts = with(&[number, Sort::Any, number, number]);
            self.continuous.lasting.modified = Some(self.new_rows("changes", MOST_CHANGES, &sorts));
        }
        if grants {
            let more: Vec<Sort> = arguments
                .into_iter()
                .map(|sort| sort.unwrap_or(Sort::Any))
                .collect();
            let rows = self.new_rows("keywords", MOST_OTHERS, &with(&more));
            self.continuous.lasting.granted = Some(rows);
        }
        if !forbidding.is_empty() {
            let rows = self.new_rows("forbidden", MOST_OTHERS, &with(&[Sort::Player]));
            self.continuous.lasting.forbidden = Some(rows);
            self.continuous.lasting.forbidding = forbidding;
        }
        if controls {
            let rows = self.new_rows("control", MOST_OTHERS, &with(&[Sort::Player]));
            self.continuous.lasting.controlled = Some(rows);
            let control = ["controller", "home"].map(|name| {
                let start = vec![NOTHING; self.program.cards.len()];
                self.new_mark(NewMark {
                    name: Text {
                        id: name.to_owned(),
                        texts: Vec::new(),
                    },
                    sort: Sort::Player,
                    start,
                    hidden: false,
                    internal: true,
                })
            });
            self.continuous.lasting.control = Some((control[0], control[1]));
        }
    }

    fn tables(&self) -> Vec<Rows> {
        let lasting = &self.continuous.lasting;
        let tables = [
            &lasting.modified,
            &lasting.granted,
            &lasting.forbidden,
            &lasting.controlled,
        ];
        tables.into_iter().flatten().cloned().collect()
    }

    /// The table of keywords, or all others.
    fn tables_of(&self, keywords: bool) -> Vec<Rows> {
        let granted = self.continuous.lasting.granted.as_ref();
        let granted = granted.map(|rows| rows.count);
        let mut tables = self.tables();
        tables.retain(|rows| (Some(rows.count) == granted) == keywords);
        tables
    }

    /// Whether something that lasts must hear where cards go.
    pub(crate) fn follows_cards(&self) -> bool {
        !self.tables().is_empty() || self.continuous.clock.is_some()
    }

    /// The parts that all rows begin with.
    fn head(&mut self, what: i64, card: Value, step: &Step, scope: &Scope) -> Vec<Value> {
        let game = self.game;
        let ending = until(game, step).and_then(|pattern| {
            let mut endings = self.continuous.lasting.endings.iter();
            endings.position(|known| is_same(known, pattern))
        });
        let nothing = Value::Known(NOTHING);
        let ending = ending.map_or(nothing, |number| Value::Known(number as i64));
        let actor = self.acting(scope);
        let this = scope.this.unwrap_or(nothing);
        vec![Value::Known(what), card, ending, actor, this]
    }

    /// Adds a row; too many of them stop the game.
    fn begin_to_last(&mut self, rows: &Rows, values: &[Value]) {
        let (full, done) = (self.code.label(), self.code.label());
        self.add_row(rows, values, full);
        self.code.jump(done);
        self.code.bind(full);
        self.code.emit(Op::Stop { why: 2 });
        self.code.bind(done);
    }

    /// Changes that last equally long become one, so that they take one row however many there are: goes to
    /// `done` if an earlier row was changed. A change that sets a value for good takes the place of the one before.
    fn join_earlier(&mut self, rows: &Rows, values: &[Value], layer: Layer, done: Label) {
        let is_for_good = values[ENDING] == Value::Known(NOTHING);
        let joins = match layer {
            Layer::Add | Layer::Multiply => true,
            Layer::Set => is_for_good,
            Layer::Divide => false,
        };
        // With a least value it matters which change comes first.
        if !joins || self.has_floors() {
            return;
        }
        let mut same = vec![WHAT, CARD, ENDING, OWNER];
        if !is_for_good {
            same.extend([ACTOR, THIS]);
        }
        let taken = self.code.taken();
        let wanted: Vec<(usize, Slot)> = same
            .into_iter()
            .map(|part| (part, self.slot(values[part])))
            .collect();
        let amount = self.slot(values[AMOUNT]);
        let require_same = |compiler: &mut Self, row: Slot, otherwise: Label| {
            for (part, b) in &wanted {
                let a = compiler.part_of_row(rows, row, *part);
                compiler.code.emit(Op::UnlessEqual {
                    a,
                    b: *b,
                    to: otherwise.pc(),
                });
            }
        };
        if layer == Layer::Set {
            self.remove_rows(rows, &mut |compiler, row, stays| {
                require_same(compiler, row, stays);
            });
        } else {
            self.each_row(rows, &mut |compiler, row, next| {
                require_same(compiler, row, next);
                let to = compiler.part_of_row(rows, row, AMOUNT);
                compiler.code.emit(match layer {
                    Layer::Multiply => Op::Mul {
                        to,
                        a: to,
                        b: amount,
                    },
                    Layer::Add | Layer::Set | Layer::Divide => Op::Add {
                        to,
                        a: to,
                        b: amount,
                    },
                });
                // What would be too large stays apart.
                compiler.code.emit(Op::UnlessThere {
                    a: to,
                    to: next.pc(),
                });
                compiler.set_part(rows, row, AMOUNT, Value::In(to));
                compiler.code.jump(done);
            });
        }
        self.code.free(taken);
    }

    /// Whether any change that lasts has a least value.
    fn has_floors(&self) -> bool {
        let mut has = false;
        lasting_steps(self.game, &mut |name, step| {
            has |= name == "MODIFY" && step.argument("floor").is_some();
        });
        has
    }

    pub(crate) fn modify(&mut self, step: &Step, scope: &Scope) {
        let (Some(cards), Some(rows)) = (
            self.operand(step, "card"),
            self.continuous.lasting.modified.clone(),
        ) else {
            return;
        };
        let nothing = Value::Known(NOTHING);
        let floor = self.number(step, "floor", scope).unwrap_or(nothing);
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            for modifier in modifiers_of(step) {
                let Some((thing, of)) = thing_of(&modifier.target) else {
                    continue;
                };
                let taken = compiler.code.taken();
                let scope = match modifier.card {
                    Some(local) => scope.with(local, card),
                    None => scope.clone(),
                };
                let amount = compiler.amount_of(modifier, &scope);
                let a = compiler.slot(amount);
                if matches!(amount, Value::In(_)) {
                    let to = scope.fail.pc();
                    compiler.code.emit(match Layer::of(modifier.operation) {
                        Layer::Set => Op::UnlessWorkedOut { a, to },
                        Layer::Multiply | Layer::Divide | Layer::Add => Op::UnlessThere { a, to },
                    });
                }
                let wanted = (thing, Layer::of(modifier.operation));
                let mut modified = compiler.continuous.modified.iter();
                let what = modified.position(|known| *known == wanted).unwrap_or(0) as i64;
                let last = |compiler: &mut Compiler<'g>, of: Value| {
                    let (card, owner) = match thing {
                        Thing::Variable(_) => (nothing, of),
                        Thing::Property(_) | Thing::Part(..) | Thing::Attribute(_) => (of, nothing),
                    };
                    let mut values = compiler.head(what, card, step, &scope);
                    let since = match compiler.continuous.clock {
                        Some((_, clock)) => compiler.load(clock),
                        None => nothing,
                    };
                    values.extend([owner, Value::In(a), floor, since]);
                    let done = compiler.code.label();
                    compiler.join_earlier(&rows, &values, wanted.1, done);
                    compiler.begin_to_last(&rows, &values);
                    compiler.code.bind(done);
                };
                match (of, &modifier.target.kind) {
                    (None, _) => last(compiler, Value::Known(0)),
                    (Some(of), cgml::model::ExprKind::Variable(id, _)) => {
                        let id = *id;
                        if compiler.is_many(Some(of)) {
                            compiler.each(of, &scope, &mut |compiler, _, owner, _| {
                                let owner = compiler.owner_of_variable(id, of, owner);
                                last(compiler, owner);
                            });
                        } else {
                            let owner = compiler.needed(of, &scope);
                            let owner = compiler.owner_of_variable(id, of, owner);
                            last(compiler, owner);
                        }
                    }
                    (Some(of), _) => {
                        compiler.each_marked(of, &scope, &mut |compiler, _, card| {
                            last(compiler, card);
                        });
                    }
                }
                compiler.code.free(taken);
            }
        });
    }

    pub(crate) fn grant(&mut self, step: &Step, scope: &Scope) {
        let (Some(cards), Some(rows)) = (
            self.operand(step, "card"),
            self.continuous.lasting.granted.clone(),
        ) else {
            return;
        };
        let mut given = Vec::new();
        for keyword in granted_by(step) {
            let params = &self.game.keywords[keyword.keyword].params;
            let arguments: Vec<Value> = keyword
                .arguments
                .iter()
                .zip(params)
                .map(|(argument, (_, ty))| self.value_as(argument, ty, scope))
                .collect();
            given.push((keyword.keyword, arguments));
        }
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            for (keyword, arguments) in &given {
                let taken = compiler.code.taken();
                let mut values = compiler.head(i64::from(keyword.0), card, step, scope);
                values.extend(arguments);
                values.resize(rows.width(), Value::Known(NOTHING));
                let done = compiler.code.label();
                if arguments.is_empty() {
                    compiler.unless_it_lasts(&rows, &values, done);
                }
                compiler.begin_to_last(&rows, &values);
                compiler.code.bind(done);
                compiler.code.free(taken);
            }
        });
    }

    /// Goes to `done` if there is a row already that says and lasts the same.
    fn unless_it_lasts(&mut self, rows: &Rows, values: &[Value], done: Label) {
        let is_for_good = values[ENDING] == Value::Known(NOTHING);
        let parts = 0..values.len();
        let parts = parts.filter(|part| !is_for_good || !matches!(*part, ACTOR | THIS));
        let taken = self.code.taken();
        let wanted: Vec<(usize, Slot)> =
            parts.map(|part| (part, self.slot(values[part]))).collect();
        self.each_row(rows, &mut |compiler, row, next| {
            for (part, b) in &wanted {
                let a = compiler.part_of_row(rows, row, *part);
                compiler.code.emit(Op::UnlessEqual {
                    a,
                    b: *b,
                    to: next.pc(),
                });
            }
            compiler.code.jump(done);
        });
        self.code.free(taken);
    }

    pub(crate) fn forbid(&mut self, step: &Step, scope: &Scope) {
        let Some(rows) = self.continuous.lasting.forbidden.clone() else {
            return;
        };
        let mut forbidding = self.continuous.lasting.forbidding.iter();
        let Some(what) = forbidding.position(|known| known.address == address(step)) else {
            return self.not_yet("FORBID", step.origin);
        };
        self.require_lasting_names(what, step);
        let nothing = Value::Known(NOTHING);
        let player = self.number(step, "player", scope).unwrap_or(nothing);
        let last = |compiler: &mut Compiler<'g>, scope: &Scope, card: Value| {
            let taken = compiler.code.taken();
            let mut values = compiler.head(what as i64, card, step, scope);
            values.push(player);
            compiler.begin_to_last(&rows, &values);
            compiler.code.free(taken);
        };
        match self.operand(step, "card") {
            Some(cards) => self.each_marked(cards, scope, &mut |compiler, scope, card| {
                last(compiler, scope, card);
            }),
            None => last(self, scope, nothing),
        }
    }

    /// What is forbidden may be asked for later: only names that last can stand there.
    fn require_lasting_names(&mut self, what: usize, step: &Step) {
        let Some(filter) = self.continuous.lasting.forbidding[what].filter.clone() else {
            return;
        };
        let mut own = Vec::new();
        let mut lasts = true;
        cgml::model::visit::each_expr(&filter, &mut |expr| match expr.kind {
            cgml::model::ExprKind::Each(id, _) => own.push(id),
            cgml::model::ExprKind::Local(id) => lasts &= own.contains(&id),
            cgml::model::ExprKind::Context(_) | cgml::model::ExprKind::ContextField(_) => {
                lasts = false;
            }
            _ => {}
        });
        if !lasts {
            self.not_yet(
                "FORBID where something of its own effect holds",
                step.origin,
            );
        }
    }

    pub(crate) fn set_controller(&mut self, step: &Step, scope: &Scope) {
        let (Some(cards), Some(player), Some(rows), Some((controller, home))) = (
            self.operand(step, "card"),
            self.operand(step, "player"),
            self.continuous.lasting.controlled.clone(),
            self.continuous.lasting.control,
        ) else {
            return;
        };
        let player = self.needed(player, scope);
        let player = self.slot(player);
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            let taken = compiler.code.taken();
            let card = compiler.slot(card);
            let done = compiler.code.label();
            let now = compiler.controller_of(Value::In(card));
            let now = compiler.slot(now);
            compiler.code.emit(Op::UnlessDifferent {
                a: now,
                b: player,
                to: done.pc(),
            });
            let old = compiler.mark(home, Value::In(card));
            let old = compiler.slot(old);
            let known = compiler.code.label();
            let is_given = compiler.mark(controller, Value::In(card));
            let is_given = compiler.slot(is_given);
            compiler.code.emit(Op::UnlessMissing {
                a: is_given,
                to: known.pc(),
            });
            compiler.code.emit(Op::PileOf { to: old, card });
            compiler.code.emit(Op::OwnerOf { to: old, pile: old });
            compiler.code.bind(known);
            compiler.go_over(card, player, scope.fail);
            compiler.set_mark(controller, Value::In(card), Value::In(player), scope.fail);
            compiler.set_mark(home, Value::In(card), Value::In(old), scope.fail);
            let mut values = compiler.head(0, Value::In(card), step, scope);
            values.push(Value::In(player));
            compiler.begin_to_last(&rows, &values);
            compiler.code.bind(done);
            compiler.code.free(taken);
        });
    }

    /// A card that lies in a zone of a player goes to the same zone of another one, as it lies.
    fn go_over(&mut self, card: Slot, player: Slot, fail: Label) {
        let taken = self.code.taken();
        let first = self.program.piles.iter().map(|pile| {
            let zone = cgml::model::ZoneId(u32::from(pile.zone));
            let is_owned = (zone.0 as usize) < self.game.zones.len()
                && self.game.zones[zone].owner == ZoneOwner::Player;
            if is_owned {
                i64::from(self.layout.pile(zone).0)
            } else {
                NOTHING
            }
        });
        let first: Vec<i64> = first.collect();
        let list = self.code.constant(first);
        let (pile, face, now) = (self.code.slot(), self.code.slot(), self.code.slot());
        let (done, down) = (self.code.label(), self.code.label());
        self.code.emit(Op::PileOf { to: now, card });
        self.code.emit(Op::LookUp {
            to: pile,
            list,
            index: now,
        });
        self.code.emit(Op::UnlessThere {
            a: pile,
            to: done.pc(),
        });
        self.code.emit(Op::Add {
            to: pile,
            a: pile,
            b: player,
        });
        self.code.emit(Op::UnlessDifferent {
            a: pile,
            b: now,
            to: done.pc(),
        });
        self.require_room(pile, fail);
        self.code.emit(Op::FaceOf { to: face, card });
        self.code.emit(Op::UnlessIs {
            a: face,
            value: 0,
            to: down.pc(),
        });
        for (how, label) in [(How::UP, None), (How::DOWN, Some(down))] {
            if let Some(label) = label {
                self.code.bind(label);
            }
            self.code.emit(Op::MoveCard {
                card,
                to: pile,
                how: how.0,
                otherwise: fail.pc(),
            });
            if label.is_none() {
                self.code.jump(done);
            }
        }
        self.code.bind(done);
        self.code.free(taken);
    }

    fn require_room(&mut self, pile: Slot, otherwise: Label) {
        let room = self.room(pile);
        let a = self.slot(room);
        self.code.emit(Op::UnlessFrom {
            a,
            value: 1,
            to: otherwise.pc(),
        });
    }

    /// Goes on with the player who controls a card by an effect in a register; to `otherwise` if nobody does.
    pub(crate) fn controller_by_effect(&mut self, card: Slot, to: Slot, otherwise: Label) -> bool {
        let Some((controller, _)) = self.continuous.lasting.control else {
            return false;
        };
        self.load_mark(controller, card, to, otherwise);
        true
    }

    /// As [`Self::controller_by_effect`], with whose the card was before.
    pub(crate) fn owner_before(&mut self, card: Slot, to: Slot, otherwise: Label) -> bool {
        let Some((_, home)) = self.continuous.lasting.control else {
            return false;
        };
        self.load_mark(home, card, to, otherwise);
        true
    }

    fn load_mark(&mut self, first: Cell, card: Slot, to: Slot, otherwise: Label) {
        self.code.emit(Op::LoadAt {
            to,
            first,
            index: card,
            count: self.program.cards.len() as u16,
        });
        self.code.emit(Op::UnlessThere {
            a: to,
            to: otherwise.pc(),
        });
    }

    /// Whether an event ends something.
    pub(crate) fn ends_something(&self, happening: Happening) -> bool {
        let mut endings = self.continuous.lasting.endings.iter();
        endings.any(|pattern| happening.matches(&pattern.event))
    }

    /// What lasts until an event ends.
    pub(crate) fn end_lasting(
        &mut self,
        happening: Happening,
        names: Option<Slot>,
        context: Context,
    ) {
        let endings = self.continuous.lasting.endings.clone();
        for (number, pattern) in endings.iter().enumerate() {
            if !happening.matches(&pattern.event) {
                continue;
            }
            let taken = self.code.taken();
            let done = self.code.label();
            self.require_name(pattern, names, done);
            let freed = self.continuous.lasting.controlled.as_ref().map(|_| {
                let list = self.code.slot();
                self.code.emit(Op::NewList { to: list });
                list
            });
            let controlled = self.continuous.lasting.controlled.clone();
            for rows in self.tables() {
                let is_control = controlled
                    .as_ref()
                    .is_some_and(|control| control.count == rows.count);
                self.remove_rows(&rows, &mut |compiler, index, stays| {
                    let ending = compiler.part_of_row(&rows, index, ENDING);
                    compiler.code.emit(Op::UnlessIs {
                        a: ending,
                        value: number as i32,
                        to: stays.pc(),
                    });
                    let actor = compiler.part_of_row(&rows, index, ACTOR);
                    let this = compiler.part_of_row(&rows, index, THIS);
                    let this = Some(Value::In(this));
                    compiler.require_subject(pattern, this, Value::In(actor), context, stays);
                    if let (true, Some(list)) = (is_control, freed) {
                        let value = compiler.part_of_row(&rows, index, CARD);
                        compiler.code.emit(Op::Push { list, value });
                    }
                });
            }
            if let Some(list) = freed {
                let scope = Scope::new(done);
                self.each_item(list, &scope, &mut |compiler, _, card, next| {
                    compiler.give_back(card, next);
                });
            }
            self.code.bind(done);
            self.code.free(taken);
        }
    }

    /// An effect that gave control of a card is over: who has it by the latest effect that is left, or whose it
    /// was, gets it.
    fn give_back(&mut self, card: Value, next: Label) {
        let (Some(rows), Some((controller, home))) = (
            self.continuous.lasting.controlled.clone(),
            self.continuous.lasting.control,
        ) else {
            return;
        };
        let card = self.slot(card);
        let player = self.code.slot();
        self.set(player, NOTHING);
        self.each_row(&rows, &mut |compiler, index, next| {
            let of = compiler.part_of_row(&rows, index, CARD);
            compiler.code.emit(Op::UnlessEqual {
                a: of,
                b: card,
                to: next.pc(),
            });
            compiler.load_part(&rows, index, PLAYER, player);
        });
        let old = self.mark(home, Value::In(card));
        let old = self.slot(old);
        let still = self.code.label();
        let stay = self.code.label();
        self.code.emit(Op::UnlessMissing {
            a: player,
            to: still.pc(),
        });
        self.go_over(card, old, stay);
        self.code.bind(stay);
        for mark in [controller, home] {
            self.set_mark(mark, Value::In(card), Value::Known(NOTHING), next);
        }
        self.code.jump(next);
        self.code.bind(still);
        let kept = self.code.label();
        self.go_over(card, player, kept);
        self.code.bind(kept);
        self.set_mark(controller, Value::In(card), Value::In(player), next);
        self.set_mark(home, Value::In(card), Value::In(old), next);
    }

    /// A card has moved: what lasts on it is over if it has left play.
    pub(crate) fn follow_card(&mut self, card: Slot, names: Slot) {
        self.begin_anew(card);
        self.end_on(card, names, false);
    }

    /// A card has moved and was heard: it keeps no keywords that were given to it if it has left play.
    pub(crate) fn end_keywords_on(&mut self, card: Slot, names: Slot) {
        self.end_on(card, names, true);
    }

    fn end_on(&mut self, card: Slot, names: Slot, of_keywords: bool) {
        if self.tables_of(of_keywords).is_empty() {
            return;
        }
        let taken = self.code.taken();
        let done = self.code.label();
        self.code.emit(Op::UnlessBit {
            bits: names,
            bit: crate::rules::LEAVE,
            to: done.pc(),
        });
        let at = self.code.slot();
        self.put(at, Value::In(card));
        let routine = self.routine(Routine::EndOn { of_keywords });
        self.code.emit(Op::Call {
            routine: routine.pc(),
            at,
            otherwise: done.pc(),
        });
        self.code.bind(done);
        self.code.free(taken);
    }

    /// The routine that ends everything that lasts on a card. Register: the card.
    pub(crate) fn write_end_on(&mut self, of_keywords: bool) {
        self.begin_part("continuous");
        let card = self.code.slot();
        for rows in self.tables_of(of_keywords) {
            self.remove_rows(&rows, &mut |compiler, index, stays| {
                let of = compiler.part_of_row(&rows, index, CARD);
                compiler.code.emit(Op::UnlessEqual {
                    a: of,
                    b: card,
                    to: stays.pc(),
                });
            });
        }
        self.code.emit(Op::Return {});
    }
}
