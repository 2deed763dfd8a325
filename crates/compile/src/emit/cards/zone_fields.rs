//! Fields of a zone as its type declares them: its name, its ordering, who sees it.

use cgml::model::{Expr, Type, Zone, ZoneOwner};
use cgml::vocabulary::fields::FieldKind;
use cgml::vocabulary::parameters::Word;
use engine::ids::NOTHING;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    /// A field that the declaration of a zone tells.
    pub(crate) fn told_of_zone(&mut self, field: FieldKind, pile: Value, ty: &Type) -> Value {
        let game = self.game;
        let zones: Vec<i64> = game
            .zones
            .iter()
            .map(|zone| match field {
                FieldKind::AllowsReorder => i64::from(zone.zone_type.allows_reorder),
                _ => self.word_as(word_of(field, zone), ty),
            })
            .collect();
        let piles = self.plan.program.piles.iter();
        let table = piles.map(|pile| zones.get(usize::from(pile.zone)).copied());
        let table = table.map(|told| told.unwrap_or(NOTHING)).collect();
        self.entry_of(table, pile)
    }

    /// The same field of several zones, one after the other.
    pub(crate) fn is_told_of_zones(&self, field: FieldKind, zones: &Expr) -> bool {
        let of_zones = zones.ty.element() == Some(&Type::Zone) && zones.ty != Type::Zone;
        of_zones && is_declared(field)
    }

    /// The zone with a name that is known only in play: of the table, or of a player.
    pub(crate) fn zone_named(&mut self, name: &Expr, owner: Option<&Expr>, scope: &Scope) -> Value {
        let name = self.value_as(name, &Type::Text, scope);
        self.know_all_words();
        let wanted = match owner {
            Some(_) => ZoneOwner::Player,
            None => ZoneOwner::Table,
        };
        let texts = self.plan.layout.texts.iter();
        let firsts = texts.map(|text| self.first_pile_of(text, wanted)).collect();
        let first = self.entry_of(firsts, name);
        let Some(owner) = owner else {
            return first;
        };
        let b = self.value_slot(owner, scope);
        let to = self.code.slot();
        let done = self.code.label();
        self.put(to, first);
        self.code.unless_there(to, done);
        self.code.add(to, to, b);
        self.code.bind(done);
        Value::In(to)
    }

    /// The first pile of the zone with this name, if it belongs to such an owner.
    fn first_pile_of(&self, name: &str, owner: ZoneOwner) -> i64 {
        let zone = self.game.zones.find(name);
        let zone = zone.filter(|zone| self.game.zones[*zone].owner == owner);
        zone.map_or(NOTHING, |zone| i64::from(self.plan.layout.pile(zone).0))
    }
}

/// True of a field that the declaration of a zone tells.
pub(crate) fn is_declared(field: FieldKind) -> bool {
    matches!(
        field,
        FieldKind::Name
            | FieldKind::Ordering
            | FieldKind::Visibility
            | FieldKind::VisibilityOwner
            | FieldKind::VisibilityOthers
            | FieldKind::DefaultFace
            | FieldKind::AllowsReorder
    )
}

/// The word that the declaration of a zone has for a field.
fn word_of(field: FieldKind, zone: &Zone) -> &str {
    let declared = &zone.zone_type;
    match field {
        FieldKind::Ordering => declared.ordering.name(),
        FieldKind::VisibilityOwner => declared.visibility.owner.name(),
        FieldKind::Visibility | FieldKind::VisibilityOthers => declared.visibility.others.name(),
        FieldKind::DefaultFace if declared.face_down => Word::Down.name(),
        FieldKind::DefaultFace => Word::Up.name(),
        _ => &zone.name,
    }
}
