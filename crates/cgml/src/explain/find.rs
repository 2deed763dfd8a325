//! Finding what a name means.

use crate::model::{
    CardDefId, CheckId, DefinitionId, Game, KeywordId, MoveId, PhaseId, RuleId, StateId,
    VariableId, ZoneId,
};
use crate::similar::nearest;

/// Something of a game that can be explained by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A rule of the game.
    Rule(RuleId),
    /// A move of players.
    Move(MoveId),
    /// An effect or function with a name.
    Definition(DefinitionId),
    /// A card as printed.
    Card(CardDefId),
    /// A keyword of cards.
    Keyword(KeywordId),
    /// A zone, whoever owns it.
    Zone(ZoneId),
    /// A variable, whoever owns it.
    Variable(VariableId),
    /// A state of the flow.
    State(StateId),
    /// A phase of a turn.
    Phase(PhaseId),
    /// A transition, by its position.
    Transition(usize),
    /// A check made between effects.
    Check(CheckId),
    /// An invariant, by its position.
    Invariant(usize),
}

impl Subject {
    /// The word for what it is.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Rule(_) => "rule",
            Self::Move(_) => "move",
            Self::Definition(_) => "definition",
            Self::Card(_) => "card",
            Self::Keyword(_) => "keyword",
            Self::Zone(_) => "zone",
            Self::Variable(_) => "variable",
            Self::State(_) => "state",
            Self::Phase(_) => "phase",
            Self::Transition(_) => "transition",
            Self::Check(_) => "check",
            Self::Invariant(_) => "invariant",
        }
    }

    /// Its name in the game's files.
    pub fn name(self, game: &Game) -> &str {
        match self {
            Self::Rule(id) => &game.rules[id].name,
            Self::Move(id) => &game.moves[id].name,
            Self::Definition(id) => &game.definitions[id].name,
            Self::Card(id) => &game.cards[id].name,
            Self::Keyword(id) => &game.keywords[id].name,
            Self::Zone(id) => &game.zones[id].name,
            Self::Variable(id) => &game.variables[id].name,
            Self::State(id) => &game.states[id].name,
            Self::Phase(id) => &game.phases[id].name,
            Self::Transition(position) => &game.transitions[position].name,
            Self::Check(id) => &game.checks[id].name,
            Self::Invariant(position) => &game.invariants[position].name,
        }
    }
}

/// Everything of a game that can be explained by itself, in the order in which names are looked up.
pub fn subjects(game: &Game) -> impl Iterator<Item = Subject> {
    fn ids<I>(count: usize, id: fn(u32) -> I, subject: fn(I) -> Subject) -> Vec<Subject> {
        (0..count as u32).map(|it| subject(id(it))).collect()
    }
    [
        ids(game.rules.len(), RuleId, Subject::Rule),
        ids(game.moves.len(), MoveId, Subject::Move),
        ids(game.definitions.len(), DefinitionId, Subject::Definition),
        ids(game.cards.len(), CardDefId, Subject::Card),
        ids(game.keywords.len(), KeywordId, Subject::Keyword),
        ids(game.zones.len(), ZoneId, Subject::Zone),
        ids(game.variables.len(), VariableId, Subject::Variable),
        ids(game.states.len(), StateId, Subject::State),
        ids(game.phases.len(), PhaseId, Subject::Phase),
        (0..game.transitions.len())
            .map(Subject::Transition)
            .collect(),
        ids(game.checks.len(), CheckId, Subject::Check),
        (0..game.invariants.len()).map(Subject::Invariant).collect(),
    ]
    .into_iter()
    .flatten()
}

/// Explanations of a name: everything of this name, at least one, or the card with this title.
///
/// Otherwise the nearest name, if one is like it.
pub fn find(game: &Game, name: &str) -> Result<Vec<Subject>, Option<String>> {
    let named = |subject: &Subject| !name.is_empty() && subject.name(game) == name;
    let found: Vec<Subject> = subjects(game).filter(named).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    if let Some(card) = titled(game, name) {
        return Ok(vec![card]);
    }
    let names: Vec<Subject> = subjects(game).collect();
    let names = names.iter().map(|subject| subject.name(game));
    let titles = game.cards.iter().flat_map(|card| &card.title.texts);
    let known = names.chain(titles.map(|(_, title)| title.as_str()));
    Err(nearest(name, known.filter(|it| !it.is_empty())).map(str::to_owned))
}

fn titled(game: &Game, title: &str) -> Option<Subject> {
    let wanted = title.to_lowercase();
    let found = game.cards.pairs().find(|(_, card)| {
        let mut titles = card.title.texts.iter();
        titles.any(|(_, title)| title.to_lowercase() == wanted)
    });
    found.map(|(card, _)| Subject::Card(card))
}
