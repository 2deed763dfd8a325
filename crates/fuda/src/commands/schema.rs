//! `fuda schema`: JSON Schemas for editors and other programs.

use super::Outcome;
use crate::output;
use cgml::schema;
use clap::{Args, ValueEnum};

/// Print a JSON Schema, for completion and checks in your editor
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda schema > cgml.json
  fuda schema --cgml-version 1.3 > cgml-1.3.json
  fuda schema card > card.json

An editor with a YAML language server uses it with a first line such as
  # yaml-language-server: $schema=./cgml.json")]
pub(crate) struct Schema {
    /// Of what
    #[arg(value_enum, default_value_t = Subject::Game)]
    subject: Subject,

    /// The version of the language; cards and deck lists are part of 1.4 only
    #[arg(long, value_enum, default_value_t = Version::V1_4)]
    cgml_version: Version,
}

/// Subject of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Subject {
    /// A game
    Game,
    /// A card, or a list of cards
    Card,
    /// A deck list, or a list of them
    DeckList,
    /// A card of SoliTCG
    SolitcgCard,
}

/// A version of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Version {
    /// CGML 1.3
    #[value(name = "1.3")]
    V1_3,
    /// CGML 1.4
    #[value(name = "1.4")]
    V1_4,
}

impl Schema {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let file = match (self.subject, self.cgml_version) {
            (Subject::Game, Version::V1_3) => "cgml-1.3.json",
            (Subject::Game, Version::V1_4) => "cgml-1.4.json",
            (Subject::Card, _) => "card-1.4.json",
            (Subject::DeckList, _) => "deck-list-1.4.json",
            (Subject::SolitcgCard, _) => "solitcg-card.json",
        };
        let files = schema::files();
        let (_, text) = files
            .iter()
            .find(|(name, _)| *name == file)
            .expect("every schema named above is one of `schema::files`");
        output::print(text)?;
        Ok(Outcome::Done)
    }
}
