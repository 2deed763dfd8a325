//! The abilities of cards, kinds and keywords.

use crate::check::Checker;
use crate::check::expressions::scope::{Context, Scope};
use crate::codes::cards as code;
use crate::codes::shape::ABILITY_SORT;
use crate::diagnostic::{Diagnostic, Hint};
use crate::model::{
    Ability, AbilitySort, DurationId, Failure, GroupId, LocalId, Modifier, MoveId, Often,
    OnceScope, Target, Type, ZoneId,
};
use crate::model::{EventPattern, Subject};
use crate::syntax;
use crate::tree::NodeId;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::sections::{AbilityKey, ImplicitLocal};
use crate::vocabulary::want::Want;

impl Checker<'_> {
    /// The abilities at the key `abilities`; `params` are those of a keyword.
    pub(in crate::check) fn abilities_at(
        &mut self,
        node: NodeId,
        params: &[(String, Type)],
    ) -> Vec<Ability> {
        let Some(list) = self.tree.get(node, "abilities") else {
            return Vec::new();
        };
        self.one_or_many(list)
            .into_iter()
            .filter_map(|node| self.ability(node, params))
            .collect()
    }

    /// The `where` of an ability that tests its event.
    fn test_of_event(&mut self, node: NodeId, sort: &AbilitySort) -> Option<NodeId> {
        match sort {
            AbilitySort::Triggered(_) | AbilitySort::Replacement(_) => self.tree.get(node, "where"),
            AbilitySort::Activated(_) => {
                self.refuse_where(node);
                None
            }
            // They have read it already.
            AbilitySort::Static { .. } | AbilitySort::Restriction { .. } => None,
        }
    }

    fn ability(&mut self, node: NodeId, params: &[(String, Type)]) -> Option<Ability> {
        self.check_sort(node)?;
        let patterns = self.events_at(
            self.tree
                .get(node, "when")
                .or_else(|| self.tree.get(node, "instead_of")),
            true,
        );
        let mut scope = Scope::of_ability(self.context_of(&patterns));
        scope.wraps = self.tree.get(node, "instead_of").is_some();
        if scope.wraps {
            for pattern in &patterns {
                self.check_replaced(pattern, pattern.origin, "use `when`");
            }
        }
        for (name, ty) in params {
            scope.bind(name, ty.clone(), self.tree.span(node));
        }
        self.check_ask(node, &patterns);
        let activated = self.activation(node);
        if activated.is_some() {
            scope.context = Context::Several;
        }
        let targets = self.targets(&mut scope, node);
        let sort = self.sort(&mut scope, node, patterns, activated)?;
        let fits = self.test_of_event(node, &sort);
        let fits = self.expr_at(&mut scope, fits, Want::Bool);
        let condition = self.expr_at(&mut scope, self.tree.get(node, "if"), Want::Bool);
        let while_ = self.expr_at(&mut scope, self.tree.get(node, "while"), Want::Bool);
        let cost = self.steps_at(&mut scope, self.tree.get(node, "cost"));
        let steps = self.steps_at(&mut scope, self.tree.get(node, "effect"));
        let once_per = self.once_per(node, OnceScope::Ability);
        let zones = self.resolve_many(NameKind::Zone, self.tree.get(node, "from"));
        let group = self
            .tree
            .get(node, "group")
            .and_then(|group| self.resolve_at(NameKind::Group, group));
        Some(Ability {
            name: self.ident(node, "id").map(|id| id.text).unwrap_or_default(),
            sort,
            fits,
            condition,
            while_,
            cost,
            targets,
            optional: self.flag(node, "optional").unwrap_or(false),
            asks_always: self.ident(node, "ask").is_some(),
            declare: self.flag(node, "declare"),
            once_per,
            zones: zones.into_iter().map(ZoneId).collect(),
            group: group.map(GroupId),
            speed: self.number(node, "speed"),
            priority: self.number(node, "priority").unwrap_or(0),
            effect: scope.into_block(steps),
            on_failure: self.failure(node),
            text: self.prose(node, "text"),
            origin: self.tree.span(node),
        })
    }

    /// A player uses an activated ability, not an event: `where` has nothing to be about.
    fn refuse_where(&mut self, node: NodeId) {
        let Some(entry) = self.tree.entry(node, "where") else {
            return;
        };
        let message = "`where` says nothing about an ability that a player uses";
        let diagnostic =
            Diagnostic::new(ABILITY_SORT, entry.key_span, message).hint("write `if` instead");
        self.diagnostics.report(diagnostic);
    }

    /// Exactly one key says which sort of ability it is; `static` and `grants` go together.
    fn check_sort(&mut self, node: NodeId) -> Option<()> {
        let mut given: Vec<&str> = AbilityKey::NAMES
            .iter()
            .copied()
            .filter(|key| self.tree.get(node, key).is_some())
            .collect();
        if given == [AbilityKey::Static.name(), AbilityKey::Grants.name()] {
            given.pop();
        }
        if given.len() == 1 {
            return Some(());
        }
        let hint = Hint::one_of(
            "an ability has exactly one of",
            AbilityKey::NAMES.iter().copied(),
        );
        let head = self.diagnostics.files().first_line(self.tree.span(node));
        let diagnostic = match given.as_slice() {
            [first, .., last] => {
                let place = |key: &str| self.tree.entry(node, key).map(|entry| entry.key_span);
                let message = format!("`{last}` stands beside `{first}`: one of them is too many");
                let span = place(last).unwrap_or(head);
                Diagnostic::new(ABILITY_SORT, span, message)
                    .related(place(first).unwrap_or(head), "the other one")
                    .hint(format!("{hint}; split it into two"))
            }
            [] | [_] => {
                let message = "this ability does not say when it works";
                Diagnostic::new(ABILITY_SORT, head, message).hint(hint)
            }
        };
        self.diagnostics.report(diagnostic);
        None
    }

    /// `ask` is for an optional ability that waits for events, of its own card or in zones that it names.
    fn check_ask(&mut self, node: NodeId, patterns: &[EventPattern]) {
        let Some(entry) = self.tree.entry(node, "ask") else {
            return;
        };
        let is_own = |pattern: &EventPattern| pattern.subject == Subject::This;
        let has = |key| self.tree.get(node, key).is_some();
        let others = !patterns.iter().any(is_own) && has("from");
        let waits = has("when") && (patterns.iter().all(is_own) || others);
        if waits && self.flag(node, "optional") == Some(true) {
            return;
        }
        let message = "nothing is asked here about the card of an event";
        let hint = "`ask` stands beside `optional: true` and a `when`: of this card, such as `this.entered`, or with `from`";
        let diagnostic = Diagnostic::new(ABILITY_SORT, entry.key_span, message).hint(hint);
        self.diagnostics.report(diagnostic);
    }

    fn activation(&mut self, node: NodeId) -> Option<MoveId> {
        let name = self.tree.get(node, "activate")?;
        let id = MoveId(self.resolve_at(NameKind::Move, name)?);
        if !self.game.moves[id].abilities {
            let declared = &self.game.moves[id];
            let message = format!("the move `{}` does not use abilities", declared.name);
            let diagnostic = Diagnostic::new(code::NOT_ABILITY_MOVE, self.tree.span(name), message)
                .hint("write `abilities: true` at the move")
                .related(declared.origin, "the move");
            self.diagnostics.report(diagnostic);
        }
        Some(id)
    }

    fn sort(
        &mut self,
        scope: &mut Scope,
        node: NodeId,
        patterns: Vec<EventPattern>,
        activated: Option<MoveId>,
    ) -> Option<AbilitySort> {
        let has = |key| self.tree.get(node, key).is_some();
        if has("when") {
            return Some(AbilitySort::Triggered(patterns));
        }
        if has("instead_of") {
            return patterns.into_iter().next().map(AbilitySort::Replacement);
        }
        if has("activate") {
            return activated.map(AbilitySort::Activated);
        }
        let cards = self.cards_of_ability(scope, node);
        if has("forbids") {
            let moves = self.resolve_many(NameKind::Move, self.tree.get(node, "forbids"));
            let mark = scope.enter();
            if cards.is_none() {
                scope.bind(ImplicitLocal::Card.name(), Type::Card, self.tree.span(node));
            }
            scope.bind(
                ImplicitLocal::Target.name(),
                Type::Any,
                self.tree.span(node),
            );
            let filter = self.expr_at(scope, self.tree.get(node, "where"), Want::Bool);
            scope.leave(mark);
            let players = self.players_at(scope, self.tree.get(node, "players"), Want::Players);
            let moves = moves.into_iter().map(MoveId).collect();
            return Some(AbilitySort::Restriction {
                moves,
                cards,
                players,
                filter,
            });
        }
        let filter = self.expr_at(scope, self.tree.get(node, "where"), Want::Bool);
        let modifiers = self.modifiers_at(scope, self.tree.get(node, "static"));
        let floor = self.expr_at(scope, self.tree.get(node, "floor"), Want::Number);
        let grants = self.keywords_at(scope, node, "grants");
        Some(AbilitySort::Static {
            cards,
            filter,
            modifiers,
            floor,
            grants,
        })
    }

    /// The cards an ability is about; `card` is each of them from here on.
    fn cards_of_ability(
        &mut self,
        scope: &mut Scope,
        node: NodeId,
    ) -> Option<(LocalId, crate::model::Expr)> {
        let cards = self.expr_at(scope, self.tree.get(node, "for"), Want::Cards)?;
        let local = scope.bind(ImplicitLocal::Card.name(), Type::Card, cards.origin);
        Some((local, cards))
    }

    fn modifiers_at(&mut self, scope: &mut Scope, node: Option<NodeId>) -> Vec<Modifier> {
        let syntax: &[syntax::Modifier] = node.map_or(&[], |node| self.syntax.modifiers(node));
        syntax
            .iter()
            .filter_map(|modifier| self.modifier(scope, modifier))
            .collect()
    }

    /// Checks targets; each is a temporary value from here on.
    pub(in crate::check) fn targets(&mut self, scope: &mut Scope, node: NodeId) -> Vec<Target> {
        let Some(targets) = self.tree.get(node, "targets") else {
            return Vec::new();
        };
        let entries = self.tree.entries(targets);
        let mut checked = Vec::new();
        for entry in entries {
            let long = self.tree.get(entry.value, "from");
            let from = self.expr_at(scope, Some(long.unwrap_or(entry.value)), Want::List);
            let Some(from) = from else { continue };
            let part = |key| long.and_then(|_| self.tree.get(entry.value, key));
            let (filter, count, up_to, player) =
                (part("where"), part("count"), part("up_to"), part("player"));
            let filter = filter
                .and_then(|filter| self.syntax.expression(filter))
                .map(|filter| {
                    let each = self.for_each(scope, Some(&from), filter, Want::Predicate);
                    match each.kind {
                        crate::model::ExprKind::Each(local, body) => (local, *body),
                        _ => (LocalId(0), each),
                    }
                });
            let count = self.expr_at(scope, count, Want::Number);
            let up_to = self.expr_at(scope, up_to, Want::Number);
            for count in count.iter().chain(&up_to) {
                self.check_count(count);
            }
            let player = self.players_at(scope, player, Want::Player);
            let is_one = |count: &crate::model::Expr| {
                count.kind == crate::model::ExprKind::Literal(crate::model::Literal::Number(1))
            };
            let several = up_to.is_some() || count.as_ref().is_some_and(|count| !is_one(count));
            let element = crate::check::expressions::operator::element_of(&from.ty);
            let such_that = part("such_that").and_then(|node| self.syntax.expression(node));
            let such_that = such_that.map(|fact| self.such_that(scope, fact, &element));
            let ty = if several { element.list() } else { element };
            let local = scope.bind(&entry.key, ty, entry.key_span);
            let prompt = self.prose(entry.value, "prompt");
            checked.push(Target {
                local,
                from,
                filter,
                count,
                up_to,
                such_that,
                player,
                prompt,
            });
        }
        checked
    }

    /// The condition on a choice as a whole; `chosen` is the list of the choices.
    pub(in crate::check) fn such_that(
        &mut self,
        scope: &mut Scope,
        fact: &syntax::Expr,
        element: &Type,
    ) -> (LocalId, crate::model::Expr) {
        let mark = scope.enter();
        let chosen = scope.bind("chosen", element.clone().list(), fact.span);
        let fact = self.expr(scope, fact, Want::Bool);
        scope.leave(mark);
        (chosen, fact)
    }

    /// Players at a node: a word, a seat, or an expression.
    pub(in crate::check) fn players_at(
        &mut self,
        scope: &mut Scope,
        node: Option<NodeId>,
        want: Want,
    ) -> Option<crate::model::Expr> {
        let syntax = self.syntax.expression(node?)?;
        let expr = self.player_expr(scope, syntax);
        Some(self.expect(expr, want))
    }

    pub(in crate::check) fn once_per(
        &mut self,
        node: NodeId,
        default: OnceScope,
    ) -> Option<(Often, OnceScope)> {
        let time = self.ident(node, "once_per")?;
        let often = match time.text.as_str() {
            "turn" => Often::Turn,
            "phase" => Often::Phase,
            "game" => Often::Game,
            _ => Often::Duration(DurationId(self.resolve(NameKind::Duration, &time)?)),
        };
        let per = self
            .ident(node, "per")
            .map_or(default, |per| match per.text.as_str() {
                "card" => OnceScope::Card,
                "name" => OnceScope::Name,
                "player" => OnceScope::Player,
                _ => OnceScope::Ability,
            });
        Some((often, per))
    }

    pub(in crate::check) fn failure(&self, node: NodeId) -> Option<Failure> {
        Some(match self.ident(node, "on_failure")?.text.as_str() {
            "continue" => Failure::Continue,
            "rollback" => Failure::Rollback,
            _ => Failure::Abort,
        })
    }
}
