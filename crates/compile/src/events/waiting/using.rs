//! Execution of an ability: its questions, choices and costs, and its effect.

use cgml::model::{Ability, Failure, Target};
use engine::fault::StopReason;
use engine::ids::{NOTHING, Slot};
use engine::op::Builder;
use engine::program::{ChoiceKind, Text, ValueKind};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::questions::Question;
use crate::emit::scope::{Scope, Value};
use crate::plan::layout::position_tables::PositionTable;
use crate::plan::texts::text;
use cgml::vocabulary::resolution::Policy;

impl<'g> Compiler<'g> {
    /// Name of an ability: its own, or that of its card.
    pub(crate) fn name_of_ability(&self, number: usize) -> Text {
        let carried = &self.abilities.carried[number];
        if carried.ability.text.texts.is_empty() {
            carried.name.clone()
        } else {
            text(&carried.name.id, &carried.ability.text)
        }
    }

    /// The routine of a triggered ability. Registers: its controller, its card, and what the event told.
    pub(crate) fn write_ability(&mut self, number: usize) {
        let ability = self.abilities.carried[number].ability;
        let name = self.abilities.carried[number].name.clone();
        self.begin_part(&name.id);
        self.code.at(ability.origin);
        let done = self.code.label();
        let entry = self.code.slots(self.events.waiting.given());
        let scope = self.scope_of_ability(number, entry, done);
        self.clear_locals(number, &scope);
        if self.game.resolution.conditions.at_resolution()
            && let Some(condition) = &ability.condition
        {
            self.require(condition, true, done, &scope);
        }
        // A used ability is not offered again.
        self.require_ability_unused(number, &scope, done);
        if ability.optional && !self.is_declared(ability) {
            let card = scope.this.unwrap_or(Value::Known(NOTHING));
            self.ask_whether(number, card, entry, done);
        }
        self.prepare_ability(number, entry, &scope);
        self.use_up_ability(number, &scope);
        let is_link = self.game.resolution.policy == Policy::Chain && ability.speed.is_some();
        if is_link {
            self.make_link_of_trigger(number, entry, &scope, done);
        }
        self.write_ability_effect(number, &scope, done);
        self.code.bind(done);
        self.code.ret();
    }

    /// The temporary values of an ability are nothing before they are set.
    pub(crate) fn clear_locals(&mut self, number: usize, scope: &Scope) {
        let params = self.abilities.carried[number].keyword;
        let params = params.map_or(0, |keyword| self.game.keywords[keyword].params.len());
        for local in scope.locals.iter().skip(params) {
            if let Value::In(to) = *local {
                self.code.set_nothing(to);
            }
        }
    }

    /// Asks for the targets of an ability and pays its costs.
    pub(crate) fn prepare_ability(&mut self, number: usize, seat: Slot, scope: &Scope) {
        let ability = self.abilities.carried[number].ability;
        for target in &ability.targets {
            self.choose_for_ability(ability, target, seat, scope);
        }
        self.pay(ability, scope);
    }

    /// The effect of an ability.
    pub(crate) fn write_ability_effect(&mut self, number: usize, scope: &Scope, done: Label) {
        let ability = self.abilities.carried[number].ability;
        let on_failure = ability.on_failure.or(self.game.resolution.on_failure);
        let on_failure = on_failure.unwrap_or(Failure::Abort);
        self.write_effect_of(&ability.effect.steps, on_failure, scope, done, None);
    }

    /// True if an ability is accepted or declined when it begins to wait.
    pub(crate) fn is_declared(&self, ability: &Ability) -> bool {
        let group = ability.group.or(self.game.resolution.default_group);
        let group = group.and_then(|group| self.game.resolution.groups.get(group.0 as usize));
        let declare = ability.declare.or(group.map(|group| group.declare));
        ability.optional && (ability.asks_always || declare.unwrap_or(false))
    }

    /// Asks whether an ability of a card is used.
    pub(crate) fn ask_whether(&mut self, number: usize, card: Value, seat: Slot, no: Label) {
        let prompt = self.name_of_ability(number);
        let answer = self.ask_about(number, prompt, card, seat, vec![1, 0]);
        self.code.unless_true(answer, no);
    }

    /// Asks about a card that does not have an ability as if it had: there is only one answer.
    pub(crate) fn pretend_to_ask(&mut self, number: usize, card: Value, seat: Slot) {
        let prompt = match self.abilities.carried[number].keyword {
            Some(_) => self.name_of_family(number),
            None => Text::default(),
        };
        self.ask_about(number, prompt, card, seat, vec![0]);
    }

    /// Asks yes or no about a card, of which the others learn nothing if they do not know it.
    fn ask_about(
        &mut self,
        number: usize,
        prompt: Text,
        card: Value,
        seat: Slot,
        answers: Vec<i64>,
    ) -> Slot {
        let about = self.asking_about();
        let (full, noted) = (self.code.label(), self.code.label());
        self.add_row(&about, &[card], full);
        self.code.jump(noted);
        self.code.bind(full);
        self.code.stop(StopReason::TooMuchWaits);
        self.code.bind(noted);
        let constant = self.code.constant(answers);
        let list = self.code.slot();
        self.code.list_of(list, constant);
        let question = Question {
            seat,
            prompt,
            secret: false,
            always: self.abilities.carried[number].ability.asks_always,
            kind: ChoiceKind::Option,
            name: Text::default(),
            sort: ValueKind::Truth,
        };
        let answer = self.ask_one(&question, list, false);
        if let Some(ask) = self.plan.program.asks.last_mut() {
            ask.about = Some(about.part(0));
        }
        let first = self.slot(Value::Known(0));
        self.remove_row(&about, first);
        answer
    }

    /// Table with the card that a question is about.
    fn asking_about(&mut self) -> PositionTable {
        if let Some(rows) = &self.events.asking_about {
            return rows.clone();
        }
        let rows = self.new_table("about", 1, &[ValueKind::Card]);
        self.events.asking_about = Some(rows.clone());
        rows
    }

    /// Asks for the targets of an ability; with too few options it does nothing.
    pub(crate) fn choose_for_ability(
        &mut self,
        ability: &'g Ability,
        target: &'g Target,
        seat: Slot,
        scope: &Scope,
    ) {
        let taken = self.code.taken();
        let question = self.target_question(&ability.effect, target, seat, scope);
        let list = self.gather_filtered_by(&target.from, target.filter.as_ref(), scope);
        let several = self.least_of(target, scope);
        let least = several.unwrap_or(Value::Known(1));
        self.unless_enough(list, least, scope.fail);
        let answer = match several {
            None => self.ask_one(&question, list, false),
            Some(least) => self.ask_for_targets(&question, list, target, least, scope),
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
        // Costs are tested before anything is paid.
        self.require_costs(&[(&ability.cost, scope)], scope.fail);
        let mut paying = scope.clone();
        paying.is_cost = true;
        self.steps(&ability.cost, &paying);
    }
}
