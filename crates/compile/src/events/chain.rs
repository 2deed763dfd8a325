//! Chains: effects that wait for responses, and are resolved the last one first.
//!
//! A chain is a row of calls. What makes a link pays for it, chooses its targets, and calls the routine in which
//! the players respond; a response is made inside of that call, and so is whatever responds to it. When nobody
//! responds any more, the calls come back one after the other, and each link does what it does.

use cgml::model::{AbilitySort, MoveId, Target, Type};
use cgml::vocabulary::parameters::Parameter;
use cgml::vocabulary::prompts::RESPOND;
use cgml::vocabulary::sections::Section;
use engine::fault::StopReason;
use engine::ids::{Cell, NOTHING, Slot};
use engine::op::Builder;
use engine::program::{PendingInfo, PendingOrder, ValueKind};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::questions::{After, Pass};
use crate::emit::scope::{Scope, Value};
use crate::plan::layout::position_tables::PositionTable;
use crate::plan::texts::question;
use crate::plan::texts::text;
use crate::routines::Routine;
use cgml::vocabulary::resolution::Policy;

/// The number of links that a chain may have.
const MOST_LINKS: u16 = 12;

/// The parts of a link.
const SPEED: usize = 0;

const SEAT: usize = 2;

const CANCELLED: usize = 3;

/// The card of a link, and which ability or move it is.
const CARD: usize = 1;

const WHAT: usize = 4;

/// The source of a link.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Linked {
    /// An ability, by its number.
    Ability(usize),
    /// A move that can be responded to.
    Move(MoveId),
}

/// A target that was chosen, and where it lay then.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chosen {
    local: Slot,
    place: Slot,
    /// True if several cards were chosen.
    is_list: bool,
}

/// Cells and tables of a chain.
#[derive(Debug, Clone, Default)]
pub(crate) struct Chain {
    /// The links that are not resolved yet: speed, card, player, whether it was cancelled, and what it is.
    links: PositionTable,
    /// The number of waiting abilities that belong to the new chain.
    left: Cell,
    /// True if the ability that was resolved last became a link.
    made: Cell,
}

