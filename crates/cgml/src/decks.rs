//! Decks that people play with, against the deck rules of their game.
//!
//! The checker asks [`problems`] about the deck lists of a game; whoever sets up a match asks it about the decks
//! that players bring, which [`read_deck`] reads from a file. How cards of a deck get into zones is for the
//! compiler.

mod printed;
mod reading;

use std::cell::Cell;
use std::iter;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::Hint;
use crate::model::{
    CardDefId, DeckList, DeckRules, DeckSection, DeckSource, Expr, Game, KindId, Literal,
    Regulation, RegulationId,
};
use crate::source::Span;
use printed::BeforeMatch;
pub use printed::face_part;

pub(crate) use printed::needs_table;
pub(crate) use reading::{Places, diagnostic};
pub use reading::{deck_of_text, is_written_out, read_deck, read_deck_text};

/// Terms of a match for decks.
#[derive(Debug, Clone, Copy)]
pub struct Terms<'m> {
    /// The regulation in force.
    pub regulation: Option<RegulationId>,
    /// The values of all parameters, in their order.
    pub parameters: &'m [Literal],
}

/// One way in which a deck breaks the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeckProblem {
    /// The rule that is broken.
    pub breach: Breach,
    /// In one sentence, with the deck, the section, the card and the limit.
    pub message: String,
    /// Hint: what to do.
    pub hint: Hint,
    /// Place in the deck.
    pub place: DeckPlace,
    /// The place where the rule is written, and what is there.
    pub rule: Option<(Span, &'static str)>,
}

/// The rule that a deck breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breach {
    /// There is no such section.
    Section,
    /// Too few or too many cards.
    Size(SizeBreach),
    /// Too many copies of a card.
    Copies {
        /// The number of copies.
        count: i64,
        /// The number that is allowed.
        most: i64,
    },
    /// A card of a kind that is not allowed.
    Kind,
    /// A card that `where` does not allow.
    Filter,
    /// A card that the regulation bans or limits.
    Regulation {
        /// The number of copies.
        count: i64,
        /// The number that is allowed.
        most: i64,
    },
    /// Cards that the regulation does not allow together.
    Together {
        /// The position of the cards among the pairs of the regulation.
        pair: usize,
    },
}

/// A section with too few or too many cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SizeBreach {
    /// The section, by its position in the deck rules.
    pub section: usize,
    /// The number of cards.
    pub count: i64,
    /// The least number that the rules allow.
    pub min: Option<i64>,
    /// The largest number that the rules allow.
    pub max: Option<i64>,
}

impl SizeBreach {
    /// True if there are too many cards, not too few.
    pub fn is_excess(&self) -> bool {
        self.max.is_some_and(|max| self.count > max)
    }
}

/// A place in a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeckPlace {
    /// The deck as a whole.
    Deck,
    /// One of its sections, by position.
    Section(usize),
    /// A card in one of its sections, or wherever it comes first.
    Card(Option<usize>, CardDefId),
}

/// Everything about a deck that breaks the rules of its game.
pub fn problems(game: &Game, deck: &DeckList, terms: Terms<'_>) -> Vec<DeckProblem> {
    problems_and_work(game, deck, terms).0
}

/// The regulation that a match names, by its name or by a day on which it was in force, or that of the game.
pub fn regulation_of(game: &Game, named: Option<&str>) -> Result<Option<RegulationId>, String> {
    let rules = game.deck_rules.as_ref();
    let Some(name) = named else {
        return Ok(rules.and_then(|rules| rules.regulation));
    };
    let by_name = rules.and_then(|rules| rules.regulations.find(name));
    let by_date = || rules.and_then(|rules| in_force(rules, name));
    by_name.or_else(by_date).map(Some).ok_or_else(|| {
        let names = rules.iter().flat_map(|rules| rules.regulations.names());
        unknown("regulation", name, names.collect())
    })
}

