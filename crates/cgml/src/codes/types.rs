//! Problems of types, operators and actions.

use super::codes;

codes! {
    WRONG_TYPE = "E0601" "a value is of the wrong type"
"An operator or action got something it cannot use: text where a number is needed, a zone where a card is
needed.

```yaml
add: [ { path: \"$.zones.deck\" }, { value: 1 } ]     # E0601: a zone is not a number; did you mean count?
```

The message says what was expected and what was found.";
    WRONG_ARITY = "E0602" "an operator has too many or too few operands"
"Each operator takes a certain number of operands; the reference page of the operator shows them.";
    NOT_SETTABLE = "E0603" "this cannot be set"
"Variables can be set; from 1.4 also attributes of cards. Computed variables, printed properties, zones and
constants cannot.

To change a printed property for a while, use `MODIFY`.";
    NEVER_EQUAL = "E0604" "two values can never be equal"
"The operands of a comparison are of types that have no value in common, such as a card and a number.

Compare like with like: `rank_value(card)` with a number, `card.suit` with a suit.";
    CONSERVED = "E0605" "pieces of a conserved resource can be neither made nor lost"
"The resource has a `total`: its pieces move between pools and never appear or vanish.

Use `TRANSFER`, or remove `total` from the resource.";
    ACTION_IN_EXPRESSION = "E0606" "an action cannot stand here"
"Expressions ask, actions do. An action whose result is used may stand inside a step
(`destroy(choose(opponent.battle))`), but not in a condition or computed value.";
    NO_RANK_HIERARCHY = "E0607" "ranks without a `rank_hierarchy`"
"`rank_value` looks a rank up in the deck type's `rank_hierarchy`. No deck type that the card can come from
has one, or the rank is not in it.

Add `rank_hierarchy: [2, 3, …, A]` to the deck type.";
    WRONG_ARGUMENT = "E0608" "a call does not fit the definition"
"The definition takes other parameters: another number of them, or other names.";
    COMPARED_RANKS = "W1601" "ranks are compared as words"
"Ranks such as `10`, `J` and `A` are words; whether one is greater than another is for the deck type's
`rank_hierarchy` to say.

Compare `rank_value` of both sides.";
    ALWAYS_SAME = "W1602" "a condition is always the same"
"The condition does not depend on anything that changes, so that the rule always or never runs.";
}
