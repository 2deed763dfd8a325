//! Parameters of actions, and the words that some of them take.

use super::words::words;

words! {
    /// A parameter of an action.
    Parameter {
        After "after",
        As "as",
        Ask "ask",
        At "at",
        By "by",
        Card "card",
        Change "change",
        Condition "condition",
        Count "count",
        Counter "counter",
        Do "do",
        Else "else",
        Event "event",
        Exactly "exactly",
        Face "face",
        Filter "filter",
        First "first",
        Floor "floor",
        Free "free",
        From "from",
        If "if",
        In "in",
        Keyword "keyword",
        Max "max",
        Min "min",
        Modes "modes",
        Move "move",
        Moves "moves",
        Multiselect "multiselect",
        Must "must",
        Name "name",
        Onto "onto",
        Optional "optional",
        Options "options",
        Order "order",
        Path "path",
        Phase "phase",
        Place "place",
        Player "player",
        Players "players",
        Pool "pool",
        Prompt "prompt",
        Reason "reason",
        Repeat "repeat",
        Repeats "repeats",
        Reveal "reveal",
        Second "second",
        Secret "secret",
        Slot "slot",
        State "state",
        SuchThat "such_that",
        Target "target",
        Then "then",
        Times "times",
        To "to",
        Until "until",
        UpTo "up_to",
        Value "value",
        Wait "wait",
        When "when",
        Where "where",
        Zone "zone",
    }
}

words! {
    /// A word that a parameter of an action takes.
    Word {
        All "all",
        Always "always",
        Any "any",
        Bottom "bottom",
        Clockwise "clockwise",
        Counterclockwise "counterclockwise",
        Down "down",
        Over "over",
        Rank "rank",
        Simultaneous "simultaneous",
        Top "top",
        Under "under",
        Up "up",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::actions;
    use crate::vocabulary::shape::Shape;

    #[test]
    fn every_parameter_of_an_action_has_a_variant_and_every_variant_an_action() {
        let keys = || actions::all().flat_map(|action| action.parameters);

        for key in keys() {
            assert!(Parameter::find(key.name).is_some(), "{}", key.name);
        }
        for parameter in Parameter::ALL {
            let is_used = keys().any(|key| key.name == parameter.name());
            assert!(is_used, "{}", parameter.name());
        }
    }

    #[test]
    fn every_word_of_a_parameter_has_a_variant_and_every_variant_a_parameter() {
        let mut found = Vec::new();
        for key in actions::all().flat_map(|action| action.parameters) {
            collect(&key.shape, &mut found);
        }

        for word in &found {
            assert!(Word::find(word).is_some(), "{word}");
        }
        for word in Word::ALL {
            assert!(found.contains(&word.name()), "{}", word.name());
        }
    }

    fn collect(shape: &Shape, found: &mut Vec<&'static str>) {
        if let Shape::Word(words) = shape {
            found.extend(*words);
        }
        for inner in shape.inner() {
            collect(inner, found);
        }
    }
}
