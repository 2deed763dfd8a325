//! `flow`: 1.2 has a list of states and one turn structure, 1.3 gives each state its phases (§9.1).

use std::ops::Range;

use super::draft::Draft;
use crate::outline::{Entry, Node};

/// The state that ends a game in 1.2; it has no phases.
const END: &str = "GameOver";

/// Rewrites `states` and `turn_structure` of a document.
pub(super) fn rewrite(draft: &mut Draft<'_>, root: &Node) {
    let Some(flow) = root.get("flow") else {
        return;
    };
    let (Some(states), Some(turn)) = (flow.entry("states"), flow.entry("turn_structure")) else {
        return;
    };
    match Plan::new(draft, flow, states, turn) {
        Some(plan) => plan.carry_out(draft),
        None => draft.ask(
            turn.key.start(),
            "which phases has each state? since 1.3 they are `phases` of the state, and there is \
             no `turn_structure`",
        ),
    }
}

/// A rewrite that keeps every comment.
struct Plan<'o> {
    states: &'o Entry,
    /// The phases, as written.
    phases: String,
    /// The lines of `turn_structure`.
    lines: Range<usize>,
    place_of_turn: usize,
}

impl<'o> Plan<'o> {
    fn new(draft: &Draft<'_>, flow: &Node, states: &'o Entry, turn: &'o Entry) -> Option<Self> {
        let range = turn.key.start()..turn.end();
        let lines = draft.lines_of(&range);
        let can_be_removed = flow.is_block()
            && draft.begins_line(range.start)
            && !draft.has_comment(&lines)
            && is_list_of_words(draft, &turn.value);
        (can_be_removed && can_be_mapping(draft, states)).then(|| Self {
            states,
            phases: words(draft, &turn.value),
            lines,
            place_of_turn: range.start,
        })
    }

    fn carry_out(self, draft: &mut Draft<'_>) {
        let states = &self.states.value;
        if states.is_block() {
            self.states_in_lines(draft);
        } else {
            self.states_in_brackets(draft);
        }
        draft.change(
            self.states.key.start(),
            "`states` and `turn_structure` are now states with `phases`",
        );
        draft.replace(self.lines.clone(), "");
        self.ask_about_several(draft);
    }

    fn states_in_lines(&self, draft: &mut Draft<'_>) {
        let least = draft.column(self.states.key.start()) + 2;
        for state in self.states.value.items() {
            let Some(dash) = dash(draft, state) else {
                continue;
            };
            // A list may stand in the column of its key, a mapping may not.
            let column = draft.column(dash);
            let spaces = " ".repeat(least.saturating_sub(column));
            let name = draft.source(state.range.clone());
            draft.replace(dash..state.range.end, format!("{spaces}{name}:"));
            let indent = column.max(least) + 2;
            draft.insert_line_below(state.range.end, indent, &self.phases_of(state));
        }
    }

    fn states_in_brackets(&self, draft: &mut Draft<'_>) {
        let indent = draft.column(self.states.key.start()) + 2;
        let (outer, inner) = (" ".repeat(indent), " ".repeat(indent + 2));
        let new_line = draft.new_line();
        let mut lines = String::new();
        for state in self.states.value.items() {
            let name = draft.source(state.range.clone());
            let phases = self.phases_of(state);
            lines += &format!("{new_line}{outer}{name}:{new_line}{inner}{phases}");
        }
        let gap = self.states.key.end()..self.states.value.start();
        let colon = draft.source(gap.clone()).find(':').map_or(0, |at| at + 1);
        draft.replace(gap.start + colon..self.states.value.range.end, lines);
    }

    fn phases_of(&self, state: &Node) -> String {
        match state.word() {
            Some(END) => "phases: []".to_owned(),
            _ => format!("phases: [{}]", self.phases),
        }
    }

    /// In 1.2 every state has every phase, which is seldom what was meant.
    fn ask_about_several(&self, draft: &mut Draft<'_>) {
        let states = self.states.value.items();
        let names = states.iter().filter_map(Node::word);
        let names: Vec<_> = names.filter(|name| *name != END).collect();
        if names.len() > 1 {
            let names = names.join("`, `");
            let question = format!("does each of the states `{names}` really have every phase?");
            draft.ask(self.place_of_turn.min(self.states.key.start()), question);
        }
    }
}

/// The `-` of an item, if only white space stands between them.
fn dash(draft: &Draft<'_>, item: &Node) -> Option<usize> {
    let before = draft.source(0..item.start()).trim_end();
    before.ends_with('-').then(|| before.len() - 1)
}

/// True if a list of states can become a mapping without losing a comment.
fn can_be_mapping(draft: &Draft<'_>, states: &Entry) -> bool {
    let list = &states.value;
    let keeps_comments = if list.is_block() {
        list.items()
            .iter()
            .all(|state| dash(draft, state).is_some())
    } else {
        draft.begins_line(states.key.start()) && !draft.has_comment(&(states.key.end()..list.end()))
    };
    keeps_comments && is_list_of_words(draft, list) && list.properties().next().is_none()
}

fn is_list_of_words(draft: &Draft<'_>, node: &Node) -> bool {
    !node.items().is_empty() && node.items().iter().all(|item| is_name(draft, item))
}

/// True if a scalar can be a key, and an item between brackets, as it is written.
fn is_name(draft: &Draft<'_>, node: &Node) -> bool {
    let source = draft.source(node.range.clone());
    let is_simple = source
        .chars()
        .all(|character| character.is_alphanumeric() || "_- '\"".contains(character));
    is_simple && !source.is_empty() && node.word().is_some() && node.properties().next().is_none()
}

fn words(draft: &Draft<'_>, list: &Node) -> String {
    let words = list.items().iter();
    let words: Vec<_> = words.map(|word| draft.source(word.range.clone())).collect();
    words.join(", ")
}
