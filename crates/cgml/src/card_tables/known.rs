//! Rows that are about cards of the game: the row says what is printed, the game what the card does.

use std::collections::{BTreeMap, BTreeSet};

use super::TableCard;
use crate::codes::dialect as code;
use crate::diagnostic::{Diagnostic, Diagnostics, quoted};
use crate::tree::{NodeId, Scalar, Tree, Value};

/// Gives each row the id of the card of the same name, if the layers have one. What is unique to the rows is taken
/// from other cards.
pub(crate) fn meet(
    tree: &mut Tree,
    diagnostics: &mut Diagnostics,
    layers: &[NodeId],
    rows: &[TableCard],
) {
    if rows.is_empty() {
        return;
    }
    let of_tables: BTreeSet<NodeId> = rows.iter().map(|row| row.node).collect();
    let mut others = Vec::new();
    for layer in layers {
        if let Some(cards) = tree.get(*layer, "cards") {
            collect(tree, cards, &of_tables, &mut others);
        }
    }
    let names = names(tree, &others);
    for row in rows {
        let name = tree.get(row.node, "name").and_then(|name| tree.text(name));
        match name.and_then(|name| names.get(name)) {
            Some(id) => take_id(tree, row, id),
            None => tell_missing(tree, diagnostics, row),
        }
    }
    let taken: BTreeSet<(String, String)> = rows
        .iter()
        .flat_map(|row| row.unique.iter().map(move |key| (row.node, key)))
        .filter_map(|(node, key)| {
            let value = tree.text(tree.get(node, key)?)?;
            Some((key.clone(), value.to_owned()))
        })
        .collect();
    for card in others {
        let kept = tree.entries(card.node).iter().filter(|entry| {
            let text = tree.text(entry.value).unwrap_or_default();
            !taken.contains(&(entry.key.clone(), text.to_owned()))
        });
        let kept: Vec<_> = kept.cloned().collect();
        if kept.len() < tree.entries(card.node).len() {
            tree.node_mut(card.node).value = Value::Map(kept);
        }
    }
}

/// A card of the game and its id.
struct Other {
    node: NodeId,
    id: String,
}

fn collect(tree: &Tree, cards: NodeId, of_tables: &BTreeSet<NodeId>, into: &mut Vec<Other>) {
    match &tree.node(cards).value {
        Value::List(items) => {
            for item in items {
                if tree.is_list(*item) {
                    collect(tree, *item, of_tables, into);
                    continue;
                }
                let id = tree.get(*item, "id").and_then(|id| tree.text(id));
                if let Some(id) = id.filter(|_| !of_tables.contains(item)) {
                    into.push(Other {
                        node: *item,
                        id: id.to_owned(),
                    });
                }
            }
        }
        Value::Map(entries) => into.extend(entries.iter().map(|entry| Other {
            node: entry.value,
            id: entry.key.clone(),
        })),
        Value::Scalar(_) => {}
    }
}

/// The names of cards in all languages, and their ids.
fn names(tree: &Tree, cards: &[Other]) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for card in cards {
        let Some(name) = tree.get(card.node, "name") else {
            continue;
        };
        let texts = tree.entries(name).iter().map(|entry| entry.value);
        for text in texts.chain([name]).filter_map(|node| tree.text(node)) {
            names.insert(text.to_owned(), card.id.clone());
        }
    }
    names
}

fn take_id(tree: &mut Tree, row: &TableCard, id: &str) {
    let entries = tree.entries(row.node).to_vec();
    let is_kept = |key: &String| !row.if_new.contains(key);
    let kept: Vec<_> = entries.into_iter().filter(|it| is_kept(&it.key)).collect();
    let own = kept.iter().find(|entry| entry.key == "id");
    if let Some(Value::Scalar(Scalar { text, .. })) =
        own.map(|entry| &mut tree.node_mut(entry.value).value)
    {
        id.clone_into(text);
    }
    tree.node_mut(row.node).value = Value::Map(kept);
}

fn tell_missing(tree: &Tree, diagnostics: &mut Diagnostics, row: &TableCard) {
    let name = tree.get(row.node, "name").and_then(|name| tree.text(name));
    for (word, span) in &row.behaviour {
        let message = format!(
            "{} has `{word}`, but nothing says what that does",
            quoted(name.unwrap_or_default())
        );
        let problem = Diagnostic::new(code::TABLE_BEHAVIOUR, *span, message);
        diagnostics
            .report(problem.hint("write the card in CGML, with the same name and its abilities"));
    }
}
