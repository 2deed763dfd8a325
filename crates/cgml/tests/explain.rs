//! Games in plain sentences, read as a person would read them.
#![expect(clippy::disallowed_methods, reason = "the tests read files")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::explain::{self, Subject};
use cgml::load::load;
use cgml::model::visit::{blocks, each_step, exprs};
use cgml::model::{Callee, ExprKind, Game};
use cgml::render::{Style, terminal};
use cgml::source::MemorySources;
use cgml::vocabulary::{Language, actions, operators};

const WAR: &str = include_str!("schema/valid/1.3-war.yaml");
const LAY_LOW: &str = include_str!("schema/valid/1.3-lay-low.yaml");
const SPARKS: &str = include_str!("schema/valid/1.4-sparks.yaml");
const DUEL: &str = include_str!("explain/duel.cgml");
const WORDS: &str = include_str!("explain/words.cgml");

const LANGUAGES: [Language; 2] = [Language::English, Language::Japanese];

#[test]
fn a_traditional_game_reads_like_a_rulebook() {
    overview("war", WAR);
}

#[test]
fn a_trading_card_game_reads_like_a_rulebook() {
    overview("duel", DUEL);
}

#[test]
fn every_action_and_operator_reads_in_a_sentence() {
    overview("words", WORDS);
}

#[test]
fn cards_read_like_cards() {
    let game = game(DUEL);
    for language in LANGUAGES {
        let cards: Vec<String> = game
            .cards
            .pairs()
            .map(|(card, _)| explain::card(&game, card, language))
            .collect();
        insta::assert_snapshot!(format!("cards_{}", language.code()), cards.join("\n\n"));
    }
}

#[test]
fn the_words_of_the_vocabulary_are_all_in_the_snapshot() {
    let game = game(WORDS);
    let mut used = BTreeSet::new();
    exprs(&game, &mut |expr| {
        used.extend(match &expr.kind {
            ExprKind::Operator(operation) => Some(operation.operator.name),
            ExprKind::CanPerform(_) => Some("canPerform"),
            ExprKind::CanMove(..) => Some("can"),
            ExprKind::HasKeyword(..) => Some("has_keyword"),
            ExprKind::Counters(..) => Some("counters"),
            _ => None,
        });
    });
    for steps in blocks(&game) {
        each_step(steps, &mut |step| {
            if let Callee::Action(action) = step.callee {
                used.insert(action.row().name);
            }
        });
    }
    let all = actions::all().map(|action| action.name);
    let all: BTreeSet<&str> = all.chain(operators::all().map(|it| it.name)).collect();
    assert_eq!(
        all.difference(&used).collect::<Vec<_>>(),
        Vec::<&&str>::new()
    );
}

#[test]
fn whatever_is_checked_is_explained_without_gaps() {
    for text in [WAR, LAY_LOW, SPARKS, DUEL, WORDS] {
        explain_everything(&game(text));
    }
}

#[test]
fn the_worked_examples_of_trading_card_games_are_explained_without_gaps() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/examples");
    let pages = fs::read_dir(folder).expect("the reference has examples");
    let mut games = 0;
    for page in pages {
        let path = page.expect("the folder can be listed").path();
        let page = fs::read_to_string(path).expect("a page is text");
        for example in page.split("```yaml game\n").skip(1) {
            explain_everything(&game(example.split("```").next().unwrap_or(example)));
            games += 1;
        }
    }
    assert!(games >= 4);
}

/// Explains a game and everything in it, and looks for what no sentence has.
fn explain_everything(game: &Game) {
    for language in LANGUAGES {
        let subjects = explain::subjects(game);
        let parts = subjects.map(|it| explain::subject(game, it, language));
        let whole = explain::game(game, language);
        for explained in parts.chain([whole]) {
            let gap = ["…", "{", "}", "  .", "..", "。。", " ,", "、、"]
                .into_iter()
                .find(|gap| explained.contains(gap));
            assert_eq!(gap, None, "{explained}");
            assert!(!explained.is_empty());
        }
    }
}

#[test]
fn an_expression_reads_by_itself() {
    let game = game(DUEL);
    let invariant = &game.invariants[0];

    assert_eq!(
        explain::expression(&game, &invariant.holds, Language::English),
        "for each player, there are at most 5 cards in their battle zone"
    );
    assert_eq!(
        explain::expression(&game, &invariant.holds, Language::Japanese),
        "各プレイヤーについて、そのバトルゾーンのカードが5枚以下である"
    );
}

#[test]
fn things_are_found_by_name_and_cards_by_title() {
    let game = game(DUEL);
    let kind = |name| {
        let found = explain::find(&game, name);
        found.map(|found| found.into_iter().map(Subject::kind).collect::<String>())
    };

    assert_eq!(kind("untap").as_deref(), Ok("rule"));
    assert_eq!(kind("summon").as_deref(), Ok("move"));
    assert_eq!(kind("draw").as_deref(), Ok("definition"));
    assert_eq!(kind("ember_wisp").as_deref(), Ok("card"));
    assert_eq!(kind("ember wisp").as_deref(), Ok("card"));
    assert_eq!(kind("炎の槍").as_deref(), Ok("card"));
    assert_eq!(kind("blocker").as_deref(), Ok("keyword"));
    assert_eq!(kind("graveyard").as_deref(), Ok("zone"));
    assert_eq!(kind("storm").as_deref(), Ok("variable"));
    assert_eq!(kind("Playing").as_deref(), Ok("state"));
    assert_eq!(kind("Battle").as_deref(), Ok("phase"));
    assert_eq!(kind("burned_down").as_deref(), Ok("transition"));
    assert_eq!(kind("destroyed").as_deref(), Ok("check"));
    assert_eq!(kind("room").as_deref(), Ok("invariant"));
}

#[test]
fn an_unknown_name_is_answered_with_a_near_one() {
    let game = game(DUEL);

    assert_eq!(
        explain::find(&game, "sumon"),
        Err(Some("summon".to_owned()))
    );
    assert_eq!(
        explain::find(&game, "Flame Lace"),
        Err(Some("Flame Lance".to_owned()))
    );
    assert_eq!(explain::find(&game, "something else"), Err(None));
    assert_eq!(explain::find(&game, ""), Err(None));
}

/// Compares the whole explanation of a game, in both languages.
fn overview(name: &str, text: &str) {
    let game = game(text);
    for language in LANGUAGES {
        let name = format!("{name}_{}", language.code());
        insta::assert_snapshot!(name, explain::game(&game, language));
    }
}

fn game(text: &str) -> Game {
    let mut sources = MemorySources::new();
    sources.insert("game.cgml", text);
    let mut diagnostics = Diagnostics::new();
    let game = load(&sources, "game.cgml", &mut diagnostics)
        .and_then(|document| check(&document, &mut diagnostics));
    game.unwrap_or_else(|_| panic!("{}", terminal(&diagnostics, Style::Plain)))
}
