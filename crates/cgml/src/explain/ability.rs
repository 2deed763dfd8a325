//! Abilities in words.

use super::clause::each;
use super::page::Passage;
use super::teller::{Reference, Teller, words};
use crate::model::{
    Ability, AbilitySort, Callee, Expr, ExprKind, KeywordUse, LocalId, Modifier, MoveId, NameRef,
    Often, OnceScope, Step, Target, Timing,
};
use crate::vocabulary::Language;
use crate::vocabulary::phrase::How;
use crate::vocabulary::shape::{Key, Shape};

impl<'g> Teller<'g> {
    /// An ability: what the author says of it, then what it does.
    ///
    /// `params` is how the parameters of the keyword it belongs to are spoken of.
    pub(super) fn ability(&self, ability: &'g Ability, params: &[Reference]) -> Vec<String> {
        let pattern = match &ability.sort {
            AbilitySort::Triggered(patterns) => patterns.first(),
            AbilitySort::Replacement(pattern) => Some(pattern),
            AbilitySort::Activated(_)
            | AbilitySort::Static { .. }
            | AbilitySort::Restriction { .. } => None,
        };
        let mut teller = self.clone().addressing_you();
        teller = teller.with_locals(&ability.effect).with_event(pattern);
        for (local, param) in (0..).map(LocalId).zip(params) {
            teller = teller.referring(local, param.clone());
        }
        for target in &ability.targets {
            teller = teller.naming_itself(target.local);
        }
        let mut lines = self.description(&ability.text);
        lines.extend(teller.ability_lines(ability));
        lines
    }

    fn ability_lines(&self, ability: &Ability) -> Vec<String> {
        let heads = self.ability_heads(ability);
        let notes = self.ability_notes(ability);
        let body = match &ability.sort {
            AbilitySort::Static {
                cards,
                filter,
                modifiers,
                floor,
                grants,
            } => {
                let about = cards.as_ref().map(|cards| (cards, filter.as_ref()));
                self.static_body(about, modifiers, floor.as_ref(), grants)
            }
            AbilitySort::Restriction {
                moves,
                cards,
                players,
                filter,
            } => {
                let text = self.forbidden(moves, cards.as_ref(), players.as_ref(), filter.as_ref());
                Passage::text(text)
            }
            AbilitySort::Triggered(_) | AbilitySort::Activated(_) | AbilitySort::Replacement(_) => {
                self.chosen_body(ability)
            }
        };
        self.with_notes(self.after(heads, body), &notes)
    }

    fn ability_heads(&self, ability: &Ability) -> Vec<String> {
        let while_ = ability.while_.as_ref().map(|it| self.as_long_as(it));
        let event = match &ability.sort {
            AbilitySort::Triggered(patterns) => {
                let times: Vec<String> = patterns
                    .iter()
                    .map(|pattern| self.at(pattern, Timing::Post))
                    .collect();
                Some(self.joined(&times, ("or", "、または")))
            }
            AbilitySort::Replacement(pattern) => Some(self.at(pattern, Timing::Replace)),
            AbilitySort::Activated(def) => {
                let says = words("with the move {move}", "{move}により");
                let name = self.name_ref(NameRef::Move(*def));
                Some(self.line(says, &[("move", Some(name))]))
            }
            AbilitySort::Static { .. } | AbilitySort::Restriction { .. } => None,
        };
        let condition = ability.condition.as_ref().map(|it| self.if_(it));
        let fits = ability.fits.as_ref().map(|it| self.if_(it));
        let heads = while_.into_iter().chain(event).chain(fits);
        heads.chain(condition).collect()
    }

