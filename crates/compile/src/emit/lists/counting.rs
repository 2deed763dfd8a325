//! Counting without making lists.

use cgml::model::{Expr, ExprKind, Type, Who};
use cgml::vocabulary::operators::OperatorKind;
use engine::ids::{Pile, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::lists::is_zones;
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    /// The number of elements that a list has; of zones, how many cards they hold together.
    pub(crate) fn count(&mut self, of: &Expr, scope: &Scope) -> Value {
        let to = self.code.slot();
        if of.ty == Type::Zone {
            match self.value(of, scope) {
                Value::Known(pile) if pile >= 0 => self.code.count(to, Pile(pile as u16)),
                pile => {
                    let pile = self.slot(pile);
                    self.code.count_at(to, pile);
                }
            }
            return Value::In(to);
        }
        if let Some(seats) = self.seats_counted(of) {
            return Value::Known(seats);
        }
        if is_zones(&of.ty) {
            return self.count_zones(of, to, scope);
        }
        if let ExprKind::Local(_) = of.kind {
            let list = self.value_slot(of, scope);
            self.code.length(to, list);
            return Value::In(to);
        }
        self.set(to, 0);
        self.in_any_order(of);
        let nested = matches!(&of.ty, Type::List(inner) if matches!(**inner, Type::List(_)));
        self.each(of, scope, &mut |compiler, _, item, _| {
            if nested {
                let list = compiler.slot(item);
                let length = compiler.code.slot();
                compiler.code.length(length, list);
                compiler.code.add(to, to, length);
            } else {
                compiler.code.add_number(to, to, 1);
            }
        });
        Value::In(to)
    }

    fn seats_counted(&self, of: &Expr) -> Option<i64> {
        matches!(of.kind, ExprKind::Who(Who::All | Who::TurnOrder))
            .then_some(i64::from(self.plan.setting.players))
    }

    /// The cards of several zones: at once if it is known which zones they are.
    fn count_zones(&mut self, of: &Expr, to: Slot, scope: &Scope) -> Value {
        if let Some(piles) = self.known_piles(of, scope) {
            let piles = self.code.constant(piles);
            self.code.count_all(to, piles);
            return Value::In(to);
        }
        self.set(to, 0);
        self.each(of, scope, &mut |compiler, _, pile, _| {
            let pile = compiler.slot(pile);
            let count = compiler.code.slot();
            compiler.code.count_at(count, pile);
            compiler.code.add(to, to, count);
        });
        Value::In(to)
    }

    /// The piles that an expression always names, if that is known.
    pub(crate) fn known_piles(&mut self, of: &Expr, scope: &Scope) -> Option<Vec<i64>> {
        match &of.kind {
            ExprKind::Zone(zone, Some(owner))
                if self.game.zones[*zone].owner == cgml::model::ZoneOwner::Player =>
            {
                let first = i64::from(self.plan.layout.pile(*zone).0);
                let seats = match &owner.kind {
                    ExprKind::Who(who @ (Who::All | Who::TurnOrder)) => self.related(*who, 0),
                    ExprKind::Who(who) => match scope.acting {
                        Some(Value::Known(acting)) => self.related(*who, acting as u8),
                        _ => return None,
                    },
                    _ => return None,
                };
                Some(seats.iter().map(|seat| first + i64::from(*seat)).collect())
            }
            ExprKind::Operator(operation) if operation.operator.kind == OperatorKind::List => {
                let mut piles = Vec::new();
                for operand in &operation.operands {
                    match (&operand.kind, &operand.ty) {
                        (ExprKind::Zone(zone, _), Type::Zone)
                            if self.game.zones[*zone].owner == cgml::model::ZoneOwner::Team =>
                        {
                            return None;
                        }
                        (ExprKind::Zone(zone, owner), Type::Zone) => {
                            let owner = match owner.as_deref() {
                                None => 0,
                                Some(owner) => self.known_seat(owner, scope)?,
                            };
                            piles.push(i64::from(self.plan.layout.pile(*zone).0) + owner);
                        }
                        (_, Type::List(_)) => piles.extend(self.known_piles(operand, scope)?),
                        _ => return None,
                    }
                }
                Some(piles)
            }
            _ => None,
        }
    }

    /// The piles whose cards an expression counts together, if it does nothing else.
    pub(crate) fn counted_piles(&mut self, expr: &Expr, scope: &Scope) -> Option<Vec<i64>> {
        let ExprKind::Operator(operation) = &expr.kind else {
            return None;
        };
        let operands = &operation.operands;
        match (operation.operator.kind, operands.as_slice()) {
            (OperatorKind::Count, [zone]) if zone.ty == Type::Zone => {
                let pile = self.known_pile(zone, scope)?;
                Some(vec![i64::from(pile.0)])
            }
            (OperatorKind::Count, [zones]) => self.known_piles(zones, scope),
            (OperatorKind::Add | OperatorKind::Sum, operands) => {
                let mut piles = Vec::new();
                for operand in operands {
                    match operand.ty {
                        Type::List(_) => return None,
                        _ => piles.extend(self.counted_piles(operand, scope)?),
                    }
                }
                Some(piles)
            }
            _ => None,
        }
    }

    fn known_seat(&mut self, owner: &Expr, scope: &Scope) -> Option<i64> {
        match &owner.kind {
            ExprKind::PlayerAt(seat) => crate::plan::constants::constant(seat, &self.plan.setting)
                .filter(|seat| *seat < i64::from(self.plan.setting.players)),
            ExprKind::Local(id) => match scope.local(*id) {
                Some(Value::Known(seat)) => Some(seat),
                _ => None,
            },
            ExprKind::Who(Who::Acting) => match scope.acting {
                Some(Value::Known(seat)) => Some(seat),
                _ => None,
            },
            _ => None,
        }
    }
}
