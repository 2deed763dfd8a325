//! Abilities that wait, and the order in which they are carried out.
//!
//! What waits is a table: a row for each ability, with its controller, its card and what the event told.
//! [`Compiler::round`] is written wherever an effect has been carried out. Which row comes next is for the policy
//! to say; chains are in [`chain`](crate::chain).

use cgml::model::{Ability, EventSource, Failure, Target, Type};
use engine::ids::{Cell, NOTHING, Slot};
use engine::op::Op;
use engine::program::{ChoiceKind, Sort, Text};

use crate::asking::{Bounds, Question};
use crate::code::Label;
use crate::compiler::{Compiler, Routine};
use crate::keywords::Way;
use crate::layout::{sort, text};
use crate::rows::Rows;
use crate::rules::Happening;
use crate::scope::{Context, Scope, Value};
use crate::triggers::{Heard, want_an_order};

/// How many abilities may wait at the same time.
const MOST_WAITING: u16 = 32;

/// How many may wait for a chain: they do not wait long.
const MOST_WAITING_FOR_A_CHAIN: u16 = 16;

/// The order in which what waits is carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Policy {
    /// First come, first carried out.
    #[default]
    Queue,
    /// By group, then by player.
    Pool,
    /// Last come first, with responses.
    Chain,
    /// At once, inside of what is going on.
    Nested,
}

/// Where abilities wait.
#[derive(Debug, Clone, Default)]
pub(crate) struct Waiting {
    pub(crate) policy: Policy,
    /// The abilities that wait: ability, controller, card, when it began to wait if that matters, and what the
    /// event told if anyone wants to know.
    pub(crate) rows: Option<Rows>,
    /// Counts the events of this round, where the order of abilities depends on it.
    stamp: Option<Cell>,
    /// Whether rows keep what the event told.
    tells: bool,
    /// How many fields of events they keep.
    fields: usize,
    /// How many of these are cards; they come first.
    card_fields: usize,
    /// How many parameters of keywords that were given they keep.
    arguments: usize,
}

/// The parts of a row that every ability has.
const ABILITY: usize = 0;
const CONTROLLER: usize = 1;
const CARD: usize = 2;

impl Waiting {
    /// How many registers the routine of an ability begins with: controller, card, and what the event told.
    fn given(&self) -> usize {
        self.before_arguments() + self.arguments
    }

    /// How many of them come before the parameters of a keyword.
    fn before_arguments(&self) -> usize {
        2 + if self.tells { TOLD + self.fields } else { 0 }
    }

    /// The first part of a row that the event told.
    fn told(&self) -> usize {
        3 + usize::from(self.stamp.is_some())
    }
}

/// How many values the events of the language tell.
const TOLD: usize = 4;

impl<'g> Compiler<'g> {
    /// Lays out where abilities wait, if there are any.
    pub(crate) fn lay_out_waiting(&mut self) {
        self.waiting.policy = match self.game.resolution.policy {
            "pool" => Policy::Pool,
            "chain" => Policy::Chain,
            "nested" => Policy::Nested,
            _ => Policy::Queue,
        };
        self.lay_out_chain();
        let triggered = self.triggered();
        if triggered.is_empty() {
            return;
        }
        let mut sorts = vec![Sort::Number, Sort::Player, Sort::Card];
        let orders = self.game.resolution.simultaneous != "document";
        if self.waiting.policy == Policy::Queue && orders && want_an_order(&self.abilities) {
            self.waiting.stamp = Some(self.layout.new_cell());
            sorts.push(Sort::Number);
        }
        if self.abilities.iter().any(|carried| carried.uses_context()) {
            self.waiting.tells = true;
            // Pieces move between pools, cards between piles.
            let place = if self.is_trigger(Happening::Inner("transfer")) {
                Sort::Any
            } else {
                Sort::Pile
            };
            sorts.extend([Sort::Card, place, place, Sort::Player]);
            let fields = self.sorts_of_fields();
            self.waiting.fields = fields.len();
            sorts.extend(fields);
        }
        let arguments = self.sorts_of_arguments();
        self.waiting.arguments = arguments.len();
        sorts.extend(arguments);
        let most = match self.waiting.policy {
            Policy::Chain => MOST_WAITING_FOR_A_CHAIN,
            Policy::Queue | Policy::Pool | Policy::Nested => MOST_WAITING,
        };
        self.waiting.rows = Some(self.new_rows("waiting", most, &sorts));
    }

