//! Members of values, after a dot: those that the game declares first, then the fields of the language.

use super::own::{CARD_NAMES, OWNED_NAMES};
use super::{Resolved, Space, lift};
use crate::check::Checker;
use crate::check::expressions::expect::{leaf, type_of};
use crate::check::expressions::scope::wrong;
use crate::codes::names as code;
use crate::diagnostic::{Diagnostic, Hint};
use crate::model::{Expr, ExprKind, Type};
use crate::source::Span;
use crate::syntax::Ident;
use crate::vocabulary::fields::{self, Field, FieldKind, Is};
use crate::vocabulary::names::NameKind;

impl Checker<'_> {
    /// A member of a value, after a dot.
    pub(super) fn member(&mut self, base: Expr, name: &Ident, span: Span) -> Resolved {
        if let ExprKind::Field(FieldKind::Visibility, zone) = &base.kind
            && let Some(field) = fields::find(fields::ZONE, &format!("visibility.{}", name.text))
        {
            return self.builtin_member((**zone).clone(), field, span);
        }
        let leaf = leaf(&base.ty).clone();
        let table = match leaf {
            Type::Card => fields::CARD,
            Type::Zone => fields::ZONE,
            Type::Player => fields::PLAYER,
            Type::Team => fields::TEAM,
            Type::Record(ref parts) => return Resolved::Expr(self.part(base, parts, name, span)),
            Type::Range => {
                let parts = ["min", "max"].map(|part| (part.to_owned(), Type::Number));
                return Resolved::Expr(self.part(base, &parts, name, span));
            }
            Type::Any => return self.member_of_unknown(base, name, span),
            _ => &[],
        };
        if let Some(member) = self.own_member(&leaf, &name.text) {
            return Resolved::Expr(self.member_expr(base, member, span));
        }
        if let Some(field) = fields::find(table, &name.text) {
            self.check_since(field, name);
            return self.builtin_member(base, field, span);
        }
        Resolved::Expr(self.no_member(&base, &leaf, table, name, span))
    }

    /// A member of a value of unknown type: whatever any value may have.
    fn member_of_unknown(&mut self, base: Expr, name: &Ident, span: Span) -> Resolved {
        let member = self.of_card(&name.text);
        if let Some(member) = member.or_else(|| self.owned(&base.ty, &name.text)) {
            return Resolved::Expr(self.member_expr(base, member, span));
        }
        let tables = [fields::CARD, fields::ZONE, fields::PLAYER, fields::TEAM];
        let found = tables
            .into_iter()
            .find_map(|table| fields::find(table, &name.text));
        match found {
            Some(field) => self.builtin_member(base, field, span),
            None => {
                let fields = tables.into_iter().flatten();
                Resolved::Expr(self.no_such_member(fields, name, span))
            }
        }
    }

    /// Reports what no value of any type has.
    fn no_such_member(
        &mut self,
        fields: impl Iterator<Item = &'static Field>,
        name: &Ident,
        span: Span,
    ) -> Expr {
        let own = CARD_NAMES.iter().chain(OWNED_NAMES);
        let known = fields
            .map(|field| field.name)
            .chain(own.flat_map(|kind| self.names.of(*kind)))
            .chain(self.game.properties.names());
        let near = self.did_you_mean(&name.text, known);
        let is_complete =
            self.names.are_complete(CARD_NAMES) && self.names.are_complete(OWNED_NAMES);
        if near.is_some() || is_complete {
            let message = format!("nothing has a field `{}`", name.text);
            let hint = near.unwrap_or_else(|| {
                "cards, zones, players and teams have fields, and what the game declares for them"
                    .into()
            });
            self.diagnostics
                .report(Diagnostic::new(code::NO_SUCH_FIELD, name.span, message).hint(hint));
        }
        wrong(span)
    }

    /// A field of the language; some lead to names, such as `zones`.
    fn builtin_member(&mut self, base: Expr, field: &'static Field, span: Span) -> Resolved {
        let ty = match field.is {
            Is::Names(kind) => return Resolved::Space(Space::Names(kind, Some(base))),
            Is::A(want) => type_of(want),
            Is::CardList => Type::Card.list(),
            Is::PlayerList => Type::Player.list(),
            Is::TeamList => Type::Team.list(),
            Is::KindList => Type::Kind.list(),
            Is::TextList => Type::Text.list(),
            Is::Face => self.face_type(),
            Is::Word(name, words) => self.word_type(name, words),
        };
        // The cards of several zones are one list, as they are where cards are wanted.
        let ty = match (field.is, &base.ty) {
            (Is::CardList, Type::List(of)) if **of == Type::Zone => ty,
            _ => lift(&base.ty, ty),
        };
        let kind = field
            .kind()
            .expect("every field of a value has a kind: `vocabulary::fields` tests it");
        Resolved::Expr(Expr::new(ExprKind::Field(kind, Box::new(base)), ty, span))
    }

    /// A part of a record.
    fn part(&mut self, base: Expr, parts: &[(String, Type)], name: &Ident, span: Span) -> Expr {
        let Some(position) = parts.iter().position(|(part, _)| *part == name.text) else {
            let known = parts.iter().map(|(part, _)| part.as_str());
            let hint = self
                .did_you_mean(&name.text, known.clone())
                .unwrap_or_else(|| Hint::one_of("it has", known));
            let message = format!("there is no part `{}`", name.text);
            self.diagnostics
                .report(Diagnostic::new(code::NO_SUCH_FIELD, name.span, message).hint(hint));
            return wrong(span);
        };
        let ty = lift(&base.ty, parts[position].1.clone());
        Expr::new(ExprKind::Part(position as u32, Box::new(base)), ty, span)
    }

    /// Reports what a value of this type does not have.
    fn no_member(
        &mut self,
        base: &Expr,
        leaf: &Type,
        table: &'static [Field],
        name: &Ident,
        span: Span,
    ) -> Expr {
        let is_owner = matches!(leaf, Type::Player | Type::Team);
        if is_owner && let Some(expr) = self.wrong_owner(&name.text, name.span) {
            return expr;
        }
        let kinds: &[NameKind] = match leaf {
            Type::Player | Type::Team => OWNED_NAMES,
            Type::Card => CARD_NAMES,
            _ => &[],
        };
        let version = self.version;
        let known = || {
            let own = kinds.iter().flat_map(|kind| self.names.of(*kind));
            let is_card = *leaf == Type::Card;
            let properties = is_card.then(|| self.game.properties.names());
            let fields = table.iter().filter(move |field| field.since <= version);
            own.chain(properties.into_iter().flatten())
                .chain(fields.map(|field| field.name))
        };
        let near = self.did_you_mean(&name.text, known());
        if near.is_none() && !self.names.are_complete(kinds) {
            return wrong(span);
        }
        let of_cards = *leaf == Type::Zone && self.property_named(&name.text).is_some();
        let hint = match near {
            _ if of_cards => {
                let name = &name.text;
                format!("its cards have: write `.cards.{name}`, or `.top.{name}` for the top card")
                    .into()
            }
            Some(near) => near,
            None if known().next().is_none() => "nothing can follow it after a dot".into(),
            None => Hint::all_of("it has", known()),
        };
        let message = format!("{} has no `{}`", base.ty.noun(), name.text);
        self.diagnostics
            .report(Diagnostic::new(code::NO_SUCH_FIELD, name.span, message).hint(hint));
        wrong(span)
    }

    /// Reports a field that this version of the language does not have.
    pub(super) fn check_since(&mut self, field: &Field, name: &Ident) {
        if field.since > self.version {
            self.needs_version(&format!("`{}`", field.name), field.since, name.span);
        }
    }
}
