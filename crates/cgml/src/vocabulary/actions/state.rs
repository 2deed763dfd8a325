//! Variables, states and phases.

use super::Outcome::{Nothing, Number, Value};
use super::actions;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::Key;
use crate::vocabulary::shape::Shape::{Count, Name, Operand};
use crate::vocabulary::want::Want::{Any, LikeFirst, Settable};

actions! {
    SetVariable "SET_VARIABLE" V1_3 Nothing, 2 [ChangesVariable]
        "Sets a variable; from 1.4 also an attribute of a card. A path to one variable of several players, or an attribute of several cards, sets each."
        "set {path} to {value}" "{path}を{value}にする"
        {
            Key::required("path", Operand(Settable), "What is set.");
            Key::required("value", Operand(LikeFirst), "To what.");
        }
    Increment "INCREMENT" V1_3 Number, 2 [ChangesVariable]
        "Adds to a variable."
        "increase {path} by [{by}|1]" "{path}を[{by}|1]だけ増やす"
        {
            Key::required("path", Operand(Settable), "What is increased.");
            Key::optional("by", Count, "By how much; 1 if left out.");
        }
    Let "LET" V1_4 Value("value"), 1
        "Gives a value a name for the rest of the effect; text writes `x = value`."
        "compute {value}" "{value}を求める"
        { Key::required("value", Operand(Any), "The value."); }
    SetState "SET_STATE" V1_3 Nothing, 1 [MayBreak]
        "Goes to another state. The rest of this effect still runs, the other rules of the trigger do not; then the old state is left and the new one entered at its first phase. Naming the current state enters it again."
        "go to the state {state}" "状態{state}へ移る"
        { Key::required("state", Name(NameKind::State), "The state."); }
    SetPhase "SET_PHASE" V1_3 Nothing, 1 [MayBreak]
        "Goes to another phase of this state, as `SET_STATE` does to a state."
        "go to the phase {phase}" "{phase}フェイズへ移る"
        { Key::required("phase", Name(NameKind::Phase), "The phase."); }
}
