//! Decks that people build: the cards there are, whether a deck may be played, decks by chance and odds of hands.

use crate::problem::{ProblemCode, problem};
use crate::shelf::Edition;
use crate::speaker::{Speaker, language_of};
use crate::wire::{
    CardFilter, Catalogue, CatalogueCard, DeckChecked, DeckProblem, DeckSectionRule, DeckText,
    OddsAsked, OddsFound, Problem, RegulationText,
};
use cgml::decks::{
    Breach, DeckPlace, Terms, deck_list_of, problems, read_deck_text, regulation_of,
};
use cgml::diagnostic::Diagnostics;
use cgml::model::{CardDefId, DeckList, Expr, ExprKind, Literal, Type};
use cgml::source::{FileId, Span};
use cgml::vocabulary::Language;
use engine::program::Program;
use engine::random::derived;
use narrate::{Advice, GameNames, JudgedDeck, diagnostics};
use players::odds::{OddsProblem, Urn};
use std::collections::{BTreeMap, BTreeSet};

/// The longest text of a deck, in bytes.
const MOST_BYTES: usize = 256 << 10;

/// The number of different hands that are looked at for odds.
const MOST_HANDS: u64 = 2_000_000;

/// The number of attempts to put a card into a deck that is made by chance.
const MOST_TRIES: usize = 4000;

fn speaker<'s>(edition: &'s Edition, program: &'s Program, language: &str) -> Speaker<'s> {
    Speaker {
        edition,
        program,
        language: language_of(language),
        seat: None,
        traces: false,
        names: &[],
    }
}

/// Every card that a deck of the game may hold, and the sections of a deck.
pub(crate) fn catalogue(edition: &Edition, language: &str) -> Catalogue {
    let game = &edition.game;
    let program = Program::default();
    let speaker = speaker(edition, &program, language);
    let cards = buildable(edition).map(|id| catalogued(&speaker, id));
    let cards: Vec<CatalogueCard> = cards.collect();
    let rules = game.deck_rules.iter().flat_map(|rules| &rules.sections);
    Catalogue {
        filters: filters(&speaker, &cards),
        cards,
        sections: rules
            .map(|section| DeckSectionRule {
                name: speaker.section(&section.name),
                id: section.name.clone(),
                min: bound(section.min.as_ref()),
                max: bound(section.max.as_ref()),
                copies: bound(section.copies.as_ref()),
            })
            .collect(),
        regulations: regulations(&speaker),
    }
}

/// The cards that decks may hold.
fn buildable(edition: &Edition) -> impl Iterator<Item = CardDefId> {
    let cards = edition.game.cards.pairs();
    let cards = cards.filter(|(id, card)| card.deck_type.is_none() && !is_token(edition, *id));
    cards.map(|(id, _)| id)
}

fn catalogued(speaker: &Speaker<'_>, id: CardDefId) -> CatalogueCard {
    let game = &speaker.edition.game;
    let card = &game.cards[id];
    let mut numbers = Vec::new();
    let mut printed = BTreeMap::new();
    for (property, value) in &card.properties {
        let name = &game.properties[*property].name;
        if let Literal::Number(number) = value
            && let Ok(number) = i32::try_from(*number)
        {
            numbers.push((speaker.property(name), number));
        }
        printed.insert(name.clone(), words(game, value));
    }
    let kind = card.kind.map(|kind| game.kinds[kind].name.clone());
    printed.insert("kind".to_owned(), kind.into_iter().collect());
    let keywords = card.keywords.iter();
    let keywords = keywords.map(|it| game.keywords[it.keyword].name.clone());
    printed.insert("keywords".to_owned(), keywords.collect());
    CatalogueCard {
        face: speaker.card_face(id),
        tags: card.tags.clone(),
        numbers,
        printed,
        sections: sections_of(speaker.edition, id),
    }
}

/// The words of a value.
fn words(game: &cgml::model::Game, value: &Literal) -> Vec<String> {
    match value {
        Literal::Nothing | Literal::Range(_) => Vec::new(),
        Literal::Bool(truth) => vec![truth.to_string()],
        Literal::Number(number) => vec![number.to_string()],
        Literal::Text(text) => vec![text.clone()],
        Literal::Symbol(set, position) => {
            let value = game.symbol_sets[*set].values.get_index(*position as usize);
            value.cloned().into_iter().collect()
        }
        Literal::List(parts) | Literal::Record(parts) => {
            parts.iter().flat_map(|part| words(game, part)).collect()
        }
    }
}

