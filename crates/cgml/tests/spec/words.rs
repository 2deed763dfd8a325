//! The words of the vocabulary and their pages.

use cgml::reference::{action_head, action_index, operator_head, operator_index};
use cgml::vocabulary::{actions, operators};

/// A word that has a page.
pub(crate) struct Word {
    pub(crate) name: &'static str,
    /// The page, from the root of the repository.
    pub(crate) page: String,
    /// The head of the page.
    pub(crate) head: String,
}

/// Every action and operator.
pub(crate) fn words() -> Vec<Word> {
    let actions = actions::all().map(|action| Word {
        name: action.name,
        page: format!("spec/actions/{}.md", action.name),
        head: action_head(action),
    });
    let operators = operators::all().map(|operator| Word {
        name: operator.name,
        page: format!("spec/operators/{}.md", operator.name),
        head: operator_head(operator),
    });
    actions.chain(operators).collect()
}

/// The pages that list the words, each with what stands at its top.
pub(crate) fn indexes() -> [(&'static str, String); 2] {
    [
        ("spec/actions/README.md", action_index()),
        ("spec/operators/README.md", operator_index()),
    ]
}
