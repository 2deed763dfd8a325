//! Breaches of deck rules, in the language of who builds the deck.

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
    /// The problem, for people.
    pub(crate) fn said(&self, of: &Broken) -> DeckProblem {
        let (message, hint) = self
            .in_words(of)
            .unwrap_or_else(|| (of.message.clone(), of.hint.clone()));
        DeckProblem {
            message,
            hint: Some(hint).filter(|hint| !hint.is_empty()),
            code: code(of.breach).to_owned(),
        }
    }

    /// The problem and what to do; nothing if it cannot be said so.
    fn in_words(&self, of: &Broken) -> Option<(String, String)> {
        Some(match (of.breach, of.place) {
            (Breach::Section, DeckPlace::Section(at)) => {
                let name = &self.deck.sections.get(at)?.0;
                let names = self.sections()?;
                (
                    self.say(
                        format!("There is no section “{name}”"),
                        format!("「{name}」という区分はありません"),
                    ),
                    self.say(
                        format!("the sections are {}", names.join(", ")),
                        format!("使える区分：{}", names.join("、")),
                    ),
                )
            }
            (Breach::Size, DeckPlace::Section(at)) => {
                let (name, cards) = self.deck.sections.get(at)?;
                let size = cards.iter().map(|(_, count)| count).sum();
                self.size_of(self.section(name)?, size)?
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
                self.size_of(section, 0)?
            }
            (Breach::Copies, DeckPlace::Card(Some(at), card)) => {
                let section = self.section(&self.deck.sections.get(at)?.0)?;
                let most = bound(section.copies.as_ref())?;
                let count = self.counted(section, at, card);
                let title = self.title(card);
                let message = self.say(
                    format!("{count} copies of {title}: at most {most} of a card are allowed"),
                    format!("{title}が{count}枚あります。同じカードは{most}枚までです"),
                );
                (message, self.out(count.saturating_sub(most)))
            }
            (Breach::Kind | Breach::Filter, DeckPlace::Card(Some(at), card)) => {
                let section = self.speaker.section(&self.deck.sections.get(at)?.0);
                let title = self.title(card);
                let message = self.say(
                    format!("{title} does not go into the {section}"),
                    format!("{title}は「{section}」に入れられません"),
                );
                let hint = self.speaker.pick("take it out", "抜いてください");
                (message, hint.to_owned())
            }
            (Breach::Regulation, DeckPlace::Card(_, card)) => self.limited(card)?,
            (Breach::Together, DeckPlace::Card(_, card)) => {
                let regulation = self.regulation()?;
                let mut pairs = regulation.pairs.iter();
                let pair = pairs.find(|pair| {
                    pair.first() == Some(&card) && pair.iter().all(|it| self.copies(*it) > 0)
                })?;
                let titles: Vec<String> = pair.iter().map(|card| self.title(*card)).collect();
                let name = self.regulation_name(regulation);
                let message = self.say(
                    format!("{} do not go together ({name})", titles.join(" and ")),
                    format!("{}は一緒に入れられません（{name}）", titles.join("と")),
                );
                let hint = self
                    .speaker
                    .pick("take one of them out", "どれかを抜いてください");
                (message, hint.to_owned())
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
            let message = self.say(
                format!("{title} is banned ({name})"),
                format!("{title}は禁止カードです（{name}）"),
            );
            return Some((message, self.out(count)));
        }
        let message = self.say(
            format!("{count} copies of {title}: at most {limit} are allowed ({name})"),
            format!("{title}は{limit}枚までです（今は{count}枚、{name}）"),
        );
        let limit = u32::try_from(*limit).unwrap_or(u32::MAX);
        Some((message, self.out(count.saturating_sub(limit))))
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

    fn sections(&self) -> Option<Vec<&str>> {
        let sections = self.rules()?.sections.iter();
        Some(sections.map(|section| section.name.as_str()).collect())
    }

    fn title(&self, card: CardDefId) -> String {
        let title = self.speaker.card_title(card);
        self.say(format!("“{title}”"), format!("《{title}》"))
    }

    fn say(&self, english: String, japanese: String) -> String {
        match self.speaker.language {
            Language::English => english,
            Language::Japanese => japanese,
        }
    }

    /// A section with too few or too many cards.
    fn size_of(&self, section: &DeckSection, size: u32) -> Option<(String, String)> {
        let name = self.speaker.section(&section.name);
        let (min, max) = (bound(section.min.as_ref()), bound(section.max.as_ref()));
        let (english, japanese) = match (min, max) {
            (Some(min), Some(max)) if min == max => {
                (format!("exactly {min}"), format!("ちょうど{min}枚"))
            }
            (Some(min), Some(max)) => (format!("{min} to {max}"), format!("{min}〜{max}枚")),
            (Some(min), None) => (format!("at least {min}"), format!("{min}枚以上")),
            (None, Some(max)) => (format!("at most {max}"), format!("{max}枚以下")),
            (None, None) => return None,
        };
        let hint = match (min, max) {
            (Some(min), _) if size < min => {
                let missing = min - size;
                self.say(
                    format!("put {missing} more in"),
                    format!("あと{missing}枚入れてください"),
                )
            }
            (_, Some(max)) => self.out(size.saturating_sub(max)),
            (_, None) => String::new(),
        };
        let message = self.say(
            format!("{name}: {size} cards, but {english} are wanted"),
            format!("「{name}」は{japanese}です（今は{size}枚）"),
        );
        Some((message, hint))
    }

    fn out(&self, count: u32) -> String {
        self.say(
            format!("take {count} out"),
            format!("{count}枚抜いてください"),
        )
    }

    /// The number of copies of a card.
    fn copies(&self, card: CardDefId) -> u32 {
        let cards = self.deck.sections.iter().flat_map(|(_, cards)| cards);
        let same = cards.filter(|(other, _)| *other == card);
        same.map(|(_, count)| count).sum()
    }

    /// The number of cards of a section that count as the same card.
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
