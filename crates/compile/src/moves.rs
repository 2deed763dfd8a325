//! Moves: which are legal, and what they do.

use cgml::model::{
    DefinitionBody, EventPattern, Expr, ExprKind, LocalId, Move, MoveId, OnceScope, Rule, Step,
    Subject, Target, Value as Given, VariableId, VariableValue,
};
use engine::ids::{Cell, Meaning, NOTHING, Slot};
use engine::op::Op;
use engine::program::{ChoiceKind, Sort, Text};

use crate::asking::{Bounds, Question, sort_of_options};
use crate::chain::Linked;
use crate::code::Label;
use crate::compiler::{Compiler, Routine};
use crate::layout::text;
use crate::scope::{Scope, Value};

/// When a player may pass.
pub(crate) enum Pass<'e> {
    /// Always.
    Always,
    /// If this holds.
    If(&'e Expr),
    /// Only if there is no move.
    Never,
    /// Always; nobody is asked without a move.
    Silent,
    /// Never; nobody is asked without a move.
    Must,
    /// Never: the step fails if there is no move.
    Fails,
}

/// One of the things that a player may choose: a move, or a move with one of the abilities that it uses.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'g> {
    pub(crate) id: MoveId,
    pub(crate) a_move: &'g Move,
    /// The number of the ability.
    pub(crate) ability: Option<usize>,
    pub(crate) meaning: Meaning,
}

