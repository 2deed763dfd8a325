//! The state of a game as one seat or a spectator sees it.

use std::collections::BTreeMap;

use super::{
    Arrow, CardAt, CardThen, Decision, Face, LogLine, OpenedDeal, Pace, Pile, Said, ShownValue,
};

wire! {
    /// State message for a seat or a spectator.
    pub struct State {
        /// Number of choices that were made: `play` must name it.
        pub decision_number: u32,
        /// The state and the phase.
        pub stage: Vec<String>,
        /// Number of the turn, from 1.
        pub turn: Option<u32>,
        /// The seat whose turn it is.
        pub current: Option<u8>,
        /// The piles.
        pub piles: Vec<Pile>,
        /// Values that are shown besides cards.
        pub values: Vec<ShownValue>,
        /// The decision that the game waits for.
        pub decision: Decision,
        /// Faces of cards that were not sent before.
        pub faces: Vec<Face>,
        /// Lines of the log since the last message.
        pub log: Vec<LogLine>,
        /// True if the log begins anew.
        pub log_restarts: bool,
        /// Moves that were seen since the last message.
        pub happened: Vec<Happening>,
        /// The piles before that, where the message is the first of a game that begins.
        pub before: Option<Vec<Pile>>,
        /// Pace of the computer's moves.
        pub pace: Pace,
        /// The player of each seat now: `person`, or a computer player's name.
        pub players: Vec<String>,
        /// Presence of the people.
        pub present: Vec<u8>,
        /// The number of spectators.
        pub spectators: u32,
        /// The last phrase of each player.
        pub said: Vec<Said>,
        /// Cards that are aimed at others at present.
        pub arrows: Vec<Arrow>,
        /// Effects that wait, the next first.
        pub pending: Vec<PendingEffect>,
        /// Thoughts of the computer that chose last about its choices.
        pub thinking: Option<Thinking>,
        /// The seed that the studio drew, once everybody may know it.
        pub opened: Option<OpenedDeal>,
        /// The score sheet, if the game keeps one.
        pub sheet: Option<ScoreSheet>,
        /// The people who gave a name or a colour.
        pub people: Vec<PersonNamed>,
        /// The time that is left, where it is limited.
        pub clocks: Option<Clocks>,
        /// Somebody wants to take a decision back.
        pub asked_back: Option<AskedBack>,
        /// The next game of the same people, once somebody wants it.
        pub rematch: Option<NextGame>,
    }

    /// The values at the ends of rounds.
    pub struct ScoreSheet {
        /// The rounds, the first one first.
        pub rounds: Vec<SheetRound>,
    }

    /// The values at the end of a round.
    pub struct SheetRound {
        /// After so many choices.
        pub after: u32,
        /// The values of all players or teams.
        pub values: Vec<ShownValue>,
    }

    /// The name and the colour that a person goes by.
    #[derive(Eq)]
    pub struct PersonNamed {
        /// The seat.
        pub seat: u8,
        /// The name; empty for the name of the seat.
        pub name: String,
        /// The number of the colour.
        pub colour: Option<u8>,
    }

    /// The time that is left.
    #[derive(Eq)]
    pub struct Clocks {
        /// Milliseconds for each seat; none for computers.
        pub left: Vec<Option<u32>>,
        /// The seat whose time runs.
        pub running: Option<u8>,
    }

    /// Somebody wants to take a decision back.
    #[derive(Eq)]
    pub struct AskedBack {
        /// The seat.
        pub by: u8,
        /// The seats that must still answer.
        pub waits_for: Vec<u8>,
    }

    /// The next game of the same people.
    #[derive(Eq)]
    pub struct NextGame {
        /// The seats that want it.
        pub wanted: Vec<u8>,
        /// Its table, once all want it.
        pub table: Option<String>,
        /// The tokens of the seats that whoever is told plays there.
        pub tokens: BTreeMap<u8, String>,
    }

    /// Something that is seen to move.
    #[serde(tag = "kind")]
    pub enum Happening {
        /// A card went from one pile to another: positions among the piles, where they may be known.
        Moved {
            /// Its face, if it is known before or after.
            face: Option<u16>,
            /// True if it lies face down.
            down: bool,
            /// Its back.
            back: u16,
            /// Its place before.
            from: Option<u16>,
            /// Its place after.
            to: Option<u16>,
            /// Its position from the top there.
            position: Option<u16>,
        },
        /// A player chose a card or a player, for a move or as its target.
        Chosen {
            /// The player who chose.
            seat: u8,
            /// True if it is the target of a move; otherwise it is the card that a move is made with.
            target: bool,
            /// The card.
            card: Option<CardThen>,
            /// The player who was chosen.
            player: Option<u8>,
        },
        /// A pile was shuffled.
        Shuffled {
            /// Its position among the piles.
            pile: u16,
        },
    }

    /// Thoughts of a computer about its choices.
    pub struct Thinking {
        /// Who.
        pub seat: u8,
        /// Number of the decision that it is about: choices made before it. It still thinks if that is the one
        /// that the game waits for.
        pub decision: u32,
        /// Its choices, the best first.
        pub choices: Vec<Thought>,
        /// True if it passed although it could have played a card.
        pub strategic_pass: bool,
    }

    /// Thoughts of a computer about one choice.
    pub struct Thought {
        /// The choice in words.
        pub text: String,
        /// Number of visits.
        pub visits: u32,
        /// The expected win rate, from 0 to 1.
        pub win_rate: f32,
        /// Probability at first sight, from 0 to 1.
        pub prior: f32,
        /// True if it was chosen.
        pub chosen: bool,
    }

    /// An effect that waits.
    pub struct PendingEffect {
        /// Its name.
        pub text: String,
        /// Whose.
        pub owner: Option<u8>,
        /// The card it comes from.
        pub face: Option<u16>,
        /// The place of that card on the table.
        pub at: Option<CardAt>,
        /// True if it was cancelled and will do nothing.
        pub cancelled: bool,
    }
}