    /// Columns for the fields of the events that abilities listen to: those that are cards, then the others.
    fn sorts_of_fields(&mut self) -> Vec<Sort> {
        let mut cards = 0;
        let mut others: Vec<Sort> = Vec::new();
        for event in self.events_waited_for() {
            let (of_cards, rest): (Vec<Sort>, Vec<Sort>) = self
                .fields_of_event(event)
                .into_iter()
                .partition(|sort| *sort == Sort::Card);
            cards = cards.max(of_cards.len());
            for (place, sort) in rest.into_iter().enumerate() {
                match others.get_mut(place) {
                    Some(known) if *known != sort => *known = Sort::Any,
                    Some(_) => {}
                    None => others.push(sort),
                }
            }
        }
        // Lists are not kept, so that nothing of their sort is there.
        for sort in &mut others {
            if sort.cells() > 1 {
                *sort = Sort::Any;
            }
        }
        self.waiting.card_fields = cards;
        let mut sorts = vec![Sort::Card; cards];
        sorts.extend(others);
        sorts
    }

    /// The events with fields that triggered abilities wait for.
    fn events_waited_for(&self) -> Vec<Happening> {
        let mut events = Vec::new();
        if self.is_trigger(Happening::Inner("transfer")) {
            events.push(Happening::Inner("transfer"));
        }
        let patterns = self.abilities.iter();
        let patterns = patterns.flat_map(|carried| carried.patterns());
        for pattern in patterns {
            if let EventSource::Declared(event) = pattern.event {
                events.push(Happening::Declared(event.0));
            }
        }
        events
    }

    /// What the fields of an event are.
    fn fields_of_event(&self, event: Happening) -> Vec<Sort> {
        match event {
            Happening::Declared(id) => {
                let fields = &self.game.events[cgml::model::EventId(id)].fields;
                fields.iter().map(|field| sort(&field.ty)).collect()
            }
            // How many pieces moved.
            Happening::Inner("transfer") => vec![Sort::Number],
            _ => Vec::new(),
        }
    }

    /// The column of each field of an event.
    fn columns_of_event(&self, event: Happening) -> Vec<usize> {
        let (mut cards, mut others) = (0, self.waiting.card_fields);
        let fields = self.fields_of_event(event).into_iter();
        fields
            .map(|sort| {
                let next = if sort == Sort::Card {
                    &mut cards
                } else {
                    &mut others
                };
                *next += 1;
                *next - 1
            })
            .collect()
    }

    /// Whether a field can be kept while an ability waits: lists cannot.
    fn can_wait(&self, event: Happening, field: usize) -> bool {
        let Happening::Declared(id) = event else {
            return true;
        };
        let fields = &self.game.events[cgml::model::EventId(id)].fields;
        !fields
            .get(field)
            .is_some_and(|field| matches!(field.ty, Type::List(_) | Type::Record(_) | Type::Range))
    }

    /// What the parameters of keywords are that are given with them and whose abilities wait.
    fn sorts_of_arguments(&self) -> Vec<Sort> {
        let mut sorts: Vec<Sort> = Vec::new();
        for carried in &self.abilities {
            let is_given = carried.given.is_some() && !carried.patterns().is_empty();
            let Some(keyword) = carried.keyword.filter(|_| is_given) else {
                continue;
            };
            for (place, (_, ty)) in self.game.keywords[keyword].params.iter().enumerate() {
                let own = sort(ty);
                match sorts.get_mut(place) {
                    None => sorts.push(own),
                    Some(known) if *known != own => *known = Sort::Any,
                    Some(_) => {}
                }
            }
        }
        sorts
    }

    /// Another event happens: what it triggers begins to wait at the same time.
    pub(crate) fn count_event(&mut self) {
        if let Some(cell) = self.waiting.stamp {
            let next = self.code.label();
            self.code.emit(Op::AddToCell {
                cell,
                value: 1,
                otherwise: next.pc(),
            });
            self.code.bind(next);
        }
    }

