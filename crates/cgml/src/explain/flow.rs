//! States, phases, transitions and the end of the game.

use super::page::{Marks, Passage, list, sentence};
use super::teller::{Teller, words};
use crate::model::{
    Expr, ExprKind, Literal, NameRef, Operation, Phase, PlayerOrder, State, Transition, Type, Win,
};
use crate::vocabulary::operators::OperatorKind;
use crate::vocabulary::sections::ResultPart;

impl<'g> Teller<'g> {
    /// The steps of the setup; numbered if there are several.
    pub(super) fn setup(&self) -> Vec<String> {
        let teller = self.with_locals(&self.game.setup);
        let steps = self.game.setup.steps.iter();
        let mut items: Vec<Passage> = steps.map(|step| teller.step(step)).collect();
        match items.len() {
            1 => items.remove(0).into_lines(self.language),
            _ => list(Marks::Numbers, items, self.language),
        }
    }

    /// A transition as one sentence.
    pub(super) fn transition(&self, transition: &Transition) -> String {
        let is_over = self.game.states[transition.to].phases.is_empty();
        let says = words(
            "when a phase of the state {from} ends[, if {condition}], the state becomes {to}[{?over}, and the game is over]",
            "状態{from}のフェイズが終わったとき、[{condition}場合、]状態{to}に移[{?over}り、ゲームが終わる|る]",
        );
        let condition = transition.condition.as_ref();
        let slots = [
            ("from", Some(self.state_name(transition.from))),
            ("to", Some(self.state_name(transition.to))),
            ("condition", condition.map(|it| self.condition(it))),
            ("over", is_over.then(String::new)),
        ];
        let notes: Vec<String> = [self.line(says, &slots)]
            .into_iter()
            .chain(self.priority(transition.priority))
            .collect();
        self.sentences(&notes)
    }

    /// A state with its phases.
    pub(super) fn state(&self, state: &State) -> String {
        let phases: Vec<String> = state
            .phases
            .iter()
            .map(|phase| self.phase_name(*phase))
            .collect();
        let says = match phases.is_empty() {
            true => words("the game is over", "ゲームは終わっている"),
            false => words(
                "its [{?many}phases are|phase is] {phases}",
                "フェイズは{phases}",
            ),
        };
        let slots = [
            ("many", (phases.len() > 1).then(String::new)),
            ("phases", Some(self.joined(&phases, ("and", "→")))),
        ];
        let text = self.line(says, &slots);
        sentence(&text, self.language)
    }

    /// A phase: what happens in it, and which moves it has.
    pub(super) fn phase(&self, phase: &'g Phase) -> Vec<String> {
        let teller = self.with_locals(&phase.enter);
        let mut lines = Vec::new();
        if let Some(skip) = &phase.skip_when {
            let says = words("it is left out if {0}", "{0}場合は省く");
            lines.push(self.texts(says, &[teller.condition(skip)]));
        }
        let mut lines: Vec<String> = lines
            .into_iter()
            .map(|line| sentence(&line, self.language))
            .collect();
        if !phase.enter.steps.is_empty() {
            let head = self.pick("at its beginning", "開始時").to_owned();
            let passage = teller.effect(vec![head], &phase.enter.steps);
            lines.extend(passage.into_lines(self.language));
        }
        lines.extend(self.phase_moves(phase));
        if lines.is_empty() {
            let says = words("what happens is up to the rules", "ルールに従って進む");
            lines.push(sentence(says.of(self.language), self.language));
        }
        lines
    }

    /// Moves of a phase by player, those of the phase's player first.
    fn phase_moves(&self, phase: &Phase) -> Vec<String> {
        let player = phase.player.as_ref();
        let player = player.map_or_else(
            || self.who(crate::model::Who::Current),
            |player| self.value(player),
        );
        let mut shares: Vec<(String, Vec<String>)> = vec![(player, Vec::new())];
        for id in &phase.moves {
            let name = self.name_ref(NameRef::Move(*id));
            let players = self.game.moves[*id].players.as_ref();
            let players = players.map_or_else(|| shares[0].0.clone(), |it| self.value(it));
            match shares.iter_mut().find(|(who, _)| *who == players) {
                Some((_, moves)) => moves.push(name),
                None => shares.push((players, vec![name])),
            }
        }
        let shares = shares.into_iter().filter(|(_, moves)| !moves.is_empty());
        shares
            .map(|(players, moves)| self.moves_of(players, &moves, phase))
            .collect()
    }

    fn moves_of(&self, player: String, moves: &[String], phase: &Phase) -> String {
        let says = words(
            "{player} may use the [{?many}moves|move] {moves}[{?pass}, or pass][, or, if {when}, pass]",
            "{player}は{moves}を行える[{?pass}（パスもできる）][（{when}場合はパスもできる）]",
        );
        let (may_pass, when) = match phase.pass.as_ref().map(|pass| &pass.kind) {
            None => (true, None),
            Some(ExprKind::Literal(Literal::Bool(may_pass))) => (*may_pass, None),
            Some(_) => (false, phase.pass.as_ref()),
        };
        let slots = [
            ("player", Some(player)),
            ("many", (moves.len() > 1).then(String::new)),
            ("moves", Some(self.joined(moves, ("and", "、")))),
            ("pass", may_pass.then(String::new)),
            ("when", when.map(|when| self.condition(when))),
        ];
        sentence(&self.line(says, &slots), self.language)
    }

