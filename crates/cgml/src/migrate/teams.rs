//! Teams: in 1.3 every player is a team of their own, 1.4 has teams declared.

use super::draft::Draft;
use crate::outline::Node;

/// Asks once who plays with whom, where something belongs to a team.
pub(super) fn ask(draft: &mut Draft<'_>, root: &Node) {
    if let Some(scope) = scope_of_a_team(root) {
        draft.ask(
            scope.start(),
            "which seats play together? 1.4 has `teams` declared, such as \
             `teams: { us: [0, 2], them: [1, 3] }`; in 1.3 every player was a team",
        );
    }
}

/// The first word that gives a zone or a variable to a team.
fn scope_of_a_team(root: &Node) -> Option<&Node> {
    let components = root.get("components")?;
    let scope_in = |section, key, word| {
        let items = components.get(section).map_or(&[][..], Node::items);
        let scopes = items.iter().filter_map(move |item: &Node| item.get(key));
        scopes.into_iter().find(|scope| scope.word() == Some(word))
    };
    scope_in("zones", "owner_scope", "team").or_else(|| scope_in("variables", "scope", "per_team"))
}
