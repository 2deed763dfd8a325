//! The words of the language, each declared once.
//!
//! Operators, actions, events, fields and keys are tables. The checker, the JSON Schemas, the headers of
//! the reference pages, the explanations in English and Japanese and the editor all read these tables,
//! so that they cannot disagree. What the words do in play is the engine's business.

pub mod actions;
pub mod events;
pub mod fields;
pub mod keys;
pub mod names;
pub mod operators;
pub mod parameters;
pub mod phrase;
pub mod prompts;

pub mod resolution;
pub mod sections;
pub mod shape;
pub mod suits;
pub mod synonyms;
pub mod want;
mod words;

/// A text for people in both languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// The English text.
    pub en: &'static str,
    /// The Japanese text.
    pub ja: &'static str,
}

impl Words {
    /// The text in a language.
    pub fn of(self, language: Language) -> &'static str {
        match language {
            Language::English => self.en,
            Language::Japanese => self.ja,
        }
    }
}

/// A language that explanations are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// English, the language of diagnostics.
    English,
    /// Japanese (日本語).
    Japanese,
}

impl Language {
    /// The language with this code.
    pub fn parse(code: &str) -> Option<Self> {
        match code {
            "en" => Some(Self::English),
            "ja" => Some(Self::Japanese),
            _ => None,
        }
    }

    /// ISO 639 code, as documents and options write it.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
        }
    }
}
