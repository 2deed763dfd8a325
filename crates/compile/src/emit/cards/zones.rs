//! Zones as values, their owners, and the cards at their ends.

use cgml::model::{Expr, ExprKind, Type, ZoneId};
use cgml::vocabulary::fields::FieldKind;
use cgml::vocabulary::operators::OperatorKind;
use engine::ids::NOTHING;
use engine::op::{Builder, Op};

use crate::compiler::Compiler;
use crate::emit::players::is_player;
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    /// The pile of a zone.
    pub(crate) fn zone(&mut self, zone: ZoneId, owner: Option<&Expr>, scope: &Scope) -> Value {
        let owner = owner.map(|owner| {
            let value = self.value(owner, scope);
            self.owner_of_zone(zone, owner, value)
        });
        self.zone_of(zone, owner)
    }

    /// A team's zone may be reached through its players.
    pub(crate) fn owner_of_zone(&mut self, zone: ZoneId, owner: &Expr, value: Value) -> Value {
        let of_team = self.game.zones[zone].owner == cgml::model::ZoneOwner::Team;
        if of_team && is_player(owner) {
            return self.team_of(value);
        }
        value
    }

    /// The pile of a zone whose owner is known already.
    pub(crate) fn zone_of(&mut self, zone: ZoneId, owner: Option<Value>) -> Value {
        let first = self.plan.layout.pile(zone);
        let count = self.plan.program.zones[zone.0 as usize].count as u8;
        match owner {
            None => Value::Known(i64::from(first.0)),
            Some(Value::Known(owner)) if (0..i64::from(count)).contains(&owner) => {
                Value::Known(i64::from(first.0) + owner)
            }
            Some(Value::Known(_)) => Value::Known(NOTHING),
            Some(Value::In(seat)) => {
                let to = self.code.slot();
                self.code.pile_for(to, first, seat, count);
                Value::In(to)
            }
        }
    }

    /// The pile whose top card an expression is, if it is known which.
    pub(crate) fn topped(&mut self, card: &Expr, scope: &Scope) -> Option<engine::ids::Pile> {
        // The top card may be up to chance: an op of its own settles it.
        if self.plan.setting.open_chance {
            return None;
        }
        let zone = match &card.kind {
            ExprKind::Operator(operation) if operation.operator.kind == OperatorKind::Top => {
                operation.operands.first()?
            }
            ExprKind::Field(FieldKind::Top | FieldKind::TopCard, zone) => zone,
            _ => return None,
        };
        self.known_pile(zone, scope)
    }

    /// The top or bottom card of a zone, or the first or last element of a list.
    pub(crate) fn end_of(&mut self, of: &Expr, top: bool, scope: &Scope) -> Value {
        if of.ty == Type::Zone {
            let pile = self.value(of, scope);
            return self.end_of_pile(pile, top);
        }
        let list = self.gather(of, scope);
        let index = self.code.slot();
        let to = self.code.slot();
        if top {
            self.set(index, 0);
        } else {
            self.code.length(index, list);
            self.code.add_number(index, index, -1);
        }
        self.code.item_at(to, list, index);
        Value::In(to)
    }

    pub(crate) fn end_of_pile(&mut self, pile: Value, top: bool) -> Value {
        let to = self.code.slot();
        match pile {
            Value::Known(pile) if top && pile != NOTHING => {
                let pile = engine::ids::Pile(pile as u16);
                self.code.top(to, pile);
            }
            pile => {
                let pile = self.slot(pile);
                self.code.emit(if top {
                    Op::TopAt { to, pile }
                } else {
                    Op::BottomAt { to, pile }
                });
            }
        }
        Value::In(to)
    }
}

/// True if a field is about a list as a whole, not about each of its elements.
pub(crate) fn is_of_list(field: FieldKind, of: &Expr) -> bool {
    let of_zones = matches!(&of.ty, Type::List(element) if **element == Type::Zone);
    let of_cards = matches!(&of.ty, Type::List(element) if **element == Type::Card);
    of_cards
        && matches!(
            field,
            FieldKind::Top | FieldKind::Bottom | FieldKind::Count | FieldKind::Cards
        )
        || of_zones && matches!(field, FieldKind::Count | FieldKind::CardCount)
}
