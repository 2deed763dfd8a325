//! Rules, checks and invariants.

use super::page::{Passage, sentence};
use super::teller::{Teller, words};
use crate::model::{
    CheckDef, Expr, Failure, Invariant, LocalId, MoveId, NameRef, Often, Prose, Rule, Step,
};
use crate::vocabulary::phrase::How;
use crate::vocabulary::{Language, Words};

impl<'g> Teller<'g> {
    /// A rule: what the author says of it, then what it does.
    pub(super) fn rule(&self, rule: &'g Rule) -> Vec<String> {
        let mut teller = self
            .with_locals(&rule.effect)
            .with_event(rule.trigger.as_ref());
        if !rule.restricts.is_empty() {
            teller = teller.addressing_you();
        }
        let passage = match rule.restricts.as_slice() {
            [] => teller.triggered(rule),
            moves => teller.restriction(rule, moves),
        };
        let mut lines = self.description(&rule.description);
        lines.extend(self.with_notes(passage, &self.rule_notes(rule)));
        lines
    }

    fn triggered(&self, rule: &Rule) -> Passage {
        let enabled = rule.enabled_when.as_ref().map(|it| self.as_long_as(it));
        let trigger = rule.trigger.as_ref().map(|it| self.at(it, rule.timing));
        let condition = rule.condition.as_ref().map(|it| self.if_(it));
        let heads = enabled.into_iter().chain(trigger).chain(condition);
        self.effect(heads.collect(), &rule.effect.steps)
    }

    /// "play card is allowed only if …".
    fn restriction(&self, rule: &Rule, moves: &[MoveId]) -> Passage {
        let moves: Vec<String> = moves
            .iter()
            .map(|def| self.name_ref(NameRef::Move(*def)))
            .collect();
        let says = words(
            "[as long as {enabled}, ]the move {moves} is allowed only if {condition}",
            "[{enabled}間、]{moves}は、{condition}場合にのみ行える",
        );
        let teller = self.with_move_locals();
        let slots = [
            ("moves", Some(self.joined(&moves, ("or", "と")))),
            (
                "enabled",
                rule.enabled_when.as_ref().map(|it| teller.condition(it)),
            ),
            (
                "condition",
                rule.condition.as_ref().map(|it| teller.condition(it)),
            ),
        ];
        Passage::text(self.line(says, &slots))
    }

    /// Names of the card and target of a move: "the card", "the target".
    pub(super) fn with_move_locals(&self) -> Self {
        let is_known = |local: &LocalId| {
            let known = self.known_local(*local);
            known.is_some_and(|it| it.name == "card" || it.name == "target")
        };
        (0..)
            .map(LocalId)
            .take_while(|local| self.known_local(*local).is_some())
            .filter(is_known)
            .fold(self.clone(), |teller, local| teller.naming_itself(local))
    }

    fn rule_notes(&self, rule: &Rule) -> Vec<String> {
        let priority = self.priority(rule.priority);
        let once = rule.once_per.map(|often| self.once(often));
        let failure = Some(rule.on_failure).filter(|failure| *failure != Failure::Abort);
        let failure = failure.map(|failure| self.failure(failure));
        let extends = rule.extends.map(|base| {
            let says = words("it extends the rule {rule}", "ルール{rule}を拡張する");
            let name = self.quoted_name(&self.game.rules[base].name);
            self.line(says, &[("rule", Some(name))])
        });
        [once, priority, failure, extends]
            .into_iter()
            .flatten()
            .collect()
    }

    pub(super) fn priority(&self, priority: i64) -> Option<String> {
        let says = words("priority {priority}", "優先度は{priority}");
        let text = Some(priority.to_string());
        (priority != 0).then(|| self.line(says, &[("priority", text)]))
    }

    pub(super) fn once(&self, often: Often) -> String {
        let says = match often {
            Often::Turn => words("at most once each turn", "1ターンに1度だけ"),
            Often::Phase => words("at most once each phase", "1フェイズに1度だけ"),
            Often::Game => words("at most once in the game", "ゲーム中に1度だけ"),
            Often::Duration(duration) => {
                let (_, end) = &self.game.resolution.durations[duration];
                let says = words("at most once until {0}", "{0}までに1度だけ");
                return self.texts(says, &[self.end(end)]);
            }
        };
        says.of(self.language).to_owned()
    }