    /// Targets, costs and effect of an ability.
    fn chosen_body(&self, ability: &Ability) -> Passage {
        let mut passage = Passage::default();
        if ability.optional {
            passage.push(match self.language {
                Language::English if begins_with_verb(ability) => "you may ",
                Language::English => "you may do this: ",
                Language::Japanese => "次のことをしてもよい：",
            });
        }
        if ability.asks_always {
            passage.push(self.pick(
                "(you are asked with this ability or without) ",
                "（この能力のあるカードがなくても問われる）",
            ));
        }
        for target in &ability.targets {
            passage.push(&self.target(target));
            passage.push(self.pick("; ", "。"));
        }
        if !ability.cost.is_empty() {
            passage.append(self.cost(&ability.cost));
        }
        passage.append(self.steps(&ability.effect.steps));
        passage
    }

    /// "pay this: …; then ".
    fn cost(&self, cost: &[Step]) -> Passage {
        let mut passage = Passage::text(self.pick("pay the cost (", "コスト（"));
        let steps = self.steps(cost).into_line(self.language);
        passage.push(&steps);
        passage.push(self.pick("), then ", "）を支払い、"));
        passage
    }

    /// A target of a move or ability.
    pub(super) fn target(&self, target: &Target) -> String {
        let filter = target
            .filter
            .as_ref()
            .map(|(local, body)| each(*local, body));
        let count = target.up_to.as_ref().or(target.count.as_ref());
        let many = || self.elements_as(How::Many, &target.from, None, filter.as_ref());
        let some = self.elements_as(How::Some, &target.from, count, filter.as_ref());
        let number = self.elements_as(How::Number, &target.from, count, None);
        let says = words(
            "[{player} {chooses}|choose] [at least {least} and ][{?up_to}up to ]{some} as {name}[, so that {such_that}][ (“{prompt}”)]",
            "[{player}が]{many}を[{least}以上][{?up_to}{number}まで|{number}]{name}として選ぶ[（{such_that}ように）][（「{prompt}」）]",
        );
        let least = target.count.as_ref().filter(|_| target.up_to.is_some());
        let such_that = target.such_that.as_ref();
        let such_that = such_that.map(|(chosen, fact)| self.it(&each(*chosen, fact)));
        let prompt = target.prompt.of(self.language.code());
        let player = target.player.as_ref();
        let chooses = player.map(|it| self.agreeing(it, "chooses", "choose").to_owned());
        let local = Expr {
            kind: ExprKind::Local(target.local),
            ty: target.from.ty.clone(),
            origin: target.from.origin,
        };
        let slots = [
            ("player", player.map(|it| self.value(it))),
            ("chooses", chooses),
            ("least", least.map(|least| self.value(least))),
            ("such_that", such_that),
            ("up_to", target.up_to.as_ref().map(|_| String::new())),
            ("some", Some(some)),
            ("many", Some(many())),
            ("number", Some(number)),
            ("name", Some(self.value(&local))),
            (
                "prompt",
                Some(prompt.to_owned()).filter(|it| !it.is_empty()),
            ),
        ];
        self.line(says, &slots)
    }

    /// Changes and grants, for this card or for others.
    fn static_body(
        &self,
        about: Option<(&(LocalId, Expr), Option<&Expr>)>,
        modifiers: &[Modifier],
        floor: Option<&Expr>,
        grants: &[KeywordUse],
    ) -> Passage {
        let teller = match about {
            None => self.clone(),
            Some(((local, _), _)) => self.asking(*local),
        };
        let about = about.map(|((local, cards), filter)| {
            let filter = filter.map(|filter| each(*local, filter));
            self.elements_as(How::Each, cards, None, filter.as_ref())
        });
        let mut effects: Vec<String> = modifiers.iter().map(|it| teller.change(it)).collect();
        if !grants.is_empty() {
            let says = words(
                "[{?cards}it|this card] has {0}",
                "[{?cards}それ|このカード]は{0}を持つ",
            );
            let cards = about.as_ref().map(|_| String::new());
            let slots = [("0", Some(teller.keywords(grants))), ("cards", cards)];
            effects.push(self.line(says, &slots));
        }
        let says = words(
            "[for {cards}, ]{effects}[, but not below {floor}]",
            "[{cards}について、]{effects}[（{floor}未満にはならない）]",
        );
        let slots = [
            ("cards", about),
            ("effects", Some(self.joined(&effects, ("and", "、")))),
            ("floor", floor.map(|floor| self.value(floor))),
        ];
        Passage::text(self.line(says, &slots))
    }

