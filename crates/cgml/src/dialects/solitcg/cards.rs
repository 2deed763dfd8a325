//! Lists of cards as expression text of CGML.

use super::target::{Owner, Scope, Selector};

/// Some of the cards of a zone.
#[derive(Debug, Clone)]
pub(super) struct Cards {
    pub(super) zone: &'static str,
    pub(super) owner: Owner,
    selectors: Vec<Selector>,
}

impl Cards {
    /// All cards that the player has in a zone.
    pub(super) fn new(zone: &'static str) -> Self {
        Self {
            zone,
            owner: Owner::Player,
            selectors: Vec::new(),
        }
    }

    /// Leaves only those that a selector fits.
    pub(super) fn only(&mut self, selector: Selector) {
        self.selectors.push(selector);
    }

    /// The zone, or the two zones, they lie in.
    pub(super) fn zones(&self) -> String {
        match self.owner {
            Owner::Player => self.zone.to_owned(),
            Owner::Opponent => rival(self.zone),
            Owner::Any => format!("union({}, {})", self.zone, rival(self.zone)),
        }
    }

    /// Test of each card; nothing if all are meant.
    fn filter(&self) -> Option<String> {
        let conditions: Vec<String> = self
            .selectors
            .iter()
            .filter_map(|selector| match selector {
                Selector::Any => None,
                Selector::Type(kind) => Some(format!("'{kind}' in card.kinds")),
                Selector::Tag(tag) => Some(format!("{} in card.tags", quoted_text(tag))),
            })
            .collect();
        (!conditions.is_empty()).then(|| conditions.join(" and "))
    }

    /// All of them, the top one first.
    pub(super) fn text(&self) -> String {
        match self.filter() {
            Some(filter) => format!("({} where {filter})", self.zones()),
            None => self.zones(),
        }
    }

    /// All of them as a list, where a zone alone would stand for its top card.
    fn list(&self) -> String {
        match (self.filter(), self.owner) {
            (None, Owner::Player | Owner::Opponent) => format!("{}.cards", self.zones()),
            (Some(_), _) | (None, Owner::Any) => self.text(),
        }
    }

    /// As many of them as `count` says, all without one.
    pub(super) fn picked(&self, scope: Scope, count: Option<i64>) -> String {
        let all = self.text();
        let Some(count) = count else {
            return match scope {
                Scope::Bottom => format!("reverse({all})"),
                Scope::Choose | Scope::One | Scope::All | Scope::Random | Scope::Top => self.list(),
            };
        };
        match scope {
            Scope::Choose | Scope::One if self.zone == "deck" && self.owner == Owner::Player => {
                let filter = self.filter().unwrap_or_else(|| "true".to_owned());
                format!(
                    "search_zone({}, {filter}, {count}, min: {count})",
                    self.zones()
                )
            }
            Scope::Choose | Scope::One => format!("choose({})", counted(&all, count)),
            Scope::Random => format!("choose_random({})", counted(&all, count)),
            Scope::All | Scope::Top => format!("take({all}, {count})"),
            Scope::Bottom => format!("take(reverse({all}), {count})"),
        }
    }
}

/// The opponent's zone of this name; an imagined opponent's domain and extra deck are part of the board.
pub(super) fn rival(zone: &str) -> String {
    match zone {
        "domain" | "extra" => "rival_board".to_owned(),
        zone => format!("rival_{zone}"),
    }
}

/// Text as a literal of an expression.
pub(super) fn quoted_text(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "''"))
}

fn counted(all: &str, count: i64) -> String {
    match count {
        1 => all.to_owned(),
        count => format!("{all}, {count}"),
    }
}
