//! Many games at once, on arrays that the caller owns.
//!
//! A lane is one game after the other. The seed of a game follows from the seed of the environment, its lane and its
//! number, so that threads change nothing: they share the lanes out, and write each lane's part of the arrays.

mod arrays;
mod lane;

use std::num::NonZeroUsize;
use std::sync::Arc;

use learn::features::ViewVector;
use nets::Ragged;
use pyo3::prelude::*;

use crate::error::{raised, wrong};
use crate::play::actions::ActionSpace;
use crate::play::features::{Rows, factored};
use crate::play::game::{Game, Match};
use crate::play::returns::Reward;
use arrays::{Arrays, Lent, RaggedArrays, actions_of};
use lane::{Lane, Scratch};

/// The most games at once.
const MOST_LANES: usize = 1 << 20;

/// The contents of the arrays.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wishes {
    /// The reward at the end of a game.
    pub(crate) reward: Reward,
    /// The longest game.
    pub(crate) limit: u32,
    /// True if a lane whose game is over begins another one.
    pub(crate) restarts: bool,
    /// True if actions are indices of the fixed space, and numbers of choices otherwise.
    pub(crate) fixed: bool,
    /// True if observations are the rows that networks read, and vectors of views otherwise.
    pub(crate) of_features: bool,
    /// True if rows are written as the factors that they are made of.
    pub(crate) factors: bool,
}

/// Everything that lanes share.
pub(crate) struct Field {
    pub(crate) made: Arc<Match>,
    pub(crate) rows: Arc<Rows>,
    pub(crate) vectors: Arc<ViewVector>,
    pub(crate) space: ActionSpace,
    pub(crate) wishes: Wishes,
    pub(crate) seed: u64,
}

/// Many games at once. `fuda.vec` makes it.
#[pyclass(module = "fuda")]
pub(crate) struct VecEnv {
    field: Arc<Field>,
    lanes: Vec<Lane>,
    scratches: Vec<Scratch>,
    threads: NonZeroUsize,
    /// The arrays that were written last, kept so that no other array can be taken for them.
    last: Option<[Py<PyAny>; 2]>,
    is_closed: bool,
}

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (game, n, seed = 1, threads = 1, reward = "auto", limit = 10_000, auto_reset = true, fixed = true, factors = false, features = None, rest = None, of_features = false))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        game: &Game,
        n: usize,
        seed: u64,
        threads: usize,
        reward: &str,
        limit: u32,
        auto_reset: bool,
        fixed: bool,
        factors: bool,
        features: Option<&crate::play::features::Features>,
        rest: Option<u32>,
        of_features: bool,
    ) -> PyResult<Self> {
        let made = game.made.clone();
        check_count(n)?;
        let rows = match features {
            Some(features) => {
                features.fit(&made)?;
                features.rows.clone()
            }
            None => made.rows(py).clone(),
        };
        let space = match rest {
            None => made.space(py).clone(),
            Some(_) => ActionSpace::new(&made.program, made.prepared(), rest),
        };
        let wishes = Wishes {
            reward: Reward::named(reward, &made)?,
            limit: limit.max(1),
            restarts: auto_reset,
            fixed,
            of_features,
            factors,
        };
        let vectors = made.vectors().clone();
        let field = Arc::new(Field {
            made,
            rows,
            vectors,
            space,
            wishes,
            seed,
        });
        let lanes = py.detach(|| field.lanes(n))?;
        let threads = crate::play::game::threads(Some(threads))?;
        Ok(Self {
            field,
            lanes,
            scratches: Vec::new(),
            threads,
            last: None,
            is_closed: false,
        })
    }

    /// The number of games at once.
    #[getter]
    fn n(&self) -> usize {
        self.lanes.len()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> u8 {
        self.field.made.program.seats
    }

    /// The length of a dense observation.
    #[getter]
    fn observation_length(&self) -> usize {
        self.field.input_width()
    }

    /// The number of actions of the fixed space.
    #[getter]
    fn actions(&self) -> usize {
        self.field.space.len()
    }

    /// Begins all games anew, with another seed if one is given, and writes how they stand.
    #[pyo3(signature = (arrays, seed = None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        arrays: &Bound<'_, PyAny>,
        seed: Option<u64>,
    ) -> PyResult<()> {
        self.check_open()?;
        if let Some(seed) = seed {
            self.reseed(seed);
        }
        self.write(py, arrays, Step::Reset)
    }

    /// Makes a choice in every game, and writes how they stand then.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        arrays: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.check_open()?;
        let actions = actions_of(actions, self.lanes.len())?;
        let chosen = self.chosen(&actions)?;
        self.write(py, arrays, Step::Play(chosen))
    }

    /// Writes how the games stand.
    fn observe(&mut self, py: Python<'_>, arrays: &Bound<'_, PyAny>) -> PyResult<()> {
        self.check_open()?;
        self.write(py, arrays, Step::Look)
    }

    /// Writes how the games stand again, after a step whose lists did not fit: rewards stay as they are.
    fn observe_again(&mut self, py: Python<'_>, arrays: &Bound<'_, PyAny>) -> PyResult<()> {
        self.check_open()?;
        self.write(py, arrays, Step::LookAgain)
    }

    /// Begins the games of some lanes anew, where it is not done at once.
    fn reset_lanes(
        &mut self,
        py: Python<'_>,
        lanes: Vec<usize>,
        arrays: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.check_open()?;
        for lane in lanes {
            let count = self.lanes.len();
            let Some(lane) = self.lanes.get_mut(lane) else {
                return Err(wrong(
                    format!("there is no lane {lane}"),
                    format!("there are {count}, from 0"),
                ));
            };
            lane.restart(&self.field);
        }
        self.write(py, arrays, Step::Look)
    }

    /// Gives the memory back; the environment cannot be used any more.
    fn close(&mut self) {
        self.is_closed = true;
        self.last = None;
        self.lanes = Vec::new();
        self.scratches = Vec::new();
    }
}