/// The regulation that was in force on a day, written as `2008-04-15`, or at the end of a month or year, `2008-04` or
/// `2008`: the last one that began until then.
fn in_force(rules: &DeckRules, day: &str) -> Option<RegulationId> {
    let is_day = day.len() >= 4
        && day
            .bytes()
            .all(|sign| sign.is_ascii_digit() || sign == b'-');
    let dated = rules.regulations.pairs();
    let dated = dated.map(|(id, regulation)| (regulation.date.as_str(), id));
    let has_begun = |since: &str| !since.is_empty() && (since <= day || since.starts_with(day));
    let begun = dated.filter(|(since, _)| is_day && has_begun(since));
    let last = begun.max_by_key(|(since, _)| *since);
    last.map(|(_, id)| id)
}

/// The deck list of a game with a name.
pub fn deck_list_of<'g>(game: &'g Game, name: &str) -> Result<&'g DeckList, String> {
    let found = game.deck_lists.find(name).map(|id| &game.deck_lists[id]);
    found.ok_or_else(|| unknown("deck", name, game.deck_lists.names().collect()))
}

fn unknown(what: &str, name: &str, known: Vec<&str>) -> String {
    let message = format!("there is no {what} `{name}`");
    if known.is_empty() {
        return format!("{message}: the game has none");
    }
    match crate::similar::nearest(name, known.iter().copied()) {
        Some(near) => format!("{message}; did you mean `{near}`?"),
        None => format!("{message}; there are {}", crate::read::all_of(known)),
    }
}

/// The same as [`problems`], and how much work it was.
pub(crate) fn problems_and_work(
    game: &Game,
    deck: &DeckList,
    terms: Terms<'_>,
) -> (Vec<DeckProblem>, usize) {
    let mut check = Check {
        game,
        deck,
        known: BeforeMatch {
            game,
            parameters: terms.parameters,
            steps: Cell::new(0),
        },
        found: Vec::new(),
    };
    match &game.deck_rules {
        Some(rules) => check.rules(rules, terms.regulation),
        None => check.sections_without_rules(),
    }
    (check.found, check.known.steps.get())
}

/// A kind and those it extends.
fn kinds_above(game: &Game, kind: Option<KindId>) -> impl Iterator<Item = KindId> {
    iter::successors(kind, |kind| game.kinds[*kind].extends)
}

struct Check<'g> {
    game: &'g Game,
    deck: &'g DeckList,
    known: BeforeMatch<'g>,
    found: Vec<DeckProblem>,
}

impl<'g> Check<'g> {
    fn rules(&mut self, rules: &'g DeckRules, regulation: Option<RegulationId>) {
        let deck = self.deck;
        for (position, (name, cards)) in deck.sections.iter().enumerate() {
            let found = rules.sections.iter().position(|it| it.name == *name);
            let Some(number) = found else {
                let known = rules.sections.iter().map(|section| section.name.as_str());
                self.no_section(position, "the deck rules have", known);
                continue;
            };
            let section = &rules.sections[number];
            self.size((number, section), cards, DeckPlace::Section(position));
            self.copies(section, cards, position);
            self.kinds(section, cards, position);
            self.filter(section, cards, position);
        }
        // Of a deck with a misspelt section, another one is missing only because of that.
        let is_misspelt = self.found.iter().any(|it| it.breach == Breach::Section);
        let sections = rules.sections.iter().enumerate();
        for (number, section) in sections.filter(|_| !is_misspelt) {
            if !deck.sections.iter().any(|(name, _)| *name == section.name) {
                self.size((number, section), &[], DeckPlace::Deck);
            }
        }
        if let Some(regulation) = regulation {
            self.regulation(&rules.regulations[regulation]);
        }
    }

    /// Without rules, the sections are those that decks of the game are made from.
    fn sections_without_rules(&mut self) {
        let game = self.game;
        let known = game.decks.iter().filter_map(|deck| match &deck.source {
            DeckSource::DeckList(section) => Some(section.as_str()),
            DeckSource::Type(_) | DeckSource::Cards(_) => None,
        });
        if known.clone().next().is_none() {
            return;
        }
        for (position, (name, _)) in self.deck.sections.iter().enumerate() {
            if !known.clone().any(|known| known == name) {
                self.no_section(position, "the decks of the game take", known.clone());
            }
        }
    }