/// The sections in which a card may be, whatever else is in the deck.
fn sections_of(edition: &Edition, id: CardDefId) -> Vec<String> {
    let game = &edition.game;
    let parameters = parameters(edition);
    let terms = Terms {
        regulation: None,
        parameters: &parameters,
    };
    let sections = game.deck_rules.iter().flat_map(|rules| &rules.sections);
    let sections = sections.filter(|section| {
        let deck = deck(vec![(section.name.clone(), vec![(id, 1)])]);
        let found = problems(game, &deck, terms);
        bound(section.max.as_ref()) != Some(0)
            && !found
                .iter()
                .any(|it| matches!(it.breach, Breach::Kind | Breach::Filter))
    });
    sections.map(|section| section.name.clone()).collect()
}

/// A deck that is written nowhere.
fn deck(sections: Vec<(String, Vec<(CardDefId, u32)>)>) -> DeckList {
    DeckList {
        name: "deck".to_owned(),
        title: Default::default(),
        text: Default::default(),
        sections,
        origin: Span::new(FileId(0), 0, 0),
    }
}

/// Filters of cards: kinds, properties with words or numbers, and keywords.
fn filters(speaker: &Speaker<'_>, cards: &[CatalogueCard]) -> Vec<CardFilter> {
    let game = &speaker.edition.game;
    let mut filters = Vec::new();
    let own = game
        .properties
        .iter()
        .map(|property| property.name.as_str());
    for name in ["kind"].into_iter().chain(own).chain(["keywords"]) {
        let values: BTreeSet<&String> = cards
            .iter()
            .filter_map(|card| card.printed.get(name))
            .flatten()
            .collect();
        if values.len() < 2 {
            continue;
        }
        let numbers: Option<Vec<i32>> = values.iter().map(|value| value.parse().ok()).collect();
        let range = numbers.and_then(|all| Some((*all.iter().min()?, *all.iter().max()?)));
        let said = |value: &str| match name {
            "kind" => {
                let kind = game.kinds.find(value).map(|kind| &game.kinds[kind].text);
                kind.map_or_else(
                    || value.to_owned(),
                    |text| speaker.prose(text, &speaker.word(value)),
                )
            }
            "keywords" => {
                let keyword = game.keywords.find(value).map(|it| &game.keywords[it].text);
                keyword.map_or_else(
                    || value.to_owned(),
                    |text| speaker.prose(text, &speaker.word(value)),
                )
            }
            _ => speaker.word(value),
        };
        let is_text = range.is_none() && values.len() > 80;
        if is_text {
            // Texts that differ from card to card are found by searching.
            continue;
        }
        filters.push(CardFilter {
            id: name.to_owned(),
            name: match (name, speaker.language) {
                ("kind", Language::English) => "Kind".to_owned(),
                ("kind", Language::Japanese) => "種類".to_owned(),
                ("keywords", Language::English) => "Keyword".to_owned(),
                ("keywords", Language::Japanese) => "キーワード".to_owned(),
                (name, _) => speaker.property(name),
            },
            values: match range {
                Some(_) => Vec::new(),
                None => values
                    .into_iter()
                    .map(|it| (it.clone(), said(it)))
                    .collect(),
            },
            range,
        });
    }
    filters
}

/// The regulations, the one in force first.
fn regulations(speaker: &Speaker<'_>) -> Vec<RegulationText> {
    let Some(rules) = &speaker.edition.game.deck_rules else {
        return Vec::new();
    };
    let mut all: Vec<_> = rules.regulations.pairs().collect();
    all.sort_by_key(|(id, _)| Some(*id) != rules.regulation);
    all.into_iter()
        .map(|(_, regulation)| RegulationText {
            id: regulation.name.clone(),
            name: speaker.prose(&regulation.text, &crate::shelf::spaced(&regulation.name)),
            date: regulation.date.clone(),
        })
        .collect()
}

fn is_token(edition: &Edition, id: CardDefId) -> bool {
    let mut kind = edition.game.cards[id].kind;
    while let Some(of) = kind {
        if edition.game.kinds[of].token {
            return true;
        }
        kind = edition.game.kinds[of].extends;
    }
    false
}

/// A bound that is a number as it is written; others are said by what is wrong with a deck.
fn bound(expr: Option<&Expr>) -> Option<u32> {
    match (&expr?.kind, &expr?.ty) {
        (ExprKind::Literal(Literal::Number(number)), Type::Number) => u32::try_from(*number).ok(),
        _ => None,
    }
}

