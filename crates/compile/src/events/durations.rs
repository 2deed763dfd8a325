//! Durations: effects of `MODIFY`, `GRANT`, `FORBID` and `SET_CONTROLLER` that last until an event.
//!
//! Each is a table of rows. A row knows its card, the event that ends it and who acted; it ends just before the
//! listeners of that event are triggered, and when its card leaves play.

use cgml::model::{LocalName, Reads, Step, ZoneOwner};
use cgml::vocabulary::actions::ActionKind;
use cgml::vocabulary::fields::FieldKind;
use cgml::vocabulary::parameters::Parameter;
use cgml::vocabulary::resolution::Layer;
use cgml::vocabulary::sections::Section;
use engine::fault::StopReason;
use engine::ids::{Cell, NOTHING, Slot};
use engine::op::Builder;
use engine::program::{Text, ValueKind};
use engine::table::Placement;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Context, Scope, Value};
use crate::plan::cards::keyword_sources::granted_by;
use crate::plan::effects::durations::{
    ACTOR, AMOUNT, CARD, ENDING, Forbidding, OWNER, PLAYER, THIS, WHAT, endings, is_same,
    steps_with_duration, until,
};
use crate::plan::effects::event_keys::EventKey;
use crate::plan::layout::marks::NewMark;
use crate::plan::layout::position_tables::PositionTable;
use crate::plan::layout::sort;
use crate::routines::Routine;

/// The number of changes that may last at the same time.
const MOST_CHANGES: u16 = 32;

/// The number of other durations at the same time.
const MOST_OTHERS: u16 = 16;

