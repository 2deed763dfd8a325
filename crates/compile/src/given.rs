//! Makes up the position that `given` describes: of a scenario, or of a table where somebody tries something.
//!
//! The program must have been compiled for it ([`crate::compile_for_rehearsal`], with what [`rehearsal`] says).

mod dealer;
pub mod matching;
mod on_cards;

use cgml::model::scenario::{Given, GivenValue, ListedCard, OnCard, Term};
use cgml::model::{CardDefId, Game, Type, VariableId};
use engine::chance::Script;
use engine::event::Watch;
use engine::ids::{Card, Cell, NOTHING, Seat};
use engine::position::{Decision, Position};
use engine::program::{MOST_KEPT, Program, cells};
use engine::seed::Seed;

use crate::{Question, Rehearsal};
use dealer::Dealer;
use matching::fits_card;
pub use on_cards::cells as pool_cells;

/// Reason why a position cannot be made up.
#[derive(Debug, Clone)]
pub struct Impossible {
    /// Message in English, one sentence.
    pub message: String,
    /// The part of `given` that it is about.
    pub origin: Option<cgml::source::Span>,
}

impl Impossible {
    fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            origin: None,
        }
    }

    fn at(message: impl Into<String>, origin: cgml::source::Span) -> Self {
        Self {
            message: message.into(),
            origin: Some(origin),
        }
    }
}

/// Requirements of made-up positions on a program: the questions, and the cards that no deck may have.
pub fn rehearsal<'g>(
    game: &Game,
    positions: &[&Given],
    questions: Vec<Question<'g>>,
) -> Rehearsal<'g> {
    let mut cards: Vec<Made> = Vec::new();
    for given in positions {
        let mut missing = made(game, given);
        for card in &cards {
            take_one(&mut missing, *card);
        }
        cards.extend(missing);
    }
    Rehearsal { questions, cards }
}

/// A card that no deck may have, and the seat whose it is.
type Made = (CardDefId, Option<u8>);

/// The cards of a position that no deck may have.
fn made(game: &Game, given: &Given) -> Vec<Made> {
    let mut made = Vec::new();
    for pile in given.piles.iter().flatten() {
        each_listed(&pile.cards, &mut |card| {
            let id = card_id(game, &card.card);
            let id = id.filter(|id| game.cards[*id].deck_type.is_none());
            made.extend(id.map(|id| (id, pile.owner)));
        });
    }
    made
}

/// Takes a card out of a list; gives whether it was there.
fn take_one(cards: &mut Vec<Made>, card: Made) -> bool {
    let place = cards.iter().position(|other| *other == card);
    place.map(|place| cards.remove(place)).is_some()
}

/// For each card of a program, whether it was made for other positions than this one.
fn strangers(game: &Game, program: &Program, given: &Given) -> Vec<bool> {
    let outside = program.rehearsal.as_ref().map(|info| info.outside.0);
    let mut own = made(game, given);
    let cards = program.cards.iter();
    cards
        .map(|card| {
            let owner = card.back.checked_sub(1).map(|seat| seat as u8);
            let made = (CardDefId(u32::from(card.kind)), owner);
            Some(card.start) == outside && !take_one(&mut own, made)
        })
        .collect()
}

/// Every card of a list, with those attached to it and under it.
fn each_listed<'c>(cards: &'c [ListedCard], visit: &mut dyn FnMut(&'c ListedCard)) {
    for card in cards {
        visit(card);
        for on in &card.on {
            if let OnCard::Attached(cards) | OnCard::Under(cards) = on {
                each_listed(cards, visit);
            }
        }
    }
}

/// The cards of a list, each followed by those attached to it, with the position of the one that bears them.
fn with_attached<'c>(
    cards: &'c [ListedCard],
    bearer: Option<usize>,
    lying: &mut Vec<(&'c ListedCard, Option<usize>)>,
) {
    for card in cards {
        let place = lying.len();
        lying.push((card, bearer));
        for on in &card.on {
            if let OnCard::Attached(attached) = on {
                with_attached(attached, Some(place), lying);
            }
        }
    }
}

fn card_id(game: &Game, term: &Term) -> Option<CardDefId> {
    match term {
        Term::Word(name) => game.cards.find(name),
        _ => None,
    }
}

/// The position, going on until the first decision. Chance begins with the seed, whatever `given` says.
pub fn make<W: Watch>(
    game: &Game,
    program: &Program,
    given: &Given,
    seed: impl Into<Seed>,
    watch: &mut W,
) -> Result<Position, Impossible> {
    if let Some((what, origin)) = given.not_yet {
        return Err(Impossible::at(
            format!("{what} cannot be given yet"),
            origin,
        ));
    }
    let mut position = set_up(program, given, seed.into())?;
    let strangers = strangers(game, program, given);
    if given.piles.is_some() {
        Dealer::new(game, program, &strangers).deal(&mut position, given)?;
    }
    for value in &given.values {
        set_value(game, program, &strangers, &mut position, value)?;
    }
    on_cards::set_pools(game, program, &mut position, &given.pools)?;
    go_on(program, &mut position, given, watch)?;
    Ok(position)
}

fn set_up(program: &Program, given: &Given, seed: Seed) -> Result<Position, Impossible> {
    let position = if given.keeps_order {
        Position::start_scripted(program, seed, Script::without_shuffles())
    } else {
        Position::start(program, seed)
    };
    match position.decision() {
        Decision::Over => Ok(position),
        Decision::Choose { .. } | Decision::Chance { .. } => Err(Impossible::new(
            "the set-up asks a question: positions cannot be given in this game",
        )),
        Decision::Fault(fault) => Err(Impossible::new(fault.message(program))),
    }
}

