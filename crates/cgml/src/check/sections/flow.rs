//! States, phases, transitions and the win condition.

use crate::check::Checker;
use crate::check::expressions::expect::leaf;
use crate::check::expressions::scope::Scope;
use crate::codes::game as code;
use crate::codes::types::WRONG_TYPE;
use crate::diagnostic::Diagnostic;
use crate::model::visit::each_expr;
use crate::model::{
    Block, Expr, ExprKind, MoveId, Phase, PhaseId, PlayerOrder, Prose, State, StateId, Transition,
    Type, Win,
};
use crate::syntax::{self, Ident, Operand};
use crate::tree::NodeId;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::want::Want;

impl Checker<'_> {
    pub(in crate::check) fn states(&mut self) {
        for name in self
            .names
            .of(NameKind::Phase)
            .map(str::to_owned)
            .collect::<Vec<_>>()
        {
            let Some(declared) = self.names.find(NameKind::Phase, &name) else {
                continue;
            };
            self.game.phases.push(Phase {
                name,
                moves: Vec::new(),
                pass: None,
                player: None,
                skip_when: None,
                enter: Block::default(),
                text: Prose::default(),
                origin: declared.span,
            });
        }
        let Some(states) = self.at(self.root, "flow.states") else {
            return;
        };
        for entry in self.tree.entries(states) {
            let phases = self.items_at(entry.value, "phases");
            let phases = phases
                .iter()
                .filter_map(|phase| self.names.find(NameKind::Phase, self.tree.text(*phase)?))
                .map(|declared| PhaseId(declared.position))
                .collect();
            let text = self.prose(entry.value, "text");
            self.game.states.push(State {
                name: entry.key.clone(),
                phases,
                text,
                origin: entry.key_span,
            });
        }
    }

    /// Phases that only `INSERT_PHASE` or `flow.phases` name.
    pub(in crate::check) fn inserted_phases(&self) -> Vec<Ident> {
        let mut found: Vec<Ident> = Vec::new();
        for steps in self.syntax.all_steps() {
            collect_inserted(steps, &mut found);
        }
        for expr in self.syntax.all_expressions() {
            collect_asked_about(expr, &mut found);
        }
        if let Some(phases) = self.at(self.root, "flow.phases") {
            found.extend(
                self.tree
                    .entries(phases)
                    .iter()
                    .map(|entry| Ident::new(entry.key.clone(), entry.key_span)),
            );
        }
        found.sort_by_key(|name| name.span);
        found
    }

    pub(in crate::check) fn flow(&mut self) {
        let Some(flow) = self.at(self.root, "flow") else {
            return;
        };
        self.initial_state(flow);
        self.game.player_order = match self
            .ident(flow, "player_order")
            .map(|word| word.text)
            .as_deref()
        {
            Some("counterclockwise") => PlayerOrder::Counterclockwise,
            Some("simultaneous") => PlayerOrder::Simultaneous,
            Some(_) | None => PlayerOrder::Clockwise,
        };
        let mut scope = Scope::default();
        self.game.first_player = self.players_at(
            &mut scope,
            self.tree.get(flow, "first_player"),
            Want::Player,
        );
        self.game.turn_limit =
            self.expr_at(&mut scope, self.tree.get(flow, "turn_limit"), Want::Number);
        self.phase_details(flow);
        self.transitions(flow);
        self.win(flow);
    }

    fn initial_state(&mut self, flow: NodeId) {
        if let Some(name) = self.tree.get(flow, "initial_state")
            && let Some(state) = self.resolve_at(NameKind::State, name)
        {
            self.game.initial_state = StateId(state);
        }
        if self.game.states.is_empty()
            && let Some(states) = self.tree.entry(flow, "states")
            && self.tree.is_map(states.value)
        {
            let diagnostic =
                Diagnostic::new(code::NO_STATE, states.key_span, "the game has no states")
                    .hint("write at least one, such as `Playing: { phases: [Main] }`");
            self.diagnostics.report(diagnostic);
        }
    }

    fn phase_details(&mut self, flow: NodeId) {
        let entries = self.entries_at(flow, "phases");
        for entry in entries {
            let Some(phase) = self.names.find(NameKind::Phase, &entry.key) else {
                continue;
            };
            let node = entry.value;
            let mut scope = Scope::default();
            let moves = self.resolve_many(NameKind::Move, self.tree.get(node, "moves"));
            let player = self.players_at(&mut scope, self.tree.get(node, "player"), Want::Player);
            let skip_when = self.expr_at(&mut scope, self.tree.get(node, "skip_when"), Want::Bool);
            let enter = self.steps_at(&mut scope, self.tree.get(node, "enter"));
            let text = self.prose(node, "text");
            let pass = self.expr_at(&mut scope, self.tree.get(node, "pass"), Want::Bool);
            let phase = &mut self.game.phases[PhaseId(phase.position)];
            phase.moves = moves.into_iter().map(MoveId).collect();
            (phase.player, phase.skip_when, phase.text, phase.pass) =
                (player, skip_when, text, pass);
            phase.enter = scope.into_block(enter);
        }
        for (id, def) in self.game.moves.pairs() {
            for phase in &def.phases {
                let moves = &mut self.game.phases[*phase].moves;
                if !moves.contains(&id) {
                    moves.push(id);
                }
            }
        }
    }

    fn transitions(&mut self, flow: NodeId) {
        let items = self.items_at(flow, "transitions");
        for node in items.iter().copied() {
            let from = self
                .tree
                .get(node, "from")
                .and_then(|state| self.resolve_at(NameKind::State, state));
            let to = self
                .tree
                .get(node, "to")
                .and_then(|state| self.resolve_at(NameKind::State, state));
            let condition = self.expr_at(
                &mut Scope::default(),
                self.tree.get(node, "condition"),
                Want::Bool,
            );
            let (Some(from), Some(to)) = (from, to) else {
                continue;
            };
            self.game.transitions.push(Transition {
                name: self
                    .ident(node, "id")
                    .map_or_else(String::new, |id| id.text),
                from: StateId(from),
                to: StateId(to),
                condition,
                priority: self.number(node, "priority").unwrap_or(0),
                origin: self.diagnostics.files().first_line(self.tree.span(node)),
            });
        }
    }

    /// The reasons of outcomes are texts.
    fn check_reasons(&mut self, evaluator: &Expr) {
        each_expr(evaluator, &mut |expr| {
            let ExprKind::Record(parts) = &expr.kind else {
                return;
            };
            let reason = parts.iter().find(|(name, _)| name == "reason");
            if let Some((_, reason)) =
                reason.filter(|(_, reason)| !reason.is_wrong() && reason.prose().is_none())
            {
                let message = format!("expected text, found {}", self.describe(&reason.ty));
                let hint = "write why players win as text, or as one text for each language";
                self.diagnostics
                    .report(Diagnostic::new(WRONG_TYPE, reason.origin, message).hint(hint));
            }
        });
    }

    fn win(&mut self, flow: NodeId) {
        let Some(win) = self.tree.get(flow, "win_condition") else {
            return;
        };
        let mut scope = Scope::default();
        let evaluator = self.expr_at(&mut scope, self.tree.get(win, "evaluator"), Want::Any);
        let scores = self.expr_at(&mut scope, self.tree.get(win, "scores"), Want::Any);
        let Some(evaluator) = evaluator else { return };
        if !evaluator.is_wrong() && !tells_winners(&evaluator.ty) {
            let message = format!("expected who wins, found {}", self.describe(&evaluator.ty));
            let hint = "give a player, a list of players, `max` or `min` of a list with a number for each player, or `winners`";
            self.diagnostics
                .report(Diagnostic::new(WRONG_TYPE, evaluator.origin, message).hint(hint));
        }
        self.check_reasons(&evaluator);
        self.game.win = Some(Win {
            description: self.prose(win, "description"),
            evaluator,
            scores,
        });
    }
}

