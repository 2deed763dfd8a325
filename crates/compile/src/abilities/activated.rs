//! Activated abilities: moves that a player makes with an ability of a card.

use cgml::model::{AbilitySort, Expr, Move, MoveId, Step, Target};
use cgml::vocabulary::parameters::Parameter;
use engine::ids::{Meaning, Slot};
use engine::lists::ListVerb;
use engine::op::Builder;
use engine::program::Text;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::lists::such_that;
use crate::emit::questions::{After, Pass};
use crate::emit::scope::{Scope, Value};
use crate::events::chain::Linked;
use crate::events::proceed::Proceed;
use crate::moves::offer::Entry;
use crate::plan::texts::text;
use crate::routines::Routine;
use cgml::vocabulary::resolution::Policy;

impl<'g> Compiler<'g> {
    /// The abilities that are used with a move and, as a response, are fast enough for it.
    pub(crate) fn activated_with(&self, id: MoveId) -> Vec<usize> {
        let def = &self.game.moves[id];
        let least = match self.events.responding {
            Some(_) => self.game.resolution.response_speed,
            None => i64::MIN,
        };
        self.abilities_where(|carried| {
            let speed = carried.ability.speed.or(def.speed).unwrap_or(0);
            matches!(carried.ability.sort, AbilitySort::Activated(of) if of == id) && speed >= least
        })
    }

    /// Name of using an ability with a move: that of the move, unless a card has several.
    pub(crate) fn name_of_use(&self, def: &Move, number: usize, all: &[usize]) -> Text {
        let own = &self.abilities.carried[number];
        let alike: Vec<usize> = all
            .iter()
            .copied()
            .filter(|other| {
                let cards = &self.abilities.carried[*other].cards;
                cards.iter().any(|card| own.cards.contains(card))
            })
            .collect();
        if alike.len() < 2 {
            return text(&def.name, &def.text);
        }
        let place = alike.iter().position(|other| *other == number);
        let id = if own.ability.name.is_empty() {
            format!("{}.{}", def.name, place.unwrap_or(0) + 1)
        } else {
            format!("{}.{}", def.name, own.ability.name)
        };
        let said = &own.ability.text.texts;
        let names = &def.text.texts;
        let said = said.iter().map(|(language, said)| {
            let name = names.iter().find(|(other, _)| other == language);
            let name = name.map_or(def.name.as_str(), |(_, name)| name);
            (language.clone(), format!("{name}: {said}"))
        });
        let texts: Vec<(String, String)> = said.collect();
        if !texts.is_empty() {
            return Text { id, texts };
        }
        let number = place.unwrap_or(0) + 1;
        let numbered = names
            .iter()
            .map(|(language, name)| (language.clone(), format!("{name} {number}")));
        Text {
            id,
            texts: numbered.collect(),
        }
    }

    /// Offers every ability of a card that may be used with a move.
    pub(crate) fn offer_abilities(
        &mut self,
        entries: &[Entry<'g>],
        card: Value,
        seat: Slot,
        scope: &Scope,
    ) {
        let numbers: Vec<usize> = entries.iter().filter_map(|entry| entry.ability).collect();
        let meaning_of = |number: usize| -> Option<(&'g Move, Meaning)> {
            let entry = entries.iter().find(|entry| entry.ability == Some(number));
            entry.map(|entry| (entry.def, entry.meaning))
        };
        let taken = self.code.taken();
        let card = self.slot(card);
        self.switch_on_abilities(card, &numbers, &mut |compiler, number| {
            let Some((def, meaning)) = meaning_of(number) else {
                return;
            };
            let inner = compiler.code.taken();
            let next = compiler.code.label();
            compiler.require_usable(number, def, seat, Value::In(card), scope, next);
            compiler.code.offer(meaning, card);
            compiler.code.bind(next);
            compiler.code.free(inner);
        });
        self.code.free(taken);
    }

    /// Scope of an activated ability.
    pub(crate) fn scope_of_activated(
        &mut self,
        number: usize,
        seat: Slot,
        card: Value,
        outer: &Scope,
        fail: Label,
    ) -> Scope {
        let mut scope = Scope::new(fail);
        scope.acting = Some(if self.plan.setting.players == 1 {
            Value::Known(0)
        } else {
            Value::In(seat)
        });
        scope.this = Some(card);
        scope.context = outer.context;
        self.bind_ability(&mut scope, number);
        scope
    }

    /// An ability of a card may be used with a move.
    pub(crate) fn require_usable(
        &mut self,
        number: usize,
        def: &'g Move,
        seat: Slot,
        card: Value,
        outer: &Scope,
        otherwise: Label,
    ) {
        let ability = self.abilities.carried[number].ability;
        let speed = ability.speed.or(def.speed).unwrap_or(0);
        self.require_speed(speed, otherwise);
        let scope = self.scope_of_activated(number, seat, card, outer, otherwise);
        if !ability.zones.is_empty() {
            self.require_zone(ability, card, otherwise);
        }
        self.require_ability_unused(number, &scope, otherwise);
        if let Some(condition) = &ability.condition {
            self.require(condition, true, otherwise, &scope);
        }
        let move_cost: &'g [Step] = if outer.is_free { &[] } else { &def.cost };
        let mut payable = |compiler: &mut Compiler<'g>, scope: &Scope, otherwise: Label| {
            let costs = [(move_cost, outer), (ability.cost.as_slice(), scope)];
            compiler.require_costs(&costs, otherwise);
        };
        self.require_ability_targets(number, 0, &scope, otherwise, &mut payable);
    }

