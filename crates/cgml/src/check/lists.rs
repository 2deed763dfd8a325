//! Deck rules and deck lists.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Checker;
use super::scope::Scope;
use crate::codes::cards as code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    CardDefId, DeckList, DeckRules, DeckSection, Expr, ExprKind, KindId, Literal, Regulation,
    RegulationId, Table, Type,
};
use crate::source::Span;
use crate::syntax::Ident;
use crate::tree::{Entry, NodeId};
use crate::vocabulary::names::NameKind;
use crate::vocabulary::want::Want;

impl<'a> Checker<'a> {
    pub(super) fn deck_lists(&mut self) {
        self.deck_rules();
        let items = self.items_at(self.root, "deck_lists");
        for node in items.iter().copied() {
            let Some(id) = self.ident(node, "id") else {
                continue;
            };
            let entries = self.entries_at(node, "sections");
            let sections: Vec<(String, Vec<(CardDefId, u32)>)> = entries
                .iter()
                .map(|entry| (entry.key.clone(), self.card_counts(entry.value)))
                .collect();
            self.check_deck_list(&id, entries, &sections);
            self.game.deck_lists.push(DeckList {
                name: id.text,
                title: self.prose(node, "name"),
                text: self.prose(node, "text"),
                sections,
                origin: id.span,
            });
        }
    }

    fn deck_rules(&mut self) {
        let Some(node) = self.at(self.root, "deck_rules") else {
            return;
        };
        let entries = self.entries_at(node, "sections");
        let sections = entries
            .iter()
            .map(|entry| self.deck_section(entry))
            .collect();
        let regulations = self.regulations(node);
        let regulation = self
            .tree
            .get(node, "regulation")
            .and_then(|name| self.resolve_at(NameKind::Regulation, name));
        self.game.deck_rules = Some(DeckRules {
            sections,
            regulations,
            regulation: regulation.map(RegulationId),
        });
    }

    fn deck_section(&mut self, entry: &Entry) -> DeckSection {
        let node = entry.value;
        let mut scope = Scope::default();
        let size = self.tree.get(node, "size");
        let (min, max) = match size {
            Some(size) if self.syntax.expression(size).is_some() => {
                let exact = self.expr_at(&mut scope, Some(size), Want::Number);
                (exact.clone(), exact)
            }
            Some(size) => (self.bound(size, "min"), self.bound(size, "max")),
            None => (None, None),
        };
        let copies = self.expr_at(&mut scope, self.tree.get(node, "copies"), Want::Number);
        let kinds = self.resolve_many(NameKind::Kind, self.tree.get(node, "kinds"));
        let local = scope.bind("card", Type::Card, entry.key_span);
        let filter = self.expr_at(&mut scope, self.tree.get(node, "where"), Want::Bool);
        DeckSection {
            name: entry.key.clone(),
            min,
            max,
            copies,
            copies_by_title: self
                .ident(node, "copies_by")
                .is_some_and(|by| by.text == "name"),
            kinds: kinds.into_iter().map(KindId).collect(),
            filter: filter.map(|filter| (local, filter)),
            origin: entry.key_span,
        }
    }

    fn bound(&self, node: NodeId, key: &str) -> Option<Expr> {
        let number = self.number(node, key)?;
        let kind = ExprKind::Literal(Literal::Number(number));
        Some(Expr {
            kind,
            ty: Type::Number,
            origin: self.tree.span(node),
        })
    }

    fn regulations(&mut self, node: NodeId) -> Table<RegulationId, Regulation> {
        let mut regulations = Table::default();
        for entry in self.entries_at(node, "regulations") {
            let node = entry.value;
            let banned = self.items_at(node, "banned").to_vec();
            let mut limits: Vec<(CardDefId, i64)> = banned
                .into_iter()
                .filter_map(|card| Some((CardDefId(self.resolve_at(NameKind::Card, card)?), 0)))
                .collect();
            if let Some(limited) = self.tree.get(node, "limited") {
                let counts = self.card_counts(limited);
                limits.extend(
                    counts
                        .into_iter()
                        .map(|(card, count)| (card, i64::from(count))),
                );
            }
            let pairs = self.items_at(node, "pairs").to_vec();
            let pairs = pairs
                .into_iter()
                .map(|pair| {
                    self.resolve_many(NameKind::Card, Some(pair))
                        .into_iter()
                        .map(CardDefId)
                        .collect()
                })
                .collect();
            regulations.push(Regulation {
                name: entry.key.clone(),
                date: self
                    .ident(node, "date")
                    .map_or_else(String::new, |date| date.text),
                limits,
                pairs,
                text: self.prose(node, "text"),
                origin: entry.key_span,
            });
        }
        regulations
    }

