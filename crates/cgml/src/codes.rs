//! Every problem fuda can report, with its number, its title and a page of explanation.
//!
//! `fuda explain E0301` prints the page. Codes are never reused for something else.
//!
//! | numbers | about |
//! |---|---|
//! | `E01xx` | files and YAML |
//! | `E02xx` | `cgml_version`, `!include`, `imports`, `inherit` and merging |
//! | `E03xx` | the shape of a document: keys and kinds of value |
//! | `E04xx` | selectors and expression text |
//! | `E05xx` | names |
//! | `E06xx` | types, operators, actions |
//! | `E07xx` | decks, zones, flow and rules as a whole |
//! | `E08xx` | cards, abilities and what CGML 1.4 adds |
//! | `E09xx` | cards in a dialect |
//! | `W1xxx` | warnings, in the same groups |

use crate::diagnostic::Severity;
use crate::vocabulary::Language;

pub mod cards;
pub mod dialect;
pub mod files;
pub mod game;
mod japanese;
pub mod merge;
pub mod names;
#[cfg(test)]
pub mod samples;
pub mod shape;
pub mod text;
pub mod types;

/// The identity of a problem.
#[derive(Debug, Clone, Copy)]
pub struct Code(&'static Entry);

/// Entry of a code.
#[derive(Debug)]
pub struct Entry {
    name: &'static str,
    number: u16,
    severity: Severity,
    title: &'static str,
    page: &'static str,
}

impl Code {
    const fn new(entry: &'static Entry) -> Self {
        Self(entry)
    }

    /// Error or warning.
    pub fn severity(self) -> Severity {
        self.0.severity
    }

    /// The number without its letter; orders the codes.
    pub fn number(self) -> u16 {
        self.0.number
    }

    /// The name people use, such as `E0301`.
    pub fn name(self) -> String {
        self.0.name.to_owned()
    }

    /// Title in English, a few words.
    pub fn title(self) -> &'static str {
        self.0.title
    }

    /// Title in a language, a few words.
    pub fn title_in(self, language: Language) -> &'static str {
        match language {
            Language::English => self.0.title,
            Language::Japanese => japanese::title(self.0.number).unwrap_or(self.0.title),
        }
    }

    /// The explanation, in Markdown: why it is a problem, an example, and how to mend it.
    pub fn page(self) -> &'static str {
        self.0.page
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.0.number == other.0.number
    }
}

impl Eq for Code {}

impl Entry {
    /// The entry of a code that is printed so: a letter for its severity, and four digits.
    const fn new(name: &'static str, title: &'static str, page: &'static str) -> Self {
        let letters = name.as_bytes();
        assert!(letters.len() == 5, "a code is a letter and four digits");
        let severity = match letters[0] {
            b'E' => Severity::Error,
            b'W' => Severity::Warning,
            _ => panic!("a code begins with E or W"),
        };
        let mut number = 0;
        let mut at = 1;
        while at < letters.len() {
            assert!(letters[at].is_ascii_digit(), "a code ends with digits");
            number = number * 10 + (letters[at] - b'0') as u16;
            at += 1;
        }
        Self {
            name,
            number,
            severity,
            title,
            page,
        }
    }
}

/// Every code, by number.
pub fn all() -> Vec<Code> {
    let groups = [
        files::ALL,
        merge::ALL,
        shape::ALL,
        text::ALL,
        names::ALL,
        types::ALL,
        game::ALL,
        cards::ALL,
        dialect::ALL,
    ];
    let mut all: Vec<Code> = groups.concat();
    all.sort_by_key(|code| code.number());
    all
}

/// The code with this name, such as `E0301` or `e301`.
pub fn find(name: &str) -> Option<Code> {
    let digits = name.strip_prefix(['E', 'e', 'W', 'w'])?;
    let number: u16 = digits.parse().ok()?;
    all().into_iter().find(|code| code.number() == number)
}

/// Declares the codes of one group: constants, and `ALL` that lists them.
macro_rules! codes {
    ($($name:ident = $code:literal $title:literal $page:literal;)*) => {
        $(
            #[doc = $title]
            pub const $name: $crate::codes::Code =
                $crate::codes::Code::new(&$crate::codes::Entry::new($code, $title, $page));
        )*
        /// Every code of this group.
        pub const ALL: &[$crate::codes::Code] = &[$($name),*];
    };
}
pub(crate) use codes;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_unique_and_pages_say_how_to_mend_it() {
        let all = all();
        for pair in all.windows(2) {
            assert_ne!(
                pair[0].number(),
                pair[1].number(),
                "{} is used twice",
                pair[0].name()
            );
        }
        for code in all {
            assert!(
                code.page().len() > 60,
                "{} needs a real explanation",
                code.name()
            );
            assert!(!code.title().ends_with('.'), "{}", code.name());
        }
    }

    #[test]
    fn every_code_has_a_title_in_japanese() {
        for code in all() {
            let title = code.title_in(Language::Japanese);
            assert!(!title.is_ascii(), "{} has none", code.name());
            assert_eq!(code.title_in(Language::English), code.title());
        }
    }

    #[test]
    fn a_code_is_found_by_its_name_in_any_case() {
        let code = files::NOT_UTF8;

        assert_eq!(find(&code.name()), Some(code));
        assert_eq!(find(&code.name().to_lowercase()), Some(code));
        assert_eq!(find("E9999"), None);
    }
}
