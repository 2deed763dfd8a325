//! Selectors of 1.2 (`player.current.hand`) in the words of 1.3 (`$.players[current].zones.hand`).

use super::names::{Names, Scope};

/// Translation of a selector of 1.2 into 1.3.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Selector {
    /// A path of 1.3, to be written as a selector.
    Path(String),
    /// Name of a stored value, to be written as a reference.
    Stored(String),
}

/// Expected meaning of a selector where it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    /// Nothing is known about it.
    Anything,
    /// A zone of one owner or of the table.
    Zone,
    /// A zone, or that of every player.
    ZoneOrEveryone,
    /// A variable of one owner or of the table.
    Variable,
}

/// Reason why a selector was not translated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Unclear {
    /// Every player has such a zone or variable.
    Whose(String),
    /// The file declares no such zone or variable.
    Undeclared(String),
    /// 1.3 has nothing that surely means the same.
    NoSelector,
}

type Translation = Result<Selector, Unclear>;

/// The selector of 1.3 that means the same as `text` of 1.2. One that begins with `$` is kept.
pub(super) fn translate(text: &str, names: &Names, expected: Expected) -> Translation {
    if text.contains(|letter: char| letter.is_whitespace() || "\"\\".contains(letter)) {
        return Err(Unclear::NoSelector);
    }
    if text.starts_with('$') {
        return Ok(Selector::Path(text.to_owned()));
    }
    if let Some(stored) = text.strip_prefix("ref:") {
        return from_stored(stored, names);
    }
    let dotted = text.replace('[', ".").replace(']', "");
    let parts: Vec<&str> = dotted.split('.').collect();
    match parts.as_slice() {
        ["player" | "players", rest @ ..] => from_players(parts[0], rest, names, expected),
        ["game" | "zone" | "zones", rest @ ..] => from_table(rest, names, expected),
        ["card", rest @ ..] => from_card(rest),
        [name] if names.table.zones.contains(*name) => from_table(&parts, names, expected),
        _ => Err(Unclear::NoSelector),
    }
}

fn from_stored(stored: &str, names: &Names) -> Translation {
    let Some((name, rest)) = stored.split_once('.') else {
        return Ok(Selector::Stored(stored.to_owned()));
    };
    let parts: Vec<&str> = rest.split('.').collect();
    if !parts.first().is_some_and(|part| names.player.has(part)) {
        return Err(Unclear::NoSelector);
    }
    let player = format!("$.players[by_id=ref:{name}]");
    member(&player, &parts, &names.player, Expected::Anything)
}

fn from_players(root: &str, rest: &[&str], names: &Names, expected: Expected) -> Translation {
    let (who, rest) = match rest {
        ["all" | "*", rest @ ..] => ("*", rest),
        [who @ ("current" | "opponent"), rest @ ..] => (*who, rest),
        [index, rest @ ..] if is_number(index) => (*index, rest),
        [name, ..] if root == "players" && names.player.has(name) => ("*", rest),
        _ => return Err(Unclear::NoSelector),
    };
    let player = format!("$.players[{who}]");
    member(&player, rest, &names.player, expected)
}

fn from_table(rest: &[&str], names: &Names, expected: Expected) -> Translation {
    let [name, ..] = rest else {
        return Err(Unclear::NoSelector);
    };
    if !names.player.zones.contains(*name) {
        return member("$", rest, &names.table, expected);
    }
    match expected {
        Expected::ZoneOrEveryone => member("$.players[*]", rest, &names.player, expected),
        Expected::Zone | Expected::Variable | Expected::Anything => {
            Err(Unclear::Whose((*name).to_owned()))
        }
    }
}

fn from_card(rest: &[&str]) -> Translation {
    match rest {
        [] => Ok(Selector::Path("$.card".to_owned())),
        ["id"] => Ok(Selector::Path("$.card.id".to_owned())),
        [property] => Ok(Selector::Path(format!("$.card.properties.{property}"))),
        _ => Err(Unclear::NoSelector),
    }
}

/// A zone or variable of an owner.
fn member(owner: &str, parts: &[&str], scope: &Scope, expected: Expected) -> Translation {
    let parts = parts.strip_prefix(&["zones"]).unwrap_or(parts);
    let [name, tail @ ..] = parts else {
        return Ok(Selector::Path(owner.to_owned()));
    };
    let is_known = scope.has(name);
    let must_be = |kinds: &[Expected]| !is_known && tail.is_empty() && kinds.contains(&expected);
    let is_variable = scope.variables.contains(*name) && tail.is_empty();
    if is_variable || must_be(&[Expected::Variable]) {
        return Ok(Selector::Path(format!("{owner}.{name}")));
    }
    let is_zone = scope.zones.contains(*name);
    if !is_zone && !must_be(&[Expected::Zone, Expected::ZoneOrEveryone]) {
        return Err(Unclear::Undeclared((*name).to_owned()));
    }
    let tail = zone_tail(tail).ok_or(Unclear::NoSelector)?;
    Ok(Selector::Path(format!("{owner}.zones.{name}{tail}")))
}

