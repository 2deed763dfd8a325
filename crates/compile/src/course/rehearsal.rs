//! Code for made-up positions: entries where play goes on, and answers to questions.

use cgml::model::{Expr, Type};
use cgml::source::SourceMap;
use cgml::vocabulary::sections::Section;
use engine::ids::{FAILED, Pc, Phase, Slot, Told};
use engine::op::Builder;
use engine::program::{AnswerInfo, EntryInfo, QuestionInfo, RehearsalInfo, ValueKind, cells};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::plan::layout::sort;
use crate::plan::rehearsal::{Question, sides};

/// Puts places where labels are.
pub(crate) fn resolve(info: &mut RehearsalInfo, labels: &[Option<u32>]) {
    let place = |pc: &mut Pc| pc.0 = labels[pc.index()].unwrap_or(0);
    place(&mut info.begin);
    place(&mut info.begin_as);
    info.entries
        .iter_mut()
        .for_each(|entry| place(&mut entry.at));
    info.questions
        .iter_mut()
        .for_each(|question| place(&mut question.at));
}

impl<'g> Compiler<'g> {
    /// Stops when the table is laid, and goes on from here.
    pub(crate) fn write_begin(&mut self) {
        if self.plan.rehearsal.is_none() {
            return;
        }
        self.code.end();
        let begin = self.code.here();
        if self.game.first_player.is_some() {
            self.write_first_player();
        }
        let begin_as = self.code.here();
        if let Some(info) = &mut self.plan.program.rehearsal {
            (info.begin, info.begin_as) = (begin.pc(), begin_as.pc());
        }
    }

    /// A phase is entered here.
    pub(crate) fn mark_phase(&mut self, state: u32, phase: u32) {
        if self.plan.rehearsal.is_some() {
            let label = self.code.here();
            self.course.phase_labels.push((state, phase, label));
        }
    }

    /// Tells that an event happens, and whose it is.
    pub(crate) fn tell(&mut self, event: &str, value: Value) {
        if self.plan.rehearsal.is_none() {
            return;
        }
        let tellings = &mut self.plan.program.tellings;
        let known = tellings.iter().position(|telling| telling == event);
        let what = known.unwrap_or_else(|| {
            tellings.push(event.to_owned());
            tellings.len() - 1
        });
        let taken = self.code.taken();
        let value = self.slot(value);
        self.code.tell(Told(what as u16), value);
        self.code.free(taken);
    }

    /// Writes the ways into phases and the questions.
    pub(crate) fn write_rehearsal(&mut self, sources: &SourceMap) {
        let Some(rehearsal) = self.plan.rehearsal else {
            return;
        };
        self.begin_part(Section::Given.name());
        let mut entries = Vec::new();
        for (state, phase, label) in std::mem::take(&mut self.course.phase_labels) {
            entries.push(self.write_entry(state, phase, label));
        }
        self.begin_part(Section::Then.name());
        let mut questions = Vec::new();
        for question in &rehearsal.questions {
            questions.push(self.write_question(*question, sources));
        }
        if let Some(info) = &mut self.plan.program.rehearsal {
            (info.entries, info.questions) = (entries, questions);
        }
    }

    /// The way into a phase in the middle of a turn.
    fn write_entry(&mut self, state: u32, phase: u32, label: Label) -> EntryInfo {
        let game = self.game;
        self.code.free(0);
        let at = self.code.here();
        self.set_cell(cells::STATE, state as i32);
        self.set_cell(cells::IN_TURN, 1);
        let seat = self.load(cells::CURRENT);
        let seat = self.slot(seat);
        self.code.store(cells::LAST_OWN, seat);
        if self.plan.uses.counts_turns {
            self.count_turn(seat);
        }
        if self.plan.uses.plans_phases {
            let listed = game.states[cgml::model::StateId(state)].phases.iter();
            let listed = listed.map(|phase| i64::from(phase.0)).collect();
            let phases = self.code.constant(listed);
            self.code.plan_phases(phases);
            let which = self.code.slot();
            self.code.go_to_phase(Phase(phase as u16), label);
            self.code.next_phase(which, label);
        }
        self.code.jump(label);
        self.code.free(0);
        EntryInfo {
            state: state as u16,
            phase: phase as u16,
            at: at.pc(),
        }
    }

    fn write_question(&mut self, question: Question<'g>, sources: &SourceMap) -> QuestionInfo {
        self.code.free(0);
        let (Question::Holds(expr) | Question::Cards(expr)) = question;
        self.code.at(expr.origin);
        let at = self.code.here();
        let sides = match question {
            Question::Holds(_) => sides(expr),
            Question::Cards(_) => Vec::new(),
        };
        let first = self.code.slots(1 + sides.len());
        let answer = match question {
            Question::Holds(_) => ValueKind::Truth,
            Question::Cards(_) => ValueKind::Cards,
        };
        let mut answers = vec![self.write_answer(expr, first, answer, sources)];
        for (number, side) in sides.into_iter().enumerate() {
            let to = Slot(first.0 + 1 + number as u8);
            answers.push(self.write_answer(side, to, sort(&side.ty), sources));
        }
        self.code.end();
        self.code.free(0);
        QuestionInfo {
            at: at.pc(),
            answers,
        }
    }

    fn write_answer(
        &mut self,
        expr: &'g Expr,
        to: Slot,
        sort: ValueKind,
        sources: &SourceMap,
    ) -> AnswerInfo {
        let taken = self.code.taken();
        let (failed, done) = (self.code.label(), self.code.label());
        let mut scope = Scope::new(failed);
        scope.locals = self.locals_of_expr(expr);
        let value = match sort {
            ValueKind::Cards if expr.ty == Type::Card => {
                let value = self.value_slot(expr, &scope);
                self.code.unless_there(value, failed);
                let list = self.code.slot();
                self.code.new_list(list);
                self.code.push(list, value);
                Value::In(list)
            }
            ValueKind::Cards => Value::In(self.gather_filtered(expr, None, &scope)),
            ValueKind::List | ValueKind::Groups => Value::In(self.gather(expr, &scope)),
            _ => self.value(expr, &scope),
        };
        self.put(to, value);
        self.code.jump(done);
        self.code.bind(failed);
        let value = self.code.constant(vec![FAILED]);
        self.code.set_wide(to, value);
        self.code.bind(done);
        self.code.free(taken);
        AnswerInfo {
            text: sources.text(expr.origin).to_owned(),
            // A pool is shown by how many pieces are in it.
            sort: match expr.ty {
                Type::Pool => ValueKind::Number,
                _ => sort,
            },
        }
    }
}
