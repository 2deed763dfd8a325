//! Order of waiting abilities: which comes next, and who is asked.

use cgml::model::Ability;
use cgml::vocabulary::prompts::FIRST_EFFECT;
use cgml::vocabulary::resolution::{EffectsOf, Policy, PriorityOrder, Simultaneous};
use engine::ids::{Cell, Slot};
use engine::op::Builder;
use engine::program::{ChoiceKind, PendingInfo, PendingOrder, Text, ValueKind};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::Value;
use crate::events::waiting::{ABILITY, CARD, CONTROLLER, SINCE};
use crate::plan::layout::position_tables::PositionTable;
use crate::plan::texts::question;
use crate::plan::texts::text;

/// Distances between the ranks of players, priorities, groups and events.
const STEP_OF_PRIORITIES: i64 = 16;

const STEP_OF_GROUPS: i64 = 1 << 16;

const STEP_OF_EVENTS: i64 = 1 << 24;

impl Compiler<'_> {
    /// The abilities that wait, for those who look.
    pub(crate) fn pending_abilities(&self) -> Option<PendingInfo> {
        let rows = self.events.waiting.rows.as_ref()?;
        let resolution = &self.game.resolution;
        let players_are_ordered =
            self.plan.setting.players > 1 && resolution.simultaneous != Simultaneous::Current;
        let others_first = resolution.players.first() == Some(&EffectsOf::Others);
        Some(PendingInfo {
            count: rows.count,
            what: rows.part(ABILITY),
            player: rows.part(CONTROLLER),
            card: rows.part(CARD),
            cancelled: None,
            since: self.events.waiting.stamp.map(|_| rows.part(SINCE)),
            names: (0..self.abilities.carried.len())
                .map(|number| self.name_of_ability(number))
                .collect(),
            order: PendingOrder::ByRank {
                ranks: if self.is_first_come() {
                    Vec::new()
                } else {
                    self.ranks_of_abilities()
                },
                first_seat: (players_are_ordered && !self.is_first_come())
                    .then_some(u8::from(others_first)),
            },
        })
    }

    /// True if abilities are resolved in the order in which they began to wait.
    pub(crate) fn is_first_come(&self) -> bool {
        self.game.resolution.policy == Policy::Queue && self.events.waiting.stamp.is_none()
    }

    /// The row that comes next, of the first so many; asks who must choose.
    pub(crate) fn next_row(&mut self, rows: &PositionTable, limit: Option<Cell>) -> Slot {
        let index = self.code.slot();
        self.set(index, 0);
        if self.is_first_come() {
            return index;
        }
        if self.events.waiting.only.is_some() {
            self.set(index, -1);
        }
        let taken = self.code.taken();
        let (best, several) = (self.code.slot(), self.code.slot());
        self.code.set_nothing(best);
        self.set(several, 0);
        self.each_row(rows, &mut |compiler, row, next| {
            compiler.require_row_before(row, limit, next);
            compiler.require_not_held(rows, row, next);
            let rank = compiler.rank_of_row(rows, row);
            compiler.note_best([rank, best, several], next);
            compiler.put(index, Value::In(row));
        });
        if self.game.resolution.simultaneous != Simultaneous::Document {
            let known = self.code.label();
            self.code.unless_true(several, known);
            self.ask_for_row(rows, limit, best, index);
            self.code.bind(known);
        }
        self.code.free(taken);
        index
    }

    /// Goes on if a rank is better than the best so far, which it becomes; notes whether several are the best.
    pub(crate) fn note_best(&mut self, [rank, best, several]: [Slot; 3], next: Label) {
        let other = self.code.label();
        self.code.unless_equal(rank, best, other);
        self.set(several, 1);
        self.code.jump(next);
        self.code.bind(other);
        self.code.unless_worse(best, rank, next);
        self.set(several, 0);
    }

    /// A row is not held back: it is of another group than the default one, or of the player whose effects are
    /// resolved.
    fn require_not_held(&mut self, rows: &PositionTable, row: Slot, otherwise: Label) {
        let Some(cell) = self.events.waiting.only else {
            return;
        };
        let taken = self.code.taken();
        let free = self.code.label();
        self.code.unless_cell_is_not(cell, 0, free);
        let ability = self.part_of_row(rows, row, ABILITY);
        let default = self.game.resolution.default_group;
        let is_default = |ability: &Ability| ability.group.is_none() || ability.group == default;
        let abilities = self.abilities.carried.iter();
        let list = abilities.map(|carried| i64::from(is_default(carried.ability)));
        let list = list.collect();
        let list = self.code.constant(list);
        let may_wait = self.code.slot();
        self.code.look_up(may_wait, list, ability);
        self.code.unless_true(may_wait, free);
        let seat = self.part_of_row(rows, row, CONTROLLER);
        self.code.add_number(seat, seat, 1);
        let only = self.load(cell);
        let only = self.slot(only);
        self.code.unless_equal(seat, only, otherwise);
        self.code.bind(free);
        self.code.free(taken);
    }

    fn require_row_before(&mut self, row: Slot, limit: Option<Cell>, otherwise: Label) {
        if let Some(cell) = limit {
            let b = self.load(cell);
            let b = self.slot(b);
            self.code.unless_less(row, b, otherwise);
        }
    }

    /// A number by which rows come one after the other: the smallest first.
    fn rank_of_row(&mut self, rows: &PositionTable, row: Slot) -> Slot {
        let ability = self.part_of_row(rows, row, ABILITY);
        let list = self.ranks_of_abilities();
        let list = self.code.constant(list);
        let rank = self.code.slot();
        self.code.look_up(rank, list, ability);
        if self.events.waiting.stamp.is_some() {
            let stamp = self.part_of_row(rows, row, SINCE);
            let factor = self.slot(Value::Known(STEP_OF_EVENTS));
            self.code.mul(stamp, stamp, factor);
            self.code.add(rank, rank, stamp);
        }
        if self.plan.setting.players > 1
            && self.game.resolution.simultaneous != Simultaneous::Current
        {
            let seat = self.part_of_row(rows, row, CONTROLLER);
            let current = self.current();
            let current = self.slot(current);
            let others_first = self.game.resolution.players.first() == Some(&EffectsOf::Others);
            self.code.sub(seat, seat, current);
            self.code.add_number(seat, seat, -i32::from(others_first));
            let players = self.slot(Value::Known(i64::from(self.plan.setting.players)));
            self.code.modulo(seat, seat, players);
            self.code.add(rank, rank, seat);
        }
        rank
    }

    /// For each ability its group and priority as a number.
    fn ranks_of_abilities(&self) -> Vec<i64> {
        let later = self.game.resolution.priority == PriorityOrder::HigherLater;
        let order = |priority: i64| if later { priority } else { -priority };
        let mut priorities: Vec<i64> = self
            .abilities
            .carried
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
        let abilities = self.abilities.carried.iter();
        abilities
            .map(|carried| {
                let own = order(carried.ability.priority);
                let rank = priorities.iter().position(|priority| *priority == own);
                let rank = rank.unwrap_or(0) as i64 * STEP_OF_PRIORITIES;
                let group = match self.game.resolution.policy {
                    Policy::Pool => group(carried.ability) * STEP_OF_GROUPS,
                    Policy::Queue | Policy::Chain | Policy::Nested => 0,
                };
                group + rank
            })
            .collect()
    }

    /// Asks which of the rows with a rank comes next.
    fn ask_for_row(&mut self, rows: &PositionTable, limit: Option<Cell>, rank: Slot, index: Slot) {
        let seat = if self.game.resolution.simultaneous == Simultaneous::Current {
            let current = self.current();
            self.slot(current)
        } else {
            self.part_of_row(rows, index, CONTROLLER)
        };
        let (meaning, value) = (self.code.slot(), self.code.slot());
        let ask = self.ask(question(FIRST_EFFECT), false);
        let first = self.plan.program.meanings.len() as u16;
        for number in 0..self.abilities.carried.len() {
            let name = self.name_among_those_that_wait(number);
            self.meaning(ChoiceKind::Option, name, ValueKind::Card);
        }
        self.code.new_choices();
        self.each_row(rows, &mut |compiler, row, next| {
            compiler.require_row_before(row, limit, next);
            compiler.require_not_held(rows, row, next);
            let own = compiler.rank_of_row(rows, row);
            compiler.code.unless_equal(own, rank, next);
            let ability = compiler.part_of_row(rows, row, ABILITY);
            let card = compiler.part_of_row(rows, row, CARD);
            compiler.require_first(rows, row, ability, card, next);
            let labels: Vec<Label> = (0..compiler.abilities.carried.len())
                .map(|_| compiler.code.label())
                .collect();
            compiler.code.switch(ability, 0, &labels);
            compiler.code.jump(next);
            for (number, label) in labels.into_iter().enumerate() {
                compiler.code.bind(label);
                compiler
                    .code
                    .offer(engine::ids::Meaning(first + number as u16), card);
                compiler.code.jump(next);
            }
        });
        let (found, one) = (self.code.label(), self.code.slot());
        self.code.count_choices(one);
        self.code.unless_from(one, 2, found);
        self.code.ask(ask, seat, meaning, value);
        self.code.add_number(meaning, meaning, -i32::from(first));
        self.each_row(rows, &mut |compiler, row, next| {
            compiler.require_row_before(row, limit, next);
            compiler.require_not_held(rows, row, next);
            let own = compiler.rank_of_row(rows, row);
            let ability = compiler.part_of_row(rows, row, ABILITY);
            let card = compiler.part_of_row(rows, row, CARD);
            for (a, b) in [(own, rank), (ability, meaning), (card, value)] {
                compiler.code.unless_equal(a, b, next);
            }
            compiler.put(index, Value::In(row));
            compiler.code.jump(found);
        });
        self.code.bind(found);
    }

    /// No earlier row has the same ability of the same card.
    fn require_first(
        &mut self,
        rows: &PositionTable,
        row: Slot,
        ability: Slot,
        card: Slot,
        otherwise: Label,
    ) {
        let first = self.code.label();
        self.each_row(rows, &mut |compiler, earlier, next| {
            compiler.code.unless_less(earlier, row, first);
            let other = compiler.part_of_row(rows, earlier, ABILITY);
            let other_card = compiler.part_of_row(rows, earlier, CARD);
            for (a, b) in [(other, ability), (other_card, card)] {
                compiler.code.unless_equal(a, b, next);
            }
            compiler.code.jump(otherwise);
        });
        self.code.bind(first);
    }

    /// Name of an ability beside its card: empty, unless its card has several.
    fn name_among_those_that_wait(&self, number: usize) -> Text {
        self.name_among(number, &self.triggered())
    }

    /// Name of an ability beside its card, among some: empty, unless its card has several.
    pub(crate) fn name_among(&self, number: usize, numbers: &[usize]) -> Text {
        let carried = &self.abilities.carried[number];
        let ability = carried.ability;
        let shares = |other: &usize| {
            let cards = &self.abilities.carried[*other].cards;
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
}
