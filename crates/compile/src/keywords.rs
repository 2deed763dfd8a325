//! Who has an ability, and where it works: abilities of cards and kinds, and those of keywords that are printed
//! on cards, given by static abilities or given by `GRANT`.

use cgml::model::{
    Ability, AbilitySort, CardDefId, Expr, Game, KeywordId, KeywordUse, KindId, Value as Given,
    ZoneId,
};
use engine::ids::{Cell, Constant, NOTHING, Slot};
use engine::op::Op;
use engine::program::{Sort, Text};

use crate::abilities::is_kind;
use crate::code::Label;
use crate::compiler::{Compiler, Routine};
use crate::continuous::Reading;
use crate::lasting::{CARD, WHAT};
use crate::marks::NewMark;
use crate::scope::{Scope, Value};

/// A way in which cards have an ability.
#[derive(Debug, Clone)]
pub(crate) enum Way<'g> {
    /// It stands on the card, on its kind, or belongs to a keyword that does, with these parameters.
    Printed {
        /// The cards.
        cards: Vec<CardDefId>,
        /// What they give for the parameters of the keyword.
        arguments: &'g [Expr],
    },
    /// It belongs to a keyword without parameters, wherever a card has that from.
    Keyword(KeywordId),
    /// A static ability gives its keyword, with parameters.
    ByAbility(usize, &'g KeywordUse),
    /// `GRANT` gives its keyword, with parameters.
    ByAction(KeywordId),
}

impl<'g> Way<'g> {
    /// What is given for the parameters of the keyword, where that is written down.
    pub(crate) fn arguments(&self) -> &'g [Expr] {
        match self {
            Self::Printed { arguments, .. } => arguments,
            Self::ByAbility(_, keyword) => &keyword.arguments,
            Self::Keyword(_) | Self::ByAction(_) => &[],
        }
    }
}

/// An ability that works as long as it stands: a static one, or a restriction.
#[derive(Debug, Clone)]
pub(crate) struct Standing<'g> {
    pub(crate) ability: &'g Ability,
    pub(crate) ways: Vec<Way<'g>>,
    pub(crate) guard: Guard,
}

/// Keeps an effect from depending on itself: for which cards its ability is being worked out.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum Guard {
    /// It depends on nothing that is changed.
    #[default]
    None,
    /// A bit for each card that may have it, and which bit that is.
    Bits(Cell, Constant),
    /// A value for each card.
    Mark(Cell),
}

/// Makes tests and works out values for an ability of a card.
pub(crate) type Prepare<'p, 'g> =
    &'p mut dyn FnMut(&mut Compiler<'g>, &Scope, Slot, Label) -> Vec<Value>;

/// What must be put back when an ability has been worked out.
struct Guarded {
    cell: Cell,
    before: Slot,
    card: Option<Slot>,
}

/// Where an ability comes from.
#[derive(Clone, Copy)]
enum Source {
    Kind(KindId),
    Card(CardDefId),
    Keyword(KeywordId),
}

/// The cards of a kind, or of those that extend it.
fn cards_of(game: &Game, kind: KindId) -> Vec<CardDefId> {
    let cards = game.cards.pairs();
    let cards = cards.filter(|(_, card)| card.kind.is_some_and(|of| is_kind(game, of, kind)));
    cards.map(|(id, _)| id).collect()
}

/// Every ability of a game that works as long as it stands, and where it is written.
fn sources(game: &Game) -> Vec<(&Ability, Source)> {
    let stands = |ability: &&Ability| match ability.sort {
        AbilitySort::Static { .. } | AbilitySort::Restriction { .. } => true,
        AbilitySort::Triggered(_) | AbilitySort::Activated(_) | AbilitySort::Replacement(_) => {
            false
        }
    };
    let mut found: Vec<(&Ability, Source)> = Vec::new();
    for (id, kind) in game.kinds.pairs() {
        let own = kind.abilities.iter().filter(stands);
        found.extend(own.map(|ability| (ability, Source::Kind(id))));
    }
    for (id, card) in game.cards.pairs() {
        let own = card.abilities.iter().filter(stands);
        found.extend(own.map(|ability| (ability, Source::Card(id))));
    }
    for (id, keyword) in game.keywords.pairs() {
        let own = keyword.abilities.iter().filter(stands);
        found.extend(own.map(|ability| (ability, Source::Keyword(id))));
    }
    found
}