    fn check_deck_list(
        &mut self,
        id: &Ident,
        entries: &[Entry],
        sections: &[(String, Vec<(CardDefId, u32)>)],
    ) {
        // Taken out for the time, because its rules are long and this is done for every list.
        let Some(rules) = self.game.deck_rules.take() else {
            return;
        };
        self.check_sections(id, entries, sections, &rules);
        self.game.deck_rules = Some(rules);
    }

    fn check_sections(
        &mut self,
        id: &Ident,
        entries: &[Entry],
        sections: &[(String, Vec<(CardDefId, u32)>)],
        rules: &DeckRules,
    ) {
        for ((name, cards), entry) in sections.iter().zip(entries) {
            if !self.spend(rules.sections.len(), entry.key_span) {
                return;
            }
            let Some(section) = rules.sections.iter().find(|section| section.name == *name) else {
                let known = rules.sections.iter().map(|section| section.name.as_str());
                let hint = self
                    .did_you_mean(name, known.clone())
                    .unwrap_or_else(|| format!("the sections are {}", crate::read::all_of(known)));
                let message = format!("the deck rules have no section `{name}`");
                self.diagnostics.report(
                    Diagnostic::new(code::DECK_LIST_RULES, entry.key_span, message).hint(hint),
                );
                continue;
            };
            if self.listed(entry).all(|(card, _)| self.is_card(card)) {
                self.check_size(id, section, cards, entry.key_span);
            }
            self.check_cards(id, section, cards, entry);
        }
        if let Some(regulation) = rules.regulation {
            self.check_regulation(id, &rules.regulations[regulation], entries, sections);
        }
    }

    /// The cards of a section as they are written.
    fn listed(&self, section: &Entry) -> impl Iterator<Item = (&'a str, Span)> + use<'a> {
        let tree = self.tree;
        let entries = tree.entries(section.value).iter();
        let entries = entries.map(|entry| (entry.key.as_str(), entry.key_span));
        let items = tree.items(section.value).iter();
        let items = items.filter_map(|item| Some((tree.text(*item)?, tree.span(*item))));
        entries.chain(items)
    }

    /// Where sections name each card first.
    fn places(&self, sections: &[Entry]) -> FxHashMap<&'a str, Span> {
        let mut places = FxHashMap::default();
        for (card, span) in sections.iter().flat_map(|section| self.listed(section)) {
            places.entry(card).or_insert(span);
        }
        places
    }

    fn is_card(&self, name: &str) -> bool {
        self.names.find(NameKind::Card, name).is_some()
    }

    fn check_size(
        &mut self,
        id: &Ident,
        section: &DeckSection,
        cards: &[(CardDefId, u32)],
        span: Span,
    ) {
        let size: i64 = cards.iter().map(|(_, count)| i64::from(*count)).sum();
        let bound = |bound: &Option<Expr>| bound.as_ref().and_then(|it| self.constant_number(it));
        let (min, max) = (bound(&section.min), bound(&section.max));
        let hint = match (min, max) {
            (Some(min), _) if size < min => format!("add {}", cards_of(min.saturating_sub(size))),
            (_, Some(max)) if size > max => {
                format!("take {} out", cards_of(size.saturating_sub(max)))
            }
            (_, _) => return,
        };
        let expected = match (min, max) {
            (Some(min), Some(max)) if min == max => format!("exactly {min}"),
            (Some(min), Some(max)) => format!("{min} to {max}"),
            (Some(min), None) => format!("at least {min}"),
            (None, max) => format!("at most {}", max.unwrap_or(0)),
        };
        let message = format!(
            "`{}` has {} in `{}`; the rules ask for {expected}",
            id.text,
            cards_of(size),
            section.name
        );
        self.diagnostics
            .report(Diagnostic::new(code::DECK_LIST_RULES, span, message).hint(hint));
    }

