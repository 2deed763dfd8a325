//! The server as pages and strangers meet it: over HTTP and WebSockets on loopback.

mod support;

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;
use support::{Client, Studio, all_games, seats_of};

const EIGHTS: &str = "crazy-eights";

fn against_random() -> Value {
    json!({
        "game": EIGHTS,
        "seats": [{ "who": "here" }, { "who": "computer", "name": "random" }],
        "seed": "7",
        "pace": { "kind": "auto", "milliseconds": 0 },
    })
}

#[tokio::test]
async fn games_are_listed_with_names_players_and_parameters() {
    let studio = Studio::start().await;
    let games = studio.get("/api/games").await.json();
    let names: Vec<&str> = games
        .as_array()
        .expect("a list")
        .iter()
        .map(|game| game["name"]["ja"].as_str().unwrap_or_default())
        .collect();
    assert!(names.contains(&"クレイジーエイト"), "{names:?}");
    let game = studio.get("/api/games/crazy-eights").await.json();
    assert_eq!(game["summary"]["max_players"], 5);
    assert_eq!(game["variants"][0]["id"], "openspiel");
    let hand_size = &game["parameters"][0];
    assert_eq!(hand_size["id"], "hand_size");
    assert_eq!(
        hand_size["kind"],
        json!({ "type": "number", "min": 0, "max": 10 })
    );
}

#[tokio::test]
async fn a_whole_game_is_played_against_a_computer() {
    let studio = Studio::start().await;
    let made = studio.make(&against_random()).await;
    let mut page = studio.sit(&made, Some(0), "en").await;
    let mut state = page.state().await;
    for _ in 0..500 {
        if state["decision"]["kind"] == "over" {
            break;
        }
        if state["decision"]["seat"] == 0 {
            page.play(&state, 0).await;
        }
        state = page.state().await;
    }
    assert_eq!(state["decision"]["kind"], "over", "{}", state["decision"]);
    let tables = studio.get("/api/tables").await.json();
    assert_eq!(
        (&tables[0]["over"], &tables[0]["game"]),
        (&json!(true), &json!(EIGHTS))
    );
    assert_eq!(tables[0]["choices"], state["decision_number"]);
}

#[tokio::test]
async fn a_seat_sees_its_own_cards_and_spectators_see_none() {
    let studio = Studio::start().await;
    let made = studio
        .make(&json!({ "game": EIGHTS, "seats": [{ "who": "here" }, { "who": "link" }], "seed": "3" }))
        .await;
    let mut hands = Vec::new();
    for seat in [Some(0), Some(1), None] {
        let mut page = studio.sit(&made, seat, "en").await;
        let state = page.state().await;
        let known = |owner: u8| -> usize {
            let piles = state["piles"].as_array().expect("piles");
            let hand = piles
                .iter()
                .find(|pile| pile["zone"] == "hand" && pile["owner"] == owner)
                .expect("everybody has a hand");
            let cards = hand["cards"].as_array().expect("cards");
            cards.iter().filter(|card| !card["face"].is_null()).count()
        };
        let choices = state["decision"]["choices"].as_array().map_or(0, Vec::len);
        let chooses = state["decision"]["seat"].as_u64();
        hands.push((
            known(0),
            known(1),
            choices > 0 && seat.map(u64::from) == chooses,
        ));
    }
    assert_eq!((hands[0].0, hands[0].1), (7, 0));
    assert_eq!((hands[1].0, hands[1].1), (0, 7));
    assert_eq!(hands[2], (0, 0, false));
    assert!(hands[0].2 != hands[1].2, "one of the two must choose");
}

#[tokio::test]
async fn every_shipped_game_can_be_played_and_looked_at_in_both_languages() {
    let studio = Studio::start_with_all().await;
    for game in all_games() {
        let detail = studio.get(&format!("/api/games/{game}")).await.json();
        let players = detail["summary"]["min_players"].as_u64().expect("a number");
        let random = json!({ "who": "computer", "name": "random" });
        let seats = vec![random; players as usize];
        let pace = json!({ "kind": "auto", "milliseconds": 0 });
        let plan = json!({ "game": game, "seats": seats, "seed": "1", "pace": pace });
        let made = studio.make(&plan).await;
        let mut page = studio.sit(&made, None, "ja").await;
        let is_far = |state: &Value| {
            state["decision_number"].as_u64() >= Some(12) || state["decision"]["kind"] != "choose"
        };
        let state = page.state_where(is_far).await;
        assert_ne!(
            state["decision"]["kind"], "stopped",
            "{game}: {}",
            state["decision"]
        );
        drop(page);
        let id = made["id"].as_str().expect("a name");
        for (eyes, language) in [("all", "en"), ("0", "ja"), ("onlooker", "en")] {
            let path = format!("/api/tables/{id}/moment?at=12&eyes={eyes}&language={language}");
            let moment = studio.get(&path).await;
            assert_eq!(moment.status, 200, "{game}: {}", moment.body);
            let piles = moment.json()["state"]["piles"]
                .as_array()
                .map_or(0, Vec::len);
            assert!(piles > 0, "{game} has no piles");
        }
    }
}

