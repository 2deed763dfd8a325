//! What a game needs besides for made-up positions: places where it can go on, and questions about it.

use cgml::model::visit::each_expr;
use cgml::model::{CardDefId, Expr, ExprKind, Game, Type};
use cgml::source::SourceMap;
use engine::ids::{FAILED, Pc, Pile, Slot};
use engine::op::Op;
use engine::program::{
    AnswerInfo, CardInfo, EntryInfo, PileInfo, Program, QuestionInfo, RehearsalInfo, Sort, Text,
    ZoneInfo, cells,
};

use crate::code::Label;
use crate::compiler::Compiler;
use crate::layout::{sort, text};
use crate::scope::{Scope, Value};

/// What is wanted for made-up positions of a game.
#[derive(Debug, Clone, Default)]
pub struct Rehearsal<'g> {
    /// What will be asked.
    pub questions: Vec<Question<'g>>,
    /// Cards besides those of the decks, each with the seat whose it is. They begin out of the game.
    pub cards: Vec<(CardDefId, Option<u8>)>,
}

impl Rehearsal<'_> {
    /// Whether a question is about how many turns a player has begun.
    pub(crate) fn asks_for_turns(&self) -> bool {
        self.questions.iter().any(|question| {
            let (Question::Holds(expr) | Question::Cards(expr)) = question;
            let mut asks = false;
            each_expr(expr, &mut |inner| {
                asks |= matches!(inner.kind, ExprKind::Field("turns", _));
            });
            asks
        })
    }
}

