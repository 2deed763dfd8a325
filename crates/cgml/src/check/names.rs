//! The names a game declares: collected before anything is resolved.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::Checker;
use crate::codes::names as code;
use crate::diagnostic::Diagnostic;
use crate::ordered::OrderedMap;
use crate::similar::nearest;
use crate::source::Span;
use crate::syntax::Ident;
use crate::tree::{Entry, NodeId};
use crate::vocabulary::keys::{self, KIND};
use crate::vocabulary::names::NameKind;

/// Place and number of a declaration.
#[derive(Debug, Clone, Copy)]
pub(super) struct Declared {
    pub(super) position: u32,
    pub(super) span: Span,
}

/// Every declared name.
#[derive(Debug, Default)]
pub(super) struct Names {
    by_kind: FxHashMap<NameKind, Places>,
    /// Kinds of which some declarations could not be read, which was reported.
    incomplete: FxHashSet<NameKind>,
}

/// The place where each name is declared, in the order of their declaration.
type Places = OrderedMap<String, Span>;

impl Names {
    pub(super) fn find(&self, kind: NameKind, name: &str) -> Option<Declared> {
        let (position, _, span) = self.by_kind.get(&kind)?.get_full(name)?;
        Some(Declared {
            position: position as u32,
            span: *span,
        })
    }

    /// True if a name is declared at this place, rather than a second time.
    pub(super) fn is_declared_at(&self, kind: NameKind, name: &str, span: Span) -> bool {
        self.find(kind, name)
            .is_some_and(|declared| declared.span == span)
    }

    /// The names of a kind in the order of their declaration.
    pub(super) fn of(&self, kind: NameKind) -> impl Iterator<Item = &str> + Clone {
        let names = self.by_kind.get(&kind).into_iter();
        names.flat_map(|names| names.keys().map(String::as_str))
    }

    /// True if every declaration of a kind could be read. If not, a name that is not known may only be
    /// a consequence of what was reported.
    pub(super) fn is_complete(&self, kind: NameKind) -> bool {
        !self.incomplete.contains(&kind)
    }

    /// True if that is true of all these kinds.
    pub(super) fn are_complete(&self, kinds: &[NameKind]) -> bool {
        kinds.iter().all(|kind| self.is_complete(*kind))
    }

    pub(super) fn lose(&mut self, kind: NameKind) {
        self.incomplete.insert(kind);
    }

    fn insert(&mut self, kind: NameKind, name: &str, span: Span) -> Result<u32, Declared> {
        if let Some(first) = self.find(kind, name) {
            return Err(first);
        }
        let names = self.by_kind.entry(kind).or_default();
        names.insert(name.to_owned(), span);
        Ok(names.len() as u32 - 1)
    }
}

/// Sections that every game must have: without them, what they would declare is not known.
const REQUIRED: &[&str] = &["components", "flow", "states", "rules"];

/// Contents of the place of a section.
enum Section {
    Node(NodeId),
    /// It is left out, as it may be.
    Absent,
    /// It is missing or cannot be read, which was reported.
    Lost,
}

