//! Walking everything a game says.

use super::{
    Ability, AbilitySort, ArgumentValue, Block, DefinitionBody, Expr, ExprKind, Game, KeywordUse,
    Modifier, Step, Target, VariableValue,
};

/// The expressions directly inside an expression: calls `$each(child, $visit)` for every one, and `$step` for a step that
/// is only asked about. `$iter` is `iter` or `iter_mut`, with `mut` for the latter.
macro_rules! each_child {
    ($expr:ident, $each:ident, $step:ident, $visit:ident, $iter:ident $(, $mutable:tt)?) => {
        match &$($mutable)? $expr.kind {
            ExprKind::PlayerAt(inner)
            | ExprKind::PlayersOf(inner)
            | ExprKind::TeamOf(inner)
            | ExprKind::Property(_, inner)
            | ExprKind::Part(_, inner)
            | ExprKind::Attribute(_, inner)
            | ExprKind::Counters(_, inner)
            | ExprKind::HasKeyword(_, inner)
            | ExprKind::Field(_, inner)
            | ExprKind::Each(_, inner)
            | ExprKind::Zone(_, Some(inner))
            | ExprKind::Variable(_, Some(inner))
            | ExprKind::Pool(_, Some(inner))
            | ExprKind::CanMove(_, Some(inner)) => $each(inner, $visit),
            ExprKind::ElementAt(list, index) => {
                $each(list, $visit);
                $each(index, $visit);
            }
            ExprKind::ZoneNamed(name, owner) => {
                $each(name, $visit);
                owner.$iter().for_each(|owner| $each(owner, $visit));
            }
            ExprKind::Operator(operation) => {
                let operands = operation.operands.$iter();
                operands.for_each(|operand| $each(operand, $visit));
            }
            ExprKind::Function(_, arguments) => {
                arguments.$iter().for_each(|argument| $each(argument, $visit));
            }
            ExprKind::CanPerform(step) => $step(step, $visit),
            ExprKind::Record(fields) => {
                fields.$iter().for_each(|(_, value)| $each(value, $visit));
            }
            ExprKind::Literal(_)
            | ExprKind::Local(_)
            | ExprKind::Context(_)
            | ExprKind::ContextField(_)
            | ExprKind::This
            | ExprKind::Who(_)
            | ExprKind::Teams
            | ExprKind::CurrentPhase
            | ExprKind::CurrentState
            | ExprKind::TurnIndex
            | ExprKind::Zone(_, None)
            | ExprKind::Variable(_, None)
            | ExprKind::Pool(_, None)
            | ExprKind::CanMove(_, None)
            | ExprKind::Parameter(_)
            | ExprKind::Phase(_)
            | ExprKind::State(_)
            | ExprKind::Team(_)
            | ExprKind::Kind(_)
            | ExprKind::CardName(_)
            | ExprKind::Wrong => {}
        }
    };
}

/// Calls `visit` for an expression and everything inside it, outermost first.
pub fn each_expr<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    visit(expr);
    each_child!(expr, each_expr, step_exprs, visit, iter);
}

/// Calls `visit` for an expression and everything inside it, innermost first, to change it.
pub fn each_expr_mut(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    each_child!(expr, each_expr_mut, operands_mut, visit, iter_mut, mut);
    visit(expr);
}

/// The operands of a step that is only asked about.
fn operands_mut(step: &mut Step, visit: &mut dyn FnMut(&mut Expr)) {
    for argument in &mut step.arguments {
        if let ArgumentValue::Expr(expr) | ArgumentValue::Each(expr) = &mut argument.value {
            each_expr_mut(expr, visit);
        }
    }
}

/// Calls `visit` for every step, steps inside steps included.
pub fn each_step<'s>(steps: &'s [Step], visit: &mut dyn FnMut(&'s Step)) {
    for step in steps {
        visit(step);
        for argument in &step.arguments {
            match &argument.value {
                ArgumentValue::Steps(steps) => each_step(steps, visit),
                ArgumentValue::Modes(modes) => {
                    modes.iter().for_each(|mode| each_step(&mode.steps, visit))
                }
                ArgumentValue::Expr(_)
                | ArgumentValue::Each(_)
                | ArgumentValue::Word(_)
                | ArgumentValue::Flag(_)
                | ArgumentValue::Prose(_)
                | ArgumentValue::Name(_)
                | ArgumentValue::Names(_)
                | ArgumentValue::Keywords(_)
                | ArgumentValue::Binding(_)
                | ArgumentValue::Event(_)
                | ArgumentValue::Modifiers(_)
                | ArgumentValue::Fields(_) => {}
            }
        }
    }
}

