//! The abilities of cards: which cards have them, where they work, and whose events they are about.

use std::collections::BTreeSet;

use cgml::model::{
    Ability, AbilitySort, CardDefId, EventPattern, Expr, ExprKind, Keyword, KeywordId, KeywordUse,
    KindId, Subject,
};
use engine::op::Op;
use engine::program::{Program, Text};

use crate::code::Label;
use crate::compiler::Compiler;
use crate::keywords::{Way, granted, ways_of_given};
use crate::layout::text;
use crate::rules::Happening;
use crate::scope::{Context, Scope, Value};

/// An ability, and the cards that have it.
pub(crate) struct Carried<'g> {
    pub(crate) ability: &'g Ability,
    /// The cards on which it is printed, itself or by a keyword.
    pub(crate) cards: Vec<CardDefId>,
    /// The keyword that it comes from.
    pub(crate) keyword: Option<KeywordId>,
    /// The parameters of that keyword.
    pub(crate) arguments: &'g [Expr],
    /// What the cards that have it are called.
    pub(crate) name: Text,
    /// How cards have it, if it belongs to a keyword that effects or abilities give.
    pub(crate) given: Option<Way<'g>>,
}

/// The abilities of all cards, in the order in which those of one event begin to wait.
pub(crate) fn carried(game: &cgml::model::Game) -> Vec<Carried<'_>> {
    let mut found = Vec::new();
    let granted = granted(game);
    for (id, kind) in game.kinds.pairs() {
        let cards: Vec<CardDefId> = game
            .cards
            .pairs()
            .filter(|(_, card)| card.kind.is_some_and(|of| is_kind(game, of, id)))
            .map(|(card, _)| card)
            .collect();
        let name = text(&kind.name, &kind.text);
        add(
            &mut found,
            game,
            &kind.abilities,
            &own_keywords(game, &granted, &kind.keywords, kind.extends),
            &cards,
            &name,
        );
    }
    for (id, card) in game.cards.pairs() {
        let name = text(&card.name, &card.title);
        add(
            &mut found,
            game,
            &card.abilities,
            &own_keywords(game, &granted, &card.keywords, card.kind),
            &[id],
            &name,
        );
    }
    for keyword in &granted {
        let Keyword {
            name,
            text: said,
            abilities,
            ..
        } = &game.keywords[*keyword];
        for way in ways_of_given(game, *keyword) {
            for ability in abilities {
                found.push(Carried {
                    ability,
                    cards: game.cards.pairs().map(|(id, _)| id).collect(),
                    keyword: Some(*keyword),
                    arguments: &[],
                    name: text(name, said),
                    given: Some(way.clone()),
                });
            }
        }
    }
    let later = game.resolution.priority == "higher_later";
    found.sort_by_key(|carried| {
        let priority = carried.ability.priority;
        if later { priority } else { -priority }
    });
    found
}

/// Only abilities of cards that are in this match, or that may be given to any card.
pub(crate) fn in_match<'g>(all: Vec<Carried<'g>>, program: &Program) -> Vec<Carried<'g>> {
    let present: BTreeSet<u32> = program
        .cards
        .iter()
        .map(|card| u32::from(card.kind))
        .collect();
    let mut all = all;
    for carried in &mut all {
        carried.cards.retain(|card| present.contains(&card.0));
    }
    all.retain(|carried| !carried.cards.is_empty());
    all
}

/// Adds the abilities of some cards, with those of their keywords.
fn add<'g>(
    found: &mut Vec<Carried<'g>>,
    game: &'g cgml::model::Game,
    own: &'g [Ability],
    keywords: &[&'g KeywordUse],
    cards: &[CardDefId],
    name: &Text,
) {
    let of_keywords = keywords.iter().flat_map(|used| {
        let abilities = game.keywords[used.keyword].abilities.iter();
        abilities.map(|ability| (ability, Some(used.keyword), used.arguments.as_slice()))
    });
    let own = own.iter().map(|ability| (ability, None, &[][..]));
    for (ability, keyword, arguments) in own.chain(of_keywords) {
        found.push(Carried {
            ability,
            cards: cards.to_vec(),
            keyword,
            arguments,
            name: name.clone(),
            given: None,
        });
    }
}

/// The keywords of a card or kind whose abilities it has by them alone: one without parameters counts once, and
/// not here if anything gives it.
fn own_keywords<'g>(
    game: &'g cgml::model::Game,
    granted: &[KeywordId],
    keywords: &'g [KeywordUse],
    kind: Option<KindId>,
) -> Vec<&'g KeywordUse> {
    let mut own: Vec<&KeywordUse> = Vec::new();
    for used in keywords {
        if game.keywords[used.keyword].params.is_empty() {
            let is_own = |other: &&KeywordUse| other.keyword == used.keyword;
            let mut above = kind;
            let mut is_above = false;
            while let Some(of) = above {
                is_above |= game.kinds[of].keywords.iter().any(|other| is_own(&other));
                above = game.kinds[of].extends;
            }
            if is_above || granted.contains(&used.keyword) || own.iter().any(is_own) {
                continue;
            }
        }
        own.push(used);
    }
    own
}

