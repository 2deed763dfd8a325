//! Sections of a document, and words that belong to one place of it.
//!
//! A rule, a move or a definition has a name of its own. Code that comes from a section without such names is known
//! by the section.

use super::words::words;

words! {
    /// A section of a document whose parts have no names of their own.
    Section {
        Setup "setup",
        WinCondition "win_condition",
        Resolution "resolution",
        Responses "responses",
        Continuous "continuous",
        Keywords "keywords",
        StateBased "state_based",
        Given "given",
        Then "then",
    }
}

words! {
    /// A property that the templates of decks print on their cards.
    PrintedProperty {
        Suit "suit",
        Rank "rank",
    }
}

words! {
    /// An end of a range of numbers.
    RangeEnd {
        Min "min",
        Max "max",
    }
}

words! {
    /// A part of what a win condition gives.
    ResultPart {
        Winners "winners",
        Reason "reason",
    }
}

words! {
    /// A name that a condition knows without declaring it.
    ImplicitLocal {
        Card "card",
        Target "target",
    }
}

words! {
    /// A key that makes an ability what it is.
    AbilityKey {
        When "when",
        Activate "activate",
        Static "static",
        Grants "grants",
        InsteadOf "instead_of",
        Forbids "forbids",
    }
}
