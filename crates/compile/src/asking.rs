//! Actions that ask players.

use cgml::model::{Expr, Mode, Step, Type, Value as Given};
use engine::ids::{Meaning, NOTHING, Slot};
use engine::lists::ListVerb;
use engine::op::Op;
use engine::program::{ChoiceKind, Sort, Text};

use crate::code::Label;
use crate::compiler::Compiler;
use crate::layout::{sort, text};
use crate::list::{is_zones, predicate};
use crate::scope::{Scope, Value};

/// A question: to whom, with which words.
pub(crate) struct Question {
    pub(crate) seat: Slot,
    pub(crate) prompt: Text,
    pub(crate) secret: bool,
    /// Whether it is asked even without options.
    pub(crate) always: bool,
    /// What the options are, and what they are called.
    pub(crate) kind: ChoiceKind,
    pub(crate) name: Text,
    pub(crate) sort: Sort,
}

/// How many may be chosen.
pub(crate) struct Bounds {
    pub(crate) least: Value,
    pub(crate) most: Value,
}

/// What the options of a question are; zones, and lists of zones, stand for their cards.
pub(crate) fn sort_of_options(options: &Type) -> Sort {
    match options.element() {
        _ if is_zones(options) => Sort::Card,
        Some(element) => sort(element),
        None => Sort::Any,
    }
}

