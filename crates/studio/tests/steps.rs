//! A game looked at step by step: event by event, where each is written, and what a computer thinks there.

mod support;

use serde_json::{Value, json};
use support::Studio;

/// A game of two computers that is over.
async fn finished(studio: &Studio) -> String {
    let random = json!({ "who": "computer", "name": "random" });
    let plan = json!({
        "game": "crazy-eights",
        "seats": [random, random],
        "seed": "7",
        "pace": { "kind": "auto", "milliseconds": 0 },
    });
    let made = studio.make(&plan).await;
    let mut page = studio.sit(&made, None, "en").await;
    page.state_where(|state| state["decision"]["kind"] == "over")
        .await;
    made["id"].as_str().expect("a name").to_owned()
}

async fn moment(studio: &Studio, id: &str, at: u32, event: u32, eyes: &str) -> Value {
    let path = format!("/api/tables/{id}/moment?at={at}&event={event}&eyes={eyes}&language=en");
    let answer = studio.get(&path).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

fn lines(moment: &Value) -> usize {
    let lines = moment["state"]["log"].as_array().expect("a log").iter();
    lines
        .map(|line| line["count"].as_u64().unwrap_or(0) as usize)
        .sum()
}

#[tokio::test]
async fn between_two_decisions_every_event_is_a_moment_of_its_own() {
    let studio = Studio::start().await;
    let id = finished(&studio).await;
    for eyes in ["all", "0", "onlooker"] {
        let before = moment(&studio, &id, 4, 0, eyes).await;
        let after = moment(&studio, &id, 5, 0, eyes).await;
        let events = before["events"].as_u64().expect("a number") as u32;
        assert!(events > 1, "{eyes}: {events} events");
        let mut told = lines(&before);
        for event in 1..events {
            let between = moment(&studio, &id, 4, event, eyes).await;
            assert_eq!(between["event"], event);
            assert_eq!(between["state"]["decision"]["kind"], "nothing");
            assert!(lines(&between) >= told, "{eyes}: the log shrinks");
            told = lines(&between);
        }
        assert!(told <= lines(&after));
        // More than there is: the last before the next decision.
        let last = moment(&studio, &id, 4, u32::MAX, eyes).await;
        assert_eq!(last["event"], events - 1);
    }
}

#[tokio::test]
async fn between_two_decisions_a_seat_sees_no_more_than_at_them() {
    let studio = Studio::start().await;
    let id = finished(&studio).await;
    for event in 0..3 {
        let seen = moment(&studio, &id, 2, event, "0").await;
        let piles = seen["state"]["piles"].as_array().expect("piles").iter();
        let other = piles
            .clone()
            .find(|pile| pile["zone"] == "hand" && pile["owner"] == 1)
            .expect("the other hand");
        let cards = other["cards"].as_array().expect("cards");
        assert!(!cards.is_empty());
        assert!(cards.iter().all(|card| card["face"].is_null()), "{other}");
    }
}

#[tokio::test]
async fn a_line_of_the_log_says_where_it_is_written() {
    let studio = Studio::start().await;
    let id = finished(&studio).await;
    let seen = moment(&studio, &id, 6, 0, "all").await;
    let log = seen["state"]["log"].as_array().expect("a log");
    let source = log
        .iter()
        .rev()
        .map(|line| &line["source"])
        .find(|source| !source.is_null())
        .expect("a place");
    let (part, file, line) = (&source["part"], &source["file"], &source["line"]);
    let path = format!(
        "/api/games/crazy-eights/written?part={}&file={}&line={line}&language=en",
        part.as_str().expect("text"),
        file.as_str().expect("text"),
    );
    let written = studio.get(&path).await.json();
    assert_eq!(&written["at"], source);
    let first = written["first"].as_u64().expect("a number");
    let lines = written["lines"].as_array().expect("lines");
    let here = line.as_u64().expect("a number") - first;
    assert!(
        !lines[here as usize]
            .as_str()
            .expect("text")
            .trim()
            .is_empty()
    );
    let path = "/api/games/crazy-eights/written?file=../../etc/passwd&line=1";
    assert_eq!(studio.get(path).await.status, 404);
}

#[tokio::test]
async fn what_one_seat_has_chosen_of_several_is_not_told_to_the_next() {
    let studio = Studio::start_with_all().await;
    let plan = json!({
        "game": "furuyoni",
        "seats": [{ "who": "here" }, { "who": "here" }],
        "seed": "21",
    });
    let made = studio.make(&plan).await;
    let mut pages = [
        studio.sit(&made, Some(0), "en").await,
        studio.sit(&made, Some(1), "en").await,
    ];
    let (mut before, mut begun) = (None, 0);
    for number in 0..30 {
        let mut states = Vec::new();
        for page in &mut pages {
            let is_next = |state: &Value| state["decision_number"] == number;
            states.push(page.state_where(is_next).await);
        }
        let seat = states[0]["decision"]["seat"].as_u64().expect("a seat");
        let state = &states[seat as usize];
        if state["decision"]["several"] == true && before != Some(seat) {
            begun += 1;
            assert_eq!(state["decision"]["chosen"], json!([]), "decision {number}");
        }
        before = Some(seat);
        pages[seat as usize].play(state, 0).await;
    }
    assert!(begun >= 2, "only {begun} seats chose several");
}

/// A game in which a step fails: there is one card, and it is turned up twice.
const FAILING: &str = r#"
cgml_version: "1.4"
meta: { name: Failing, players: { min: 2, max: 2 } }
components:
  component_types:
    deck_types:
      small: { composition: [{ template: standard_suits, values: [2], suits: [hearts] }], rank_hierarchy: [2] }
    zone_types:
      pile: { ordering: lifo, visibility: { all: count_only }, default_face: down }
      open: { ordering: lifo, visibility: all }
  decks: { cards: { type: small } }
  zones:
    - { name: deck, type: pile, of_deck: cards }
    - { name: shown, type: open }
  variables: [{ name: rounds, initial_value: 0 }]
setup: []
flow:
  states: { Playing: { phases: [Turn] }, Over: { phases: [] } }
  initial_state: Playing
  transitions: [{ from: Playing, to: Over, condition: rounds == 2 }]
  win_condition: { evaluator: { winners: [1], reason: { en: Two rounds, ja: 2ラウンド } } }
rules:
  - id: turn_up
    trigger: on.phase.Turn
    effect:
      - rounds += 1
      - move(deck.top, shown)
"#;

/// The log with some eyes, of each line the kind and the words.
async fn told(studio: &Studio, id: &str, asked: &str) -> Vec<(String, String)> {
    let path = format!("/api/tables/{id}/moment?at=9&language=en&{asked}");
    let moment = studio.get(&path).await.json();
    let log = moment["state"]["log"].as_array().expect("a log");
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    log.iter()
        .map(|line| {
            let parts = line["parts"].as_array().expect("parts").iter();
            let words: Vec<String> = parts.map(|part| text(&part["text"])).collect();
            (text(&line["kind"]), words.concat())
        })
        .collect()
}

#[tokio::test]
async fn steps_that_fail_are_told_on_request_to_those_who_see_everything() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = Studio::start_beside("kuhn-poker", "failing", FAILING, folder.path()).await;
    let random = json!({ "who": "computer", "name": "random" });
    let made = studio
        .make(&json!({ "game": "failing", "seats": [random, random], "seed": "1" }))
        .await;
    let id = made["id"].as_str().expect("a name");
    let failed = (
        "failed".to_owned(),
        "`turn_up`, step 2 failed: there is no card to move, or no room for it".to_owned(),
    );
    let changed = ("event".to_owned(), "rounds = 2".to_owned());
    let all = told(&studio, id, "eyes=all&steps=true").await;
    assert!(all.contains(&failed) && all.contains(&changed), "{all:?}");
    let (_, result) = all.last().expect("the end");
    assert_eq!(result, "Player 2 wins – Two rounds (scores 0, 1)");
    for asked in ["eyes=all", "eyes=onlooker&steps=true", "eyes=0&steps=true"] {
        let some = told(&studio, id, asked).await;
        assert!(!some.contains(&failed), "{asked}: {some:?}");
    }
}