fn check_count(n: usize) -> PyResult<()> {
    match n {
        1..=MOST_LANES => Ok(()),
        _ => Err(wrong(
            format!("{n} games cannot be played at once"),
            format!("`n` is 1 to {MOST_LANES}"),
        )),
    }
}

/// The thing that is done before the arrays are written.
enum Step {
    Reset,
    /// The number of a choice in each game.
    Play(Vec<u32>),
    Look,
    LookAgain,
}

impl Field {
    fn lanes(self: &Arc<Self>, n: usize) -> PyResult<Vec<Lane>> {
        let mut lanes = Vec::new();
        for number in 0..n {
            lanes.push(Lane::new(self, number as u64));
        }
        if lanes.iter().all(Lane::is_over) {
            return Err(wrong(
                "nobody ever chooses in this game",
                "an environment is for games with decisions",
            ));
        }
        Ok(lanes)
    }

    /// The length of a dense observation: places of a view, or rows, or factors of rows.
    pub(crate) fn input_width(&self) -> usize {
        let wishes = &self.wishes;
        match (wishes.of_features, wishes.factors) {
            (false, _) => self.vectors.length(),
            (true, true) => self.rows.vocabulary.inputs.keys().len(),
            (true, false) => self.rows.inputs().len(),
        }
    }
}

impl VecEnv {
    fn check_open(&self) -> PyResult<()> {
        match self.is_closed {
            true => Err(wrong(
                "the environment is closed",
                "make another one with `fuda.vec`",
            )),
            false => Ok(()),
        }
    }

    fn reseed(&mut self, seed: u64) {
        let old = &self.field;
        self.field = Arc::new(Field {
            made: old.made.clone(),
            rows: old.rows.clone(),
            vectors: old.vectors.clone(),
            space: old.space.clone(),
            wishes: old.wishes,
            seed,
        });
    }

