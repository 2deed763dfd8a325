//! Breaches of deck rules, for who builds the deck.

use crate::GameNames;
use cgml::decks::{Breach, DeckPlace, DeckProblem, SizeBreach};
use cgml::model::{CardDefId, DeckList, DeckRules, Regulation, RegulationId};
use cgml::vocabulary::Language;

/// A deck that was judged by the rules of its game.
pub struct JudgedDeck<'d> {
    /// The names of the game.
    pub names: GameNames<'d>,
    /// The deck that was judged.
    pub deck: &'d DeckList,
    /// The regulation that it was judged by.
    pub regulation: Option<RegulationId>,
}

/// A problem and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// The problem in a sentence, in the language of `names`.
    pub message: String,
    /// Advice, if it follows from the problem.
    pub hint: Option<String>,
}

impl JudgedDeck<'_> {
    /// A breach in words.
    pub fn breach(&self, of: &DeckProblem) -> Advice {
        // A breach that was found in another deck cannot be said of this one: the words of the check remain.
        self.said(of).unwrap_or_else(|| Advice {
            message: of.message.clone(),
            hint: Some(of.hint.to_string()),
        })
    }

    fn said(&self, of: &DeckProblem) -> Option<Advice> {
        match (of.breach, of.place) {
            (Breach::Section, DeckPlace::Section(at)) => self.no_section(at),
            (Breach::Size(size), _) => self.size(size),
            (Breach::Copies { count, most }, DeckPlace::Card(_, card)) => {
                let title = self.title(card);
                Some(Advice {
                    message: self.say(
                        format!("{count} copies of {title}: at most {most} of a card are allowed"),
                        format!("{title}が{count}枚あります。同じカードは{most}枚までです"),
                    ),
                    hint: Some(self.take_out(count - most)),
                })
            }
            (Breach::Kind | Breach::Filter, DeckPlace::Card(Some(at), card)) => {
                let section = self.names.section(&self.deck.sections.get(at)?.0);
                let title = self.title(card);
                Some(Advice {
                    message: self.say(
                        format!("{title} does not go into the {section}"),
                        format!("{title}は「{section}」に入れられません"),
                    ),
                    hint: Some(self.say("take it out".into(), "抜いてください".into())),
                })
            }
            (Breach::Regulation { count, most }, DeckPlace::Card(_, card)) => {
                self.limited(card, count, most)
            }
            (Breach::Together { pair }, _) => self.together(pair),
            (
                Breach::Section
                | Breach::Copies { .. }
                | Breach::Kind
                | Breach::Filter
                | Breach::Regulation { .. },
                DeckPlace::Deck | DeckPlace::Section(_) | DeckPlace::Card(..),
            ) => None,
        }
    }

    fn no_section(&self, at: usize) -> Option<Advice> {
        let name = &self.deck.sections.get(at)?.0;
        let known = self.rules()?.sections.iter();
        let known: Vec<&str> = known.map(|section| section.name.as_str()).collect();
        Some(Advice {
            message: self.say(
                format!("There is no section “{name}”"),
                format!("「{name}」という区分はありません"),
            ),
            hint: Some(self.say(
                format!("the sections are {}", known.join(", ")),
                format!("使える区分：{}", known.join("、")),
            )),
        })
    }

    /// A section with too few or too many cards.
    fn size(&self, size: SizeBreach) -> Option<Advice> {
        let section = self.rules()?.sections.get(size.section)?;
        let name = self.names.section(&section.name);
        let SizeBreach {
            count, min, max, ..
        } = size;
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
            (_, Some(max)) if count > max => Some(self.take_out(count - max)),
            (Some(min), _) => {
                let missing = min - count;
                Some(self.say(
                    format!("put {missing} more in"),
                    format!("あと{missing}枚入れてください"),
                ))
            }
            (None, _) => None,
        };
        Some(Advice {
            message: self.say(
                format!("{name}: {count} cards, but {english} are wanted"),
                format!("「{name}」は{japanese}です（今は{count}枚）"),
            ),
            hint,
        })
    }

    /// A card that the regulation bans or limits.
    fn limited(&self, card: CardDefId, count: i64, most: i64) -> Option<Advice> {
        let name = self.names.regulation(self.regulation()?);
        let title = self.title(card);
        let message = match most {
            0 => self.say(
                format!("{title} is banned ({name})"),
                format!("{title}は禁止カードです（{name}）"),
            ),
            most => self.say(
                format!("{count} copies of {title}: at most {most} are allowed ({name})"),
                format!("{title}は{most}枚までです（今は{count}枚、{name}）"),
            ),
        };
        Some(Advice {
            message,
            hint: Some(self.take_out(count - most)),
        })
    }

    fn together(&self, pair: usize) -> Option<Advice> {
        let regulation = self.regulation()?;
        let cards = regulation.pairs.get(pair)?.iter();
        let titles: Vec<String> = cards.map(|card| self.title(*card)).collect();
        let name = self.names.regulation(regulation);
        Some(Advice {
            message: self.say(
                format!("{} do not go together ({name})", titles.join(" and ")),
                format!("{}は一緒に入れられません（{name}）", titles.join("と")),
            ),
            hint: Some(self.say(
                "take one of them out".into(),
                "どれかを抜いてください".into(),
            )),
        })
    }

    fn take_out(&self, count: i64) -> String {
        self.say(
            format!("take {count} out"),
            format!("{count}枚抜いてください"),
        )
    }

    fn rules(&self) -> Option<&DeckRules> {
        self.names.game.deck_rules.as_ref()
    }

    fn regulation(&self) -> Option<&Regulation> {
        Some(&self.rules()?.regulations[self.regulation?])
    }

    fn title(&self, card: CardDefId) -> String {
        let title = self.names.card_title(card);
        self.say(format!("“{title}”"), format!("《{title}》"))
    }

    fn say(&self, english: String, japanese: String) -> String {
        match self.names.language {
            Language::English => english,
            Language::Japanese => japanese,
        }
    }
}
