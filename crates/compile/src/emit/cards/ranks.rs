//! Ranks as numbers: the ordinal of a card, of a rank that is written down, and of one that is known only in play.

use cgml::model::{Expr, ExprKind, Type};
use cgml::vocabulary::operators::OperatorKind;
use cgml::vocabulary::sections::PrintedProperty;
use engine::ids::FAILED;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};

/// The largest rank in digits that is looked up.
const MOST_LOOKED_UP: i64 = 1000;

impl Compiler<'_> {
    /// `rank_value` of a card or a rank.
    pub(crate) fn rank_value(&mut self, of: &Expr, scope: &Scope) -> Value {
        if let Some(card) = self.card_of_rank(of) {
            return self.rank_of_card(card, scope);
        }
        let value = self.value(of, scope);
        self.rank_of_word(value, &of.ty)
    }

    /// The card that a rank is asked of, so that its own deck type says how high it is.
    pub(crate) fn card_of_rank<'e>(&self, of: &'e Expr) -> Option<&'e Expr> {
        if of.ty == Type::Card {
            return Some(of);
        }
        let rank = self.game.printed_property(PrintedProperty::Rank)?;
        let card = match &of.kind {
            ExprKind::Property(property, card) if *property == rank => &**card,
            ExprKind::Operator(operation) if operation.operator.kind == OperatorKind::Rank => {
                operation.operands.first()?
            }
            _ => return None,
        };
        let hierarchies = self.game.deck_types.iter();
        let several = hierarchies.filter(|of| !of.ranks.is_empty()).count() > 1;
        (several && card.ty == Type::Card && !self.is_changed(rank)).then_some(card)
    }

    fn rank_of_card(&mut self, of: &Expr, scope: &Scope) -> Value {
        let column = self.plan.layout.ranks;
        let to = self.code.slot();
        if let Some(pile) = self.topped(of, scope) {
            self.code.print_top_number(to, column, pile);
        } else {
            let card = self.value_slot(of, scope);
            self.code.print_number(to, column, card);
        }
        Value::In(to)
    }

    /// The ordinal of a rank of some type; what is no rank makes it fail.
    pub(crate) fn rank_of_word(&mut self, value: Value, ty: &Type) -> Value {
        let table = self.ranks_of(ty);
        self.entry_of(table, value)
    }

    /// The ordinal of every value of a type that stands for a rank, by the number of the value.
    pub(crate) fn ranks_of(&mut self, ty: &Type) -> Vec<i64> {
        let words = match ty {
            Type::Number => self.numbers_of_ranks(),
            Type::Text => {
                self.know_all_words();
                self.words(ty)
            }
            _ => self.words(ty),
        };
        words.iter().map(|word| self.ordinal(word)).collect()
    }

    /// The numbers up to the highest rank that is written in digits.
    fn numbers_of_ranks(&self) -> Vec<String> {
        let ranks = self.game.deck_types.iter().flat_map(|of| &of.ranks);
        let numbers = ranks.filter_map(|rank| rank.parse::<i64>().ok());
        let most = numbers.max().unwrap_or(-1).min(MOST_LOOKED_UP);
        (0..=most).map(|number| number.to_string()).collect()
    }

    /// The position of a rank in the first hierarchy that has it.
    fn ordinal(&self, rank: &str) -> i64 {
        let mut hierarchies = self.game.deck_types.iter();
        let position = hierarchies.find_map(|of| of.ranks.get_index_of(rank));
        position.map_or(FAILED, |position| position as i64)
    }
}
