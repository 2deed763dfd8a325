//! Whole numbers.

use super::operators;
use crate::vocabulary::want::Want::{Number, Numbers};

operators! {
    Add "add" V1_3 (Number, Number) Exact -> Number
        "The sum of two numbers."
        "{0} + {1}" "{0} + {1}";
    Sub "sub" V1_3 (Number, Number) Exact -> Number
        "The first number less the second."
        "{0} − {1}" "{0} − {1}";
    Mul "mul" V1_3 (Number, Number) Exact -> Number
        "The product of two numbers."
        "{0} × {1}" "{0} × {1}";
    Div "div" V1_3 (Number, Number) Exact -> Number
        "The first number divided by the second, rounded down; by zero is a failure of the action."
        "{0} ÷ {1}" "{0} ÷ {1}";
    Mod "mod" V1_3 (Number, Number) Exact -> Number
        "The remainder of a division, with the sign of the divisor; by zero is a failure of the action."
        "the remainder of {0} ÷ {1}" "{0}を{1}で割った余り";
    Sum "sum" V1_3 (Numbers) Repeat -> Number
        "The sum of all operands; lists are summed element by element."
        "the sum of {*|, }" "{*|と}の合計";
    Avg "avg" V1_3 (Numbers) Repeat -> Number
        "The average of all operands, rounded down; of nothing is a failure of the action."
        "the average of {*|, }" "{*|と}の平均";
    Abs "abs" V1_4 (Number) Exact -> Number
        "The number without its sign."
        "the absolute value of {0}" "{0}の絶対値";
    Clamp "clamp" V1_4 (Number, Number, Number) Exact -> Number
        "The first number, but at least the second and at most the third."
        "{0} (at least {1} and at most {2})" "{0}（{1}以上{2}以下）";
}
