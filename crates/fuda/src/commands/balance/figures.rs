//! The figures of a game as it is.

use super::{Balance, Opened, Unlooked};
use crate::commands::matched::unplayed;
use cgml::model::Game;
use engine::position::{Decision, Position};
use engine::program::ChoiceKind;
use engine::random::{Random, derived};
use fuda::balancing::Subject;
use fuda::boards::DeckBoards;
use fuda::coverage::{Covered, Extent};
use fuda::sim::{Nobody, Series, simulate};
use fuda::thinking::equipment;
use metagame::analysis::Estimate;
use metagame::balance::{Comparison, Results};
use metagame::deck::Deck;
use metagame::evolution::Values;
use metagame::stage::{Played, halves};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// All figures.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Figures {
    pub(super) game: String,
    pub(super) games: u64,
    /// Share of points of the first seat.
    pub(super) first_seat: Estimate,
    /// Share of points of each seat.
    pub(super) seats: Vec<f64>,
    pub(super) draws: f64,
    pub(super) turns: f64,
    pub(super) decisions: f64,
    /// Share of decided games that were won from behind: by the side that random play from the middle of the game would
    /// have let win in less than 35 of 100.
    pub(super) comebacks: Option<f64>,
    pub(super) decks: Vec<DeckFigure>,
    pub(super) cards: Vec<CardFigure>,
    pub(super) first_moves: Vec<FirstMove>,
    /// Rules, moves, abilities and choices that never happened.
    pub(super) never: Vec<String>,
    pub(super) comparisons: Vec<Compared>,
    pub(super) proposal: Option<Proposed>,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct DeckFigure {
    pub(super) name: String,
    pub(super) rate: Estimate,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct CardFigure {
    pub(super) card: String,
    /// Its name for people.
    pub(super) name: String,
    pub(super) games: u64,
    pub(super) won_when_drawn: Option<f64>,
    pub(super) won_from_opening: Option<f64>,
    pub(super) won_when_played: Option<f64>,
    pub(super) play_rate: Option<f64>,
    /// The value and half the width of its interval.
    pub(super) contribution: Option<(f64, f64)>,
    /// The value per copy and half the width of its interval.
    pub(super) swap: Option<(f64, f64)>,
    pub(super) remark: Option<Remark>,
}

/// A card that a designer should look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Remark {
    /// A copy wins clearly more than a neutral card.
    TooStrong,
    /// A copy wins clearly less.
    TooWeak,
    /// It is hardly ever played.
    Unplayed,
}

/// Points of win rate per copy from which a card is remarkable.
const REMARKABLE: f64 = 0.01;

/// Games in which a card must have been drawn before it counts as unplayed.
const DRAWN: u64 = 20;

