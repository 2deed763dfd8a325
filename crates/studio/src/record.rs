//! Games written down, as the studio gives and takes them: a record, and the name under which its game is known here.

use crate::wire::CardDraft;
use engine::record::Record;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt::Display;

/// A record as it is downloaded.
#[derive(Debug, Clone, Serialize)]
pub struct Kept {
    /// The table it was played at; nothing if it was not played in a studio.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub studio: Option<Origin>,
    /// The record.
    #[serde(flatten)]
    pub record: Record,
}

/// The table that a record was played at.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The name of the game in addresses.
    pub game: String,
    /// The variant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The position it began with, as a scenario gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<String>,
    /// A card that was not saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draft: Option<CardDraft>,
}

/// Why bytes are no record.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UnreadRecord(String);

impl Kept {
    /// Reads a record of the studio or of `fuda`, as JSON or as bytes. A field that nobody knows is refused: what it
    /// says would be lost.
    pub fn read(bytes: &[u8]) -> Result<Self, UnreadRecord> {
        let unread =
            |error: &dyn Display| UnreadRecord(format!("the record cannot be read: {error}"));
        if bytes.trim_ascii_start().first() != Some(&b'{') {
            let record = Record::from_bytes(bytes);
            let record = record.map_err(|error| UnreadRecord(error.to_string()))?;
            return Ok(Self {
                studio: None,
                record,
            });
        }
        let mut fields: Map<String, Value> =
            serde_json::from_slice(bytes).map_err(|error| unread(&error))?;
        let studio = fields.remove("studio").map(serde_json::from_value);
        let studio = studio.transpose().map_err(|error| unread(&error))?;
        let record = serde_json::from_value(Value::Object(fields));
        let record = record.map_err(|error| unread(&error))?;
        Ok(Self { studio, record })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn record() -> Value {
        json!({
            "version": engine::record::VERSION, "game": "War", "fingerprint": "00000000000000ff", "seats": 2,
            "seed": 7, "choices": [0, 1], "hash": "0000000000000001",
        })
    }

    #[test]
    fn records_with_and_without_a_table_are_read_and_unknown_fields_refused() {
        let read = |value: &Value| Kept::read(value.to_string().as_bytes());
        let plain = read(&record()).expect("a record");
        assert!(plain.studio.is_none());
        let mut kept = record();
        kept["studio"] = json!({ "game": "war", "variant": "long" });
        let read_again = read(&kept).expect("a record of the studio");
        assert_eq!(read_again.record, plain.record);
        assert_eq!(serde_json::to_value(&read_again).ok(), Some(kept.clone()));
        let bytes = Kept::read(&plain.record.to_bytes()).expect("bytes");
        assert_eq!(bytes.record, plain.record);

        for place in ["", "studio"] {
            let mut wrong = kept.clone();
            match place {
                "" => wrong["colour"] = json!("red"),
                place => wrong[place]["colour"] = json!("red"),
            }
            let told = read(&wrong).expect_err("it is refused").to_string();
            assert!(told.contains("unknown field `colour`"), "{told}");
        }
        assert!(Kept::read(b"").is_err() && Kept::read(b"{").is_err());
    }
}
