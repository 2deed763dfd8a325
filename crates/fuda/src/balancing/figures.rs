//! The figures of a game as it is.

use super::Subject;
use super::look::{Opened, Request, Unlooked};
use crate::boards::{DeckBoards, Work};
use crate::coverage::{Covered, Extent};
use crate::sim::{Onlooker, Series, simulate};
use crate::thinking::equipment;
use cgml::model::Game;
use engine::position::{Decision, Position};
use engine::program::ChoiceKind;
use engine::random::{Random, derived};
use engine::record::Record;
use metagame::analysis::Estimate;
use metagame::balance::{Comparison, Results};
use metagame::deck::Deck;
use metagame::evolution::Values;
use metagame::stage::{Played, Unplayable, halves};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// All figures.
#[derive(Debug, Clone, Serialize)]
pub struct Figures {
    /// The game as it was asked for.
    pub game: String,
    /// Number of games.
    pub games: u64,
    /// Share of points of the first seat.
    pub first_seat: Estimate,
    /// Share of points of each seat.
    pub seats: Vec<f64>,
    /// Share of games that nobody won.
    pub draws: f64,
    /// Turns of a game.
    pub turns: f64,
    /// Decisions of a game.
    pub decisions: f64,
    /// Share of decided games that were won from behind: by the side that random play from the middle of the game would
    /// have let win in less than 35 of 100.
    pub comebacks: Option<f64>,
    /// The decks.
    pub decks: Vec<DeckFigure>,
    /// The cards.
    pub cards: Vec<CardFigure>,
    /// The first choices of games.
    pub first_moves: Vec<FirstMove>,
    /// Rules, moves, abilities and choices that never happened.
    pub never: Vec<String>,
    /// The effects of changes.
    pub comparisons: Vec<Compared>,
    /// Edits that reach a target.
    pub proposal: Option<Proposed>,
}

/// A deck.
#[derive(Debug, Clone, Serialize)]
pub struct DeckFigure {
    /// Its name.
    pub name: String,
    /// Its win rate.
    pub rate: Estimate,
}

/// A card.
#[derive(Debug, Clone, Serialize)]
pub struct CardFigure {
    /// The card.
    pub card: String,
    /// Its name for people.
    pub name: String,
    /// Number of games.
    pub games: u64,
    /// Share of points where it was drawn.
    pub won_when_drawn: Option<f64>,
    /// Share of points where it was in the opening hand.
    pub won_from_opening: Option<f64>,
    /// Share of points where it was played.
    pub won_when_played: Option<f64>,
    /// Share of games with it in which it was played.
    pub play_rate: Option<f64>,
    /// The value and half the width of its interval.
    pub contribution: Option<(f64, f64)>,
    /// The value per copy and half the width of its interval.
    pub swap: Option<(f64, f64)>,
    /// A reason to look at it.
    pub remark: Option<Remark>,
}

/// A card that a designer should look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Remark {
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

/// A first choice between several.
#[derive(Debug, Clone, Serialize)]
pub struct FirstMove {
    /// Its name.
    pub name: String,
    /// Number of games.
    pub games: u64,
    /// Share of points after it.
    pub rate: f64,
}

/// The effect of a change.
#[derive(Debug, Clone, Serialize)]
pub struct Compared {
    /// The change in words.
    pub change: String,
    /// Names of the decks.
    pub names: Vec<String>,
    /// The effect.
    #[serde(flatten)]
    pub comparison: Comparison,
}

/// Edits that reach a target, or come near it.
#[derive(Debug, Clone, Serialize)]
pub struct Proposed {
    /// The figure that is to reach the target.
    pub figure: String,
    /// The edits in words.
    pub changes: Vec<String>,
    /// The figure before.
    pub before: f64,
    /// The figure after.
    pub after: f64,
    /// True if the target is reached.
    pub is_reached: bool,
    /// The edits as a patch of the files of the game.
    pub patch: String,
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

impl Opened {
    pub(super) fn looked_at(
        &self,
        asked: &Request,
        subject: &Subject<'_>,
        work: Work<'_>,
    ) -> Result<Figures, Unlooked> {
        // A change or target that cannot be is told before anything is played.
        let changes = self.changes(asked)?;
        if let Some(target) = asked.target {
            self.figure(asked, target)?;
        }
        let pairs = subject.pairs();
        let deals = (asked.games / 2).div_ceil(pairs.len() as u64).max(1);
        let notes = Mutex::new(Notes::default());
        let results = subject.results(&[], &pairs, 0..deals, &|played| {
            note(&notes, played, asked.language.code());
            (work.onlooker)(played)
        })?;
        let values = subject.values(&results, asked.swap_deals, work.onlooker)?;
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
            game: self.name.clone(),
            games,
            first_seat: results.first_share(),
            seats: seats(&results, games),
            draws: results.outcomes.iter().map(|it| it.draws).sum::<u64>() as f64
                / games.max(1) as f64,
            turns,
            decisions,
            comebacks: (notes.decided > 0).then(|| notes.comebacks as f64 / notes.decided as f64),
            decks: decks(&results, &self.names),
            cards: cards(&values, &self.game, asked.language.code()),
            first_moves: first_moves(notes.first),
            never: self.never(asked, subject, work)?,
            comparisons: self.comparisons(&changes, subject, &results, deals, work)?,
            proposal: self.proposal(asked, subject, deals, work)?,
        })
    }

    /// Rules, moves, abilities and choices that never happen in some games of each deck.
    fn never(
        &self,
        asked: &Request,
        subject: &Subject<'_>,
        work: Work<'_>,
    ) -> Result<Vec<String>, Unlooked> {
        if asked.coverage_games == 0 {
            return Ok(Vec::new());
        }
        let none = [Deck::default()];
        let decks = if self.decks.is_empty() {
            &none[..]
        } else {
            &self.decks
        };
        let settings = subject.settings.clone();
        let boards = DeckBoards::new(&self.game, &self.files, settings, Vec::new(), 0);
        let mut covered = Covered::default();
        for (place, deck) in decks.iter().enumerate() {
            let other = &decks[(place + 1) % decks.len()];
            let program = boards.program(&[deck, other]).map_err(Unplayable::Board)?;
            let players = vec![asked.player.clone(); usize::from(program.seats)];
            let series = Series {
                program: &program,
                equipment: equipment(&program, &players)?,
                players,
                games: asked.coverage_games,
                seed: derived(asked.seed, place as u64),
                chance: None,
                limit: asked.limit,
                threads: work.threads,
                covers: true,
            };
            let tally = simulate(&series, &Until(work.stop))?;
            if work.stop.load(Ordering::Relaxed) {
                return Err(Unplayable::Stopped.into());
            }
            if let Some(reached) = &tally.coverage {
                let found = (&program, reached);
                covered.add(&self.game, &self.files, Extent::Match, found);
            }
        }
        Ok(covered.never().map(ToString::to_string).collect())
    }
}

/// Watches games that nobody is told of until somebody wants them to stop.
struct Until<'a>(&'a AtomicBool);

impl Onlooker for Until<'_> {
    fn wants_records(&self) -> bool {
        false
    }

    fn record(&self, _: u64, _: Record) -> io::Result<()> {
        Ok(())
    }

    fn done(&self, _: u64) {}

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
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
