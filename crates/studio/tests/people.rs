//! People at a table: names and colours, giving up, taking back by agreement, playing again, clocks, invitations.

mod support;

use serde_json::{Value, json};
use support::{Client, Studio};

const EIGHTS: &str = "crazy-eights";

fn two_people() -> Value {
    json!({
        "game": EIGHTS,
        "seats": [{ "who": "here" }, { "who": "link" }],
        "seed": "7",
    })
}

/// Both people of a table, and the state that the first one sees.
async fn seated(studio: &Studio, plan: &Value) -> (Value, Client, Client, Value) {
    let made = studio.make(plan).await;
    let mut first = studio.sit(&made, Some(0), "en").await;
    let second = studio.sit(&made, Some(1), "en").await;
    let both = |state: &Value| state["present"] == json!([0, 1]);
    let state = first.state_where(both).await;
    (made, first, second, state)
}

/// The person who must choose plays the first choice.
async fn play_one(first: &mut Client, second: &mut Client, state: &Value) -> Value {
    let number = state["decision_number"].as_u64().expect("a number");
    let at = move |state: &Value| state["decision_number"].as_u64() >= Some(number);
    match state["decision"]["seat"].as_u64() {
        Some(0) => first.play(state, 0).await,
        _ => {
            let seen = second.state_where(at).await;
            second.play(&seen, 0).await;
        }
    }
    let on = move |state: &Value| state["decision_number"].as_u64() > Some(number);
    first.state_where(on).await
}

#[tokio::test]
async fn people_go_by_the_names_they_gave_in_the_log_too() {
    let studio = Studio::start().await;
    let (made, mut first, mut second, state) = seated(&studio, &two_people()).await;
    first
        .say(&json!({ "type": "introduce", "name": " Ann\u{202e} ", "colour": 3 }))
        .await;
    second
        .say(&json!({ "type": "introduce", "name": "ann", "colour": 99 }))
        .await;
    let named = |state: &Value| state["people"].as_array().map(Vec::len) == Some(2);
    let state = match named(&state) {
        true => state,
        false => first.state_where(named).await,
    };
    let people = json!([
        { "seat": 0, "name": "Ann", "colour": 3 },
        { "seat": 1, "name": "ann 2", "colour": null },
    ]);
    assert_eq!(state["people"], people);
    let mut spectator = studio.sit(&made, None, "en").await;
    let state = spectator.state().await;
    let mut number = state["decision_number"].clone();
    let mut now = state;
    let mut told = String::new();
    for _ in 0..6 {
        let mut own = match now["decision"]["seat"].as_u64() {
            Some(0) => studio.sit(&made, Some(0), "en").await,
            _ => studio.sit(&made, Some(1), "en").await,
        };
        let seen = own
            .state_where(|state| state["decision_number"] == number)
            .await;
        own.play(&seen, 0).await;
        now = spectator
            .state_where(|state| state["decision_number"] != number)
            .await;
        number = now["decision_number"].clone();
        told += &now["log"].to_string();
    }
    assert!(told.contains("Ann"), "{told}");
    assert!(!told.contains("Player 1"), "{told}");
    let tables = studio.get("/api/tables").await.json();
    assert_eq!(tables[0]["names"], json!(["Ann", "ann 2"]));
}

#[tokio::test]
async fn who_resigns_has_lost_and_everything_can_be_seen_then() {
    let studio = Studio::start().await;
    let (made, mut first, mut second, _) = seated(&studio, &two_people()).await;
    assert_eq!(first.welcome["can_resign"], true);
    second.say(&json!({ "type": "resign" })).await;
    let over = |state: &Value| state["decision"]["kind"] == "over";
    let state = first.state_where(over).await;
    assert_eq!(state["decision"]["winners"], json!([0]));
    assert_eq!(state["decision"]["reason"], "Player 2 resigned");
    first.play(&state, 0).await;
    assert_eq!(first.refusal().await, "not_your_turn");
    first.say(&json!({ "type": "take_back" })).await;
    assert_eq!(first.refusal().await, "not_allowed");
    let tables = studio.get("/api/tables").await.json();
    assert_eq!(
        (
            &tables[0]["over"],
            &tables[0]["winners"],
            &tables[0]["ended"]
        ),
        (
            &json!(true),
            &json!([0]),
            &json!({ "kind": "resigned", "seat": 1 })
        )
    );
    let id = made["id"].as_str().expect("a name");
    let open = studio
        .get(&format!(
            "/api/tables/{id}/moment?at=99&eyes=all&language=ja"
        ))
        .await;
    assert_eq!(open.status, 200, "{}", open.body);
    assert_eq!(open.json()["state"]["decision"]["kind"], "over");
}

