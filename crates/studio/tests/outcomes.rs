//! Outcomes that answers are marked with: told where they are certain, never where they would tell a secret.

mod support;

use serde_json::{Value, json};
use support::Studio;

/// The second seat answers, in secret or not, then the first one; what is written down follows from the second's answer.
fn game(secret: bool) -> String {
    format!(
        r#"cgml_version: "1.4"
meta: {{ name: Answers, players: {{ min: 2, max: 2 }} }}
components:
  variables:
    - {{ name: written, initial_value: 0 }}
setup: []
flow:
  states: {{ Playing: {{ phases: [Ask] }}, Over: {{ phases: [] }} }}
  initial_state: Playing
  transitions: [{{ id: over, from: Playing, to: Over, condition: turn_index > 3 }}]
rules:
  - id: ask
    trigger: on.phase.Ask
    effect:
      - "answer = choose(range(1, 3), player: players[1], secret: {secret})"
      - "guess = choose(range(1, 3), player: players[0])"
      - written = written + answer + guess
"#
    )
}

fn is_asked(state: &Value) -> bool {
    let choices = state["decision"]["choices"].as_array();
    choices.is_some_and(|choices| !choices.is_empty())
}

/// Outcomes of the first seat's answers, after the second one has answered.
async fn outcomes(secret: bool) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = Studio::start_beside("kuhn-poker", "answers", &game(secret), folder.path()).await;
    let made = json!({ "game": "answers", "seats": [{ "who": "here" }, { "who": "link" }] });
    let made = studio.make(&made).await;
    let mut second = studio.sit(&made, Some(1), "en").await;
    let state = second.state_where(is_asked).await;
    second.play(&state, 2).await;
    let mut first = studio.sit(&made, Some(0), "en").await;
    let state = first.state_where(is_asked).await;
    let choices = state["decision"]["choices"].as_array().expect("choices");
    choices.iter().map(|it| it["outcome"].clone()).collect()
}

#[tokio::test]
async fn an_outcome_that_follows_from_a_secret_answer_is_not_told() {
    let open = outcomes(false).await;
    assert_eq!(open[0][0], "written 0 → 4", "{open:?}");
    for outcome in outcomes(true).await {
        assert_eq!(outcome, json!([]), "{outcome}");
    }
}

/// The first seat answers; with 2 it loses at once.
const LOSING: &str = r#"cgml_version: "1.4"
meta: { name: Losing, players: { min: 2, max: 2 } }
components:
  variables:
    - { name: lost, initial_value: false }
setup: []
flow:
  states: { Playing: { phases: [Ask] }, Over: { phases: [] } }
  initial_state: Playing
  transitions: [{ id: over, from: Playing, to: Over, condition: lost or turn_index > 3 }]
  win_condition: { evaluator: "players[1]" }
rules:
  - id: ask
    trigger: on.phase.Ask
    effect:
      - "guess = choose(range(1, 3), player: players[0])"
      - lost = guess == 2
"#;

#[tokio::test]
async fn an_answer_that_loses_the_game_for_certain_is_marked_at_a_table_of_several_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = Studio::start_beside("kuhn-poker", "losing", LOSING, folder.path()).await;
    let made = json!({ "game": "losing", "seats": [{ "who": "here" }, { "who": "link" }] });
    let made = studio.make(&made).await;
    let mut page = studio.sit(&made, Some(0), "en").await;
    let state = page.state_where(is_asked).await;
    let choices = state["decision"]["choices"].as_array().expect("choices");
    let ends: Vec<&Value> = choices.iter().map(|it| &it["ends"]).collect();
    assert_eq!(
        ends,
        [&json!(false), &json!(true), &json!(false)],
        "{choices:?}"
    );
}
