//! Choices as scenarios describe them.

use crate::check::Checker;
use crate::codes::names::UNKNOWN_NAME;
use crate::codes::shape::UNKNOWN_KEY;
use crate::diagnostic::{Diagnostic, Hint};
use crate::model::scenario::GivenChoice;
use crate::model::{AbilitySort, Block, ExprKind, Literal, MoveId, Target, visit};
use crate::tree::{Entry, NodeId, Value};
use crate::vocabulary::keys::CHOICE;
use crate::vocabulary::names::NameKind;

impl Checker<'_> {
    pub(super) fn described_choice(&mut self, node: NodeId, seats: u8) -> Option<GivenChoice> {
        let seat = self.number(node, "seat")?;
        self.check_given_seat(node, "seat", seats);
        let text = |key| self.ident(node, key).map(|ident| ident.text);
        let (of_move, ability) = (text("move"), text("ability"));
        let named = self.tree.get(node, "move");
        let made = named.map(|named| self.resolve_at(NameKind::Move, named).map(MoveId));
        let card = ["card", "play"]
            .iter()
            .find_map(|key| self.tree.get(node, key));
        let modes = self.tree.get(node, "mode").map(|modes| {
            let modes = self.one_or_many(modes).into_iter();
            let modes = modes.filter_map(|mode| self.tree.text(mode));
            modes.map(str::to_owned).collect()
        });
        let choose = self.tree.get(node, "choose");
        if let Some(choose) = choose {
            self.check_words(choose);
        }
        let others = self.tree.entries(node).iter();
        let others: Vec<&Entry> = others
            .filter(|entry| CHOICE.key(&entry.key).is_none())
            .collect();
        if made != Some(None) {
            self.check_targets(&others, made.flatten());
        }
        let targets = others
            .iter()
            .map(|entry| (entry.key.clone(), self.term(entry.value)));
        Some(GivenChoice {
            seat: seat as u8,
            of_move,
            ability,
            modes,
            targets: targets.collect(),
            choose: choose.map(|choose| self.term(choose)),
            pass: self.flag(node, "pass"),
            card: card.map(|card| self.card_term(card)),
            origin: self.tree.span(node),
        })
    }

    /// Keys besides those of a choice are targets: of the move and of the abilities that are used
    /// with it, or of any if none is named.
    fn check_targets(&mut self, targets: &[&Entry], made: Option<MoveId>) {
        if targets.is_empty() {
            return;
        }
        let known = match made {
            Some(id) => self.targets_of(id),
            None => self.all_targets(),
        };
        for entry in targets {
            if known.contains(&entry.key) {
                self.check_words(entry.value);
            } else {
                self.unknown_target(entry, &known, made);
            }
        }
    }

    fn targets_of(&self, id: MoveId) -> Vec<String> {
        let made = &self.game.moves[id];
        let mut names = names_of(&made.targets, &made.effect);
        for ability in visit::abilities(&self.game) {
            if matches!(ability.sort, AbilitySort::Activated(of) if of == id) {
                names.extend(names_of(&ability.targets, &ability.effect));
            }
        }
        names.sort();
        names.dedup();
        names
    }

    fn all_targets(&self) -> Vec<String> {
        let moves = self.game.moves.iter();
        let of_moves = moves.flat_map(|made| names_of(&made.targets, &made.effect));
        let abilities = visit::abilities(&self.game);
        let of_abilities =
            abilities.flat_map(|ability| names_of(&ability.targets, &ability.effect));
        let mut names: Vec<String> = of_moves.chain(of_abilities).collect();
        names.sort();
        names.dedup();
        names
    }

    fn unknown_target(&mut self, entry: &Entry, known: &[String], made: Option<MoveId>) {
        let keys = CHOICE.keys.iter().map(|key| key.name);
        let words: Vec<&str> = known.iter().map(String::as_str).chain(keys).collect();
        let hint = self
            .did_you_mean(&entry.key, words)
            .unwrap_or_else(|| match known {
                [] => "it has no targets".into(),
                known => {
                    let known = known.iter().map(String::as_str);
                    Hint::all_of("targets are", known)
                }
            });
        let message = match made {
            Some(id) => {
                let name = &self.game.moves[id].name;
                format!("the move `{name}` has no target `{}`", entry.key)
            }
            None => format!("no move has a target `{}`", entry.key),
        };
        let diagnostic = Diagnostic::new(UNKNOWN_KEY, entry.key_span, message).hint(hint);
        self.diagnostics.report(diagnostic);
    }

    /// Words that are chosen are words of the game: otherwise a choice would never be legal, and nobody told.
    fn check_words(&mut self, node: NodeId) {
        match &self.tree.node(node).value {
            Value::Map(_) => {
                self.card_term(node);
            }
            Value::List(items) => {
                for item in items.clone() {
                    self.check_words(item);
                }
            }
            Value::Scalar(scalar) => {
                let is_word =
                    !scalar.is_null() && scalar.bool().is_none() && scalar.int().is_none();
                if is_word && !self.is_word(&scalar.text) {
                    self.unknown_word(node, &scalar.text.clone());
                }
            }
        }
    }

    fn is_word(&self, word: &str) -> bool {
        let kinds = [
            NameKind::Zone,
            NameKind::Phase,
            NameKind::State,
            NameKind::Team,
            NameKind::Kind,
        ];
        let is_name = kinds
            .iter()
            .any(|kind| self.names.find(*kind, word).is_some());
        let mut sets = self.game.symbol_sets.iter();
        is_name
            || self.game.cards.find(word).is_some()
            || sets.any(|set| set.position(word).is_some())
            || self.is_text(word)
    }

    /// True if the game says this text somewhere.
    fn is_text(&self, word: &str) -> bool {
        let mut found = false;
        visit::exprs(&self.game, &mut |expr| {
            if let ExprKind::Literal(literal) = &expr.kind {
                found |= has_text(literal, word);
            }
        });
        found
    }

    fn unknown_word(&mut self, node: NodeId, word: &str) {
        let sets = self.game.symbol_sets.iter();
        let words = sets.flat_map(|set| set.values.iter().map(String::as_str));
        let cards = self.game.cards.iter().map(|card| card.name.as_str());
        let known: Vec<&str> = words.chain(cards).collect();
        let hint = self
            .did_you_mean(word, known)
            .unwrap_or_else(|| "write a card, a seat, or a word of the game".into());
        let message = format!("nothing in the game is called `{word}`");
        let diagnostic = Diagnostic::new(UNKNOWN_NAME, self.tree.span(node), message).hint(hint);
        self.diagnostics.report(diagnostic);
    }
}

fn names_of(targets: &[Target], effect: &Block) -> Vec<String> {
    let targets = targets.iter();
    targets
        .map(|target| effect.locals[target.local].name.clone())
        .collect()
}

fn has_text(literal: &Literal, word: &str) -> bool {
    match literal {
        Literal::Text(text) => text == word,
        Literal::List(items) | Literal::Record(items) => {
            items.iter().any(|item| has_text(item, word))
        }
        Literal::Nothing
        | Literal::Bool(_)
        | Literal::Number(_)
        | Literal::Symbol(..)
        | Literal::Range(_) => false,
    }
}
