//! Lower bounds of properties. A comparison that can never hold needs no ops: in a match in which nothing takes
//! power away, no creature is looked at for having none.

use cgml::model::visit::abilities;
use cgml::model::{
    Ability, Expr, ExprKind, Keyword, KeywordUse, Literal, Modifier, ModifierOperation, PropertyId,
    Type,
};
use cgml::vocabulary::operators::OperatorKind;

use crate::compiler::Compiler;
use crate::plan::cards::keyword_sources::{granted_by, grants};
use crate::plan::effects::continuous_values::{Thing, modifiers, modifiers_of, thing_of};

impl Compiler<'_> {
    /// True if `a < b` certainly does not hold, or cannot be evaluated.
    pub(crate) fn is_never_less(&mut self, a: &Expr, b: &Expr) -> bool {
        match (&a.kind, &b.kind) {
            (ExprKind::Property(id, _), ExprKind::Literal(Literal::Number(number))) => {
                self.least_ever(*id).is_some_and(|least| least >= *number)
            }
            _ => false,
        }
    }

    /// True if `a < b` certainly holds, or cannot be evaluated.
    pub(crate) fn is_always_less(&mut self, a: &Expr, b: &Expr) -> bool {
        match (&a.kind, &b.kind) {
            (ExprKind::Literal(Literal::Number(number)), ExprKind::Property(id, _)) => {
                self.least_ever(*id).is_some_and(|least| least > *number)
            }
            _ => false,
        }
    }

    /// The least that a property ever is on a card that has it, as far as that can be said.
    fn least_ever(&mut self, property: PropertyId) -> Option<i64> {
        if let Some((_, known)) = self.abilities.least.iter().find(|(id, _)| *id == property) {
            return *known;
        }
        let least = self.work_out_least(property);
        self.abilities.least.push((property, least));
        least
    }

    fn work_out_least(&self, property: PropertyId) -> Option<i64> {
        let is_plain = self.game.properties[property].ty == Type::Number;
        let has_most = self
            .game
            .resolution
            .maximum
            .iter()
            .any(|(id, _)| *id == property);
        if !is_plain || has_most || self.given_property(property).is_some() {
            return None;
        }
        let column = self.plan.layout.column(property);
        let values = self.plan.program.columns[column.index()].values.iter();
        let least = values
            .copied()
            .filter(|value| !engine::ids::is_missing(*value))
            .min()?;
        self.only_grows(property).then_some(least)
    }

    /// True if every change of a property adds what is not below nothing.
    fn only_grows(&self, property: PropertyId) -> bool {
        let thing = Thing::Property(property.0);
        let is_about = |modifier: &&Modifier| {
            thing_of(&modifier.target).is_none_or(|(changed, _)| changed == thing)
        };
        let grows = |modifier: &Modifier, keyword: Option<&Keyword>| {
            modifier.operation == ModifierOperation::Add
                && self.is_not_negative(&modifier.amount, keyword)
        };
        let mut standing = self.abilities.continuous.standing.iter();
        let mut only_grows = standing.all(|standing| {
            let keyword = self.keyword_of(standing.ability);
            let mut changes = modifiers(standing.ability).iter().filter(is_about);
            changes.all(|modifier| grows(modifier, keyword))
        });
        cgml::model::visit::every_step(self.game, &mut |step| {
            let mut changes = modifiers_of(step).iter().filter(is_about);
            only_grows &= changes.all(|modifier| grows(modifier, None));
        });
        only_grows
    }

    fn is_not_negative(&self, expr: &Expr, keyword: Option<&Keyword>) -> bool {
        match &expr.kind {
            ExprKind::Literal(Literal::Number(number)) => *number >= 0,
            // An argument for a parameter of the keyword.
            ExprKind::Local(_) => keyword.is_some_and(|keyword| self.is_given_enough(keyword)),
            ExprKind::Operator(operation) => match operation.operator.kind {
                OperatorKind::Count => true,
                OperatorKind::Add | OperatorKind::Mul => {
                    let mut operands = operation.operands.iter();
                    operands.all(|operand| self.is_not_negative(operand, keyword))
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// The keyword that an ability belongs to.
    fn keyword_of(&self, ability: &Ability) -> Option<&Keyword> {
        let mut keywords = self.game.keywords.iter();
        keywords.find(|keyword| {
            keyword
                .abilities
                .iter()
                .any(|own| std::ptr::eq(own, ability))
        })
    }

    /// True if a keyword is given no number below nothing, wherever a card has it from.
    fn is_given_enough(&self, keyword: &Keyword) -> bool {
        let game = self.game;
        let is_meant = |given: &&KeywordUse| game.keywords[given.keyword].name == keyword.name;
        let is_enough = |given: &KeywordUse| {
            let numbers = given.arguments.iter().filter(|it| it.ty == Type::Number);
            numbers
                .into_iter()
                .all(|number| self.is_not_negative(number, None))
        };
        let on_cards = game.cards.iter().flat_map(|card| &card.keywords);
        let on_kinds = game.kinds.iter().flat_map(|kind| &kind.keywords);
        let by_abilities = abilities(game).flat_map(grants);
        let mut uses = on_cards.chain(on_kinds).chain(by_abilities);
        let mut is_given_enough = uses.all(|given| !is_meant(&given) || is_enough(given));
        cgml::model::visit::every_step(game, &mut |step| {
            let mut given = granted_by(step).iter().filter(is_meant);
            is_given_enough &= given.all(is_enough);
        });
        is_given_enough
    }
}