/// The tail of a zone: its fields, or its top card and what is printed on it (CGML §6.4, §14).
fn zone_tail(tail: &[&str]) -> Option<String> {
    match tail {
        [] => Some(String::new()),
        ["card_count"] => Some(".card_count".to_owned()),
        ["top_card"] => Some(".top_card".to_owned()),
        ["top_card", property] | ["top_card", "properties", property] => {
            Some(format!(".top_card.properties.{property}"))
        }
        _ => None,
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl Unclear {
    /// Question to the author about the selector `text`.
    pub(super) fn question(&self, text: &str) -> String {
        match self {
            Self::Whose(name) => {
                format!("every player has `{name}`: whose is meant by `{text}`?")
            }
            Self::Undeclared(name) => {
                format!("is `{name}` in `{text}` a zone or a variable? this file declares neither")
            }
            Self::NoSelector => format!("which selector of 1.3 stands for `{text}`?"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Expected, Names, Selector, Unclear, translate};

    fn names() -> Names {
        let mut names = Names::default();
        names.table.zones.insert("deck".to_owned());
        names.table.variables.insert("round".to_owned());
        names.player.zones.insert("hand".to_owned());
        names.player.variables.insert("score".to_owned());
        names
    }

    fn path(text: &str) -> Result<Selector, Unclear> {
        Ok(Selector::Path(text.to_owned()))
    }

    #[test]
    fn clear_selectors_are_translated() {
        let cases = [
            ("player.current.hand", "$.players[current].zones.hand"),
            ("players.current.hand", "$.players[current].zones.hand"),
            (
                "players.opponent.zones.hand",
                "$.players[opponent].zones.hand",
            ),
            ("player.0.score", "$.players[0].score"),
            ("players[1].hand", "$.players[1].zones.hand"),
            ("players.all.hand", "$.players[*].zones.hand"),
            ("players.score", "$.players[*].score"),
            (
                "player.1.hand.card_count",
                "$.players[1].zones.hand.card_count",
            ),
            (
                "player.1.hand.top_card.rank",
                "$.players[1].zones.hand.top_card.properties.rank",
            ),
            ("game.deck", "$.zones.deck"),
            ("game.round", "$.round"),
            ("zones.deck.card_count", "$.zones.deck.card_count"),
            ("card.suit", "$.card.properties.suit"),
            ("ref:asked.hand", "$.players[by_id=ref:asked].zones.hand"),
            ("$.zones.deck", "$.zones.deck"),
        ];
        for (old, new) in cases {
            assert_eq!(
                translate(old, &names(), Expected::Anything),
                path(new),
                "{old}"
            );
        }
    }

    #[test]
    fn a_stored_value_stays_a_stored_value() {
        assert_eq!(
            translate("ref:asked", &names(), Expected::Anything),
            Ok(Selector::Stored("asked".to_owned()))
        );
    }

    #[test]
    fn unclear_selectors_are_not_guessed() {
        let whose = Unclear::Whose("hand".to_owned());
        let undeclared = Unclear::Undeclared("books".to_owned());
        let cases = [
            ("zones.hand", whose),
            ("player.current.books", undeclared),
            ("player.id", Unclear::NoSelector),
            ("ref:drawn.rank", Unclear::NoSelector),
            ("zones.deck.size", Unclear::NoSelector),
            ("card.played.rank", Unclear::NoSelector),
            ("trick.lead", Unclear::NoSelector),
            ("player.current.hand, or so", Unclear::NoSelector),
            ("card.\"rank\"", Unclear::NoSelector),
            ("", Unclear::NoSelector),
        ];
        for (old, unclear) in cases {
            assert_eq!(
                translate(old, &names(), Expected::Anything),
                Err(unclear),
                "{old}"
            );
        }
    }

    #[test]
    fn what_can_only_be_one_thing_needs_no_declaration() {
        assert_eq!(
            translate("player.current.books", &names(), Expected::Zone),
            path("$.players[current].zones.books")
        );
        assert_eq!(
            translate("game.pile", &names(), Expected::Zone),
            path("$.zones.pile")
        );
        assert_eq!(
            translate("zones.hand", &names(), Expected::ZoneOrEveryone),
            path("$.players[*].zones.hand")
        );
    }
}
