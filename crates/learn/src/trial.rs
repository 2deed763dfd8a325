//! The choice of a teacher: by how much is hidden, and by a short trial.

use crate::contest::{Contest, Score};
use crate::ground::{Field, Subject, decider};
use crate::run::Run;
use crate::search::Settings as Search;
use crate::selfplay::Side;
use crate::settings::{Settings, Teacher};
use engine::ids::Card;
use engine::random::{Random, derived};
use players::Clock;

/// Games that show how much is hidden.
const LOOKED_AT: u64 = 20;

/// Decisions of each of them that are looked at.
const DECISIONS: u32 = 200;

/// Below this share of unknown cards a game counts as open.
const OPEN: f64 = 0.01;

/// Evaluations that each teacher has in the trial.
const EVALUATIONS: u64 = 200_000;

/// Games between the two pupils.
const GAMES: u32 = 400;

/// A choice, and how it came about.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    /// The teacher.
    pub teacher: Teacher,
    /// Share of cards that whoever decides does not know.
    pub hidden: f64,
    /// Score of `gumbel` against `gradient`, if there was a trial.
    pub score: Option<Score>,
}

/// Chooses a teacher for a game: search where all is open; otherwise the one whose pupil wins after a short trial.
pub fn choose(
    settings: &Settings,
    subject: &Subject,
    clock: Option<Clock>,
    threads: usize,
) -> Choice {
    let gumbel = trial(settings, Teacher::Gumbel, subject, clock);
    let hidden = hidden_share(&gumbel.fields()[0]);
    if hidden < OPEN {
        return Choice {
            teacher: Teacher::Gumbel,
            hidden,
            score: None,
        };
    }
    let gradient = trial(settings, Teacher::Gradient, subject, clock);
    let networks = [gumbel, gradient].map(|mut run| {
        while run.evaluations() < EVALUATIONS {
            run.step(0.3, threads);
        }
        (run.inference(), run)
    });
    let [(one, run), (other, _)] = &networks;
    let search = Search::new(settings.quick_simulations.max(4));
    let contest = Contest {
        fields: run.fields(),
        sides: [Side::Net(one, search.clone()), Side::Net(other, search)],
        seed: derived(settings.seed, 0x7A1),
        threads,
        aim: run.points(),
    };
    let score = contest.play(GAMES);
    Choice {
        teacher: if score.mean >= 0.5 {
            Teacher::Gumbel
        } else {
            Teacher::Gradient
        },
        hidden,
        score: Some(score),
    }
}

fn trial(settings: &Settings, teacher: Teacher, subject: &Subject, clock: Option<Clock>) -> Run {
    let settings = Settings {
        teacher,
        gate: 0.0,
        measure_every: u32::MAX,
        iteration_games: settings.iteration_games.min(128),
        ..settings.clone()
    };
    Run::new(settings, subject, clock)
}

/// Share of the cards that whoever decides does not know, on average over random games.
fn hidden_share(field: &Field) -> f64 {
    let program = field.program();
    let (mut unknown, mut all) = (0_u64, 0_u64);
    for game in 0..LOOKED_AT {
        let mut position = field.start(derived(0x41D, game));
        let mut random = Random::new(derived(0x41E, game));
        for _ in 0..DECISIONS {
            let Some(seat) = decider(&position) else {
                break;
            };
            let cards = 0..program.cards.len() as u16;
            all += cards.len() as u64;
            let is_unknown = |card: &u16| position.known_kind(program, Card(*card), seat).is_none();
            unknown += cards.filter(is_unknown).count() as u64;
            let count = position.choices().len() as u32;
            position.play_unchecked(program, random.below(count) as usize);
        }
    }
    unknown as f64 / all.max(1) as f64
}
