//! `fuda decks`: the decks of a game, and under which regulations they may be played.

use super::checked::show;
use super::{Misuse, Outcome};
use crate::cli::{Format, ResultFormat, Tongue};
use crate::output;
use cgml::decks::{Terms, problems};
use cgml::model::{DeckList, Game, Literal, Regulation, RegulationId};
use cgml::vocabulary::Language;
use clap::Args;
use fuda::locate;
use fuda::matches::{Checked, checked};
use serde_json::{Map, Value, json};

/// List the decks that come with a game, their sizes, and whether they may be played
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda decks my-game
  fuda decks my-game --format json

A deck of your own is checked with `fuda check --deck FILE GAME`.")]
pub(crate) struct Decks {
    /// A shipped game's name, a folder or a file
    game: String,

    /// The language
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    language: Tongue,

    #[command(flatten)]
    result: ResultFormat,
}

impl Decks {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let located = locate(&self.game).map_err(Misuse::from)?;
        let Checked { game, diagnostics } = checked(&located);
        let Some(game) = game else {
            return show(&diagnostics, self.result.format);
        };
        let listing = Listing {
            game: &game,
            parameters: game
                .parameters
                .iter()
                .map(|it| it.default.clone())
                .collect(),
            language: self.language.language(),
        };
        match self.result.format {
            Format::Text => output::print(&listing.text(&located.display))?,
            Format::Json => output::print_json(&listing.json(&located.display))?,
        }
        Ok(Outcome::Done)
    }
}

/// The decks of a game.
struct Listing<'g> {
    game: &'g Game,
    parameters: Vec<Literal>,
    language: Language,
}

impl<'g> Listing<'g> {
    fn text(&self, name: &str) -> String {
        let decks = &self.game.deck_lists;
        if decks.is_empty() {
            return format!("{name}: no decks\n");
        }
        let decks = decks.iter().map(|deck| self.deck_text(deck));
        decks.collect::<Vec<_>>().join("\n")
    }

    fn deck_text(&self, deck: &DeckList) -> String {
        let title = deck.title.of(self.language.code());
        let mut text = match title {
            "" => format!("{}\n", deck.name),
            title => format!("{} ({title})\n", deck.name),
        };
        let sizes = sizes(deck).map(|(section, size)| format!("{section} {size}"));
        text += &format!("  {}\n", sizes.collect::<Vec<_>>().join(", "));
        for (under, regulation) in self.terms() {
            let heading = under.map_or_else(String::new, |under| format!("{}: ", under.name));
            let in_force = under.is_some() && regulation == self.in_force();
            let heading = if in_force {
                heading.replace(": ", " (in force): ")
            } else {
                heading
            };
            match self.problems(deck, regulation).as_slice() {
                [] => text += &format!("  {heading}may be played\n"),
                problems => text += &format!("  {heading}{}\n", problems.join("; ")),
            }
        }
        text
    }

    fn json(&self, name: &str) -> Value {
        let regulations = self
            .regulations()
            .map(|(_, regulation)| json!({ "id": regulation.name, "date": regulation.date }));
        let in_force = self.in_force().and_then(|id| self.regulation(id));
        let decks = self.game.deck_lists.iter().map(|deck| self.deck_json(deck));
        json!({
            "game": name,
            "regulation": in_force.map(|regulation| &regulation.name),
            "regulations": regulations.collect::<Vec<_>>(),
            "decks": decks.collect::<Vec<_>>(),
        })
    }

    fn deck_json(&self, deck: &DeckList) -> Value {
        let sizes: Map<String, Value> = sizes(deck)
            .map(|(section, size)| (section.to_owned(), json!(size)))
            .collect();
        let terms = self.terms().into_iter().map(|(under, regulation)| {
            let problems = self.problems(deck, regulation);
            json!({
                "regulation": under.map(|under| &under.name),
                "legal": problems.is_empty(),
                "problems": problems,
            })
        });
        json!({
            "id": deck.name,
            "name": deck.title.of(self.language.code()),
            "sections": sizes,
            "under": terms.collect::<Vec<_>>(),
        })
    }

    /// The regulations a deck may be played under; none of them if the game has none, or none is in force.
    fn terms(&self) -> Vec<(Option<&'g Regulation>, Option<RegulationId>)> {
        let all = self.regulations();
        let all = all.map(|(id, regulation)| (Some(regulation), Some(id)));
        let without = self.in_force().is_none().then_some((None, None));
        without.into_iter().chain(all).collect()
    }

    fn regulations(&self) -> impl Iterator<Item = (RegulationId, &'g Regulation)> + use<'g> {
        let rules = self.game.deck_rules.iter();
        rules.flat_map(|rules| rules.regulations.pairs())
    }

    fn regulation(&self, id: RegulationId) -> Option<&'g Regulation> {
        let rules = self.game.deck_rules.as_ref()?;
        Some(&rules.regulations[id])
    }

    fn in_force(&self) -> Option<RegulationId> {
        self.game.deck_rules.as_ref()?.regulation
    }

    fn problems(&self, deck: &DeckList, regulation: Option<RegulationId>) -> Vec<String> {
        let terms = Terms {
            regulation,
            parameters: &self.parameters,
        };
        let found = problems(self.game, deck, terms);
        found.into_iter().map(|problem| problem.message).collect()
    }
}

/// The number of cards each section has.
fn sizes(deck: &DeckList) -> impl Iterator<Item = (&str, u32)> {
    deck.sections.iter().map(|(section, cards)| {
        let size = cards.iter().map(|(_, count)| count).sum();
        (section.as_str(), size)
    })
}
