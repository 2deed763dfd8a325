//! Rights: what the host may do, what guests may do, and what pages of other sites may not.

mod support;

use serde_json::{Value, json};
use std::path::Path;
use support::{Answer, Studio, seats_of};

/// A client behind a door to other networks is no host.
const GUEST: &str = "X-Forwarded-For: 192.0.2.7";

const EIGHTS: &str = "crazy-eights";

fn two_people() -> Value {
    json!({ "game": EIGHTS, "seats": [{ "who": "here" }, { "who": "link" }] })
}

async fn remove(studio: &Studio, id: &str, headers: &[&str]) -> Answer {
    let path = format!("/api/tables/{id}");
    studio.send("DELETE", &path, headers, "").await
}

fn name(made: &Value) -> &str {
    made["id"].as_str().expect("a name")
}

#[tokio::test]
async fn a_guest_cannot_remove_a_table_at_which_others_play() {
    let studio = Studio::start().await;
    let made = studio.make(&two_people()).await;
    let id = name(&made);
    for (seat, token) in seats_of(&made) {
        let token = format!("x-seat-token: {token}");
        let refused = remove(&studio, id, &[GUEST, &token]).await;
        assert_eq!(refused.status, 403, "seat {seat}");
    }
    assert_eq!(remove(&studio, id, &[GUEST]).await.status, 403);
    let mut page = studio.sit(&made, Some(0), "en").await;
    assert_eq!(page.state().await["decision"]["kind"], "choose");
}

#[tokio::test]
async fn whoever_is_at_a_table_that_the_host_removes_is_told() {
    let studio = Studio::start().await;
    let made = studio.make(&two_people()).await;
    let mut pages = Vec::new();
    for seat in [Some(0), Some(1), None] {
        let mut page = studio.sit(&made, seat, "en").await;
        page.state().await;
        pages.push(page);
    }
    assert_eq!(remove(&studio, name(&made), &[]).await.status, 204);
    for page in &mut pages {
        assert_eq!(page.closed().await, "this table was removed");
    }
    let path = format!("/api/tables/{}/moment?at=0", name(&made));
    assert_eq!(studio.get(&path).await.status, 404);
    assert_eq!(remove(&studio, name(&made), &[]).await.status, 404);
}

#[tokio::test]
async fn a_guest_removes_a_table_only_where_nobody_else_played() {
    let studio = Studio::start().await;
    let computer = json!({ "who": "computer", "name": "random" });
    let pace = json!({ "kind": "auto", "milliseconds": 0 });
    let watched = json!({ "game": EIGHTS, "seats": [computer, computer], "pace": pace });
    let watched = studio.make(&watched).await;
    let mut page = studio.sit(&watched, None, "en").await;
    page.state_where(|state| state["decision"]["kind"] == "over")
        .await;
    drop(page);
    assert_eq!(
        remove(&studio, name(&watched), &[GUEST]).await.status,
        403,
        "a finished game"
    );
    let alone = json!({ "game": EIGHTS, "seats": [{ "who": "here" }, computer] });
    let alone = studio.make(&alone).await;
    let token = format!("x-seat-token: {}", seats_of(&alone)[0].1);
    assert_eq!(remove(&studio, name(&alone), &[GUEST]).await.status, 403);
    assert_eq!(
        remove(&studio, name(&alone), &[GUEST, &token]).await.status,
        204
    );
    assert_eq!(remove(&studio, name(&watched), &[]).await.status, 204);
}

#[tokio::test]
async fn everybody_keeps_decks_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = Studio::start_with(&["ygo-ftk".to_owned()], folder.path()).await;
    let path = "/api/games/ygo-ftk/decks";
    let (one, other) = (
        "x-deck-token: aaaaaaaaaaaaaaaaaaaaaaaaaa",
        "x-deck-token: bbbbbbbbbbbbbbbbbbbbbbbbbb",
    );
    let deck = |id: &str, name: &str| {
        let sections = json!([["main", [["chicken_game", 1]]]]);
        json!({ "id": id, "game": "ygo-ftk", "name": name, "sections": sections }).to_string()
    };
    let whose: [(&str, &[&str]); 3] = [
        ("host", &[]),
        ("one", &[GUEST, one]),
        ("other", &[GUEST, other]),
    ];
    let mut ids = Vec::new();
    for (name, headers) in whose {
        let kept = studio.send("POST", path, headers, &deck("", name)).await;
        assert_eq!(kept.status, 200, "{}", kept.body);
        ids.push(kept.json()["id"].as_str().expect("a name").to_owned());
    }
    for (name, headers) in whose {
        let listed = studio.send("GET", path, headers, "").await.json();
        let names: Vec<&Value> = listed["decks"]
            .as_array()
            .expect("decks")
            .iter()
            .map(|deck| &deck["name"])
            .collect();
        assert_eq!(names, [&json!(name)]);
    }
    for foreign in [&ids[0], &ids[2]] {
        let overwritten = studio
            .send("POST", path, &[GUEST, one], &deck(foreign, "mine now"))
            .await;
        assert_eq!(overwritten.status, 404);
        let gone = format!("{path}/{foreign}");
        let gone = studio.send("DELETE", &gone, &[GUEST, one], "").await;
        assert_eq!(gone.status, 404);
    }
    let renamed = studio
        .send("POST", path, &[GUEST, one], &deck(&ids[1], "renamed"))
        .await;
    assert_eq!(renamed.json()["name"], "renamed");
    let nameless = studio.send("POST", path, &[GUEST], &deck("", "x")).await;
    assert_eq!(nameless.status, 403);
    let listed = studio.send("GET", path, &[GUEST], "").await.json();
    assert_eq!(listed, json!({ "decks": [], "more": false }));
}

