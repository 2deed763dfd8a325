//! Sentences about cards that move: who draws, plays and discards what.

use crate::Narrator;
use crate::line::{Line, LineKind, Part};
use cgml::vocabulary::Language;
use engine::program::Role;
use engine::seen::{Look, PileName};

/// The number of cards that are named one by one.
const MOST_NAMED: usize = 7;

/// Cards that went from one pile to another together.
pub(crate) struct Moves<S> {
    from: Option<PileName>,
    to: Option<PileName>,
    known: Vec<Part>,
    hidden: usize,
    source: S,
}

impl<S: PartialEq> Moves<S> {
    /// Adds a card that moved to those that moved with it.
    pub(crate) fn gather(
        all: &mut Vec<Self>,
        card: &Look,
        from: Option<&PileName>,
        to: Option<&PileName>,
        source: S,
    ) {
        let is_same =
            |it: &Self| it.from.as_ref() == from && it.to.as_ref() == to && it.source == source;
        let at = all.iter().position(is_same).unwrap_or(all.len());
        if at == all.len() {
            all.push(Self {
                from: from.cloned(),
                to: to.cloned(),
                known: Vec::new(),
                hidden: 0,
                source,
            });
        }
        match &card.face {
            Some(face) => all[at].known.push(Part::card(face)),
            None => all[at].hidden += 1,
        }
    }
}

impl<S> Moves<S> {
    fn count(&self) -> usize {
        self.known.len() + self.hidden
    }
}

