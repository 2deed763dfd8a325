//! Tokens: cards that effects make, and that cease to exist when they leave play.
//!
//! As many copies as there can be are laid out when the game begins, in piles that nobody sees: one for each
//! card that can be made and each player who may own it. There a token is while it does not exist.

use cgml::model::visit::every_step;
use cgml::model::{
    Callee, CardDefId, ExprKind, Game, PropertyId, Role, Step, Type, Value as Given, ZoneId,
    ZoneOwner,
};
use engine::ids::{Cell, Column, NOTHING, Pile, Slot};
use engine::op::Op;
use engine::program::{CardInfo, ColumnInfo, Program, Sort, Text};
use engine::table::How;

use crate::along::{created, nowhere};
use crate::code::Label;
use crate::compiler::Compiler;
use crate::layout::{Layout, sort};
use crate::marks::{NewMark, add};
use crate::parts::{FIRST_GAP, IS_GIVEN, most_gaps};
use crate::rules::LEAVE;
use crate::scope::{Scope, Value};
use crate::settings::Setting;

/// How many tokens of one card each player may have at the same time.
const MOST_TOKENS: u16 = 16;

/// Lays out where tokens are while they do not exist: a pile for each card and player.
pub(crate) fn lay_out_piles(
    game: &Game,
    setting: &Setting,
    layout: &mut Layout,
    program: &mut Program,
) {
    let made = created(game).len() as u16;
    if made > 0 {
        let first = nowhere(program, made * u16::from(setting.players));
        layout.links.token_piles = vec![i64::from(first.0)];
    }
}

/// Lays out the tokens themselves.
pub(crate) fn lay_out_cards(
    game: &Game,
    setting: &Setting,
    layout: &mut Layout,
    program: &mut Program,
    owners: &mut Vec<i64>,
) {
    let Some(nowhere) = layout.links.nowhere else {
        return;
    };
    let first = layout.links.token_piles.first().copied();
    layout.links.token_piles = vec![i64::from(nowhere.0); program.cards.len()];
    let Some(first) = first else {
        return;
    };
    let copies = copies(game, setting);
    let mut pile = first as u16;
    for card in created(game) {
        for owner in 0..setting.players {
            for _ in 0..copies {
                program.cards.push(CardInfo {
                    name: crate::face::name(game, &game.cards[card]),
                    kind: card.0 as u16,
                    start: pile,
                    back: 1 + u16::from(owner),
                });
                owners.push(i64::from(owner));
                layout.links.token_piles.push(i64::from(pile));
            }
            pile += 1;
        }
    }
}

/// How many tokens of one card a player can have: as many as the zones have room for in which they are made.
fn copies(game: &Game, setting: &Setting) -> u16 {
    let made_in = zones_made_in(game);
    let rooms = game
        .zones
        .pairs()
        .filter(|(id, zone)| match &made_in {
            Some(zones) => zones.contains(id),
            None => zone.role == Role::Play,
        })
        .map(|(_, zone)| {
            let times = match zone.owner {
                ZoneOwner::Table => 1,
                ZoneOwner::Player | ZoneOwner::Team => u64::from(setting.players),
            };
            let capacity = zone.zone_type.capacity.as_ref();
            let room = capacity.and_then(|capacity| crate::fold::constant(capacity, setting));
            room.map_or(u64::from(MOST_TOKENS), |room| room.max(0) as u64) * times
        });
    rooms.sum::<u64>().min(u64::from(MOST_TOKENS)) as u16
}

/// The zones in which tokens are made, if all steps name them.
fn zones_made_in(game: &Game) -> Option<Vec<ZoneId>> {
    let mut zones = Some(Vec::new());
    every_step(game, &mut |step| {
        if !matches!(step.callee, Callee::Action(action) if action.name == "CREATE_TOKEN") {
            return;
        }
        match (step.argument("to").and_then(Given::expr), &mut zones) {
            (Some(to), Some(zones)) if matches!(to.kind, ExprKind::Zone(..)) => {
                if let ExprKind::Zone(id, _) = to.kind {
                    zones.push(id);
                }
            }
            _ => zones = None,
        }
    });
    zones
}

