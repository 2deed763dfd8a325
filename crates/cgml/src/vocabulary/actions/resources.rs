//! Pieces in pools: crystals, life, mana.

use super::Outcome::Number as GivesNumber;
use super::actions;
use crate::vocabulary::shape::Key;
use crate::vocabulary::shape::Shape::{Count, Flag, Operand};
use crate::vocabulary::want::Want::Pool;

const COUNT: Key = Key::optional("count", Count, "How many; 1 if left out.");

actions! {
    Transfer "TRANSFER" V1_4 GivesNumber, 3 [MayBreak, ChangesPools]
        "Moves pieces from one pool to another: as many as there are and as there is room for. The number moved is the result."
        "move [{count}|1] from {from} to {to}[{?exactly}, all or nothing]" "{from}から{to}へ[{count}|1]つ[{?exactly}（全部できる場合のみ）]移す"
        {
            Key::required("from", Operand(Pool), "The pool they leave.");
            Key::required("to", Operand(Pool), "The pool they go to.");
            COUNT;
            Key::optional("exactly", Flag, "Whether it fails, with nothing moved, if not all can be moved: for costs.");
        }
    Gain "GAIN" V1_4 GivesNumber, 2 [MayBreak, ChangesPools]
        "Adds pieces to a pool of a resource that has no fixed total; stops at its maximum."
        "increase {pool} by [{count}|1]" "{pool}を[{count}|1]だけ増やす"
        { Key::required("pool", Operand(Pool), "The pool."); COUNT; }
    Spend "SPEND" V1_4 GivesNumber, 2 [MayBreak, ChangesPools]
        "Takes pieces out of a pool of a resource that has no fixed total; fails, with nothing taken, if there are fewer."
        "spend [{count}|1] from {pool}" "{pool}を[{count}|1]だけ支払う"
        { Key::required("pool", Operand(Pool), "The pool."); COUNT; }
    Reduce "REDUCE" V1_4 GivesNumber, 2 [MayBreak, ChangesPools]
        "Takes pieces out of a pool of a resource that has no fixed total: as many as there are, down to its minimum. For damage."
        "reduce {pool} by [{count}|1]" "{pool}を[{count}|1]だけ減らす"
        { Key::required("pool", Operand(Pool), "The pool."); COUNT; }
}
