//! The card editor: what it says, what it saves and what it refuses.

mod support;

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use support::{Answer, Studio};

const GAME: &str = "ygo-ftk";

fn draft(file: &str, card: Option<&str>, text: &str) -> Value {
    json!({ "file": file, "card": card, "text": text })
}

impl Studio {
    async fn check(&self, game: &str, draft: Value, edit: Value) -> Value {
        let asked = json!({ "draft": draft, "edit": edit, "language": "en" });
        let path = format!("/api/games/{game}/workshop/check");
        let answer = self.post(&path, &asked.to_string()).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    async fn save(&self, game: &str, draft: Value, version: &Value) -> Answer {
        let saving = json!({ "draft": draft, "version": version });
        let path = format!("/api/games/{game}/workshop/save");
        self.post(&path, &saving.to_string()).await
    }

    async fn open(&self, game: &str, card: &str) -> Value {
        self.get(&format!("/api/games/{game}/workshop/cards/{card}"))
            .await
            .json()
    }
}

async fn studio(games: &[&str], folder: &Path) -> Studio {
    let games: Vec<String> = games.iter().map(|game| (*game).to_owned()).collect();
    Studio::start_with(&games, folder).await
}

const NEW: &str = "\
id: lucky_day  # a new one
kind: normal_spell
name: { en: Lucky Day, ja: 吉日 }
abilities:
  - move: activate_spell
    effect: draw(2)
";

#[tokio::test]
async fn a_card_is_written_checked_mended_saved_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = studio(&[GAME], folder.path()).await;
    let pot = studio.open(GAME, "pot_of_greed").await;
    let file = pot["file"].as_str().expect("a file");
    let text = pot["text"]
        .as_str()
        .expect("a text")
        .replace("pot_of_greed", "lucky_day");
    let wrong = text.replace("draw", "drwa");
    let checked = studio
        .check(GAME, draft(file, None, &wrong), Value::Null)
        .await;
    let mistake = &checked["mistakes"][0];
    let line = mistake["line"].as_u64().expect("a line") as usize;
    let found = wrong.lines().nth(line - 1).expect("the line is there");
    assert!(found.contains("drwa"), "{mistake}: {found}");
    assert_eq!(checked["face"], Value::Null);
    let refused = studio
        .save(GAME, draft(file, None, &wrong), &pot["version"])
        .await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    assert!(!folder.path().join("games").join(GAME).exists());

    let checked = studio
        .check(GAME, draft(file, None, &text), Value::Null)
        .await;
    assert_eq!(checked["mistakes"], json!([]));
    assert_eq!(checked["id"], "lucky_day");
    assert!(
        checked["explained"]["ja"]
            .as_str()
            .is_some_and(|it| !it.is_empty())
    );
    let saved = studio
        .save(GAME, draft(file, None, &text), &pot["version"])
        .await;
    assert_eq!(saved.status, 200, "{}", saved.body);
    let copy = folder.path().join("games").join(GAME);
    let kept = fs::read_to_string(copy.join(file)).expect("the copy is there");
    assert!(kept.contains("id: lucky_day") && kept.contains("id: pot_of_greed"));

    // The copy is used after a restart, too.
    let again = studio_again(studio, folder.path()).await;
    let games = again.get("/api/games").await.json();
    assert_eq!(games[0]["own"], true);
    let plan = json!({
        "game": GAME,
        "seats": [{ "who": "here" }],
        "given": "phase: Main1\nplayers:\n  - hand: [lucky_day]\n",
    });
    let made = again.make(&plan).await;
    let mut page = again.sit(&made, Some(0), "en").await;
    let state = page
        .state_where(|state| state["decision"]["kind"] == "choose")
        .await;
    assert!(state.to_string().contains("lucky_day"), "{state}");
}

async fn studio_again(old: Studio, folder: &Path) -> Studio {
    old.kill().await;
    studio(&[GAME], folder).await
}

#[tokio::test]
async fn what_a_kill_left_behind_harms_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games");
    // A copy that was not finished, and a file of it that was not.
    fs::create_dir_all(games.join(".ygo-ftk.new/cards")).expect("a folder");
    fs::write(games.join(".ygo-ftk.new/cards/half.yaml"), "- id: [").expect("a file");
    let studio = studio(&[GAME], folder.path()).await;
    let pot = studio.open(GAME, "pot_of_greed").await;
    let file = pot["file"].as_str().expect("a file");
    let text = format!("{}\n# mine", pot["text"].as_str().expect("a text"));
    let own = draft(file, Some("pot_of_greed"), &text);
    let saved = studio.save(GAME, own.clone(), &pot["version"]).await;
    assert_eq!(saved.status, 200, "{}", saved.body);
    let half = games.join(GAME).join(file);
    let name = half
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    let half = half.with_file_name(format!(".{name}.1.new"));
    fs::write(&half, "- id: [").expect("a file");
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(600);
    let opened = fs::File::options().append(true).open(&half);
    opened
        .and_then(|half| half.set_modified(long_ago))
        .expect("a time");
    let again = studio_again(studio, folder.path()).await;
    let opened = again.open(GAME, "pot_of_greed").await;
    assert_eq!(opened["text"], text);
    let saved = again.save(GAME, own, &opened["version"]).await;
    assert_eq!(saved.status, 200, "{}", saved.body);
    let left = fs::read_dir(games.join(GAME).join("cards")).expect("a folder");
    let names = left.map(|entry| entry.expect("an entry").file_name());
    assert!(
        !names
            .into_iter()
            .any(|name| name.to_string_lossy().ends_with(".new"))
    );
}

