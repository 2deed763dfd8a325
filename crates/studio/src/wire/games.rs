//! Games on the shelf: their settings, rules in words, and lessons.

use super::{Prose, ZoneRole};

wire! {
    /// A game in the list of games.
    pub struct GameSummary {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: Prose,
        /// One sentence.
        pub description: Prose,
        /// The least number of players.
        pub min_players: u8,
        /// The most.
        pub max_players: u8,
        /// Words to find it by.
        pub tags: Vec<String>,
        /// True if players bring decks.
        pub brings_decks: bool,
        /// True if it has cards of its own, which can be edited.
        pub has_cards: bool,
        /// True if it can be edited here, because it is the person's own copy.
        pub own: bool,
        /// The reason it cannot be played, if its files have errors.
        pub broken: Option<String>,
    }

    /// Settings and choices before a game begins.
    pub struct GameDetail {
        /// The game.
        pub summary: GameSummary,
        /// Its variants.
        pub variants: Vec<Variant>,
        /// Its parameters, as the chosen variant has them.
        pub parameters: Vec<Parameter>,
        /// The decks that come with it.
        pub decks: Vec<DeckName>,
        /// Computer players that can take a seat.
        pub players: Vec<String>,
        /// The rules in sentences, part by part.
        pub rules: Vec<RuleText>,
        /// Text of its author about it, in Markdown, by language.
        pub readme: Prose,
        /// Its zones, for a picture of the table.
        pub zones: Vec<ZoneSketch>,
        /// The lessons of its tutorial, in their order.
        pub lessons: Vec<Lesson>,
    }

    /// Place of a zone, for a picture of the table.
    pub struct ZoneSketch {
        /// Its name for people.
        pub name: Prose,
        /// True if each player has one.
        pub per_player: bool,
        /// The row, from the player's edge.
        pub row: Option<u8>,
        /// The column, from the left.
        pub column: Option<u8>,
        /// Number of columns that it takes.
        pub width: Option<u8>,
        /// Its purpose.
        pub role: ZoneRole,
    }

    /// A lesson of a tutorial: a position, a task, and what answers it.
    pub struct Lesson {
        /// Its name.
        pub title: Prose,
        /// The matter that is learned.
        pub text: Prose,
        /// The task.
        pub task: Prose,
        /// Said when it was done.
        pub praise: Prose,
        /// Said when something else was done.
        pub hint: Prose,
        /// The position, as a scenario's `given`.
        pub given: String,
        /// The decks of the seats, if the game has decks.
        pub decks: Vec<String>,
        /// The choices that do it, any of them.
        pub wanted: Vec<Wish>,
    }

    /// A choice that a lesson waits for.
    pub struct Wish {
        /// The move, mode or target by its name for machines.
        pub choice: String,
        /// The card it is made with; any if left out.
        pub card: Option<String>,
    }

    /// A rule in words.
    pub struct RuleText {
        /// Its name for machines.
        pub name: String,
        /// Its name for people; nothing for how the game is won.
        pub title: Prose,
        /// Its text.
        pub text: Prose,
    }

    /// A variant of a game.
    pub struct Variant {
        /// Its name.
        pub id: String,
        /// The difference to the game.
        pub text: Prose,
    }

    /// A parameter of a game.
    pub struct Parameter {
        /// Its name.
        pub id: String,
        /// Its meaning.
        pub text: Prose,
        /// Its value if nobody sets it.
        pub default: String,
        /// The value that is proposed where people play, if the game has one.
        pub for_people: Option<String>,
        /// Values that can be entered.
        pub kind: ParameterKind,
    }

    /// Values that can be entered for a parameter.
    #[serde(tag = "type")]
    pub enum ParameterKind {
        /// `true` or `false`.
        Flag,
        /// A whole number.
        Number {
            /// The least.
            min: Option<i32>,
            /// The most.
            max: Option<i32>,
        },
        /// One of these words.
        Word {
            /// The words, with texts for people.
            values: Vec<WordText>,
        },
        /// Any text.
        Text,
    }

    /// A word of a game.
    pub struct WordText {
        /// The word.
        pub id: String,
        /// Its name for people.
        pub text: Prose,
    }

    /// A deck that can be chosen.
    pub struct DeckName {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: Prose,
        /// Number of cards of each section.
        pub sizes: Vec<(String, u32)>,
    }
}
