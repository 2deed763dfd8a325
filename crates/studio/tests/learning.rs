//! Training runs over HTTP: everybody may look, the host alone starts, stops and reads the words of a failure.

mod support;

use players::{GameNetwork, Lookahead};
use serde_json::{Value, json};
use std::sync::Arc;
use studio::wire::{MoreMinutes, NewRun, RunDetail, RunState, RunSummary};
use studio::{Learning, OwnRuns};
use support::Studio;

const GUEST: &str = "X-Forwarded-For: 192.0.2.7";

/// Last words of a program, which name a folder of the machine it ran on.
const FAILURE: &str = "cannot write /data/host/runs/kuhn/state: no space left";

/// A studio's runs: one, which failed.
#[derive(Debug)]
struct OneFailed;

impl OneFailed {
    fn summary() -> RunSummary {
        RunSummary {
            name: "kuhn".to_owned(),
            game: "kuhn-poker".to_owned(),
            seats: None,
            state: RunState::Stopped,
            progress: 0.5,
            games: 100.0,
            minutes: 1.0,
            teacher: "gradient".to_owned(),
            has_network: false,
        }
    }
}

impl OwnRuns for OneFailed {
    type Wanted = NewRun;
    type More = MoreMinutes;
    type Summary = RunSummary;
    type Detail = RunDetail;

    fn runs(&self) -> Vec<RunSummary> {
        vec![Self::summary()]
    }

    fn run(&self, name: &str) -> Option<RunDetail> {
        (name == "kuhn").then(|| RunDetail {
            run: Self::summary(),
            points: Vec::new(),
            checkpoints: Vec::new(),
            samples: Vec::new(),
            failure: Some(FAILURE.to_owned()),
        })
    }

    fn start(&self, _: &NewRun) -> Result<RunSummary, String> {
        Ok(Self::summary())
    }

    fn resume(&self, _: &str, _: &MoreMinutes) -> Result<RunSummary, String> {
        Ok(Self::summary())
    }

    fn stop(&self, _: &str) -> Result<RunSummary, String> {
        Ok(Self::summary())
    }
}

impl Learning for OneFailed {
    fn sample(&self, _: &str, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn network(
        &self,
        _: &str,
        _: Option<&str>,
        _: Arc<Lookahead>,
    ) -> Result<Arc<dyn GameNetwork>, String> {
        Err("there is no network".to_owned())
    }
}

#[tokio::test]
async fn words_of_a_failed_run_reach_the_host_alone() {
    let studio = Studio::start_learning(Arc::new(OneFailed)).await;
    let host = studio.get("/api/learning/kuhn").await;
    assert_eq!(host.json()["failure"], FAILURE);
    for path in ["/api/learning/kuhn", "/api/learning"] {
        let guest = studio.send("GET", path, &[GUEST], "").await;
        assert_eq!(guest.status, 200, "{path}");
        assert!(guest.body.contains("kuhn-poker"), "{path}");
        assert!(!guest.body.contains("/data/host"), "{path}: {}", guest.body);
    }
    let seen = studio.send("GET", "/api/learning/kuhn", &[GUEST], "").await;
    assert_eq!(seen.json()["failure"], Value::Null);
}

#[tokio::test]
async fn guests_start_and_stop_no_run() {
    let studio = Studio::start_learning(Arc::new(OneFailed)).await;
    let wanted = json!({ "game": "kuhn-poker", "minutes": 1.0 }).to_string();
    let more = json!({ "minutes": 1.0 }).to_string();
    for (path, body) in [
        ("/api/learning", wanted.as_str()),
        ("/api/learning/kuhn/resume", &more),
        ("/api/learning/kuhn/stop", ""),
    ] {
        let guest = studio.send("POST", path, &[GUEST], body).await;
        assert_eq!(guest.status, 403, "{path}: {}", guest.body);
        let host = studio.send("POST", path, &[], body).await;
        assert_eq!(host.status, 200, "{path}: {}", host.body);
    }
    assert_eq!(studio.get("/api/learning").await.json()["may_start"], true);
    let guest = studio.send("GET", "/api/learning", &[GUEST], "").await;
    assert_eq!(guest.json()["may_start"], false);
}

#[tokio::test]
async fn a_run_takes_some_time_and_not_for_ever() {
    let studio = Studio::start_learning(Arc::new(OneFailed)).await;
    for minutes in [0.0, -1.0, 1e9] {
        let wanted = json!({ "game": "kuhn-poker", "minutes": minutes }).to_string();
        let answer = studio.post("/api/learning", &wanted).await;
        assert_eq!(answer.status, 400, "{minutes}");
        assert!(answer.body.contains("up to 10080 minutes"), "{minutes}");
    }
    let none = studio.post("/api/learning/kuhn/resume", "").await;
    assert_eq!(none.status, 400, "{}", none.body);
}
