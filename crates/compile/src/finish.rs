//! Finishing a program: names, origins of ops, liveness, and its fingerprint.

use std::collections::HashMap;

use cgml::source::{SourceMap, Span};
use cgml::vocabulary::Language;
use engine::ids::Pc;
use engine::lists::ListVerb;
use engine::op::Op;
use engine::program::{Place, Program, Text};

use crate::compiler::Compiler;
use crate::course::rehearsal;
use crate::emit::builder::Origin;

impl Compiler<'_> {
    /// The program of resolved code; `labels` are the places of all labels.
    pub(crate) fn finish(mut self, sources: &SourceMap, labels: &[Option<u32>]) -> Program {
        let pending = [self.pending_links(), self.pending_abilities()];
        let mut program = std::mem::take(&mut self.plan.program);
        program.pending = pending.into_iter().flatten().collect();
        for info in &mut program.present {
            info.at = Pc(self.code.entries()[info.at.index()]);
        }
        if let Some(info) = &mut program.rehearsal {
            rehearsal::resolve(info, labels);
            info.turn_counts = self.course.turn_counts;
        }
        self.name_parts(&mut program);
        self.note_origins(sources, &mut program);
        self.mark_idle_slots(&mut program);
        program.frame = self.code.frame_size() as u16;
        program.cells = self.plan.layout.cells();
        program.decks = self.plan.setting.decks.texts;
        program.regulation = self.plan.setting.decks.regulation;
        program.ops = self.code.ops;
        program.texts = self.plan.layout.texts;
        program.constants = self.code.constants;
        // A game that is rehearsed goes on from many places and is compiled for a few moves only: there it
        // takes more time than it could save.
        if program.rehearsal.is_none() {
            program.live = engine::live::registers(&program);
            program.taint = engine::live::taint(&program);
        }
        program.sorted = sorted(&program);
        program.set_fingerprint();
        program
    }

    fn name_parts(&self, program: &mut Program) {
        let game = self.game;
        program.name = game.meta.name.of(Language::English.code()).to_owned();
        program.seats = self.plan.setting.players;
        program.called = crate::plan::symbols::called(game);
        program.colors = game.look.face.colors.clone();
        program.states = names(game.states.iter().map(|state| (&state.name, &state.text)));
        program.phases = names(game.phases.iter().map(|phase| (&phase.name, &phase.text)));
        program.rules = game.rules.names().map(str::to_owned).collect();
        program.direction = self.plan.uses.direction;
        let rng = game.meta.rng;
        program.seed = rng.deterministic.then_some(rng.seed.unwrap_or(0));
    }

    /// The places in the author's files that ops and meanings come from, each once.
    fn note_origins(&self, sources: &SourceMap, program: &mut Program) {
        let mut known: HashMap<(Option<Span>, u32, u32), u32> = HashMap::new();
        let mut number = |program: &mut Program, place: Origin| {
            let next = known.len() as u32;
            let key = (place.span, place.part, place.step);
            *known.entry(key).or_insert_with(|| {
                program
                    .places
                    .push(place_of(sources, &self.code.parts, place));
                next
            })
        };
        for place in &self.code.spans {
            let number = number(program, *place);
            program.origins.push(number);
        }
        for place in &self.code.meaning_origins {
            let number = number(program, *place);
            program.meaning_places.push(number);
        }
    }

    /// Slots that no rule distinguishes are no part of what a position is compared by.
    fn mark_idle_slots(&self, program: &mut Program) {
        let links = &self.plan.layout.links;
        if let (Some(slots), None, false) = (links.slots, links.arrivals, self.zones.slots_differ) {
            for mark in &mut program.marks {
                mark.idle = mark.first == slots;
            }
        }
    }
}

fn names<'a>(all: impl Iterator<Item = (&'a String, &'a cgml::model::Prose)>) -> Vec<Text> {
    all.map(|(name, prose)| crate::plan::texts::text(name, prose))
        .collect()
}

fn place_of(sources: &SourceMap, parts: &[String], place: Origin) -> Place {
    let part = (place.part as usize)
        .checked_sub(1)
        .and_then(|part| parts.get(part));
    let (file, line, column) = match place.span {
        Some(span) => {
            let file = sources.file(span.file).path().to_owned();
            let place = sources.place(span);
            (file, place.line, place.column)
        }
        None => (String::new(), 0, 0),
    };
    Place {
        file,
        line,
        column,
        part: part.cloned().unwrap_or_default(),
        step: place.step,
    }
}

/// The meanings whose choices may be in an order that rules have made. Cards offered as they lie are in no such
/// order.
fn sorted(program: &Program) -> Vec<bool> {
    let sorts = |op: &Op| {
        let Op::List { verb, .. } = op else {
            return false;
        };
        matches!(verb, ListVerb::SortBy | ListVerb::GroupBy)
    };
    if !program.ops.iter().any(sorts) {
        return Vec::new();
    }
    let mut sorted = vec![false; program.meanings.len()];
    for op in &program.ops {
        if let Op::Offer { meaning, .. } | Op::OfferList { meaning, .. } = op {
            sorted[meaning.index()] = true;
        }
    }
    sorted
}
