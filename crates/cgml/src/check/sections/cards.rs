//! Card kinds, cards and keywords: what is printed. Their abilities come later.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::Checker;
use crate::check::cycles::{chain_too_long, in_cycle};
use crate::check::expressions::scope::Scope;
use crate::check::expressions::types::DeclaredType;
use crate::codes::cards as code;
use crate::codes::shape::OUT_OF_BOUNDS;
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::model::{
    CardDef, CardDefId, CardKind, CounterId, Keyword, KeywordUse, KindId, Literal, Printed,
    Property, PropertyId, Type,
};
use crate::ordered::OrderedMap;
use crate::read::{all_of, question};
use crate::syntax::Ident;
use crate::tree::{Entry, NodeId};
use crate::vocabulary::keys::{CARD, KEYWORD};
use crate::vocabulary::names::NameKind;

/// A property of a kind, whether a card may leave it out, and its value then.
type KindProperty = (PropertyId, bool, Option<Literal>);

/// Printed properties of the cards of a kind.
#[derive(Debug, Default)]
struct Declared {
    properties: Vec<KindProperty>,
    ids: FxHashSet<PropertyId>,
    /// Work of giving them to a card.
    weight: usize,
}

impl Checker<'_> {
    pub(in crate::check) fn kinds(&mut self) {
        for entry in self.section("card_kinds") {
            let node = entry.value;
            let extends = self
                .tree
                .get(node, "extends")
                .and_then(|kind| self.resolve_at(NameKind::Kind, kind));
            let properties = self.entries_at(node, "properties");
            let properties = properties
                .iter()
                .map(|property| self.kind_property(property))
                .collect();
            self.game.kinds.push(CardKind {
                name: entry.key.clone(),
                extends: extends.map(KindId),
                properties,
                keywords: Vec::new(),
                abilities: Vec::new(),
                token: self.flag(node, "token").unwrap_or(false),
                text: self.prose(node, "text"),
                origin: entry.key_span,
            });
        }
        self.kind_cycles();
    }

    fn kind_property(&mut self, entry: &Entry) -> KindProperty {
        if CARD.key(&entry.key).is_some() {
            let message = format!("every card has the key `{}` already", entry.key);
            self.diagnostics.report(
                Diagnostic::new(code::NAME_TAKEN, entry.key_span, message)
                    .hint("choose another name"),
            );
        }
        let DeclaredType {
            ty,
            optional,
            default,
            min,
            max,
        } = self.declared_type(entry.value, &entry.key);
        let property = self.property_of_type(entry, ty);
        if min.is_some() || max.is_some() {
            self.property_bounds.insert(property, (min, max));
        }
        (property, optional, default)
    }

    /// Properties are known by name: two kinds with the same one agree on its type.
    fn property_of_type(&mut self, entry: &Entry, ty: Type) -> PropertyId {
        let counts_as = self.words_contained(entry.value, &ty);
        let Some(known) = self.property_named(&entry.key) else {
            return self.add_property(Property {
                name: entry.key.clone(),
                ty,
                counts_as,
                text: self.prose(entry.value, "text"),
                origin: entry.key_span,
            });
        };
        let first = &mut self.game.properties[known];
        if first.counts_as.is_empty() {
            first.counts_as = counts_as;
        }
        let first = &self.game.properties[known];
        if first.ty != ty {
            let message = format!(
                "`{}` is {} here and {} elsewhere",
                entry.key,
                self.describe(&ty),
                self.describe(&first.ty)
            );
            let diagnostic = Diagnostic::new(code::PROPERTY_TWICE, entry.key_span, message)
                .related(first.origin, "first declared here")
                .hint("use the same type, or another name");
            self.diagnostics.report(diagnostic);
        }
        known
    }

    /// Reports every circle once, at its first kind, and opens it there.
    fn kind_cycles(&mut self) {
        let extends = |kind: &CardKind| kind.extends.iter().map(|kind| kind.0).collect();
        let extends: Vec<Vec<u32>> = self.game.kinds.iter().map(extends).collect();
        let mut in_cycle = in_cycle(&extends);
        for position in 0..in_cycle.len() {
            if !in_cycle[position] {
                continue;
            }
            let first = KindId(position as u32);
            let kind = &mut self.game.kinds[first];
            let message = format!("the card kind `{}` extends itself", kind.name);
            let mut diagnostic = Diagnostic::new(code::KIND_CYCLE, kind.origin, message)
                .hint("remove one `extends` of the circle");
            let second = kind.extends.take();
            let circle: Vec<KindId> = second
                .into_iter()
                .flat_map(|kind| self.kinds_above(kind))
                .collect();
            for kind in circle.into_iter().filter(|kind| *kind != first) {
                in_cycle[kind.0 as usize] = false;
                diagnostic = diagnostic.related(self.game.kinds[kind].origin, "through this one");
            }
            self.diagnostics.report(diagnostic);
        }
        self.long_chains();
    }

    /// Cuts chains that nobody writes by hand, so that walking up a chain is always quick.
    fn long_chains(&mut self) {
        for position in 0..self.game.kinds.len() {
            let kind = KindId(position as u32);
            if self.kinds_above(kind).nth(limits::CHAIN).is_some() {
                let problem = chain_too_long(self.game.kinds[kind].origin, "card kinds extend");
                self.diagnostics.report(problem);
                self.game.kinds[kind].extends = None;
            }
        }
    }

    /// A kind and those it extends, nearest first.
    pub(in crate::check) fn kinds_above(&self, kind: KindId) -> impl Iterator<Item = KindId> {
        std::iter::successors(Some(kind), |kind| self.game.kinds[*kind].extends)
    }

    /// Printed properties of the cards of a kind: its own and those of the kinds it extends.
    fn declared_properties(&mut self, kind: KindId) -> Declared {
        let mut declared = Declared::default();
        let kinds: Vec<KindId> = self.kinds_above(kind).collect();
        for above in kinds {
            let properties = &self.game.kinds[above].properties;
            let weight = properties.iter().map(weight).sum();
            declared.weight += weight;
            if !self.spend(weight, self.game.kinds[kind].origin) {
                break;
            }
            let properties = &self.game.kinds[above].properties;
            declared.ids.extend(properties.iter().map(|(id, _, _)| *id));
            declared.properties.extend(properties.iter().cloned());
        }
        declared
    }

    pub(in crate::check) fn card_nodes(&self) -> Vec<NodeId> {
        self.declaring_items("cards", "id", NameKind::Card)
    }

    pub(in crate::check) fn card_heads(&mut self) {
        let mut kinds: FxHashMap<KindId, Declared> = FxHashMap::default();
        for node in self.card_nodes() {
            let Some(id) = self.ident(node, "id") else {
                continue;
            };
            let kind = self
                .tree
                .get(node, "kind")
                .and_then(|kind| self.resolve_at(NameKind::Kind, kind))
                .map(KindId);
            let properties = kind.map_or_else(Vec::new, |kind| {
                let declared = kinds
                    .entry(kind)
                    .or_insert_with(|| self.declared_properties(kind));
                self.card_properties(node, &id, kind, declared)
            });
            let tags = self.items_at(node, "tags");
            let tags = tags
                .iter()
                .filter_map(|tag| self.tree.text(*tag))
                .map(str::to_owned)
                .collect();
            self.game.cards.push(CardDef {
                name: id.text.clone(),
                kind,
                deck_type: None,
                properties,
                keywords: Vec::new(),
                abilities: Vec::new(),
                tags,
                counters: Vec::new(),
                title: self.prose(node, "name"),
                text: self.prose(node, "text"),
                origin: id.span,
            });
        }
    }

    fn card_properties(
        &mut self,
        node: NodeId,
        id: &Ident,
        kind: KindId,
        declared: &Declared,
    ) -> Vec<Printed> {
        if !self.spend(declared.weight, id.span) {
            return Vec::new();
        }
        let mut printed: OrderedMap<PropertyId, Literal> = OrderedMap::default();
        for entry in self.tree.entries(node) {
            if CARD.key(&entry.key).is_some() {
                continue;
            }
            let property = self.property_named(&entry.key);
            let property = property.filter(|property| declared.ids.contains(property));
            let property = property.or_else(|| {
                let is_free = |key: &str| {
                    let given = self.tree.entry(node, key);
                    given.is_none_or(|given| given.key_span.file != entry.key_span.file)
                };
                self.undeclared_property(entry, kind, &declared.properties, is_free)
            });
            if let Some(property) = property.filter(|property| !printed.contains_key(property)) {
                let ty = self.game.properties[property].ty.clone();
                let value = self.literal_of_type(entry.value, &ty);
                self.check_bounds(property, &value, entry.value);
                printed.insert(property, value);
            }
        }
        let mut missing = Vec::new();
        for (property, optional, default) in &declared.properties {
            if printed.contains_key(property) {
                continue;
            }
            match default {
                Some(default) => {
                    printed.insert(*property, default.clone());
                }
                None if *optional => {
                    printed.insert(*property, Literal::Nothing);
                }
                None => missing.push(*property),
            }
        }
        if !missing.is_empty() {
            self.missing_properties(id, kind, &missing);
        }
        printed.into_iter().collect()
    }

    fn check_bounds(&mut self, property: PropertyId, value: &Literal, node: NodeId) {
        if let Some(bounds) = self.property_bounds.get(&property).copied() {
            let name = self.game.properties[property].name.clone();
            self.check_within(&name, bounds, value, node);
        }
    }

    /// Reports a number outside of the bounds of what it is the value of.
    pub(in crate::check) fn check_within(
        &mut self,
        name: &str,
        (min, max): (Option<i64>, Option<i64>),
        value: &Literal,
        node: NodeId,
    ) {
        let Literal::Number(number) = value else {
            return;
        };
        if min.is_some_and(|min| *number < min) || max.is_some_and(|max| *number > max) {
            let bound = |bound: Option<i64>| {
                bound.map_or_else(|| "…".to_owned(), |bound| bound.to_string())
            };
            let message = format!(
                "{number} is out of bounds: `{name}` goes from {} to {}",
                bound(min),
                bound(max)
            );
            let diagnostic = Diagnostic::new(OUT_OF_BOUNDS, self.tree.span(node), message)
                .hint("use a number within the bounds, or change the bounds");
            self.diagnostics.report(diagnostic);
        }
    }

    /// Reports a key that is no property of the card's kind; gives the property it is taken for.
    fn undeclared_property(
        &mut self,
        entry: &Entry,
        kind: KindId,
        declared: &[KindProperty],
        is_free: impl Fn(&str) -> bool,
    ) -> Option<PropertyId> {
        let kind_name = self.game.kinds[kind].name.clone();
        let names = declared
            .iter()
            .map(|(property, _, _)| self.game.properties[*property].name.as_str());
        let keys = CARD.keys.iter().map(|key| key.name);
        let near = self
            .search
            .meant(&entry.key, names.chain(keys).filter(|name| is_free(name)));
        let property = near.and_then(|near| self.game.properties.find(near));
        if near.is_none() && !self.names.is_complete(NameKind::Property) {
            return None;
        }
        let hint = match near {
            Some(near) => question(near),
            None => format!("declare it under `card_kinds.{kind_name}.properties`").into(),
        };
        let message = format!(
            "the card kind `{kind_name}` has no property `{}`",
            entry.key
        );
        self.diagnostics
            .report(Diagnostic::new(code::UNKNOWN_PROPERTY, entry.key_span, message).hint(hint));
        property
    }

    fn missing_properties(&mut self, id: &Ident, kind: KindId, missing: &[PropertyId]) {
        let kind = &self.game.kinds[kind];
        let names: Vec<&str> = missing
            .iter()
            .map(|property| self.game.properties[*property].name.as_str())
            .collect();
        let noun = if names.len() == 1 {
            "property"
        } else {
            "properties"
        };
        let message = format!(
            "`{}` lacks the {noun} {} of the card kind `{}`",
            id.text,
            all_of(names.iter().copied()),
            kind.name
        );
        let hint = "give it a value, or declare it with `default` or `optional: true`";
        let mut diagnostic = Diagnostic::new(code::MISSING_PROPERTY, id.span, message).hint(hint);
        for property in missing {
            let origin = self.game.properties[*property].origin;
            diagnostic = diagnostic.related(origin, "declared here");
        }
        self.diagnostics.report(diagnostic);
    }

    pub(in crate::check) fn keyword_heads(&mut self) {
        let entries = self.section("keywords");
        for entry in entries {
            let params = self.tree.get(entry.value, "params");
            let params = params.map_or(&[][..], |node| self.parts(node));
            let params = params
                .iter()
                .map(|param| {
                    self.refuse_counts_as(param.value);
                    let ty = self.type_at(param.value, &param.key);
                    (param.key.clone(), ty)
                })
                .collect();
            let text = self.prose_or_text(entry.value, &KEYWORD);
            self.game.keywords.push(Keyword {
                name: entry.key.clone(),
                params,
                abilities: Vec::new(),
                text,
                origin: entry.key_span,
            });
        }
    }

    /// The keywords at the key `keywords` or `grants`.
    pub(in crate::check) fn keywords_at(
        &mut self,
        scope: &mut Scope,
        node: NodeId,
        key: &str,
    ) -> Vec<KeywordUse> {
        let list = self.items_at(node, key);
        let syntax: Vec<_> = list
            .iter()
            .filter_map(|item| self.syntax.expression(*item))
            .collect();
        syntax
            .into_iter()
            .filter_map(|keyword| self.keyword_use(scope, keyword))
            .collect()
    }

    pub(in crate::check) fn card_abilities(&mut self) {
        for (position, node) in self.card_nodes().into_iter().enumerate() {
            let card = CardDefId(position as u32);
            let keywords =
                self.keywords_at(&mut Scope::of_ability(Default::default()), node, "keywords");
            let abilities = self.abilities_at(node, &[]);
            let counters = self.entries_at(node, "counters");
            let counters = counters
                .iter()
                .filter_map(|entry| {
                    let count = self.tree.scalar(entry.value)?.int()?;
                    let counter = self.resolve(
                        NameKind::Counter,
                        &Ident::new(entry.key.as_str(), entry.key_span),
                    )?;
                    Some((CounterId(counter), count))
                })
                .collect();
            let def = &mut self.game.cards[card];
            (def.keywords, def.abilities, def.counters) = (keywords, abilities, counters);
        }
    }

    pub(in crate::check) fn kind_abilities(&mut self) {
        for (position, entry) in self.section("card_kinds").iter().enumerate() {
            let keywords = self.keywords_at(
                &mut Scope::of_ability(Default::default()),
                entry.value,
                "keywords",
            );
            let abilities = self.abilities_at(entry.value, &[]);
            let kind = &mut self.game.kinds[KindId(position as u32)];
            (kind.keywords, kind.abilities) = (keywords, abilities);
        }
    }

    pub(in crate::check) fn keywords(&mut self) {
        self.attribute_resets();
        let entries = self.section("keywords");
        for (position, entry) in entries.iter().enumerate() {
            let keyword = crate::model::KeywordId(position as u32);
            let params = self.game.keywords[keyword].params.clone();
            self.game.keywords[keyword].abilities = self.abilities_at(entry.value, &params);
        }
    }
}

/// Work of giving a property to a card.
fn weight((_, _, default): &KindProperty) -> usize {
    1 + default.as_ref().map_or(0, Literal::size)
}
