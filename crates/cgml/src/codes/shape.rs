//! Problems of the shape of documents.

use super::codes;

codes! {
    UNKNOWN_KEY = "E0301" "a key is not part of the language here"
"Mappings in a game file have fixed keys, so that a slip of the pen is found at once.

```yaml
zones:
  - name: deck
    of_dekc: main      # E0301: did you mean `of_deck`?
```

Mend the spelling, or move the key to where it belongs. Notes of your own go into a `meta:` block,
which may hold anything.";
    MISSING_KEY = "E0302" "a key is missing"
"Some keys must be there: a zone without a `name` cannot be used, a rule without an `effect` does
nothing.

Add the key. The reference page of the section lists which keys are required.";
    WRONG_KIND = "E0303" "a value is of the wrong kind"
"The value is a list where a mapping belongs, text where a number belongs, and so on.

```yaml
players: 2            # E0303: a mapping is expected
players: { min: 2, max: 4 }
```

Write the value in the form the message names.";
    UNKNOWN_WORD = "E0304" "a word is not one of those allowed here"
"Some keys take one word of a short list, for example `ordering: unordered | fifo | lifo | shuffled`.

Use one of the words the message lists. Words are written in small letters.";
    OUT_OF_BOUNDS = "E0305" "a number is too small or too large"
"The number lies outside what makes sense here, for example `players: { min: 0 }`.

Use a number within the bounds that the message names.";
    NEEDS_1_4 = "E0306" "this is part of CGML 1.4"
"The file says `cgml_version: \"1.3\"` but uses a key, action, operator or form of writing that came
with 1.4: expression text, cards with abilities, moves, resources and so on.

Write `cgml_version: \"1.4\"`, or run `fuda migrate --to 1.4 FILE`. A 1.3 file keeps its meaning.";
    BARE_OPERAND = "E0307" "an operand is not written as an operand"
"In CGML 1.3 every operand says what it is: `value: 3`, `path: \"$.zones.deck\"`, `ref: chosen`, or an
operator.

```yaml
isGreaterThan:
  - count: [ { path: \"$.zones.deck\" } ]
  - 3                 # E0307: write { value: 3 }
```

From 1.4 on, numbers and text may stand alone, and text is an expression.";
    NOT_ONE_OPERATOR = "E0308" "an expression must have exactly one operator"
"Each mapping of an expression has one key: an operator, `path`, `value` or `ref`. Two keys on one
level do not say how they belong together.

```yaml
condition:
  isEqual: [ ... ]
  isLessThan: [ ... ]      # E0308
```

Wrap them: `and: [ { isEqual: [ ... ] }, { isLessThan: [ ... ] } ]`.";
    UNKNOWN_OPERATOR = "E0309" "there is no such operator"
"The key is none of the operators of the language. The reference lists them all.

Mend the spelling; operators are written as in `isEqual`, `rank_value`.";
    OPERANDS_NOT_A_LIST = "E0310" "the operands of an operator are a list"
"The value of an operator is the list of its operands, also if there is only one.

```yaml
count: { path: \"$.zones.deck\" }        # E0310
count: [ { path: \"$.zones.deck\" } ]
```";
    UNKNOWN_ACTION = "E0311" "there is no such action"
"The step names neither an action of the language nor an effect from `define`.

Mend the spelling; actions are written in capital letters (`MOVE_ALL`), in text in small ones
(`move_all(…)`).";
    MISSING_ACTION = "E0312" "a step does not say what it does"
"Each step of an effect has a key `action`.

```yaml
effect:
  - from: { path: \"$.zones.deck\" }    # E0312: which action?
```

From 1.4 a step may be text. Text that contains `: ` needs quotes, because YAML takes it for a mapping:

```yaml
effect:
  - \"move(deck, hand, count: 2)\"
```";
    UNKNOWN_PARAMETER = "E0313" "an action has no such parameter"
"The action does not know this parameter. Mend the spelling; the message lists the parameters it has, and the\nreference page of the action tells what each means.";
    MISSING_PARAMETER = "E0314" "an action lacks a parameter"
"The action cannot be done without this parameter: `MOVE` needs to know where `to`.\n\nAdd the parameter that the message names.";
    FRACTION = "E0316" "numbers have no fractions"
"Numbers in games are whole, so that every machine computes the same. `div` and `avg` round down.

Count in smaller units: 150 hundredths instead of 1.5.";
    BAD_TRIGGER = "E0317" "a trigger is not written as one"
"A trigger is `on.` and an event: `on.phase.Main`, `on.state.enter.Playing`, `on.turn.begin`, `on.draw`,
`on.play`, `on.discard`, `on.move`, or an event the game declares.";
    RULE_DOES_NOTHING = "E0318" "a rule needs a trigger and an effect"
"A rule says when (`trigger`) something (`effect`) happens. From 1.4 a rule may instead restrict moves
(`restricts` and `condition`), or take what it does not say from another rule (`extends`).";
    ABILITY_SORT = "E0319" "an ability needs exactly one of `when`, `activate`, `static`, `grants`, `instead_of` and `forbids`"
"What an ability is follows from one key: `when` (triggered), `activate` (activated), `static` or `grants`
(as long as it works), `instead_of` (replacement), `forbids` (restriction).

Split an ability that does two of these into two.";
    BAD_TYPE = "E0320" "a type is not written as one"
"Types are `number`, `flag`, `text`, `card`, `player`, `team`, `zone`, `range`, `any`; `{ values: [a, b] }` for a
fixed set of words; `{ list: TYPE }`; `{ record: { name: TYPE } }`.";
    NOT_IN_TEXT = "E0321" "this cannot be written as text"
"A step written as text gives its parameters between parentheses: `move(top(deck), hand, count: 2)`.
Branches and loops have steps inside and need the long form with `action:`.";
    TOO_MANY_POSITIONS = "E0322" "too many values by position"
"In text, the first parameters of an action may be given by position, the others by name:
`move(deck, hand, 2, face: down)`.";
    GIVEN_TWICE = "E0323" "a parameter is given twice"
"The same parameter is given by position and by name, or twice by name. Keep one of them.";
    EMPTY_NAME = "E0324" "a name is empty or has characters a name cannot have"
"Names begin with a letter or `_` and go on with letters, digits, `_` and `-`; letters of any language are
welcome. Names are used in paths and expressions, so spaces and signs would be read as something else.

Use `text:` or `texts:` for what people see.";
    DEPRECATED_ACTION = "W1301" "an old name of an action"
"`SET_GAME_STATE` is the old name of `SET_STATE`. It works in 1.3 and is gone in later versions.

`fuda migrate FILE` renames it for you.";
}
