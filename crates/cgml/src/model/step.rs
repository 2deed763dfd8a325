//! Checked effects.

use super::{
    CardDefId, CounterId, DefinitionId, DurationId, EventId, EventPattern, Expr, KeywordUse,
    LocalId, MoveId, PhaseId, Prose, RegulationId, StateId, Table, Type,
};
use crate::source::Span;
use crate::vocabulary::actions::ActionKind;
use crate::vocabulary::parameters::{Parameter, Word};

/// The steps of an effect, with the temporary values they use.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Block {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The temporary values of this effect and everything inside it.
    pub locals: Table<LocalId, Local>,
}

/// A temporary value: a result, a loop's item, a parameter or a target.
#[derive(Debug, Clone, PartialEq)]
pub struct Local {
    /// Its name; empty for one the checker made.
    pub name: String,
    /// Type of its values.
    pub ty: Type,
    /// The place where it is named.
    pub origin: Span,
}

/// One checked action.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Action or defined effect that is executed.
    pub callee: Callee,
    /// Its parameters, in the order of the vocabulary or the definition.
    pub arguments: Vec<Argument>,
    /// The place where its result is kept.
    pub result: Option<LocalId>,
    /// The place where it is written.
    pub origin: Span,
}

/// Callee of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Callee {
    /// An action of the vocabulary.
    Action(ActionKind),
    /// A defined effect of the game.
    Effect(DefinitionId),
}

/// One parameter of a step.
#[derive(Debug, Clone, PartialEq)]
pub struct Argument {
    /// Its position in the action's `parameters` or the definition's `params`.
    pub parameter: u32,
    /// Checked value of the parameter.
    pub value: ArgumentValue,
}

/// The value of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum ArgumentValue {
    /// An expression, evaluated when the step begins.
    Expr(Expr),
    /// Several cards or players for a parameter that takes one: the effect is done for each in turn.
    Each(Expr),
    /// A word of the vocabulary.
    Word(Word),
    /// `true` or `false`, known before play.
    Flag(bool),
    /// A text for people.
    Prose(Prose),
    /// A resolved name, such as a state or a move.
    Name(NameRef),
    /// Resolved names, in the order in which they are written.
    Names(Vec<NameRef>),
    /// Keywords with their parameters.
    Keywords(Vec<KeywordUse>),
    /// The steps of a branch or loop; their temporary values are those of the whole effect.
    Steps(Vec<Step>),
    /// The temporary value that a loop sets.
    Binding(LocalId),
    /// Pattern of an event, such as the end of a delay.
    Event(EventPattern),
    /// Continuous changes, as `MODIFY` makes them.
    Modifiers(Vec<Modifier>),
    /// Effects to choose from.
    Modes(Vec<Mode>),
    /// The fields of an event by position, or the properties of a new card by id.
    Fields(Vec<(u32, Expr)>),
}

impl ArgumentValue {
    /// The expression that it is, if it is one for the whole step.
    pub fn expr(&self) -> Option<&Expr> {
        let Self::Expr(expr) = self else { return None };
        Some(expr)
    }

    /// The list whose elements the step is done for, if it is one.
    pub fn each(&self) -> Option<&Expr> {
        let Self::Each(list) = self else { return None };
        Some(list)
    }

    /// The word that it is, if it is one.
    pub fn word(&self) -> Option<Word> {
        let Self::Word(word) = self else { return None };
        Some(*word)
    }

    /// The text for people that it is, if it is one.
    pub fn prose(&self) -> Option<&Prose> {
        let Self::Prose(prose) = self else {
            return None;
        };
        Some(prose)
    }

    /// The name that it is, if it is one.
    pub fn name(&self) -> Option<NameRef> {
        let Self::Name(name) = self else { return None };
        Some(*name)
    }

    /// The names that it is, one or several.
    pub fn names(&self) -> &[NameRef] {
        if let Self::Name(name) = self {
            return std::slice::from_ref(name);
        }
        let Self::Names(names) = self else {
            return &[];
        };
        names
    }

    /// The keywords that it gives.
    pub fn keywords(&self) -> &[KeywordUse] {
        let Self::Keywords(keywords) = self else {
            return &[];
        };
        keywords
    }

    /// The steps inside of it.
    pub fn steps(&self) -> &[Step] {
        let Self::Steps(steps) = self else {
            return &[];
        };
        steps
    }

    /// The changes of values that it is.
    pub fn modifiers(&self) -> &[Modifier] {
        let Self::Modifiers(modifiers) = self else {
            return &[];
        };
        modifiers
    }

    /// The temporary value that it gives a name to, if it does.
    pub fn binding(&self) -> Option<LocalId> {
        let Self::Binding(local) = self else {
            return None;
        };
        Some(*local)
    }

    /// The values of fields that it is, if it is some.
    pub fn fields(&self) -> Option<&[(u32, Expr)]> {
        let Self::Fields(fields) = self else {
            return None;
        };
        Some(fields)
    }
}

/// A name that was resolved to what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameRef {
    /// A state, for `SET_STATE` and the like.
    State(StateId),
    /// A phase of a turn.
    Phase(PhaseId),
    /// A move of players.
    Move(MoveId),
    /// A kind of counter.
    Counter(CounterId),
    /// A card as printed.
    Card(CardDefId),
    /// An event that the game declares.
    Event(EventId),
    /// A named duration of continuous changes.
    Duration(DurationId),
    /// A regulation of decks.
    Regulation(RegulationId),
}

/// A continuous change of one value.
#[derive(Debug, Clone, PartialEq)]
pub struct Modifier {
    /// The property or attribute of a card that is changed.
    pub target: Expr,
    /// Operation that combines the value with the amount.
    pub operation: ModifierOperation,
    /// By or to what.
    pub amount: Expr,
    /// The temporary value that is each card of the step, in `MODIFY`.
    pub card: Option<LocalId>,
}

/// Operation of a continuous change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModifierOperation {
    /// `=`.
    Set,
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`.
    Multiply,
    /// `/`.
    Divide,
}

/// One of several effects to choose from.
#[derive(Debug, Clone, PartialEq)]
pub struct Mode {
    /// Its name; empty if it has none.
    pub name: String,
    /// Text for people.
    pub text: Prose,
    /// True if it may be chosen.
    pub condition: Option<Expr>,
    /// Steps that are executed if it is chosen.
    pub steps: Vec<Step>,
}

impl Step {
    /// The value of a parameter of an action.
    pub fn argument(&self, parameter: Parameter) -> Option<&ArgumentValue> {
        self.argument_named(parameter.name())
    }

    /// The value of the parameter of an action with this name.
    pub fn argument_named(&self, name: &str) -> Option<&ArgumentValue> {
        let Callee::Action(action) = self.callee else {
            return None;
        };
        let mut parameters = action.row().parameters.iter();
        let position = parameters.position(|key| key.name == name)?;
        self.arguments
            .iter()
            .find(|argument| argument.parameter as usize == position)
            .map(|argument| &argument.value)
    }

    /// The fields of an event, or the properties of a new card, that the step gives.
    pub fn fields(&self) -> &[(u32, Expr)] {
        let mut values = self.arguments.iter().map(|argument| &argument.value);
        values.find_map(ArgumentValue::fields).unwrap_or_default()
    }
}
