//! A key of a card gets another value, or none.

use super::value::{NewValue, quoted};
use super::{EditError, column, end_with_comments, read, start};
use crate::outline::{Entry, Kind, Layout, Node, Outline};

/// Keys that stay below those that are added: they are long.
const LAST: [&str; 2] = ["abilities", "tags"];

/// The text of a card in which a key, or a key of a mapping such as `name.ja`, has another value; without the key if
/// there is no value.
///
/// ```
/// use cgml::edit::{NewValue, set};
///
/// let card = "id: baron # a human\ncost: 2  # cheap\n";
/// let changed = set(card, "cost", Some(&NewValue::Word("3".to_owned())));
///
/// assert_eq!(changed.as_deref(), Ok("id: baron # a human\ncost: 3  # cheap\n"));
/// ```
pub fn set(text: &str, path: &str, value: Option<&NewValue>) -> Result<String, EditError> {
    let outline = read(text)?;
    let root = outline.documents.first().map(|document| &document.root);
    let root = root.filter(|root| matches!(root.kind, Kind::Map(..)));
    let root = root.ok_or(EditError::NoMapping)?;
    let result = match path.split_once('.') {
        None => changed(&outline, root, path, value),
        Some((key, inner)) => nested(&outline, root, key, inner, value),
    };
    match read(&result) {
        Ok(_) => Ok(result),
        Err(_) => Err(EditError::WouldDamage),
    }
}

/// A text by language may be one text for all, which counts as English.
fn nested(
    outline: &Outline<'_>,
    root: &Node,
    key: &str,
    inner: &str,
    value: Option<&NewValue>,
) -> String {
    let known = root.get(key);
    match known.map(|node| (node, &node.kind)) {
        Some((node, Kind::Map(..))) => {
            let is_last = value.is_none() && node.entries().iter().all(|it| it.name() == inner);
            if is_last {
                return changed(outline, root, key, None);
            }
            changed(outline, node, inner, value)
        }
        Some((node, Kind::Scalar(scalar))) if inner != "en" => {
            let Some(value) = value else {
                return outline.text.to_owned();
            };
            let own = match outline.text.get(node.range.clone()) {
                Some(own) if !own.contains('\n') => own.to_owned(),
                _ => quoted(&scalar.value),
            };
            let both = format!("{{ en: {own}, {inner}: {} }}", value.inline());
            changed(outline, root, key, Some(&NewValue::Yaml(both)))
        }
        Some((_, Kind::Scalar(_))) => changed(outline, root, key, value),
        Some(_) | None => {
            let value =
                value.map(|value| NewValue::Yaml(format!("{{ {inner}: {} }}", value.inline())));
            changed(outline, root, key, value.as_ref())
        }
    }
}

fn changed(outline: &Outline<'_>, map: &Node, key: &str, value: Option<&NewValue>) -> String {
    let is_flow = !matches!(map.kind, Kind::Map(Layout::Block, _));
    match (map.entry(key), value) {
        (None, None) => outline.text.to_owned(),
        (None, Some(value)) if is_flow => added_inside(outline, map, key, value),
        (None, Some(value)) => added_below(outline, map, key, value),
        (Some(entry), Some(value)) => replaced(outline, entry, value, is_flow),
        (Some(entry), None) if is_flow => without_inside(outline, map, entry),
        (Some(entry), None) => without_lines(outline, entry),
    }
}

/// The place where the value of an entry begins: behind its colon.
fn after_colon(text: &str, entry: &Entry) -> usize {
    let end = entry.key.end();
    end + text[end..].find(':').map_or(0, |at| at + 1)
}

fn replaced(outline: &Outline<'_>, entry: &Entry, value: &NewValue, is_flow: bool) -> String {
    let text = outline.text;
    let from = after_colon(text, entry);
    let to = text[..entry.value.end().max(from)]
        .trim_end()
        .len()
        .max(from);
    let indent = column(text, start(&entry.key));
    let value = match is_flow {
        true => value.inline(),
        false => value.block(indent),
    };
    // A comment about the key itself is written behind it.
    let mut comments = outline.comments.iter();
    let about = comments.find(|it| it.range.start >= from && it.range.end <= start(&entry.value));
    let about = about.map_or_else(String::new, |it| format!("  {}", &text[it.range.clone()]));
    format!("{} {value}{about}{}", &text[..from], &text[to..])
}

fn added_below(outline: &Outline<'_>, map: &Node, key: &str, value: &NewValue) -> String {
    let text = outline.text;
    let indent = column(text, start(map));
    let entries = map.entries();
    let last = entries
        .iter()
        .position(|entry| LAST.contains(&entry.name()));
    let before = last.unwrap_or(entries.len()).checked_sub(1);
    let line = format!("{key}: {}", value.block(indent));
    let spaces = " ".repeat(indent);
    match before.and_then(|at| entries.get(at)) {
        Some(entry) => {
            let end = end_with_comments(outline, entry.end(), indent + 1);
            format!("{}\n{spaces}{line}{}", &text[..end], &text[end..])
        }
        None => {
            let at = start(map);
            format!("{}{line}\n{spaces}{}", &text[..at], &text[at..])
        }
    }
}

fn added_inside(outline: &Outline<'_>, map: &Node, key: &str, value: &NewValue) -> String {
    let text = outline.text;
    let entry = format!("{key}: {}", value.inline());
    match map.entries().last() {
        Some(last) => {
            let end = last.end();
            format!("{}, {entry}{}", &text[..end], &text[end..])
        }
        None => {
            let (start, end) = (map.range.start, map.range.end);
            format!("{}{{ {entry} }}{}", &text[..start], &text[end..])
        }
    }
}

fn without_lines(outline: &Outline<'_>, entry: &Entry) -> String {
    let text = outline.text;
    let from = start(&entry.key);
    let indent = column(text, from);
    let line = text[..from].rfind('\n').map_or(0, |at| at + 1);
    let end = end_with_comments(outline, entry.end(), indent + 1);
    let rest = &text[end..];
    let next = rest.find('\n').map_or(rest.len(), |at| at + 1);
    format!("{}{}", &text[..line], &rest[next..])
}

fn without_inside(outline: &Outline<'_>, map: &Node, entry: &Entry) -> String {
    let text = outline.text;
    let entries = map.entries();
    let at = entries.iter().position(|it| std::ptr::eq(it, entry));
    let at = at.unwrap_or(0);
    let (from, to) = match (entries.get(at + 1), at.checked_sub(1)) {
        (Some(next), _) => (start(&entry.key), start(&next.key)),
        (None, Some(before)) => (entries[before].end(), entry.end()),
        (None, None) => (start(&entry.key), entry.end()),
    };
    format!("{}{}", &text[..from], &text[to..])
}
