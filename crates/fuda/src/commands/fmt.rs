//! `fuda fmt`: one layout for every game file.

use super::{Misuse, Outcome, game_files};
use crate::cli::{Format, ResultFormat};
use crate::output;
use cgml::codes::files;
use cgml::diagnostic::{Diagnostic, Diagnostics};
use cgml::format::{FormatError, format};
use cgml::render::{self, Style};
use clap::Args;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The path that means standard input.
const STDIN: &str = "-";

/// Lay out game files the same way everywhere; comments stay
#[derive(Debug, Args)]
#[command(after_help = "\
A file with problems is left as it is.

EXAMPLES:
  fuda fmt my-game
  fuda fmt my-game/game.cgml --check
  fuda fmt - < game.cgml")]
pub(crate) struct Fmt {
    /// Files and folders; `-` reads standard input and prints the result
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Write nothing; exit with 1 if a file is not laid out
    #[arg(long)]
    check: bool,

    #[command(flatten)]
    result: ResultFormat,
}

impl Fmt {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let mut work = Work::default();
        if self.paths.iter().any(|path| path == Path::new(STDIN)) {
            self.run_stdin(&mut work)?;
        } else {
            self.run_files(&mut work)?;
        }
        for fault in &work.faults {
            output::complain(fault, Some(game_files::FAULT_HINT))?;
        }
        if self.is_fine(&work) {
            return Ok(Outcome::Done);
        }
        Ok(Outcome::Problems)
    }

    fn is_fine(&self, work: &Work) -> bool {
        let is_as_wanted = work.changed.is_empty() || !self.check;
        is_as_wanted && work.faults.is_empty() && !work.diagnostics.has_errors()
    }

    fn run_files(&self, work: &mut Work) -> anyhow::Result<()> {
        let files = game_files::find(&self.paths)?;
        for path in &files {
            let name = path.display().to_string();
            let Some(text) = game_files::read(path, &mut work.diagnostics)? else {
                continue;
            };
            if let Some(result) = work.lay_out(&name, &text).filter(|it| *it != text) {
                if !self.check {
                    game_files::write(path, &result)?;
                }
                work.changed.push(name);
            }
        }
        match self.result.format {
            Format::Text => {
                output::tell(&render::terminal(&work.diagnostics, Style::Color))?;
                output::print(&self.summary(work, files.len()))?;
            }
            Format::Json => output::print_json(&self.json(work))?,
        }
        Ok(())
    }

    fn run_stdin(&self, work: &mut Work) -> anyhow::Result<()> {
        if self.paths.len() > 1 || self.result.format == Format::Json {
            let message = "`-` stands alone, and its result is text";
            return Err(Misuse::new(message, "give only `-`, or files and folders").into());
        }
        let name = "standard input";
        let text = game_files::read_stdin(name, &mut work.diagnostics)?;
        if let Some(text) = text
            && let Some(result) = work.lay_out(name, &text)
        {
            if result != text {
                work.changed.push(name.to_owned());
            }
            if !self.check {
                output::print(&result)?;
            }
        }
        output::tell(&render::terminal(&work.diagnostics, Style::Color))?;
        Ok(())
    }

    fn summary(&self, work: &Work, files: usize) -> String {
        let verb = if self.check {
            "would change"
        } else {
            "changed"
        };
        let lines = work.changed.iter().map(|name| format!("{verb} {name}\n"));
        let lines: String = lines.collect();
        format!("{lines}{verb} {} of {files} files", work.changed.len())
    }

    fn json(&self, work: &Work) -> Value {
        let mut value = render::json(&work.diagnostics);
        json!({
            "ok": self.is_fine(work),
            "changed": work.changed,
            "diagnostics": value["diagnostics"].take(),
        })
    }
}

/// Work done so far.
#[derive(Debug, Default)]
struct Work {
    /// The files whose layout is new, or would be.
    changed: Vec<String>,
    diagnostics: Diagnostics,
    /// Broken promises of ours.
    faults: Vec<String>,
}

impl Work {
    /// The text in its new layout; `None` if it has problems, which are noted.
    fn lay_out(&mut self, name: &str, text: &str) -> Option<String> {
        match format(text) {
            Ok(result) => return Some(result),
            Err(FormatError::Syntax { message, range }) => {
                let diagnostics = &mut self.diagnostics;
                game_files::report_syntax(name, text, &message, range, diagnostics);
            }
            Err(error @ (FormatError::TooLarge { .. } | FormatError::TooMany { .. })) => {
                let message = format!("`{name}`: {error}");
                self.diagnostics
                    .report(Diagnostic::placeless(files::FILE_TOO_LARGE, message));
            }
            Err(error @ FormatError::WouldChangeMeaning) => {
                self.faults.push(format!("`{name}`: {error}"));
            }
        }
        None
    }
}