impl Compiler<'_> {
    /// Lays out a chain, if the game has one.
    pub(crate) fn lay_out_chain(&mut self) {
        if self.game.resolution.policy != Policy::Chain {
            return;
        }
        let sorts = [
            ValueKind::Number,
            ValueKind::Card,
            ValueKind::Player,
            ValueKind::Truth,
            ValueKind::Number,
        ];
        let links = self.new_table(Policy::Chain.name(), MOST_LINKS, &sorts);
        let (left, made) = (self.plan.layout.new_cell(), self.plan.layout.new_cell());
        self.events.chain = Some(Chain { links, left, made });
    }

    /// The links of a chain, for those who look.
    pub(crate) fn pending_links(&self) -> Option<PendingInfo> {
        let links = &self.events.chain.as_ref()?.links;
        let abilities =
            (0..self.abilities.carried.len()).map(|number| self.name_of_ability(number));
        let moves = self.game.moves.iter();
        let moves = moves.map(|def| text(&def.name, &def.text));
        Some(PendingInfo {
            count: links.count,
            what: links.part(WHAT),
            player: links.part(SEAT),
            card: links.part(CARD),
            cancelled: Some(links.part(CANCELLED)),
            since: None,
            names: abilities.chain(moves).collect(),
            order: PendingOrder::LastFirst,
        })
    }

    /// Makes a link of the chain: others may respond, and then execution continues here. Goes to
    /// `cancelled` if it was cancelled.
    pub(crate) fn make_link(
        &mut self,
        what: Linked,
        speed: i64,
        card: Value,
        seat: Value,
        next: &Routine,
        cancelled: Label,
    ) {
        let Some(chain) = self.events.chain.clone() else {
            return;
        };
        let (full, there) = (self.code.label(), self.code.label());
        let what = match what {
            Linked::Ability(number) => number,
            Linked::Move(id) => self.abilities.carried.len() + id.0 as usize,
        };
        let what = Value::Known(what as i64);
        let row = [Value::Known(speed), card, seat, Value::Known(0), what];
        self.add_row(&chain.links, &row, full);
        self.code.jump(there);
        self.code.bind(full);
        self.code.stop(StopReason::TooMuchWaits);
        self.code.bind(there);
        let responded = self.code.label();
        let scope = Scope::new(responded);
        self.call_with(next.clone(), &[], &scope);
        self.code.bind(responded);
        let last = self.last_link(&chain.links);
        let flag = self.part_of_row(&chain.links, last, CANCELLED);
        self.remove_row(&chain.links, last);
        self.code.unless_is(flag, 0, cancelled);
    }

    /// A triggered ability becomes a link: the others that wait with it become links first.
    pub(crate) fn make_link_of_trigger(
        &mut self,
        number: usize,
        entry: Slot,
        scope: &Scope,
        cancelled: Label,
    ) {
        let Some(chain) = self.events.chain.clone() else {
            return;
        };
        let speed = self.abilities.carried[number].ability.speed.unwrap_or(0);
        let card = scope.this.unwrap_or(Value::In(entry));
        self.set_cell(chain.made, 1);
        let next = Routine::ChainNext;
        let ability = self.abilities.carried[number].ability;
        let places = self.note_places(&ability.targets, scope);
        let what = Linked::Ability(number);
        self.make_link(what, speed, card, Value::In(entry), &next, cancelled);
        self.lose_what_moved(&places);
    }

    /// Notes the piles of the cards that were chosen as targets.
    pub(crate) fn note_places(&mut self, targets: &[Target], scope: &Scope) -> Vec<Chosen> {
        let mut places = Vec::new();
        for target in targets {
            let Some(Value::In(local)) = scope.local(target.local) else {
                continue;
            };
            if target.from.ty.element() != Some(&Type::Card) {
                continue;
            }
            let is_list = self.is_list_of_targets(target);
            let place = self.code.slot();
            if is_list {
                self.code.new_list(place);
                let taken = self.code.taken();
                let inner = Scope::new(scope.fail);
                self.each_item(local, &inner, &mut |compiler, _, card, _| {
                    let card = compiler.slot(card);
                    let value = compiler.code.slot();
                    compiler.code.pile_of(value, card);
                    compiler.code.push(place, value);
                });
                self.code.free(taken);
            } else {
                self.code.pile_of(place, local);
            }
            places.push(Chosen {
                local,
                place,
                is_list,
            });
        }
        places
    }

    /// Chosen cards that have moved since count as nothing.
    pub(crate) fn lose_what_moved(&mut self, chosen: &[Chosen]) {
        for Chosen {
            local,
            place,
            is_list,
        } in chosen.iter().copied()
        {
            let taken = self.code.taken();
            let (now, stays) = (self.code.slot(), self.code.label());
            if is_list {
                let (kept, index) = (self.code.slot(), self.code.slot());
                self.code.new_list(kept);
                self.set(index, -1);
                let inner = Scope::new(stays);
                self.each_item(local, &inner, &mut |compiler, _, card, next| {
                    let card = compiler.slot(card);
                    let before = compiler.code.slot();
                    compiler.code.add_number(index, index, 1);
                    compiler.code.item_at(before, place, index);
                    compiler.code.pile_of(now, card);
                    compiler.code.unless_equal(now, before, next);
                    compiler.code.push(kept, card);
                });
                self.put(local, Value::In(kept));
            } else {
                self.code.pile_of(now, local);
                self.code.unless_different(now, place, stays);
                self.set(local, NOTHING);
            }
            self.code.bind(stays);
            self.code.free(taken);
        }
    }

    /// The index of the last link; −1 if there is none.
    fn last_link(&mut self, links: &PositionTable) -> Slot {
        let last = self.code.slot();
        self.code.load(last, links.count);
        self.code.add_number(last, last, -1);
        last
    }

    /// All abilities that wait now begin a chain.
    pub(crate) fn begin_chain_of_triggers(&mut self, again: Label) {
        let (Some(chain), Some(rows)) =
            (self.events.chain.clone(), self.events.waiting.rows.clone())
        else {
            return;
        };
        let count = self.load(rows.count);
        let from = self.slot(count);
        self.code.store(chain.left, from);
        let scope = Scope::new(again);
        self.call_with(Routine::ChainNext, &[], &scope);
        self.code.jump(again);
    }

    /// The routine in which the next of the abilities that wait becomes a link; after the last one the players
    /// respond.
    pub(crate) fn write_chain_next(&mut self) {
        self.begin_part(Section::Resolution.name());
        let (Some(chain), Some(rows)) =
            (self.events.chain.clone(), self.events.waiting.rows.clone())
        else {
            return self.code.ret();
        };
        let again = self.code.here();
        let (some, done) = (self.code.label(), self.code.label());
        self.code.unless_cell_is(chain.left, 0, some);
        let scope = Scope::new(done);
        self.call_with(Routine::Respond, &[], &scope);
        self.code.bind(done);
        self.code.ret();
        self.code.bind(some);
        let after = self.code.label();
        self.set_cell(chain.made, 0);
        self.carry_out_of_chain(&rows, &chain, after);
        self.code.bind(after);
        self.code.unless_cell_is(chain.made, 1, again);
        self.code.ret();
    }

    fn carry_out_of_chain(&mut self, rows: &PositionTable, chain: &Chain, after: Label) {
        let index = self.next_row(rows, Some(chain.left));
        let counted = self.code.label();
        self.code.add_to_cell(chain.left, -1, counted);
        self.code.bind(counted);
        self.carry_out_row(rows, index, None, after);
    }

    /// The routine in which players respond to the last link, beginning after its player, who comes last.
    pub(crate) fn write_respond(&mut self) {
        self.begin_part(Section::Responses.name());
        let Some(chain) = self.events.chain.clone() else {
            return self.code.ret();
        };
        let done = self.code.label();
        let moves = self.responses();
        if moves.is_empty() {
            self.code.bind(done);
            return self.code.ret();
        }
        self.require_rows(&chain.links, done);
        let last = self.last_link(&chain.links);
        let speed = self.part_of_row(&chain.links, last, SPEED);
        let seat = self.part_of_row(&chain.links, last, SEAT);
        let players = i64::from(self.plan.setting.players);
        let (index, offset) = (self.code.slot(), self.code.slot());
        let asked = self.code.slot();
        let limit = self.slot(Value::Known(players + 1));
        self.set(index, 1);
        let next = self.code.here();
        self.code.each_number(index, limit, offset, done);
        let count = self.slot(Value::Known(players));
        self.code.add(asked, seat, offset);
        self.code.modulo(asked, asked, count);
        let after = After {
            moved: done,
            ends_phase: done,
            ends_turn: done,
            passed: next,
            broken: done,
            is_outermost: false,
        };
        let prompt = question(RESPOND);
        let scope = Scope::new(next);
        let before = self.events.responding.replace(speed);
        self.choose_move(&moves, asked, &Pass::Silent, prompt, &scope, &after);
        self.events.responding = before;
        self.code.jump(next);
        self.code.bind(done);
        self.code.ret();
    }

    /// The moves that may respond: those that are fast enough themselves, or with some ability.
    fn responses(&self) -> Vec<MoveId> {
        let game = self.game;
        let least = game.resolution.response_speed;
        let is_fast = |id: &&MoveId| {
            let def = &game.moves[**id];
            let own = def.speed.unwrap_or(0) >= least;
            let mut abilities = self.abilities.carried.iter();
            let by_ability = abilities.any(|carried| {
                matches!(carried.ability.sort, AbilitySort::Activated(of) if of == **id)
                    && carried.ability.speed.or(def.speed).unwrap_or(0) >= least
            });
            own || by_ability
        };
        let responses = game.resolution.responses.iter();
        responses.filter(is_fast).copied().collect()
    }

    /// A response is fast enough.
    pub(crate) fn require_speed(&mut self, speed: i64, otherwise: Label) {
        let Some(last) = self.events.responding else {
            return;
        };
        if speed < self.game.resolution.response_speed {
            return self.code.jump(otherwise);
        }
        let speed = i32::try_from(speed).unwrap_or(i32::MAX);
        self.code
            .unless_below(last, speed.saturating_add(1), otherwise);
    }

    /// `CANCEL`: the link that this one responds to is not resolved.
    pub(crate) fn cancel(&mut self, step: &cgml::model::Step, scope: &Scope) {
        let Some(chain) = self.events.chain.clone() else {
            return self.not_yet("CANCEL without a chain", step.origin);
        };
        if step.argument(Parameter::Target).is_some() {
            return self.not_yet("CANCEL with a target", step.origin);
        }
        self.require_rows(&chain.links, scope.fail);
        let last = self.last_link(&chain.links);
        self.set_part(&chain.links, last, CANCELLED, Value::Known(1));
    }
}
