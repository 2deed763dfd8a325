//! Cards that are written and edited.

use std::collections::BTreeMap;

use super::{Face, Prose, WordText, ZoneRole};

wire! {
    /// The text of a card that is being written.
    #[serde(deny_unknown_fields)]
    pub struct CardDraft {
        /// The file it is in.
        pub file: String,
        /// The card of the file that it replaces; a new one if left out.
        #[serde(default)]
        pub card: Option<String>,
        /// Its text.
        pub text: String,
    }

    /// Overview of a game's cards that can be edited.
    pub struct Workshop {
        /// The game's name for people.
        pub name: String,
        /// True if it is the person's own: a copy, or a game of a folder.
        pub own: bool,
        /// True if it is a copy of a game that comes with the program.
        pub copy: bool,
        /// Folder of its files, if it is.
        pub folder: Option<String>,
        /// The files that hold cards.
        pub files: Vec<CardFile>,
        /// The cards.
        pub cards: Vec<WorkshopCard>,
        /// The kinds of cards, with what is written on them.
        pub kinds: Vec<KindFields>,
        /// Names of keywords.
        pub keywords: Vec<WordText>,
        /// The columns of tables of cards, if the game reads any.
        pub columns: Vec<CardField>,
        /// Zones in which cards can lie when a card is tried.
        pub zones: Vec<TryZone>,
        /// The phases in which a card can be tried, those with most moves first.
        pub phases: Vec<WordText>,
        /// Number of players when a card is tried.
        pub seats: u8,
        /// The position that the game proposes for it, with `CARD` wherever the card lies.
        pub trial: Option<String>,
    }

    /// A file that holds cards.
    pub struct CardFile {
        /// Its path in the game's folder.
        pub path: String,
        /// Notation of its cards.
        pub format: CardFormat,
    }

    /// Notation of the cards of a file.
    #[derive(Copy, Eq)]
    pub enum CardFormat {
        /// As cards of CGML, one after the other.
        Cards,
        /// As rows of a table.
        Table,
        /// In another format, one card to a file.
        Other,
    }

    /// A card that can be edited.
    pub struct WorkshopCard {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// Its kind for people.
        pub kind: String,
        /// Its colours.
        pub colors: Vec<String>,
        /// The file it is in.
        pub file: String,
    }

    /// A kind of cards, with what is written on them.
    pub struct KindFields {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// Fields of its cards.
        pub fields: Vec<CardField>,
    }

    /// Something that is written on a card.
    pub struct CardField {
        /// Its key.
        pub key: String,
        /// Its name for people.
        pub name: String,
        /// Values that can be entered.
        pub kind: FieldKind,
        /// True if a card may leave it out.
        pub optional: bool,
        /// The value then.
        pub default: String,
    }

    /// Values that can be entered for a field of a card.
    #[serde(tag = "type")]
    pub enum FieldKind {
        /// `true` or `false`.
        Flag,
        /// A whole number.
        Number,
        /// One of these words.
        Word {
            /// The words, with texts for people.
            values: Vec<WordText>,
        },
        /// Several of these words.
        Words {
            /// The words, with texts for people.
            values: Vec<WordText>,
        },
        /// Any text.
        Text,
        /// Anything else, as the language writes it.
        Other,
    }

    /// A zone in which cards can lie when a card is tried.
    pub struct TryZone {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// True if each player has one.
        pub per_player: bool,
        /// Its purpose.
        pub role: ZoneRole,
    }

    /// A card as it is written.
    pub struct CardOpened {
        /// The file.
        pub file: String,
        /// Its text.
        pub text: String,
        /// The state of the file that it is from: saving must name it.
        pub version: String,
    }

    /// Asks what is wrong with a card, or to change its text as a form says.
    #[serde(deny_unknown_fields)]
    pub struct CardAsked {
        /// The card.
        pub draft: CardDraft,
        /// Contents of the form.
        #[serde(default)]
        pub edit: Option<FieldEdit>,
        /// The language of all texts.
        pub language: String,
    }

    /// A field of a form that has another value.
    #[serde(deny_unknown_fields)]
    pub struct FieldEdit {
        /// The key, such as `cost` or `name.ja`; the heading of a column.
        pub key: String,
        /// Its value; left out to take the key away.
        #[serde(default)]
        pub value: Option<FieldValue>,
    }

    /// Value that was entered in a form.
    #[serde(tag = "type", deny_unknown_fields)]
    pub enum FieldValue {
        /// A number, a truth value or a word.
        Word {
            /// It.
            value: String,
        },
        /// Text for people.
        Text {
            /// It.
            value: String,
        },
        /// Several words.
        Words {
            /// They.
            value: Vec<String>,
        },
        /// As the language writes it.
        Yaml {
            /// It.
            value: String,
        },
    }

    /// A card that was checked.
    pub struct CardChecked {
        /// Its text, changed if that was asked for.
        pub text: String,
        /// The problem.
        pub mistakes: Vec<Mistake>,
        /// Its name for machines, if it has one.
        pub id: Option<String>,
        /// The values that a form shows.
        pub values: BTreeMap<String, String>,
        /// The lists that a form shows.
        pub lists: BTreeMap<String, Vec<String>>,
        /// Parts that a form cannot show, as they are written.
        pub others: BTreeMap<String, String>,
        /// Its face, if nothing is wrong.
        pub face: Option<Face>,
        /// Its rules in words, if nothing is wrong.
        pub explained: Prose,
    }

    /// Something that is wrong with a card.
    pub struct Mistake {
        /// True if the game cannot be played so.
        pub error: bool,
        /// Its code.
        pub code: String,
        /// What.
        pub message: String,
        /// The hint.
        pub hint: Option<String>,
        /// The line of the text, from 1; none if it is elsewhere.
        pub line: Option<u32>,
        /// The column, from 1, in characters.
        pub column: Option<u32>,
        /// The column just after it, if it is on the same line.
        pub end_column: Option<u32>,
        /// Other places that it concerns.
        pub elsewhere: Option<String>,
    }

    /// Asks to save a card.
    #[serde(deny_unknown_fields)]
    pub struct CardSaving {
        /// The card; without a text it is taken out of the file.
        pub draft: CardDraft,
        /// The state of the file that it was changed from; left out for a file that is not there yet.
        #[serde(default)]
        pub version: Option<String>,
    }

    /// A card that was saved.
    pub struct CardSaved {
        /// Its name for machines; none if it was taken out.
        pub card: Option<String>,
        /// The new state of its file.
        pub version: String,
        /// The folder of the game.
        pub folder: String,
    }
}
