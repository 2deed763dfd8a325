//! The smallest edit of numbers that reaches a target.
//!
//! First every number is moved by one step in both directions, in the same deals; then the numbers that help are moved
//! further, one alone and then two together, the smallest edits first, until one is confirmed with deals that were not used
//! for the search.

use super::change::{Change, numbers};
use crate::deck::Deck;
use crate::stage::Unplayable;
use cgml::model::{Game, Literal, Type};
use std::collections::{BTreeMap, BTreeSet};

/// The most steps that a number is moved.
const FARTHEST: i64 = 4;

/// Numbers that are tried two by two.
const PAIRED: usize = 8;

/// Edits of two numbers that are tried at most.
const MOST_PAIRS: usize = 24;

/// Goal of a search for a change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Goal {
    /// The figure that is wanted: a win rate, or an effective number of decks.
    pub wanted: f64,
    /// Distance that is near enough.
    pub tolerance: f64,
    /// True if more than wanted is as good.
    pub or_more: bool,
}

impl Goal {
    fn distance(&self, figure: f64) -> f64 {
        if self.or_more {
            (self.wanted - figure).max(0.0)
        } else {
            (figure - self.wanted).abs()
        }
    }

    fn is_reached(&self, figure: f64) -> bool {
        self.distance(figure) <= self.tolerance
    }
}

/// Evaluates a game with changes. Deals of the search and of the confirmation are others.
pub trait Evaluate {
    /// The figure that the goal is about.
    fn figure(&self, changes: &[Change], confirms: bool) -> Result<f64, Unplayable>;
}

/// An edit that reaches the goal, or the best one that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// The edit.
    pub changes: Vec<Change>,
    /// The figure before.
    pub before: f64,
    /// The figure after, in deals that were not used for the search.
    pub after: f64,
    /// True if the goal is reached.
    pub is_reached: bool,
}

/// A number that may be changed.
#[derive(Debug, Clone, PartialEq)]
struct Number {
    change: Change,
    step: i64,
    least: i64,
    most: i64,
}

impl Number {
    /// The change by so many steps, if the number may be that.
    fn moved(&self, steps: i64) -> Option<Change> {
        let mut change = self.change.clone();
        let value = match &mut change {
            Change::Number { from, to, .. } => {
                *to = *from + steps * self.step;
                *to
            }
            Change::Parameter { from, to, .. } => {
                let value = from.parse::<i64>().ok()? + steps * self.step;
                *to = value.to_string();
                value
            }
            Change::Ban(_) => return None,
        };
        (self.least..=self.most).contains(&value).then_some(change)
    }
}

/// Looks for the smallest edit.
pub struct Search<'a> {
    evaluate: &'a dyn Evaluate,
    goal: Goal,
    numbers: Vec<Number>,
}

impl<'a> Search<'a> {
    /// A search over the numbers of the cards of some decks, and over the parameters of a game if there are no decks.
    pub fn new(game: &Game, decks: &[&Deck], goal: Goal, evaluate: &'a dyn Evaluate) -> Self {
        let mut numbers = card_numbers(game, decks);
        if decks.is_empty() {
            numbers.extend(parameter_numbers(game));
        }
        Self {
            evaluate,
            goal,
            numbers,
        }
    }

    /// The smallest edit that was found; without changes if the goal is reached already.
    pub fn proposal(&self) -> Result<Proposal, Unplayable> {
        let before = self.evaluate.figure(&[], false)?;
        let confirmed = self.evaluate.figure(&[], true)?;
        let mut best = Proposal {
            changes: Vec::new(),
            before: confirmed,
            after: confirmed,
            is_reached: self.goal.is_reached(confirmed),
        };
        if best.is_reached {
            return Ok(best);
        }
        let mut helping = self.helping(before)?;
        helping.sort_by(|one, other| {
            let left = |it: &(Number, i64, f64)| self.goal.distance(it.2);
            left(one).total_cmp(&left(other))
        });
        for steps in 1..=FARTHEST {
            for (number, direction, _) in &helping {
                let Some(change) = number.moved(direction * steps) else {
                    continue;
                };
                if self.try_edit(vec![change], &mut best)? {
                    return Ok(best);
                }
            }
        }
        self.try_pairs(before, &helping, &mut best)?;
        Ok(best)
    }

