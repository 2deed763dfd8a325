//! Settings of a match: the number of players, parameters and decks.

use cgml::model::{CardDefId, Game, Literal, Parameter, ParameterId, Type};

use crate::plan::cards::decks::{DeckChoice, DeckTerms, SeatDecks, seat_decks};
use crate::plan::refusal::Refusal;

/// Settings of a match.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// The number of players; the least one if `None`.
    pub players: Option<u8>,
    /// Parameters by name, as text.
    pub parameters: Vec<(String, String)>,
    /// The decks, where players bring them: one for each seat or one for all; the first deck list of the game
    /// if there are none.
    pub decks: Vec<DeckChoice>,
    /// The rules that the decks must keep.
    pub deck_terms: DeckTerms,
    /// True if chance is left open: the game waits for every outcome of chance, as it waits for choices. See
    /// [`engine::open`].
    pub open_chance: bool,
    /// True if what a game says that always holds is tested after every step; a game in which it does not hold
    /// is stopped.
    pub invariants: bool,
    /// Tells of steps that fail, for [`engine::trace`]. Games are the same, only slower.
    pub traces: bool,
    /// True if every cost is tried out, also where it can be seen without that. Games are the same, only slower:
    /// for tests.
    pub tries_costs: bool,
}

impl Settings {
    /// The values of all parameters of a game, in their order.
    pub fn parameter_values(&self, game: &Game) -> Result<Vec<Literal>, Refusal> {
        let defaults = game.parameters.iter();
        let mut values: Vec<Literal> = defaults.map(|it| it.default.clone()).collect();
        for (name, value) in &self.parameters {
            let Some(id) = game.parameters.find(name) else {
                return Err(Refusal::UnknownParameter {
                    name: name.clone(),
                    known: known(game),
                });
            };
            values[id.0 as usize] = literal(game, &game.parameters[id], value)?;
        }
        Ok(values)
    }
}

/// The settings, checked against a game.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    pub(crate) players: u8,
    pub(crate) open_chance: bool,
    pub(crate) invariants: bool,
    pub(crate) traces: bool,
    pub(crate) tries_costs: bool,
    pub(crate) decks: SeatDecks,
    parameters: Vec<Literal>,
}

impl Setting {
    pub(crate) fn new(game: &Game, settings: &Settings) -> Result<Self, Refusal> {
        let (min, max) = (game.meta.min_players, game.meta.max_players);
        let players = settings.players.unwrap_or(min);
        if !(min..=max).contains(&players) {
            return Err(Refusal::Players { players, min, max });
        }
        let parameters = settings.parameter_values(game)?;
        Ok(Self {
            players,
            open_chance: settings.open_chance,
            invariants: settings.invariants,
            traces: settings.traces,
            tries_costs: settings.tries_costs,
            decks: seat_decks(game, settings, players, &parameters)?,
            parameters,
        })
    }

    /// The cards that a seat brings for a section; none if its deck has no such section.
    pub(crate) fn brought(&self, seat: u8, section: &str) -> &[(CardDefId, u32)] {
        let deck = self.decks.lists.get(usize::from(seat));
        let sections = deck.map_or(&[][..], |deck| &deck.sections);
        let found = sections.iter().find(|(name, _)| name == section);
        found.map_or(&[], |(_, cards)| cards)
    }

    pub(crate) fn parameter(&self, id: ParameterId) -> &Literal {
        &self.parameters[id.0 as usize]
    }
}

fn known(game: &Game) -> String {
    let names: Vec<String> = game
        .parameters
        .names()
        .map(|name| format!("`{name}`"))
        .collect();
    if names.is_empty() {
        "this game has no parameters".to_owned()
    } else {
        format!("the parameters are {}", names.join(", "))
    }
}

fn literal(game: &Game, parameter: &Parameter, text: &str) -> Result<Literal, Refusal> {
    let refused = |wanted: String| Refusal::ParameterValue {
        name: parameter.name.clone(),
        value: text.to_owned(),
        wanted,
    };
    let value = match &parameter.ty {
        Type::Bool => match text {
            "true" => Literal::Bool(true),
            "false" => Literal::Bool(false),
            _ => return Err(refused("it is `true` or `false`".to_owned())),
        },
        Type::Number => match text.parse() {
            Ok(number) => Literal::Number(number),
            Err(_) => return Err(refused("it is a whole number".to_owned())),
        },
        Type::Symbol(set) => {
            let set_values = &game.symbol_sets[*set];
            match set_values.position(text) {
                Some(position) => Literal::Symbol(*set, position),
                None => {
                    let words: Vec<&str> = set_values.values.iter().map(String::as_str).collect();
                    return Err(refused(format!("it is one of {}", words.join(", "))));
                }
            }
        }
        _ => Literal::Text(text.to_owned()),
    };
    if let Literal::Number(number) = value {
        let too_small = parameter.min.is_some_and(|min| number < min);
        let too_large = parameter.max.is_some_and(|max| number > max);
        if too_small || too_large {
            let bound =
                |bound: Option<i64>| bound.map_or("…".to_owned(), |bound| bound.to_string());
            let (min, max) = (bound(parameter.min), bound(parameter.max));
            return Err(refused(format!("it is from {min} to {max}")));
        }
    }
    if !parameter.values.is_empty() && !parameter.values.contains(&value) {
        return Err(refused("it is not one of the values listed".to_owned()));
    }
    Ok(value)
}