    fn check_cards(
        &mut self,
        id: &Ident,
        section: &DeckSection,
        cards: &[(CardDefId, u32)],
        entry: &Entry,
    ) {
        let copies = section
            .copies
            .as_ref()
            .and_then(|copies| self.constant_number(copies));
        let kinds: FxHashSet<KindId> = section.kinds.iter().copied().collect();
        if !self.spend(kinds.len(), entry.key_span) {
            return;
        }
        let mut places = None;
        for (card, count) in cards {
            let name = &self.game.cards[*card].name;
            let too_many = copies.filter(|copies| i64::from(*count) > *copies);
            let (message, hint) = if let Some(copies) = too_many {
                (
                    format!(
                        "`{}` has {count} copies of `{name}`; {copies} are allowed",
                        id.text
                    ),
                    "what is allowed is in the `copies` of the deck rules".to_owned(),
                )
            } else if !kinds.is_empty() && !self.is_of_kinds(*card, &kinds) {
                let names = section.kinds.iter();
                let names = names.map(|kind| self.game.kinds[*kind].name.as_str());
                (
                    format!("`{name}` may not be in `{}`", section.name),
                    format!("its kind would have to be {}", crate::read::one_of(names)),
                )
            } else {
                continue;
            };
            let places = places.get_or_insert_with(|| self.places(std::slice::from_ref(entry)));
            let span = places.get(name.as_str()).copied();
            let diagnostic = Diagnostic::new(
                code::DECK_LIST_RULES,
                span.unwrap_or(entry.key_span),
                message,
            );
            self.diagnostics.report(diagnostic.hint(hint));
        }
    }

    fn is_of_kinds(&self, card: CardDefId, kinds: &FxHashSet<KindId>) -> bool {
        let kind = self.game.cards[card].kind;
        kind.is_some_and(|kind| self.kinds_above(kind).any(|kind| kinds.contains(&kind)))
    }

    fn check_regulation(
        &mut self,
        id: &Ident,
        regulation: &Regulation,
        entries: &[Entry],
        sections: &[(String, Vec<(CardDefId, u32)>)],
    ) {
        let pairs: usize = regulation.pairs.iter().map(Vec::len).sum();
        if !self.spend(regulation.limits.len() + pairs, id.span) {
            return;
        }
        let mut counts: FxHashMap<CardDefId, i64> = FxHashMap::default();
        for (card, count) in sections.iter().flat_map(|(_, cards)| cards) {
            *counts.entry(*card).or_default() += i64::from(*count);
        }
        let count = |card: CardDefId| counts.get(&card).copied().unwrap_or(0);
        let places = self.places(entries);
        let place = |checker: &Self, card: CardDefId| {
            let name = checker.game.cards[card].name.as_str();
            places.get(name).copied().unwrap_or(id.span)
        };
        for (card, limit) in &regulation.limits {
            if count(*card) > *limit {
                let message = format!(
                    "`{}` has {} of `{}`; the regulation `{}` allows {limit}",
                    id.text,
                    count(*card),
                    self.game.cards[*card].name,
                    regulation.name
                );
                let span = place(self, *card);
                let diagnostic = Diagnostic::new(code::DECK_LIST_RULES, span, message)
                    .related(regulation.origin, "the regulation");
                self.diagnostics
                    .report(diagnostic.hint("take the others out"));
            }
        }
        for pair in &regulation.pairs {
            if !pair.is_empty() && pair.iter().all(|card| count(*card) > 0) {
                let names: Vec<&str> = pair
                    .iter()
                    .map(|card| self.game.cards[*card].name.as_str())
                    .collect();
                let message = format!(
                    "{} may not be in one deck: regulation `{}`",
                    crate::read::all_of(names),
                    regulation.name
                );
                let span = place(self, pair[0]);
                let diagnostic = Diagnostic::new(code::DECK_LIST_RULES, span, message)
                    .related(regulation.origin, "the regulation");
                self.diagnostics
                    .report(diagnostic.hint("take one of them out"));
            }
        }
    }

    /// The number that a constant or the default of a parameter is.
    fn constant_number(&self, expr: &Expr) -> Option<i64> {
        match &expr.kind {
            ExprKind::Literal(Literal::Number(number)) => Some(*number),
            ExprKind::Parameter(parameter) => match self.game.parameters[*parameter].default {
                Literal::Number(number) => Some(number),
                _ => None,
            },
            _ => None,
        }
    }
}

/// "1 card", "2 cards".
fn cards_of(count: i64) -> String {
    match count {
        1 => "1 card".to_owned(),
        count => format!("{count} cards"),
    }
}
