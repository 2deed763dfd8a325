//! `fuda migrate`: brings files of older versions of the language up to date.

use super::{Misuse, Outcome, game_files};
use crate::cli::{Format, ResultFormat};
use crate::output;
use cgml::codes::{files, merge};
use cgml::diagnostic::{Diagnostic, Diagnostics};
use cgml::migrate::{MigrateError, Migration, Target, migrate};
use cgml::render::{self, Style};
use cgml::source::Span;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Rewrite files of older CGML versions; comments stay
#[derive(Debug, Args)]
#[command(after_help = "\
Of a folder, only files that say their `cgml_version` are rewritten. What only a person can decide
is listed, and the exit code is then 1.

EXAMPLES:
  fuda migrate old.cgml
  fuda migrate my-game --dry-run
  fuda migrate old.cgml --to 1.3")]
pub(crate) struct Migrate {
    /// Files and folders
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// The version to rewrite them for
    #[arg(long, value_name = "VERSION", default_value = "1.4")]
    to: To,

    /// Write nothing; show what would change
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    result: ResultFormat,
}

/// A version to migrate to.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum To {
    #[value(name = "1.3")]
    V1_3,
    #[value(name = "1.4")]
    V1_4,
}

impl To {
    fn target(self) -> Target {
        match self {
            Self::V1_3 => Target::V1_3,
            Self::V1_4 => Target::V1_4,
        }
    }
}

impl Migrate {
    /// Nothing is written before every file was looked at.
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let mut work = Work::default();
        for path in game_files::find(&self.paths)? {
            if let Some(text) = game_files::read(&path, &mut work.diagnostics)? {
                self.look_at(path, &text, &mut work)?;
            }
        }
        if !self.dry_run {
            for file in work.files.iter().filter(|file| file.is_changed) {
                game_files::write(&file.path, &file.migration.text)?;
            }
        }
        self.tell(&work)?;
        Ok(work.outcome())
    }

    fn look_at(&self, path: PathBuf, text: &str, work: &mut Work) -> Result<(), Misuse> {
        let name = path.display().to_string();
        match migrate(text, self.to.target()) {
            Ok(migration) => work.files.push(Migrated {
                is_changed: migration.text != text,
                path,
                migration,
            }),
            Err(MigrateError::NoVersion) if !self.paths.contains(&path) => {}
            Err(error @ MigrateError::Newer { .. }) => {
                let hint = "give a newer version with `--to`";
                return Err(Misuse::new(format!("`{name}`: {error}"), hint));
            }
            Err(error) => work.note(&name, text, error),
        }
        Ok(())
    }

    fn tell(&self, work: &Work) -> anyhow::Result<()> {
        for fault in &work.faults {
            output::complain(fault, Some(game_files::FAULT_HINT))?;
        }
        match self.result.format {
            Format::Text => {
                output::tell(&render::terminal(&work.diagnostics, Style::Color))?;
                output::print(&self.text(work))?;
            }
            Format::Json => output::print_json(&work.json())?,
        }
        Ok(())
    }

    fn text(&self, work: &Work) -> String {
        let verb = if self.dry_run {
            "would change"
        } else {
            "changed"
        };
        let (changed, decisions) = (work.changed(), work.decisions());
        let files: String = work.files.iter().map(|file| file.text(verb)).collect();
        let mut text = format!("{files}{verb} {changed} of {} files", work.files.len());
        if decisions > 0 {
            text.push_str(&format!("; left for you to decide: {decisions}"));
        }
        text
    }
}

/// A file that could be migrated.
#[derive(Debug)]
struct Migrated {
    path: PathBuf,
    migration: Migration,
    is_changed: bool,
}

impl Migrated {
    /// Changes and decisions, line by line; empty if there are none.
    fn text(&self, verb: &str) -> String {
        let Migration {
            changes, decisions, ..
        } = &self.migration;
        if changes.is_empty() && decisions.is_empty() {
            return String::new();
        }
        let mut text = format!("{verb} {}\n", self.path.display());
        for change in changes {
            text.push_str(&format!("  line {}: {}\n", change.line, change.description));
        }
        for decision in decisions {
            let line = decision.line;
            text.push_str(&format!(
                "  line {line}: to decide: {}\n",
                decision.question
            ));
        }
        text
    }

    fn json(&self) -> Value {
        let changes = self.migration.changes.iter();
        let decisions = self.migration.decisions.iter();
        json!({
            "file": self.path.display().to_string(),
            "changed": self.is_changed,
            "changes": changes
                .map(|it| json!({ "line": it.line, "description": it.description }))
                .collect::<Vec<_>>(),
            "decisions": decisions
                .map(|it| json!({ "line": it.line, "question": it.question }))
                .collect::<Vec<_>>(),
        })
    }
}

/// Results so far.
#[derive(Debug, Default)]
struct Work {
    files: Vec<Migrated>,
    diagnostics: Diagnostics,
    /// Broken promises of ours.
    faults: Vec<String>,
}

impl Work {
    fn outcome(&self) -> Outcome {
        if self.is_fine() {
            Outcome::Done
        } else {
            Outcome::Problems
        }
    }

    fn is_fine(&self) -> bool {
        self.decisions() == 0 && self.faults.is_empty() && !self.diagnostics.has_errors()
    }

    fn changed(&self) -> usize {
        self.files.iter().filter(|file| file.is_changed).count()
    }

    fn decisions(&self) -> usize {
        let files = self.files.iter();
        files.map(|file| file.migration.decisions.len()).sum()
    }

    fn json(&self) -> Value {
        let mut problems = render::json(&self.diagnostics);
        json!({
            "ok": self.is_fine(),
            "files": self.files.iter().map(Migrated::json).collect::<Vec<_>>(),
            "diagnostics": problems["diagnostics"].take(),
        })
    }

    /// Notes why a file stays as it is.
    fn note(&mut self, name: &str, text: &str, error: MigrateError) {
        let message = format!("`{name}`: {error}");
        let diagnostics = &mut self.diagnostics;
        match error {
            MigrateError::Syntax { message, range } => {
                game_files::report_syntax(name, text, &message, range, diagnostics);
            }
            MigrateError::TooLarge { .. } | MigrateError::TooMany { .. } => {
                diagnostics.report(Diagnostic::placeless(files::FILE_TOO_LARGE, message));
            }
            MigrateError::NoVersion => {
                diagnostics.report(Diagnostic::placeless(merge::VERSION_MISSING, message));
            }
            MigrateError::UnknownVersion { ref range, .. } => {
                let file = diagnostics.files_mut().add(name, text);
                let span = Span::new(file, range.start, range.end);
                let words = error.to_string();
                diagnostics.report(Diagnostic::new(merge::VERSION_UNKNOWN, span, words));
            }
            MigrateError::Newer { .. } | MigrateError::WouldDamage => self.faults.push(message),
        }
    }
}
