//! A checked game in plain sentences, in English and Japanese.
//!
//! Every sentence is made from the game itself, with the words of the [`vocabulary`](crate::vocabulary)
//! and the names the author gave. Whatever can be checked can be explained; nothing here fails. What
//! the author wrote about a thing in words stands before it in quotation marks.
//!
//! A definition, keyword or event whose text has slots for its own parameters, such as
//! `"draw {count} cards"`, reads like that wherever it is used.

mod ability;
mod call;
mod card;
mod clause;
mod condition;
mod counting;
mod elements;
mod event;
mod fill;
mod find;
mod flow;
mod glossary;
mod moves;
mod names;
mod operation;
mod overview;
mod owned;
mod page;
mod people;
mod resolution;
mod rule;
mod setting;
mod step;
mod teller;
mod value;
mod word;
mod zone;

pub use find::{Subject, find, subjects};

use crate::model::{
    Ability, CardDefId, CheckId, DefinitionId, Expr, Game, Invariant, KeywordId, MoveId, PhaseId,
    RuleId, StateId, Transition, VariableId, ZoneId,
};
use crate::vocabulary::Language;
use teller::Teller;

/// The whole game as a small rulebook: headings, with what belongs to them below.
pub fn game(game: &Game, language: Language) -> String {
    Teller::new(game, language).overview()
}

/// Anything that [`find()`] finds.
pub fn subject(game: &Game, subject: Subject, language: Language) -> String {
    match subject {
        Subject::Rule(id) => rule(game, id, language),
        Subject::Move(id) => player_move(game, id, language),
        Subject::Definition(id) => definition(game, id, language),
        Subject::Card(id) => card(game, id, language),
        Subject::Keyword(id) => keyword(game, id, language),
        Subject::Zone(id) => zone(game, id, language),
        Subject::Variable(id) => variable(game, id, language),
        Subject::State(id) => state(game, id, language),
        Subject::Phase(id) => phase(game, id, language),
        Subject::Transition(position) => transition(game, &game.transitions[position], language),
        Subject::Check(id) => check(game, id, language),
        Subject::Invariant(position) => invariant(game, &game.invariants[position], language),
    }
}

/// A rule: when it runs and what it does, or which moves it restricts.
pub fn rule(game: &Game, rule: RuleId, language: Language) -> String {
    let teller = Teller::new(game, language);
    teller.rule(&game.rules[rule]).join("\n")
}

/// A transition from one state to another.
pub fn transition(game: &Game, transition: &Transition, language: Language) -> String {
    Teller::new(game, language).transition(transition)
}

/// The winning conditions; empty for a game without any.
pub fn win(game: &Game, language: Language) -> String {
    let teller = Teller::new(game, language);
    let lines = game.win.iter().flat_map(|win| teller.win(win));
    lines.collect::<Vec<_>>().join("\n")
}

/// The steps of the setup, one line for each.
pub fn setup(game: &Game, language: Language) -> String {
    Teller::new(game, language).setup().join("\n")
}

/// A card: its kind, what is printed on it, and what it does.
pub fn card(game: &Game, card: CardDefId, language: Language) -> String {
    let teller = Teller::new(game, language);
    teller.card(&game.cards[card]).join("\n")
}

/// An ability of a card or kind; the acting player is "you".
pub fn ability(game: &Game, ability: &Ability, language: Language) -> String {
    Teller::new(game, language).ability(ability, &[]).join("\n")
}

/// A keyword, explained by its abilities.
pub fn keyword(game: &Game, keyword: KeywordId, language: Language) -> String {
    let teller = Teller::new(game, language);
    teller.keyword(&game.keywords[keyword]).join("\n")
}

/// A move; the player who makes it is "you".
pub fn player_move(game: &Game, def: MoveId, language: Language) -> String {
    let teller = Teller::new(game, language);
    teller.player_move(&game.moves[def]).join("\n")
}

/// An effect or function with a name.
pub fn definition(game: &Game, definition: DefinitionId, language: Language) -> String {
    let teller = Teller::new(game, language);
    teller.definition(&game.definitions[definition]).join("\n")
}

/// A check made between effects.
pub fn check(game: &Game, check: CheckId, language: Language) -> String {
    let teller = Teller::new(game, language);
    teller.check(&game.checks[check]).join("\n")
}

/// A fact that always holds.
pub fn invariant(game: &Game, invariant: &Invariant, language: Language) -> String {
    Teller::new(game, language).invariant(invariant).join("\n")
}

/// A zone: whose it is, what it is for, and who sees what.
pub fn zone(game: &Game, zone: ZoneId, language: Language) -> String {
    Teller::new(game, language).zone(&game.zones[zone])
}

/// A variable: whose it is, and its value at the start or at any time.
pub fn variable(game: &Game, variable: VariableId, language: Language) -> String {
    Teller::new(game, language).variable(&game.variables[variable])
}

/// A state, explained by its phases.
pub fn state(game: &Game, state: StateId, language: Language) -> String {
    Teller::new(game, language).state(&game.states[state])
}

/// A phase: what is done when it begins, and which moves it has.
pub fn phase(game: &Game, phase: PhaseId, language: Language) -> String {
    let teller = Teller::new(game, language);
    teller.phase(&game.phases[phase]).join("\n")
}

/// An expression: a clause if it is true or false, otherwise a noun phrase. The acting player is "you".
pub fn expression(game: &Game, expr: &Expr, language: Language) -> String {
    let teller = Teller::new(game, language);
    teller.addressing_you().phrase(expr)
}