    /// An ability begins to wait; or, on a chain and without a speed, is carried out at once.
    pub(crate) fn wait(
        &mut self,
        number: usize,
        [controller, this]: [Value; 2],
        arguments: &[Value],
        event: &Heard,
        next: Label,
    ) {
        let ability = self.abilities[number].ability;
        if self.is_declared(ability) {
            let seat = self.slot(controller);
            self.ask_whether(number, seat, next);
        }
        let mut values = vec![controller, this];
        if self.waiting.tells {
            values.extend(self.told_values(event));
        }
        values.extend(arguments);
        values.resize(self.waiting.given(), Value::Known(NOTHING));
        if self.waiting.policy == Policy::Chain && ability.speed.is_none() {
            let scope = Scope::new(next);
            return self.call_with(Routine::Ability(number as u32), &values, &scope);
        }
        values.insert(0, Value::Known(number as i64));
        let scope = Scope::new(next);
        self.call_with(Routine::Wait, &values, &scope);
    }

    /// What an event told, as rows keep it.
    fn told_values(&mut self, event: &Heard) -> Vec<Value> {
        let told = event.context;
        let player = match told.player {
            Some(player) => player,
            None => self.current(),
        };
        let nothing = Value::Known(NOTHING);
        let or_nothing = |value: Option<Value>| value.unwrap_or(nothing);
        let mut values = vec![
            or_nothing(told.card),
            or_nothing(told.from),
            or_nothing(told.to),
            player,
        ];
        let mut columns = vec![nothing; self.waiting.fields];
        for (field, column) in self
            .columns_of_event(event.happening)
            .into_iter()
            .enumerate()
        {
            if let (Some(first), true) = (told.fields, self.can_wait(event.happening, field)) {
                columns[column] = Value::In(Slot(first.0 + field as u8));
            }
        }
        values.extend(columns);
        values
    }

    /// The routine by which an ability begins to wait. Registers: the ability, and what its routine begins with.
    pub(crate) fn write_wait(&mut self) {
        self.begin_part("resolution");
        let Some(rows) = self.waiting.rows.clone() else {
            return self.code.emit(Op::Return {});
        };
        let first = self.code.slots(1 + self.waiting.given());
        let at = |place: usize| Value::In(Slot(first.0 + place as u8));
        let mut values = vec![at(0), at(1), at(2)];
        if let Some(cell) = self.waiting.stamp {
            values.push(self.load(cell));
        }
        values.extend((3..=self.waiting.given()).map(at));
        let full = self.code.label();
        self.add_row(&rows, &values, full);
        self.code.emit(Op::Return {});
        self.code.bind(full);
        self.code.emit(Op::Stop { why: 1 });
    }

    /// Whether anything may have to be done between two effects.
    pub(crate) fn has_rounds(&self) -> bool {
        self.waiting.rows.is_some() || self.has_checks()
    }

    /// An effect has been carried out: checks are made, and everything that waits comes now.
    pub(crate) fn round(&mut self) {
        if !self.has_rounds() {
            return;
        }
        let done = self.code.label();
        if !self.has_checks()
            && let Some(rows) = self.waiting.rows.clone()
        {
            self.require_rows(&rows, done);
        }
        let scope = Scope::new(done);
        self.call_with(Routine::Round, &[], &scope);
        self.code.bind(done);
    }

    /// Inside of an effect, after one of its steps: with the policy `nested` what waits comes now.
    pub(crate) fn round_inside(&mut self, scope: &Scope) {
        if self.waiting.policy != Policy::Nested || scope.is_setup {
            return;
        }
        let Some(rows) = self.waiting.rows.clone() else {
            return;
        };
        let done = self.code.label();
        self.require_rows(&rows, done);
        let inner = Scope::new(done);
        self.call_with(Routine::Round, &[], &inner);
        self.code.bind(done);
    }

