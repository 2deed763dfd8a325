//! The games that are compared, and what each engine calls them.

use crate::ceiling::{CEILINGS, Ceiling};

/// A game that several engines know.
pub struct Game {
    /// Its name among the shipped games.
    pub name: &'static str,
    /// How OpenSpiel loads it.
    pub open_spiel: Option<&'static str>,
    /// How RLCard makes it.
    pub rlcard: Option<&'static str>,
}

impl Game {
    /// The same game written by hand, if it was.
    pub fn ceiling(&self) -> Option<&'static Ceiling> {
        CEILINGS.iter().find(|ceiling| ceiling.game == self.name)
    }
}

/// All of them, those with a ceiling first, and quick ones first.
pub const GAMES: &[Game] = &[
    game("kuhn-poker", Some("kuhn_poker"), None),
    game("leduc-poker", Some("leduc_poker"), Some("leduc-holdem")),
    game("war", None, None),
    game("hearts", Some("hearts"), None),
    game("crazy-eights", Some("crazy_eights(players=2)"), None),
    game("blackjack", Some("blackjack"), Some("blackjack")),
    game("euchre", Some("euchre"), None),
    game("goofspiel", Some("goofspiel"), None),
    game("oh-hell", Some("oh_hell(players=3)"), None),
    game("spades", Some("spades"), None),
    game("go-fish", Some("go_fish"), None),
    game("klondike", Some("solitaire(depth_limit=150)"), None),
    game("gin-rummy", Some("gin_rummy"), Some("gin-rummy")),
    game("dou-dizhu", Some("dou_dizhu"), Some("doudizhu")),
    game("uno", None, Some("uno")),
];

const fn game(
    name: &'static str,
    open_spiel: Option<&'static str>,
    rlcard: Option<&'static str>,
) -> Game {
    Game {
        name,
        open_spiel,
        rlcard,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ceiling_is_compared() {
        let compared = GAMES.iter().filter_map(Game::ceiling).count();

        assert_eq!(compared, CEILINGS.len());
    }
}
