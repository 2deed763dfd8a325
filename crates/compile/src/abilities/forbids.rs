//! Moves that are forbidden: by abilities with `forbids`, and by `FORBID`. "Cannot" beats "can".

use cgml::model::{Ability, AbilitySort, Expr, ExprKind, LocalId, Move, MoveId};
use cgml::vocabulary::sections::ImplicitLocal;
use engine::ids::{NOTHING, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::lists::predicate;
use crate::emit::scope::{Scope, Value};
use crate::plan::effects::durations::{ACTOR, CARD, PLAYER, THIS, WHAT};

impl<'g> Compiler<'g> {
    /// True if anything may forbid a move.
    pub(crate) fn may_be_forbidden(&self, id: MoveId) -> bool {
        let mut standing = self.abilities.continuous.standing.iter();
        let mut steps = self.abilities.continuous.durations.forbidding.iter();
        standing.any(|standing| forbids(standing.ability, id))
            || steps.any(|step| step.moves.contains(&id))
    }

    /// True if what is chosen with a move may forbid it.
    pub(crate) fn may_forbid_target(&self, id: MoveId) -> bool {
        let mut standing = self.abilities.continuous.standing.iter();
        let mut steps = self.abilities.continuous.durations.forbidding.iter();
        standing.any(|standing| forbids(standing.ability, id) && is_about_target(standing.ability))
            || steps.any(|step| {
                step.moves.contains(&id) && step.filter.as_ref().is_some_and(names_target)
            })
    }

    /// As [`Self::may_forbid_target`], for the move itself.
    pub(crate) fn may_forbid_target_of(&self, def: &Move) -> bool {
        let id = self.game.moves.find(&def.name);
        id.is_some_and(|id| self.may_forbid_target(id))
    }

    /// Goes on if a move with a card is not forbidden whatever is chosen with it.
    pub(crate) fn require_allowed(
        &mut self,
        id: MoveId,
        def: &Move,
        scope: &Scope,
        otherwise: Label,
    ) {
        if !self.may_be_forbidden(id) {
            return;
        }
        self.require_not_forbidden(id, def, None, scope, otherwise);
        if !self.may_forbid_target(id) {
            return;
        }
        match def.targets.first() {
            None => {
                let nothing = Value::Known(NOTHING);
                self.require_not_forbidden(id, def, Some(nothing), scope, otherwise);
            }
            Some(target) if target.count.is_some() || target.up_to.is_some() => {
                self.not_yet("forbidding one of several targets", def.origin);
            }
            Some(_) => {}
        }
    }

    /// Goes on if a move with what was chosen first is not forbidden for that.
    pub(crate) fn require_allowed_target(
        &mut self,
        def: &Move,
        target: Value,
        scope: &Scope,
        otherwise: Label,
    ) {
        let Some(id) = self.game.moves.find(&def.name) else {
            return;
        };
        if self.may_forbid_target(id) {
            self.require_not_forbidden(id, def, Some(target), scope, otherwise);
        }
    }

    /// With a target only what asks for it, without one only what does not.
    fn require_not_forbidden(
        &mut self,
        id: MoveId,
        def: &Move,
        target: Option<Value>,
        scope: &Scope,
        otherwise: Label,
    ) {
        let taken = self.code.taken();
        let card = def.from.as_ref();
        let card = card.and_then(|(card, _)| scope.local(*card));
        let card = card.map(|card| self.slot(card));
        let acting = self.acting(scope);
        let attempt = Attempt {
            card,
            target,
            seat: self.slot(acting),
        };
        let numbers: Vec<usize> = (0..self.abilities.continuous.standing.len())
            .filter(|number| {
                let ability = self.abilities.continuous.standing[*number].ability;
                forbids(ability, id) && is_about_target(ability) == target.is_some()
            })
            .collect();
        if !numbers.is_empty() {
            let forbidden = self.slot(Value::Known(0));
            for number in numbers {
                self.forbid_by_ability(number, attempt, forbidden);
            }
            self.code.unless_is(forbidden, 0, otherwise);
        }
        self.require_not_in_rows(id, attempt, otherwise);
        self.code.free(taken);
    }

    /// Sets a register if an ability forbids a move.
    fn forbid_by_ability(&mut self, number: usize, attempt: Attempt, forbidden: Slot) {
        let ability = self.abilities.continuous.standing[number].ability;
        let AbilitySort::Restriction {
            cards,
            players,
            filter,
            ..
        } = &ability.sort
        else {
            return;
        };
        let is_of_this = cards.is_none() && players.is_none();
        if (is_of_this || cards.is_some()) && attempt.card.is_none() {
            return;
        }
        let only = attempt.card.filter(|_| is_of_this);
        let prepare = &mut |compiler: &mut Compiler<'g>, scope: &Scope, _: Slot, skip: Label| {
            let mut scope = scope.clone();
            if let (Some((_, cards)), Some(card)) = (cards, attempt.card) {
                compiler.require_one_of(card, cards, &scope, skip);
            }
            match players {
                Some(players) => compiler.require_player(players, attempt.seat, skip, &scope),
                None if is_of_this => {
                    let controller = compiler.acting(&scope);
                    let b = compiler.slot(controller);
                    compiler.code.unless_equal(attempt.seat, b, skip);
                }
                None => {}
            }
            let nothing = Value::Known(NOTHING);
            let named = names_of(ability, cards.as_ref().map(|(card, _)| *card));
            let card = attempt.card.map_or(nothing, Value::In);
            let target = attempt.target.unwrap_or(nothing);
            for (local, value) in named.into_iter().zip([card, target]) {
                if let Some(local) = local {
                    scope = scope.with(local, value);
                }
            }
            if let Some(filter) = filter {
                compiler.require(filter, true, skip, &scope);
            }
            Vec::new()
        };
        let then = &mut |compiler: &mut Compiler<'g>, _: &[Value], _| compiler.set(forbidden, 1);
        self.each_working(number, only, prepare, then);
    }

    /// No row of `FORBID` forbids a move.
    fn require_not_in_rows(&mut self, id: MoveId, attempt: Attempt, otherwise: Label) {
        let Some(rows) = self.abilities.continuous.durations.forbidden.clone() else {
            return;
        };
        let steps = self.abilities.continuous.durations.forbidding.clone();
        let is_wanted = |step: &crate::plan::effects::durations::Forbidding| {
            let of_target = step.filter.as_ref().is_some_and(names_target);
            step.moves.contains(&id) && of_target == attempt.target.is_some()
        };
        if !steps.iter().any(is_wanted) {
            return;
        }
        let done = self.code.label();
        self.require_rows(&rows, done);
        for (number, step) in steps.iter().enumerate() {
            if !is_wanted(step) {
                continue;
            }
            self.each_row(&rows, &mut |compiler, index, next| {
                let part = compiler.part_of_row(&rows, index, WHAT);
                compiler.code.unless_is(part, number as i32, next);
                for (place, own) in [(CARD, attempt.card), (PLAYER, Some(attempt.seat))] {
                    compiler.load_part(&rows, index, place, part);
                    let any = compiler.code.label();
                    compiler.code.unless_there(part, any);
                    match own {
                        Some(b) => compiler.code.unless_equal(part, b, next),
                        None => compiler.code.jump(next),
                    }
                    compiler.code.bind(any);
                }
                if let Some(filter) = &step.filter {
                    let mut scope = Scope::new(next);
                    let actor = compiler.part_of_row(&rows, index, ACTOR);
                    let this = compiler.part_of_row(&rows, index, THIS);
                    scope.acting = Some(Value::In(actor));
                    scope.this = Some(Value::In(this));
                    scope.locals = compiler.locals_of_expr(filter);
                    let (card, inner) = predicate(filter);
                    let (target, fact) = predicate(inner);
                    let nothing = Value::Known(NOTHING);
                    let scope = scope.with(card, attempt.card.map_or(nothing, Value::In));
                    let scope = scope.with(target, attempt.target.unwrap_or(nothing));
                    compiler.require(fact, true, next, &scope);
                }
                compiler.code.jump(otherwise);
            });
        }
        self.code.bind(done);
    }
}

