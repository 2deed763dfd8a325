//! Parameters that an action does not name itself: properties of a new card, fields of an event.

use crate::check::Checker;
use crate::check::expressions::expect::type_of;
use crate::check::expressions::scope::{Context, Scope};
use crate::codes::{cards as card_code, names as name_code, shape as shape_code};
use crate::diagnostic::{Diagnostic, Hint};
use crate::model::{
    Argument, ArgumentValue, CardDefId, EventField, EventId, Expr, NameRef, PropertyId, Type,
};
use crate::ordered::OrderedSet;
use crate::read::question;
use crate::syntax::{self, Ident, Operand};
use crate::vocabulary::actions::Action;

impl Checker<'_> {
    /// The parameters that an action does not name itself.
    pub(in crate::check) fn open_parameters(
        &mut self,
        scope: &mut Scope,
        action: &'static Action,
        step: &syntax::Step,
        arguments: &mut Vec<Argument>,
    ) {
        match action.name {
            "CREATE_TOKEN" => self.token_properties(scope, action, step, arguments),
            "PROCEED" => self.changed_fields(scope, action, step, arguments),
            _ => self.event_fields(scope, action, step, arguments),
        }
    }

    /// The properties that a new card has instead of the printed ones.
    fn token_properties(
        &mut self,
        scope: &mut Scope,
        action: &'static Action,
        step: &syntax::Step,
        arguments: &mut Vec<Argument>,
    ) {
        let Some(ArgumentValue::Name(NameRef::Card(card))) =
            arguments.first().map(|argument| &argument.value)
        else {
            return;
        };
        let card = *card;
        let properties = &self.game.cards[card].properties;
        let printed: OrderedSet<PropertyId> = properties.iter().map(|(id, _)| *id).collect();
        if !self.spend(printed.len(), step.span) {
            return;
        }
        let mut values = Vec::new();
        for (name, value) in open_ones(action, step) {
            let property = self.property_named(&name.text);
            let Some(property) = property.filter(|property| printed.contains(property)) else {
                self.no_such_property(card, &printed, name);
                continue;
            };
            let ty = self.game.properties[property].ty.clone();
            values.push((property.0, self.field_value(scope, value, &ty)));
        }
        if !values.is_empty() {
            arguments.push(fields_argument(action, values));
        }
    }

    fn no_such_property(
        &mut self,
        card: CardDefId,
        printed: &OrderedSet<PropertyId>,
        name: &Ident,
    ) {
        let ids = printed.iter();
        let known = ids.map(|id| self.game.properties[*id].name.as_str());
        let hint = self.did_you_mean(&name.text, known);
        let message = format!(
            "the card `{}` has no property `{}`",
            self.game.cards[card].name, name.text
        );
        self.diagnostics
            .report(Diagnostic::new(name_code::NO_SUCH_FIELD, name.span, message).maybe_hint(hint));
    }

    /// The fields with which a replaced event happens after all.
    fn changed_fields(
        &mut self,
        scope: &mut Scope,
        action: &'static Action,
        step: &syntax::Step,
        arguments: &mut Vec<Argument>,
    ) {
        if !scope.wraps {
            self.nothing_to_proceed(step);
        }
        let fields = self.fields_of(&scope.context);
        let mut values = Vec::new();
        for (name, value) in open_ones(action, step) {
            let Some(position) = fields.iter().position(|(field, _)| *field == name.text) else {
                self.no_such_replaced_field(&fields, name);
                continue;
            };
            let value = self.field_value(scope, value, &fields[position].1);
            values.push((position as u32, value));
        }
        if !values.is_empty() {
            arguments.push(fields_argument(action, values));
        }
    }

    fn nothing_to_proceed(&mut self, step: &syntax::Step) {
        let message = "there is nothing to proceed with";
        let diagnostic = Diagnostic::new(card_code::NOTHING_TO_PROCEED, step.action.span, message)
            .hint("it belongs into a replacement, or into a move with `abilities: true`");
        self.diagnostics.report(diagnostic);
    }

    /// The fields of the event that is known, with their types.
    fn fields_of(&self, context: &Context) -> Vec<(String, Type)> {
        match context {
            Context::Declared(event) => {
                let fields = self.game.events[*event].fields.iter();
                fields
                    .map(|field| (field.name.clone(), field.ty.clone()))
                    .collect()
            }
            Context::Standard(fields) => fields
                .iter()
                .map(|field| (field.name.to_owned(), type_of(field.is)))
                .collect(),
            Context::None | Context::Several => Vec::new(),
        }
    }

    fn no_such_replaced_field(&mut self, fields: &[(String, Type)], name: &Ident) {
        let known = fields.iter().map(|(field, _)| field.as_str());
        let hint = self.did_you_mean(&name.text, known);
        let message = format!("what is replaced has no field `{}`", name.text);
        self.diagnostics
            .report(Diagnostic::new(name_code::NO_SUCH_FIELD, name.span, message).maybe_hint(hint));
    }

    /// The fields of an event that `EMIT` makes happen.
    fn event_fields(
        &mut self,
        scope: &mut Scope,
        action: &'static Action,
        step: &syntax::Step,
        arguments: &mut Vec<Argument>,
    ) {
        let Some(ArgumentValue::Name(NameRef::Event(event))) =
            arguments.first().map(|argument| &argument.value)
        else {
            return;
        };
        let event = *event;
        let fields = self.game.events[event].fields.clone();
        if !self.spend(fields.len(), step.span) {
            return;
        }
        let mut values = Vec::new();
        for (name, value) in open_ones(action, step) {
            let position = field_position(action, &fields, name)
                .or_else(|| self.no_such_event_field(event, name));
            let Some(position) = position else {
                continue;
            };
            let value = self.field_value(scope, value, &fields[position].ty);
            values.push((position as u32, value));
        }
        for (position, field) in fields.iter().enumerate() {
            let is_given = values.iter().any(|(given, _)| *given == position as u32);
            if !is_given && field.name != "player" {
                self.missing_event_field(event, field, step);
            }
        }
        arguments.push(fields_argument(action, values));
    }

    fn missing_event_field(&mut self, event: EventId, field: &EventField, step: &syntax::Step) {
        let message = format!(
            "the event `{}` tells `{}`, which is missing",
            self.game.events[event].name, field.name
        );
        let hint = format!("add `{}: …`", field.name);
        self.diagnostics.report(
            Diagnostic::new(shape_code::MISSING_PARAMETER, step.action.span, message).hint(hint),
        );
    }

    /// Reports a field that an event does not have; gives the position of the one it is taken for.
    fn no_such_event_field(&mut self, event: EventId, name: &Ident) -> Option<usize> {
        let fields = &self.game.events[event].fields;
        let known = || fields.iter().map(|field| field.name.as_str());
        let near = self.search.meant(&name.text, known());
        let position = known().position(|field| Some(field) == near);
        let hint = match near {
            Some(near) => question(near),
            None => Hint::all_of("it tells", known()),
        };
        let message = format!(
            "the event `{}` has no field `{}`",
            self.game.events[event].name, name.text
        );
        self.diagnostics
            .report(Diagnostic::new(name_code::NO_SUCH_FIELD, name.span, message).hint(hint));
        position
    }

    fn field_value(&mut self, scope: &mut Scope, value: &syntax::Expr, ty: &Type) -> Expr {
        let expr = self.infer(scope, value, ty);
        self.expect_type(expr, ty)
    }
}

/// The fields of an event come after the parameters of the action, by position or by name.
fn field_position(action: &Action, fields: &[EventField], name: &Ident) -> Option<usize> {
    let by_position = name.text.parse::<usize>().ok();
    by_position
        .and_then(|position| position.checked_sub(action.positional))
        .filter(|position| *position < fields.len())
        .or_else(|| fields.iter().position(|field| field.name == name.text))
}

/// Keys that an action does not name follow those that it names.
fn fields_argument(action: &Action, values: Vec<(u32, Expr)>) -> Argument {
    Argument {
        parameter: action.parameters.len() as u32,
        value: ArgumentValue::Fields(values),
    }
}

/// The parameters of a step that its action does not name, with their values.
fn open_ones<'s>(
    action: &'static Action,
    step: &'s syntax::Step,
) -> impl Iterator<Item = (&'s Ident, &'s syntax::Expr)> {
    step.parameters.iter().filter_map(|parameter| {
        let Operand::Expr(value) = &parameter.value else {
            return None;
        };
        let is_open = action.parameter(&parameter.name.text).is_none();
        is_open.then_some((&parameter.name, value))
    })
}