#[tokio::test]
async fn forged_tokens_open_nothing() {
    let studio = Studio::start().await;
    let made = studio.make(&against_random()).await;
    let other = studio.make(&against_random()).await;
    for token in [
        "",
        "aaaaaaaaaaaaaaaaaaaaaaaaaa",
        seats_of(&other)[0].1.as_str(),
    ] {
        let mut page = studio.connect(made["id"].as_str().expect("a name")).await;
        page.say(&json!({ "type": "hello", "token": token, "language": "en" }))
            .await;
        assert_eq!(page.closed().await, "this link opens no seat");
    }
}

#[tokio::test]
async fn a_seat_cannot_play_for_another_and_spectators_cannot_play() {
    let studio = Studio::start().await;
    let made = studio
        .make(&json!({ "game": EIGHTS, "seats": [{ "who": "here" }, { "who": "link" }], "seed": "3" }))
        .await;
    let mut first = studio.sit(&made, Some(0), "en").await;
    let state = first.state().await;
    let waits_for = state["decision"]["seat"]
        .as_u64()
        .expect("somebody must choose") as u8;
    let mut other = studio.sit(&made, Some(1 - waits_for), "en").await;
    let seen = other.state().await;
    other.play(&seen, 0).await;
    assert_eq!(other.refusal().await, "not_your_turn");
    let mut spectator = studio.sit(&made, None, "en").await;
    let seen = spectator.state().await;
    spectator.play(&seen, 0).await;
    assert_eq!(spectator.refusal().await, "not_allowed");
    spectator
        .say(&json!({ "type": "set_pace", "pace": { "kind": "step" } }))
        .await;
    assert_eq!(spectator.refusal().await, "not_allowed");
}

