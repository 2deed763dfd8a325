//! Mutants of a file of YAML: parts are left out, exchanged, doubled, moved, or become something else.
//!
//! The file is changed as a tree and written anew, so that most mutants can be read, and what is wrong with them is
//! what they say.

use cgml::diagnostic::Diagnostics;
use cgml::load::load_file;
use cgml::source::{MemorySources, Sources};
use cgml::tree::{NodeId, Style, Tree, Value};
use engine::random::Random;

/// A part of a file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Part {
    Scalar {
        text: String,
        is_plain: bool,
    },
    /// The path of another file.
    Include(String),
    List(Vec<Part>),
    Map(Vec<(String, Part)>),
}

/// The documents of a file, without what it includes; nothing if it cannot be read.
pub(crate) fn documents(sources: &dyn Sources, path: &str) -> Option<Vec<Part>> {
    let text = sources.read(path).ok()?;
    let alone = MemorySources::new().with(path, text);
    // Other files are not there, which is what is reported.
    let mut diagnostics = Diagnostics::new();
    let file = load_file(&alone, path, &mut diagnostics).ok()?;
    let roots = file.roots.iter().map(|root| part(&file.tree, *root));
    Some(roots.collect())
}

fn part(tree: &Tree, node: NodeId) -> Part {
    let is_tagged = tree.node(node).tag.is_some();
    match &tree.node(node).value {
        Value::Scalar(scalar) if is_tagged => Part::Include(scalar.text.clone()),
        Value::Scalar(scalar) => Part::Scalar {
            text: scalar.text.clone(),
            is_plain: scalar.style == Style::Plain,
        },
        Value::List(items) => Part::List(items.iter().map(|item| part(tree, *item)).collect()),
        Value::Map(entries) => {
            let entries = entries.iter();
            let entries = entries.map(|entry| (entry.key.clone(), part(tree, entry.value)));
            Part::Map(entries.collect())
        }
    }
}

/// The documents as text.
pub(crate) fn written(documents: &[Part]) -> String {
    let mut text = String::new();
    for document in documents {
        text.push_str("---\n");
        write(document, &mut text);
        text.push('\n');
    }
    text
}

fn write(part: &Part, to: &mut String) {
    match part {
        Part::Scalar { text, is_plain } if *is_plain && is_simple(text) => to.push_str(text),
        Part::Scalar { text, .. } => write_quoted(text, to),
        Part::Include(path) => {
            to.push_str("!include ");
            write_quoted(path, to);
        }
        Part::List(items) => {
            to.push('[');
            for item in items {
                write(item, to);
                to.push_str(",\n");
            }
            to.push(']');
        }
        Part::Map(entries) => {
            to.push('{');
            for (key, value) in entries {
                write_quoted(key, to);
                to.push_str(": ");
                write(value, to);
                to.push_str(",\n");
            }
            to.push('}');
        }
    }
}

/// True if a text without quotes means itself everywhere.
fn is_simple(text: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._".contains(letter);
    let rest = text.strip_prefix('-').unwrap_or(text);
    !rest.is_empty() && rest.chars().all(is_plain)
}

fn write_quoted(text: &str, to: &mut String) {
    to.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => to.extend(['\\', letter]),
            '\n' => to.push_str("\\n"),
            '\t' => to.push_str("\\t"),
            letter if letter.is_control() => {
                to.push_str(&format!("\\u{:04x}", letter as u32));
            }
            letter => to.push(letter),
        }
    }
    to.push('"');
}

/// Changes a part, in some mutants two.
pub(crate) fn mutate(documents: &mut [Part], random: &mut Random) {
    for _ in 0..1 + u32::from(random.below(4) == 0) {
        let count: usize = documents.iter().map(Part::count).sum();
        if count == 0 {
            return;
        }
        let mut pick = || random.below(count as u32) as usize;
        let (place, other) = (pick(), pick());
        change(documents, place, other, random);
    }
}

fn change(documents: &mut [Part], place: usize, other: usize, random: &mut Random) {
    let elsewhere = find(documents, other).map(|part| part.clone());
    let Some(part) = find(documents, place) else {
        return;
    };
    match random.below(7) {
        0 => delete(part, random),
        1 => duplicate(part, random),
        2 => reorder(part, random),
        3 => *part = of_another_kind(part, random),
        4 => number(part, random),
        // A part of the file stands in another place, or the two change places.
        5 => *part = elsewhere.unwrap_or_else(nothing),
        _ => {
            let here = std::mem::replace(part, elsewhere.unwrap_or_else(nothing));
            if let Some(part) = find(documents, other) {
                *part = here;
            }
        }
    }
}

/// The part with a number, counted from the top.
fn find(documents: &mut [Part], mut number: usize) -> Option<&mut Part> {
    for document in documents {
        match document.find(&mut number) {
            Some(found) => return Some(found),
            None => continue,
        }
    }
    None
}

