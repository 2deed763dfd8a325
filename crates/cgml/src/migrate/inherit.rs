//! `!inherit`: a tag in older texts of the language, a key since 1.3 (CGML §5).

use std::borrow::Cow;

use super::draft::Draft;
use crate::outline::{Entry, Node, Outline};

/// The tag on a line of its own, and the key in as many bytes: all places in the text stay.
const TAG: &str = "!inherit ";
const KEY: &str = "inherit: ";

/// The text with a key in place of every line that begins with the tag, if it is no game file
/// otherwise: a tagged scalar between the keys of a document is not YAML.
pub(super) fn with_key_for_tag_line(text: &str) -> Cow<'_, str> {
    let places: Vec<usize> = tag_lines(text).collect();
    if places.is_empty() || has_keys(text) {
        return Cow::Borrowed(text);
    }
    let mut result = text.to_owned();
    for place in places {
        result.replace_range(place..place + TAG.len(), KEY);
    }
    Cow::Owned(result)
}

/// The place where the texts before and after [`with_key_for_tag_line`] differ.
pub(super) fn rewritten_lines(before: &str, after: &str) -> Vec<usize> {
    if before == after {
        return Vec::new();
    }
    tag_lines(before).collect()
}

fn tag_lines(text: &str) -> impl Iterator<Item = usize> {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    starts.filter(|start| text[*start..].starts_with(TAG))
}

fn has_keys(text: &str) -> bool {
    Outline::read(text).is_ok_and(|outline| {
        let mut documents = outline.documents.iter();
        documents.any(|document| !document.root.entries().is_empty())
    })
}

/// Rewrites the tag inside a document: as the value of `inherit`, or as an item of `imports`.
pub(super) fn rewrite(draft: &mut Draft<'_>, root: &Node) {
    if let Some(base) = root.get("inherit") {
        drop_tag(draft, base);
    }
    if let Some(imports) = root.entry("imports") {
        move_out(draft, imports);
    }
}

fn is_tagged(draft: &Draft<'_>, node: &Node) -> bool {
    let tag = node.tag.clone().map(|tag| draft.source(tag));
    tag == Some(TAG.trim_end())
}

fn drop_tag(draft: &mut Draft<'_>, base: &Node) {
    let Some(tag) = base.tag.clone().filter(|_| is_tagged(draft, base)) else {
        return;
    };
    let rest = draft.source(tag.end..base.range.start);
    let spaces = rest.len() - rest.trim_start_matches(' ').len();
    draft.change(tag.start, "the key `inherit` needs no tag `!inherit`");
    draft.replace(tag.start..tag.end + spaces, "");
}

/// `imports: [!inherit base]` is `inherit: base`. Next to other imports it is the author's to move.
fn move_out(draft: &mut Draft<'_>, imports: &Entry) {
    for item in imports.value.items() {
        if !is_tagged(draft, item) {
            continue;
        }
        let range = imports.key.start()..imports.value.end();
        let has_anchor = item.anchor.is_some() || imports.value.properties().next().is_some();
        let is_alone = imports.value.items().len() == 1 && item.word().is_some();
        if is_alone && !has_anchor && !draft.has_comment(&range) {
            let base = draft.source(item.range.clone());
            draft.change(
                range.start,
                "the import `!inherit` is now the key `inherit`",
            );
            draft.replace(range, format!("inherit: {base}"));
        } else {
            let question = "move the base out of `imports` into a key `inherit` of the document?";
            draft.ask(item.start(), question);
        }
    }
}
