//! Lists. A zone may stand wherever a list of cards may.

use super::operators;
use crate::vocabulary::want::Want::{
    Any, CardsOrList, Key, List, ListOrText, Lists, Number, NumberKey, Numbers, Predicate,
};

operators! {
    List "list" V1_3 (Any) RepeatOrNone -> Operands
        "A list of its operands."
        "{*|, }" "{*|、}";
    Any "any" V1_3 (List, Predicate) LastOptional -> Bool
        "Whether some element makes the predicate true; without one, whether some element is true."
        "[{?1}there is {a 0 1}|one of {0} is true]" "[{?1}{there 0 1}が{0:ある/いる}|{0}のいずれかが真である]"
        not "[{?1}there is {no 0 1}|none of {0} is true]" "[{?1}{there 0 1}が{0:ない/いない}|{0}のいずれも真ではない]";
    All "all" V1_3 (List, Predicate) LastOptional -> CardsOrBool
        "With a predicate: whether every element makes it true. Without one: the cards of a zone, or whether every element of a list is true."
        "[{?1}for {each 0}, {it 1}|{all 0}]" "[{?1}{each 0}について、{it 1}|{all 0}]";
    Count "count" V1_3 (List) Exact -> Number
        "How many elements a list has; for zones, how many cards they hold together."
        "the number of {many 0}" "{many 0}の{0:枚数/人数}";
    Len "len" V1_3 (ListOrText) Exact -> Number
        "How many elements a list has, or how many characters a text has."
        "the length of {0}" "{0}の長さ";
    Max "max" V1_3 (Numbers) RepeatFrom1_4 -> Number
        "The largest number; of nothing is a failure of the action."
        "the largest of {*|, }" "{*|と}のうち最大の値";
    Min "min" V1_3 (Numbers) RepeatFrom1_4 -> Number
        "The smallest number; of nothing is a failure of the action."
        "the smallest of {*|, }" "{*|と}のうち最小の値";
    Contains "contains" V1_3 (List, Any) Exact -> Bool
        "Whether a list has an element equal to the second operand."
        "{0} {0:contains/contain} {1}" "{0}に{1}が含まれる" not "{0} {0:does/do} not contain {1}" "{0}に{1}が含まれない";
    In "in" V1_3 (Any, List) Exact -> Bool
        "Whether the first operand equals an element of the list."
        "{0} is one of {the 1}" "{0}が{the 1}のいずれかである" not "{0} is not one of {the 1}" "{0}が{the 1}のいずれでもない";
    Top "top" V1_3 (CardsOrList) Exact -> Card
        "The card that would be drawn next from a zone; the first element of a list."
        "the top card of {0}" "{0}の一番上のカード";
    Bottom "bottom" V1_3 (CardsOrList) Exact -> Card
        "The card that would be drawn last from a zone; the last element of a list."
        "the bottom card of {0}" "{0}の一番下のカード";
    Distinct "distinct" V1_3 (List, Key) LastOptional -> Elements
        "The elements without repetitions; with a second operand, one element for each of its values."
        "[{the 0}, one for each {key 1}|the different {many 0}]" "[{key 1}ごとに1つの{many 0}|重複を除いた{many 0}]";
    GroupBy "group_by" V1_3 (List, Key) Exact -> ElementLists
        "The elements sorted into lists, one for each value of the second operand, in order of first appearance."
        "{the 0} grouped by {key 1}" "{key 1}ごとに分けた{many 0}";
    Filter "filter" V1_3 (List, Predicate) Exact -> Elements
        "The elements that make the predicate true, in their order."
        "{the 0 1}" "{many 0 1}";
    Map "map" V1_3 (List, Key) Exact -> Keys
        "What the second operand gives for each element."
        "{map 0 1}" "{map 0 1}";
    First "first" V1_4 (List) Exact -> Element
        "The first element; of nothing, nothing."
        "the first of {the 0}" "{many 0}の最初の1つ";
    Last "last" V1_4 (List) Exact -> Element
        "The last element; of nothing, nothing."
        "the last of {the 0}" "{many 0}の最後の1つ";
    Take "take" V1_4 (List, Number) Exact -> Elements
        "The first so many elements; of a zone, the top cards."
        "{top 0 1}" "{top 0 1}";
    Drop "drop" V1_4 (List, Number) Exact -> Elements
        "All but the first so many elements."
        "{the 0} without the first {1}" "最初の{1}つを除いた{many 0}";
    Reverse "reverse" V1_4 (List) Exact -> Elements
        "The elements in the opposite order."
        "{the 0} in reverse order" "逆順の{many 0}";
    SortBy "sort_by" V1_4 (List, NumberKey) Exact -> Elements
        "The elements from the smallest to the largest value of the second operand; equal ones keep their order."
        "{the 0} sorted by {key 1}" "{key 1}の小さい順に並べた{many 0}";
    Best "best" V1_4 (List, NumberKey) Exact -> Element
        "The first element with the largest value of the second operand; of nothing, nothing."
        "the {one 0} with the largest {key 1}" "{one 0}のうち{key 1}が最大の{number 0}";
    Worst "worst" V1_4 (List, NumberKey) Exact -> Element
        "The first element with the smallest value of the second operand; of nothing, nothing."
        "the {one 0} with the smallest {key 1}" "{one 0}のうち{key 1}が最小の{number 0}";
    Union "union" V1_4 (List) Repeat -> Elements
        "The elements of all operands, one after the other, without repetitions."
        "{*|, } together" "{*|と}を合わせたもの";
    Except "except" V1_4 (List, List) Exact -> Elements
        "The elements of the first list that are not in the second."
        "{the 0} except {the 1}" "{many 1}を除く{many 0}";
    Intersect "intersect" V1_4 (List, List) Exact -> Elements
        "The elements of the first list that are in the second as well."
        "what {the 0} and {the 1} share" "{many 0}と{many 1}に共通するもの";
    Matching "matching" V1_4 (List, Number, List, Key, NumberKey) LastOptional -> Elements
        "So many elements of the first list, among them a different one for each element of the third, which the fourth operand must hold; more if there are more of those. What others hold as well is taken first, so that many different values are left; the fifth operand says how much each element adds to the worth of its values. Nothing if it is not possible."
        "{a 0 1}, among them one for each of {the 2}" "{the 2}のそれぞれを含む{a 0 1}";
    IndexOf "index_of" V1_4 (List, Any) Exact -> Number
        "The position of an element from 0; −1 if it is not there."
        "the position of {1} in {the 0}" "{many 0}の中の{1}の位置";
    Range "range" V1_4 (Number, Number) Exact -> Numbers
        "The whole numbers from the first to the second, both included."
        "the numbers from {0} to {1}" "{0}から{1}までの数";
    Combinations "combinations" V1_4 (List, Number) Exact -> ElementLists
        "Every way to take so many elements, each in list order."
        "all groups of {1} {many 0}" "{many 0}から{1}つを取る組み合わせ";
    Sets "sets" V1_4 (List, Number, Key) Exact -> ElementLists
        "Every way to take at least so many elements for which the third operand gives the same value."
        "all sets of at least {1} {many 0} with the same {key 2}" "{key 2}が同じ{many 0}を{1}つ以上取る組すべて";
    Runs "runs" V1_4 (List, Number, NumberKey, Key) LastOptional -> ElementLists
        "Every way to take at least so many elements for which the third operand gives numbers that follow one another, and the fourth, if given, the same value."
        "all runs of at least {1} {many 0} by {key 2}[{?3}, each with the same {key 3}|]" "{key 2}が続く{many 0}を{1}つ以上取る並びすべて[{?3}（それぞれ{key 3}が同じもの）|]";
    Packing "packing" V1_4 (Lists, NumberKey) Exact -> Elements
        "Those of the lists that have no common element and the largest sum of the second operand."
        "the choice among {0} without a common element that has the largest sum of {key 1}" "{0}から共通の要素がないように選び、{key 1}の合計が最大になるもの";
    Flatten "flatten" V1_4 (Lists) Exact -> InnerElements
        "The elements of all the lists, one after the other."
        "all that is in {0}" "{0}に含まれるものすべて";
}
