//! Keywords: tests for them, and their arguments.

use cgml::model::{AbilitySort, CardDefId, KeywordId};
use cgml::vocabulary::sections::Section;
use engine::ids::{Constant, NOTHING, Slot};
use engine::op::{Builder, Op};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::plan::cards::keyword_sources::{Way, grants, printed_with};
use crate::plan::effects::continuous_values::Reading;
use crate::plan::effects::durations::{CARD, WHAT};
use crate::routines::Routine;

impl<'g> Compiler<'g> {
    /// A card has an ability in a way that is not printed on it.
    pub(crate) fn require_given(&mut self, way: &Way<'g>, card: Value, otherwise: Label) {
        let taken = self.code.taken();
        let card = self.slot(card);
        if let Way::Keyword(keyword) = way {
            let had = self
                .abilities
                .had
                .iter()
                .find(|(known, _)| known == keyword);
            let had = had.map(|(_, had)| *had).filter(|_| self.events.is_leaving);
            let has = self.code.label();
            if let Some(a) = had {
                // A card that leaves play still hears that it leaves.
                let not = self.code.label();
                let to = not.pc();
                self.code.unless_true(a, to);
                self.code.jump(has);
                self.code.bind(not);
            }
            self.require_keyword(*keyword, card, true, otherwise);
            self.code.bind(has);
        } else {
            let found = self.slot(Value::Known(0));
            let ways = [way.clone()];
            self.each_way(&ways, card, &mut |compiler, _, _| compiler.set(found, 1));
            self.code.unless_true(found, otherwise);
        }
        self.code.free(taken);
    }

    /// Before a card moves: which keywords it has whose abilities may hear that.
    pub(crate) fn note_keywords(&mut self, card: Slot) {
        let mut noted: Vec<KeywordId> = Vec::new();
        for carried in &self.abilities.carried {
            if let Some(Way::Keyword(keyword)) = carried.given
                && carried.listens_to(crate::plan::effects::event_keys::EventKey::Move)
                && carried.is_about_this()
                && !noted.contains(&keyword)
            {
                noted.push(keyword);
            }
        }
        self.abilities.had = Vec::new();
        for keyword in noted {
            let had = self.keyword_on(keyword, Value::In(card));
            let had = self.slot(had);
            self.abilities.had.push((keyword, had));
        }
    }

    /// The parameters of a keyword that was given, as the first effect that gives it says.
    pub(crate) fn bind_given(&mut self, way: &Way<'g>, scope: &mut Scope) {
        if matches!(way, Way::Keyword(_)) {
            return;
        }
        let this = self.slot(scope.this.unwrap_or(Value::Known(NOTHING)));
        let locals = scope.locals.clone();
        let found = self.slot(Value::Known(0));
        let ways = [way.clone()];
        self.each_way(&ways, this, &mut |compiler, arguments, next| {
            compiler.code.unless_is(found, 0, next);
            for (local, value) in locals.iter().zip(arguments) {
                if let Value::In(to) = local {
                    compiler.put(*to, *value);
                }
            }
            compiler.set(found, 1);
        });
    }

    /// The temporary values of an ability whose keyword was given with these parameters.
    pub(crate) fn bind_arguments(&mut self, scope: &mut Scope, number: usize, arguments: &[Value]) {
        let ability = self.abilities.carried[number].ability;
        let count = self.abilities.carried[number]
            .keyword
            .map_or(0, |keyword| self.game.keywords[keyword].params.len());
        self.bind_locals(scope, &ability.effect);
        for (local, value) in scope.locals.iter_mut().zip(&arguments[..count]) {
            *local = *value;
        }
    }

    /// The set of the cards that are one of some.
    pub(crate) fn set_of_cards(&mut self, cards: &[CardDefId]) -> Constant {
        let all = &self.plan.program.cards;
        let set = engine::facts::set(all.len(), |number| {
            let card = all.get(number);
            card.is_some_and(|card| cards.contains(&CardDefId(u32::from(card.kind))))
        });
        self.code.constant(set)
    }

