//! Triggered abilities of cards: they begin to wait when their event happens, and are carried out when the
//! effect that is going on is done.
//!
//! What waits is kept in cells, as a ring: so many entries, each with the ability, its controller, its card
//! and what the event told. [`Compiler::round`] is written wherever an effect has been carried out.

use cgml::model::{
    Ability, AbilitySort, CardDefId, EventPattern, EventSource, Expr, ExprKind, Failure,
    KeywordUse, KindId, Often, Subject, Target, Type,
};
use engine::ids::{Cell, NOTHING, Slot};
use engine::op::Op;
use engine::program::{ChoiceKind, Sort, Text, VariableInfo};

use crate::asking::{Bounds, Question};
use crate::code::Label;
use crate::compiler::{Compiler, Routine};
use crate::layout::{sort, text};
use crate::rules::{Happening, bit_of};
use crate::scope::{Context, Scope, Value};

/// How many abilities may wait at the same time.
const MOST_WAITING: u16 = 32;

/// An ability that waits for events, and the cards that have it.
pub(crate) struct Triggered<'g> {
    ability: &'g Ability,
    patterns: &'g [EventPattern],
    cards: Vec<CardDefId>,
    /// The parameters of the keyword that it comes from.
    arguments: &'g [Expr],
    /// What the cards that have it are called.
    name: Text,
}

/// Where abilities wait.
#[derive(Debug, Clone, Default)]
pub(crate) struct Waiting {
    /// How many wait.
    count: Cell,
    /// The position of the one that has waited longest.
    first: Cell,
    /// The first cell of each part of an entry: ability, controller, card, then what the event told.
    parts: Vec<Cell>,
}

/// The parts of an entry that every ability has.
const OWN_PARTS: usize = 3;

/// What events of the language tell, in this order.
const TOLD: usize = 4;

/// The triggered abilities of all cards, in the order in which those of one event begin to wait.
pub(crate) fn triggered(game: &cgml::model::Game) -> Vec<Triggered<'_>> {
    let mut found = Vec::new();
    for (id, kind) in game.kinds.pairs() {
        let cards: Vec<CardDefId> = game
            .cards
            .pairs()
            .filter(|(_, card)| card.kind.is_some_and(|of| is_kind(game, of, id)))
            .map(|(card, _)| card)
            .collect();
        let name = text(&kind.name, &kind.text);
        add(
            &mut found,
            game,
            &kind.abilities,
            &kind.keywords,
            &cards,
            &name,
        );
    }
    for (id, card) in game.cards.pairs() {
        let name = text(&card.name, &card.title);
        add(
            &mut found,
            game,
            &card.abilities,
            &card.keywords,
            &[id],
            &name,
        );
    }
    let later = game.resolution.priority == "higher_later";
    found.sort_by_key(|triggered| {
        let priority = triggered.ability.priority;
        if later { priority } else { -priority }
    });
    found
}

/// Adds the triggered abilities of some cards, with those of their keywords.
fn add<'g>(
    found: &mut Vec<Triggered<'g>>,
    game: &'g cgml::model::Game,
    own: &'g [Ability],
    keywords: &'g [KeywordUse],
    cards: &[CardDefId],
    name: &Text,
) {
    let of_keywords = keywords.iter().flat_map(|keyword| {
        let abilities = game.keywords[keyword.keyword].abilities.iter();
        abilities.map(|ability| (ability, keyword.arguments.as_slice()))
    });
    let own = own.iter().map(|ability| (ability, &[][..]));
    for (ability, arguments) in own.chain(of_keywords) {
        if let AbilitySort::Triggered(patterns) = &ability.sort {
            found.push(Triggered {
                ability,
                patterns,
                cards: cards.to_vec(),
                arguments,
                name: name.clone(),
            });
        }
    }
}

/// Whether a kind is another one, or extends it.
pub(crate) fn is_kind(game: &cgml::model::Game, kind: KindId, wanted: KindId) -> bool {
    let mut own = Some(kind);
    while let Some(kind) = own {
        if kind == wanted {
            return true;
        }
        own = game.kinds[kind].extends;
    }
    false
}