/// What a choice of moves leads to.
pub(crate) struct After {
    /// A move was made that ends nothing.
    pub(crate) moved: Label,
    /// A move was made that ends the phase.
    pub(crate) ends_phase: Label,
    /// A move was made that ends the turn.
    pub(crate) ends_turn: Label,
    /// The player passed.
    pub(crate) passed: Label,
    /// An effect broke off the phase.
    pub(crate) broken: Label,
    /// Whether the move is no part of another effect.
    pub(crate) is_outermost: bool,
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
        self.code.emit(Op::NewChoices {});
        let (entries, passing) = self.entries_with_pass(moves);
        self.offer_entries(&entries, passing, only, seat, pass, outer, after.passed);
        match (entries.as_slice(), only, pass) {
            // There is nothing to choose.
            ([entry], Some(card), Pass::Fails) => {
                self.set(meaning, i64::from(entry.meaning.0));
                self.put(value, card);
            }
            _ => self.code.emit(Op::Ask {
                ask,
                seat,
                meaning,
                value,
            }),
        }
        self.make_chosen(&entries, passing, [meaning, value], seat, outer, after);
        self.code.free(taken);
    }

    /// What may be chosen of some moves, and what passing means.
    pub(crate) fn entries_with_pass(&mut self, moves: &[MoveId]) -> (Vec<Entry<'g>>, Meaning) {
        let moves = self.by_priority(moves);
        let entries = self.entries(&moves);
        let passing = self.meaning(ChoiceKind::Pass, Text::default(), Sort::Any);
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
        let outer_shared = std::mem::take(&mut self.shared);
        self.share_lists(entries, seat);
        for of_move in entries.chunk_by(|one, other| one.id == other.id) {
            self.offer_move(of_move[0].id, of_move, only, seat, outer);
        }
        self.shared = outer_shared;
        let always = entries
            .iter()
            .any(|entry| self.is_always_legal(entry.id, entry.a_move));
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
        self.code.emit(Op::NewChoices {});
        let passed = self.code.label();
        self.offer_entries(entries, passing, None, seat, pass, outer, passed);
        self.code.bind(passed);
        self.code.emit(Op::Ask {
            ask,
            seat,
            meaning,
            value,
        });
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
        self.code.emit(Op::Broken {});
        for (entry, label) in entries.iter().zip(labels) {
            self.code.bind(label);
            self.make_move(entry, seat, value, outer, after);
        }
    }

    /// What may be chosen of some moves, each with a meaning of its own, one after the other.
    fn entries(&mut self, moves: &[(MoveId, &'g Move)]) -> Vec<Entry<'g>> {
        let mut entries = Vec::new();
        for (id, a_move) in moves {
            let (id, a_move) = (*id, *a_move);
            if !a_move.abilities {
                let of_cards = if a_move.from.is_some() {
                    Sort::Card
                } else {
                    Sort::Any
                };
                let name = text(&a_move.name, &a_move.text);
                let meaning = self.meaning_at(a_move.origin, name, of_cards);
                entries.push(Entry {
                    id,
                    a_move,
                    ability: None,
                    meaning,
                });
                continue;
            }
            let all = self.activated_with(id);
            for number in &all {
                let name = self.name_of_use(a_move, *number, &all);
                let origin = self.abilities[*number].ability.origin;
                let meaning = self.meaning_at(origin, name, Sort::Card);
                entries.push(Entry {
                    id,
                    a_move,
                    ability: Some(*number),
                    meaning,
                });
            }
        }
        entries
    }

    /// What a move or the use of an ability means that is written somewhere else.
    fn meaning_at(&mut self, origin: cgml::source::Span, name: Text, sort: Sort) -> Meaning {
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
        listed.sort_by_key(|(_, a_move)| std::cmp::Reverse(a_move.priority));
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
            Pass::Silent => self.code.emit(Op::UnlessChoices { to: passed.pc() }),
            Pass::Must => {
                self.code.emit(Op::UnlessChoices { to: passed.pc() });
                self.code.jump(done);
            }
            Pass::Fails => {
                self.code.emit(Op::UnlessChoices {
                    to: outer.fail.pc(),
                });
                self.code.jump(done);
            }
            Pass::Never => {
                self.code.emit(Op::UnlessChoices { to: may.pc() });
                self.code.jump(done);
            }
            Pass::If(condition) => {
                self.code.emit(Op::UnlessChoices { to: may.pc() });
                let mut scope = outer.acted_by(Value::In(seat));
                scope.locals = self.locals_of_expr(condition);
                self.require(condition, true, done, &scope);
            }
        }
        self.code.bind(may);
        self.code.emit(Op::OfferPlain { meaning });
        self.code.bind(done);
    }

    /// Where the parts of a move stand: its card and targets have registers of their own.
    fn scope_of(&mut self, a_move: &'g Move, seat: Slot, outer: &Scope, fail: Label) -> Scope {
        let mut scope = outer.acted_by(Value::In(seat)).failing(fail);
        self.bind_locals(&mut scope, &a_move.effect);
        if let Some((card, _)) = &a_move.from {
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
        let a_move = &game.moves[id];
        let Some(Entry { meaning, .. }) = entries.first().copied() else {
            return;
        };
        let taken = self.code.taken();
        self.begin_part(&a_move.name);
        self.code.at(a_move.origin);
        let none = self.code.label();
        let scope = self.scope_of(a_move, seat, outer, none);
        if let Some(players) = &a_move.players
            && only.is_none()
        {
            // Who may make it is said by whom the phase or the offer belongs to.
            let acting = outer.acting;
            let offering = Scope {
                acting,
                ..scope.clone()
            };
            self.require_player(players, seat, none, &offering);
        } else if let Some(b) = self.own_seat {
            self.code.emit(Op::UnlessEqual {
                a: seat,
                b,
                to: none.pc(),
            });
        }
        if !a_move.abilities {
            self.require_speed(a_move.speed.unwrap_or(0), none);
        }
        match &a_move.from {
            None => {
                self.forget_shared();
                self.require_legal(id, a_move, &scope, none);
                self.code.emit(Op::OfferPlain { meaning });
            }
            Some((local, from)) => {
                let before = self.hoisted.clone();
                self.hoist_for(id, a_move, *local, &scope, none);
                let card_slot = scope.local(*local);
                self.each_of_move(from, only, &scope, &mut |compiler, scope, card, next| {
                    let mut inner = scope.with(*local, card);
                    inner.this = Some(card);
                    if let (Some(Value::In(to)), Value::In(_)) = (card_slot, card)
                        && uses_register(a_move)
                    {
                        compiler.put(to, card);
                    }
                    if let Some(filter) = &a_move.filter {
                        compiler.require(filter, true, next, &inner);
                    }
                    compiler.require_legal(id, a_move, &inner, next);
                    if a_move.abilities {
                        return compiler.offer_abilities(entries, card, seat, &inner);
                    }
                    let value = compiler.slot(card);
                    compiler.code.emit(Op::Offer { meaning, value });
                });
                self.hoisted = before;
                self.related.clear();
            }
        }
        self.code.bind(none);
        self.code.free(taken);
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

    /// Whether a move can be made whatever the position.
    fn is_always_legal(&self, id: MoveId, a_move: &Move) -> bool {
        let restricted = self
            .game
            .rules
            .iter()
            .any(|rule| rule.restricts.contains(&id));
        !restricted
            && !self.may_be_forbidden(id)
            && a_move.from.is_none()
            && a_move.condition.is_none()
            && a_move.players.is_none()
            && a_move.targets.is_empty()
            && a_move.cost.is_empty()
            && a_move.once_per.is_none()
            && !a_move.abilities
            && self.responding.is_none()
            && self.own_seat.is_none()
    }

    pub(crate) fn require_player(
        &mut self,
        players: &Expr,
        seat: Slot,
        otherwise: Label,
        scope: &Scope,
    ) {
        if self.is_many(Some(players)) {
            let found = self.code.label();
            self.each(players, scope, &mut |compiler, _, player, next| {
                let b = compiler.slot(player);
                compiler.code.emit(Op::UnlessEqual {
                    a: seat,
                    b,
                    to: next.pc(),
                });
                compiler.code.jump(found);
            });
            self.code.jump(otherwise);
            self.code.bind(found);
        } else {
            let b = self.value_slot(players, scope);
            self.code.emit(Op::UnlessEqual {
                a: seat,
                b,
                to: otherwise.pc(),
            });
        }
    }

    /// Goes on if a move is legal with the card that is bound.
    fn require_legal(&mut self, id: MoveId, a_move: &'g Move, scope: &Scope, otherwise: Label) {
        if let Some(condition) = &a_move.condition {
            self.require(condition, true, otherwise, scope);
        }
        self.require_unused(id, a_move, scope, otherwise);
        if let Some(pattern) = &a_move.requires {
            self.require_abilities_for(pattern, scope, otherwise);
        }
        let game = self.game;
        let restricting: Vec<&Rule> = game
            .rules
            .iter()
            .filter(|rule| rule.restricts.contains(&id))
            .collect();
        let (of_target, of_card): (Vec<&Rule>, Vec<&Rule>) = restricting
            .into_iter()
            .partition(|rule| is_about_target(rule));
        for rule in of_card {
            let card = a_move
                .from
                .as_ref()
                .and_then(|(card, _)| scope.local(*card));
            self.require_permitted(rule, card, None, scope, otherwise);
        }
        self.require_allowed(id, a_move, scope, otherwise);
        if a_move.from.is_none() && a_move.cost.is_empty() {
            self.make_shared(a_move, scope);
        }
        self.require_targets(a_move, 0, &of_target, scope, otherwise);
    }

    /// All abilities of the card of a move for an event could work.
    fn require_abilities_for(&mut self, pattern: &EventPattern, scope: &Scope, otherwise: Label) {
        let Some(card) = scope.this else {
            return;
        };
        let numbers = self.abilities_where(|carried| {
            let mut patterns = carried.patterns().iter();
            patterns.any(|own| own.event == pattern.event && own.subject == Subject::This)
        });
        let taken = self.code.taken();
        let card = self.slot(card);
        self.switch_on_abilities(card, &numbers, &mut |compiler, number| {
            let Some(condition) = &compiler.abilities[number].ability.condition else {
                return;
            };
            let inner = compiler.code.taken();
            let mut own = Scope::new(otherwise);
            own.acting = scope.acting;
            own.this = Some(Value::In(card));
            own.context.card = Some(Value::In(card));
            compiler.bind_ability(&mut own, number);
            compiler.require(condition, true, otherwise, &own);
            compiler.code.free(inner);
        });
        self.code.free(taken);
    }

    /// A rule that restricts the move allows it.
    fn require_permitted(
        &mut self,
        rule: &Rule,
        card: Option<Value>,
        target: Option<Value>,
        scope: &Scope,
        otherwise: Label,
    ) {
        let taken = self.code.taken();
        let mut inner = scope.clone();
        self.bind_locals(&mut inner, &rule.effect);
        for (local, value) in [(0, card), (1, target)] {
            if let (Some(value), Some(place)) = (value, inner.locals.get_mut(local)) {
                *place = value;
            }
        }
        let allowed = self.code.label();
        if let Some(enabled) = &rule.enabled_when {
            self.require(enabled, true, allowed, &inner);
        }
        if let Some(condition) = &rule.condition {
            self.require(condition, true, otherwise, &inner);
        }
        self.code.bind(allowed);
        self.code.free(taken);
    }

    /// `once_per` is not used up.
    fn require_unused(&mut self, id: MoveId, a_move: &'g Move, scope: &Scope, otherwise: Label) {
        let Some((first, count)) = self.once_of_move(id, a_move) else {
            return;
        };
        let taken = self.code.taken();
        let index = self.once_index(a_move, scope);
        let to = self.code.slot();
        self.code.emit(Op::LoadAt {
            to,
            first,
            index,
            count,
        });
        self.code.emit(Op::UnlessIs {
            a: to,
            value: 0,
            to: otherwise.pc(),
        });
        self.code.free(taken);
    }

    /// `once_per` is used up.
    fn use_up(&mut self, id: MoveId, a_move: &'g Move, scope: &Scope) {
        let Some((first, count)) = self.once_of_move(id, a_move) else {
            return;
        };
        let taken = self.code.taken();
        let index = self.once_index(a_move, scope);
        let from = self.slot(Value::Known(1));
        self.code.emit(Op::StoreAt {
            first,
            index,
            count,
            from,
            otherwise: scope.fail.pc(),
        });
        self.code.free(taken);
    }

    /// The cells that remember that a move was made, and how many they are: one for each player, for each card,
    /// or for each player and name of a card.
    fn once_of_move(&mut self, id: MoveId, a_move: &'g Move) -> Option<(Cell, u16)> {
        let (often, per) = a_move.once_per?;
        let players = usize::from(self.setting.players);
        let count = match per {
            OnceScope::Player | OnceScope::Ability => players,
            OnceScope::Card => self.program.cards.len(),
            OnceScope::Name => self.game.cards.len() * players,
        };
        let Ok(count) = u16::try_from(count) else {
            self.not_yet("a move once per card, with so many cards", a_move.origin);
            return None;
        };
        if let Some(known) = self.once_moves.get(&id.0) {
            return Some((*known, count));
        }
        let first = self.once_cell(often);
        for _ in 1..count {
            self.once_cell(often);
        }
        self.once_moves.insert(id.0, first);
        Some((first, count))
    }

    /// Which of the cells that remember a move stands for this player or card.
    fn once_index(&mut self, a_move: &Move, scope: &Scope) -> Slot {
        let acting = self.acting(scope);
        let seat = self.slot(acting);
        let per = a_move.once_per.map(|(_, per)| per);
        let card = a_move.from.as_ref();
        let card = card.and_then(|(card, _)| scope.local(*card));
        let Some(card) = card else {
            return seat;
        };
        match per {
            Some(OnceScope::Card) => self.slot(card),
            Some(OnceScope::Name) => {
                let card = self.slot(card);
                let index = self.code.slot();
                let names = self.slot(Value::Known(self.game.cards.len() as i64));
                let column = self.layout.kinds;
                self.code.emit(Op::Mul {
                    to: names,
                    a: seat,
                    b: names,
                });
                self.code.emit(Op::Print {
                    to: index,
                    column,
                    card,
                });
                self.code.emit(Op::Add {
                    to: index,
                    a: index,
                    b: names,
                });
                index
            }
            Some(OnceScope::Player | OnceScope::Ability) | None => seat,
        }
    }

    /// Every target from one on has something to choose, together, and the cost can be paid then.
    fn require_targets(
        &mut self,
        a_move: &'g Move,
        from: usize,
        restricting: &[&'g Rule],
        scope: &Scope,
        otherwise: Label,
    ) {
        let Some(target) = a_move.targets.get(from) else {
            return self.require_payable(a_move, scope, otherwise);
        };
        if let Some(least) = self.least_of(target, scope) {
            let taken = self.code.taken();
            let list = self.gather_filtered_by(&target.from, target.filter.as_ref(), scope);
            let chosen = self.some_choice(target, list, least, scope, otherwise);
            let bound = scope.with(target.local, Value::In(chosen));
            self.require_targets(a_move, from + 1, restricting, &bound, otherwise);
            return self.code.free(taken);
        }
        if is_any_option(a_move, from, restricting)
            && (from > 0 || !self.may_forbid_target_of(a_move))
        {
            // Only whether there is anything matters: not what is made of it.
            let base = base_of(&target.from);
            self.require_there(base, true, otherwise, scope);
            return self.require_targets(a_move, from + 1, restricting, scope, otherwise);
        }
        let related = self.related.get(&crate::expr::address(&target.from));
        if let (Some((set, relation)), Some((card, _))) = (related.copied(), &a_move.from)
            && let Some(card) = scope.local(*card)
        {
            let card = self.slot(card);
            return self.code.emit(Op::UnlessRelatedToSome {
                card,
                set,
                relation,
                to: otherwise.pc(),
            });
        }
        let found = self.code.label();
        let mark = self.code.slot();
        self.code.emit(Op::MarkLists { to: mark });
        self.each_option(
            a_move,
            from,
            restricting,
            scope,
            &mut |compiler, _, _, _| {
                compiler.code.jump(found);
            },
        );
        self.code.emit(Op::FreeLists { mark });
        self.code.jump(otherwise);
        self.code.bind(found);
        self.code.emit(Op::FreeLists { mark });
    }

    /// Whether several may be chosen for a target, so that it is a list.
    pub(crate) fn is_list_of_targets(&self, target: &Target) -> bool {
        let is_one = target
            .count
            .as_ref()
            .is_none_or(|count| count.kind == ExprKind::Literal(cgml::model::Literal::Number(1)));
        target.up_to.is_some() || !is_one
    }

    /// How many of a target must be chosen at least, if it is not exactly one.
    pub(crate) fn least_of(&mut self, target: &Target, scope: &Scope) -> Option<Value> {
        let is_one = target
            .count
            .as_ref()
            .is_none_or(|count| count.kind == ExprKind::Literal(cgml::model::Literal::Number(1)));
        match (&target.count, &target.up_to) {
            (None, Some(_)) => Some(Value::Known(0)),
            (Some(count), Some(_)) => Some(self.value(count, scope)),
            (Some(count), None) if !is_one => Some(self.value(count, scope)),
            _ => None,
        }
    }

    pub(crate) fn gather_filtered_by(
        &mut self,
        from: &Expr,
        filter: Option<&(LocalId, Expr)>,
        scope: &Scope,
    ) -> Slot {
        let list = self.code.slot();
        self.code.emit(Op::NewList { to: list });
        self.each_element(from, scope, &mut |compiler, scope, item, next| {
            if let Some((local, test)) = filter {
                let inner = scope.with(*local, item);
                compiler.require(test, true, next, &inner);
            }
            let value = compiler.slot(item);
            compiler.code.emit(Op::Push { list, value });
        });
        list
    }

    /// Goes through the options of a target after which the later targets have options too.
    fn each_option(
        &mut self,
        a_move: &'g Move,
        number: usize,
        restricting: &[&'g Rule],
        scope: &Scope,
        body: &mut dyn FnMut(&mut Compiler<'g>, &Scope, Value, Label),
    ) {
        let target = &a_move.targets[number];
        let taken = self.code.taken();
        if self.is_one_player(&target.from, scope) {
            self.each(&target.from, scope, &mut |compiler, scope, value, next| {
                compiler.with_option(a_move, number, restricting, scope, value, next, body);
            });
            return self.code.free(taken);
        }
        let list = self.target_options(target, scope);
        let index = self.code.slot();
        let item = self.code.slot();
        self.set(index, 0);
        let next = self.code.here();
        let done = self.code.label();
        self.code.emit(Op::EachItem {
            list,
            index,
            item,
            done: done.pc(),
        });
        let value = Value::In(item);
        self.with_option(a_move, number, restricting, scope, value, next, body);
        self.code.jump(next);
        self.code.bind(done);
        self.code.free(taken);
    }

    /// One option of a target, if it is one and the later targets have options then.
    #[allow(clippy::too_many_arguments)]
    fn with_option(
        &mut self,
        a_move: &'g Move,
        number: usize,
        restricting: &[&'g Rule],
        scope: &Scope,
        value: Value,
        next: Label,
        body: &mut dyn FnMut(&mut Compiler<'g>, &Scope, Value, Label),
    ) {
        let target = &a_move.targets[number];
        let bound = scope.with(target.local, value);
        if let Some((local, test)) = &target.filter {
            let inner = bound.with(*local, value);
            self.require(test, true, next, &inner);
        }
        if number == 0 {
            for rule in restricting {
                let card = a_move
                    .from
                    .as_ref()
                    .and_then(|(card, _)| scope.local(*card));
                self.require_permitted(rule, card, Some(value), &bound, next);
            }
            self.require_allowed_target(a_move, value, &bound, next);
        }
        if depends_on_choice(a_move, number) {
            self.require_targets(a_move, number + 1, restricting, &bound, next);
        }
        body(self, &bound, value, next);
    }

    /// The elements that a target is chosen from: equal values are one, unless they are cards.
    fn target_options(&mut self, target: &Target, scope: &Scope) -> Slot {
        if let ExprKind::Operator(operation) = &target.from.kind
            && operation.operator.name == "distinct"
        {
            return self.gather(&target.from, scope);
        }
        let list = match self.shared_list(&target.from, scope) {
            Some(shared) => {
                let list = self.code.slot();
                self.put(list, Value::In(shared));
                list
            }
            None => self.gather_filtered_by(&target.from, None, scope),
        };
        let may_repeat = sort_of_options(&target.from.ty) != Sort::Card
            && !matches!(target.from.kind, ExprKind::Who(_));
        if may_repeat {
            self.code.emit(Op::List {
                verb: engine::lists::ListVerb::Distinct,
                to: list,
                a: list,
                b: list,
            });
        }
        list
    }

    fn require_payable(&mut self, a_move: &'g Move, scope: &Scope, otherwise: Label) {
        // With an ability, both costs are tried together.
        if a_move.cost.is_empty() || scope.is_free || a_move.abilities {
            return;
        }
        self.require_costs(&[(&a_move.cost, scope)], otherwise);
    }

    /// Makes a move whose card was chosen: targets, cost, effect.
    fn make_move(
        &mut self,
        entry: &Entry<'g>,
        seat: Slot,
        card: Slot,
        outer: &Scope,
        after: &After,
    ) {
        let Entry {
            id,
            a_move,
            ability,
            ..
        } = *entry;
        let taken = self.code.taken();
        self.begin_part(&a_move.name);
        self.code.at(a_move.origin);
        let done = self.code.label();
        let mut scope = self.scope_of(a_move, seat, outer, done);
        if let Some((local, _)) = &a_move.from {
            if let Some(Value::In(to)) = scope.local(*local) {
                self.put(to, Value::In(card));
            }
            scope.this = scope.local(*local);
        }
        self.choose_targets(a_move, seat, &scope);
        self.use_up(id, a_move, &scope);
        if ability.is_some() {
            let card = scope.this.unwrap_or(Value::In(card));
            self.use_ability(entry, seat, card, &scope);
        } else {
            if !std::mem::take(&mut scope.is_free) {
                let mut paying = scope.clone();
                paying.is_cost = true;
                self.steps(&a_move.cost, &paying);
            }
            if a_move.chain {
                self.make_link_of_move(id, seat, &scope);
            }
            self.steps(&a_move.effect.steps, &scope);
        }
        self.code.bind(done);
        if after.is_outermost {
            self.round();
        }
        self.unless_broken(after.broken);
        self.code.jump(match a_move.ends {
            Some(cgml::model::Often::Phase) => after.ends_phase,
            Some(cgml::model::Often::Turn) => after.ends_turn,
            _ => after.moved,
        });
        self.code.free(taken);
    }

    /// The effect of a move waits until the chain comes to it.
    fn make_link_of_move(&mut self, id: MoveId, seat: Slot, scope: &Scope) {
        let game = self.game;
        let a_move = &game.moves[id];
        if self.chain.is_none() {
            return self.not_yet("a move that waits without a chain", a_move.origin);
        }
        let card = scope.this.unwrap_or(Value::Known(NOTHING));
        let speed = a_move.speed.unwrap_or(0);
        let next = Routine::Respond;
        let places = self.note_places(&a_move.targets, scope);
        let what = Linked::Move(id);
        self.make_link(what, speed, card, Value::In(seat), &next, scope.fail);
        self.lose_what_moved(&places);
    }

    /// Asks for the targets, one after the other.
    fn choose_targets(&mut self, a_move: &'g Move, seat: Slot, scope: &Scope) {
        let game = self.game;
        let id = game.moves.find(&a_move.name);
        let restricting: Vec<&Rule> = game
            .rules
            .iter()
            .filter(|rule| id.is_some_and(|id| rule.restricts.contains(&id)))
            .filter(|rule| is_about_target(rule))
            .collect();
        for (number, target) in a_move.targets.iter().enumerate() {
            let taken = self.code.taken();
            let local = a_move.effect.locals.iter().nth(target.local.0 as usize);
            let name = Text {
                id: local.map(|local| local.name.clone()).unwrap_or_default(),
                texts: Vec::new(),
            };
            let chooser = match &target.player {
                Some(player) => self.value_slot(player, scope),
                None => seat,
            };
            let question = Question {
                seat: chooser,
                prompt: text("", &target.prompt),
                secret: false,
                always: false,
                kind: ChoiceKind::Target,
                name,
                sort: sort_of_options(&target.from.ty),
            };
            let answer = match self.least_of(target, scope) {
                Some(least) => {
                    let list = self.gather_filtered_by(&target.from, target.filter.as_ref(), scope);
                    let most = match &target.up_to {
                        Some(most) => self.value(most, scope),
                        None => least,
                    };
                    let fact = such_that(target);
                    self.ask_several(
                        &question,
                        list,
                        &Bounds { least, most },
                        fact.as_ref(),
                        scope,
                    )
                }
                // A cost is tried out, and a trial may ask: its choices must not be mixed with these.
                None if !a_move.cost.is_empty() => {
                    let options = self.code.slot();
                    self.code.emit(Op::NewList { to: options });
                    let keep = &mut |compiler: &mut Compiler<'g>, _: &Scope, value, _| {
                        let value = compiler.slot(value);
                        let list = options;
                        compiler.code.emit(Op::Push { list, value });
                    };
                    self.each_option(a_move, number, &restricting, scope, keep);
                    self.ask_one(&question, options, false)
                }
                None if is_any_option(a_move, number, &restricting)
                    && (number > 0 || !self.may_forbid_target_of(a_move)) =>
                {
                    let options = self.target_options(target, scope);
                    self.ask_one(&question, options, false)
                }
                None => self.ask_offered(&question, false, |compiler, meaning| {
                    let offer = &mut |compiler: &mut Compiler<'g>, _: &Scope, value, _| {
                        let value = compiler.slot(value);
                        compiler.code.emit(Op::Offer { meaning, value });
                    };
                    compiler.each_option(a_move, number, &restricting, scope, offer);
                }),
            };
            if let Some(Value::In(to)) = scope.local(target.local) {
                self.put(to, Value::In(answer));
            }
            self.code.free(taken);
        }
    }

    pub(crate) fn offer(&mut self, step: &Step, scope: &Scope) {
        let Some(player) = self.operand(step, "player") else {
            return;
        };
        let moves: Vec<MoveId> = match step.argument("moves") {
            Some(Given::Names(names)) => names.iter().filter_map(as_move).collect(),
            Some(Given::Name(name)) => as_move(name).into_iter().collect(),
            _ => Vec::new(),
        };
        let mut scope = scope.clone();
        scope.is_free = self.is_set(step, "free");
        let scope = &scope;
        let seat = self.needed(player, scope);
        let seat = self.slot(seat);
        let always = self.asks_always(step);
        let pass = match (self.is_set(step, "must"), always) {
            (true, true) => Pass::Never,
            (true, false) => Pass::Must,
            (false, true) => Pass::Always,
            (false, false) => Pass::Silent,
        };
        // An offer says itself to whom it is made.
        let own_seat = self.own_seat.take();
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
        let prompt = self.prose(step, "prompt");
        let first_ask = self.program.asks.len();
        self.choose_move(&moves, seat, &pass, prompt, scope, &after);
        if let Some(ask) = self.program.asks.get_mut(first_ask) {
            ask.always = always;
        }
        self.own_seat = own_seat;
        self.code.bind(moved);
        self.set(made, 1);
        if self.is_set(step, "repeat") {
            self.code.jump(again);
        }
        self.code.bind(done);
        self.give(step, Value::In(made), scope);
    }

    /// `can(move, card)`.
    pub(crate) fn require_move(
        &mut self,
        id: MoveId,
        card: Option<&Expr>,
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        let game = self.game;
        let a_move = &game.moves[id];
        let acting = self.acting(scope);
        let seat = self.slot(acting);
        let illegal = self.code.label();
        let legal = self.code.label();
        // What is tested on some ways only must not make lists that others need.
        let shared = std::mem::take(&mut self.shared);
        let inner = self.scope_of(a_move, seat, scope, illegal);
        match (&a_move.from, card) {
            (Some((local, _)), Some(card)) => {
                let value = self.value(card, scope);
                let mut inner = inner.with(*local, value);
                inner.this = Some(value);
                if let Some(filter) = &a_move.filter {
                    self.require(filter, true, illegal, &inner);
                }
                self.require_legal(id, a_move, &inner, illegal);
                if a_move.abilities {
                    self.require_some_ability(id, seat, value, &inner, legal);
                    self.code.jump(illegal);
                }
            }
            (Some((local, from)), None) => {
                self.each_element(from, &inner, &mut |compiler, scope, card, next| {
                    let mut inner = scope.with(*local, card);
                    inner.this = Some(card);
                    if let Some(filter) = &a_move.filter {
                        compiler.require(filter, true, next, &inner);
                    }
                    compiler.require_legal(id, a_move, &inner, next);
                    if a_move.abilities {
                        compiler.require_some_ability(id, seat, card, &inner, legal);
                        return compiler.code.jump(next);
                    }
                    compiler.code.jump(legal);
                });
                self.code.jump(illegal);
            }
            (None, _) => self.require_legal(id, a_move, &inner, illegal),
        }
        self.shared = shared;
        self.code.bind(legal);
        if wanted {
            let done = self.code.label();
            self.code.jump(done);
            self.code.bind(illegal);
            self.code.jump(otherwise);
            self.code.bind(done);
        } else {
            self.code.jump(otherwise);
            self.code.bind(illegal);
        }
    }

    /// Goes to `found` if some ability of a card may be used with a move.
    fn require_some_ability(
        &mut self,
        id: MoveId,
        seat: Slot,
        card: Value,
        scope: &Scope,
        found: Label,
    ) {
        let game = self.game;
        let numbers = self.activated_with(id);
        let taken = self.code.taken();
        let card = self.slot(card);
        self.switch_on_abilities(card, &numbers, &mut |compiler, number| {
            let inner = compiler.code.taken();
            let next = compiler.code.label();
            let a_move = &game.moves[id];
            compiler.require_usable(number, a_move, seat, Value::In(card), scope, next);
            compiler.code.jump(found);
            compiler.code.bind(next);
            compiler.code.free(inner);
        });
        self.code.free(taken);
    }

    /// Works out what does not depend on the card before the cards are gone through.
    fn hoist_for(
        &mut self,
        id: MoveId,
        a_move: &'g Move,
        card: LocalId,
        scope: &Scope,
        none: Label,
    ) {
        let game = self.game;
        for expr in [&a_move.filter, &a_move.condition].into_iter().flatten() {
            self.settle(expr, card, scope, none);
        }
        if !self.setting.open_chance && !is_about_target_of(game, id) && !self.may_forbid_target(id)
        {
            self.hoist_target(a_move, card, scope);
        }
        for rule in game
            .rules
            .iter()
            .filter(|rule| rule.restricts.contains(&id))
        {
            let mut inner = scope.clone();
            self.bind_locals(&mut inner, &rule.effect);
            for expr in [&rule.enabled_when, &rule.condition].into_iter().flatten() {
                self.hoist(expr, LocalId(0), &inner);
            }
        }
    }

    /// Tests the parts of a condition that are the same for all cards before any card: nothing is left to be
    /// tested of them then.
    fn settle(&mut self, condition: &Expr, card: LocalId, scope: &Scope, none: Label) {
        match &condition.kind {
            ExprKind::Operator(operation) if operation.operator.name == "and" => {
                for operand in &operation.operands {
                    self.settle(operand, card, scope, none);
                }
            }
            _ if mentions(condition, card) || self.setting.open_chance => {
                self.hoist(condition, card, scope);
            }
            _ => {
                self.require(condition, true, none, scope);
                let address = crate::expr::address(condition);
                self.hoisted.insert(address, Value::Known(1));
            }
        }
    }

    /// Makes a set of what the last target of a move is chosen from, if it is the same for all cards and a card
    /// fits or not by what is printed on both.
    fn hoist_target(&mut self, a_move: &'g Move, card: LocalId, scope: &Scope) {
        let Some((target, before)) = a_move.targets.split_last() else {
            return;
        };
        let Some((item, test)) = &target.filter else {
            return;
        };
        let chosen = a_move.targets.iter().map(|target| target.local);
        let is_same = chosen
            .chain([card])
            .all(|local| !mentions(&target.from, local));
        let is_one = target.count.is_none() && target.up_to.is_none();
        let cards = self.program.cards.len();
        if !is_same
            || !is_one
            || !before.is_empty()
            || !a_move.cost.is_empty()
            || engine::facts::words(cards) > 1
        {
            return;
        }
        let taken = self.code.taken();
        let pair = [self.code.slot(), self.code.slot()];
        let mut inner = scope.with(card, Value::In(pair[0]));
        inner.this = Some(Value::In(pair[0]));
        let inner = inner.with(target.local, Value::In(pair[1]));
        let inner = inner.with(*item, Value::In(pair[1]));
        let relation = self.relation(test, true, pair, &inner);
        self.code.free(taken);
        let Some(relation) = relation else {
            return;
        };
        let set = self.code.slot();
        self.set(set, 0);
        let taken = self.code.taken();
        self.each_element(&target.from, scope, &mut |compiler, _, card, _| {
            let card = compiler.slot(card);
            compiler.code.emit(Op::AddToSet { set, card });
        });
        self.code.free(taken);
        let address = crate::expr::address(&target.from);
        self.related.insert(address, (set, relation));
    }

    /// Works out the largest parts of an expression that are worth it and do not depend on a card.
    fn hoist(&mut self, expr: &Expr, card: LocalId, scope: &Scope) {
        if !mentions(expr, card) {
            if self.is_costly(expr) {
                let value = self.value(expr, scope);
                let kept = self.code.slot();
                self.put(kept, value);
                self.hoisted
                    .insert(crate::expr::address(expr), Value::In(kept));
            }
            return;
        }
        if let ExprKind::Operator(operation) = &expr.kind {
            for operand in &operation.operands {
                if !matches!(operand.kind, ExprKind::Each(..)) {
                    self.hoist(operand, card, scope);
                }
            }
        }
        if let ExprKind::Function(id, arguments) = &expr.kind {
            for argument in arguments {
                self.hoist(argument, card, scope);
            }
            if let DefinitionBody::Function(body, _) = &self.game.definitions[*id].body {
                self.hoist_variables(body, scope, &mut Vec::new());
            }
        }
    }

    /// Works out the variables that a function reads and that are worth it: those of nobody are the same for all
    /// cards.
    fn hoist_variables(&mut self, body: &Expr, scope: &Scope, known: &mut Vec<(VariableId, Slot)>) {
        let mut inner = Vec::new();
        cgml::model::visit::each_expr(body, &mut |part| match &part.kind {
            ExprKind::Variable(_, None) if self.is_costly(part) => inner.push(part),
            ExprKind::Function(id, _) => {
                if let DefinitionBody::Function(body, _) = &self.game.definitions[*id].body {
                    inner.push(body);
                }
            }
            _ => {}
        });
        for part in inner {
            let ExprKind::Variable(id, _) = part.kind else {
                self.hoist_variables(part, scope, known);
                continue;
            };
            let kept = match known.iter().find(|(other, _)| *other == id) {
                Some((_, kept)) => *kept,
                None => {
                    let value = self.value(part, scope);
                    let kept = self.code.slot();
                    self.put(kept, value);
                    known.push((id, kept));
                    kept
                }
            };
            let address = crate::expr::address(part);
            self.hoisted.insert(address, Value::In(kept));
        }
    }

    /// Whether an expression goes through a list, itself or by a function.
    fn is_costly(&self, expr: &Expr) -> bool {
        let mut costly = false;
        cgml::model::visit::each_expr(expr, &mut |inner| {
            costly |= match &inner.kind {
                ExprKind::Each(..) => true,
                ExprKind::Function(id, _) => match &self.game.definitions[*id].body {
                    DefinitionBody::Function(body, _) => {
                        self.is_costly(body) || !matches!(body.kind, ExprKind::Variable(..))
                    }
                    DefinitionBody::Effect(_) => false,
                },
                ExprKind::Variable(id, _) => match &self.game.variables[*id].value {
                    VariableValue::Computed(body) => self.is_costly(body),
                    _ => self.is_variable_changed(*id),
                },
                _ => false,
            };
        });
        costly
    }
}

/// Whether what may be chosen later, or the cost, depends on what is chosen for a target.
fn depends_on_choice(a_move: &Move, number: usize) -> bool {
    if !a_move.cost.is_empty() {
        return true;
    }
    let chosen: Vec<LocalId> = a_move.targets.iter().map(|target| target.local).collect();
    let later = a_move.targets.get(number + 1..).unwrap_or(&[]);
    later.iter().any(|target| {
        let mut found = false;
        let mut look = |expr: &Expr| {
            cgml::model::visit::each_expr(expr, &mut |inner| {
                found |= matches!(inner.kind, ExprKind::Local(id) if chosen.contains(&id));
            });
        };
        look(&target.from);
        target.filter.iter().for_each(|(_, filter)| look(filter));
        target.such_that.iter().for_each(|(_, fact)| look(fact));
        target.count.iter().for_each(&mut look);
        target.up_to.iter().for_each(&mut look);
        found
    })
}

/// Whether everything that a target may be chosen from is an option.
fn is_any_option(a_move: &Move, number: usize, restricting: &[&Rule]) -> bool {
    a_move.targets[number].filter.is_none()
        && (number > 0 || restricting.is_empty())
        && !depends_on_choice(a_move, number)
}

/// The list that has elements exactly if an expression has.
fn base_of(list: &Expr) -> &Expr {
    match &list.kind {
        ExprKind::Operator(operation)
            if matches!(
                operation.operator.name,
                "distinct" | "map" | "sort_by" | "reverse" | "group_by"
            ) =>
        {
            base_of(&operation.operands[0])
        }
        _ => list,
    }
}

/// What must hold for all that is chosen for a target together.
pub(crate) fn such_that(target: &Target) -> Option<Expr> {
    let (local, fact) = target.such_that.as_ref()?;
    Some(Expr {
        kind: ExprKind::Each(*local, Box::new(fact.clone())),
        ty: cgml::model::Type::Bool,
        origin: fact.origin,
    })
}

fn as_move(name: &cgml::model::NameRef) -> Option<MoveId> {
    match name {
        cgml::model::NameRef::Move(id) => Some(*id),
        _ => None,
    }
}

/// Whether an expression depends on the card of a move.
fn mentions(expr: &Expr, card: LocalId) -> bool {
    let mut found = false;
    cgml::model::visit::each_expr(expr, &mut |inner| {
        found |= matches!(inner.kind, ExprKind::Local(id) if id == card)
            || matches!(inner.kind, ExprKind::This | ExprKind::CanPerform(_));
    });
    found
}

/// Whether a rule that restricts a move looks at what is chosen with it.
fn is_about_target_of(game: &cgml::model::Game, id: MoveId) -> bool {
    let mut rules = game.rules.iter();
    rules.any(|rule| rule.restricts.contains(&id) && is_about_target(rule))
}

/// Whether a rule that restricts moves looks at what is chosen with them.
fn is_about_target(rule: &Rule) -> bool {
    [&rule.enabled_when, &rule.condition]
        .into_iter()
        .flatten()
        .any(|expr| mentions(expr, LocalId(1)) && !matches!(expr.kind, ExprKind::This))
        && uses_local(rule, LocalId(1))
}

fn uses_local(rule: &Rule, local: LocalId) -> bool {
    let mut found = false;
    for expr in [&rule.enabled_when, &rule.condition].into_iter().flatten() {
        cgml::model::visit::each_expr(expr, &mut |inner| {
            found |= matches!(inner.kind, ExprKind::Local(id) if id == local);
        });
    }
    found
}

/// Whether the steps of a move's cost read its card from a register.
fn uses_register(a_move: &Move) -> bool {
    !a_move.cost.is_empty()
}
