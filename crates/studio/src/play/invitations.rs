//! Invitations: tables that begin once every seat is taken. Whoever comes brings a name, a colour and a deck.
//!
//! They are kept in memory only, for as long as who made them is there: a seat whose page has not asked for a while is
//! free again.

use crate::problem::{ProblemCode, problem};
use crate::server::token::{self, sealed};
use crate::shelf::prose;
use crate::table::{known_colour, plain};
use crate::tables::Tables;
use crate::wire::{
    Guest, Invitation, InvitedSeat, Joined, Joining, NewInvitation, NewTable, Problem, SeatPlan,
    TableMade,
};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Time after which a page that does not ask is gone.
const PATIENCE: Duration = Duration::from_secs(45);

/// The largest number of invitations.
const MOST: usize = 100;

/// All invitations.
#[derive(Default)]
pub(crate) struct Invitations(Mutex<BTreeMap<String, Open>>);

/// An invitation.
struct Open {
    plan: NewTable,
    /// The seat of who made it.
    maker: u8,
    people: BTreeMap<u8, Person>,
    table: Option<TableMade>,
}

/// Somebody who has taken a seat.
struct Person {
    /// Hash of the token that shows who asks.
    token: [u8; 32],
    guest: Guest,
    seen: Instant,
}

impl Person {
    fn new(guest: &Guest) -> Result<(Self, String), Problem> {
        let secret = token::fresh().map_err(|error| {
            let message = format!("the system gives no random numbers: {error}");
            problem(ProblemCode::NoChance, message)
        })?;
        let person = Self {
            token: sealed(&secret),
            guest: Guest {
                name: plain(&guest.name),
                colour: known_colour(guest.colour),
            },
            seen: Instant::now(),
        };
        Ok((person, secret))
    }
}

impl Open {
    /// The seats that nobody has taken.
    fn free(&self) -> Vec<u8> {
        let seats = self.plan.seats.iter().zip(0_u8..);
        let people = seats.filter(|(plan, _)| !matches!(plan, SeatPlan::Computer { .. }));
        let free = people.filter(|(_, seat)| !self.people.contains_key(seat));
        free.map(|(_, seat)| seat).collect()
    }

    fn seat_of(&self, token: Option<&str>) -> Option<u8> {
        let token = sealed(token?);
        let mut people = self.people.iter();
        let found = people.find(|(_, person)| person.token == token)?;
        Some(*found.0)
    }
}

impl Tables {
    /// Invites to a table: the maker takes the first seat for a person here.
    pub(crate) fn invite(&self, wanted: &NewInvitation) -> Result<Joined, Problem> {
        let maker = wanted
            .plan
            .seats
            .iter()
            .position(|it| *it == SeatPlan::Here);
        let Some(maker) = maker else {
            let message = "one seat must be for a person here";
            return Err(problem(ProblemCode::Seat, message.to_owned()));
        };
        // A table that cannot be played is refused before anybody comes.
        self.try_plan(&wanted.plan)?;
        let (person, token) = Person::new(&wanted.guest)?;
        let seat = maker as u8;
        let open = Open {
            plan: wanted.plan.clone(),
            maker: seat,
            people: BTreeMap::from([(seat, person)]),
            table: None,
        };
        if open.free().is_empty() {
            let message = "a seat must be free for somebody else";
            return Err(problem(ProblemCode::Seat, message.to_owned()));
        }
        let id =
            token::fresh().map_err(|error| problem(ProblemCode::NoChance, error.to_string()))?;
        let mut all = self.invitations.all();
        if all.len() >= MOST {
            let message = "there are too many invitations".to_owned();
            return Err(problem(ProblemCode::TooMany, message));
        }
        all.insert(id.clone(), open);
        Ok(Joined { id, seat, token })
    }

    /// Takes a free seat. With the last one the table is made.
    pub(crate) fn join(&self, id: &str, wanted: &Joining) -> Result<Joined, Problem> {
        let plan = {
            let all = self.invitations.all();
            let open = all.get(id).ok_or_else(unknown)?;
            let seat = *open.free().first().ok_or_else(full)?;
            with_deck(&open.plan, seat, wanted.deck.as_deref())?
        };
        // Reading a deck takes a while: nobody waits for it.
        self.try_plan(&plan)?;
        let mut all = self.invitations.all();
        let open = all.get_mut(id).ok_or_else(unknown)?;
        let seat = *open.free().first().ok_or_else(full)?;
        let (person, token) = Person::new(&wanted.guest)?;
        open.plan = with_deck(&open.plan, seat, wanted.deck.as_deref())?;
        open.people.insert(seat, person);
        if open.free().is_empty() {
            open.table = Some(self.make(&open.plan)?);
        }
        let id = id.to_owned();
        Ok(Joined { id, seat, token })
    }

