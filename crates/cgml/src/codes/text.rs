//! Problems of selectors and expression text.

use super::codes;

codes! {
    TOO_LONG = "E0401" "a text is too long"
"Text for an expression or an effect may have 64 KiB. Nobody reads more, so it is most likely
something else that got into this place.

Give parts of it a name with `define` and use the names, or write steps as a list.";

    TOO_DEEP = "E0402" "a text is nested too deeply"
"Brackets, `not` and `-` may be nested 64 deep, and a chain such as `a + b + c` or `a.b.c` may have
about 250 parts.

Give inner parts a name with `define`. A long sum is better written with `sum`:

    sum(a, b, c)";

    UNKNOWN_CHARACTER = "E0403" "a character means nothing here"
"Outside quotes a text holds names, numbers, brackets and operators. Other characters mean nothing.

    suit == ♥          # wrong
    suit == '♥'        # right

Names are letters of any language, digits and `_`. A name with other characters stands in
backquotes:

    $.zones.`draw pile`";

    LOOK_ALIKE = "E0404" "a character only looks like the one that is meant"
"Word processors and Japanese input write characters that look like those of the language but are
others: `（` for `(`, `＝` for `=`, `“` for `\"`, `−` for `-`.

    count（手札） ＞ 3     # wrong
    count(手札) > 3       # right

Switch the input to half-width (半角) for operators, brackets and numbers. Names and quoted text may
hold any letters.";

    UNCLOSED_TEXT = "E0405" "a quoted text never ends"
"A text that begins with a quote ends with the same quote. A quote inside is doubled or has a
backslash before it.

    name == 'it's'         # wrong
    name == 'it''s'        # right
    name == \"it's\"         # right

Inside single quotes of YAML every `'` is doubled once more; a YAML text with `|` needs no doubling.";

    BAD_ESCAPE = "E0406" "there is no such escape"
"In quoted text a backslash begins an escape: `\\n` new line, `\\t` tab, `\\r` carriage return, `\\\\`
backslash, `\\'` `\\\"` `` \\` `` quotes, `\\u{624b}` the character with that number.

A backslash that is meant as itself is doubled:

    'a\\\\b'";

    NUMBER_TOO_LARGE = "E0407" "a number does not fit"
"Numbers are whole and have 64 bits: from -9223372036854775808 to 9223372036854775807.

Use a smaller number. For \"no limit\" leave the limit out, or use `none`.";

    FRACTION = "E0408" "a number has a fraction"
"Numbers are whole. `1.5` is not a number of the language.

    damage * 1.5         # wrong
    damage * 3 / 2       # right: `/` rounds down

Count in smaller units where fractions matter.";

    NAME_AFTER_DIGITS = "E0409" "a name begins with a digit"
"A name begins with a letter or `_`, so that it cannot be taken for a number.

    $.zones.2nd_row          # wrong
    $.zones.`2nd_row`        # right

An operator between a number and a name may also be missing: `2 * x`, not `2x`.";

    UNCLOSED_BRACKET = "E0410" "a bracket is not closed"
"Every `(`, `[` and `{` is closed by its own `)`, `]` or `}`, the inner ones first.

    count(hand > 3           # wrong
    count(hand) > 3          # right

The report shows where the bracket was opened and where it should have been closed at the latest.";

    STRAY_BRACKET = "E0411" "a bracket closes nothing"
"A `)`, `]` or `}` stands where nothing is open.

    count(hand)) > 3         # wrong
    count(hand) > 3          # right";

    MISSING_OPERAND = "E0412" "a value is missing"
"An operator stands between two values, `not` and `-` before one.

    count(hand) >            # wrong
    count(hand) > 3          # right
    and phase == 'Main'      # wrong: nothing before `and`";

    MISSING_OPERATOR = "E0413" "two values stand side by side"
"Two values need an operator or a `,` between them, and a call has brackets.

    draw 2                   # wrong
    draw(2)                  # right
    move(deck hand)          # wrong
    move(deck, hand)         # right

A name never has spaces, unless it stands in backquotes: `` `draw pile` ``.";

    WRONG_OPERATOR = "E0414" "an operator is written differently"
"The operators are

    where
    or  ||
    and  &&
    not  !
    ==  !=  <  <=  >  >=  in  not in
    +  -
    *  /  %

in lower case. Signs of other languages such as `&`, `|`, `<>`, `=>`, `===`, `:=`, `++` are not known.
A value is changed with `=`, `+=` or `-=`, only in a step.";

    SINGLE_EQUALS = "E0415" "`=` stands where nothing is set"
"`=` sets a value, and does so only in a step or a modifier. To compare, write `==`. To name an
argument, write `:`.

    phase = 'Main'               # wrong in a condition
    phase == 'Main'              # right
    move(deck, hand, count = 2)  # wrong
    move(deck, hand, count: 2)   # right

In a filter one `=` is right: `$.players[team=red]`.";

    CHAINED_COMPARISON = "E0416" "a comparison follows a comparison"
"`a < b < c` would compare the answer of `a < b`, which is true or false, with `c`. That is never what
is meant.

    1 <= cost <= 3               # wrong
    1 <= cost and cost <= 3      # right

To compare two answers, put them in brackets: `(a == b) == (c == d)`.";

    STRAY_COMMA = "E0417" "a comma separates nothing"
"A `,` stands between two arguments, items or fields; not before the first, not after the last, not
twice, and not outside brackets.

    max(a, b,)               # wrong
    max(a, b)                # right";

    MISSING_NAME = "E0418" "a `.` has no name after it"
"After `.` stands the name of a field. Places in a list, references and `*` stand in square brackets.

    $.players.0.score            # wrong
    $.players[0].score           # right
    $.zones.ref:chosen           # wrong
    $.zones[ref:chosen]          # right";

    METHOD_CALL = "E0419" "a function is called on a value"
"Functions stand before their values: `count(hand)`, not `hand.count()`. There are no functions that
belong to a value.

    board.count(type: 'artifact')        # wrong
    count(board, type: 'artifact')       # right";

    BAD_FILTER = "E0420" "a filter is not understood"
"Between `[` and `]` after a value stands `*`, a place such as `0`, `-1`, `current`, `$player`, or one
property that must hold: `team=red`. What follows `=` is a word (taken as text), a number, quoted
text, a path that begins with `$` or `ref:`, or anything in round brackets.

    $.players[]                          # wrong
    $.players[*]                         # right
    $.players[by_id=owner(this)]         # wrong
    $.players[by_id=(owner(this))]       # right";

    BAD_RECORD = "E0421" "a field of a record has no name"
"A record names each of its fields. A list has square brackets.

    { winner, 'no cards left' }                      # wrong
    { winners: [winner], reason: 'no cards left' }   # right";

    REPEATED_NAME = "E0422" "a name is given twice"
"An argument or a field of a record is given once.

    move(deck, hand, count: 1, count: 2)     # wrong";

    NOT_NEEDS_BRACKETS = "E0423" "`not` needs brackets here"
"`not` binds less tightly than comparisons and arithmetic, so that `not a == b` means `not (a == b)`.
After such an operator it needs brackets.

    tapped == not ready          # wrong
    tapped == (not ready)        # right
    tapped != ready              # shorter";

    IF_WORDS = "E0424" "a choice is written as a call"
"There are no words `then`, `else` or `elif`. A choice between two values is a call with three
arguments.

    if hand_size > 7 then 7 else hand_size       # wrong
    if(hand_size > 7, 7, hand_size)              # right

Between more values, put one call into another.";

    UNEXPECTED = "E0425" "something does not belong here"
"What stands before this is complete, and this cannot go on from it. Often a bracket, a quote or a name
before it is missing.

`;` separates the steps of an effect, `:` follows the name of an argument or field.";

    EMPTY_TEXT = "E0426" "a text is empty"
"A text stands here, but nothing is in it.

Leave the key out if nothing should be tested or done, or write `true` for a condition that always
holds.";

    EXPRESSION_IN_SELECTOR = "E0427" "a selector holds an expression"
"A selector only names things: `$.players[current].zones.hand`, `top($.zones.deck)`. Operators between
values are expression text, which came with CGML 1.4.

    path: \"count($.zones.deck) > 3\"      # wrong

Set `cgml_version: \"1.4\"` and write the text without `path:`, or use the long form:

    isGreaterThan:
      - count: [{ path: \"$.zones.deck\" }]
      - value: 3";

    SELECTOR_WITHOUT_ROOT = "E0428" "a selector does not begin with `$`"
"A selector begins with `$` (everything there is), with an anchor such as `$currentPlayer` or `$player`,
or with `ref:`.

    path: \"players[0].zones.hand\"        # wrong
    path: \"$.players[0].zones.hand\"      # right

A fixed value is written `value: 3`. Bare names such as `hand` are expression text, which needs
`cgml_version: \"1.4\"` and no `path:`.";

    NOT_A_STEP = "E0429" "a step does nothing"
"A step is a call of an action or of a defined effect, or changes a value. A value alone is computed and
forgotten.

    score + 1                # wrong
    score = score + 1        # right
    score += 1               # right
    score == 0               # wrong: this compares
    score = 0                # right";

    NOT_A_TARGET = "E0430" "this cannot be changed"
"On the left of `=`, `+=`, `-=` and in a modifier stands what is changed: a variable, a field, an item.

    count(hand) = 3          # wrong: the count follows from the cards
    score = 3                # right
    this.power + 1000        # right, in a modifier";

    NOT_A_MODIFIER = "E0431" "a modifier is not understood"
"A modifier says what is changed, how and by how much, with one of `=`, `+`, `-`, `*`, `/`.

    this.power                   # wrong: not changed
    this.power += 1000           # wrong: a modifier does not happen once, it holds
    this.power + 1000            # right
    this.power = 3000            # right";

    AMOUNT_NEEDS_BRACKETS = "E0432" "a modifier changes twice"
"A modifier does one thing. After `-`, `*` and `/` an amount that is computed stands in brackets, because
`cost - 2 - 1` could mean two things.

    card.cost - 2 - x            # wrong
    card.cost - (2 + x)          # right
    card.cost + 2 + x            # right: sums are clear";

    QUOTED_NAME = "E0433" "a name stands in quotes"
"Quotes make text. The name of an argument or of a record's field has none; an odd one stands in
backquotes.

    { 'winners': [alice] }           # wrong
    { winners: [alice] }             # right
    { `first place`: alice }         # right";
}
