//! The events every game has, and what each tells about itself.

use std::hash::{Hash, Hasher};

use super::Words;
use super::names::NameKind;
use super::want::Want;
use super::words::{kinds, words};
use crate::version::Version;

/// An event that the engine itself makes happen.
#[derive(Debug)]
pub struct Event {
    /// The event as code names it.
    pub kind: Trigger,
    /// The trigger without `on.`, such as `phase` or `turn.begin`.
    pub trigger: &'static str,
    /// Its name in an ability's `when`: `this.moved`; equal to the trigger where there is no other.
    pub word: &'static str,
    /// Kind of the name after the trigger: `on.phase.Main`.
    pub argument: Option<NameKind>,
    /// First version that has it.
    pub since: Version,
    /// Fields of the event: `$.card`, `$.player`.
    pub fields: &'static [Field],
    /// Description for the reference, one sentence.
    pub about: &'static str,
    /// Sentence, as a [`phrase`](super::phrase): `{0}` is its argument, `{card}`,
    /// `{player}` and `{pool}` whose event it is, `{each}` "each" or "the".
    pub says: Words,
    /// Sentence before it happens.
    pub would: Words,
}

impl PartialEq for Event {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Event {}

impl Hash for Event {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.kind.hash(state);
    }
}

/// Something an event tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Name of the field, after `$.`.
    pub name: &'static str,
    /// Type of its value.
    pub is: Want,
    /// Noun phrase for explanations.
    pub says: Words,
}

const fn field(name: &'static str, is: Want, en: &'static str, ja: &'static str) -> Field {
    let says = Words { en, ja };
    Field { name, is, says }
}

const PLAYER: Field = field("player", Want::Player, "that player", "そのプレイヤー");
const STATE: Field = field(
    "state",
    Want::Name(NameKind::State),
    "the current state",
    "現在の状態",
);
const PHASE: Field = field(
    "phase",
    Want::Name(NameKind::Phase),
    "the current phase",
    "現在のフェイズ",
);
const TURN: Field = field(
    "turn_index",
    Want::Number,
    "the turn number (from 0)",
    "ターン番号（0から）",
);
const CARD: Field = field("card", Want::Card, "that card", "そのカード");
const FROM: Field = field("from", Want::Zone, "the zone it comes from", "移動元");
const TO: Field = field("to", Want::Zone, "the zone it goes to", "移動先");
const ZONE: Field = field("zone", Want::Zone, "that zone", "そのゾーン");

words! {
    /// A field that an event of the language tells.
    EventFieldKind {
        Player "player",
        State "state",
        Phase "phase",
        TurnIndex "turn_index",
        Card "card",
        From "from",
        To "to",
        Zone "zone",
        Count "count",
    }
}

impl Trigger {
    /// Its row in the vocabulary.
    pub fn row(self) -> &'static Event {
        &EVENTS[self as usize]
    }
}

/// Fields of every event.
pub const COMMON: &[Field] = &[PLAYER, STATE, PHASE, TURN];

const OF_A_MOVE: &[Field] = &[CARD, FROM, TO, ZONE];

const OF_A_TRANSFER: &[Field] = &[
    field("count", Want::Number, "how many they are", "その数"),
    field("from", Want::Pool, "where they come from", "移動元"),
    field("to", Want::Pool, "where they go to", "移動先"),
    CARD,
];

macro_rules! events {
    ($($kind:ident $trigger:literal $word:literal $argument:expr, $since:ident $fields:expr, $about:literal
        $en:literal $ja:literal would $would_en:literal $would_ja:literal;)*) => {
        kinds! {
            /// An event that the engine itself makes happen.
            Trigger { $($kind),* }
        }

        /// Every event the engine makes happen.
        pub const EVENTS: &[Event] = &[$(Event {
            kind: Trigger::$kind,
            trigger: $trigger,
            word: $word,
            argument: $argument,
            since: Version::$since,
            fields: $fields,
            about: $about,
            says: Words { en: $en, ja: $ja },
            would: Words { en: $would_en, ja: $would_ja },
        }),*];
    };
}

