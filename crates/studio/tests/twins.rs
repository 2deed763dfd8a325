//! Twin tables: two positions that differ in hidden cards only. Whoever may not know them hears the same from the studio,
//! byte for byte, and waits as long.

mod support;

use serde_json::{Value, json};
use std::time::{Duration, Instant};
use support::{Client, Studio};

/// By how much times may differ on a busy machine.
const TOLERANCE: Duration = Duration::from_millis(900);

/// Time limit for waiting for somebody.
const PATIENCE: Duration = Duration::from_secs(20);

/// Two positions of a game, and what the seats do. The first seat may not know what differs.
struct Twins {
    game: &'static str,
    given: [&'static str; 2],
    /// Words of the first seat's choice.
    begins: &'static str,
    /// Words of the other seat's choice, where there is something to choose.
    declines: &'static str,
}

/// A shield that is a trigger, or not.
const SHIELDS: Twins = Twins {
    game: "duel-masters",
    given: [
        "phase: Attack\ncurrent: 0\nturn_index: 20\nplayers:\n  - { battle: [burning_mane], deck: [iere, iere] }\n  \
         - { shields: [holy_awe], deck: [frei, frei, holy_awe] }\n",
        "phase: Attack\ncurrent: 0\nturn_index: 20\nplayers:\n  - { battle: [burning_mane], deck: [iere, iere] }\n  \
         - { shields: [frei], deck: [holy_awe, frei, holy_awe] }\n",
    ],
    begins: "Attack the player",
    declines: "no",
};

/// A ninja in the hand, or not.
const NINJAS: Twins = Twins {
    game: "duel-masters",
    given: [
        "phase: Attack\ncurrent: 0\nturn_index: 20\nplayers:\n  - { battle: [burning_mane], deck: [iere, iere] }\n  \
         - { hand: [hayabusamaru], mana: [iere, iere, iere, iere], shields: [frei], deck: [frei, frei, hayabusamaru] }\n",
        "phase: Attack\ncurrent: 0\nturn_index: 20\nplayers:\n  - { battle: [burning_mane], deck: [iere, iere] }\n  \
         - { hand: [frei], mana: [iere, iere, iere, iere], shields: [frei], deck: [hayabusamaru, frei, hayabusamaru] }\n",
    ],
    begins: "Attack the player",
    declines: "Done",
};

/// A reaction in the hand, or not.
const REACTIONS: Twins = Twins {
    game: "furuyoni",
    given: [
        "state: Duel\nphase: Main\nturn_index: 2\nresources: { distance: 4 }\nplayers:\n  - { hand: [zan] }\n  \
         - { hand: [shibu], deck: [haneusagi], aura: 3 }\n",
        "state: Duel\nphase: Main\nturn_index: 2\nresources: { distance: 4 }\nplayers:\n  - { hand: [zan] }\n  \
         - { hand: [haneusagi], deck: [shibu], aura: 3 }\n",
    ],
    begins: "Slash",
    declines: "Pass",
};

/// Messages to a client that may not know the cards up to the end of a question, and the time it took.
struct Course {
    heard: Vec<String>,
    waited: Duration,
    /// The number of choices the other seat had.
    choices: usize,
}

/// The number of the first choice with these words.
fn choice(state: &Value, words: &str) -> u32 {
    let choices = state["decision"]["choices"].as_array().expect("choices");
    let found = choices.iter().position(|choice| {
        let text = choice["text"].as_str().expect("a text");
        text.contains(words)
    });
    found.unwrap_or_else(|| panic!("no `{words}` among {choices:?}")) as u32
}

/// Hears all states until so many choices were made.
async fn hear_until(page: &mut Client, id: &str, number: u64) -> Vec<String> {
    let mut heard = Vec::new();
    loop {
        let message = tokio::time::timeout(PATIENCE, page.hear()).await;
        let message = message.unwrap_or_else(|_| panic!("nothing more after {heard:#?}"));
        heard.push(message.to_string().replace(id, "TABLE"));
        if message["decision_number"].as_u64() >= Some(number) {
            return heard;
        }
    }
}

fn plan(twins: &Twins, given: &str, other: Value) -> Value {
    json!({
        "game": twins.game, "given": given, "seed": "7", "seats": [{ "who": "here" }, other],
        "pace": { "kind": "auto", "milliseconds": 0 },
    })
}

/// Plays one of two twins with people: the first seat begins, the other one declines if it can choose at all.
async fn with_people(studio: &Studio, twins: &Twins, given: &str) -> Course {
    let made = studio
        .make(&plan(twins, given, json!({ "who": "here" })))
        .await;
    let id = made["id"].as_str().expect("a name");
    let mut other = studio.sit(&made, Some(1), "en").await;
    let mut page = studio.sit(&made, Some(0), "en").await;
    let state = page
        .state_where(|state| state["present"] == json!([0, 1]))
        .await;
    page.play(&state, choice(&state, twins.begins)).await;
    let asked = other
        .state_where(|state| state["decision_number"] == 1)
        .await;
    let begin = Instant::now();
    let choices = asked["decision"]["choices"]
        .as_array()
        .expect("it is asked")
        .len();
    if choices > 1 {
        other.play(&asked, choice(&asked, twins.declines)).await;
    }
    let heard = hear_until(&mut page, id, 2).await;
    Course {
        heard,
        waited: begin.elapsed(),
        choices,
    }
}

/// Plays one of two twins against a computer.
async fn with_computer(studio: &Studio, twins: &Twins, given: &str) -> Duration {
    let computer = json!({ "who": "computer", "name": "ismcts:10" });
    let made = studio.make(&plan(twins, given, computer)).await;
    let id = made["id"].as_str().expect("a name");
    let mut page = studio.sit(&made, Some(0), "en").await;
    let state = page.state().await;
    page.play(&state, choice(&state, twins.begins)).await;
    page.state_where(|state| state["decision_number"] == 1)
        .await;
    let begin = Instant::now();
    hear_until(&mut page, id, 2).await;
    begin.elapsed()
}

async fn studio(folder: &std::path::Path) -> Studio {
    let games = ["duel-masters", "furuyoni"].map(str::to_owned);
    Studio::start_with(&games, folder).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn others_hear_the_same_and_wait_as_long_whether_or_not_there_is_something_to_choose() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = studio(folder.path()).await;
    for twins in [&SHIELDS, &NINJAS, &REACTIONS] {
        let [one, other] = [
            with_people(&studio, twins, twins.given[0]).await,
            with_people(&studio, twins, twins.given[1]).await,
        ];
        assert!(
            one.choices > 1 && other.choices == 1,
            "{} and {}",
            one.choices,
            other.choices
        );
        assert_eq!(one.heard, other.heard);
        let difference = one.waited.abs_diff(other.waited);
        assert!(
            difference < TOLERANCE,
            "{:?} and {:?}",
            one.waited,
            other.waited
        );
        assert!(one.waited > Duration::from_millis(900), "{:?}", one.waited);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_computer_with_only_one_answer_does_not_answer_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = studio(folder.path()).await;
    for given in SHIELDS.given {
        let waited = with_computer(&studio, &SHIELDS, given).await;
        assert!(waited > Duration::from_millis(200), "{waited:?}");
    }
}
