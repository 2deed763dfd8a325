//! Score sheets: the values that a game writes down at the ends of rounds.

mod support;

use serde_json::{Value, json};
use support::Studio;

#[tokio::test]
async fn every_hand_of_hearts_is_a_line_of_the_sheet_and_a_replay_shows_what_was_written_by_then() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = Studio::start_with(&["hearts".to_owned()], folder.path()).await;
    let random = json!({ "who": "computer", "name": "random" });
    let plan = json!({
        "game": "hearts",
        "seats": [random, random, random, random],
        "parameters": { "hands": "3" },
        "seed": "5",
        "pace": { "kind": "auto", "milliseconds": 0 },
    });
    let made = studio.make(&plan).await;
    let mut page = studio.sit(&made, None, "ja").await;
    let over = |state: &Value| state["decision"]["kind"] == "over";
    let state = page.state_where(over).await;
    let rounds = state["sheet"]["rounds"].as_array().expect("a sheet");
    assert_eq!(rounds.len(), 3, "{rounds:?}");
    let scores: Vec<&Value> = rounds[2]["values"]
        .as_array()
        .expect("values")
        .iter()
        .map(|value| &value["number"])
        .collect();
    let ends = state["decision"]["scores"].as_array().expect("scores");
    let results: Vec<&Value> = ends.iter().collect();
    assert_eq!(scores, results, "the last line is the result");
    assert_eq!(rounds[0]["values"][0]["name"], "失点");
    let id = made["id"].as_str().expect("a name");
    let after = rounds[1]["after"].as_u64().expect("a number");
    let told = async |at: u64| {
        let path = format!("/api/tables/{id}/moment?at={at}&eyes=onlooker&language=en");
        let moment = studio.get(&path).await.json();
        moment["state"]["sheet"]["rounds"].as_array().map(Vec::len)
    };
    assert_eq!(told(after).await, Some(2));
    assert_eq!(told(after - 1).await, Some(1));
}
