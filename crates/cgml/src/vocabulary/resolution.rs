//! Words of the blocks `resolution` and `continuous`.

use super::words::words;

words! {
    /// The order in which effects that wait resolve.
    Policy {
        Queue "queue",
        Pool "pool",
        Chain "chain",
        Nested "nested",
    }
}

words! {
    /// The player or order that decides between effects of the same moment.
    Simultaneous {
        Document "document",
        Owner "owner",
        Current "current",
    }
}

words! {
    /// The moments at which the condition of an ability is tested.
    ConditionTest {
        Trigger "trigger",
        Resolution "resolution",
        Both "both",
    }
}

words! {
    /// The meaning of an ability's priority.
    PriorityOrder {
        HigherFirst "higher_first",
        HigherLater "higher_later",
    }
}

words! {
    /// Players whose effects come first or later.
    EffectsOf {
        Current "current",
        Others "others",
    }
}

words! {
    /// A layer of changes of one value.
    Layer {
        Set "set",
        Multiply "multiply",
        Divide "divide",
        Add "add",
    }
}

impl ConditionTest {
    /// True if the condition is tested when the event happens.
    pub fn at_trigger(self) -> bool {
        match self {
            Self::Trigger | Self::Both => true,
            Self::Resolution => false,
        }
    }

    /// True if the condition is tested when the ability resolves.
    pub fn at_resolution(self) -> bool {
        match self {
            Self::Resolution | Self::Both => true,
            Self::Trigger => false,
        }
    }
}
