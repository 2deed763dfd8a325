//! Rules, moves, abilities and choices that never happened in some games: the mistakes that nobody sees.
//!
//! The parts come from the checked [`Game`], the steps that were reached from a [`Coverage`]. A rule has happened if one
//! of its steps was carried out.

use std::collections::BTreeMap;
use std::fmt;

use cgml::model::visit::each_step;
use cgml::model::{Ability, CardDefId, DefinitionBody, Game, Step};
use cgml::source::{SourceMap, Span};
use engine::coverage::Coverage;
use engine::program::{ChoiceKind, Place, Program};
use serde_json::{Value, json};

/// The kinds of parts that may happen in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A rule.
    Rule,
    /// A check of `state_based`.
    Check,
    /// A move.
    Move,
    /// An ability of a card, a kind of cards or a keyword.
    Ability,
    /// A defined effect.
    Effect,
    /// A choice: an option, a target, to pass, to stop choosing.
    Choice,
}

impl Kind {
    const ALL: [Self; 6] = [
        Self::Rule,
        Self::Check,
        Self::Move,
        Self::Ability,
        Self::Effect,
        Self::Choice,
    ];

    /// For programs.
    fn id(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::Check => "check",
            Self::Move => "move",
            Self::Ability => "ability",
            Self::Effect => "effect",
            Self::Choice => "choice",
        }
    }

    /// Several of them.
    fn several(self) -> &'static str {
        match self {
            Self::Rule => "rules",
            Self::Check => "checks",
            Self::Move => "moves",
            Self::Ability => "abilities",
            Self::Effect => "effects",
            Self::Choice => "choices",
        }
    }
}

/// Something that may happen in a game.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    /// Its kind.
    pub kind: Kind,
    /// The file it is written in.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// Its name.
    pub name: String,
}

impl fmt::Display for Item {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{} ({}:{})", self.name, self.file, self.line)
    }
}

/// Extent of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Everything that can happen in the match that was played: abilities of cards in no deck are left out.
    Match,
    /// Everything that is written in the game.
    Game,
}

/// Everything that may happen in some programs of a game, and whether it has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Covered(BTreeMap<Item, bool>);

impl Covered {
    /// Adds what was reached in games of a program.
    pub fn add(
        &mut self,
        game: &Game,
        files: &SourceMap,
        extent: Extent,
        (program, reached): (&Program, &Coverage),
    ) {
        let places = reached.places(program);
        let mut compiled: BTreeMap<At<'_>, bool> = BTreeMap::new();
        for (place, reached) in program.places.iter().zip(places) {
            *compiled.entry(at(place)).or_default() |= reached;
        }
        let moves = moves(program, reached.meanings());
        for part in parts(game) {
            let is_chosen = match part.kind {
                Kind::Move => moves.get(part.name.as_str()).copied(),
                _ => None,
            };
            let has_happened = part.has_happened(files, &compiled);
            // A rule for an event that cannot happen is not even compiled.
            let is_there = match (extent, part.kind) {
                (Extent::Game, _) | (Extent::Match, Kind::Rule | Kind::Check | Kind::Move) => true,
                (Extent::Match, Kind::Ability | Kind::Effect | Kind::Choice) => {
                    part.is_in_match(program)
                }
            };
            if is_there || has_happened.is_some() {
                let has_happened = has_happened == Some(true) || is_chosen == Some(true);
                *self.0.entry(part.item(files)).or_default() |= has_happened;
            }
        }
        self.add_choices(program, reached.meanings());
    }

    /// Everything but moves that can be chosen, and the use of abilities.
    fn add_choices(&mut self, program: &Program, chosen: &[bool]) {
        let meanings = program.meanings.iter().zip(chosen);
        for ((meaning, is_chosen), place) in meanings.zip(&program.meaning_places) {
            let place = &program.places[*place as usize];
            let what = match (meaning.kind, meaning.name.id.as_str()) {
                // Moves and abilities are parts of the game.
                (ChoiceKind::Move, _) => continue,
                (ChoiceKind::Pass, _) => "to pass".to_owned(),
                (ChoiceKind::Done, _) => "no more".to_owned(),
                (_, "") => "an option".to_owned(),
                (_, name) => format!("`{name}`"),
            };
            if place.line == 0 {
                continue;
            }
            let item = Item {
                kind: Kind::Choice,
                file: place.file.clone(),
                line: place.line,
                name: format!("{what} in `{}`", place.part),
            };
            *self.0.entry(item).or_default() |= *is_chosen;
        }
    }

    /// The parts that never happened, in the order of kinds and files.
    pub fn never(&self) -> impl Iterator<Item = &Item> {
        let items = self.0.iter();
        items
            .filter(|(_, happened)| !**happened)
            .map(|(item, _)| item)
    }

