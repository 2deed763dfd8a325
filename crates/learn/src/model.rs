//! A trained network as a file: its parameters, the keys of its features, and what it is.

use crate::encoding::Encoding;
use crate::features::Vocabulary;
use crate::values::outputs;
use engine::program::Program;
use nets::file::{Contents, FileError, Precision, Tensor, Values, read, write};
use nets::selection::Selection;
use nets::{Network, Scoring, Shape};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Version of the features: it changes whenever the same position gives other rows.
pub const ENCODING: u32 = 3;

/// Sizes of a network, apart from its tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sizes {
    /// Width of the first layer.
    pub width: usize,
    /// Widths of the dense layers after it.
    pub hidden: Vec<usize>,
    /// Width of the layer in which state and choice meet.
    pub choice_width: usize,
    /// Scoring of choices.
    #[serde(default, skip_serializing_if = "is_joint")]
    pub scoring: Scoring,
    /// Moves of the past that observations hold.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub memory: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn is_joint(scoring: &Scoring) -> bool {
    *scoring == Scoring::Joint
}

/// The parts of a game that a network depends on, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Structure {
    /// Name of the game.
    pub game: String,
    /// Number of players.
    pub seats: u8,
    /// Zones, variables and phases, each with its sort.
    pub parts: BTreeSet<String>,
}

/// Figures of the training.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Training {
    /// Teacher: `gumbel` or `gradient`.
    pub teacher: String,
    /// Games played.
    pub games: u64,
    /// Decisions made in them.
    pub decisions: u64,
    /// Evaluations of networks.
    pub evaluations: u64,
    /// Processor time in seconds; left out of files that must be equal byte by byte.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
    /// Seed of the run.
    pub seed: u64,
    /// Settings that differ from the usual ones.
    pub settings: serde_json::Map<String, serde_json::Value>,
}

/// Metadata of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// Version of the features.
    pub encoding: u32,
    /// Sizes.
    pub sizes: Sizes,
    /// The game.
    pub structure: Structure,
    /// The training.
    pub training: Training,
    /// The encoding that the game declares, if the network was trained with that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared: Option<Encoding>,
}

/// A network with the keys of its features.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The network.
    pub network: Network,
    /// Keys of the factors of its input table.
    pub inputs: Vec<u64>,
    /// Keys of the factors of its choice table.
    pub choices: Vec<u64>,
    /// Everything else about it.
    pub about: About,
}

/// The reason why a file is no network for a game.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The file is damaged or foreign.
    #[error(transparent)]
    File(#[from] FileError),
    /// The metadata cannot be read.
    #[error("the network's metadata cannot be read: {0}")]
    Metadata(String),
    /// The features have changed.
    #[error(
        "the network was trained with features of version {found}, this program makes version {ENCODING}; train it again"
    )]
    Encoding {
        /// The version of the file.
        found: u32,
    },
    /// It belongs to another game.
    #[error("the network plays `{found}`, not `{wanted}`")]
    Game {
        /// Its game.
        found: String,
        /// The game at hand.
        wanted: String,
    },
    /// It is for another number of players.
    #[error("the network plays with {found} players, not with {wanted}")]
    Seats {
        /// Its number.
        found: u8,
        /// The number at hand.
        wanted: u8,
    },
    /// The game has changed.
    #[error("the network was trained with another version of the game: {0}; train it again")]
    Structure(String),
}

impl Structure {
    /// The structure of a compiled game. It is the same for all decks.
    pub fn of(program: &Program) -> Self {
        let zones = program
            .zones
            .iter()
            .map(|zone| format!("zone {}", zone.name.id));
        let variables = program.variables.iter().filter(|it| !it.internal);
        let variables =
            variables.map(|it| format!("variable {} ({})", it.name.id, it.sort.feature_word()));
        let phases = program
            .phases
            .iter()
            .map(|phase| format!("phase {}", phase.id));
        Self {
            game: program.name.clone(),
            seats: program.seats,
            parts: zones.chain(variables).chain(phases).collect(),
        }
    }

    /// Tells the difference if a network with this structure cannot play a game with another one.
    fn fits(&self, game: &Self) -> Result<(), ModelError> {
        if self.game != game.game {
            return Err(ModelError::Game {
                found: self.game.clone(),
                wanted: game.game.clone(),
            });
        }
        if self.seats != game.seats {
            return Err(ModelError::Seats {
                found: self.seats,
                wanted: game.seats,
            });
        }
        let named = |parts: Vec<&String>, what: &str| {
            let names: Vec<&str> = parts.iter().take(3).map(|part| part.as_str()).collect();
            (!names.is_empty()).then(|| format!("{what} {}", names.join(", ")))
        };
        let new = named(game.parts.difference(&self.parts).collect(), "new:");
        let gone = named(self.parts.difference(&game.parts).collect(), "gone:");
        let differences: Vec<String> = new.into_iter().chain(gone).collect();
        if differences.is_empty() {
            return Ok(());
        }
        Err(ModelError::Structure(differences.join("; ")))
    }
}

