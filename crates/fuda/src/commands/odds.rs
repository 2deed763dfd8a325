//! `fuda odds`: the share of opening hands for which something holds, counted exactly.

use super::checked::show;
use super::matched::Match;
use super::numbers::grouped;
use super::{Misuse, Outcome};
use crate::cli::{Format, ResultFormat};
use crate::output;
use clap::Args;
use fuda::locate;
use fuda::odds::{Odds as Counted, OddsError, Predicate};
use players::odds::OddsProblem;
use serde_json::json;

/// Count exactly how often an opening hand is as you want it
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda odds ygo-ftk --deck exodia 'count(hand where card.id == pot_of_greed) >= 1'
  fuda odds ygo-ftk --deck exodia 'count(distinct(hand where exodia in card.tags, card.name)) == 5'
  fuda odds ygo-ftk --hand 6 'any(hand, card.kind == field_spell) and count(hand where card.kind == normal_spell) >= 2'
  fuda odds crazy-eights --hand 5 'count(hand where card.rank == 8) >= 1' --format json

Every hand that can be dealt from a full deck is counted, none is drawn by chance: the fraction is exact. The
expression is in the language of the game and may ask for anything that the hand decides.")]
pub(crate) struct Odds {
    #[command(flatten)]
    game: Match,

    /// Condition on the hand, as an expression of the game
    expression: String,

    /// Number of cards drawn
    #[arg(long, value_name = "N", default_value = "5")]
    hand: u32,

    /// Limit on the number of different hands that are examined
    #[arg(long, value_name = "N", default_value = "5000000")]
    most: u64,

    #[command(flatten)]
    result: ResultFormat,
}

impl Odds {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let format = self.result.format;
        let located = locate(&self.game.game).map_err(Misuse::from)?;
        let predicate = Predicate::new(&located.sources, &located.entry, &self.expression);
        let predicate = match predicate {
            Ok(predicate) => predicate,
            Err(diagnostics) => return show(&diagnostics, format),
        };
        let files = predicate.diagnostics.files();
        let settings = match self.game.settings(&predicate.game, files, format) {
            Ok(settings) => settings,
            Err(error) => return error.outcome(),
        };
        let odds = match predicate.odds(&settings, self.hand, self.most) {
            Ok(odds) => odds,
            Err(problem) => return Err(self.refused(problem)),
        };
        match format {
            Format::Text => output::print(&self.text(&odds))?,
            Format::Json => output::print_json(&json!({
                "game": self.game.game,
                "expression": self.expression,
                "hand": self.hand,
                "deck": odds.deck,
                "different_hands": odds.different,
                "part": odds.share.part.to_string(),
                "whole": odds.share.whole.to_string(),
                "share": odds.share.value(),
            }))?,
        }
        Ok(Outcome::Done)
    }

    fn refused(&self, problem: OddsError) -> anyhow::Error {
        let hint = match &problem {
            OddsError::Counting(OddsProblem::TooMany(_)) => {
                "allow more with `--most`, or take a smaller `--hand`"
            }
            OddsError::Counting(OddsProblem::TooFew { .. }) => "take a smaller `--hand`",
            OddsError::Counting(OddsProblem::TooLarge) => "take a smaller `--hand`",
            OddsError::Zone(_) => "odds are for games in which a hand is drawn from a deck",
            OddsError::NoExpression => "`fuda odds --help` has examples",
            OddsError::NoAnswer(_) => "ask only for what the hand decides",
            OddsError::Refused(_) => "`fuda decks GAME` lists the decks of a game",
        };
        Misuse::new(problem.to_string(), hint).into()
    }

    fn text(&self, odds: &Counted) -> String {
        let [hand, deck] = &odds.zones;
        format!(
            "{}: {} cards of {} from `{deck}` to `{hand}`, {} different hands\n\n{}/{} = {:.5} %\n",
            self.game.game,
            self.hand,
            odds.deck,
            grouped(odds.different),
            odds.share.part,
            odds.share.whole,
            odds.share.value() * 100.0
        )
    }
}
