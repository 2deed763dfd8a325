//! The games that are compared, and what each engine calls them.

use crate::ceiling::{CEILINGS, Ceiling};

/// A game that several engines know.
pub struct Game {
    /// Its name in the table.
    pub name: &'static str,
    /// How we play it.
    pub table: Table,
    /// How OpenSpiel loads it.
    pub open_spiel: Option<&'static str>,
    /// How RLCard makes it.
    pub rlcard: Option<&'static str>,
}

/// A shipped game as the other engines play it.
pub struct Table {
    /// The folder of the game.
    pub game: &'static str,
    /// A file in its folder `variants`.
    pub variant: Option<&'static str>,
    /// How many play.
    pub players: u8,
}

impl Game {
    /// The same game written by hand, if it was.
    pub fn ceiling(&self) -> Option<&'static Ceiling> {
        CEILINGS.iter().find(|ceiling| ceiling.game == self.name)
    }

    const fn on(self, open_spiel: &'static str) -> Self {
        Self {
            open_spiel: Some(open_spiel),
            ..self
        }
    }

    const fn and_rlcard(self, rlcard: &'static str) -> Self {
        Self {
            rlcard: Some(rlcard),
            ..self
        }
    }
}

/// All of them, those with a ceiling first, and quick ones first.
pub const GAMES: &[Game] = &[
    shipped("kuhn-poker", 2).on("kuhn_poker"),
    shipped("leduc-poker", 2)
        .on("leduc_poker")
        .and_rlcard("leduc-holdem"),
    shipped("war", 2),
    variant("hearts", 4).on("hearts"),
    variant("crazy-eights", 2).on("crazy_eights(players=2)"),
    variant("blackjack", 1)
        .on("blackjack")
        .and_rlcard("blackjack"),
    variant("euchre", 4).on("euchre"),
    variant("goofspiel", 2).on("goofspiel"),
    variant("oh-hell", 3).on("oh_hell(players=3)"),
    variant("spades", 4).on("spades"),
    shipped("go-fish", 2).on("go_fish"),
    variant("cribbage", 2).on("cribbage(players=2)"),
    variant("dou-dizhu", 3)
        .on("dou_dizhu")
        .and_rlcard("doudizhu"),
    variant("klondike", 1).on("solitaire(depth_limit=150)"),
    variant("gin-rummy", 2)
        .on("gin_rummy")
        .and_rlcard("gin-rummy"),
    shipped("solitcg", 1),
    shipped("ygo-ftk", 1),
    shipped("duel-masters", 2),
    shipped("furuyoni", 2),
];

/// A game that has the rules of the other engines as it is.
const fn shipped(game: &'static str, players: u8) -> Game {
    Game {
        name: game,
        table: Table {
            game,
            variant: None,
            players,
        },
        open_spiel: None,
        rlcard: None,
    }
}

/// A game that has a variant with the rules of OpenSpiel.
const fn variant(game: &'static str, players: u8) -> Game {
    let table = Table {
        game,
        variant: Some("openspiel.cgml"),
        players,
    };
    Game {
        table,
        ..shipped(game, players)
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
