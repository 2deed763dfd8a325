//! Replacements of an event: the rules and abilities that replace it, and who chooses among them.
//!
//! Abilities that fit an event become rows of a table. While one of them is executed in its place, the rows
//! stay: what is in the table replaces nothing. With `replacement: repeat` only the ones that were executed or
//! declined stay.

use cgml::model::{AbilitySort, Failure, Subject, Timing};
use cgml::vocabulary::prompts::REPLACEMENT;
use cgml::vocabulary::resolution::Simultaneous;
use engine::fault::StopReason;
use engine::ids::{Cell, Meaning, Slot};
use engine::op::Builder;
use engine::program::{ChoiceKind, ValueKind};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Context, Scope, Value};
use crate::events::proceed::{Proceed, Replaced};
use crate::plan::effects::event_keys::EventKey;
use crate::plan::layout::position_tables::PositionTable;
use crate::plan::texts::question;

/// The number of abilities that may be replacing something, or be about to, at the same time.
const MOST_REPLACING: u16 = 16;

/// The parts of a row: the ability, its card, and whether it was resolved or declined already.
const ABILITY: usize = 0;

const CARD: usize = 1;

const IS_OUT: usize = 2;

/// An event that is about to happen.
#[derive(Clone, Copy)]
struct Event {
    what: Replaced,
    context: Context,
    /// The names of a card's move, as bits.
    names: Option<Slot>,
    /// The number of rows before.
    before: Slot,
}

impl<'g> Compiler<'g> {
    /// True if anything may replace an event.
    pub(crate) fn is_replaceable(&self, key: EventKey) -> bool {
        self.is_replaced_by_rules(key) || !self.replacing(key).is_empty()
    }

    /// The abilities that may replace an event.
    pub(crate) fn replacing(&self, key: EventKey) -> Vec<usize> {
        self.abilities_where(|carried| match &carried.ability.sort {
            AbilitySort::Replacement(pattern) => key.matches(&pattern.event),
            AbilitySort::Triggered(_)
            | AbilitySort::Activated(_)
            | AbilitySort::Static { .. }
            | AbilitySort::Restriction { .. } => false,
        })
    }

    /// True if rules may replace an event.
    pub(crate) fn is_replaced_by_rules(&self, key: EventKey) -> bool {
        !self.listeners(key, Timing::Replace).is_empty()
    }

    /// Replaces an event: by the first rule whose test succeeds, or an ability; goes to `done` then.
    /// A rule does not replace what its own effect does.
    pub(crate) fn run_replacements(
        &mut self,
        key: EventKey,
        what: Replaced,
        acting: Option<Value>,
        context: Context,
        names: Option<Slot>,
        done: Label,
    ) {
        for rule in self.listeners(key, Timing::Replace) {
            let cell = self.guard_of(&rule.name);
            let (next, replaced) = (self.code.label(), self.code.label());
            self.code.unless_cell_is(cell, 0, next);
            let not_replaced = self.code.label();
            self.set_cell(cell, 1);
            let flag = self.code.slot();
            self.set(flag, 0);
            self.events.proceeds.push(Proceed::Replaced { what, flag });
            self.write_rule(rule, acting, context, names, Some(replaced));
            self.code.jump(not_replaced);
            self.code.bind(replaced);
            self.set_cell(cell, 0);
            self.code.jump(done);
            self.code.bind(not_replaced);
            self.set_cell(cell, 0);
            self.code.bind(next);
        }
        self.replace_by_abilities(key, what, context, names, done);
    }

    /// The cell that says whether a rule is replacing something.
    fn guard_of(&mut self, rule: &'g str) -> Cell {
        if let Some(cell) = self.events.replacing_rules.get(rule) {
            return *cell;
        }
        let cell = self.plan.layout.new_cell();
        self.events.replacing_rules.insert(rule, cell);
        cell
    }

