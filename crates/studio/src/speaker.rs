//! What a seat sees and is told, as messages in a language.

use crate::locate::{card_at, pile_at, piles};
use crate::shelf::{Edition, spaced};
use crate::trace::Heard;
use crate::wire::{
    Card, CardAt, CardNamed, Choice, ChoiceKind, Decision, Face, Layout, LogKind, LogLine, LogPart,
    Mark, PendingEffect, Pile, RuleNamed, ShownValue, Written, WrittenAt, ZonePlace, ZoneRole,
};
use cgml::decks::face_part;
use cgml::explain;
use cgml::model::{
    CardDef, CardDefId, Expr, FacePart, Literal, PoolHolder, Property, Prose, Role, Zone, ZoneOwner,
};
use cgml::vocabulary::Language;
use engine::program::{ChoiceKind as Kind, Program};
use engine::seen::{CardSeen, ChoiceSeen, Look, PileName, Value};
use engine::telling::SeatEvent;
use engine::view::{DecisionSeen, PendingSeen, View};
use std::collections::BTreeMap;

/// Speaks a language, to one seat or to somebody who looks on.
#[derive(Clone, Copy)]
pub(crate) struct Speaker<'a> {
    pub(crate) edition: &'a Edition,
    pub(crate) program: &'a Program,
    pub(crate) language: Language,
    /// Who is called "you".
    pub(crate) seat: Option<u8>,
}

/// The number of a card's face, if it is known.
fn face_number(card: &CardSeen) -> Option<u16> {
    card.look.face.as_ref().map(|face| face.kind)
}

/// The language of a code; English if there is none.
pub(crate) fn language_of(code: &str) -> Language {
    match code {
        "ja" => Language::Japanese,
        _ => Language::English,
    }
}

/// The suits that are red wherever cards have suits.
const RED_SUITS: [&str; 2] = ["hearts", "diamonds"];