    /// For people: how much happened, and what never did.
    pub fn text(&self, games: &str) -> String {
        let mut text = String::new();
        for kind in Kind::ALL {
            let of_kind = || self.0.iter().filter(move |(item, _)| item.kind == kind);
            let (all, happened) = (of_kind().count(), of_kind().filter(|(_, it)| **it).count());
            if all == 0 {
                continue;
            }
            let what = kind.several();
            text += &format!("{happened} of {all} {what} happened in {games}\n");
            for item in self.never().filter(|item| item.kind == kind) {
                text += &format!("  never: {item}\n");
            }
        }
        text
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let never: Vec<Value> = self
            .never()
            .map(|item| {
                json!({
                    "kind": item.kind.id(),
                    "name": item.name,
                    "file": item.file,
                    "line": item.line,
                })
            })
            .collect();
        json!({ "items": self.0.len(), "happened": self.0.len() - never.len(), "never": never })
    }
}

/// A place in a file: its line and column.
type At<'p> = (&'p str, u32, u32);

fn at(place: &Place) -> At<'_> {
    (&place.file, place.line, place.column)
}

/// The names of moves that may be offered, and whether they were made.
fn moves<'p>(program: &'p Program, chosen: &[bool]) -> BTreeMap<&'p str, bool> {
    let mut moves = BTreeMap::new();
    for (meaning, is_chosen) in program.meanings.iter().zip(chosen) {
        if meaning.kind == ChoiceKind::Move {
            *moves.entry(meaning.name.id.as_str()).or_default() |= *is_chosen;
        }
    }
    moves
}

/// A part of a game that does something.
struct Part<'g> {
    kind: Kind,
    name: String,
    origin: Span,
    steps: Vec<&'g [Step]>,
    /// The card that has it.
    card: Option<CardDefId>,
}

impl Part<'_> {
    /// True if one of its steps was carried out; nothing if the program has none of them.
    fn has_happened(&self, files: &SourceMap, compiled: &BTreeMap<At<'_>, bool>) -> Option<bool> {
        let mut happened = None;
        for steps in &self.steps {
            each_step(steps, &mut |step| {
                let place = files.place(step.origin);
                let file = files.file(step.origin.file).path();
                if let Some(reached) = compiled.get(&(file, place.line, place.column)) {
                    happened = Some(happened.unwrap_or(false) || *reached);
                }
            });
        }
        happened
    }

    /// True if its card is in a deck.
    fn is_in_match(&self, program: &Program) -> bool {
        let is_it = |kind: u16| self.card.is_some_and(|card| card.0 == u32::from(kind));
        program.cards.iter().any(|card| is_it(card.kind))
    }

    fn item(self, files: &SourceMap) -> Item {
        Item {
            kind: self.kind,
            file: files.file(self.origin.file).path().to_owned(),
            line: files.place(self.origin).line,
            name: format!("`{}`", self.name),
        }
    }
}

/// Everything in a game that has steps and a name.
fn parts(game: &Game) -> Vec<Part<'_>> {
    let part = |kind, name: &str, origin, steps| Part {
        kind,
        name: name.to_owned(),
        origin,
        steps,
        card: None,
    };
    let mut parts = Vec::new();
    for rule in game.rules.iter() {
        let steps = vec![rule.effect.steps.as_slice()];
        parts.push(part(Kind::Rule, &rule.name, rule.origin, steps));
    }
    for check in game.checks.iter() {
        let steps = vec![check.effect.steps.as_slice()];
        parts.push(part(Kind::Check, &check.name, check.origin, steps));
    }
    for def in game.moves.iter() {
        let steps = vec![def.cost.as_slice(), &def.effect.steps];
        parts.push(part(Kind::Move, &def.name, def.origin, steps));
    }
    for definition in game.definitions.iter() {
        if let DefinitionBody::Effect(block) = &definition.body {
            let steps = vec![block.steps.as_slice()];
            parts.push(part(
                Kind::Effect,
                &definition.name,
                definition.origin,
                steps,
            ));
        }
    }
    let kinds = game.kinds.iter();
    let kinds = kinds.map(|it| (None, &it.name, &it.abilities));
    let cards = game.cards.pairs();
    let cards = cards.map(|(id, it)| (Some(id), &it.name, &it.abilities));
    let keywords = game.keywords.iter();
    let keywords = keywords.map(|it| (None, &it.name, &it.abilities));
    for (card, name, abilities) in kinds.chain(cards).chain(keywords) {
        // A static ability holds as long as its card is there: it never happens.
        let does_something = |ability: &&Ability| !ability.effect.steps.is_empty();
        for ability in abilities.iter().filter(does_something) {
            let name = match ability.name.as_str() {
                "" => name.clone(),
                own => format!("{name}.{own}"),
            };
            let steps = vec![ability.effect.steps.as_slice()];
            parts.push(Part {
                card,
                ..part(Kind::Ability, &name, ability.origin, steps)
            });
        }
    }
    parts
}
