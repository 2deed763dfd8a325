//! Piles, cards, their faces and their values.

wire! {
    /// A pile.
    pub struct Pile {
        /// Its zone.
        pub zone: String,
        /// The seat whose it is.
        pub owner: Option<u8>,
        /// The team whose it is.
        pub team: Option<u8>,
        /// Its name for people.
        pub name: String,
        /// Number of its cards, if the seat may know.
        pub count: Option<u16>,
        /// The cards, as the seat sees them: the top one first where they have an order.
        pub cards: Vec<Card>,
    }

    /// A card, as a seat sees it.
    pub struct Card {
        /// Its face, if the seat knows it.
        pub face: Option<u16>,
        /// True if it lies face down.
        pub down: bool,
        /// Its back.
        pub back: u16,
        /// Its fixed place.
        pub slot: Option<u16>,
        /// True if it is turned sideways.
        pub tapped: bool,
        /// Marks that lie on it.
        pub marks: Vec<Mark>,
        /// Printed values that effects have changed.
        pub now: Vec<FaceValue>,
        /// Keywords that it has at present and that are not printed on it.
        pub gained: Vec<String>,
        /// The card that it is attached to: position of its pile and in its pile.
        pub attached_to: Option<CardAt>,
    }

    /// Something on a card.
    pub struct Mark {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// Its value for people.
        pub value: String,
        /// Its value, if it is a number.
        pub number: Option<i32>,
        /// True if it is a counter or pieces.
        pub counter: bool,
    }

    /// Place of a card on the table.
    #[derive(Copy, Eq)]
    pub struct CardAt {
        /// The position of the pile among the piles.
        pub pile: u16,
        /// The position of the card in the pile.
        pub card: u16,
    }

    /// The face of a card.
    pub struct Face {
        /// By which cards name it.
        pub id: u16,
        /// Its name for machines.
        pub card: String,
        /// Its name for people.
        pub name: String,
        /// Its kind for people.
        pub kind: String,
        /// The title.
        pub title: String,
        /// The corner, such as a cost.
        pub corner: String,
        /// The foot, such as power.
        pub footer: String,
        /// Its colours: several run into each other.
        pub colors: Vec<String>,
        /// True if it is a card of a traditional deck, which shows rank and suit.
        pub suit: Option<String>,
        /// Its rank, on such a card.
        pub rank: Option<String>,
        /// Name of the card of the usual deck, for machines.
        pub figure: Option<Figure>,
        /// The values that matter most, in the order of the game.
        pub values: Vec<FaceValue>,
        /// Its picture: names of motifs.
        pub pictures: Vec<String>,
        /// Its place among the cards of a hand that is sorted.
        pub order: i32,
        /// Its printed values: names and values for people.
        pub printed: Vec<(String, String)>,
        /// Its keywords, with what they mean.
        pub keywords: Vec<(String, String)>,
        /// Its rules in words.
        pub text: String,
    }

    /// A card of the usual deck, as machines name it.
    pub struct Figure {
        /// `clubs`, `diamonds`, `hearts` or `spades`; a joker has none.
        pub suit: Option<String>,
        /// The rank, such as `10` or `Q`.
        pub rank: String,
    }

    /// A value on the face of a card.
    pub struct FaceValue {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// The value for people.
        pub value: String,
        /// The value, if it is a number.
        pub number: Option<i32>,
    }

    /// A value shown besides the cards.
    pub struct ShownValue {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// The seat whose it is.
        pub owner: Option<u8>,
        /// The team whose it is.
        pub team: Option<u8>,
        /// The value for people.
        pub value: String,
        /// The value, if it is a number.
        pub number: Option<i32>,
        /// True if it counts pieces of a resource.
        pub pieces: bool,
    }
}