#[tokio::test]
async fn a_form_changes_one_key_and_keeps_comments() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = studio(&["harbor"], folder.path()).await;
    let opened = studio.open("harbor", "sloop").await;
    let file = opened["file"].as_str().expect("a file");
    let edit = json!({ "key": "cost", "value": { "type": "word", "value": "4" } });
    let text = format!("{} # old", opened["text"].as_str().expect("a text"));
    let checked = studio
        .check("harbor", draft(file, Some("sloop"), &text), edit)
        .await;
    assert_eq!(checked["text"], text.replace("cost: 3", "cost: 4"));
    assert_eq!(checked["values"]["cost"], "4");
    assert_eq!(checked["values"]["name.ja"], "帆船");
    assert_eq!(checked["mistakes"], json!([]));
}

#[tokio::test]
async fn escapes_broken_texts_doubles_large_and_stale_ones_are_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = studio(&[GAME], folder.path()).await;
    let pot = studio.open(GAME, "pot_of_greed").await;
    let file = pot["file"].as_str().expect("a file");
    let version = &pot["version"];
    let text = pot["text"].as_str().expect("a text");
    let large = format!("{NEW}# {}\n", "x".repeat(70_000));
    for (name, draft, version, status) in [
        ("escape", draft("../../evil.yaml", None, NEW), version, 403),
        (
            "other file",
            draft("rules/moves.yaml", None, NEW),
            version,
            403,
        ),
        ("absolute", draft("/etc/passwd", None, NEW), version, 403),
        ("shared", draft("std/README.md", None, NEW), version, 403),
        ("broken", draft(file, None, "id: [\n"), version, 400),
        ("no card", draft(file, None, "- 1"), version, 400),
        ("double", draft(file, None, text), version, 400),
        (
            "renamed to another",
            draft(
                file,
                Some("pot_of_greed"),
                &text.replace("pot_of_greed", "upstart_goblin"),
            ),
            version,
            400,
        ),
        ("unknown", draft(file, Some("nobody"), NEW), version, 404),
        ("large", draft(file, None, &large), version, 413),
        (
            "stale",
            draft(file, Some("pot_of_greed"), text),
            &json!("0000"),
            409,
        ),
        (
            "in a deck",
            draft(file, Some("pot_of_greed"), ""),
            version,
            400,
        ),
    ] {
        let refused = studio.save(GAME, draft, version).await;
        assert_eq!(refused.status, status, "{name}: {}", refused.body);
        assert!(
            !refused.json()["message"]
                .as_str()
                .unwrap_or_default()
                .is_empty()
        );
    }
    assert!(!folder.path().join("games").exists());
    assert!(!folder.path().join("evil.yaml").exists());
    assert_eq!(studio.open(GAME, "pot_of_greed").await, pot);
}

#[tokio::test]
async fn a_row_is_added_to_the_table_of_cards_and_taken_away_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = studio(&["duel-masters"], folder.path()).await;
    let game = "duel-masters";
    let bad = draft(
        "cards.csv",
        None,
        "900,New Beast,NATUR,CREATURE,3,3000,Beast Folk,",
    );
    let checked = studio.check(game, bad, Value::Null).await;
    assert!(
        checked["mistakes"][0]["message"]
            .to_string()
            .contains("NATUR"),
        "{checked}"
    );
    assert_eq!(checked["mistakes"][0]["line"], 1);
    let row = "900,New Beast,NATURE,CREATURE,3,3000,Beast Folk,BLOCKER";
    let edit = json!({ "key": "Cost", "value": { "type": "word", "value": "4" } });
    let checked = studio
        .check(game, draft("cards.csv", None, row), edit)
        .await;
    assert_eq!(checked["mistakes"], json!([]), "{checked}");
    assert_eq!(checked["id"], "new_beast");
    let row = checked["text"].as_str().expect("a row");
    assert!(row.contains(",4,3000,"), "{row}");
    let saved = studio
        .save(game, draft("cards.csv", None, row), &Value::Null)
        .await;
    assert_eq!(saved.status, 200, "{}", saved.body);
    let table = folder.path().join("games/duel-masters/cards.csv");
    let kept = fs::read_to_string(&table).expect("the table is there");
    assert_eq!(kept.lines().count(), 2);
    let opened = studio.open(game, "new_beast").await;
    assert_eq!(opened["text"], row);
    let gone = studio
        .save(
            game,
            draft("cards.csv", Some("new_beast"), ""),
            &opened["version"],
        )
        .await;
    assert_eq!(gone.status, 200, "{}", gone.body);
    assert_eq!(
        fs::read_to_string(&table)
            .expect("the table is there")
            .lines()
            .count(),
        1
    );
}