/// Calls `visit` for every expression among a step's own parameters, and of the steps inside it.
pub fn step_exprs<'e>(step: &'e Step, visit: &mut dyn FnMut(&'e Expr)) {
    for argument in &step.arguments {
        match &argument.value {
            ArgumentValue::Expr(expr) | ArgumentValue::Each(expr) => each_expr(expr, visit),
            ArgumentValue::Steps(steps) => steps.iter().for_each(|step| step_exprs(step, visit)),
            ArgumentValue::Modes(modes) => {
                for mode in modes {
                    mode.condition
                        .iter()
                        .for_each(|condition| each_expr(condition, visit));
                    mode.steps.iter().for_each(|step| step_exprs(step, visit));
                }
            }
            ArgumentValue::Modifiers(modifiers) => modifiers
                .iter()
                .for_each(|modifier| modifier_exprs(modifier, visit)),
            ArgumentValue::Keywords(keywords) => keywords
                .iter()
                .for_each(|keyword| keyword_exprs(keyword, visit)),
            ArgumentValue::Fields(fields) => {
                fields.iter().for_each(|(_, value)| each_expr(value, visit))
            }
            ArgumentValue::Word(_)
            | ArgumentValue::Flag(_)
            | ArgumentValue::Prose(_)
            | ArgumentValue::Name(_)
            | ArgumentValue::Names(_)
            | ArgumentValue::Binding(_)
            | ArgumentValue::Event(_) => {}
        }
    }
}

fn modifier_exprs<'e>(modifier: &'e Modifier, visit: &mut dyn FnMut(&'e Expr)) {
    each_expr(&modifier.target, visit);
    each_expr(&modifier.amount, visit);
}

fn keyword_exprs<'e>(keyword: &'e KeywordUse, visit: &mut dyn FnMut(&'e Expr)) {
    keyword
        .arguments
        .iter()
        .for_each(|argument| each_expr(argument, visit));
}

fn target_exprs<'e>(target: &'e Target, visit: &mut dyn FnMut(&'e Expr)) {
    each_expr(&target.from, visit);
    let filter = target.filter.iter().chain(&target.such_that);
    let filter = filter.map(|(_, filter)| filter);
    let others = [&target.count, &target.up_to, &target.player]
        .into_iter()
        .flatten();
    filter.chain(others).for_each(|expr| each_expr(expr, visit));
}

/// Calls `visit` for every expression of an ability, those inside others included.
pub fn ability_exprs<'e>(ability: &'e Ability, visit: &mut dyn FnMut(&'e Expr)) {
    [&ability.fits, &ability.condition, &ability.while_]
        .into_iter()
        .flatten()
        .for_each(|expr| each_expr(expr, visit));
    ability
        .targets
        .iter()
        .for_each(|target| target_exprs(target, visit));
    match &ability.sort {
        AbilitySort::Static {
            cards,
            filter,
            modifiers,
            floor,
            grants,
        } => {
            cards.iter().for_each(|(_, cards)| each_expr(cards, visit));
            [filter, floor]
                .into_iter()
                .flatten()
                .for_each(|expr| each_expr(expr, visit));
            modifiers
                .iter()
                .for_each(|modifier| modifier_exprs(modifier, visit));
            grants.iter().for_each(|grant| keyword_exprs(grant, visit));
        }
        AbilitySort::Restriction {
            cards,
            players,
            filter,
            ..
        } => {
            cards.iter().for_each(|(_, cards)| each_expr(cards, visit));
            [players, filter]
                .into_iter()
                .flatten()
                .for_each(|expr| each_expr(expr, visit));
        }
        AbilitySort::Triggered(_) | AbilitySort::Activated(_) | AbilitySort::Replacement(_) => {}
    }
    ability
        .cost
        .iter()
        .chain(&ability.effect.steps)
        .for_each(|step| step_exprs(step, visit));
}

/// Every ability of the game: of cards, kinds and keywords.
pub fn abilities(game: &Game) -> impl Iterator<Item = &Ability> {
    let cards = game.cards.iter().flat_map(|card| &card.abilities);
    let kinds = game.kinds.iter().flat_map(|kind| &kind.abilities);
    let keywords = game.keywords.iter().flat_map(|keyword| &keyword.abilities);
    cards.chain(kinds).chain(keywords)
}

