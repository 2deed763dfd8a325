//! Thoughts of computers: told while they think, to those who may know them, and never for too long.

mod support;

use serde_json::{Value, json};
use support::Studio;

/// Thinks for so long that it can be watched.
const SLOW: &str = "ismcts:1500ms";

fn table_of(players: [&str; 2]) -> Value {
    let seat = |name: &str| match name {
        "person" => json!({ "who": "here" }),
        name => json!({ "who": "computer", "name": name }),
    };
    json!({
        "game": "crazy-eights",
        "seats": players.map(seat),
        "seed": "7",
        "pace": { "kind": "step" },
    })
}

/// The number of times anything was looked at.
fn visits(thinking: &Value) -> u64 {
    let choices = thinking["choices"].as_array().expect("choices").iter();
    choices.map(|it| it["visits"].as_u64().unwrap_or(0)).sum()
}

/// A table of two computers at a decision with several choices.
async fn at_a_decision(studio: &Studio, name: &str) -> Value {
    let mut plan = table_of([name, name]);
    for first in 0..4 {
        plan["choices"] = json!(vec![0; first]);
        let made = studio.make(&plan).await;
        let id = made["id"].as_str().expect("a name");
        let path = format!("/api/tables/{id}/thinking?at={first}&player=random");
        let thinking = last(&studio.get(&path).await.body);
        if thinking["choices"]
            .as_array()
            .is_some_and(|it| it.len() > 1)
        {
            return made;
        }
    }
    panic!("there is a decision with several choices");
}

/// The last of several lines of JSON.
fn last(body: &str) -> Value {
    let line = body.lines().last().expect("a line");
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {body}"))
}

#[tokio::test]
async fn what_a_computer_thinks_is_told_while_it_thinks() {
    let studio = Studio::start().await;
    let made = at_a_decision(&studio, SLOW).await;
    let mut page = studio.sit(&made, None, "en").await;
    let number = page.state().await["decision_number"].clone();
    page.say(&json!({ "type": "step" })).await;
    let (mut told, mut seen) = (0, 0);
    let end = loop {
        let state = page.state().await;
        if state["decision_number"] != number {
            break state;
        }
        if !state["thinking"].is_null() {
            assert_eq!(state["thinking"]["decision"], number);
            assert!(visits(&state["thinking"]) >= seen);
            (told, seen) = (told + 1, visits(&state["thinking"]));
        }
    };
    assert!(told >= 2, "told {told} times");
    assert_eq!(end["thinking"]["decision"], number);
    assert!(visits(&end["thinking"]) > seen);
}

#[tokio::test]
async fn nobody_hears_what_a_computer_thinks_who_plays_against_it() {
    let studio = Studio::start().await;
    let made = studio.make(&table_of([SLOW, "person"])).await;
    let mut pages = [
        studio.sit(&made, Some(1), "en").await,
        studio.sit(&made, None, "en").await,
    ];
    pages[0].say(&json!({ "type": "step" })).await;
    for page in &mut pages {
        loop {
            let state = page.state().await;
            assert!(state["thinking"].is_null(), "{}", state["thinking"]);
            if state["decision_number"] == 1 {
                break;
            }
        }
    }
    let id = made["id"].as_str().expect("a name");
    let path = format!("/api/tables/{id}/thinking?at=0&player=random");
    assert_eq!(studio.get(&path).await.status, 403);
}

/// The status of the answer to a person who asks for a hint at a decision.
async fn hint(studio: &Studio, made: &Value, at: u64, token: &str) -> u16 {
    let id = made["id"].as_str().expect("a name");
    let path = format!("/api/tables/{id}/thinking?at={at}&player=random");
    let header = format!("X-Seat-Token: {token}");
    studio.get_with(&path, &header).await.status
}

#[tokio::test]
async fn a_hint_is_given_at_the_own_turn_and_only_where_no_other_person_plays() {
    let studio = Studio::start().await;
    let alone = studio.make(&table_of(["person", "random"])).await;
    let token = alone["tokens"]["0"].as_str().expect("a token").to_owned();
    let mut page = studio.sit(&alone, Some(0), "en").await;
    let state = loop {
        let state = page.state().await;
        if state["decision"]["seat"] == 0 && state["decision_number"] != 0 {
            break state;
        }
        match state["decision"]["seat"] == 0 {
            true => page.play(&state, 0).await,
            false => page.say(&json!({ "type": "step" })).await,
        }
    };
    let now = state["decision_number"].as_u64().expect("a number");
    assert_eq!(hint(&studio, &alone, now, &token).await, 200);
    assert_eq!(hint(&studio, &alone, now - 1, &token).await, 403, "before");
    assert_eq!(hint(&studio, &alone, now, "forged").await, 403, "a forger");
    assert_eq!(hint(&studio, &alone, now, "").await, 403, "a spectator");

    let two = studio.make(&table_of(["person", "person"])).await;
    let mut page = studio.sit(&two, Some(0), "en").await;
    let state = page.state().await;
    let now = state["decision_number"].as_u64().expect("a number");
    for seat in ["0", "1"] {
        let token = two["tokens"][seat].as_str().expect("a token");
        assert_eq!(hint(&studio, &two, now, token).await, 403, "seat {seat}");
    }
}

