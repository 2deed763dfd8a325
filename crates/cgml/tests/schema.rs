//! The JSON Schemas against an independent validator and whole small games.
//!
//! Every file in `schema/valid` passes the schema its modeline names; every file in `schema/broken`
//! has one mistake, described in its first line, and fails. Every shipped game passes the schema of its
//! version.
#![expect(clippy::disallowed_methods, reason = "the tests read files")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use cgml::check::check;
use cgml::diagnostic::{Diagnostic, Diagnostics, Severity};
use cgml::load::load;
use cgml::render::{Style, terminal};
use cgml::schema::files;
use cgml::source::MemorySources;
use cgml::vocabulary::keys;
use jsonschema::Validator;
use serde_json::Value;

#[path = "schema/yaml.rs"]
mod yaml;

#[test]
fn the_committed_files_are_current() {
    for (name, contents) in files() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../schema")
            .join(name);
        let committed = fs::read_to_string(&path).expect("every schema is committed");
        assert!(
            committed == contents,
            "schema/{name} is out of date: run `cargo xtask generate`"
        );
    }
}

#[test]
fn the_schemas_are_valid_draft_07() {
    for (name, contents) in files() {
        let schema: Value = serde_json::from_str(&contents).expect("a schema is JSON");
        assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
        let result = jsonschema::draft7::meta::validate(&schema);
        assert!(result.is_ok(), "{name}: {:?}", result.err());
    }
}

#[test]
fn every_definition_is_described_and_no_mapping_with_known_keys_takes_others_by_accident() {
    let (_, contents) = &files()[1];
    let schema: Value = serde_json::from_str(contents).expect("a schema is JSON");
    for object in keys::objects() {
        let definition = &schema["definitions"][object.name.replace(' ', "_")];
        assert_eq!(definition["title"], object.name);
        assert_eq!(definition["description"], object.about);
        let is_open = definition.get("additionalProperties").is_none();
        assert_eq!(is_open, object.name == "card", "{}", object.name);
    }
}

#[test]
fn valid_files_pass() {
    assert_eq!(problems_of("valid"), "");
}

/// One line for each problem; a file that passes has none and is missing.
#[test]
fn broken_files_fail_where_they_are_broken() {
    insta::assert_snapshot!(problems_of("broken"));
}

#[test]
fn every_broken_file_says_what_is_wrong_and_fails() {
    let problems = problems_of("broken");
    for test in tests("broken") {
        assert!(test.text.starts_with("# wrong: "), "{}", test.name);
        let line = format!("{}: ", test.name);
        assert!(
            problems.lines().any(|problem| problem.starts_with(&line)),
            "{line}passes"
        );
    }
}

/// Files that are only included, such as `std/zones.yaml`, are no games.
#[test]
fn shipped_games_pass() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let tests: Vec<Test> = game_files(&games).iter().map(|path| game(path)).collect();
    let names: Vec<&str> = tests.iter().map(|test| test.name.as_str()).collect();

    assert!(names.contains(&"game") && names.contains(&"trick_taking"));
    assert_eq!(problems_of_files(&tests), "");
}

/// Every shipped card of SoliTCG passes the schema of its dialect, and most mistakes of its authors do not.
#[test]
fn cards_of_a_dialect_pass_their_schema() {
    let (_, schema) = files().into_iter().next_back().expect("there are schemas");
    let validator = validator(&schema);
    let of = |folder: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let entries = fs::read_dir(folder).expect("a folder of the repository");
        let texts = entries.map(|entry| {
            let path = entry.expect("a folder can be listed").path();
            fs::read_to_string(path).expect("a card is text")
        });
        texts
            .map(|text| {
                yaml::documents(&text)
                    .iter()
                    .all(|it| validator.is_valid(it))
            })
            .collect::<Vec<bool>>()
    };
    let (sound, broken) = (
        of("../../games/solitcg/cards"),
        of("tests/dialect/mistakes"),
    );

    assert!(sound.len() > 50 && sound.iter().all(|passes| *passes));
    assert!(broken.iter().filter(|passes| !**passes).count() > 15);
}

/// The checker refuses what the schemas refuse. Its first error for each file; a mistake has few.
#[test]
fn broken_files_fail_the_check_as_well() {
    let mut first = String::new();
    for test in tests("broken") {
        let problems = checked(&test);
        let errors = problems
            .sorted()
            .into_iter()
            .filter(|problem| problem.severity() == Severity::Error);
        let errors: Vec<&Diagnostic> = errors.collect();
        assert!(!errors.is_empty(), "{} passes", test.name);
        assert!(
            errors.len() <= 2,
            "{} has {} errors",
            test.name,
            errors.len()
        );
        let wrong = test.text.lines().next().unwrap_or_default();
        first += &format!(
            "{}\n{wrong}\n{}\n\n",
            test.name,
            shown(&problems, errors[0])
        );
    }
    insta::assert_snapshot!(first);
}

