//! What is wrong with a deck, in the language of who builds it.

use crate::decks::bound;
use crate::shelf::spaced;
use crate::speaker::Speaker;
use crate::wire::DeckProblem;
use cgml::decks::{Breach, DeckPlace, DeckProblem as Broken, Terms};
use cgml::model::{CardDefId, DeckList, DeckRules, DeckSection, Regulation};
use cgml::vocabulary::Language;

/// A deck that was looked at by the rules of its game.
pub(crate) struct Judged<'d> {
    pub(crate) speaker: &'d Speaker<'d>,
    pub(crate) deck: &'d DeckList,
    pub(crate) terms: Terms<'d>,
}

impl Judged<'_> {
    /// What is wrong, for people.
    pub(crate) fn said(&self, of: &Broken) -> DeckProblem {
        let (message, hint) = match self.speaker.language {
            Language::English => (of.message.clone(), of.hint.clone()),
            Language::Japanese => self
                .in_japanese(of)
                .unwrap_or_else(|| (of.message.clone(), of.hint.clone())),
        };
        DeckProblem {
            message,
            hint: Some(hint).filter(|hint| !hint.is_empty()),
            code: code(of.breach).to_owned(),
        }
    }

    /// The problem and what to do; nothing if it cannot be said so.
    fn in_japanese(&self, of: &Broken) -> Option<(String, String)> {
        Some(match (of.breach, of.place) {
            (Breach::Section, DeckPlace::Section(at)) => {
                let name = &self.deck.sections.get(at)?.0;
                let hint = format!("使える区分：{}", self.sections()?);
                (format!("「{name}」という区分はありません"), hint)
            }
            (Breach::Size, DeckPlace::Section(at)) => {
                let (name, cards) = self.deck.sections.get(at)?;
                let size = cards.iter().map(|(_, count)| count).sum();
                size_of(self.section(name)?, &self.speaker.section(name), size)?
            }
            // A section that is not there at all.
            (Breach::Size, DeckPlace::Deck) => {
                let is_there = |section: &&DeckSection| {
                    let mut names = self.deck.sections.iter().map(|(name, _)| name);
                    names.any(|name| *name == section.name)
                };
                let mut missing = self.rules()?.sections.iter();
                let section = missing.find(|section| {
                    !is_there(section) && of.message.contains(&format!("`{}`", section.name))
                })?;
                size_of(section, &self.speaker.section(&section.name), 0)?
            }
            (Breach::Copies, DeckPlace::Card(Some(at), card)) => {
                let section = self.section(&self.deck.sections.get(at)?.0)?;
                let most = bound(section.copies.as_ref())?;
                let count = self.counted(section, at, card);
                let message = format!(
                    "{}が{count}枚あります。同じカードは{most}枚までです",
                    self.title(card)
                );
                (message, out(count.saturating_sub(most)))
            }
            (Breach::Kind | Breach::Filter, DeckPlace::Card(Some(at), card)) => {
                let section = self.speaker.section(&self.deck.sections.get(at)?.0);
                let message = format!("{}は「{section}」に入れられません", self.title(card));
                (message, "抜いてください".to_owned())
            }
            (Breach::Regulation, DeckPlace::Card(_, card)) => self.limited(card)?,
            (Breach::Together, DeckPlace::Card(_, card)) => {
                let regulation = self.regulation()?;
                let mut pairs = regulation.pairs.iter();
                let pair = pairs.find(|pair| {
                    pair.first() == Some(&card) && pair.iter().all(|it| self.copies(*it) > 0)
                })?;
                let titles: Vec<String> = pair.iter().map(|card| self.title(*card)).collect();
                let message = format!(
                    "{}は一緒に入れられません（{}）",
                    titles.join("と"),
                    self.regulation_name(regulation)
                );
                (message, "どれかを抜いてください".to_owned())
            }
            (
                Breach::Section
                | Breach::Size
                | Breach::Copies
                | Breach::Kind
                | Breach::Filter
                | Breach::Regulation
                | Breach::Together,
                _,
            ) => return None,
        })
    }

    /// A card that the regulation bans or limits.
    fn limited(&self, card: CardDefId) -> Option<(String, String)> {
        let regulation = self.regulation()?;
        let mut limits = regulation.limits.iter();
        let (_, limit) = limits.find(|(other, _)| *other == card)?;
        let (title, name) = (self.title(card), self.regulation_name(regulation));
        let count = self.copies(card);
        if *limit == 0 {
            let message = format!("{title}は禁止カードです（{name}）");
            return Some((message, out(count)));
        }
        let message = format!("{title}は{limit}枚までです（今は{count}枚、{name}）");
        let limit = u32::try_from(*limit).unwrap_or(u32::MAX);
        Some((message, out(count.saturating_sub(limit))))
    }

    fn rules(&self) -> Option<&DeckRules> {
        self.speaker.edition.game.deck_rules.as_ref()
    }

    fn regulation(&self) -> Option<&Regulation> {
        Some(&self.rules()?.regulations[self.terms.regulation?])
    }

    fn regulation_name(&self, regulation: &Regulation) -> String {
        self.speaker
            .prose(&regulation.text, &spaced(&regulation.name))
    }

    fn section(&self, name: &str) -> Option<&DeckSection> {
        let mut sections = self.rules()?.sections.iter();
        sections.find(|section| section.name == name)
    }

    fn sections(&self) -> Option<String> {
        let sections = self.rules()?.sections.iter();
        let names: Vec<&str> = sections.map(|section| section.name.as_str()).collect();
        Some(names.join("、"))
    }

    fn title(&self, card: CardDefId) -> String {
        format!("《{}》", self.speaker.card_title(card))
    }

    /// How many there are of a card.
    fn copies(&self, card: CardDefId) -> u32 {
        let cards = self.deck.sections.iter().flat_map(|(_, cards)| cards);
        let same = cards.filter(|(other, _)| *other == card);
        same.map(|(_, count)| count).sum()
    }

    /// How many cards of a section count as the same card.
    fn counted(&self, section: &DeckSection, at: usize, card: CardDefId) -> u32 {
        let is_same = |other: CardDefId| match section.copies_by_title {
            true => self.title(other) == self.title(card),
            false => other == card,
        };
        let same = self.deck.sections[at].1.iter();
        let same = same.filter(|(other, _)| is_same(*other));
        same.map(|(_, count)| count).sum()
    }
}

/// A section with too few or too many cards.
fn size_of(section: &DeckSection, name: &str, size: u32) -> Option<(String, String)> {
    let (min, max) = (bound(section.min.as_ref()), bound(section.max.as_ref()));
    let wanted = match (min, max) {
        (Some(min), Some(max)) if min == max => format!("ちょうど{min}枚"),
        (Some(min), Some(max)) => format!("{min}〜{max}枚"),
        (Some(min), None) => format!("{min}枚以上"),
        (None, Some(max)) => format!("{max}枚以下"),
        (None, None) => return None,
    };
    let hint = match (min, max) {
        (Some(min), _) if size < min => format!("あと{}枚入れてください", min - size),
        (_, Some(max)) => out(size.saturating_sub(max)),
        (_, None) => String::new(),
    };
    Some((format!("「{name}」は{wanted}です（今は{size}枚）"), hint))
}

fn out(count: u32) -> String {
    format!("{count}枚抜いてください")
}

fn code(breach: Breach) -> &'static str {
    match breach {
        Breach::Section => "section",
        Breach::Size => "size",
        Breach::Copies => "copies",
        Breach::Kind => "kind",
        Breach::Filter => "filter",
        Breach::Regulation => "regulation",
        Breach::Together => "together",
    }
}