/// True if a value of this type says who wins.
fn tells_winners(ty: &Type) -> bool {
    match leaf(ty) {
        Type::Any | Type::Nothing | Type::Number | Type::Pool | Type::Player => true,
        Type::Record(parts) => parts
            .iter()
            .any(|(name, ty)| name == "winners" && tells_winners(ty)),
        Type::Bool
        | Type::Text
        | Type::Symbol(_)
        | Type::Card
        | Type::Zone
        | Type::Team
        | Type::Phase
        | Type::State
        | Type::Kind
        | Type::CardName
        | Type::Range
        | Type::List(_) => false,
    }
}

/// Phases that steps insert, also where `canPerform` only asks about it.
fn collect_inserted(steps: &[syntax::Step], found: &mut Vec<Ident>) {
    for step in steps {
        let is_insert = step.action.text.eq_ignore_ascii_case("INSERT_PHASE");
        for parameter in &step.parameters {
            match &parameter.value {
                Operand::Word(word) if is_insert && parameter.name.text == "phase" => {
                    found.push(word.clone())
                }
                Operand::Steps(steps) => collect_inserted(steps, found),
                Operand::Modes(modes) => {
                    for mode in modes {
                        let condition = mode.condition.iter();
                        condition.for_each(|condition| collect_asked_about(condition, found));
                        collect_inserted(&mode.steps, found);
                    }
                }
                Operand::Expr(expr) => collect_asked_about(expr, found),
                Operand::Word(_) | Operand::Prose(_) | Operand::Modifiers(_) => {}
            }
        }
    }
}

/// Phases that the actions of `canPerform` in an expression insert.
fn collect_asked_about(expr: &syntax::Expr, found: &mut Vec<Ident>) {
    expr.each(&mut |inner| {
        if let syntax::ExprKind::Action(step) = &inner.kind {
            collect_inserted(std::slice::from_ref(step), found);
        }
    });
}
