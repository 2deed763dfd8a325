//! Deck types, the cards they make, and decks.

use rustc_hash::FxHashSet;

use crate::check::Checker;
use crate::codes::game as code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    CardDef, CardDefId, Deck, DeckSource, DeckType, DeckTypeId, Literal, Property, PropertyId,
    Prose, SymbolSetId, Type,
};
use crate::ordered::{OrderedMap, OrderedSet};
use crate::source::Span;
use crate::syntax::Ident;
use crate::tree::{Entry, NodeId};
use crate::vocabulary::names::NameKind;
use crate::vocabulary::sections::PrintedProperty;
use crate::vocabulary::suits::{STANDARD_SUITS, Suit};

/// Work of a card beside its own properties: its name, and what every card has.
const WORK_OF_A_CARD: usize = 20;

/// A property of a deck's card before the types of properties are known.
type Raw = (String, Literal, Span);

impl Checker<'_> {
    pub(in crate::check) fn deck_types(&mut self) {
        let Some(types) = self.at(self.root, "components.component_types.deck_types") else {
            return;
        };
        let entries = self.tree.entries(types);
        let cards: Vec<Vec<(Vec<Raw>, u32, Ident)>> = entries
            .iter()
            .map(|entry| self.composition(entry))
            .collect();
        self.printed_properties(&cards);
        for (position, (entry, cards)) in entries.iter().zip(cards).enumerate() {
            let deck_type = DeckTypeId(position as u32);
            let cards: Vec<(CardDefId, u32)> = cards
                .into_iter()
                .map(|(properties, copies, name)| {
                    (self.deck_card(deck_type, properties, name), copies)
                })
                .collect();
            let ranks = self.ranks(entry, &cards);
            self.ranks.extend(ranks.iter().cloned());
            self.game.deck_types.push(DeckType {
                name: entry.key.clone(),
                cards,
                ranks,
                origin: entry.key_span,
            });
        }
    }

    /// The cards of a deck type: their properties and copies.
    fn composition(&mut self, deck_type: &Entry) -> Vec<(Vec<Raw>, u32, Ident)> {
        let items = self.items_at(deck_type.value, "composition");
        let defaults = self.raw_properties(self.tree.get(deck_type.value, "default_properties"));
        let mut cards = Vec::new();
        for item in items.iter().copied() {
            let is_template = match self.ident(item, "type").map(|word| word.text).as_deref() {
                Some("template") => true,
                Some("card") => false,
                Some(_) | None => self.tree.get(item, "template").is_some(),
            };
            let copies = self.number(item, "copies").unwrap_or(1).max(1) as u32;
            let own = self.raw_properties(self.tree.get(item, "properties"));
            let made = if is_template {
                self.template(item, &own)
            } else {
                self.one_card(item, own)
            };
            for (mut properties, id) in made {
                if !self.spend(1 + properties.len() + defaults.len(), self.tree.span(item)) {
                    return cards;
                }
                add_missing(&mut properties, &defaults);
                let id = id.unwrap_or_else(|| card_name(&deck_type.key, &properties));
                cards.push((properties, copies, Ident::new(id, self.tree.span(item))));
            }
        }
        cards
    }

    fn raw_properties(&self, node: Option<NodeId>) -> Vec<Raw> {
        node.map_or(&[][..], |node| self.tree.entries(node))
            .iter()
            .map(|entry| {
                (
                    entry.key.clone(),
                    self.literal(entry.value).0,
                    entry.key_span,
                )
            })
            .collect()
    }

    /// A card for each suit and value.
    fn template(&mut self, item: NodeId, own: &[Raw]) -> Vec<(Vec<Raw>, Option<String>)> {
        let span = self.tree.span(item);
        let values = self.values(item, "values");
        let suits = match self.values(item, "suits") {
            suits if !suits.is_empty() => suits,
            _ => self.suits_of_template(item),
        };
        if values.is_empty() {
            self.names.lose(NameKind::Property);
            let message = "a template needs `values`";
            let diagnostic = Diagnostic::new(code::EMPTY_DECK_TYPE, span, message)
                .hint("such as `values: [2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A]`");
            self.diagnostics.report(diagnostic);
        }
        let count = suits.len().saturating_mul(values.len());
        if !self.spend(count.saturating_mul(WORK_OF_A_CARD + own.len()), span) {
            return Vec::new();
        }
        let mut cards = Vec::with_capacity(count);
        for suit in suits {
            for value in &values {
                let mut properties: Vec<Raw> = Vec::new();
                if suit != Literal::Nothing {
                    properties.push((PrintedProperty::Suit.name().to_owned(), suit.clone(), span));
                }
                properties.push((PrintedProperty::Rank.name().to_owned(), value.clone(), span));
                properties.extend(own.iter().cloned());
                cards.push((properties, None));
            }
        }
        cards
    }

    fn suits_of_template(&mut self, item: NodeId) -> Vec<Literal> {
        let text = |suit: &Suit| Literal::Text(suit.name.to_owned());
        match self.ident(item, "template") {
            Some(template) => match template.text.as_str() {
                "standard_suits" => STANDARD_SUITS.iter().map(text).collect(),
                "no_suits" | "none" => vec![Literal::Nothing],
                _ => {
                    self.unknown_template(&template);
                    // Taken for the usual one, so that its cards have suits.
                    STANDARD_SUITS.iter().map(text).collect()
                }
            },
            None => vec![Literal::Nothing],
        }
    }

    fn unknown_template(&mut self, template: &Ident) {
        let known = ["standard_suits", "no_suits"];
        let hint = self
            .did_you_mean(&template.text, known)
            .unwrap_or_else(|| "give the suits yourself: `suits: [red, blue]`".into());
        let message = format!("there is no template `{}`", template.text);
        self.diagnostics
            .report(Diagnostic::new(code::UNKNOWN_TEMPLATE, template.span, message).hint(hint));
    }

    fn values(&self, item: NodeId, key: &str) -> Vec<Literal> {
        self.items_at(item, key)
            .iter()
            .map(|value| self.literal(*value).0)
            .collect()
    }

    fn one_card(&mut self, item: NodeId, own: Vec<Raw>) -> Vec<(Vec<Raw>, Option<String>)> {
        let id = self.ident(item, "id").map(|id| id.text);
        if own.is_empty() && id.is_none() {
            let message = "this entry makes no card: it has neither `properties` nor an `id`";
            let has_values = self.tree.get(item, "values").is_some();
            let hint = match has_values {
                true => "add `type: template` to make a card of each value",
                false => "add `properties: { … }`, or an `id`",
            };
            self.diagnostics.report(
                Diagnostic::new(code::EMPTY_DECK_TYPE, self.tree.span(item), message).hint(hint),
            );
            return Vec::new();
        }
        vec![(own, id)]
    }

    /// The properties of all deck types together: numbers if all values are, otherwise words.
    fn printed_properties(&mut self, cards: &[Vec<(Vec<Raw>, u32, Ident)>]) {
        let mut values: OrderedMap<&str, (Span, Vec<&Literal>)> = OrderedMap::default();
        let all = cards.iter().flatten();
        for (name, value, span) in all.flat_map(|(properties, _, _)| properties) {
            let (_, values) = values.entry(name).or_insert((*span, Vec::new()));
            values.push(value);
        }
        for (name, (origin, values)) in values {
            if self.property_named(name).is_some() {
                continue;
            }
            let ty = self.type_of_values(name, &values);
            self.add_property(Property {
                name: name.to_owned(),
                ty,
                counts_as: Vec::new(),
                text: Prose::default(),
                origin,
            });
        }
    }

    fn type_of_values(&mut self, name: &str, values: &[&Literal]) -> Type {
        if values
            .iter()
            .all(|value| matches!(value, Literal::Number(_)))
        {
            return Type::Number;
        }
        if values.iter().all(|value| matches!(value, Literal::Bool(_))) {
            return Type::Bool;
        }
        if values.iter().any(|value| matches!(value, Literal::List(_))) {
            return Type::Any.list();
        }
        let words = values.iter().filter_map(|value| word(value)).collect();
        let set = self.symbol_set(name, words);
        self.alias_standard_suits(set);
        Type::Symbol(set)
    }

    /// The standard suits go by their letter, their sign and their singular as well.
    fn alias_standard_suits(&mut self, set: SymbolSetId) {
        for suit in &STANDARD_SUITS {
            if let Some(position) = self.game.symbol_sets[set].position(suit.name) {
                for other in suit.aliases.iter().chain([&suit.sign]) {
                    self.add_alias(set, other, position);
                }
            }
        }
    }

    fn deck_card(&mut self, deck_type: DeckTypeId, properties: Vec<Raw>, name: Ident) -> CardDefId {
        let printed: Vec<(PropertyId, Literal)> = properties
            .into_iter()
            .filter_map(|(property, value, _)| {
                let id = self.property_named(&property)?;
                let value = match self.game.properties[id].ty {
                    Type::Symbol(set) => {
                        let text = word(&value)?;
                        Literal::Symbol(set, self.game.symbol_sets[set].position(&text)?)
                    }
                    _ => value,
                };
                Some((id, value))
            })
            .collect();
        self.game.cards.push(CardDef {
            name: name.text,
            kind: None,
            deck_type: Some(deck_type),
            properties: printed,
            keywords: Vec::new(),
            abilities: Vec::new(),
            tags: Vec::new(),
            counters: Vec::new(),
            title: Prose::default(),
            text: Prose::default(),
            origin: name.span,
        })
    }

    fn ranks(&mut self, deck_type: &Entry, cards: &[(CardDefId, u32)]) -> OrderedSet<String> {
        let mut ranks = OrderedSet::default();
        let Some(hierarchy) = self.tree.get(deck_type.value, "rank_hierarchy") else {
            return ranks;
        };
        let items = self.tree.items(hierarchy);
        let words = items.iter().map(|item| word(&self.literal(*item).0));
        let words: Vec<Option<String>> = words.collect();
        for (word, item) in words.iter().zip(items) {
            let rank = word.clone().unwrap_or_default();
            if !ranks.insert(rank.clone()) {
                let first = words.iter().position(|other| other == word);
                let first = items[first.unwrap_or(0)];
                let message = format!("the rank `{rank}` is in the hierarchy twice");
                let span = self.tree.span(*item);
                let diagnostic = Diagnostic::new(code::RANK_NOT_IN_HIERARCHY, span, message)
                    .related(self.tree.span(first), "it is here already")
                    .hint("keep one of them");
                self.diagnostics.report(diagnostic);
            }
        }
        if words.iter().all(Option::is_some) {
            self.ranks_are_complete(hierarchy, cards, &ranks);
        }
        ranks
    }

    fn ranks_are_complete(
        &mut self,
        hierarchy: NodeId,
        cards: &[(CardDefId, u32)],
        words: &OrderedSet<String>,
    ) {
        let Some(rank) = self.property_named(PrintedProperty::Rank.name()) else {
            return;
        };
        let mut missing: OrderedSet<String> = OrderedSet::default();
        for (card, _) in cards {
            let value = self.game.cards[*card]
                .properties
                .iter()
                .find(|(property, _)| *property == rank);
            let text = value.and_then(|(_, value)| self.word_of_literal(value));
            missing.extend(text.filter(|text| !words.contains(text)));
        }
        if !missing.is_empty() {
            let message = format!(
                "the hierarchy lacks {}",
                crate::read::all_of(missing.iter().map(String::as_str))
            );
            let span = self.tree.span(hierarchy);
            let diagnostic = Diagnostic::new(code::RANK_NOT_IN_HIERARCHY, span, message)
                .hint("every rank of the deck stands in it once, from the lowest to the highest");
            self.diagnostics.report(diagnostic);
        }
    }

    /// A value as the word an author would write.
    pub(in crate::check) fn word_of_literal(&self, literal: &Literal) -> Option<String> {
        match literal {
            Literal::Symbol(set, position) => self.game.symbol_sets[*set]
                .values
                .get_index(*position as usize)
                .cloned(),
            other => word(other),
        }
    }

    pub(in crate::check) fn decks(&mut self) {
        let Some(decks) = self.at(self.root, "components.decks") else {
            return;
        };
        for entry in self.tree.entries(decks) {
            let source = self.deck_source(entry);
            self.game.decks.push(Deck {
                name: entry.key.clone(),
                source,
                per_player: self.flag(entry.value, "per_player").unwrap_or(false),
                origin: entry.key_span,
            });
        }
    }

    fn deck_source(&mut self, entry: &Entry) -> DeckSource {
        let node = entry.value;
        if let Some(deck_type) = self.tree.get(node, "type") {
            let resolved = self.resolve_at(NameKind::DeckType, deck_type);
            return resolved.map_or(DeckSource::Cards(Vec::new()), |position| {
                DeckSource::Type(DeckTypeId(position))
            });
        }
        if let Some(cards) = self.tree.get(node, "cards") {
            return DeckSource::Cards(self.card_counts(cards));
        }
        if self.flag(node, "per_player") == Some(true) {
            let section = self
                .ident(node, "section")
                .map_or_else(|| entry.key.clone(), |section| section.text);
            return DeckSource::DeckList(section);
        }
        let message = format!("the deck `{}` has no cards", entry.key);
        let hint = "give it a `type`; from 1.4 also `cards`, or `per_player: true` for decks that players bring";
        self.diagnostics.report(
            Diagnostic::new(crate::codes::shape::MISSING_KEY, entry.key_span, message).hint(hint),
        );
        DeckSource::Cards(Vec::new())
    }

    /// Cards with how many of each, or one by one.
    pub(in crate::check) fn card_counts(&mut self, node: NodeId) -> Vec<(CardDefId, u32)> {
        let mut counts: OrderedMap<CardDefId, u32> = OrderedMap::default();
        for entry in self.tree.entries(node) {
            let count = self
                .tree
                .scalar(entry.value)
                .and_then(|scalar| scalar.int())
                .unwrap_or(0);
            if let Some(card) = self.resolve(
                NameKind::Card,
                &Ident::new(entry.key.as_str(), entry.key_span),
            ) {
                let count = count.clamp(0, i64::from(u32::MAX)) as u32;
                counts.insert(CardDefId(card), count);
            }
        }
        for item in self.tree.items(node) {
            let Some(card) = self.resolve_at(NameKind::Card, *item) else {
                continue;
            };
            *counts.entry(CardDefId(card)).or_default() += 1;
        }
        counts.into_iter().collect()
    }
}

/// Adds the properties of `defaults` that have no value yet.
fn add_missing(properties: &mut Vec<Raw>, defaults: &[Raw]) {
    if defaults.is_empty() {
        return;
    }
    let known = properties.iter().map(|(name, _, _)| name.clone());
    let known: FxHashSet<String> = known.collect();
    let missing = defaults.iter().filter(|(name, _, _)| !known.contains(name));
    properties.extend(missing.cloned());
}

fn word(literal: &Literal) -> Option<String> {
    match literal {
        Literal::Text(text) => Some(text.clone()),
        Literal::Number(number) => Some(number.to_string()),
        Literal::Bool(flag) => Some(flag.to_string()),
        Literal::Nothing
        | Literal::Symbol(..)
        | Literal::Range(_)
        | Literal::List(_)
        | Literal::Record(_) => None,
    }
}

fn card_name(deck_type: &str, properties: &[Raw]) -> String {
    let words: Vec<String> = properties
        .iter()
        .filter_map(|(_, value, _)| word(value))
        .collect();
    format!("{deck_type}_{}", words.join("_"))
}
