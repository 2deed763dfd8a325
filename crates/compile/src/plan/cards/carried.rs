//! The abilities of a match: the cards that carry each of them, and the events they listen to.

use cgml::vocabulary::resolution::PriorityOrder;
use std::collections::BTreeSet;

use cgml::model::{
    Ability, AbilitySort, CardDefId, EventPattern, Expr, ExprKind, Keyword, KeywordId, KeywordUse,
    KindId, Subject,
};
use engine::program::{Program, Text};

use crate::compiler::Compiler;
use crate::plan::cards::keyword_sources::{Way, granted, ways_of_given};
use crate::plan::effects::event_keys::EventKey;
use crate::plan::texts::text;

/// An ability, and the cards that have it.
pub(crate) struct Carried<'g> {
    pub(crate) ability: &'g Ability,
    /// The cards on which it is printed, itself or by a keyword.
    pub(crate) cards: Vec<CardDefId>,
    /// The keyword that it comes from.
    pub(crate) keyword: Option<KeywordId>,
    /// The parameters of that keyword.
    pub(crate) arguments: &'g [Expr],
    /// Name of its bearers.
    pub(crate) name: Text,
    /// The source of the ability, if it belongs to a keyword that effects or abilities give.
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
    let later = game.resolution.priority == PriorityOrder::HigherLater;
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

/// True if a kind is another one, or extends it.
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
            AbilitySort::Activated(_)
            | AbilitySort::Static { .. }
            | AbilitySort::Replacement(_)
            | AbilitySort::Restriction { .. } => &[],
        }
    }

    /// The events that it waits for or replaces.
    pub(crate) fn events(&self) -> &'g [EventPattern] {
        match &self.ability.sort {
            AbilitySort::Replacement(pattern) => std::slice::from_ref(pattern),
            AbilitySort::Triggered(_)
            | AbilitySort::Activated(_)
            | AbilitySort::Static { .. }
            | AbilitySort::Restriction { .. } => self.patterns(),
        }
    }

    pub(crate) fn listens_to(&self, key: EventKey) -> bool {
        let mut patterns = self.patterns().iter();
        patterns.any(|pattern| key.matches(&pattern.event))
    }

    /// True if it is about what happens to its own card, and nothing else.
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
        let numbers = 0..self.abilities.carried.len();
        numbers
            .filter(|number| wanted(&self.abilities.carried[*number]))
            .collect()
    }
}
