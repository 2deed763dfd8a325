//! A table that is asked for, its clock, and how its game ended.

use std::collections::BTreeMap;

use super::{CardDraft, Pace, SeatPlan};

wire! {
    /// Asks for a new table.
    #[serde(deny_unknown_fields)]
    pub struct NewTable {
        /// The game.
        pub game: String,
        /// The variant; the game itself if left out.
        #[serde(default)]
        pub variant: Option<String>,
        /// The players of the seats.
        pub seats: Vec<SeatPlan>,
        /// Parameters that are set.
        #[serde(default)]
        pub parameters: BTreeMap<String, String>,
        /// The decks of the seats: names of deck lists, or decks written out. Empty for the game's own.
        #[serde(default)]
        pub decks: Vec<String>,
        /// The seed; one that nobody knows if left out. A number, with the key after a colon where the generator
        /// has one. Text, because not every reader of JSON has such numbers.
        #[serde(default)]
        pub seed: Option<String>,
        /// Pace of the computer's moves.
        #[serde(default)]
        pub pace: Option<Pace>,
        /// Choices that are made at once, by their numbers: to go on from a moment of another game.
        #[serde(default)]
        pub choices: Vec<u32>,
        /// The position it begins with, as a scenario's `given`; the ordinary beginning if left out.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        pub given: Option<String>,
        /// A card that is tried before it is saved.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        pub draft: Option<CardDraft>,
        /// The time that people have; as much as they like if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional = nullable))]
        pub clock: Option<Clock>,
    }

    /// The time that each person has for a whole game.
    #[derive(Copy, Eq)]
    #[serde(deny_unknown_fields)]
    pub struct Clock {
        /// So many seconds to begin with.
        pub seconds: u32,
        /// So many more for each decision.
        #[serde(default)]
        pub increment: u32,
    }

    /// The end of a game that its rules did not end.
    #[derive(Copy, Eq)]
    #[serde(tag = "kind")]
    pub enum Ended {
        /// Somebody resigned.
        Resigned {
            /// The seat.
            seat: u8,
        },
        /// Somebody had no time left.
        OutOfTime {
            /// The seat.
            seat: u8,
        },
    }
}