    fn no_section<'n>(
        &mut self,
        position: usize,
        who: &str,
        known: impl Iterator<Item = &'n str> + Clone,
    ) {
        let name = &self.deck.sections[position].0;
        let near = crate::similar::meant(name, known.clone()).map(crate::read::question);
        let all = || match known.clone().next() {
            Some(_) => Hint::all_of("the sections are", known),
            None => "take it out".into(),
        };
        self.found.push(DeckProblem {
            breach: Breach::Section,
            message: format!("{who} no section `{name}`"),
            hint: near.unwrap_or_else(all),
            place: DeckPlace::Section(position),
            rule: None,
        });
    }

    fn bound(&self, bound: &Option<Expr>) -> Option<i64> {
        bound.as_ref().and_then(|bound| self.known.number(bound))
    }

    fn size(
        &mut self,
        (number, section): (usize, &DeckSection),
        cards: &[(CardDefId, u32)],
        place: DeckPlace,
    ) {
        let size: i64 = cards.iter().map(|(_, count)| i64::from(*count)).sum();
        let (min, max) = (self.bound(&section.min), self.bound(&section.max));
        let name = &section.name;
        let hint = match (min, max, place) {
            (Some(min), _, DeckPlace::Deck) if size < min => format!("add a section `{name}`"),
            (Some(min), _, _) if size < min => {
                format!("add {}", cards_of(min.saturating_sub(size)))
            }
            (_, Some(max), _) if size > max => {
                format!("take {} out", cards_of(size.saturating_sub(max)))
            }
            (_, _, _) => return,
        };
        let expected = match (min, max) {
            (Some(min), Some(max)) if min == max => format!("exactly {min}"),
            (Some(min), Some(max)) => format!("{min} to {max}"),
            (Some(min), None) => format!("at least {min}"),
            (None, max) => format!("at most {}", max.unwrap_or(0)),
        };
        let message = format!(
            "`{}` has {} in `{name}`; the rules ask for {expected}",
            self.deck.name,
            cards_of(size),
        );
        self.found.push(DeckProblem {
            breach: Breach::Size(SizeBreach {
                section: number,
                count: size,
                min,
                max,
            }),
            message,
            hint: hint.into(),
            place,
            rule: None,
        });
    }

    fn copies(&mut self, section: &DeckSection, cards: &[(CardDefId, u32)], position: usize) {
        let Some(most) = self.bound(&section.copies) else {
            return;
        };
        let mut counts: Vec<(CardDefId, i64)> = Vec::new();
        let mut by_title: FxHashMap<&str, usize> = FxHashMap::default();
        for (card, count) in cards {
            let count = i64::from(*count);
            let group = by_title.entry(self.called(section, *card));
            let group = *group.or_insert(counts.len());
            match counts.get_mut(group) {
                Some((_, sum)) => *sum += count,
                None => counts.push((*card, count)),
            }
        }
        for (card, count) in counts.into_iter().filter(|(_, count)| *count > most) {
            let called = self.called(section, card);
            let what = match section.copies_by_title {
                true => format!("{count} cards named `{called}`"),
                false => format!("{count} copies of `{called}`"),
            };
            let allowed = match most {
                1 => "1 is allowed".to_owned(),
                most => format!("{most} are allowed"),
            };
            self.found.push(DeckProblem {
                breach: Breach::Copies { count, most },
                message: format!(
                    "`{}` has {what} in `{}`; {allowed}",
                    self.deck.name, section.name
                ),
                hint: "what is allowed is in the `copies` of the deck rules".into(),
                place: DeckPlace::Card(Some(position), card),
                rule: None,
            });
        }
    }

    /// Identity of a card when copies are counted.
    fn called(&self, section: &DeckSection, card: CardDefId) -> &'g str {
        let card = &self.game.cards[card];
        if section.copies_by_title && !card.title.is_empty() {
            card.title.of("en")
        } else {
            &card.name
        }
    }

    fn kinds(&mut self, section: &DeckSection, cards: &[(CardDefId, u32)], position: usize) {
        if section.kinds.is_empty() {
            return;
        }
        let game = self.game;
        let allowed: FxHashSet<KindId> = section.kinds.iter().copied().collect();
        for (card, _) in cards {
            let mut kinds = kinds_above(game, game.cards[*card].kind);
            if !kinds.any(|kind| allowed.contains(&kind)) {
                let names = section.kinds.iter();
                let names = names.map(|kind| game.kinds[*kind].name.as_str());
                let hint = Hint::one_of("its kind would have to be", names);
                self.not_in(section, *card, position, Breach::Kind, hint, None);
            }
        }
    }

    fn filter(&mut self, section: &DeckSection, cards: &[(CardDefId, u32)], position: usize) {
        let Some((local, filter)) = &section.filter else {
            return;
        };
        for (card, _) in cards {
            if !self.known.holds(filter, *local, *card) {
                let hint = "the `where` of the section does not hold for it".into();
                let rule = Some((filter.origin, "it would have to be so"));
                self.not_in(section, *card, position, Breach::Filter, hint, rule);
            }
        }
    }

    fn not_in(
        &mut self,
        section: &DeckSection,
        card: CardDefId,
        position: usize,
        breach: Breach,
        hint: Hint,
        rule: Option<(Span, &'static str)>,
    ) {
        let name = &self.game.cards[card].name;
        self.found.push(DeckProblem {
            breach,
            message: format!("`{name}` may not be in `{}`", section.name),
            hint,
            place: DeckPlace::Card(Some(position), card),
            rule,
        });
    }

    fn regulation(&mut self, regulation: &Regulation) {
        let mut counts: FxHashMap<CardDefId, i64> = FxHashMap::default();
        for (card, count) in self.deck.sections.iter().flat_map(|(_, cards)| cards) {
            *counts.entry(*card).or_default() += i64::from(*count);
        }
        let count = |card: CardDefId| counts.get(&card).copied().unwrap_or(0);
        let rule = Some((regulation.origin, "the regulation"));
        for (card, limit) in &regulation.limits {
            let count = count(*card);
            if count <= *limit {
                continue;
            }
            let name = &self.game.cards[*card].name;
            let (message, hint) = if *limit == 0 {
                let message = format!(
                    "`{}` has `{name}`, which the regulation `{}` bans",
                    self.deck.name, regulation.name
                );
                (message, "take it out")
            } else {
                let message = format!(
                    "`{}` has {count} of `{name}`; the regulation `{}` allows {limit}",
                    self.deck.name, regulation.name
                );
                (message, "take the others out")
            };
            self.found.push(DeckProblem {
                breach: Breach::Regulation {
                    count,
                    most: *limit,
                },
                message,
                hint: hint.into(),
                place: DeckPlace::Card(None, *card),
                rule,
            });
        }
        for (number, pair) in regulation.pairs.iter().enumerate() {
            if !pair.is_empty() && pair.iter().all(|card| count(*card) > 0) {
                let names = pair.iter().map(|card| self.game.cards[*card].name.as_str());
                let message = format!(
                    "{} may not be in one deck: regulation `{}`",
                    crate::read::all_of(names),
                    regulation.name
                );
                self.found.push(DeckProblem {
                    breach: Breach::Together { pair: number },
                    message,
                    hint: "take one of them out".into(),
                    place: DeckPlace::Card(None, pair[0]),
                    rule,
                });
            }
        }
    }
}

/// "1 card", "2 cards".
fn cards_of(count: i64) -> String {
    match count {
        1 => "1 card".to_owned(),
        count => format!("{count} cards"),
    }
}