/// A question about positions.
#[derive(Debug, Clone, Copy)]
pub enum Question<'g> {
    /// Whether an expression holds.
    Holds(&'g Expr),
    /// Which cards an expression gives.
    Cards(&'g Expr),
}

/// How many values an answer is explained with.
const MOST_SIDES: usize = 8;

/// The place for cards that are out of the game, and the cards that begin there.
pub(crate) fn lay_out(
    game: &Game,
    rehearsal: &Rehearsal<'_>,
    program: &mut Program,
    owners: &mut Vec<i64>,
) {
    let outside = Pile(program.piles.len() as u16);
    program.piles.push(PileInfo {
        zone: program.zones.len() as u16,
        capacity: u16::MAX,
        ..PileInfo::default()
    });
    program.zones.push(ZoneInfo {
        name: Text {
            id: "out of the game".to_owned(),
            texts: Vec::new(),
        },
        first: outside.0,
        count: 1,
        internal: false,
    });
    for (card, owner) in &rehearsal.cards {
        program.cards.push(CardInfo {
            name: text(&game.cards[*card].name, &game.cards[*card].title),
            kind: card.0 as u16,
            start: outside.0,
            back: owner.map_or(0, |owner| 1 + u16::from(owner)),
        });
        owners.push(owner.map_or(engine::ids::NOTHING, i64::from));
    }
    program.rehearsal = Some(RehearsalInfo {
        outside,
        ..RehearsalInfo::default()
    });
}

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
        if self.rehearsal.is_none() {
            return;
        }
        self.code.emit(Op::End {});
        let begin = self.code.here();
        if self.game.first_player.is_some() {
            self.write_first_player();
        }
        let begin_as = self.code.here();
        if let Some(info) = &mut self.program.rehearsal {
            (info.begin, info.begin_as) = (begin.pc(), begin_as.pc());
        }
    }

    /// A phase is entered here.
    pub(crate) fn mark_phase(&mut self, state: u32, phase: u32) {
        if self.rehearsal.is_some() {
            let label = self.code.here();
            self.phase_labels.push((state, phase, label));
        }
    }

    /// Tells that an event happens, and whose it is.
    pub(crate) fn tell(&mut self, event: &str, value: Value) {
        if self.rehearsal.is_none() {
            return;
        }
        let tellings = &mut self.program.tellings;
        let known = tellings.iter().position(|telling| telling == event);
        let what = known.unwrap_or_else(|| {
            tellings.push(event.to_owned());
            tellings.len() - 1
        });
        let taken = self.code.taken();
        let value = self.slot(value);
        self.code.emit(Op::Tell {
            what: engine::ids::Constant(what as u16),
            value,
        });
        self.code.free(taken);
    }

    /// Writes the ways into phases and the questions.
    pub(crate) fn write_rehearsal(&mut self, sources: &SourceMap) {
        let Some(rehearsal) = self.rehearsal else {
            return;
        };
        self.begin_part("given");
        let mut entries = Vec::new();
        for (state, phase, label) in std::mem::take(&mut self.phase_labels) {
            entries.push(self.write_entry(state, phase, label));
        }
        self.begin_part("then");
        let mut questions = Vec::new();
        for question in &rehearsal.questions {
            questions.push(self.write_question(*question, sources));
        }
        if let Some(info) = &mut self.program.rehearsal {
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
        self.code.emit(Op::Store {
            cell: cells::LAST_OWN,
            from: seat,
        });
        if self.uses.counts_turns {
            self.count_turn(seat);
        }
        if self.uses.plans_phases {
            let listed = game.states[cgml::model::StateId(state)].phases.iter();
            let listed = listed.map(|phase| i64::from(phase.0)).collect();
            let phases = self.code.constant(listed);
            self.code.emit(Op::PlanPhases { phases });
            let which = self.code.slot();
            self.code.emit(Op::GoToPhase {
                phase: phase as u16,
                otherwise: label.pc(),
            });
            self.code.emit(Op::NextPhase {
                to: which,
                done: label.pc(),
            });
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
            Question::Holds(_) => Sort::Truth,
            Question::Cards(_) => Sort::Cards,
        };
        let mut answers = vec![self.write_answer(expr, first, answer, sources)];
        for (number, side) in sides.into_iter().enumerate() {
            let to = Slot(first.0 + 1 + number as u8);
            answers.push(self.write_answer(side, to, sort(&side.ty), sources));
        }
        self.code.emit(Op::End {});
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
        sort: Sort,
        sources: &SourceMap,
    ) -> AnswerInfo {
        let taken = self.code.taken();
        let (failed, done) = (self.code.label(), self.code.label());
        let mut scope = Scope::new(failed);
        scope.locals = self.locals_of_expr(expr);
        let value = match sort {
            Sort::Cards if expr.ty == Type::Card => {
                let value = self.value_slot(expr, &scope);
                self.code.emit(Op::UnlessThere {
                    a: value,
                    to: failed.pc(),
                });
                let list = self.code.slot();
                self.code.emit(Op::NewList { to: list });
                self.code.emit(Op::Push { list, value });
                Value::In(list)
            }
            Sort::Cards => Value::In(self.gather_filtered(expr, None, &scope)),
            Sort::List | Sort::Groups => Value::In(self.gather(expr, &scope)),
            _ => self.value(expr, &scope),
        };
        self.put(to, value);
        self.code.jump(done);
        self.code.bind(failed);
        let value = self.code.constant(vec![FAILED]);
        self.code.emit(Op::SetWide { to, value });
        self.code.bind(done);
        self.code.free(taken);
        AnswerInfo {
            text: sources.text(expr.origin).to_owned(),
            // A pool is shown by how many pieces are in it.
            sort: match expr.ty {
                Type::Pool => Sort::Number,
                _ => sort,
            },
        }
    }
}

/// The values that a fact compares: the operands of its comparisons that are not constants.
fn sides(fact: &Expr) -> Vec<&Expr> {
    let mut sides = Vec::new();
    add_sides(fact, &mut sides);
    sides.truncate(MOST_SIDES);
    sides
}

fn add_sides<'e>(fact: &'e Expr, sides: &mut Vec<&'e Expr>) {
    let ExprKind::Operator(operation) = &fact.kind else {
        return;
    };
    match operation.operator.name {
        "and" | "or" | "not" => {
            for operand in &operation.operands {
                add_sides(operand, sides);
            }
        }
        "isEqual" | "isLessThan" | "isGreaterThan" => {
            let operands = operation.operands.iter();
            sides.extend(operands.filter(|operand| !is_constant(operand)));
        }
        _ => {}
    }
}

fn is_constant(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Literal(_)
            | ExprKind::Phase(_)
            | ExprKind::State(_)
            | ExprKind::CardName(_)
            | ExprKind::Kind(_)
            | ExprKind::Team(_)
            | ExprKind::PlayerAt(_)
    )
}