/// Every list of steps of the game, outermost ones.
pub fn blocks(game: &Game) -> Vec<&[Step]> {
    let mut blocks: Vec<&[Step]> = vec![&game.setup.steps];
    blocks.extend(game.rules.iter().map(|rule| rule.effect.steps.as_slice()));
    blocks.extend(game.phases.iter().map(|phase| phase.enter.steps.as_slice()));
    blocks.extend(
        game.checks
            .iter()
            .map(|check| check.effect.steps.as_slice()),
    );
    let overflow = game.zones.iter().filter_map(|zone| {
        let effect = zone.zone_type.overflow_effect.as_ref();
        effect.map(|effect| effect.steps.as_slice())
    });
    blocks.extend(overflow);
    for def in game.moves.iter() {
        blocks.push(&def.cost);
        blocks.push(&def.effect.steps);
    }
    for ability in abilities(game) {
        blocks.push(&ability.cost);
        blocks.push(&ability.effect.steps);
    }
    for definition in game.definitions.iter() {
        if let DefinitionBody::Effect(Block { steps, .. }) = &definition.body {
            blocks.push(steps);
        }
    }
    blocks
}

/// Calls `visit` for every step of the game, also for those that `canPerform` only asks about.
pub fn every_step<'g>(game: &'g Game, visit: &mut dyn FnMut(&'g Step)) {
    for steps in blocks(game) {
        each_step(steps, visit);
    }
    exprs(game, &mut |expr| {
        if let ExprKind::CanPerform(step) = &expr.kind {
            each_step(std::slice::from_ref(step), visit);
        }
    });
}

/// Calls `visit` for every expression of the game, those inside others included.
pub fn exprs<'g>(game: &'g Game, visit: &mut dyn FnMut(&'g Expr)) {
    table_exprs(game, visit);
    course_exprs(game, visit);
    move_exprs(game, visit);
    let kinds = game.kinds.iter().flat_map(|kind| &kind.keywords);
    let cards = game.cards.iter().flat_map(|card| &card.keywords);
    kinds
        .chain(cards)
        .for_each(|keyword| keyword_exprs(keyword, visit));
    abilities(game).for_each(|ability| ability_exprs(ability, visit));
    end_exprs(game, visit);
    for steps in blocks(game) {
        steps.iter().for_each(|step| step_exprs(step, visit));
    }
}

/// The expressions of variables, zones, pools and decks.
fn table_exprs<'g>(game: &'g Game, visit: &mut dyn FnMut(&'g Expr)) {
    for variable in game.variables.iter() {
        match &variable.value {
            VariableValue::Stored(expr) | VariableValue::Computed(expr) => each_expr(expr, visit),
        }
    }
    for zone in game.zones.iter() {
        some_exprs([&zone.zone_type.capacity], visit);
    }
    for pool in game.pools.iter() {
        some_exprs([&pool.start, &pool.min, &pool.max], visit);
    }
    for section in game.deck_rules.iter().flat_map(|rules| &rules.sections) {
        some_exprs([&section.min, &section.max, &section.copies], visit);
        let filter = section.filter.iter();
        filter.for_each(|(_, filter)| each_expr(filter, visit));
    }
}

/// The expressions of rules, states, phases and checks.
fn course_exprs<'g>(game: &'g Game, visit: &mut dyn FnMut(&'g Expr)) {
    for rule in game.rules.iter() {
        some_exprs([&rule.enabled_when, &rule.condition], visit);
    }
    for transition in &game.transitions {
        some_exprs([&transition.condition], visit);
    }
    for phase in game.phases.iter() {
        some_exprs([&phase.player, &phase.skip_when, &phase.pass], visit);
    }
    for check in game.checks.iter() {
        let lists = check.for_each.iter();
        lists.for_each(|(_, list)| each_expr(list, visit));
        each_expr(&check.condition, visit);
    }
}

/// The expressions of invariants, of the end of the game, and of its first player.
fn end_exprs<'g>(game: &'g Game, visit: &mut dyn FnMut(&'g Expr)) {
    for invariant in game.invariants.iter() {
        each_expr(&invariant.holds, visit);
    }
    for win in game.win.iter() {
        each_expr(&win.evaluator, visit);
        some_exprs([&win.scores], visit);
    }
    some_exprs([&game.first_player, &game.turn_limit], visit);
}

/// The expressions of moves and definitions.
fn move_exprs<'g>(game: &'g Game, visit: &mut dyn FnMut(&'g Expr)) {
    for def in game.moves.iter() {
        def.from.iter().for_each(|(_, from)| each_expr(from, visit));
        some_exprs([&def.filter, &def.condition, &def.players], visit);
        let targets = def.targets.iter();
        targets.for_each(|target| target_exprs(target, visit));
    }
    for definition in game.definitions.iter() {
        some_exprs([&definition.condition], visit);
        if let DefinitionBody::Function(value, _) = &definition.body {
            each_expr(value, visit);
        }
    }
}

/// Calls `visit` for those of some expressions that are there.
fn some_exprs<'g, const N: usize>(exprs: [&'g Option<Expr>; N], visit: &mut dyn FnMut(&'g Expr)) {
    exprs
        .into_iter()
        .flatten()
        .for_each(|expr| each_expr(expr, visit));
}