#[tokio::test]
async fn a_computer_is_asked_what_it_thinks_of_a_decision() {
    let studio = Studio::start().await;
    let made = at_a_decision(&studio, "random").await;
    let id = made["id"].as_str().expect("a name");
    let mut page = studio.sit(&made, None, "en").await;
    let number = page.state().await["decision_number"].clone();
    let path = format!("/api/tables/{id}/thinking?at={number}&player={SLOW}&language=en");
    let answer = studio.get(&path).await;
    let lines: Vec<Value> = answer
        .body
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert!(lines.len() > 2, "{} lines", lines.len());
    let growing: Vec<u64> = lines.iter().map(visits).collect();
    assert!(growing.is_sorted(), "{growing:?}");
    for thinking in &lines {
        assert_eq!(thinking["decision"], number);
        let choices = thinking["choices"].as_array().expect("choices").iter();
        let chosen = choices.filter(|it| it["chosen"] == true);
        assert_eq!(chosen.count(), 1, "{thinking}");
    }
}

#[tokio::test]
async fn computers_that_think_for_too_long_are_refused_with_the_limit() {
    let studio = Studio::start().await;
    const ENDLESS: &str = "ismcts:1000000000";
    let plan = table_of(["person", ENDLESS]).to_string();
    let answer = studio.post("/api/tables", &plan).await;
    assert_eq!(answer.status, 400);
    assert_eq!(answer.json()["code"], "too_much");
    assert!(answer.body.contains("100000 games"), "{}", answer.body);

    let made = studio.make(&table_of(["person", "random"])).await;
    let mut page = studio.sit(&made, Some(0), "en").await;
    page.say(&json!({ "type": "hand_over", "name": "mcts:3600s" }))
        .await;
    let refused = loop {
        let message = page.hear().await;
        if message["type"] == "refused" {
            break message;
        }
    };
    assert_eq!(refused["code"], "too_much");
    let message = refused["message"].as_str().expect("words");
    assert!(message.contains("60 seconds"), "{message}");

    let made = studio.make(&table_of(["random", "random"])).await;
    let id = made["id"].as_str().expect("a name");
    let path = format!("/api/tables/{id}/thinking?at=0&player={ENDLESS}");
    let answer = studio.get(&path).await;
    assert_eq!(answer.status, 400);
    assert!(answer.body.contains("100000 games"), "{}", answer.body);
}

#[tokio::test]
async fn a_computer_whose_seat_is_taken_back_does_not_play_its_move() {
    let studio = Studio::start().await;
    let mut plan = table_of(["person", "random"]);
    plan["pace"] = json!({ "kind": "auto", "milliseconds": 0 });
    let made = studio.make(&plan).await;
    let mut page = studio.sit(&made, Some(0), "en").await;
    let is_mine = |state: &Value| {
        let choices = state["decision"]["choices"].as_array();
        state["decision"]["seat"] == 0 && choices.is_some_and(|it| it.len() > 1)
    };
    let mut state = page.state().await;
    while !is_mine(&state) {
        if state["decision"]["seat"] == 0 {
            page.play(&state, 0).await;
        }
        state = page.state().await;
    }
    page.say(&json!({ "type": "hand_over", "name": SLOW }))
        .await;
    page.state_where(|state| state["players"][0] == SLOW).await;
    page.say(&json!({ "type": "take_seat" })).await;
    let back = page
        .state_where(|state| state["players"][0] == "person")
        .await;
    assert_eq!(back["decision_number"], state["decision_number"]);
    tokio::time::sleep(std::time::Duration::from_secs(3)).await;
    page.play(&back, 0).await;
    let number = state["decision_number"].as_u64().expect("a number");
    let next = page
        .state_where(|state| state["decision_number"].as_u64() > Some(number))
        .await;
    assert_eq!(next["decision_number"], number + 1, "the person has played");
}
