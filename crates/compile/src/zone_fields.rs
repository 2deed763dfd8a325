//! What a zone is, as its type declares it: its name, its ordering, who sees it.

use cgml::model::{Expr, Ordering, Type, Visible, Zone, ZoneOwner};
use engine::ids::NOTHING;
use engine::op::Op;

use crate::compiler::Compiler;
use crate::scope::{Scope, Value};

impl Compiler<'_> {
    /// A field that the declaration of a zone tells.
    pub(crate) fn told_of_zone(&mut self, field: &str, pile: Value, ty: &Type) -> Value {
        let game = self.game;
        let zones: Vec<i64> = game
            .zones
            .iter()
            .map(|zone| match field {
                "allows_reorder" => i64::from(zone.zone_type.allows_reorder),
                _ => self.word_as(word_of(field, zone), ty),
            })
            .collect();
        let piles = self.program.piles.iter();
        let table = piles.map(|pile| zones.get(usize::from(pile.zone)).copied());
        let table = table.map(|told| told.unwrap_or(NOTHING)).collect();
        self.entry_of(table, pile)
    }

    /// The same field of several zones, one after the other.
    pub(crate) fn is_told_of_zones(&self, field: &str, zones: &Expr) -> bool {
        let of_zones = zones.ty.element() == Some(&Type::Zone) && zones.ty != Type::Zone;
        of_zones && is_told(field)
    }

    /// The zone with a name that is known only in play: of the table, or of a player.
    pub(crate) fn zone_named(&mut self, name: &Expr, owner: Option<&Expr>, scope: &Scope) -> Value {
        let name = self.value_as(name, &Type::Text, scope);
        self.know_all_words();
        let wanted = match owner {
            Some(_) => ZoneOwner::Player,
            None => ZoneOwner::Table,
        };
        let texts = self.layout.texts.iter();
        let firsts = texts.map(|text| self.first_pile_of(text, wanted)).collect();
        let first = self.entry_of(firsts, name);
        let Some(owner) = owner else {
            return first;
        };
        let b = self.value_slot(owner, scope);
        let to = self.code.slot();
        let done = self.code.label();
        self.put(to, first);
        self.code.emit(Op::UnlessThere {
            a: to,
            to: done.pc(),
        });
        self.code.emit(Op::Add { to, a: to, b });
        self.code.bind(done);
        Value::In(to)
    }

    /// The first pile of the zone with this name, if it belongs to such an owner.
    fn first_pile_of(&self, name: &str, owner: ZoneOwner) -> i64 {
        let zone = self.game.zones.find(name);
        let zone = zone.filter(|zone| self.game.zones[*zone].owner == owner);
        zone.map_or(NOTHING, |zone| i64::from(self.layout.pile(zone).0))
    }
}

fn is_told(field: &str) -> bool {
    let told = [
        "name",
        "ordering",
        "visibility",
        "visibility.owner",
        "visibility.others",
        "default_face",
        "allows_reorder",
    ];
    told.contains(&field)
}

/// The word that the declaration of a zone has for a field.
fn word_of<'z>(field: &str, zone: &'z Zone) -> &'z str {
    let declared = &zone.zone_type;
    match field {
        "ordering" => match declared.ordering {
            Ordering::Unordered => "unordered",
            Ordering::Fifo => "fifo",
            Ordering::Lifo => "lifo",
            Ordering::Shuffled => "shuffled",
        },
        "visibility.owner" => word_of_visible(declared.visibility.owner),
        "visibility" | "visibility.others" => word_of_visible(declared.visibility.others),
        "default_face" if declared.face_down => "down",
        "default_face" => "up",
        _ => &zone.name,
    }
}

fn word_of_visible(visible: Visible) -> &'static str {
    match visible {
        Visible::All => "all",
        Visible::CountOnly => "count_only",
        Visible::Hidden => "hidden",
        Visible::TopCardOnly => "top_card_only",
    }
}
