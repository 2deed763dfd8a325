//! Triggered abilities: those that an event makes wait.

use cgml::model::{AbilitySort, CardDefId, EventPattern};
use engine::ids::Slot;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Context, Scope, Value};
use crate::plan::cards::keyword_sources::Way;
use crate::plan::effects::event_keys::{EventKey, bit_of};

/// An event that abilities hear.
#[derive(Clone, Copy)]
pub(crate) struct Heard {
    pub(crate) key: EventKey,
    pub(crate) acting: Option<Value>,
    pub(crate) context: Context,
    /// The names of a card's move, as bits.
    pub(crate) names: Option<Slot>,
}

impl<'g> Compiler<'g> {
    /// The numbers of the triggered abilities.
    pub(crate) fn triggered(&self) -> Vec<usize> {
        self.abilities_where(|carried| matches!(carried.ability.sort, AbilitySort::Triggered(_)))
    }

    /// True if an event triggers anything.
    pub(crate) fn is_trigger(&self, key: EventKey) -> bool {
        let mut abilities = self.abilities.carried.iter();
        abilities.any(|carried| carried.listens_to(key))
    }

    /// The abilities that an event triggers begin to wait.
    pub(crate) fn trigger_abilities(
        &mut self,
        key: EventKey,
        acting: Option<Value>,
        context: Context,
        names: Option<Slot>,
    ) {
        self.run_delayed(key, context, names);
        let listening = self.abilities_where(|carried| carried.listens_to(key));
        if listening.is_empty() {
            return;
        }
        self.count_event();
        let is_own = |number: &usize| self.abilities.carried[*number].is_about_this();
        let (own, others): (Vec<usize>, Vec<usize>) = listening.into_iter().partition(is_own);
        let event = Heard {
            key,
            acting,
            context,
            names,
        };
        self.trigger_own(&own, &event);
        let asks_always = |number: &usize| self.abilities.carried[*number].asks_always();
        let (asked, others): (Vec<usize>, Vec<usize>) = others.into_iter().partition(asks_always);
        for family in self.families(&asked) {
            self.ask_which(&family, &event);
        }
        let works_as = |one: &usize, other: &usize| {
            let [one, other] = [one, other].map(|number| &self.abilities.carried[*number]);
            let is_printed = one.given.is_none() && other.given.is_none();
            is_printed && one.ability.zones == other.ability.zones
        };
        let groups: Vec<&[usize]> = others.chunk_by(works_as).collect();
        for group in groups {
            let none = self.code.label();
            self.require_any_bearer(group, none);
            for number in group {
                self.each_bearer(*number, &mut |compiler, card, _| {
                    compiler.begin_to_wait(*number, card, &event);
                });
            }
            self.code.bind(none);
        }
    }

    /// Goes on unless no card has one of these abilities where they work, which is usual. They work in the same
    /// zones.
    fn require_any_bearer(&mut self, numbers: &[usize], otherwise: Label) {
        let [first, ..] = numbers else {
            return;
        };
        let mut cards: Vec<CardDefId> = Vec::new();
        for number in numbers {
            if self.abilities.carried[*number].given.is_some() {
                return;
            }
            cards.extend(&self.abilities.carried[*number].cards);
        }
        let taken = self.code.taken();
        let piles = self.piles_where(self.abilities.carried[*first].ability);
        let found = self.code.label();
        let among = self.set_of_cards(&cards);
        self.each_card_of(&piles, &mut |compiler, card| {
            let next = compiler.code.label();
            compiler.code.unless_among(card, among, next);
            compiler.code.jump(found);
            compiler.code.bind(next);
        });
        self.code.jump(otherwise);
        self.code.bind(found);
        self.code.free(taken);
    }

    /// Abilities about their own card: that of the event.
    fn trigger_own(&mut self, listening: &[usize], event: &Heard) {
        let Some(card) = event.context.card else {
            return;
        };
        let taken = self.code.taken();
        let card = self.slot(card);
        self.events.is_leaving = event.key == EventKey::Move;
        let is_counted = listening
            .iter()
            .any(|number| self.abilities.carried[*number].asks_always());
        let asked = is_counted.then(|| {
            let asked = self.code.slot();
            self.set(asked, 0);
            asked
        });
        let outer = std::mem::replace(&mut self.events.asked_about, asked);
        self.switch_on_abilities(card, listening, &mut |compiler, number| {
            compiler.begin_to_wait(number, Value::In(card), event);
        });
        self.events.asked_about = outer;
        if let Some(asked) = asked {
            self.pretend_about(listening, card, asked, event);
        }
        self.events.is_leaving = false;
        self.code.free(taken);
    }

