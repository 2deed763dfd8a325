//! Abilities that are always asked about (`ask: always`): being asked tells nobody what is hidden.
//!
//! The number of questions follows from what everybody knows: the event, the abilities of the match, and the parts
//! of their conditions that do not look at the card.

use cgml::model::{CardDefId, Expr, ExprKind};
use engine::ids::{NOTHING, Slot};
use engine::op::Builder;
use engine::program::{ChoiceKind, Text, ValueKind};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::questions::{Bounds, Question};
use crate::emit::scope::{Scope, Value};
use crate::events::triggers::Heard;
use crate::plan::cards::carried::Carried;
use crate::plan::texts::text;

/// The number of cards that may be chosen at once for their abilities.
const MOST_CHOSEN: i64 = 16;

impl Carried<'_> {
    /// True if its controller is always asked.
    pub(crate) fn asks_always(&self) -> bool {
        self.ability.optional && self.ability.asks_always
    }

    /// True if the bearer decides whether an event fits.
    fn fits_by_card(&self) -> bool {
        let arguments = self.arguments.iter();
        self.given.is_some() || self.ability.fits.iter().chain(arguments).any(is_about_card)
    }
}

fn is_about_card(expr: &Expr) -> bool {
    let mut found = false;
    cgml::model::visit::each_expr(expr, &mut |inner| {
        found |= matches!(inner.kind, ExprKind::This | ExprKind::CanPerform(_));
    });
    found
}

