//! The events every game has, and what each tells about itself.

use std::hash::{Hash, Hasher};

use super::Words;
use super::names::NameKind;
use super::want::Want;
use crate::version::Version;

/// An event that the engine itself makes happen.
#[derive(Debug)]
pub struct Event {
    /// The trigger without `on.`, such as `phase` or `turn.begin`.
    pub trigger: &'static str,
    /// Its name in an ability's `when`: `this.moved`; equal to the trigger where there is no other.
    pub word: &'static str,
    /// What kind of name follows the trigger: `on.phase.Main`.
    pub argument: Option<NameKind>,
    /// Since which version.
    pub since: Version,
    /// What the event tells: `$.card`, `$.player`.
    pub fields: &'static [Field],
    /// One sentence.
    pub about: &'static str,
    /// How it reads in a sentence; `{0}` is its argument.
    pub says: Words,
}

impl PartialEq for Event {
    fn eq(&self, other: &Self) -> bool {
        self.trigger == other.trigger
    }
}

impl Eq for Event {}

impl Hash for Event {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.trigger.hash(state);
    }
}

/// Something an event tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub is: Want,
}

const fn field(name: &'static str, is: Want) -> Field {
    Field { name, is }
}

const PLAYER: Field = field("player", Want::Player);
const STATE: Field = field("state", Want::Name(NameKind::State));
const PHASE: Field = field("phase", Want::Name(NameKind::Phase));
const TURN: Field = field("turn_index", Want::Number);
const CARD: Field = field("card", Want::Card);
const FROM: Field = field("from", Want::Zone);
const TO: Field = field("to", Want::Zone);
const ZONE: Field = field("zone", Want::Zone);

/// What every event tells.
pub const COMMON: &[Field] = &[PLAYER, STATE, PHASE, TURN];

const OF_A_MOVE: &[Field] = &[CARD, FROM, TO, ZONE];

macro_rules! events {
    ($($trigger:literal $word:literal $argument:expr, $since:ident $fields:expr, $about:literal $en:literal $ja:literal;)*) => {
        /// Every event the engine makes happen.
        pub const EVENTS: &[Event] = &[$(Event {
            trigger: $trigger,
            word: $word,
            argument: $argument,
            since: Version::$since,
            fields: $fields,
            about: $about,
            says: Words { en: $en, ja: $ja },
        }),*];
    };
}

events! {
    "state.enter" "state.enter" Some(NameKind::State), V1_3 &[], "A state was entered, before its first phase." "when the state {0} is entered" "状態「{0}」に入ったとき";
    "state.exit" "state.exit" Some(NameKind::State), V1_3 &[], "A state is being left." "when the state {0} is left" "状態「{0}」を離れるとき";
    "phase" "phase" Some(NameKind::Phase), V1_3 &[], "A phase was entered." "in the phase {0}" "「{0}」フェイズに";
    "phase.end" "phase.end" Some(NameKind::Phase), V1_4 &[], "A phase is over, before transitions are tested." "at the end of the phase {0}" "「{0}」フェイズの終わりに";
    "turn.begin" "turn.begin" None, V1_3 &[], "A turn begins." "at the beginning of a turn" "ターンの開始時に";
    "turn.end" "turn.end" None, V1_3 &[], "A turn ends." "at the end of a turn" "ターンの終了時に";
    "draw" "drawn" None, V1_3 OF_A_MOVE, "A card moved from a deck to a hand." "when a card is drawn" "カードを引いたとき";
    "play" "played" None, V1_3 OF_A_MOVE, "A card moved from a hand into play." "when a card is played" "カードを出したとき";
    "discard" "discarded" None, V1_3 OF_A_MOVE, "A card moved to a discard pile." "when a card is discarded" "カードを捨てたとき";
    "move" "moved" None, V1_3 OF_A_MOVE, "A card moved from one zone to another." "when a card moves" "カードが移動したとき";
    "enter" "entered" None, V1_4 OF_A_MOVE, "A card came into play from elsewhere." "when a card enters play" "カードが場に出たとき";
    "leave" "left" None, V1_4 OF_A_MOVE, "A card left play; its own abilities still see it." "when a card leaves play" "カードが場を離れたとき";
    "reveal" "revealed" None, V1_4 &[CARD, ZONE], "A card was revealed." "when a card is revealed" "カードが公開されたとき";
    "shuffle" "shuffled" None, V1_4 &[ZONE], "A zone was shuffled." "when a zone is shuffled" "シャッフルされたとき";
    "transfer" "transferred" None, V1_4 &[field("count", Want::Number), field("from", Want::Pool), field("to", Want::Pool), CARD], "Pieces moved between pools; `card` is the card they left, if they lay on one." "when pieces move" "桜花結晶などが移動したとき";
    "game.end" "game.end" None, V1_4 &[], "The game is over." "when the game ends" "ゲーム終了時に";
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