    /// Writes a body for those of some abilities that a card has, one after the other.
    pub(crate) fn switch_on_abilities(
        &mut self,
        card: Slot,
        numbers: &[usize],
        body: &mut dyn FnMut(&mut Compiler<'g>, usize),
    ) {
        let by_card = self.abilities_by_card(numbers);
        for number in numbers {
            if self.abilities.carried[*number].given.is_some() {
                let taken = self.code.taken();
                let next = self.code.label();
                self.require_ability(*number, Value::In(card), next);
                body(self, *number);
                self.code.bind(next);
                self.code.free(taken);
            }
        }
        if by_card.is_empty() {
            return;
        }
        let taken = self.code.taken();
        let done = self.code.label();
        let kind = self.code.slot();
        let column = self.plan.layout.kinds;
        self.code.print(kind, column, card);
        let labels: Vec<Label> = by_card.iter().map(|_| self.code.label()).collect();
        let places: Vec<Label> = self
            .game
            .cards
            .pairs()
            .map(|(id, _)| {
                let found = by_card.iter().position(|(_, cards)| cards.contains(&id));
                found.map_or(done, |position| labels[position])
            })
            .collect();
        self.code.switch(kind, 0, &places);
        self.code.jump(done);
        for ((numbers, _), label) in by_card.iter().zip(labels) {
            self.code.bind(label);
            for number in numbers {
                body(self, *number);
            }
            self.code.jump(done);
        }
        self.code.bind(done);
        self.code.free(taken);
    }

    /// The cards with the same printed ones of some abilities.
    fn abilities_by_card(&self, numbers: &[usize]) -> Vec<(Vec<usize>, Vec<CardDefId>)> {
        let mut by_card: Vec<(Vec<usize>, Vec<CardDefId>)> = Vec::new();
        for (id, _) in self.game.cards.pairs() {
            let has = |number: &usize| {
                let carried = &self.abilities.carried[*number];
                carried.given.is_none() && carried.cards.contains(&id)
            };
            let own: Vec<usize> = numbers.iter().copied().filter(has).collect();
            if own.is_empty() {
                continue;
            }
            match by_card.iter_mut().find(|(known, _)| *known == own) {
                Some((_, cards)) => cards.push(id),
                None => by_card.push((own, vec![id])),
            }
        }
        by_card
    }

    /// An ability of a card begins to wait, if it fits the event and its condition holds.
    fn begin_to_wait(&mut self, number: usize, this: Value, event: &Heard) {
        self.each_form(number, this, &mut |compiler, arguments| {
            let taken = compiler.code.taken();
            let next = compiler.code.label();
            let controller = compiler.require_waiting(number, this, arguments, event, next);
            let arguments = arguments.unwrap_or(&[]);
            compiler.wait(number, [controller, this], arguments, event, next);
            compiler.code.bind(next);
            compiler.code.free(taken);
        });
    }

    /// Writes a body for each way in which a card has an ability: with what was given for the parameters of its keyword,
    /// unless it is printed.
    pub(crate) fn each_form(
        &mut self,
        number: usize,
        this: Value,
        body: &mut dyn FnMut(&mut Compiler<'g>, Option<&[Value]>),
    ) {
        let given = self.abilities.carried[number].given.clone();
        let Some(way) = given.filter(|way| !matches!(way, Way::Keyword(_))) else {
            return body(self, None);
        };
        let taken = self.code.taken();
        let card = self.slot(this);
        self.each_way(&[way], card, &mut |compiler, arguments, _| {
            body(compiler, Some(arguments));
        });
        self.code.free(taken);
    }

    /// An ability of a card fits the event and its condition holds; its controller.
    pub(crate) fn require_waiting(
        &mut self,
        number: usize,
        this: Value,
        arguments: Option<&[Value]>,
        event: &Heard,
        otherwise: Label,
    ) -> Value {
        let ability = self.abilities.carried[number].ability;
        let controller = self.controller_for(number, this, event);
        self.require_fit(number, Some(this), controller, event, otherwise);
        self.require_zone(ability, this, otherwise);
        let mut scope = Scope::new(otherwise);
        scope.acting = Some(controller);
        scope.this = Some(this);
        scope.context = event.context;
        self.require_ability_unused(number, &scope, otherwise);
        let is_tested = self.game.resolution.conditions.at_trigger();
        let condition = ability.condition.as_ref().filter(|_| is_tested);
        if ability.fits.is_some() || condition.is_some() {
            match arguments {
                Some(arguments) => self.bind_arguments(&mut scope, number, arguments),
                None => self.bind_ability(&mut scope, number),
            }
        }
        for condition in ability.fits.iter().chain(condition) {
            self.require(condition, true, otherwise, &scope);
        }
        controller
    }

    /// Controller of the card of an ability; of a card that is nobody's, the player of the event about it, or the
    /// current player.
    pub(crate) fn controller_for(&mut self, number: usize, this: Value, event: &Heard) -> Value {
        let own = event.context.player.or(event.acting);
        let own = own.filter(|_| self.abilities.carried[number].is_about_this());
        self.controller_or(this, own)
    }

    /// One of the events that the ability waits for is this one.
    pub(crate) fn require_fit(
        &mut self,
        number: usize,
        this: Option<Value>,
        controller: Value,
        event: &Heard,
        otherwise: Label,
    ) {
        let patterns = self.abilities.carried[number].patterns().iter();
        let patterns: Vec<&EventPattern> = patterns
            .filter(|pattern| event.key.matches(&pattern.event))
            .collect();
        let fits = self.code.label();
        let last = patterns.len().saturating_sub(1);
        for (position, pattern) in patterns.into_iter().enumerate() {
            let next = if position == last {
                otherwise
            } else {
                self.code.label()
            };
            if let (Some(bit), Some(bits)) = (bit_of(&pattern.event), event.names) {
                self.code.unless_bit(bits, bit, next);
            }
            self.require_subject(pattern, this, controller, event.context, next);
            self.code.jump(fits);
            if position < last {
                self.code.bind(next);
            }
        }
        self.code.bind(fits);
    }
}
