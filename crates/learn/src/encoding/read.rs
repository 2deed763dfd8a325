//! Reads an encoding file, and checks it against its game.

use std::collections::BTreeMap;

use cgml::codes::names::UNKNOWN_NAME;
use cgml::codes::shape::{MISSING_KEY, WRONG_KIND};
use cgml::diagnostic::{Diagnostic, Diagnostics, Reported, quoted};
use cgml::load::Fragment;
use cgml::model::{Game, Literal, Type};
use cgml::read::read;
use cgml::similar::nearest;
use cgml::tree::{NodeId, Tree};
use cgml::version::Version;
use cgml::vocabulary::shape::Shape;

use super::keys::ENCODING;
use super::observation::{Cards, Part};
use super::{Encoding, Group, Owner, Place, Sort};

/// Reads the encoding of a game. All problems are reported.
pub fn read_encoding(
    game: &Game,
    file: &Fragment,
    diagnostics: &mut Diagnostics,
) -> Result<Encoding, Reported> {
    let before = diagnostics.error_count();
    let Some(root) = file.roots.first().copied() else {
        let problem = Diagnostic::placeless(WRONG_KIND, "the encoding holds nothing");
        return Err(diagnostics.report(problem.hint("list its `actions`")));
    };
    let tree = &file.tree;
    read(
        tree,
        root,
        &Shape::Object(&ENCODING),
        Version::V1_4,
        diagnostics,
    );
    if diagnostics.error_count() > before {
        diagnostics.check()?;
    }
    let mut reading = Reading {
        tree,
        game,
        diagnostics,
    };
    let groups = reading.groups(root);
    let parts = reading.parts(root);
    if diagnostics.error_count() > before {
        diagnostics.check()?;
    }
    Ok(Encoding {
        groups,
        parts,
        cards: cards(game),
    })
}

struct Reading<'r> {
    tree: &'r Tree,
    game: &'r Game,
    diagnostics: &'r mut Diagnostics,
}

