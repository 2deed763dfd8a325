//! Messages between a page and a table, and the list of tables.

use super::{DropPlaces, Ended, Phrase, ProblemCode, Prose, State, Welcome};

wire! {
    /// A table in the list of tables.
    pub struct TableSummary {
        /// Its name.
        pub id: String,
        /// The game.
        pub game: String,
        /// The game's name for people.
        pub name: Prose,
        /// The players, by seat.
        pub seats: Vec<String>,
        /// The names that people go by, for each seat; empty where nobody gave one.
        pub names: Vec<String>,
        /// The seats that won, once it is over.
        pub winners: Option<Vec<u8>>,
        /// Its end, if its rules did not end it.
        pub ended: Option<Ended>,
        /// Number of choices that were made.
        pub choices: u32,
        /// True if the game is over.
        pub over: bool,
        /// When it was made, in seconds since 1970.
        pub made: u32,
        /// True if it is a record that was uploaded: nobody can play on.
        pub uploaded: bool,
        /// The seed, if somebody chose it.
        pub seed: Option<String>,
    }

    /// Pace of the computer's moves.
    #[serde(tag = "kind")]
    pub enum Pace {
        /// By themselves, after so many milliseconds.
        Auto {
            /// Time that each takes.
            milliseconds: u32,
        },
        /// One by one, when somebody asks for it.
        Step,
    }

    /// Message of a page to a table. The first must be `hello`.
    #[serde(tag = "type", deny_unknown_fields)]
    pub enum ToTable {
        /// Opens the connection.
        Hello {
            /// The token of a seat; a spectator has none.
            #[serde(default)]
            token: Option<String>,
            /// The language of all texts.
            language: String,
        },
        /// A choice.
        Play {
            /// The decision that it answers: the number of choices that were made before.
            decision: u32,
            /// The number of the choice, from 0.
            choice: u32,
        },
        /// Takes the own last decision back; where other people play, they are asked first.
        TakeBack,
        /// Answers somebody who wants to take a decision back.
        Allow {
            /// True if it may be taken back.
            yes: bool,
        },
        /// Gives the game up.
        Resign,
        /// Wants to play the same again: a new table is made when all people want it.
        Rematch,
        /// The name and the colour that a person goes by.
        Introduce {
            /// The name; empty for the name of the seat.
            name: String,
            /// The number of the colour.
            #[serde(default)]
            #[cfg_attr(test, ts(optional = nullable))]
            colour: Option<u8>,
        },
        /// Pace of the computer's moves from now on.
        SetPace {
            /// How.
            pace: Pace,
        },
        /// The next move of the computer, now.
        Step,
        /// A computer plays this seat from now on.
        HandOver {
            /// The player.
            name: String,
        },
        /// The seat is a person's again.
        TakeSeat,
        /// Asks why a card cannot be chosen; answered by `reasons`.
        WhyNot {
            /// The position of its pile among the piles.
            pile: u16,
            /// Its position in the pile.
            card: u16,
        },
        /// Asks where a card can be dropped that is being dragged; answered by `drops`.
        Drag {
            /// The position of its pile among the piles.
            pile: u16,
            /// Its position in the pile.
            card: u16,
        },
        /// Says something to the others.
        Say {
            /// The phrase.
            phrase: Phrase,
        },
        /// Choice to answer questions, too, that have only one answer and are asked so that being asked tells
        /// nothing. Without it they are answered after a while.
        AnswerAll {
            /// True if they do.
            on: bool,
        },
    }

    /// Message of a table to a page.
    #[serde(tag = "type")]
    pub enum FromTable {
        /// The part that does not change while the game is played. First of all.
        Welcome(Box<Welcome>),
        /// State of the game, and events since the last state.
        State(Box<State>),
        /// The reasons why a card cannot be chosen.
        Reasons {
            /// The position of its pile among the piles.
            pile: u16,
            /// Its position in the pile.
            card: u16,
            /// The reasons in words, as far as the seat may know them.
            reasons: Vec<String>,
        },
        /// The places where a card can be dropped.
        Drops {
            /// The decision that they are for: the number of choices that were made before.
            decision: u32,
            /// The position of its pile among the piles.
            pile: u16,
            /// Its position in the pile.
            card: u16,
            /// The places, for each choice that is made with the card.
            drops: Vec<DropPlaces>,
        },
        /// Refusal of a request.
        Refused {
            /// Why, for machines: `not_your_turn`, `stale`, `illegal`, `bad_message`, `not_allowed`.
            code: ProblemCode,
            /// The reason, for people.
            message: String,
        },
    }
}