impl Sizes {
    /// The whole shape of a network of these sizes.
    pub fn shape(&self, inputs: usize, choices: usize, seats: u8) -> Shape {
        Shape {
            inputs,
            width: self.width,
            hidden: self.hidden.clone(),
            outputs: outputs(seats),
            choices,
            choice_width: self.choice_width,
            scoring: self.scoring,
        }
    }
}

impl About {
    /// The metadata of a network's file, without its parameters.
    pub fn of_file(bytes: &[u8]) -> Result<Self, ModelError> {
        let metadata = nets::file::metadata(bytes)?;
        serde_json::from_str(&metadata).map_err(|error| ModelError::Metadata(error.to_string()))
    }
}

impl Model {
    /// Tells why it cannot play a game, if it cannot.
    pub fn fits(&self, program: &Program) -> Result<(), ModelError> {
        self.about.structure.fits(&Structure::of(program))
    }

    /// A vocabulary with its features and no others.
    pub fn vocabulary(&self) -> Vocabulary {
        Vocabulary::closed(&self.inputs, &self.choices).with_memory(self.about.sizes.memory)
    }

    /// The bytes of its file. The same network gives the same bytes.
    pub fn to_bytes(&self, precision: Precision) -> Result<Vec<u8>, ModelError> {
        let shape = &self.network.shape;
        let layout = shape.layout();
        let mut tensors = Vec::new();
        let mut add = |name: &str, sizes: &[usize], range: &std::ops::Range<usize>| {
            tensors.push(Tensor {
                name: name.to_owned(),
                shape: sizes.to_vec(),
                values: Values::Floats(self.network.parameters[range.clone()].to_vec()),
            });
        };
        add(
            "input.table",
            &[shape.inputs, shape.width],
            &layout.input_table,
        );
        add("input.bias", &[shape.width], &layout.input_bias);
        let mut before = shape.width;
        for (number, (weights, bias)) in layout.dense.iter().enumerate() {
            let after = shape.hidden[number];
            add(&format!("dense.{number}.weight"), &[before, after], weights);
            add(&format!("dense.{number}.bias"), &[after], bias);
            before = after;
        }
        add("value.weight", &[before, shape.outputs], &layout.output.0);
        add("value.bias", &[shape.outputs], &layout.output.1);
        let joint = layout.score.len();
        add("state.weight", &[before, joint], &layout.state.0);
        add("state.bias", &[joint], &layout.state.1);
        add(
            "choice.table",
            &[shape.choices, shape.choice_width],
            &layout.choice_table,
        );
        add("choice.score", &[joint], &layout.score);
        for (name, keys) in [("input.keys", &self.inputs), ("choice.keys", &self.choices)] {
            tensors.push(Tensor {
                name: name.to_owned(),
                shape: vec![keys.len()],
                values: Values::Integers(keys.clone()),
            });
        }
        let about = serde_json::to_string(&self.about);
        let about = about.map_err(|error| ModelError::Metadata(error.to_string()))?;
        Ok(write(&tensors, &about, precision)?)
    }

