//! Problems of cards that are written in a dialect.

use super::codes;

codes! {
    UNKNOWN_DIALECT = "E0901" "there is no such card dialect"
"`!include cards/ as NAME` reads the files as cards of another program's format. The message lists the formats
that are known.

```yaml
cards: !include cards/ as solitcg
```

Mend the name, or leave out `as NAME` if the files are cards of CGML.";
    BAD_TARGET = "E0902" "a target is not written as one"
"A target is three words with `:` between them: which of the cards are taken, whose they are, and what they are.

```yaml
target: \"choose:self:artifact\"
target: \"all:opponent:monster\"
target: \"top:self:tag=crystal\"
```

First `choose`, `one`, `all`, `random`, `top` or `bottom`; then `self`, `opponent` or `any`; then a type, `any` or
`tag=` and a tag.";
    BAD_CONDITION = "E0903" "a condition of a card cannot be read"
"A condition is text that compares what the table shows:

```yaml
pre:
  - \"count(type:'artifact', zone:'board:self') >= 2 && hand.count < 5\"
```

It compares with `>`, `>=`, `<`, `<=`, `==` or `!=`, joins with `&&` and `||`, and turns round with `!`. Conditions only
look: they cannot move or destroy anything.";
    UNKNOWN_REFERENCE = "E0904" "a condition asks for something that does not exist"
"What a condition can ask for:

    hand.count  deck.count  grave.count  board.count  board.count(type:'artifact')
    count(tag:'dragon', zone:'board:self')
    spells_cast_this_turn
    domain.exists  player.life  opponent.life  self.counter('charge')

The message names what was probably meant.";
    STATS = "E0905" "the statistics of a card do not fit its type"
"Monsters and rituals have `stats` with `atk`, `def` and `hp`, all of them; cards of other types have none.

```yaml
type: monster
stats: { atk: 1000, def: 800, hp: 1200 }
```";
    NOT_THERE = "E0906" "a step does not belong into this sort of ability"
"An ability with `when: static` changes something as long as its card is in play: it can only use `modify_stat` and
`modify_draw`. `modify_draw` in turn makes sense only there, because it does nothing by itself.

Use another `when`, or another `op`.";
    CONTRADICTION = "E0907" "two keys of a step contradict each other"
"The step says two different things about the same: `selection: random` with a target that is chosen, `one` with a
count of three, both `card` and `target`.

Keep the one that is meant.";
    TABLE_SHAPE = "E0908" "a table of cards is not as its columns say"
"The first line of a table has the headings, each once, and every row after it as many cells.

```csv
ID,Name,Civilization,Type,Cost,Power,Races,Keywords
1,Bronze-Arm Tribe,NATURE,CREATURE,3,1000,Beast Folk,
2,\"Gonta, the Warrior Savage\",FIRE;NATURE,CREATURE,2,4000,Human;Beast Folk,
```

Cells with commas are put into quotes. Which headings there are is in the file of columns behind `as`.";
    TABLE_CELL = "E0909" "a cell of a table of cards cannot be read"
"The cell holds something else than its column says: text where a number is asked for, a number beyond the bounds, a
word that the column does not have, nothing, or the same as another row where each row must differ.

The message names the row, the column and what may stand there. All rows are looked at, and rows with problems are left
out.";
    TABLE_AS = "E0910" "a table of cards is included without its columns"
"A file of comma-separated values says nothing about what its columns mean. A file of columns does:

```yaml
cards: !include cards.csv as columns.yaml
```";
    ONE_CARD = "E0911" "a file of a card dialect holds more than one card"
"In a card dialect one file is one card: the programs that the format comes from read no more than that. A second
document (after `---`) or a list of cards would be lost there.

```yaml
# cards/ember.yaml
id: ember
name: Ember
type: spell
text: Draw a card.
version: 1
```

Give each card a file of its own.";
    WRONG_TYPE = "E0912" "a step names a card of a type that it cannot be about"
"`set_domain` puts a card into the domain zone, and only domains can lie there.

```yaml
effect:
  - { op: set_domain, card: dom_echo_hall }
```

Name a card whose `type` is `domain`.";
    TABLE_BEHAVIOUR = "W1901" "a card of a table lacks what only CGML can say"
"The table gives the card a keyword that needs more than the word: a condition, or what happens when it comes into
play. If the game has a card of the same name in CGML, that card says it; here there is none, so that the card is played
without it.

```yaml
- id: my_dragon
  kind: creature
  name: My Dragon
  keywords: [g_zero(count(battle) > 2)]
```";
    EMPTY_CARD = "W1902" "a file of a card dialect holds no card"
"The file is empty, or has nothing but comments. It brings no card.

Write the card, or delete the file.";
}
