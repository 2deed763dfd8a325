//! Steps: what each `op` is in steps of CGML.
//!
//! A step calls what the game defines (`draw`, `discard`, `destroy`, `set_domain`, `require`, `send`), so that
//! the game says what it means to draw or to destroy.

use super::cards::{Cards, quoted_text, rival};
use super::condition::condition;
use super::target::{Owner, Scope, Selector, Target, target, type_named};
use super::{Problems, Writer};
use crate::codes::dialect as code;
use crate::dialect::TypeAsked;
use crate::source::Span;
use crate::tree::NodeId;

/// Steps of CGML, with the place of what they were made from.
pub(super) enum Made {
    Step(String, Span),
    /// Steps that are done only if a condition holds.
    If(String, Vec<Made>, Span),
}

impl Writer<'_, '_> {
    /// The steps of an effect; what cannot be read is left out.
    pub(super) fn steps(&mut self, items: &[NodeId]) -> Vec<Made> {
        items
            .iter()
            .filter_map(|item| self.step(*item))
            .flatten()
            .collect()
    }

    /// `None` if it could not be read, which was reported.
    fn step(&mut self, item: NodeId) -> Option<Vec<Made>> {
        let span = self.tree.span(item);
        let one = |text: String| Some(vec![Made::Step(text, span)]);
        match self.word(item, "op")? {
            "draw" => one(format!("draw({})", self.number(item, "count").unwrap_or(1))),
            "mill" => self.mill(item, span),
            "discard" => self.discard(item, span),
            "move" => self.moved(item, span),
            "search" => self.search(item, span),
            "destroy" => {
                let (cards, scope, count) = self.in_play(item)?;
                one(format!("destroy({})", cards.picked(scope, count)))
            }
            "summon" => self.summon(item, span),
            "set_domain" => {
                let card = self.card_named(item, &["deck", "hand", "grave"])?;
                let span = self.span_of(item, "card");
                self.ask_type(item, "domain", "set");
                Some(vec![Made::Step(format!("set_domain({card})"), span)])
            }
            "modify_stat" => {
                let changes = self.changes(item, "card")?;
                let (cards, scope, count) = self.in_play(item)?;
                one(format!(
                    "modify({}, [{changes}])",
                    cards.picked(scope, count)
                ))
            }
            "modify_draw" => {
                let message = "`modify_draw` works only in an ability with `when: static`";
                let hint = Some("write `draw`, or `when: static`".into());
                self.problems
                    .report(code::NOT_THERE, self.span_of(item, "op"), message, hint);
                None
            }
            "modify_life" => self.life(item).and_then(one),
            "add_counter" => {
                let key = self.counter(item)?;
                let amount = self.number(item, "amount").unwrap_or(1);
                one(format!("add_counter(this, {key}, {amount})"))
            }
            "remove_counter" => {
                let key = self.counter(item)?;
                let amount = match self.number(item, "amount") {
                    Some(amount) => amount.to_string(),
                    None => format!("counters(this, {key})"),
                };
                one(format!("remove_counter(this, {key}, {amount})"))
            }
            "require" => {
                let condition = self.condition(item)?;
                one(format!("require({condition})"))
            }
            "win" => one("win()".to_owned()),
            "win_if" => self.only_if(item, "win()", span),
            "lose_if" => self.only_if(item, "lose()", span),
            _ => None,
        }
    }

    fn only_if(&mut self, item: NodeId, step: &str, span: Span) -> Option<Vec<Made>> {
        let condition = self.condition(item)?;
        let step = Made::Step(step.to_owned(), span);
        Some(vec![Made::If(condition, vec![step], span)])
    }

    fn mill(&mut self, item: NodeId, span: Span) -> Option<Vec<Made>> {
        let count = self.number(item, "count").unwrap_or(1);
        let target = self.target(item)?;
        let mut cards = Cards::new("deck");
        let mut scope = Scope::Top;
        if let Some(target) = target {
            (cards.owner, scope) = (target.owner, target.scope);
            cards.only(target.selector);
        }
        Some(self.sent(cards, scope, Some(count), "grave", span))
    }

    fn discard(&mut self, item: NodeId, span: Span) -> Option<Vec<Made>> {
        let (cards, scope, count) = self.picked(item, Cards::new("hand"), Scope::Choose)?;
        let mut steps = Vec::new();
        if let Some(count) = count {
            let enough = format!("require(count({}) >= {count})", cards.text());
            steps.push(Made::Step(enough, span));
        }
        let to = match cards.owner {
            Owner::Player => {
                return {
                    let text = format!("discard({})", cards.picked(scope, count));
                    steps.push(Made::Step(text, span));
                    Some(steps)
                };
            }
            Owner::Opponent | Owner::Any => "grave",
        };
        steps.extend(self.sent(cards, scope, count, to, span));
        Some(steps)
    }

    fn moved(&mut self, item: NodeId, span: Span) -> Option<Vec<Made>> {
        let from = self.zone(item, "from")?;
        let to = self.zone(item, "to")?;
        // Nobody chooses from a deck unless the card says so.
        let usual = match from {
            "deck" => Scope::Top,
            _ => Scope::Choose,
        };
        let (cards, scope, count) = self.picked(item, Cards::new(from), usual)?;
        Some(self.sent(cards, scope, count, to, span))
    }