    /// The routine that makes the checks and carries out what waits, until nothing does.
    pub(crate) fn write_round(&mut self) {
        self.begin_part("resolution");
        let done_so_far = self.code.slot();
        self.set(done_so_far, 0);
        let again = self.code.here();
        let done = self.code.label();
        self.make_checks();
        let Some(rows) = self.waiting.rows.clone() else {
            return self.code.emit(Op::Return {});
        };
        self.require_rows(&rows, done);
        self.code.emit(Op::AddNumber {
            to: done_so_far,
            a: done_so_far,
            value: 1,
        });
        if self.waiting.policy == Policy::Chain {
            let next = self.code.label();
            self.stop_if_endless(done_so_far, next);
            self.code.bind(next);
            self.begin_chain_of_triggers(again);
        } else {
            let index = self.next_row(&rows, None);
            self.carry_out_row(&rows, index, Some(done_so_far), again);
        }
        self.code.bind(done);
        if let Some(cell) = self.waiting.stamp {
            self.set_cell(cell, 0);
        }
        self.code.emit(Op::Return {});
    }

    /// Stops the game if more is carried out in a row than it allows; goes to `next` otherwise.
    fn stop_if_endless(&mut self, done_so_far: Slot, next: Label) {
        let limit = self.game.resolution.limit;
        let limit = i32::try_from(limit).ok().filter(|limit| *limit > 0);
        self.code.emit(Op::UnlessFrom {
            a: done_so_far,
            value: limit.unwrap_or(1000).saturating_add(1),
            to: next.pc(),
        });
        self.code.emit(Op::Stop { why: 0 });
    }

    /// Takes out a row and carries out its ability; goes to `again` afterwards.
    pub(crate) fn carry_out_row(
        &mut self,
        rows: &Rows,
        index: Slot,
        done_so_far: Option<Slot>,
        again: Label,
    ) {
        let number = self.part_of_row(rows, index, ABILITY);
        // An ability's own registers come last: nothing of the round is behind them.
        let entry = self.take_row(rows, index);
        let triggered = self.triggered();
        let labels: Vec<Label> = self.abilities.iter().map(|_| self.code.label()).collect();
        self.code.switch(number, 0, &labels);
        let broken = self.code.here();
        self.code.emit(Op::Broken {});
        for (number, label) in labels.into_iter().enumerate() {
            if !triggered.contains(&number) {
                self.code.bind(label);
                self.code.jump(broken);
                continue;
            }
            self.code.bind(label);
            if let Some(done_so_far) = done_so_far {
                // The game is stopped in the name of the ability that comes too late.
                let place = self.code.place();
                let name = self.abilities[number].name.id.clone();
                self.begin_part(&name);
                self.code.at(self.abilities[number].ability.origin);
                let next = self.code.label();
                self.stop_if_endless(done_so_far, next);
                self.code.bind(next);
                self.code.back_to(place);
            }
            let routine = self.routine(Routine::Ability(number as u32));
            self.code.emit(Op::Call {
                routine: routine.pc(),
                at: entry,
                otherwise: again.pc(),
            });
            self.code.jump(again);
        }
    }

    /// What the routine of an ability begins with, from its row, which is taken out.
    pub(crate) fn take_row(&mut self, rows: &Rows, index: Slot) -> Slot {
        let entry = self.code.slots(self.waiting.given());
        self.load_part(rows, index, CONTROLLER, entry);
        self.load_part(rows, index, CARD, Slot(entry.0 + 1));
        for place in 2..self.waiting.given() {
            let part = self.waiting.told() + place - 2;
            self.load_part(rows, index, part, Slot(entry.0 + place as u8));
        }
        self.remove_row(rows, index);
        entry
    }

    /// The row that comes next, of the first so many; asks who must choose.
    pub(crate) fn next_row(&mut self, rows: &Rows, limit: Option<Cell>) -> Slot {
        let index = self.code.slot();
        self.set(index, 0);
        if self.waiting.policy == Policy::Queue && self.waiting.stamp.is_none() {
            return index;
        }
        let taken = self.code.taken();
        let (best, several) = (self.code.slot(), self.code.slot());
        self.code.emit(Op::SetNothing { to: best });
        self.set(several, 0);
        self.each_row(rows, &mut |compiler, row, next| {
            compiler.require_row_before(row, limit, next);
            let key = compiler.rank_of_row(rows, row);
            let (other, same) = (compiler.code.label(), compiler.code.label());
            compiler.code.emit(Op::UnlessEqual {
                a: key,
                b: best,
                to: other.pc(),
            });
            compiler.set(several, 1);
            compiler.code.bind(same);
            compiler.code.jump(next);
            compiler.code.bind(other);
            compiler.code.emit(Op::UnlessWorse {
                record: best,
                value: key,
                to: next.pc(),
            });
            compiler.set(several, 0);
            compiler.put(index, Value::In(row));
        });
        if self.game.resolution.simultaneous != "document" {
            let known = self.code.label();
            self.code.emit(Op::UnlessTrue {
                a: several,
                to: known.pc(),
            });
            self.ask_for_row(rows, limit, best, index);
            self.code.bind(known);
        }
        self.code.free(taken);
        index
    }

