//! The pages of the shipped games say what the games do, as far as that can be compared.

use std::fs;
use std::path::PathBuf;

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use cgml::model::{Game, Literal, Parameter};

fn games() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

fn read(path: &str) -> String {
    fs::read_to_string(games().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn game(name: &str) -> Game {
    let located = fuda::locate(name).expect("the game is shipped");
    let mut diagnostics = Diagnostics::new();
    let document = load(&located.sources, &located.entry, &mut diagnostics);
    let document = document.expect("the game can be read");
    check(&document, &mut diagnostics).expect("the game has no errors")
}

/// The cells of the rows of all tables on a page.
fn rows(page: &str) -> Vec<Vec<String>> {
    let lines = page.lines().filter_map(|line| line.strip_prefix("| "));
    lines
        .map(|line| {
            let cells = line.trim_end_matches('|').split('|');
            cells.map(|cell| cell.trim().to_owned()).collect()
        })
        .collect()
}

/// A value as pages write it.
fn written(parameter: &Parameter, game: &Game) -> String {
    match &parameter.default {
        Literal::Nothing => "`none`".to_owned(),
        Literal::Bool(truth) => format!("`{truth}`"),
        Literal::Number(number) => number.to_string().replace('-', "−"),
        Literal::Text(text) => format!("`{text}`"),
        Literal::Symbol(set, position) => {
            format!("`{}`", game.symbol_sets[*set].values[*position as usize])
        }
        Literal::Range(_) | Literal::List(_) | Literal::Record(_) => String::new(),
    }
}

#[test]
fn pages_of_games_list_their_parameters_with_the_right_defaults() {
    let mut wrong = Vec::new();
    for name in fuda::library::names() {
        let (page, game) = (read(&format!("{name}/README.md")), game(&name));
        let rows = rows(&page);
        for parameter in game.parameters.iter() {
            let cell = format!("`{}`", parameter.name);
            let row = rows.iter().find(|row| row[0] == cell);
            let default = row.and_then(|row| row.get(1));
            match default {
                Some(default) if default.starts_with(&written(parameter, &game)) => {}
                Some(default) => wrong.push(format!("{name}: {cell} is not {default}")),
                None if parameter.values.len() == 1 || page.contains(&cell) => {}
                None if page.contains(&format!("`{}: ", parameter.name)) => {}
                None => wrong.push(format!("{name}: {cell} is not explained")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn scenarios_name_parts_of_the_page_of_their_game() {
    let mut wrong = Vec::new();
    let mut found = 0;
    for name in fuda::library::names() {
        let page = read(&format!("{name}/README.md"));
        for file in scenarios(&name) {
            let text = read(&file);
            let rules = text
                .lines()
                .filter_map(|line| line.trim().strip_prefix("rule:"));
            for rule in rules {
                let rule = rule.trim().trim_matches('"');
                let part = rule.strip_prefix("README, ").unwrap_or(rule);
                // After a colon comes what of it.
                let part = part.split_once(": ").map_or(part, |(part, _)| part);
                found += 1;
                if !has_part(&page, part) {
                    wrong.push(format!("{file}: {rule}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(found > 250, "only {found} scenarios name a rule");
}

fn scenarios(game: &str) -> Vec<String> {
    let entries = fs::read_dir(games().join(game).join("scenarios"));
    let entries = entries.expect("every game has scenarios");
    let names = entries.map(|entry| entry.expect("a folder can be listed").file_name());
    names
        .map(|name| format!("{game}/scenarios/{}", name.display()))
        .filter(|name| name.ends_with(".yaml"))
        .collect()
}

/// True if a page has such a heading, or a paragraph that begins with it.
fn has_part(page: &str, part: &str) -> bool {
    page.lines().any(|line| {
        let line = line.trim_start_matches("- ");
        let titles = ["# ", "## ", "### ", "**", "*"];
        let mut titles = titles.iter().filter_map(|title| line.strip_prefix(title));
        titles.any(|title| title.contains(part))
    })
}

#[test]
fn the_list_of_games_says_how_many_can_play() {
    let page = read("README.md");
    let rows = rows(&page);
    for name in fuda::library::names() {
        let link = format!("[{name}]({name}/)");
        let row = rows.iter().find(|row| row[0] == link);
        let row = row.unwrap_or_else(|| panic!("{name} is not listed"));
        let meta = game(&name).meta;
        let players = match (meta.min_players, meta.max_players) {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least}–{most}"),
        };
        let said = row[1].split(',').next().unwrap_or_default();
        assert_eq!(said, players, "{name}");
        let version = format!("cgml_version: \"{}\"", row[2]);
        assert!(
            read(&format!("{name}/game.cgml")).contains(&version),
            "{name}"
        );
    }
}
