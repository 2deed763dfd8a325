//! Sentences about cards that move: who draws, plays and discards what.

use super::Speaker;
use crate::wire::{LogKind, LogLine, LogPart, WrittenAt};
use cgml::model::Role;
use cgml::vocabulary::Language;
use engine::seen::{Look, PileName};

/// So many cards are named one by one.
const MOST_NAMED: usize = 7;

/// Verbs that the names of moves begin with. Other names, such as "Pair", are said as they are.
const VERBS: &[&str] = &[
    "accept",
    "activate",
    "advance",
    "answer",
    "ask",
    "attack",
    "bet",
    "bid",
    "block",
    "break",
    "buy",
    "call",
    "cast",
    "charge",
    "check",
    "choose",
    "cover",
    "declare",
    "discard",
    "double",
    "draw",
    "equip",
    "fold",
    "gain",
    "give",
    "go",
    "guess",
    "hit",
    "hold",
    "keep",
    "knock",
    "lay",
    "lead",
    "leave",
    "make",
    "move",
    "name",
    "offer",
    "order",
    "pass",
    "pick",
    "play",
    "put",
    "raise",
    "recharge",
    "refuse",
    "release",
    "retreat",
    "reveal",
    "reshuffle",
    "send",
    "set",
    "show",
    "shuffle",
    "split",
    "stand",
    "stop",
    "summon",
    "surrender",
    "take",
    "tap",
    "trade",
    "turn",
    "use",
    "win",
];

/// Cards that went from one pile to another together.
pub(crate) struct Moves {
    from: Option<PileName>,
    to: Option<PileName>,
    known: Vec<LogPart>,
    hidden: usize,
    source: Option<WrittenAt>,
}

impl Moves {
    fn count(&self) -> usize {
        self.known.len() + self.hidden
    }
}

