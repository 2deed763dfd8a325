//! Lists. A zone may stand wherever a list of cards may.

use super::operators;
use crate::vocabulary::want::Want::{
    Any, Cards, Key, List, ListOrText, Number, NumberKey, Numbers, Predicate,
};

operators! {
    "list" V1_3 (Any) RepeatOrNone -> Operands
        "A list of its operands."
        "{*|, }" "{*|、}";
    "any" V1_3 (List, Predicate) LastOptional -> Bool
        "Whether some element makes the predicate true; without one, whether some element is true."
        "some of {0}[ has: {1}]" "{0}のいずれか[が「{1}」]";
    "all" V1_3 (List, Predicate) LastOptional -> CardsOrBool
        "With a predicate: whether every element makes it true. Without one: the cards of a zone, or whether every element of a list is true."
        "all of {0}[ have: {1}]" "{0}すべて[が「{1}」]";
    "count" V1_3 (List) Exact -> Number
        "How many elements a list has; for zones, how many cards they hold together."
        "the number of cards in {0}" "{0}の枚数";
    "len" V1_3 (ListOrText) Exact -> Number
        "How many elements a list has, or how many characters a text has."
        "the length of {0}" "{0}の長さ";
    "max" V1_3 (Numbers) RepeatFrom1_4 -> Number
        "The largest number; of nothing is a failure of the action."
        "the largest of {*|, }" "{*|、}の最大";
    "min" V1_3 (Numbers) RepeatFrom1_4 -> Number
        "The smallest number; of nothing is a failure of the action."
        "the smallest of {*|, }" "{*|、}の最小";
    "contains" V1_3 (List, Any) Exact -> Bool
        "Whether a list has an element equal to the second operand."
        "{0} contains {1}" "{0}が{1}を含む";
    "in" V1_3 (Any, List) Exact -> Bool
        "Whether the first operand equals an element of the list."
        "{0} is one of {1}" "{0}が{1}のいずれかである";
    "top" V1_3 (Cards) Exact -> Card
        "The card that would be drawn next from a zone; the first element of a list."
        "the top card of {0}" "{0}の一番上のカード";
    "bottom" V1_3 (Cards) Exact -> Card
        "The card that would be drawn last from a zone; the last element of a list."
        "the bottom card of {0}" "{0}の一番下のカード";
    "distinct" V1_3 (List, Key) LastOptional -> Elements
        "The elements without repetitions; with a second operand, one element for each of its values."
        "the different values of {0}[ by {1}]" "{0}の重複しない値[（{1}ごと）]";
    "group_by" V1_3 (List, Key) Exact -> ElementLists
        "The elements sorted into lists, one for each value of the second operand, in order of first appearance."
        "{0} grouped by {1}" "{1}ごとに分けた{0}";
    "filter" V1_3 (List, Predicate) Exact -> Elements
        "The elements that make the predicate true, in their order."
        "those of {0} with {1}" "{0}のうち「{1}」のもの";
    "map" V1_3 (List, Key) Exact -> Keys
        "What the second operand gives for each element."
        "{1} of each of {0}" "{0}それぞれの{1}";
    "first" V1_4 (List) Exact -> Element
        "The first element; of nothing, nothing."
        "the first of {0}" "{0}の最初";
    "last" V1_4 (List) Exact -> Element
        "The last element; of nothing, nothing."
        "the last of {0}" "{0}の最後";
    "take" V1_4 (List, Number) Exact -> Elements
        "The first so many elements; of a zone, the top cards."
        "the first {1} of {0}" "{0}の最初の{1}個";
    "drop" V1_4 (List, Number) Exact -> Elements
        "All but the first so many elements."
        "{0} without the first {1}" "{0}の最初の{1}個を除いたもの";
    "reverse" V1_4 (List) Exact -> Elements
        "The elements in the opposite order."
        "{0} in reverse" "逆順の{0}";
    "sort_by" V1_4 (List, NumberKey) Exact -> Elements
        "The elements from the smallest to the largest value of the second operand; equal ones keep their order."
        "{0} sorted by {1}" "{1}の順に並べた{0}";
    "best" V1_4 (List, NumberKey) Exact -> Element
        "The first element with the largest value of the second operand; of nothing, nothing."
        "the one of {0} with the largest {1}" "{0}のうち{1}が最大のもの";
    "worst" V1_4 (List, NumberKey) Exact -> Element
        "The first element with the smallest value of the second operand; of nothing, nothing."
        "the one of {0} with the smallest {1}" "{0}のうち{1}が最小のもの";
    "union" V1_4 (List) Repeat -> Elements
        "The elements of all operands, one after the other, without repetitions."
        "{*|, } together" "{*|、}を合わせたもの";
    "except" V1_4 (List, List) Exact -> Elements
        "The elements of the first list that are not in the second."
        "{0} except {1}" "{1}を除く{0}";
    "intersect" V1_4 (List, List) Exact -> Elements
        "The elements of the first list that are in the second as well."
        "what {0} and {1} share" "{0}と{1}に共通するもの";
    "matching" V1_4 (List, Number, List, Key) Exact -> Elements
        "So many elements of the first list, among them a different one for each element of the third, which the fourth operand must hold; more if there are more of those. Elements that hold least come first. Nothing if it is not possible."
        "{1} of {0}, one for each of {2}" "{0}から{2}のそれぞれを含む{1}個";
    "index_of" V1_4 (List, Any) Exact -> Number
        "The position of an element from 0; −1 if it is not there."
        "the position of {1} in {0}" "{0}の中の{1}の位置";
    "range" V1_4 (Number, Number) Exact -> Numbers
        "The whole numbers from the first to the second, both included."
        "{0} to {1}" "{0}から{1}まで";
    "combinations" V1_4 (List, Number) Exact -> ElementLists
        "Every way to take so many elements, each in list order."
        "every {1} of {0}" "{0}から{1}個の組み合わせ";
}
