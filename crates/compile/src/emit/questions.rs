//! Questions to players: their options, their bounds, and the ops that ask them.

use cgml::model::{Block, Expr, Step, Target, Type};
use cgml::vocabulary::parameters::{Parameter, Word};
use engine::ids::{AskId, Meaning, NOTHING, Slot};
use engine::lists::ListVerb;
use engine::op::Builder;
use engine::program::{AskInfo, ChoiceKind, MeaningInfo, Text, ValueKind};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::lists::{is_zones, predicate, such_that};
use crate::emit::scope::{Scope, Value};
use crate::plan::layout::sort;
use crate::plan::texts::text;

/// A question: to whom, with which words.
pub(crate) struct Question {
    pub(crate) seat: Slot,
    pub(crate) prompt: Text,
    pub(crate) secret: bool,
    /// True if it is asked even without options.
    pub(crate) always: bool,
    /// Kind and name of the options.
    pub(crate) kind: ChoiceKind,
    pub(crate) name: Text,
    pub(crate) sort: ValueKind,
}

/// Bounds of a choice of several.
pub(crate) struct Bounds {
    pub(crate) least: Value,
    pub(crate) most: Value,
}

/// Kind of the options of a question; zones, and lists of zones, stand for their cards.
pub(crate) fn sort_of_options(options: &Type) -> ValueKind {
    match options.element() {
        _ if is_zones(options) => ValueKind::Card,
        Some(element) => sort(element),
        None => ValueKind::Any,
    }
}