    fn require_row_before(&mut self, row: Slot, limit: Option<Cell>, otherwise: Label) {
        if let Some(cell) = limit {
            let b = self.load(cell);
            let b = self.slot(b);
            self.code.emit(Op::UnlessLess {
                a: row,
                b,
                to: otherwise.pc(),
            });
        }
    }

    /// A number by which rows come one after the other: the smallest first.
    fn rank_of_row(&mut self, rows: &Rows, row: Slot) -> Slot {
        let ability = self.part_of_row(rows, row, ABILITY);
        let list = self.ranks_of_abilities();
        let list = self.code.constant(list);
        let rank = self.code.slot();
        self.code.emit(Op::LookUp {
            to: rank,
            list,
            index: ability,
        });
        if self.waiting.stamp.is_some() {
            let stamp = self.part_of_row(rows, row, 3);
            let factor = self.slot(Value::Known(STEP_OF_EVENTS));
            self.code.emit(Op::Mul {
                to: stamp,
                a: stamp,
                b: factor,
            });
            self.code.emit(Op::Add {
                to: rank,
                a: rank,
                b: stamp,
            });
        }
        if self.setting.players > 1 && self.game.resolution.simultaneous != "current" {
            let seat = self.part_of_row(rows, row, CONTROLLER);
            let current = self.current();
            let current = self.slot(current);
            let others_first = self.game.resolution.players.first() == Some(&"others");
            self.code.emit(Op::Sub {
                to: seat,
                a: seat,
                b: current,
            });
            self.code.emit(Op::AddNumber {
                to: seat,
                a: seat,
                value: -i32::from(others_first),
            });
            let players = self.slot(Value::Known(i64::from(self.setting.players)));
            self.code.emit(Op::Mod {
                to: seat,
                a: seat,
                b: players,
            });
            self.code.emit(Op::Add {
                to: rank,
                a: rank,
                b: seat,
            });
        }
        rank
    }

    /// For each ability its group and priority as a number.
    fn ranks_of_abilities(&self) -> Vec<i64> {
        let later = self.game.resolution.priority == "higher_later";
        let order = |priority: i64| if later { priority } else { -priority };
        let mut priorities: Vec<i64> = self
            .abilities
            .iter()
            .map(|carried| order(carried.ability.priority))
            .collect();
        priorities.sort_unstable();
        priorities.dedup();
        let group = |ability: &Ability| {
            let group = ability.group.or(self.game.resolution.default_group);
            group.map_or(self.game.resolution.groups.len() as i64, |group| {
                i64::from(group.0)
            })
        };
        let abilities = self.abilities.iter();
        abilities
            .map(|carried| {
                let own = order(carried.ability.priority);
                let rank = priorities.iter().position(|priority| *priority == own);
                let rank = rank.unwrap_or(0) as i64 * STEP_OF_PRIORITIES;
                let group = match self.waiting.policy {
                    Policy::Pool => group(carried.ability) * STEP_OF_GROUPS,
                    Policy::Queue | Policy::Chain | Policy::Nested => 0,
                };
                group + rank
            })
            .collect()
    }

