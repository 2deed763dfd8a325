//! The program that a game is compiled to, as text.

use super::{Misuse, Outcome};
use crate::cli::Format;
use crate::commands::matched::build;
use crate::output;
use compile::Settings;
use engine::listing::listing;
use engine::verify::verify;
use fuda::locate;
use fuda::matches::Wanted;
use serde_json::json;

pub(super) fn list(game: &str, format: Format) -> anyhow::Result<Outcome> {
    let located = locate(game).map_err(Misuse::from)?;
    let program = match build(&located, Settings::default(), Wanted::Usual, format) {
        Ok(matched) => matched.program,
        Err(error) => return error.outcome(),
    };
    let broken = verify(&program).err().unwrap_or_default();
    match format {
        Format::Text => output::print(&listing(&program))?,
        Format::Json => output::print_json(&json!({
            "game": program.name,
            "seats": program.seats,
            "fingerprint": format!("{:016x}", program.fingerprint),
            "ops": program.ops.len(),
            "problems": broken,
            "listing": listing(&program),
        }))?,
    }
    for problem in &broken {
        output::complain(&format!("the program is broken: {problem}"), None)?;
    }
    if broken.is_empty() {
        Ok(Outcome::Done)
    } else {
        Ok(Outcome::Problems)
    }
}
