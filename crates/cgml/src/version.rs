//! The versions of the language.

use std::fmt;

/// A version of CGML that fuda reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Version {
    /// CGML 1.3: the public specification.
    V1_3,
    /// CGML 1.4: 1.3 with cards, abilities, moves, resources and expression text.
    V1_4,
}

impl Version {
    /// Every version, oldest first.
    pub const ALL: [Self; 2] = [Self::V1_3, Self::V1_4];

    /// The version with this name, such as `1.3`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.name() == name)
    }

    /// As written in `cgml_version`.
    pub fn name(self) -> &'static str {
        match self {
            Self::V1_3 => "1.3",
            Self::V1_4 => "1.4",
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_found_by_the_name_it_shows() {
        for version in Version::ALL {
            assert_eq!(Version::named(&version.to_string()), Some(version));
        }
        assert_eq!(Version::named("1.2"), None);
        assert!(Version::V1_3 < Version::V1_4);
    }
}