    /// Asks which of the rows with a rank comes next.
    fn ask_for_row(&mut self, rows: &Rows, limit: Option<Cell>, rank: Slot, index: Slot) {
        let seat = if self.game.resolution.simultaneous == "current" {
            let current = self.current();
            self.slot(current)
        } else {
            self.part_of_row(rows, index, CONTROLLER)
        };
        let (meaning, value) = (self.code.slot(), self.code.slot());
        let prompt = Text {
            id: "order".to_owned(),
            texts: vec![
                ("en".to_owned(), "Which effect comes first?".to_owned()),
                ("ja".to_owned(), "どの効果から処理しますか？".to_owned()),
            ],
        };
        let ask = self.ask(prompt, false);
        let first = self.program.meanings.len() as u16;
        for number in 0..self.abilities.len() {
            let name = self.name_among_those_that_wait(number);
            self.meaning(ChoiceKind::Option, name, Sort::Card);
        }
        self.code.emit(Op::NewChoices {});
        self.each_row(rows, &mut |compiler, row, next| {
            compiler.require_row_before(row, limit, next);
            let own = compiler.rank_of_row(rows, row);
            compiler.code.emit(Op::UnlessEqual {
                a: own,
                b: rank,
                to: next.pc(),
            });
            let ability = compiler.part_of_row(rows, row, ABILITY);
            let card = compiler.part_of_row(rows, row, CARD);
            compiler.require_first(rows, row, ability, card, next);
            let labels: Vec<Label> = (0..compiler.abilities.len())
                .map(|_| compiler.code.label())
                .collect();
            compiler.code.switch(ability, 0, &labels);
            compiler.code.jump(next);
            for (number, label) in labels.into_iter().enumerate() {
                compiler.code.bind(label);
                compiler.code.emit(Op::Offer {
                    meaning: engine::ids::Meaning(first + number as u16),
                    value: card,
                });
                compiler.code.jump(next);
            }
        });
        let (found, one) = (self.code.label(), self.code.slot());
        self.code.emit(Op::CountChoices { to: one });
        self.code.emit(Op::UnlessFrom {
            a: one,
            value: 2,
            to: found.pc(),
        });
        self.code.emit(Op::Ask {
            ask,
            seat,
            meaning,
            value,
        });
        self.code.emit(Op::AddNumber {
            to: meaning,
            a: meaning,
            value: -i32::from(first),
        });
        self.each_row(rows, &mut |compiler, row, next| {
            compiler.require_row_before(row, limit, next);
            let own = compiler.rank_of_row(rows, row);
            let ability = compiler.part_of_row(rows, row, ABILITY);
            let card = compiler.part_of_row(rows, row, CARD);
            for (a, b) in [(own, rank), (ability, meaning), (card, value)] {
                compiler.code.emit(Op::UnlessEqual {
                    a,
                    b,
                    to: next.pc(),
                });
            }
            compiler.put(index, Value::In(row));
            compiler.code.jump(found);
        });
        self.code.bind(found);
    }

    /// No earlier row has the same ability of the same card.
    fn require_first(
        &mut self,
        rows: &Rows,
        row: Slot,
        ability: Slot,
        card: Slot,
        otherwise: Label,
    ) {
        let first = self.code.label();
        self.each_row(rows, &mut |compiler, earlier, next| {
            compiler.code.emit(Op::UnlessLess {
                a: earlier,
                b: row,
                to: first.pc(),
            });
            let other = compiler.part_of_row(rows, earlier, ABILITY);
            let other_card = compiler.part_of_row(rows, earlier, CARD);
            for (a, b) in [(other, ability), (other_card, card)] {
                compiler.code.emit(Op::UnlessEqual {
                    a,
                    b,
                    to: next.pc(),
                });
            }
            compiler.code.jump(otherwise);
        });
        self.code.bind(first);
    }

    /// What an ability is called beside its card: nothing, unless its card has several.
    fn name_among_those_that_wait(&self, number: usize) -> Text {
        self.name_among(number, &self.triggered())
    }

    /// What an ability is called beside its card, among some: nothing, unless its card has several.
    pub(crate) fn name_among(&self, number: usize, numbers: &[usize]) -> Text {
        let carried = &self.abilities[number];
        let ability = carried.ability;
        let shares = |other: &usize| {
            let cards = &self.abilities[*other].cards;
            cards.iter().any(|card| carried.cards.contains(card))
        };
        let alike: Vec<usize> = numbers.iter().copied().filter(shares).collect();
        let place = alike.iter().position(|other| *other == number);
        let id = match place {
            _ if !ability.name.is_empty() => ability.name.clone(),
            Some(place) if alike.len() > 1 => format!("{}", place + 1),
            _ => String::new(),
        };
        text(&id, &ability.text)
    }

