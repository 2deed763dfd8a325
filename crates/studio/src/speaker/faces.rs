//! The faces of cards.

use super::{Speaker, small};
use crate::shelf::spaced;
use crate::speaker::locate::piles;
use crate::wire::{Face, FaceValue, Figure};
use cgml::decks::face_part;
use cgml::explain;
use cgml::model::{CardDef, CardDefId, Expr, FacePart, Literal};
use cgml::vocabulary::sections::PrintedProperty;
use cgml::vocabulary::suits::standard_suit;
use engine::seen::{Look, Value};
use engine::telling::SeatEvent;
use engine::trace::{Traced, What};
use engine::view::{DecisionSeen, View};
use std::collections::BTreeMap;

/// The colour of suits that the game gives none.
const INK: &str = "#222222";

impl Speaker<'_> {
    /// The faces of all cards that can be seen, by their numbers.
    pub(crate) fn faces(&self, view: &View, to: &mut BTreeMap<u16, Face>) {
        for (_, pile) in piles(view) {
            pile.cards.iter().for_each(|look| self.face_of(look, to));
        }
        let waiting = view
            .pending
            .iter()
            .filter_map(|effect| effect.card.as_ref());
        let asked_about = match &view.decision {
            DecisionSeen::Choose { about, .. } => about.as_deref(),
            _ => None,
        };
        waiting
            .chain(asked_about)
            .for_each(|card| self.face_of(&card.look, to));
        if let DecisionSeen::Choose {
            choices: Some(choices),
            ..
        } = &view.decision
        {
            choices
                .iter()
                .for_each(|choice| self.faces_in(&choice.value, to));
        }
    }

    fn faces_in(&self, value: &Value, to: &mut BTreeMap<u16, Face>) {
        match value {
            Value::Card(card) => self.face_of(&card.look, to),
            Value::List(values) => values.iter().for_each(|value| self.faces_in(value, to)),
            _ => {}
        }
    }

    /// The faces of the cards that a reader was told about.
    pub(crate) fn faces_told(&self, heard: &Traced, to: &mut BTreeMap<u16, Face>) {
        let What::Happened(event) = &heard.what else {
            return;
        };
        match event {
            SeatEvent::Moved { card, .. } => self.face_of(card, to),
            SeatEvent::Flipped { card }
            | SeatEvent::Revealed { card, .. }
            | SeatEvent::Concealed { card, .. }
            | SeatEvent::Marked { card, .. } => self.face_of(&card.look, to),
            SeatEvent::Chose {
                choice: Some(choice),
                ..
            } => self.faces_in(&choice.value, to),
            _ => {}
        }
    }

    fn face_of(&self, look: &Look, to: &mut BTreeMap<u16, Face>) {
        if let Some(face) = &look.face
            && !to.contains_key(&face.kind)
        {
            to.insert(face.kind, self.face(face));
        }
    }

    fn face(&self, face: &engine::seen::Face) -> Face {
        let game = &self.edition.game;
        let id = game.cards.find(&face.name.id);
        let card = id.map(|id| &game.cards[id]);
        let kind = card.and_then(|card| card.kind);
        let kind = kind.map(|kind| &game.kinds[kind]);
        let kind = kind.map_or_else(String::new, |kind| {
            self.prose(&kind.text, &spaced(&kind.name))
        });
        let raw = |property: PrintedProperty| match face.printed.get(property.name()) {
            Some(Value::Word(word)) => Some(word.clone()),
            Some(Value::Number(number)) => Some(number.to_string()),
            _ => None,
        };
        let suit = raw(PrintedProperty::Suit);
        let rank = raw(PrintedProperty::Rank);
        let look = &game.look.face;
        let part = |expr: &Option<Expr>| match (expr, id) {
            (Some(expr), Some(id)) => self.part(expr, id).unwrap_or_default(),
            _ => String::new(),
        };
        let title = part(&look.title);
        let figure = figure(suit.as_deref(), rank.as_deref());
        Face {
            id: face.kind,
            card: face.name.id.clone(),
            name: face.name.text.clone(),
            kind,
            title: if title.is_empty() {
                face.name.text.clone()
            } else {
                title
            },
            corner: part(&look.corner),
            footer: part(&look.footer),
            colors: self.colors(id, suit.as_deref()),
            values: id.map_or_else(Vec::new, |id| self.values_of(id)),
            pictures: id.map_or_else(Vec::new, |id| self.pictures(id)),
            order: self.order(face),
            keywords: id.map_or_else(Vec::new, |id| self.keywords(&game.cards[id])),
            printed: match id {
                Some(id) => self.printed(id),
                None => self.printed_in_play(face),
            },
            suit: suit
                .filter(|_| rank.is_some())
                .map(|suit| suit_sign(&suit, self.word(&suit))),
            rank: rank.map(|rank| self.word(&rank)),
            figure,
            text: id.map_or_else(String::new, |id| self.card_text(id, &game.cards[id])),
        }
    }

    /// Printed values of a card that no file describes by itself, such as one of a traditional deck: only what the game
    /// declares, not what every card has, such as its owner.
    fn printed_in_play(&self, face: &engine::seen::Face) -> Vec<(String, String)> {
        let game = &self.edition.game;
        let declared = face.printed.iter();
        let declared = declared.filter(|(name, _)| game.properties.find(name).is_some());
        let declared = declared.map(|(name, value)| (self.property(name), self.value(value)));
        declared.collect()
    }

    /// Printed values of a card, in the order of its file.
    fn printed(&self, id: CardDefId) -> Vec<(String, String)> {
        let game = &self.edition.game;
        let properties = game.cards[id].properties.iter();
        let printed = properties.filter_map(|(property, value)| {
            let text = self.literal(value)?;
            Some((self.property(&game.properties[*property].name), text))
        });
        printed.collect()
    }

    /// The values that the game wants to be seen first, as far as the card has them.
    fn values_of(&self, id: CardDefId) -> Vec<FaceValue> {
        let game = &self.edition.game;
        let card = &game.cards[id];
        let wanted = game.look.face.values.iter();
        let values = wanted.filter_map(|wanted| {
            let mut properties = card.properties.iter();
            let (_, value) = properties.find(|(property, _)| property == wanted)?;
            let name = &game.properties[*wanted].name;
            Some(FaceValue {
                id: name.clone(),
                name: self.property(name),
                value: self.literal(value)?,
                number: match value {
                    Literal::Number(number) => Some(small(*number)),
                    _ => None,
                },
            })
        });
        values.collect()
    }

    /// Pictures of a card: those that the game names for it, or for its kind and each value that colours it.
    fn pictures(&self, id: CardDefId) -> Vec<String> {
        let game = &self.edition.game;
        let look = &game.look.face;
        let named = |word: &str| {
            let mut pictures = look.pictures.iter();
            pictures.find(|(name, _)| name == word).map(|(_, it)| it)
        };
        if let Some(own) = named(&game.cards[id].name) {
            return own.clone();
        }
        let value = look.color.as_ref();
        let value = value.and_then(|expr| face_part(game, &self.parameters(), expr, id));
        let words = value.map(words_of).unwrap_or_default();
        let words = words.into_iter().chain(self.kinds(id));
        words
            .filter_map(|word| named(&word))
            .flatten()
            .cloned()
            .collect()
    }

    /// The place of a card in a sorted hand: by suit and rank, by rank where the rules ask for no suits, or as the game
    /// lists its cards.
    fn order(&self, face: &engine::seen::Face) -> i32 {
        let Some(Value::Number(rank)) = face.printed.get("rank_value") else {
            return i32::from(face.kind);
        };
        let sets = &self.edition.game.symbol_sets;
        let suit = match face.printed.get(PrintedProperty::Suit.name()) {
            Some(Value::Word(suit)) => sets.iter().find_map(|set| set.values.get_index_of(suit)),
            _ => None,
        };
        // Cards without a suit, such as jokers, come last.
        let suit = suit.map_or(99, |suit| suit as i64);
        small(match self.edition.suits_matter {
            true => suit * 1000 + rank,
            false => rank * 1000 + suit,
        })
    }

    /// The keywords of a card, with what they mean.
    fn keywords(&self, card: &CardDef) -> Vec<(String, String)> {
        let game = &self.edition.game;
        let uses = card.keywords.iter();
        let named = uses.map(|it| {
            let keyword = &game.keywords[it.keyword];
            let name = self.prose(&keyword.text, &spaced(&keyword.name));
            let found = explain::find(game, &keyword.name).unwrap_or_default();
            let meant = found
                .first()
                .map(|it| explain::subject(game, *it, self.language));
            (name, meant.unwrap_or_default())
        });
        named.collect()
    }

    /// The face of a card that lies on no table.
    pub(crate) fn card_face(&self, id: CardDefId) -> Face {
        let game = &self.edition.game;
        let card = &game.cards[id];
        let kind = card.kind.map(|kind| &game.kinds[kind]);
        let name = self.prose(&card.title, &spaced(&card.name));
        let part = |expr: &Option<Expr>| {
            let text = expr.as_ref().and_then(|expr| self.part(expr, id));
            text.unwrap_or_default()
        };
        let look = &game.look.face;
        let title = part(&look.title);
        Face {
            id: u16::try_from(id.0).unwrap_or(u16::MAX),
            card: card.name.clone(),
            kind: kind.map_or_else(String::new, |kind| {
                self.prose(&kind.text, &spaced(&kind.name))
            }),
            title: if title.is_empty() {
                name.clone()
            } else {
                title
            },
            name,
            corner: part(&look.corner),
            footer: part(&look.footer),
            colors: self.colors(Some(id), None),
            suit: None,
            rank: None,
            figure: None,
            values: self.values_of(id),
            pictures: self.pictures(id),
            order: i32::try_from(id.0).unwrap_or(i32::MAX),
            keywords: self.keywords(card),
            printed: self.printed(id),
            text: self.card_text(id, card),
        }
    }

    fn literal(&self, literal: &Literal) -> Option<String> {
        Some(match literal {
            Literal::Nothing => return None,
            Literal::Bool(truth) => self.value(&Value::Truth(*truth)),
            Literal::Number(number) => number.to_string(),
            Literal::Text(text) => text.clone(),
            Literal::Symbol(set, position) => {
                let values = &self.edition.game.symbol_sets[*set].values;
                self.word(values.get_index(*position as usize)?)
            }
            Literal::Range(ranges) => {
                let ranges = ranges.iter().map(|(least, most)| match least == most {
                    true => least.to_string(),
                    false => format!("{least}–{most}"),
                });
                ranges.collect::<Vec<_>>().join(", ")
            }
            Literal::List(parts) => {
                let parts: Vec<String> = parts.iter().filter_map(|it| self.literal(it)).collect();
                parts.join(" / ")
            }
            // A part that is not there has its place nevertheless.
            Literal::Record(parts) => {
                let parts = parts.iter().map(|it| self.literal(it));
                let parts = parts.map(|it| it.unwrap_or_else(|| "-".to_owned()));
                parts.collect::<Vec<_>>().join("/")
            }
        })
    }

    /// Text of a card: its author's words, or its abilities in sentences.
    fn card_text(&self, id: CardDefId, card: &CardDef) -> String {
        let own = self.prose(&card.text, "");
        if !own.is_empty() || (card.abilities.is_empty() && card.keywords.is_empty()) {
            return own;
        }
        explain::card(&self.edition.game, id, self.language)
    }

    /// The values that parts of a face take, of parameters that nobody set.
    fn parameters(&self) -> Vec<Literal> {
        let parameters = self.edition.game.parameters.iter();
        parameters
            .map(|parameter| parameter.default.clone())
            .collect()
    }

    fn part(&self, expr: &Expr, card: CardDefId) -> Option<String> {
        let part = face_part(&self.edition.game, &self.parameters(), expr, card)?;
        Some(self.part_text(&part))
    }

    fn part_text(&self, part: &FacePart) -> String {
        match part {
            FacePart::Name(card) => {
                let card = &self.edition.game.cards[*card];
                self.prose(&card.title, &spaced(&card.name))
            }
            FacePart::Word(word) => self.word(word),
            FacePart::Number(number) => number.to_string(),
            FacePart::List(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.part_text(part)).collect();
                parts.join(self.pick(" / ", "／"))
            }
        }
    }

    /// The colours that the game gives a card: those of the values that it names, that of its kind, or that of its
    /// suit. A word without a colour has one of its own.
    fn colors(&self, card: Option<CardDefId>, suit: Option<&str>) -> Vec<String> {
        let game = &self.edition.game;
        let look = &game.look.face;
        let said = look.color.as_ref().zip(card);
        let value = said.and_then(|(expr, card)| face_part(game, &self.parameters(), expr, card));
        let words = value.map(words_of).unwrap_or_default();
        let kinds = card.map_or_else(Vec::new, |card| self.kinds(card));
        let given = |word: &String| {
            let mut colors = look.colors.iter();
            let color = colors.find(|(value, _)| value == word);
            color.map(|(_, color)| color.clone())
        };
        let own: Vec<String> = words.iter().filter_map(given).collect();
        if !own.is_empty() {
            return own;
        }
        let color = kinds.iter().find_map(given);
        let of_suit = |suit: &str| given(&suit.to_owned()).unwrap_or_else(|| INK.to_owned());
        let color = color.or_else(|| suit.map(of_suit));
        let color = color.or_else(|| words.first().map(|word| color_of(word)));
        // A card that could have colours and has none is plain.
        let is_plain = look.color.is_some() && words.is_empty();
        let color = color.or_else(|| kinds.first().filter(|_| !is_plain).map(|it| color_of(it)));
        color.into_iter().collect()
    }

    /// The kind of a card, and those that it extends.
    fn kinds(&self, card: CardDefId) -> Vec<String> {
        let game = &self.edition.game;
        let mut kinds = Vec::new();
        let mut kind = game.cards[card].kind;
        while let Some(id) = kind {
            kinds.push(game.kinds[id].name.clone());
            kind = game.kinds[id].extends;
        }
        kinds
    }
}

