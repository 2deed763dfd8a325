//! Traits of cards: printed values, keywords and the shape of their rules, for those who learn the game.

use std::collections::BTreeMap;

use cgml::model::visit::{ability_exprs, each_step};
use cgml::model::{
    Ability, AbilitySort, Callee, CardDef, EventPattern, EventSource, ExprKind, Game, Literal,
    Step, Subject,
};
use cgml::vocabulary::sections::AbilityKey;
use engine::program::{Program, Trait};

/// Tells the program what its cards share with each other.
pub(crate) fn describe(game: &Game, program: &mut Program) {
    let kinds = program.cards.iter().map(|card| usize::from(card.kind) + 1);
    let mut traits = vec![Vec::new(); kinds.max().unwrap_or(0)];
    for card in &program.cards {
        let of_kind = &mut traits[usize::from(card.kind)];
        if of_kind.is_empty() {
            let printed = game.cards.iter().nth(usize::from(card.kind));
            *of_kind = printed.map(|card| of_card(game, card)).unwrap_or_default();
        }
    }
    program.traits = traits;
}

fn of_card(game: &Game, card: &CardDef) -> Vec<Trait> {
    let mut traits = Traits::default();
    if let Some(kind) = card.kind {
        traits.add(format!("kind={}", game.kinds[kind].name), 1.0);
    }
    for (property, literal) in &card.properties {
        traits.printed(game, &game.properties[*property].name, literal);
    }
    for keyword in &card.keywords {
        let name = &game.keywords[keyword.keyword].name;
        traits.add(format!("keyword={name}"), 1.0);
        for argument in &keyword.arguments {
            if let ExprKind::Literal(literal) = &argument.kind {
                traits.printed(game, &format!("keyword={name}"), literal);
            }
        }
    }
    for ability in &card.abilities {
        traits.ability(game, ability);
    }
    traits.sorted()
}

/// Traits of one card, each name once.
#[derive(Default)]
struct Traits(BTreeMap<String, f32>);

impl Traits {
    fn add(&mut self, name: String, weight: f32) {
        self.0.insert(name, weight);
    }

    fn sorted(self) -> Vec<Trait> {
        let traits = self.0.into_iter();
        traits
            .map(|(name, weight)| Trait { name, weight })
            .collect()
    }

    fn printed(&mut self, game: &Game, name: &str, literal: &Literal) {
        match literal {
            Literal::Nothing => {}
            Literal::Bool(is_so) => {
                if *is_so {
                    self.add(name.to_owned(), 1.0);
                }
            }
            Literal::Number(value) => self.number(name, *value),
            Literal::Text(text) => self.add(format!("{name}={text}"), 1.0),
            Literal::Symbol(set, at) => {
                let symbol = game.symbol_sets[*set].values.get_index(*at as usize);
                if let Some(symbol) = symbol {
                    self.add(format!("{name}={symbol}"), 1.0);
                }
            }
            Literal::Range(ranges) => {
                for (from, to) in ranges {
                    for value in *from..=(*to).min(from + 16) {
                        self.add(format!("{name}={value}"), 1.0);
                    }
                }
            }
            Literal::List(items) => {
                for item in items {
                    self.printed(game, name, item);
                }
            }
            Literal::Record(items) => {
                for (at, item) in items.iter().enumerate() {
                    self.printed(game, &format!("{name}.{at}"), item);
                }
            }
        }
    }

    /// A number as it is, and as a weight.
    fn number(&mut self, name: &str, value: i64) {
        self.add(format!("{name}={value}"), 1.0);
        self.add(format!("{name}*"), size(value).copysign(value as f32));
    }

    /// The shape of an ability: its sort and events, each step with the sort it belongs to, and the words its
    /// expressions mention.
    fn ability(&mut self, game: &Game, ability: &Ability) {
        let sort = self.sort(game, ability);
        self.add(sort.clone(), 1.0);
        let mut names = Vec::new();
        let mut visit = |step: &Step| names.push(callee(game, step));
        each_step(&ability.cost, &mut visit);
        each_step(&ability.effect.steps, &mut visit);
        for name in names {
            self.add(format!("{sort}>{name}"), 1.0);
            self.add(name, 1.0);
        }
        let mut mentioned = Vec::new();
        ability_exprs(ability, &mut |expr| {
            mentioned.extend(word(game, &expr.kind))
        });
        for (name, weight) in mentioned {
            self.add(name, weight);
        }
    }

