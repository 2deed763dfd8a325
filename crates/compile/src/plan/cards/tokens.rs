//! Layout of tokens: cards that effects make, and that cease to exist when they leave play.
//!
//! As many copies as there can be are laid out when the game begins, in piles that nobody sees: one for each
//! card that can be made and each player who may own it. There a token is while it does not exist.

use cgml::model::visit::every_step;
use cgml::model::{
    ArgumentValue, Callee, CardDefId, ExprKind, Game, PropertyId, Role, Type, ZoneId, ZoneOwner,
};
use cgml::vocabulary::actions::ActionKind;
use cgml::vocabulary::fields::FieldKind;
use cgml::vocabulary::parameters::Parameter;
use engine::ids::{Cell, Column, NOTHING};
use engine::program::{CardInfo, ColumnInfo, Program, Text, ValueKind};

use crate::compiler::Compiler;
use crate::plan::layout::marks::{NewMark, add};
use crate::plan::layout::move_arguments::{created, nowhere};
use crate::plan::layout::parts::{FIRST_GAP, IS_GIVEN, most_gaps, part_of};
use crate::plan::layout::{Layout, sort};
use crate::plan::settings::Setting;

/// The number of tokens of one card each player may have at the same time.
const MOST_TOKENS: u16 = 16;

/// Lays out where tokens are while they do not exist: a pile for each card and player.
pub(crate) fn lay_out_piles(
    game: &Game,
    setting: &Setting,
    layout: &mut Layout,
    program: &mut Program,
) {
    let made = created(game).len() as u16;
    if made > 0 {
        let first = nowhere(program, made * u16::from(setting.players));
        layout.links.token_piles = vec![i64::from(first.0)];
    }
}

/// Lays out the tokens themselves.
pub(crate) fn lay_out_cards(
    game: &Game,
    setting: &Setting,
    layout: &mut Layout,
    program: &mut Program,
    owners: &mut Vec<i64>,
) {
    let Some(nowhere) = layout.links.nowhere else {
        return;
    };
    let first = layout.links.token_piles.first().copied();
    layout.links.token_piles = vec![i64::from(nowhere.0); program.cards.len()];
    let Some(first) = first else {
        return;
    };
    let copies = copies(game, setting);
    let mut pile = first as u16;
    for card in created(game) {
        for owner in 0..setting.players {
            for _ in 0..copies {
                program.cards.push(CardInfo {
                    name: crate::plan::cards::card_names::name(game, &game.cards[card]),
                    kind: card.0 as u16,
                    start: pile,
                    back: 1 + u16::from(owner),
                });
                owners.push(i64::from(owner));
                layout.links.token_piles.push(i64::from(pile));
            }
            pile += 1;
        }
    }
}

/// The number of tokens of one card a player can have: as many as the zones have room for in which they are made.
fn copies(game: &Game, setting: &Setting) -> u16 {
    let made_in = zones_made_in(game);
    let rooms = game
        .zones
        .pairs()
        .filter(|(id, zone)| match &made_in {
            Some(zones) => zones.contains(id),
            None => zone.role == Role::Play,
        })
        .map(|(_, zone)| {
            let times = match zone.owner {
                ZoneOwner::Table => 1,
                ZoneOwner::Player | ZoneOwner::Team => u64::from(setting.players),
            };
            let capacity = zone.zone_type.capacity.as_ref();
            let room =
                capacity.and_then(|capacity| crate::plan::constants::constant(capacity, setting));
            room.map_or(u64::from(MOST_TOKENS), |room| room.max(0) as u64) * times
        });
    rooms.sum::<u64>().min(u64::from(MOST_TOKENS)) as u16
}

/// The zones in which tokens are made, if all steps name them.
fn zones_made_in(game: &Game) -> Option<Vec<ZoneId>> {
    let mut zones = Some(Vec::new());
    every_step(game, &mut |step| {
        if !matches!(step.callee, Callee::Action(action) if action == ActionKind::CreateToken) {
            return;
        }
        match (
            step.argument(Parameter::To).and_then(ArgumentValue::expr),
            &mut zones,
        ) {
            (Some(to), Some(zones)) if matches!(to.kind, ExprKind::Zone(..)) => {
                if let ExprKind::Zone(id, _) = to.kind {
                    zones.push(id);
                }
            }
            _ => zones = None,
        }
    });
    zones
}