    /// Order of turns.
    pub(super) fn player_order(&self) -> String {
        let says = match self.game.player_order {
            PlayerOrder::Clockwise => words("turns go round clockwise", "手番は時計回りに回る"),
            PlayerOrder::Counterclockwise => {
                words("turns go round counterclockwise", "手番は反時計回りに回る")
            }
            PlayerOrder::Simultaneous => {
                words("everyone plays at the same time", "全員が同時に進める")
            }
        };
        says.of(self.language).to_owned()
    }

    /// The winning conditions and the scores.
    pub(super) fn win(&self, win: &Win) -> Vec<String> {
        let mut lines = self.description(&win.description);
        lines.extend(self.winners(&win.evaluator).into_lines(self.language));
        if let Some(scores) = &win.scores {
            let says = words("the score of each player: {0}", "各プレイヤーの得点：{0}");
            let text = self.texts(says, &[self.value(scores)]);
            lines.push(sentence(&text, self.language));
        }
        lines
    }

    fn winners(&self, evaluator: &Expr) -> Passage {
        if let ExprKind::Operator(operation) = &evaluator.kind
            && let (OperatorKind::Max | OperatorKind::Min, [list]) =
                (operation.operator.kind, operation.operands.as_slice())
        {
            return self.best_entry(operation, list);
        }
        let (says, value) = match (&evaluator.kind, &evaluator.ty) {
            (ExprKind::Record(fields), _) => return self.result(fields),
            (_, Type::Player) => (words("the winner is {0}", "勝者は{0}"), evaluator),
            (_, Type::List(_)) => (
                words("the players from first to last are {0}", "上位から順に{0}"),
                evaluator,
            ),
            (_, _) => (
                words(
                    "the winner is the player with number {0}",
                    "勝者は番号が{0}のプレイヤー",
                ),
                evaluator,
            ),
        };
        Passage::text(self.texts(says, &[self.value(value)]))
    }

    /// The largest or smallest of a list with an entry per player: who has it wins.
    fn best_entry(&self, operation: &Operation, list: &Expr) -> Passage {
        let is_max = operation.operator.kind == OperatorKind::Max;
        let entries = match &list.kind {
            ExprKind::Operator(inner) if inner.operator.kind == OperatorKind::List => {
                Some(&inner.operands)
            }
            _ => None,
        };
        let Some(entries) = entries else {
            let says = match is_max {
                true => words(
                    "whoever has the largest value wins: {0}",
                    "次の値が最大のプレイヤーが勝つ：{0}",
                ),
                false => words(
                    "whoever has the smallest value wins: {0}",
                    "次の値が最小のプレイヤーが勝つ：{0}",
                ),
            };
            return Passage::text(self.texts(says, &[self.value(list)]));
        };
        let says = match is_max {
            true => words(
                "whoever has the largest value wins",
                "次の値が最大のプレイヤーが勝つ",
            ),
            false => words(
                "whoever has the smallest value wins",
                "次の値が最小のプレイヤーが勝つ",
            ),
        };
        let mut passage = Passage::text(says.of(self.language));
        let items = entries.iter().enumerate().map(|(seat, entry)| {
            let says = words("player {0}: {1}", "プレイヤー{0}：{1}");
            Passage::text(self.texts(says, &[seat.to_string(), self.value(entry)]))
        });
        passage.append(Passage::list(Marks::Dashes, items.collect()));
        passage
    }

    /// `{ winners: …, reason: … }`.
    fn result(&self, fields: &[(String, Expr)]) -> Passage {
        let field = |part: ResultPart| {
            let found = fields.iter().find(|(known, _)| known == part.name());
            found.map(|(_, value)| self.value(value))
        };
        let reason = fields
            .iter()
            .find(|(known, _)| known == ResultPart::Reason.name());
        let reason = reason.and_then(|(_, reason)| reason.prose());
        let reason = reason.map(|reason| self.quoted(reason.of(self.language.code())));
        let winners = fields
            .iter()
            .find(|(known, _)| known == ResultPart::Winners.name());
        let is_one = winners.is_some_and(|(_, winners)| winners.ty == Type::Player);
        let is_nobody = winners.is_some_and(|(_, winners)| winners.is_empty_list());
        let says = words(
            "[{?nobody}nobody wins|the [{?one}winner is|winners are] {winners}][ ({reason})]",
            "[{?nobody}勝者はいない|勝者は{winners}][（{reason}）]",
        );
        let slots = [
            ("nobody", is_nobody.then(String::new)),
            ("one", is_one.then(String::new)),
            ("winners", field(ResultPart::Winners)),
            ("reason", reason),
        ];
        Passage::text(self.line(says, &slots))
    }
}