/// Lays out which cards are tokens, and what they have instead of what is printed.
pub(crate) fn lay_out_columns(game: &Game, layout: &mut Layout, program: &mut Program) {
    let Some(nowhere) = layout.links.nowhere else {
        return;
    };
    let cards = program.cards.iter().enumerate();
    let is_token = |(number, card): (usize, &CardInfo)| {
        let kind = game.cards[CardDefId(u32::from(card.kind))].kind;
        let is_made = layout.links.token_piles.get(number) != Some(&i64::from(nowhere.0));
        let is_made = is_made && number < layout.links.token_piles.len();
        i64::from(is_made || kind.is_some_and(|kind| game.kinds[kind].token))
    };
    let values = cards.map(is_token).collect();
    layout.links.tokens = Some(Column(program.columns.len() as u16));
    program.columns.push(ColumnInfo {
        name: "token".to_owned(),
        sort: Sort::Truth,
        values,
    });
    let cards = program.cards.len();
    layout.links.token_piles.resize(cards, i64::from(nowhere.0));
}

/// Lays out the properties that tokens may have instead of printed ones.
pub(crate) fn lay_out_marks(game: &Game, layout: &mut Layout, program: &mut Program) {
    let mut given: Vec<PropertyId> = Vec::new();
    every_step(game, &mut |step| {
        let is_token = matches!(step.callee,
            Callee::Action(action) if action.name == "CREATE_TOKEN");
        if is_token {
            given.extend(fields(step).iter().map(|(id, _)| PropertyId(*id)));
        }
    });
    given.sort();
    given.dedup();
    for id in given {
        let property = &game.properties[id];
        let parts = match &property.ty {
            Type::Record(parts) => (0..parts.len() as u32).collect(),
            Type::Range => (0..FIRST_GAP + 2 * most_gaps(game)).collect(),
            _ => Vec::new(),
        };
        if !parts.is_empty() {
            for part in parts.into_iter().chain([IS_GIVEN]) {
                let first = add_part(layout, program, property, part);
                layout.given_parts.push((id, part, first));
            }
            continue;
        }
        let mark = NewMark {
            name: Text {
                id: property.name.clone(),
                texts: Vec::new(),
            },
            sort: sort(&property.ty),
            start: vec![NOTHING; program.cards.len()],
            hidden: false,
            internal: false,
        };
        let first = add(layout, program, mark);
        if let Some(mark) = program.marks.last_mut() {
            mark.own = true;
        }
        layout.given.push((id, first));
    }
}

/// Lays out a part that tokens may have instead of a printed one.
fn add_part(
    layout: &mut Layout,
    program: &mut Program,
    property: &cgml::model::Property,
    part: u32,
) -> Cell {
    let (part, sort, internal) = match &property.ty {
        Type::Record(parts) if part != IS_GIVEN => {
            let (name, ty) = &parts[part as usize];
            (name.as_str(), sort(ty), false)
        }
        _ if part == 0 => ("min", Sort::Number, false),
        _ if part == 1 => ("max", Sort::Number, false),
        _ => ("", Sort::Number, true),
    };
    let mark = NewMark {
        name: Text {
            id: format!("{}.{part}", property.name),
            texts: Vec::new(),
        },
        sort,
        start: vec![NOTHING; program.cards.len()],
        hidden: false,
        internal,
    };
    let first = add(layout, program, mark);
    if let Some(mark) = program.marks.last_mut() {
        mark.own = true;
    }
    first
}

fn fields(step: &Step) -> &[(u32, cgml::model::Expr)] {
    let arguments = step.arguments.iter();
    let mut fields = arguments.filter_map(|argument| match &argument.value {
        Given::Fields(fields) => Some(fields.as_slice()),
        _ => None,
    });
    fields.next().unwrap_or(&[])
}

