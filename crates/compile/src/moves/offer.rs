//! Moves offered to a player, with the entry for passing.

use cgml::model::{ArgumentValue, Expr, Move, MoveId, Step};
use cgml::vocabulary::parameters::Parameter;
use engine::ids::{Meaning, Slot};
use engine::op::Builder;
use engine::program::{ChoiceKind, Text, ValueKind};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::questions::{After, Pass};
use crate::emit::scope::{Scope, Value};
use crate::moves::hoisting::uses_register;
use crate::plan::texts::text;

/// One of the things that a player may choose: a move, or a move with one of the abilities that it uses.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'g> {
    pub(crate) id: MoveId,
    pub(crate) def: &'g Move,
    /// The number of the ability.
    pub(crate) ability: Option<usize>,
    pub(crate) meaning: Meaning,
}

impl<'g> Compiler<'g> {
    /// Asks a player for one of some moves, and makes it.
    pub(crate) fn choose_move(
        &mut self,
        moves: &[MoveId],
        seat: Slot,
        pass: &Pass<'_>,
        prompt: Text,
        outer: &Scope,
        after: &After,
    ) {
        self.choose_move_with(moves, None, seat, pass, prompt, outer, after);
    }

    /// As [`Self::choose_move`], and only with one card if there is one.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn choose_move_with(
        &mut self,
        moves: &[MoveId],
        only: Option<Value>,
        seat: Slot,
        pass: &Pass<'_>,
        prompt: Text,
        outer: &Scope,
        after: &After,
    ) {
        let taken = self.code.taken();
        let ask = self.ask(prompt, false);
        let (meaning, value) = (self.code.slot(), self.code.slot());
        self.code.new_choices();
        let (entries, passing) = self.entries_with_pass(moves);
        self.offer_entries(&entries, passing, only, seat, pass, outer, after.passed);
        match (entries.as_slice(), only, pass) {
            // There is nothing to choose.
            ([entry], Some(card), Pass::Fails) => {
                self.set(meaning, i64::from(entry.meaning.0));
                self.put(value, card);
            }
            _ => self.code.ask(ask, seat, meaning, value),
        }
        self.make_chosen(&entries, passing, [meaning, value], seat, outer, after);
        self.code.free(taken);
    }

    /// The choices of some moves, and the meaning of passing.
    pub(crate) fn entries_with_pass(&mut self, moves: &[MoveId]) -> (Vec<Entry<'g>>, Meaning) {
        let moves = self.by_priority(moves);
        let entries = self.entries(&moves);
        let passing = self.meaning(ChoiceKind::Pass, Text::default(), ValueKind::Any);
        (entries, passing)
    }

    /// Offers moves, and to pass where that is allowed.
    #[allow(clippy::too_many_arguments)]
    fn offer_entries(
        &mut self,
        entries: &[Entry<'g>],
        passing: Meaning,
        only: Option<Value>,
        seat: Slot,
        pass: &Pass<'_>,
        outer: &Scope,
        passed: Label,
    ) {
        let outer_shared = std::mem::take(&mut self.moves.shared);
        self.share_lists(entries, seat);
        for of_move in entries.chunk_by(|one, other| one.id == other.id) {
            self.offer_move(of_move[0].id, of_move, only, seat, outer);
        }
        self.moves.shared = outer_shared;
        let always = entries
            .iter()
            .any(|entry| self.is_always_legal(entry.id, entry.def));
        if !(always && matches!(pass, Pass::Never)) {
            self.offer_pass(pass, passing, seat, outer, passed);
        }
    }

    /// Asks a player for a move of which the others learn nothing yet; gives what was chosen.
    pub(crate) fn ask_in_secret(
        &mut self,
        entries: &[Entry<'g>],
        passing: Meaning,
        seat: Slot,
        pass: &Pass<'_>,
        prompt: Text,
        outer: &Scope,
    ) -> (Slot, Slot) {
        let ask = self.ask(prompt, true);
        let (meaning, value) = (self.code.slot(), self.code.slot());
        self.code.new_choices();
        let passed = self.code.label();
        self.offer_entries(entries, passing, None, seat, pass, outer, passed);
        self.code.bind(passed);
        self.code.ask(ask, seat, meaning, value);
        (meaning, value)
    }

    /// Makes the move that was chosen: registers hold what it means and its card.
    pub(crate) fn make_chosen(
        &mut self,
        entries: &[Entry<'g>],
        passing: Meaning,
        [meaning, value]: [Slot; 2],
        seat: Slot,
        outer: &Scope,
        after: &After,
    ) {
        let mut labels: Vec<Label> = entries.iter().map(|_| self.code.label()).collect();
        labels.push(after.passed);
        let first = entries.first().map_or(passing, |entry| entry.meaning);
        self.code.switch(meaning, first.0, &labels);
        self.code.broken();
        for (entry, label) in entries.iter().zip(labels) {
            self.code.bind(label);
            self.make_move(entry, seat, value, outer, after);
        }
    }

    /// The choices of some moves, each with a meaning of its own, in a row.
    fn entries(&mut self, moves: &[(MoveId, &'g Move)]) -> Vec<Entry<'g>> {
        let mut entries = Vec::new();
        for (id, def) in moves {
            let (id, def) = (*id, *def);
            if !def.abilities {
                let of_cards = if def.from.is_some() {
                    ValueKind::Card
                } else {
                    ValueKind::Any
                };
                let name = text(&def.name, &def.text);
                let meaning = self.meaning_at(def.origin, name, of_cards);
                entries.push(Entry {
                    id,
                    def,
                    ability: None,
                    meaning,
                });
                continue;
            }
            let all = self.activated_with(id);
            for number in &all {
                let name = self.name_of_use(def, *number, &all);
                let origin = self.abilities.carried[*number].ability.origin;
                let meaning = self.meaning_at(origin, name, ValueKind::Card);
                entries.push(Entry {
                    id,
                    def,
                    ability: Some(*number),
                    meaning,
                });
            }
        }
        entries
    }

    /// Meaning of a move or an ability that is written somewhere else.
    fn meaning_at(&mut self, origin: cgml::source::Span, name: Text, sort: ValueKind) -> Meaning {
        let place = self.code.place();
        self.code.at(origin);
        let meaning = self.meaning(ChoiceKind::Move, name, sort);
        self.code.back_to(place);
        meaning
    }

    fn by_priority(&self, moves: &[MoveId]) -> Vec<(MoveId, &'g Move)> {
        let game = self.game;
        let mut listed: Vec<(MoveId, &Move)> =
            moves.iter().map(|id| (*id, &game.moves[*id])).collect();
        listed.sort_by_key(|(_, def)| std::cmp::Reverse(def.priority));
        listed
    }

    fn offer_pass(
        &mut self,
        pass: &Pass<'_>,
        meaning: Meaning,
        seat: Slot,
        outer: &Scope,
        passed: Label,
    ) {
        let may = self.code.label();
        let done = self.code.label();
        match pass {
            Pass::Always => {}
            Pass::Silent => self.code.unless_choices(passed),
            Pass::Must => {
                self.code.unless_choices(passed);
                self.code.jump(done);
            }
            Pass::Fails => {
                self.code.unless_choices(outer.fail);
                self.code.jump(done);
            }
            Pass::Never => {
                self.code.unless_choices(may);
                self.code.jump(done);
            }
            Pass::If(condition) => {
                self.code.unless_choices(may);
                let mut scope = outer.acted_by(Value::In(seat));
                scope.locals = self.locals_of_expr(condition);
                self.require(condition, true, done, &scope);
            }
        }
        self.code.bind(may);
        self.code.offer_plain(meaning);
        self.code.bind(done);
    }

    /// Scope of the parts of a move: its card and targets have registers of their own.
    pub(crate) fn scope_of(
        &mut self,
        def: &'g Move,
        seat: Slot,
        outer: &Scope,
        fail: Label,
    ) -> Scope {
        let mut scope = outer.acted_by(Value::In(seat)).failing(fail);
        self.bind_locals(&mut scope, &def.effect);
        if let Some((card, _)) = &def.from {
            scope.this = scope.local(*card);
        }
        scope
    }

    /// Adds a choice for every way to begin a move, or only for those with one card.
    fn offer_move(
        &mut self,
        id: MoveId,
        entries: &[Entry<'g>],
        only: Option<Value>,
        seat: Slot,
        outer: &Scope,
    ) {
        let game = self.game;
        let def = &game.moves[id];
        let Some(Entry { meaning, .. }) = entries.first().copied() else {
            return;
        };
        let taken = self.code.taken();
        self.begin_part(&def.name);
        self.code.at(def.origin);
        let none = self.code.label();
        let scope = self.scope_of(def, seat, outer, none);
        self.require_mover(def, only, seat, outer, &scope);
        if !def.abilities {
            self.require_speed(def.speed.unwrap_or(0), none);
        }
        match &def.from {
            None => {
                self.forget_shared();
                self.require_legal(id, def, &scope, none);
                self.code.offer_plain(meaning);
            }
            Some((local, from)) => {
                let before = self.moves.hoisted.clone();
                self.hoist_for(id, def, *local, &scope, none);
                let card_slot = scope.local(*local);
                self.each_of_move(from, only, &scope, &mut |compiler, scope, card, next| {
                    if let (Some(Value::In(to)), Value::In(_)) = (card_slot, card)
                        && uses_register(def)
                    {
                        compiler.put(to, card);
                    }
                    let inner = compiler.require_legal_with(id, *local, card, scope, next);
                    if def.abilities {
                        return compiler.offer_abilities(entries, card, seat, &inner);
                    }
                    let value = compiler.slot(card);
                    compiler.code.offer(meaning, value);
                });
                self.moves.hoisted = before;
                self.moves.related.clear();
            }
        }
        self.code.bind(none);
        self.code.free(taken);
    }

    /// The seat may make the move, which the phase or the offer says; with one card that was asked before.
    fn require_mover(
        &mut self,
        def: &Move,
        only: Option<Value>,
        seat: Slot,
        outer: &Scope,
        scope: &Scope,
    ) {
        if let Some(players) = &def.players
            && only.is_none()
        {
            let mut offering = scope.clone();
            offering.acting = outer.acting;
            self.require_player(players, seat, scope.fail, &offering);
        } else if let Some(b) = self.moves.own_seat {
            self.code.unless_equal(seat, b, scope.fail);
        }
    }

    /// Goes through the cards that a move may be made with, or one card alone.
    fn each_of_move(
        &mut self,
        from: &Expr,
        only: Option<Value>,
        scope: &Scope,
        body: &mut dyn FnMut(&mut Compiler<'g>, &Scope, Value, Label),
    ) {
        let Some(card) = only else {
            return self.each_element(from, scope, body);
        };
        let next = self.code.label();
        body(self, scope, card, next);
        self.code.bind(next);
    }

    pub(crate) fn offer(&mut self, step: &Step, scope: &Scope) {
        let Some(player) = self.operand(step, Parameter::Player) else {
            return;
        };
        let moves: Vec<MoveId> = {
            let named = step
                .argument(Parameter::Moves)
                .map_or(&[][..], ArgumentValue::names);
            named.iter().filter_map(as_move).collect()
        };
        let mut scope = scope.clone();
        scope.is_free = self.is_set(step, Parameter::Free);
        let scope = &scope;
        let seat = self.needed(player, scope);
        let seat = self.slot(seat);
        let always = self.asks_always(step);
        let pass = match (self.is_set(step, Parameter::Must), always) {
            (true, true) => Pass::Never,
            (true, false) => Pass::Must,
            (false, true) => Pass::Always,
            (false, false) => Pass::Silent,
        };
        // An offer says itself to whom it is made.
        let own_seat = self.moves.own_seat.take();
        let made = self.code.slot();
        self.set(made, 0);
        let again = self.code.here();
        let done = self.code.label();
        let moved = self.code.label();
        let after = After {
            moved,
            ends_phase: moved,
            ends_turn: moved,
            passed: done,
            broken: moved,
            is_outermost: false,
        };
        let prompt = self.prose(step, Parameter::Prompt);
        let first_ask = self.plan.program.asks.len();
        self.choose_move(&moves, seat, &pass, prompt, scope, &after);
        if let Some(ask) = self.plan.program.asks.get_mut(first_ask) {
            ask.always = always;
        }
        self.moves.own_seat = own_seat;
        self.code.bind(moved);
        self.set(made, 1);
        if self.is_set(step, Parameter::Repeat) {
            self.code.jump(again);
        }
        self.code.bind(done);
        self.give(step, Value::In(made), scope);
    }
}

fn as_move(name: &cgml::model::NameRef) -> Option<MoveId> {
    match name {
        cgml::model::NameRef::Move(id) => Some(*id),
        _ => None,
    }
}
