//! The games that OpenSpiel has played, as they are written down.

use flate2::read::GzDecoder;
use serde_json::Value;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// One game that OpenSpiel has played.
pub(crate) struct Trace {
    pub(crate) steps: Vec<Step>,
    pub(crate) returns: Vec<f64>,
}

/// One step of it.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// Chance has brought an outcome.
    Chance(i64),
    /// A player has chosen.
    Choice(Wanted),
    /// All players have chosen at once, in the order of their seats.
    Together(Vec<Wanted>),
}

/// OpenSpiel's view of a decision.
#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    pub(crate) player: u8,
    pub(crate) action: i64,
    pub(crate) legal: Legal,
}

/// The legal actions.
#[derive(Debug, Clone)]
pub(crate) enum Legal {
    /// All of them.
    All(Vec<i64>),
    /// So many that they were only counted.
    Count(usize),
}

impl Trace {
    /// Outcomes of chance, in order.
    pub(crate) fn chance(&self) -> Vec<i64> {
        let steps = self.steps.iter();
        steps
            .filter_map(|step| match step {
                Step::Chance(outcome) => Some(*outcome),
                Step::Choice(_) | Step::Together(_) => None,
            })
            .collect()
    }
}

/// The traces of a file of the folder `data`.
pub(crate) fn traces(file: &str) -> Vec<Trace> {
    let path = data(&format!("{file}.jsonl.gz"));
    let mut text = String::new();
    let opened = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    GzDecoder::new(opened)
        .read_to_string(&mut text)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    // The first line says what the file is.
    text.lines().skip(1).map(trace).collect()
}

/// A file of the folder `data`.
pub(crate) fn data(file: &str) -> std::path::PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/openspiel/data");
    tests.join(file)
}

fn trace(line: &str) -> Trace {
    let value: Value = serde_json::from_str(line).expect("a trace is JSON");
    let returns = list(&value["returns"]).iter();
    Trace {
        steps: list(&value["steps"]).iter().map(step).collect(),
        returns: returns
            .map(|number| number.as_f64().expect("a return is a number"))
            .collect(),
    }
}

fn step(value: &Value) -> Step {
    match number(&value[0]) {
        -1 => Step::Chance(number(&value[1])),
        -2 => {
            let actions = list(&value[1]).iter().zip(list(&value[2]));
            let wanted = actions.enumerate();
            let wanted =
                wanted.map(|(player, (action, legal))| wanted_of(player as i64, action, legal));
            Step::Together(wanted.collect())
        }
        player => Step::Choice(wanted_of(player, &value[1], &value[2])),
    }
}

fn wanted_of(player: i64, action: &Value, legal: &Value) -> Wanted {
    Wanted {
        player: u8::try_from(player).expect("a player is a small number"),
        action: number(action),
        legal: match legal.as_array() {
            Some(actions) => Legal::All(actions.iter().map(number).collect()),
            None => Legal::Count(number(legal) as usize),
        },
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a trace holds lists")
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a trace holds whole numbers")
}
