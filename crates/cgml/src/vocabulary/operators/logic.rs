//! Truth, comparison and choice.

use super::operators;
use crate::vocabulary::want::Want::{Action, Any, Bool, LikeFirst, Number, Path};

operators! {
    IsEqual "isEqual" V1_3 (Any, LikeFirst) Exact -> Bool
        "Whether two values are equal; 10 and \"10\" are the same rank."
        "{0} is {1}" "{0}が{1}である" not "{0} is not {1}" "{0}が{1}ではない";
    IsGreaterThan "isGreaterThan" V1_3 (Number, Number) Exact -> Bool
        "Whether the first number is larger than the second."
        "{0} is more than {1}" "{0}が{1}より大きい" not "{0} is at most {1}" "{0}が{1}以下である";
    IsLessThan "isLessThan" V1_3 (Number, Number) Exact -> Bool
        "Whether the first number is smaller than the second."
        "{0} is less than {1}" "{0}が{1}より小さい" not "{0} is at least {1}" "{0}が{1}以上である";
    Not "not" V1_3 (Bool) Exact -> Bool
        "Whether the operand is false."
        "it is not true that {0}" "「{0}」ではない" not "{0}" "{0}";
    And "and" V1_3 (Bool) Repeat -> Bool
        "Whether all operands are true; stops at the first that is false."
        "{*| and }" "{*|、かつ}";
    Or "or" V1_3 (Bool) Repeat -> Bool
        "Whether at least one operand is true; stops at the first that is."
        "{*| or }" "{*|、または}";
    If "if" V1_4 (Bool, Any, Any) Exact -> Branch
        "The second operand if the first is true, otherwise the third."
        "{1} if {0}, otherwise {2}" "{0}なら{1}、そうでなければ{2}";
    Exists "exists" V1_3 (Path) Exact -> Bool
        "Whether a path leads to something: a zone or list with at least one element, a card that is there, a value that is set."
        "{0} exists" "{0}が存在する" not "{0} does not exist" "{0}が存在しない";
    CanPerform "canPerform" V1_3 (Action) Exact -> Bool
        "Whether an action would succeed now; nothing is changed and no chance is drawn."
        "it is possible to {0}" "{0}ことができる" not "it is not possible to {0}" "{0}ことができない";
}