impl Reading<'_> {
    fn groups(&mut self, root: NodeId) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for node in self.items(root, "actions") {
            let start = groups.last().map_or(0, |group| group.indices.end);
            let Some((sort, size)) = self.sort(node) else {
                continue;
            };
            groups.push(Group {
                name: self.text(node, "name").unwrap_or_default(),
                indices: start..start + size,
                sort,
            });
        }
        groups
    }

    /// The choices that a group is for, and its number of indices.
    fn sort(&mut self, node: NodeId) -> Option<(Sort, usize)> {
        let one = self.one_of(node, &["moves", "rest", "pass"])?;
        match one {
            "pass" => Some((Sort::Pass, 1)),
            "rest" => Some((Sort::Rest, self.needed(node, "slots")?)),
            _ => {
                let moves = self.items(node, "moves");
                let known = self.game.moves.names();
                let known: Vec<&str> = known.collect();
                let moves = self.known("move", &moves, &known);
                let card = self.place(node, "zone", Owner::Me)?;
                let target = match self.tree.get(node, "target") {
                    None => None,
                    Some(target) => {
                        let name = self.text(target, "name")?;
                        Some((name, self.place(target, "zone", Owner::Opponent)?))
                    }
                };
                let size = card.slots * target.as_ref().map_or(1, |(_, place)| place.slots);
                let sort = Sort::Moves {
                    moves,
                    card,
                    target,
                };
                Some((sort, size))
            }
        }
    }

    fn parts(&mut self, root: NodeId) -> Vec<Part> {
        let nodes = self.items(root, "observation");
        nodes
            .into_iter()
            .filter_map(|node| self.part(node))
            .collect()
    }

    fn part(&mut self, node: NodeId) -> Option<Part> {
        let keys = ["turn", "phase", "my_turn", "count", "sorts", "cards"];
        let over = self.number(node, "over").unwrap_or(1) as f32;
        Some(match self.one_of(node, &keys)? {
            "turn" => Part::Turn { over },
            "my_turn" => Part::MyTurn,
            "phase" => {
                let phases = self.items(node, "phase");
                let known: Vec<&str> = self.game.phases.names().collect();
                Part::Phase {
                    phases: self.known("phase", &phases, &known),
                }
            }
            "count" => {
                let without = self.tree.get(node, "without");
                let attributes: Vec<&str> = self.game.attributes.names().collect();
                let known = without.map(|node| self.known("attribute", &[node], &attributes));
                Part::Count {
                    place: self.place_of(node, "count", 1)?,
                    without: known.and_then(|known| known.into_iter().next()),
                    over,
                }
            }
            "sorts" => {
                let properties: Vec<&str> = self.game.properties.names().collect();
                let property = self.tree.get(node, "property");
                let property = property.map(|it| self.known("property", &[it], &properties));
                let property = property.and_then(|known| known.into_iter().next());
                let values = self.items(node, "values");
                let values = values.iter().filter_map(|value| self.tree.text(*value));
                let values: Vec<String> = values.map(str::to_owned).collect();
                if property.is_none() || values.is_empty() {
                    self.missing(node, "property` and `values");
                    return None;
                }
                Part::Sorts {
                    place: self.place_of(node, "sorts", 1)?,
                    property: property?,
                    values,
                }
            }
            _ => {
                let numbers = numbers(self.game);
                let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
                let each = self.items(node, "each");
                let each = self.known("property or attribute that is a number", &each, &numbers);
                if each.is_empty() {
                    self.missing(node, "each");
                    return None;
                }
                let slots = self.needed(node, "slots")?;
                Part::Cards {
                    place: self.place_of(node, "cards", slots)?,
                    newest: self.flag(node, "newest"),
                    each,
                }
            }
        })
    }

    /// A zone with slots, all of them named by the same mapping.
    fn place(&mut self, node: NodeId, key: &str, usual: Owner) -> Option<Place> {
        let slots = self.needed(node, "slots")?;
        if self.tree.get(node, key).is_none() {
            self.missing(node, key);
            return None;
        }
        let mut place = self.place_of(node, key, slots)?;
        if self.tree.get(node, "of").is_none() {
            place.owner = usual;
        }
        Some(place)
    }

    fn place_of(&mut self, node: NodeId, key: &str, slots: usize) -> Option<Place> {
        let zones: Vec<&str> = self.game.zones.names().collect();
        let zone = self.tree.get(node, key)?;
        let zone = self.known("zone", &[zone], &zones).into_iter().next()?;
        let owner = match self.text(node, "of").as_deref() {
            Some("opponent") => Owner::Opponent,
            Some("table") => Owner::Table,
            Some(_) | None => Owner::Me,
        };
        Some(Place { zone, owner, slots })
    }

    /// The one of several keys that a mapping has.
    fn one_of(&mut self, node: NodeId, keys: &[&'static str]) -> Option<&'static str> {
        let tree = self.tree;
        let given = keys.iter().filter(|key| tree.get(node, key).is_some());
        let given: Vec<&'static str> = given.copied().collect();
        match given.as_slice() {
            [one] => Some(one),
            _ => {
                let message = match given.len() {
                    0 => "nothing says what this is".to_owned(),
                    _ => "this is several things at once".to_owned(),
                };
                let problem = Diagnostic::new(WRONG_KIND, tree.span(node), message);
                let hint = format!("write exactly one of {}", listed(keys));
                self.diagnostics.report(problem.hint(hint));
                None
            }
        }
    }

    /// The names that exist; the others are reported.
    fn known(&mut self, what: &str, nodes: &[NodeId], known: &[&str]) -> Vec<String> {
        let mut names = Vec::new();
        for node in nodes {
            let name = self.tree.text(*node).unwrap_or_default();
            if known.contains(&name) {
                names.push(name.to_owned());
                continue;
            }
            let message = format!("there is no {what} {}", quoted(name));
            let hint = nearest(name, known.iter().copied()).map_or_else(
                || format!("there are {}", listed(known)),
                |near| format!("did you mean `{near}`?"),
            );
            let problem = Diagnostic::new(UNKNOWN_NAME, self.tree.span(*node), message);
            self.diagnostics.report(problem.hint(hint));
        }
        names
    }

    fn needed(&mut self, node: NodeId, key: &str) -> Option<usize> {
        let number = self.number(node, key);
        if number.is_none() {
            self.missing(node, key);
        }
        number.and_then(|number| usize::try_from(number).ok())
    }

    fn missing(&mut self, node: NodeId, key: &str) {
        let message = format!("`{key}` is missing");
        let problem = Diagnostic::new(MISSING_KEY, self.tree.span(node), message);
        self.diagnostics.report(problem.hint("add it"));
    }

    fn items(&self, node: NodeId, key: &str) -> Vec<NodeId> {
        let list = self.tree.get(node, key);
        list.map_or_else(Vec::new, |list| self.tree.items(list).to_vec())
    }

    fn text(&self, node: NodeId, key: &str) -> Option<String> {
        let text = self.tree.text(self.tree.get(node, key)?)?;
        Some(text.to_owned())
    }

    fn number(&self, node: NodeId, key: &str) -> Option<i64> {
        self.tree.scalar(self.tree.get(node, key)?)?.int()
    }

    fn flag(&self, node: NodeId, key: &str) -> bool {
        let scalar = self.tree.get(node, key).and_then(|it| self.tree.scalar(it));
        scalar.and_then(|scalar| scalar.bool()).unwrap_or(false)
    }
}

fn listed(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// The properties and attributes that are numbers or truth values.
fn numbers(game: &Game) -> Vec<String> {
    let is_number = |ty: &Type| matches!(ty, Type::Number | Type::Bool);
    let properties = game.properties.iter().filter(|it| is_number(&it.ty));
    let attributes = game.attributes.iter().filter(|it| is_number(&it.ty));
    let properties = properties.map(|it| it.name.clone());
    properties
        .chain(attributes.map(|it| it.name.clone()))
        .collect()
}

/// Printed values of the cards.
fn cards(game: &Game) -> Cards {
    let mut cards = Cards::default();
    for attribute in game.attributes.iter() {
        if let Some(number) = number_of(&attribute.default) {
            cards.defaults.insert(attribute.name.clone(), number);
        }
    }
    for card in game.cards.iter() {
        let (mut numbers, mut words) = (BTreeMap::new(), BTreeMap::new());
        for (property, literal) in &card.properties {
            let name = game.properties[*property].name.clone();
            match number_of(literal) {
                Some(number) => drop(numbers.insert(name, number)),
                None => drop(words.insert(name, words_of(game, literal))),
            }
        }
        cards.numbers.insert(card.name.clone(), numbers);
        cards.words.insert(card.name.clone(), words);
    }
    cards
}

fn number_of(literal: &Literal) -> Option<f32> {
    match literal {
        Literal::Number(number) => Some(*number as f32),
        Literal::Bool(truth) => Some(f32::from(u8::from(*truth))),
        Literal::Nothing
        | Literal::Text(_)
        | Literal::Symbol(..)
        | Literal::Range(_)
        | Literal::List(_)
        | Literal::Record(_) => None,
    }
}

fn words_of(game: &Game, literal: &Literal) -> Vec<String> {
    match literal {
        Literal::Symbol(set, at) => {
            let values = &game.symbol_sets[*set].values;
            values
                .get_index(*at as usize)
                .cloned()
                .into_iter()
                .collect()
        }
        Literal::Text(text) => vec![text.clone()],
        Literal::List(items) => items.iter().flat_map(|item| words_of(game, item)).collect(),
        Literal::Nothing
        | Literal::Bool(_)
        | Literal::Number(_)
        | Literal::Range(_)
        | Literal::Record(_) => Vec::new(),
    }
}