impl Compiler<'_> {
    /// The question for a target of an effect.
    pub(crate) fn target_question(
        &mut self,
        effect: &Block,
        target: &Target,
        seat: Slot,
        scope: &Scope,
    ) -> Question {
        let local = effect.locals.iter().nth(target.local.0 as usize);
        let chooser = match &target.player {
            Some(player) => self.value_slot(player, scope),
            None => seat,
        };
        Question {
            seat: chooser,
            prompt: text("", &target.prompt),
            secret: false,
            always: false,
            kind: ChoiceKind::Target,
            name: Text {
                id: local.map(|local| local.name.clone()).unwrap_or_default(),
                texts: Vec::new(),
            },
            sort: sort_of_options(&target.from.ty),
        }
    }

    /// Asks for several targets among the options in a list.
    pub(crate) fn ask_for_targets(
        &mut self,
        question: &Question,
        list: Slot,
        target: &Target,
        least: Value,
        scope: &Scope,
    ) -> Slot {
        let most = match &target.up_to {
            Some(most) => self.value(most, scope),
            None => least,
        };
        let fact = such_that(target);
        let bounds = Bounds { least, most };
        self.ask_several(question, list, &bounds, fact.as_ref(), scope)
    }

    pub(crate) fn ask(&mut self, prompt: Text, secret: bool) -> AskId {
        self.plan.program.asks.push(AskInfo {
            prompt,
            part: self.code.parts.last().cloned().unwrap_or_default(),
            secret,
            several: false,
            always: false,
            about: None,
        });
        AskId(self.plan.program.asks.len() as u16 - 1)
    }

    /// A question for several options, which are chosen one after the other.
    pub(crate) fn ask_for_several(&mut self, prompt: Text, secret: bool) -> AskId {
        let ask = self.ask(prompt, secret);
        self.plan.program.asks[ask.index()].several = true;
        ask
    }

    pub(crate) fn meaning(&mut self, kind: ChoiceKind, name: Text, sort: ValueKind) -> Meaning {
        self.plan
            .program
            .meanings
            .push(MeaningInfo { kind, name, sort });
        self.code.meaning_origins.push(self.code.place());
        Meaning(self.plan.program.meanings.len() as u16 - 1)
    }

    /// True if a step asks even if there is nothing to choose.
    pub(crate) fn asks_always(&self, step: &Step) -> bool {
        self.word(step, Parameter::Ask) == Some(Word::Always)
    }

    pub(crate) fn length_of(&mut self, list: Slot) -> Value {
        let to = self.code.slot();
        self.code.length(to, list);
        Value::In(to)
    }

    pub(crate) fn unless_enough(&mut self, list: Slot, least: Value, fail: Label) {
        if let Value::Known(0) = least {
            return;
        }
        let length = self.length_of(list);
        let a = self.slot(length);
        let b = self.slot(least);
        self.code.unless_at_least(a, b, fail);
    }

    /// One option, or none where that is allowed.
    pub(crate) fn ask_one(&mut self, question: &Question, list: Slot, optional: bool) -> Slot {
        self.ask_offered(question, optional, |compiler, meaning| {
            compiler.code.offer_list(meaning, list);
        })
    }

    /// One of the options that `offer` offers.
    pub(crate) fn ask_offered(
        &mut self,
        question: &Question,
        optional: bool,
        offer: impl FnOnce(&mut Self, Meaning),
    ) -> Slot {
        let ask = self.ask(question.prompt.clone(), question.secret);
        self.plan.program.asks[ask.index()].always = question.always;
        let option = self.meaning(question.kind, question.name.clone(), question.sort);
        let answer = self.code.slot();
        let meaning = self.code.slot();
        self.code.new_choices();
        offer(self, option);
        let done = self.code.label();
        if optional {
            self.set(answer, NOTHING);
            if !question.always {
                // Nobody is asked without options.
                self.code.unless_choices(done);
            }
            let none = self.meaning(ChoiceKind::Done, Text::default(), ValueKind::Any);
            self.code.offer_plain(none);
        }
        self.code.ask(ask, question.seat, meaning, answer);
        self.code.bind(done);
        answer
    }

    /// Several options, one after the other; the result is in the order of the options. With `fact`, only
    /// what can still become a choice for which it holds.
    pub(crate) fn ask_several(
        &mut self,
        question: &Question,
        list: Slot,
        bounds: &Bounds,
        fact: Option<&Expr>,
        scope: &Scope,
    ) -> Slot {
        let ask = self.ask_for_several(question.prompt.clone(), question.secret);
        self.plan.program.asks[ask.index()].always = question.always;
        let option = self.meaning(question.kind, question.name.clone(), question.sort);
        let enough = self.meaning(ChoiceKind::Done, Text::default(), ValueKind::Any);
        let chosen = self.code.slot();
        let (meaning, answer) = (self.code.slot(), self.code.slot());
        let left = self.code.slot();
        let least = self.slot(bounds.least);
        let most = self.slot(bounds.most);
        self.code.new_list(chosen);
        let valid = fact.map(|fact| self.valid_sets(list, least, most, fact, scope));
        let again = self.code.here();
        let done = self.code.label();
        let count = self.code.slot();
        self.code.length(count, chosen);
        if question.always {
            // The number of options left must not show, so the question comes until enough are chosen.
            self.require_more_or_first(count, most, done);
        } else {
            self.code.unless_less(count, most, done);
        }
        self.code.new_choices();
        let offered = match valid {
            Some(valid) => self.still_possible(list, valid, chosen, scope),
            None => list,
        };
        self.code.list(ListVerb::Except, left, offered, chosen);
        self.code.offer_list(option, left);
        if !question.always {
            self.code.unless_choices(done);
        }
        self.offer_enough(enough, count, least, valid, chosen, scope);
        if question.always {
            self.offer_if_nothing(enough);
        }
        self.code.ask(ask, question.seat, meaning, answer);
        self.code.unless_is(meaning, i32::from(option.0), done);
        self.code.push(chosen, answer);
        self.code.jump(again);
        self.code.bind(done);
        self.code.list(ListVerb::Intersect, chosen, list, chosen);
        chosen
    }

    /// Goes on if fewer than the most are chosen, or none yet.
    fn require_more_or_first(&mut self, count: Slot, most: Slot, otherwise: Label) {
        let later = self.code.label();
        let more = self.code.label();
        self.code.unless_is(count, 0, later);
        self.code.jump(more);
        self.code.bind(later);
        self.code.unless_less(count, most, otherwise);
        self.code.bind(more);
    }

    /// Offers something, if nothing else is offered.
    fn offer_if_nothing(&mut self, meaning: Meaning) {
        let (none, some) = (self.code.label(), self.code.label());
        self.code.unless_choices(none);
        self.code.jump(some);
        self.code.bind(none);
        self.code.offer_plain(meaning);
        self.code.bind(some);
    }

    /// Offers to stop, if enough are chosen and, with valid sets, if what is chosen is one of them.
    fn offer_enough(
        &mut self,
        enough: Meaning,
        count: Slot,
        least: Slot,
        valid: Option<Slot>,
        chosen: Slot,
        scope: &Scope,
    ) {
        let not_yet = self.code.label();
        self.code.unless_at_least(count, least, not_yet);
        if let Some(valid) = valid {
            let found = self.code.label();
            self.each_item(valid, scope, &mut |compiler, _, set, next| {
                compiler.require_within(chosen, set, next);
                let set = compiler.slot(set);
                let size = compiler.code.slot();
                compiler.code.length(size, set);
                compiler.code.unless_equal(size, count, next);
                compiler.code.jump(found);
            });
            self.code.jump(not_yet);
            self.code.bind(found);
        }
        self.code.offer_plain(enough);
        self.code.bind(not_yet);
    }

    /// Goes on if all that is chosen is in a set.
    fn require_within(&mut self, chosen: Slot, set: Value, otherwise: Label) {
        let set = self.slot(set);
        let rest = self.code.slot();
        self.code.list(ListVerb::Except, rest, chosen, set);
        self.code.length(rest, rest);
        self.code.unless_is(rest, 0, otherwise);
    }

    /// Every set of options for which a fact holds.
    pub(crate) fn valid_sets(
        &mut self,
        list: Slot,
        least: Slot,
        most: Slot,
        fact: &Expr,
        scope: &Scope,
    ) -> Slot {
        let (local, fact) = predicate(fact);
        let valid = self.code.slot();
        self.code.new_list(valid);
        let taken = self.code.taken();
        let (index, limit, size) = (self.code.slot(), self.code.slot(), self.code.slot());
        let length = self.length_of(list);
        let length = self.slot(length);
        self.put(index, Value::In(least));
        self.code.least(limit, most, length);
        self.code.add_number(limit, limit, 1);
        let next = self.code.here();
        let done = self.code.label();
        self.code.each_number(index, limit, size, done);
        let sets = self.code.slot();
        self.code.list(ListVerb::Combinations, sets, list, size);
        self.each_item(sets, scope, &mut |compiler, scope, set, next| {
            let inner = scope.with(local, set);
            compiler.require(fact, true, next, &inner);
            let value = compiler.slot(set);
            compiler.code.push(valid, value);
        });
        self.code.jump(next);
        self.code.bind(done);
        self.code.free(taken);
        valid
    }

    /// The options of all valid sets that hold what is chosen already.
    fn still_possible(&mut self, list: Slot, valid: Slot, chosen: Slot, scope: &Scope) -> Slot {
        let all = self.code.slot();
        self.code.new_list(all);
        self.each_item(valid, scope, &mut |compiler, _, set, next| {
            compiler.require_within(chosen, set, next);
            let b = compiler.slot(set);
            compiler.code.list(ListVerb::Union, all, all, b);
        });
        self.code.list(ListVerb::Intersect, all, list, all);
        all
    }

    pub(crate) fn at_most(&mut self, value: Value, limit: Slot) -> Value {
        let a = self.slot(value);
        let to = self.code.slot();
        self.code.least(to, a, limit);
        Value::In(to)
    }

    /// One option; nothing, and nobody is asked unless always, if there are none.
    pub(crate) fn ask_one_if_any(&mut self, question: &Question, list: Slot) -> Slot {
        let to = self.code.slot();
        self.set(to, NOTHING);
        let done = self.code.label();
        if question.always {
            let answer = self.ask_offered(question, false, |compiler, meaning| {
                compiler.code.offer_list(meaning, list);
                let nothing = compiler.meaning(ChoiceKind::Done, Text::default(), ValueKind::Any);
                compiler.offer_if_nothing(nothing);
            });
            self.put(to, Value::In(answer));
            return to;
        }
        let a = self.code.slot();
        self.code.length(a, list);
        self.code.unless_from(a, 1, done);
        let answer = self.ask_one(question, list, false);
        self.put(to, Value::In(answer));
        self.code.bind(done);
        to
    }
}

/// Conditions under which a player may pass instead of making a move.
pub(crate) enum Pass<'e> {
    /// The player may pass at any time.
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

/// Continuations after a choice of moves.
pub(crate) struct After {
    /// A move was made that ends nothing.
    pub(crate) moved: Label,
    /// A move was made that ends the phase.
    pub(crate) ends_phase: Label,
    /// A move was made that ends the turn.
    pub(crate) ends_turn: Label,
    /// The player passed, or there was no move to choose from.
    pub(crate) passed: Label,
    /// An effect broke off the phase.
    pub(crate) broken: Label,
    /// True if the move is no part of another effect.
    pub(crate) is_outermost: bool,
}
