//! Kinds and tags of a card: lists that follow from its definition.

use cgml::model::{CardDefId, KindId};
use cgml::vocabulary::fields::FieldKind;
use engine::facts;
use engine::ids::Slot;
use engine::op::Builder;

use crate::compiler::Compiler;

impl Compiler<'_> {
    /// The `kinds` or `tags` of a card of the program: its own kind before those it extends.
    pub(crate) fn symbols_of_card(&mut self, field: FieldKind, number: usize) -> Vec<i64> {
        let Some(card) = self.plan.program.cards.get(number) else {
            return Vec::new();
        };
        let card = &self.game.cards[CardDefId(u32::from(card.kind))];
        if field == FieldKind::Tags {
            return card
                .tags
                .iter()
                .map(|tag| self.plan.layout.text(tag))
                .collect();
        }
        let kinds =
            std::iter::successors(card.kind, |kind: &KindId| self.game.kinds[*kind].extends);
        kinds.map(|kind| i64::from(kind.0)).collect()
    }

    /// Writes the `kinds` or `tags` of a card into a list.
    pub(crate) fn list_symbols_of_card(&mut self, to: Slot, field: FieldKind, card: Slot) {
        self.code.new_list(to);
        let cards = self.plan.program.cards.len();
        let words: Vec<Vec<i64>> = (0..cards)
            .map(|number| self.symbols_of_card(field, number))
            .collect();
        let mut different: Vec<&Vec<i64>> = Vec::new();
        for list in words.iter().filter(|list| !list.is_empty()) {
            if !different.contains(&list) {
                different.push(list);
            }
        }
        let done = self.code.label();
        for list in different {
            let next = self.code.label();
            let among = facts::set(cards, |number| words.get(number) == Some(list));
            let among = self.code.constant(among);
            self.code.unless_among(card, among, next);
            let constant = self.code.constant(list.clone());
            self.code.list_of(to, constant);
            self.code.jump(done);
            self.code.bind(next);
        }
        self.code.bind(done);
    }
}