#[tokio::test]
async fn with_more_than_two_sides_nobody_resigns() {
    let studio = Studio::start().await;
    let random = json!({ "who": "computer", "name": "random" });
    let plan = json!({ "game": EIGHTS, "seats": [{ "who": "here" }, random, random], "seed": "1", "pace": { "kind": "step" } });
    let made = studio.make(&plan).await;
    let mut page = studio.sit(&made, Some(0), "en").await;
    assert_eq!(page.welcome["can_resign"], false);
    page.say(&json!({ "type": "resign" })).await;
    assert_eq!(page.refusal().await, "not_allowed");
}

#[tokio::test]
async fn a_decision_is_taken_back_when_the_other_person_agrees_and_not_before() {
    let studio = Studio::start().await;
    let (_, mut first, mut second, mut state) = seated(&studio, &two_people()).await;
    while state["decision"]["seat"] != 0 {
        state = play_one(&mut first, &mut second, &state).await;
    }
    let before = state["decision_number"].as_u64().expect("a number");
    let after = play_one(&mut first, &mut second, &state).await;
    let now = after["decision_number"].clone();
    for answer in [false, true] {
        first.say(&json!({ "type": "take_back" })).await;
        let asked = |state: &Value| !state["asked_back"].is_null();
        let seen = second.state_where(asked).await;
        assert_eq!(seen["decision_number"], now, "nothing is taken back yet");
        assert_eq!(seen["asked_back"], json!({ "by": 0, "waits_for": [1] }));
        // The answer of who asks counts for nothing.
        first.say(&json!({ "type": "allow", "yes": true })).await;
        second.say(&json!({ "type": "allow", "yes": answer })).await;
        let done = |state: &Value| state["asked_back"].is_null();
        let seen = second.state_where(done).await;
        let number = seen["decision_number"].as_u64().expect("a number");
        assert_eq!(number == before, answer, "{number} of {now}");
    }
}

#[tokio::test]
async fn against_computers_a_decision_is_taken_back_at_once() {
    let studio = Studio::start().await;
    let random = json!({ "who": "computer", "name": "random" });
    let pace = json!({ "kind": "auto", "milliseconds": 0 });
    let plan =
        json!({ "game": EIGHTS, "seats": [{ "who": "here" }, random], "seed": "3", "pace": pace });
    let made = studio.make(&plan).await;
    let mut page = studio.sit(&made, Some(0), "en").await;
    let mine = |state: &Value| {
        state["decision"]["seat"] == 0
            && state["decision"]["choices"]
                .as_array()
                .is_some_and(|all| all.len() > 1)
    };
    let state = page.state_where(mine).await;
    let number = state["decision_number"].clone();
    page.play(&state, 0).await;
    page.state_where(|state| state["decision_number"] != number)
        .await;
    page.say(&json!({ "type": "take_back" })).await;
    let again = page
        .state_where(|state| state["decision_number"] == number)
        .await;
    assert_eq!(again["decision"], state["decision"]);
}