impl Triggered<'_> {
    pub(crate) fn listens_to(&self, happening: Happening) -> bool {
        let mut patterns = self.patterns.iter();
        patterns.any(|pattern| happening.matches(&pattern.event))
    }

    /// Whether it is about what happens to its own card, and nothing else.
    fn is_about_this(&self) -> bool {
        let mut patterns = self.patterns.iter();
        patterns.all(|pattern| pattern.subject == Subject::This)
    }

    fn uses_context(&self) -> bool {
        let mut uses = false;
        cgml::model::visit::ability_exprs(self.ability, &mut |expr| {
            uses |= matches!(expr.kind, ExprKind::Context(_) | ExprKind::ContextField(_));
        });
        uses
    }
}

impl<'g> Compiler<'g> {
    /// Where the first of the triggered abilities is written.
    pub(crate) fn triggered_at(&self) -> cgml::source::Span {
        self.triggered[0].ability.origin
    }

    /// Lays out where abilities wait, if there are any.
    pub(crate) fn lay_out_waiting(&mut self) {
        if self.triggered.is_empty() {
            return;
        }
        self.waiting.count = self.layout.new_cell();
        self.waiting.first = self.layout.new_cell();
        let mut sorts = vec![Sort::Number, Sort::Player, Sort::Card];
        if self.triggered.iter().any(Triggered::uses_context) {
            sorts.extend([Sort::Card, Sort::Pile, Sort::Pile, Sort::Player]);
            sorts.extend(self.sorts_of_fields());
        }
        for part in sorts {
            let first = self.layout.new_cell();
            for _ in 1..MOST_WAITING {
                self.layout.new_cell();
            }
            self.waiting.parts.push(first);
            self.program.variables.push(VariableInfo {
                name: Text {
                    id: "waiting".to_owned(),
                    texts: Vec::new(),
                },
                first: first.0,
                owners: MOST_WAITING,
                sort: part,
                internal: true,
                ..VariableInfo::default()
            });
        }
    }

    /// What the fields of declared events are that abilities listen to. Where two events differ, only cards
    /// must be known as such.
    fn sorts_of_fields(&mut self) -> Vec<Sort> {
        let game = self.game;
        let mut sorts: Vec<Sort> = Vec::new();
        let patterns = self
            .triggered
            .iter()
            .flat_map(|triggered| triggered.patterns);
        let mut refused = None;
        for pattern in patterns {
            let EventSource::Declared(event) = pattern.event else {
                continue;
            };
            for (number, field) in game.events[event].fields.iter().enumerate() {
                if matches!(field.ty, Type::List(_) | Type::Record(_) | Type::Range) {
                    refused = Some(pattern.origin);
                }
                let own = sort(&field.ty);
                match sorts.get_mut(number) {
                    None => sorts.push(own),
                    Some(known) if *known != own => {
                        if *known == Sort::Card || own == Sort::Card {
                            refused = Some(pattern.origin);
                        }
                        *known = Sort::Any;
                    }
                    Some(_) => {}
                }
            }
        }
        if let Some(place) = refused {
            self.not_yet(
                "an ability that waits with a list, or with fields of different events",
                place,
            );
        }
        sorts
    }

    /// Nothing waits yet.
    pub(crate) fn write_nothing_waits(&mut self) {
        if self.triggered.is_empty() {
            return;
        }
        let taken = self.code.taken();
        let from = self.slot(Value::Known(NOTHING));
        for first in self.waiting.parts.clone() {
            for entry in 0..MOST_WAITING {
                let cell = Cell(first.0 + entry);
                self.code.emit(Op::Store { cell, from });
            }
        }
        self.code.free(taken);
    }

    /// An effect has been carried out: everything that waits comes now.
    pub(crate) fn round(&mut self) {
        if self.triggered.is_empty() {
            return;
        }
        let done = self.code.label();
        self.code.emit(Op::UnlessCellIsNot {
            cell: self.waiting.count,
            value: 0,
            to: done.pc(),
        });
        let taken = self.code.taken();
        let at = self.code.slot();
        let routine = self.routine(Routine::Round);
        self.code.emit(Op::Call {
            routine: routine.pc(),
            at,
            otherwise: done.pc(),
        });
        self.code.free(taken);
        self.code.bind(done);
    }

