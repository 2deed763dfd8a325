//! Suits of the template `standard_suits`: their names, signs and colours.

/// A suit of the international deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suit {
    /// The word for it.
    pub name: &'static str,
    /// Sign such as `♥`.
    pub sign: &'static str,
    /// Other words that authors write for it, beside its sign.
    pub(crate) aliases: &'static [&'static str],
    /// The colour of its cards, unless the game gives it another one.
    pub color: &'static str,
}

const RED: &str = "#c0392b";
const BLACK: &str = "#222222";

/// The suits, the lowest first.
pub static STANDARD_SUITS: [Suit; 4] = [
    Suit {
        name: "clubs",
        sign: "♣",
        aliases: &["C", "club"],
        color: BLACK,
    },
    Suit {
        name: "diamonds",
        sign: "♦",
        aliases: &["D", "diamond"],
        color: RED,
    },
    Suit {
        name: "hearts",
        sign: "♥",
        aliases: &["H", "heart"],
        color: RED,
    },
    Suit {
        name: "spades",
        sign: "♠",
        aliases: &["S", "spade"],
        color: BLACK,
    },
];

/// The suit that a word means.
pub fn standard_suit(name: &str) -> Option<&'static Suit> {
    STANDARD_SUITS.iter().find(|suit| suit.name == name)
}
