//! The names a game declares: collected before anything is resolved.

use rustc_hash::FxHashMap;

use super::Checker;
use crate::codes::names as code;
use crate::diagnostic::Diagnostic;
use crate::ordered::OrderedMap;
use crate::source::Span;
use crate::syntax::Ident;
use crate::tree::NodeId;
use crate::vocabulary::names::NameKind;

/// Where something is declared, and which one of its kind it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Declared {
    pub(super) position: u32,
    pub(super) span: Span,
}

/// Every declared name.
#[derive(Debug, Default)]
pub(super) struct Names {
    by_kind: FxHashMap<NameKind, Places>,
}

/// Where each name is declared, in the order of their declaration.
type Places = OrderedMap<String, Span>;

impl Names {
    pub(super) fn find(&self, kind: NameKind, name: &str) -> Option<Declared> {
        let (position, _, span) = self.by_kind.get(&kind)?.get_full(name)?;
        Some(Declared {
            position: position as u32,
            span: *span,
        })
    }

    /// The names of a kind in the order of their declaration.
    pub(super) fn of(&self, kind: NameKind) -> impl Iterator<Item = &str> + Clone {
        let names = self.by_kind.get(&kind).into_iter();
        names.flat_map(|names| names.keys().map(String::as_str))
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

impl Checker<'_> {
    /// Collects every name of the document.
    pub(super) fn declare_names(&mut self) {
        let root = self.root;
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
            self.declare_keys(self.at(root, path), kind);
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
            self.declare_items(self.at(root, path), key, kind);
        }
        self.declare_phases();
        self.declare_pools();
        self.declare_definition_events();
    }

    fn declare_keys(&mut self, node: Option<NodeId>, kind: NameKind) {
        let Some(node) = node else { return };
        for entry in self.tree.entries(node) {
            // The loader has already reported a key that is there twice.
            let _position = self.names.insert(kind, &entry.key, entry.key_span);
        }
    }

    fn declare_items(&mut self, node: Option<NodeId>, key: &str, kind: NameKind) {
        let Some(node) = node else { return };
        for item in self.tree.items(node) {
            if let Some(id) = self.tree.get(*item, key)
                && let Some(name) = self.tree.text(id)
            {
                self.declare(kind, name, self.tree.span(id));
            }
        }
    }

    fn declare_phases(&mut self) {
        let Some(states) = self.at(self.root, "flow.states") else {
            return;
        };
        let mut phases = Vec::new();
        for entry in self.tree.entries(states) {
            let list = self.tree.get(entry.value, "phases");
            for phase in list.map_or(&[][..], |list| self.tree.items(list)) {
                if let Some(name) = self.tree.text(*phase) {
                    phases.push((name, self.tree.span(*phase)));
                }
            }
        }
        for (name, span) in phases {
            // A phase may be part of several states.
            let _position = self.names.insert(NameKind::Phase, name, span);
        }
        for name in self.inserted_phases() {
            let _position = self.names.insert(NameKind::Phase, &name.text, name.span);
        }
    }

    fn declare_pools(&mut self) {
        let Some(resources) = self.at(self.root, "resources") else {
            return;
        };
        for resource in self.tree.entries(resources) {
            let pools = self.tree.get(resource.value, "pools");
            for entry in pools.map_or(&[][..], |pools| self.tree.entries(pools)) {
                self.declare(NameKind::Pool, &entry.key, entry.key_span);
            }
        }
    }

    /// A definition may be an event: its `event` key declares one.
    fn declare_definition_events(&mut self) {
        let Some(define) = self.at(self.root, "define") else {
            return;
        };
        for entry in self.tree.entries(define) {
            if let Some(event) = self.tree.get(entry.value, "event")
                && let Some(name) = self.tree.text(event)
            {
                self.declare(NameKind::Event, name, self.tree.span(event));
            }
        }
    }

    fn declare(&mut self, kind: NameKind, name: &str, span: Span) {
        if let Err(first) = self.names.insert(kind, name, span) {
            let message = format!("the {} `{name}` is declared twice", kind.noun());
            let diagnostic = Diagnostic::new(code::DECLARED_TWICE, span, message)
                .related(first.span, "first declared here");
            self.diagnostics.report(diagnostic);
        }
    }

    /// The position of a declared name; reports one that is not.
    pub(super) fn resolve(&mut self, kind: NameKind, name: &Ident) -> Option<u32> {
        let bare = strip_type_prefix(kind, &name.text);
        if let Some(declared) = self.names.find(kind, bare) {
            return Some(declared.position);
        }
        let hint = self
            .did_you_mean(bare, self.names.of(kind))
            .unwrap_or_else(|| format!("declare it under {}", home(kind)));
        let message = format!("there is no {} `{bare}`", kind.noun());
        self.diagnostics
            .report(Diagnostic::new(code::UNKNOWN_NAME, name.span, message).hint(hint));
        None
    }

    /// The position of the name at a node.
    pub(super) fn resolve_at(&mut self, kind: NameKind, node: NodeId) -> Option<u32> {
        let name = Ident::new(self.tree.text(node)?, self.tree.span(node));
        self.resolve(kind, &name)
    }

    /// The positions of the one or more names at a node.
    pub(super) fn resolve_many(&mut self, kind: NameKind, node: Option<NodeId>) -> Vec<u32> {
        let Some(node) = node else { return Vec::new() };
        let nodes = match self.tree.items(node) {
            [] => vec![node],
            items => items.to_vec(),
        };
        nodes
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
