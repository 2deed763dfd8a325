//! Deck rules and deck lists.

use rustc_hash::FxHashSet;

use crate::check::Checker;
use crate::check::expressions::scope::Scope;
use crate::codes::cards as code;
use crate::codes::names::UNKNOWN_NAME;
use crate::decks::{Places, Terms, diagnostic, needs_table, problems_and_work};
use crate::diagnostic::{Diagnostic, quoted};
use crate::model::visit::each_expr;
use crate::model::{
    CardDefId, DeckList, DeckRules, DeckSection, DeckSource, Expr, ExprKind, KindId, Literal,
    PropertyId, Regulation, RegulationId, Table, Type,
};
use crate::read::question;
use crate::similar::nearest;
use crate::tree::{Entry, NodeId};
use crate::vocabulary::names::NameKind;
use crate::vocabulary::sections::ImplicitLocal;
use crate::vocabulary::want::Want;

impl Checker<'_> {
    pub(in crate::check) fn deck_lists(&mut self) {
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
            let deck = DeckList {
                name: id.text,
                title: self.prose(node, "name"),
                text: self.prose(node, "text"),
                sections,
                origin: id.span,
            };
            self.check_deck_list(&deck, entries);
            self.game.deck_lists.push(deck);
        }
    }

    fn deck_rules(&mut self) {
        let Some(node) = self.at(self.root, "deck_rules") else {
            return;
        };
        let entries = self.entries_at(node, "sections");
        let sections: Vec<DeckSection> = entries
            .iter()
            .map(|entry| self.deck_section(entry))
            .collect();
        self.check_sections_of_decks(&sections);
        let regulations = self.regulations(node);
        let regulation = self
            .tree
            .get(node, "regulation")
            .and_then(|name| self.resolve_at(NameKind::Regulation, name));
        let numbered_by = self.tree.get(node, "numbered_by");
        let numbered_by = numbered_by.and_then(|name| self.numbering(name));
        self.game.deck_rules = Some(DeckRules {
            sections,
            regulations,
            regulation: regulation.map(RegulationId),
            numbered_by,
        });
    }

    /// The property that numbers cards.
    fn numbering(&mut self, name: NodeId) -> Option<PropertyId> {
        let text = self.tree.text(name)?;
        let found = self.game.properties.find(text);
        if found.is_none() {
            let message = format!("there is no property {}", quoted(text));
            let near = nearest(text, self.game.properties.names());
            let problem = Diagnostic::new(UNKNOWN_NAME, self.tree.span(name), message);
            let hint = near.map_or_else(|| "declare it for a card kind".into(), question);
            self.diagnostics.report(problem.hint(hint));
        }
        found
    }

    fn deck_section(&mut self, entry: &Entry) -> DeckSection {
        let node = entry.value;
        let mut scope = Scope::default();
        let size = self.tree.get(node, "size");
        let (min, max) = match size {
            Some(size) if self.syntax.expression(size).is_some() => {
                let exact = self.expr_at(&mut scope, Some(size), Want::Number);
                let exact = exact.filter(|exact| self.is_known_before_play(exact));
                (exact.clone(), exact)
            }
            Some(size) => (self.bound(size, "min"), self.bound(size, "max")),
            None => (None, None),
        };
        let copies = self.expr_at(&mut scope, self.tree.get(node, "copies"), Want::Number);
        let kinds = self.resolve_many(NameKind::Kind, self.tree.get(node, "kinds"));
        let local = scope.bind(ImplicitLocal::Card.name(), Type::Card, entry.key_span);
        let filter = self.expr_at(&mut scope, self.tree.get(node, "where"), Want::Bool);
        let copies = copies.filter(|copies| self.is_known_before_play(copies));
        let filter = filter.filter(|filter| self.is_known_before_play(filter));
        DeckSection {
            name: entry.key.clone(),
            text: self.prose(node, "text"),
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

    fn check_deck_list(&mut self, deck: &DeckList, entries: &[Entry]) {
        let rules = self.game.deck_rules.as_ref();
        let regulation = rules.and_then(|rules| rules.regulation);
        let amount = rules.map_or(0, |rules| amount(rules, regulation, entries.len()));
        if !self.spend(amount, deck.origin) {
            return;
        }
        let parameters = self.game.parameters.iter();
        let parameters: Vec<Literal> = parameters.map(|it| it.default.clone()).collect();
        let terms = Terms {
            regulation,
            parameters: &parameters,
        };
        let (problems, work) = problems_and_work(&self.game, deck, terms);
        self.spend(work, deck.origin);
        if problems.is_empty() {
            return;
        }
        let places = Places::new(self.tree, entries);
        for problem in problems {
            if places.is_sure(&problem, |card| self.is_card(card)) {
                let span = places.span(&self.game, problem.place, deck.origin);
                self.diagnostics.report(diagnostic(problem, span));
            }
        }
    }

    fn is_card(&self, name: &str) -> bool {
        self.names.find(NameKind::Card, name).is_some()
    }

    /// True if an expression can be evaluated before a match; reports it if not.
    fn is_known_before_play(&mut self, expr: &Expr) -> bool {
        let mut is_wrong = false;
        each_expr(expr, &mut |inner| is_wrong |= inner.is_wrong());
        if is_wrong || !self.spend_copy(expr.origin) {
            return false;
        }
        let Some(span) = needs_table(&self.game, expr) else {
            return true;
        };
        let message = "this is not known before the game begins";
        let hint =
            "deck rules may ask for parameters and, in `where`, for what is printed on the card";
        self.diagnostics
            .report(Diagnostic::new(code::NEEDS_TABLE, span, message).hint(hint));
        false
    }

    /// A deck that players bring is made from a section that the rules have.
    fn check_sections_of_decks(&mut self, sections: &[DeckSection]) {
        let known: FxHashSet<&str> = sections.iter().map(|it| it.name.as_str()).collect();
        let mut missing = Vec::new();
        for deck in self.game.decks.iter() {
            if let DeckSource::DeckList(section) = &deck.source
                && !known.contains(section.as_str())
            {
                missing.push((deck.name.clone(), section.clone(), deck.origin));
            }
        }
        for (deck, section, span) in missing {
            let names = sections.iter().map(|section| section.name.as_str());
            let near = self.did_you_mean(&section, names);
            let hint = near.unwrap_or_else(|| {
                "add the section to the deck rules, or name another one with `section`".into()
            });
            let message = format!(
                "the deck `{deck}` is made from `{section}`, which the deck rules do not have"
            );
            self.diagnostics
                .report(Diagnostic::new(code::NO_DECK_SECTION, span, message).hint(hint));
        }
    }
}

/// The number of comparisons for one deck.
fn amount(rules: &DeckRules, regulation: Option<RegulationId>, sections: usize) -> usize {
    let kinds: usize = rules
        .sections
        .iter()
        .map(|section| section.kinds.len())
        .sum();
    let regulation = regulation.map_or(0, |id| {
        let regulation = &rules.regulations[id];
        let pairs: usize = regulation.pairs.iter().map(Vec::len).sum();
        regulation.limits.len() + pairs
    });
    rules.sections.len() * (1 + sections) + kinds + regulation
}
