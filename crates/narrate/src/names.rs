//! Names: players, piles, cards, values and marks.

use crate::Narrator;
use crate::grammar::{common_noun, is_numbered, possessive, spaced};
use crate::line::Part;
use cgml::vocabulary::Language;
use engine::program::{Role, ZoneInfo};
use engine::seen::{CardSeen, Look, PileName, Value};

impl Narrator<'_> {
    /// Name of a seat, whoever reads it.
    pub fn seat_name(&self, seat: u8) -> String {
        let given = self.names.get(usize::from(seat));
        if let Some(name) = given.filter(|name| !name.is_empty()) {
            return name.clone();
        }
        let number = u16::from(seat) + u16::from(self.first_number);
        match self.language {
            Language::English => format!("Player {number}"),
            Language::Japanese => format!("プレイヤー{number}"),
        }
    }

    /// A player, in the middle of a sentence.
    pub fn player(&self, seat: u8) -> String {
        match self.seat == Some(seat) {
            true => self.pick("you", "あなた").to_owned(),
            false => self.seat_name(seat),
        }
    }

    /// Name of a team, counted like the players.
    pub fn team(&self, team: u8) -> String {
        let number = u16::from(team) + u16::from(self.first_number);
        match self.language {
            Language::English => format!("Team {number}"),
            Language::Japanese => format!("チーム{number}"),
        }
    }

    /// Names of several players, joined by "and".
    pub fn players(&self, seats: &[u8]) -> String {
        let names: Vec<String> = seats.iter().map(|seat| self.player(*seat)).collect();
        names.join(self.pick(" and ", "と"))
    }

    /// Owner of something: "your", "Player 2's". Nothing if it is the table's, or there is only one player.
    fn whose(&self, owner: Option<u8>, team: Option<u8>) -> Option<String> {
        let owner = owner.filter(|_| self.program.seats != 1);
        match (self.language, owner, team) {
            (Language::English, Some(seat), _) => Some(possessive(&self.player(seat))),
            (Language::Japanese, Some(seat), _) if self.seat == Some(seat) => {
                Some("自分の".to_owned())
            }
            (Language::Japanese, Some(seat), _) => Some(format!("{}の", self.player(seat))),
            (Language::English, None, Some(team)) => Some(possessive(&self.team(team))),
            (Language::Japanese, None, Some(team)) => Some(format!("{}の", self.team(team))),
            (Language::English | Language::Japanese, None, None) => None,
        }
    }

    /// Something with its owner: "your Bolshack Dragon", "Player 2's Bolshack Dragon".
    pub fn owned(&self, name: &str, owner: Option<u8>, team: Option<u8>) -> String {
        match (self.whose(owner, team), self.language) {
            (Some(whose), Language::English) => format!("{whose} {name}"),
            (Some(whose), Language::Japanese) => format!("{whose}{name}"),
            (None, Language::English | Language::Japanese) => name.to_owned(),
        }
    }

    /// The label of a value: "Aura (Player 2)". It may be any words, so that nothing is said of them.
    pub fn labelled(&self, label: &str, owner: Option<u8>, team: Option<u8>) -> String {
        let label = spaced(label);
        let owner = owner.filter(|_| self.program.seats != 1);
        match (self.language, owner, team) {
            (Language::English, Some(seat), _) => format!("{label} ({})", self.player(seat)),
            (Language::English, None, Some(team)) => format!("{label} ({})", self.team(team)),
            (Language::English | Language::Japanese, _, _) => self.owned(&label, owner, team),
        }
    }

    /// A pile: "your hand", "Player 2's mana zone", "the stock".
    pub fn pile(&self, pile: &PileName) -> String {
        self.pile_after(pile, false)
    }

    /// A pile after one of the same owner was named, if `again`: "their mana zone".
    pub(crate) fn pile_after(&self, pile: &PileName, again: bool) -> String {
        if let Some(above) = self.covering(pile) {
            let above = self.pile_after(&above, again);
            return self.say(
                format!("under a card in {above}"),
                format!("{above}のカードの下"),
            );
        }
        let name = spaced(&pile.zone.text);
        let whose = self.whose(pile.owner, pile.team);
        match (self.language, whose) {
            (Language::English, Some(_)) if again && self.seat != pile.owner => {
                format!("their {}", common_noun(&name))
            }
            (Language::English, Some(whose)) => format!("{whose} {}", common_noun(&name)),
            (Language::English, None) if is_numbered(&name) => name,
            (Language::English, None) => format!("the {}", common_noun(&name)),
            (Language::Japanese, Some(_)) if again => name,
            (Language::Japanese, Some(whose)) => format!("{whose}{name}"),
            (Language::Japanese, None) => name,
        }
    }

    /// The pile under whose cards the cards of a pile lie, if it is a place for those.
    pub(crate) fn covering(&self, pile: &PileName) -> Option<PileName> {
        let above = self.zone(pile)?.under?;
        let above = self.program.zones.get(usize::from(above))?;
        let mut covering = pile.clone();
        covering.zone.id.clone_from(&above.name.id);
        above
            .name
            .of(self.language.code())
            .clone_into(&mut covering.zone.text);
        Some(covering)
    }

    fn zone(&self, pile: &PileName) -> Option<&ZoneInfo> {
        self.program.zone(&pile.zone.id)
    }

    /// The role of a pile.
    pub(crate) fn role(&self, pile: &PileName) -> Role {
        let zone = self.zone(pile).filter(|zone| zone.under.is_none());
        let first = zone.and_then(|zone| self.program.piles.get(usize::from(zone.first)));
        first.map_or(Role::Other, |pile| pile.role)
    }

    /// A card; one that is not known by where it lies.
    pub fn card(&self, card: &CardSeen) -> String {
        if let Some(face) = &card.look.face {
            return face.name.text.clone();
        }
        let number = card.number.or(card.position.map(|position| position + 1));
        let pile = self.pile(&card.pile);
        let is_under = self.covering(&card.pile).is_some();
        match (self.language, number) {
            (Language::English, Some(number)) if is_under => format!("card {number} {pile}"),
            (Language::English, None) if is_under => format!("a card {pile}"),
            (Language::English, Some(number)) => format!("card {number} in {pile}"),
            (Language::English, None) => format!("a card in {pile}"),
            (Language::Japanese, Some(number)) => format!("{pile}の{number}枚目"),
            (Language::Japanese, None) => format!("{pile}の1枚"),
        }
    }

    pub(crate) fn card_part(&self, card: &CardSeen) -> Part {
        match &card.look.face {
            Some(face) => Part::card(face),
            None => Part::Text(self.card(card)),
        }
    }

    /// A word of the game.
    pub fn word(&self, word: &str) -> String {
        let mut called = self.program.called.iter();
        let found = called.find(|text| text.id == word);
        found.map_or_else(
            || spaced(word),
            |text| text.of(self.language.code()).to_owned(),
        )
    }

    /// A value in the narrator's language.
    pub fn value(&self, value: &Value) -> String {
        match value {
            Value::Nothing => "–".to_owned(),
            Value::Unknown => "?".to_owned(),
            Value::Truth(true) => self.pick("yes", "はい").to_owned(),
            Value::Truth(false) => self.pick("no", "いいえ").to_owned(),
            Value::Number(number) => number.to_string(),
            Value::Word(word) => self.word(word),
            Value::Card(card) => self.card(card),
            Value::Pile(pile) => self.pile(pile),
            Value::Player(seat) => self.player(*seat),
            Value::Team(team) => self.team(*team),
            Value::Phase(name) | Value::State(name) | Value::Kind(name) => name.text.clone(),
            Value::List(values) if values.is_empty() => "–".to_owned(),
            Value::List(values) => {
                let values: Vec<String> = values.iter().map(|value| self.value(value)).collect();
                values.join(self.pick(", ", "、"))
            }
        }
    }

    /// Name of a mark on cards.
    pub fn mark_name(&self, id: &str) -> String {
        let mark = self.program.mark(id);
        spaced(mark.map_or(id, |mark| mark.name.of(self.language.code())))
    }

    /// Marks, changed values and gained keywords of a card, one after the other; empty if it has none.
    pub fn marks(&self, look: &Look) -> String {
        let named = |(id, value): (&String, &Value)| {
            let name = self.mark_name(id);
            match value {
                Value::Truth(true) => name,
                Value::Truth(false) => format!("{}{name}", self.pick("not ", "非")),
                value => format!("{name} {}", self.value(value)),
            }
        };
        let own = look.marks.iter();
        let own = own.filter(|(name, _)| !look.now.contains_key(*name));
        let mut said: Vec<String> = own.map(named).collect();
        said.extend(look.now.iter().map(named));
        said.extend(look.keywords.iter().map(|keyword| keyword.text.clone()));
        said.join(self.pick(", ", "、"))
    }
}
