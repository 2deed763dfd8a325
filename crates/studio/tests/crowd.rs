//! One client must not block the studio: unfinished requests, thoughts, and things that are too large.

mod support;

use serde_json::{Value, json};
use std::time::{Duration, Instant};
use support::Studio;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

const EIGHTS: &str = "crazy-eights";

/// The time that an answer takes.
async fn answered(studio: &Studio, path: &str) -> Duration {
    let before = Instant::now();
    assert_eq!(studio.get(path).await.status, 200, "{path}");
    before.elapsed()
}

/// Connections that send a part of a request and no more.
async fn unfinished(studio: &Studio, count: usize, part: &str) -> Vec<TcpStream> {
    let mut streams = Vec::new();
    for _ in 0..count {
        let mut stream = TcpStream::connect(studio.address)
            .await
            .expect("it listens");
        // It may be closed already.
        let _sent = stream.write_all(part.as_bytes()).await;
        streams.push(stream);
    }
    streams
}

#[tokio::test]
async fn unfinished_requests_keep_nobody_waiting() {
    let studio = Studio::start().await;
    let host = format!("Host: {}", studio.address);
    let head = unfinished(&studio, 1_100, "GET /api/games HTT").await;
    let took = answered(&studio, "/api/health").await;
    assert!(took < Duration::from_secs(2), "{took:?} after heads");
    let part = format!("POST /api/tables HTTP/1.1\r\n{host}\r\nContent-Length: 900\r\n\r\n{{");
    let bodies = unfinished(&studio, 300, &part).await;
    let took = answered(&studio, "/api/health").await;
    assert!(took < Duration::from_secs(2), "{took:?} after bodies");
    // Those that were opened first were closed for those that came later.
    for mut stream in head.into_iter().chain(bodies).take(1_000) {
        let mut byte = [0];
        let closed = timeout(Duration::from_secs(5), stream.read(&mut byte)).await;
        assert!(matches!(closed, Ok(Ok(0) | Err(_))), "{closed:?}");
    }
}

#[tokio::test]
async fn pages_at_tables_stay_while_others_crowd_in() {
    let studio = Studio::start().await;
    let plan = json!({ "game": "klondike", "seats": [{ "who": "here" }] });
    let made = studio.make(&plan).await;
    let mut page = studio.sit(&made, Some(0), "en").await;
    let state = page.state().await;
    let _crowd = unfinished(&studio, 300, "GET / HT").await;
    let before = Instant::now();
    page.play(&state, 0).await;
    assert_eq!(page.state().await["decision_number"], 1);
    assert!(before.elapsed() < Duration::from_secs(2));
}

#[tokio::test]
async fn many_questions_to_computers_keep_nobody_waiting() {
    let studio = Studio::start().await;
    let computer = json!({ "who": "computer", "name": "random" });
    let plan = json!({ "game": EIGHTS, "seats": [computer, computer], "pace": { "kind": "step" } });
    let made = studio.make(&plan).await;
    let id = made["id"].as_str().expect("a name");
    let ask = format!(
        "GET /api/tables/{id}/thinking?at=0&player=ismcts:60s HTTP/1.1\r\nHost: {}\r\n\r\n",
        studio.address
    );
    let asking = unfinished(&studio, 560, &ask).await;
    for path in ["/api/games", "/api/tables", "/api/health"] {
        let took = answered(&studio, path).await;
        assert!(took < Duration::from_secs(5), "{path}: {took:?}");
    }
    let person = json!({ "game": "klondike", "seats": [{ "who": "here" }] });
    let person = studio.make(&person).await;
    let mut page = studio.sit(&person, Some(0), "en").await;
    let state = page.state().await;
    let before = Instant::now();
    page.play(&state, 0).await;
    assert_eq!(page.state().await["decision_number"], 1);
    assert!(before.elapsed() < Duration::from_secs(2));
    drop(asking);
}

#[tokio::test]
async fn tables_that_are_too_large_are_refused() {
    let studio = Studio::start().await;
    let seats = json!([{ "who": "here" }, { "who": "link" }]);
    let plan = |part: &str, value: Value| {
        let mut plan = json!({ "game": EIGHTS, "seats": seats });
        plan[part] = value;
        plan.to_string()
    };
    let long = "x".repeat(100_000);
    for plan in [
        plan("choices", json!(vec![0; 200_000])),
        plan("choices", json!(vec![0; 20_001])),
        plan("decks", json!([long])),
        plan("given", json!(long)),
        plan("parameters", json!({ "hand_size": long })),
        plan("draft", json!({ "file": "a", "text": long })),
        plan("variant", json!("x".repeat(2 << 20))),
    ] {
        let answer = studio.post("/api/tables", &plan).await;
        assert_eq!(answer.status, 413, "{}", answer.body);
        assert_eq!(answer.json()["code"], "too_large");
    }
}

#[tokio::test]
async fn decks_are_small_and_listed_in_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = Studio::start_with(&["ygo-ftk".to_owned()], folder.path()).await;
    let path = "/api/games/ygo-ftk/decks";
    let deck = |name: &str, cards: usize| {
        let cards: Vec<Value> = (0..cards)
            .map(|card| json!([format!("card_{card}"), 1]))
            .collect();
        let sections = json!([["main", cards]]);
        json!({ "game": "ygo-ftk", "name": name, "sections": sections }).to_string()
    };
    let large = studio.post(path, &deck("large", 40_000)).await;
    assert_eq!(
        (large.status, &large.json()["code"]),
        (413, &json!("too_large"))
    );
    for number in 0..200 {
        let kept = studio.post(path, &deck(&format!("{number:03}"), 60)).await;
        assert_eq!(kept.status, 200, "{}", kept.body);
    }
    let one_more = studio.post(path, &deck("one more", 60)).await;
    assert_eq!(one_more.status, 413);
    let mut names = Vec::new();
    for page in 0.. {
        let listed = studio.get(&format!("{path}?page={page}")).await.json();
        let decks = listed["decks"].as_array().expect("decks");
        assert!(decks.len() <= 25);
        names.extend(
            decks
                .iter()
                .map(|deck| deck["name"].as_str().unwrap_or("").to_owned()),
        );
        if listed["more"] == json!(false) {
            break;
        }
    }
    let all: Vec<String> = (0..200).map(|number| format!("{number:03}")).collect();
    assert_eq!(names, all);
}
