//! Peephole pass on finished code: jumps to jumps, tests around jumps, and what is never reached.

use engine::ids::{Pc, Slot};
use engine::live::{Slots, overwrites, reads_and_writes};
use engine::op::Op;

use crate::emit::builder::Code;

/// The number of jumps that in a row are followed.
const MOST_JUMPS: usize = 32;

/// The number of times that code is gone through for what nobody reads: leaving out one op may leave others unread.
const MOST_LOOKS: usize = 6;

/// Tidies up code that is entered at its first op and where it says so.
pub(crate) fn shorten(code: &mut Code) {
    follow_jumps(code);
    turn_round(code);
    offer_at_once(code);
    let mut reached = reached(code);
    drop_unread(code, &mut reached);
    let kept: Vec<bool> = (0..code.ops.len())
        .map(|place| reached[place] && !leads_to_next(&code.ops, &reached, place))
        .collect();
    let moved = new_places(&kept);
    for op in &mut code.ops {
        op.targets(&mut |pc| pc.0 = moved[pc.index()]);
    }
    for switch in code.switches().to_vec() {
        for target in &mut code.constants[switch.index()] {
            *target = i64::from(moved[*target as usize]);
        }
    }
    code.move_entries(&moved);
    let mut place = 0;
    code.ops.retain(|_| {
        place += 1;
        kept[place - 1]
    });
    place = 0;
    code.spans.retain(|_| {
        place += 1;
        kept[place - 1]
    });
}

/// A jump to a jump goes where that one goes.
fn follow_jumps(code: &mut Code) {
    let ops = code.ops.clone();
    let last = |mut place: u32| {
        for _ in 0..MOST_JUMPS {
            match ops.get(place as usize) {
                Some(Op::Jump { to }) => place = to.0,
                _ => break,
            }
        }
        place
    };
    for op in &mut code.ops {
        op.targets(&mut |pc| pc.0 = last(pc.0));
    }
    for switch in code.switches().to_vec() {
        for target in &mut code.constants[switch.index()] {
            *target = i64::from(last(*target as u32));
        }
    }
    skip_same_tests(code);
}

/// A test of a cell that leads to the same test goes where that one goes.
fn skip_same_tests(code: &mut Code) {
    for place in 0..code.ops.len() {
        for _ in 0..MOST_JUMPS {
            let Op::UnlessCellIsNot { cell, value, to } = code.ops[place] else {
                break;
            };
            match code.ops.get(to.index()) {
                Some(Op::UnlessCellIsNot {
                    cell: same,
                    value: number,
                    to: further,
                }) if (*same, *number) == (cell, value) => {
                    let to = *further;
                    code.ops[place] = Op::UnlessCellIsNot { cell, value, to };
                }
                _ => break,
            }
        }
    }
}

/// A test that only skips a jump becomes the opposite test with that jump's place.
fn turn_round(code: &mut Code) {
    let targeted = targeted(code);
    for place in 0..code.ops.len().saturating_sub(1) {
        let Op::Jump { to } = code.ops[place + 1] else {
            continue;
        };
        let after = Pc(place as u32 + 2);
        if targeted[place + 1] {
            continue;
        }
        if let Some(opposite) = opposite(code.ops[place], after, to) {
            code.ops[place] = opposite;
            code.ops[place + 1] = Op::Jump { to: after };
        }
    }
}

