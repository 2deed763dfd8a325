//! Seats, invitations to them, and the addresses of a new table.

use std::collections::BTreeMap;

use super::{Clock, NewTable, Prose};

wire! {
    /// The player of a seat.
    #[serde(tag = "who", deny_unknown_fields)]
    pub enum SeatPlan {
        /// A person at this browser.
        Here,
        /// A person who gets a link.
        Link,
        /// A computer player.
        Computer {
            /// Its name, such as `random`.
            name: String,
        },
    }

    /// Name and colour of somebody who comes to a table.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct Guest {
        /// The name; may be empty.
        #[serde(default)]
        pub name: String,
        /// The number of the colour.
        #[serde(default)]
        pub colour: Option<u8>,
    }

    /// Asks for an invitation: a table that begins once every seat is taken.
    #[serde(deny_unknown_fields)]
    pub struct NewInvitation {
        /// The table. Seats by link are free for whoever comes.
        pub plan: NewTable,
        /// The person who invites.
        pub guest: Guest,
    }

    /// Takes a seat of an invitation.
    #[serde(deny_unknown_fields)]
    pub struct Joining {
        /// The person who comes.
        pub guest: Guest,
        /// The deck that they bring; the one of the seat if left out.
        #[serde(default)]
        pub deck: Option<String>,
    }

    /// A seat of an invitation that was taken.
    pub struct Joined {
        /// The invitation.
        pub id: String,
        /// The seat.
        pub seat: u8,
        /// Shows that it is the same person who asks again.
        pub token: String,
    }

    /// An invitation as whoever asks may see it.
    pub struct Invitation {
        /// Its name for machines.
        pub id: String,
        /// The game.
        pub game: String,
        /// The game's name for people.
        pub name: Prose,
        /// The seats.
        pub seats: Vec<InvitedSeat>,
        /// True if people may bring decks. Nobody sees the deck of another.
        pub brings_decks: bool,
        /// The time that people have.
        pub clock: Option<Clock>,
        /// The seat of whoever asks.
        pub mine: Option<u8>,
        /// The table, once it has begun, for those who have a seat.
        pub table: Option<String>,
        /// The token of the own seat there.
        pub token: Option<String>,
    }

    /// A seat of an invitation: a computer's, somebody's, or free.
    pub struct InvitedSeat {
        /// The computer that plays it.
        pub computer: Option<String>,
        /// The person who has taken it.
        pub guest: Option<Guest>,
    }

    /// A table that was made.
    pub struct TableMade {
        /// Its name.
        pub id: String,
        /// For each seat that a person plays, the token that opens it. Whoever has it plays the seat.
        pub tokens: BTreeMap<u8, String>,
    }
}
