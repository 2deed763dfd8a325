//! Problems of names.

use super::codes;

codes! {
    UNKNOWN_NAME = "E0501" "a name is not declared"
"The name refers to nothing: no zone, variable, state, card or whatever is expected here is called so.

```yaml
- action: SHUFFLE
  target: { path: \"$.zones.dekc\" }      # E0501: did you mean `deck`?
```

Mend the spelling, or declare the thing where the message says such things are declared.";
    DECLARED_TWICE = "E0502" "a name is declared twice"
"Two things of the same kind have the same name, so that using the name would be a matter of luck.

Rename one of them. To change an inherited entry, write it in the inheriting file under the same name.";
    NO_SUCH_FIELD = "E0503" "there is nothing with this name after the dot"
"A card has its properties, `face`, `zone` and `owner`; a zone has `top`, `bottom` and `count`; a player has
zones and variables; the root `$` has `players`, `zones` and the variables of the table.

Mend the spelling. A zone of each player is reached through a player:
`$.players[current].zones.hand`, a zone of the table as `$.zones.deck`.";
    WRONG_OWNER = "E0504" "a zone or variable is looked for in the wrong place"
"Zones and variables `per_player` belong to players; the others belong to the table.

```yaml
path: \"$.zones.hand\"                    # E0504 if every player has a hand
path: \"$.players[current].zones.hand\"
```";
    NO_CONTEXT = "E0505" "nothing with this name is known here"
"`$.card`, `$.from`, `$.to` and the like are told by events; `$.card` also stands for the card in a filter;
`$player` for the player in a loop; `this` for the card whose ability it is. Outside of those they mean
nothing.

Use a path that leads to the card, or move the expression to where the name is known.";
    UNKNOWN_REF = "E0506" "a temporary value is not known here"
"A `ref` names what an earlier step of the same effect stored with `store_as`, a target, or the element of a
loop. Temporary values are not visible in other rules.

Store the value first, or use a variable (`SET_VARIABLE`) if it must outlive the rule.";
    UNKNOWN_ANCHOR = "E0507" "there is no such anchor"
"Anchors are `$currentPlayer`, `$activeState`, `$currentPhase`, `$turnOrder` and, inside
`FOR_EACH_PLAYER`, `$player`. From 1.4 also `$teammates` and `$opponents`.";
    UNKNOWN_EVENT = "E0508" "there is no such event"
"Rules listen to `on.state.enter.X`, `on.state.exit.X`, `on.phase.X`, `on.turn.begin`, `on.turn.end`, `on.draw`,
`on.play`, `on.discard`, `on.move`, and to events the game declares under `events`.";
    NOT_CALLED_SO = "E0509" "a word is not one of the values this can have"
"A property, attribute or parameter with fixed values is compared with, or set to, a word that is none of
them. The comparison could never be true.

Mend the spelling; the message lists the values.";
    SHADOWED_WORD = "W1501" "a word could mean two things"
"The word is both a value of what it is compared with and the name of a zone, variable or parameter. It
is read as the value.

Write quotes for the value (`card.suit == 'hearts'`), or rename the other thing.";
}