impl Speaker<'_> {
    fn pick<'t>(&self, english: &'t str, japanese: &'t str) -> &'t str {
        match self.language {
            Language::English => english,
            Language::Japanese => japanese,
        }
    }

    pub(crate) fn prose(&self, prose: &Prose, otherwise: &str) -> String {
        match prose.of(self.language.code()) {
            "" => otherwise.to_owned(),
            text => text.to_owned(),
        }
    }

    /// A word of the game.
    pub(crate) fn word(&self, word: &str) -> String {
        let code = self.language.code();
        if let Some(text) = self.edition.game.texts.of(word, code) {
            return text.to_owned();
        }
        let mut kinds = self.edition.game.kinds.iter();
        let kind = kinds.find(|kind| kind.name == word);
        kind.map_or_else(
            || spaced(word),
            |kind| self.prose(&kind.text, &spaced(word)),
        )
    }

    /// What people call a seat.
    pub(crate) fn seat_name(&self, seat: u8) -> String {
        let number = u16::from(seat) + 1;
        match self.language {
            Language::English => format!("Player {number}"),
            Language::Japanese => format!("プレイヤー{number}"),
        }
    }

    /// A player, as the beginning of a sentence.
    fn player(&self, seat: u8) -> String {
        if self.seat == Some(seat) {
            return self.pick("You", "あなた").to_owned();
        }
        self.seat_name(seat)
    }

    fn team(&self, team: u8) -> String {
        let number = u16::from(team) + 1;
        match self.language {
            Language::English => format!("Team {number}"),
            Language::Japanese => format!("チーム{number}"),
        }
    }

    fn players(&self, seats: &[u8]) -> String {
        let names: Vec<String> = seats.iter().map(|seat| self.player(*seat)).collect();
        names.join(self.pick(" and ", "と"))
    }

    fn owned(&self, name: &str, owner: Option<u8>, team: Option<u8>) -> String {
        let whose = match (owner, team) {
            // Where one plays alone, everything is theirs.
            (Some(_), _) if self.program.seats == 1 => return name.to_owned(),
            (Some(seat), _) if self.seat == Some(seat) => {
                return format!("{}{name}", self.pick("your ", "自分の"));
            }
            (Some(seat), _) => self.player(seat),
            (None, Some(team)) => self.team(team),
            (None, None) => return name.to_owned(),
        };
        match self.language {
            Language::English => format!("{name} of {whose}"),
            Language::Japanese => format!("{whose}の{name}"),
        }
    }

    fn pile_name(&self, pile: &PileName) -> String {
        self.owned(&pile.zone.text, pile.owner, pile.team)
    }

    fn card(&self, card: &CardSeen) -> String {
        if let Some(face) = &card.look.face {
            return face.name.text.clone();
        }
        let pile = self.pile_name(&card.pile);
        let number = card.number.or(card.position.map(|position| position + 1));
        match (self.language, number) {
            (Language::English, Some(number)) => format!("card {number} of {pile}"),
            (Language::English, None) => format!("a card of {pile}"),
            (Language::Japanese, Some(number)) => format!("{pile}の{number}枚目"),
            (Language::Japanese, None) => format!("{pile}の1枚"),
        }
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Nothing => "–".to_owned(),
            Value::Unknown => "?".to_owned(),
            Value::Truth(true) => self.pick("yes", "はい").to_owned(),
            Value::Truth(false) => self.pick("no", "いいえ").to_owned(),
            Value::Number(number) => number.to_string(),
            Value::Word(word) => self.word(word),
            Value::Card(card) => self.card(card),
            Value::Pile(pile) => self.pile_name(pile),
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

    fn choice_name(&self, choice: &ChoiceSeen) -> String {
        if !choice.name.text.is_empty() {
            return choice.name.text.clone();
        }
        match choice.kind {
            Kind::Pass => self.pick("Pass", "パス").to_owned(),
            Kind::Done => self.pick("Done", "決定").to_owned(),
            Kind::Move | Kind::Option | Kind::Target => String::new(),
        }
    }

    /// A choice: what is done, and with what.
    pub(crate) fn choice_text(&self, choice: &ChoiceSeen) -> String {
        let name = self.choice_name(choice);
        let is_alone = matches!(choice.kind, Kind::Pass | Kind::Done)
            || matches!(choice.value, Value::Nothing);
        match (name.is_empty(), is_alone) {
            (true, _) => self.value(&choice.value),
            (false, true) => name,
            (false, false) => format!("{name}: {}", self.value(&choice.value)),
        }
    }

    /// Where zones lie.
    pub(crate) fn zones(&self) -> Vec<ZonePlace> {
        let zones = self.program.zones.iter().filter(|zone| !zone.internal);
        zones
            .map(|zone| {
                let game = &self.edition.game;
                let name = zone.name.of(self.language.code()).to_owned();
                match game.zones.find(&zone.name.id) {
                    Some(id) => {
                        let mut places = game.look.places.iter();
                        let place = places.find(|(zone, _)| *zone == id).map(|(_, place)| place);
                        self.zone(&game.zones[id], zone.first, name, place)
                    }
                    None => under(zone.name.id.clone(), name),
                }
            })
            .collect()
    }

    fn zone(
        &self,
        zone: &Zone,
        first: u16,
        name: String,
        place: Option<&cgml::model::Place>,
    ) -> ZonePlace {
        let small = |number: Option<i64>| number.and_then(|number| u8::try_from(number).ok());
        let capacity = self.program.piles[usize::from(first)].capacity;
        let label = place.map(|place| self.prose(&place.text, &name));
        let layout = place
            .and_then(|place| place.layout)
            .map(|layout| match layout {
                cgml::model::Layout::Pile => Layout::Pile,
                cgml::model::Layout::Fan => Layout::Fan,
                cgml::model::Layout::Row => Layout::Row,
                cgml::model::Layout::Grid => Layout::Grid,
            });
        let role = match zone.role {
            Role::Deck => ZoneRole::Deck,
            Role::Hand => ZoneRole::Hand,
            Role::Play => ZoneRole::Play,
            Role::Discard => ZoneRole::Discard,
            Role::Out => ZoneRole::Out,
            Role::Other => ZoneRole::Other,
        };
        let usual = match zone.role {
            Role::Deck | Role::Discard | Role::Out => Layout::Pile,
            Role::Hand => Layout::Fan,
            Role::Play | Role::Other => Layout::Grid,
        };
        ZonePlace {
            zone: zone.name.clone(),
            name: label.unwrap_or(name),
            per_player: zone.owner != ZoneOwner::Table,
            row: small(place.and_then(|place| place.row)),
            column: small(place.and_then(|place| place.column)),
            width: small(place.and_then(|place| place.width)),
            layout: layout.unwrap_or(usual),
            slots: zone
                .zone_type
                .slots
                .then_some(capacity)
                .filter(|it| *it <= 20),
            role,
        }
    }

    /// The piles with their cards.
    pub(crate) fn piles(&self, view: &View) -> Vec<Pile> {
        piles(view)
            .map(|(zone, pile)| Pile {
                zone: zone.id.clone(),
                owner: pile.owner,
                team: pile.team,
                name: self.owned(&zone.text, pile.owner, pile.team),
                count: pile.count,
                cards: pile
                    .cards
                    .iter()
                    .map(|look| self.look(view, look))
                    .collect(),
            })
            .collect()
    }

    fn look(&self, view: &View, look: &Look) -> Card {
        let number = |mark: &str| match look.marks.get(mark) {
            Some(Value::Number(number)) => u16::try_from(*number).ok(),
            _ => None,
        };
        let attached = look.marks.get("attached_to");
        let attached = attached.and_then(|value| match value {
            Value::Card(card) => card_at(view, card, &[]),
            _ => None,
        });
        let is_tapped = ["tapped", "rested", "exhausted"]
            .iter()
            .any(|mark| look.marks.get(*mark) == Some(&Value::Truth(true)));
        let lies_sideways = look.marks.values().any(
            |value| matches!(value, Value::Word(word) if word == "defense" || word == "sideways"),
        );
        let marks = look.marks.iter();
        let marks = marks.filter(|(id, _)| !matches!(id.as_str(), "slot" | "attached_to"));
        Card {
            face: look.face.as_ref().map(|face| face.kind),
            down: look.down,
            back: look.back,
            slot: number("slot"),
            tapped: is_tapped || lies_sideways,
            marks: marks.map(|(id, value)| self.mark(id, value)).collect(),
            attached_to: attached,
        }
    }

    fn mark(&self, id: &str, value: &Value) -> Mark {
        let game = &self.edition.game;
        let mut variables = self.program.variables.iter();
        let variable = variables.find(|variable| variable.of_cards && variable.name.id == id);
        let name = variable.map(|variable| variable.name.of(self.language.code()));
        let is_pool = |holder: &PoolHolder| matches!(holder, PoolHolder::Card(_));
        let mut pools = game.pools.iter();
        Mark {
            id: id.to_owned(),
            name: spaced(name.unwrap_or(id)),
            value: self.value(value),
            number: small_number(value),
            counter: game.counters.find(id).is_some()
                || pools.any(|pool| pool.name == id && is_pool(&pool.holder)),
        }
    }

    /// The variables and pools that the table shows: what the game wants shown, or everything if it does not say.
    pub(crate) fn values(&self, view: &View) -> Vec<ShownValue> {
        let says = view.variables.iter().any(|variable| variable.shown);
        let shown = view.variables.iter();
        let shown = shown.filter(|variable| variable.shown || !says);
        shown
            .map(|variable| ShownValue {
                id: variable.name.id.clone(),
                name: spaced(&variable.name.text),
                owner: variable.owner,
                team: variable.team,
                value: self.value(&variable.value),
                number: small_number(&variable.value),
                pieces: self.edition.game.pools.find(&variable.name.id).is_some(),
            })
            .collect()
    }

    /// The effects that wait, the next one first.
    pub(crate) fn pending(&self, view: &View) -> Vec<PendingEffect> {
        let effects = view.pending.iter();
        effects
            .map(|effect| PendingEffect {
                text: self.owned(&self.effect(effect), Some(effect.player), None),
                owner: Some(effect.player),
                face: effect.card.as_ref().and_then(face_number),
                cancelled: effect.cancelled,
            })
            .collect()
    }

    /// An effect by its card, and by its own name if it has another.
    fn effect(&self, effect: &PendingSeen) -> String {
        let card = effect.card.as_ref().map(|card| self.card(card));
        let name = effect.name.as_ref().map(|name| name.text.clone());
        match (card, name.filter(|name| !name.is_empty())) {
            (Some(card), Some(name)) if card != name => match self.language {
                Language::English => format!("{card}: {name}"),
                Language::Japanese => format!("{card}:{name}"),
            },
            (Some(card), _) => card,
            (None, Some(name)) => name,
            (None, None) => self.pick("an effect", "効果").to_owned(),
        }
    }

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

    /// The faces of the cards that an event is about.
    pub(crate) fn faces_told(&self, event: &SeatEvent, to: &mut BTreeMap<u16, Face>) {
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
        let raw = |name: &str| match face.printed.get(name) {
            Some(Value::Word(word)) => Some(word.clone()),
            Some(Value::Number(number)) => Some(number.to_string()),
            _ => None,
        };
        let suit = raw("suit");
        let rank = raw("rank");
        let look = &game.look.face;
        let part = |expr: &Option<Expr>| match (expr, id) {
            (Some(expr), Some(id)) => self.part(expr, id).unwrap_or_default(),
            _ => String::new(),
        };
        let title = part(&look.title);
        // Only what the game declares: not what every card has, such as its owner.
        let printed = face.printed.iter();
        let printed = printed.filter(|(name, _)| game.properties.find(name).is_some());
        let printed = printed.map(|(name, value)| {
            let property = game.properties.find(name).map(|id| &game.properties[id]);
            (self.property_name(name, property), self.value(value))
        });
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
            suit: suit
                .filter(|_| rank.is_some())
                .map(|suit| suit_sign(&suit, self.word(&suit))),
            rank: rank.map(|rank| self.word(&rank)),
            printed: printed.collect(),
            text: id.map_or_else(String::new, |id| self.card_text(id, &game.cards[id])),
        }
    }

    /// A section of a deck.
    pub(crate) fn section(&self, name: &str) -> String {
        let rules = self.edition.game.deck_rules.iter();
        let mut sections = rules.flat_map(|rules| &rules.sections);
        let section = sections.find(|section| section.name == name);
        let own = section.map_or_else(String::new, |section| self.prose(&section.text, ""));
        if own.is_empty() { self.word(name) } else { own }
    }

    /// What a card is called.
    pub(crate) fn card_title(&self, card: CardDefId) -> String {
        let card = &self.edition.game.cards[card];
        self.prose(&card.title, &spaced(&card.name))
    }

    /// What a property is called.
    pub(crate) fn property(&self, name: &str) -> String {
        let game = &self.edition.game;
        let property = game.properties.find(name).map(|id| &game.properties[id]);
        self.property_name(name, property)
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
        let printed = card.properties.iter().filter_map(|(property, value)| {
            let text = self.literal(value)?;
            Some((self.property(&game.properties[*property].name), text))
        });
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
            printed: printed.collect(),
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
            Literal::List(parts) | Literal::Record(parts) => {
                let parts: Vec<String> = parts.iter().filter_map(|it| self.literal(it)).collect();
                parts.join(" / ")
            }
        })
    }

    fn property_name(&self, name: &str, property: Option<&Property>) -> String {
        let own = property.map_or_else(String::new, |it| self.prose(&it.text, ""));
        if own.is_empty() { self.word(name) } else { own }
    }

    /// What a card does: its author's words, or its abilities said in sentences.
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

    /// The colours that the game gives a card: those of the values that it names, or that of its kind; red for red
    /// suits. A word without a colour has one of its own.
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
        let color = color.or_else(|| suit.map(suit_color));
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

    /// What the game waits for.
    pub(crate) fn decision(&self, view: &View, several: bool, chosen: Vec<String>) -> Decision {
        match &view.decision {
            DecisionSeen::Choose {
                seat,
                prompt,
                part,
                about,
                secret,
                choices,
            } => Decision::Choose {
                seat: *seat,
                prompt: prompt.text.clone(),
                rule: self.rule(part),
                about: about.as_ref().map(|card| CardNamed {
                    text: self.card(card),
                    face: face_number(card),
                }),
                secret: *secret,
                several,
                chosen,
                choices: self.choices(view, choices.as_deref().unwrap_or_default()),
            },
            DecisionSeen::Over { winners, scores } => Decision::Over {
                winners: winners.clone(),
                scores: scores.iter().map(|score| small(*score)).collect(),
            },
            DecisionSeen::Stopped { message } => Decision::Stopped {
                message: message.clone(),
            },
            DecisionSeen::Nothing => Decision::Nothing,
            DecisionSeen::Chance => Decision::Stopped {
                message: self.pick("chance decides", "運が決める").to_owned(),
            },
        }
    }

    /// The rule, move or definition that asks, in words.
    fn rule(&self, part: &str) -> Option<RuleNamed> {
        let game = &self.edition.game;
        // A part that nobody named has no words.
        let subject = *explain::find(game, part).ok()?.first()?;
        Some(RuleNamed {
            id: part.to_owned(),
            text: explain::subject(game, subject, self.language),
        })
    }

    fn choices(&self, view: &View, choices: &[ChoiceSeen]) -> Vec<Choice> {
        // Which cards stand for earlier choices of the same name.
        let mut taken: Vec<(String, CardAt)> = Vec::new();
        let listed = choices.iter().enumerate().map(|(number, choice)| {
            let mut cards = Vec::new();
            self.cards_of(view, choice, &choice.value, &mut taken, &mut cards);
            Choice {
                number: number as u32,
                kind: match choice.kind {
                    Kind::Option => ChoiceKind::Option,
                    Kind::Move => ChoiceKind::Move,
                    Kind::Target => ChoiceKind::Target,
                    Kind::Done => ChoiceKind::Done,
                    Kind::Pass => ChoiceKind::Pass,
                },
                name: self.choice_name(choice),
                text: self.choice_text(choice),
                cards,
                pile: match &choice.value {
                    Value::Pile(pile) => pile_at(view, pile),
                    _ => None,
                },
                player: match choice.value {
                    Value::Player(seat) => Some(seat),
                    _ => None,
                },
                face: match &choice.value {
                    Value::Card(card) => face_number(card),
                    _ => None,
                },
            }
        });
        listed.collect()
    }

    fn cards_of(
        &self,
        view: &View,
        choice: &ChoiceSeen,
        value: &Value,
        taken: &mut Vec<(String, CardAt)>,
        to: &mut Vec<CardAt>,
    ) {
        match value {
            Value::Card(card) => {
                let same = taken.iter().filter(|(name, _)| *name == choice.name.id);
                let used: Vec<CardAt> = same.map(|(_, at)| *at).collect();
                if let Some(at) = card_at(view, card, &used) {
                    taken.push((choice.name.id.clone(), at));
                    to.push(at);
                }
            }
            Value::List(values) => {
                for value in values {
                    self.cards_of(view, choice, value, taken, to);
                }
            }
            _ => {}
        }
    }

    /// What happened, if it is worth a line.
    pub(crate) fn line(&self, event: &SeatEvent) -> Option<LogLine> {
        let mut player = None;
        let mut kind = LogKind::Event;
        let parts = match event {
            SeatEvent::Moved { card, from, to, .. } => self.moved(card, from.as_ref(), to.as_ref()),
            SeatEvent::Shuffled { pile } => {
                vec![self.about(&self.pile_name(pile), " is shuffled", "を切る")]
            }
            SeatEvent::Arranged { pile } => {
                vec![self.about(
                    &self.pile_name(pile),
                    " changes its order",
                    "の並びが変わる",
                )]
            }
            SeatEvent::Flipped { card } => {
                vec![
                    self.card_part(card),
                    text(self.pick(" is turned over", "を裏返す")),
                ]
            }
            SeatEvent::Revealed { card, seats } => {
                let seats = self.players(seats);
                let words = match self.language {
                    Language::English => format!(" is shown to {seats}"),
                    Language::Japanese => format!("を{seats}に見せる"),
                };
                vec![self.card_part(card), text(&words)]
            }
            SeatEvent::Changed {
                name,
                owner,
                team,
                value,
            } => {
                self.is_shown(&name.id).then_some(())?;
                let name = self.owned(&spaced(&name.text), *owner, *team);
                vec![text(&format!("{name} = {}", self.value(value)))]
            }
            SeatEvent::Marked { card, name, value } => {
                // Where a card lies is seen on the table.
                (name.id != "slot").then_some(())?;
                let words = match self.language {
                    Language::English => {
                        format!(": {} = {}", spaced(&name.text), self.value(value))
                    }
                    Language::Japanese => {
                        format!("：{} = {}", spaced(&name.text), self.value(value))
                    }
                };
                vec![self.card_part(card), text(&words)]
            }
            SeatEvent::EnteredState { state } => {
                kind = LogKind::Heading;
                vec![text(&state.text)]
            }
            SeatEvent::EnteredPhase { .. } if self.program.phases.len() < 2 => return None,
            SeatEvent::EnteredPhase { phase } => {
                kind = LogKind::Heading;
                vec![text(&phase.text)]
            }
            // One turn is everybody's, or there is only one player.
            SeatEvent::BeganTurn { .. } if self.turns_are_shared() => return None,
            SeatEvent::BeganTurn { player: seat } => {
                kind = LogKind::Heading;
                player = Some(*seat);
                let words = match self.language {
                    Language::English if self.seat == Some(*seat) => "Your turn".to_owned(),
                    Language::English => format!("Turn of {}", self.player(*seat)),
                    Language::Japanese => format!("{}の番", self.player(*seat)),
                };
                vec![text(&words)]
            }
            SeatEvent::Chose {
                player: seat,
                choice,
                ..
            } => {
                kind = LogKind::Choice;
                player = Some(*seat);
                self.chosen(*seat, choice.as_ref())
            }
            SeatEvent::Told { what } => vec![text(what)],
            SeatEvent::Ended { winners, scores } => {
                kind = LogKind::Result;
                vec![text(&self.result(winners, scores))]
            }
            SeatEvent::Concealed { .. } => return None,
        };
        Some(LogLine {
            kind,
            parts,
            player,
            count: 1,
            source: None,
        })
    }

    /// A line with the place that made it happen, for a reader who knows these faces.
    pub(crate) fn traced(&self, heard: &Heard, known: &BTreeMap<u16, Face>) -> Option<LogLine> {
        let mut line = self.line(&heard.event)?;
        let is_secret = matches!(heard.event, SeatEvent::Chose { choice: None, .. });
        let place = heard.place.filter(|_| !is_secret);
        let place = place.and_then(|place| self.program.places.get(place as usize));
        let place = place.filter(|place| !place.file.is_empty());
        line.source = place.map(|place| WrittenAt {
            part: place.part.clone(),
            file: place.file.clone(),
            line: place.line,
        });
        // The place of an ability would tell which card has it.
        let card = line.source.as_ref().and_then(|at| self.edition.card_at(at));
        if card.is_some_and(|card| known.values().all(|face| face.card != card)) {
            line.source = None;
        }
        Some(line)
    }

    /// What is written at a place, in words and as the author wrote it.
    pub(crate) fn written(edition: &Edition, at: WrittenAt, language: Language) -> Option<Written> {
        const BEFORE: u32 = 3;
        const LINES: usize = 12;
        let (_, file) = edition.files.files().find(|(_, it)| it.path() == at.file)?;
        let first = at.line.saturating_sub(BEFORE).max(1);
        let lines = file.text().lines().skip(first as usize - 1).take(LINES);
        let lines = lines.map(str::to_owned).collect();
        let name = edition.card_at(&at).unwrap_or(&at.part);
        let found = explain::find(&edition.game, name).unwrap_or_default();
        let subject = found.first().copied();
        let text = subject.map(|it| explain::subject(&edition.game, it, language));
        Some(Written {
            text: text.unwrap_or_default(),
            first,
            lines,
            at,
        })
    }

    /// Whether nobody has turns of their own.
    pub(crate) fn turns_are_shared(&self) -> bool {
        self.program.direction == 0 || self.program.seats == 1
    }

    fn about(&self, thing: &str, english: &str, japanese: &str) -> LogPart {
        text(&format!("{thing}{}", self.pick(english, japanese)))
    }

    fn moved(&self, card: &Look, from: Option<&PileName>, to: Option<&PileName>) -> Vec<LogPart> {
        let pile = |pile: Option<&PileName>| {
            let somewhere = self.pick("somewhere", "どこか");
            pile.map_or_else(|| somewhere.to_owned(), |pile| self.pile_name(pile))
        };
        let card = match &card.face {
            Some(face) => LogPart::Card {
                face: face.kind,
                text: face.name.text.clone(),
            },
            None => text(self.pick("a card", "札1枚")),
        };
        vec![card, text(&format!(": {} → {}", pile(from), pile(to)))]
    }

    fn card_part(&self, card: &CardSeen) -> LogPart {
        match &card.look.face {
            Some(face) => LogPart::Card {
                face: face.kind,
                text: face.name.text.clone(),
            },
            None => text(&self.card(card)),
        }
    }

    fn chosen(&self, seat: u8, choice: Option<&ChoiceSeen>) -> Vec<LogPart> {
        let who = self.player(seat);
        let colon = self.pick(": ", "：");
        let Some(choice) = choice else {
            let has = self.pick(" chose in secret", "が選んだ（秘密）");
            return vec![text(&format!("{who}{has}"))];
        };
        let name = self.choice_name(choice);
        match &choice.value {
            Value::Card(card) if card.look.face.is_none() && !name.is_empty() => {
                vec![text(&format!("{who}{colon}{name}"))]
            }
            Value::Card(card) => {
                let lead = match name.as_str() {
                    "" => format!("{who}{colon}"),
                    name => format!("{who}{colon}{name} "),
                };
                vec![text(&lead), self.card_part(card)]
            }
            _ => vec![text(&format!("{who}{colon}{}", self.choice_text(choice)))],
        }
    }

    /// Whether the table shows a variable, so that its changes are worth a line.
    fn is_shown(&self, id: &str) -> bool {
        let mut variables = self.program.variables.iter();
        variables.any(|variable| variable.shown && variable.name.id == id)
    }

    fn result(&self, winners: &[u8], scores: &[i64]) -> String {
        let scores: Vec<String> = scores.iter().map(i64::to_string).collect();
        let winner = match (self.language, winners) {
            (Language::English, []) => "Nobody wins".to_owned(),
            (Language::Japanese, []) => "勝者なし".to_owned(),
            (Language::English, [seat]) if self.seat != Some(*seat) => {
                format!("{} wins", self.player(*seat))
            }
            (Language::English, seats) => format!("{} win", self.players(seats)),
            (Language::Japanese, seats) => format!("{}の勝ち", self.players(seats)),
        };
        format!(
            "{winner} ({} {})",
            self.pick("scores", "得点"),
            scores.join(", ")
        )
    }
}

