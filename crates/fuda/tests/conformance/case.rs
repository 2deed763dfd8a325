//! Form of a case.
//!
//! ```text
//! === MOVE takes the top card
//! players: 3
//! --- effect
//! - { action: MOVE, from: { path: "$.zones.deck" }, to: { path: "$.zones.pile" } }
//! --- play
//! 0: 3♠
//! --- then
//! pile: 3♠
//! --- view 1
//! deck: 5 cards
//! ```
//!
//! After the name come settings (`players`, `seed`, `version`), then sections:
//!
//! | section | is |
//! |---|---|
//! | `game` | YAML over `table.cgml`; `rules` come last |
//! | `effect` | the steps of the rule of the first phase, `Act` |
//! | `values` | expressions, one a line, each with `->` and what it comes to: a number, or `fails` |
//! | `facts` | conditions, one a line, each with `->` and `true`, `false` or `unknown` |
//! | `play` | what is chosen: seat and words, one a line |
//! | `then` | everything on the table that is not empty, nothing or zero, and what the game waits for |
//! | `view N` | the same as seat N sees it |
//! | `refused` | why the game cannot be played |
//! | `refuses` | steps, one a line: a game with any of them in its effect cannot be played yet |
//!
//! `UPDATE_CONFORMANCE=1` writes what came out into the sections that say what must come out: read every
//! change.

use std::fs;
use std::path::{Path, PathBuf};

/// A small game and what comes out of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) file: String,
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) sections: Vec<Section>,
}

/// One part of a case.
#[derive(Debug, Clone, Default)]
pub(crate) struct Section {
    pub(crate) title: String,
    pub(crate) text: String,
}

impl Case {
    pub(crate) fn setting(&self, name: &str) -> Option<&str> {
        let found = self.settings.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn section(&self, title: &str) -> Option<&str> {
        let found = self.sections.iter().find(|section| section.title == title);
        found.map(|section| section.text.as_str())
    }

    pub(crate) fn players(&self) -> u8 {
        let players = self.setting("players").unwrap_or("2");
        players
            .parse()
            .unwrap_or_else(|_| panic!("{}: `players` is no number", self.name))
    }

    pub(crate) fn seed(&self) -> Option<u64> {
        let seed = self.setting("seed")?.parse();
        Some(seed.unwrap_or_else(|_| panic!("{}: `seed` is no number", self.name)))
    }

    /// The questions under `values` and `facts`.
    pub(crate) fn questions(&self) -> Vec<Question> {
        let mut questions = Vec::new();
        for (title, is_fact) in [("values", false), ("facts", true)] {
            for line in self.section(title).unwrap_or_default().lines() {
                let (text, _) = line.rsplit_once(" ->").unwrap_or((line, ""));
                questions.push(Question {
                    number: questions.len(),
                    text: text.to_owned(),
                    is_fact,
                });
            }
        }
        questions
    }

    /// The games with each of the steps under `refuses`.
    pub(crate) fn refusing(&self) -> Vec<Self> {
        let lines = self.section("refuses").unwrap_or_default().lines();
        let with = |line: &str| {
            let mut case = self.clone();
            case.name = format!("{}: {line}", self.name);
            case.sections.retain(|section| section.title == "game");
            case.sections.push(Section {
                title: "effect".to_owned(),
                text: format!("{line}\n"),
            });
            case
        };
        lines.map(with).collect()
    }

    /// The game's own document.
    pub(crate) fn document(&self) -> String {
        let version = self.setting("version").unwrap_or("1.3");
        let mut text = format!("cgml_version: \"{version}\"\ninherit: table.cgml\n");
        if let Some(game) = self.section("game") {
            text.push_str(game);
        }
        let questions = self.questions();
        let effect = match self.section("effect") {
            Some(effect) => effect.to_owned(),
            None if questions.is_empty() => return text,
            None => {
                text.push_str("components:\n  variables:\n");
                for number in 0..questions.len() {
                    text.push_str(&format!(
                        "    - {{ name: answer_{number}, initial_value: {UNANSWERED} }}\n"
                    ));
                }
                questions.iter().map(Question::step).collect()
            }
        };
        if !text.contains("\nrules:") {
            text.push_str("rules:\n");
        }
        text.push_str("  - id: act\n    trigger: on.phase.Act\n");
        if !questions.is_empty() {
            text.push_str("    on_failure: continue\n");
        }
        text.push_str("    effect:\n");
        text.push_str(&indented(&effect, "      "));
        text
    }
}

/// Value of a variable without an answer.
pub(crate) const UNANSWERED: i64 = -1000;

/// An expression or condition, and what must come out.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    number: usize,
    text: String,
    is_fact: bool,
}