impl Checker<'_> {
    /// Collects every name of the document.
    pub(super) fn declare_names(&mut self) {
        for (path, kind) in [
            ("components.component_types.deck_types", NameKind::DeckType),
            ("components.component_types.zone_types", NameKind::ZoneType),
            ("components.decks", NameKind::Deck),
            ("flow.states", NameKind::State),
            ("parameters", NameKind::Parameter),
            ("teams", NameKind::Team),
            ("card_kinds", NameKind::Kind),
            ("keywords", NameKind::Keyword),
            ("attributes", NameKind::Attribute),
            ("counters", NameKind::Counter),
            ("resources", NameKind::Resource),
            ("events", NameKind::Event),
            ("define", NameKind::Definition),
            ("moves", NameKind::Move),
            ("variants", NameKind::Variant),
            ("continuous.durations", NameKind::Duration),
            ("deck_rules.regulations", NameKind::Regulation),
        ] {
            for entry in self.declaring_entries(path, &[kind]) {
                // The loader has already reported a key that is there twice.
                let _position = self.names.insert(kind, &entry.key, entry.key_span);
            }
        }
        if self.names.of(NameKind::State).next().is_none() {
            // A game without states is reported once.
            self.names.lose(NameKind::State);
            self.names.lose(NameKind::Phase);
        }
        for (path, key, kind) in [
            ("components.zones", "name", NameKind::Zone),
            ("components.variables", "name", NameKind::Variable),
            ("rules", "id", NameKind::Rule),
            ("state_based", "id", NameKind::Check),
            ("invariants", "id", NameKind::Invariant),
            ("deck_lists", "id", NameKind::DeckList),
            ("resolution.groups", "id", NameKind::Group),
            ("cards", "id", NameKind::Card),
        ] {
            self.declare_items(path, key, kind);
        }
        self.declare_phases();
        self.declare_pools();
        self.declare_definition_events();
        self.lose_properties();
    }

    /// The entries of a section that declares names of these kinds. If it cannot be read, or must be
    /// there and is not, those kinds are incomplete.
    fn declaring_entries(&mut self, path: &str, kinds: &[NameKind]) -> Vec<Entry> {
        self.note_slips(path, kinds);
        match self.section_form(path) {
            Section::Absent => Vec::new(),
            Section::Node(node) if self.tree.is_map(node) => self.tree.entries(node).to_vec(),
            Section::Node(_) | Section::Lost => {
                kinds.iter().for_each(|kind| self.names.lose(*kind));
                Vec::new()
            }
        }
    }

    fn declare_items(&mut self, path: &str, key: &str, kind: NameKind) {
        self.note_slips(path, &[kind]);
        let node = match self.section_form(path) {
            Section::Absent => return,
            Section::Node(node) if self.tree.is_list(node) => node,
            Section::Node(_) | Section::Lost => return self.names.lose(kind),
        };
        for item in self.tree.items(node).to_vec() {
            let name = self.tree.get(item, key);
            match name.and_then(|name| Some((name, self.tree.text(name)?))) {
                Some((node, name)) => self.declare(kind, name, self.tree.span(node)),
                None => self.names.lose(kind),
            }
        }
    }

    /// Loses names if a section stands twice: misspelt, and as lower layers have it.
    fn note_slips(&mut self, path: &str, kinds: &[NameKind]) {
        let (parent, key) = path.rsplit_once('.').unwrap_or(("", path));
        let parent = match parent {
            "" => Some(self.root),
            path => self.at(self.root, path),
        };
        let entries = parent.map_or(&[][..], |parent| self.tree.entries(parent));
        let is_slip = |entry: &Entry| {
            entry.key != key
                && nearest(&entry.key, [key]).is_some()
                && !keys::objects()
                    .iter()
                    .any(|object| object.key(&entry.key).is_some())
        };
        if entries.iter().any(is_slip) {
            kinds.iter().for_each(|kind| self.names.lose(*kind));
        }
    }

    /// Contents at a dotted path.
    fn section_form(&self, path: &str) -> Section {
        let mut node = self.root;
        for key in path.split('.') {
            if !self.tree.is_map(node) {
                return Section::Lost;
            }
            node = match self.tree.get(node, key) {
                Some(node) => node,
                None if REQUIRED.contains(&key) => return Section::Lost,
                None => return Section::Absent,
            };
        }
        Section::Node(node)
    }

    fn declare_phases(&mut self) {
        let mut phases = Vec::new();
        for state in self.declaring_entries("flow.states", &[NameKind::Phase]) {
            match self.tree.get(state.value, "phases") {
                Some(list) if self.tree.is_list(list) => phases.extend(self.tree.items(list)),
                Some(_) | None => self.names.lose(NameKind::Phase),
            }
        }
        for phase in phases {
            if let Some(name) = self.tree.text(phase) {
                // A phase may be part of several states.
                let span = self.tree.span(phase);
                let _position = self.names.insert(NameKind::Phase, name, span);
            }
        }
        for name in self.inserted_phases() {
            let _position = self.names.insert(NameKind::Phase, &name.text, name.span);
        }
    }

    fn declare_pools(&mut self) {
        for resource in self.declaring_entries("resources", &[NameKind::Pool]) {
            match self.tree.get(resource.value, "pools") {
                Some(pools) if self.tree.is_map(pools) => {
                    for entry in self.tree.entries(pools).to_vec() {
                        self.declare(NameKind::Pool, &entry.key, entry.key_span);
                    }
                }
                Some(_) | None => self.names.lose(NameKind::Pool),
            }
        }
    }

    /// A definition may be an event: its `event` key declares one.
    fn declare_definition_events(&mut self) {
        for entry in self.declaring_entries("define", &[NameKind::Event]) {
            if let Some(event) = self.tree.get(entry.value, "event")
                && let Some(name) = self.tree.text(event)
            {
                self.declare(NameKind::Event, name, self.tree.span(event));
            }
        }
    }

    /// The properties of cards come from kinds and deck types: if one of those cannot be read, some of
    /// its properties may not be known.
    fn lose_properties(&mut self) {
        let kinds = self.declaring_entries("card_kinds", &[NameKind::Property]);
        let has_strange_key = |kind: &Entry| {
            let mut keys = self.tree.entries(kind.value).iter();
            !self.tree.is_map(kind.value) || keys.any(|entry| KIND.key(&entry.key).is_none())
        };
        if kinds.iter().any(has_strange_key) {
            self.names.lose(NameKind::Property);
        }
        let deck_types = "components.component_types.deck_types";
        for deck_type in self.declaring_entries(deck_types, &[NameKind::Property]) {
            let composition = self.tree.get(deck_type.value, "composition");
            if !composition.is_some_and(|list| self.tree.is_list(list)) {
                self.names.lose(NameKind::Property);
            }
        }
    }

    fn declare(&mut self, kind: NameKind, name: &str, span: Span) {
        if let Err(first) = self.names.insert(kind, name, span) {
            let message = format!("the {} `{name}` is declared twice", kind.noun());
            let hint = match kind {
                NameKind::Event => "a definition with `event` declares it: `events` need not",
                _ => "rename one of the two",
            };
            let diagnostic = Diagnostic::new(code::DECLARED_TWICE, span, message)
                .related(first.span, "first declared here")
                .hint(hint);
            self.diagnostics.report(diagnostic);
        }
    }

    /// The position of a declared name; reports one that is not.
    pub(super) fn resolve(&mut self, kind: NameKind, name: &Ident) -> Option<u32> {
        let bare = strip_type_prefix(kind, &name.text);
        if let Some(declared) = self.names.find(kind, bare) {
            return Some(declared.position);
        }
        let near = self.did_you_mean(bare, self.names.of(kind));
        // A name of a later version was reported where it stands.
        let may_exist = self.version >= kind.since();
        if near.is_some() || self.names.is_complete(kind) && may_exist {
            let hint = near.unwrap_or_else(|| format!("declare it under {}", home(kind)).into());
            let message = format!("there is no {} `{bare}`", kind.noun());
            self.diagnostics
                .report(Diagnostic::new(code::UNKNOWN_NAME, name.span, message).hint(hint));
        }
        None
    }

    /// The position of the name at a node.
    pub(super) fn resolve_at(&mut self, kind: NameKind, node: NodeId) -> Option<u32> {
        let name = Ident::new(self.tree.text(node)?, self.tree.span(node));
        self.resolve(kind, &name)
    }

    /// The items of the list at a path that declare what they are called at `key`, each name once.
    pub(super) fn declaring_items(&self, path: &str, key: &str, kind: NameKind) -> Vec<NodeId> {
        let items = self.items_at(self.root, path).iter().copied();
        let is_first = |node: &NodeId| {
            self.ident(*node, key)
                .is_some_and(|name| self.names.is_declared_at(kind, &name.text, name.span))
        };
        items.filter(is_first).collect()
    }

    /// The positions of the one or more names at a node.
    pub(super) fn resolve_many(&mut self, kind: NameKind, node: Option<NodeId>) -> Vec<u32> {
        let Some(node) = node else { return Vec::new() };
        self.one_or_many(node)
            .into_iter()
            .filter_map(|node| self.resolve_at(kind, node))
            .collect()
    }
}

/// CGML writes the type of a deck as `standard_52` or as `deck_types.standard_52`.
fn strip_type_prefix(kind: NameKind, name: &str) -> &str {
    let prefix = match kind {
        NameKind::DeckType => "deck_types.",
        NameKind::ZoneType => "zone_types.",
        _ => return name,
    };
    name.strip_prefix(prefix).unwrap_or(name)
}

fn home(kind: NameKind) -> String {
    match kind {
        NameKind::Phase | NameKind::Local | NameKind::Property | NameKind::Symbol => {
            kind.home().to_owned()
        }
        _ => format!("`{}`", kind.home()),
    }
}