#[tokio::test]
async fn a_draft_can_be_tried_before_it_is_saved_and_its_table_is_found_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = studio(&[GAME], folder.path()).await;
    let pot = studio.open(GAME, "pot_of_greed").await;
    let text = pot["text"]
        .as_str()
        .expect("a text")
        .replace("pot_of_greed", "lucky_day");
    let plan = json!({
        "game": GAME,
        "seats": [{ "who": "here" }],
        "draft": draft(pot["file"].as_str().expect("a file"), None, &text),
        "given": "phase: Main1\nplayers:\n  - hand: [lucky_day, lucky_day]\n",
        "seed": "1",
    });
    let made = studio.make(&plan).await;
    let mut page = studio.sit(&made, Some(0), "en").await;
    let state = page
        .state_where(|state| state["decision"]["kind"] == "choose")
        .await;
    let before = state["piles"].clone();
    page.play(&state, 0).await;
    page.state_where(|state| state["decision_number"] == 1)
        .await;
    drop(page);
    let again = studio_again(studio, folder.path()).await;
    let mut page = again.sit(&made, Some(0), "en").await;
    let state = page
        .state_where(|state| state["decision_number"] == 1)
        .await;
    assert_ne!(state["piles"], before);
    page.say(&json!({ "type": "take_back" })).await;
    let state = page
        .state_where(|state| state["decision_number"] == 0)
        .await;
    assert_eq!(state["piles"], before);
    let id = made["id"].as_str().expect("a name");
    let record = again.get(&format!("/api/tables/{id}/record")).await;
    assert_eq!(record.status, 200);
    let uploaded = again.post("/api/records", &record.body).await;
    assert_eq!(uploaded.status, 200, "{}", uploaded.body);
    let wrong = json!({ "game": GAME, "seats": [{ "who": "here" }], "given": "phase: Nowhere\n" });
    let refused = again.post("/api/tables", &wrong.to_string()).await;
    assert_eq!(refused.status, 400);
    assert!(refused.body.contains("Nowhere"), "{}", refused.body);
}

#[tokio::test]
async fn the_workshop_of_every_game_opens_and_every_card_is_as_it_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = [
        "duel-masters",
        "furuyoni",
        "harbor",
        "hearts",
        "koi-koi",
        "solitcg",
        GAME,
    ];
    let studio = studio(&games, folder.path()).await;
    for game in games {
        let found = studio
            .get(&format!("/api/games/{game}/workshop?language=ja"))
            .await;
        assert_eq!(found.status, 200, "{game}: {}", found.body);
        let found = found.json();
        let cards = found["cards"].as_array().expect("cards");
        assert_eq!(cards.is_empty(), game == "hearts", "{game}");
        for card in cards.iter().step_by(25) {
            let id = card["id"].as_str().expect("an id");
            let opened = studio.open(game, id).await;
            let own = draft(
                opened["file"].as_str().expect("a file"),
                Some(id),
                opened["text"].as_str().expect("a text"),
            );
            let checked = studio.check(game, own, Value::Null).await;
            assert_eq!(checked["id"], id, "{game}");
            assert!(checked["face"]["name"].is_string(), "{game} {id}");
        }
    }
}

#[tokio::test]
async fn pictures_of_ones_own_are_found_in_the_folder_and_nothing_else_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = Studio::start_with(&[GAME.to_owned()], folder.path()).await;
    let none = studio.get(&format!("/api/games/{GAME}/art")).await;
    assert_eq!(none.json(), json!([]));
    let art = folder.path().join("art").join(GAME);
    fs::create_dir_all(&art).expect("a folder");
    fs::write(art.join("sangan.png"), b"\x89PNG").expect("written");
    fs::write(art.join("sangan.html"), b"<script>").expect("written");
    let found = studio.get(&format!("/api/games/{GAME}/art")).await;
    assert_eq!(found.json(), json!(["sangan"]));
    let picture = studio.get(&format!("/api/games/{GAME}/art/sangan")).await;
    assert_eq!(picture.status, 200);
    for wrong in [
        "sangan.html",
        "..%2Fstudio.db",
        "..%2F..%2Fstudio.db",
        "nothing",
    ] {
        let refused = studio.get(&format!("/api/games/{GAME}/art/{wrong}")).await;
        assert_eq!(refused.status, 404, "{wrong}");
    }
}
