//! Synonyms: words of other languages, tools and games for ours, for hints only.

/// A word of ours in small letters, and what else it may be called, without `_`, `-` and spaces.
const SYNONYMS: &[(&str, &[&str])] = &[
    // Operators.
    ("isequal", &["equals", "equal", "equalto", "eq", "same"]),
    (
        "isgreaterthan",
        &[
            "greater",
            "greaterthan",
            "gt",
            "morethan",
            "isgreater",
            "ismore",
        ],
    ),
    (
        "islessthan",
        &["less", "lessthan", "lt", "fewerthan", "isless", "issmaller"],
    ),
    (
        "count",
        &["size", "length", "number", "howmany", "cardcount", "total"],
    ),
    ("add", &["plus"]),
    ("sub", &["minus", "subtract"]),
    ("mul", &["times", "multiply"]),
    ("div", &["divide", "dividedby"]),
    ("mod", &["modulo", "remainder"]),
    ("contains", &["has", "includes", "include"]),
    ("filter", &["where", "select"]),
    // Actions.
    (
        "move",
        &[
            "draw", "discard", "play", "put", "send", "take", "give", "return", "place",
        ],
    ),
    ("shuffle", &["randomize", "mix"]),
    ("reveal", &["show"]),
    ("choose", &["select", "pick", "target", "ask", "input"]),
    (
        "request_input",
        &["select", "pick", "ask", "input", "prompt", "choice"],
    ),
    ("set_variable", &["set", "assign", "let"]),
    ("increment", &["increase", "addto", "decrement"]),
    ("emit", &["trigger", "raise", "fire", "signal"]),
    ("for_each", &["foreach", "loop", "each"]),
    ("win", &["victory", "endgame"]),
    ("lose", &["defeat", "eliminate"]),
    // Keys.
    ("effect", &["then", "do", "effects", "actions"]),
    ("condition", &["if", "when", "requires"]),
    ("trigger", &["on", "when", "event", "listensto"]),
    ("when", &["on", "trigger"]),
    ("if", &["condition", "when", "requires"]),
    ("reason", &["because", "why"]),
    ("copies", &["limit", "count", "maxcopies"]),
    ("skip_when", &["skip"]),
    ("name", &["id", "title"]),
    ("id", &["name", "key"]),
    ("text", &["description", "label", "caption"]),
    ("description", &["text", "about", "summary"]),
    ("initial_value", &["initial", "value", "default", "start"]),
    ("properties", &["stats", "fields", "traits", "attributes"]),
    ("abilities", &["effects", "skills", "powers"]),
    ("of_deck", &["deck", "fromdeck"]),
    ("per_player", &["eachplayer", "foreachplayer", "owned"]),
    ("min", &["minimum", "least"]),
    ("max", &["maximum", "most", "limit"]),
    ("params", &["parameters", "arguments", "args"]),
    ("zones", &["areas", "piles", "places"]),
    ("from", &["source", "origin", "outof"]),
    ("to", &["target", "destination", "into", "dest"]),
    // Words.
    ("lifo", &["stack"]),
    ("fifo", &["queue"]),
    ("shuffled", &["random"]),
    ("unordered", &["unsorted", "any", "none", "free"]),
    ("all", &["everyone", "public", "open", "visible", "faceup"]),
    (
        "hidden",
        &["none", "nobody", "private", "secret", "facedown"],
    ),
    ("count_only", &["count", "number"]),
    ("pre", &["before"]),
    ("post", &["after"]),
    ("replace", &["instead", "insteadof"]),
    ("global", &["table", "shared", "game"]),
    ("player", &["seat", "eachplayer", "perplayer"]),
    (
        "current",
        &["activeplayer", "currentplayer", "active", "self", "you"],
    ),
    ("opponent", &["enemy", "other", "otherplayer"]),
    ("abort", &["stop", "cancel", "fail"]),
    ("continue", &["ignore", "skip"]),
    ("rollback", &["undo", "revert"]),
    // Types.
    ("number", &["int", "integer", "numeric", "float"]),
    ("flag", &["bool", "boolean", "truth"]),
    ("text", &["string", "str"]),
    ("list", &["array", "set"]),
    // Events.
    (
        "turn.end",
        &["endofturn", "turnend", "endturn", "on.turn.ends"],
    ),
    (
        "turn.begin",
        &[
            "startofturn",
            "turnstart",
            "turnbegin",
            "beginofturn",
            "upkeep",
        ],
    ),
    ("entered", &["summoned", "arrived", "enters"]),
    ("left", &["destroyed", "died", "leaves"]),
];

/// The words of ours, in small letters, that a word may stand for.
pub fn ours(word: &str) -> Vec<&'static str> {
    let plain: String = word
        .to_lowercase()
        .chars()
        .filter(|letter| !['_', '-', ' '].contains(letter))
        .collect();
    SYNONYMS
        .iter()
        .filter(|(_, others)| others.contains(&plain.as_str()))
        .map(|(ours, _)| *ours)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_another_language_leads_to_ours_however_it_is_written() {
        assert_eq!(ours("equals"), ["isequal"]);
        assert_eq!(ours("end_of_turn"), ["turn.end"]);
        assert_eq!(ours("EndOfTurn"), ["turn.end"]);
        assert_eq!(ours("isEqual"), [""; 0]);
    }
}