events! {
    StateEnter "state.enter" "state.enter" Some(NameKind::State), V1_3 &[], "A state was entered, before its first phase."
        "when the state {0} begins" "状態{0}に入ったとき"
        would "when the state {0} would begin" "状態{0}に入るとき";
    StateExit "state.exit" "state.exit" Some(NameKind::State), V1_3 &[], "A state is being left."
        "when the state {0} ends" "状態{0}を離れるとき"
        would "when the state {0} would end" "状態{0}を離れるとき";
    Phase "phase" "phase" Some(NameKind::Phase), V1_3 &[], "A phase was entered."
        "when [{player's}|the] phase {0} begins" "[{player}の]{0}フェイズの開始時"
        would "when [{player's}|the] phase {0} would begin" "[{player}の]{0}フェイズの開始時";
    PhaseEnd "phase.end" "phase.end" Some(NameKind::Phase), V1_4 &[], "A phase is over, before transitions are tested."
        "when [{player's}|the] phase {0} ends" "[{player}の]{0}フェイズの終了時"
        would "when [{player's}|the] phase {0} would end" "[{player}の]{0}フェイズの終了時";
    TurnBegin "turn.begin" "turn.begin" None, V1_3 &[], "A turn begins."
        "at the beginning of [{player's}|{each}] turn" "[{player}の|{each}]ターンの開始時"
        would "when [{player's}|a] turn would begin" "[{player}の]ターンの開始時";
    TurnEnd "turn.end" "turn.end" None, V1_3 &[], "A turn ends."
        "at the end of [{player's}|{each}] turn" "[{player}の|{each}]ターンの終了時"
        would "when [{player's}|a] turn would end" "[{player}の]ターンの終了時";
    Draw "draw" "drawn" None, V1_3 OF_A_MOVE, "A card moved from a deck to a hand."
        "when {card} is drawn[ by {player}]" "[{player}が]{card}を引いたとき"
        would "when {card} would be drawn[ by {player}]" "[{player}が]{card}を引くとき";
    Play "play" "played" None, V1_3 OF_A_MOVE, "A card moved from a hand into play."
        "when {card} is played[ by {player}]" "[{player}が]{card}を手札から出したとき"
        would "when {card} would be played[ by {player}]" "[{player}が]{card}を手札から出すとき";
    Discard "discard" "discarded" None, V1_3 OF_A_MOVE, "A card moved to a discard pile."
        "when {card} is discarded[ by {player}]" "[{player}が]{card}を捨てたとき"
        would "when {card} would be discarded[ by {player}]" "[{player}が]{card}を捨てるとき";
    Move "move" "moved" None, V1_3 OF_A_MOVE, "A card moved from one zone to another."
        "when {card} is moved[ by {player}]" "[{player}によって]{card}が移動したとき"
        would "when {card} would be moved[ by {player}]" "[{player}によって]{card}が移動するとき";
    Enter "enter" "entered" None, V1_4 OF_A_MOVE, "A card came into play from elsewhere."
        "when {card} enters play[ for {player}]" "[{player}の]{card}が場に出たとき"
        would "when {card} would enter play[ for {player}]" "[{player}の]{card}が場に出るとき";
    Leave "leave" "left" None, V1_4 OF_A_MOVE, "A card left play; its own abilities still see it."
        "when {card} leaves play[ for {player}]" "[{player}の]{card}が場を離れたとき"
        would "when {card} would leave play[ for {player}]" "[{player}の]{card}が場を離れるとき";
    Reveal "reveal" "revealed" None, V1_4 &[CARD, ZONE], "A card was revealed."
        "when {card} is revealed[ by {player}]" "[{player}の]{card}が公開されたとき"
        would "when {card} would be revealed[ by {player}]" "[{player}の]{card}が公開されるとき";
    Shuffle "shuffle" "shuffled" None, V1_4 &[ZONE], "A zone was shuffled."
        "when a zone is shuffled[ by {player}]" "[{player}が]シャッフルしたとき"
        would "when a zone would be shuffled[ by {player}]" "[{player}が]シャッフルするとき";
    Transfer "transfer" "transferred" None, V1_4 OF_A_TRANSFER, "Pieces moved between pools; `card` is the card they left, if they lay on one."
        "when pieces move[ from {pool}][ for {player}]" "[{pool}から][{player}の]リソースが移動したとき"
        would "when pieces would move[ from {pool}][ for {player}]" "[{pool}から][{player}の]リソースが移動するとき";
    GameEnd "game.end" "game.end" None, V1_4 &[], "The game is over."
        "when the game ends" "ゲームの終了時"
        would "when the game would end" "ゲームの終了時";
}

/// The event whose trigger (without `on.`) this text begins with, and the rest: its argument.
pub fn by_trigger(text: &str) -> Option<(&'static Event, &str)> {
    find(text, |event| event.trigger)
}

/// The event with this name in an ability's `when`, and the rest: its argument.
pub fn by_word(text: &str) -> Option<(&'static Event, &str)> {
    find(text, |event| event.word).or_else(|| by_trigger(text))
}

fn find(text: &str, name: fn(&Event) -> &'static str) -> Option<(&'static Event, &str)> {
    let longest_first = |event: &&Event| std::cmp::Reverse(name(event).len());
    let mut events: Vec<&'static Event> = EVENTS.iter().collect();
    events.sort_by_key(longest_first);
    events.into_iter().find_map(|event| {
        let rest = text.strip_prefix(name(event))?;
        match (event.argument, rest.strip_prefix('.')) {
            (Some(_), Some(argument)) => Some((event, argument)),
            (None, None) if rest.is_empty() => Some((event, "")),
            (Some(_), None) | (None, Some(_) | None) => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trigger_is_the_position_of_its_row() {
        for trigger in Trigger::ALL {
            assert_eq!(trigger.row().kind, *trigger);
        }
    }

    #[test]
    fn every_field_of_an_event_has_a_variant() {
        for field in EVENTS.iter().flat_map(|event| event.fields).chain(COMMON) {
            assert!(EventFieldKind::find(field.name).is_some(), "{}", field.name);
        }
    }

    #[test]
    fn a_trigger_is_split_into_event_and_argument() {
        let found = |text| by_trigger(text).map(|(event, argument)| (event.trigger, argument));

        assert_eq!(found("phase.Main"), Some(("phase", "Main")));
        assert_eq!(found("phase.end.Main"), Some(("phase.end", "Main")));
        assert_eq!(
            found("state.enter.Playing"),
            Some(("state.enter", "Playing"))
        );
        assert_eq!(found("turn.begin"), Some(("turn.begin", "")));
        assert_eq!(found("turn.middle"), None);
        assert_eq!(found("draw"), Some(("draw", "")));
        assert_eq!(found("drawn"), None);
        assert_eq!(
            by_word("drawn").map(|(event, _)| event.trigger),
            Some("draw")
        );
    }
}
