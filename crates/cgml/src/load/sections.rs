//! Merging strategies of sections: the only place that has them (CGML §5.1).

/// Strategy where several layers have a value at the same place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strategy {
    /// The highest value counts.
    Replace,
    /// A mapping with the keys of all; where several have a key, the table decides again.
    Keys,
    /// A mapping of named entries: each is merged key by key and can be disabled.
    Entries,
    /// Like `Entries`; a plain value over a mapping sets its `default`.
    Parameters,
    /// A list of entries known by a key such as `id`: each is merged key by key and can be disabled.
    Known(&'static str),
    /// Like `Known("id")`, and may be a mapping from id to card.
    Cards,
    /// Like `Known`, by `from`, `to` and `id`.
    Transitions,
    /// A list: the lower items, then the higher ones.
    Append,
    /// A mapping with the keys of all, all the way down.
    Deep,
}

/// Place and strategy; `*` is any one key. What is not here is replaced.
const TABLE: &[(&str, Strategy)] = &[
    // CGML 1.3
    ("meta", Strategy::Keys),
    ("meta.meta", Strategy::Keys),
    ("components", Strategy::Keys),
    ("components.component_types", Strategy::Keys),
    ("components.component_types.*", Strategy::Entries),
    ("components.decks", Strategy::Entries),
    ("components.zones", Strategy::Known("name")),
    ("components.variables", Strategy::Known("name")),
    ("setup", Strategy::Append),
    ("flow", Strategy::Keys),
    ("flow.states", Strategy::Entries),
    ("flow.transitions", Strategy::Transitions),
    ("rules", Strategy::Known("id")),
    // CGML 1.4
    ("attributes", Strategy::Entries),
    ("card_kinds", Strategy::Entries),
    ("cards", Strategy::Cards),
    ("continuous", Strategy::Keys),
    ("counters", Strategy::Entries),
    ("deck_lists", Strategy::Known("id")),
    ("deck_rules", Strategy::Entries),
    ("define", Strategy::Entries),
    ("events", Strategy::Entries),
    ("flow.phases", Strategy::Entries),
    ("invariants", Strategy::Known("id")),
    ("keywords", Strategy::Entries),
    ("moves", Strategy::Entries),
    ("parameters", Strategy::Parameters),
    ("resolution", Strategy::Keys),
    ("resources", Strategy::Entries),
    ("state_based", Strategy::Known("id")),
    ("table", Strategy::Deep),
    ("teams", Strategy::Entries),
    ("texts", Strategy::Deep),
    ("variants", Strategy::Entries),
    // Sections we do not know are left to the checker; until then a mapping is a mapping.
    ("*", Strategy::Keys),
];

/// The strategy for a place such as `["components", "decks"]`.
pub(super) fn strategy(path: &[&str]) -> Strategy {
    TABLE
        .iter()
        .find(|(pattern, _)| matches(pattern, path))
        .map_or(Strategy::Replace, |(_, strategy)| *strategy)
}

fn matches(pattern: &str, path: &[&str]) -> bool {
    let mut keys = path.iter();
    let all = pattern
        .split('.')
        .all(|part| keys.next().is_some_and(|key| part == "*" || part == *key));
    all && keys.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_the_strategy_of_the_table() {
        assert_eq!(strategy(&["rules"]), Strategy::Known("id"));
        assert_eq!(strategy(&["components", "zones"]), Strategy::Known("name"));
        assert_eq!(
            strategy(&["components", "component_types", "deck_types"]),
            Strategy::Entries
        );
        assert_eq!(strategy(&["flow", "win_condition"]), Strategy::Replace);
        assert_eq!(strategy(&["meta", "players"]), Strategy::Replace);
        assert_eq!(strategy(&["something"]), Strategy::Keys);
        assert_eq!(strategy(&["something", "else"]), Strategy::Replace);
    }

    #[test]
    fn a_key_with_a_dot_is_one_key() {
        assert_eq!(strategy(&["components.zones"]), Strategy::Keys);
    }
}