    fn forbidden(
        &self,
        moves: &[MoveId],
        cards: Option<&(LocalId, Expr)>,
        players: Option<&Expr>,
        filter: Option<&Expr>,
    ) -> String {
        let moves: Vec<String> = moves
            .iter()
            .map(|def| self.name_ref(NameRef::Move(*def)))
            .collect();
        let card = match (cards, players) {
            (Some((_, cards)), _) => Some(self.elements_as(How::Each, cards, None, None)),
            (None, None) => Some(self.pick("this card", "このカード").to_owned()),
            (None, Some(_)) => None,
        };
        let says = words(
            "[{players} cannot|nobody can] use the move {moves}[ with {card}][ if {filter}]",
            "[{players}は][{card}で]{moves}ができない[（{filter}場合のみ）]",
        );
        let slots = [
            ("moves", Some(self.joined(&moves, ("or", "と")))),
            ("players", players.map(|it| self.value(it))),
            ("card", card),
            (
                "filter",
                filter.map(|it| self.with_move_locals().condition(it)),
            ),
        ];
        self.line(says, &slots)
    }

    fn ability_notes(&self, ability: &Ability) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some((often, scope)) = ability.once_per {
            notes.push(self.once_for(often, scope));
        }
        if !ability.zones.is_empty() {
            let zones: Vec<String> = ability
                .zones
                .iter()
                .map(|zone| {
                    let zone = &self.game.zones[*zone];
                    self.name(&zone.text, &zone.name)
                })
                .collect();
            let says = words("it works in: {zones}", "{zones}で働く");
            let zones = zones.join(self.pick(", ", "と"));
            notes.push(self.line(says, &[("zones", Some(zones))]));
        }
        if let Some(group) = ability.group
            && let Some(group) = self.game.resolution.groups.get(group.0 as usize)
        {
            let says = words("it waits in the group {group}", "グループ{group}で待つ");
            let title = Some(self.title(&group.text)).filter(|title| !title.is_empty());
            let group = self.quoted(title.unwrap_or(&group.name));
            notes.push(self.line(says, &[("group", Some(group))]));
        }
        notes.extend(self.speed(ability.speed));
        notes.extend(self.priority(ability.priority));
        notes.extend(ability.on_failure.map(|failure| self.failure(failure)));
        notes
    }

    pub(super) fn speed(&self, speed: Option<i64>) -> Option<String> {
        let says = words("speed {speed}", "速度は{speed}");
        speed.map(|speed| self.line(says, &[("speed", Some(speed.to_string()))]))
    }

    /// The limit of uses, and what counts as the same.
    pub(super) fn once_for(&self, often: Often, scope: OnceScope) -> String {
        let once = self.once(often);
        let scope = match scope {
            OnceScope::Ability => return once,
            OnceScope::Card => words("for each card", "カードごと"),
            OnceScope::Name => words("for all cards of its name", "同名カードすべてで"),
            OnceScope::Player => words("for each player", "プレイヤーごと"),
        };
        let scope = scope.of(self.language);
        match self.language {
            Language::English => format!("{once}, {scope}"),
            Language::Japanese => format!("{once}（{scope}）"),
        }
    }
}

/// True if an effect is one step that begins with what is to be done: "draw a card".
fn begins_with_verb(ability: &Ability) -> bool {
    let has_more = !ability.targets.is_empty() || !ability.cost.is_empty();
    match ability.effect.steps.as_slice() {
        [step] if !has_more => match step.callee {
            Callee::Effect(_) => true,
            Callee::Action(action) => {
                let has_steps = |key: &Key| matches!(key.shape, Shape::Steps);
                let action = action.row();
                let begins = action
                    .says
                    .en
                    .starts_with(|it: char| it.is_ascii_lowercase());
                begins && !action.parameters.iter().any(has_steps)
            }
        },
        _ => false,
    }
}
