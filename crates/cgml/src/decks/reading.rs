//! Reads a deck that a player brings: a file with one deck list, or with nothing but its sections.

use rustc_hash::FxHashMap;

use super::{Breach, DeckPlace, DeckProblem, Terms};
use crate::codes::cards::DECK_LIST_RULES;
use crate::codes::names::UNKNOWN_NAME;
use crate::codes::shape::WRONG_KIND;
use crate::diagnostic::{Diagnostic, Diagnostics, Reported};
use crate::load::Fragment;
use crate::model::{CardDefId, DeckList, Game, Prose};
use crate::ordered::OrderedMap;
use crate::read::{question, read};
use crate::similar::Search;
use crate::source::Span;
use crate::tree::{Entry, NodeId, Tree, Value};
use crate::version::Version;
use crate::vocabulary::keys::{DECK_LIST, deck_sections};
use crate::vocabulary::shape::Shape;

/// Whether a text is a deck itself rather than the name of one, as records keep decks that players brought.
pub fn is_written_out(deck: &str) -> bool {
    deck.starts_with('{')
}

/// Reads the deck in a file and checks it against the rules of its game, if there are terms. All problems are
/// reported.
///
/// The file is one entry of `deck_lists`, or the sections alone; then the deck is called `name`.
pub fn read_deck(
    game: &Game,
    file: &Fragment,
    name: &str,
    terms: Option<Terms<'_>>,
    diagnostics: &mut Diagnostics,
) -> Result<DeckList, Reported> {
    let before = diagnostics.error_count();
    let Some(root) = only_deck(file, diagnostics)? else {
        let message = format!("there is no deck in `{name}`");
        let problem = Diagnostic::placeless(DECK_LIST_RULES, message);
        return Err(diagnostics.report(problem.hint("list its cards, section by section")));
    };
    let tree = &file.tree;
    let is_entry = tree.get(root, "sections").is_some() || tree.get(root, "id").is_some();
    let shape = if is_entry {
        Shape::Object(&DECK_LIST)
    } else {
        deck_sections()
    };
    read(tree, root, &shape, Version::V1_4, diagnostics);
    let sections = if is_entry {
        tree.get(root, "sections")
    } else {
        Some(root)
    };
    let entries = sections.map_or(&[][..], |sections| tree.entries(sections));
    let mut reading = Reading {
        tree,
        game,
        cards: cards(game),
        search: Search::default(),
        diagnostics,
    };
    let sections = entries
        .iter()
        .map(|entry| (entry.key.clone(), reading.counts(entry)))
        .collect();
    let text = |key| tree.get(root, key).and_then(|node| tree.text(node));
    let deck = DeckList {
        name: text("id").filter(|_| is_entry).unwrap_or(name).to_owned(),
        title: Prose::default(),
        text: Prose::default(),
        sections,
        origin: tree.span(root),
    };
    if let Some(terms) = terms
        && diagnostics.error_count() == before
    {
        let places = Places::new(tree, entries);
        for problem in super::problems(game, &deck, terms) {
            let span = places.span(game, problem.place, deck.origin);
            diagnostics.report(diagnostic(problem, span));
        }
    }
    if diagnostics.error_count() > before {
        diagnostics.check()?;
    }
    Ok(deck)
}

/// The mapping that is the deck: the document, or the only item of a list.
fn only_deck(file: &Fragment, diagnostics: &mut Diagnostics) -> Result<Option<NodeId>, Reported> {
    if !file.is_complete() {
        diagnostics.check()?;
    }
    let tree = &file.tree;
    let items = |root: &NodeId| match &tree.node(*root).value {
        Value::List(items) => items.clone(),
        Value::Map(_) | Value::Scalar(_) => vec![*root],
    };
    let decks: Vec<NodeId> = file.roots.iter().flat_map(items).collect();
    match decks.as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(*one)),
        [_, second, ..] => {
            let message = "the file holds several decks";
            let problem = Diagnostic::new(WRONG_KIND, tree.span(*second), message);
            Err(diagnostics.report(problem.hint("put each of them into a file of its own")))
        }
    }
}

