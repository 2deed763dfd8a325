//! Named entries: merged key by key, and removed by `disabled: true`.

use super::stack::{Part, Stack};
use super::{Merger, Strategy, push};
use crate::codes::merge;
use crate::diagnostic::{Diagnostic, quoted};
use crate::ordered::OrderedMap;
use crate::similar::nearest;
use crate::tree::{Entry, NodeId, Value};

const DISABLED: &str = "disabled";
const DEFAULT: &str = "default";

impl Merger<'_> {
    /// A mapping of entries; `combine` makes one entry of several.
    pub(super) fn entries(
        &mut self,
        path: &[&str],
        stack: &Stack,
        combine: fn(&mut Self, &Stack) -> NodeId,
    ) -> NodeId {
        let mut entries = Vec::new();
        let keys = self.by_key(stack);
        let near = |name: &str| near_sibling(name, keys.keys());
        for (key, parts) in &keys {
            if let Some(value) = self.settle(path, key, parts, combine, &near) {
                entries.push(Entry {
                    key: key.clone(),
                    key_span: parts.top().named,
                    value,
                });
            }
        }
        self.merged(stack, Value::Map(entries))
    }

    /// The entry that several layers make together; `None` if it is disabled in the end. `near` finds
    /// an entry of a similar name.
    pub(super) fn settle(
        &mut self,
        path: &[&str],
        name: &str,
        stack: &Stack,
        combine: fn(&mut Self, &Stack) -> NodeId,
        near: &dyn Fn(&str) -> Option<String>,
    ) -> Option<NodeId> {
        for (lower, upper) in self.shadows.in_stack(stack) {
            self.diagnostics.report(shadowed(path, name, lower, upper));
        }
        let (live, is_disabled) = self.live(stack);
        if !is_disabled {
            return Some(combine(self, &live));
        }
        if stack.is_single() {
            let problem = disabled_nothing(path, name, stack.top(), near(name));
            self.diagnostics.report(problem);
        }
        None
    }

    /// The parts that still count, and whether the entry is disabled after the last.
    ///
    /// Over a disabled entry, `disabled: false` brings it back; one that does not say so is new.
    fn live(&mut self, stack: &Stack) -> (Stack, bool) {
        let mut live: Option<Stack> = None;
        let mut is_disabled = false;
        for part in stack.iter() {
            let says = self.disabled(part.node);
            match &mut live {
                Some(live) if says.is_some() || !is_disabled => live.push(*part),
                Some(_) | None => live = Some(Stack::new(*part)),
            }
            is_disabled = says.unwrap_or(false);
        }
        (live.unwrap_or_else(|| stack.clone()), is_disabled)
    }

    fn disabled(&mut self, node: NodeId) -> Option<bool> {
        let value = self.tree.get(node, DISABLED)?;
        let says = self.tree.scalar(value).and_then(|scalar| scalar.bool());
        if says.is_none() {
            let span = self.tree.span(value);
            let found = self.tree.node(value).value.shown();
            let message = format!("`disabled` is `true` or `false`, not {found}");
            let hint = "write `true` to remove the entry; to switch a rule on and off during the \
                        game, use `enabled_when`";
            self.diagnostics
                .report(Diagnostic::new(merge::DISABLED_VALUE, span, message).hint(hint));
        }
        says
    }

    /// One entry, key by key.
    pub(super) fn entry(&mut self, stack: &Stack) -> NodeId {
        let Some(stack) = self.of_kind(stack, Strategy::Keys) else {
            return self.replace(stack);
        };
        let keys = self.by_key(&stack);
        self.fields(&stack, keys)
    }

    /// One parameter: a plain value stands for a mapping with this `default`.
    pub(super) fn parameter(&mut self, stack: &Stack) -> NodeId {
        let is_map = |part: &Part| matches!(self.tree.node(part.node).value, Value::Map(_));
        if !stack.iter().any(is_map) {
            return self.replace(stack);
        }
        let mut keys: OrderedMap<String, Stack> = OrderedMap::default();
        for part in stack.iter() {
            if !is_map(part) {
                push(&mut keys, &DEFAULT.to_owned(), *part);
            }
            for (key, value) in self.by_key(&Stack::new(*part)) {
                push(&mut keys, &key, value.top());
            }
        }
        self.fields(stack, keys)
    }

    fn fields(&mut self, stack: &Stack, mut keys: OrderedMap<String, Stack>) -> NodeId {
        let said = keys.shift_remove(DISABLED);
        if stack.is_single() && said.is_none() {
            return stack.top().node;
        }
        let mut entries = Vec::with_capacity(keys.len());
        for (key, values) in keys {
            entries.push(Entry {
                key,
                key_span: values.top().named,
                value: self.replace(&values),
            });
        }
        self.merged(stack, Value::Map(entries))
    }
}

fn shadowed(path: &[&str], name: &str, lower: Part, upper: Part) -> Diagnostic {
    let message = format!(
        "{} of `{}` is defined by two imports, and this one counts",
        quoted(name),
        path.join(".")
    );
    Diagnostic::new(merge::SHADOWED, upper.named, message)
        .related(lower.named, "also defined here")
        .hint("rename one of them, or define it in the file that imports both")
}

/// Another name of the same section that is like one.
pub(super) fn near_sibling<'n>(
    name: &str,
    names: impl Iterator<Item = &'n String>,
) -> Option<String> {
    let others = names.map(String::as_str).filter(|other| *other != name);
    nearest(name, others).map(str::to_owned)
}

fn disabled_nothing(path: &[&str], name: &str, part: Part, near: Option<String>) -> Diagnostic {
    let shown = match name {
        "" => "an entry without a name".to_owned(),
        name => quoted(name),
    };
    let message = format!(
        "{shown} is disabled, but no layer below has it in `{}`",
        path.join(".")
    );
    let hint = match near {
        Some(near) => format!("did you mean {}?", quoted(&near)),
        None => "correct the name, or delete the entry".to_owned(),
    };
    Diagnostic::new(merge::DISABLED_NOTHING, part.named, message).hint(hint)
}
