//! The part of a table that stays while its game is played.

use super::Clock;

wire! {
    /// The part of a table that does not change while its game is played.
    pub struct Welcome {
        /// The table.
        pub table: String,
        /// The game.
        pub game: String,
        /// Its variant.
        pub variant: Option<String>,
        /// Its name for people.
        pub title: String,
        /// One sentence about it.
        pub description: String,
        /// The viewer: a seat, or a spectator.
        pub seat: Option<u8>,
        /// The players, by seat.
        pub seats: Vec<SeatInfo>,
        /// Places of zones.
        pub zones: Vec<ZonePlace>,
        /// The colour of the table.
        pub background: Option<String>,
        /// Origin of its cards.
        pub deal: Deal,
        /// True if decisions can be taken back, or others asked for it.
        pub can_take_back: bool,
        /// True if the game can be given up: one side is left that wins, or nobody else plays.
        pub can_resign: bool,
        /// The phases of the game by name, in the order of its author.
        pub phases: Vec<String>,
        /// The time that people have.
        pub clock: Option<Clock>,
        /// True if some questions are asked even with only one answer, so that being asked tells nothing.
        pub asks_always: bool,
        /// Computer players that can take a seat.
        pub players: Vec<String>,
        /// True if a computer can be asked for its opinion: no other person plays.
        pub can_ask: bool,
    }

    /// Origin of the cards of a table.
    #[serde(tag = "kind")]
    pub enum Deal {
        /// The studio drew the seed. Nobody knows it before the end; then `State::opened` has it.
        Drawn {
            /// The SHA-256 of what will be opened; none at tables of earlier studios.
            commitment: Option<String>,
        },
        /// Somebody knew the seed before the game: whoever knows it can know every card.
        Chosen {
            /// The seed.
            seed: String,
        },
        /// Nothing is hidden from anybody here.
        Open {
            /// The seed.
            seed: String,
        },
    }

    /// The seed that the studio drew, for everybody to check.
    pub struct OpenedDeal {
        /// Its number.
        pub seed: String,
        /// The key of the generator.
        pub key: String,
        /// The text whose SHA-256 is the commitment.
        pub committed: String,
    }

    /// Rights of the asker here.
    pub struct Rights {
        /// True for the host, who may change games, remove tables and upload records.
        pub host: bool,
    }

    /// A seat.
    pub struct SeatInfo {
        /// Its number.
        pub seat: u8,
        /// Its name for people.
        pub name: String,
        /// Its player: `person`, or a computer player's name.
        pub player: String,
        /// Its team.
        pub team: Option<u8>,
    }

    /// Place of a zone on the table.
    pub struct ZonePlace {
        /// The zone.
        pub zone: String,
        /// Its name for people.
        pub name: String,
        /// True if each player has one.
        pub per_player: bool,
        /// The row, from the player's edge.
        pub row: Option<u8>,
        /// The column, from the left.
        pub column: Option<u8>,
        /// Number of columns that it takes.
        pub width: Option<u8>,
        /// Arrangement of its cards.
        pub layout: Layout,
        /// Number of fixed places.
        pub slots: Option<u16>,
        /// Its purpose.
        pub role: ZoneRole,
    }

    /// Arrangement of the cards of a zone.
    #[derive(Copy, Eq)]
    pub enum Layout {
        /// One on the other.
        Pile,
        /// Each shows a part of those below.
        Fan,
        /// Side by side.
        Row,
        /// In rows and columns.
        Grid,
    }

    /// Purpose of a zone.
    #[derive(Copy, Eq)]
    pub enum ZoneRole {
        /// Cards are drawn from it.
        Deck,
        /// Cards are held in it.
        Hand,
        /// Cards are in play in it.
        Play,
        /// Used cards lie in it.
        Discard,
        /// Cards in it are out of the game.
        Out,
        /// None of these.
        Other,
        /// Cards under those of another zone.
        Under,
    }
}