#[derive(Debug, Clone, Serialize)]
pub(super) struct FirstMove {
    pub(super) name: String,
    pub(super) games: u64,
    pub(super) rate: f64,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Compared {
    pub(super) change: String,
    /// Names of the decks.
    pub(super) names: Vec<String>,
    #[serde(flatten)]
    pub(super) comparison: Comparison,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Proposed {
    pub(super) figure: String,
    pub(super) changes: Vec<String>,
    pub(super) before: f64,
    pub(super) after: f64,
    pub(super) is_reached: bool,
    pub(super) patch: String,
}

/// Deals of a pair whose games are looked at for comebacks.
const WATCHED: u64 = 10;

/// Random games from the middle of a game.
const TRIED: u32 = 12;

/// Notes of games: first moves, and comebacks.
#[derive(Default)]
struct Notes {
    first: BTreeMap<String, (u64, u64)>,
    decided: u64,
    comebacks: u64,
}

impl Balance {
    pub(super) fn looked_at(
        &self,
        opened: &Opened,
        subject: &Subject<'_>,
    ) -> Result<Figures, Unlooked> {
        let pairs = subject.pairs();
        let deals = (self.games / 2).div_ceil(pairs.len() as u64).max(1);
        let notes = Mutex::new(Notes::default());
        let language = self.weighing.language().code();
        let results = subject.results(&[], &pairs, 0..deals, &|played| {
            note(&notes, played, language);
            Ok(())
        })?;
        let values = subject.values(&results, self.swap_deals, &|_| Ok(()))?;
        let notes = notes
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let games = results
            .outcomes
            .iter()
            .map(|outcome| 2 * outcome.halves.len() as u64)
            .sum::<u64>();
        let (turns, decisions) = results.length();
        Ok(Figures {
            game: self.game.game.clone(),
            games,
            first_seat: results.first_share(),
            seats: seats(&results, games),
            draws: results.outcomes.iter().map(|it| it.draws).sum::<u64>() as f64
                / games.max(1) as f64,
            turns,
            decisions,
            comebacks: (notes.decided > 0).then(|| notes.comebacks as f64 / notes.decided as f64),
            decks: decks(&results, &opened.names),
            cards: cards(&values, &opened.game, language),
            first_moves: first_moves(notes.first),
            never: self.never(opened, subject)?,
            comparisons: self.comparisons(opened, subject, &results, deals)?,
            proposal: self.proposal(opened, subject, deals)?,
        })
    }

    /// Rules, moves, abilities and choices that never happen in some games of each deck.
    fn never(&self, opened: &Opened, subject: &Subject<'_>) -> Result<Vec<String>, Unlooked> {
        if self.coverage_games == 0 {
            return Ok(Vec::new());
        }
        let none = [Deck::default()];
        let decks = if opened.decks.is_empty() {
            &none[..]
        } else {
            &opened.decks
        };
        let boards = DeckBoards::new(
            &opened.game,
            &opened.files,
            subject.settings.clone(),
            Vec::new(),
            0,
        );
        let mut covered = Covered::default();
        for (place, deck) in decks.iter().enumerate() {
            let other = &decks[(place + 1) % decks.len()];
            let program = boards
                .program(&[deck, other])
                .map_err(|message| anyhow::anyhow!(message))?;
            let players = vec![self.weighing.player.clone(); usize::from(program.seats)];
            let series = Series {
                program: &program,
                equipment: equipment(&program, &players).map_err(anyhow::Error::from)?,
                players,
                games: self.coverage_games,
                seed: derived(self.weighing.seed, place as u64),
                chance: None,
                limit: self.weighing.limit,
                threads: self.weighing.threads.count(),
                covers: true,
            };
            let tally = simulate(&series, &Nobody).map_err(unplayed)?;
            if let Some(reached) = &tally.coverage {
                covered.add(
                    &opened.game,
                    &opened.files,
                    Extent::Match,
                    (&program, reached),
                );
            }
        }
        Ok(covered.never().map(ToString::to_string).collect())
    }
}

fn seats(results: &Results, games: u64) -> Vec<f64> {
    let count = results
        .outcomes
        .iter()
        .map(|it| it.seats.len())
        .max()
        .unwrap_or(0);
    let sum = |seat: usize| {
        results
            .outcomes
            .iter()
            .filter_map(|it| it.seats.get(seat))
            .sum::<u64>()
    };
    (0..count)
        .map(|seat| sum(seat) as f64 / (2 * games).max(1) as f64)
        .collect()
}

fn decks(results: &Results, names: &[String]) -> Vec<DeckFigure> {
    if names.len() < 2 {
        return Vec::new();
    }
    let payoffs = results.payoffs();
    let even = vec![1.0 / names.len() as f64; names.len()];
    let lines = metagame::field::expected(&payoffs, &even)
        .into_iter()
        .map(|line| DeckFigure {
            name: names[line.deck].clone(),
            rate: Estimate::rate(line.rate, line.half),
        });
    lines.collect()
}

/// The name of a card for people; its id if it has none.
fn name_of(game: &Game, card: &str, language: &str) -> String {
    let known = game.cards.find(card).map(|id| &game.cards[id].title);
    let title = known.map_or("", |title| title.of(language));
    match title.is_empty() {
        true => card.to_owned(),
        false => title.to_owned(),
    }
}

fn cards(values: &Values, game: &Game, language: &str) -> Vec<CardFigure> {
    let mut cards: Vec<CardFigure> = values
        .all()
        .map(|(card, value)| {
            let uses = &value.uses;
            let remark = match value.swap() {
                _ if uses.drawn.games >= DRAWN && uses.played.games * 50 < uses.drawn.games => {
                    Some(Remark::Unplayed)
                }
                Some((worth, half)) if worth - half > REMARKABLE => Some(Remark::TooStrong),
                Some((worth, half)) if worth + half < -REMARKABLE => Some(Remark::TooWeak),
                Some(_) | None => None,
            };
            CardFigure {
                card: card.to_owned(),
                name: name_of(game, card, language),
                games: uses.all.games,
                won_when_drawn: uses.drawn.rate(),
                won_from_opening: uses.opening.rate(),
                won_when_played: uses.played.rate(),
                play_rate: uses.play_rate(),
                contribution: uses.contribution(),
                swap: value.swap(),
                remark,
            }
        })
        .collect();
    let worth = |card: &CardFigure| card.swap.or(card.contribution).map_or(f64::MIN, |it| it.0);
    cards.sort_by(|one, other| {
        worth(other)
            .total_cmp(&worth(one))
            .then(one.card.cmp(&other.card))
    });
    cards
}

fn first_moves(first: BTreeMap<String, (u64, u64)>) -> Vec<FirstMove> {
    let mut moves: Vec<FirstMove> = first
        .into_iter()
        .map(|(name, (games, halves))| FirstMove {
            name,
            games,
            rate: halves as f64 / (2 * games) as f64,
        })
        .collect();
    moves.sort_by(|one, other| other.games.cmp(&one.games).then(one.name.cmp(&other.name)));
    moves.truncate(20);
    moves
}

/// Notes the first choice between several, and whether the game turned.
fn note(notes: &Mutex<Notes>, played: &Played<'_>, language: &str) {
    let first = first_move(played, language);
    let turned = (played.deal < WATCHED)
        .then(|| has_turned(played))
        .flatten();
    let mut notes = notes
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some((name, halves)) = first {
        let sums = notes.first.entry(name).or_default();
        sums.0 += 1;
        sums.1 += u64::from(halves);
    }
    if let Some(turned) = turned {
        notes.decided += 1;
        notes.comebacks += u64::from(turned);
    }
}

fn first_move(played: &Played<'_>, language: &str) -> Option<(String, u8)> {
    let mut position = Position::start(played.program, played.record.seed);
    for choice in &played.record.choices {
        let Decision::Choose { seat, choices, .. } = position.decision() else {
            return None;
        };
        if choices.len() > 1 {
            let seen = position.choices_seen(played.program, language);
            let seen = seen.get(*choice as usize)?;
            let card = match &seen.value {
                engine::seen::Value::Card(card) => {
                    card.look.face.as_ref().map(|face| face.name.text.clone())
                }
                _ => None,
            };
            let name = match seen.kind {
                ChoiceKind::Pass => "pass",
                ChoiceKind::Done => "done",
                ChoiceKind::Move | ChoiceKind::Option | ChoiceKind::Target => &seen.name.text,
            };
            let name = card.map_or(name.to_owned(), |card| format!("{name} {card}"));
            return Some((name, halves(played.result, seat.index())));
        }
        position.play_unchecked(played.program, *choice as usize);
    }
    None
}

/// True if the winner was behind in the middle of the game; nothing if nobody won.
fn has_turned(played: &Played<'_>) -> Option<bool> {
    let winner = (0..usize::from(played.program.seats))
        .find(|seat| played.result.is_decided() && played.result.has_won(*seat))?;
    let mut middle = Position::start(played.program, played.record.seed);
    for choice in &played.record.choices[..played.record.choices.len() / 2] {
        middle.play_unchecked(played.program, *choice as usize);
    }
    let mut random = Random::new(derived(played.record.seed, 77));
    let mut won = 0;
    for _ in 0..TRIED {
        let mut position = middle.clone();
        for _ in 0..5000 {
            let Decision::Choose { choices, .. } = position.decision() else {
                break;
            };
            let choice = random.below(u32::try_from(choices.len()).unwrap_or(1)) as usize;
            position.play_unchecked(played.program, choice);
        }
        won += u32::from(position.has_won(engine::ids::Seat(winner as u8)));
    }
    Some(won * 100 < 35 * TRIED)
}