    fn search(&mut self, item: NodeId, span: Span) -> Option<Vec<Made>> {
        let from = self.zone(item, "from").unwrap_or("deck");
        let to = self.zone(item, "to").unwrap_or("hand");
        let mut cards = Cards::new(from);
        self.filter(item, &mut cards);
        let count = self.number(item, "max").unwrap_or(1);
        let scope = match self.flag(item, "random") {
            Some(true) => Scope::Random,
            Some(false) | None => Scope::Choose,
        };
        let mut steps = self.sent(cards, scope, Some(count), to, span);
        if from == "deck" {
            steps.push(Made::Step("shuffle(deck)".to_owned(), span));
        }
        Some(steps)
    }

    fn summon(&mut self, item: NodeId, span: Span) -> Option<Vec<Made>> {
        if self.tree.get(item, "card").is_some() {
            for other in ["from", "target", "filter"] {
                if self.tree.get(item, other).is_some() {
                    let message = format!("`card` says which card it is, and `{other}` does too");
                    let hint = Some(format!("delete `{other}`").into());
                    let span = self.span_of(item, other);
                    self.problems
                        .report(code::CONTRADICTION, span, message, hint);
                    return None;
                }
            }
            let card = self.card_named(item, &["extra", "hand", "deck", "grave"])?;
            let span = self.span_of(item, "card");
            return Some(vec![Made::Step(format!("summon({card})"), span)]);
        }
        let from = self.zone(item, "from").unwrap_or("extra");
        let (cards, scope, count) = self.picked(item, Cards::new(from), Scope::Choose)?;
        let step = format!("summon({})", cards.picked(scope, Some(count.unwrap_or(1))));
        let some = format!("count({}) > 0", cards.text());
        Some(vec![Made::If(some, vec![Made::Step(step, span)], span)])
    }

    /// Cards go to a zone; none is no failure.
    fn sent(
        &mut self,
        cards: Cards,
        scope: Scope,
        count: Option<i64>,
        to: &str,
        span: Span,
    ) -> Vec<Made> {
        let picked = cards.picked(scope, count);
        let step = match cards.owner {
            Owner::Player => format!("move({picked}, {to})"),
            Owner::Opponent => format!("move({picked}, {})", rival(to)),
            Owner::Any => format!("send({picked}, {to}, {})", rival(to)),
        };
        let some = format!("count({}) > 0", cards.text());
        vec![Made::If(some, vec![Made::Step(step, span)], span)]
    }

    fn life(&mut self, item: NodeId) -> Option<String> {
        let pool = match self.word(item, "owner")? {
            "opponent" => "rival_life",
            _ => "me.life",
        };
        let amount = self.number(item, "amount")?;
        Some(match amount < 0 {
            true => format!("reduce({pool}, {})", -amount),
            false => format!("gain({pool}, {amount})"),
        })
    }

    /// The cards in play that a step is about: a domain lies in its zone, all others on the board.
    fn in_play(&mut self, item: NodeId) -> Option<(Cards, Scope, Option<i64>)> {
        let target = self.target(item)?;
        let filtered = self.tree.get(item, "filter");
        let filtered = filtered.and_then(|filter| self.word(filter, "type"));
        let is_domain = |kind: &str| type_named(kind) == Some("domain");
        let zone = match target.as_ref().map(|target| &target.selector) {
            Some(Selector::Type(kind)) if is_domain(kind) => "domain",
            _ if filtered.is_some_and(is_domain) => "domain",
            _ => "board",
        };
        self.picked(item, Cards::new(zone), Scope::Choose)
    }

    /// The cards of a step with `target`, `filter`, `count`, `selection` and `random`.
    fn picked(
        &mut self,
        item: NodeId,
        mut cards: Cards,
        usual: Scope,
    ) -> Option<(Cards, Scope, Option<i64>)> {
        let target = self.target(item)?;
        let mut count = self.number(item, "count");
        let mut scope = self.selection(item, target.as_ref())?.unwrap_or(usual);
        if let Some(target) = target {
            cards.owner = target.owner;
            cards.only(target.selector);
            if self.word(item, "selection").is_none() && self.flag(item, "random").is_none() {
                scope = target.scope;
            }
        }
        self.filter(item, &mut cards);
        if scope == Scope::One {
            if count.is_some_and(|count| count > 1) {
                let message = "`one` is one card, and `count` says more";
                let hint = Some("write `choose` instead of `one`".into());
                let span = self.span_of(item, "count");
                self.problems
                    .report(code::CONTRADICTION, span, message, hint);
                return None;
            }
            count = Some(1);
        }
        Some((cards, scope, count))
    }