#[tokio::test]
async fn malformed_stale_illegal_and_oversized_messages_are_refused() {
    let studio = Studio::start().await;
    let made = studio
        .make(&json!({ "game": "klondike", "seats": [{ "who": "here" }], "seed": "1" }))
        .await;
    let mut page = studio.sit(&made, Some(0), "en").await;
    let state = page.state().await;
    for (message, code) in [
        ("{", "bad_message"),
        ("[]", "bad_message"),
        (r#"{"type":"cheat"}"#, "bad_message"),
        (r#"{"type":"play","decision":0}"#, "bad_message"),
        (r#"{"type":"play","decision":9,"choice":0}"#, "stale"),
        (r#"{"type":"play","decision":0,"choice":9999}"#, "illegal"),
        (r#"{"type":"take_back"}"#, "not_allowed"),
        (r#"{"type":"hand_over","name":"nobody"}"#, "unknown_player"),
    ] {
        page.say_text(message).await;
        assert_eq!(page.refusal().await, code, "{message}");
    }
    // The game goes on as if nothing had happened.
    page.play(&state, 0).await;
    assert_eq!(page.state().await["decision_number"], 1);
    page.say_text(&format!("\"{}\"", "x".repeat(100_000))).await;
    assert!(page.is_closed().await);
}

#[tokio::test]
async fn whoever_says_nothing_or_too_much_is_shown_the_door() {
    let studio = Studio::start().await;
    let made = studio.make(&against_random()).await;
    let id = made["id"].as_str().expect("a name");
    let mut rude = studio.connect(id).await;
    rude.say(&json!({ "type": "step" })).await;
    assert_eq!(rude.closed().await, "say `hello` first");
    let mut flood = studio.sit(&made, None, "en").await;
    flood.state().await;
    for _ in 0..200 {
        if !flood.try_say("{").await {
            break;
        }
    }
    assert!(flood.is_closed().await);
}

#[tokio::test]
async fn paths_lead_nowhere_else() {
    let studio = Studio::start().await;
    for path in [
        "/../Cargo.toml",
        "/assets/../../Cargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/etc/passwd",
        "/api/games/..%2f..%2fetc",
        "/api/tables/..%2f..%2fstudio.db/record",
        "/api/nothing",
    ] {
        assert_eq!(studio.get(path).await.status, 404, "{path}");
    }
    let page = studio.get("/").await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("<!doctype html>"), "{}", page.body);
}

#[tokio::test]
async fn pages_of_other_sites_get_nothing() {
    let studio = Studio::start().await;
    for header in ["Origin: http://evil.example", "Host: evil.example"] {
        let answer = studio.get_with("/api/games", header).await;
        assert_eq!(answer.status, 403, "{header}");
    }
}

#[tokio::test]
async fn what_cannot_be_played_is_refused_with_the_reason() {
    let studio = Studio::start().await;
    for (plan, part) in [
        (
            json!({ "game": "no-such-game", "seats": [] }),
            "there is no game",
        ),
        (
            json!({ "game": EIGHTS, "seats": [{ "who": "here" }] }),
            "2 to 5",
        ),
        (
            json!({ "game": EIGHTS, "seats": [{ "who": "here" }, { "who": "here" }], "parameters": { "hand_size": "99" } }),
            "hand_size",
        ),
        (
            json!({ "game": EIGHTS, "seats": [{ "who": "here" }, { "who": "computer", "name": "oracle" }] }),
            "there is no player `oracle`",
        ),
        (
            json!({ "game": EIGHTS, "seats": [{ "who": "here" }, { "who": "here" }], "seed": "x" }),
            "no seed",
        ),
        (
            json!({ "game": EIGHTS, "seats": [{ "who": "here" }, { "who": "here" }], "choices": [900] }),
            "not legal",
        ),
    ] {
        let answer = studio.post("/api/tables", &plan.to_string()).await;
        assert!(
            (400..500).contains(&answer.status),
            "{plan}: {}",
            answer.status
        );
        let message = answer.json()["message"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert!(message.contains(part), "{plan}: {message}");
    }
}

#[tokio::test]
async fn a_second_studio_in_one_folder_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = Studio::start_in(folder.path()).await;
    let second = Studio::try_start_in(folder.path()).await;

    let told = second.map(|_| ()).map_err(|error| error.to_string());
    let told = told.expect_err("the folder is taken");
    let process = format!("a studio, process {}", std::process::id());
    assert!(told.ends_with(&process), "{told}");
    studio.kill().await;
    Studio::start_in(folder.path()).await;
}

#[tokio::test]
async fn a_game_goes_on_after_a_kill_in_the_middle() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = Studio::start_in(folder.path()).await;
    let made = studio
        .make(&json!({ "game": "klondike", "seats": [{ "who": "here" }], "seed": "5" }))
        .await;
    let mut page = studio.sit(&made, Some(0), "en").await;
    let mut state = page.state().await;
    for _ in 0..5 {
        page.play(&state, 0).await;
        state = page.state().await;
    }
    studio.kill().await;
    let again = Studio::start_in(folder.path()).await;
    let mut page = again.sit(&made, Some(0), "en").await;
    let found = page.state().await;
    for part in ["decision_number", "piles", "values", "decision"] {
        assert_eq!(found[part], state[part], "{part}");
    }
    page.say(&json!({ "type": "take_back" })).await;
    assert_eq!(page.state().await["decision_number"], 4);
}

#[tokio::test]
async fn a_slow_page_keeps_nobody_waiting() {
    let studio = Studio::start().await;
    let made = studio.make(&against_random()).await;
    // It says hello and then never reads.
    let mut slow = studio.connect(made["id"].as_str().expect("a name")).await;
    slow.say(&json!({ "type": "hello", "token": null, "language": "en" }))
        .await;
    let mut page = studio.sit(&made, Some(0), "en").await;
    let mut state = page.state().await;
    let before = std::time::Instant::now();
    for _ in 0..100 {
        if state["decision"]["kind"] == "over" {
            break;
        }
        if state["decision"]["seat"] == 0 {
            page.play(&state, 0).await;
        }
        state = page.state().await;
    }
    assert!(before.elapsed() < Duration::from_secs(60));
    assert!(state["decision_number"].as_u64() > Some(10));
}

#[tokio::test]
async fn an_ai_takes_over_a_seat_and_gives_it_back() {
    let studio = Studio::start().await;
    let mut plan = against_random();
    plan["pace"] = json!({ "kind": "step" });
    let made = studio.make(&plan).await;
    let mut page = studio.sit(&made, Some(0), "ja").await;
    page.state().await;
    page.say(&json!({ "type": "hand_over", "name": "random" }))
        .await;
    let state = page
        .state_where(|state| state["players"][0] == "random")
        .await;
    assert_eq!(state["pace"]["kind"], "step");
    let before = state["decision_number"].as_u64().expect("a number");
    page.say(&json!({ "type": "step" })).await;
    let state = page
        .state_where(|state| state["decision_number"].as_u64() > Some(before))
        .await;
    assert_eq!(
        state["decision_number"].as_u64(),
        Some(before + 1),
        "one move for one step"
    );
    page.say(&json!({ "type": "take_seat" })).await;
    page.state_where(|state| state["players"][0] == "person")
        .await;
}

#[tokio::test]
async fn a_finished_game_can_be_looked_at_branched_downloaded_and_uploaded() {
    let studio = Studio::start().await;
    let plan = json!({
        "game": EIGHTS,
        "seats": [{ "who": "computer", "name": "random" }, { "who": "computer", "name": "random" }],
        "seed": "7",
        "pace": { "kind": "auto", "milliseconds": 0 },
    });
    let made = studio.make(&plan).await;
    let id = made["id"].as_str().expect("a name").to_owned();
    let mut page = studio.sit(&made, None, "en").await;
    page.state_where(|state| state["decision"]["kind"] == "over")
        .await;
    let all = studio
        .get(&format!("/api/tables/{id}/moment?at=3&eyes=all"))
        .await
        .json();
    assert_eq!(all["state"]["decision_number"], 3);
    let record = studio.get(&format!("/api/tables/{id}/record")).await;
    assert_eq!(record.status, 200);
    let uploaded = studio.post("/api/records", &record.body).await.json();
    let copy = uploaded["id"].as_str().expect("a name").to_owned();
    let again = studio
        .get(&format!("/api/tables/{copy}/moment?at=3&eyes=all"))
        .await
        .json();
    assert_eq!(again["state"]["piles"], all["state"]["piles"]);
    let damaged = record
        .body
        .replacen("\"choices\": [", "\"choices\": [ 999,", 1);
    assert_eq!(studio.post("/api/records", &damaged).await.status, 400);
    for (field, says) in [
        ("\"colour\": 1", "unknown field `colour`"),
        ("\"regulation\": \"no-such\"", "no regulation `no-such`"),
    ] {
        let wrong = record.body.replacen('{', &format!("{{ {field},"), 1);
        let refused = studio.post("/api/records", &wrong).await;
        assert_eq!(refused.status, 400, "{field}");
        assert!(refused.body.contains(says), "{}", refused.body);
    }
    let branch =
        json!({ "at": 3, "seats": [{ "who": "here" }, { "who": "computer", "name": "random" }] });
    let branched = studio
        .post(&format!("/api/tables/{copy}/branch"), &branch.to_string())
        .await
        .json();
    let mut page = studio.sit(&branched, Some(0), "en").await;
    assert!(page.state().await["decision_number"].as_u64() >= Some(3));
}

#[tokio::test]
async fn while_a_game_is_played_only_the_own_view_can_be_looked_at_again() {
    let studio = Studio::start().await;
    let made = studio.make(&against_random()).await;
    let id = made["id"].as_str().expect("a name");
    for eyes in ["all", "0", "1"] {
        let path = format!("/api/tables/{id}/moment?at=0&eyes={eyes}");
        assert_eq!(studio.get(&path).await.status, 403, "{eyes}");
    }
    assert_eq!(
        studio.get(&format!("/api/tables/{id}/record")).await.status,
        403
    );
    let header = format!("x-seat-token: {}", seats_of(&made)[0].1);
    let path = format!("/api/tables/{id}/moment?at=0&eyes=");
    assert_eq!(
        studio.get_with(&format!("{path}0"), &header).await.status,
        200
    );
    assert_eq!(
        studio.get_with(&format!("{path}1"), &header).await.status,
        403
    );
    assert_eq!(studio.get(&format!("{path}onlooker")).await.status, 200);
}

#[tokio::test]
async fn words_come_in_the_language_of_the_page() {
    let studio = Studio::start().await;
    let made = studio.make(&against_random()).await;
    let mut japanese = studio.sit(&made, Some(0), "ja").await;
    assert_eq!(japanese.welcome["title"], "クレイジーエイト");
    let state = japanese
        .state_where(|state| state["decision"]["seat"] == 0)
        .await;
    let names: Vec<&str> = state["piles"]
        .as_array()
        .expect("piles")
        .iter()
        .filter_map(|pile| pile["name"].as_str())
        .collect();
    assert!(names.contains(&"自分の手札"), "{names:?}");
    let mut english = studio.sit(&made, Some(0), "en").await;
    assert_eq!(english.welcome["title"], "Crazy Eights");
    let _: Value = english.state().await;
}

#[tokio::test]
async fn decks_are_checked_with_reasons_and_kept() {
    let studio = Studio::start_with_all().await;
    let cards = studio
        .get("/api/games/ygo-ftk/cards?language=ja")
        .await
        .json();
    let pot = cards["cards"]
        .as_array()
        .expect("cards")
        .iter()
        .find(|card| card["face"]["card"] == "chicken_game")
        .expect("it is one of the cards");
    assert_eq!(pot["face"]["name"], "チキンレース");
    assert_eq!(cards["sections"][0]["id"], "main");
    assert_eq!(cards["sections"][0]["min"], 40);
    let check = |text: &str| json!({ "text": text }).to_string();
    let small = studio
        .post(
            "/api/games/ygo-ftk/deck",
            &check("main: { chicken_game: 4 }"),
        )
        .await
        .json();
    let said = small["problems"].to_string();
    assert!(
        said.contains("40") && said.contains("4 copies of “Chicken Game”"),
        "{said}"
    );
    assert_eq!(small["sections"], json!([["main", [["chicken_game", 4]]]]));
    let wrong = studio
        .post(
            "/api/games/ygo-ftk/deck",
            &check("main: { chickn_game: 1 }"),
        )
        .await
        .json();
    assert!(
        wrong["problems"].to_string().contains("chicken_game"),
        "{wrong}"
    );
    let shipped = studio
        .post("/api/games/ygo-ftk/deck", &check("@exodia"))
        .await
        .json();
    assert_eq!(shipped["problems"], json!([]));
    let deck =
        json!({ "id": "", "game": "ygo-ftk", "name": "mine", "sections": shipped["sections"] });
    let kept = studio
        .post("/api/games/ygo-ftk/decks", &deck.to_string())
        .await
        .json();
    let listed = studio.get("/api/games/ygo-ftk/decks").await.json();
    assert_eq!(listed, json!({ "decks": [kept], "more": false }));
}

#[tokio::test]
async fn tables_that_nobody_is_at_take_no_memory() {
    let studio = Studio::start().await;
    let made = studio.make(&against_random()).await;
    let page: Client = studio.sit(&made, Some(0), "en").await;
    assert_eq!(studio.get("/api/health").await.json()["live_tables"], 1);
    drop(page);
    for _ in 0..100 {
        if studio.get("/api/health").await.json()["live_tables"] == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the table is still held");
}

#[tokio::test]
async fn copies_of_a_card_that_are_alike_are_marked_as_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = ["duel-masters".to_owned()];
    let studio = Studio::start_with(&games, folder.path()).await;
    let mut copies = 0;
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let seats = json!([{ "who": "here" }, { "who": "here" }]);
        let plan = json!({ "game": "duel-masters", "seats": seats, "seed": seed });
        let made = studio.make(&plan).await;
        let mut pages = [
            studio.sit(&made, Some(0), "en").await,
            studio.sit(&made, Some(1), "en").await,
        ];
        for page in &mut pages {
            let state = page.state().await;
            let choices = state["decision"]["choices"].as_array().expect("choices");
            let (same, first): (Vec<&Value>, Vec<&Value>) = choices
                .iter()
                .partition(|choice| choice["same_as"].is_number());
            let texts: BTreeSet<&str> = first.iter().filter_map(|it| it["text"].as_str()).collect();
            assert_eq!(texts.len(), first.len(), "{first:?}");
            for choice in &same {
                let at = choice["same_as"].as_u64().expect("a number") as usize;
                assert_eq!(choices[at]["text"], choice["text"]);
            }
            copies += same.len();
        }
    }
    assert!(copies > 0, "no hand had two copies");
}

#[tokio::test]
async fn computed_variables_that_the_table_shows_are_values_of_the_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = Studio::start_with(&["furuyoni".to_owned()], folder.path()).await;
    let random = json!({ "who": "computer", "name": "random" });
    let plan = json!({
        "game": "furuyoni",
        "seats": [{ "who": "here" }, random],
        "seed": "3",
        "pace": { "kind": "auto", "milliseconds": 0 },
    });
    let made = studio.make(&plan).await;
    let mut page = studio.sit(&made, Some(0), "ja").await;
    let values = page.state().await["values"].clone();
    let shown = |id: &str| {
        let mut values = values.as_array().expect("values").iter();
        values.find(|value| value["id"] == id).cloned()
    };
    let distance = shown("maai").expect("the distance is shown");
    assert_eq!(distance["name"], "現在の間合", "{distance}");
    let mastery = shown("mastery").expect("the mastery is shown");
    assert_eq!(
        (&mastery["name"], &mastery["number"]),
        (&"達人の間合".into(), &2.into())
    );
}
