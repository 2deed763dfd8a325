//! Decks that are judged elsewhere: trials go there as text, and verdicts come back.

use std::io;

use metagame::deck::Deck;
use metagame::evolution::{Judge, Opponent, Trial, Verdict};
use metagame::folder::{Goal, Header};
use metagame::stage::Unplayable;
use metagame::usage::{Uses, add_uses};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

/// Some deals of a trial against one opponent.
#[derive(Serialize, Deserialize)]
struct Part {
    deck: Deck,
    opponent: Deck,
    deals: Vec<u64>,
    seed: u64,
}

/// The verdict on a part.
#[derive(Serialize, Deserialize)]
struct Told {
    halves: Vec<u8>,
    uses: Uses,
}

/// A judge that asks a function of Python, which has trials judged wherever there is room.
pub(crate) struct Elsewhere<'a> {
    ask: &'a Py<PyAny>,
    games_per_deal: u64,
    /// The most deals of a task.
    part: usize,
}

impl<'a> Elsewhere<'a> {
    pub(crate) fn new(ask: &'a Py<PyAny>, header: &Header, part: usize) -> Self {
        Self {
            ask,
            games_per_deal: match header.goal {
                Goal::Win => 2,
                Goal::Ftk { .. } => 1,
            },
            part: part.max(1),
        }
    }

    /// Tasks of about as many deals each, and the trial that each of their parts belongs to.
    fn tasks(&self, trials: &[Trial<'_>]) -> (Vec<Vec<Part>>, Vec<usize>) {
        let mut tasks: Vec<Vec<Part>> = Vec::new();
        let mut of = Vec::new();
        let mut room = 0;
        for (number, trial) in trials.iter().enumerate() {
            for opponent in &trial.opponents {
                for deals in opponent.deals.chunks(self.part) {
                    of.push(number);
                    let part = Part {
                        deck: trial.deck.clone(),
                        opponent: opponent.deck.clone(),
                        deals: deals.to_vec(),
                        seed: trial.seed,
                    };
                    match tasks.last_mut().filter(|_| deals.len() <= room) {
                        Some(task) => task.push(part),
                        None => {
                            tasks.push(vec![part]);
                            room = self.part;
                        }
                    }
                    room -= deals.len();
                }
            }
        }
        (tasks, of)
    }
}

fn failed(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Unplayable {
    Unplayable::Written(io::Error::other(error))
}

impl Judge for Elsewhere<'_> {
    fn judge(&self, trials: &[Trial<'_>]) -> Result<Vec<Verdict>, Unplayable> {
        let (tasks, of) = self.tasks(trials);
        let texts: Result<Vec<String>, _> = tasks.iter().map(serde_json::to_string).collect();
        let texts = texts.map_err(failed)?;
        let asked = Python::attach(|py| -> PyResult<Vec<String>> {
            self.ask.call1(py, (texts,))?.extract(py)
        });
        let answers = asked.map_err(failed)?;
        let mut verdicts = vec![Verdict::default(); trials.len()];
        let mut places = of.iter();
        for answer in &answers {
            let told: Vec<Told> = serde_json::from_str(answer).map_err(failed)?;
            for (told, place) in told.into_iter().zip(places.by_ref()) {
                verdicts[*place].halves.extend(told.halves);
                add_uses(&mut verdicts[*place].uses, &told.uses);
            }
        }
        match places.next() {
            None => Ok(verdicts),
            Some(_) => Err(failed("a verdict is missing")),
        }
    }

    fn games_per_deal(&self) -> u64 {
        self.games_per_deal
    }
}

/// The exception with which games elsewhere ended, if that is why they did.
pub(crate) fn raised(py: Python<'_>, error: &Unplayable) -> Option<PyErr> {
    let Unplayable::Written(error) = error else {
        return None;
    };
    let raised = error.get_ref()?.downcast_ref::<PyErr>()?;
    Some(raised.clone_ref(py))
}

/// The verdicts on the parts of a task, as text.
pub(crate) fn answered(judge: &dyn Judge, task: &str) -> Result<String, Unplayable> {
    let parts: Vec<Part> = serde_json::from_str(task).map_err(failed)?;
    let trials: Vec<Trial<'_>> = parts
        .iter()
        .map(|part| Trial {
            deck: &part.deck,
            opponents: vec![Opponent {
                deck: &part.opponent,
                deals: part.deals.clone(),
            }],
            seed: part.seed,
        })
        .collect();
    let verdicts = judge.judge(&trials)?.into_iter();
    let told: Vec<Told> = verdicts
        .map(|Verdict { halves, uses }| Told { halves, uses })
        .collect();
    serde_json::to_string(&told).map_err(failed)
}
