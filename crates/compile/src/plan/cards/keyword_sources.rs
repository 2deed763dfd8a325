//! Sources of keywords and standing abilities: printed, given by static abilities, or given by `GRANT`.

use cgml::model::{
    Ability, AbilitySort, ArgumentValue, CardDefId, Expr, Game, KeywordId, KeywordUse, KindId,
};
use cgml::vocabulary::parameters::Parameter;
use engine::ids::{Cell, Constant};

use crate::plan::cards::carried::is_kind;

/// A way in which cards have an ability.
#[derive(Debug, Clone)]
pub(crate) enum Way<'g> {
    /// It stands on the card, on its kind, or belongs to a keyword that does, with these parameters.
    Printed {
        /// The cards that have it.
        cards: Vec<CardDefId>,
        /// The arguments of the keyword.
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
    /// The arguments of the keyword, where they are written down.
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

/// Keeps an effect from depending on itself: the cards for which its ability is being evaluated.
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

/// The kind, card or keyword that an ability belongs to.
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
    let value = step.argument(Parameter::Keyword);
    value.map_or(&[], ArgumentValue::keywords)
}