impl Part {
    fn children(&self) -> impl Iterator<Item = &Part> {
        let (items, entries) = match self {
            Self::Scalar { .. } | Self::Include(_) => (None, None),
            Self::List(items) => (Some(items.iter()), None),
            Self::Map(entries) => (None, Some(entries.iter().map(|(_, value)| value))),
        };
        let items = items.into_iter().flatten();
        items.chain(entries.into_iter().flatten())
    }

    fn count(&self) -> usize {
        1 + self.children().map(Self::count).sum::<usize>()
    }

    fn find(&mut self, number: &mut usize) -> Option<&mut Self> {
        if *number == 0 {
            return Some(self);
        }
        *number -= 1;
        match self {
            Self::Scalar { .. } | Self::Include(_) => None,
            Self::List(items) => items.iter_mut().find_map(|item| item.find(number)),
            Self::Map(entries) => entries.iter_mut().find_map(|(_, value)| value.find(number)),
        }
    }
}

fn plain(text: &str) -> Part {
    Part::Scalar {
        text: text.to_owned(),
        is_plain: true,
    }
}

fn nothing() -> Part {
    plain("null")
}

/// One of so many; the first if there are none.
fn one_of(count: usize, random: &mut Random) -> usize {
    random.below(count.max(1) as u32) as usize
}

fn delete(part: &mut Part, random: &mut Random) {
    match part {
        Part::List(items) if !items.is_empty() => {
            items.remove(one_of(items.len(), random));
        }
        Part::Map(entries) if !entries.is_empty() => {
            entries.remove(one_of(entries.len(), random));
        }
        Part::Scalar { .. } | Part::Include(_) | Part::List(_) | Part::Map(_) => *part = nothing(),
    }
}

fn duplicate(part: &mut Part, random: &mut Random) {
    match part {
        Part::List(items) if !items.is_empty() => {
            let item = items[one_of(items.len(), random)].clone();
            let times = [1, 1, 2, 40][one_of(4, random)];
            items.extend(std::iter::repeat_n(item, times));
        }
        Part::Map(entries) if !entries.is_empty() => {
            let (key, value) = entries[one_of(entries.len(), random)].clone();
            let key = match random.below(2) {
                0 => key,
                _ => format!("{key}_again"),
            };
            entries.push((key, value));
        }
        Part::Scalar { text, .. } => *text = format!("{text}{text}"),
        Part::Include(_) | Part::List(_) | Part::Map(_) => {}
    }
}

fn reorder(part: &mut Part, random: &mut Random) {
    match part {
        Part::List(items) => random.shuffle(items),
        Part::Map(entries) if entries.len() > 1 => {
            let (one, other) = (one_of(entries.len(), random), one_of(entries.len(), random));
            let value = entries[one].1.clone();
            entries[one].1 = std::mem::replace(&mut entries[other].1, value);
        }
        Part::Scalar { text, .. } => *text = text.chars().rev().collect(),
        Part::Include(_) | Part::Map(_) => {}
    }
}

fn of_another_kind(part: &Part, random: &mut Random) -> Part {
    match random.below(8) {
        0 => plain("true"),
        1 => plain("0"),
        2 => Part::List(vec![part.clone()]),
        3 => Part::List(Vec::new()),
        4 => Part::Map(vec![("value".to_owned(), part.clone())]),
        5 => Part::Map(Vec::new()),
        6 => Part::Scalar {
            text: "$.zones.nowhere[*]".to_owned(),
            is_plain: false,
        },
        _ => Part::List(vec![Part::List(vec![part.clone()]), part.clone()]),
    }
}

fn number(part: &mut Part, random: &mut Random) {
    const NUMBERS: [&str; 10] = [
        "0",
        "-1",
        "1",
        "255",
        "256",
        "65536",
        "1000000",
        "2147483648",
        "9223372036854775807",
        "99999999999999999999",
    ];
    let large = NUMBERS[one_of(NUMBERS.len(), random)];
    match part {
        Part::Scalar {
            text,
            is_plain: false,
        } => *text = with_number(text, large),
        Part::Scalar { .. } | Part::Include(_) => *part = plain(large),
        Part::List(items) => items.push(plain(large)),
        Part::Map(entries) => {
            let at = one_of(entries.len(), random);
            if let Some((_, value)) = entries.get_mut(at) {
                *value = plain(large);
            }
        }
    }
}

/// The first number of a text becomes another.
fn with_number(text: &str, number: &str) -> String {
    let Some(start) = text.find(|letter: char| letter.is_ascii_digit()) else {
        return text.to_owned();
    };
    let digits = text[start..].bytes().take_while(u8::is_ascii_digit).count();
    format!("{}{number}{}", &text[..start], &text[start + digits..])
}