impl Speaker<'_> {
    /// Adds a card that moved to those that moved with it.
    pub(crate) fn gather(
        &self,
        moves: &mut Vec<Moves>,
        card: &Look,
        from: Option<&PileName>,
        to: Option<&PileName>,
        source: Option<WrittenAt>,
    ) {
        let mut same = moves.iter_mut();
        let same =
            same.find(|it| it.from.as_ref() == from && it.to.as_ref() == to && it.source == source);
        let part = card.face.as_ref().map(|face| LogPart::Card {
            face: face.kind,
            text: face.name.text.clone(),
        });
        let group = match same {
            Some(group) => group,
            None => {
                moves.push(Moves {
                    from: from.cloned(),
                    to: to.cloned(),
                    known: Vec::new(),
                    hidden: 0,
                    source,
                });
                moves.last_mut().expect("one was added")
            }
        };
        match part {
            Some(part) => group.known.push(part),
            None => group.hidden += 1,
        }
    }

    /// The lines about cards that moved; a deal is one line.
    pub(crate) fn moved(&self, moves: &mut Vec<Moves>) -> Vec<LogLine> {
        let mut lines = Vec::new();
        let all = std::mem::take(moves);
        let mut told = vec![false; all.len()];
        for at in 0..all.len() {
            if told[at] {
                continue;
            }
            let dealt = self.dealt_with(&all, at);
            if dealt.len() > 1 {
                dealt.iter().for_each(|at| told[*at] = true);
                lines.push(event(self.deal(&all[at]), all[at].source.clone()));
            } else {
                lines.push(event(self.movement(&all[at]), all[at].source.clone()));
            }
        }
        lines
    }

    /// The groups that are one deal with this one: from the same pile, as many cards to a zone of each player.
    fn dealt_with(&self, all: &[Moves], at: usize) -> Vec<usize> {
        let first = &all[at];
        let (Some(from), Some(to)) = (&first.from, &first.to) else {
            return vec![at];
        };
        if from.owner.is_some() || to.owner.is_none() {
            return vec![at];
        }
        let is_part = |other: &Moves| {
            let zone = other.to.as_ref().filter(|pile| pile.owner.is_some());
            other.from.as_ref() == Some(from)
                && zone.is_some_and(|pile| pile.zone == to.zone)
                && other.count() == first.count()
        };
        let parts: Vec<usize> = (at..all.len()).filter(|at| is_part(&all[*at])).collect();
        match parts.len() == usize::from(self.program.seats) {
            true => parts,
            false => vec![at],
        }
    }

    fn deal(&self, moves: &Moves) -> Vec<LogPart> {
        let cards = self.number_of_cards(moves.count());
        let words = match self.language {
            Language::English => format!("Each player is dealt {cards}"),
            Language::Japanese => format!("全員に{cards}配る"),
        };
        vec![text(&words)]
    }

    fn number_of_cards(&self, count: usize) -> String {
        match (self.language, count) {
            (Language::English, 1) => "a card".to_owned(),
            (Language::English, count) => format!("{count} cards"),
            (Language::Japanese, count) => format!("{count}枚"),
        }
    }

    /// The cards of a group, by their names as far as they are known.
    fn cards(&self, moves: &Moves) -> Vec<LogPart> {
        let mut parts = Vec::new();
        for (at, card) in moves.known.iter().take(MOST_NAMED).enumerate() {
            if at > 0 {
                parts.push(text(self.pick(", ", "、")));
            }
            parts.push(card.clone());
        }
        let rest = moves.count() - moves.known.len().min(MOST_NAMED);
        if rest > 0 {
            let words = match (self.language, parts.is_empty()) {
                (Language::English, true) => self.number_of_cards(rest),
                (Language::English, false) if moves.hidden == 0 => format!(" and {rest} more"),
                (Language::English, false) => format!(" and {}", self.number_of_cards(rest)),
                (Language::Japanese, true) => format!("カード{rest}枚"),
                (Language::Japanese, false) => format!("ほか{rest}枚"),
            };
            parts.push(text(&words));
        }
        parts
    }

    fn movement(&self, moves: &Moves) -> Vec<LogPart> {
        let role = |pile: &Option<PileName>| pile.as_ref().map(|pile| self.role(pile));
        let owner = moves.to.as_ref().and_then(|pile| pile.owner);
        let giver = moves.from.as_ref().and_then(|pile| pile.owner);
        let is_own = owner == giver || giver.is_none();
        match (role(&moves.from), role(&moves.to), owner) {
            (Some(Role::Deck), Some(Role::Hand), Some(seat)) if is_own => {
                self.does(seat, "draw", "引く", moves)
            }
            (Some(Role::Hand), Some(Role::Discard), _)
                if giver.is_some() && is_own_or_table(owner, giver) =>
            {
                self.does(giver.unwrap_or_default(), "discard", "捨てる", moves)
            }
            (Some(Role::Deck), Some(Role::Discard), Some(seat)) if is_own => {
                self.does(seat, "discard from the deck:", "山札から捨てる", moves)
            }
            _ => self.goes(moves),
        }
    }

    /// "Player 2 draws 3 cards."
    fn does(&self, seat: u8, english: &str, japanese: &str, moves: &Moves) -> Vec<LogPart> {
        let who = self.player(seat);
        let mut parts = match self.language {
            Language::English => {
                let (verb, rest) = english.split_once(' ').unwrap_or((english, ""));
                let rest = if rest.is_empty() {
                    String::new()
                } else {
                    format!("{rest} ")
                };
                vec![text(&format!(
                    "{who} {} {rest}",
                    self.conjugated(seat, verb)
                ))]
            }
            Language::Japanese => vec![text(&format!("{who}が"))],
        };
        parts.extend(self.cards(moves));
        if self.language == Language::Japanese {
            parts.push(text(&format!("を{japanese}")));
        }
        parts
    }

    /// "Emerald Grass goes to your Graveyard."
    fn goes(&self, moves: &Moves) -> Vec<LogPart> {
        let mut parts = self.cards(moves);
        let is_one = moves.count() == 1;
        let to = moves.to.as_ref().map(|pile| self.pile_name(pile));
        let from = moves.from.as_ref().map(|pile| self.pile_name(pile));
        let words = match (self.language, from, to) {
            (Language::English, from, to) => {
                let goes = if is_one { " goes" } else { " go" };
                let from = from.map_or_else(String::new, |from| format!(" from {from}"));
                let to = to.map_or_else(|| " out of sight".to_owned(), |to| format!(" to {to}"));
                format!("{goes}{from}{to}")
            }
            (Language::Japanese, Some(from), Some(to)) => format!("が{from}から{to}へ移る"),
            (Language::Japanese, Some(from), None) => format!("が{from}を離れる"),
            (Language::Japanese, None, Some(to)) => format!("が{to}に置かれる"),
            (Language::Japanese, None, None) => "が移る".to_owned(),
        };
        parts.push(text(&words));
        parts
    }

    fn role(&self, pile: &PileName) -> Role {
        let game = &self.edition.game;
        let zone = game.zones.find(&pile.zone.id);
        zone.map_or(Role::Other, |zone| game.zones[zone].role)
    }

    /// The verb of a sentence about a seat: "you draw", "Player 2 draws".
    pub(crate) fn conjugated(&self, seat: u8, verb: &str) -> String {
        match self.seat == Some(seat) {
            true => verb.to_owned(),
            false => third_person(verb),
        }
    }

    /// Sentence about a seat's move, from its name: "Player 2 attacks the player". Nothing if the name is no sentence.
    pub(crate) fn deed(&self, seat: u8, name: &str) -> Option<String> {
        let (first, rest) = name.split_once(' ').unwrap_or((name, ""));
        let verb = first.to_lowercase();
        if self.language != Language::English || !VERBS.contains(&verb.as_str()) {
            return None;
        }
        let rest = if rest.is_empty() {
            String::new()
        } else {
            format!(" {rest}")
        };
        let verb = self.conjugated(seat, &verb);
        Some(format!("{} {verb}{rest}", self.player(seat)))
    }
}

fn is_own_or_table(owner: Option<u8>, giver: Option<u8>) -> bool {
    owner.is_none() || owner == giver
}

fn third_person(verb: &str) -> String {
    let ends = |end: &str| verb.ends_with(end);
    let is_vowel_before_y = ["ay", "ey", "oy", "uy"].iter().any(|end| ends(end));
    if ends("y") && !is_vowel_before_y {
        return format!("{}ies", &verb[..verb.len() - 1]);
    }
    match ["s", "sh", "ch", "x", "z", "o"].iter().any(|end| ends(end)) {
        true => format!("{verb}es"),
        false => format!("{verb}s"),
    }
}

fn event(parts: Vec<LogPart>, source: Option<WrittenAt>) -> LogLine {
    LogLine {
        kind: LogKind::Event,
        parts,
        player: None,
        count: 1,
        source,
    }
}

fn text(words: &str) -> LogPart {
    LogPart::Text {
        text: words.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::third_person;

    #[test]
    fn verbs_of_others_end_as_in_english() {
        let verbs = ["draw", "pass", "play", "try", "go", "discard", "fetch"];
        let said: Vec<String> = verbs.iter().map(|verb| third_person(verb)).collect();
        assert_eq!(
            said,
            [
                "draws", "passes", "plays", "tries", "goes", "discards", "fetches"
            ]
        );
    }
}
