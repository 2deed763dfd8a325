//! Networks as files: safetensors, with one text of metadata.
//!
//! Any program that reads safetensors can read them. The metadata is one entry, so that the same network gives the
//! same bytes.

use half::f16;
use safetensors::tensor::{Dtype, SafeTensorError, SafeTensors, TensorView};
use std::collections::HashMap;

/// The name of the metadata's one entry.
const ENTRY: &str = "fuda";

/// Format of the numbers in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// As they are.
    Single,
    /// In half the room, with three digits.
    Half,
}

/// A named array of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Tensor {
    /// Name by which it is found in the file.
    pub name: String,
    /// Sizes of its dimensions, the outermost first.
    pub shape: Vec<usize>,
    /// Its numbers in row-major order.
    pub values: Values,
}

/// The numbers of an array.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Parameters and the like.
    Floats(Vec<f32>),
    /// Keys and counters.
    Integers(Vec<u64>),
}

/// Reason why a file is not read.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It is no safetensors file, or a damaged one.
    #[error("this is not a whole safetensors file: {0}")]
    Damaged(String),
    /// It was not written by this program.
    #[error("this safetensors file holds no network of fuda")]
    Foreign,
    /// An array is missing or has another size.
    #[error("the network's `{name}` {problem}")]
    Tensor {
        /// Name of the array.
        name: String,
        /// The problem, as the end of the message.
        problem: String,
    },
}

impl From<SafeTensorError> for FileError {
    fn from(error: SafeTensorError) -> Self {
        Self::Damaged(error.to_string())
    }
}

/// The bytes of a file with these arrays and this text.
pub fn write(
    tensors: &[Tensor],
    metadata: &str,
    precision: Precision,
) -> Result<Vec<u8>, FileError> {
    let bytes: Vec<(Dtype, Vec<u8>)> = tensors
        .iter()
        .map(|tensor| bytes_of(&tensor.values, precision))
        .collect();
    let views: Result<Vec<_>, _> = tensors
        .iter()
        .zip(&bytes)
        .map(|(tensor, (dtype, bytes))| {
            let view = TensorView::new(*dtype, tensor.shape.clone(), bytes)?;
            Ok::<_, SafeTensorError>((tensor.name.clone(), view))
        })
        .collect();
    let metadata = HashMap::from([(ENTRY.to_owned(), metadata.to_owned())]);
    Ok(safetensors::serialize(views?, Some(metadata))?)
}

fn bytes_of(values: &Values, precision: Precision) -> (Dtype, Vec<u8>) {
    match (values, precision) {
        (Values::Floats(values), Precision::Single) => {
            let bytes = values.iter().flat_map(|value| value.to_le_bytes());
            (Dtype::F32, bytes.collect())
        }
        (Values::Floats(values), Precision::Half) => {
            let bytes = values
                .iter()
                .flat_map(|value| f16::from_f32(*value).to_le_bytes());
            (Dtype::F16, bytes.collect())
        }
        (Values::Integers(values), _) => {
            let bytes = values.iter().flat_map(|value| value.to_le_bytes());
            (Dtype::U64, bytes.collect())
        }
    }
}