/// A loop that offers every card of a pile becomes one op.
fn offer_at_once(code: &mut Code) {
    let jumps = jumps(code);
    for place in 0..code.ops.len().saturating_sub(3) {
        let [begin, each, offer, again] = [0, 1, 2, 3].map(|after| code.ops[place + after]);
        let (
            Op::EachCard { cursor, card, done },
            Op::Offer { meaning, value },
            Op::Jump { to: Pc(back) },
        ) = (each, offer, again)
        else {
            continue;
        };
        let is_loop = back as usize == place + 1 && done.index() == place + 4;
        let is_entered = [1, 2, 3].map(|after| jumps[place + after]) != [1, 0, 0];
        if value != card || !is_loop || is_entered {
            continue;
        }
        let (first, pile) = match begin {
            Op::FirstCard { cursor: of, pile } if of == cursor => (
                Op::Jump {
                    to: Pc(place as u32 + 1),
                },
                pile,
            ),
            Op::FirstCardIn { cursor: of, pile } if of == cursor => {
                let value = i32::from(pile.0);
                (Op::Set { to: cursor, value }, cursor)
            }
            _ => continue,
        };
        code.ops[place] = first;
        code.ops[place + 1] = Op::OfferPile { meaning, pile };
        code.ops[place + 2] = Op::Jump { to: done };
        code.ops[place + 3] = Op::Jump { to: done };
    }
}

/// The number of ops that and switches go to each place.
fn jumps(code: &Code) -> Vec<u32> {
    let mut jumps = vec![0; code.ops.len() + 2];
    for op in &code.ops {
        let mut op = *op;
        op.targets(&mut |pc| jumps[pc.index()] += 1);
    }
    for switch in code.switches() {
        for target in &code.constants[switch.index()] {
            jumps[*target as usize] += 1;
        }
    }
    for entry in code.entries() {
        jumps[*entry as usize] += 1;
    }
    jumps
}

/// The places that ops and switches go to.
fn targeted(code: &Code) -> Vec<bool> {
    jumps(code).iter().map(|count| *count > 0).collect()
}

/// The opposite of a test that skips to `after`, going to `to` instead; only where one of both always holds.
fn opposite(op: Op, after: Pc, to: Pc) -> Option<Op> {
    Some(match op {
        Op::UnlessFewer {
            pile,
            value,
            to: skip,
        } if skip == after => Op::UnlessHolds { pile, value, to },
        Op::UnlessHolds {
            pile,
            value,
            to: skip,
        } if skip == after => Op::UnlessFewer { pile, value, to },
        Op::UnlessCellIs {
            cell,
            value,
            to: skip,
        } if skip == after => Op::UnlessCellIsNot { cell, value, to },
        Op::UnlessCellIsNot {
            cell,
            value,
            to: skip,
        } if skip == after => Op::UnlessCellIs { cell, value, to },
        Op::UnlessThere { a, to: skip } if skip == after => Op::UnlessMissing { a, to },
        Op::UnlessMissing { a, to: skip } if skip == after => Op::UnlessThere { a, to },
        Op::UnlessTrue { a, to: skip } if skip == after => Op::IfTrue { a, to },
        Op::UnlessIs { a, value, to: skip } if skip == after => Op::IfIs { a, value, to },
        Op::UnlessEqual { a, b, to: skip } if skip == after => Op::IfEqual { a, b, to },
        Op::UnlessLess { a, b, to: skip } if skip == after => Op::IfLess { a, b, to },
        _ => return None,
    })
}

