//! Layout: piles for zones, cells for variables, cards with what is printed on them.

pub(crate) mod marks;
pub(crate) mod move_arguments;
pub(crate) mod parts;
pub(crate) mod pools;
pub(crate) mod position_tables;
pub(crate) mod slots;
pub(crate) mod zone_capacity;

use cgml::model::{
    CardDefId, Deck, DeckSource, Game, Literal, Ordering, Overflow, PropertyId, Role as ZoneRole,
    Scope, Type, VariableId, VariableValue, Visible, ZoneId, ZoneOwner,
};
use cgml::vocabulary::fields::FieldKind;
use cgml::vocabulary::operators::OperatorKind;
use cgml::vocabulary::sections::PrintedProperty;
use engine::ids::{Cell, Column, Pile};
use engine::program::{
    CardInfo, ColumnInfo, LIST_CELLS, PileInfo, Program, Role, ValueKind, VariableInfo, ZoneInfo,
    cells,
};

use crate::plan::layout::marks::Marks;
use crate::plan::refusal::{Limited, Refusal};
use crate::plan::rehearsal::Rehearsal;
use crate::plan::settings::Setting;
use crate::plan::texts::text;

/// Numbers of the parts of a game in its program: piles, columns, cells.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    zones: Vec<Pile>,
    variables: Vec<Cell>,
    /// The column of each property.
    properties: Vec<Column>,
    /// The column of `rank_value`.
    pub(crate) ranks: Column,
    /// The column of which card it is.
    pub(crate) kinds: Column,
    /// The column of its card kind.
    pub(crate) card_kinds: Column,
    /// The column of whose a card is that a player brought; nothing for others.
    pub(crate) owners: Column,
    /// Layout of pools.
    pub(crate) pools: pools::Pools,
    /// Links between cards and places, and what becomes of them.
    pub(crate) links: move_arguments::Links,
    /// The properties that tokens may have instead of printed ones.
    pub(crate) given: Vec<(PropertyId, Cell)>,
    /// Marks for tokens' own parts of a record or range: property, part and cell.
    pub(crate) given_parts: Vec<(PropertyId, u32, Cell)>,
    /// Layout of marks.
    pub(crate) marks: Marks,
    /// The seats of each team.
    pub(crate) teams: Vec<Vec<u8>>,
    /// Texts that values refer to by number.
    pub(crate) texts: Vec<String>,
    next_cell: u16,
}

impl Layout {
    pub(crate) fn pile(&self, zone: ZoneId) -> Pile {
        self.zones[zone.0 as usize]
    }

    pub(crate) fn cell(&self, variable: VariableId) -> Cell {
        self.variables[variable.0 as usize]
    }

    pub(crate) fn column(&self, property: PropertyId) -> Column {
        self.properties[property.0 as usize]
    }

    /// A cell for the compiler's own use.
    pub(crate) fn new_cell(&mut self) -> Cell {
        self.new_cells(1)
    }

    /// Several cells in a row.
    pub(crate) fn new_cells(&mut self, count: u16) -> Cell {
        let first = self.next_cell;
        self.next_cell = self.next_cell.saturating_add(count);
        Cell(first)
    }

    pub(crate) fn cells(&self) -> u16 {
        self.next_cell
    }

    /// The number of a text.
    pub(crate) fn text(&mut self, text: &str) -> i64 {
        let known = self.texts.iter().position(|known| known == text);
        known.unwrap_or_else(|| {
            self.texts.push(text.to_owned());
            self.texts.len() - 1
        }) as i64
    }

    /// The number of a constant which is not a list.
    pub(crate) fn number(&mut self, literal: &Literal) -> Option<i64> {
        Some(match literal {
            Literal::Nothing => engine::ids::NOTHING,
            Literal::Bool(truth) => i64::from(*truth),
            Literal::Number(number) => *number,
            Literal::Text(text) => self.text(text),
            Literal::Symbol(_, position) => i64::from(*position),
            Literal::Range(_) | Literal::List(_) | Literal::Record(_) => return None,
        })
    }
}

/// Lays everything out.
pub(crate) fn lay_out(
    game: &Game,
    setting: &Setting,
    plans_phases: bool,
    rehearsal: Option<&Rehearsal<'_>>,
    program: &mut Program,
) -> Result<Layout, Refusal> {
    let mut layout = Layout {
        next_cell: if plans_phases {
            cells::FREE_WITH_PLAN
        } else {
            cells::FREE
        },
        ..Layout::default()
    };
    lay_out_teams(game, setting, &mut layout, program);
    require_room(game, setting, &layout)?;
    lay_out_zones(game, setting, &mut layout, program);
    move_arguments::lay_out_piles(game, setting, &mut layout, program);
    lay_out_variables(game, setting, &mut layout, program);
    lay_out_cards(game, setting, rehearsal, &mut layout, program)?;
    crate::plan::cards::traits::describe(game, program);
    marks::lay_out(game, &mut layout, program);
    move_arguments::lay_out(game, setting, &mut layout, program);
    crate::plan::cards::tokens::lay_out_marks(game, &mut layout, program);
    pools::lay_out(game, setting, &mut layout, program);
    program.words = game
        .symbol_sets
        .iter()
        .map(|set| set.values.iter().cloned().collect())
        .collect();
    Ok(layout)
}

