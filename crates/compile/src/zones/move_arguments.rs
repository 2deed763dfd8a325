//! Arguments of the card-move routine: passed in cells, which it reads and empties at once.

use engine::ids::{Cell, NOTHING, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::scope::Value;
use crate::zones::zone_capacity::Coming;

/// Registers of the arguments of a move.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MoveArguments {
    /// The slot that it asks for, and later the one that it gets.
    pub(crate) slot: Option<Slot>,
    /// The card that it covers or goes under.
    pub(crate) covered: Option<Slot>,
    /// The list of the cards under it.
    pub(crate) under: Option<Slot>,
    /// Pile that it would go to if it did not cease to exist.
    pub(crate) goal: Option<Slot>,
}

impl Compiler<'_> {
    /// Nothing goes along yet.
    pub(crate) fn clear_move_arguments(&mut self) {
        let links = &self.plan.layout.links;
        let cells = [links.asked_slot, links.covered];
        for cell in cells.into_iter().flatten() {
            self.pass(cell, Value::Known(NOTHING));
        }
    }

    fn pass(&mut self, cell: Cell, value: Value) {
        let taken = self.code.taken();
        let from = self.slot(value);
        self.code.store(cell, from);
        self.code.free(taken);
    }

    /// The card that moves next goes to a slot, if there is one that it asks for.
    pub(crate) fn ask_for_slot(&mut self, slot: Option<Value>) {
        if let (Some(cell), Some(slot)) = (self.plan.layout.links.asked_slot, slot) {
            self.pass(cell, slot);
        }
    }

    /// The card that moves next covers another one, or goes under it.
    pub(crate) fn ask_to_cover(&mut self, card: Value) {
        if let Some(cell) = self.plan.layout.links.covered {
            self.pass(cell, card);
        }
    }

    /// Takes the arguments of the current move.
    pub(crate) fn take_move_arguments(&mut self, to: Slot) -> MoveArguments {
        let links = &self.plan.layout.links;
        let (asked, covered) = (links.asked_slot, links.covered);
        let mut along = MoveArguments {
            slot: asked.map(|cell| self.take_passed(cell)),
            covered: covered.map(|cell| self.take_passed(cell)),
            ..MoveArguments::default()
        };
        if self.plan.layout.links.under.is_some() {
            let under = self.code.slot();
            self.set(under, NOTHING);
            along.under = Some(under);
        }
        if self.plan.layout.links.nowhere.is_some() {
            let goal = self.code.slot();
            self.put(goal, Value::In(to));
            along.goal = Some(goal);
        }
        along
    }

    fn take_passed(&mut self, cell: Cell) -> Slot {
        let to = self.code.slot();
        self.code.load(to, cell);
        self.pass(cell, Value::Known(NOTHING));
        to
    }

    /// Gives what goes along to another routine of a card that moves.
    pub(crate) fn pass_move_arguments(&mut self, along: MoveArguments) {
        self.ask_for_slot(along.slot.map(Value::In));
        if let Some(covered) = along.covered {
            self.ask_to_cover(Value::In(covered));
        }
    }

    /// The names of a card's move. Cards under others are not in play.
    pub(crate) fn names_of_move(&mut self, names: Slot, from: Slot, into: Slot) {
        let Some(nowhere) = self.plan.layout.links.nowhere else {
            return self.code.names_of(names, from, into);
        };
        let above = self.plan.layout.links.above.iter().enumerate();
        let piles = above.map(|(pile, above)| match *above {
            NOTHING => pile as i64,
            _ => i64::from(nowhere.0),
        });
        let piles: Vec<i64> = self.for_all_piles(piles.collect());
        let list = self.code.constant(piles);
        let taken = self.code.taken();
        let [from, into] = [from, into].map(|pile| {
            let to = self.code.slot();
            self.code.look_up(to, list, pile);
            to
        });
        self.code.names_of(names, from, into);
        self.code.free(taken);
    }

    /// A list with a value for each pile, also for those that were added later.
    pub(crate) fn for_all_piles(&self, mut list: Vec<i64>) -> Vec<i64> {
        for pile in list.len()..self.plan.program.piles.len() {
            list.push(pile as i64);
        }
        list
    }

    /// A card is about to be put into a pile: pieces on it, and cards under it or covered by it, make way.
    pub(crate) fn make_way(&mut self, coming: Coming, from: Slot) {
        self.hand_over_pieces(coming, from);
        self.gather_under(coming);
    }

    /// A card has been put into a pile: it gets its slot, and takes over what was on the card that it covers.
    pub(crate) fn settle_in(&mut self, coming: Coming) {
        self.settle_stack(coming);
        self.settle_slot(coming);
    }
}