/// Leaves out what writes a register that nobody reads, and lets ops write at once where a copy would go.
fn drop_unread(code: &mut Code, reached: &mut [bool]) {
    let targeted = targeted(code);
    for _ in 0..MOST_LOOKS {
        let after = read_later(code, reached);
        let mut changed = false;
        for place in 0..code.ops.len() {
            if !reached[place] {
                continue;
            }
            let mut op = code.ops[place];
            if op.is_test() && skips_nothing(&code.ops, reached, place) {
                reached[place] = false;
                changed = true;
                continue;
            }
            let (reads, _) = reads_and_writes(&op);
            let Some(to) = op.result().copied() else {
                continue;
            };
            if op.is_pure() && !after[place].has(to) {
                reached[place] = false;
                changed = true;
                continue;
            }
            let next = (place + 1..code.ops.len()).find(|next| reached[*next]);
            let Some(next) = next.filter(|_| op.is_pure() && !reads.contains(&to)) else {
                continue;
            };
            let passed = (place + 1..=next).any(|between| targeted[between]);
            if let Op::Copy { to: copied, from } = code.ops[next]
                && from == to
                && copied != to
                && !passed
                && !after[next].has(to)
            {
                if let Some(result) = op.result() {
                    *result = copied;
                }
                code.ops[place] = op;
                reached[next] = false;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
}

/// The registers that may be read after an op, from those that may be read before each.
fn read_after(code: &Code, place: usize, before: &[Slots]) -> Slots {
    let mut op = code.ops[place];
    let mut later = if op.ends() {
        Slots::default()
    } else {
        before[place + 1]
    };
    match op {
        // The result of a routine is in its first register.
        Op::Return {} => later.add(Slot(0)),
        // A current value is asked for together with its value without effects.
        Op::End {} => {
            later.add(Slot(0));
            later.add(Slot(1));
        }
        _ => {}
    }
    let mut join = |target: usize| later.add_all(&before[target]);
    let routine = match op {
        Op::Call { routine, .. } => Some(routine),
        _ => None,
    };
    op.targets(&mut |pc| {
        if Some(*pc) != routine {
            join(pc.index());
        }
    });
    if let Op::Switch { places, .. } = op {
        for target in &code.constants[places.index()] {
            join(*target as usize);
        }
    }
    later
}

/// For each op, the registers that may still be read after it.
fn read_later(code: &Code, reached: &[bool]) -> Vec<Slots> {
    let count = code.ops.len();
    let mut before: Vec<Slots> = vec![Slots::default(); count + 1];
    let mut after: Vec<Slots> = vec![Slots::default(); count];
    loop {
        let mut changed = false;
        for place in (0..count).rev() {
            if !reached[place] {
                let passed = before[place + 1];
                before[place] = passed;
                continue;
            }
            let op = code.ops[place];
            let later = read_after(code, place, &before);
            after[place] = later;
            let (reads, _) = reads_and_writes(&op);
            let mut now = later;
            for slot in overwrites(&op) {
                now.remove(slot);
            }
            for slot in reads {
                now.add(slot);
            }
            if let Op::Call { routine, at, .. } = op {
                // The routine's own registers begin there: what it reads before writing is what it is given.
                now = now.below(at);
                now.add_all(&before[routine.index()].moved_to(at));
            }
            if now != before[place] {
                before[place] = now;
                changed = true;
            }
        }
        if !changed {
            return after;
        }
    }
}

/// True if an op that may go somewhere else goes to the next op that is reached.
fn skips_nothing(ops: &[Op], reached: &[bool], place: usize) -> bool {
    let mut op = ops[place];
    let mut skips = false;
    op.targets(&mut |pc| {
        let target = pc.index();
        let is_next = target > place && reached[place + 1..target].iter().all(|reached| !reached);
        skips |= !is_next;
    });
    !skips
}

/// True if a jump goes to the next op that is reached.
fn leads_to_next(ops: &[Op], reached: &[bool], place: usize) -> bool {
    matches!(ops[place], Op::Jump { .. }) && skips_nothing(ops, reached, place)
}

/// The ops that can be reached from the beginning.
fn reached(code: &Code) -> Vec<bool> {
    let mut reached = vec![false; code.ops.len()];
    let mut open = vec![0];
    open.extend(code.entries().iter().map(|entry| *entry as usize));
    while let Some(place) = open.pop() {
        if place >= reached.len() || reached[place] {
            continue;
        }
        reached[place] = true;
        let mut op = code.ops[place];
        op.targets(&mut |pc| open.push(pc.index()));
        if let Op::Switch { places, .. } = op {
            let places = code.constants[places.index()].iter();
            open.extend(places.map(|place| *place as usize));
        }
        if !op.ends() {
            open.push(place + 1);
        }
    }
    reached
}

/// New place of each op if only the kept ones are left; and the place after the last one.
fn new_places(kept: &[bool]) -> Vec<u32> {
    let mut places = vec![0];
    let mut next = 0;
    for kept in kept {
        next += u32::from(*kept);
        places.push(next);
    }
    places
}
