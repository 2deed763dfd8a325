//! Short routines are written where they are called: no registers change hands, and what is known of values at
//! the call is known in the routine.
//!
//! Only routines that call nothing, ask nothing and make no lists: what a routine leaves behind is given back when
//! it ends, and a game that waits knows which routines it is in.

use std::collections::BTreeMap;

use engine::ids::{Pc, Slot};
use engine::op::Op;
use engine::position::WINDOW;

use crate::emit::builder::{Code, Origin};

/// The largest number of ops of a routine that is inlined.
const MOST_OPS: usize = 64;

/// The number of ops that all copies of a routine may have together.
const MOST_OF_ALL_COPIES: usize = 1500;

/// A routine that can be written elsewhere.
struct Body {
    /// Its ops, in order: what is after an op here follows it in the routine.
    places: Vec<usize>,
    /// The number of registers that it has.
    registers: usize,
}

/// Writes short routines where they are called; says whether there are any. Places must be known.
pub(crate) fn inline(code: &mut Code) -> bool {
    let bodies = bodies(code);
    let body_of = |op: &Op| match *op {
        Op::Call { routine, at, .. } => bodies
            .get(&routine)
            .filter(|body| at.index() + body.registers <= WINDOW),
        _ => None,
    };
    let mut next = 0;
    let mut moved: Vec<u32> = Vec::with_capacity(code.ops.len() + 1);
    for op in &code.ops {
        moved.push(next);
        next += body_of(op).map_or(1, |body| body.places.len() as u32);
    }
    moved.push(next);
    if next as usize == code.ops.len() {
        return false;
    }
    let mut ops = Vec::with_capacity(next as usize);
    let mut spans = Vec::with_capacity(next as usize);
    let mut most = code.frame_size();
    for (op, span) in code.ops.iter().zip(&code.spans) {
        let (Some(body), Op::Call { at, otherwise, .. }) = (body_of(op), *op) else {
            let mut op = *op;
            op.targets(&mut |pc| pc.0 = moved[pc.index()]);
            ops.push(op);
            spans.push(*span);
            continue;
        };
        most = most.max(at.index() + body.registers);
        let copy = Copy {
            first: ops.len() as u32,
            after: Pc((ops.len() + body.places.len()) as u32),
            otherwise: Pc(moved[otherwise.index()]),
            at,
        };
        copy.write(code, body, *span, &mut ops, &mut spans);
    }
    code.replace(ops, spans, &moved, most);
    true
}

/// A routine that is written where it is called.
struct Copy {
    first: u32,
    /// Target of its end.
    after: Pc,
    /// Target of its failure.
    otherwise: Pc,
    /// The caller's register at which the routine's registers begin.
    at: Slot,
}

impl Copy {
    fn write(
        &self,
        code: &Code,
        body: &Body,
        caller: Origin,
        ops: &mut Vec<Op>,
        spans: &mut Vec<Origin>,
    ) {
        for place in &body.places {
            let mut op = code.ops[*place];
            op.targets(&mut |pc| {
                let place = body.places.binary_search(&pc.index());
                pc.0 = self.first + place.expect("a routine has all that it goes to") as u32;
            });
            op.registers(&mut |slot| slot.0 += self.at.0);
            ops.push(match op {
                Op::Return {} => Op::Jump { to: self.after },
                Op::Fail {} => Op::Jump { to: self.otherwise },
                op => op,
            });
            let origin = code.spans[*place];
            spans.push(if origin.span.is_none() {
                caller
            } else {
                origin
            });
        }
    }
}

/// The routines that are written where they are called.
fn bodies(code: &Code) -> BTreeMap<Pc, Body> {
    let mut calls: BTreeMap<Pc, usize> = BTreeMap::new();
    for op in &code.ops {
        if let Op::Call { routine, .. } = op {
            *calls.entry(*routine).or_default() += 1;
        }
    }
    let mut bodies = BTreeMap::new();
    for (routine, calls) in calls {
        let most = MOST_OPS.min(MOST_OF_ALL_COPIES / calls);
        if let Some(body) = body(code, routine, most) {
            bodies.insert(routine, body);
        }
    }
    bodies
}

/// The ops of a routine, unless it has more than `most` or one that needs a routine of its own.
fn body(code: &Code, routine: Pc, most: usize) -> Option<Body> {
    let mut places = Vec::new();
    let mut open = vec![routine.index()];
    let mut registers = 0;
    while let Some(place) = open.pop() {
        if places.contains(&place) {
            continue;
        }
        let mut op = *code.ops.get(place)?;
        if places.len() == most || !op.is_portable() {
            return None;
        }
        places.push(place);
        op.registers(&mut |slot| registers = registers.max(slot.index() + 1));
        op.targets(&mut |pc| open.push(pc.index()));
        if !op.ends() {
            open.push(place + 1);
        }
    }
    places.sort_unstable();
    // The copy is entered at its first op.
    (places.first() == Some(&routine.index())).then_some(Body { places, registers })
}

#[cfg(test)]
mod tests {
    use engine::ids::{Cell, Pc, Slot};
    use engine::op::{Builder, Op};

    use crate::emit::builder::Code;

    /// A call after the pass whose routine begins with an op, writes its first register and ends.
    fn called(first: Op) -> Vec<Op> {
        let mut code = Code::default();
        code.slots(3);
        code.call(Pc(3), Slot(2), Pc(2));
        code.store(Cell(20), Slot(2));
        code.end();
        code.emit(first);
        code.unless_there(Slot(0), Pc(7));
        code.copy(Slot(0), Slot(1));
        code.ret();
        code.fail();
        super::inline(&mut code);
        code.ops
    }

    #[test]
    fn a_routine_that_only_works_something_out_is_written_where_it_is_called() {
        let load = |to| Op::Load { to, cell: Cell(21) };
        let ops = called(load(Slot(1)));
        assert_eq!(
            ops[..7],
            [
                load(Slot(3)),
                Op::UnlessThere {
                    a: Slot(2),
                    to: Pc(4)
                },
                Op::Copy {
                    to: Slot(2),
                    from: Slot(3)
                },
                Op::Jump { to: Pc(5) },
                Op::Jump { to: Pc(6) },
                Op::Store {
                    cell: Cell(20),
                    from: Slot(2)
                },
                Op::End {},
            ]
        );
    }

    #[test]
    fn a_routine_that_makes_a_list_stays_one() {
        let ops = called(Op::NewList { to: Slot(1) });
        assert!(matches!(ops[0], Op::Call { .. }));
        assert_eq!(ops.len(), 8);
    }
}
