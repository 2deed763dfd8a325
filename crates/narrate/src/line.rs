//! Lines of a log: words, and cards that can be looked at.

use crate::grammar::capital;
use engine::seen::Face;

/// A line of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Kind of the line.
    pub kind: LineKind,
    /// The words, in order and with their spaces.
    pub parts: Vec<Part>,
    /// The player whose choice or turn it is about.
    pub player: Option<u8>,
}

/// Kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// An event that no other kind is for.
    Event,
    /// A choice of a player.
    Choice,
    /// A turn or a state of the game begins.
    Heading,
    /// Beginning of a phase.
    Phase,
    /// Failure of a step; only in traces.
    Failed,
    /// The game is over.
    Result,
}

/// Words of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Words that link to nothing.
    Text(String),
    /// A card that the reader knows.
    Card {
        /// The kind of card that its face is.
        face: u16,
        /// Name of the card.
        text: String,
    },
}

impl Part {
    pub(crate) fn text(words: impl Into<String>) -> Self {
        Self::Text(words.into())
    }

    pub(crate) fn card(face: &Face) -> Self {
        Self::Card {
            face: face.kind,
            text: face.name.text.clone(),
        }
    }

    /// The words without their link.
    pub fn words(&self) -> &str {
        match self {
            Self::Text(text) | Self::Card { text, .. } => text,
        }
    }
}

impl Line {
    /// A sentence: it begins with a capital letter.
    pub(crate) fn sentence(kind: LineKind, mut parts: Vec<Part>) -> Self {
        if let Some(Part::Text(first)) = parts.first_mut() {
            *first = capital(first);
        }
        Self {
            kind,
            parts,
            player: None,
        }
    }

    /// Words that are no sentence, such as a name and its value.
    pub(crate) fn note(kind: LineKind, words: String) -> Self {
        Self {
            kind,
            parts: vec![Part::Text(words)],
            player: None,
        }
    }

    /// A line about a player.
    pub(crate) fn of(self, player: u8) -> Self {
        Self {
            player: Some(player),
            ..self
        }
    }

    /// The line as plain text.
    pub fn text(&self) -> String {
        self.parts.iter().map(Part::words).collect()
    }
}