/// Whether a kind is another one, or extends it.
pub(crate) fn is_kind(game: &cgml::model::Game, kind: KindId, wanted: KindId) -> bool {
    let mut own = Some(kind);
    while let Some(kind) = own {
        if kind == wanted {
            return true;
        }
        own = game.kinds[kind].extends;
    }
    false
}

impl<'g> Carried<'g> {
    /// The events that it waits for, if it is triggered.
    pub(crate) fn patterns(&self) -> &'g [EventPattern] {
        match &self.ability.sort {
            AbilitySort::Triggered(patterns) => patterns,
            _ => &[],
        }
    }

    /// The events that it waits for or replaces.
    pub(crate) fn events(&self) -> &'g [EventPattern] {
        match &self.ability.sort {
            AbilitySort::Replacement(pattern) => std::slice::from_ref(pattern),
            _ => self.patterns(),
        }
    }

    pub(crate) fn listens_to(&self, happening: Happening) -> bool {
        let mut patterns = self.patterns().iter();
        patterns.any(|pattern| happening.matches(&pattern.event))
    }

    /// Whether it is about what happens to its own card, and nothing else.
    pub(crate) fn is_about_this(&self) -> bool {
        let mut patterns = self.patterns().iter();
        patterns.all(|pattern| pattern.subject == Subject::This)
    }

    pub(crate) fn uses_context(&self) -> bool {
        let mut uses = false;
        cgml::model::visit::ability_exprs(self.ability, &mut |expr| {
            uses |= matches!(expr.kind, ExprKind::Context(_) | ExprKind::ContextField(_));
        });
        uses
    }
}