    fn sort(&mut self, game: &Game, ability: &Ability) -> String {
        match &ability.sort {
            AbilitySort::Triggered(events) => {
                for event in events {
                    self.add(format!("when {}", heard(game, event)), 1.0);
                }
                "triggered".to_owned()
            }
            AbilitySort::Activated(id) => format!("move {}", game.moves[*id].name),
            AbilitySort::Static { grants, .. } => {
                for grant in grants {
                    let keyword = &game.keywords[grant.keyword].name;
                    self.add(format!("grants {keyword}"), 1.0);
                }
                AbilityKey::Static.name().to_owned()
            }
            AbilitySort::Replacement(event) => format!("instead of {}", heard(game, event)),
            AbilitySort::Restriction { moves, .. } => {
                for id in moves {
                    self.add(format!("forbids {}", game.moves[*id].name), 1.0);
                }
                "restriction".to_owned()
            }
        }
    }
}

/// The size of a number, however large, as a weight: the same on every machine.
fn size(value: i64) -> f32 {
    libm::log(1.0 + value.unsigned_abs() as f64) as f32 / 4.0
}

fn callee(game: &Game, step: &Step) -> String {
    match step.callee {
        Callee::Action(action) => format!("step {}", action.row().name),
        Callee::Effect(id) => format!("effect {}", game.definitions[id].name),
    }
}

fn heard(game: &Game, pattern: &EventPattern) -> String {
    let subject = subject_word(pattern.subject);
    let event = match &pattern.event {
        EventSource::Standard(event) => event.trigger.to_owned(),
        EventSource::Phase(event, id) => format!("{} {}", event.trigger, game.phases[*id].name),
        EventSource::State(event, id) => format!("{} {}", event.trigger, game.states[*id].name),
        EventSource::Declared(id) => game.events[*id].name.clone(),
        EventSource::Duration(id) => game.resolution.durations[*id].0.clone(),
    };
    format!("{subject} {event}")
}

/// The word of a subject in names of traits. Networks that were trained keep it in their files: it never changes.
fn subject_word(subject: Subject) -> &'static str {
    match subject {
        Subject::Any => "Any",
        Subject::This => "This",
        Subject::Kind(_) => "Kind",
        Subject::Pool(_) => "Pool",
        Subject::Mine => "Mine",
        Subject::Opponents => "Opponents",
    }
}

/// The word of an expression that says something about the card it stands on.
fn word(game: &Game, kind: &ExprKind) -> Option<(String, f32)> {
    let name = match kind {
        ExprKind::Zone(id, _) => format!("says zone {}", game.zones[*id].name),
        ExprKind::Pool(id, _) => format!("says pool {}", game.pools[*id].name),
        ExprKind::Attribute(id, _) => format!("says attribute {}", game.attributes[*id].name),
        ExprKind::Property(id, _) => format!("says property {}", game.properties[*id].name),
        ExprKind::HasKeyword(id, _) => format!("says keyword {}", game.keywords[*id].name),
        ExprKind::Kind(id) => format!("says kind {}", game.kinds[*id].name),
        ExprKind::Operator(operation) => format!("says {}", operation.operator.name),
        ExprKind::Function(id, _) => format!("says {}", game.definitions[*id].name),
        ExprKind::Literal(Literal::Number(value)) if (0..=12).contains(value) => {
            format!("says {value}")
        }
        ExprKind::Literal(Literal::Number(value)) => {
            return Some(("says number".to_owned(), size(*value)));
        }
        _ => return None,
    };
    Some((name, 1.0))
}

#[cfg(test)]
mod tests {
    use cgml::model::{KindId, PoolId};

    use super::*;

    #[test]
    fn sizes_of_numbers_are_those_that_trained_networks_know() {
        let sizes = [0, 1, -6, 500, 2000, 17_000].map(size);
        let known = [
            0.0,
            0.173_286_8,
            0.486_477_52,
            1.554_151_5,
            1.900_350_6,
            2.435_257,
        ];
        assert_eq!(sizes, known);
    }

    #[test]
    fn words_of_subjects_are_those_that_trained_networks_know() {
        let words = [
            (Subject::Any, "Any"),
            (Subject::This, "This"),
            (Subject::Kind(KindId(0)), "Kind"),
            (Subject::Pool(PoolId(0)), "Pool"),
            (Subject::Mine, "Mine"),
            (Subject::Opponents, "Opponents"),
        ];
        for (subject, word) in words {
            assert_eq!(subject_word(subject), word);
        }
    }
}