/// Every ability of a game that works as long as it stands, with who has it.
pub(crate) fn standing<'g>(game: &'g Game, granted: &[KeywordId]) -> Vec<Standing<'g>> {
    let found = sources(game);
    let abilities: Vec<&Ability> = found.iter().map(|(ability, _)| *ability).collect();
    let standing = found.into_iter().map(|(ability, source)| Standing {
        ability,
        ways: match source {
            Source::Kind(kind) => vec![Way::Printed {
                cards: cards_of(game, kind),
                arguments: &[],
            }],
            Source::Card(card) => vec![Way::Printed {
                cards: vec![card],
                arguments: &[],
            }],
            Source::Keyword(keyword) => ways_of_keyword(game, keyword, granted, &abilities),
        },
        guard: Guard::None,
    });
    standing.collect()
}

/// The ways in which cards have a keyword, given the abilities that stand.
fn ways_of_keyword<'g>(
    game: &'g Game,
    keyword: KeywordId,
    granted: &[KeywordId],
    standing: &[&'g Ability],
) -> Vec<Way<'g>> {
    if game.keywords[keyword].params.is_empty() {
        return if granted.contains(&keyword) {
            vec![Way::Keyword(keyword)]
        } else {
            let cards = printed_with(game, keyword);
            vec![Way::Printed {
                cards,
                arguments: &[],
            }]
        };
    }
    let mut ways = Vec::new();
    for (id, kind) in game.kinds.pairs() {
        for own in kind.keywords.iter().filter(|own| own.keyword == keyword) {
            ways.push(Way::Printed {
                cards: cards_of(game, id),
                arguments: &own.arguments,
            });
        }
    }
    for (id, card) in game.cards.pairs() {
        for own in card.keywords.iter().filter(|own| own.keyword == keyword) {
            ways.push(Way::Printed {
                cards: vec![id],
                arguments: &own.arguments,
            });
        }
    }
    for (number, ability) in standing.iter().enumerate() {
        for given in grants(ability)
            .iter()
            .filter(|given| given.keyword == keyword)
        {
            ways.push(Way::ByAbility(number, given));
        }
    }
    if granted.contains(&keyword) {
        ways.push(Way::ByAction(keyword));
    }
    ways
}

/// The ways in which cards have a keyword that anything gives, besides those printed with parameters.
pub(crate) fn ways_of_given(game: &Game, keyword: KeywordId) -> Vec<Way<'_>> {
    let standing: Vec<&Ability> = sources(game).into_iter().map(|(it, _)| it).collect();
    let mut ways = ways_of_keyword(game, keyword, &[keyword], &standing);
    ways.retain(|way| !matches!(way, Way::Printed { .. }));
    ways
}

/// The keywords that effects or abilities give.
pub(crate) fn granted(game: &Game) -> Vec<KeywordId> {
    let mut granted = Vec::new();
    for ability in cgml::model::visit::abilities(game) {
        granted.extend(grants(ability).iter().map(|given| given.keyword));
    }
    cgml::model::visit::every_step(game, &mut |step| {
        granted.extend(granted_by(step).iter().map(|given| given.keyword));
    });
    granted.sort_by_key(|keyword| keyword.0);
    granted.dedup();
    granted
}

/// The keywords that a static ability gives.
pub(crate) fn grants(ability: &Ability) -> &[KeywordUse] {
    match &ability.sort {
        AbilitySort::Static { grants, .. } => grants,
        AbilitySort::Triggered(_)
        | AbilitySort::Activated(_)
        | AbilitySort::Replacement(_)
        | AbilitySort::Restriction { .. } => &[],
    }
}

/// The cards on which a keyword is printed, or on their kinds.
pub(crate) fn printed_with(game: &Game, keyword: KeywordId) -> Vec<CardDefId> {
    let has = |uses: &[KeywordUse]| uses.iter().any(|own| own.keyword == keyword);
    let mut cards = Vec::new();
    for (id, card) in game.cards.pairs() {
        let mut kind = card.kind;
        let mut found = has(&card.keywords);
        while let Some(of) = kind {
            found |= has(&game.kinds[of].keywords);
            kind = game.kinds[of].extends;
        }
        if found {
            cards.push(id);
        }
    }
    cards
}

/// The keywords that a step gives.
pub(crate) fn granted_by(step: &cgml::model::Step) -> &[KeywordUse] {
    match step.argument("keyword") {
        Some(Given::Keywords(keywords)) => keywords,
        _ => &[],
    }
}

impl<'g> Compiler<'g> {
    /// A card has an ability in a way that is not printed on it.
    pub(crate) fn require_given(&mut self, way: &Way<'g>, card: Value, otherwise: Label) {
        let taken = self.code.taken();
        let card = self.slot(card);
        if let Way::Keyword(keyword) = way {
            let had = self.had.iter().find(|(known, _)| known == keyword);
            let had = had.map(|(_, had)| *had).filter(|_| self.is_leaving);
            let has = self.code.label();
            if let Some(a) = had {
                // A card that leaves play still hears that it leaves.
                let not = self.code.label();
                let to = not.pc();
                self.code.emit(Op::UnlessTrue { a, to });
                self.code.jump(has);
                self.code.bind(not);
            }
            self.require_keyword(*keyword, card, true, otherwise);
            self.code.bind(has);
        } else {
            let found = self.slot(Value::Known(0));
            let ways = [way.clone()];
            self.each_way(&ways, card, &mut |compiler, _, _| compiler.set(found, 1));
            self.code.emit(Op::UnlessTrue {
                a: found,
                to: otherwise.pc(),
            });
        }
        self.code.free(taken);
    }