impl Question {
    /// The step that answers it.
    fn step(&self) -> String {
        let number = self.number;
        // Anything but a mapping is an expression as text.
        let text = if self.text.starts_with('{') {
            self.text.clone()
        } else {
            format!("\"{}\"", self.text)
        };
        let set = |value: &str| {
            format!(
                "{{ action: SET_VARIABLE, path: {{ path: \"$.answer_{number}\" }}, value: {value} }}"
            )
        };
        if !self.is_fact {
            return format!("- {}\n", set(&text));
        }
        format!(
            "- action: IF\n  condition: {text}\n  then: [{}]\n  else:\n    - action: IF\n      \
             condition: {{ not: [{text}] }}\n      then: [{}]\n      else: []\n",
            set("{ value: 1 }"),
            set("{ value: 0 }")
        )
    }

    /// An answer in words.
    pub(crate) fn answered(&self, answer: i64) -> String {
        let words = match answer {
            UNANSWERED if self.is_fact => "unknown".to_owned(),
            UNANSWERED => "fails".to_owned(),
            1 if self.is_fact => "true".to_owned(),
            0 if self.is_fact => "false".to_owned(),
            number => number.to_string(),
        };
        format!("{} -> {words}\n", self.text)
    }

    /// The section it stands in.
    pub(crate) fn section(&self) -> &'static str {
        if self.is_fact { "facts" } else { "values" }
    }
}

fn indented(text: &str, by: &str) -> String {
    let lines = text.lines().map(|line| format!("{by}{line}\n"));
    lines.collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance")
}

/// The game that all cases begin with.
pub(crate) fn table() -> String {
    fs::read_to_string(folder().join("table.cgml")).expect("it is part of the test")
}

/// The files with cases.
pub(crate) fn files() -> Vec<PathBuf> {
    let listed = fs::read_dir(folder().join("cases")).expect("the folder is part of the test");
    let mut files: Vec<PathBuf> = listed
        .map(|file| file.expect("it can be listed").path())
        .collect();
    files.sort();
    files
}

/// The cases of a file.
pub(crate) fn read(file: &Path) -> Vec<Case> {
    let text = fs::read_to_string(file).expect("it was just listed");
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("=== ") {
            cases.push(Case {
                name: title.to_owned(),
                file: name.clone().into_owned(),
                ..Case::default()
            });
            continue;
        }
        let Some(case) = cases.last_mut() else {
            continue;
        };
        if let Some(title) = line.strip_prefix("--- ") {
            case.sections.push(Section {
                title: title.to_owned(),
                text: String::new(),
            });
        } else if let Some(section) = case.sections.last_mut() {
            section.text.push_str(line);
            section.text.push('\n');
        } else if let Some((name, value)) = line.split_once(": ") {
            let setting = (name.to_owned(), value.to_owned());
            case.settings.push(setting);
        }
    }
    for section in cases.iter_mut().flat_map(|case| &mut case.sections) {
        section.text = format!("{}\n", section.text.trim_end());
    }
    cases
}

/// Writes the cases of a file as they are now. What stands before the first stays.
pub(crate) fn write(file: &Path, cases: &[Case]) {
    let old = fs::read_to_string(file).expect("it was just read");
    let head = old.find("=== ").unwrap_or(old.len());
    let mut text = old[..head].to_owned();
    for (number, case) in cases.iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        text.push_str(&format!("=== {}\n", case.name));
        for (name, value) in &case.settings {
            text.push_str(&format!("{name}: {value}\n"));
        }
        for section in &case.sections {
            text.push_str(&format!("--- {}\n{}", section.title, section.text));
        }
    }
    fs::write(file, text).expect("it was just read");
}