    /// The choices that actions stand for. Nothing is played if one of them is illegal.
    fn chosen(&self, actions: &[i64]) -> PyResult<Vec<u32>> {
        let fixed = self.field.wishes.fixed;
        let mut chosen = Vec::with_capacity(actions.len());
        let lanes = self.lanes.iter().zip(actions).enumerate();
        for (number, (lane, action)) in lanes {
            if let Some(choice) = lane.choice_of(*action, fixed) {
                chosen.push(choice as u32);
            } else {
                let message = format!("action {action} is not legal in lane {number}");
                let hint = match fixed {
                    true => "take one whose `mask` is true",
                    false => "take a number below `count`",
                };
                return Err(Python::attach(|py| {
                    raised(py, "IllegalChoice", (message, hint))
                }));
            }
        }
        Ok(chosen)
    }

    fn write(&mut self, py: Python<'_>, arrays: &Bound<'_, PyAny>, step: Step) -> PyResult<()> {
        let mut lent = Lent::of(arrays, &self.field, self.lanes.len())?;
        let workers = self.threads.get().min(self.lanes.len());
        self.scratches.resize_with(workers, Scratch::default);
        let (field, lanes, scratches) = (&*self.field, &mut self.lanes, &mut self.scratches);
        let lent_now = lent.written_in_place()?;
        let last = self.last.take();
        let is_known = last.is_some_and(|last| {
            let mut pairs = last.iter().zip(&lent_now);
            pairs.all(|(one, other)| one.is(other))
        });
        let borrowed = lent.arrays(is_known);
        py.detach(|| work(field, lanes, scratches, borrowed, &step))
            .map_err(|too_many| too_many_choices(too_many.room))?;
        self.last = Some(lent_now);
        let scratches = &mut self.scratches;
        if let Some(to) = lent.observations()? {
            write_lists(scratches, field, true, to)?;
        }
        if let Some(to) = lent.choices()? {
            write_lists(scratches, field, false, to)?;
        }
        Ok(())
    }
}

/// Choices for which there is no room.
pub(crate) fn too_many_choices(room: u32) -> PyErr {
    wrong(
        format!("there are more than {room} choices that have no action of their own"),
        "leave more room with `rest`, or choose by number",
    )
}

/// Shares the lanes out among threads.
fn work(
    field: &Field,
    lanes: &mut [Lane],
    scratches: &mut [Scratch],
    mut arrays: Arrays<'_>,
    step: &Step,
) -> Result<(), crate::play::actions::TooMany> {
    let share = lanes.len().div_ceil(scratches.len().max(1)).max(1);
    if scratches.len() == 1 {
        return lane::run(field, lanes, &mut scratches[0], &mut arrays, 0, step);
    }
    let mut outcomes = Vec::new();
    std::thread::scope(|scope| {
        let mut rest = arrays;
        let mut running = Vec::new();
        let parts = lanes
            .chunks_mut(share)
            .zip(scratches.iter_mut())
            .enumerate();
        for (part, (lanes, scratch)) in parts {
            let (mut own, others) = rest.split(lanes.len(), field);
            rest = others;
            let first = part * share;
            running
                .push(scope.spawn(move || lane::run(field, lanes, scratch, &mut own, first, step)));
        }
        for thread in running {
            outcomes.push(
                thread
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            );
        }
    });
    outcomes.into_iter().collect()
}

/// Puts the lists of all threads one after the other into the caller's arrays.
fn write_lists(
    scratches: &mut [Scratch],
    field: &Field,
    observations: bool,
    mut to: RaggedArrays<'_>,
) -> PyResult<()> {
    let composition = match observations {
        true => field.rows.inputs(),
        false => field.rows.choices(),
    };
    for scratch in scratches {
        let lists = match observations {
            true => &scratch.batch.observations,
            false => &scratch.batch.choices,
        };
        let is_factored = field.wishes.factors && (field.wishes.of_features || !observations);
        if is_factored {
            let mut expanded = Ragged::default();
            factored(lists, composition, &mut expanded);
            to.append(&expanded)?;
        } else {
            to.append(lists)?;
        }
    }
    to.finish()
}