    /// Goes on if a card has a keyword (or has it not, if not `wanted`).
    pub(crate) fn require_keyword(
        &mut self,
        keyword: KeywordId,
        card: Slot,
        wanted: bool,
        otherwise: Label,
    ) {
        let to = otherwise.pc();
        let printing = self.abilities.continuous.reading == Reading::Printed;
        if printing || !self.abilities.continuous.granted.contains(&keyword) {
            let printed = printed_with(self.game, keyword);
            let all = &self.plan.program.cards;
            let set = engine::facts::set(all.len(), |number| {
                let card = all.get(number);
                let has = |kind: u16| printed.contains(&CardDefId(u32::from(kind)));
                card.is_some_and(|card| has(card.kind) == wanted)
            });
            let among = self.code.constant(set);
            return self.code.unless_among(card, among, to);
        }
        let taken = self.code.taken();
        let at = self.code.slot();
        self.put(at, Value::In(card));
        let routine = self.routine(Routine::Keyword(keyword.0));
        self.code.call(routine, at, to);
        self.code.emit(if wanted {
            Op::UnlessIs {
                a: at,
                value: 1,
                to,
            }
        } else {
            Op::UnlessIs {
                a: at,
                value: 0,
                to,
            }
        });
        self.code.free(taken);
    }

    /// True if a card has a keyword, as a truth value.
    pub(crate) fn keyword_on(&mut self, keyword: KeywordId, card: Value) -> Value {
        let card = self.slot(card);
        let to = self.code.slot();
        let (no, done) = (self.code.label(), self.code.label());
        self.require_keyword(keyword, card, true, no);
        self.set(to, 1);
        self.code.jump(done);
        self.code.bind(no);
        self.set(to, 0);
        self.code.bind(done);
        Value::In(to)
    }

    /// The routine that tells whether a card has a keyword. Register: the card, then 1 or 0.
    pub(crate) fn write_keyword(&mut self, keyword: KeywordId) {
        self.begin_part(Section::Keywords.name());
        let (card, given) = (self.code.slot(), self.code.slot());
        self.set(given, 0);
        let (none, found) = (self.code.label(), self.code.label());
        self.code.unless_there(card, none);
        let printed = printed_with(self.game, keyword);
        if !printed.is_empty() {
            let next = self.code.label();
            let among = self.set_of_cards(&printed);
            self.code.unless_among(card, among, next);
            self.code.jump(found);
            self.code.bind(next);
        }
        if let Some(rows) = self.abilities.continuous.durations.granted.clone() {
            let done = self.code.label();
            self.require_rows(&rows, done);
            self.each_row(&rows, &mut |compiler, index, next| {
                compiler.require_grant(keyword, card, index, next);
                compiler.code.jump(found);
            });
            self.code.bind(done);
        }
        for number in 0..self.abilities.continuous.standing.len() {
            let ability = self.abilities.continuous.standing[number].ability;
            if grants(ability).iter().any(|given| given.keyword == keyword) {
                let has = &mut |compiler: &mut Compiler<'g>, _: &[Value], _| compiler.set(given, 1);
                self.each_given(number, card, &mut |_, _| Vec::new(), has);
            }
        }
        self.put(card, Value::In(given));
        self.code.bind(none);
        self.code.ret();
        self.code.bind(found);
        self.set(card, 1);
        self.code.ret();
    }

    /// Goes on if a row of `GRANT` gives a keyword to a card.
    pub(crate) fn require_grant(
        &mut self,
        keyword: KeywordId,
        card: Slot,
        index: Slot,
        otherwise: Label,
    ) {
        let Some(rows) = self.abilities.continuous.durations.granted.clone() else {
            return;
        };
        let part = self.part_of_row(&rows, index, WHAT);
        self.code.unless_is(part, keyword.0 as i32, otherwise);
        self.load_part(&rows, index, CARD, part);
        self.code.unless_equal(part, card, otherwise);
    }

    /// For every card whose static ability gives keywords to a card now: `prepare` computes values with the
    /// names of that ability, `then` does something with them.
    pub(crate) fn each_given(
        &mut self,
        number: usize,
        card: Slot,
        prepare: &mut dyn FnMut(&mut Compiler<'g>, &Scope) -> Vec<Value>,
        then: &mut dyn FnMut(&mut Compiler<'g>, &[Value], Label),
    ) {
        let ability = self.abilities.continuous.standing[number].ability;
        let AbilitySort::Static { cards, .. } = &ability.sort else {
            return;
        };
        let only = cards.is_none().then_some(card);
        let prepare = &mut |compiler: &mut Compiler<'g>, scope: &Scope, _: Slot, skip: Label| {
            let mut scope = scope.clone();
            compiler.require_about(ability, card, &mut scope, skip);
            prepare(compiler, &scope)
        };
        self.each_working(number, only, prepare, then);
    }
}