/// Lays out which cards are tokens, and what they have instead of what is printed.
pub(crate) fn lay_out_columns(game: &Game, layout: &mut Layout, program: &mut Program) {
    let Some(nowhere) = layout.links.nowhere else {
        return;
    };
    let cards = program.cards.iter().enumerate();
    let is_token = |(number, card): (usize, &CardInfo)| {
        let kind = game.cards[CardDefId(u32::from(card.kind))].kind;
        let is_made = layout.links.token_piles.get(number) != Some(&i64::from(nowhere.0));
        let is_made = is_made && number < layout.links.token_piles.len();
        i64::from(is_made || kind.is_some_and(|kind| game.kinds[kind].token))
    };
    let values = cards.map(is_token).collect();
    layout.links.tokens = Some(Column(program.columns.len() as u16));
    program.columns.push(ColumnInfo {
        name: FieldKind::Token.name().to_owned(),
        sort: ValueKind::Truth,
        values,
    });
    let cards = program.cards.len();
    layout.links.token_piles.resize(cards, i64::from(nowhere.0));
}

/// Lays out the properties that tokens may have instead of printed ones.
pub(crate) fn lay_out_marks(game: &Game, layout: &mut Layout, program: &mut Program) {
    let mut given: Vec<PropertyId> = Vec::new();
    every_step(game, &mut |step| {
        let is_token = matches!(step.callee,
            Callee::Action(action) if action == ActionKind::CreateToken);
        if is_token {
            given.extend(step.fields().iter().map(|(id, _)| PropertyId(*id)));
        }
    });
    given.sort();
    given.dedup();
    for id in given {
        let property = &game.properties[id];
        let parts = match &property.ty {
            Type::Record(parts) => (0..parts.len() as u32).collect(),
            Type::Range => (0..FIRST_GAP + 2 * most_gaps(game)).collect(),
            _ => Vec::new(),
        };
        if !parts.is_empty() {
            for part in parts.into_iter().chain([IS_GIVEN]) {
                let first = add_part(layout, program, property, part);
                layout.given_parts.push((id, part, first));
            }
            continue;
        }
        let mark = NewMark {
            name: Text {
                id: property.name.clone(),
                texts: Vec::new(),
            },
            sort: sort(&property.ty),
            start: vec![NOTHING; program.cards.len()],
            hidden: false,
            internal: false,
            ..NewMark::default()
        };
        let first = add(layout, program, mark);
        if let Some(mark) = program.marks.last_mut() {
            mark.own = true;
        }
        layout.given.push((id, first));
    }
}

/// Lays out a part that tokens may have instead of a printed one.
fn add_part(
    layout: &mut Layout,
    program: &mut Program,
    property: &cgml::model::Property,
    part: u32,
) -> Cell {
    let named = part_of(&property.ty, part);
    let internal = named.is_none();
    let (part, sort) = named.unwrap_or(("", ValueKind::Number));
    let mark = NewMark {
        name: Text {
            id: format!("{}.{part}", property.name),
            texts: Vec::new(),
        },
        sort,
        start: vec![NOTHING; program.cards.len()],
        hidden: false,
        internal,
        ..NewMark::default()
    };
    let first = add(layout, program, mark);
    if let Some(mark) = program.marks.last_mut() {
        mark.own = true;
    }
    first
}

impl Compiler<'_> {
    /// Mark for tokens' own values of a property, if any may have one.
    pub(crate) fn given_property(&self, property: PropertyId) -> Option<Cell> {
        let mut given = self.plan.layout.given.iter();
        let found = given.find(|(id, _)| *id == property);
        found.map(|(_, first)| *first)
    }

    /// Mark for tokens' own values of a part of a property, if any may have one.
    pub(crate) fn given_part(&self, property: PropertyId, part: u32) -> Option<Cell> {
        let mut given = self.plan.layout.given_parts.iter();
        let found = given.find(|(id, own, _)| (*id, *own) == (property, part));
        found.map(|(_, _, first)| *first)
    }
}