/// The number of values that variables may have together; the compiler needs some of its own.
const MOST_VALUES: usize = 50_000;

/// Zones, variables and cards are numbered with 16 bits.
fn require_room(game: &Game, setting: &Setting, layout: &Layout) -> Result<(), Refusal> {
    let players = usize::from(setting.players);
    let zones = game.zones.iter().map(|zone| match zone.owner {
        ZoneOwner::Table => 1,
        ZoneOwner::Player => players,
        ZoneOwner::Team => layout.teams.len(),
    });
    let values = game.variables.iter().map(|variable| {
        let owners = match variable.scope {
            Scope::Global => 1,
            Scope::PerPlayer => players,
            Scope::PerTeam => layout.teams.len(),
        };
        owners * usize::from(width(&variable.ty))
    });
    let cards = game.zones.iter().map(|zone| {
        let deck = zone.deck.map(|deck| &game.decks[deck]);
        deck.map_or(0, |deck| {
            let owners = owners_of(deck, setting);
            let decks = owners.map(|owner| cards_of(game, setting, deck, owner));
            let copies = decks.flat_map(|cards| cards.iter().map(|(_, copies)| *copies as usize));
            copies.sum::<usize>()
        })
    });
    let sums = [
        (Limited::Zones, zones.sum::<usize>(), usize::from(u16::MAX)),
        (Limited::Variables, values.sum(), MOST_VALUES),
        (Limited::Cards, cards.sum(), usize::from(u16::MAX)),
    ];
    match sums.into_iter().find(|(_, sum, most)| sum >= most) {
        Some((what, _, _)) => Err(Refusal::TooLarge { what }),
        None => Ok(()),
    }
}

/// The number of cells that a value of a type takes.
fn width(ty: &Type) -> u16 {
    match ty {
        Type::List(_) => LIST_CELLS,
        _ => 1,
    }
}

/// Kind of the values of a type, for views.
pub(crate) fn sort(ty: &Type) -> ValueKind {
    match ty {
        Type::Bool => ValueKind::Truth,
        Type::Number | Type::Pool => ValueKind::Number,
        Type::Symbol(set) => ValueKind::Word(set.0 as u16),
        Type::Card => ValueKind::Card,
        Type::Zone => ValueKind::Pile,
        Type::Player => ValueKind::Player,
        Type::Team => ValueKind::Team,
        Type::Phase => ValueKind::Phase,
        Type::State => ValueKind::State,
        Type::CardName => ValueKind::Kind,
        Type::List(element) if **element == Type::Card => ValueKind::Cards,
        Type::List(element) if **element == Type::Card.list() => ValueKind::Groups,
        Type::List(_) => ValueKind::List,
        Type::Text => ValueKind::Text,
        Type::Any | Type::Nothing | Type::Kind | Type::Range | Type::Record(_) => ValueKind::Any,
    }
}

/// Declared teams, or every player alone.
fn lay_out_teams(game: &Game, setting: &Setting, layout: &mut Layout, program: &mut Program) {
    let seats = 0..setting.players;
    layout.teams = if game.teams.is_empty() {
        seats.clone().map(|seat| vec![seat]).collect()
    } else {
        let taken = |seat: &&u8| **seat < setting.players;
        let teams = game.teams.iter();
        teams
            .map(|team| team.seats.iter().filter(taken).copied().collect())
            .collect()
    };
    program.teams = seats
        .map(|seat| {
            let of = layout.teams.iter().position(|team| team.contains(&seat));
            of.unwrap_or(usize::from(seat)) as u8
        })
        .collect();
}

fn lay_out_zones(game: &Game, setting: &Setting, layout: &mut Layout, program: &mut Program) {
    for (number, zone) in game.zones.iter().enumerate() {
        let first = program.piles.len() as u16;
        layout.zones.push(Pile(first));
        let owners: Vec<(Option<u8>, Option<u8>)> = match zone.owner {
            ZoneOwner::Table => vec![(None, None)],
            ZoneOwner::Player => (0..setting.players)
                .map(|seat| (Some(seat), None))
                .collect(),
            ZoneOwner::Team => (0..layout.teams.len() as u8)
                .map(|team| (None, Some(team)))
                .collect(),
        };
        for (owner, team) in &owners {
            let mut info = pile(zone, setting, layout, *owner, *team);
            info.zone = number as u16;
            program.piles.push(info);
        }
        program.zones.push(ZoneInfo {
            name: text(&zone.name, &zone.text),
            first,
            count: owners.len() as u16,
            ..ZoneInfo::default()
        });
    }
}