fn parameters(edition: &Edition) -> Vec<Literal> {
    let parameters = edition.game.parameters.iter();
    parameters.map(|it| it.default.clone()).collect()
}

/// Reads a deck in any form that the game knows, and says everything that is wrong with it.
///
/// `@` and a name stand for a deck list of the game.
pub(crate) fn checked(
    edition: &Edition,
    asked: &DeckText,
    language: &str,
) -> Result<DeckChecked, Problem> {
    let game = &edition.game;
    let text = asked.text.as_str();
    if text.len() > MOST_BYTES {
        let length = text.len();
        let message = format!("the text has {length} bytes; a deck may have {MOST_BYTES}");
        return Err(problem(ProblemCode::TooLarge, message));
    }
    let regulation = regulation_of(game, asked.regulation.as_deref())
        .map_err(|message| problem(ProblemCode::Regulation, message))?;
    let shipped = text
        .strip_prefix('@')
        .and_then(|name| deck_list_of(game, name).ok());
    let read = match shipped {
        Some(deck) => Ok(deck.clone()),
        None => read(edition, text, language_of(language)),
    };
    let deck = match read {
        Ok(deck) => deck,
        Err(problems) => {
            return Ok(DeckChecked {
                problems,
                sections: Vec::new(),
            });
        }
    };
    let terms = Terms {
        regulation,
        parameters: &parameters(edition),
    };
    let judged = JudgedDeck {
        names: GameNames {
            game,
            language: language_of(language),
        },
        deck: &deck,
        regulation,
    };
    let found = problems(game, &deck, terms).into_iter().map(|it| {
        let Advice { message, hint } = judged.breach(&it);
        DeckProblem {
            message,
            hint,
            code: code(it.breach).to_owned(),
        }
    });
    Ok(DeckChecked {
        problems: found.collect(),
        sections: named(edition, deck.sections),
    })
}

fn code(breach: Breach) -> &'static str {
    match breach {
        Breach::Section => "section",
        Breach::Size(_) => "size",
        Breach::Copies { .. } => "copies",
        Breach::Kind => "kind",
        Breach::Filter => "filter",
        Breach::Regulation { .. } => "regulation",
        Breach::Together { .. } => "together",
    }
}

/// A deck of YAML or JSON, or a text with a card in each line.
fn read(edition: &Edition, text: &str, language: Language) -> Result<DeckList, Vec<DeckProblem>> {
    let mut diagnostics = Diagnostics::new();
    let deck = read_deck_text(&edition.game, text, "deck", None, &mut diagnostics);
    deck.map_err(|_| {
        let sorted = diagnostics.sorted().into_iter();
        sorted
            .map(|problem| DeckProblem {
                message: diagnostics::message(problem, language),
                hint: diagnostics::hint(problem, language),
                code: "reading".to_owned(),
            })
            .collect()
    })
}

/// Sections with the names of their cards.
fn named(
    edition: &Edition,
    sections: Vec<(String, Vec<(CardDefId, u32)>)>,
) -> Vec<(String, Vec<(String, u32)>)> {
    let name = |(id, count): (CardDefId, u32)| (edition.game.cards[id].name.clone(), count);
    let sections = sections.into_iter();
    sections
        .map(|(section, cards)| (section, cards.into_iter().map(name).collect()))
        .collect()
}

