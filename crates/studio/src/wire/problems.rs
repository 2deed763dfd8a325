//! Refusals, and moments of a game that is looked at again.

use super::{State, Welcome};

wire! {
    /// Reason of a refusal, for machines.
    #[derive(Copy, Eq)]
    pub enum ProblemCode {
        /// No such address.
        Unknown,
        /// No such game.
        UnknownGame,
        /// No such variant of the game.
        UnknownVariant,
        /// No such table, invitation or kept deck.
        UnknownTable,
        /// No such card.
        UnknownCard,
        /// No such file, or one that is no text.
        UnknownFile,
        /// No such computer player.
        UnknownPlayer,
        /// No such run.
        UnknownRun,
        /// The asker may not do this.
        NotAllowed,
        /// Another seat chooses.
        NotYourTurn,
        /// The choice is not legal.
        Illegal,
        /// Nobody chooses there.
        NoDecision,
        /// The table or file has changed since.
        Stale,
        /// The table was removed.
        Removed,
        /// The message cannot be read.
        BadMessage,
        /// The page of another site asks.
        ForeignPage,
        /// More bytes than are taken.
        TooLarge,
        /// More requests than are answered.
        TooMany,
        /// A computer player that thinks for too long.
        TooMuch,
        /// The request took too long to arrive.
        TooSlow,
        /// The studio has too much to do.
        Busy,
        /// A fault of the studio.
        Broken,
        /// It could not be written.
        NotKept,
        /// The stored data cannot be read.
        Damaged,
        /// The system gives no random numbers.
        NoChance,
        /// The text of a card cannot be changed so.
        Card,
        /// The card has errors.
        CardHasProblems,
        /// The files of the game have errors.
        GameHasProblems,
        /// The deck may not be played.
        Deck,
        /// No such regulation.
        Regulation,
        /// The odds cannot be counted.
        Odds,
        /// The plan of a table cannot be written.
        Plan,
        /// The position cannot be set up.
        Position,
        /// The record cannot be played.
        Record,
        /// The run cannot be started or resumed.
        Run,
        /// No such seat, or one that cannot be taken.
        Seat,
        /// More seats than a table has.
        Seats,
        /// The seed cannot be read.
        Seed,
        /// The settings cannot be played.
        Settings,
    }

    /// Refusal of a request.
    pub struct Problem {
        /// For machines.
        pub code: ProblemCode,
        /// For people.
        pub message: String,
        /// The hint.
        pub hint: Option<String>,
    }

    /// A moment of a game that is looked at again.
    pub struct Moment {
        /// Number of choices in all.
        pub choices: u32,
        /// The part that does not change.
        pub welcome: Welcome,
        /// The state then, with the log up to it.
        pub state: State,
        /// The choice that is made next.
        pub next: Option<String>,
        /// Number of events between this decision and the next.
        pub events: u32,
        /// Number of them that have happened.
        pub event: u32,
    }
}