impl Compiler<'_> {
    fn question(&mut self, step: &Step, seat: Slot, options: &Expr, scope: &Scope) -> Question {
        Question {
            seat,
            prompt: self.prose(step, "prompt"),
            secret: scope.is_together || self.is_set(step, "secret"),
            always: self.asks_always(step),
            kind: ChoiceKind::Option,
            name: Text::default(),
            sort: sort_of_options(&options.ty),
        }
    }

    /// Whether a step asks even if there is nothing to choose.
    pub(crate) fn asks_always(&self, step: &Step) -> bool {
        self.word(step, "ask") == Some("always")
    }

    /// Who is asked: the acting player if nobody is named.
    pub(crate) fn asked(&mut self, step: &Step, scope: &Scope) -> Slot {
        let player = match self.operand(step, "player") {
            Some(player) => self.needed(player, scope),
            None => self.acting(scope),
        };
        self.slot(player)
    }

    pub(crate) fn request_input(&mut self, step: &Step, scope: &Scope) {
        let Some(options) = self.operand(step, "options") else {
            return;
        };
        let filter = self.operand(step, "filter");
        let several = matches!(step.argument("multiselect"), Some(Given::Flag(true)))
            || !self.asks_for_one(step, "max");
        let players = self.operand(step, "player");
        if let Some(players) = players.filter(|players| self.is_many(Some(players))) {
            let list = self.gather(players, scope);
            let answers = self.code.slot();
            self.code.emit(Op::NewList { to: answers });
            self.each_item(list, scope, &mut |compiler, scope, player, _| {
                let seat = compiler.slot(player);
                let answer = compiler.request(step, seat, options, filter, several, scope);
                compiler.code.emit(Op::Push {
                    list: answers,
                    value: answer,
                });
            });
            return self.give(step, Value::In(answers), scope);
        }
        let seat = self.asked(step, scope);
        let answer = self.request(step, seat, options, filter, several, scope);
        self.give(step, Value::In(answer), scope);
    }

    fn request(
        &mut self,
        step: &Step,
        seat: Slot,
        options: &Expr,
        filter: Option<&Expr>,
        several: bool,
        scope: &Scope,
    ) -> Slot {
        let mut question = self.question(step, seat, options, scope);
        let list = if options.ty == Type::Zone.list() {
            question.sort = Sort::Pile;
            self.zones_to_choose(options, filter, scope)
        } else {
            self.options(options, filter, scope)
        };
        let least = self
            .number(step, "min", scope)
            .unwrap_or(Value::Known(i64::from(!several)));
        self.unless_enough(list, least, scope.fail);
        if several {
            let most = match self.number(step, "max", scope) {
                Some(most) => most,
                None => self.length_of(list),
            };
            return self.ask_several(&question, list, &Bounds { least, most }, None, scope);
        }
        let optional = least == Value::Known(0);
        self.ask_one(&question, list, optional)
    }

    /// The options of a question: equal values are one, unless they are cards.
    fn options(&mut self, options: &Expr, filter: Option<&Expr>, scope: &Scope) -> Slot {
        let list = self.gather_filtered(options, filter, scope);
        let of_cards = options.ty.element() == Some(&Type::Card) || options.ty == Type::Zone;
        if !of_cards && !is_zones(&options.ty) {
            self.code.emit(Op::List {
                verb: ListVerb::Distinct,
                to: list,
                a: list,
                b: list,
            });
        }
        list
    }

    /// The zones that pass a filter.
    fn zones_to_choose(&mut self, zones: &Expr, filter: Option<&Expr>, scope: &Scope) -> Slot {
        let list = self.code.slot();
        self.code.emit(Op::NewList { to: list });
        self.each(zones, scope, &mut |compiler, scope, zone, next| {
            if let Some(filter) = filter {
                let (local, test) = predicate(filter);
                compiler.require(test, true, next, &scope.with(local, zone));
            }
            let value = compiler.slot(zone);
            compiler.code.emit(Op::Push { list, value });
        });
        list
    }

    pub(crate) fn length_of(&mut self, list: Slot) -> Value {
        let to = self.code.slot();
        self.code.emit(Op::Length { to, list });
        Value::In(to)
    }

    pub(crate) fn unless_enough(&mut self, list: Slot, least: Value, fail: Label) {
        if let Value::Known(0) = least {
            return;
        }
        let length = self.length_of(list);
        let a = self.slot(length);
        let b = self.slot(least);
        self.code.emit(Op::UnlessAtLeast {
            a,
            b,
            to: fail.pc(),
        });
    }

    /// One option, or none where that is allowed.
    pub(crate) fn ask_one(&mut self, question: &Question, list: Slot, optional: bool) -> Slot {
        self.ask_offered(question, optional, |compiler, meaning| {
            compiler.code.emit(Op::OfferList { meaning, list });
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
        self.program.asks[ask.index()].always = question.always;
        let option = self.meaning(question.kind, question.name.clone(), question.sort);
        let answer = self.code.slot();
        let meaning = self.code.slot();
        self.code.emit(Op::NewChoices {});
        offer(self, option);
        let done = self.code.label();
        if optional {
            self.set(answer, NOTHING);
            if !question.always {
                // Nobody is asked without options.
                self.code.emit(Op::UnlessChoices { to: done.pc() });
            }
            let none = self.meaning(ChoiceKind::Done, Text::default(), Sort::Any);
            self.code.emit(Op::OfferPlain { meaning: none });
        }
        self.code.emit(Op::Ask {
            ask,
            seat: question.seat,
            meaning,
            value: answer,
        });
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
        self.program.asks[ask.index()].always = question.always;
        let option = self.meaning(question.kind, question.name.clone(), question.sort);
        let enough = self.meaning(ChoiceKind::Done, Text::default(), Sort::Any);
        let chosen = self.code.slot();
        let (meaning, answer) = (self.code.slot(), self.code.slot());
        let left = self.code.slot();
        let least = self.slot(bounds.least);
        let most = self.slot(bounds.most);
        self.code.emit(Op::NewList { to: chosen });
        let valid = fact.map(|fact| self.valid_sets(list, least, most, fact, scope));
        let again = self.code.here();
        let done = self.code.label();
        let count = self.code.slot();
        self.code.emit(Op::Length {
            to: count,
            list: chosen,
        });
        if question.always {
            // What is left must not show, so that it is asked until enough are chosen.
            self.require_more_or_first(count, most, done);
        } else {
            self.code.emit(Op::UnlessLess {
                a: count,
                b: most,
                to: done.pc(),
            });
        }
        self.code.emit(Op::NewChoices {});
        let offered = match valid {
            Some(valid) => self.still_possible(list, valid, chosen, scope),
            None => list,
        };
        self.code.emit(Op::List {
            verb: ListVerb::Except,
            to: left,
            a: offered,
            b: chosen,
        });
        self.code.emit(Op::OfferList {
            meaning: option,
            list: left,
        });
        if !question.always {
            self.code.emit(Op::UnlessChoices { to: done.pc() });
        }
        self.offer_enough(enough, count, least, valid, chosen, scope);
        if question.always {
            self.offer_if_nothing(enough);
        }
        self.code.emit(Op::Ask {
            ask,
            seat: question.seat,
            meaning,
            value: answer,
        });
        self.code.emit(Op::UnlessIs {
            a: meaning,
            value: i32::from(option.0),
            to: done.pc(),
        });
        self.code.emit(Op::Push {
            list: chosen,
            value: answer,
        });
        self.code.jump(again);
        self.code.bind(done);
        self.code.emit(Op::List {
            verb: ListVerb::Intersect,
            to: chosen,
            a: list,
            b: chosen,
        });
        chosen
    }

    /// Goes on if fewer than the most are chosen, or none yet.
    fn require_more_or_first(&mut self, count: Slot, most: Slot, otherwise: Label) {
        let later = self.code.label();
        let more = self.code.label();
        self.code.emit(Op::UnlessIs {
            a: count,
            value: 0,
            to: later.pc(),
        });
        self.code.jump(more);
        self.code.bind(later);
        self.code.emit(Op::UnlessLess {
            a: count,
            b: most,
            to: otherwise.pc(),
        });
        self.code.bind(more);
    }

    /// Offers something, if nothing else is offered.
    fn offer_if_nothing(&mut self, meaning: Meaning) {
        let (none, some) = (self.code.label(), self.code.label());
        self.code.emit(Op::UnlessChoices { to: none.pc() });
        self.code.jump(some);
        self.code.bind(none);
        self.code.emit(Op::OfferPlain { meaning });
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
        self.code.emit(Op::UnlessAtLeast {
            a: count,
            b: least,
            to: not_yet.pc(),
        });
        if let Some(valid) = valid {
            let found = self.code.label();
            self.each_item(valid, scope, &mut |compiler, _, set, next| {
                compiler.require_within(chosen, set, next);
                let set = compiler.slot(set);
                let size = compiler.code.slot();
                compiler.code.emit(Op::Length {
                    to: size,
                    list: set,
                });
                compiler.code.emit(Op::UnlessEqual {
                    a: size,
                    b: count,
                    to: next.pc(),
                });
                compiler.code.jump(found);
            });
            self.code.jump(not_yet);
            self.code.bind(found);
        }
        self.code.emit(Op::OfferPlain { meaning: enough });
        self.code.bind(not_yet);
    }

    /// Goes on if all that is chosen is in a set.
    fn require_within(&mut self, chosen: Slot, set: Value, otherwise: Label) {
        let set = self.slot(set);
        let rest = self.code.slot();
        self.code.emit(Op::List {
            verb: ListVerb::Except,
            to: rest,
            a: chosen,
            b: set,
        });
        self.code.emit(Op::Length {
            to: rest,
            list: rest,
        });
        self.code.emit(Op::UnlessIs {
            a: rest,
            value: 0,
            to: otherwise.pc(),
        });
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
        self.code.emit(Op::NewList { to: valid });
        let taken = self.code.taken();
        let (index, limit, size) = (self.code.slot(), self.code.slot(), self.code.slot());
        let length = self.length_of(list);
        let length = self.slot(length);
        self.put(index, Value::In(least));
        self.code.emit(Op::Least {
            to: limit,
            a: most,
            b: length,
        });
        self.code.emit(Op::AddNumber {
            to: limit,
            a: limit,
            value: 1,
        });
        let next = self.code.here();
        let done = self.code.label();
        self.code.emit(Op::EachNumber {
            index,
            limit,
            item: size,
            done: done.pc(),
        });
        let sets = self.code.slot();
        self.code.emit(Op::List {
            verb: ListVerb::Combinations,
            to: sets,
            a: list,
            b: size,
        });
        self.each_item(sets, scope, &mut |compiler, scope, set, next| {
            let inner = scope.with(local, set);
            compiler.require(fact, true, next, &inner);
            let value = compiler.slot(set);
            compiler.code.emit(Op::Push { list: valid, value });
        });
        self.code.jump(next);
        self.code.bind(done);
        self.code.free(taken);
        valid
    }

    /// The options of all valid sets that hold what is chosen already.
    fn still_possible(&mut self, list: Slot, valid: Slot, chosen: Slot, scope: &Scope) -> Slot {
        let all = self.code.slot();
        self.code.emit(Op::NewList { to: all });
        self.each_item(valid, scope, &mut |compiler, _, set, next| {
            compiler.require_within(chosen, set, next);
            let b = compiler.slot(set);
            compiler.code.emit(Op::List {
                verb: ListVerb::Union,
                to: all,
                a: all,
                b,
            });
        });
        self.code.emit(Op::List {
            verb: ListVerb::Intersect,
            to: all,
            a: list,
            b: all,
        });
        all
    }

    pub(crate) fn choose(&mut self, step: &Step, scope: &Scope) {
        let Some(from) = self.operand(step, "from") else {
            return;
        };
        let filter = self.operand(step, "where");
        let players = self.operand(step, "player");
        if let Some(players) = players.filter(|players| self.is_many(Some(players))) {
            let list = self.gather(players, scope);
            let answers = self.code.slot();
            self.code.emit(Op::NewList { to: answers });
            self.each_item(list, scope, &mut |compiler, scope, player, _| {
                let seat = compiler.slot(player);
                let answer = compiler.choose_for(step, seat, from, filter, scope);
                compiler.code.emit(Op::Push {
                    list: answers,
                    value: answer,
                });
            });
            return self.give(step, Value::In(answers), scope);
        }
        let seat = self.asked(step, scope);
        let answer = self.choose_for(step, seat, from, filter, scope);
        self.give(step, Value::In(answer), scope);
    }

    fn choose_for(
        &mut self,
        step: &Step,
        seat: Slot,
        from: &Expr,
        filter: Option<&Expr>,
        scope: &Scope,
    ) -> Slot {
        let list = self.options(from, filter, scope);
        let question = self.question(step, seat, from, scope);
        let count = self.number(step, "count", scope);
        let up_to = self.number(step, "up_to", scope);
        let fact = self.operand(step, "such_that");
        let one = up_to.is_none() && fact.is_none() && self.asks_for_one(step, "count");
        if scope.is_cost {
            let least = count.unwrap_or(Value::Known(i64::from(up_to.is_none())));
            self.unless_enough(list, least, scope.fail);
        }
        if one {
            return self.ask_one_if_any(&question, list);
        }
        let length = self.length_of(list);
        let length = self.slot(length);
        let bounds = match (count, up_to) {
            (count, Some(most)) => {
                let least = count.unwrap_or(Value::Known(0));
                let least = self.at_most(least, length);
                Bounds { least, most }
            }
            (count, None) => {
                let count = count.unwrap_or(Value::Known(1));
                let all = self.at_most(count, length);
                Bounds {
                    least: all,
                    most: all,
                }
            }
        };
        let chosen = self.ask_several(&question, list, &bounds, fact, scope);
        let gives_one = up_to.is_none() && self.asks_for_one(step, "count");
        if !gives_one {
            return chosen;
        }
        let index = self.slot(Value::Known(0));
        let to = self.code.slot();
        self.code.emit(Op::ItemAt {
            to,
            list: chosen,
            index,
        });
        to
    }

    fn at_most(&mut self, value: Value, limit: Slot) -> Value {
        let a = self.slot(value);
        let to = self.code.slot();
        self.code.emit(Op::Least { to, a, b: limit });
        Value::In(to)
    }

    /// One option; nothing, and nobody is asked unless always, if there are none.
    fn ask_one_if_any(&mut self, question: &Question, list: Slot) -> Slot {
        let to = self.code.slot();
        self.set(to, NOTHING);
        let done = self.code.label();
        if question.always {
            let answer = self.ask_offered(question, false, |compiler, meaning| {
                compiler.code.emit(Op::OfferList { meaning, list });
                let nothing = compiler.meaning(ChoiceKind::Done, Text::default(), Sort::Any);
                compiler.offer_if_nothing(nothing);
            });
            self.put(to, Value::In(answer));
            return to;
        }
        let a = self.code.slot();
        self.code.emit(Op::Length { to: a, list });
        self.code.emit(Op::UnlessFrom {
            a,
            value: 1,
            to: done.pc(),
        });
        let answer = self.ask_one(question, list, false);
        self.put(to, Value::In(answer));
        self.code.bind(done);
        to
    }

    pub(crate) fn confirm(&mut self, step: &Step, scope: &Scope) {
        let seat = self.asked(step, scope);
        let constant = self.code.constant(vec![1, 0]);
        let list = self.code.slot();
        self.code.emit(Op::ListOf { to: list, constant });
        let question = Question {
            seat,
            prompt: self.prose(step, "prompt"),
            secret: false,
            always: false,
            kind: ChoiceKind::Option,
            name: Text::default(),
            sort: Sort::Truth,
        };
        let answer = self.ask_one(&question, list, false);
        self.give(step, Value::In(answer), scope);
    }

    /// Some of several effects, done in the order in which they are written.
    pub(crate) fn choose_mode(&mut self, step: &Step, scope: &Scope) {
        let Some(Given::Modes(modes)) = step.argument("modes") else {
            return;
        };
        let repeats = self.is_set(step, "repeats");
        let count = self.number(step, "count", scope);
        let count = self.slot(count.unwrap_or(Value::Known(1)));
        // For each mode whether it may be chosen, and how often it is.
        let may = self.code.slots(modes.len());
        let times = self.code.slots(modes.len());
        let there = self.code.slot();
        self.set(there, 0);
        for (number, mode) in modes.iter().enumerate() {
            let number = number as u8;
            let next = self.code.label();
            self.set(Slot(may.0 + number), 0);
            self.set(Slot(times.0 + number), 0);
            self.require_mode(mode, next, scope);
            self.set(Slot(may.0 + number), 1);
            self.code.emit(Op::AddNumber {
                to: there,
                a: there,
                value: 1,
            });
            self.code.bind(next);
        }
        self.code.emit(Op::UnlessFrom {
            a: there,
            value: 1,
            to: scope.fail.pc(),
        });
        let (ask, chosen) = (self.code.label(), self.code.label());
        let most = if repeats {
            self.slot(Value::Known(1))
        } else {
            count
        };
        if self.asks_always(step) {
            self.code.emit(Op::UnlessLess {
                a: there,
                b: most,
                to: ask.pc(),
            });
        } else {
            self.code.emit(Op::UnlessAtLeast {
                a: most,
                b: there,
                to: ask.pc(),
            });
        }
        // There is nothing to choose.
        for number in 0..modes.len() as u8 {
            let (b, to) = (Slot(may.0 + number), Slot(times.0 + number));
            if repeats {
                self.code.emit(Op::Mul { to, a: count, b });
            } else {
                self.code.emit(Op::Copy { to, from: b });
            }
        }
        self.code.jump(chosen);
        self.code.bind(ask);
        self.ask_for_modes(step, modes, (may, times, count), repeats, scope);
        self.code.bind(chosen);
        for (number, mode) in modes.iter().enumerate() {
            let times = Slot(times.0 + number as u8);
            self.count_to(times, scope, &mut |compiler, scope| {
                compiler.steps(&mode.steps, scope);
            });
        }
    }

    /// A mode may be chosen: its condition holds, and in a cost it can be paid.
    fn require_mode(&mut self, mode: &Mode, otherwise: Label, scope: &Scope) {
        if let Some(condition) = &mode.condition {
            self.require(condition, true, otherwise, scope);
        }
        if scope.is_cost {
            self.require_costs(&[(&mode.steps, scope)], otherwise);
        }
    }

    /// Asks for so many modes, one after the other, and counts how often each is chosen.
    fn ask_for_modes(
        &mut self,
        step: &Step,
        modes: &[Mode],
        (may, times, count): (Slot, Slot, Slot),
        repeats: bool,
        scope: &Scope,
    ) {
        let seat = self.asked(step, scope);
        let prompt = self.prose(step, "prompt");
        let ask = self.ask(prompt, false);
        self.program.asks[ask.index()].always = self.asks_always(step);
        let (meaning, value) = (self.code.slot(), self.code.slot());
        let meanings: Vec<Meaning> = modes
            .iter()
            .map(|mode| {
                self.meaning(
                    ChoiceKind::Option,
                    text(&mode.name, &mode.text),
                    Sort::Number,
                )
            })
            .collect();
        self.count_to(count, scope, &mut |compiler, _| {
            compiler.code.emit(Op::NewChoices {});
            for (number, meaning) in meanings.iter().enumerate() {
                let next = compiler.code.label();
                let (may, times) = (Slot(may.0 + number as u8), Slot(times.0 + number as u8));
                compiler.code.emit(Op::UnlessTrue {
                    a: may,
                    to: next.pc(),
                });
                if !repeats {
                    compiler.code.emit(Op::UnlessIs {
                        a: times,
                        value: 0,
                        to: next.pc(),
                    });
                }
                let taken = compiler.code.taken();
                let value = compiler.slot(Value::Known(number as i64));
                compiler.code.emit(Op::Offer {
                    meaning: *meaning,
                    value,
                });
                compiler.code.free(taken);
                compiler.code.bind(next);
            }
            compiler.code.emit(Op::Ask {
                ask,
                seat,
                meaning,
                value,
            });
            let labels: Vec<Label> = meanings.iter().map(|_| compiler.code.label()).collect();
            let done = compiler.code.label();
            compiler.code.switch(value, 0, &labels);
            compiler.code.emit(Op::Broken {});
            for (number, label) in labels.into_iter().enumerate() {
                let times = Slot(times.0 + number as u8);
                compiler.code.bind(label);
                compiler.code.emit(Op::AddNumber {
                    to: times,
                    a: times,
                    value: 1,
                });
                compiler.code.jump(done);
            }
            compiler.code.bind(done);
        });
    }

    pub(crate) fn search_zone(&mut self, step: &Step, scope: &Scope) {
        let Some(zone) = self.operand(step, "zone") else {
            return;
        };
        let filter = self.operand(step, "filter");
        let seat = self.asked(step, scope);
        let seen = self.gather_filtered(zone, None, scope);
        self.look_through(step, seen, scope);
        let list = self.gather_filtered(zone, filter, scope);
        let least = self.number(step, "min", scope).unwrap_or(Value::Known(0));
        let most = self.number(step, "max", scope).unwrap_or(Value::Known(1));
        let question = Question {
            seat,
            prompt: Text::default(),
            secret: true,
            always: self.asks_always(step),
            kind: ChoiceKind::Option,
            name: Text::default(),
            sort: Sort::Card,
        };
        let length = self.length_of(list);
        let length = self.slot(length);
        let least = self.at_most(least, length);
        let chosen = self.ask_several(&question, list, &Bounds { least, most }, None, scope);
        if self.is_set(step, "reveal") {
            let everyone = (1 << self.setting.players) - 1;
            let seats = self.slot(Value::Known(everyone));
            self.each_item(chosen, scope, &mut |compiler, scope, card, _| {
                let card = compiler.slot(card);
                compiler.reveal(card, seats, scope);
            });
        }
        if zone.ty == Type::Zone && self.asks_for_one(step, "max") {
            let index = self.slot(Value::Known(0));
            let to = self.code.slot();
            self.code.emit(Op::ItemAt {
                to,
                list: chosen,
                index,
            });
            self.give(step, Value::In(to), scope);
        } else {
            self.give(step, Value::In(chosen), scope);
        }
    }

    /// A player puts the elements of a list into an order, one after the other.
    pub(crate) fn choose_order(&mut self, step: &Step, list: Slot, scope: &Scope) -> Slot {
        let seat = self.asked(step, scope);
        let ask = self.ask_for_several(Text::default(), true);
        let option = self.meaning(ChoiceKind::Option, Text::default(), Sort::Card);
        let (chosen, left) = (self.code.slot(), self.code.slot());
        let (meaning, answer) = (self.code.slot(), self.code.slot());
        self.code.emit(Op::NewList { to: chosen });
        let again = self.code.here();
        let done = self.code.label();
        self.code.emit(Op::List {
            verb: ListVerb::Except,
            to: left,
            a: list,
            b: chosen,
        });
        self.code.emit(Op::NewChoices {});
        self.code.emit(Op::OfferList {
            meaning: option,
            list: left,
        });
        self.code.emit(Op::UnlessChoices { to: done.pc() });
        self.code.emit(Op::Ask {
            ask,
            seat,
            meaning,
            value: answer,
        });
        self.code.emit(Op::Push {
            list: chosen,
            value: answer,
        });
        self.code.jump(again);
        self.code.bind(done);
        chosen
    }
}