/// A deck that may be played, made by chance: cards are put in as long as the rules ask for more.
pub(crate) fn by_chance(
    edition: &Edition,
    regulation: Option<&str>,
    seed: u64,
) -> Result<DeckChecked, Problem> {
    let game = &edition.game;
    let none = |message| problem(ProblemCode::Regulation, message);
    let regulation = regulation_of(game, regulation).map_err(none)?;
    let parameters = parameters(edition);
    let terms = Terms {
        regulation,
        parameters: &parameters,
    };
    let rules = game.deck_rules.iter().flat_map(|rules| &rules.sections);
    let names: Vec<String> = rules.map(|section| section.name.clone()).collect();
    let pool: Vec<(CardDefId, Vec<String>)> = buildable(edition)
        .map(|id| (id, sections_of(edition, id)))
        .collect();
    let mut built = deck(
        names
            .iter()
            .map(|name| (name.clone(), Vec::new()))
            .collect(),
    );
    for number in 0..MOST_TRIES {
        let found = problems(game, &built, terms);
        let short = found.iter().find_map(|it| match (it.breach, it.place) {
            (Breach::Size(_), DeckPlace::Section(at)) => Some(at),
            _ => None,
        });
        let Some(at) = short else {
            if found.is_empty() {
                built.sections.retain(|(_, cards)| !cards.is_empty());
                return Ok(DeckChecked {
                    problems: Vec::new(),
                    sections: named(edition, built.sections),
                });
            }
            break;
        };
        let fitting = pool
            .iter()
            .filter(|(_, sections)| sections.contains(&names[at]));
        let fitting: Vec<CardDefId> = fitting.map(|(id, _)| *id).collect();
        let Some(card) = fitting.get(derived(seed, number as u64) as usize % fitting.len().max(1))
        else {
            break;
        };
        put_in(&mut built, at, *card);
        let worse = problems(game, &built, terms);
        let breaks = |it: &cgml::decks::DeckProblem| !matches!(it.breach, Breach::Size(_));
        let total = |deck: &DeckList| {
            deck.sections[at]
                .1
                .iter()
                .map(|(_, count)| count)
                .sum::<u32>()
        };
        let most = game
            .deck_rules
            .as_ref()
            .and_then(|rules| bound(rules.sections[at].max.as_ref()));
        if worse.iter().any(breaks) || most.is_some_and(|most| total(&built) > most) {
            take_out(&mut built, at, *card);
        }
    }
    Err(problem(
        ProblemCode::Deck,
        "no deck that may be played was found by chance".to_owned(),
    ))
}

fn put_in(deck: &mut DeckList, section: usize, card: CardDefId) {
    let cards = &mut deck.sections[section].1;
    match cards.iter_mut().find(|(other, _)| *other == card) {
        Some((_, count)) => *count += 1,
        None => cards.push((card, 1)),
    }
}

fn take_out(deck: &mut DeckList, section: usize, card: CardDefId) {
    let cards = &mut deck.sections[section].1;
    if let Some((_, count)) = cards.iter_mut().find(|(other, _)| *other == card) {
        *count -= 1;
    }
    cards.retain(|(_, count)| *count > 0);
}

/// The share of hands that have everything that is wanted, by exact counting.
pub(crate) fn odds(asked: &OddsAsked) -> Result<OddsFound, Problem> {
    if asked.wanted.len() > 16 || asked.copies.len() > 1000 || asked.hand > 100 {
        let message = "that is too much to count".to_owned();
        return Err(problem(ProblemCode::Odds, message));
    }
    // Cards that are wanted for the same reasons are counted together.
    let mut groups: BTreeMap<Vec<bool>, u32> = BTreeMap::new();
    for (card, copies) in (0_u32..).zip(&asked.copies) {
        let reasons = asked.wanted.iter().map(|(cards, _)| cards.contains(&card));
        let group = groups.entry(reasons.collect()).or_default();
        *group = group.saturating_add((*copies).min(10_000));
    }
    let reasons: Vec<&Vec<bool>> = groups.keys().collect();
    let urn = Urn {
        copies: groups.values().copied().collect(),
    };
    let share = urn.share::<OddsProblem>(asked.hand, MOST_HANDS, |taken| {
        Ok(asked.wanted.iter().enumerate().all(|(at, (_, least))| {
            let of = reasons.iter().zip(taken).filter(|(reasons, _)| reasons[at]);
            of.map(|(_, count)| count).sum::<u32>() >= *least
        }))
    });
    let share = share.map_err(|wrong| problem(ProblemCode::Odds, wrong.to_string()))?;
    Ok(OddsFound {
        chance: share.part as f64 / share.whole as f64,
        part: share.part.to_string(),
        whole: share.whole.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_counted_exactly() {
        let asked = OddsAsked {
            copies: vec![3, 3, 34],
            hand: 5,
            wanted: vec![(vec![0], 1), (vec![1], 1)],
        };
        let found = odds(&asked).expect("it can be counted");
        assert!((found.chance - 0.0979775).abs() < 1e-6, "{}", found.chance);
        let exodia = OddsAsked {
            copies: vec![1, 1, 1, 1, 1, 35],
            hand: 5,
            wanted: (0..5).map(|card| (vec![card], 1)).collect(),
        };
        let found = odds(&exodia).expect("it can be counted");
        assert_eq!((found.part.as_str(), found.whole.as_str()), ("1", "658008"));
        let small = OddsAsked {
            copies: vec![1],
            hand: 2,
            wanted: vec![],
        };
        assert!(odds(&small).is_err());
    }
}