#[tokio::test]
async fn the_same_people_play_again_when_all_want_it_and_each_gets_an_own_seat() {
    let studio = Studio::start().await;
    let (_, mut first, mut second, _) = seated(&studio, &two_people()).await;
    first.say(&json!({ "type": "rematch" })).await;
    assert_eq!(first.refusal().await, "not_allowed");
    first.say(&json!({ "type": "resign" })).await;
    first.say(&json!({ "type": "rematch" })).await;
    let wanted = |state: &Value| !state["rematch"].is_null();
    let seen = second.state_where(wanted).await;
    assert_eq!(seen["rematch"]["wanted"], json!([0]));
    assert_eq!(seen["rematch"]["table"], Value::Null);
    second.say(&json!({ "type": "rematch" })).await;
    let begun = |state: &Value| !state["rematch"]["table"].is_null();
    let [one, two] = [
        first.state_where(begun).await["rematch"].clone(),
        second.state_where(begun).await["rematch"].clone(),
    ];
    assert_eq!(one["table"], two["table"]);
    let seats = |told: &Value| -> Vec<String> {
        let tokens = told["tokens"].as_object().expect("tokens");
        tokens.keys().cloned().collect()
    };
    assert_eq!(
        (seats(&one), seats(&two)),
        (vec!["0".to_owned()], vec!["1".to_owned()])
    );
    let again = json!({ "id": one["table"], "tokens": { "1": two["tokens"]["1"] } });
    let page = studio.sit(&again, Some(1), "en").await;
    assert_eq!(page.welcome["seat"], 1);
    assert_eq!(page.welcome["deal"]["kind"], "drawn", "another deal");
}

#[tokio::test]
async fn a_clock_runs_once_both_are_there_and_who_has_no_time_left_has_lost() {
    let studio = Studio::start().await;
    let mut plan = two_people();
    plan["clock"] = json!({ "seconds": 2, "increment": 0 });
    let made = studio.make(&plan).await;
    let mut first = studio.sit(&made, Some(0), "en").await;
    let state = first.state().await;
    assert_eq!(state["clocks"]["left"], json!([2000, 2000]));
    assert_eq!(
        state["clocks"]["running"],
        Value::Null,
        "nobody else is there"
    );
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let mut second = studio.sit(&made, Some(1), "en").await;
    let runs = |state: &Value| !state["clocks"]["running"].is_null();
    let state = second.state_where(runs).await;
    let slow = state["decision"]["seat"].as_u64().expect("somebody");
    let over = |state: &Value| state["decision"]["kind"] == "over";
    let state = first.state_where(over).await;
    assert_eq!(state["decision"]["winners"], json!([1 - slow]));
    let reason = format!("Player {} ran out of time", slow + 1);
    assert_eq!(state["decision"]["reason"], json!(reason));
}

#[tokio::test]
async fn a_clock_counts_the_own_time_and_is_kept_over_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = Studio::start_in(folder.path()).await;
    let mut plan = two_people();
    plan["clock"] = json!({ "seconds": 100, "increment": 7 });
    let (made, mut first, mut second, state) = seated(&studio, &plan).await;
    let seat = state["decision"]["seat"].as_u64().expect("somebody") as usize;
    let after = play_one(&mut first, &mut second, &state).await;
    let left = after["clocks"]["left"][seat].as_u64().expect("a number");
    assert!((105_000..=107_000).contains(&left), "{left}");
    studio.kill().await;
    let again = Studio::start_in(folder.path()).await;
    let mut page = again.sit(&made, Some(0), "en").await;
    let kept = page.state().await["clocks"]["left"][seat].as_u64();
    assert!(
        kept.is_some_and(|kept| kept + 50 >= left),
        "{kept:?} of {left}"
    );
    for clock in [json!({ "seconds": 0 }), json!({ "seconds": 90_000 })] {
        plan["clock"] = clock;
        let refused = again.post("/api/tables", &plan.to_string()).await;
        assert_eq!(refused.status, 413, "{}", refused.body);
    }
}