    pub(super) fn failure(&self, failure: Failure) -> String {
        let says = match failure {
            Failure::Continue => words(
                "if a step fails, the next one is still done",
                "途中でできないことがあっても、次へ進む",
            ),
            Failure::Abort => words(
                "if a step fails, the rest is not done",
                "途中でできないことがあれば、残りは行わない",
            ),
            Failure::Rollback => words(
                "if a step fails, everything is undone",
                "途中でできないことがあれば、すべて元に戻す",
            ),
        };
        says.of(self.language).to_owned()
    }

    /// A check made between effects.
    pub(super) fn check(&self, check: &'g CheckDef) -> Vec<String> {
        let mut teller = self.with_locals(&check.effect);
        let time = match check.at_once {
            true => words("after every change", "変化があるたびに"),
            false => words("between effects", "効果の合間に"),
        };
        let mut heads = vec![time.of(self.language).to_owned()];
        if let Some((local, list)) = &check.for_each {
            let each = teller.elements_as(How::Each, list, None, None);
            let says = words("for {each}", "{each}について");
            heads.push(self.line(says, &[("each", Some(each))]));
            let element = teller.known_local(*local).map(|known| &known.ty);
            let that = element.map_or_else(String::new, |ty| self.that(ty));
            teller = teller.naming(*local, that);
        }
        heads.push(teller.if_(&check.condition));
        let mut lines = self.description(&check.description);
        lines.extend(
            teller
                .effect(heads, &check.effect.steps)
                .into_lines(self.language),
        );
        lines
    }

    /// A fact that always holds.
    pub(super) fn invariant(&self, invariant: &'g Invariant) -> Vec<String> {
        let says = words("at all times, {holds}", "常に{holds}");
        let holds = self
            .with_locals(&invariant.locals)
            .condition(&invariant.holds);
        let mut lines = self.description(&invariant.text);
        lines.push(sentence(
            &self.line(says, &[("holds", Some(holds))]),
            self.language,
        ));
        lines
    }

    /// The author's description in quotes; nothing if there is none.
    pub(super) fn description(&self, text: &Prose) -> Vec<String> {
        let text = text.of(self.language.code()).trim();
        match text.is_empty() {
            true => Vec::new(),
            false => vec![self.quoted(text)],
        }
    }

    /// The condition after "if".
    pub(super) fn if_(&self, condition: &Expr) -> String {
        self.headed(words("if {0}", "{0}場合"), condition)
    }

    /// The condition after "as long as".
    pub(super) fn as_long_as(&self, condition: &Expr) -> String {
        self.headed(words("as long as {0}", "{0}間"), condition)
    }

    fn headed(&self, says: Words, condition: &Expr) -> String {
        self.texts(says, &[self.condition(condition)])
    }

    /// Steps after what must be so: "when …, if …, draw a card".
    pub(super) fn effect(&self, heads: Vec<String>, steps: &[Step]) -> Passage {
        self.after(heads, self.steps(steps))
    }

    /// Something after what must be so.
    pub(super) fn after(&self, heads: Vec<String>, body: Passage) -> Passage {
        if heads.is_empty() {
            return body;
        }
        let mut passage = Passage::text(heads.join(self.pick(", ", "、")));
        passage.push(match (body.is_line(), heads.len()) {
            (true, 1) => self.pick(", ", "、"),
            (_, _) => self.pick(": ", "、"),
        });
        passage.append(body);
        passage
    }

    /// A passage with more sentences after it.
    pub(super) fn with_notes(&self, passage: Passage, notes: &[String]) -> Vec<String> {
        let is_line = passage.is_line();
        let mut lines = passage.into_lines(self.language);
        let notes: Vec<String> = notes.iter().map(|it| sentence(it, self.language)).collect();
        let notes = notes.join(match self.language {
            Language::English => " ",
            Language::Japanese => "",
        });
        match lines.last_mut().filter(|_| is_line) {
            _ if notes.is_empty() => {}
            Some(last) => *last = [last.as_str(), &notes].join(self.pick(" ", "")),
            None => lines.push(notes),
        }
        lines
    }
}
