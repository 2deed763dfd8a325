//! One moment: what a step does to several cards happens at the same time.
//!
//! Events are counted, so that what is triggered by an earlier one comes first. Going through several cards, the
//! count goes back for each of them: the first event of every card is at one time, then the second.

use engine::ids::{Cell, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::Value;

/// A step that does the same to several cards.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    stamp: Cell,
    /// The count when it began.
    begun: Slot,
    /// The largest count that was reached.
    last: Slot,
}

impl Compiler<'_> {
    /// A step begins that does the same to several cards; nothing if the order of events does not matter.
    pub(crate) fn begin_moment(&mut self) -> Option<Moment> {
        let stamp = self.events.waiting.stamp?;
        let (begun, last) = (self.code.slot(), self.code.slot());
        for to in [begun, last] {
            self.code.load(to, stamp);
        }
        Some(Moment { stamp, begun, last })
    }

    /// The next card's turn: its events are counted from where the moment began.
    pub(crate) fn next_in_moment(&mut self, moment: Option<Moment>) {
        if let Some(moment) = moment {
            self.note_last(moment);
            self.code.store(moment.stamp, moment.begun);
        }
    }

    /// All cards had their turn: what follows comes later than anything of the moment.
    pub(crate) fn end_moment(&mut self, moment: Option<Moment>) {
        if let Some(moment) = moment {
            self.note_last(moment);
            self.code.store(moment.stamp, moment.last);
        }
    }

    /// Ends the moment and goes on, or, for those who come by the label `failed`, ends it and goes to `fail`.
    pub(crate) fn end_moment_or_fail(
        &mut self,
        moment: Option<Moment>,
        failed: Label,
        fail: Label,
    ) {
        let done = self.code.label();
        self.end_moment(moment);
        self.code.jump(done);
        self.code.bind(failed);
        self.end_moment(moment);
        self.code.jump(fail);
        self.code.bind(done);
    }

    fn note_last(&mut self, Moment { stamp, last, .. }: Moment) {
        let taken = self.code.taken();
        let next = self.code.label();
        let now = self.code.slot();
        self.code.load(now, stamp);
        self.code.unless_less(last, now, next);
        self.put(last, Value::In(now));
        self.code.bind(next);
        self.code.free(taken);
    }
}
