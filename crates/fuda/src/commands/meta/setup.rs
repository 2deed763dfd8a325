//! Opening a run: a new one from what was asked for, or one that was stopped.

use super::{Meta, failed};
use crate::commands::Misuse;
use crate::commands::contestants::contestants;
use crate::commands::matched::MatchError;
use crate::commands::runs::{located, other_game};
use anyhow::Context;
use cgml::model::Game;
use cgml::source::SourceMap;
use compile::Settings;
use fuda::boards::{fingerprint, match_settings};
use fuda::contestants::{Contestants, short};
use metagame::deck::Deck;
use metagame::field::read_field;
use metagame::field_folder::{FieldFolder, FieldHeader, FieldKind, FieldState};
use metagame::payoffs::Payoffs;
use std::path::Path;

/// The largest file of a field, in bytes.
const LARGEST_FIELD: u64 = 1 << 20;

/// A field with everything that is needed to weigh it.
pub(super) struct Opened {
    pub(super) game: Game,
    pub(super) files: SourceMap,
    pub(super) header: FieldHeader,
    pub(super) state: FieldState,
    /// Nothing if nothing is kept.
    pub(super) folder: Option<FieldFolder>,
}

impl Opened {
    /// Settings of the matches that are played.
    pub(super) fn match_settings(&self) -> Settings {
        settings_of(&self.header)
    }
}

fn settings_of(header: &FieldHeader) -> Settings {
    let regulation = header.regulation.as_deref();
    match_settings(header.seats, &header.parameters, regulation)
}

/// A number that stands for the game with its parameters.
fn fingerprint_of(
    game: &Game,
    files: &SourceMap,
    header: &FieldHeader,
    decks: &[Deck],
) -> Result<u64, String> {
    let deck = decks.first().cloned().unwrap_or_default();
    fingerprint(game, files, settings_of(header), &deck)
}

impl Meta {
    pub(super) fn opened(&self) -> Result<Opened, MatchError> {
        match &self.resume {
            Some(path) => self.stopped(path),
            None => self.begun(),
        }
    }

    fn stopped(&self, path: &Path) -> Result<Opened, MatchError> {
        let (folder, header, state) = FieldFolder::open(path).map_err(failed)?;
        let (game, files) = located(&header.game, self.weighing.result.format)?;
        match fingerprint_of(&game, &files, &header, &state.decks) {
            Ok(found) if found == header.fingerprint => Ok(Opened {
                game,
                files,
                header,
                state,
                folder: Some(folder),
            }),
            Ok(_) | Err(_) => Err(other_game("meta").into()),
        }
    }

    fn begun(&self) -> Result<Opened, MatchError> {
        let Some(name) = &self.name else {
            return Err(Misuse::new("there is no game to weigh decks of", "name it").into());
        };
        let format = self.weighing.result.format;
        let (game, files) = located(name, format)?;
        let met = self.met()?;
        let more: Vec<String> = met.iter().map(|(deck, _)| deck.clone()).collect();
        let found = contestants(&game, &files, &self.asked(name), &more, 2, format)?;
        if found.decks.len() < 2 {
            let hint = "name some with `--deck`, or leave it out for all decks of the game";
            return Err(Misuse::new("a field needs two decks or more", hint).into());
        }
        let mut header = self.header(name, &found, &met);
        let fingerprint = fingerprint_of(&game, &files, &header, &found.decks);
        header.fingerprint = fingerprint.map_err(|message| anyhow::anyhow!(message))?;
        let state = FieldState {
            payoffs: Payoffs::new(found.decks.len()),
            decks: found.decks,
        };
        let out = self.weighing.out.as_deref();
        let folder = out.map(|path| FieldFolder::create(path, &header, &state));
        Ok(Opened {
            game,
            files,
            folder: folder.transpose().map_err(failed)?,
            header,
            state,
        })
    }

    fn header(&self, name: &str, found: &Contestants, met: &[(String, f64)]) -> FieldHeader {
        FieldHeader {
            format: FieldHeader::format(),
            kind: FieldKind::Field,
            game: name.to_owned(),
            seats: self.seats,
            parameters: self.parameters.clone(),
            regulation: self.decks.regulation.clone(),
            player: self.weighing.player.to_string(),
            games: self.games,
            precision: self.precision,
            is_uniform: self.uniform,
            alpha: self.alpha,
            seed: self.weighing.seed,
            limit: self.weighing.limit,
            // A deck that is met stands for itself, however it was named.
            field: (!met.is_empty()).then(|| shares(found, met)),
            names: found.names.clone(),
            fingerprint: 0,
        }
    }

    /// The decks that are met, with their shares; none without a field.
    fn met(&self) -> anyhow::Result<Vec<(String, f64)>> {
        let Some(file) = &self.field else {
            return Ok(Vec::new());
        };
        let bytes = storage::read(file, LARGEST_FIELD)
            .with_context(|| format!("the field `{}` cannot be read", file.display()))?;
        let field = read_field(&String::from_utf8_lossy(&bytes));
        Ok(field.map_err(|error| {
            Misuse::new(
                format!("{}: {error}", file.display()),
                "a field is a text with a deck in each line, and its share",
            )
        })?)
    }
}

/// The share of each deck in a field.
fn shares(found: &Contestants, met: &[(String, f64)]) -> Vec<f64> {
    // Decks of a field come last, or are decks that were named before: both by their names.
    let shares = found.names.iter().map(|name| {
        let share = met.iter().filter(|(deck, _)| short(deck) == *name);
        share
            .map(|(_, share)| share)
            .fold(0.0, |sum, share| sum + share)
    });
    shares.collect()
}
