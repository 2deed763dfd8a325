//! Values as forms show them and as texts write them.

use super::{EditError, read};
use crate::outline::{Kind, Node, Style};
use crate::tree;

/// A value that is put into a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewValue {
    /// A number, a truth value or a word.
    Word(String),
    /// Text for people.
    Text(String),
    /// A list of words.
    List(Vec<String>),
    /// YAML text as the author wrote it.
    Yaml(String),
}

/// The keys of a card whose values a form can show.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Form {
    /// Keys with one value; `name.ja` for a key of a mapping.
    pub values: Vec<(String, String)>,
    /// Keys with several words.
    pub lists: Vec<(String, Vec<String>)>,
    /// Keys with anything else, as it is written.
    pub others: Vec<(String, String)>,
}

/// Form of the text of a card.
pub fn form(text: &str) -> Result<Form, EditError> {
    let outline = read(text)?;
    let root = outline.documents.first().map(|document| &document.root);
    let root = root.filter(|root| matches!(root.kind, Kind::Map(..)));
    let mut form = Form::default();
    for entry in root.ok_or(EditError::NoMapping)?.entries() {
        let (name, value) = (entry.name(), &entry.value);
        let words: Option<Vec<&str>> = value.items().iter().map(said).collect();
        let inner: Option<Vec<(&str, &str)>> = value
            .entries()
            .iter()
            .map(|inner| Some((inner.name(), said(&inner.value)?)))
            .collect();
        match (&value.kind, words, inner) {
            (Kind::Scalar(scalar), _, _) => {
                form.values.push((name.to_owned(), scalar.value.clone()));
            }
            (Kind::Empty, _, _) => form.values.push((name.to_owned(), String::new())),
            (Kind::List(..), Some(words), _) => {
                let words = words.into_iter().map(str::to_owned).collect();
                form.lists.push((name.to_owned(), words));
            }
            (Kind::Map(..), _, Some(inner)) => {
                let inner = inner.into_iter();
                form.values
                    .extend(inner.map(|(key, value)| (format!("{name}.{key}"), value.to_owned())));
            }
            (Kind::Alias | Kind::List(..) | Kind::Map(..), _, _) => {
                let own = text
                    .get(super::start(value)..value.end())
                    .unwrap_or_default();
                form.others
                    .push((name.to_owned(), own.trim_end().to_owned()));
            }
        }
    }
    Ok(form)
}

fn said(node: &Node) -> Option<&str> {
    node.scalar().map(|scalar| scalar.value.as_str())
}

impl NewValue {
    /// On one line.
    pub(super) fn inline(&self) -> String {
        match self {
            Self::Word(word) if is_plain(word) => word.clone(),
            Self::Word(word) => quoted(word),
            Self::Text(text) if is_plain(text) && is_text(text) => text.clone(),
            Self::Text(text) => quoted(text),
            Self::List(words) => {
                let words = words.iter().map(|word| Self::Word(word.clone()).inline());
                format!("[{}]", words.collect::<Vec<_>>().join(", "))
            }
            Self::Yaml(yaml) => yaml.clone(),
        }
    }

    /// Below a key that begins in a column: text of several lines stays so.
    pub(super) fn block(&self, indent: usize) -> String {
        let is_block = |text: &str| {
            text.contains('\n') && !text.starts_with([' ', '\n', '\t']) && text.trim_end() == text
        };
        match self {
            Self::Text(text) if is_block(text) => {
                let spaces = " ".repeat(indent + 2);
                let lines = text.split('\n').map(|line| match line.is_empty() {
                    true => String::new(),
                    false => format!("{spaces}{line}"),
                });
                format!("|-\n{}", lines.collect::<Vec<_>>().join("\n"))
            }
            Self::Word(_) | Self::Text(_) | Self::List(_) | Self::Yaml(_) => self.inline(),
        }
    }
}

/// True if a text without quotes says just itself, in brackets too.
fn is_plain(text: &str) -> bool {
    let line = format!("{{ k: {text} }}");
    let Ok(outline) = read(&line) else {
        return false;
    };
    let root = outline.documents.first().map(|document| &document.root);
    let value = root
        .filter(|root| root.entries().len() == 1)
        .and_then(|root| root.get("k"));
    let scalar = value.and_then(Node::scalar);
    scalar.is_some_and(|scalar| scalar.style == Style::Plain && scalar.value == text)
        && outline.comments.is_empty()
        && value.is_some_and(|value| value.properties().next().is_none())
}

/// True if a text without quotes is read as text, not as a number, a truth value or nothing.
fn is_text(text: &str) -> bool {
    let scalar = tree::Scalar {
        text: text.to_owned(),
        style: tree::Style::Plain,
    };
    !scalar.is_null() && scalar.bool().is_none() && scalar.int().is_none() && !scalar.is_float()
}

/// A text in double quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            letter if letter.is_control() => {
                quoted.push_str(&format!("\\u{:04x}", letter as u32));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