impl Compiler<'_> {
    /// Abilities that one question is about: those of one keyword.
    pub(crate) fn families(&self, numbers: &[usize]) -> Vec<Vec<usize>> {
        let mut families: Vec<Vec<usize>> = Vec::new();
        for number in numbers {
            let own = &self.abilities.carried[*number];
            let is_alike = |family: &&mut Vec<usize>| {
                let other = &self.abilities.carried[family[0]];
                let is_same = std::ptr::eq(own.ability, other.ability);
                is_same && own.keyword.is_some()
            };
            match families.iter_mut().find(is_alike) {
                Some(family) => family.push(*number),
                None => families.push(vec![*number]),
            }
        }
        families
    }

    /// Asks whose card could have one of these abilities which cards use it, with or without such a card.
    pub(crate) fn ask_which(&mut self, family: &[usize], event: &Heard) {
        let [first, ..] = *family else {
            return;
        };
        let piles = self.piles_where(self.abilities.carried[first].ability);
        let taken = self.code.taken();
        self.each_seat_in_turn(&mut |compiler, seat| {
            let inner = compiler.code.taken();
            let next = compiler.code.label();
            compiler.require_askable(family, seat, event, next);
            let list = compiler.bearers(family, &piles, seat, event);
            let question = Question {
                seat: compiler.slot(seat),
                prompt: compiler.name_of_family(first),
                secret: false,
                always: true,
                kind: ChoiceKind::Option,
                name: Text::default(),
                sort: ValueKind::Card,
            };
            let bounds = Bounds {
                least: Value::Known(0),
                most: Value::Known(MOST_CHOSEN),
            };
            let scope = Scope::new(next);
            let chosen = compiler.ask_several(&question, list, &bounds, None, &scope);
            compiler.each_item(chosen, &scope, &mut |compiler, _, card, _| {
                for number in family {
                    compiler.use_declared(*number, card, event);
                }
            });
            compiler.code.bind(next);
            compiler.code.free(inner);
        });
        self.code.free(taken);
    }

    /// The cards of a player with one of these abilities that fits the event.
    fn bearers(&mut self, family: &[usize], piles: &[i64], seat: Value, event: &Heard) -> Slot {
        let list = self.code.slot();
        self.code.new_list(list);
        let seat = self.slot(seat);
        self.each_card_of(piles, &mut |compiler, card| {
            let (found, after) = (compiler.code.label(), compiler.code.label());
            for number in family {
                let other = compiler.code.label();
                let this = Value::In(card);
                compiler.require_ability(*number, this, other);
                compiler.each_form(*number, this, &mut |compiler, arguments| {
                    let taken = compiler.code.taken();
                    let next = compiler.code.label();
                    let owner = compiler.require_waiting(*number, this, arguments, event, next);
                    let owner = compiler.slot(owner);
                    compiler.code.unless_equal(owner, seat, next);
                    compiler.code.jump(found);
                    compiler.code.bind(next);
                    compiler.code.free(taken);
                });
                compiler.code.bind(other);
            }
            compiler.code.jump(after);
            compiler.code.bind(found);
            compiler.code.push(list, card);
            compiler.code.bind(after);
        });
        list
    }

    /// An ability that a card was chosen for begins to wait.
    fn use_declared(&mut self, number: usize, card: Value, event: &Heard) {
        let other = self.code.label();
        self.require_ability(number, card, other);
        self.each_form(number, card, &mut |compiler, arguments| {
            let taken = compiler.code.taken();
            let next = compiler.code.label();
            let controller = compiler.require_waiting(number, card, arguments, event, next);
            let arguments = arguments.unwrap_or(&[]);
            compiler.wait_declared(number, [controller, card], arguments, event, next);
            compiler.code.bind(next);
            compiler.code.free(taken);
        });
        self.code.bind(other);
    }

    /// A card of this player could have one of these abilities and it could fit the event, as far as everybody knows.
    fn require_askable(&mut self, numbers: &[usize], seat: Value, event: &Heard, otherwise: Label) {
        let possible = self.code.label();
        for number in numbers {
            let taken = self.code.taken();
            let next = self.code.label();
            self.require_fit(*number, event.context.card, seat, event, next);
            let fits = self.abilities.carried[*number].ability.fits.as_ref();
            if let Some(fits) = fits.filter(|_| !self.abilities.carried[*number].fits_by_card()) {
                let mut scope = Scope::new(next);
                scope.acting = Some(seat);
                scope.this = Some(Value::Known(NOTHING));
                scope.context = event.context;
                self.bind_ability(&mut scope, *number);
                self.require(fits, true, next, &scope);
            }
            self.code.jump(possible);
            self.code.bind(next);
            self.code.free(taken);
        }
        self.code.jump(otherwise);
        self.code.bind(possible);
    }

    /// Asks about the card of an event as often as about any other card: `asked` is how often it was asked already.
    pub(crate) fn pretend_about(
        &mut self,
        listening: &[usize],
        card: Slot,
        asked: Slot,
        event: &Heard,
    ) {
        let always = |number: &&usize| self.abilities.carried[**number].asks_always();
        let numbers: Vec<usize> = listening.iter().filter(always).copied().collect();
        let [first, ..] = numbers[..] else {
            return;
        };
        let taken = self.code.taken();
        let done = self.code.label();
        let this = Value::In(card);
        let controller = self.controller_for(first, this, event);
        self.require_askable(&numbers, controller, event, done);
        let seat = self.slot(controller);
        for number in 1..=self.most_on_one_card(&numbers) {
            let next = self.code.label();
            let limit = self.slot(Value::Known(number));
            self.code.unless_less(asked, limit, next);
            self.pretend_to_ask(first, this, seat);
            self.code.bind(next);
        }
        self.code.bind(done);
        self.code.free(taken);
    }

    /// The largest number of these abilities on one card.
    fn most_on_one_card(&self, numbers: &[usize]) -> i64 {
        let has = |card: CardDefId| {
            let has = |number: &&usize| self.abilities.carried[**number].cards.contains(&card);
            numbers.iter().filter(has).count() as i64
        };
        let cards = self.game.cards.pairs();
        cards.map(|(card, _)| has(card)).max().unwrap_or(0)
    }

    /// Name of a keyword's abilities, without its arguments.
    pub(crate) fn name_of_family(&self, number: usize) -> Text {
        let Some(keyword) = self.abilities.carried[number].keyword else {
            return self.name_of_ability(number);
        };
        let keyword = &self.game.keywords[keyword];
        let mut name = text(&keyword.name, &keyword.text);
        for (_, said) in &mut name.texts {
            *said = without_parameters(said);
        }
        name
    }
}

/// A text without its `{parameters}`.
fn without_parameters(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some((before, after)) = rest.split_once('{') {
        kept.push_str(before);
        rest = after.split_once('}').map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    kept.trim_end().to_owned()
}
