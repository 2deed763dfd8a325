//! State of the compiler, and the order in which a program is written.

use cgml::model::Game;
use cgml::source::{SourceMap, Span};
use engine::program::Program;

use crate::abilities::Abilities;
use crate::course::Course;
use crate::emit::builder::Code;
use crate::events::Events;
use crate::moves::Moves;
use crate::plan::Plan;
use crate::plan::refusal::Refusal;
use crate::plan::rehearsal::Rehearsal;
use crate::plan::settings::Settings;
use crate::zones::Zones;

/// A game that is being compiled. Each folder owns a part of the state, and adds its functions.
pub(crate) struct Compiler<'g> {
    pub(crate) game: &'g Game,
    pub(crate) plan: Plan<'g>,
    pub(crate) code: Code,
    pub(crate) zones: Zones,
    pub(crate) events: Events<'g>,
    pub(crate) abilities: Abilities<'g>,
    pub(crate) moves: Moves,
    pub(crate) course: Course,
}

impl<'g> Compiler<'g> {
    pub(crate) fn new(
        game: &'g Game,
        settings: &Settings,
        rehearsal: Option<&'g Rehearsal<'g>>,
    ) -> Result<Self, Refusal> {
        let plan = Plan::new(game, settings, rehearsal)?;
        let mut code = Code::default();
        let mut compiler = Self {
            game,
            zones: Zones::new(game, &plan),
            events: Events::default(),
            abilities: Abilities::new(game, &plan),
            moves: Moves::default(),
            course: Course::new(game, &plan, &mut code),
            plan,
            code,
        };
        compiler.refuse_what_is_missing();
        compiler.lay_out_waiting();
        compiler.lay_out_continuous();
        compiler.lay_out_delayed();
        compiler.lay_out_once();
        compiler.lay_out_checks();
        compiler.lay_out_invariants();
        compiler.lay_out_reasons();
        Ok(compiler)
    }

    pub(crate) fn program(mut self, sources: &SourceMap) -> Result<Program, Refusal> {
        self.write_flow();
        self.write_rehearsal(sources);
        self.write_current_values();
        while let Some((label, routine)) = self.code.routines.queue.pop() {
            self.write_routine(label, &routine);
        }
        self.write_resets();
        if self.plan.setting.open_chance {
            self.open_chance();
        }
        if let Some(cache) = self.events.check_cache {
            let seats = self.plan.setting.players;
            crate::passes::check_cache::watch(&mut self.code, &self.plan.program, seats, cache);
        }
        let labels = self.code.resolve()?;
        // A made-up position enters code anywhere: nothing of it may be left out.
        if self.plan.rehearsal.is_none() {
            crate::passes::shorten(&mut self.code);
        }
        Ok(self.finish(sources, &labels))
    }

    /// Refuses the game, because something in it cannot be played yet.
    pub(crate) fn not_yet(&mut self, what: impl Into<String>, place: Span) {
        self.code.refuse(Refusal::NotYet {
            what: what.into(),
            place: Some(place),
        });
    }
}