/// A move that somebody would make.
#[derive(Clone, Copy)]
struct Attempt {
    card: Option<Slot>,
    target: Option<Value>,
    seat: Slot,
}

fn forbids(ability: &Ability, id: MoveId) -> bool {
    match &ability.sort {
        AbilitySort::Restriction { moves, .. } => moves.contains(&id),
        AbilitySort::Triggered(_)
        | AbilitySort::Activated(_)
        | AbilitySort::Static { .. }
        | AbilitySort::Replacement(_) => false,
    }
}

/// The temporary values that are the card of the move and its target.
fn names_of(ability: &Ability, card: Option<LocalId>) -> [Option<LocalId>; 2] {
    let named = |name: ImplicitLocal| {
        let locals = ability.effect.locals.iter();
        let found = locals
            .enumerate()
            .find(|(_, local)| local.name == name.name());
        found.map(|(place, _)| LocalId(place as u32))
    };
    [
        card.or_else(|| named(ImplicitLocal::Card)),
        named(ImplicitLocal::Target),
    ]
}

/// True if a restriction looks at what is chosen with a move.
fn is_about_target(ability: &Ability) -> bool {
    let AbilitySort::Restriction {
        filter: Some(filter),
        ..
    } = &ability.sort
    else {
        return false;
    };
    let [_, target] = names_of(ability, None);
    target.is_some_and(|target| mentions(filter, target))
}

/// True if the condition of a step that forbids moves looks at their target.
fn names_target(filter: &Expr) -> bool {
    let (_, inner) = predicate(filter);
    let (target, fact) = predicate(inner);
    mentions(fact, target)
}

fn mentions(expr: &Expr, local: LocalId) -> bool {
    let mut found = false;
    cgml::model::visit::each_expr(expr, &mut |inner| {
        found |= matches!(inner.kind, ExprKind::Local(id) if id == local);
    });
    found
}