impl Compiler<'_> {
    pub(crate) fn lay_out_durations(&mut self) {
        let game = self.game;
        let mut forbidding = Vec::new();
        let mut arguments: Vec<Option<ValueKind>> = Vec::new();
        let (mut modifies, mut grants, mut controls) = (false, false, false);
        steps_with_duration(game, &mut |action, step| match action {
            ActionKind::Modify => modifies = true,
            ActionKind::Grant => {
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
            ActionKind::Forbid => forbidding.push(Forbidding::of(step)),
            ActionKind::SetController => controls = true,
            _ => {}
        });
        let head = [
            ValueKind::Number,
            ValueKind::Card,
            ValueKind::Number,
            ValueKind::Player,
            ValueKind::Card,
        ];
        let with =
            |more: &[ValueKind]| head.iter().chain(more).copied().collect::<Vec<ValueKind>>();
        self.abilities.continuous.durations.endings = endings(game);
        if modifies {
            let number = ValueKind::Number;
            let sorts = with(&[number, ValueKind::Any, number, number]);
            self.abilities.continuous.durations.modified =
                Some(self.new_table("changes", MOST_CHANGES, &sorts));
        }
        if grants {
            let more: Vec<ValueKind> = arguments
                .into_iter()
                .map(|sort| sort.unwrap_or(ValueKind::Any))
                .collect();
            let rows = self.new_table(Section::Keywords.name(), MOST_OTHERS, &with(&more));
            self.abilities.continuous.durations.granted = Some(rows);
        }
        if !forbidding.is_empty() {
            let rows = self.new_table("forbidden", MOST_OTHERS, &with(&[ValueKind::Player]));
            self.abilities.continuous.durations.forbidden = Some(rows);
            self.abilities.continuous.durations.forbidding = forbidding;
        }
        if controls {
            let rows = self.new_table("control", MOST_OTHERS, &with(&[ValueKind::Player]));
            self.abilities.continuous.durations.controlled = Some(rows);
            let control = self.lay_out_control();
            self.abilities.continuous.durations.control = Some(control);
        }
    }

    /// The marks of who controls each card by an effect, and whose it was before.
    fn lay_out_control(&mut self) -> (Cell, Cell) {
        let control = [FieldKind::Controller.name(), "home"].map(|name| {
            let start = vec![NOTHING; self.plan.program.cards.len()];
            self.new_mark(NewMark {
                name: Text {
                    id: name.to_owned(),
                    texts: Vec::new(),
                },
                sort: ValueKind::Player,
                start,
                hidden: false,
                internal: true,
                ..NewMark::default()
            })
        });
        (control[0], control[1])
    }

    fn tables(&self) -> Vec<PositionTable> {
        let lasting = &self.abilities.continuous.durations;
        let tables = [
            &lasting.modified,
            &lasting.granted,
            &lasting.forbidden,
            &lasting.controlled,
        ];
        tables.into_iter().flatten().cloned().collect()
    }

    /// The table of keywords, or all others.
    fn tables_of(&self, keywords: bool) -> Vec<PositionTable> {
        let granted = self.abilities.continuous.durations.granted.as_ref();
        let granted = granted.map(|rows| rows.count);
        let mut tables = self.tables();
        tables.retain(|rows| (Some(rows.count) == granted) == keywords);
        tables
    }

    /// True if something that lasts must hear where cards go.
    pub(crate) fn follows_cards(&self) -> bool {
        !self.tables().is_empty() || self.abilities.continuous.clock.is_some()
    }

    /// The parts that all rows begin with.
    pub(crate) fn head(
        &mut self,
        what: i64,
        card: Value,
        step: &Step,
        scope: &Scope,
    ) -> Vec<Value> {
        let game = self.game;
        let ending = until(game, step).and_then(|pattern| {
            let mut endings = self.abilities.continuous.durations.endings.iter();
            endings.position(|known| is_same(known, pattern))
        });
        let nothing = Value::Known(NOTHING);
        let ending = ending.map_or(nothing, |number| Value::Known(number as i64));
        let actor = self.acting(scope);
        let this = scope.this.unwrap_or(nothing);
        vec![Value::Known(what), card, ending, actor, this]
    }

    /// Adds a row; too many of them stop the game.
    pub(crate) fn begin_to_last(&mut self, rows: &PositionTable, values: &[Value]) {
        let (full, done) = (self.code.label(), self.code.label());
        self.add_row(rows, values, full);
        self.code.jump(done);
        self.code.bind(full);
        self.code.stop(StopReason::TooManyEffects);
        self.code.bind(done);
    }

    /// Changes that last equally long become one, so that they take one row however many there are: goes to
    /// `done` if an earlier row was changed. A change that sets a value for good takes the place of the one before.
    pub(crate) fn join_earlier(
        &mut self,
        rows: &PositionTable,
        values: &[Value],
        layer: Layer,
        done: Label,
    ) {
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
                compiler.code.unless_equal(a, *b, otherwise);
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
                match layer {
                    Layer::Multiply => compiler.code.mul(to, to, amount),
                    Layer::Add | Layer::Set | Layer::Divide => compiler.code.add(to, to, amount),
                }
                // A sum that overflows stays apart.
                compiler.code.unless_there(to, next);
                compiler.set_part(rows, row, AMOUNT, Value::In(to));
                compiler.code.jump(done);
            });
        }
        self.code.free(taken);
    }

    /// True if any change that lasts has a least value.
    fn has_floors(&self) -> bool {
        let mut has = false;
        steps_with_duration(self.game, &mut |action, step| {
            has |= action == ActionKind::Modify && step.argument(Parameter::Floor).is_some();
        });
        has
    }

    /// Goes to `done` if there is a row already that says and lasts the same.
    pub(crate) fn unless_it_lasts(&mut self, rows: &PositionTable, values: &[Value], done: Label) {
        let is_for_good = values[ENDING] == Value::Known(NOTHING);
        let parts = 0..values.len();
        let parts = parts.filter(|part| !is_for_good || !matches!(*part, ACTOR | THIS));
        let taken = self.code.taken();
        let wanted: Vec<(usize, Slot)> =
            parts.map(|part| (part, self.slot(values[part]))).collect();
        self.each_row(rows, &mut |compiler, row, next| {
            for (part, b) in &wanted {
                let a = compiler.part_of_row(rows, row, *part);
                compiler.code.unless_equal(a, *b, next);
            }
            compiler.code.jump(done);
        });
        self.code.free(taken);
    }

    /// A restriction is evaluated later: only names that last can stand there.
    pub(crate) fn require_duration_names(&mut self, what: usize, step: &Step) {
        let Some(filter) = self.abilities.continuous.durations.forbidding[what]
            .filter
            .clone()
        else {
            return;
        };
        let mut own = Vec::new();
        let mut lasts = true;
        cgml::model::visit::each_expr(&filter, &mut |expr| match expr.kind.local() {
            Some(LocalName::Bound(id)) => own.push(id),
            Some(LocalName::Read(id)) => lasts &= own.contains(&id),
            None => lasts &= expr.kind.reads() != Reads::Event,
        });
        if !lasts {
            self.not_yet(
                "FORBID where something of its own effect holds",
                step.origin,
            );
        }
    }

    /// A card that lies in a zone of a player goes to the same zone of another one, as it lies.
    pub(crate) fn go_over(&mut self, card: Slot, player: Slot, fail: Label) {
        let taken = self.code.taken();
        let first = self.plan.program.piles.iter().map(|pile| {
            let zone = cgml::model::ZoneId(u32::from(pile.zone));
            let is_owned = (zone.0 as usize) < self.game.zones.len()
                && self.game.zones[zone].owner == ZoneOwner::Player;
            if is_owned {
                i64::from(self.plan.layout.pile(zone).0)
            } else {
                NOTHING
            }
        });
        let first: Vec<i64> = first.collect();
        let list = self.code.constant(first);
        let (pile, face, now) = (self.code.slot(), self.code.slot(), self.code.slot());
        let (done, down) = (self.code.label(), self.code.label());
        self.code.pile_of(now, card);
        self.code.look_up(pile, list, now);
        self.code.unless_there(pile, done);
        self.code.add(pile, pile, player);
        self.code.unless_different(pile, now, done);
        self.require_room(pile, fail);
        self.code.face_of(face, card);
        self.code.unless_is(face, 0, down);
        for (how, label) in [(Placement::UP, None), (Placement::DOWN, Some(down))] {
            if let Some(label) = label {
                self.code.bind(label);
            }
            self.code.move_card(card, pile, how, fail);
            if label.is_none() {
                self.code.jump(done);
            }
        }
        self.code.bind(done);
        self.code.free(taken);
    }

    fn require_room(&mut self, pile: Slot, otherwise: Label) {
        let room = self.free_capacity(pile);
        let a = self.slot(room);
        self.code.unless_from(a, 1, otherwise);
    }

    /// Goes on with the player who controls a card by an effect in a register; to `otherwise` if nobody does.
    pub(crate) fn controller_by_effect(&mut self, card: Slot, to: Slot, otherwise: Label) -> bool {
        let Some((controller, _)) = self.abilities.continuous.durations.control else {
            return false;
        };
        self.load_mark(controller, card, to, otherwise);
        true
    }

    /// As [`Self::controller_by_effect`], with whose the card was before.
    pub(crate) fn owner_before(&mut self, card: Slot, to: Slot, otherwise: Label) -> bool {
        let Some((_, home)) = self.abilities.continuous.durations.control else {
            return false;
        };
        self.load_mark(home, card, to, otherwise);
        true
    }

    fn load_mark(&mut self, first: Cell, card: Slot, to: Slot, otherwise: Label) {
        self.code
            .load_at(to, first, card, self.plan.program.cards.len() as u16);
        self.code.unless_there(to, otherwise);
    }

    /// True if an event ends something.
    pub(crate) fn ends_something(&self, key: EventKey) -> bool {
        let mut endings = self.abilities.continuous.durations.endings.iter();
        endings.any(|pattern| key.matches(&pattern.event))
    }

    /// Ends the durations that last until an event.
    pub(crate) fn end_durations(&mut self, key: EventKey, names: Option<Slot>, context: Context) {
        let endings = self.abilities.continuous.durations.endings.clone();
        for (number, pattern) in endings.iter().enumerate() {
            if !key.matches(&pattern.event) {
                continue;
            }
            let taken = self.code.taken();
            let done = self.code.label();
            self.require_name(pattern, names, done);
            let freed = self
                .abilities
                .continuous
                .durations
                .controlled
                .as_ref()
                .map(|_| {
                    let list = self.code.slot();
                    self.code.new_list(list);
                    list
                });
            let controlled = self.abilities.continuous.durations.controlled.clone();
            for rows in self.tables() {
                let is_control = controlled
                    .as_ref()
                    .is_some_and(|control| control.count == rows.count);
                self.remove_rows(&rows, &mut |compiler, index, stays| {
                    let ending = compiler.part_of_row(&rows, index, ENDING);
                    compiler.code.unless_is(ending, number as i32, stays);
                    let actor = compiler.part_of_row(&rows, index, ACTOR);
                    let this = compiler.part_of_row(&rows, index, THIS);
                    let this = Some(Value::In(this));
                    compiler.require_subject(pattern, this, Value::In(actor), context, stays);
                    if let (true, Some(list)) = (is_control, freed) {
                        let value = compiler.part_of_row(&rows, index, CARD);
                        compiler.code.push(list, value);
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
            self.abilities.continuous.durations.controlled.clone(),
            self.abilities.continuous.durations.control,
        ) else {
            return;
        };
        let card = self.slot(card);
        let player = self.code.slot();
        self.set(player, NOTHING);
        self.each_row(&rows, &mut |compiler, index, next| {
            let of = compiler.part_of_row(&rows, index, CARD);
            compiler.code.unless_equal(of, card, next);
            compiler.load_part(&rows, index, PLAYER, player);
        });
        let old = self.mark(home, Value::In(card));
        let old = self.slot(old);
        let still = self.code.label();
        let stay = self.code.label();
        self.code.unless_missing(player, still);
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
        self.code
            .unless_bit(names, crate::plan::effects::event_keys::LEAVE, done);
        let at = self.code.slot();
        self.put(at, Value::In(card));
        let routine = self.routine(Routine::EndOn { of_keywords });
        self.code.call(routine, at, done);
        self.code.bind(done);
        self.code.free(taken);
    }

    /// The routine that ends everything that lasts on a card. Register: the card.
    pub(crate) fn write_end_on(&mut self, of_keywords: bool) {
        self.begin_part(Section::Continuous.name());
        let card = self.code.slot();
        for rows in self.tables_of(of_keywords) {
            self.remove_rows(&rows, &mut |compiler, index, stays| {
                let of = compiler.part_of_row(&rows, index, CARD);
                compiler.code.unless_equal(of, card, stays);
            });
        }
        self.code.ret();
    }
}
