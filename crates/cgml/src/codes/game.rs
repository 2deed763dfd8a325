//! Problems of a game as a whole.

use super::codes;

codes! {
    NO_STATE = "E0701" "a game needs a state to begin in"
"`flow.states` has no states, or `initial_state` names none of them.";
    PLAYER_RANGE = "E0702" "fewer players at most than at least"
"`players.max` is smaller than `players.min`, so that no number of players fits. Exchange the two numbers.";
    COMPUTED_WITHOUT_EXPRESSION = "E0703" "a computed variable needs an expression"
"`computed: true` says that the value is evaluated whenever it is read; `expression` says how.

```yaml
- name: total
  computed: true
  expression:
    sum: [ ... ]
```

A variable that effects set has an `initial_value` instead and no `expression`.";
    COMPUTED_CYCLE = "E0704" "computed variables or functions that need each other"
"Evaluating the value needs the value itself. Store one of them in a variable that effects set.";
    EMPTY_DECK_TYPE = "E0705" "a deck entry makes no cards"
"A template needs `values`, and `suits` unless the template brings its own; a card needs `properties` or an
`id`.";
    UNKNOWN_TEMPLATE = "E0706" "there is no such template"
"Templates are `standard_suits` (clubs, diamonds, hearts and spades, or the `suits` you give) and `no_suits`.
Other decks give `suits` themselves, or list their cards one by one with `type: card`.";
    RANK_NOT_IN_HIERARCHY = "E0707" "a rank is missing from the hierarchy, or there twice"
"Every rank of the deck's cards appears exactly once in `rank_hierarchy`, so that any two cards compare.";
    DECK_IN_TWO_ZONES = "E0708" "a deck can lie in none of the zones that name it"
"Several zones name the same `of_deck`, and each of them is a zone of every player: the deck is one for all, and no
zone can hold it when the game begins.

Name the deck at a zone of the table, too: it lies in the first one. The other zones receive its cards later.";
    DECK_PER_PLAYER = "E0709" "a deck of the table lies in a zone of each player"
"The zone is `per_player` but the deck is one for all: its cards cannot be in several places.

Put the deck into a zone of the table and deal from it; or, from 1.4, declare the deck `per_player`.";
    SCOPE_CONFLICT = "E0710" "a zone says two things about who has it"
"`per_player: true` means `owner_scope: player`. Remove one of them, or make them agree.";
    NO_TEAMS = "E0711" "teams are used but not declared"
"Something is `per_team` or asks for a team, but the game has no `teams`.

```yaml
teams:
  north_south: [0, 2]
  east_west: [1, 3]
```";
    SEAT_IN_TWO_TEAMS = "E0712" "a seat is in two teams"
"Each seat belongs to at most one team. Remove the seat from one of the lists under `teams`.";
    NOTHING_TO_REPLACE = "E0713" "a rule or an ability replaces an event that has nothing to replace"
"`timing: replace` and `instead_of` run instead of what the event would do. Entering a phase or a state, and the
beginning of a turn, do nothing by themselves; `on.draw`, `on.play`, `on.discard` and `on.move` do: the card moves.
An event of the game does something if it is the `event` of a definition; one that is only emitted does not.

Use `timing: pre` or `post`, or an ability with `when`; or replace what makes the event happen.";
    POOL_TOTAL = "E0714" "the pools do not add up to the total"
"The resource has a `total`, but what lies in its pools at the start is more or less.

Change `start` of a pool, or the `total`. For each player and team their pools count as often as there are
players and teams; the numbers are compared for the least number of players.";
    RULE_CYCLE = "E0715" "rules that extend each other"
"A rule takes over what it does not say itself from the rule it extends, so that it cannot extend itself, directly or
through other rules. Remove one `extends` of the circle.";
    UNREACHABLE_STATE = "W1701" "a state is never reached"
"No transition and no `SET_STATE` leads to the state, and the game does not begin in it.

Add a transition, or remove the state.";
    UNREACHABLE_PHASE = "W1702" "a phase is never reached"
"The phase belongs only to states that are never reached, and nothing goes to it.";
    RULE_NEVER_FIRES = "W1703" "a rule can never run"
"Its trigger waits for a phase or state that is never reached, for an event nothing makes happen, or its
condition is always false.";
    VARIABLE_NEVER_READ = "W1704" "a variable is never read"
"Effects set the variable but nothing asks for it. Remove it, or use it in a condition, the win condition or
`table.show`.";
    VARIABLE_NEVER_WRITTEN = "W1705" "a variable never changes"
"The variable is asked for but no effect sets it: it always has its initial value. If that is meant, a
`value` (or, from 1.4, a parameter) says it better.";
    ZONE_NEVER_USED = "W1706" "a zone is never used"
"No step and no expression mentions the zone, and no deck lies in it. Remove it, or move cards there.";
    CANNOT_END = "W1707" "the game cannot end"
"No state without phases can be reached, nothing wins or loses, and there is no turn limit: the game goes on for
ever.

Add a transition to a state with `phases: []`, such as `GameOver`.";
    ZONE_WITHOUT_DECK = "W1708" "a zone of each player never gets a card"
"Cards are taken from the zone, but it has no deck and nothing ever puts a card into it.

Deal cards to it in `setup`, or give the deck with `of_deck`.";
    SHADOWED_RULE = "W1709" "a rule is shadowed by another"
"An earlier rule with the same trigger always replaces the event or leaves the state first, so that this one
never gets its turn.

Give it a higher `priority`, or a condition to the other one.";
    DECK_NEVER_USED = "W1710" "a deck lies in no zone"
"No zone has this deck as its `of_deck`, so that its cards never come into the game.";
    NO_WINNER = "W1711" "nobody can win"
"The game has no `win_condition`, and no effect wins or loses: every game is a draw.";
    TEMP_NEVER_USED = "W1712" "a stored result is never used"
"`store_as` names a result, but no later step of the effect refers to it.";
    PHASE_OF_OTHER_STATE = "W1714" "a rule goes to a phase that its state does not have"
"`SET_PHASE` goes to a phase of the current state, and fails if the state has no such phase. No state in which the
rule runs has it.

Go to a state that has the phase with `SET_STATE`, or add the phase to the state.";
    NO_TURN_ORDER = "W1715" "turns are changed in a simultaneous game"
"With `player_order: simultaneous` there is one turn per pass for all players: nobody has one to miss or to get, and
there is no order to reverse. The action does nothing.

Keep in a variable who sits out, and ask for it in the rules.";
    FULL_STATE = "W1713" "a transition is shadowed by another"
"An earlier transition from the same state has no condition: it is always taken first.

Give it a condition, or this one a higher `priority`.";
}