    /// The abilities that an event triggers begin to wait.
    pub(crate) fn trigger_abilities(
        &mut self,
        happening: Happening,
        acting: Option<Value>,
        context: Context,
        names: Option<Slot>,
    ) {
        let listening: Vec<usize> = (0..self.triggered.len())
            .filter(|number| self.triggered[*number].listens_to(happening))
            .collect();
        let (own, others): (Vec<usize>, Vec<usize>) = listening
            .into_iter()
            .partition(|number| self.triggered[*number].is_about_this());
        let event = Heard {
            happening,
            acting,
            context,
            names,
        };
        self.trigger_own(&own, &event);
        for number in others {
            self.trigger_others(number, &event);
        }
    }

    /// Abilities about their own card: that of the event.
    fn trigger_own(&mut self, listening: &[usize], event: &Heard) {
        let Some(card) = event.context.card else {
            return;
        };
        let mut by_card: Vec<(Vec<usize>, Vec<CardDefId>)> = Vec::new();
        for (id, _) in self.game.cards.pairs() {
            let own: Vec<usize> = listening
                .iter()
                .copied()
                .filter(|number| self.triggered[*number].cards.contains(&id))
                .collect();
            if own.is_empty() {
                continue;
            }
            match by_card.iter_mut().find(|(known, _)| *known == own) {
                Some((_, cards)) => cards.push(id),
                None => by_card.push((own, vec![id])),
            }
        }
        if by_card.is_empty() {
            return;
        }
        let taken = self.code.taken();
        let done = self.code.label();
        let card = self.slot(card);
        let kind = self.code.slot();
        let column = self.layout.kinds;
        self.code.emit(Op::Print {
            to: kind,
            column,
            card,
        });
        let labels: Vec<Label> = by_card.iter().map(|_| self.code.label()).collect();
        let places: Vec<Label> = self
            .game
            .cards
            .pairs()
            .map(|(id, _)| {
                let found = by_card.iter().position(|(_, cards)| cards.contains(&id));
                found.map_or(done, |position| labels[position])
            })
            .collect();
        self.code.switch(kind, 0, &places);
        self.code.jump(done);
        for ((numbers, _), label) in by_card.iter().zip(labels) {
            self.code.bind(label);
            for number in numbers {
                self.begin_to_wait(*number, Value::In(card), event);
            }
            self.code.jump(done);
        }
        self.code.bind(done);
        self.code.free(taken);
    }

