//! Reads a deck that a player brings: a file with one deck list, or with nothing but its sections.

use rustc_hash::FxHashMap;

use super::{Breach, DeckPlace, DeckProblem, Terms};
use crate::codes::cards::DECK_LIST_RULES;
use crate::codes::names::UNKNOWN_NAME;
use crate::codes::shape::WRONG_KIND;
use crate::diagnostic::{Diagnostic, Diagnostics, Reported};
use crate::load::{Fragment, load_file};
use crate::model::{CardDefId, DeckList, Game, Literal, Prose};
use crate::ordered::OrderedMap;
use crate::read::{question, read};
use crate::similar::Search;
use crate::source::{MemorySources, Span};
use crate::tree::{Entry, Node, NodeId, Scalar, Style, Tree, Value};
use crate::version::Version;
use crate::vocabulary::keys::{DECK_LIST, deck_sections};
use crate::vocabulary::shape::Shape;

/// True if a text is a deck itself rather than the name of one, as records keep decks that players brought.
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
    let form = Form::of(tree, root);
    check_form(tree, root, form, diagnostics);
    let is_readable = diagnostics.error_count() == before;
    let is_entry = form == Form::Entry;
    let only_section = [Entry {
        key: first_section(game),
        key_span: tree.span(root),
        value: root,
    }];
    let entries = match form {
        Form::Entry => tree
            .get(root, "sections")
            .map_or(&[][..], |it| tree.entries(it)),
        Form::Sections => tree.entries(root),
        Form::Ids => &only_section,
    };
    let mut reading = Reading {
        tree,
        game,
        cards: cards(game),
        numbers: numbers(game),
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
    if let Some(terms) = terms.filter(|_| is_readable) {
        reading.check_rules(&deck, terms, entries);
    }
    if diagnostics.error_count() > before {
        diagnostics.check()?;
    }
    Ok(deck)
}

/// Reports what is wrong with the shape of a deck.
fn check_form(tree: &Tree, root: NodeId, form: Form, diagnostics: &mut Diagnostics) {
    let shape = match form {
        Form::Entry => Shape::Object(&DECK_LIST),
        Form::Sections => deck_sections(),
        Form::Ids => return only_words(tree, root, diagnostics),
    };
    drop(read(tree, root, &shape, Version::V1_4, diagnostics));
}

/// The form in which a deck is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// As an entry of `deck_lists`.
    Entry,
    /// A mapping of sections, without name and text.
    Sections,
    /// Nothing but cards, each as often as it is in the deck: they are its first section.
    Ids,
}

impl Form {
    fn of(tree: &Tree, root: NodeId) -> Self {
        match &tree.node(root).value {
            Value::List(_) => Self::Ids,
            Value::Map(_) if is_counted(tree, root) => Self::Ids,
            Value::Map(_) | Value::Scalar(_) => {
                let has = |key| tree.get(root, key).is_some();
                match has("sections") || has("id") {
                    true => Self::Entry,
                    false => Self::Sections,
                }
            }
        }
    }
}

/// True if a mapping says how many of each card there are.
fn is_counted(tree: &Tree, root: NodeId) -> bool {
    let mut entries = tree.entries(root).iter();
    let is_number = |node| tree.scalar(node).is_some_and(|it| it.int().is_some());
    entries.len() > 0 && entries.all(|entry| is_number(entry.value))
}

/// Reports what is no card in a list of cards.
fn only_words(tree: &Tree, root: NodeId, diagnostics: &mut Diagnostics) {
    for item in tree.items(root) {
        if tree.text(*item).is_none_or(str::is_empty) {
            let message = format!("expected a card, found {}", tree.node(*item).value.noun());
            let problem = Diagnostic::new(WRONG_KIND, tree.span(*item), message);
            diagnostics.report(problem.hint("write the id or the number of a card"));
        }
    }
}

/// The section that a list of nothing but cards is.
fn first_section(game: &Game) -> String {
    let rules = game.deck_rules.as_ref();
    let section = rules.and_then(|rules| rules.sections.first());
    let own = game.decks.iter().find_map(|deck| match &deck.source {
        crate::model::DeckSource::DeckList(section) => Some(section),
        crate::model::DeckSource::Type(_) | crate::model::DeckSource::Cards(_) => None,
    });
    let name = section.map(|section| &section.name).or(own);
    name.cloned().unwrap_or_default()
}

/// The file that the problems of a deck without one are in.
const TEXT: &str = "deck.yaml";

/// Reads a deck from a text: YAML, JSON, or a card in each line, each with how many before it.
pub fn read_deck_text(
    game: &Game,
    text: &str,
    name: &str,
    terms: Option<Terms<'_>>,
    diagnostics: &mut Diagnostics,
) -> Result<DeckList, Reported> {
    let deck = match is_list_of_lines(text) {
        true => deck_of_text(TEXT, text, diagnostics),
        false => {
            let sources = MemorySources::new().with(TEXT, text);
            load_file(&sources, TEXT, diagnostics)?
        }
    };
    read_deck(game, &deck, name, terms, diagnostics)
}

/// True if every line that says something begins with a number and has no key.
fn is_list_of_lines(text: &str) -> bool {
    text.lines().all(|line| {
        let line = line.split('#').next().unwrap_or_default().trim();
        let starts = line.starts_with(|letter: char| letter.is_ascii_digit());
        line.is_empty() || (starts && !line.contains(':'))
    })
}

