//! The replay buffer: the newest games, and golden ones of the past.
//!
//! A game leaves the window of the newest when newer ones need its room. It may then become golden: the golden games
//! are those of the past from which there was most to learn, that is in which the search disagreed most with the
//! network that played (mean surprise of a lesson).

use crate::ground::Field;
use crate::selfplay::{Episode, Lesson};
use engine::random::Random;
use nets::Batch;
use std::collections::VecDeque;
use std::sync::Arc;

/// Settings of the buffer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// Lessons that are kept.
    pub capacity: u32,
    /// Share of golden games, in room and in what is drawn.
    pub golden: f32,
    /// Share of draws that follow the surprise of a lesson; the others are uniform.
    pub surprise: f32,
}

/// Games that teach.
#[derive(Debug, Clone, Default)]
pub struct Replay {
    newest: VecDeque<Episode>,
    golden: Vec<Episode>,
    lessons: [usize; 2],
    /// Weights of winning and of the score in what the search's values are about, by field.
    aims: Vec<[f64; 2]>,
    golden_share: f32,
    pools: [Pool; 2],
}

/// A lesson that was drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Draw {
    is_golden: bool,
    episode: u32,
    /// Its number in the game.
    pub lesson: u32,
    /// Its weight in the loss.
    pub weight: f32,
}

/// Lessons to draw from, with running sums of their weights.
#[derive(Debug, Clone, Default)]
struct Pool {
    places: Vec<(u32, u32)>,
    sums: Vec<f64>,
}

impl Replay {
    /// An empty buffer for games of these fields.
    pub fn new(fields: &[Arc<Field>]) -> Self {
        let aims = |field: &Arc<Field>| field.aims().weights(players::Aim::Usual);
        Self {
            aims: fields.iter().map(aims).collect(),
            ..Self::default()
        }
    }

    /// True if there is nothing to learn from.
    pub fn is_empty(&self) -> bool {
        self.lessons == [0, 0]
    }

    /// Lessons of the newest games, and of the golden ones.
    pub fn lessons(&self) -> [usize; 2] {
        self.lessons
    }

    /// All games, the newest and the golden, for writing them down.
    pub fn episodes(&self) -> (&VecDeque<Episode>, &[Episode]) {
        (&self.newest, &self.golden)
    }

    /// Takes over games that were written down.
    pub fn restore(&mut self, newest: Vec<Episode>, golden: Vec<Episode>, settings: &Settings) {
        let count = |episodes: &[Episode]| episodes.iter().map(|it| it.lessons.len()).sum();
        self.lessons = [count(&newest), count(&golden)];
        self.newest = newest.into();
        self.golden = golden;
        self.prepare(settings);
    }

    /// Adds games; the oldest leave, the most instructive of them stay as golden ones.
    pub fn add(&mut self, episodes: Vec<Episode>, settings: &Settings) {
        for episode in episodes {
            self.lessons[0] += episode.lessons.len();
            self.newest.push_back(episode);
        }
        let room = f64::from(settings.capacity);
        let newest = (room * f64::from(1.0 - settings.golden)) as usize;
        while self.lessons[0] > newest && self.newest.len() > 1 {
            let Some(oldest) = self.newest.pop_front() else {
                break;
            };
            self.lessons[0] -= oldest.lessons.len();
            self.lessons[1] += oldest.lessons.len();
            self.golden.push(oldest);
        }
        self.keep_most_instructive((room * f64::from(settings.golden)) as usize);
        self.prepare(settings);
    }

    fn keep_most_instructive(&mut self, room: usize) {
        self.golden
            .sort_by(|one, other| other.instruction().total_cmp(&one.instruction()));
        while self.lessons[1] > room {
            let Some(least) = self.golden.pop() else {
                break;
            };
            self.lessons[1] -= least.lessons.len();
        }
    }

    fn prepare(&mut self, settings: &Settings) {
        self.golden_share = settings.golden;
        self.pools = [
            Pool::of(self.newest.iter(), settings.surprise),
            Pool::of(self.golden.iter(), settings.surprise),
        ];
    }