/// The card of the usual deck with this suit and rank.
fn figure(suit: Option<&str>, rank: Option<&str>) -> Option<Figure> {
    const RANKS: [&str; 13] = [
        "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A",
    ];
    let rank = rank?;
    let is_figure = match suit {
        Some(suit) => standard_suit(suit).is_some() && RANKS.contains(&rank),
        None => rank.ends_with("joker"),
    };
    is_figure.then(|| Figure {
        suit: suit.map(str::to_owned),
        rank: rank.to_owned(),
    })
}

/// The sign of a suit of the usual cards, or the word for another one.
fn suit_sign(suit: &str, word: String) -> String {
    standard_suit(suit).map_or(word, |suit| suit.sign.to_owned())
}

fn words_of(part: FacePart) -> Vec<String> {
    match part {
        FacePart::Word(word) => vec![word],
        FacePart::Number(number) => vec![number.to_string()],
        FacePart::List(parts) => parts.into_iter().flat_map(words_of).collect(),
        FacePart::Name(_) => Vec::new(),
    }
}

/// A colour of its own for a word, always the same.
fn color_of(word: &str) -> String {
    let hash = blake3::hash(word.as_bytes());
    let hue = u32::from(hash.as_bytes()[0]) * 360 / 256;
    format!("hsl({hue} 35% 42%)")
}
