//! Loops over the cards of piles and lists.

use cgml::model::{Expr, Type};
use engine::ids::Slot;
use engine::op::Builder;
use engine::table::Side;

use crate::compiler::Compiler;
use crate::emit::lists::Body;
use crate::emit::lists::disjoint_piles::Walk;
use crate::emit::scope::{Scope, Value};

impl<'g> Compiler<'g> {
    /// The cards of a pile, the top one first.
    pub(crate) fn each_card(&mut self, pile: Value, scope: &Scope, body: Body<'_, 'g>) {
        let cursor = self.code.slot();
        let card = self.code.slot();
        self.first_card(cursor, pile);
        let next = self.code.here();
        let done = self.code.label();
        self.code.each_card(cursor, card, done);
        body(self, scope, Value::In(card), next);
        self.code.jump(next);
        self.code.bind(done);
    }

    /// The cards of a pile that show a side.
    pub(crate) fn each_facing(
        &mut self,
        pile: Value,
        side: Side,
        scope: &Scope,
        body: Body<'_, 'g>,
    ) {
        let cursor = self.code.slot();
        let card = self.code.slot();
        self.first_card(cursor, pile);
        let next = self.code.here();
        let done = self.code.label();
        self.code.each_facing(cursor, card, side, done);
        body(self, scope, Value::In(card), next);
        self.code.jump(next);
        self.code.bind(done);
    }

    /// The cards of a pile at regular distances, and perhaps nothing where it is too small.
    pub(crate) fn each_of_walk(&mut self, walk: &Walk, scope: &Scope, body: Body<'_, 'g>) {
        let cursor = self.code.slot();
        let card = self.code.slot();
        let (index, limit, number) = (self.code.slot(), self.code.slot(), self.code.slot());
        self.first_card(cursor, Value::Known(walk.pile));
        if walk.start > 0 {
            self.code.skip_cards(cursor, walk.start);
        }
        let is_counted = !walk.reaches(self.plan.program.cards.len());
        if is_counted {
            self.set(index, 0);
            self.set(limit, walk.count);
        }
        let next = self.code.here();
        let done = self.code.label();
        if is_counted {
            self.code.each_number(index, limit, number, done);
        }
        let step = if walk.ends_with_pile {
            let done = done.pc();
            self.code.each_card(cursor, card, done);
            walk.step - 1
        } else {
            self.put(card, Value::In(cursor));
            walk.step
        };
        if step > 0 {
            self.code.skip_cards(cursor, step);
        }
        body(self, scope, Value::In(card), next);
        self.code.jump(next);
        self.code.bind(done);
    }

    pub(crate) fn each_item(&mut self, list: Slot, scope: &Scope, body: Body<'_, 'g>) {
        let index = self.code.slot();
        let item = self.code.slot();
        self.set(index, 0);
        let next = self.code.here();
        let done = self.code.label();
        self.code.each_item(list, index, item, done);
        body(self, scope, Value::In(item), next);
        self.code.jump(next);
        self.code.bind(done);
    }

    pub(crate) fn each_printed(
        &mut self,
        column: engine::ids::Column,
        cards: &Expr,
        scope: &Scope,
        body: Body<'_, 'g>,
    ) {
        self.each(cards, scope, &mut |compiler, scope, card, next| {
            let card = compiler.slot(card);
            let to = compiler.code.slot();
            compiler.code.print(to, column, card);
            body(compiler, scope, Value::In(to), next);
        });
    }

    /// The ordinals of cards or ranks; what is no rank is left out.
    pub(crate) fn each_rank(&mut self, of: &Expr, scope: &Scope, body: Body<'_, 'g>) {
        let element = of.ty.element().cloned().unwrap_or(Type::Card);
        if !matches!(element, Type::Text | Type::Number | Type::Symbol(_)) {
            return self.each_printed(self.plan.layout.ranks, of, scope, body);
        }
        self.each(of, scope, &mut |compiler, scope, item, next| {
            let rank = compiler.rank_of_word(item, &element);
            let a = compiler.slot(rank);
            compiler.code.unless_there(a, next);
            body(compiler, scope, Value::In(a), next);
        });
    }
}
