//! Problems of cards and abilities.

use super::codes;

codes! {
    UNKNOWN_PROPERTY = "E0801" "a card has a key that its kind does not declare"
"Besides the keys every card has (`id`, `kind`, `name`, `text`, `tags`, `keywords`, `abilities`), a card has the
properties that its kind declares under `card_kinds`.

Mend the spelling, or declare the property.";
    MISSING_PROPERTY = "E0802" "a card lacks a property of its kind"
"The kind declares the property without a default, so that every card of the kind has it.

Give it a value, or declare the property with `default` or `optional: true`.";
    WRONG_PROPERTY = "E0803" "a property has a value of the wrong type"
"The kind declares of which type the property is: a number within bounds, one of some words, a list, a range
such as `3-5`, or a record such as `2/1`.";
    PROPERTY_TWICE = "E0804" "a property has two types"
"Two kinds declare a property of the same name with different types. Expressions such as `card.power` must
mean one thing: use the same type, or another name.";
    KIND_CYCLE = "E0805" "card kinds that extend each other"
"A kind cannot be a special case of itself, directly or through other kinds. Remove one `extends` of the circle.";
    NAME_TAKEN = "E0806" "a name of the language is used for something else"
"The definition, zone or variable has the name of an operator, an action or a word of the language, so that
it could not be told apart. Choose another name.";
    NOT_ABILITY_MOVE = "E0807" "a move does not use abilities"
"`activate` names a move with `abilities: true`: the move with which players use such abilities.";
    DEFINITION_BODY = "E0808" "a definition needs an effect or a value"
"A definition either does something (`effect`) or gives something (`value`), and exactly one of them.";
    DECK_LIST_RULES = "E0809" "a deck list breaks the deck rules"
"The deck list has too many or too few cards, too many copies of one, a kind that is not allowed, or a
card that the regulation bans.";
    EVENT_WITHOUT_SUBJECT = "E0810" "an event has no such subject"
"`this.entered` listens to events about this card, `spell.activated` to events about cards of a kind, and
`my.`, `opponent.` to events of a player. The event must tell a `card` or a `player` for that.";
    BAD_POLICY = "E0811" "a setting does not belong to the policy"
"`groups` belong to the policy `pool`, `responses` and `response_speed` to `chain`. Remove the setting or change the
policy.";
    NOTHING_TO_PROCEED = "E0812" "there is nothing to proceed with"
"`PROCEED` does what is wrapped: the event that a replacement stands for, or the ability that a move uses. It
belongs into an ability with `instead_of`, a rule with `timing: replace`, or a move with `abilities: true`.";
    NEEDS_TABLE = "E0813" "a deck rule is not known before the game begins"
"Decks are checked before the match. So the sizes, `copies` and `where` of the deck rules may ask for parameters
and, in `where`, for what is printed on `card`: its properties, `kind`, `kinds`, `name`, `tags`, `token` and
keywords. There are no zones, players, variables or counters yet.";
    NO_DECK_SECTION = "E0814" "a deck is made from a section that the deck rules do not have"
"A deck with `per_player: true` and without `cards` is made from the section of a deck list that has its name, or
from the one that `section` names. The deck rules must have that section, otherwise no deck list may.

Add the section to `deck_rules.sections`, or name another one with `section`.";
    MOVE_NEVER_MADE = "W1801" "a move is never possible"
"The move names no phase with `in`, no phase lists it, nothing offers or uses it, and no response is made with
it.";
    EVENT_NEVER_HAPPENS = "W1802" "an event never happens"
"The event is declared and listened to, but nothing makes it happen. `EMIT` it, or declare it as the `event` of a
definition.";
    EVENT_NEVER_HEARD = "W1806" "an event of the language is listened to instead of the game's own"
"The game declares an event and makes it happen, but nothing listens to it; something listens to an event of the
language with a similar name. Mend the spelling, or give the game's own event a name that cannot be mistaken.";
    KEYWORD_NEVER_USED = "W1803" "a keyword is on no card"
"No card and no kind has the keyword, and no effect gives it. Remove it, or put it on a card.";
    PARAMETER_NEVER_READ = "W1804" "a parameter is never read"
"Nothing asks for the parameter, so that setting it changes nothing. In a variant this is often a slip of the
pen: `parameters: { hand_sise: 7 }` declares a new parameter instead of setting `hand_size`.

Mend the spelling, use the parameter in an expression, or remove it.";
    DEFINITION_NEVER_USED = "W1805" "a definition is never used"
"No step and no expression calls the definition. In a game that inherits, this is often a slip of the pen: a
definition that should replace an inherited one has another name.

Call it, mend the spelling, or remove it.";
}