/// The deck in a text file: a card in each line, by its id, number or name, with how many before it.
///
/// `4 bronze_arm_tribe`, `4x Bronze-Arm Tribe` and `118` are such lines; what follows `#` is left out. In a file with
/// nothing but numbers each is a card.
pub fn deck_of_text(path: &str, text: &str, diagnostics: &mut Diagnostics) -> Fragment {
    let file = diagnostics.files_mut().add(path, text);
    let mut tree = Tree::default();
    let mut entries = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let written = line.split('#').next().unwrap_or_default();
        let (count, card) = counted(written.trim());
        if !card.is_empty() {
            let start = at + written.find(card).unwrap_or(0);
            let span = Span::new(file, start, start + card.len());
            let count = tree.add(Node {
                span,
                tag: None,
                value: Value::Scalar(Scalar {
                    text: count.to_string(),
                    style: Style::Plain,
                }),
            });
            entries.push(Entry {
                key: card.to_owned(),
                key_span: span,
                value: count,
            });
        }
        at += line.len();
    }
    let span = Span::new(file, 0, text.len());
    let root = tree.add(Node {
        span,
        tag: None,
        value: Value::Map(entries),
    });
    Fragment::of_one(tree, root, file)
}

/// The number of cards that a line of text names, and which.
fn counted(line: &str) -> (u32, &str) {
    let Some((first, rest)) = line.split_once(char::is_whitespace) else {
        return (1, line);
    };
    let count = first.trim_end_matches(['x', '×']).parse();
    count.map_or((1, line), |count| (count, rest.trim_start()))
}

/// The mapping that is the deck: the document, or the only item of a list; or a list of cards.
fn only_deck(file: &Fragment, diagnostics: &mut Diagnostics) -> Result<Option<NodeId>, Reported> {
    if !file.is_complete() {
        diagnostics.check()?;
    }
    let tree = &file.tree;
    let items = |root: &NodeId| match &tree.node(*root).value {
        Value::List(items) if items.iter().any(|item| tree.is_map(*item)) => items.clone(),
        Value::List(_) | Value::Map(_) | Value::Scalar(_) => vec![*root],
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

/// The cards by id; those that have no such id also by their names for people.
fn cards(game: &Game) -> FxHashMap<&str, CardDefId> {
    let mut cards = FxHashMap::default();
    for (id, card) in game.cards.pairs() {
        cards.entry(card.name.as_str()).or_insert(id);
    }
    for (id, card) in game.cards.pairs() {
        for (_, title) in &card.title.texts {
            cards.entry(title.as_str()).or_insert(id);
        }
    }
    cards
}

/// The cards by the number that the deck rules name; the first of several.
fn numbers(game: &Game) -> FxHashMap<i64, CardDefId> {
    let mut numbers = FxHashMap::default();
    let property = game.deck_rules.as_ref().and_then(|rules| rules.numbered_by);
    let Some(property) = property else {
        return numbers;
    };
    for (id, card) in game.cards.pairs() {
        let mut printed = card.properties.iter();
        let number = printed.find(|(printed, _)| *printed == property);
        if let Some((_, Literal::Number(number))) = number {
            numbers.entry(*number).or_insert(id);
        }
    }
    numbers
}

struct Reading<'r> {
    tree: &'r Tree,
    game: &'r Game,
    cards: FxHashMap<&'r str, CardDefId>,
    numbers: FxHashMap<i64, CardDefId>,
    search: Search,
    diagnostics: &'r mut Diagnostics,
}

impl Reading<'_> {
    /// Reports the rules that a deck breaks, as far as that is sure in spite of unknown cards.
    fn check_rules(&mut self, deck: &DeckList, terms: Terms<'_>, entries: &[Entry]) {
        let places = Places::new(self.tree, entries);
        let found = super::problems(self.game, deck, terms).into_iter();
        let is_card = |card: &str| self.card(card).is_some();
        let sure: Vec<DeckProblem> = found
            .filter(|problem| places.is_sure(problem, is_card))
            .collect();
        for problem in sure {
            let span = places.span(self.game, problem.place, deck.origin);
            self.diagnostics.report(diagnostic(problem, span));
        }
    }

    /// The cards of a section, with how many of each.
    fn counts(&mut self, section: &Entry) -> Vec<(CardDefId, u32)> {
        let tree = self.tree;
        let mut counts: OrderedMap<CardDefId, u32> = OrderedMap::default();
        for (card, span, count) in listed(tree, section) {
            let Some(id) = self.card(card) else {
                self.no_card(card, span);
                continue;
            };
            let before = counts.get(&id).copied().unwrap_or(0);
            counts.insert(id, before.saturating_add(count));
        }
        counts.into_iter().collect()
    }

    /// The card that is meant by an id, a name for people or a number.
    fn card(&self, written: &str) -> Option<CardDefId> {
        let number = || self.numbers.get(&written.parse().ok()?);
        self.cards.get(written).or_else(number).copied()
    }

    fn no_card(&mut self, card: &str, span: Span) {
        let near = self.search.meant(card, self.game.cards.names());
        let hint = near.map_or_else(|| "the game has no such card".into(), question);
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

/// The place where the parts of a deck are written.
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

    /// True if a problem is no mere consequence of cards that could not be found, which was reported.
    pub(crate) fn is_sure(&self, problem: &DeckProblem, is_card: impl Fn(&str) -> bool) -> bool {
        match (problem.breach, problem.place) {
            (Breach::Size(_), DeckPlace::Section(position)) => {
                self.sections[position].1.keys().all(|card| is_card(card))
            }
            (_, _) => true,
        }
    }
}
