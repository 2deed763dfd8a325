//! Variables, zones, decks and stored results that nothing uses.

use rustc_hash::FxHashSet;

use super::Lint;
use crate::codes::cards::{DEFINITION_NEVER_USED, PARAMETER_NEVER_READ};
use crate::codes::game as code;
use crate::model::{
    AbilitySort, ArgumentValue, Block, Callee, DeckId, DeckSource, DefinitionBody, DefinitionId,
    Expr, ExprKind, Game, LocalId, Overflow, ParameterId, Step, Type, VariableId, VariableValue,
    ZoneId, visit,
};
use crate::similar::nearest;
use crate::vocabulary::actions::ActionKind;
use crate::vocabulary::parameters::Parameter;

impl Lint<'_> {
    pub(super) fn variables(&mut self) {
        let (read, written) = self.variable_uses();
        for (id, variable) in self.game.variables.pairs() {
            let is_read = read.contains(&id);
            let is_written = written.contains(&id);
            if !is_read {
                let message = format!("the variable `{}` is never read", variable.name);
                let hint = "use it in a condition or the win condition, or remove it";
                self.warn(code::VARIABLE_NEVER_READ, variable.origin, message, hint);
            } else if !is_written && matches!(variable.value, VariableValue::Stored(_)) {
                let message = format!("the variable `{}` never changes", variable.name);
                let hint = "set it with `SET_VARIABLE` or `INCREMENT`, or write the value itself";
                self.warn(code::VARIABLE_NEVER_WRITTEN, variable.origin, message, hint);
            }
        }
    }

    /// The variables that are read, and those that are set.
    fn variable_uses(&self) -> (FxHashSet<VariableId>, FxHashSet<VariableId>) {
        let mut mentions = vec![0_usize; self.game.variables.len()];
        visit::exprs(self.game, &mut |expr| {
            if let ExprKind::Variable(variable, _) = expr.kind {
                mentions[variable.0 as usize] += 1;
            }
        });
        let mut written = FxHashSet::default();
        // Setting or changing a variable mentions it once without reading it.
        let mut write = |target: &Expr| {
            if let ExprKind::Variable(variable, _) = target.kind {
                mentions[variable.0 as usize] -= 1;
                written.insert(variable);
            }
        };
        self.each_action(&mut |action, step| {
            if let (
                ActionKind::SetVariable | ActionKind::Increment,
                Some(ArgumentValue::Expr(path)),
            ) = (action, step.argument(Parameter::Path))
            {
                write(path);
            }
            if let Some(ArgumentValue::Modifiers(modifiers)) = step.argument(Parameter::Change) {
                modifiers
                    .iter()
                    .for_each(|modifier| write(&modifier.target));
            }
        });
        for ability in visit::abilities(self.game) {
            if let AbilitySort::Static { modifiers, .. } = &ability.sort {
                modifiers
                    .iter()
                    .for_each(|modifier| write(&modifier.target));
            }
        }
        let is_read = |(variable, _): &(VariableId, _)| mentions[variable.0 as usize] > 0;
        let read = self
            .game
            .variables
            .pairs()
            .filter(is_read)
            .map(|(variable, _)| variable);
        let sheet = self.game.look.sheet.iter();
        let listed = sheet.flat_map(|sheet| sheet.values.iter().chain([&sheet.each]));
        let seen = self.game.shown_variables.iter().chain(listed).copied();
        (read.chain(seen).collect(), written)
    }

    /// Reports parameters and definitions that nothing asks for.
    pub(super) fn parameters_and_definitions(&mut self) {
        let mut parameters: FxHashSet<ParameterId> = FxHashSet::default();
        let mut definitions: FxHashSet<DefinitionId> = FxHashSet::default();
        visit::exprs(self.game, &mut |expr| match expr.kind {
            ExprKind::Parameter(parameter) => {
                parameters.insert(parameter);
            }
            ExprKind::Function(definition, _) => {
                definitions.insert(definition);
            }
            _ => {}
        });
        for steps in visit::blocks(self.game) {
            visit::each_step(steps, &mut |step| {
                if let Callee::Effect(definition) = step.callee {
                    definitions.insert(definition);
                }
            });
        }
        for (id, parameter) in self.game.parameters.pairs() {
            if !parameters.contains(&id) {
                let message = format!("the parameter `{}` is never read", parameter.name);
                let others = self.game.parameters.iter().map(|other| other.name.as_str());
                let hint = near_hint(&parameter.name, others, "use it in an expression");
                self.warn(PARAMETER_NEVER_READ, parameter.origin, message, &hint);
            }
        }
        for (id, definition) in self.game.definitions.pairs() {
            if !definitions.contains(&id) {
                let message = format!("the definition `{}` is never used", definition.name);
                let others = self
                    .game
                    .definitions
                    .iter()
                    .map(|other| other.name.as_str());
                let hint = near_hint(&definition.name, others, "call it");
                self.warn(DEFINITION_NEVER_USED, definition.origin, message, &hint);
            }
        }
    }

    pub(super) fn zones_and_decks(&mut self) {
        let (mentioned, filled) = self.zone_uses();
        for (id, zone) in self.game.zones.pairs() {
            let has_cards = zone.deck.is_some() || filled.contains(&id);
            if !mentioned.contains(&id) && zone.deck.is_none() {
                let message = format!("the zone `{}` is never used", zone.name);
                self.warn(
                    code::ZONE_NEVER_USED,
                    zone.origin,
                    message,
                    "move cards there, or remove it",
                );
            } else if !has_cards {
                let message = format!(
                    "the zone `{}` never gets a card: it has no deck, and nothing moves cards there",
                    zone.name
                );
                let hint = "deal cards to it in `setup`, or give it a deck with `of_deck`";
                self.warn(code::ZONE_WITHOUT_DECK, zone.origin, message, hint);
            }
        }
        let lying: FxHashSet<DeckId> = self.game.zones.iter().filter_map(|it| it.deck).collect();
        for (id, deck) in self.game.decks.pairs() {
            if !lying.contains(&id) && !self.is_section(id) {
                let message = format!("the deck `{}` lies in no zone", deck.name);
                let hint = "name it as the `of_deck` of a zone, or remove it";
                self.warn(code::DECK_NEVER_USED, deck.origin, message, hint);
            }
        }
    }

    fn is_section(&self, deck: DeckId) -> bool {
        matches!(self.game.decks[deck].source, DeckSource::DeckList(_))
    }

    /// The zones that are mentioned at all, and those that may receive cards.
    fn zone_uses(&self) -> (FxHashSet<ZoneId>, FxHashSet<ZoneId>) {
        let mut mentioned = FxHashSet::default();
        visit::exprs(self.game, &mut |expr| {
            zones_in(self.game, expr, &mut |zone| {
                mentioned.insert(zone);
            });
        });
        let mut filled = FxHashSet::default();
        for zone in self.game.zones.iter() {
            if let Overflow::Replace(Some(to))
            | Overflow::Push(Some(to))
            | Overflow::Discard(Some(to)) = zone.zone_type.overflow
            {
                filled.insert(to);
                mentioned.insert(to);
            }
        }
        for steps in visit::blocks(self.game) {
            visit::each_step(steps, &mut |step| self.receivers(step, &mut filled));
        }
        (mentioned, filled)
    }

    /// The zones that a step may put cards into.
    fn receivers(&self, step: &Step, filled: &mut FxHashSet<ZoneId>) {
        let receives = |position: u32| match step.callee {
            Callee::Action(action) => action
                .row()
                .parameters
                .get(position as usize)
                .is_none_or(|key| matches!(key.name, "to" | "first" | "second")),
            // The body of a defined effect is not followed.
            Callee::Effect(_) => true,
        };
        for argument in step
            .arguments
            .iter()
            .filter(|argument| receives(argument.parameter))
        {
            match &argument.value {
                // A zone that was chosen or remembered may be any.
                ArgumentValue::Expr(expr) if expr.ty == Type::Zone && is_kept(&expr.kind) => {
                    filled.extend(self.game.zones.pairs().map(|(zone, _)| zone));
                }
                ArgumentValue::Expr(expr) | ArgumentValue::Each(expr) => {
                    self.zones_within(expr, filled)
                }
                ArgumentValue::Fields(fields) => fields
                    .iter()
                    .for_each(|(_, expr)| self.zones_within(expr, filled)),
                _ => {}
            }
        }
    }

    /// The zones that an expression mentions, those of the functions it calls included.
    fn zones_within(&self, expr: &Expr, found: &mut FxHashSet<ZoneId>) {
        visit::each_expr(expr, &mut |part| {
            zones_in(self.game, part, &mut |zone| {
                found.insert(zone);
            });
            if let ExprKind::Function(definition, _) = part.kind
                && let DefinitionBody::Function(value, _) = &self.game.definitions[definition].body
            {
                // Functions cannot call themselves: the check has reported that.
                self.zones_within(value, found);
            }
        });
    }

    pub(super) fn stored_results(&mut self) {
        let game = self.game;
        let mut blocks: Vec<(&[Step], &Block)> = vec![(&[], &game.setup)];
        blocks.extend(game.rules.iter().map(|rule| (&[][..], &rule.effect)));
        blocks.extend(
            game.definitions
                .iter()
                .filter_map(|definition| match &definition.body {
                    DefinitionBody::Effect(block) => Some((&[][..], block)),
                    DefinitionBody::Function(..) => None,
                }),
        );
        let moves = game.moves.iter();
        blocks.extend(moves.map(|def| (def.cost.as_slice(), &def.effect)));
        let abilities = visit::abilities(game);
        blocks.extend(abilities.map(|ability| (ability.cost.as_slice(), &ability.effect)));
        for (cost, effect) in blocks {
            self.unused_results(cost, effect);
        }
    }

    fn unused_results(&mut self, cost: &[Step], block: &Block) {
        let mut used: FxHashSet<LocalId> = FxHashSet::default();
        cost.iter().chain(&block.steps).for_each(|step| {
            visit::step_exprs(step, &mut |expr| {
                if let ExprKind::Local(local) = expr.kind {
                    used.insert(local);
                }
            });
        });
        let mut unused = Vec::new();
        let mut look = |step: &Step| {
            let is_loop = step
                .arguments
                .iter()
                .any(|argument| matches!(argument.value, ArgumentValue::Steps(_)));
            if let Some(result) = step.result
                && !is_loop
                && !used.contains(&result)
            {
                unused.push(result);
            }
        };
        visit::each_step(cost, &mut look);
        visit::each_step(&block.steps, &mut look);
        for local in unused {
            let local = &block.locals[local];
            let message = format!("the stored result `{}` is never used", local.name);
            let variables = self.game.variables.iter();
            let near = nearest(
                &local.name,
                variables.map(|variable| variable.name.as_str()),
            );
            let hint = match near {
                Some(near) => format!("did you mean the variable `{near}`?"),
                None => "use it in a later step, or do not store it".to_owned(),
            };
            self.warn(code::TEMP_NEVER_USED, local.origin, message, &hint);
        }
    }
}

/// Hint for something that nothing uses, or that should have the name of another one.
fn near_hint<'n>(name: &str, others: impl Iterator<Item = &'n str>, use_it: &str) -> String {
    match nearest(name, others.filter(|other| *other != name)) {
        Some(near) => format!("did you mean `{near}`? otherwise {use_it}, or remove it"),
        None => format!("mend the spelling, {use_it}, or remove it"),
    }
}

fn is_kept(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Local(_) | ExprKind::Variable(..))
}

fn zones_in(game: &Game, expr: &Expr, visit: &mut dyn FnMut(ZoneId)) {
    match expr.kind {
        ExprKind::Zone(zone, _) => visit(zone),
        // Any of them may be named in play.
        ExprKind::ZoneNamed(..) => game.zones.pairs().for_each(|(zone, _)| visit(zone)),
        _ => {}
    }
}
