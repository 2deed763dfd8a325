//! Words of kinds of choices and values in names of features.
//!
//! Networks keep these names in their files: whatever a variant is called in this code, its word never changes.

use super::{ChoiceKind, ValueKind};

impl ChoiceKind {
    /// Its word in names of features.
    pub fn feature_word(self) -> &'static str {
        match self {
            Self::Option => "Option",
            Self::Move => "Move",
            Self::Target => "Target",
            Self::Done => "Done",
            Self::Pass => "Pass",
        }
    }
}

impl ValueKind {
    /// Its word in names of features.
    pub fn feature_word(self) -> String {
        let word = match self {
            Self::Word(set) => return format!("Word({set})"),
            Self::Any => "Any",
            Self::Truth => "Truth",
            Self::Number => "Number",
            Self::Text => "Text",
            Self::Card => "Card",
            Self::Pile => "Pile",
            Self::Player => "Player",
            Self::Team => "Team",
            Self::Phase => "Phase",
            Self::State => "State",
            Self::Kind => "Kind",
            Self::Cards => "Cards",
            Self::Groups => "Groups",
            Self::List => "List",
        };
        word.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_that_trained_networks_know() {
        let choices = [
            ChoiceKind::Option,
            ChoiceKind::Move,
            ChoiceKind::Target,
            ChoiceKind::Done,
            ChoiceKind::Pass,
        ];
        let values = [
            ValueKind::Any,
            ValueKind::Truth,
            ValueKind::Number,
            ValueKind::Word(3),
            ValueKind::Text,
            ValueKind::Card,
            ValueKind::Pile,
            ValueKind::Player,
            ValueKind::Team,
            ValueKind::Phase,
            ValueKind::State,
            ValueKind::Kind,
            ValueKind::Cards,
            ValueKind::Groups,
            ValueKind::List,
        ];
        let choices = choices.map(ChoiceKind::feature_word).join(" ");
        let values = values.map(ValueKind::feature_word).join(" ");

        assert_eq!(choices, "Option Move Target Done Pass");
        assert_eq!(
            values,
            "Any Truth Number Word(3) Text Card Pile Player Team Phase State Kind Cards Groups List"
        );
    }
}
