//! Words of the language that a game uses.

use std::collections::BTreeSet;

use fuda::cgml::model::visit::{blocks, each_step, exprs};
use fuda::cgml::model::{
    ArgumentValue, Callee, EventSource, ExprKind, Failure, Game, Often, Ordering, PlayerOrder,
    Scope, Step, Timing, VariableValue, Visible,
};

/// The words that a game uses: `operator add`, `MOVE.count`, `event draw`.
pub(crate) fn used(game: &Game) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    exprs(game, &mut |expr| match &expr.kind {
        ExprKind::Operator(operation) => {
            used.insert(format!("operator {}", operation.operator.name));
        }
        ExprKind::CanPerform(_) => {
            used.insert("operator canPerform".to_owned());
        }
        ExprKind::CanMove(..) => {
            used.insert("operator can".to_owned());
        }
        ExprKind::Counters(..) => {
            used.insert("operator counters".to_owned());
        }
        ExprKind::HasKeyword(..) => {
            used.insert("operator has_keyword".to_owned());
        }
        ExprKind::Pool(..) => {
            used.insert("operator resource".to_owned());
        }
        ExprKind::Context(field) => {
            used.insert(format!("context {}", field.name()));
        }
        _ => {}
    });
    for steps in blocks(game) {
        each_step(steps, &mut |step| add_step(&mut used, step));
    }
    for rule in game.rules.iter() {
        if let Some(trigger) = &rule.trigger {
            let event = match &trigger.event {
                EventSource::Standard(event)
                | EventSource::Phase(event, _)
                | EventSource::State(event, _) => event.trigger,
                EventSource::Declared(_) => "declared",
                EventSource::Duration(_) => "duration",
            };
            used.insert(format!("event {event}"));
            used.insert(format!("timing {}", timing(rule.timing)));
        }
        if let Some(often) = rule.once_per {
            used.insert(format!("once_per {}", often_word(often)));
        }
        if rule.enabled_when.is_some() {
            used.insert("enabled_when".to_owned());
        }
        if rule.priority != 0 {
            used.insert("priority".to_owned());
        }
        if rule.result.is_some() {
            used.insert("store_as of a rule".to_owned());
        }
        used.insert(format!("on_failure {}", failure(rule.on_failure)));
    }
    for (often, _) in game.moves.iter().filter_map(|def| def.once_per) {
        used.insert(format!("once_per {} of a move", often_word(often)));
    }
    add_components(&mut used, game);
    used
}

fn add_step(used: &mut BTreeSet<String>, step: &Step) {
    let Callee::Action(action) = step.callee else {
        return;
    };
    let action = action.row();
    used.insert(format!("action {}", action.name));
    if step.result.is_some() {
        used.insert(format!("{}.store_as", action.name));
    }
    for argument in &step.arguments {
        let Some(key) = action.parameters.get(argument.parameter as usize) else {
            continue;
        };
        used.insert(format!("{}.{}", action.name, key.name));
        if let ArgumentValue::Word(word) = &argument.value {
            let word = word.name();
            used.insert(format!("{}.{}: {word}", action.name, key.name));
        }
        if let ArgumentValue::Expr(expr) = &argument.value
            && let ExprKind::CanPerform(inner) = &expr.kind
        {
            add_step(used, inner);
        }
    }
}

fn add_components(used: &mut BTreeSet<String>, game: &Game) {
    for zone in game.zones.iter() {
        let of = &zone.zone_type;
        used.insert(format!("ordering {}", ordering(of.ordering)));
        used.insert(format!("visibility owner {}", visible(of.visibility.owner)));
        used.insert(format!(
            "visibility others {}",
            visible(of.visibility.others)
        ));
        used.insert(format!(
            "default_face {}",
            if of.face_down { "down" } else { "up" }
        ));
    }
    for variable in game.variables.iter() {
        let scope = match variable.scope {
            Scope::Global => "global",
            Scope::PerPlayer => "per_player",
            Scope::PerTeam => "per_team",
        };
        let computed = match variable.value {
            VariableValue::Stored(_) => "stored",
            VariableValue::Computed(_) => "computed",
        };
        used.insert(format!("variable {scope} {computed}"));
    }
    let order = match game.player_order {
        PlayerOrder::Clockwise => "clockwise",
        PlayerOrder::Counterclockwise => "counterclockwise",
        PlayerOrder::Simultaneous => "simultaneous",
    };
    used.insert(format!("player_order {order}"));
}

fn timing(timing: Timing) -> &'static str {
    match timing {
        Timing::Pre => "pre",
        Timing::Post => "post",
        Timing::Replace => "replace",
    }
}

fn often_word(often: Often) -> &'static str {
    match often {
        Often::Turn => "turn",
        Often::Phase => "phase",
        Often::Game => "game",
        Often::Duration(_) => "duration",
    }
}

fn failure(failure: Failure) -> &'static str {
    match failure {
        Failure::Continue => "continue",
        Failure::Abort => "abort",
        Failure::Rollback => "rollback",
    }
}

fn ordering(ordering: Ordering) -> &'static str {
    match ordering {
        Ordering::Unordered => "unordered",
        Ordering::Fifo => "fifo",
        Ordering::Lifo => "lifo",
        Ordering::Shuffled => "shuffled",
    }
}

fn visible(visible: Visible) -> &'static str {
    match visible {
        Visible::All => "all",
        Visible::CountOnly => "count_only",
        Visible::Hidden => "hidden",
        Visible::TopCardOnly => "top_card_only",
    }
}