    /// One of the abilities that fit an event is resolved in its place; goes to `done` then.
    fn replace_by_abilities(
        &mut self,
        key: EventKey,
        what: Replaced,
        context: Context,
        names: Option<Slot>,
        done: Label,
    ) {
        let numbers = self.replacing(key);
        if numbers.is_empty() {
            return;
        }
        let rows = self.table_of_replacing();
        let taken = self.code.taken();
        let happens = self.code.label();
        let before = self.code.slot();
        self.code.load(before, rows.count);
        let event = Event {
            what,
            context,
            names,
            before,
        };
        for number in &numbers {
            self.note_fitting(&rows, *number, event);
        }
        let found = self.code.slot();
        self.code.load(found, rows.count);
        self.code.unless_less(before, found, happens);
        let again = self.code.here();
        let (index, declined) = (self.code.slot(), self.code.label());
        self.pick(&rows, &numbers, before, index, declined);
        self.set_part(&rows, index, IS_OUT, Value::Known(1));
        let number = self.part_of_row(&rows, index, ABILITY);
        let card = self.part_of_row(&rows, index, CARD);
        self.switch_on_ability(number, &numbers, &mut |compiler, number| {
            compiler.replace_with(&rows, number, card, event, again, done);
        });
        self.code.bind(declined);
        self.drop_rows(&rows, before);
        self.code.bind(happens);
        self.code.free(taken);
    }

    /// The table of abilities that replace an event.
    fn table_of_replacing(&mut self) -> PositionTable {
        if let Some(rows) = &self.events.replacing {
            return rows.clone();
        }
        let sorts = [ValueKind::Number, ValueKind::Card, ValueKind::Truth];
        let rows = self.new_table("replacing", MOST_REPLACING, &sorts);
        self.events.replacing = Some(rows.clone());
        rows
    }

    /// Notes the cards with an ability that fits an event.
    fn note_fitting(&mut self, rows: &PositionTable, number: usize, event: Event) {
        let AbilitySort::Replacement(pattern) = &self.abilities.carried[number].ability.sort else {
            return;
        };
        let taken = self.code.taken();
        let next = self.code.label();
        self.require_name(pattern, event.names, next);
        if pattern.subject == Subject::This {
            if let Some(card) = event.context.card {
                self.require_ability(number, card, next);
                self.note_if_it_fits(rows, number, card, event, next);
            }
        } else {
            self.each_bearer(number, &mut |compiler, card, next| {
                compiler.note_if_it_fits(rows, number, card, event, next);
            });
        }
        self.code.bind(next);
        self.code.free(taken);
    }

    fn note_if_it_fits(
        &mut self,
        rows: &PositionTable,
        number: usize,
        card: Value,
        event: Event,
        otherwise: Label,
    ) {
        let ability = self.abilities.carried[number].ability;
        let AbilitySort::Replacement(pattern) = &ability.sort else {
            return;
        };
        let taken = self.code.taken();
        let mut scope = self.scope_of_replacement(card, event.context, otherwise);
        let controller = scope.acting.unwrap_or(Value::Known(0));
        self.require_subject(pattern, Some(card), controller, event.context, otherwise);
        self.require_zone(ability, card, otherwise);
        self.require_ability_unused(number, &scope, otherwise);
        if ability.fits.is_some() || ability.condition.is_some() {
            self.bind_ability(&mut scope, number);
            self.clear_locals(number, &scope);
        }
        for condition in ability.fits.iter().chain(&ability.condition) {
            self.require(condition, true, otherwise, &scope);
        }
        let card = self.slot(card);
        self.each_row(rows, &mut |compiler, row, next| {
            let known = compiler.part_of_row(rows, row, ABILITY);
            compiler.code.unless_is(known, number as i32, next);
            compiler.load_part(rows, row, CARD, known);
            compiler.code.unless_equal(known, card, next);
            compiler.code.jump(otherwise);
        });
        let (full, noted) = (self.code.label(), self.code.label());
        let row = [
            Value::Known(number as i64),
            Value::In(card),
            Value::Known(0),
        ];
        self.add_row(rows, &row, full);
        self.code.jump(noted);
        self.code.bind(full);
        self.code.stop(StopReason::TooMuchWaits);
        self.code.bind(noted);
        self.code.free(taken);
    }