fn go_on<W: Watch>(
    program: &Program,
    position: &mut Position,
    given: &Given,
    watch: &mut W,
) -> Result<(), Impossible> {
    if let Some(turn) = given.turn_index {
        count_turns(program, position, given.current, turn);
    }
    let went = match given.place {
        Some((state, phase)) => {
            if let Some(seat) = given.current {
                position.set_cell(cells::CURRENT, i64::from(seat));
            }
            position.set_cell(cells::TURN, given.turn_index.unwrap_or(0));
            position.enter(program, (state.0 as u16, phase.0 as u16), watch)
        }
        None => {
            if let Some(turn) = given.turn_index {
                position.set_cell(cells::TURN, turn - 1);
            }
            position.begin(program, given.current.map(Seat), watch)
        }
    };
    went.map_err(|error| Impossible::new(error.to_string()))
}

/// Counts the turns that were before this one: players have had theirs in the order of play.
fn count_turns(program: &Program, position: &mut Position, current: Option<u8>, turn: i64) {
    let info = program.rehearsal.as_ref();
    let Some(first) = info.and_then(|info| info.turn_counts) else {
        return;
    };
    let (seats, direction) = (i64::from(program.seats), position.cell(cells::DIRECTION));
    let current = current.map_or(position.cell(cells::CURRENT), i64::from);
    for seat in 0..seats {
        // The number of turns since this seat had its last one, from 1.
        let ago = (1..=seats).find(|ago| (current - direction * ago - seat) % seats == 0);
        let before = ago.map_or(0, |ago| (turn + seats - ago).max(0) / seats);
        position.set_cell(Cell(first.0 + seat as u16), before);
    }
}

fn set_value(
    game: &Game,
    program: &Program,
    strangers: &[bool],
    position: &mut Position,
    given: &GivenValue,
) -> Result<(), Impossible> {
    let variable = &game.variables[given.variable];
    let infos = program.variables.iter();
    let info = infos.clone().find(|info| info.name.id == variable.name);
    let Some(info) = info else {
        return Err(Impossible::at("this cannot be given", given.origin));
    };
    let first = info.first + u16::from(given.owner.unwrap_or(0)) * info.sort.cells();
    let wrong = |term: &Term| {
        let message = format!("`{}` cannot be {}", name_of(game, given.variable), term);
        Impossible::at(message, given.origin)
    };
    let number = |position: &Position, term: &Term, ty: &Type| {
        number(game, program, strangers, position, term, ty).ok_or_else(|| wrong(term))
    };
    let Type::List(element) = &variable.ty else {
        let value = number(position, &given.value, &variable.ty)?;
        position.set_cell(Cell(first), value);
        return Ok(());
    };
    let Term::List(terms) = &given.value else {
        return Err(wrong(&given.value));
    };
    if terms.len() > usize::from(MOST_KEPT) {
        return Err(wrong(&given.value));
    }
    for place in 0..info.sort.cells() {
        position.set_cell(Cell(first + place), 0);
    }
    position.set_cell(Cell(first), terms.len() as i64);
    for (place, term) in terms.iter().enumerate() {
        let value = number(position, term, element)?;
        position.set_cell(Cell(first + 1 + place as u16), value);
    }
    Ok(())
}

fn name_of(game: &Game, variable: VariableId) -> &str {
    &game.variables[variable].name
}

/// The number of a term where a value of a type is kept.
fn number(
    game: &Game,
    program: &Program,
    strangers: &[bool],
    position: &Position,
    term: &Term,
    ty: &Type,
) -> Option<i64> {
    let at = |place: Option<usize>| place.map(|place| place as i64);
    match (ty, term) {
        (_, Term::Nothing) => Some(NOTHING),
        (Type::Bool, Term::Truth(truth)) => Some(i64::from(*truth)),
        (Type::Symbol(set), term) => {
            let word = word(term)?;
            game.symbol_sets[*set].position(&word).map(i64::from)
        }
        (Type::Text, term) => {
            let word = word(term)?;
            at(program.texts.iter().position(|known| *known == word))
        }
        (Type::Card, term) => {
            let cards = (0..program.cards.len()).filter(|number| !strangers[*number]);
            let cards = cards.map(|number| Card(number as u16));
            let fitting = cards.filter(|card| fits_card(game, program, position, *card, term));
            let outside = program.rehearsal.as_ref().map(|info| info.outside);
            let is_outside = |card: &Card| {
                outside.is_some_and(|pile| position.cards(pile).any(|other| other == *card))
            };
            fitting
                .min_by_key(|card| (is_outside(card), card.0))
                .map(|card| i64::from(card.0))
        }
        (Type::CardName, Term::Word(word)) => game.cards.find(word).map(|id| i64::from(id.0)),
        (Type::Team, Term::Word(word)) => game.teams.find(word).map(|id| i64::from(id.0)),
        (Type::Phase, Term::Word(word)) => game.phases.find(word).map(|id| i64::from(id.0)),
        (Type::State, Term::Word(word)) => game.states.find(word).map(|id| i64::from(id.0)),
        (Type::Number | Type::Player | Type::Team | Type::Any, Term::Number(number)) => {
            Some(*number)
        }
        (Type::Any, Term::Truth(truth)) => Some(i64::from(*truth)),
        _ => None,
    }
}

fn word(term: &Term) -> Option<String> {
    match term {
        Term::Word(word) => Some(word.clone()),
        Term::Number(number) => Some(number.to_string()),
        Term::Truth(truth) => Some(truth.to_string()),
        Term::Nothing | Term::Like(_) | Term::List(_) => None,
    }
}