fn pile(
    zone: &cgml::model::Zone,
    setting: &Setting,
    layout: &Layout,
    owner: Option<u8>,
    team: Option<u8>,
) -> PileInfo {
    let everyone: u16 = (1 << setting.players) - 1;
    let owners: u16 = match (owner, team) {
        (Some(seat), _) => 1 << seat,
        (None, Some(team)) => layout.teams[usize::from(team)]
            .iter()
            .fold(0, |bits, seat| bits | 1 << seat),
        (None, None) => 0,
    };
    let others = everyone & !owners;
    let who = |level: &dyn Fn(Visible) -> bool| {
        let of_owner = if level(zone.zone_type.visibility.owner) {
            owners
        } else {
            0
        };
        let of_others = if level(zone.zone_type.visibility.others) {
            others
        } else {
            0
        };
        of_owner | of_others
    };
    let all = who(&|level| level == Visible::All);
    let capacity = zone.zone_type.capacity.as_ref().and_then(|capacity| {
        crate::plan::constants::constant(capacity, setting)
            .and_then(|number| u16::try_from(number).ok())
    });
    let refuses = zone.zone_type.overflow == Overflow::Refuse;
    PileInfo {
        zone: 0,
        owner,
        team,
        seen: [all, all & owners],
        top_seen: who(&|level| level == Visible::TopCardOnly),
        counted: who(&|level| level != Visible::Hidden),
        face_down: zone.zone_type.face_down,
        first_out: zone.zone_type.ordering == Ordering::Fifo,
        ordered: zone.zone_type.ordering != Ordering::Unordered || zone.zone_type.slots,
        slots: zone.zone_type.ordering == Ordering::Unordered && zone.zone_type.slots,
        role: role(zone.role),
        capacity: capacity.filter(|_| refuses).unwrap_or(u16::MAX),
    }
}

fn role(role: ZoneRole) -> Role {
    match role {
        ZoneRole::Deck => Role::Deck,
        ZoneRole::Hand => Role::Hand,
        ZoneRole::Play => Role::Play,
        ZoneRole::Discard => Role::Discard,
        ZoneRole::Out | ZoneRole::Other => Role::Other,
    }
}

fn lay_out_variables(game: &Game, setting: &Setting, layout: &mut Layout, program: &mut Program) {
    for (id, variable) in game.variables.pairs() {
        let owners = match variable.scope {
            Scope::Global => 0,
            Scope::PerPlayer => setting.players,
            Scope::PerTeam => layout.teams.len() as u8,
        };
        let first = layout.next_cell;
        layout.variables.push(Cell(first));
        if matches!(variable.value, VariableValue::Computed(_)) {
            continue;
        }
        layout.next_cell += width(&variable.ty) * u16::from(owners.max(1));
        program.variables.push(VariableInfo {
            name: text(&variable.name, &variable.text),
            first,
            owners: owners.into(),
            of_teams: variable.scope == Scope::PerTeam,
            of_cards: false,
            sort: sort(&variable.ty),
            items: variable.ty.element().map_or(ValueKind::Any, sort),
            hidden: variable.hidden,
            shown: game.shown_variables.contains(&id),
            ..VariableInfo::default()
        });
    }
}

fn lay_out_cards(
    game: &Game,
    setting: &Setting,
    rehearsal: Option<&Rehearsal<'_>>,
    layout: &mut Layout,
    program: &mut Program,
) -> Result<(), Refusal> {
    let mut owners = Vec::new();
    for (id, zone) in game.zones.pairs() {
        let Some(deck) = zone.deck.map(|deck| &game.decks[deck]) else {
            continue;
        };
        let first = layout.pile(id).0;
        for owner in owners_of(deck, setting) {
            let start = match (owner, zone.owner) {
                (Some(seat), ZoneOwner::Player) => first + u16::from(seat),
                (Some(seat), ZoneOwner::Team) => {
                    first + u16::from(program.teams[usize::from(seat)])
                }
                (Some(_), ZoneOwner::Table) | (None, _) => first,
            };
            for (card, copies) in cards_of(game, setting, deck, owner) {
                for _ in 0..*copies {
                    program.cards.push(CardInfo {
                        name: crate::plan::cards::card_names::name(game, &game.cards[*card]),
                        kind: card.0 as u16,
                        start,
                        back: owner.map_or(0, |seat| 1 + u16::from(seat)),
                    });
                    owners.push(owner.map_or(engine::ids::NOTHING, i64::from));
                }
            }
        }
    }
    crate::plan::cards::tokens::lay_out_cards(game, setting, layout, program, &mut owners);
    if let Some(rehearsal) = rehearsal {
        crate::plan::rehearsal::lay_out(game, rehearsal, program, &mut owners);
    }
    if program.cards.len() >= usize::from(u16::MAX) {
        return Err(Refusal::TooLarge {
            what: Limited::Cards,
        });
    }
    lay_out_columns(game, layout, program, owners);
    Ok(())
}

