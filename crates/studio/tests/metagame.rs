//! Runs about decks over HTTP: everybody may look, the host alone starts, stops and reads the words of a failure.

mod support;

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use studio::wire::{
    CardWorth, CardWorths, MetaKind, MetaRunDetail, MetaRunSummary, NewMetaRun, RunState,
};
use studio::{Machinery, Metagame, OwnRuns};
use support::Studio;

const GUEST: &str = "X-Forwarded-For: 192.0.2.7";

/// Last words of a program, which name a folder of the machine it ran on.
const FAILURE: &str = "cannot write /data/host/metagame/duel/state.bin: no space left";

/// A studio's runs: one, which failed.
#[derive(Debug)]
struct OneFailed;

impl OneFailed {
    fn summary() -> MetaRunSummary {
        MetaRunSummary {
            name: "duel".to_owned(),
            game: "duelists".to_owned(),
            kind: MetaKind::Evolve,
            state: RunState::Stopped,
            progress: 0.5,
            seconds_left: None,
            games: 100.0,
            generation: 3,
            best: None,
            player: "greedy:30".to_owned(),
            has_report: true,
        }
    }
}

impl OwnRuns for OneFailed {
    type Wanted = NewMetaRun;
    type More = ();
    type Summary = MetaRunSummary;
    type Detail = MetaRunDetail;

    fn runs(&self) -> Vec<MetaRunSummary> {
        vec![Self::summary()]
    }

    fn run(&self, name: &str) -> Option<MetaRunDetail> {
        (name == "duel").then(|| MetaRunDetail {
            run: Self::summary(),
            points: Vec::new(),
            decks: Vec::new(),
            field: Vec::new(),
            effective_decks: None,
            failure: Some(FAILURE.to_owned()),
        })
    }

    fn start(&self, wanted: &NewMetaRun) -> Result<MetaRunSummary, String> {
        match wanted.game.as_str() {
            "duelists" => Ok(Self::summary()),
            other => Err(format!("there is no game `{other}`")),
        }
    }

    fn resume(&self, _: &str, (): &()) -> Result<MetaRunSummary, String> {
        Ok(Self::summary())
    }

    fn stop(&self, _: &str) -> Result<MetaRunSummary, String> {
        Ok(Self::summary())
    }
}

impl Metagame for OneFailed {
    fn report(&self, name: &str, language: &str) -> Result<String, String> {
        match name {
            "duel" => Ok(format!("<!doctype html><html lang=\"{language}\">")),
            other => Err(format!("`{other}` has no figures yet")),
        }
    }

    fn worths(&self, game: &str) -> Option<CardWorths> {
        let knight = CardWorth {
            swap: Some((0.02, 0.01)),
            contribution: None,
            games: 50.0,
        };
        (game == "duelists").then(|| CardWorths {
            run: "duel".to_owned(),
            cards: BTreeMap::from([("knight".to_owned(), knight)]),
        })
    }
}

async fn studio() -> Studio {
    let machinery = Machinery {
        metagame: Some(Arc::new(OneFailed)),
        ..Machinery::NONE
    };
    Studio::start_with_machinery(machinery).await
}

fn wanted(more: &Value) -> String {
    let mut wanted = json!({ "game": "duelists", "kind": "evolve", "player": "greedy:30" });
    for (key, value) in more.as_object().expect("an object") {
        wanted[key] = value.clone();
    }
    wanted.to_string()
}

#[tokio::test]
async fn words_of_a_failed_run_reach_the_host_alone() {
    let studio = studio().await;
    let host = studio.get("/api/metagame/duel").await;
    assert_eq!(host.json()["failure"], FAILURE);
    for path in ["/api/metagame/duel", "/api/metagame"] {
        let guest = studio.send("GET", path, &[GUEST], "").await;
        assert_eq!(guest.status, 200, "{path}");
        assert!(guest.body.contains("duelists"), "{path}");
        assert!(!guest.body.contains("/data/host"), "{path}: {}", guest.body);
    }
}

#[tokio::test]
async fn guests_start_and_stop_no_run() {
    let studio = studio().await;
    let wanted = wanted(&json!({}));
    for (path, body) in [
        ("/api/metagame", wanted.as_str()),
        ("/api/metagame/duel/resume", "null"),
        ("/api/metagame/duel/resume", ""),
        ("/api/metagame/duel/stop", ""),
    ] {
        let guest = studio.send("POST", path, &[GUEST], body).await;
        assert_eq!(guest.status, 403, "{path}: {}", guest.body);
        let host = studio.send("POST", path, &[], body).await;
        assert_eq!(host.status, 200, "{path}: {}", host.body);
    }
    assert_eq!(studio.get("/api/metagame").await.json()["may_start"], true);
    let guest = studio.send("GET", "/api/metagame", &[GUEST], "").await;
    assert_eq!(guest.json()["may_start"], false);
}

#[tokio::test]
async fn what_no_run_can_be_started_with_is_told() {
    let studio = studio().await;
    for (more, words) in [
        (json!({ "game": "chess" }), "there is no game `chess`"),
        (json!({ "games": 1 }), "2 to 10000000 games"),
        (json!({ "rounds": 0 }), "1 to 1000 rounds"),
        (json!({ "generations": 0 }), "generations of a round"),
        (json!({ "start": "own" }), "choose a deck to breed from"),
        (json!({ "kind": "guess" }), "guess"),
        (json!({ "generation": 4 }), "unknown field"),
    ] {
        let answer = studio.post("/api/metagame", &wanted(&more)).await;
        assert_eq!(answer.status, 400, "{more}: {}", answer.body);
        assert!(answer.body.contains(words), "{more}: {}", answer.body);
    }
    for name in ["nothing-1", "%2e%2e", "a%2fb", "a%20b"] {
        let answer = studio.get(&format!("/api/metagame/{name}")).await;
        assert_eq!(answer.status, 404, "{name}: {}", answer.body);
        assert!(answer.body.contains("no such run"), "{name}");
    }
}

#[tokio::test]
async fn reports_and_worths_are_for_everybody() {
    let studio = studio().await;
    let path = "/api/metagame/duel/report?language=ja";
    let report = studio.send("GET", path, &[GUEST], "").await;
    assert_eq!(report.status, 200, "{}", report.body);
    assert!(report.body.contains("lang=\"ja\""), "{}", report.body);
    let none = studio.get("/api/metagame/other/report").await;
    assert_eq!(none.status, 400, "{}", none.body);
    let worths = studio.get("/api/games/duelists/deck/worths").await;
    assert_eq!(
        worths.json()["cards"]["knight"]["swap"],
        json!([0.02, 0.01])
    );
    let unknown = studio.get("/api/games/war/deck/worths").await;
    assert_eq!(unknown.json(), Value::Null);
}

#[tokio::test]
async fn a_studio_without_runs_has_none_to_start() {
    let studio = Studio::start_with_machinery(Machinery::NONE).await;
    let list = studio.get("/api/metagame").await.json();
    assert_eq!(list, json!({ "runs": [], "may_start": false }));
    let answer = studio.post("/api/metagame", &wanted(&json!({}))).await;
    assert_eq!(answer.status, 404, "{}", answer.body);
}
