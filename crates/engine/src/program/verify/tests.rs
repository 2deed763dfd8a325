use super::*;
use crate::ids::{AskId, Cell, Phase, Pile, Seat, Slot};
use crate::tests::small;

fn problems(change: impl FnOnce(&mut Program)) -> Vec<String> {
    let mut program = small::program();
    change(&mut program);
    verify(&program).err().unwrap_or_default()
}

/// The problems of an op in place of the first one.
fn of(op: Op) -> Vec<String> {
    problems(|program| {
        program.constants = vec![vec![], vec![3, 999]];
        program.ops[0] = op;
        program.live = crate::live::registers(program);
    })
}

#[test]
fn a_program_that_keeps_its_promises_is_accepted() {
    assert_eq!(problems(|_| {}), [""; 0]);
    assert_eq!(verify(&small::pairs()), Ok(()));
}

#[test]
fn operands_that_are_not_there_are_found() {
    let to = Slot(0);
    let found = [
        of(Op::Set {
            to: Slot(16),
            value: 0,
        }),
        of(Op::Load { to, cell: Cell(99) }),
        of(Op::Count { to, pile: Pile(5) }),
        of(Op::Jump { to: Pc(1000) }),
        of(Op::Ask {
            ask: AskId(2),
            seat: to,
            meaning: to,
            value: to,
        }),
        of(Op::LoadAt {
            to,
            first: Cell(46),
            index: to,
            count: 2,
        }),
        of(Op::PileFor {
            to,
            first: Pile(4),
            seat: to,
            count: 2,
        }),
        of(Op::OfCard {
            to,
            facts: Constant(1),
            card: to,
        }),
        of(Op::UnlessRelated {
            a: to,
            b: to,
            relation: Constant(0),
            to: Pc(0),
        }),
        of(Op::SetWide {
            to,
            value: Constant(0),
        }),
        of(Op::SetWide {
            to,
            value: Constant(2),
        }),
        of(Op::Switch {
            a: to,
            first: 0,
            places: Constant(1),
        }),
        of(Op::CountAll {
            to,
            piles: Constant(1),
        }),
        of(Op::EnterPhase { phase: Phase(2) }),
        of(Op::Score {
            seat: Seat(2),
            from: to,
        }),
    ];
    assert_eq!(
        found.concat(),
        [
            "op 0 `Set`: `to` is Slot(s16), which is not there",
            "op 0 `Load`: `cell` is Cell(cell 99), which is not there",
            "op 0 `Count`: `pile` is Pile(pile 5), which is not there",
            "op 0 `Jump`: `to` is Pc(@1000), which is not there",
            "op 0 `Ask`: `ask` is Ask(ask 2), which is not there",
            "op 0 `LoadAt`: there is no cell 47",
            "op 0 `PileFor`: there are no 2 piles",
            "op 0 `OfCard`: the constant has 2 values instead of 12",
            "op 0 `UnlessRelated`: the constant has 0 values instead of 12",
            "op 0 `SetWide`: the constant is empty",
            "op 0 `SetWide`: `value` is Constant(constant 2), which is not there",
            "op 0 `Switch`: there is no op 999",
            "op 0 `CountAll`: there is no pile 999",
            "op 0 `EnterPhase`: `phase` is Phase(phase 2), which is not there",
            "op 0 `Score`: `seat` is Seat(seat 2), which is not there",
        ]
    );
}

#[test]
fn a_program_does_not_run_off_its_end() {
    let found = problems(|program| {
        program.ops.push(Op::NewChoices {});
        program.origins.push(0);
    });
    let last = small::program().ops.len();
    assert_eq!(
        found,
        [format!("op {last} `NewChoices`: nothing comes after it")]
    );
}

#[test]
fn tables_that_do_not_fit_together_are_found() {
    let found = problems(|program| {
        program.origins.pop();
        program.columns[0].values.pop();
        program.columns[1].sort = ValueKind::Word(0);
        program.cards[3].start = 9;
        program.variables[0].first = 0;
        program.piles[2].zone = 0;
        program.live = Default::default();
    });
    assert_eq!(
        found[..7],
        [
            "60 ops have 59 origins",
            "zone `hand` has other piles",
            "pile 2 is in no zone",
            "card `4♥` begins nowhere",
            "column `suit` has 9 values for 10 cards",
            "column `rank` has values that are no words",
            "variable `score` is in cells that are not its own",
        ]
    );
    assert_eq!(found.len(), 7 + 4, "three questions and a call");
}