/// Owners of a deck: each player, or nobody.
fn owners_of(deck: &Deck, setting: &Setting) -> impl Iterator<Item = Option<u8>> + use<> {
    let (players, table) = if deck.per_player {
        (setting.players, None)
    } else {
        (0, Some(None))
    };
    (0..players).map(Some).chain(table)
}

/// The cards of a deck, or of one player's.
fn cards_of<'s>(
    game: &'s Game,
    setting: &'s Setting,
    deck: &'s Deck,
    owner: Option<u8>,
) -> &'s [(CardDefId, u32)] {
    match &deck.source {
        DeckSource::Type(of) => &game.deck_types[*of].cards,
        DeckSource::Cards(cards) => cards,
        DeckSource::DeckList(section) => setting.brought(owner.unwrap_or(0), section),
    }
}

fn lay_out_columns(game: &Game, layout: &mut Layout, program: &mut Program, owners: Vec<i64>) {
    let kinds: Vec<u16> = program.cards.iter().map(|card| card.kind).collect();
    for (id, property) in game.properties.pairs() {
        layout.properties.push(Column(program.columns.len() as u16));
        let values = kinds
            .iter()
            .map(|kind| {
                let card = &game.cards[CardDefId(u32::from(*kind))];
                let printed = card.properties.iter().find(|(property, _)| *property == id);
                printed
                    .and_then(|(_, literal)| layout.number(literal))
                    .unwrap_or(engine::ids::NOTHING)
            })
            .collect();
        program.columns.push(ColumnInfo {
            name: property.name.clone(),
            sort: sort(&property.ty),
            values,
        });
    }
    let ranks = kinds.iter().map(|kind| rank(game, *kind)).collect();
    let mut own = |name: &str, sort, values| {
        program.columns.push(ColumnInfo {
            name: name.to_owned(),
            sort,
            values,
        });
        Column(program.columns.len() as u16 - 1)
    };
    layout.ranks = own(OperatorKind::RankValue.row().name, ValueKind::Number, ranks);
    let names = kinds.iter().map(|kind| i64::from(*kind)).collect();
    layout.kinds = own(FieldKind::Name.name(), ValueKind::Kind, names);
    let of = |kind: &u16| game.cards[CardDefId(u32::from(*kind))].kind;
    let card_kinds = kinds
        .iter()
        .map(|kind| of(kind).map_or(engine::ids::NOTHING, |kind| i64::from(kind.0)))
        .collect();
    layout.card_kinds = own(FieldKind::Kind.name(), ValueKind::Any, card_kinds);
    layout.owners = own(FieldKind::Owner.name(), ValueKind::Player, owners);
    crate::plan::cards::tokens::lay_out_columns(game, layout, program);
}

/// The position of a card's rank in its deck type's hierarchy.
fn rank(game: &Game, kind: u16) -> i64 {
    let card = &game.cards[CardDefId(u32::from(kind))];
    let ranks = card.deck_type.map(|of| &game.deck_types[of].ranks);
    let property = game.printed_property(PrintedProperty::Rank);
    let printed = card
        .properties
        .iter()
        .find(|(id, _)| Some(*id) == property)
        .map(|(_, literal)| literal);
    ranks
        .zip(printed)
        .and_then(|(ranks, printed)| ranks.get_index_of(&word(game, printed)?))
        .map_or(engine::ids::FAILED, |position| position as i64)
}

/// A constant as its author writes it: 10 and "10" are the same rank.
pub(crate) fn word(game: &Game, literal: &Literal) -> Option<String> {
    match literal {
        Literal::Number(number) => Some(number.to_string()),
        Literal::Text(text) => Some(text.clone()),
        Literal::Symbol(set, position) => {
            let value = game.symbol_sets[*set].values.get_index(*position as usize);
            value.cloned()
        }
        Literal::Nothing
        | Literal::Bool(_)
        | Literal::Range(_)
        | Literal::List(_)
        | Literal::Record(_) => None,
    }
}