/// A problem of a deck as one of the file it is written in.
pub(crate) fn diagnostic(problem: DeckProblem, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(DECK_LIST_RULES, span, problem.message).hint(problem.hint);
    match problem.rule {
        Some((rule, what)) => diagnostic.related(rule, what),
        None => diagnostic,
    }
}

fn cards(game: &Game) -> FxHashMap<&str, CardDefId> {
    let mut cards = FxHashMap::default();
    for (id, card) in game.cards.pairs() {
        cards.entry(card.name.as_str()).or_insert(id);
    }
    cards
}

struct Reading<'r> {
    tree: &'r Tree,
    game: &'r Game,
    cards: FxHashMap<&'r str, CardDefId>,
    search: Search,
    diagnostics: &'r mut Diagnostics,
}

impl Reading<'_> {
    /// The cards of a section, with how many of each.
    fn counts(&mut self, section: &Entry) -> Vec<(CardDefId, u32)> {
        let tree = self.tree;
        let mut counts: OrderedMap<CardDefId, u32> = OrderedMap::default();
        for (card, span, count) in listed(tree, section) {
            let Some(id) = self.cards.get(card).copied() else {
                self.no_card(card, span);
                continue;
            };
            let before = counts.get(&id).copied().unwrap_or(0);
            counts.insert(id, before.saturating_add(count));
        }
        counts.into_iter().collect()
    }

    fn no_card(&mut self, card: &str, span: Span) {
        let near = self.search.meant(card, self.game.cards.names());
        let hint = near.map_or_else(|| "the game has no such card".to_owned(), question);
        let message = format!("there is no card `{card}`");
        self.diagnostics
            .report(Diagnostic::new(UNKNOWN_NAME, span, message).hint(hint));
    }
}

/// The cards of a section as they are written, each with how many.
pub(crate) fn listed<'t>(
    tree: &'t Tree,
    section: &Entry,
) -> impl Iterator<Item = (&'t str, Span, u32)> + use<'t> {
    let entries = tree.entries(section.value).iter();
    let entries = entries.map(|entry| {
        let count = tree.scalar(entry.value).and_then(|scalar| scalar.int());
        let count = count.unwrap_or(0).clamp(0, i64::from(u32::MAX)) as u32;
        (entry.key.as_str(), entry.key_span, count)
    });
    let items = tree.items(section.value).iter();
    let items = items.filter_map(|item| Some((tree.text(*item)?, tree.span(*item), 1)));
    entries.chain(items)
}

/// Where the parts of a deck are written.
pub(crate) struct Places<'t> {
    sections: Vec<(Span, FxHashMap<&'t str, Span>)>,
}

impl<'t> Places<'t> {
    pub(crate) fn new(tree: &'t Tree, sections: &[Entry]) -> Self {
        let sections = sections.iter().map(|section| {
            let mut cards = FxHashMap::default();
            for (card, span, _) in listed(tree, section) {
                cards.entry(card).or_insert(span);
            }
            (section.key_span, cards)
        });
        Self {
            sections: sections.collect(),
        }
    }

    pub(crate) fn span(&self, game: &Game, place: DeckPlace, whole: Span) -> Span {
        match place {
            DeckPlace::Deck => whole,
            DeckPlace::Section(position) => self.sections[position].0,
            DeckPlace::Card(section, card) => {
                let name = game.cards[card].name.as_str();
                let (from, to) = match section {
                    Some(position) => (position, position + 1),
                    None => (0, self.sections.len()),
                };
                let mut sections = self.sections[from..to].iter();
                let found = sections.find_map(|(_, cards)| cards.get(name));
                let section = section.map_or(whole, |position| self.sections[position].0);
                found.copied().unwrap_or(section)
            }
        }
    }

    /// Whether a problem is no mere consequence of cards that could not be found, which was reported.
    pub(crate) fn is_sure(&self, problem: &DeckProblem, is_card: impl Fn(&str) -> bool) -> bool {
        match (problem.breach, problem.place) {
            (Breach::Size, DeckPlace::Section(position)) => {
                self.sections[position].1.keys().all(|card| is_card(card))
            }
            (_, _) => true,
        }
    }
}
