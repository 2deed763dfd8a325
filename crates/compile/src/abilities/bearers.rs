//! Bearers of abilities: tests and loops over the cards that have one, and the subjects of its events.

use cgml::model::{Ability, EventPattern, KindId, Subject};
use engine::op::{Builder, Op};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Context, Scope, Value};
use crate::plan::cards::carried::{Carried, is_kind};

impl<'g> Compiler<'g> {
    /// A card has an ability: it is printed on it, or was given to it.
    pub(crate) fn require_ability(&mut self, number: usize, card: Value, otherwise: Label) {
        if let Some(way) = self.abilities.carried[number].given.clone() {
            return self.require_given(&way, card, otherwise);
        }
        let cards = self.game.cards.pairs();
        let has: Vec<i64> = cards
            .map(|(id, _)| i64::from(self.abilities.carried[number].cards.contains(&id)))
            .collect();
        let taken = self.code.taken();
        let list = self.code.constant(has);
        let card = self.slot(card);
        let to = self.code.slot();
        let column = self.plan.layout.kinds;
        self.code.print(to, column, card);
        self.code.look_up(to, list, to);
        self.code.unless_true(to, otherwise);
        self.code.free(taken);
    }

    /// Goes through the cards that have an ability and lie where it works, those of the current player first.
    pub(crate) fn each_bearer(
        &mut self,
        number: usize,
        body: &mut dyn FnMut(&mut Compiler<'g>, Value, Label),
    ) {
        let game = self.game;
        let ability = self.abilities.carried[number].ability;
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
        let taken = self.code.taken();
        let mut of_pile = |compiler: &mut Compiler<'g>, pile: Value| {
            let scope = Scope::new(compiler.code.label());
            compiler.code.bind(scope.fail);
            compiler.each_card(pile, &scope, &mut |compiler, _, card, next| {
                if everywhere {
                    compiler.require_face_up(card, next);
                }
                compiler.require_ability(number, card, next);
                body(compiler, card, next);
            });
        };
        let of_players =
            |id: &cgml::model::ZoneId| game.zones[*id].owner == cgml::model::ZoneOwner::Player;
        let (owned, common): (Vec<_>, Vec<_>) = zones.into_iter().partition(of_players);
        if !owned.is_empty() {
            self.each_seat_in_turn(&mut |compiler, seat| {
                for zone in &owned {
                    let inner = compiler.code.taken();
                    let pile = compiler.zone_of(*zone, Some(seat));
                    of_pile(compiler, pile);
                    compiler.code.free(inner);
                }
            });
        }
        for zone in common {
            let inner = self.code.taken();
            let piles = &self.plan.program.zones[zone.0 as usize];
            for pile in piles.first..piles.first + piles.count {
                of_pile(self, Value::Known(i64::from(pile)));
            }
            self.code.free(inner);
        }
        self.code.free(taken);
    }

    /// A card shows its face.
    pub(crate) fn require_face_up(&mut self, card: Value, otherwise: Label) {
        let taken = self.code.taken();
        let card = self.slot(card);
        let to = self.code.slot();
        self.code.face_of(to, card);
        self.code.unless_is(to, 0, otherwise);
        self.code.free(taken);
    }

    /// All seats, whose turn it is first.
    pub(crate) fn each_seat_in_turn(&mut self, body: &mut dyn FnMut(&mut Compiler<'g>, Value)) {
        if self.plan.setting.players == 1 {
            return body(self, Value::Known(0));
        }
        let current = self.current();
        let current = self.slot(current);
        let (index, seat) = (self.code.slot(), self.code.slot());
        let limit = self.slot(Value::Known(i64::from(self.plan.setting.players)));
        self.set(index, 0);
        let again = self.code.here();
        let done = self.code.label();
        self.code.each_number(index, limit, seat, done);
        self.code.add(seat, seat, current);
        self.code.modulo(seat, seat, limit);
        body(self, Value::In(seat));
        self.code.jump(again);
        self.code.bind(done);
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
                    self.code.unless_equal(a, b, otherwise);
                }
                _ => self.code.jump(otherwise),
            },
            Subject::Kind(kind) => match context.card {
                Some(card) => self.require_kind(card, kind, otherwise),
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
            Subject::Pool(pool) => self.require_leaves(pool, context, otherwise),
        }
        self.code.free(taken);
    }

    /// A card is of a kind, or of one below it.
    fn require_kind(&mut self, card: Value, kind: KindId, otherwise: Label) {
        let of = self.game.kinds.pairs();
        let fits = of.map(|(own, _)| i64::from(is_kind(self.game, own, kind)));
        let list = fits.collect();
        let list = self.code.constant(list);
        let card = self.slot(card);
        let to = self.code.slot();
        let column = self.plan.layout.card_kinds;
        self.code.print(to, column, card);
        self.code.unless_there(to, otherwise);
        self.code.look_up(to, list, to);
        self.code.unless_true(to, otherwise);
    }

    /// The card lies where the ability works, if it says where.
    pub(crate) fn require_zone(&mut self, ability: &Ability, this: Value, otherwise: Label) {
        if ability.zones.is_empty() {
            return;
        }
        let piles = self.plan.program.piles.iter();
        let works = piles
            .map(|pile| {
                let zone = cgml::model::ZoneId(u32::from(pile.zone));
                i64::from(ability.zones.contains(&zone))
            })
            .collect();
        let list = self.code.constant(works);
        let card = self.slot(this);
        let to = self.code.slot();
        self.code.pile_of(to, card);
        self.code.look_up(to, list, to);
        self.code.unless_true(to, otherwise);
    }

    /// The temporary values of an ability: first the parameters of its keyword.
    pub(crate) fn bind_ability(&mut self, scope: &mut Scope, number: usize) {
        let Carried {
            ability, arguments, ..
        } = self.abilities.carried[number];
        self.bind_locals(scope, &ability.effect);
        if let Some(way) = self.abilities.carried[number].given.clone() {
            return self.bind_given(&way, scope);
        }
        for (place, argument) in arguments.iter().enumerate() {
            let value = self.value(argument, scope);
            if let Some(local) = scope.locals.get_mut(place) {
                *local = value;
            }
        }
    }
}
