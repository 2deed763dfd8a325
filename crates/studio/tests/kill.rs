//! A studio in a process of its own is killed in the middle of a hundred games, and goes on where it was.

mod support;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;
use support::{Client, READY, Studio, seats_of};

const FOLDER: &str = "FUDA_TEST_STUDIO";
const TABLES: usize = 100;

/// Not a test: the studio that is killed. It is started by [`Process::start`].
#[tokio::test]
#[ignore = "the studio that another test kills"]
async fn a_studio_to_kill() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        Studio::serve_forever(Path::new(&folder)).await;
    }
}

struct Process {
    child: Child,
    /// A process that writes where nobody reads is ended.
    _output: BufReader<ChildStdout>,
    studio: Studio,
}

impl Drop for Process {
    fn drop(&mut self) {
        // A process that was killed already need not be.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Process {
    fn start(folder: &Path) -> Self {
        let mut child = Command::new(std::env::current_exe().expect("this test"))
            .args(["--ignored", "--exact", "--nocapture", "a_studio_to_kill"])
            .env(FOLDER, folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the test runs again");
        let mut output = BufReader::new(child.stdout.take().expect("its words"));
        let address = output.by_ref().lines().find_map(|line| {
            let line = line.expect("text");
            line.split_once(READY)
                .map(|(_, address)| address.trim().to_owned())
        });
        let address = address.expect("it says where it is");
        Self {
            child,
            _output: output,
            studio: Studio::at(address.parse().expect("an address")),
        }
    }
}

/// A page that plays, and the last state that it was told.
struct Playing {
    made: Value,
    page: Client,
    last: Value,
}

impl Playing {
    /// Plays until the studio is gone.
    async fn play(mut self) -> Self {
        loop {
            let decision = &self.last["decision"];
            if decision["kind"] == "choose" && decision["seat"] == 0 {
                let count = decision["choices"].as_array().map_or(1, Vec::len) as u64;
                let number = self.last["decision_number"].as_u64().expect("a number");
                let choice = json!({ "type": "play", "decision": number, "choice": (number * 7 + 3) % count });
                if !self.page.try_say(&choice.to_string()).await {
                    return self;
                }
            }
            match self.page.try_hear().await {
                Some(told) if told["type"] == "state" => self.last = told,
                Some(_) => {}
                None => return self,
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_in_the_middle_of_a_hundred_games_loses_nothing_that_was_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut process = Process::start(folder.path());
    let mut games = Vec::new();
    for seed in 0..TABLES {
        let made = process
            .studio
            .make(&json!({
                "game": "crazy-eights",
                "seats": [{ "who": "here" }, { "who": "computer", "name": "random" }],
                "seed": seed.to_string(),
                "pace": { "kind": "auto", "milliseconds": 50 },
            }))
            .await;
        let mut page = process.studio.sit(&made, Some(0), "en").await;
        let last = page.state().await;
        games.push(Playing { made, page, last });
    }
    // They begin together: whoever waits for a table disturbs no game.
    let games = games.into_iter().map(|game| tokio::spawn(game.play()));
    let games: Vec<_> = games.collect();
    tokio::time::sleep(Duration::from_millis(400)).await;
    process.child.kill().expect("it can be killed");
    process.child.wait().expect("it is gone");
    let mut ended = Vec::new();
    for game in games {
        ended.push(game.await.expect("a game"));
    }
    let told: u64 = ended
        .iter()
        .filter_map(|game| game.last["decision_number"].as_u64())
        .sum();
    assert!(
        told > TABLES as u64,
        "the games were running: {told} decisions"
    );

    let again = Process::start(folder.path());
    let listed = again.studio.get("/api/tables").await.json();
    assert_eq!(listed.as_array().map(Vec::len), Some(TABLES));
    for game in &ended {
        let id = game.made["id"].as_str().expect("a name");
        let at = &game.last["decision_number"];
        let token = &seats_of(&game.made)[0].1;
        let path = format!("/api/tables/{id}/moment?at={at}&eyes=0&language=en");
        let moment = again
            .studio
            .get_with(&path, &format!("x-seat-token: {token}"))
            .await;
        assert_eq!(moment.status, 200, "{}", moment.body);
        let moment = moment.json();
        assert!(
            moment["choices"].as_u64() >= at.as_u64(),
            "{at} of {}",
            moment["choices"]
        );
        assert_eq!(
            moment["state"]["piles"], game.last["piles"],
            "table {id} at {at}"
        );
        assert_eq!(
            moment["state"]["values"], game.last["values"],
            "table {id} at {at}"
        );
        let mut page = again.studio.sit(&game.made, Some(0), "en").await;
        let state = page
            .state_where(|state| {
                state["decision"]["kind"] != "choose" || state["decision"]["seat"] == 0
            })
            .await;
        if state["decision"]["kind"] == "choose" {
            let number = state["decision_number"].as_u64().expect("a number");
            page.play(&state, 0).await;
            page.state_where(|state| state["decision_number"].as_u64() > Some(number))
                .await;
        }
    }
}
