//! Routines: pieces of code that are called from several places, written once.

use std::collections::HashMap;

use engine::table::Placement;

use crate::compiler::Compiler;
use crate::emit::builder::Label;

/// A piece of code that is called from several places.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Routine {
    /// A card moves, and rules listen.
    Move {
        /// The place and the side with which it is put.
        how: Placement,
        /// True if the table is being laid.
        is_setup: bool,
    },
    /// A card moves that rules have heard of before.
    MoveOn {
        /// The place and the side with which it is put.
        how: Placement,
        /// True if something may replace it again.
        again: bool,
    },
    /// A card is revealed, and rules listen.
    Reveal,
    /// Pieces of a resource move; nobody listens while the table is laid.
    Transfer {
        /// True if the table is being laid.
        is_setup: bool,
    },
    /// Pieces of a resource move that rules have heard of before.
    TransferOn {
        /// True if something may replace it again.
        again: bool,
    },
    /// Executes delayed steps.
    Delayed(u32),
    /// A zone is shuffled, and rules listen.
    Shuffle,
    /// A defined effect; nobody listens while the table is laid.
    Effect {
        /// Number of the definition.
        definition: u32,
        /// True if the table is being laid.
        is_setup: bool,
        /// True if it is part of a cost.
        is_cost: bool,
    },
    /// A defined effect that rules have heard of before.
    EffectOn {
        /// Number of the definition.
        definition: u32,
        /// True if it is part of a cost.
        is_cost: bool,
        /// True if something may replace it again.
        again: bool,
    },
    /// A declared event happens.
    Declared(u32),
    /// An ability begins to wait.
    Wait,
    /// Everything that waits is resolved.
    Round,
    /// An ability is resolved.
    Ability(u32),
    /// A value after its changes.
    Changed(
        crate::plan::effects::continuous_values::Thing,
        crate::plan::effects::continuous_values::Reading,
    ),
    /// True if a card has a keyword.
    Keyword(u32),
    /// Ends the durations on a card: of its keywords, or of all else.
    EndOn {
        /// True if it is about keywords.
        of_keywords: bool,
    },
    /// The next ability that waits becomes a link of a chain.
    ChainNext,
    /// Players respond to the last link of a chain.
    Respond,
    /// All checks are made.
    Checks,
    /// One check is made.
    Check(u32),
    /// Something is tested that always holds.
    Invariant(u32),
}

/// The routines that were called.
#[derive(Debug, Default)]
pub(crate) struct Routines {
    /// Those still to be written.
    pub(crate) queue: Vec<(Label, Routine)>,
    /// The beginning of each.
    pub(crate) known: HashMap<Routine, Label>,
}

impl Compiler<'_> {
    /// Label of a routine; its code is written later.
    pub(crate) fn routine(&mut self, routine: Routine) -> Label {
        if let Some(known) = self.code.routines.known.get(&routine) {
            return *known;
        }
        let label = self.code.label();
        self.code.routines.known.insert(routine.clone(), label);
        self.code.routines.queue.push((label, routine));
        label
    }

    pub(crate) fn write_routine(&mut self, label: Label, routine: &Routine) {
        self.code.free(0);
        self.code.bind(label);
        match routine {
            Routine::Move { how, is_setup } => self.write_move(*how, *is_setup),
            Routine::MoveOn { how, again } => self.write_move_on(*how, *again),
            Routine::Reveal => self.write_reveal(),
            Routine::Shuffle => self.write_shuffle(),
            Routine::Delayed(number) => self.write_delayed(*number as usize),
            Routine::Transfer { is_setup } => self.write_transfer(*is_setup),
            Routine::TransferOn { again } => self.write_transfer_on(*again),
            Routine::Effect {
                definition,
                is_setup,
                is_cost,
            } => {
                let id = cgml::model::DefinitionId(*definition);
                self.write_effect(id, *is_setup, *is_cost);
            }
            Routine::EffectOn {
                definition,
                is_cost,
                again,
            } => {
                let id = cgml::model::DefinitionId(*definition);
                self.write_effect_on(id, *is_cost, *again);
            }
            Routine::Declared(event) => self.write_declared(cgml::model::EventId(*event)),
            Routine::Wait => self.write_wait(),
            Routine::Round => self.write_round(),
            Routine::Ability(number) => self.write_ability(*number as usize),
            Routine::Changed(thing, reading) => self.write_changed(*thing, *reading),
            Routine::Keyword(keyword) => self.write_keyword(cgml::model::KeywordId(*keyword)),
            Routine::EndOn { of_keywords } => self.write_end_on(*of_keywords),
            Routine::ChainNext => self.write_chain_next(),
            Routine::Respond => self.write_respond(),
            Routine::Checks => self.write_checks(),
            Routine::Check(number) => self.write_check(*number as usize),
            Routine::Invariant(number) => self.write_invariant(*number as usize),
        }
    }
}