    /// An invitation as somebody sees it who may have a seat; whoever asks is still there.
    pub(crate) fn invitation(&self, id: &str, token: Option<&str>) -> Result<Invitation, Problem> {
        let mut all = self.invitations.all();
        let open = all.get_mut(id).ok_or_else(unknown)?;
        let seat = open.seat_of(token);
        if let Some(person) = seat.and_then(|seat| open.people.get_mut(&seat)) {
            person.seen = Instant::now();
        }
        self.told(id, open, seat)
    }

    /// The invitations that somebody can still follow.
    pub(crate) fn lobby(&self) -> Result<Vec<Invitation>, Problem> {
        let all = self.invitations.all();
        let open = all.iter().filter(|(_, open)| !open.free().is_empty());
        open.map(|(id, open)| self.told(id, open, None)).collect()
    }

    /// Leaves a seat; who made the invitation takes it back.
    pub(crate) fn leave_invitation(&self, id: &str, token: Option<&str>) -> Result<(), Problem> {
        let mut all = self.invitations.all();
        let open = all.get_mut(id).ok_or_else(unknown)?;
        let nobody = || problem(ProblemCode::NotAllowed, "you have no seat there".to_owned());
        let seat = open.seat_of(token).ok_or_else(nobody)?;
        if open.table.is_some() {
            return Ok(());
        }
        if seat == open.maker {
            all.remove(id);
        } else {
            open.people.remove(&seat);
        }
        Ok(())
    }

    fn told(&self, id: &str, open: &Open, seat: Option<u8>) -> Result<Invitation, Problem> {
        let plan = &open.plan;
        let edition = self.shelf.edition(&plan.game, plan.variant.as_deref())?;
        let seats = plan.seats.iter().zip(0_u8..).map(|(plan, at)| InvitedSeat {
            computer: match plan {
                SeatPlan::Computer { name } => Some(name.clone()),
                SeatPlan::Here | SeatPlan::Link => None,
            },
            guest: open.people.get(&at).map(|person| person.guest.clone()),
        });
        let made = open.table.as_ref().filter(|_| seat.is_some());
        Ok(Invitation {
            id: id.to_owned(),
            game: plan.game.clone(),
            name: prose(&edition.game.meta.name),
            seats: seats.collect(),
            brings_decks: !plan.decks.is_empty(),
            clock: plan.clock,
            mine: seat,
            table: made.map(|made| made.id.clone()),
            token: made.and_then(|made| made.tokens.get(&seat?).cloned()),
        })
    }
}

impl Invitations {
    /// All invitations, without those whose makers are gone, and without people who are.
    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Open>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for open in all.values_mut().filter(|open| open.table.is_none()) {
            open.people
                .retain(|_, person| person.seen.elapsed() < PATIENCE);
        }
        all.retain(|_, open| {
            let mut people = open.people.values();
            match open.table {
                Some(_) => people.any(|person| person.seen.elapsed() < PATIENCE),
                None => open.people.contains_key(&open.maker),
            }
        });
        all
    }
}

/// The plan with the deck that somebody brings to a seat.
fn with_deck(plan: &NewTable, seat: u8, deck: Option<&str>) -> Result<NewTable, Problem> {
    let mut plan = plan.clone();
    let Some(deck) = deck else {
        return Ok(plan);
    };
    let own = plan.decks.get_mut(usize::from(seat));
    let own =
        own.ok_or_else(|| problem(ProblemCode::Deck, "nobody brings decks here".to_owned()))?;
    deck.clone_into(own);
    Ok(plan)
}

fn unknown() -> Problem {
    let message = "there is no such invitation; it may have been taken back";
    problem(ProblemCode::UnknownTable, message.to_owned())
}

fn full() -> Problem {
    problem(ProblemCode::Stale, "all seats are taken".to_owned())
}
