//! Cells for what is on cards and in pools, and the pools that `given` sets.

use cgml::model::scenario::GivenPool;
use cgml::model::{AttributeId, CounterId, Game, PoolId, ResourceId};
use engine::ids::{Card, Cell, NOTHING};
use engine::position::Position;
use engine::program::{Program, VariableInfo};

use super::Impossible;

/// The values that every card has, in order: attributes, counters, then the others.
fn marks(program: &Program) -> impl Iterator<Item = &VariableInfo> {
    program.variables.iter().filter(|info| info.of_cards)
}

fn of(info: Option<&VariableInfo>, card: Card) -> Option<Cell> {
    info.map(|info| Cell(info.first + card.0))
}

/// Cell of a card's mark that is no attribute or counter, by its name.
pub(super) fn mark(program: &Program, name: &str, card: Card) -> Option<Cell> {
    let found = marks(program).filter(|info| info.name.id == name).last();
    of(found, card)
}

pub(super) fn attribute(program: &Program, id: AttributeId, card: Card) -> Option<Cell> {
    of(marks(program).nth(id.0 as usize), card)
}

pub(super) fn counter(game: &Game, program: &Program, id: CounterId, card: Card) -> Option<Cell> {
    let place = game.attributes.len() + id.0 as usize;
    of(marks(program).nth(place), card)
}

pub(super) fn pool_on(game: &Game, program: &Program, id: PoolId, card: Card) -> Option<Cell> {
    mark(program, &game.pools[id].name, card)
}

/// True if a card has such a value at all.
pub(super) fn has_mark(program: &Program, cell: Cell, card: Card) -> bool {
    let mut marks = program.marks.iter();
    let mark = marks.find(|mark| mark.first.0 + card.0 == cell.0);
    mark.is_some_and(|mark| mark.start[card.index()] != NOTHING)
}

/// The cells of a pool: one for each owner.
pub fn cells(game: &Game, program: &Program, id: PoolId) -> Vec<Cell> {
    let name = &game.pools[id].name;
    let mut named = program
        .variables
        .iter()
        .filter(|info| info.name.id == *name);
    let info = named.next_back();
    info.map_or_else(Vec::new, |info| {
        let cells = info.first..info.first + info.owners.max(1);
        cells.map(Cell).collect()
    })
}

/// Fills pools. What a resource with a total has too much or too little then, a pool of the table that is not given
/// takes up.
pub(super) fn set_pools(
    game: &Game,
    program: &Program,
    position: &mut Position,
    given: &[GivenPool],
) -> Result<(), Impossible> {
    let totals: Vec<(ResourceId, i64)> = game
        .resources
        .pairs()
        .filter(|(_, resource)| resource.total.is_some())
        .map(|(id, _)| (id, total_at_start(game, program, id)))
        .collect();
    for pool in given {
        let cells = cells(game, program, pool.pool);
        let cell = cells.get(usize::from(pool.owner.unwrap_or(0)));
        let Some(cell) = cell else {
            return Err(Impossible::at("this cannot be given", pool.origin));
        };
        position.set_cell(*cell, pool.count);
    }
    for (id, total) in totals {
        settle(game, program, position, given, (id, total))?;
    }
    Ok(())
}

/// The number of all pieces of a resource: what its pools hold when the game has been set up.
fn total_at_start(game: &Game, program: &Program, id: ResourceId) -> i64 {
    let position = Position::start(program, 0);
    sum(game, program, &position, id)
}

fn sum(game: &Game, program: &Program, position: &Position, id: ResourceId) -> i64 {
    let pools = game.pools.pairs().filter(|(_, pool)| pool.resource == id);
    let cells = pools.flat_map(|(pool, _)| cells(game, program, pool));
    let held = cells.map(|cell| position.cell(cell));
    held.filter(|held| *held != NOTHING).sum()
}

fn settle(
    game: &Game,
    program: &Program,
    position: &mut Position,
    given: &[GivenPool],
    (id, total): (ResourceId, i64),
) -> Result<(), Impossible> {
    let difference = total - sum(game, program, position, id);
    if difference == 0 {
        return Ok(());
    }
    let mut pools = game.pools.pairs();
    let free = pools.find(|(pool, info)| {
        info.resource == id
            && info.holder == cgml::model::PoolHolder::Table
            && !given.iter().any(|given| given.pool == *pool)
    });
    let cell = free.and_then(|(pool, _)| cells(game, program, pool).first().copied());
    let held = cell.map(|cell| (cell, position.cell(cell) + difference));
    if let Some((cell, held)) = held.filter(|(_, held)| *held >= 0) {
        position.set_cell(cell, held);
        return Ok(());
    }
    let name = &game.resources[id].name;
    let found = total - difference;
    let message = format!("the pools of `{name}` hold {found}, but there are {total} of it");
    let origin = given
        .iter()
        .find(|given| game.pools[given.pool].resource == id);
    Err(match origin {
        Some(given) => Impossible::at(message, given.origin),
        None => Impossible::new(message),
    })
}
