//! `DELAY`: steps that are done later, when an event happens.
//!
//! Each such step of a game has a table of its own: a row for every time that it waits, with who acts, the card
//! whose ability it is and the temporary values that it needs.

use std::collections::BTreeMap;

use cgml::model::visit::{each_step, step_exprs};
use cgml::model::{
    ArgumentValue, EventPattern, EventSource, Expr, LocalId, LocalName, Step, Subject, Type,
};
use cgml::vocabulary::events::Trigger;
use cgml::vocabulary::parameters::Parameter;
use engine::fault::StopReason;
use engine::ids::{NOTHING, Slot};
use engine::op::Builder;
use engine::program::ValueKind;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Context, Scope, Value};
use crate::plan::effects::delayed_steps::{delaying, pattern};
use crate::plan::effects::event_keys::EventKey;
use crate::plan::layout::position_tables::PositionTable;
use crate::plan::layout::sort;
use crate::routines::Routine;

/// The number of times that one step may wait at the same time.
const MOST_DELAYED: u16 = 12;

/// The number of elements of a list are kept.
const MOST_LISTED: usize = 16;

/// A step that waits for an event.
#[derive(Debug, Clone)]
pub(crate) struct Delayed<'g> {
    step: &'g Step,
    when: &'g EventPattern,
    until: Option<&'g EventPattern>,
    /// The temporary values that are kept, with the first part of a row where each is.
    kept: Vec<(LocalId, Type, usize)>,
    /// The number of locals of its steps.
    locals: usize,
    rows: PositionTable,
}

/// The parts of a row that every step has: who acts, and the card whose ability it is.
const ACTING: usize = 0;

const THIS: usize = 1;

/// The registers that the routine of a step begins with: how many rows there are, names of a move, card, from, to, player, then fields.
const GIVEN: usize = 6;

/// The temporary values that a step needs from outside, with their types, and how many there are in all.
fn needed(step: &Step) -> (BTreeMap<u32, Type>, usize) {
    let mut used: BTreeMap<u32, Type> = BTreeMap::new();
    let (mut own, mut given): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    let mut most = 0;
    step_exprs(step, &mut |expr: &Expr| {
        let Some(name) = expr.kind.local() else {
            return;
        };
        most = most.max(name.id().0 + 1);
        match name {
            LocalName::Read(id) => {
                used.entry(id.0).or_insert_with(|| expr.ty.clone());
            }
            LocalName::Bound(id) => own.push(id.0),
        }
    });
    let mut note = |step: &Step| {
        let bindings = step
            .arguments
            .iter()
            .filter_map(|argument| argument.value.binding());
        for id in bindings.chain(step.result) {
            most = most.max(id.0 + 1);
            given.push(id.0);
        }
    };
    for argument in &step.arguments {
        if let ArgumentValue::Steps(steps) = &argument.value {
            each_step(steps, &mut note);
        }
    }
    used.retain(|id, ty| {
        let is_list = matches!(ty, Type::List(_));
        !(own.contains(id) || is_list && given.contains(id))
    });
    (used, most as usize)
}

impl<'g> Compiler<'g> {
    /// Lays out the tables of the steps that wait.
    pub(crate) fn lay_out_delayed(&mut self) {
        let game = self.game;
        for step in delaying(game) {
            let Some(when) = pattern(game, step, Parameter::When) else {
                continue;
            };
            let (used, locals) = needed(step);
            let mut sorts = vec![ValueKind::Player, ValueKind::Card];
            let mut kept = Vec::new();
            for (id, ty) in used {
                kept.push((LocalId(id), ty.clone(), sorts.len()));
                match &ty {
                    Type::List(element) if !matches!(**element, Type::List(_)) => {
                        sorts.push(ValueKind::Number);
                        sorts.extend([sort(element); MOST_LISTED]);
                    }
                    Type::List(_) | Type::Record(_) | Type::Range => {
                        self.not_yet("DELAY that keeps such a value", step.origin);
                    }
                    ty => sorts.push(sort(ty)),
                }
            }
            let rows = self.new_table("delayed", MOST_DELAYED, &sorts);
            self.events.delayed.push(Delayed {
                step,
                when,
                until: pattern(game, step, Parameter::Until),
                kept,
                locals,
                rows,
            });
        }
    }

