//! Standing abilities: loops over the cards on which a static ability or restriction works.

use cgml::model::{Ability, CardDefId, Expr, ZoneId};
use engine::ids::{Cell, NOTHING, Slot};
use engine::op::Builder;
use engine::program::{Text, ValueKind};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::plan::cards::keyword_sources::{Guard, Standing, Way};
use crate::plan::layout::marks::NewMark;

/// Makes tests and computes values for an ability of a card.
pub(crate) type Prepare<'p, 'g> =
    &'p mut dyn FnMut(&mut Compiler<'g>, &Scope, Slot, Label) -> Vec<Value>;

/// State to be restored after an ability was evaluated.
struct Guarded {
    cell: Cell,
    before: Slot,
    card: Option<Slot>,
}

impl<'g> Compiler<'g> {
    /// Writes a body for each way in which a card has an ability, given what stands for the parameters of its
    /// keyword, and where the next way begins.
    pub(crate) fn each_way(
        &mut self,
        ways: &[Way<'g>],
        card: Slot,
        body: &mut dyn FnMut(&mut Compiler<'g>, &[Value], Label),
    ) {
        for way in ways {
            let taken = self.code.taken();
            let next = self.code.label();
            match way {
                Way::Printed { cards, arguments } => {
                    let among = self.set_of_cards(cards);
                    self.code.unless_among(card, among, next);
                    let values = self.given_on(arguments, card, next);
                    body(self, &values, next);
                }
                Way::Keyword(keyword) => {
                    self.require_keyword(*keyword, card, true, next);
                    body(self, &[], next);
                }
                Way::ByAbility(number, keyword) => {
                    let given = &mut |compiler: &mut Compiler<'g>, scope: &Scope| {
                        let arguments = keyword.arguments.iter();
                        let value = |argument| compiler.value(argument, scope);
                        arguments.map(value).collect()
                    };
                    self.each_given(*number, card, given, body);
                }
                Way::ByAction(keyword) => {
                    if let Some(rows) = self.abilities.continuous.durations.granted.clone() {
                        let count = self.game.keywords[*keyword].params.len();
                        self.each_row(&rows, &mut |compiler, index, next| {
                            compiler.require_grant(*keyword, card, index, next);
                            let values: Vec<Value> = (0..count)
                                .map(|place| {
                                    let part =
                                        crate::plan::effects::durations::FIRST_ARGUMENT + place;
                                    Value::In(compiler.part_of_row(&rows, index, part))
                                })
                                .collect();
                            body(compiler, &values, next);
                        });
                    }
                }
            }
            self.code.bind(next);
            self.code.free(taken);
        }
    }

    /// The arguments of a keyword that is printed on a card.
    fn given_on(&mut self, arguments: &[Expr], card: Slot, fail: Label) -> Vec<Value> {
        if arguments.is_empty() {
            return Vec::new();
        }
        let mut scope = Scope::new(fail);
        scope.this = Some(Value::In(card));
        scope.acting = Some(self.controller_of(Value::In(card)));
        let mut values = Vec::new();
        for argument in arguments {
            scope.locals = self.locals_of_expr(argument);
            values.push(self.value(argument, &scope));
        }
        values
    }

    /// For every card, or only one, that has an ability which works now, once for each way in which it has it:
    /// `prepare` makes tests and computes values, with the names of the ability, given the card and where to go
    /// if there is nothing to do; `then` does something with the values. An ability that is being prepared is
    /// not seen.
    pub(crate) fn each_working(
        &mut self,
        number: usize,
        only: Option<Slot>,
        prepare: Prepare<'_, 'g>,
        then: &mut dyn FnMut(&mut Compiler<'g>, &[Value], Label),
    ) {
        let taken = self.code.taken();
        let standing = self.abilities.continuous.standing[number].clone();
        match only {
            Some(card) => self.each_use(&standing, card, true, prepare, then),
            None => {
                let piles = self.piles_where(standing.ability);
                self.each_card_of(&piles, &mut |compiler, card| {
                    compiler.each_use(&standing, card, false, prepare, then);
                });
            }
        }
        self.code.free(taken);
    }

    /// The piles in which an ability works.
    pub(crate) fn piles_where(&self, ability: &Ability) -> Vec<i64> {
        let piles = self.plan.program.piles.iter().enumerate();
        let working = piles.filter(|(_, pile)| self.works_in(ability, pile.zone));
        working.map(|(number, _)| number as i64).collect()
    }

    fn works_in(&self, ability: &Ability, zone: u16) -> bool {
        let zone = ZoneId(u32::from(zone));
        if zone.0 as usize >= self.game.zones.len() {
            return false;
        }
        if ability.zones.is_empty() {
            self.game.zones[zone].active
        } else {
            ability.zones.contains(&zone)
        }
    }

    /// Goes through the cards of some piles.
    pub(crate) fn each_card_of(
        &mut self,
        piles: &[i64],
        body: &mut dyn FnMut(&mut Compiler<'g>, Slot),
    ) {
        let done = self.code.label();
        let (cursor, card) = (self.code.slot(), self.code.slot());
        let again = if let [pile] = piles {
            self.first_card(cursor, Value::Known(*pile));
            let again = self.code.here();
            self.code.each_card(cursor, card, done);
            again
        } else {
            let index = self.code.slot();
            self.set(cursor, NOTHING);
            self.set(index, 0);
            let piles = self.code.constant(piles.to_vec());
            let again = self.code.here();
            self.code.each_card_in(cursor, index, card, piles, done);
            again
        };
        let taken = self.code.taken();
        body(self, card);
        self.code.free(taken);
        self.code.jump(again);
        self.code.bind(done);
    }

    fn each_use(
        &mut self,
        standing: &Standing<'g>,
        card: Slot,
        is_anywhere: bool,
        prepare: Prepare<'_, 'g>,
        then: &mut dyn FnMut(&mut Compiler<'g>, &[Value], Label),
    ) {
        let Standing {
            ability,
            ways,
            guard,
        } = standing;
        self.each_way(ways, card, &mut |compiler, arguments, next| {
            compiler.require_working(ability, card, is_anywhere, next);
            let guarded = compiler.begin_guarded(*guard, card, next);
            let skip = match guarded {
                Some(_) => compiler.code.label(),
                None => next,
            };
            let mut scope = Scope::new(skip);
            scope.this = Some(Value::In(card));
            scope.acting = Some(compiler.controller_of(Value::In(card)));
            compiler.bind_locals(&mut scope, &ability.effect);
            for (local, value) in scope.locals.iter_mut().zip(arguments) {
                *local = *value;
            }
            for condition in [&ability.while_, &ability.condition].into_iter().flatten() {
                compiler.require(condition, true, skip, &scope);
            }
            let values = prepare(compiler, &scope, card, skip);
            compiler.end_guarded(guarded.as_ref());
            then(compiler, &values, next);
            if guarded.is_some() {
                compiler.code.jump(next);
                compiler.code.bind(skip);
                compiler.end_guarded(guarded.as_ref());
            }
        });
    }

    /// A card lies where an ability works, face up if it must.
    fn require_working(
        &mut self,
        ability: &Ability,
        card: Slot,
        is_anywhere: bool,
        otherwise: Label,
    ) {
        let taken = self.code.taken();
        let test = self.code.slot();
        if is_anywhere {
            let piles = self.plan.program.piles.iter();
            let works = piles.map(|pile| i64::from(self.works_in(ability, pile.zone)));
            let list = works.collect();
            let list = self.code.constant(list);
            self.code.pile_of(test, card);
            self.code.look_up(test, list, test);
            self.code.unless_true(test, otherwise);
        }
        if ability.zones.is_empty() {
            self.code.face_of(test, card);
            self.code.unless_is(test, 0, otherwise);
        }
        self.code.free(taken);
    }

    /// A guard for an ability: bits, if few cards may have it.
    pub(crate) fn new_guard(&mut self, number: usize) -> Guard {
        let mut printed: Option<Vec<CardDefId>> = Some(Vec::new());
        for way in &self.abilities.continuous.standing[number].ways {
            match (way, &mut printed) {
                (Way::Printed { cards, .. }, Some(known)) => known.extend(cards),
                (Way::Printed { .. }, None) => {}
                (Way::Keyword(_) | Way::ByAbility(..) | Way::ByAction(_), known) => *known = None,
            }
        }
        let mut next = 0;
        let numbers: Vec<i64> = self
            .plan
            .program
            .cards
            .iter()
            .map(|card| {
                let may = printed
                    .as_ref()
                    .is_none_or(|cards| cards.contains(&CardDefId(u32::from(card.kind))));
                next += i64::from(may);
                next - 1
            })
            .collect();
        if next <= 63 {
            let cell = self.plan.layout.new_cell();
            return Guard::Bits(cell, self.code.constant(numbers));
        }
        let start = vec![0; self.plan.program.cards.len()];
        Guard::Mark(self.new_mark(NewMark {
            name: Text {
                id: "guard".to_owned(),
                texts: Vec::new(),
            },
            sort: ValueKind::Number,
            start,
            hidden: false,
            internal: true,
            ..NewMark::default()
        }))
    }

    /// Goes on unless the ability of this card is being evaluated, which it is from now on.
    fn begin_guarded(&mut self, guard: Guard, card: Slot, otherwise: Label) -> Option<Guarded> {
        match guard {
            Guard::None => None,
            Guard::Bits(cell, numbers) => {
                let before = self.code.slot();
                let taken = self.code.taken();
                let (bit, test) = (self.code.slot(), self.code.slot());
                self.code.load(before, cell);
                self.code.look_up(bit, numbers, card);
                self.code.has_bit(test, before, bit);
                self.code.unless_is(test, 0, otherwise);
                self.code.set_bit(cell, bit);
                self.code.free(taken);
                Some(Guarded {
                    cell,
                    before,
                    card: None,
                })
            }
            Guard::Mark(cell) => {
                let before = self.code.slot();
                let taken = self.code.taken();
                let busy = self.mark(cell, Value::In(card));
                let a = self.slot(busy);
                self.code.unless_is(a, 0, otherwise);
                self.set_mark(cell, Value::In(card), Value::Known(1), otherwise);
                self.set(before, 0);
                self.code.free(taken);
                Some(Guarded {
                    cell,
                    before,
                    card: Some(card),
                })
            }
        }
    }

    fn end_guarded(&mut self, guarded: Option<&Guarded>) {
        match guarded {
            None => {}
            Some(Guarded {
                cell,
                before,
                card: None,
            }) => self.code.store(*cell, *before),
            Some(Guarded {
                cell,
                before,
                card: Some(card),
            }) => {
                let next = self.code.label();
                self.set_mark(*cell, Value::In(*card), Value::In(*before), next);
                self.code.bind(next);
            }
        }
    }
}
