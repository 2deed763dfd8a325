//! Deals: what is told of the seed, to whom, and when.

mod support;

use engine::record::Record;
use engine::seed::Generator;
use serde_json::{Value, json};
use support::{Client, Studio, seats_of};

const EIGHTS: &str = "crazy-eights";

fn two_people() -> Value {
    json!({ "game": EIGHTS, "seats": [{ "who": "here" }, { "who": "link" }] })
}

/// Plays first choices until the game is over; everything that both seats were told.
async fn played(pages: &mut [Client; 2]) -> Vec<[Value; 2]> {
    let mut told = Vec::new();
    loop {
        let mut states = [Value::Null, Value::Null];
        for (state, page) in states.iter_mut().zip(pages.iter_mut()) {
            let number = told.len() as u64;
            let is_next = |state: &Value| state["decision_number"].as_u64() >= Some(number);
            *state = page.state_where(is_next).await;
        }
        let seat = states[0]["decision"]["seat"].as_u64();
        let is_over = states[0]["decision"]["kind"] == "over";
        if let Some(seat) = seat {
            pages[seat as usize].play(&states[seat as usize], 0).await;
        }
        told.push(states);
        if is_over || told.len() > 2_000 {
            return told;
        }
    }
}

/// The SHA-256 of a text by another program, where there is one.
fn by_sha256sum(text: &str) -> Option<String> {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let child = Command::new("sha256sum")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = child.ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    let output = String::from_utf8(output.stdout).ok()?;
    output.split(' ').next().map(str::to_owned)
}

#[tokio::test]
async fn a_deal_is_committed_to_before_the_game_and_opened_after_it() {
    let studio = Studio::start().await;
    let made = studio.make(&two_people()).await;
    let id = made["id"].as_str().expect("a name");
    let mut pages = [
        studio.sit(&made, Some(0), "en").await,
        studio.sit(&made, Some(1), "en").await,
    ];
    let deal = pages[0].welcome["deal"].clone();
    assert_eq!(deal["kind"], "drawn");
    assert_eq!(pages[1].welcome["deal"], deal);
    let commitment = deal["commitment"].as_str().expect("a commitment");
    assert_eq!(commitment.len(), 64);
    for (seat, token) in seats_of(&made) {
        let path = format!("/api/tables/{id}/moment?at=0&eyes={seat}");
        let header = format!("x-seat-token: {token}");
        let moment = studio.get_with(&path, &header).await.json();
        assert_eq!(moment["state"]["opened"], Value::Null);
        assert_eq!(moment["welcome"]["deal"], deal);
    }
    let told = played(&mut pages).await;
    let (last, before) = told.split_last().expect("something was told");
    assert!(
        before
            .iter()
            .flatten()
            .all(|state| state["opened"].is_null())
    );
    let opened = &last[0]["opened"];
    assert_eq!(&last[1]["opened"], opened);
    let committed = opened["committed"].as_str().expect("a text");
    let [key, seed] = ["key", "seed"].map(|part| opened[part].as_str().expect("a text"));
    assert_eq!(committed, format!("fuda-deal-1 chacha20 {seed} {key}"));
    if let Some(sum) = by_sha256sum(committed) {
        assert_eq!(sum, commitment);
    }
    for state in before.iter().flatten() {
        let text = state.to_string();
        assert!(!text.contains(key) && !text.contains(seed), "{text}");
    }

    let record = studio.get(&format!("/api/tables/{id}/record")).await.body;
    let mut value: Value = serde_json::from_str(&record).expect("JSON");
    value.as_object_mut().expect("an object").remove("studio");
    let record: Record = serde_json::from_value(value.clone()).expect("a record");
    assert!(matches!(record.generator, Generator::Chacha20 { key: of } if of.to_string() == key));
    assert_eq!(
        studio::deal::commitment(record.whole_seed()).as_deref(),
        Some(commitment)
    );
    let uploaded = studio.post("/api/records", &value.to_string()).await;
    assert_eq!(uploaded.status, 200, "{}", uploaded.body);
    let mut other = value;
    other["generator"]["chacha20"]["key"] = json!("00".repeat(32));
    let other = studio.post("/api/records", &other.to_string()).await;
    assert_eq!(other.status, 400, "another key deals other cards");
}

#[tokio::test]
async fn a_chosen_seed_is_shown_to_everybody_before_they_sit_down() {
    let studio = Studio::start().await;
    let mut plan = two_people();
    plan["seed"] = json!("7");
    let made = studio.make(&plan).await;
    let chosen = json!({ "kind": "chosen", "seed": "7" });
    for seat in [Some(0), Some(1), None] {
        let page = studio.sit(&made, seat, "en").await;
        assert_eq!(page.welcome["deal"], chosen, "{seat:?}");
    }
    let listed = studio.get("/api/tables").await.json();
    assert_eq!(listed[0]["seed"], "7");
    studio.make(&two_people()).await;
    let listed = studio.get("/api/tables").await.json();
    assert_eq!(listed[0]["seed"], Value::Null);
}

#[tokio::test]
async fn a_branch_deals_the_same_cards_and_says_that_its_seed_is_known() {
    let studio = Studio::start().await;
    let made = studio.make(&two_people()).await;
    let id = made["id"].as_str().expect("a name").to_owned();
    let mut pages = [
        studio.sit(&made, Some(0), "en").await,
        studio.sit(&made, Some(1), "en").await,
    ];
    played(&mut pages).await;
    let seats = json!([{ "who": "here" }, { "who": "link" }]);
    let branch = json!({ "at": 3, "seats": seats }).to_string();
    let path = format!("/api/tables/{id}/branch");
    let branched = studio.post(&path, &branch).await.json();
    let mut page = studio.sit(&branched, Some(0), "en").await;
    assert_eq!(page.welcome["deal"]["kind"], "chosen");
    let moment = format!("/api/tables/{id}/moment?at=3&eyes=0");
    let moment = studio.get(&moment).await.json();
    assert_eq!(page.state().await["piles"], moment["state"]["piles"]);
}

#[tokio::test]
async fn where_nothing_is_hidden_the_seed_is_open() {
    let studio = Studio::start().await;
    let computer = json!({ "who": "computer", "name": "random" });
    let step = json!({ "kind": "step" });
    for plan in [
        json!({ "game": "klondike", "seats": [{ "who": "here" }] }),
        json!({ "game": EIGHTS, "seats": [computer, computer], "pace": step }),
    ] {
        let made = studio.make(&plan).await;
        let page = studio.sit(&made, None, "en").await;
        let deal = &page.welcome["deal"];
        assert_eq!(deal["kind"], "open");
        let seed = deal["seed"].as_str().expect("a seed");
        assert!(seed.parse::<u64>().is_ok(), "the fast generator: {seed}");
    }
}
