//! Players and lists of them.

use serde_json::{Value, json};

use super::definitions::{Definitions, list_of};
use crate::version::Version;
use crate::vocabulary::fields::PLAYER_WORDS;

impl Definitions {
    /// `current` and the like, a seat, or an expression.
    pub(super) fn player(&mut self) -> Value {
        self.refer("player", |definitions| {
            let mut forms = vec![
                json!({ "enum": PLAYER_WORDS }),
                json!({ "type": "integer", "minimum": 0, "maximum": 9 }),
                json!({ "type": "object" }),
            ];
            if definitions.has(Version::V1_4) {
                forms.push(json!({ "type": "string", "minLength": 1 }));
            }
            json!({
                "title": "player",
                "description": "Who: a word, a seat from 0, or an expression.",
                "anyOf": forms,
                "allOf": [definitions.long_form()],
            })
        })
    }

    /// A player, or several.
    pub(super) fn players(&mut self) -> Value {
        self.refer("players", |definitions| {
            let player = definitions.player();
            json!({
                "title": "players",
                "description": "Who: a word, a seat, an expression, or a list of those.",
                "anyOf": [player, list_of(player.clone())],
            })
        })
    }
}
