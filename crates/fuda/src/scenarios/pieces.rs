//! Pools, attributes and counters that `given` describes.

use cgml::model::scenario::{Given, GivenMark, ListedCard, OnCard};
use cgml::model::{Game, PoolHolder, PoolId, ResourceId, Type};
use engine::ids::{Card, Cell, Pile};
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

/// Gives the cards of a zone with slots their places: those that are said, and for the others the first that is
/// free. They lie in the order of their places.
pub(super) fn set_slots(
    program: &Program,
    position: &mut Position,
    pile: Pile,
    cards: &[(Card, &ListedCard)],
) -> Result<(), Impossible> {
    let mut taken: Vec<u16> = cards.iter().filter_map(|(_, listed)| listed.slot).collect();
    let mut places = Vec::new();
    for (card, listed) in cards {
        let slot = match listed.slot {
            Some(slot) => slot,
            None => {
                let free = (0..).find(|slot| !taken.contains(slot)).unwrap_or(0);
                taken.push(free);
                free
            }
        };
        if places.iter().any(|(other, _, _)| *other == slot) {
            let message = format!("two cards cannot lie in place {slot}");
            return Err(Impossible::at(message, listed.origin));
        }
        places.push((slot, *card, listed.face_down));
    }
    places.sort_by_key(|(slot, _, _)| *slot);
    let mark = |name: &str| {
        let mut infos = program.variables.iter();
        infos.find(|info| info.of_cards && info.name.id == name)
    };
    for (slot, card, face_down) in places {
        position.put_below(program, card, pile, face_down);
        for info in [mark("slot"), mark("arrived")].into_iter().flatten() {
            position.set_cell(Cell(info.first + card.0), i64::from(slot));
        }
    }
    Ok(())
}