    /// True if steps wait for an event, or until it.
    pub(crate) fn is_awaited(&self, key: EventKey) -> bool {
        self.events.delayed.iter().any(|delayed| {
            let patterns = [Some(delayed.when), delayed.until];
            let mut patterns = patterns.into_iter().flatten();
            patterns.any(|pattern| key.matches(&pattern.event))
        })
    }

    /// `DELAY`: keeps the step's values in a row; the step is executed when its event happens.
    pub(crate) fn delay(&mut self, step: &Step, scope: &Scope) {
        let found = self.events.delayed.iter();
        let found = found
            .clone()
            .find(|delayed| delayed.step.origin == step.origin);
        let Some(delayed) = found.cloned() else {
            return self.not_yet("DELAY here", step.origin);
        };
        let (full, done) = (self.code.label(), self.code.label());
        let acting = self.acting(scope);
        let mut values = vec![acting, scope.this.unwrap_or(Value::Known(NOTHING))];
        for (id, ty, _) in &delayed.kept {
            let value = scope.local(*id).unwrap_or(Value::Known(NOTHING));
            if matches!(ty, Type::List(_)) {
                values.extend(self.listed(value, full));
            } else {
                values.push(value);
            }
        }
        self.add_row(&delayed.rows, &values, full);
        self.code.jump(done);
        self.code.bind(full);
        self.code.stop(StopReason::TooMuchWaits);
        self.code.bind(done);
    }

    /// The number of elements that a list has, and the elements.
    fn listed(&mut self, list: Value, full: Label) -> Vec<Value> {
        let list = self.slot(list);
        let length = self.code.slot();
        self.code.length(length, list);
        self.code.unless_below(length, MOST_LISTED as i32 + 1, full);
        let mut values = vec![Value::In(length)];
        let index = self.code.slot();
        for number in 0..MOST_LISTED {
            let to = self.code.slot();
            self.set(index, number as i64);
            self.code.item_at(to, list, index);
            values.push(Value::In(to));
        }
        values
    }

    /// An event has happened: what waits for it is done, and what waits until it waits no more.
    pub(crate) fn run_delayed(&mut self, key: EventKey, context: Context, names: Option<Slot>) {
        let outer = self.code.taken();
        // Steps that are delayed now wait for the next such event.
        let mut waiting = Vec::new();
        for number in 0..self.events.delayed.len() {
            let is_awaited = key.matches(&self.events.delayed[number].when.event);
            let cell = self.events.delayed[number].rows.count;
            waiting.push(is_awaited.then(|| self.load(cell)));
        }
        for (number, waiting) in waiting.into_iter().enumerate() {
            let delayed = self.events.delayed[number].clone();
            let taken = self.code.taken();
            if let Some(Value::In(left)) = waiting {
                let next = self.code.label();
                self.code.unless_from(left, 1, next);
                let player = match context.player {
                    Some(player) => player,
                    None => self.current(),
                };
                let nothing = Value::Known(NOTHING);
                let mut values = vec![
                    Value::In(left),
                    names.map_or(nothing, Value::In),
                    context.card.unwrap_or(nothing),
                    context.from.unwrap_or(nothing),
                    context.to.unwrap_or(nothing),
                    player,
                ];
                if let Some(first) = context.fields {
                    let fields = self.fields_told(delayed.when);
                    values.extend((0..fields).map(|field| Value::In(Slot(first.0 + field as u8))));
                }
                let scope = Scope::new(next);
                self.call_with(Routine::Delayed(number as u32), &values, &scope);
                self.code.bind(next);
            }
            if let Some(until) = delayed.until
                && key.matches(&until.event)
            {
                let next = self.code.label();
                self.require_rows(&delayed.rows, next);
                self.require_name(until, names, next);
                self.remove_rows(&delayed.rows, &mut |compiler, index, stays| {
                    compiler.require_awaited(&delayed.rows, until, index, context, stays);
                });
                self.code.bind(next);
            }
            self.code.free(taken);
        }
        self.code.free(outer);
    }

