//! The decision a game waits for, and its choices.

use super::CardAt;

wire! {
    /// The decision that the game waits for.
    #[serde(tag = "kind")]
    pub enum Decision {
        /// A seat must choose.
        Choose {
            /// Who.
            seat: u8,
            /// The question.
            prompt: String,
            /// The rule that asks.
            rule: Option<RuleNamed>,
            /// The card that it is about.
            about: Option<CardNamed>,
            /// True if nobody else learns the answer before all have answered.
            secret: bool,
            /// True if several are chosen, one after the other.
            several: bool,
            /// Earlier choices of several.
            chosen: Vec<String>,
            /// Legal choices, for the seat that chooses.
            choices: Vec<Choice>,
        },
        /// Nothing: what was chosen is being carried out.
        Nothing,
        /// The game is over.
        Over {
            /// The winners.
            winners: Vec<u8>,
            /// The score of each seat.
            scores: Vec<i32>,
            /// Why, if the game says so.
            reason: Option<String>,
        },
        /// The game was stopped.
        Stopped {
            /// Why.
            message: String,
        },
    }

    /// A card in words.
    pub struct CardNamed {
        /// Its name, or the place of its back.
        pub text: String,
        /// Its face, if it is known.
        pub face: Option<u16>,
        /// Its place on the table.
        pub at: Option<CardAt>,
    }

    /// One card is aimed at another one, or at a player.
    #[derive(Copy, Eq)]
    pub struct Arrow {
        /// The card that aims.
        pub from: CardAt,
        /// The card that is aimed at.
        pub to: Option<CardAt>,
        /// The player who is aimed at.
        pub player: Option<u8>,
    }

    /// A card where it lay when something happened.
    #[derive(Copy, Eq)]
    pub struct CardThen {
        /// The position of its pile among the piles.
        pub pile: u16,
        /// Its position in the pile, if it may be known.
        pub position: Option<u16>,
        /// Its face, if it was known.
        pub face: Option<u16>,
    }

    /// Something that a player says with a button.
    pub struct Said {
        /// The seat of the player.
        pub seat: u8,
        /// The phrase.
        pub phrase: Phrase,
        /// The number of phrases of that seat so far.
        pub number: u32,
    }

    /// The phrases that players say with a button.
    #[derive(Copy, Eq)]
    pub enum Phrase {
        /// A greeting.
        Hello,
        /// Praise for a move.
        WellPlayed,
        /// Thanks.
        Thanks,
        /// An apology, or a mistake noticed.
        Oops,
        /// Asks for time.
        Moment,
        /// Asks to go on.
        YourTurn,
        /// At the end.
        GoodGame,
    }

    /// A rule with its words.
    pub struct RuleNamed {
        /// Its name.
        pub id: String,
        /// Its text.
        pub text: String,
    }

    /// Something that may be chosen.
    pub struct Choice {
        /// The number that `play` names.
        pub number: u32,
        /// Its kind.
        pub kind: ChoiceKind,
        /// The move, mode or target by its name for machines.
        pub id: String,
        /// The action, without the cards it is done with.
        pub name: String,
        /// All of it in words.
        pub text: String,
        /// The cards it is about, where they lie.
        pub cards: Vec<CardAt>,
        /// The pile it is about: a position among the piles.
        pub pile: Option<u16>,
        /// The player it is about.
        pub player: Option<u8>,
        /// The face it is about, if no card on the table is meant.
        pub face: Option<u16>,
        /// The first choice that is the same but for copies of a card between which nothing makes a difference, if
        /// it is another one.
        pub same_as: Option<u32>,
        /// The changes of values that the table shows, where the seat can be sure of them.
        pub outcome: Vec<String>,
        /// True if it ends the game at once without winning, where the seat can be sure of it: to be asked about first.
        pub ends: bool,
    }

    /// The places where the card of a choice can be dropped, as far as the seat can be sure of them.
    #[derive(Default)]
    pub struct DropPlaces {
        /// The number of the choice.
        pub choice: u32,
        /// Cards that it asks for or aims at next, where they lie now.
        pub cards: Vec<CardAt>,
        /// Players that it asks for or aims at next.
        pub players: Vec<u8>,
        /// Piles that it asks for next, and the one that the card goes to.
        pub piles: Vec<u16>,
    }

    /// The kinds of choices.
    #[derive(Copy, Eq)]
    pub enum ChoiceKind {
        /// An option of a question.
        Option,
        /// A move.
        Move,
        /// A target of a move.
        Target,
        /// No more of several options.
        Done,
        /// No move.
        Pass,
    }
}
