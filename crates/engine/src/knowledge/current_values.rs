//! Current values of cards that differ from what is printed or was set: changed values, keywords that were given,
//! controllers.
//!
//! Rules compute that; a program says where ([`PresentInfo`]). What a rule computes may follow from cards that
//! a seat does not know, or from hidden values. Therefore a seat is shown what comes out when these cards are dealt to
//! their places and these values are set in two fixed ways, and only where it is the same both times: it depends on
//! nothing that is hidden.

use crate::event::{Event, Scene, Watch};
use crate::ids::Card;
use crate::position::{Position, Waiting};
use crate::program::{PresentInfo, PresentOf, Program};
use crate::redeal::Exchange;
use crate::run::run;
use crate::seen::Eyes;

/// The values at present that differ from what is printed or set: for each [`PresentInfo`] and each card or owner.
#[derive(Debug, Default)]
pub(crate) struct Present {
    changed: Vec<Vec<Option<i64>>>,
}

impl Present {
    /// The changed values of a card or an owner.
    pub(crate) fn of<'p>(
        &'p self,
        program: &'p Program,
        subject: usize,
    ) -> impl Iterator<Item = (&'p PresentInfo, i64)> {
        let changed = program.present.iter().zip(&self.changed);
        changed.filter_map(move |(info, values)| {
            let value = *values.get(subject)?;
            Some((info, value?))
        })
    }

    /// The value of something that an owner has.
    pub(crate) fn value(&self, info: usize, owner: usize) -> Option<i64> {
        *self.changed.get(info)?.get(owner)?
    }

    /// Only what is the same in both.
    fn agreed(mut self, other: &Self) -> Self {
        let both = self.changed.iter_mut().zip(&other.changed);
        for (value, other) in both.flat_map(|(one, other)| one.iter_mut().zip(other)) {
            if value != other {
                *value = None;
            }
        }
        self
    }
}

/// Sees nothing of what is evaluated; and because it watches, the interpreter does it.
struct Unseen;

impl Watch for Unseen {
    const ON: bool = true;

    fn event(&mut self, _: Scene<'_>, _: Event) {}
}

impl Position {
    /// The changed values that a viewer may see.
    pub(crate) fn present(&self, eyes: Eyes<'_>) -> Present {
        let program = eyes.program;
        if program.present.is_empty() {
            return Present::default();
        }
        if eyes.seat.is_none() {
            return self.work_out_present(program, |_| true);
        }
        let knows = |card: Card| eyes.knows(card);
        let dealt = |is_reversed: bool| {
            let exchange = Exchange::in_a_fixed_way(self, program, knows, is_reversed);
            let mut dealt = self.clone();
            dealt.exchange(program, &exchange);
            if let Some(seat) = eyes.seat {
                dealt.veil(program, seat, is_reversed);
            }
            dealt.work_out_present(program, knows)
        };
        dealt(false).agreed(&dealt(true))
    }

    fn work_out_present(&self, program: &Program, is_wanted: impl Fn(Card) -> bool) -> Present {
        let mut position = self.clone();
        position.remembered.clear();
        position.trials = 0;
        let is_seen = |card: Card| {
            let pile = &program.piles[self.table.pile_of(card).index()];
            !program.zones[usize::from(pile.zone)].internal && is_wanted(card)
        };
        let cards: Vec<bool> = (0..program.cards.len() as u16)
            .map(|card| is_seen(Card(card)))
            .collect();
        let changed = program.present.iter().map(|info| match info.of {
            PresentOf::Value | PresentOf::Keyword => cards
                .iter()
                .enumerate()
                .map(|(card, is_seen)| is_seen.then(|| position.work_out(program, info, card))?)
                .collect(),
            PresentOf::Variable(number) => {
                let owners = program.variables[usize::from(number)].owners.max(1);
                (0..usize::from(owners))
                    .map(|owner| position.work_out(program, info, owner))
                    .collect()
            }
            PresentOf::Computed(computed) => (0..usize::from(computed.owners.max(1)))
                .map(|owner| position.work_out(program, info, owner))
                .collect(),
        });
        Present {
            changed: changed.collect(),
        }
    }

    /// The current value of something, if it differs from the one without effects.
    fn work_out(&mut self, program: &Program, info: &PresentInfo, subject: usize) -> Option<i64> {
        self.frames.clear();
        self.lists.free(0);
        self.base = 0;
        self.pc = info.at;
        self.stack[0] = subject as i64;
        self.waiting = Waiting::Running;
        run(program, self, &mut Unseen);
        let is_known = self.waiting == Waiting::Over && self.stack[0] != self.stack[1];
        is_known.then(|| self.stack[0])
    }
}