    /// An ability about something else: of every card that has it, where it works; those of the current
    /// player first.
    fn trigger_others(&mut self, number: usize, event: &Heard) {
        let game = self.game;
        let ability = self.triggered[number].ability;
        let everywhere = ability.zones.is_empty();
        let zones: Vec<_> = game
            .zones
            .pairs()
            .filter(|(id, zone)| {
                if everywhere {
                    zone.active
                } else {
                    ability.zones.contains(id)
                }
            })
            .map(|(id, _)| id)
            .collect();
        let kinds: Vec<i64> = game
            .cards
            .pairs()
            .map(|(id, _)| i64::from(self.triggered[number].cards.contains(&id)))
            .collect();
        let taken = self.code.taken();
        let kinds = self.code.constant(kinds);
        let of_pile = |compiler: &mut Compiler<'g>, pile: Value| {
            let scope = Scope::new(compiler.code.label());
            compiler.code.bind(scope.fail);
            compiler.each_card(pile, &scope, &mut |compiler, _, card, next| {
                let this = compiler.slot(card);
                let test = compiler.code.slot();
                if everywhere {
                    compiler.code.emit(Op::FaceOf {
                        to: test,
                        card: this,
                    });
                    compiler.code.emit(Op::UnlessIs {
                        a: test,
                        value: 0,
                        to: next.pc(),
                    });
                }
                let column = compiler.layout.kinds;
                compiler.code.emit(Op::Print {
                    to: test,
                    column,
                    card: this,
                });
                compiler.code.emit(Op::LookUp {
                    to: test,
                    list: kinds,
                    index: test,
                });
                compiler.code.emit(Op::UnlessTrue {
                    a: test,
                    to: next.pc(),
                });
                compiler.begin_to_wait(number, Value::In(this), event);
            });
        };
        let of_players =
            |id: &cgml::model::ZoneId| game.zones[*id].owner == cgml::model::ZoneOwner::Player;
        let (owned, common): (Vec<_>, Vec<_>) = zones.into_iter().partition(of_players);
        if !owned.is_empty() {
            let current = self.current();
            let current = self.slot(current);
            let (index, seat) = (self.code.slot(), self.code.slot());
            let limit = self.slot(Value::Known(i64::from(self.setting.players)));
            self.set(index, 0);
            let again = self.code.here();
            let done = self.code.label();
            self.code.emit(Op::EachNumber {
                index,
                limit,
                item: seat,
                done: done.pc(),
            });
            self.code.emit(Op::Add {
                to: seat,
                a: seat,
                b: current,
            });
            self.code.emit(Op::Mod {
                to: seat,
                a: seat,
                b: limit,
            });
            for zone in owned {
                let inner = self.code.taken();
                let pile = self.zone_of(zone, Some(Value::In(seat)));
                of_pile(self, pile);
                self.code.free(inner);
            }
            self.code.jump(again);
            self.code.bind(done);
        }
        for zone in common {
            let inner = self.code.taken();
            let piles = &self.program.zones[zone.0 as usize];
            for pile in piles.first..piles.first + piles.count {
                of_pile(self, Value::Known(i64::from(pile)));
            }
            self.code.free(inner);
        }
        self.code.free(taken);
    }

    /// An ability of a card begins to wait, if it fits the event and its condition holds.
    fn begin_to_wait(&mut self, number: usize, this: Value, event: &Heard) {
        let taken = self.code.taken();
        let next = self.code.label();
        let ability = self.triggered[number].ability;
        let controller = self.controller(number, this, event);
        self.require_fit(number, this, controller, event, next);
        self.require_zone(ability, this, next);
        if matches!(self.game.resolution.conditions, "trigger" | "both" | "")
            && let Some(condition) = &ability.condition
        {
            let mut scope = Scope::new(next);
            scope.acting = Some(controller);
            scope.this = Some(this);
            scope.context = event.context;
            self.bind_ability(&mut scope, number);
            self.require(condition, true, next, &scope);
        }
        let mut values = vec![Value::Known(number as i64), controller, this];
        if self.waiting.parts.len() > OWN_PARTS {
            let told = event.context;
            let player = match told.player {
                Some(player) => player,
                None => self.current(),
            };
            let nothing = Value::Known(NOTHING);
            let or_nothing = |value: Option<Value>| value.unwrap_or(nothing);
            values.extend([
                or_nothing(told.card),
                or_nothing(told.from),
                or_nothing(told.to),
                player,
            ]);
            let fields = self.waiting.parts.len() - OWN_PARTS - TOLD;
            let of_event = match event.happening {
                Happening::Declared(id) => self.game.events[cgml::model::EventId(id)].fields.len(),
                _ => 0,
            };
            for field in 0..fields {
                values.push(match told.fields {
                    Some(first) if field < of_event => Value::In(Slot(first.0 + field as u8)),
                    _ => nothing,
                });
            }
        }
        let at = self.code.slots(values.len());
        for (place, value) in values.into_iter().enumerate() {
            self.put(Slot(at.0 + place as u8), value);
        }
        let routine = self.routine(Routine::Wait);
        self.code.emit(Op::Call {
            routine: routine.pc(),
            at,
            otherwise: next.pc(),
        });
        self.code.bind(next);
        self.code.free(taken);
    }

    /// Who controls a card: its owner; of a card that is nobody's, whose event about it this is, or the current
    /// player.
    fn controller(&mut self, number: usize, this: Value, event: &Heard) -> Value {
        let to = self.code.slot();
        let card = self.slot(this);
        let known = self.code.label();
        let column = self.layout.owners;
        self.code.emit(Op::Print { to, column, card });
        self.code.emit(Op::UnlessMissing {
            a: to,
            to: known.pc(),
        });
        self.code.emit(Op::PileOf { to, card });
        self.code.emit(Op::OwnerOf { to, pile: to });
        self.code.emit(Op::UnlessMissing {
            a: to,
            to: known.pc(),
        });
        let own = event.context.player.or(event.acting);
        let player = match own.filter(|_| self.triggered[number].is_about_this()) {
            Some(player) => player,
            None => self.current(),
        };
        self.put(to, player);
        self.code.bind(known);
        Value::In(to)
    }

    /// One of the events that the ability waits for is this one.
    fn require_fit(
        &mut self,
        number: usize,
        this: Value,
        controller: Value,
        event: &Heard,
        otherwise: Label,
    ) {
        let patterns = self.triggered[number].patterns.iter();
        let patterns: Vec<&EventPattern> = patterns
            .filter(|pattern| event.happening.matches(&pattern.event))
            .collect();
        let fits = self.code.label();
        let last = patterns.len().saturating_sub(1);
        for (position, pattern) in patterns.into_iter().enumerate() {
            let next = if position == last {
                otherwise
            } else {
                self.code.label()
            };
            if let (Some(bit), Some(bits)) = (bit_of(&pattern.event), event.names) {
                self.code.emit(Op::UnlessBit {
                    bits,
                    bit,
                    to: next.pc(),
                });
            }
            self.require_subject(pattern, Some(this), controller, event.context, next);
            self.code.jump(fits);
            if position < last {
                self.code.bind(next);
            }
        }
        self.code.bind(fits);
    }

    /// The event is about whom it must be.
    pub(crate) fn require_subject(
        &mut self,
        pattern: &EventPattern,
        this: Option<Value>,
        me: Value,
        context: Context,
        otherwise: Label,
    ) {
        let taken = self.code.taken();
        match pattern.subject {
            Subject::Any => {}
            Subject::This => match (context.card, this) {
                (Some(card), Some(this)) => {
                    let (a, b) = (self.slot(card), self.slot(this));
                    self.code.emit(Op::UnlessEqual {
                        a,
                        b,
                        to: otherwise.pc(),
                    });
                }
                _ => self.code.jump(otherwise),
            },
            Subject::Kind(kind) => match context.card {
                Some(card) => {
                    let of = self.game.kinds.pairs();
                    let fits = of.map(|(own, _)| i64::from(is_kind(self.game, own, kind)));
                    let list = fits.collect();
                    let list = self.code.constant(list);
                    let card = self.slot(card);
                    let to = self.code.slot();
                    let column = self.layout.card_kinds;
                    self.code.emit(Op::Print { to, column, card });
                    self.code.emit(Op::UnlessThere {
                        a: to,
                        to: otherwise.pc(),
                    });
                    self.code.emit(Op::LookUp {
                        to,
                        list,
                        index: to,
                    });
                    self.code.emit(Op::UnlessTrue {
                        a: to,
                        to: otherwise.pc(),
                    });
                }
                None => self.code.jump(otherwise),
            },
            Subject::Mine | Subject::Opponents => {
                let player = match context.player {
                    Some(player) => player,
                    None => self.current(),
                };
                let mine = pattern.subject == Subject::Mine;
                let [a, b] = [player, me].map(|player| {
                    let side = if mine { player } else { self.team_of(player) };
                    self.slot(side)
                });
                self.code.emit(if mine {
                    Op::UnlessEqual {
                        a,
                        b,
                        to: otherwise.pc(),
                    }
                } else {
                    Op::UnlessDifferent {
                        a,
                        b,
                        to: otherwise.pc(),
                    }
                });
            }
            Subject::Pool(_) => self.not_yet("resources", pattern.origin),
        }
        self.code.free(taken);
    }

    /// The card lies where the ability works, if it says where.
    fn require_zone(&mut self, ability: &Ability, this: Value, otherwise: Label) {
        if ability.zones.is_empty() {
            return;
        }
        let piles = self.program.piles.iter();
        let works = piles
            .map(|pile| {
                let zone = cgml::model::ZoneId(u32::from(pile.zone));
                i64::from(ability.zones.contains(&zone))
            })
            .collect();
        let list = self.code.constant(works);
        let card = self.slot(this);
        let to = self.code.slot();
        self.code.emit(Op::PileOf { to, card });
        self.code.emit(Op::LookUp {
            to,
            list,
            index: to,
        });
        self.code.emit(Op::UnlessTrue {
            a: to,
            to: otherwise.pc(),
        });
    }

    /// The temporary values of an ability: first the parameters of its keyword.
    fn bind_ability(&mut self, scope: &mut Scope, number: usize) {
        let Triggered {
            ability, arguments, ..
        } = self.triggered[number];
        self.bind_locals(scope, &ability.effect);
        for (place, argument) in arguments.iter().enumerate() {
            let value = self.value(argument, scope);
            if let Some(local) = scope.locals.get_mut(place) {
                *local = value;
            }
        }
    }

    /// The routine by which an ability begins to wait. Registers: the parts of an entry.
    pub(crate) fn write_wait(&mut self) {
        self.begin_part("resolution");
        let Waiting {
            count,
            first,
            parts,
        } = self.waiting.clone();
        let entry = self.code.slots(parts.len());
        let (index, other, most) = (self.code.slot(), self.code.slot(), self.code.slot());
        let full = self.code.label();
        self.code.emit(Op::Load {
            to: index,
            cell: count,
        });
        self.code.emit(Op::UnlessBelow {
            a: index,
            value: i32::from(MOST_WAITING),
            to: full.pc(),
        });
        self.code.emit(Op::Load {
            to: other,
            cell: first,
        });
        self.code.emit(Op::Add {
            to: index,
            a: index,
            b: other,
        });
        self.set(most, i64::from(MOST_WAITING));
        self.code.emit(Op::Mod {
            to: index,
            a: index,
            b: most,
        });
        for (number, part) in parts.iter().enumerate() {
            self.code.emit(Op::StoreAt {
                first: *part,
                index,
                count: MOST_WAITING,
                from: Slot(entry.0 + number as u8),
                otherwise: full.pc(),
            });
        }
        self.code.emit(Op::AddToCell {
            cell: count,
            value: 1,
            otherwise: full.pc(),
        });
        self.code.emit(Op::Return {});
        self.code.bind(full);
        self.code.emit(Op::Stop { why: 1 });
    }

    /// The routine that carries out what waits, first come, first carried out, until nothing does.
    pub(crate) fn write_round(&mut self) {
        self.begin_part("resolution");
        let Waiting {
            count,
            first,
            parts,
        } = self.waiting.clone();
        let done_so_far = self.code.slot();
        let (number, index, other) = (self.code.slot(), self.code.slot(), self.code.slot());
        // An ability's own registers come last: nothing of the round is behind them.
        let entry = self.code.slots(parts.len() - 1);
        self.set(done_so_far, 0);
        let again = self.code.here();
        let (done, too_many) = (self.code.label(), self.code.label());
        self.code.emit(Op::UnlessCellIsNot {
            cell: count,
            value: 0,
            to: done.pc(),
        });
        self.code.emit(Op::AddNumber {
            to: done_so_far,
            a: done_so_far,
            value: 1,
        });
        let limit = self.game.resolution.limit;
        let limit = i32::try_from(limit).ok().filter(|limit| *limit > 0);
        self.code.emit(Op::UnlessBelow {
            a: done_so_far,
            value: limit.unwrap_or(1000).saturating_add(1),
            to: too_many.pc(),
        });
        self.code.emit(Op::Load {
            to: index,
            cell: first,
        });
        self.set(other, NOTHING);
        for (place, part) in parts.iter().enumerate() {
            let to = match place {
                0 => number,
                _ => Slot(entry.0 + place as u8 - 1),
            };
            self.code.emit(Op::LoadAt {
                to,
                first: *part,
                index,
                count: MOST_WAITING,
            });
            self.code.emit(Op::StoreAt {
                first: *part,
                index,
                count: MOST_WAITING,
                from: other,
                otherwise: done.pc(),
            });
        }
        self.step_ring(index, other);
        let labels: Vec<Label> = self.triggered.iter().map(|_| self.code.label()).collect();
        self.code.switch(number, 0, &labels);
        self.code.emit(Op::Broken {});
        for (number, label) in labels.into_iter().enumerate() {
            self.code.bind(label);
            let routine = self.routine(Routine::Ability(number as u32));
            self.code.emit(Op::Call {
                routine: routine.pc(),
                at: entry,
                otherwise: again.pc(),
            });
            self.code.jump(again);
        }
        self.code.bind(done);
        self.code.emit(Op::Return {});
        self.code.bind(too_many);
        self.code.emit(Op::Stop { why: 0 });
    }

    /// The next entry is the first; where nothing waits, the ring begins anew.
    fn step_ring(&mut self, index: Slot, other: Slot) {
        let Waiting { count, first, .. } = self.waiting;
        let some = self.code.label();
        self.code.emit(Op::AddToCell {
            cell: count,
            value: -1,
            otherwise: some.pc(),
        });
        self.code.emit(Op::AddNumber {
            to: index,
            a: index,
            value: 1,
        });
        self.set(other, i64::from(MOST_WAITING));
        self.code.emit(Op::Mod {
            to: index,
            a: index,
            b: other,
        });
        self.code.emit(Op::UnlessCellIs {
            cell: count,
            value: 0,
            to: some.pc(),
        });
        self.set(index, 0);
        self.code.bind(some);
        self.code.emit(Op::Store {
            cell: first,
            from: index,
        });
    }

    /// The routine of an ability. Registers: its controller, its card, and what the event told.
    pub(crate) fn write_ability(&mut self, number: usize) {
        let Triggered { ability, .. } = self.triggered[number];
        let name = self.triggered[number].name.clone();
        self.begin_part(&name.id);
        self.code.at(ability.origin);
        let done = self.code.label();
        let mut scope = Scope::new(done);
        let entry = self.code.slots(self.waiting.parts.len() - 1);
        let part = |place: u8| Value::In(Slot(entry.0 + place));
        scope.acting = Some(part(0));
        scope.this = Some(part(1));
        if self.waiting.parts.len() > OWN_PARTS {
            scope.context = Context {
                card: Some(part(2)),
                from: Some(part(3)),
                to: Some(part(4)),
                player: Some(part(5)),
                fields: Some(Slot(entry.0 + 6)),
            };
        }
        self.bind_ability(&mut scope, number);
        if matches!(self.game.resolution.conditions, "resolution" | "both" | "")
            && let Some(condition) = &ability.condition
        {
            self.require(condition, true, done, &scope);
        }
        if ability.optional {
            self.ask_whether(ability, name, entry, done);
        }
        for target in &ability.targets {
            self.choose_for_ability(ability, target, entry, &scope);
        }
        self.pay(ability, &scope);
        let on_failure = ability.on_failure.or(self.game.resolution.on_failure);
        let on_failure = on_failure.unwrap_or(Failure::Abort);
        self.write_effect_of(&ability.effect.steps, on_failure, &scope, done, None);
        self.code.bind(done);
        self.code.emit(Op::Return {});
    }

    fn ask_whether(&mut self, ability: &Ability, name: Text, seat: Slot, no: Label) {
        let constant = self.code.constant(vec![1, 0]);
        let list = self.code.slot();
        self.code.emit(Op::ListOf { to: list, constant });
        let prompt = if ability.text.texts.is_empty() {
            name
        } else {
            text("", &ability.text)
        };
        let question = Question {
            seat,
            prompt,
            secret: false,
            kind: ChoiceKind::Option,
            name: Text::default(),
            sort: Sort::Truth,
        };
        let answer = self.ask_one(&question, list, false);
        self.code.emit(Op::UnlessTrue {
            a: answer,
            to: no.pc(),
        });
    }

    /// What is chosen for an ability; with too few to choose from it does nothing.
    fn choose_for_ability(
        &mut self,
        ability: &'g Ability,
        target: &'g Target,
        seat: Slot,
        scope: &Scope,
    ) {
        let taken = self.code.taken();
        let local = ability.effect.locals.iter().nth(target.local.0 as usize);
        let chooser = match &target.player {
            Some(player) => self.value_slot(player, scope),
            None => seat,
        };
        let element = target.from.ty.element().cloned().unwrap_or(Type::Any);
        let question = Question {
            seat: chooser,
            prompt: text("", &target.prompt),
            secret: false,
            kind: ChoiceKind::Target,
            name: Text {
                id: local.map(|local| local.name.clone()).unwrap_or_default(),
                texts: Vec::new(),
            },
            sort: sort(&element),
        };
        let list = self.gather_filtered_by(&target.from, target.filter.as_ref(), scope);
        let several = self.least_of(target, scope);
        let least = several.unwrap_or(Value::Known(1));
        self.unless_enough(list, least, scope.fail);
        let answer = match several {
            None => self.ask_one(&question, list, false),
            Some(least) => {
                let most = match &target.up_to {
                    Some(most) => self.value(most, scope),
                    None => least,
                };
                let fact = target.such_that.as_ref().map(|(local, fact)| Expr {
                    kind: ExprKind::Each(*local, Box::new(fact.clone())),
                    ty: Type::Bool,
                    origin: fact.origin,
                });
                let bounds = Bounds { least, most };
                self.ask_several(&question, list, &bounds, fact.as_ref(), scope)
            }
        };
        if let Some(Value::In(to)) = scope.local(target.local) {
            self.put(to, Value::In(answer));
        }
        self.code.free(taken);
    }

    /// The cost of an ability: all of it, or nothing and the ability does nothing.
    fn pay(&mut self, ability: &'g Ability, scope: &Scope) {
        if ability.cost.is_empty() {
            return;
        }
        let (fail, paid) = (self.code.label(), self.code.label());
        let mut paying = scope.failing(fail);
        paying.is_cost = true;
        self.code.emit(Op::Remember {});
        self.steps(&ability.cost, &paying);
        self.code.emit(Op::Forget {});
        self.code.jump(paid);
        self.code.bind(fail);
        self.code.emit(Op::GoBack {});
        self.code.jump(scope.fail);
        self.code.bind(paid);
    }
}

