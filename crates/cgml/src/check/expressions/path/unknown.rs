//! Names that mean nothing where they stand, and what the author may have meant.

use crate::check::Checker;
use crate::check::expressions::scope::{Scope, wrong};
use crate::codes::names as code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Expr, PoolHolder, PoolId, Scope as VariableScope, Type, VariableId, ZoneId, ZoneOwner,
};
use crate::read::question;
use crate::source::Span;
use crate::version::Version;
use crate::vocabulary::fields;
use crate::vocabulary::names::NameKind;

/// Kinds of things that a bare name may stand for.
const BARE_NAMES: &[NameKind] = &[
    NameKind::Zone,
    NameKind::Variable,
    NameKind::Pool,
    NameKind::Parameter,
    NameKind::Definition,
    NameKind::Phase,
    NameKind::State,
    NameKind::Kind,
];

/// Words with which rules speak to a player.
const SELF: &[&str] = &["you", "your", "yourself", "self", "myself", "my", "I"];

impl Checker<'_> {
    /// Reports a name that means nothing, or a word that is none of those expected.
    pub(super) fn unknown_name(
        &mut self,
        scope: &Scope,
        name: &str,
        span: Span,
        expected: &Type,
    ) -> Expr {
        if ["this", "card", "from", "to", "zone", "item", "target"].contains(&name) {
            return self.no_context(scope, name, span);
        }
        let zones = (*expected == Type::Zone).then(|| self.names.of(NameKind::Zone));
        let near = zones
            .and_then(|zones| self.search.meant(name, zones))
            .or_else(|| self.search.meant(name, self.known_names(scope)));
        if is_word_type(expected)
            && near.is_none_or(|near| self.word_of_type(near, span, expected).is_some())
        {
            return self.text_literal(name, span, expected);
        }
        if near.is_none() && !self.names.are_complete(BARE_NAMES) {
            return wrong(span);
        }
        let hint = match near {
            _ if self.is_of_card(scope, name) => question(&format!("card.{name}")),
            _ if SELF.contains(&name) => question("me"),
            Some(near) => question(near),
            None => undeclared_hint(name, expected).into(),
        };
        let message = format!("there is nothing called `{name}` here");
        self.diagnostics
            .report(Diagnostic::new(code::UNKNOWN_NAME, span, message).hint(hint));
        wrong(span)
    }

    /// True if a card is known here that has something of this name.
    fn is_of_card(&self, scope: &Scope, name: &str) -> bool {
        let knows_card = scope
            .find("card")
            .is_some_and(|card| scope.ty(card) == Type::Card);
        knows_card && self.of_card(name).is_some()
    }

    /// Every name that may stand alone, the likeliest first.
    fn known_names<'s>(&'s self, scope: &'s Scope) -> impl Iterator<Item = &'s str> {
        let sets = self.game.symbol_sets.iter();
        let names = BARE_NAMES.iter().flat_map(|kind| self.names.of(*kind));
        scope
            .names()
            .chain(names)
            .chain(fields::WORD.iter().map(|field| field.name))
            .chain(sets.flat_map(|set| set.values.iter().map(String::as_str)))
    }

    /// Reports a zone or variable that exists but belongs to someone else.
    pub(super) fn wrong_owner(&mut self, name: &str, span: Span) -> Option<Expr> {
        let (kind, declared) = [NameKind::Zone, NameKind::Variable, NameKind::Pool]
            .into_iter()
            .find_map(|kind| self.names.find(kind, name).map(|declared| (kind, declared)))?;
        if self.ownerless.contains(&declared.span) {
            return Some(wrong(span));
        }
        let (message, hint) = match self.is_of_table(kind, declared.position) {
            true => (
                format!("the {} `{name}` belongs to the table", kind.noun()),
                format!("write `{}`", self.path_from_table(kind, name)),
            ),
            false => {
                let path = self.path_from_player(kind, name);
                (
                    format!("every player has their own {} `{name}`", kind.noun()),
                    format!("say whose: `{path}`, or that of another player"),
                )
            }
        };
        let diagnostic = Diagnostic::new(code::WRONG_OWNER, span, message)
            .hint(hint)
            .related(declared.span, "declared here");
        self.diagnostics.report(diagnostic);
        Some(wrong(span))
    }

    /// True if a zone, variable or pool belongs to the table.
    fn is_of_table(&self, kind: NameKind, position: u32) -> bool {
        match kind {
            NameKind::Zone => self.game.zones[ZoneId(position)].owner == ZoneOwner::Table,
            NameKind::Variable => {
                self.game.variables[VariableId(position)].scope == VariableScope::Global
            }
            NameKind::Pool => self.game.pools[PoolId(position)].holder == PoolHolder::Table,
            // Other names have no owner.
            _ => false,
        }
    }

    /// Path of something of the table in this version.
    fn path_from_table(&self, kind: NameKind, name: &str) -> String {
        match self.version {
            Version::V1_3 => format!("$.{}{name}", space_of(kind)),
            Version::V1_4 => name.to_owned(),
        }
    }

    /// Path of something of a player in this version.
    fn path_from_player(&self, kind: NameKind, name: &str) -> String {
        match self.version {
            Version::V1_3 => format!("$.players[current].{}{name}", space_of(kind)),
            Version::V1_4 => format!("me.{name}"),
        }
    }
}

/// Prefix of names of a kind in a path.
fn space_of(kind: NameKind) -> &'static str {
    match kind {
        NameKind::Zone => "zones.",
        _ => "",
    }
}

/// True if a value of this type is one of some words.
fn is_word_type(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Symbol(_) | Type::Phase | Type::State | Type::Team | Type::Kind
    )
}

/// Hint for a name that stands for nothing, by what is expected in its place.
fn undeclared_hint(name: &str, expected: &Type) -> String {
    match expected {
        Type::Zone => "declare it under `components.zones`".to_owned(),
        Type::Pool => "declare it under `resources`".to_owned(),
        Type::Number | Type::Bool => "declare it under `components.variables`".to_owned(),
        _ => format!("declare it, or write '{name}' in quotes if it is text"),
    }
}
