//! Runs about decks that the studio starts: watched, stopped, resumed, and read again by another studio.

mod duelists;
mod run;
mod served;

use duelists::{game_path, number};
use run::Folder;
use serde_json::{Value, json};
use served::Studio;
use std::path::Path;
use std::time::{Duration, Instant};

/// Time limit for a step of a run.
const PATIENCE: Duration = Duration::from_secs(240);

fn started(folder: &Folder) -> Studio {
    Studio::start(&folder.path().join("data"), Path::new(&game_path()))
}

fn wanted(more: &Value) -> String {
    let mut wanted = json!({ "game": "duelists", "kind": "evolve", "player": "random" });
    for (key, value) in more.as_object().expect("an object") {
        wanted[key] = value.clone();
    }
    wanted.to_string()
}

/// Looks at a run until it is as it should be.
fn watched(studio: &Studio, name: &str, is_there: impl Fn(&Value) -> bool) -> Value {
    let begin = Instant::now();
    loop {
        let detail = studio.json("GET", &format!("/api/metagame/{name}"), "");
        assert_eq!(detail["failure"], Value::Null, "{detail}");
        if is_there(&detail) {
            return detail;
        }
        assert!(begin.elapsed() < PATIENCE, "{detail}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn is(detail: &Value, state: &str) -> bool {
    detail["run"]["state"] == state
}

#[test]
fn decks_are_bred_stopped_resumed_and_known_to_the_next_studio() {
    let folder = Folder::new();
    let studio = started(&folder);
    let long = wanted(&json!({ "rounds": 1, "generations": 400 }));
    let run = studio.json("POST", "/api/metagame", &long);
    assert_eq!(run["name"], "duelists-1");
    let detail = watched(&studio, "duelists-1", |it| {
        it["run"]["generation"].as_u64() > Some(1)
    });
    assert!(is(&detail, "running") && detail["points"].as_array().is_some());
    let (status, words) = studio.ask("POST", "/api/metagame", &long);
    assert_eq!(status, 400, "{words}");
    assert!(words.contains("`duelists-1` is being worked on"), "{words}");
    let (status, words) = studio.ask("POST", "/api/learning", r#"{"game":"war","minutes":1}"#);
    assert_eq!(status, 400, "{words}");
    studio.json("POST", "/api/metagame/duelists-1/stop", "");
    let stopped = watched(&studio, "duelists-1", |it| is(it, "stopped"));
    let best = &stopped["run"]["best"];
    assert!(number(&best["low"]) <= number(&best["value"]), "{stopped}");

    let worths = studio.json("GET", "/api/games/duelists/deck/worths", "");
    assert_eq!(worths["run"], "duelists-1");
    assert!(worths["cards"]["paladin"]["contribution"][1].is_f64());
    for (language, words) in [("en", "Adoption of cards"), ("ja", "デッキの進化")] {
        let path = format!("/api/metagame/duelists-1/report?language={language}");
        let (status, page) = studio.ask("GET", &path, "");
        assert_eq!(status, 200, "{page}");
        assert!(page.contains(words), "{language}");
        assert!(
            !page.contains(&game_path()),
            "a folder of the host is named"
        );
    }
    drop(studio);

    let studio = started(&folder);
    let list = studio.json("GET", "/api/metagame", "");
    assert_eq!(list["runs"][0]["state"], "stopped", "{list}");
    let before = list["runs"][0]["generation"].as_u64();
    studio.json("POST", "/api/metagame/duelists-1/resume", "");
    watched(&studio, "duelists-1", |it| {
        it["run"]["generation"].as_u64() > before
    });
    studio.json("POST", "/api/metagame/duelists-1/stop", "");
    watched(&studio, "duelists-1", |it| is(it, "stopped"));
}

#[test]
fn a_field_is_weighed_with_a_deck_of_ones_own_and_decks_come_to_the_table() {
    let folder = Folder::new();
    let studio = started(&folder);
    let own = json!({ "name": "my deck", "sections": [["main", [["paladin", 2], ["shaman", 2], ["wizard", 2]]]] });
    let field = json!({ "kind": "field", "games": 200, "decks": [own] });
    studio.json("POST", "/api/metagame", &wanted(&field));
    let over = watched(&studio, "duelists-1", |it| is(it, "over"));
    assert!(number(&over["effective_decks"]["value"]) >= 1.0, "{over}");
    let lines = over["field"].as_array().expect("lines");
    assert_eq!(lines.len(), 5, "{over}");
    assert_eq!(lines[0]["name"], "my_deck", "{over}");
    let decks = over["decks"].as_array().expect("decks");
    let mine = decks.iter().find(|deck| deck["name"] == "my_deck");
    let main = &mine.expect("it is there")["sections"][0][1];
    assert_eq!(main.as_array().map(Vec::len), Some(3), "{over}");
    let (status, words) = studio.ask("POST", "/api/metagame/duelists-1/resume", "");
    assert_eq!(status, 400, "{words}");
    assert!(words.contains("is done"), "{words}");
}

#[test]
fn what_cannot_be_bred_is_told_before_anything_is_started() {
    let folder = Folder::new();
    let studio = started(&folder);
    let bad = json!({ "name": "bad", "sections": [["main", [["squire", 6]]]] });
    let strange = json!({ "name": "strange", "sections": [["main", [["dragon", 6]]]] });
    for (more, words) in [
        (json!({ "game": "chess" }), "there is no game `chess`"),
        (json!({ "game": "war" }), "players bring no decks"),
        (json!({ "player": "nobody" }), "the player cannot be used"),
        (json!({ "regulation": "2999x" }), "regulation"),
        (json!({ "decks": [bad] }), "6 copies of `squire`"),
        (json!({ "decks": [strange] }), "dragon"),
        (
            json!({ "game": "ygo-ftk", "kind": "field" }),
            "a game for one has no opponents",
        ),
    ] {
        let (status, answer) = studio.ask("POST", "/api/metagame", &wanted(&more));
        assert_eq!(status, 400, "{more}: {answer}");
        assert!(answer.contains(words), "{more}: {answer}");
    }
    let list = studio.json("GET", "/api/metagame", "");
    assert_eq!(list["runs"], json!([]));
}