#[tokio::test]
async fn guests_change_no_game() {
    let studio = Studio::start_with_all().await;
    let game = "/api/games/solitcg/workshop";
    let seen = studio.get(game).await.json();
    let card = seen["cards"][0]["id"].as_str().expect("a card").to_owned();
    let opened = studio.get(&format!("{game}/cards/{card}")).await.json();
    let draft = json!({ "file": opened["file"], "card": card, "text": opened["text"] });
    let saving = json!({ "draft": draft, "version": opened["version"] }).to_string();
    let save = format!("{game}/save");
    let refused = studio.send("POST", &save, &[GUEST], &saving).await;
    assert_eq!(
        (refused.status, &refused.json()["code"]),
        (403, &json!("not_allowed"))
    );
    assert_eq!(studio.send("DELETE", game, &[GUEST], "").await.status, 403);
    assert_eq!(studio.send("POST", &save, &[], &saving).await.status, 200);
    let own = studio.get(game).await.json();
    assert!(own["folder"].is_string(), "the host knows the folder");
    let seen = studio.send("GET", game, &[GUEST], "").await.json();
    assert_eq!(
        (&seen["own"], &seen["folder"]),
        (&json!(true), &Value::Null)
    );
}

#[tokio::test]
async fn names_and_pages_of_others_are_refused_and_given_names_are_guests() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = ["kuhn-poker".to_owned()];
    let studio = Studio::start_named(&games, folder.path(), &["cards.example"]).await;
    let port = studio.address.port();
    let token = format!("x-host-token: {}", studio.host_token);
    let host = json!({ "host": true });
    let guest = json!({ "host": false });
    for (headers, expected) in [
        (vec![], Some(&host)),
        (vec!["Host: localhost".to_owned()], Some(&host)),
        (vec![format!("Host: localhost:{port}")], Some(&host)),
        (
            vec![format!("Origin: http://127.0.0.1:{port}")],
            Some(&host),
        ),
        (vec![GUEST.to_owned()], Some(&guest)),
        (vec![GUEST.to_owned(), token.clone()], Some(&host)),
        (
            vec![
                GUEST.to_owned(),
                "x-host-token: aaaaaaaaaaaaaaaaaaaaaaaaaa".to_owned(),
            ],
            Some(&guest),
        ),
        (vec!["Host: cards.example".to_owned()], Some(&guest)),
        (vec!["Host: Cards.Example:8080".to_owned()], Some(&guest)),
        (
            vec![
                "Host: cards.example".to_owned(),
                "Origin: https://cards.example".to_owned(),
            ],
            Some(&guest),
        ),
        (vec!["Host: cards.example".to_owned(), token], Some(&host)),
        (vec!["Host: evil.example".to_owned()], None),
        (vec!["Host: 192.0.2.1".to_owned()], None),
        (vec!["Host: ".to_owned()], None),
        (vec!["Origin: http://evil.example".to_owned()], None),
        (vec!["Origin: http://127.0.0.1:1".to_owned()], None),
        (vec!["Origin: null".to_owned()], None),
        (
            vec![
                "Host: evil.example".to_owned(),
                "Origin: http://evil.example".to_owned(),
            ],
            None,
        ),
        (
            vec![
                "Host: cards.example".to_owned(),
                "Origin: http://evil.example".to_owned(),
            ],
            None,
        ),
        (vec!["Sec-Fetch-Site: cross-site".to_owned()], None),
        (vec!["Sec-Fetch-Site: same-origin".to_owned()], Some(&host)),
    ] {
        let lines: Vec<&str> = headers.iter().map(String::as_str).collect();
        let answer = studio.send("GET", "/api/rights", &lines, "").await;
        match expected {
            Some(rights) => assert_eq!(&answer.json(), rights, "{headers:?}"),
            None => assert_eq!(answer.status, 403, "{headers:?}"),
        }
    }
    let page = ["Sec-Fetch-Site: cross-site"];
    let followed = studio.send("GET", "/", &page, "").await;
    assert_eq!(followed.status, 200, "a link of another site leads here");
}

#[cfg(unix)]
#[tokio::test]
async fn what_is_kept_is_the_users_alone() {
    use std::os::unix::fs::PermissionsExt;
    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("data");
    let studio = Studio::start_in(&folder).await;
    studio.make(&two_people()).await;
    let mode = |path: &Path| {
        let metadata = std::fs::metadata(path).expect("it is there");
        metadata.permissions().mode() & 0o777
    };
    assert_eq!(mode(&folder), 0o700);
    for entry in std::fs::read_dir(&folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
}
