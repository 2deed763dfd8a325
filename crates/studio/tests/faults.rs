//! Tables whose games have no end, or whose rows are damaged: they are closed with the reason, and the others play on.

mod support;

use serde_json::{Value, json};
use std::time::{Duration, Instant};
use support::Studio;

/// Time limit for a choice without end. Programs built without optimisation take longer.
const SOON: Duration = Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 2 });

/// A game with a move that never ends.
const ENDLESS: &str = r#"
cgml_version: "1.4"
meta: { name: Endless, players: { min: 1, max: 2 } }
components:
  variables: [{ name: number, initial_value: 0 }]
setup: []
flow:
  states: { Play: { phases: [Main] }, Round: { phases: [Again] } }
  initial_state: Play
moves:
  wait: { in: Main, effect: [number = 1] }
  turn: { in: Main, effect: [set_state(Round)] }
rules:
  - { id: again, trigger: on.state.enter.Round, effect: [set_state(Round)] }
"#;

fn endless() -> Value {
    json!({ "game": "endless", "seats": [{ "who": "here" }, { "who": "here" }], "seed": "1" })
}

fn poker() -> Value {
    json!({ "game": "kuhn-poker", "seats": [{ "who": "here" }, { "who": "here" }], "seed": "1" })
}

async fn start(folder: &std::path::Path) -> Studio {
    Studio::start_beside("kuhn-poker", "endless", ENDLESS, folder).await
}

/// The number of the choice with these words.
fn choice(state: &Value, word: &str) -> u32 {
    let choices = state["decision"]["choices"].as_array().expect("choices");
    let found = choices
        .iter()
        .position(|choice| choice["text"].as_str() == Some(word));
    found.unwrap_or_else(|| panic!("no `{word}` among {choices:?}")) as u32
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_without_end_is_stopped_with_the_rule_and_the_others_play_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = start(folder.path()).await;
    let stuck = studio.make(&endless()).await;
    let other = studio.make(&poker()).await;
    let mut page = studio.sit(&stuck, Some(0), "en").await;
    let mut other_page = studio.sit(&other, Some(0), "en").await;
    let state = page.state().await;
    let other_state = other_page.state().await;

    let begin = Instant::now();
    page.play(&state, choice(&state, "turn")).await;
    other_page.play(&other_state, 0).await;
    let number = &other_state["decision_number"];
    let went_on = other_page.state_where(|state| state["decision_number"] != *number);
    assert_eq!(went_on.await["decision_number"], 1);
    let stopped = page.state_where(|state| state["decision"]["kind"] == "stopped");
    let message = stopped.await["decision"]["message"].to_string();
    assert!(begin.elapsed() < SOON, "it took {:?}", begin.elapsed());
    assert!(message.contains("`again`, step 1"), "{message}");
    let tables = studio.get("/api/tables").await.json();
    let over = |id: &Value| {
        let tables = tables.as_array().expect("a list").iter();
        let mut found = tables.filter(|table| table["id"] == *id);
        found.next().map(|table| table["over"].clone())
    };
    assert_eq!(over(&stuck["id"]), Some(json!(true)));
    assert_eq!(over(&other["id"]), Some(json!(false)));
    studio.kill().await;

    let studio = start(folder.path()).await;
    let begin = Instant::now();
    let mut page = studio.sit(&stuck, Some(0), "en").await;
    let state = page.state().await;
    assert_eq!(state["decision"]["message"].to_string(), message);
    assert!(begin.elapsed() < SOON, "it took {:?}", begin.elapsed());
}

#[tokio::test]
async fn a_table_that_lost_a_seat_is_refused_and_the_others_play_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = start(folder.path()).await;
    let damaged = studio.make(&poker()).await;
    let other = studio.make(&poker()).await;
    studio.kill().await;
    let id = damaged["id"].as_str().expect("a name");
    let database = folder.path().join("studio.db");
    let connection = rusqlite::Connection::open(database).expect("it was kept");
    let lost = connection.execute("DELETE FROM seats WHERE table_id = ?1 AND seat = 1", [id]);
    assert_eq!(lost, Ok(1));
    drop(connection);

    let studio = start(folder.path()).await;
    let answer = studio.get(&format!("/api/tables/{id}/record")).await;
    assert_eq!(answer.status, 500);
    assert_eq!(
        answer.json()["message"],
        "what is kept of it cannot be read: not all of its seats are there"
    );
    let mut page = studio.sit(&other, Some(0), "en").await;
    assert_eq!(page.state().await["decision"]["kind"], "choose");
}
