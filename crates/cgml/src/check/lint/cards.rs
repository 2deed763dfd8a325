//! Events that never happen, moves that are never possible, keywords that no card has.

use rustc_hash::FxHashSet;

use super::Lint;
use crate::codes::cards as code;
use crate::model::{
    AbilitySort, ArgumentValue, EventId, EventPattern, EventSource, ExprKind, KeywordId, MoveId,
    NameRef, visit,
};
use crate::similar::nearest;
use crate::vocabulary::actions::ActionKind;

impl Lint<'_> {
    pub(super) fn events(&mut self) {
        let mut happens: FxHashSet<EventId> = self
            .game
            .definitions
            .iter()
            .filter_map(|definition| definition.event)
            .collect();
        self.each_action(&mut |_, step| {
            for argument in &step.arguments {
                if let ArgumentValue::Name(NameRef::Event(event)) = argument.value {
                    happens.insert(event);
                }
            }
        });
        let heard = self.heard_events();
        for (id, event) in self.game.events.pairs() {
            if heard.contains(&id) && !happens.contains(&id) {
                let message = format!("the event `{}` never happens", event.name);
                let hint = "make it happen with `EMIT`, or name it as the `event` of a definition";
                self.warn(code::EVENT_NEVER_HAPPENS, event.origin, message, hint);
            }
            if happens.contains(&id) && !heard.contains(&id) {
                self.misheard(id);
            }
        }
    }

    fn heard_events(&self) -> FxHashSet<EventId> {
        let mut heard = FxHashSet::default();
        self.each_pattern(&mut |pattern| {
            if let EventSource::Declared(event) = pattern.event {
                heard.insert(event);
            }
        });
        heard
    }

    /// Reports who listens to an event of the language where one of the game has a similar name.
    fn misheard(&mut self, id: EventId) {
        let name = &self.game.events[id].name;
        let mut near = None;
        self.each_pattern(&mut |pattern| {
            let EventSource::Standard(event) = &pattern.event else {
                return;
            };
            let words = [event.trigger, event.word];
            let is_like = words.contains(&name.as_str()) || nearest(name, words).is_some();
            if near.is_none() && is_like {
                near = Some((event.trigger, pattern.origin));
            }
        });
        if let Some((heard, origin)) = near {
            let message = format!(
                "this is the event `{heard}` of the language; nothing listens to the game's `{name}`"
            );
            let hint = format!("did you mean `{name}`?");
            self.warn(code::EVENT_NEVER_HEARD, origin, message, &hint);
        }
    }

    /// Calls `visit` for every event that a rule or an ability listens to.
    fn each_pattern<'g>(&'g self, visit: &mut dyn FnMut(&'g EventPattern)) {
        let triggers = self.game.rules.iter();
        let triggers = triggers.filter_map(|rule| rule.trigger.as_ref());
        triggers.for_each(&mut *visit);
        for ability in visit::abilities(self.game) {
            match &ability.sort {
                AbilitySort::Triggered(patterns) => patterns.iter().for_each(&mut *visit),
                AbilitySort::Replacement(pattern) => visit(pattern),
                AbilitySort::Activated(_)
                | AbilitySort::Static { .. }
                | AbilitySort::Restriction { .. } => {}
            }
        }
    }

    pub(super) fn moves(&mut self) {
        let mut made: FxHashSet<MoveId> = self.game.resolution.responses.iter().copied().collect();
        made.extend(
            self.game
                .phases
                .iter()
                .flat_map(|phase| phase.moves.iter().copied()),
        );
        self.each_action(&mut |action, step| {
            if !matches!(action, ActionKind::Offer | ActionKind::Use) {
                return;
            }
            for argument in &step.arguments {
                match &argument.value {
                    ArgumentValue::Name(NameRef::Move(def)) => made.extend([*def]),
                    ArgumentValue::Names(names) => {
                        made.extend(names.iter().filter_map(|name| match name {
                            NameRef::Move(def) => Some(*def),
                            _ => None,
                        }))
                    }
                    _ => {}
                }
            }
        });
        for (id, def) in self.game.moves.pairs() {
            if !made.contains(&id) {
                let message = format!("the move `{}` is never possible", def.name);
                let hint = "name the phases it is for with `in`, or offer it";
                self.warn(code::MOVE_NEVER_MADE, def.origin, message, hint);
            }
        }
    }

    pub(super) fn keywords(&mut self) {
        let mut used: FxHashSet<KeywordId> = FxHashSet::default();
        let printed = self
            .game
            .cards
            .iter()
            .map(|card| &card.keywords)
            .chain(self.game.kinds.iter().map(|kind| &kind.keywords));
        used.extend(printed.flatten().map(|keyword| keyword.keyword));
        for ability in visit::abilities(self.game) {
            if let AbilitySort::Static { grants, .. } = &ability.sort {
                used.extend(grants.iter().map(|keyword| keyword.keyword));
            }
        }
        self.each_action(&mut |_, step| {
            for argument in &step.arguments {
                if let ArgumentValue::Keywords(keywords) = &argument.value {
                    used.extend(keywords.iter().map(|keyword| keyword.keyword));
                }
            }
        });
        visit::exprs(self.game, &mut |expr| {
            if let ExprKind::HasKeyword(keyword, _) = expr.kind {
                used.insert(keyword);
            }
        });
        let has_cards = self.game.cards.iter().any(|card| card.kind.is_some());
        for (id, keyword) in self.game.keywords.pairs() {
            if has_cards && !used.contains(&id) {
                let message = format!("no card has the keyword `{}`", keyword.name);
                self.warn(
                    code::KEYWORD_NEVER_USED,
                    keyword.origin,
                    message,
                    "put it on a card, or remove it",
                );
            }
        }
    }
}