    /// The numbers that lead nearer to the goal if they are moved by one step, with the direction and the figure.
    fn helping(&self, before: f64) -> Result<Vec<(Number, i64, f64)>, Unplayable> {
        let mut helping = Vec::new();
        for number in &self.numbers {
            for direction in [-1, 1] {
                let Some(change) = number.moved(direction) else {
                    continue;
                };
                let figure = self.evaluate.figure(&[change], false)?;
                if self.goal.distance(figure) < self.goal.distance(before) {
                    helping.push((number.clone(), direction, figure));
                }
            }
        }
        Ok(helping)
    }

    /// Two numbers together, by what they did alone: the smallest edits that should reach the goal first.
    fn try_pairs(
        &self,
        before: f64,
        helping: &[(Number, i64, f64)],
        best: &mut Proposal,
    ) -> Result<(), Unplayable> {
        let some = &helping[..helping.len().min(PAIRED)];
        let mut edits: Vec<(i64, f64, Vec<Change>)> = Vec::new();
        for (place, (one, one_way, one_figure)) in some.iter().enumerate() {
            for (other, other_way, other_figure) in &some[place + 1..] {
                for (first, second) in
                    (1..=FARTHEST).flat_map(|a| (1..=FARTHEST).map(move |b| (a, b)))
                {
                    let changes = one
                        .moved(one_way * first)
                        .zip(other.moved(other_way * second));
                    let Some((change, change_too)) = changes.filter(|_| one.change != other.change)
                    else {
                        continue;
                    };
                    let gained = first as f64 * (one_figure - before)
                        + second as f64 * (other_figure - before);
                    let distance = self.goal.distance(before + gained);
                    edits.push((first + second, distance, vec![change, change_too]));
                }
            }
        }
        edits.retain(|(_, distance, _)| *distance <= 2.0 * self.goal.tolerance);
        edits.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
        for (.., changes) in edits.into_iter().take(MOST_PAIRS) {
            if self.try_edit(changes, best)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Tries an edit; true if it is confirmed.
    fn try_edit(&self, changes: Vec<Change>, best: &mut Proposal) -> Result<bool, Unplayable> {
        let figure = self.evaluate.figure(&changes, false)?;
        let is_near = self.goal.distance(figure) <= self.goal.tolerance;
        let is_nearer = self.goal.distance(figure) < self.goal.distance(best.after);
        if !is_near && !is_nearer {
            return Ok(false);
        }
        let after = self.evaluate.figure(&changes, true)?;
        if self.goal.distance(after) < self.goal.distance(best.after) {
            *best = Proposal {
                changes,
                before: best.before,
                after,
                is_reached: self.goal.is_reached(after),
            };
        }
        Ok(best.is_reached)
    }
}

/// The numbers on the cards of decks, but for those that cards are listed by.
fn card_numbers(game: &Game, decks: &[&Deck]) -> Vec<Number> {
    let listed = game.deck_rules.as_ref().and_then(|rules| rules.numbered_by);
    let listed = listed.map(|id| game.properties[id].name.as_str());
    let cards: BTreeSet<&str> = decks
        .iter()
        .flat_map(|deck| deck.counts().into_keys())
        .collect();
    let mut all: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    let mut found = Vec::new();
    for card in cards {
        for (property, value) in numbers(game, card).unwrap_or_default() {
            if Some(property.as_str()) != listed {
                all.entry(property.clone()).or_default().push(value);
                found.push((card.to_owned(), property, value));
            }
        }
    }
    let numbers = found.into_iter().map(|(card, property, from)| {
        let values = &all[&property];
        Number {
            step: values.iter().copied().fold(0, divisor).max(1),
            least: 0,
            most: i64::MAX,
            change: Change::Number {
                card,
                property,
                from,
                to: from,
            },
        }
    });
    numbers.collect()
}

/// The greatest number that divides two.
fn divisor(one: i64, other: i64) -> i64 {
    let (mut one, mut other) = (one.abs(), other.abs());
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

/// The parameters that are numbers, within their bounds.
fn parameter_numbers(game: &Game) -> Vec<Number> {
    let parameters = game
        .parameters
        .iter()
        .filter(|it| matches!(it.ty, Type::Number));
    let numbers = parameters.filter_map(|parameter| {
        let Literal::Number(from) = parameter.default else {
            return None;
        };
        Some(Number {
            change: Change::Parameter {
                name: parameter.name.clone(),
                from: from.to_string(),
                to: from.to_string(),
            },
            step: 1,
            least: parameter.min.unwrap_or(0),
            most: parameter.max.unwrap_or(i64::MAX),
        })
    });
    numbers.collect()
}
