//! Settings of a run as flags.

use crate::commands::Misuse;
use clap::{Arg, ArgMatches, Command};
use fuda::Located;
use fuda::training::settings::{settings, shown};
use learn::settings::{ALL, Settings};
use std::path::Path;

/// The settings that were given as flags, as texts.
#[derive(Debug, Clone, Default)]
pub(super) struct Flags(Vec<(String, String)>);

impl clap::FromArgMatches for Flags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = Self::default();
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for (name, _) in ALL {
            if let Some(value) = matches.get_one::<String>(name) {
                self.0.push(((*name).to_owned(), value.clone()));
            }
        }
        Ok(())
    }
}

impl clap::Args for Flags {
    fn augment_args(mut command: Command) -> Command {
        let usual = serde_json::to_value(Settings::default()).unwrap_or_default();
        for (name, about) in ALL {
            let default = shown(&usual[*name]);
            let arg = Arg::new(*name)
                .long(name.replace('_', "-"))
                .value_name("VALUE")
                .help(format!("{} [usually {default}]", about.trim()))
                .help_heading("Settings of the run, also in `--config`");
            command = command.arg(arg);
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl Flags {
    /// The settings: usual ones, those of the game, those of a file, and flags, the last one wins.
    pub(super) fn settings(&self, game: &Located, file: Option<&Path>) -> anyhow::Result<Settings> {
        let found = settings(game, file, &self.0);
        Ok(found.map_err(|bad| Misuse::new(bad.message, bad.hint))?)
    }
}