/// An event that abilities hear.
struct Heard {
    happening: Happening,
    acting: Option<Value>,
    context: Context,
    names: Option<Slot>,
}

/// Whether the abilities of a game could want an order among those that begin to wait at the same time that
/// is not that of the document.
pub(crate) fn wants_an_order<'g>(triggered: &[Triggered<'g>]) -> Option<&'g Ability> {
    let overlap = |one: &Triggered<'_>, other: &Triggered<'_>| {
        let mut pairs = one
            .patterns
            .iter()
            .flat_map(|a| other.patterns.iter().map(move |b| (a, b)));
        let apart = one.is_about_this()
            && other.is_about_this()
            && !one.cards.iter().any(|card| other.cards.contains(card));
        one.ability.priority == other.ability.priority
            && !apart
            && pairs.any(|(a, b)| may_be_one(&a.event, &b.event))
    };
    triggered.iter().enumerate().find_map(|(place, one)| {
        let mut later = triggered[place + 1..].iter();
        let other = later.find(|other| overlap(one, other))?;
        Some(other.ability)
    })
}

/// Whether one event may be both.
fn may_be_one(a: &EventSource, b: &EventSource) -> bool {
    let is_move = |source: &EventSource| Happening::Move.matches(source);
    a == b || is_move(a) && is_move(b)
}

/// What is not carried out yet of the abilities that wait.
pub(crate) fn unsupported(ability: &Ability) -> Option<&'static str> {
    match &ability.sort {
        AbilitySort::Triggered(_)
        | AbilitySort::Static { .. }
        | AbilitySort::Restriction { .. } => {}
        AbilitySort::Activated(_) => return Some("an ability that is activated"),
        AbilitySort::Replacement(_) => return Some("an ability that replaces an event"),
    }
    match ability.once_per {
        Some((Often::Turn | Often::Phase | Often::Game | Often::Duration(_), _)) => {
            Some("an ability once per turn, phase or game")
        }
        None => None,
    }
}