    /// Every target of an ability from one on has something to choose, and what must hold then does.
    fn require_ability_targets(
        &mut self,
        number: usize,
        from: usize,
        scope: &Scope,
        otherwise: Label,
        then: &mut dyn FnMut(&mut Compiler<'g>, &Scope, Label),
    ) {
        let ability = self.abilities.carried[number].ability;
        let Some(target) = ability.targets.get(from) else {
            return then(self, scope, otherwise);
        };
        let list = self.gather_filtered_by(&target.from, target.filter.as_ref(), scope);
        if let Some(least) = self.least_of(target, scope) {
            let chosen = self.some_choice(target, list, least, scope, otherwise);
            let inner = scope.with(target.local, Value::In(chosen));
            return self.require_ability_targets(number, from + 1, &inner, otherwise, then);
        }
        self.unless_enough(list, Value::Known(1), otherwise);
        let depends = !ability.cost.is_empty() || from + 1 < ability.targets.len();
        if !depends {
            return self.require_ability_targets(number, from + 1, scope, otherwise, then);
        }
        let found = self.code.label();
        self.each_item(list, scope, &mut |compiler, scope, item, next| {
            let inner = scope.with(target.local, item);
            compiler.require_ability_targets(number, from + 1, &inner, next, then);
            compiler.code.jump(found);
        });
        self.code.jump(otherwise);
        self.code.bind(found);
    }

    /// One way to choose several for a target, as a list; goes to `otherwise` if there is none.
    pub(crate) fn some_choice(
        &mut self,
        target: &Target,
        list: Slot,
        least: Value,
        scope: &Scope,
        otherwise: Label,
    ) -> Slot {
        let b = self.slot(least);
        self.unless_enough(list, Value::In(b), otherwise);
        let chosen = self.code.slot();
        let Some(fact) = such_that(target) else {
            self.code.list(ListVerb::Take, chosen, list, b);
            return chosen;
        };
        let most = match &target.up_to {
            Some(most) => self.value_slot(most, scope),
            None => b,
        };
        let valid = self.valid_sets(list, b, most, &fact, scope);
        let index = self.slot(Value::Known(0));
        self.code.item_at(chosen, valid, index);
        self.code.unless_there(chosen, otherwise);
        chosen
    }

    /// Uses an ability with a move, after the targets of the move were chosen: its own targets,
    /// both costs, and what both do.
    pub(crate) fn use_ability(
        &mut self,
        entry: &Entry<'g>,
        seat: Slot,
        card: Value,
        scope: &Scope,
    ) {
        let Some(number) = entry.ability else {
            return;
        };
        let def = entry.def;
        let ability = self.abilities.carried[number].ability;
        let own = self.scope_of_activated(number, seat, card, scope, scope.fail);
        self.clear_locals(number, &own);
        for target in &ability.targets {
            self.choose_for_ability(ability, target, seat, &own);
        }
        self.use_up_ability(number, &own);
        if !scope.is_free {
            let mut paying = scope.clone();
            paying.is_cost = true;
            self.steps(&def.cost, &paying);
        }
        self.pay(ability, &own);
        let speed = ability.speed.or(def.speed);
        let is_link =
            self.game.resolution.policy == Policy::Chain && (def.chain || speed.is_some());
        if is_link {
            let seat = Value::In(seat);
            let next = Routine::Respond;
            let mut places = self.note_places(&def.targets, scope);
            places.extend(self.note_places(&ability.targets, &own));
            let what = Linked::Ability(number);
            self.make_link(what, speed.unwrap_or(0), card, seat, &next, scope.fail);
            self.lose_what_moved(&places);
        } else if def.chain {
            self.not_yet("a move that waits without a chain", def.origin);
        }
        let mut inner = scope.clone();
        inner.is_free = false;
        if def.effect.steps.is_empty() {
            return self.write_ability_effect(number, &own, scope.fail);
        }
        inner.proceed = Some(self.events.proceeds.len());
        let flag = self.code.slot();
        self.set(flag, 0);
        self.events.proceeds.push(Proceed::Ability {
            number,
            scope: own,
            flag,
        });
        self.steps(&def.effect.steps, &inner);
    }

    /// `USE`: a move as part of an effect.
    pub(crate) fn use_move(&mut self, step: &Step, scope: &Scope) {
        let Some(cgml::model::NameRef::Move(id)) = self.name(step, Parameter::Move) else {
            return;
        };
        let mut scope = scope.clone();
        scope.is_free = self.is_set(step, Parameter::Free);
        let player = match self.operand(step, Parameter::Player) {
            Some(player) => self.needed(player, &scope),
            None => self.acting(&scope),
        };
        let seat = self.code.slot();
        self.put(seat, player);
        let made = self.code.slot();
        self.set(made, 0);
        let (moved, passed) = (self.code.label(), self.code.label());
        let after = After {
            moved,
            ends_phase: moved,
            ends_turn: moved,
            passed,
            broken: moved,
            is_outermost: false,
        };
        let only = self
            .operand(step, Parameter::Card)
            .map(|card: &Expr| self.needed(card, &scope));
        let pass = if self.is_set(step, Parameter::Optional) {
            Pass::Silent
        } else {
            Pass::Fails
        };
        let own_seat = self.moves.own_seat.take();
        self.choose_move_with(&[id], only, seat, &pass, Text::default(), &scope, &after);
        self.moves.own_seat = own_seat;
        self.code.bind(moved);
        self.set(made, 1);
        self.code.bind(passed);
        self.give(step, Value::In(made), &scope);
    }
}