impl<'g> Compiler<'g> {
    /// Where tokens have their own value of a property, if any may.
    pub(crate) fn given_property(&self, property: PropertyId) -> Option<Cell> {
        let mut given = self.layout.given.iter();
        let found = given.find(|(id, _)| *id == property);
        found.map(|(_, first)| *first)
    }

    /// Where tokens have their own value of a part of a property, if any may.
    pub(crate) fn given_part(&self, property: PropertyId, part: u32) -> Option<Cell> {
        let mut given = self.layout.given_parts.iter();
        let found = given.find(|(id, own, _)| (*id, *own) == (property, part));
        found.map(|(_, _, first)| *first)
    }

    /// What counts as printed on a card: on a token perhaps what it was made with.
    pub(crate) fn counts_as_printed(&mut self, property: PropertyId, card: Value) -> Value {
        let column = self.layout.column(property);
        let card = self.slot(card);
        let to = self.code.slot();
        let Some(first) = self.given_property(property) else {
            self.code.emit(Op::Print { to, column, card });
            return Value::In(to);
        };
        let known = self.code.label();
        let value = self.mark(first, Value::In(card));
        self.put(to, value);
        self.code.emit(Op::UnlessMissing {
            a: to,
            to: known.pc(),
        });
        self.code.emit(Op::Print { to, column, card });
        self.code.bind(known);
        Value::In(to)
    }

    /// Whether a card is a token.
    pub(crate) fn is_token(&mut self, card: Slot) -> Value {
        let Some(column) = self.layout.links.tokens else {
            return Value::Known(0);
        };
        let to = self.code.slot();
        self.code.emit(Op::Print { to, column, card });
        Value::In(to)
    }

    /// A token that leaves play ceases to exist: it goes where tokens are that do not.
    pub(crate) fn cease(&mut self, card: Slot, to: Slot, from: Slot, names: Slot) {
        if self.layout.links.tokens.is_none() {
            return;
        }
        let taken = self.code.taken();
        let stays = self.code.label();
        let is_token = self.is_token(card);
        let a = self.slot(is_token);
        self.code.emit(Op::UnlessTrue { a, to: stays.pc() });
        // Also one that lies under another card leaves with it.
        let bits = self.code.slot();
        self.code.emit(Op::NamesOf {
            to: bits,
            from,
            into: to,
        });
        self.code.emit(Op::UnlessBit {
            bits,
            bit: LEAVE,
            to: stays.pc(),
        });
        let piles = self.layout.links.token_piles.clone();
        let list = self.code.constant(piles);
        self.code.emit(Op::LookUp {
            to,
            list,
            index: card,
        });
        self.names_of_move(names, from, to);
        self.code.bind(stays);
        self.code.free(taken);
    }

    /// `CREATE_TOKEN`: as many as there is room for; fails if there is none.
    pub(crate) fn create_token(&mut self, step: &Step, scope: &Scope) {
        let (Some(cgml::model::NameRef::Card(id)), Some(to)) =
            (self.name(step, "card"), self.operand(step, "to"))
        else {
            return;
        };
        let to = self.needed(to, scope);
        let to = self.slot(to);
        let count = self.number(step, "count", scope).unwrap_or(Value::Known(1));
        let count = self.slot(count);
        let given: Vec<(PropertyId, Value)> = fields(step)
            .iter()
            .map(|(id, expr)| {
                let property = PropertyId(*id);
                let ty = &self.game.properties[property].ty;
                (property, self.value_as(expr, ty, scope))
            })
            .collect();
        let pile = self.token_pile(id, to, scope);
        let (made, last) = (self.code.slot(), self.code.slot());
        self.set(last, NOTHING);
        self.set(made, 0);
        let (over, done) = (self.code.label(), self.code.label());
        let again = self.code.here();
        self.code.emit(Op::UnlessLess {
            a: made,
            b: count,
            to: done.pc(),
        });
        let inner = self.code.taken();
        let card = self.code.slot();
        self.code.emit(Op::TopAt { to: card, pile });
        self.code.emit(Op::UnlessThere {
            a: card,
            to: over.pc(),
        });
        self.give_properties(card, &given, over);
        self.move_one(
            Value::In(card),
            Value::In(to),
            How::USUAL,
            &scope.failing(over),
        );
        self.put(last, Value::In(card));
        self.code.emit(Op::AddNumber {
            to: made,
            a: made,
            value: 1,
        });
        self.code.free(inner);
        self.code.jump(again);
        self.code.bind(over);
        self.code.emit(Op::UnlessFrom {
            a: made,
            value: 1,
            to: scope.fail.pc(),
        });
        self.code.bind(done);
        self.give(step, Value::In(last), scope);
    }

