//! Members that a game itself declares for players, teams and cards.

use super::lift;
use crate::check::Checker;
use crate::check::expressions::expect::leaf;
use crate::model::{
    AttributeId, Expr, ExprKind, PoolHolder, PoolId, PropertyId, Scope as VariableScope, Type,
    VariableId, ZoneId, ZoneOwner,
};
use crate::source::Span;
use crate::vocabulary::names::NameKind;

/// Names that belong to a player or a team.
pub(super) const OWNED_NAMES: &[NameKind] = &[NameKind::Zone, NameKind::Variable, NameKind::Pool];

/// Names that belong to a card.
pub(super) const CARD_NAMES: &[NameKind] =
    &[NameKind::Property, NameKind::Attribute, NameKind::Pool];

/// Members that a game itself declares for players, teams and cards.
pub(super) enum Member {
    Zone(ZoneId),
    Variable(VariableId),
    Pool(PoolId),
    Attribute(AttributeId),
    Property(PropertyId),
}

impl Checker<'_> {
    /// A member that the game declares: zones and variables of players, properties and attributes of cards.
    pub(super) fn own_member(&self, leaf: &Type, name: &str) -> Option<Member> {
        match leaf {
            Type::Player | Type::Team => self.owned(leaf, name),
            Type::Card => self.of_card(name),
            _ => None,
        }
    }

    /// A zone, variable or pool of an owner: a player or a team.
    pub(super) fn owned(&self, owner: &Type, name: &str) -> Option<Member> {
        let is_team = *leaf(owner) == Type::Team;
        let (member, fits) = if let Some(zone) = self.names.find(NameKind::Zone, name) {
            let zone = ZoneId(zone.position);
            let fits = match self.game.zones[zone].owner {
                ZoneOwner::Player => !is_team,
                // A player has the zone of their team.
                ZoneOwner::Team => true,
                ZoneOwner::Table => false,
            };
            (Member::Zone(zone), fits)
        } else if let Some(variable) = self.names.find(NameKind::Variable, name) {
            let variable = VariableId(variable.position);
            let fits = match self.game.variables[variable].scope {
                VariableScope::PerPlayer => !is_team,
                VariableScope::PerTeam => true,
                VariableScope::Global => false,
            };
            (Member::Variable(variable), fits)
        } else {
            let pool = PoolId(self.names.find(NameKind::Pool, name)?.position);
            let fits = match self.game.pools[pool].holder {
                PoolHolder::Player => !is_team,
                PoolHolder::Team => true,
                PoolHolder::Table | PoolHolder::Card(_) => false,
            };
            (Member::Pool(pool), fits)
        };
        fits.then_some(member)
    }

    /// An attribute, pool or property of cards.
    pub(super) fn of_card(&self, name: &str) -> Option<Member> {
        if let Some(attribute) = self.names.find(NameKind::Attribute, name) {
            return Some(Member::Attribute(AttributeId(attribute.position)));
        }
        if let Some(pool) = self.names.find(NameKind::Pool, name) {
            let pool = PoolId(pool.position);
            if matches!(self.game.pools[pool].holder, PoolHolder::Card(_)) {
                return Some(Member::Pool(pool));
            }
        }
        self.property_named(name).map(Member::Property)
    }

    /// A member of a value that is an owner or a card, or several of them.
    pub(super) fn member_expr(&self, base: Expr, member: Member, span: Span) -> Expr {
        let declared = match member {
            Member::Zone(_) => Type::Zone,
            Member::Pool(_) => Type::Pool,
            Member::Variable(variable) => self.game.variables[variable].ty.clone(),
            Member::Attribute(attribute) => self.game.attributes[attribute].ty.clone(),
            Member::Property(property) => self.game.properties[property].ty.clone(),
        };
        let ty = match member {
            Member::Property(_) => lift(&cards_of(&base.ty), declared),
            _ => lift(&base.ty, declared),
        };
        let base = Box::new(base);
        let kind = match member {
            Member::Zone(zone) => ExprKind::Zone(zone, Some(base)),
            Member::Pool(pool) => ExprKind::Pool(pool, Some(base)),
            Member::Variable(variable) => ExprKind::Variable(variable, Some(base)),
            Member::Attribute(attribute) => ExprKind::Attribute(attribute, base),
            Member::Property(property) => ExprKind::Property(property, base),
        };
        Expr::new(kind, ty, span)
    }
}

/// A zone as the list of its cards.
fn cards_of(ty: &Type) -> Type {
    match ty {
        Type::Zone => Type::Card.list(),
        other => other.clone(),
    }
}
