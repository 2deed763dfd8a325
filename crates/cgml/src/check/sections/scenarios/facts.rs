//! Facts: the claims of scenarios.

use crate::check::Checker;
use crate::check::expressions::scope::Scope;
use crate::codes::shape::{OUT_OF_BOUNDS, UNKNOWN_KEY};
use crate::diagnostic::{Diagnostic, Hint};
use crate::model::scenario::{Claim, Fact, GivenEvent};
use crate::model::{EventSource, Expr};
use crate::syntax::Ident;
use crate::tree::{Entry, NodeId};
use crate::vocabulary::want::Want;

impl Checker<'_> {
    pub(super) fn facts(&mut self, node: NodeId, seats: u8) -> Vec<Fact> {
        let mut facts = Vec::new();
        for fact in self.items_at(node, "then") {
            let origin = self.tree.span(*fact);
            let claims = match self.tree.scalar(*fact) {
                Some(_) => self
                    .expr_at(&mut Scope::default(), Some(*fact), Want::Bool)
                    .map(Claim::Holds)
                    .into_iter()
                    .collect(),
                None => self.claims(*fact, seats),
            };
            facts.extend(claims.into_iter().map(|claim| Fact { claim, origin }));
        }
        facts
    }

    /// The claims of a mapping: each of its keys is one.
    fn claims(&mut self, node: NodeId, seats: u8) -> Vec<Claim> {
        let mut claims = Vec::new();
        self.check_given_seat(node, "seat", seats);
        let seat = self.number(node, "seat").unwrap_or(0) as u8;
        for entry in self.tree.entries(node) {
            let value = entry.value;
            let claim = match entry.key.as_str() {
                "legal" => self.described_choice(value, seats).map(Claim::Legal),
                "not_legal" => self.described_choice(value, seats).map(Claim::NotLegal),
                "winners" => Some(Claim::Winners(self.winners(value, seats))),
                "scores" => Some(Claim::Scores(self.scores(value, seats))),
                "reason" => self
                    .tree
                    .text(value)
                    .map(|reason| Claim::Reason(reason.to_owned())),
                "over" => self.flag(node, "over").map(Claim::Over),
                "happened" => self.given_event(node, value).map(Claim::Happened),
                "not_happened" => self.given_event(node, value).map(Claim::NotHappened),
                "knows" => self.cards_of(value).map(|cards| Claim::Knows(seat, cards)),
                "not_knows" => self
                    .cards_of(value)
                    .map(|cards| Claim::NotKnows(seat, cards)),
                "fault" => self
                    .tree
                    .text(value)
                    .map(|rule| Claim::Fault(rule.to_owned())),
                // The seat of another key, or what an event told.
                _ => None,
            };
            claims.extend(claim);
        }
        claims
    }

    fn winners(&mut self, node: NodeId, seats: u8) -> Vec<u8> {
        let mut winners = Vec::new();
        for (seat, item) in self.numbers(node) {
            if seat >= i64::from(seats) {
                self.no_given_seat(seat, seats, item);
            }
            winners.push(seat as u8);
        }
        winners
    }

    fn scores(&mut self, node: NodeId, seats: u8) -> Vec<i64> {
        let scores = self.numbers(node);
        if !scores.is_empty() && scores.len() != usize::from(seats) {
            let message = format!("there are {} scores, and {seats} play", scores.len());
            let diagnostic = Diagnostic::new(OUT_OF_BOUNDS, self.tree.span(node), message)
                .hint("give the score of each seat, from seat 0");
            self.diagnostics.report(diagnostic);
        }
        scores.into_iter().map(|(score, _)| score).collect()
    }

    fn numbers(&self, node: NodeId) -> Vec<(i64, NodeId)> {
        let items = self.tree.items(node).iter();
        items
            .filter_map(|item| Some((self.tree.scalar(*item)?.int()?, *item)))
            .collect()
    }

    fn cards_of(&mut self, node: NodeId) -> Option<Expr> {
        self.expr_at(&mut Scope::default(), Some(node), Want::Cards)
    }

    fn given_event(&mut self, node: NodeId, name: NodeId) -> Option<GivenEvent> {
        let text = self.tree.text(name)?.to_owned();
        let event = self.event_named(&Ident::new(text.as_str(), self.tree.span(name)))?;
        let others = self.tree.entries(node).iter();
        let others: Vec<&Entry> = others
            .filter(|entry| !matches!(entry.key.as_str(), "happened" | "not_happened"))
            .collect();
        let known = self.told_by(&event);
        for entry in &others {
            if !known.contains(&entry.key) {
                self.not_told(&text, entry, &known);
            }
        }
        let told = others
            .iter()
            .map(|entry| (entry.key.clone(), self.term(entry.value)));
        Some(GivenEvent {
            told: told.collect(),
            name: text,
        })
    }

    /// Fields of an event that can be compared.
    fn told_by(&self, event: &EventSource) -> Vec<String> {
        let mut names = match event {
            EventSource::Declared(id) => {
                let fields = self.game.events[*id].fields.iter();
                fields.map(|field| field.name.clone()).collect()
            }
            EventSource::Standard(event) => {
                let fields = event.fields.iter();
                fields.map(|field| field.name.to_owned()).collect()
            }
            EventSource::Phase(..) | EventSource::State(..) | EventSource::Duration(_) => {
                Vec::new()
            }
        };
        if !names.iter().any(|name| name == "player") {
            names.push("player".to_owned());
        }
        names
    }

    fn not_told(&mut self, event: &str, entry: &Entry, known: &[String]) {
        let names: Vec<&str> = known.iter().map(String::as_str).collect();
        let hint = self
            .did_you_mean(&entry.key, names.iter().copied())
            .unwrap_or_else(|| Hint::all_of("it can be known by", names));
        let message = format!("scenarios cannot compare `{}` of `{event}`", entry.key);
        let diagnostic = Diagnostic::new(UNKNOWN_KEY, entry.key_span, message).hint(hint);
        self.diagnostics.report(diagnostic);
    }
}
