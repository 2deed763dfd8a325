//! One file through everything that reads game files.

use std::sync::LazyLock;

use cgml::check::check;
use cgml::diagnostic::{Diagnostic, Diagnostics};
use cgml::format::{FormatError, format};
use cgml::limits;
use cgml::load::load;
use cgml::model::Game;
use cgml::render::{self, Style};
use cgml::source::{MemorySources, SourceMap, Span};

use crate::{migration, panics, seeds};

/// The files beside the game.
static BESIDE: LazyLock<MemorySources> = LazyLock::new(|| {
    let mut sources = MemorySources::new();
    for (name, text) in seeds::included() {
        sources.insert(name, text);
    }
    sources
});

/// Trial of a file.
#[derive(Clone, Copy)]
pub(crate) struct Trial {
    /// True if files that are no games are formatted too, and colours are made.
    everything: bool,
}

pub(crate) const ALL: Trial = Trial { everything: true };
pub(crate) const QUICK: Trial = Trial { everything: false };

impl Trial {
    /// Problem of how a file was taken, in words.
    pub(crate) fn run(self, bytes: &[u8]) -> Result<(), String> {
        panics::quietly(|| self.promises(bytes)).unwrap_or_else(Err)
    }

    /// A smaller file with the same problem: lines are left out as long as it stays.
    pub(crate) fn shrunk(self, bytes: Vec<u8>, problem: &str) -> Vec<u8> {
        let Ok(text) = String::from_utf8(bytes.clone()) else {
            return bytes;
        };
        let mut lines: Vec<&str> = text.lines().collect();
        let mut size = lines.len() / 2;
        while size > 0 {
            let mut at = 0;
            while at < lines.len() {
                let mut fewer = lines.clone();
                fewer.drain(at..(at + size).min(lines.len()));
                match self.run(fewer.join("\n").as_bytes()) {
                    Err(same) if same == problem => lines = fewer,
                    Ok(()) | Err(_) => at += size,
                }
            }
            size /= 2;
        }
        lines.join("\n").into_bytes()
    }

    fn promises(self, bytes: &[u8]) -> Result<(), String> {
        let mut diagnostics = Diagnostics::new();
        let game = checked(bytes, &mut diagnostics);
        if game.is_none() && !diagnostics.has_errors() {
            return Err("refused without an error".to_owned());
        }
        self.shown(&diagnostics)?;
        if let Ok(text) = str::from_utf8(bytes)
            && (game.is_some() || self.everything)
        {
            migration::is_no_loss(text)?;
        }
        match (game, str::from_utf8(bytes)) {
            (Some(game), Ok(text)) => same_after_formatting(&game, formatted(text)?),
            (None, Ok(text)) if self.everything => formatted(text).map(|_| ()),
            (_, _) => Ok(()),
        }
    }

    /// Every problem has a place inside its file, and both ways of showing take all of them.
    fn shown(self, diagnostics: &Diagnostics) -> Result<(), String> {
        for diagnostic in diagnostics {
            if let Some(span) = spans(diagnostic).find(|span| !fits(diagnostics.files(), *span)) {
                return Err(format!(
                    "{}: {span:?} does not fit its file",
                    diagnostic.code.name()
                ));
            }
        }
        let plain = render::terminal(diagnostics, Style::Plain);
        if self.everything {
            render::terminal(diagnostics, Style::Color);
        }
        let json = render::json(diagnostics);
        let count = json["diagnostics"].as_array().map_or(0, Vec::len);
        if (count == 0) != plain.is_empty() {
            return Err("a terminal shows other problems than JSON".to_owned());
        }
        Ok(())
    }
}

pub(crate) fn is_accepted(bytes: &[u8]) -> bool {
    checked(bytes, &mut Diagnostics::new()).is_some()
}

pub(crate) fn checked(bytes: &[u8], diagnostics: &mut Diagnostics) -> Option<Game> {
    let sources = BESIDE.clone().with("game.cgml", bytes);
    let document = load(&sources, "game.cgml", diagnostics).ok()?;
    assert!(document.tree.len() <= limits::NODES, "too many nodes");
    check(&document, diagnostics).ok()
}

fn spans(diagnostic: &Diagnostic) -> impl Iterator<Item = Span> {
    let related = diagnostic.related.iter().map(|related| related.span);
    let fix = diagnostic.fix.iter().map(|fix| fix.span);
    diagnostic.span.into_iter().chain(related).chain(fix)
}

fn fits(files: &SourceMap, span: Span) -> bool {
    let text = files.file(span.file).text();
    text.get(span.start as usize..span.end as usize).is_some()
}

/// The formatted text, if the text is YAML; formatting it again changes nothing.
fn formatted(text: &str) -> Result<Option<String>, String> {
    let once = match format(text) {
        Ok(once) => once,
        Err(FormatError::Syntax { range, .. }) if text.get(range.clone()).is_none() => {
            return Err(format!("{range:?} does not fit the text"));
        }
        Err(
            FormatError::Syntax { .. } | FormatError::TooLarge { .. } | FormatError::TooMany { .. },
        ) => return Ok(None),
        Err(FormatError::WouldChangeMeaning) => {
            return Err("formatting would change the meaning".to_owned());
        }
    };
    match format(&once) {
        Ok(twice) if twice == once => Ok(Some(once)),
        Ok(_) | Err(_) => Err("formatting twice is not formatting once".to_owned()),
    }
}

fn same_after_formatting(game: &Game, formatted: Option<String>) -> Result<(), String> {
    let Some(formatted) = formatted else {
        return Err("a file is a game, and cannot be formatted".to_owned());
    };
    let mut diagnostics = Diagnostics::new();
    let Some(again) = checked(formatted.as_bytes(), &mut diagnostics) else {
        return Err("a game is refused after formatting".to_owned());
    };
    if meaning(game) == meaning(&again) {
        return Ok(());
    }
    Err("formatting changed the game".to_owned())
}

/// All that a game says, without the places it was written at.
fn meaning(game: &Game) -> String {
    let shown = format!("{game:?}");
    let mut parts = shown.split("Span {");
    let mut meaning = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        meaning.push_str(part.split_once('}').map_or("", |(_, rest)| rest));
    }
    meaning
}
