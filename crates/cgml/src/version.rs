//! The versions of the language that are accepted.

use std::fmt;

/// A version of CGML.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Version {
    /// The public language.
    V1_3,
    /// Our extension: cards that carry rules, and expression text.
    V1_4,
}

impl Version {
    /// Every accepted version, oldest first.
    pub const ALL: [Self; 2] = [Self::V1_3, Self::V1_4];

    /// The version with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|version| version.to_string() == name)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::V1_3 => "1.3",
            Self::V1_4 => "1.4",
        })
    }
}