    /// The number of fields that an event tells besides.
    fn fields_told(&self, pattern: &EventPattern) -> usize {
        match &pattern.event {
            EventSource::Declared(event) => self.game.events[*event].fields.len(),
            EventSource::Standard(event) if event.kind == Trigger::Transfer => 1,
            EventSource::Standard(_)
            | EventSource::Phase(..)
            | EventSource::State(..)
            | EventSource::Duration(_) => 0,
        }
    }

    /// The event is about whom a row waits for.
    fn require_awaited(
        &mut self,
        rows: &PositionTable,
        pattern: &EventPattern,
        index: Slot,
        context: Context,
        otherwise: Label,
    ) {
        if pattern.subject == Subject::Any {
            return;
        }
        let acting = self.part_of_row(rows, index, ACTING);
        let this = self.part_of_row(rows, index, THIS);
        let (acting, this) = (Value::In(acting), Value::In(this));
        self.require_subject(pattern, Some(this), acting, context, otherwise);
    }

    /// The routine of a step whose event has happened: it is done for every row that fits. Registers: how
    /// many rows there are, the names of a move, card, from, to, player, then the fields of the event.
    pub(crate) fn write_delayed(&mut self, number: usize) {
        let delayed = self.events.delayed[number].clone();
        let step = delayed.step;
        self.begin_part("delay");
        self.code.at(step.origin);
        let first = self.code.slots(GIVEN + self.fields_told(delayed.when));
        let given = |place: u8| Slot(first.0 + place);
        let context = Context {
            card: Some(Value::In(given(2))),
            from: Some(Value::In(given(3))),
            to: Some(Value::In(given(4))),
            player: Some(Value::In(given(5))),
            fields: Some(given(GIVEN as u8)),
        };
        let (next, over) = (self.code.label(), self.code.label());
        self.require_name(delayed.when, Some(given(1)), over);
        let (index, left) = (self.code.slot(), given(0));
        self.set(index, 0);
        self.code.bind(next);
        self.code.unless_from(left, 1, over);
        self.code.add_number(left, left, -1);
        let stays = self.code.label();
        self.require_awaited(&delayed.rows, delayed.when, index, context, stays);
        let scope = self.scope_of_row(&delayed, index, context, stays);
        if let Some(condition) = self.operand(step, Parameter::If) {
            self.require(condition, true, stays, &scope);
        }
        if self.is_set(step, Parameter::Repeat) {
            self.code.add_number(index, index, 1);
        } else {
            self.remove_row(&delayed.rows, index);
        }
        self.steps(self.inner(step, Parameter::Do), &scope.failing(next));
        self.code.jump(next);
        self.code.bind(stays);
        self.code.add_number(index, index, 1);
        self.code.jump(next);
        self.code.bind(over);
        self.code.ret();
    }

    /// Scope of a delayed step, given what its row has kept.
    fn scope_of_row(
        &mut self,
        delayed: &Delayed<'g>,
        index: Slot,
        context: Context,
        otherwise: Label,
    ) -> Scope {
        let rows = &delayed.rows;
        let mut scope = Scope::new(otherwise);
        let acting = self.part_of_row(rows, index, ACTING);
        self.code.unless_there(acting, otherwise);
        scope.acting = Some(Value::In(acting));
        scope.this = Some(Value::In(self.part_of_row(rows, index, THIS)));
        scope.context = context;
        let first = self.code.slots(delayed.locals);
        scope.locals = (0..delayed.locals)
            .map(|number| Value::In(Slot(first.0 + number as u8)))
            .collect();
        for (id, ty, part) in &delayed.kept {
            let to = Slot(first.0 + id.0 as u8);
            if matches!(ty, Type::List(_)) {
                self.load_list(rows, index, *part, to);
            } else {
                self.load_part(rows, index, *part, to);
            }
        }
        scope
    }

    fn load_list(&mut self, rows: &PositionTable, index: Slot, part: usize, to: Slot) {
        let taken = self.code.taken();
        let length = self.part_of_row(rows, index, part);
        let done = self.code.label();
        self.code.new_list(to);
        for number in 0..MOST_LISTED {
            self.code.unless_from(length, number as i32 + 1, done);
            let value = self.part_of_row(rows, index, part + 1 + number);
            self.code.push(to, value);
        }
        self.code.bind(done);
        self.code.free(taken);
    }
}
