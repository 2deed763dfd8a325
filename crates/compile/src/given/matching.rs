//! True if a value is what a scenario wrote.

use cgml::model::Game;
use cgml::model::scenario::Term;
use engine::ids::Card;
use engine::position::Position;
use engine::program::Program;
use engine::seen::Value;

/// True if a value is what a term says.
pub fn fits(game: &Game, value: &Value, term: &Term) -> bool {
    match (term, value) {
        (Term::Nothing, Value::Nothing) => true,
        (Term::Truth(truth), Value::Truth(found)) => truth == found,
        (Term::Number(number), Value::Number(found)) => number == found,
        (Term::Number(number), Value::Player(seat) | Value::Team(seat)) => {
            *number == i64::from(*seat)
        }
        (Term::Number(number), Value::Word(word)) => *word == number.to_string(),
        (Term::Word(word), Value::Number(number)) => *word == number.to_string(),
        (Term::Word(word), Value::Word(found)) => word == found,
        (Term::Word(word), Value::Card(card)) => {
            let face = card.look.face.as_ref();
            face.is_some_and(|face| face.name.id == *word)
        }
        (Term::Word(word), Value::Kind(name) | Value::Phase(name) | Value::State(name)) => {
            name.id == *word
        }
        (Term::Word(word), Value::Pile(pile)) => pile.zone.id == *word,
        (Term::Word(word), Value::Team(team)) => {
            let found = game.teams.find(word);
            found.is_some_and(|found| found.0 == u32::from(*team))
        }
        (Term::Like(properties), Value::Card(card)) => {
            let face = card.look.face.as_ref();
            face.is_some_and(|face| {
                properties.iter().all(|(name, term)| {
                    let printed = face.printed.get(name);
                    printed.is_some_and(|printed| fits(game, printed, term))
                })
            })
        }
        (Term::List(terms), Value::List(values)) => same_elements(game, values, terms),
        _ => false,
    }
}

/// True if each value is one of the terms, and each term one of the values.
fn same_elements(game: &Game, values: &[Value], terms: &[Term]) -> bool {
    let mut left: Vec<&Value> = values.iter().collect();
    let all = terms.iter().all(|term| {
        let found = left.iter().position(|value| fits(game, value, term));
        found.map(|found| left.remove(found)).is_some()
    });
    all && left.is_empty()
}

/// True if a card is what a term says.
pub fn fits_card(
    game: &Game,
    program: &Program,
    position: &Position,
    card: Card,
    term: &Term,
) -> bool {
    // Most cards are named: nothing else of them needs to be looked at.
    if let Term::Word(name) = term {
        return program.cards[card.index()].name.id == *name;
    }
    fits(game, &position.open_card(program, card), term)
}