impl<'g> Compiler<'g> {
    /// The abilities of one sort, by their numbers.
    pub(crate) fn abilities_where(&self, wanted: impl Fn(&Carried<'g>) -> bool) -> Vec<usize> {
        let numbers = 0..self.abilities.len();
        numbers
            .filter(|number| wanted(&self.abilities[*number]))
            .collect()
    }

    /// A card has an ability: it is printed on it, or was given to it.
    pub(crate) fn require_ability(&mut self, number: usize, card: Value, otherwise: Label) {
        if let Some(way) = self.abilities[number].given.clone() {
            return self.require_given(&way, card, otherwise);
        }
        let cards = self.game.cards.pairs();
        let has: Vec<i64> = cards
            .map(|(id, _)| i64::from(self.abilities[number].cards.contains(&id)))
            .collect();
        let taken = self.code.taken();
        let list = self.code.constant(has);
        let card = self.slot(card);
        let to = self.code.slot();
        let column = self.layout.kinds;
        self.code.emit(Op::Print { to, column, card });
        self.code.emit(Op::LookUp {
            to,
            list,
            index: to,
        });
        self.code.emit(Op::UnlessTrue {
            a: to,
            to: otherwise.pc(),
        });
        self.code.free(taken);
    }

    /// Goes through the cards that have an ability and lie where it works, those of the current player first.
    pub(crate) fn each_bearer(
        &mut self,
        number: usize,
        body: &mut dyn FnMut(&mut Compiler<'g>, Value, Label),
    ) {
        let game = self.game;
        let ability = self.abilities[number].ability;
        let everywhere = ability.zones.is_empty();
        let zones: Vec<_> = game
            .zones
            .pairs()
            .filter(|(id, zone)| {
                if everywhere {
                    zone.active
                } else {
                    ability.zones.contains(id)
                }
            })
            .map(|(id, _)| id)
            .collect();
        let taken = self.code.taken();
        let mut of_pile = |compiler: &mut Compiler<'g>, pile: Value| {
            let scope = Scope::new(compiler.code.label());
            compiler.code.bind(scope.fail);
            compiler.each_card(pile, &scope, &mut |compiler, _, card, next| {
                if everywhere {
                    compiler.require_face_up(card, next);
                }
                compiler.require_ability(number, card, next);
                body(compiler, card, next);
            });
        };
        let of_players =
            |id: &cgml::model::ZoneId| game.zones[*id].owner == cgml::model::ZoneOwner::Player;
        let (owned, common): (Vec<_>, Vec<_>) = zones.into_iter().partition(of_players);
        if !owned.is_empty() {
            self.each_seat_in_turn(&mut |compiler, seat| {
                for zone in &owned {
                    let inner = compiler.code.taken();
                    let pile = compiler.zone_of(*zone, Some(seat));
                    of_pile(compiler, pile);
                    compiler.code.free(inner);
                }
            });
        }
        for zone in common {
            let inner = self.code.taken();
            let piles = &self.program.zones[zone.0 as usize];
            for pile in piles.first..piles.first + piles.count {
                of_pile(self, Value::Known(i64::from(pile)));
            }
            self.code.free(inner);
        }
        self.code.free(taken);
    }

    /// A card shows its face.
    pub(crate) fn require_face_up(&mut self, card: Value, otherwise: Label) {
        let taken = self.code.taken();
        let card = self.slot(card);
        let to = self.code.slot();
        self.code.emit(Op::FaceOf { to, card });
        self.code.emit(Op::UnlessIs {
            a: to,
            value: 0,
            to: otherwise.pc(),
        });
        self.code.free(taken);
    }

    /// All seats, whose turn it is first.
    pub(crate) fn each_seat_in_turn(&mut self, body: &mut dyn FnMut(&mut Compiler<'g>, Value)) {
        if self.setting.players == 1 {
            return body(self, Value::Known(0));
        }
        let current = self.current();
        let current = self.slot(current);
        let (index, seat) = (self.code.slot(), self.code.slot());
        let limit = self.slot(Value::Known(i64::from(self.setting.players)));
        self.set(index, 0);
        let again = self.code.here();
        let done = self.code.label();
        self.code.emit(Op::EachNumber {
            index,
            limit,
            item: seat,
            done: done.pc(),
        });
        self.code.emit(Op::Add {
            to: seat,
            a: seat,
            b: current,
        });
        self.code.emit(Op::Mod {
            to: seat,
            a: seat,
            b: limit,
        });
        body(self, Value::In(seat));
        self.code.jump(again);
        self.code.bind(done);
    }

    /// The event is about whom it must be.
    pub(crate) fn require_subject(
        &mut self,
        pattern: &EventPattern,
        this: Option<Value>,
        me: Value,
        context: Context,
        otherwise: Label,
    ) {
        let taken = self.code.taken();
        match pattern.subject {
            Subject::Any => {}
            Subject::This => match (context.card, this) {
                (Some(card), Some(this)) => {
                    let (a, b) = (self.slot(card), self.slot(this));
                    self.code.emit(Op::UnlessEqual {
                        a,
                        b,
                        to: otherwise.pc(),
                    });
                }
                _ => self.code.jump(otherwise),
            },
            Subject::Kind(kind) => match context.card {
                Some(card) => {
                    let of = self.game.kinds.pairs();
                    let fits = of.map(|(own, _)| i64::from(is_kind(self.game, own, kind)));
                    let list = fits.collect();
                    let list = self.code.constant(list);
                    let card = self.slot(card);
                    let to = self.code.slot();
                    let column = self.layout.card_kinds;
                    self.code.emit(Op::Print { to, column, card });
                    self.code.emit(Op::UnlessThere {
                        a: to,
                        to: otherwise.pc(),
                    });
                    self.code.emit(Op::LookUp {
                        to,
                        list,
                        index: to,
                    });
                    self.code.emit(Op::UnlessTrue {
                        a: to,
                        to: otherwise.pc(),
                    });
                }
                None => self.code.jump(otherwise),
            },
            Subject::Mine | Subject::Opponents => {
                let player = match context.player {
                    Some(player) => player,
                    None => self.current(),
                };
                let mine = pattern.subject == Subject::Mine;
                let [a, b] = [player, me].map(|player| {
                    let side = if mine { player } else { self.team_of(player) };
                    self.slot(side)
                });
                self.code.emit(if mine {
                    Op::UnlessEqual {
                        a,
                        b,
                        to: otherwise.pc(),
                    }
                } else {
                    Op::UnlessDifferent {
                        a,
                        b,
                        to: otherwise.pc(),
                    }
                });
            }
            Subject::Pool(pool) => self.require_leaves(pool, context, otherwise),
        }
        self.code.free(taken);
    }

    /// The card lies where the ability works, if it says where.
    pub(crate) fn require_zone(&mut self, ability: &Ability, this: Value, otherwise: Label) {
        if ability.zones.is_empty() {
            return;
        }
        let piles = self.program.piles.iter();
        let works = piles
            .map(|pile| {
                let zone = cgml::model::ZoneId(u32::from(pile.zone));
                i64::from(ability.zones.contains(&zone))
            })
            .collect();
        let list = self.code.constant(works);
        let card = self.slot(this);
        let to = self.code.slot();
        self.code.emit(Op::PileOf { to, card });
        self.code.emit(Op::LookUp {
            to,
            list,
            index: to,
        });
        self.code.emit(Op::UnlessTrue {
            a: to,
            to: otherwise.pc(),
        });
    }

    /// The temporary values of an ability: first the parameters of its keyword.
    pub(crate) fn bind_ability(&mut self, scope: &mut Scope, number: usize) {
        let Carried {
            ability, arguments, ..
        } = self.abilities[number];
        self.bind_locals(scope, &ability.effect);
        if let Some(way) = self.abilities[number].given.clone() {
            return self.bind_given(&way, scope);
        }
        for (place, argument) in arguments.iter().enumerate() {
            let value = self.value(argument, scope);
            if let Some(local) = scope.locals.get_mut(place) {
                *local = value;
            }
        }
    }
}