    /// Before a card moves: which keywords it has whose abilities may hear that.
    pub(crate) fn note_keywords(&mut self, card: Slot) {
        let mut noted: Vec<KeywordId> = Vec::new();
        for carried in &self.abilities {
            if let Some(Way::Keyword(keyword)) = carried.given
                && carried.listens_to(crate::rules::Happening::Move)
                && carried.is_about_this()
                && !noted.contains(&keyword)
            {
                noted.push(keyword);
            }
        }
        self.had = Vec::new();
        for keyword in noted {
            let had = self.keyword_on(keyword, Value::In(card));
            let had = self.slot(had);
            self.had.push((keyword, had));
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
            compiler.code.emit(Op::UnlessIs {
                a: found,
                value: 0,
                to: next.pc(),
            });
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
        let ability = self.abilities[number].ability;
        let count = self.abilities[number]
            .keyword
            .map_or(0, |keyword| self.game.keywords[keyword].params.len());
        self.bind_locals(scope, &ability.effect);
        for (local, value) in scope.locals.iter_mut().zip(&arguments[..count]) {
            *local = *value;
        }
    }

    /// The set of the cards that are one of some.
    pub(crate) fn set_of_cards(&mut self, cards: &[CardDefId]) -> Constant {
        let all = &self.program.cards;
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
        let printing = self.continuous.reading == Reading::Printed;
        if printing || !self.continuous.granted.contains(&keyword) {
            let printed = printed_with(self.game, keyword);
            let all = &self.program.cards;
            let set = engine::facts::set(all.len(), |number| {
                let card = all.get(number);
                let has = |kind: u16| printed.contains(&CardDefId(u32::from(kind)));
                card.is_some_and(|card| has(card.kind) == wanted)
            });
            let among = self.code.constant(set);
            return self.code.emit(Op::UnlessAmong { card, among, to });
        }
        let taken = self.code.taken();
        let at = self.code.slot();
        self.put(at, Value::In(card));
        let routine = self.routine(Routine::Keyword(keyword.0));
        self.code.emit(Op::Call {
            routine: routine.pc(),
            at,
            otherwise: to,
        });
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

    /// Whether a card has a keyword, as a truth value.
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
        self.begin_part("keywords");
        let (card, given) = (self.code.slot(), self.code.slot());
        self.set(given, 0);
        let (none, found) = (self.code.label(), self.code.label());
        self.code.emit(Op::UnlessThere {
            a: card,
            to: none.pc(),
        });
        let printed = printed_with(self.game, keyword);
        if !printed.is_empty() {
            let next = self.code.label();
            let among = self.set_of_cards(&printed);
            self.code.emit(Op::UnlessAmong {
                card,
                among,
                to: next.pc(),
            });
            self.code.jump(found);
            self.code.bind(next);
        }
        if let Some(rows) = self.continuous.lasting.granted.clone() {
            let done = self.code.label();
            self.require_rows(&rows, done);
            self.each_row(&rows, &mut |compiler, index, next| {
                compiler.require_grant(keyword, card, index, next);
                compiler.code.jump(found);
            });
            self.code.bind(done);
        }
        for number in 0..self.continuous.standing.len() {
            let ability = self.continuous.standing[number].ability;
            if grants(ability).iter().any(|given| given.keyword == keyword) {
                let has = &mut |compiler: &mut Compiler<'g>, _: &[Value], _| compiler.set(given, 1);
                self.each_given(number, card, &mut |_, _| Vec::new(), has);
            }
        }
        self.put(card, Value::In(given));
        self.code.bind(none);
        self.code.emit(Op::Return {});
        self.code.bind(found);
        self.set(card, 1);
        self.code.emit(Op::Return {});
    }

    /// Goes on if a row of `GRANT` gives a keyword to a card.
    fn require_grant(&mut self, keyword: KeywordId, card: Slot, index: Slot, otherwise: Label) {
        let Some(rows) = self.continuous.lasting.granted.clone() else {
            return;
        };
        let part = self.part_of_row(&rows, index, WHAT);
        self.code.emit(Op::UnlessIs {
            a: part,
            value: keyword.0 as i32,
            to: otherwise.pc(),
        });
        self.load_part(&rows, index, CARD, part);
        self.code.emit(Op::UnlessEqual {
            a: part,
            b: card,
            to: otherwise.pc(),
        });
    }

    /// For every card whose static ability gives keywords to a card now: `prepare` works out values with the
    /// names of that ability, `then` does something with them.
    fn each_given(
        &mut self,
        number: usize,
        card: Slot,
        prepare: &mut dyn FnMut(&mut Compiler<'g>, &Scope) -> Vec<Value>,
        then: &mut dyn FnMut(&mut Compiler<'g>, &[Value], Label),
    ) {
        let ability = self.continuous.standing[number].ability;
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
                    self.code.emit(Op::UnlessAmong {
                        card,
                        among,
                        to: next.pc(),
                    });
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
                    if let Some(rows) = self.continuous.lasting.granted.clone() {
                        let count = self.game.keywords[*keyword].params.len();
                        self.each_row(&rows, &mut |compiler, index, next| {
                            compiler.require_grant(*keyword, card, index, next);
                            let values: Vec<Value> = (0..count)
                                .map(|place| {
                                    let part = crate::lasting::FIRST_ARGUMENT + place;
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

    /// What a card gives for the parameters of a keyword that is printed on it.
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
    /// `prepare` makes tests and works out values, with the names of the ability, given the card and where to go
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
        let standing = self.continuous.standing[number].clone();
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
        let piles = self.program.piles.iter().enumerate();
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
            self.code.emit(Op::EachCard {
                cursor,
                card,
                done: done.pc(),
            });
            again
        } else {
            let index = self.code.slot();
            self.set(cursor, NOTHING);
            self.set(index, 0);
            let piles = self.code.constant(piles.to_vec());
            let again = self.code.here();
            self.code.emit(Op::EachCardIn {
                cursor,
                index,
                card,
                piles,
                done: done.pc(),
            });
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
            let piles = self.program.piles.iter();
            let works = piles.map(|pile| i64::from(self.works_in(ability, pile.zone)));
            let list = works.collect();
            let list = self.code.constant(list);
            self.code.emit(Op::PileOf { to: test, card });
            self.code.emit(Op::LookUp {
                to: test,
                list,
                index: test,
            });
            self.code.emit(Op::UnlessTrue {
                a: test,
                to: otherwise.pc(),
            });
        }
        if ability.zones.is_empty() {
            self.code.emit(Op::FaceOf { to: test, card });
            self.code.emit(Op::UnlessIs {
                a: test,
                value: 0,
                to: otherwise.pc(),
            });
        }
        self.code.free(taken);
    }

    /// A guard for an ability: bits, if few cards may have it.
    pub(crate) fn new_guard(&mut self, number: usize) -> Guard {
        let mut printed: Option<Vec<CardDefId>> = Some(Vec::new());
        for way in &self.continuous.standing[number].ways {
            match (way, &mut printed) {
                (Way::Printed { cards, .. }, Some(known)) => known.extend(cards),
                (Way::Printed { .. }, None) => {}
                (Way::Keyword(_) | Way::ByAbility(..) | Way::ByAction(_), known) => *known = None,
            }
        }
        let mut next = 0;
        let numbers: Vec<i64> = self
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
            let cell = self.layout.new_cell();
            return Guard::Bits(cell, self.code.constant(numbers));
        }
        let start = vec![0; self.program.cards.len()];
        Guard::Mark(self.new_mark(NewMark {
            name: Text {
                id: "guard".to_owned(),
                texts: Vec::new(),
            },
            sort: Sort::Number,
            start,
            hidden: false,
            internal: true,
        }))
    }

    /// Goes on unless the ability of this card is being worked out, which it is from now on.
    fn begin_guarded(&mut self, guard: Guard, card: Slot, otherwise: Label) -> Option<Guarded> {
        match guard {
            Guard::None => None,
            Guard::Bits(cell, numbers) => {
                let before = self.code.slot();
                let taken = self.code.taken();
                let (bit, test) = (self.code.slot(), self.code.slot());
                self.code.emit(Op::Load { to: before, cell });
                self.code.emit(Op::LookUp {
                    to: bit,
                    list: numbers,
                    index: card,
                });
                self.code.emit(Op::HasBit {
                    to: test,
                    bits: before,
                    bit,
                });
                self.code.emit(Op::UnlessIs {
                    a: test,
                    value: 0,
                    to: otherwise.pc(),
                });
                self.code.emit(Op::SetBit { cell, bit });
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
                self.code.emit(Op::UnlessIs {
                    a,
                    value: 0,
                    to: otherwise.pc(),
                });
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
            }) => self.code.emit(Op::Store {
                cell: *cell,
                from: *before,
            }),
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