fn under(zone: String, name: String) -> ZonePlace {
    ZonePlace {
        zone,
        name,
        per_player: true,
        row: None,
        column: None,
        width: None,
        layout: Layout::Row,
        slots: None,
        role: ZoneRole::Under,
    }
}

fn text(words: &str) -> LogPart {
    LogPart::Text {
        text: words.to_owned(),
    }
}

fn small_number(value: &Value) -> Option<i32> {
    match value {
        Value::Number(number) => Some(small(*number)),
        _ => None,
    }
}

fn small(number: i64) -> i32 {
    number.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// The sign of a suit of the usual cards, unless the game calls it otherwise.
fn suit_sign(suit: &str, word: String) -> String {
    if word != suit {
        return word;
    }
    match suit {
        "hearts" => "♥".to_owned(),
        "diamonds" => "♦".to_owned(),
        "clubs" => "♣".to_owned(),
        "spades" => "♠".to_owned(),
        _ => word,
    }
}

fn words_of(part: FacePart) -> Vec<String> {
    match part {
        FacePart::Word(word) => vec![word],
        FacePart::Number(number) => vec![number.to_string()],
        FacePart::List(parts) => parts.into_iter().flat_map(words_of).collect(),
        FacePart::Name(_) => Vec::new(),
    }
}

fn suit_color(suit: &str) -> String {
    let is_red = RED_SUITS.contains(&suit);
    (if is_red { "#c0392b" } else { "#222222" }).to_owned()
}

/// A colour of its own for a word, always the same.
fn color_of(word: &str) -> String {
    let hash = blake3::hash(word.as_bytes());
    let hue = u32::from(hash.as_bytes()[0]) * 360 / 256;
    format!("hsl({hue} 35% 42%)")
}