impl Narrator<'_> {
    /// The lines about cards that moved; a deal is one line.
    pub(crate) fn moved<S: Clone>(&self, all: &[Moves<S>]) -> Vec<(Line, S)> {
        let mut lines = Vec::new();
        let mut told = vec![false; all.len()];
        for (at, moves) in all.iter().enumerate() {
            if told[at] {
                continue;
            }
            let dealt = self.dealt_with(all, at);
            let parts = match dealt.len() {
                0 | 1 => self.movement(moves),
                _ => vec![Part::Text(self.deal(moves.count()))],
            };
            dealt.iter().for_each(|at| told[*at] = true);
            let line = Line::sentence(LineKind::Event, parts);
            lines.push((line, moves.source.clone()));
        }
        lines
    }

    /// The groups that are one deal with this one: from the same pile, as many cards to a zone of each player.
    fn dealt_with<S>(&self, all: &[Moves<S>], at: usize) -> Vec<usize> {
        let first = &all[at];
        let (Some(from), Some(to)) = (&first.from, &first.to) else {
            return vec![at];
        };
        if from.owner.is_some() || to.owner.is_none() {
            return vec![at];
        }
        let is_part = |other: &Moves<S>| {
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

    fn deal(&self, count: usize) -> String {
        match (self.language, count) {
            (Language::English, 1) => "Each player is dealt a card".to_owned(),
            (Language::English, count) => format!("Each player is dealt {count} cards"),
            (Language::Japanese, count) => format!("全員にカードを{count}枚ずつ配る"),
        }
    }

    fn movement<S>(&self, moves: &Moves<S>) -> Vec<Part> {
        let (Some(from), Some(to)) = (&moves.from, &moves.to) else {
            return self.seen_partly(moves);
        };
        let is_own = from.owner == to.owner;
        match (self.role(from), self.role(to), from.owner, to.owner) {
            (Role::Deck, Role::Hand, giver, Some(seat)) if is_own || giver.is_none() => {
                self.does(seat, "draw", "引く", moves)
            }
            (Role::Hand, Role::Discard, Some(seat), taker) if is_own || taker.is_none() => {
                self.does(seat, "discard", "捨てる", moves)
            }
            (Role::Hand, role, Some(seat), taker) if is_own || taker.is_none() => {
                self.puts(seat, from, to, role, moves)
            }
            _ => self.goes(from, to, moves),
        }
    }

    /// "Player 2 draws 3 cards."
    fn does<S>(&self, seat: u8, english: &str, japanese: &str, moves: &Moves<S>) -> Vec<Part> {
        let who = self.player(seat);
        match self.language {
            Language::English => {
                let verb = self.conjugated(seat, english);
                let mut parts = vec![Part::Text(format!("{who} {verb} "))];
                parts.extend(self.cards(moves));
                parts
            }
            Language::Japanese => {
                let mut parts = vec![Part::Text(format!("{who}が"))];
                parts.extend(self.object(moves));
                parts.push(Part::text(japanese));
                parts
            }
        }
    }

    /// "Player 2 puts Emerald Grass from their hand into their mana zone."
    fn puts<S>(
        &self,
        seat: u8,
        from: &PileName,
        to: &PileName,
        role: Role,
        moves: &Moves<S>,
    ) -> Vec<Part> {
        let who = self.player(seat);
        let again = to.owner.is_some();
        match self.language {
            Language::English => {
                let verb = self.conjugated(seat, "put");
                let from = self.pile_after(from, true);
                let to = self.towards(to, "into", again);
                let mut parts = vec![Part::Text(format!("{who} {verb} "))];
                parts.extend(self.cards(moves));
                parts.push(Part::Text(format!(" from {from} {to}")));
                parts
            }
            Language::Japanese => {
                let from = self.pile_after(from, true);
                let to = self.pile_after(to, true);
                let mut parts = vec![Part::Text(format!("{who}が{from}から"))];
                parts.extend(self.object(moves));
                let verb = match role {
                    Role::Play => "出す",
                    Role::Deck => "戻す",
                    Role::Hand => "加える",
                    Role::Discard | Role::Other => "置く",
                };
                parts.push(Part::Text(format!("{to}に{verb}")));
                parts
            }
        }
    }

    /// "Emerald Grass goes from Player 2's battle zone to their graveyard."
    fn goes<S>(&self, from: &PileName, to: &PileName, moves: &Moves<S>) -> Vec<Part> {
        let mut parts = self.cards(moves);
        let again = from.owner.is_some() && from.owner == to.owner;
        let (goes, changes) = match moves.count() {
            1 => ("goes", "changes its place"),
            _ => ("go", "change places"),
        };
        let place = self.pile(from);
        if from == to {
            parts.push(Part::Text(self.say(
                format!(" {changes} in {place}"),
                format!("が{place}の中で位置を変える"),
            )));
            return parts;
        }
        parts.push(Part::Text(match self.language {
            Language::English => format!(" {goes} from {place} {}", self.towards(to, "to", again)),
            Language::Japanese => {
                let arrives = self.arrives(to);
                format!("が{place}から{}に{arrives}", self.pile_after(to, again))
            }
        }));
        parts
    }

    /// A move of which the reader may not know where it began or where it ended.
    fn seen_partly<S>(&self, moves: &Moves<S>) -> Vec<Part> {
        let mut parts = self.cards(moves);
        let is_one = moves.count() == 1;
        let words = match (self.language, &moves.from, &moves.to) {
            (Language::English, Some(from), _) => {
                let leaves = if is_one { "leaves" } else { "leave" };
                format!(" {leaves} {}", self.pile(from))
            }
            (Language::English, None, Some(to)) => {
                let goes = if is_one { "goes" } else { "go" };
                format!(" {goes} {}", self.towards(to, "to", false))
            }
            (Language::English, None, None) => (if is_one { " moves" } else { " move" }).to_owned(),
            (Language::Japanese, Some(from), _) => format!("が{}を離れる", self.pile(from)),
            (Language::Japanese, None, Some(to)) => {
                format!("が{}に{}", self.pile(to), self.arrives(to))
            }
            (Language::Japanese, None, None) => "が移る".to_owned(),
        };
        parts.push(Part::Text(words));
        parts
    }

    /// The pile that cards go to, with its preposition.
    fn towards(&self, pile: &PileName, preposition: &str, again: bool) -> String {
        let name = self.pile_after(pile, again);
        match self.covering(pile) {
            // "under a card in …"
            Some(_) => name,
            None => format!("{preposition} {name}"),
        }
    }

    fn arrives(&self, pile: &PileName) -> &'static str {
        match self.role(pile) {
            Role::Play => "出る",
            Role::Hand => "加わる",
            Role::Deck => "戻る",
            Role::Discard | Role::Other => "置かれる",
        }
    }

    /// The cards of a group, by their names as far as they are known.
    fn cards<S>(&self, moves: &Moves<S>) -> Vec<Part> {
        let mut parts = Vec::new();
        for (at, card) in moves.known.iter().take(MOST_NAMED).enumerate() {
            if at > 0 {
                parts.push(Part::text(self.pick(", ", "、")));
            }
            parts.push(card.clone());
        }
        let rest = moves.count() - moves.known.len().min(MOST_NAMED);
        let words = match (self.language, rest, parts.is_empty()) {
            (_, 0, _) => return parts,
            (Language::English, 1, true) => "a card".to_owned(),
            (Language::English, rest, true) => format!("{rest} cards"),
            (Language::English, rest, false) if moves.hidden == 0 => format!(" and {rest} more"),
            (Language::English, 1, false) => " and a card".to_owned(),
            (Language::English, rest, false) => format!(" and {rest} cards"),
            (Language::Japanese, rest, true) => format!("カード{rest}枚"),
            (Language::Japanese, rest, false) => format!("ほか{rest}枚"),
        };
        parts.push(Part::Text(words));
        parts
    }

    /// The cards as the object of a Japanese verb: 「A、Bを」, 「カードを3枚」.
    fn object<S>(&self, moves: &Moves<S>) -> Vec<Part> {
        if moves.known.is_empty() {
            return vec![Part::Text(format!("カードを{}枚", moves.hidden))];
        }
        let mut parts = self.cards(moves);
        parts.push(Part::text("を"));
        parts
    }
}