    /// Reads a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let contents = read(bytes)?;
        let about: serde_json::Value = serde_json::from_str(&contents.metadata)
            .map_err(|error| ModelError::Metadata(error.to_string()))?;
        let encoding = about["encoding"].as_u64().unwrap_or(0);
        if encoding != u64::from(ENCODING) {
            return Err(ModelError::Encoding {
                found: encoding.try_into().unwrap_or(u32::MAX),
            });
        }
        let about: About = serde_json::from_value(about)
            .map_err(|error| ModelError::Metadata(error.to_string()))?;
        let inputs = contents.integers("input.keys")?.to_vec();
        let choices = contents.integers("choice.keys")?.to_vec();
        let shape =
            about
                .sizes
                .checked()?
                .shape(inputs.len(), choices.len(), about.structure.seats);
        let network = network(&contents, shape)?;
        Ok(Self {
            network,
            inputs,
            choices,
            about,
        })
    }

    /// Leaves out the factors that training has never changed: `fresh` is the network that the run began with.
    pub fn without_unmet(&self, fresh: &Network) -> Self {
        let [inputs, choices] = self.changes(fresh);
        self.with_factors(&changed_more(&inputs, 0.0), &changed_more(&choices, 0.0))
    }

    /// As [`Self::without_unmet`], and leaves out those that training has changed least until the file has at most so
    /// many bytes with half the digits.
    pub fn lightened(&self, fresh: &Network, most: usize) -> Self {
        let [inputs, choices] = self.changes(fresh);
        let shape = &self.network.shape;
        let layout = shape.layout();
        let tables = layout.input_table.len() + layout.choice_table.len();
        let fixed = 2 * (layout.len - tables) + OVERHEAD;
        let bytes = |width: usize, factors: usize| factors * (2 * width + size_of::<u64>());
        let mut distances: Vec<f32> = inputs.iter().chain(&choices).copied().collect();
        distances.sort_by(f32::total_cmp);
        let fits = |least: f32| {
            let (inputs, choices) = (changed_more(&inputs, least), changed_more(&choices, least));
            let size = bytes(shape.width, inputs.len()) + bytes(shape.choice_width, choices.len());
            fixed + size <= most
        };
        let at = distances.partition_point(|least| !fits(*least));
        let least = if fits(0.0) {
            0.0
        } else {
            distances.get(at).copied().unwrap_or(f32::MAX)
        };
        self.with_factors(
            &changed_more(&inputs, least),
            &changed_more(&choices, least),
        )
    }

    /// Distance by which training has moved each factor of both tables.
    fn changes(&self, fresh: &Network) -> [Vec<f32>; 2] {
        let (shape, layout) = (&self.network.shape, self.network.shape.layout());
        let tables = [
            (&layout.input_table, shape.width),
            (&layout.choice_table, shape.choice_width),
        ];
        tables.map(|(range, width)| {
            let own = self.network.parameters[range.clone()].chunks(width.max(1));
            let before = fresh.parameters[range.clone()].chunks(width.max(1));
            own.zip(before)
                .map(|(one, other)| apart(one, other))
                .collect()
        })
    }

    /// The network with some of its factors.
    fn with_factors(&self, inputs: &[u32], choices: &[u32]) -> Self {
        let whole = &self.network.shape;
        let kept = Selection {
            inputs: inputs.to_vec(),
            choices: choices.to_vec(),
        };
        let keys = |kept: &[u32], keys: &[u64]| kept.iter().map(|at| keys[*at as usize]).collect();
        Self {
            network: Network {
                shape: kept.shape(whole),
                parameters: kept.gather(whole, &self.network.parameters),
            },
            inputs: keys(&kept.inputs, &self.inputs),
            choices: keys(&kept.choices, &self.choices),
            about: self.about.clone(),
        }
    }
}

/// Bytes of a file that are no parameters: names, sizes and metadata.
const OVERHEAD: usize = 8192;

/// The numbers of the factors that were moved by more than a distance.
fn changed_more(changes: &[f32], least: f32) -> Vec<u32> {
    let numbered = changes.iter().zip(0..);
    numbered
        .filter(|(change, _)| **change > least)
        .map(|(_, number)| number)
        .collect()
}

/// Distance of two rows.
fn apart(one: &[f32], other: &[f32]) -> f32 {
    let squares = one
        .iter()
        .zip(other)
        .map(|(one, other)| (one - other).powi(2));
    squares.sum::<f32>().sqrt()
}

/// Larger layers are no network that this program wrote.
const WIDEST: usize = 1 << 14;

impl Sizes {
    fn checked(&self) -> Result<&Self, ModelError> {
        let widths = [self.width, self.choice_width];
        let mut all = widths.iter().chain(&self.hidden);
        if self.hidden.is_empty()
            || self.hidden.len() > 64
            || all.any(|it| *it == 0 || *it > WIDEST)
        {
            return Err(ModelError::Metadata(
                "impossible sizes of layers".to_owned(),
            ));
        }
        let last = self.hidden.last().copied().unwrap_or(self.width);
        if self.scoring == Scoring::Linear && self.choice_width != last + 1 {
            return Err(ModelError::Metadata(
                "the outputs do not fit the last layer".to_owned(),
            ));
        }
        Ok(self)
    }
}

fn network(contents: &Contents, shape: Shape) -> Result<Network, ModelError> {
    let layout = shape.layout();
    let mut parameters = vec![0.0; layout.len];
    let mut fill = |name: &str, range: &std::ops::Range<usize>| -> Result<(), ModelError> {
        let values = contents.floats(name, range.len())?;
        parameters[range.clone()].copy_from_slice(values);
        Ok(())
    };
    fill("input.table", &layout.input_table)?;
    fill("input.bias", &layout.input_bias)?;
    for (number, (weights, bias)) in layout.dense.iter().enumerate() {
        fill(&format!("dense.{number}.weight"), weights)?;
        fill(&format!("dense.{number}.bias"), bias)?;
    }
    fill("value.weight", &layout.output.0)?;
    fill("value.bias", &layout.output.1)?;
    fill("state.weight", &layout.state.0)?;
    fill("state.bias", &layout.state.1)?;
    fill("choice.table", &layout.choice_table)?;
    fill("choice.score", &layout.score)?;
    Ok(Network { shape, parameters })
}
