//! Actions of trading cards: counters, links, tokens, continuous changes and events.

use super::Outcome::{Card as GivesCard, Nothing, Number as GivesNumber};
use super::actions;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::Key;
use crate::vocabulary::shape::Shape::{
    Count, Event, Modifiers, Name, OneOrMany, Operand, Player, Word,
};
use crate::vocabulary::want::Want::{Card, Cards, Number, Predicate, Zone};

const COUNT: Key = Key::optional("count", Count, "How many; 1 if left out.");
const UNTIL: Key = Key::optional(
    "until",
    Event,
    "How long: an event such as `turn.end`, or a declared duration; as long as the card stays in play if left out.",
);

actions! {
    Emit "EMIT" V1_4 Nothing, 1 [MayBreak]
        "Makes an event happen; the other parameters are its fields, in their order or by name. Rules and abilities that listen to it are scheduled."
        "the event {event} happens[ ({fields})]" "イベント{event}が起こる[（{fields}）]"
        { Key::required("event", Name(NameKind::Event), "The event."); }
    AddCounter "ADD_COUNTER" V1_4 GivesNumber, 3 [ChangesCards]
        "Puts counters on a card."
        "put [{count} {counter} {count:counter/counters}|1 {counter} counter] on {each card}" "{each card}に{counter}カウンターを[{count}|1]個置く"
        {
            Key::required("card", Operand(Cards), "The card.");
            Key::required("counter", Name(NameKind::Counter), "Which counters.");
            COUNT;
        }
    RemoveCounter "REMOVE_COUNTER" V1_4 GivesNumber, 3 [ChangesCards]
        "Takes counters off a card; fails if there are fewer."
        "remove [{count} {counter} {count:counter/counters}|1 {counter} counter] from {each card}" "{each card}から{counter}カウンターを[{count}|1]個取り除く"
        {
            Key::required("card", Operand(Cards), "The card.");
            Key::required("counter", Name(NameKind::Counter), "Which counters.");
            COUNT;
        }
    Attach "ATTACH" V1_4 Nothing, 2 [ChangesCards, Attaches]
        "Attaches a card to another."
        "attach {card} to {to}" "{card}を{to}に付ける"
        { Key::required("card", Operand(Cards), "The card attached."); Key::required("to", Operand(Card), "The card it is attached to."); }
    Detach "DETACH" V1_4 Nothing, 1 [ChangesCards, Attaches]
        "Takes attached cards off."
        "detach {card}" "{card}を外す"
        { Key::required("card", Operand(Cards), "The attached card."); }
    Stack "STACK" V1_4 Nothing, 2 [MovesCards, Stacks]
        "Puts a card on top of another, or with `place: under` below it; the stack is one card on the table and moves together. A card on top takes over the attributes, counters and continuous effects of the one it covers."
        "put {card} [{place}|on top of] {onto}" "{card}を{onto}の[{place}|上]に重ねる"
        {
            Key::required("card", Operand(Cards), "The card that moves.");
            Key::required("onto", Operand(Card), "The card it is stacked with.");
            Key::optional("place", Word(&["over", "under"]), "`over` if left out.");
        }
    CreateToken "CREATE_TOKEN" V1_4 GivesCard, 3 [MovesCards, MakesTokens]
        "Makes a card that ceases to exist when it leaves play. The other parameters are properties it has instead of the printed ones."
        "create [{count}|1] {card} in {to}[ ({fields})]" "{to}に{card}を[{count}|1]体生成する[（{fields}）]"
        {
            Key::required("card", Name(NameKind::Card), "Which card.");
            Key::required("to", Operand(Zone), "In which zone.");
            COUNT;
        }
    Modify "MODIFY" V1_4 Nothing, 2 [ChangesCards]
        "Changes attributes of cards for a while."
        "{change}[ until {until}][, but not below {floor}]" "[{until}まで、]{change}[（{floor}未満にはならない）]"
        {
            Key::required("card", Operand(Cards), "Which cards; `card` is each of them in `change`.");
            Key::required("change", Modifiers, "The changes.");
            UNTIL;
            Key::optional("floor", Operand(Number), "The changes bring no value below this.");
        }
    Grant "GRANT" V1_4 Nothing, 2 [ChangesCards]
        "Gives keywords to cards for a while."
        "{each card} gains {keyword}[ until {until}]" "[{until}まで、]{each card}に{keyword}を与える"
        {
            Key::required("card", Operand(Cards), "Which cards.");
            Key::required("keyword", OneOrMany(&Name(NameKind::Keyword)), "Which keywords; with its parameter, `power_attacker(2000)`.");
            UNTIL;
        }
    Forbid "FORBID" V1_4 Nothing, 2
        "Forbids a move for a while: to cards, or to a player. \"Cannot\" beats \"can\"."
        "[{player} cannot|nobody can] use the move {move}[ with {a card}][ where {it where}][ until {until}]" "[{until}まで、][{player}は][{many card}で][、{it where}場合には]{move}ができない"
        {
            Key::required("move", OneOrMany(&Name(NameKind::Move)), "Which moves.");
            Key::optional("card", Operand(Cards), "With which cards.");
            Key::optional("player", Player, "To which player.");
            Key::optional("where", Operand(Predicate), "Only where this is true; `card` is the card of the move, `target` its target.");
            UNTIL;
        }
    SetController "SET_CONTROLLER" V1_4 Nothing, 2 [ChangesCards]
        "Gives control of cards to a player."
        "{player} {player:takes/take} control of {card}[ until {until}]" "[{until}まで、]{player}が{card}のコントロールを得る"
        {
            Key::required("card", Operand(Cards), "Which cards.");
            Key::required("player", Player, "Who controls them.");
            UNTIL;
        }
}
