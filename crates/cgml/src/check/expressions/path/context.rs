//! Fields of events, and fields that only other events have.

use crate::check::Checker;
use crate::check::expressions::expect::type_of;
use crate::check::expressions::scope::{Context, Scope, wrong};
use crate::codes::names as code;
use crate::diagnostic::Diagnostic;
use crate::model::{EventId, Expr, ExprKind, Type};
use crate::source::Span;
use crate::vocabulary::events::{self, EventFieldKind, Field};

impl Checker<'_> {
    /// Fields of the event.
    pub(in crate::check) fn context(&self, scope: &Scope, name: &str, span: Span) -> Option<Expr> {
        let (kind, ty) = match &scope.context {
            Context::None => return None,
            Context::Several => any_field(name)?,
            Context::Declared(event) => self.declared_field(*event, name)?,
            Context::Standard(fields) => field_of_language(fields, name)?,
        };
        Some(Expr::new(kind, ty, span))
    }

    /// A field of an event the game declares; every event has a player besides.
    fn declared_field(&self, event: EventId, name: &str) -> Option<(ExprKind, Type)> {
        let fields = &self.game.events[event].fields;
        match fields.iter().position(|field| field.name == name) {
            Some(position) => Some((
                ExprKind::ContextField(position as u32),
                fields[position].ty.clone(),
            )),
            None if name == "player" => field_of_language(&[], name),
            None => None,
        }
    }

    /// Reports what is known, but not at this place.
    pub(super) fn no_context(&mut self, scope: &Scope, name: &str, span: Span) -> Expr {
        let hint = match name {
            "$player" => {
                "`$player` is known inside `FOR_EACH_PLAYER`; elsewhere use `$currentPlayer`"
            }
            "this" => "`this` is known in the abilities of cards",
            "item" => "`item` is known in predicates and in `FOR_EACH`",
            "$.zone" => "the zones of the table are `$.zones`; events and filters tell a `$.zone`",
            "$.player" => "all players are `$.players`; events and loops tell a `$.player`",
            _ if scope.has_this => {
                "the event of this ability tells something else; `this` is the card itself"
            }
            _ => {
                "it is known in filters, and in rules about `on.move`, `on.draw`, `on.play` and `on.discard`"
            }
        };
        let message = format!("`{name}` is not known here");
        self.diagnostics
            .report(Diagnostic::new(code::NO_CONTEXT, span, message).hint(hint));
        wrong(span)
    }
}

/// A field that an event of the language tells.
fn field_of_language(fields: &'static [Field], name: &str) -> Option<(ExprKind, Type)> {
    let mut fields = fields.iter().chain(events::COMMON);
    let field = fields.find(|field| field.name == name)?;
    Some((
        ExprKind::Context(EventFieldKind::find(name)?),
        type_of(field.is),
    ))
}

/// A field that some event of the language tells, of its type if all events that tell it agree.
fn any_field(name: &str) -> Option<(ExprKind, Type)> {
    let all = events::EVENTS.iter().flat_map(|event| event.fields);
    let mut fields = all.chain(events::COMMON).filter(|field| field.name == name);
    let field = fields.next()?;
    let ty = match fields.all(|other| other.is == field.is) {
        true => type_of(field.is),
        false => Type::Any,
    };
    Some((ExprKind::Context(EventFieldKind::find(name)?), ty))
}