    /// What an ability is called: in its own words, or as its card.
    pub(crate) fn name_of_ability(&self, number: usize) -> Text {
        let carried = &self.abilities[number];
        if carried.ability.text.texts.is_empty() {
            carried.name.clone()
        } else {
            text(&carried.name.id, &carried.ability.text)
        }
    }

    /// Where an ability stands whose routine begins with the registers from `entry` on.
    pub(crate) fn scope_of_ability(&mut self, number: usize, entry: Slot, fail: Label) -> Scope {
        let mut scope = Scope::new(fail);
        let part = |place: u8| Value::In(Slot(entry.0 + place));
        scope.acting = Some(if self.setting.players == 1 {
            Value::Known(0)
        } else {
            part(0)
        });
        scope.this = Some(part(1));
        if self.waiting.tells {
            scope.context = Context {
                card: Some(part(2)),
                from: Some(part(3)),
                to: Some(part(4)),
                player: Some(part(5)),
                fields: self.fields_of_ability(number, Slot(entry.0 + 6)),
            };
        }
        let given = self.abilities[number].given.as_ref();
        if given.is_some_and(|way| !matches!(way, Way::Keyword(_))) {
            let first = self.waiting.before_arguments();
            let places = (0..self.waiting.arguments).map(|place| first + place);
            let arguments: Vec<Value> = places.map(|place| part(place as u8)).collect();
            self.bind_arguments(&mut scope, number, &arguments);
        } else {
            self.bind_ability(&mut scope, number);
        }
        scope
    }

    /// The fields of the event that an ability waits for in their order, given the columns they were kept in.
    fn fields_of_ability(&mut self, number: usize, columns: Slot) -> Option<Slot> {
        let carried = &self.abilities[number];
        let ability = carried.ability;
        let events = self.events_waited_for().into_iter();
        let mut events: Vec<Happening> =
            events.filter(|event| carried.listens_to(*event)).collect();
        events.sort_by_key(|event| std::cmp::Reverse(self.fields_of_event(*event).len()));
        let longest = *events.first()?;
        let places = self.columns_of_event(longest);
        let agree = events.iter().all(|event| {
            let own = self.columns_of_event(*event);
            places.starts_with(&own)
        });
        let mut lost = !agree;
        cgml::model::visit::ability_exprs(ability, &mut |expr| {
            if let cgml::model::ExprKind::ContextField(field) = expr.kind {
                lost |= !self.can_wait(longest, field as usize);
            }
        });
        if lost {
            self.not_yet(
                "an ability that waits with a list, or with different fields of several events",
                ability.origin,
            );
        }
        let first = self.code.slots(places.len());
        for (field, column) in places.into_iter().enumerate() {
            self.code.emit(Op::Copy {
                to: Slot(first.0 + field as u8),
                from: Slot(columns.0 + column as u8),
            });
        }
        Some(first)
    }

    /// The routine of a triggered ability. Registers: its controller, its card, and what the event told.
    pub(crate) fn write_ability(&mut self, number: usize) {
        let ability = self.abilities[number].ability;
        let name = self.abilities[number].name.clone();
        self.begin_part(&name.id);
        self.code.at(ability.origin);
        let done = self.code.label();
        let entry = self.code.slots(self.waiting.given());
        let scope = self.scope_of_ability(number, entry, done);
        self.clear_locals(number, &scope);
        if matches!(self.game.resolution.conditions, "resolution" | "both" | "")
            && let Some(condition) = &ability.condition
        {
            self.require(condition, true, done, &scope);
        }
        // What was used already is not offered again.
        self.require_ability_unused(number, &scope, done);
        if ability.optional && !self.is_declared(ability) {
            self.ask_whether(number, entry, done);
        }
        self.prepare_ability(number, entry, &scope);
        self.use_up_ability(number, &scope);
        let is_link = self.waiting.policy == Policy::Chain && ability.speed.is_some();
        if is_link {
            self.make_link_of_trigger(number, entry, &scope, done);
        }
        self.write_ability_effect(number, &scope, done);
        self.code.bind(done);
        self.code.emit(Op::Return {});
    }

    /// The temporary values of an ability are nothing before they are set.
    pub(crate) fn clear_locals(&mut self, number: usize, scope: &Scope) {
        let params = self.abilities[number].keyword;
        let params = params.map_or(0, |keyword| self.game.keywords[keyword].params.len());
        for local in scope.locals.iter().skip(params) {
            if let Value::In(to) = *local {
                self.code.emit(Op::SetNothing { to });
            }
        }
    }