    /// Scope of a card's ability that replaces an event.
    fn scope_of_replacement(&mut self, card: Value, context: Context, fail: Label) -> Scope {
        let mut scope = Scope::new(fail);
        scope.acting = Some(self.controller_of(card));
        scope.this = Some(card);
        scope.context = context;
        scope
    }

    /// The row of the ability that is resolved, of those from `before` on that are not out; goes to `none` if
    /// there is none. Whoever `simultaneous` names chooses.
    fn pick(
        &mut self,
        rows: &PositionTable,
        numbers: &[usize],
        before: Slot,
        index: Slot,
        none: Label,
    ) {
        let simultaneous = self.game.resolution.simultaneous;
        let taken = self.code.taken();
        let (best, several) = (self.code.slot(), self.code.slot());
        self.set(index, engine::ids::NOTHING);
        self.code.set_nothing(best);
        self.set(several, 0);
        self.each_candidate(rows, before, &mut |compiler, row, next| {
            let rank = compiler.rank_of_candidate(rows, row);
            compiler.note_best([rank, best, several], next);
            compiler.put(index, Value::In(row));
        });
        self.code.unless_there(index, none);
        if simultaneous != Simultaneous::Document && self.may_be_several(numbers) {
            let known = self.code.label();
            self.code.unless_true(several, known);
            self.ask_for_candidate(rows, numbers, before, best, index);
            self.code.bind(known);
        }
        self.code.free(taken);
    }

    /// True if two of these abilities, or one of them on two cards, may fit one event.
    fn may_be_several(&self, numbers: &[usize]) -> bool {
        let is_about_this = |number: &usize| {
            let sort = &self.abilities.carried[*number].ability.sort;
            matches!(sort, AbilitySort::Replacement(pattern) if pattern.subject == Subject::This)
        };
        numbers.len() > 1 || !numbers.iter().all(is_about_this)
    }

    /// A row is one of those from `before` on that are not out.
    fn require_candidate(
        &mut self,
        rows: &PositionTable,
        row: Slot,
        before: Slot,
        otherwise: Label,
    ) {
        self.code.unless_at_least(row, before, otherwise);
        let is_out = self.part_of_row(rows, row, IS_OUT);
        self.code.unless_is(is_out, 0, otherwise);
    }