/// The text of a file, without its arrays.
pub fn metadata(bytes: &[u8]) -> Result<String, FileError> {
    let (_, header) = SafeTensors::read_metadata(bytes)?;
    let entries = header.metadata().as_ref();
    entries
        .and_then(|entries| entries.get(ENTRY).cloned())
        .ok_or(FileError::Foreign)
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Contents {
    /// Its arrays, by name.
    pub tensors: Vec<Tensor>,
    /// The text that was written with the arrays.
    pub metadata: String,
}

impl Contents {
    /// The numbers of an array of parameters, which must be so many.
    pub fn floats(&self, name: &str, len: usize) -> Result<&[f32], FileError> {
        match self.tensor(name)? {
            Values::Floats(values) if values.len() == len => Ok(values),
            Values::Floats(values) => Err(FileError::Tensor {
                name: name.to_owned(),
                problem: format!("has {} numbers where {len} belong", values.len()),
            }),
            Values::Integers(_) => Err(kind(name)),
        }
    }

    /// The numbers of an array of keys.
    pub fn integers(&self, name: &str) -> Result<&[u64], FileError> {
        match self.tensor(name)? {
            Values::Integers(values) => Ok(values),
            Values::Floats(_) => Err(kind(name)),
        }
    }

    fn tensor(&self, name: &str) -> Result<&Values, FileError> {
        let found = self.tensors.iter().find(|tensor| tensor.name == name);
        let missing = || FileError::Tensor {
            name: name.to_owned(),
            problem: "is missing".to_owned(),
        };
        found.map(|tensor| &tensor.values).ok_or_else(missing)
    }
}

fn kind(name: &str) -> FileError {
    FileError::Tensor {
        name: name.to_owned(),
        problem: "holds another kind of numbers".to_owned(),
    }
}

/// Reads the bytes of a file that [`write()`] made.
pub fn read(bytes: &[u8]) -> Result<Contents, FileError> {
    let (_, header) = SafeTensors::read_metadata(bytes)?;
    let metadata = header.metadata().as_ref();
    let metadata = metadata.and_then(|entries| entries.get(ENTRY));
    let metadata = metadata.ok_or(FileError::Foreign)?.clone();
    let file = SafeTensors::deserialize(bytes)?;
    let mut tensors = Vec::new();
    for (name, view) in file.iter() {
        tensors.push(Tensor {
            name: name.to_owned(),
            shape: view.shape().to_vec(),
            values: values_of(name, view.dtype(), view.data())?,
        });
    }
    tensors.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Contents { tensors, metadata })
}

fn values_of(name: &str, dtype: Dtype, data: &[u8]) -> Result<Values, FileError> {
    match dtype {
        Dtype::F32 => {
            let values = data.as_chunks::<4>().0.iter();
            Ok(Values::Floats(
                values.map(|bytes| f32::from_le_bytes(*bytes)).collect(),
            ))
        }
        Dtype::F16 => {
            let values = data.as_chunks::<2>().0.iter();
            let values = values.map(|bytes| f16::from_le_bytes(*bytes).to_f32());
            Ok(Values::Floats(values.collect()))
        }
        Dtype::U64 => {
            let values = data.as_chunks::<8>().0.iter();
            Ok(Values::Integers(
                values.map(|bytes| u64::from_le_bytes(*bytes)).collect(),
            ))
        }
        _ => Err(kind(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensors() -> Vec<Tensor> {
        vec![
            Tensor {
                name: "a".to_owned(),
                shape: vec![2, 2],
                values: Values::Floats(vec![1.0, -2.5, 0.125, 1e-3]),
            },
            Tensor {
                name: "keys".to_owned(),
                shape: vec![2],
                values: Values::Integers(vec![7, u64::MAX]),
            },
        ]
    }

    #[test]
    fn arrays_come_back_as_they_were() {
        let bytes = write(&tensors(), "{}", Precision::Single).expect("it can be written");
        assert_eq!(
            write(&tensors(), "{}", Precision::Single).ok(),
            Some(bytes.clone())
        );
        let contents = read(&bytes).expect("it can be read");
        assert_eq!(
            (contents.tensors, contents.metadata.as_str()),
            (tensors(), "{}")
        );
    }

    #[test]
    fn half_precision_keeps_three_digits() {
        let bytes = write(&tensors(), "{}", Precision::Half).expect("it can be written");
        let contents = read(&bytes).expect("it can be read");
        let values = contents.floats("a", 4).expect("it is there");
        for (value, expected) in values.iter().zip([1.0, -2.5, 0.125, 1e-3]) {
            assert!((value - expected).abs() <= expected.abs() * 1e-3);
        }
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let bytes = write(&tensors(), "{}", Precision::Single).expect("it can be written");
        assert!(matches!(
            read(&bytes[..bytes.len() - 1]),
            Err(FileError::Damaged(_))
        ));
        assert!(matches!(read(b"not a network"), Err(FileError::Damaged(_))));
        let views: Vec<(String, TensorView<'_>)> = Vec::new();
        let foreign = safetensors::serialize(views, None).expect("it can be written");
        assert!(matches!(read(&foreign), Err(FileError::Foreign)));
    }
}
