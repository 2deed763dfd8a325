//! `REQUEST_INPUT`, `CHOOSE`, `CHOOSE_MODE` and `CONFIRM`.

use cgml::model::{ArgumentValue, Expr, Mode, Step, Type};
use cgml::vocabulary::parameters::Parameter;
use engine::ids::{Meaning, Slot};
use engine::lists::ListVerb;
use engine::op::Builder;
use engine::program::{ChoiceKind, Text, ValueKind};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::lists::{is_zones, predicate};
use crate::emit::questions::{Bounds, Question, sort_of_options};
use crate::emit::scope::{Scope, Value};
use crate::plan::texts::text;

impl Compiler<'_> {
    fn question(&mut self, step: &Step, seat: Slot, options: &Expr, scope: &Scope) -> Question {
        Question {
            seat,
            prompt: self.prose(step, Parameter::Prompt),
            secret: scope.is_together || self.is_set(step, Parameter::Secret),
            always: self.asks_always(step),
            kind: ChoiceKind::Option,
            name: Text::default(),
            sort: sort_of_options(&options.ty),
        }
    }

    /// The player who is asked: the acting one if nobody is named.
    pub(crate) fn asked(&mut self, step: &Step, scope: &Scope) -> Slot {
        let player = match self.operand(step, Parameter::Player) {
            Some(player) => self.needed(player, scope),
            None => self.acting(scope),
        };
        self.slot(player)
    }

    pub(crate) fn request_input(&mut self, step: &Step, scope: &Scope) {
        let Some(options) = self.operand(step, Parameter::Options) else {
            return;
        };
        let filter = self.operand(step, Parameter::Filter);
        let several = matches!(
            step.argument(Parameter::Multiselect),
            Some(ArgumentValue::Flag(true))
        ) || !self.asks_for_one(step, Parameter::Max);
        let players = self.operand(step, Parameter::Player);
        if let Some(players) = players.filter(|players| self.is_many(Some(players))) {
            let list = self.gather(players, scope);
            let answers = self.code.slot();
            self.code.new_list(answers);
            self.each_item(list, scope, &mut |compiler, scope, player, _| {
                let seat = compiler.slot(player);
                let answer = compiler.request(step, seat, options, filter, several, scope);
                compiler.code.push(answers, answer);
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
            question.sort = ValueKind::Pile;
            self.zones_to_choose(options, filter, scope)
        } else {
            self.options(options, filter, scope)
        };
        let least = self
            .number(step, Parameter::Min, scope)
            .unwrap_or(Value::Known(i64::from(!several)));
        self.unless_enough(list, least, scope.fail);
        if several {
            let most = match self.number(step, Parameter::Max, scope) {
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
            self.code.list(ListVerb::Distinct, list, list, list);
        }
        list
    }

    /// The zones that pass a filter.
    fn zones_to_choose(&mut self, zones: &Expr, filter: Option<&Expr>, scope: &Scope) -> Slot {
        let list = self.code.slot();
        self.code.new_list(list);
        self.each(zones, scope, &mut |compiler, scope, zone, next| {
            if let Some(filter) = filter {
                let (local, test) = predicate(filter);
                compiler.require(test, true, next, &scope.with(local, zone));
            }
            let value = compiler.slot(zone);
            compiler.code.push(list, value);
        });
        list
    }

    pub(crate) fn choose(&mut self, step: &Step, scope: &Scope) {
        let Some(from) = self.operand(step, Parameter::From) else {
            return;
        };
        let filter = self.operand(step, Parameter::Where);
        let players = self.operand(step, Parameter::Player);
        if let Some(players) = players.filter(|players| self.is_many(Some(players))) {
            let list = self.gather(players, scope);
            let answers = self.code.slot();
            self.code.new_list(answers);
            self.each_item(list, scope, &mut |compiler, scope, player, _| {
                let seat = compiler.slot(player);
                let answer = compiler.choose_for(step, seat, from, filter, scope);
                compiler.code.push(answers, answer);
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
        let count = self.number(step, Parameter::Count, scope);
        let up_to = self.number(step, Parameter::UpTo, scope);
        let fact = self.operand(step, Parameter::SuchThat);
        let one = up_to.is_none() && fact.is_none() && self.asks_for_one(step, Parameter::Count);
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
        let gives_one = up_to.is_none() && self.asks_for_one(step, Parameter::Count);
        if !gives_one {
            return chosen;
        }
        let index = self.slot(Value::Known(0));
        let to = self.code.slot();
        self.code.item_at(to, chosen, index);
        to
    }

    pub(crate) fn confirm(&mut self, step: &Step, scope: &Scope) {
        let seat = self.asked(step, scope);
        let constant = self.code.constant(vec![1, 0]);
        let list = self.code.slot();
        self.code.list_of(list, constant);
        let question = Question {
            seat,
            prompt: self.prose(step, Parameter::Prompt),
            secret: false,
            always: false,
            kind: ChoiceKind::Option,
            name: Text::default(),
            sort: ValueKind::Truth,
        };
        let answer = self.ask_one(&question, list, false);
        self.give(step, Value::In(answer), scope);
    }

    /// Some of several effects, done in the order in which they are written.
    pub(crate) fn choose_mode(&mut self, step: &Step, scope: &Scope) {
        let Some(ArgumentValue::Modes(modes)) = step.argument(Parameter::Modes) else {
            return;
        };
        let repeats = self.is_set(step, Parameter::Repeats);
        let count = self.number(step, Parameter::Count, scope);
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
            self.code.add_number(there, there, 1);
            self.code.bind(next);
        }
        self.code.unless_from(there, 1, scope.fail);
        let (ask, chosen) = (self.code.label(), self.code.label());
        let most = if repeats {
            self.slot(Value::Known(1))
        } else {
            count
        };
        if self.asks_always(step) {
            self.code.unless_less(there, most, ask);
        } else {
            self.code.unless_at_least(most, there, ask);
        }
        // There is nothing to choose.
        for number in 0..modes.len() as u8 {
            let (b, to) = (Slot(may.0 + number), Slot(times.0 + number));
            if repeats {
                self.code.mul(to, count, b);
            } else {
                self.code.copy(to, b);
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
        let prompt = self.prose(step, Parameter::Prompt);
        let ask = self.ask(prompt, false);
        self.plan.program.asks[ask.index()].always = self.asks_always(step);
        let (meaning, value) = (self.code.slot(), self.code.slot());
        let meanings: Vec<Meaning> = modes
            .iter()
            .map(|mode| {
                self.meaning(
                    ChoiceKind::Option,
                    text(&mode.name, &mode.text),
                    ValueKind::Number,
                )
            })
            .collect();
        self.count_to(count, scope, &mut |compiler, _| {
            compiler.code.new_choices();
            for (number, meaning) in meanings.iter().enumerate() {
                let next = compiler.code.label();
                let (may, times) = (Slot(may.0 + number as u8), Slot(times.0 + number as u8));
                compiler.code.unless_true(may, next);
                if !repeats {
                    compiler.code.unless_is(times, 0, next);
                }
                let taken = compiler.code.taken();
                let value = compiler.slot(Value::Known(number as i64));
                compiler.code.offer(*meaning, value);
                compiler.code.free(taken);
                compiler.code.bind(next);
            }
            compiler.code.ask(ask, seat, meaning, value);
            let labels: Vec<Label> = meanings.iter().map(|_| compiler.code.label()).collect();
            let done = compiler.code.label();
            compiler.code.switch(value, 0, &labels);
            compiler.code.broken();
            for (number, label) in labels.into_iter().enumerate() {
                let times = Slot(times.0 + number as u8);
                compiler.code.bind(label);
                compiler.code.add_number(times, times, 1);
                compiler.code.jump(done);
            }
            compiler.code.bind(done);
        });
    }
}
