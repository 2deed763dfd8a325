//! Results of games.

use crate::Narrator;
use crate::grammar::capital;
use cgml::vocabulary::Language;

impl Narrator<'_> {
    /// The result of a game: who wins, why, and the scores.
    pub fn result(&self, winners: &[u8], scores: &[i64], reason: Option<&str>) -> String {
        let winner = match (self.language, winners) {
            (Language::English, []) => "Nobody wins".to_owned(),
            (Language::Japanese, []) => "勝者なし".to_owned(),
            (Language::English, [seat]) if self.seat != Some(*seat) => {
                format!("{} wins", self.player(*seat))
            }
            (Language::English, seats) => format!("{} win", capital(&self.players(seats))),
            (Language::Japanese, seats) => format!("{}の勝ち", self.players(seats)),
        };
        let scores: Vec<String> = scores.iter().map(i64::to_string).collect();
        let why = reason.map_or_else(String::new, |reason| {
            self.say(format!(" – {reason}"), format!("：{reason}"))
        });
        self.say(
            format!("{winner}{why} (scores {})", scores.join(", ")),
            format!("{winner}{why}（得点 {}）", scores.join("、")),
        )
    }

    /// True if nobody has turns of their own: one turn is everybody's, or there is only one player.
    pub fn turns_are_shared(&self) -> bool {
        self.program.direction == 0 || self.program.seats == 1
    }
}