    /// Draws lessons for a step.
    pub fn draw(&self, count: u32, random: &mut Random) -> Vec<Draw> {
        let share = if self.lessons[1] == 0 {
            0.0
        } else {
            self.golden_share
        };
        let golden = (f64::from(count) * f64::from(share)) as u32;
        let draws = (0..count).map(|number| {
            let is_golden = number < golden;
            let (episode, lesson) = self.pools[usize::from(is_golden)].draw(random);
            Draw {
                is_golden,
                episode,
                lesson,
                weight: 1.0,
            }
        });
        draws.collect()
    }

    fn episode(&self, draw: &Draw) -> &Episode {
        if draw.is_golden {
            &self.golden[draw.episode as usize]
        } else {
            &self.newest[draw.episode as usize]
        }
    }

    /// Samples of the game of a lesson.
    pub fn batch(&self, draw: &Draw) -> &Batch {
        &self.episode(draw).batch
    }

    /// The observation of another seat at a lesson.
    pub fn view(&self, draw: &Draw) -> (&[u32], &[f32]) {
        self.episode(draw).views.list(draw.lesson as usize)
    }

    /// The lesson, and the end of its game.
    pub fn lesson(&self, draw: &Draw) -> (&Lesson, Vec<[f32; 2]>) {
        let episode = self.episode(draw);
        (&episode.lessons[draw.lesson as usize], episode.ends.clone())
    }

    /// The part of the end that values of searches are about, if it is one.
    pub fn value_part(&self, draw: &Draw) -> Option<usize> {
        match self.aims.get(self.episode(draw).field as usize)? {
            [1.0, 0.0] => Some(0),
            [0.0, 1.0] => Some(1),
            _ => None,
        }
    }

    /// The search's expectation for the seat of a lesson so many decisions later; the end of the game if it was over by
    /// then.
    pub fn value_ahead(&self, draw: &Draw, decisions: u32) -> f32 {
        let episode = self.episode(draw);
        let lesson = &episode.lessons[draw.lesson as usize];
        let mut later = episode.lessons[draw.lesson as usize..].iter();
        let due = lesson.decision + decisions;
        let later = later.find(|it| it.seat == lesson.seat && it.decision >= due);
        later.map_or_else(
            || {
                let [won, score] = episode.ends[usize::from(lesson.seat)];
                let [wins, scores] = self.aims[episode.field as usize];
                wins as f32 * won + scores as f32 * score
            },
            |later| later.value,
        )
    }

    /// Kinds of cards that others held unseen at a lesson.
    pub fn held(&self, draw: &Draw) -> &[u32] {
        self.episode(draw).held.list(draw.lesson as usize).0
    }
}

impl Episode {
    /// Worth of the game as a lesson: the mean surprise of its lessons.
    fn instruction(&self) -> f32 {
        let sum: f32 = self.lessons.iter().map(|lesson| lesson.surprise).sum();
        sum / self.lessons.len().max(1) as f32
    }
}

impl Pool {
    fn of<'a>(episodes: impl Iterator<Item = &'a Episode> + Clone, share: f32) -> Self {
        let lessons = episodes.clone().flat_map(|episode| &episode.lessons);
        let (count, surprise) = lessons.fold((0.0, 0.0), |(count, sum), lesson| {
            (count + 1.0, sum + f64::from(lesson.surprise))
        });
        let mean: f64 = if count > 0.0 { surprise / count } else { 0.0 };
        let share = if mean > 0.0 { f64::from(share) } else { 0.0 };
        let mut pool = Self::default();
        let mut sum = 0.0;
        for (number, episode) in episodes.enumerate() {
            for (at, lesson) in episode.lessons.iter().enumerate() {
                sum += 1.0 - share;
                if share > 0.0 {
                    sum += share * f64::from(lesson.surprise) / mean;
                }
                pool.places.push((number as u32, at as u32));
                pool.sums.push(sum);
            }
        }
        pool
    }

    fn draw(&self, random: &mut Random) -> (u32, u32) {
        let all = self.sums.last().copied().unwrap_or(0.0);
        let at = f64::from(random.bits()) / f64::from(u32::MAX) * all;
        let place = self.sums.partition_point(|sum| *sum < at);
        let last = self.places.len().saturating_sub(1);
        self.places.get(place.min(last)).copied().unwrap_or((0, 0))
    }
}
