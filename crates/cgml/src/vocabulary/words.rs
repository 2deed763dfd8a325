//! Words of the language as enums: after the check no name is a text.

/// Declares an enum of words that are written in the language.
macro_rules! words {
    ($(#[$doc:meta])* $type:ident { $($variant:ident $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $type {
            $(#[doc = concat!("`", $name, "`.")] $variant,)*
        }

        impl $type {
            /// All of them, in the order of their declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The names of all of them.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// Its name in the language.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The one with this name.
            pub fn find(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use words;

/// Declares an enum with a variant for each row of a table.
macro_rules! kinds {
    ($(#[$doc:meta])* $type:ident { $($variant:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $type {
            $(#[doc = concat!("The row `", stringify!($variant), "`.")] $variant,)*
        }

        impl $type {
            /// All of them, in the order of their declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];
        }
    };
}
pub(crate) use kinds;
