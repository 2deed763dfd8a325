//! From the words of a fence and its lines to a whole document.

use cgml::vocabulary::keys::DOCUMENT;

use crate::fixtures;

/// Kind of an example.
pub(super) enum Kind {
    /// A whole document, which is checked as it is.
    Game,
    /// A file that later examples of the page can read.
    File(String),
    /// A file of scenarios.
    Scenarios,
    /// A part of a document.
    Part(&'static str),
    /// A section of a document.
    Section(&'static str),
}

/// Options in the words of a fence.
pub(super) struct Options {
    pub(super) kind: Kind,
    fixture: String,
    version: String,
    /// The codes the example gives, sorted.
    pub(super) errors: Vec<String>,
}

/// One example of a fence.
pub(super) struct Example {
    /// The number of lines that below the fence it begins.
    pub(super) line: usize,
    pub(super) text: String,
}

/// Parts that are not sections, and the document around each; `{}` is the example.
const PARTS: &[(&str, &str)] = &[
    (
        "effect",
        "rules:\n  - id: example\n    trigger: on.phase.Main\n    effect:\n{}",
    ),
    (
        "condition",
        "rules:\n  - id: example\n    trigger: on.phase.Main\n    effect: [{ action: REVERSE_ORDER }]\n    \
         condition:\n{}",
    ),
    (
        "expression",
        "rules:\n  - id: example\n    trigger: on.phase.Main\n    effect: [{ action: REVERSE_ORDER }]\n    \
         condition: { exists: [{ path: $.example }] }\n\
         components:\n  variables:\n  - name: example\n    computed: true\n    expression:\n{}",
    ),
    (
        "ability",
        "cards:\n  - id: example\n    kind: monster\n    level: 4\n    power: 1000\n    element: fire\n    \
         abilities:\n{}",
    ),
];

impl Options {
    /// Reads the words of a fence; `None` if its block is not run.
    pub(super) fn read(info: &[String]) -> Result<Option<Self>, String> {
        let Some(word) = info.get(1) else {
            return Ok(None);
        };
        let mut options = Self {
            kind: kind(word)?,
            fixture: String::new(),
            version: String::new(),
            errors: Vec::new(),
        };
        for word in &info[2..] {
            match word.split_once('=') {
                None if ["1.3", "1.4"].contains(&word.as_str()) => options.version = word.clone(),
                Some(("fixture", name)) => options.fixture = name.to_owned(),
                Some(("errors", codes)) => {
                    options.errors = codes.split(',').map(str::to_owned).collect();
                    options.errors.sort();
                }
                Some(_) | None => return Err(format!("`{word}` is not an option of an example")),
            }
        }
        options.settle()?;
        Ok(Some(options))
    }

    /// Fills in the fixture and the version that were not given.
    fn settle(&mut self) -> Result<(), String> {
        if self.fixture.is_empty() {
            let version = if self.version == "1.4" { "1.4" } else { "1.3" };
            self.fixture = format!("table-{version}");
        }
        let version = fixtures::version(&self.fixture)
            .ok_or_else(|| format!("there is no fixture `{}`", self.fixture))?;
        if self.version.is_empty() {
            self.version = version;
        }
        Ok(())
    }

    /// The document that an example stands for.
    pub(super) fn document(&self, example: &str) -> String {
        let body = match self.kind {
            Kind::Game | Kind::File(_) | Kind::Scenarios => return example.to_owned(),
            Kind::Part(frame) => frame.replace("{}", &indented(example, 6)),
            Kind::Section(name) if has_key(example, name) => example.to_owned(),
            Kind::Section(name) => format!("{name}:\n{}", indented(example, 2)),
        };
        format!(
            "cgml_version: \"{}\"\ninherit: {}.cgml\n{body}",
            self.version, self.fixture
        )
    }
}

fn kind(word: &str) -> Result<Kind, String> {
    if word == "game" {
        return Ok(Kind::Game);
    }
    if word == "scenarios" {
        return Ok(Kind::Scenarios);
    }
    if let Some(name) = word.strip_prefix("file=") {
        return Ok(Kind::File(name.to_owned()));
    }
    if let Some((_, frame)) = PARTS.iter().find(|(name, _)| *name == word) {
        return Ok(Kind::Part(frame));
    }
    match DOCUMENT.key(word) {
        Some(key) => Ok(Kind::Section(key.name)),
        None => Err(format!("`{word}` is not a kind of example")),
    }
}

/// True if the example writes the section's key itself.
fn has_key(example: &str, name: &str) -> bool {
    example.lines().any(|line| {
        line.strip_prefix(name)
            .is_some_and(|rest| rest.starts_with(':'))
    })
}

fn indented(text: &str, columns: usize) -> String {
    let blank = " ".repeat(columns);
    text.lines()
        .map(|line| format!("{blank}{line}\n"))
        .collect()
}

/// The examples of a block: `---` alone on a line stands between them.
pub(super) fn examples(body: &str) -> Vec<Example> {
    let mut examples = vec![Example {
        line: 1,
        text: String::new(),
    }];
    for (line, text) in (1..).zip(body.lines()) {
        if text == "---" {
            examples.push(Example {
                line: line + 1,
                text: String::new(),
            });
        } else if let Some(example) = examples.last_mut() {
            example.text += text;
            example.text.push('\n');
        }
    }
    examples
}
