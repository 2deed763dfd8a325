//! Pools, attributes and counters that `given` describes.

use cgml::model::scenario::{Given, GivenMark, OnCard};
use cgml::model::{Game, PoolHolder, PoolId, ResourceId, Type};
use engine::ids::{Card, Cell};
use engine::position::Position;
use engine::program::{Program, VariableInfo};

use super::given::{Impossible, number};
use super::matching::written;

/// Gives a card its attributes, counters and pieces.
pub(super) fn set_marks(
    game: &Game,
    program: &Program,
    position: &mut Position,
    card: Card,
    marks: &[GivenMark],
) -> Result<(), Impossible> {
    for given in marks {
        let (name, ty) = match given.mark {
            OnCard::Attribute(id) => (&game.attributes[id].name, game.attributes[id].ty.clone()),
            OnCard::Counter(id) => (&game.counters[id].name, Type::Number),
            OnCard::Pool(id) => (&game.pools[id].name, Type::Number),
        };
        let wrong = || {
            let message = format!("`{name}` cannot be {}", written(&given.value));
            Impossible::at(message, given.origin)
        };
        // An attribute and a counter may have the same name: attributes come first.
        let mut infos = program
            .variables
            .iter()
            .filter(|info| info.of_cards && info.name.id == *name);
        let info = match given.mark {
            OnCard::Attribute(_) => infos.next(),
            OnCard::Counter(_) | OnCard::Pool(_) => infos.next_back(),
        };
        let info = info.ok_or_else(wrong)?;
        let value = number(game, program, position, &given.value, &ty).ok_or_else(wrong)?;
        position.set_cell(Cell(info.first + card.0), value);
    }
    Ok(())
}

/// Puts pieces into pools.
pub(super) fn set_pools(
    game: &Game,
    program: &Program,
    position: &mut Position,
    given: &Given,
) -> Result<(), Impossible> {
    for pool in &given.pools {
        let Some(info) = info_of(game, program, pool.pool) else {
            return Err(Impossible::at("this cannot be given", pool.origin));
        };
        let cell = Cell(info.first + u16::from(pool.owner.unwrap_or(0)));
        position.set_cell(cell, pool.count);
    }
    for (id, resource) in game.resources.pairs() {
        if let Some(total) = resource.total {
            settle(game, program, position, given, (id, total))?;
        }
    }
    Ok(())
}

/// Pieces of a resource with a total still add up to it: a pool of the table that is not given takes up the
/// difference.
fn settle(
    game: &Game,
    program: &Program,
    position: &mut Position,
    given: &Given,
    (resource, total): (ResourceId, i64),
) -> Result<(), Impossible> {
    let pools = game
        .pools
        .pairs()
        .filter(|(_, pool)| pool.resource == resource);
    let mut sum = 0;
    let mut open = None;
    for (id, pool) in pools {
        let Some(info) = info_of(game, program, id) else {
            continue;
        };
        let cells = info.first..info.first + info.owners.max(1);
        let pieces = cells.map(|cell| position.cell(Cell(cell)));
        sum += pieces.filter(|count| *count > 0).sum::<i64>();
        let is_given = given.pools.iter().any(|given| given.pool == id);
        if pool.holder == PoolHolder::Table && !is_given {
            open.get_or_insert(info.first);
        }
    }
    if sum == total {
        return Ok(());
    }
    let name = &game.resources[resource].name;
    let Some(first) = open else {
        return Err(Impossible::new(format!(
            "there are {sum} of `{name}`, not {total}"
        )));
    };
    let left = position.cell(Cell(first)) + total - sum;
    if left < 0 {
        return Err(Impossible::new(format!(
            "there are only {total} of `{name}`"
        )));
    }
    position.set_cell(Cell(first), left);
    Ok(())
}

fn info_of<'p>(game: &Game, program: &'p Program, pool: PoolId) -> Option<&'p VariableInfo> {
    let name = &game.pools[pool].name;
    let mut infos = program.variables.iter();
    infos.find(|info| info.name.id == *name && !info.internal)
}
