//! Catalogues of cards, and decks that are built and kept.

use std::collections::BTreeMap;

use super::Face;

wire! {
    /// The cards of a game that decks are built from.
    pub struct Catalogue {
        /// The cards.
        pub cards: Vec<CatalogueCard>,
        /// The sections of a deck.
        pub sections: Vec<DeckSectionRule>,
        /// Properties by which the cards can be told apart.
        pub filters: Vec<CardFilter>,
        /// Lists of banned and limited cards, the one in force first.
        pub regulations: Vec<RegulationText>,
    }

    /// A property that cards can be told apart by.
    pub struct CardFilter {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// The values that cards have; none for numbers.
        pub values: Vec<(String, String)>,
        /// The least and the largest number that cards have.
        pub range: Option<(i32, i32)>,
    }

    /// A list of banned and limited cards.
    pub struct RegulationText {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// Since when.
        pub date: String,
    }

    /// Asks for a deck that may be played, made by chance.
    #[serde(deny_unknown_fields)]
    pub struct RandomDeck {
        /// The list of banned and limited cards; the game's own if left out.
        #[serde(default)]
        pub regulation: Option<String>,
    }

    /// Asks for odds of hands of a deck.
    #[serde(deny_unknown_fields)]
    pub struct OddsAsked {
        /// Number of copies of each card.
        pub copies: Vec<u32>,
        /// Number of cards that are drawn.
        pub hand: u32,
        /// Of which cards at least so many are wanted: positions in `copies`, and how many of them together.
        pub wanted: Vec<(Vec<u32>, u32)>,
    }

    /// Odds of hands.
    pub struct OddsFound {
        /// The share of the hands that have all that is wanted.
        pub chance: f64,
        /// So many hands, in lowest terms.
        pub part: String,
        /// Of so many.
        pub whole: String,
    }

    /// A card that a deck may hold.
    pub struct CatalogueCard {
        /// Its face.
        pub face: Face,
        /// Words to find it by.
        pub tags: Vec<String>,
        /// The numbers that are printed on it, by name.
        pub numbers: Vec<(String, i32)>,
        /// Its printed properties with their words, for machines.
        pub printed: BTreeMap<String, Vec<String>>,
        /// In which sections it may be.
        pub sections: Vec<String>,
    }

    /// A section of a deck.
    pub struct DeckSectionRule {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// The fewest cards.
        pub min: Option<u32>,
        /// The most cards.
        pub max: Option<u32>,
        /// Most copies of one card.
        pub copies: Option<u32>,
    }

    /// A deck as text: a deck list of the language, its sections, or a list of names.
    #[serde(deny_unknown_fields)]
    pub struct DeckText {
        /// The text.
        pub text: String,
        /// The list of banned and limited cards; the game's own if left out.
        #[serde(default)]
        pub regulation: Option<String>,
    }

    /// A deck that was read.
    pub struct DeckChecked {
        /// Its cards by name, section by section; none if it could not be read.
        pub sections: Vec<(String, Vec<(String, u32)>)>,
        /// Everything that is wrong with it.
        pub problems: Vec<DeckProblem>,
    }

    /// Something that is wrong with a deck.
    pub struct DeckProblem {
        /// What.
        pub message: String,
        /// The hint.
        pub hint: Option<String>,
        /// The rule that it breaks, for machines.
        pub code: String,
    }

    /// A deck that is kept.
    pub struct KeptDeck {
        /// Its name for machines; the studio gives one to a new deck.
        #[serde(default)]
        pub id: String,
        /// Its game.
        pub game: String,
        /// Its name for people.
        pub name: String,
        /// Its cards by name, section by section.
        pub sections: Vec<(String, Vec<(String, u32)>)>,
    }

    /// Some of the decks that are kept.
    pub struct KeptDecks {
        /// The decks.
        pub decks: Vec<KeptDeck>,
        /// True if there are more, on the next page.
        pub more: bool,
    }
}