    /// Reads `selection` and `random`, if they do not contradict the target.
    fn selection(&mut self, item: NodeId, target: Option<&Target>) -> Option<Option<Scope>> {
        let by_word = match self.word(item, "selection") {
            Some("random") => Some(("selection", Scope::Random)),
            Some(_) => Some(("selection", Scope::Choose)),
            None => None,
        };
        let by_flag = match self.flag(item, "random") {
            Some(true) => Some(("random", Scope::Random)),
            Some(false) | None => None,
        };
        let Some((key, scope)) = by_flag.or(by_word) else {
            return Some(None);
        };
        let other = target.map(|target| target.scope);
        let agrees = match other {
            None => true,
            Some(Scope::One) => scope == Scope::Choose,
            Some(other) => other == scope,
        };
        if let Some(other) = other.filter(|_| !agrees) {
            let message = format!(
                "`{key}` and the target's `{}` contradict each other",
                other.word()
            );
            let hint = Some(format!("delete `{key}`, or write `{}:…`", scope.word()).into());
            let span = self.span_of(item, key);
            self.problems
                .report(code::CONTRADICTION, span, message, hint);
            return None;
        }
        Some(Some(scope))
    }

    fn filter(&mut self, item: NodeId, cards: &mut Cards) {
        let Some(filter) = self.tree.get(item, "filter") else {
            return;
        };
        if let Some(kind) = self.word(filter, "type").and_then(type_named) {
            cards.only(Selector::Type(kind));
        }
        if let Some(tag) = self.word(filter, "tag") {
            cards.only(Selector::Tag(tag.to_owned()));
        }
    }

    /// The first card of this id in the first of these zones that has one.
    fn card_named(&mut self, item: NodeId, zones: &[&str]) -> Option<String> {
        let id = quoted_text(self.word(item, "card")?);
        let zones = zones.join(", ");
        Some(format!("first(union({zones}) where card.name == {id})"))
    }

    /// The card that a step names must be of a type.
    fn ask_type(&mut self, item: NodeId, kind: &'static str, done: &'static str) {
        let Some(card) = self.word(item, "card").map(str::to_owned) else {
            return;
        };
        let span = self.span_of(item, "card");
        self.problems.types.push(TypeAsked {
            card,
            kind,
            done,
            span,
        });
    }

    /// The changes of statistics: `card.atk + 500, card.hp - 1`.
    pub(super) fn changes(&mut self, item: NodeId, card: &str) -> Option<String> {
        let mut changes = Vec::new();
        for stat in ["atk", "def", "hp"] {
            match self.number(item, stat) {
                Some(amount) if amount < 0 => changes.push(format!("{card}.{stat} - {}", -amount)),
                Some(amount) => changes.push(format!("{card}.{stat} + {amount}")),
                None => {}
            }
        }
        let is_given = ["atk", "def", "hp"].into_iter();
        let mut is_given = is_given.filter(|stat| self.tree.get(item, stat).is_some());
        if changes.is_empty() && is_given.next().is_none() {
            let message = "`modify_stat` changes nothing";
            let hint = Some("add `atk`, `def` or `hp`, such as `atk: +500`".into());
            let code = crate::codes::shape::MISSING_KEY;
            self.problems
                .report(code, self.span_of(item, "op"), message, hint);
        }
        (!changes.is_empty()).then(|| changes.join(", "))
    }

    /// The counter of a step.
    fn counter(&mut self, item: NodeId) -> Option<String> {
        let key = self.word(item, "key").unwrap_or("counter").to_owned();
        let span = self.span_of(item, "key");
        self.problems.counter(&key, span)
    }

    /// The condition of a step.
    fn condition(&mut self, item: NodeId) -> Option<String> {
        let node = self.tree.get(item, "expr")?;
        self.condition_at(node)
    }

    /// The condition at a node.
    pub(super) fn condition_at(&mut self, node: NodeId) -> Option<String> {
        let text = self.tree.text(node)?;
        let place = self.text_place(node)?;
        condition(text, &place, &mut self.problems)
    }

    /// The target of a step, if it has one; `None` if it could not be read.
    pub(super) fn target(&mut self, item: NodeId) -> Option<Option<Target>> {
        let Some(node) = self.tree.get(item, "target") else {
            return Some(None);
        };
        let text = self.tree.text(node)?;
        let place = self.text_place(node)?;
        if let Some(known) = self.targets.get(&node) {
            return known.clone().map(Some);
        }
        let read = target(text, &place, &mut self.problems);
        self.targets.insert(node, read.clone());
        read.map(Some)
    }

    fn zone(&self, item: NodeId, key: &str) -> Option<&'static str> {
        let word = self.word(item, key)?;
        super::keys::ZONES
            .iter()
            .copied()
            .find(|zone| *zone == word)
    }
}

impl Problems<'_> {
    /// A kind of counter as it is written in an expression; it is noted as used.
    pub(super) fn counter(&mut self, key: &str, span: Span) -> Option<String> {
        if crate::read::is_name(key) {
            self.counters.push((key.to_owned(), span));
            return Some(format!("`{key}`"));
        }
        let message = format!("`{key}` cannot be the name of a counter");
        let hint = Some("use letters, digits and `_`".into());
        self.report(crate::codes::shape::EMPTY_NAME, span, message, hint);
        None
    }
}
