//! Agreement of the people at a table: to take a decision back, to give the game up, to play again.

use super::{Live, Tables, removed};
use crate::problem::{ProblemCode, not_kept, problem};
use crate::wire::{AskedBack, Ended, NextGame, Problem, TableMade};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{MutexGuard, PoisonError};

/// Agreements of the people at a table so far.
#[derive(Default)]
pub(super) struct Agreements {
    /// The request to take a decision back.
    back: Option<Request>,
    /// The seats that want to play again.
    again: BTreeSet<u8>,
    /// The table of the next game.
    next: Option<TableMade>,
}

/// Somebody wants to take a decision back.
struct Request {
    by: u8,
    /// The number of choices when it was asked: another choice answers it with no.
    at: usize,
    agreed: BTreeSet<u8>,
}

impl Tables {
    /// Takes the last decision of a seat back, or asks the other people whether it may be.
    pub(super) fn take_back(&self, live: &Live, seat: u8) -> Result<(), Problem> {
        let mut table = live.table();
        if table.is_removed {
            return Err(removed());
        }
        if !table.can_take_back() {
            let message = "nothing can be taken back once the game is over and everything was seen";
            return Err(problem(ProblemCode::NotAllowed, message.to_owned()));
        }
        let number = match table.seats() {
            1 => table.number().checked_sub(1),
            _ => table.last_decision_of(seat),
        };
        let Some(number) = number else {
            let message = "there is nothing to take back";
            return Err(problem(ProblemCode::NotAllowed, message.to_owned()));
        };
        let groups = table.groups();
        if groups.iter().any(|group| !group.contains(&seat)) {
            let at = table.number();
            drop(table);
            live.agreements().back = Some(Request {
                by: seat,
                at,
                agreed: BTreeSet::new(),
            });
            return Ok(());
        }
        let kept = self.store.keep_choices(&table.id, number);
        kept.map_err(not_kept)?;
        table.go_back_to(number);
        Ok(())
    }

    /// Answers a request to take a decision back.
    pub(super) fn allow(&self, live: &Live, seat: u8, yes: bool) -> Result<(), Problem> {
        let mut table = live.table();
        let mut agreements = live.agreements();
        let current = agreements.back.as_mut();
        let Some(request) = current.filter(|request| request.at == table.number()) else {
            let message = "nobody wants to take anything back";
            return Err(problem(ProblemCode::Stale, message.to_owned()));
        };
        if table.is_removed || table.is_over() {
            return Err(problem(ProblemCode::Stale, "the game is over".to_owned()));
        }
        if !yes {
            agreements.back = None;
            return Ok(());
        }
        request.agreed.insert(seat);
        let by = request.by;
        if !waiting(&table.groups(), by, &request.agreed).is_empty() {
            return Ok(());
        }
        let Some(number) = table.last_decision_of(by) else {
            return Ok(());
        };
        let kept = self.store.keep_choices(&table.id, number);
        kept.map_err(not_kept)?;
        table.go_back_to(number);
        agreements.back = None;
        Ok(())
    }

    /// Gives the game up for a seat.
    pub(super) fn resign(&self, live: &Live, seat: u8) -> Result<(), Problem> {
        if !live.table().can_resign() {
            let message = "with more than two sides, let a computer play on instead";
            return Err(problem(ProblemCode::NotAllowed, message.to_owned()));
        }
        self.end(live, Ended::Resigned { seat })
    }

    /// Ends a game that its rules did not end.
    pub(super) fn end(&self, live: &Live, ended: Ended) -> Result<(), Problem> {
        let mut table = live.table();
        if table.is_removed {
            return Err(removed());
        }
        if table.is_over() || table.is_uploaded() {
            return Err(problem(
                ProblemCode::NotAllowed,
                "the game is over".to_owned(),
            ));
        }
        table.end(ended);
        let kept = self.keep_over(&table);
        if kept.is_err() {
            table.go_on();
        }
        kept
    }

    /// Somebody wants to play the same again. With the last of them the table is made.
    pub(super) fn rematch(&self, live: &Live, seat: u8) -> Result<(), Problem> {
        let table = live.table();
        if !table.is_over() || table.is_uploaded() {
            let message = "play this game to its end first";
            return Err(problem(ProblemCode::NotAllowed, message.to_owned()));
        }
        let mut agreements = live.agreements();
        agreements.again.insert(seat);
        let wanted = &agreements.again;
        let all = table.groups();
        let is_agreed = all.iter().all(|group| !group.is_disjoint(wanted));
        if !is_agreed || agreements.next.is_some() {
            return Ok(());
        }
        let plan = table.plan_of_rematch();
        drop(table);
        agreements.next = Some(self.make(&plan)?);
        Ok(())
    }
}

impl Live {
    pub(super) fn agreements(&self) -> MutexGuard<'_, Agreements> {
        self.agreements
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The request to take a decision back that is waited for, and the next game, as somebody is told of them.
    pub(super) fn agreed(&self, viewer: Option<u8>) -> (Option<AskedBack>, Option<NextGame>) {
        let table = self.table();
        let (groups, number) = (table.groups(), table.number());
        let is_over = table.is_over();
        drop(table);
        let agreements = self.agreements();
        let back = agreements.back.as_ref().filter(|it| it.at == number);
        let back = back.filter(|_| !is_over).map(|request| AskedBack {
            by: request.by,
            waits_for: waiting(&groups, request.by, &request.agreed),
        });
        let is_wanted = is_over && !agreements.again.is_empty();
        let next = is_wanted.then(|| NextGame {
            wanted: agreements.again.iter().copied().collect(),
            table: agreements.next.as_ref().map(|made| made.id.clone()),
            tokens: own_tokens(&groups, viewer, agreements.next.as_ref()),
        });
        (back, next)
    }
}

/// The tokens of the seats for which a viewer decides.
fn own_tokens(
    groups: &[BTreeSet<u8>],
    viewer: Option<u8>,
    made: Option<&TableMade>,
) -> BTreeMap<u8, String> {
    let (Some(viewer), Some(made)) = (viewer, made) else {
        return BTreeMap::new();
    };
    let own = groups.iter().find(|group| group.contains(&viewer));
    let is_own = |seat: &u8| *seat == viewer || own.is_some_and(|group| group.contains(seat));
    let tokens = made.tokens.iter().filter(|(seat, _)| is_own(seat));
    tokens.map(|(seat, token)| (*seat, token.clone())).collect()
}

/// The first seat of each group that must still agree with one.
fn waiting(groups: &[BTreeSet<u8>], by: u8, agreed: &BTreeSet<u8>) -> Vec<u8> {
    let others = groups.iter().filter(|group| !group.contains(&by));
    let silent = others.filter(|group| group.is_disjoint(agreed));
    silent.filter_map(|group| group.first().copied()).collect()
}