    /// What is chosen for an ability and what is paid for it.
    pub(crate) fn prepare_ability(&mut self, number: usize, seat: Slot, scope: &Scope) {
        let ability = self.abilities[number].ability;
        for target in &ability.targets {
            self.choose_for_ability(ability, target, seat, scope);
        }
        self.pay(ability, scope);
    }

    /// What an ability does.
    pub(crate) fn write_ability_effect(&mut self, number: usize, scope: &Scope, done: Label) {
        let ability = self.abilities[number].ability;
        let on_failure = ability.on_failure.or(self.game.resolution.on_failure);
        let on_failure = on_failure.unwrap_or(Failure::Abort);
        self.write_effect_of(&ability.effect.steps, on_failure, scope, done, None);
    }

    /// Whether an ability is accepted or declined when it begins to wait.
    fn is_declared(&self, ability: &Ability) -> bool {
        let group = ability.group.or(self.game.resolution.default_group);
        let group = group.and_then(|group| self.game.resolution.groups.get(group.0 as usize));
        ability.optional && group.is_some_and(|group| group.declare)
    }

    /// Asks whether an ability is used.
    pub(crate) fn ask_whether(&mut self, number: usize, seat: Slot, no: Label) {
        let constant = self.code.constant(vec![1, 0]);
        let list = self.code.slot();
        self.code.emit(Op::ListOf { to: list, constant });
        let question = Question {
            seat,
            prompt: self.name_of_ability(number),
            secret: false,
            kind: ChoiceKind::Option,
            name: Text::default(),
            sort: Sort::Truth,
        };
        let answer = self.ask_one(&question, list, false);
        self.code.emit(Op::UnlessTrue {
            a: answer,
            to: no.pc(),
        });
    }

    /// What is chosen for an ability; with too few to choose from it does nothing.
    pub(crate) fn choose_for_ability(
        &mut self,
        ability: &'g Ability,
        target: &'g Target,
        seat: Slot,
        scope: &Scope,
    ) {
        let taken = self.code.taken();
        let local = ability.effect.locals.iter().nth(target.local.0 as usize);
        let chooser = match &target.player {
            Some(player) => self.value_slot(player, scope),
            None => seat,
        };
        let element = target.from.ty.element().cloned().unwrap_or(Type::Any);
        let question = Question {
            seat: chooser,
            prompt: text("", &target.prompt),
            secret: false,
            kind: ChoiceKind::Target,
            name: Text {
                id: local.map(|local| local.name.clone()).unwrap_or_default(),
                texts: Vec::new(),
            },
            sort: sort(&element),
        };
        let list = self.gather_filtered_by(&target.from, target.filter.as_ref(), scope);
        let several = self.least_of(target, scope);
        let least = several.unwrap_or(Value::Known(1));
        self.unless_enough(list, least, scope.fail);
        let answer = match several {
            None => self.ask_one(&question, list, false),
            Some(least) => {
                let most = match &target.up_to {
                    Some(most) => self.value(most, scope),
                    None => least,
                };
                let fact = crate::moves::such_that(target);
                let bounds = Bounds { least, most };
                self.ask_several(&question, list, &bounds, fact.as_ref(), scope)
            }
        };
        if let Some(Value::In(to)) = scope.local(target.local) {
            self.put(to, Value::In(answer));
        }
        self.code.free(taken);
    }

    /// The cost of an ability: all of it, or nothing and the ability does nothing.
    pub(crate) fn pay(&mut self, ability: &'g Ability, scope: &Scope) {
        if ability.cost.is_empty() {
            return;
        }
        // What can be paid is known before anything is paid.
        self.require_costs(&[(&ability.cost, scope)], scope.fail);
        let mut paying = scope.clone();
        paying.is_cost = true;
        self.steps(&ability.cost, &paying);
    }
}

/// How far apart the ranks of two players, priorities, groups and events are.
const STEP_OF_PRIORITIES: i64 = 16;
const STEP_OF_GROUPS: i64 = 1 << 16;
const STEP_OF_EVENTS: i64 = 1 << 24;