/// The problems of a file as a game.
fn checked(test: &Test) -> Diagnostics {
    let sources = MemorySources::new().with("game.cgml", test.text.as_str());
    let mut problems = Diagnostics::new();
    let document = load(&sources, "game.cgml", &mut problems);
    let game = document.and_then(|document| check(&document, &mut problems));
    assert!(game.is_err(), "{} is a game", test.name);
    problems
}

/// One problem as a designer reads it, without the line that sums up.
fn shown(problems: &Diagnostics, problem: &Diagnostic) -> String {
    let mut alone = Diagnostics::new();
    for (_, file) in problems.files().files() {
        alone.files_mut().add(file.path(), file.text());
    }
    alone.report(problem.clone());
    let text = terminal(&alone, Style::Plain);
    let lines: Vec<&str> = text.lines().collect();
    lines[..lines.len().saturating_sub(2)].join("\n")
}

#[test]
fn the_valid_files_use_every_action_operator_and_key() {
    for (name, contents) in files() {
        let schema: Value = serde_json::from_str(&contents).expect("a schema is JSON");
        if !name.starts_with("cgml-") {
            continue;
        }
        let mut used = BTreeSet::new();
        for test in tests("valid").iter().filter(|test| test.schema == name) {
            let documents = yaml::documents(&test.text);
            documents
                .iter()
                .for_each(|document| collect_words(document, &mut used));
        }
        let missing: Vec<String> = words(&schema).difference(&used).cloned().collect();
        assert_eq!(missing, Vec::<String>::new(), "not used with {name}");
    }
}

/// A file of the test and the schema its modeline names.
struct Test {
    name: String,
    text: String,
    schema: String,
}

fn tests(folder: &str) -> Vec<Test> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/schema")
        .join(folder);
    let entries = fs::read_dir(folder).expect("the folder is part of the repository");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder can be listed").path())
        .collect();
    paths.sort();
    paths.iter().map(|path| test(path)).collect()
}

fn test(path: &Path) -> Test {
    let name = path.file_stem().expect("a listed file has a name");
    let text = fs::read_to_string(path).expect("a listed file can be read");
    let modeline = text.lines().find(|line| line.contains("$schema="));
    let schema = modeline.and_then(|line| line.rsplit('/').next());
    Test {
        name: name.display().to_string(),
        schema: schema.expect("every file names its schema").to_owned(),
        text,
    }
}

/// The game files below a folder.
fn game_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is part of the repository");
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.expect("a folder can be listed").path();
        if path.is_dir() {
            files.extend(game_files(&path));
        } else if path
            .extension()
            .is_some_and(|extension| extension == "cgml")
        {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// A game, with the schema of its version.
fn game(path: &Path) -> Test {
    let name = path.file_stem().expect("a listed file has a name");
    let text = fs::read_to_string(path).expect("a listed file can be read");
    let version = text
        .lines()
        .find_map(|line| line.strip_prefix("cgml_version: "));
    let version = version
        .expect("every game says its version")
        .trim_matches('"');
    Test {
        name: name.display().to_string(),
        schema: format!("cgml-{version}.json"),
        text,
    }
}

/// Each problem of the files in a folder: file, place and message.
fn problems_of(folder: &str) -> String {
    problems_of_files(&tests(folder))
}

fn problems_of_files(tests: &[Test]) -> String {
    let validators: BTreeMap<&str, Validator> = files()
        .into_iter()
        .map(|(name, contents)| (name, validator(&contents)))
        .collect();
    let mut problems = String::new();
    for test in tests {
        let validator = &validators[test.schema.as_str()];
        for document in yaml::documents(&test.text) {
            for error in validator.iter_errors(&document) {
                let place = error.instance_path();
                problems += &format!("{}: {place} {}\n", test.name, error.masked());
            }
        }
    }
    problems
}

fn validator(schema: &str) -> Validator {
    let schema: Value = serde_json::from_str(schema).expect("a schema is JSON");
    jsonschema::draft7::new(&schema).expect("a schema is valid")
}

/// Every key of a schema, and every action.
fn words(schema: &Value) -> BTreeSet<String> {
    let definitions = schema["definitions"].as_object();
    let definitions = definitions.into_iter().flatten();
    let actions = definitions
        .clone()
        .filter_map(|(name, _)| name.strip_prefix("action."));
    // The short form of an action has the same parameters as the long one.
    let properties = definitions
        .clone()
        .filter(|(name, _)| !name.starts_with("short."))
        .filter_map(|(_, definition)| definition.get("properties")?.as_object());
    let keys = properties.flat_map(|properties| properties.keys().map(String::as_str));
    actions.chain(keys).map(str::to_owned).collect()
}

/// Every key of a document, and what stands after `action`.
fn collect_words(value: &Value, words: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                words.insert(key.clone());
                if let ("action", Some(action)) = (key.as_str(), value.as_str()) {
                    words.insert(action.to_owned());
                }
                collect_words(value, words);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_words(item, words)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