    /// Goes through the rows from `before` on that are not out.
    fn each_candidate(
        &mut self,
        rows: &PositionTable,
        before: Slot,
        body: &mut dyn FnMut(&mut Compiler<'g>, Slot, Label),
    ) {
        self.each_row(rows, &mut |compiler, row, next| {
            compiler.require_candidate(rows, row, before, next);
            body(compiler, row, next);
        });
    }

    /// True if each player orders their own abilities.
    fn owners_order(&self) -> bool {
        self.game.resolution.simultaneous == Simultaneous::Owner
    }

    /// A number by which abilities of the current player come first, then those of the others in turn; the same
    /// for all if only one player chooses.
    fn rank_of_candidate(&mut self, rows: &PositionTable, row: Slot) -> Slot {
        if self.plan.setting.players == 1 || !self.owners_order() {
            return self.slot(Value::Known(0));
        }
        let card = self.part_of_row(rows, row, CARD);
        let controller = self.controller_of(Value::In(card));
        let current = self.current();
        let (a, b) = (self.slot(controller), self.slot(current));
        let to = self.code.slot();
        self.code.sub(to, a, b);
        let players = self.slot(Value::Known(i64::from(self.plan.setting.players)));
        self.code.modulo(to, to, players);
        to
    }

    /// Asks which of the abilities with a rank replaces the event.
    fn ask_for_candidate(
        &mut self,
        rows: &PositionTable,
        numbers: &[usize],
        before: Slot,
        rank: Slot,
        index: Slot,
    ) {
        let seat = if self.owners_order() {
            let card = self.part_of_row(rows, index, CARD);
            self.controller_of(Value::In(card))
        } else {
            self.current()
        };
        let seat = self.slot(seat);
        let ask = self.ask(question(REPLACEMENT), false);
        let first = self.plan.program.meanings.len() as u16;
        for number in numbers {
            let name = self.name_among(*number, numbers);
            self.meaning(ChoiceKind::Option, name, ValueKind::Card);
        }
        self.code.new_choices();
        self.each_candidate(rows, before, &mut |compiler, row, next| {
            let own = compiler.rank_of_candidate(rows, row);
            compiler.code.unless_equal(own, rank, next);
            let ability = compiler.part_of_row(rows, row, ABILITY);
            let value = compiler.part_of_row(rows, row, CARD);
            for (place, number) in numbers.iter().enumerate() {
                let other = compiler.code.label();
                compiler.code.unless_is(ability, *number as i32, other);
                let meaning = Meaning(first + place as u16);
                compiler.code.offer(meaning, value);
                compiler.code.jump(next);
                compiler.code.bind(other);
            }
        });
        let (meaning, value) = (self.code.slot(), self.code.slot());
        self.code.ask(ask, seat, meaning, value);
        self.code.add_number(meaning, meaning, -i32::from(first));
        let by_place = numbers.iter().map(|number| *number as i64).collect();
        let list = self.code.constant(by_place);
        self.code.look_up(meaning, list, meaning);
        self.each_candidate(rows, before, &mut |compiler, row, next| {
            let ability = compiler.part_of_row(rows, row, ABILITY);
            let card = compiler.part_of_row(rows, row, CARD);
            for (a, b) in [(ability, meaning), (card, value)] {
                compiler.code.unless_equal(a, b, next);
            }
            compiler.put(index, Value::In(row));
        });
    }

    /// An ability of a card is resolved in place of an event; goes to `again` if it is declined, cannot be paid
    /// for or finds nothing to choose.
    fn replace_with(
        &mut self,
        rows: &PositionTable,
        number: usize,
        card: Slot,
        event: Event,
        again: Label,
        done: Label,
    ) {
        let ability = self.abilities.carried[number].ability;
        let taken = self.code.taken();
        let over = self.code.label();
        let mut scope = self.scope_of_replacement(Value::In(card), event.context, again);
        self.bind_ability(&mut scope, number);
        self.clear_locals(number, &scope);
        let seat = self.slot(scope.acting.unwrap_or(Value::Known(0)));
        if ability.optional {
            self.ask_whether(number, Value::In(card), seat, again);
        }
        self.prepare_ability(number, seat, &scope);
        self.use_up_ability(number, &scope);
        if self.game.resolution.replace_again {
            self.free_candidates(rows, event.before);
        }
        let flag = self.code.slot();
        self.set(flag, 0);
        scope.proceed = Some(self.events.proceeds.len());
        self.events.proceeds.push(Proceed::Replaced {
            what: event.what,
            flag,
        });
        let on_failure = ability.on_failure.or(self.game.resolution.on_failure);
        let on_failure = on_failure.unwrap_or(Failure::Abort);
        self.write_effect_of(&ability.effect.steps, on_failure, &scope, over, None);
        self.code.bind(over);
        self.drop_rows(rows, event.before);
        self.code.jump(done);
        self.code.free(taken);
    }

    /// Abilities that were not resolved may replace what comes now.
    fn free_candidates(&mut self, rows: &PositionTable, before: Slot) {
        self.remove_rows(rows, &mut |compiler, row, stays| {
            compiler.require_candidate(rows, row, before, stays);
        });
    }

    /// Takes out the rows from `before` on.
    fn drop_rows(&mut self, rows: &PositionTable, before: Slot) {
        self.remove_rows(rows, &mut |compiler, row, stays| {
            compiler.code.unless_at_least(row, before, stays);
        });
    }
}