    /// A token that is about to come into play has these properties.
    fn give_properties(&mut self, card: Slot, given: &[(PropertyId, Value)], over: Label) {
        if self.layout.given.is_empty() && self.layout.given_parts.is_empty() {
            return;
        }
        self.code.emit(Op::ClearMarks { card });
        for (property, value) in given {
            if self.given_part(*property, IS_GIVEN).is_some() {
                self.give_parts(card, *property, *value, over);
            }
            if let Some(first) = self.given_property(*property) {
                self.set_mark(first, Value::In(card), *value, over);
            }
        }
    }

    /// The parts of a record or range that a token has.
    fn give_parts(&mut self, card: Slot, property: PropertyId, value: Value, over: Label) {
        let taken = self.code.taken();
        let done = self.code.label();
        let list = self.slot(value);
        self.code.emit(Op::UnlessThere {
            a: list,
            to: done.pc(),
        });
        let (index, last) = (self.code.slot(), self.code.slot());
        self.code.emit(Op::Length { to: last, list });
        self.code.emit(Op::AddNumber {
            to: last,
            a: last,
            value: -1,
        });
        let is_range = self.game.properties[property].ty == Type::Range;
        for (id, part, first) in self.layout.given_parts.clone() {
            if id != property {
                continue;
            }
            let item = self.code.slot();
            match part {
                IS_GIVEN => self.set(item, 1),
                1 if is_range => self.code.emit(Op::ItemAt {
                    to: item,
                    list,
                    index: last,
                }),
                _ => {
                    // The ends of gaps lie between the least and the largest number.
                    let place = if is_range && part >= FIRST_GAP {
                        part - 1
                    } else {
                        part
                    };
                    self.set(index, i64::from(place));
                    self.code.emit(Op::ItemAt {
                        to: item,
                        list,
                        index,
                    });
                    if is_range && part >= FIRST_GAP {
                        let gap = self.code.label();
                        self.code.emit(Op::UnlessAtLeast {
                            a: index,
                            b: last,
                            to: gap.pc(),
                        });
                        self.set(item, NOTHING);
                        self.code.bind(gap);
                    }
                }
            }
            self.set_mark(first, Value::In(card), Value::In(item), over);
        }
        self.code.bind(done);
        self.code.free(taken);
    }

    /// The pile of the tokens of a card that the owner of a zone gets, or on the table who acts.
    fn token_pile(&mut self, id: CardDefId, to: Slot, scope: &Scope) -> Slot {
        let made = created(self.game);
        let number = made.iter().position(|card| *card == id).unwrap_or(0);
        let nowhere = self.layout.links.nowhere.unwrap_or(Pile(0));
        let players = u16::from(self.setting.players);
        let first = Pile(nowhere.0 + 1 + number as u16 * players);
        let owner = self.code.slot();
        let known = self.code.label();
        self.code.emit(Op::OwnerOf {
            to: owner,
            pile: to,
        });
        self.code.emit(Op::UnlessMissing {
            a: owner,
            to: known.pc(),
        });
        let acting = self.acting(scope);
        self.put(owner, acting);
        self.code.bind(known);
        let pile = self.code.slot();
        self.code.emit(Op::PileFor {
            to: pile,
            first,
            seat: owner,
            count: self.setting.players,
        });
        pile
    }
}