#[tokio::test]
async fn a_table_begins_when_all_who_are_invited_have_come_each_with_an_own_deck() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = ["duel-masters", EIGHTS].map(str::to_owned);
    let studio = Studio::start_with(&games, folder.path()).await;
    let plan = json!({
        "game": "duel-masters",
        "seats": [{ "who": "here" }, { "who": "link" }],
        "decks": ["rush", "rush"],
    });
    let invite = json!({ "plan": plan, "guest": { "name": "Ann", "colour": 1 } });
    let made = studio.post("/api/invitations", &invite.to_string()).await;
    assert_eq!(made.status, 200, "{}", made.body);
    let host = made.json();
    let id = host["id"].as_str().expect("a name").to_owned();
    let lobby = studio.get("/api/invitations").await.json();
    assert_eq!(lobby[0]["seats"][0]["guest"]["name"], "Ann");
    assert_eq!(lobby[0]["seats"][1]["guest"], Value::Null);
    let join = format!("/api/invitations/{id}/join");
    let bad = json!({ "guest": { "name": "Bob" }, "deck": "no such deck" });
    let refused = studio.post(&join, &bad.to_string()).await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    let good = json!({ "guest": { "name": "Bob" }, "deck": "blockers" });
    let joined = studio.post(&join, &good.to_string()).await;
    assert_eq!(joined.status, 200, "{}", joined.body);
    let guest = joined.json();
    let look = async |token: &Value| {
        let header = format!("X-Seat-Token: {}", token.as_str().expect("a token"));
        let path = format!("/api/invitations/{id}");
        studio.get_with(&path, &header).await.json()
    };
    let [one, two] = [look(&host["token"]).await, look(&guest["token"]).await];
    assert_eq!((&one["mine"], &two["mine"]), (&json!(0), &json!(1)));
    assert_eq!(one["table"], two["table"]);
    assert_ne!(one["token"], two["token"]);
    // A stranger without a seat learns neither the table's token nor a deck.
    let stranger = studio.get(&format!("/api/invitations/{id}")).await;
    assert!(!stranger.body.contains("blockers"), "{}", stranger.body);
    assert_eq!(stranger.json()["token"], Value::Null);
    assert!(!one.to_string().contains("blockers"), "{one}");
    let table = json!({ "id": two["table"], "tokens": { "1": two["token"] } });
    let page = studio.sit(&table, Some(1), "en").await;
    assert_eq!(page.welcome["seat"], 1);
    assert_eq!(studio.get("/api/invitations").await.json(), json!([]));
    let late = studio.post(&join, &good.to_string()).await;
    assert_eq!(late.status, 409, "{}", late.body);
}

#[tokio::test]
async fn an_invitation_is_taken_back_by_who_made_it() {
    let studio = Studio::start().await;
    let invite = json!({ "plan": two_people(), "guest": { "name": "Ann" } });
    let made = studio
        .post("/api/invitations", &invite.to_string())
        .await
        .json();
    let path = format!("/api/invitations/{}", made["id"].as_str().expect("a name"));
    let stranger = studio.send("DELETE", &path, &[], "").await;
    assert_eq!(stranger.status, 403, "{}", stranger.body);
    let own = format!("X-Seat-Token: {}", made["token"].as_str().expect("a token"));
    let left = studio.send("DELETE", &path, &[&own], "").await;
    assert_eq!(left.status, 204, "{}", left.body);
    assert_eq!(studio.get(&path).await.status, 404);
}

#[tokio::test]
async fn whoever_is_about_to_sit_down_sits_at_the_table_that_others_find() {
    let studio = Studio::start().await;
    let made = studio.make(&two_people()).await;
    // Somebody opens the table and has not said who they are when the only other one goes.
    let mut early = studio.connect(made["id"].as_str().expect("a name")).await;
    let mut passing = studio.sit(&made, None, "en").await;
    passing.state().await;
    drop(passing);
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    let token = &made["tokens"]["0"];
    early
        .say(&json!({ "type": "hello", "token": token, "language": "en" }))
        .await;
    let _second = studio.sit(&made, Some(1), "en").await;
    let both = |state: &Value| state["present"] == json!([0, 1]);
    early.state_where(both).await;
}

#[tokio::test]
async fn with_more_than_two_sides_a_computer_plays_on_for_who_has_no_time_left() {
    let studio = Studio::start().await;
    let random = json!({ "who": "computer", "name": "random" });
    let plan = json!({
        "game": EIGHTS,
        "seats": [{ "who": "here" }, random, random],
        "seed": "1",
        "pace": { "kind": "auto", "milliseconds": 0 },
        "clock": { "seconds": 1 },
    });
    let made = studio.make(&plan).await;
    let mut page = studio.sit(&made, Some(0), "en").await;
    let mine = |state: &Value| state["decision"]["seat"] == 0;
    let state = page.state_where(mine).await;
    assert_eq!(
        state["clocks"]["left"][1],
        Value::Null,
        "computers have no clock"
    );
    let relieved = |state: &Value| state["players"][0] != "person";
    page.state_where(relieved).await;
    let over = |state: &Value| state["decision"]["kind"] == "over";
    page.state_where(over).await;
}
