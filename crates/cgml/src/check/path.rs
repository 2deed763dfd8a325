//! Paths: names, fields and filters.

use super::Checker;
use super::scope::{Context, Scope, wrong};
use crate::codes::names as code;
use crate::codes::text::BAD_FILTER;
use crate::diagnostic::Diagnostic;
use crate::model::{
    AttributeId, CounterId, DefinitionId, Expr, ExprKind, KeywordId, Literal, Operation,
    ParameterId, PoolHolder, PoolId, PropertyId, Scope as VariableScope, TeamId, Type, VariableId,
    Who, ZoneId, ZoneOwner,
};
use crate::read::{all_of, question};
use crate::similar::meant;
use crate::source::Span;
use crate::syntax::{self, Filter, Ident};
use crate::version::Version;
use crate::vocabulary::events;
use crate::vocabulary::fields::{self, Field, Is};
use crate::vocabulary::names::NameKind;
use crate::vocabulary::operators;
use crate::vocabulary::want::Want;

/// What a bare name may stand for.
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

/// What belongs to a player or a team.
const OWNED_NAMES: &[NameKind] = &[NameKind::Zone, NameKind::Variable, NameKind::Pool];

/// What belongs to a card.
const CARD_NAMES: &[NameKind] = &[NameKind::Property, NameKind::Attribute, NameKind::Pool];

/// What a path leads to.
pub(super) enum Resolved {
    /// A value.
    Expr(Expr),
    /// A place where only names of one kind may follow, such as `zones`.
    Space(Space),
}

/// What a game itself declares for players, teams and cards.
enum Member {
    Zone(ZoneId),
    Variable(VariableId),
    Pool(PoolId),
    Attribute(AttributeId),
    Property(PropertyId),
}

/// Where only names may follow.
pub(super) enum Space {
    /// `$`.
    Root,
    /// Names of a kind, of an owner or of the table.
    Names(NameKind, Option<Expr>),
}

impl Checker<'_> {
    pub(super) fn path(
        &mut self,
        scope: &mut Scope,
        path: &syntax::Expr,
        expected: &Type,
    ) -> Resolved {
        match &path.kind {
            syntax::ExprKind::Root => Resolved::Space(Space::Root),
            syntax::ExprKind::Anchor(name) => Resolved::Expr(self.anchor(scope, name, path.span)),
            syntax::ExprKind::Name(name) => {
                Resolved::Expr(self.name(scope, name, path.span, expected))
            }
            syntax::ExprKind::Field(base, field) => {
                let base = self.path(scope, base, &Type::Any);
                self.field(scope, base, field, path.span)
            }
            syntax::ExprKind::Index(base, filter) => {
                let base = self.path(scope, base, &Type::Any);
                Resolved::Expr(self.index(scope, base, filter, path.span))
            }
            _ => Resolved::Expr(self.infer(scope, path, expected)),
        }
    }

    fn anchor(&mut self, scope: &Scope, name: &str, span: Span) -> Expr {
        if let Some(local) = scope.find(name) {
            return Expr {
                kind: ExprKind::Local(local),
                ty: scope.ty(local),
                origin: span,
            };
        }
        let who = match name {
            "currentPlayer" => Who::Current,
            "turnOrder" => Who::TurnOrder,
            "teammates" => Who::Teammates,
            "opponents" => Who::Opponents,
            "activeState" => {
                return Expr {
                    kind: ExprKind::CurrentState,
                    ty: Type::State,
                    origin: span,
                };
            }
            "currentPhase" => {
                return Expr {
                    kind: ExprKind::CurrentPhase,
                    ty: Type::Phase,
                    origin: span,
                };
            }
            "player" => return self.no_context(scope, "$player", span),
            _ => {
                let known = fields::ANCHOR.iter().map(|field| field.name);
                let at_root = fields::find(fields::ROOT, name).is_some()
                    || self.names.find(NameKind::Variable, name).is_some();
                let hint = match self.search.meant(name, known) {
                    _ if at_root => format!("write `$.{name}`, with a dot"),
                    Some(near) => format!("did you mean `${near}`?"),
                    None => "a path begins with `$.`, such as `$.zones.deck`".to_owned(),
                };
                let message = format!("there is no anchor `${name}`");
                self.diagnostics
                    .report(Diagnostic::new(code::UNKNOWN_ANCHOR, span, message).hint(hint));
                return wrong(span);
            }
        };
        self.who(who, span)
    }

    pub(super) fn who(&self, who: Who, span: Span) -> Expr {
        let ty = match who {
            Who::Current | Who::Acting => Type::Player,
            Who::Opponent | Who::Others if !self.players_are_known => Type::Any,
            Who::Opponent | Who::Others if self.game.meta.max_players <= 2 => Type::Player,
            Who::Opponent
            | Who::Opponents
            | Who::Others
            | Who::Teammates
            | Who::All
            | Who::TurnOrder => Type::Player.list(),
        };
        Expr {
            kind: ExprKind::Who(who),
            ty,
            origin: span,
        }
    }

    /// A bare name: event context and temporary values, then the acting player, then the table.
    fn name(&mut self, scope: &mut Scope, name: &str, span: Span, expected: &Type) -> Expr {
        let found = self
            .local(scope, name, span)
            .or_else(|| self.expected_word(name, span, expected))
            .or_else(|| self.context(scope, name, span))
            .or_else(|| self.builtin_word(scope, name, span))
            .or_else(|| self.owned_name(name, span))
            .or_else(|| self.table_name(name, span))
            .or_else(|| self.any_word(name, span));
        match found {
            Some(expr) => expr,
            None => self.unknown_name(scope, name, span, expected),
        }
    }

    fn local(&self, scope: &Scope, name: &str, span: Span) -> Option<Expr> {
        let local = scope.find(name)?;
        Some(Expr {
            kind: ExprKind::Local(local),
            ty: scope.ty(local),
            origin: span,
        })
    }

    /// A word that is a value of the expected type; warns if it is the name of something else as well.
    fn expected_word(&mut self, name: &str, span: Span, expected: &Type) -> Option<Expr> {
        let word = self.word_of_type(name, span, expected)?;
        let other = [
            NameKind::Zone,
            NameKind::Variable,
            NameKind::Parameter,
            NameKind::Pool,
        ]
        .into_iter()
        .find_map(|kind| self.names.find(kind, name).map(|declared| (kind, declared)));
        if let Some((kind, declared)) = other {
            let message = format!(
                "`{name}` is read as {}, but there is a {} of that name too",
                self.describe(expected),
                kind.noun()
            );
            let diagnostic = Diagnostic::new(code::SHADOWED_WORD, span, message)
                .hint(format!("write '{name}' in quotes for the value"))
                .related(declared.span, format!("the {}", kind.noun()));
            self.diagnostics.report(diagnostic);
        }
        Some(word)
    }

    /// What the event tells.
    pub(super) fn context(&self, scope: &Scope, name: &str, span: Span) -> Option<Expr> {
        let (kind, ty) = match &scope.context {
            Context::None => return None,
            Context::Several => {
                let field = self.any_context_field(name)?;
                (ExprKind::Context(field), Type::Any)
            }
            Context::Declared(event) => {
                let fields = &self.game.events[*event].fields;
                match fields.iter().position(|field| field.name == name) {
                    Some(position) => (
                        ExprKind::ContextField(position as u32),
                        fields[position].ty.clone(),
                    ),
                    None => {
                        let field = events::COMMON
                            .iter()
                            .find(|field| field.name == name && name == "player")?;
                        (ExprKind::Context(field.name), type_of(field.is))
                    }
                }
            }
            Context::Standard(fields) => {
                let field = fields
                    .iter()
                    .chain(events::COMMON)
                    .find(|field| field.name == name)?;
                (ExprKind::Context(field.name), type_of(field.is))
            }
        };
        Some(Expr {
            kind,
            ty,
            origin: span,
        })
    }

    fn any_context_field(&self, name: &str) -> Option<&'static str> {
        events::EVENTS
            .iter()
            .flat_map(|event| event.fields)
            .chain(events::COMMON)
            .find(|field| field.name == name)
            .map(|field| field.name)
    }

    fn builtin_word(&self, scope: &Scope, name: &str, span: Span) -> Option<Expr> {
        let who = match name {
            "this" if scope.has_this => {
                return Some(Expr {
                    kind: ExprKind::This,
                    ty: Type::Card,
                    origin: span,
                });
            }
            "me" => Who::Acting,
            "current" => Who::Current,
            "opponent" => Who::Opponent,
            "opponents" => Who::Opponents,
            "others" => Who::Others,
            "teammates" => Who::Teammates,
            "players" => Who::All,
            "teams" => {
                return Some(Expr {
                    kind: ExprKind::Teams,
                    ty: Type::Team.list(),
                    origin: span,
                });
            }
            "phase" => {
                return Some(Expr {
                    kind: ExprKind::CurrentPhase,
                    ty: Type::Phase,
                    origin: span,
                });
            }
            "state" => {
                return Some(Expr {
                    kind: ExprKind::CurrentState,
                    ty: Type::State,
                    origin: span,
                });
            }
            "turn_index" => {
                return Some(Expr {
                    kind: ExprKind::TurnIndex,
                    ty: Type::Number,
                    origin: span,
                });
            }
            _ => return None,
        };
        Some(self.who(who, span))
    }

    /// A zone, variable or pool of the acting player.
    fn owned_name(&self, name: &str, span: Span) -> Option<Expr> {
        let member = self.owned(&Type::Player, name)?;
        Some(self.member_expr(self.who(Who::Acting, span), member, span))
    }

    fn table_name(&self, name: &str, span: Span) -> Option<Expr> {
        self.of_table(NameKind::Zone, name, span)
            .or_else(|| self.of_table(NameKind::Variable, name, span))
            .or_else(|| self.of_table(NameKind::Pool, name, span))
            .or_else(|| self.of_table(NameKind::Parameter, name, span))
            .or_else(|| self.constant(name, span))
    }

    /// A function without parameters.
    fn constant(&self, name: &str, span: Span) -> Option<Expr> {
        let definition = DefinitionId(self.names.find(NameKind::Definition, name)?.position);
        let ty = self.function_type(definition)?;
        Some(Expr {
            kind: ExprKind::Function(definition, Vec::new()),
            ty,
            origin: span,
        })
    }

    /// A word that is a value of any declared set, phase, state, kind, team or card.
    fn any_word(&self, name: &str, span: Span) -> Option<Expr> {
        let named = [
            Type::Phase,
            Type::State,
            Type::Kind,
            Type::Team,
            Type::CardName,
        ];
        named
            .into_iter()
            .chain(self.set_with(name).map(Type::Symbol))
            .find_map(|ty| self.word_of_type(name, span, &ty))
    }

    /// A zone, variable or pool of the table, or a parameter.
    fn of_table(&self, kind: NameKind, name: &str, span: Span) -> Option<Expr> {
        let position = self.names.find(kind, name)?.position;
        let (kind, ty) = match kind {
            NameKind::Zone => {
                let zone = ZoneId(position);
                (self.game.zones[zone].owner == ZoneOwner::Table)
                    .then_some((ExprKind::Zone(zone, None), Type::Zone))?
            }
            NameKind::Variable => {
                let variable = VariableId(position);
                let declared = &self.game.variables[variable];
                (declared.scope == VariableScope::Global)
                    .then(|| (ExprKind::Variable(variable, None), declared.ty.clone()))?
            }
            NameKind::Pool => {
                let pool = PoolId(position);
                (self.game.pools[pool].holder == PoolHolder::Table)
                    .then_some((ExprKind::Pool(pool, None), Type::Pool))?
            }
            NameKind::Parameter => {
                let parameter = ParameterId(position);
                (
                    ExprKind::Parameter(parameter),
                    self.game.parameters[parameter].ty.clone(),
                )
            }
            _ => return None,
        };
        Some(Expr {
            kind,
            ty,
            origin: span,
        })
    }

    /// A zone, variable or pool of an owner: a player or a team.
    fn owned(&self, owner: &Type, name: &str) -> Option<Member> {
        let is_team = *super::expect::leaf(owner) == Type::Team;
        let (member, fits) = if let Some(zone) = self.names.find(NameKind::Zone, name) {
            let zone = ZoneId(zone.position);
            let fits = match self.game.zones[zone].owner {
                ZoneOwner::Player => !is_team,
                // A player has the zone of their team.
                ZoneOwner::Team => true,
                ZoneOwner::Table => false,
            };
            (Member::Zone(zone), fits)
        } else if let Some(variable) = self.names.find(NameKind::Variable, name) {
            let variable = VariableId(variable.position);
            let fits = match self.game.variables[variable].scope {
                VariableScope::PerPlayer => !is_team,
                VariableScope::PerTeam => true,
                VariableScope::Global => false,
            };
            (Member::Variable(variable), fits)
        } else {
            let pool = PoolId(self.names.find(NameKind::Pool, name)?.position);
            let fits = match self.game.pools[pool].holder {
                PoolHolder::Player => !is_team,
                PoolHolder::Team => true,
                PoolHolder::Table | PoolHolder::Card(_) => false,
            };
            (Member::Pool(pool), fits)
        };
        fits.then_some(member)
    }

    /// What a value has: the value is an owner or a card, or several of them.
    fn member_expr(&self, base: Expr, member: Member, span: Span) -> Expr {
        let declared = match member {
            Member::Zone(_) => Type::Zone,
            Member::Pool(_) => Type::Pool,
            Member::Variable(variable) => self.game.variables[variable].ty.clone(),
            Member::Attribute(attribute) => self.game.attributes[attribute].ty.clone(),
            Member::Property(property) => self.game.properties[property].ty.clone(),
        };
        let ty = match member {
            Member::Property(_) => lift(&cards_of(&base.ty), declared),
            _ => lift(&base.ty, declared),
        };
        let base = Box::new(base);
        let kind = match member {
            Member::Zone(zone) => ExprKind::Zone(zone, Some(base)),
            Member::Pool(pool) => ExprKind::Pool(pool, Some(base)),
            Member::Variable(variable) => ExprKind::Variable(variable, Some(base)),
            Member::Attribute(attribute) => ExprKind::Attribute(attribute, base),
            Member::Property(property) => ExprKind::Property(property, base),
        };
        Expr {
            kind,
            ty,
            origin: span,
        }
    }

    fn unknown_name(&mut self, scope: &Scope, name: &str, span: Span, expected: &Type) -> Expr {
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
            Some(near) => question(near),
            None => undeclared_hint(name, expected),
        };
        let message = format!("there is nothing called `{name}` here");
        self.diagnostics
            .report(Diagnostic::new(code::UNKNOWN_NAME, span, message).hint(hint));
        wrong(span)
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

    fn no_context(&mut self, scope: &Scope, name: &str, span: Span) -> Expr {
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

    fn field(&mut self, scope: &mut Scope, base: Resolved, name: &Ident, span: Span) -> Resolved {
        match base {
            Resolved::Space(Space::Root) => self.root_field(scope, name, span),
            Resolved::Space(Space::Names(kind, owner)) => {
                Resolved::Expr(self.named(kind, owner, name, span))
            }
            Resolved::Expr(base) if base.is_wrong() => Resolved::Expr(wrong(span)),
            Resolved::Expr(base) => self.member(base, name, span),
        }
    }

    fn root_field(&mut self, scope: &mut Scope, name: &Ident, span: Span) -> Resolved {
        let local = self
            .local(scope, &name.text, span)
            .or_else(|| self.context(scope, &name.text, span));
        if let Some(expr) = local {
            return Resolved::Expr(expr);
        }
        if let Some(field) = fields::find(fields::ROOT, &name.text) {
            self.check_since(field, name);
            if let Is::Names(kind) = field.is {
                return Resolved::Space(Space::Names(kind, None));
            }
            let scope = &Scope::default();
            if let Some(expr) = self.builtin_word(scope, &name.text, span) {
                return Resolved::Expr(expr);
            }
        }
        if let Some(expr) = self.table_name(&name.text, span) {
            return Resolved::Expr(expr);
        }
        Resolved::Expr(self.no_root_field(scope, name, span))
    }

    fn no_root_field(&mut self, scope: &Scope, name: &Ident, span: Span) -> Expr {
        let text = name.text.as_str();
        if ["card", "from", "to", "zone", "player"].contains(&text) {
            return self.no_context(scope, &format!("$.{text}"), name.span);
        }
        if let Some(expr) = self.wrong_owner(text, name.span) {
            return expr;
        }
        let known = fields::ROOT
            .iter()
            .map(|field| field.name)
            .chain(self.names.of(NameKind::Variable));
        let near = self.did_you_mean(text, known);
        if near.is_none() && !self.names.are_complete(OWNED_NAMES) {
            return wrong(span);
        }
        let hint = near.unwrap_or_else(|| {
            "the root has `players`, `zones` and the variables of the table".to_owned()
        });
        let message = format!("there is nothing called `{text}` at the root `$`");
        self.diagnostics
            .report(Diagnostic::new(code::NO_SUCH_FIELD, name.span, message).hint(hint));
        wrong(span)
    }

    /// Reports a zone or variable that exists but belongs to someone else.
    fn wrong_owner(&mut self, name: &str, span: Span) -> Option<Expr> {
        let (kind, declared) = [NameKind::Zone, NameKind::Variable, NameKind::Pool]
            .into_iter()
            .find_map(|kind| self.names.find(kind, name).map(|declared| (kind, declared)))?;
        if self.ownerless.contains(&declared.span) {
            return Some(wrong(span));
        }
        let on_table = match kind {
            NameKind::Zone => self.game.zones[ZoneId(declared.position)].owner == ZoneOwner::Table,
            NameKind::Variable => {
                self.game.variables[VariableId(declared.position)].scope == VariableScope::Global
            }
            _ => self.game.pools[PoolId(declared.position)].holder == PoolHolder::Table,
        };
        let within = if kind == NameKind::Zone { "zones." } else { "" };
        let is_text = self.version >= Version::V1_4;
        let (message, hint) = if on_table {
            let path = match is_text {
                true => name.to_owned(),
                false => format!("$.{within}{name}"),
            };
            (
                format!("the {} `{name}` belongs to the table", kind.noun()),
                format!("write `{path}`"),
            )
        } else {
            let path = match is_text {
                true => format!("me.{name}"),
                false => format!("$.players[current].{within}{name}"),
            };
            (
                format!("every player has their own {} `{name}`", kind.noun()),
                format!("say whose: `{path}`, or that of another player"),
            )
        };
        let diagnostic = Diagnostic::new(code::WRONG_OWNER, span, message)
            .hint(hint)
            .related(declared.span, "declared here");
        self.diagnostics.report(diagnostic);
        Some(wrong(span))
    }

    /// A name after `zones.`, `properties.`, `counters.` and the like.
    fn named(&mut self, kind: NameKind, owner: Option<Expr>, name: &Ident, span: Span) -> Expr {
        match (kind, owner) {
            (NameKind::Property, Some(card)) => self.property(card, name, span),
            (NameKind::Keyword, Some(card)) => {
                let Some(keyword) = self.resolve(kind, name) else {
                    return wrong(span);
                };
                let ty = lift(&card.ty, Type::Bool);
                Expr {
                    kind: ExprKind::HasKeyword(KeywordId(keyword), Box::new(card)),
                    ty,
                    origin: span,
                }
            }
            (NameKind::Counter, Some(card)) => {
                let Some(counter) = self.resolve(kind, name) else {
                    return wrong(span);
                };
                let ty = lift(&card.ty, Type::Number);
                Expr {
                    kind: ExprKind::Counters(CounterId(counter), Box::new(card)),
                    ty,
                    origin: span,
                }
            }
            (_, Some(owner)) => match self.owned(&owner.ty, &name.text) {
                Some(member) => self.member_expr(owner, member, span),
                None => self.not_owned(kind, name),
            },
            (_, None) => match self.of_table(kind, &name.text, span) {
                Some(expr) => expr,
                None => self.not_owned(kind, name),
            },
        }
    }

    fn not_owned(&mut self, kind: NameKind, name: &Ident) -> Expr {
        if self.names.find(kind, &name.text).is_some()
            && let Some(expr) = self.wrong_owner(&name.text, name.span)
        {
            return expr;
        }
        self.resolve(kind, name);
        wrong(name.span)
    }

    fn property(&mut self, card: Expr, name: &Ident, span: Span) -> Expr {
        if let Some(property) = self.property_named(&name.text) {
            return self.member_expr(card, Member::Property(property), span);
        }
        let known = || self.game.properties.names();
        let near = self.did_you_mean(&name.text, known());
        if near.is_none() && !self.names.is_complete(NameKind::Property) {
            return wrong(span);
        }
        let hint = near.unwrap_or_else(|| match known().next() {
            None => "the cards of this game have no properties".to_owned(),
            Some(_) => format!("cards have {}", all_of(known())),
        });
        let message = format!("no card has the property `{}`", name.text);
        self.diagnostics
            .report(Diagnostic::new(code::NO_SUCH_FIELD, name.span, message).hint(hint));
        wrong(span)
    }

    /// What follows a dot after a value.
    fn member(&mut self, base: Expr, name: &Ident, span: Span) -> Resolved {
        let leaf = super::expect::leaf(&base.ty).clone();
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

    /// What a game itself declares: zones and variables of players, properties and attributes of cards.
    fn own_member(&self, leaf: &Type, name: &str) -> Option<Member> {
        match leaf {
            Type::Player | Type::Team => self.owned(leaf, name),
            Type::Card => self.of_card(name),
            _ => None,
        }
    }

    fn of_card(&self, name: &str) -> Option<Member> {
        if let Some(attribute) = self.names.find(NameKind::Attribute, name) {
            return Some(Member::Attribute(AttributeId(attribute.position)));
        }
        if let Some(pool) = self.names.find(NameKind::Pool, name) {
            let pool = PoolId(pool.position);
            if matches!(self.game.pools[pool].holder, PoolHolder::Card(_)) {
                return Some(Member::Pool(pool));
            }
        }
        self.property_named(name).map(Member::Property)
    }

    fn member_of_unknown(&mut self, base: Expr, name: &Ident, span: Span) -> Resolved {
        let member = self.of_card(&name.text);
        if let Some(member) = member.or_else(|| self.owned(&base.ty, &name.text)) {
            return Resolved::Expr(self.member_expr(base, member, span));
        }
        for table in [fields::CARD, fields::ZONE, fields::PLAYER, fields::TEAM] {
            if let Some(field) = fields::find(table, &name.text) {
                return self.builtin_member(base, field, span);
            }
        }
        let known = [fields::CARD, fields::ZONE, fields::PLAYER, fields::TEAM];
        let known = known.into_iter().flatten().map(|field| field.name);
        let own = CARD_NAMES.iter().chain(OWNED_NAMES);
        let own = own.flat_map(|kind| self.names.of(*kind));
        let near = self.did_you_mean(
            &name.text,
            known.chain(own).chain(self.game.properties.names()),
        );
        let is_complete =
            self.names.are_complete(CARD_NAMES) && self.names.are_complete(OWNED_NAMES);
        if near.is_some() || is_complete {
            let message = format!("nothing has a field `{}`", name.text);
            let hint = near.unwrap_or_else(|| {
                "cards, zones, players and teams have fields, and what the game declares for them"
                    .to_owned()
            });
            self.diagnostics
                .report(Diagnostic::new(code::NO_SUCH_FIELD, name.span, message).hint(hint));
        }
        Resolved::Expr(wrong(span))
    }

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
        };
        let ty = lift(&base.ty, ty);
        Resolved::Expr(Expr {
            kind: ExprKind::Field(field.name, Box::new(base)),
            ty,
            origin: span,
        })
    }

    fn part(&mut self, base: Expr, parts: &[(String, Type)], name: &Ident, span: Span) -> Expr {
        let Some(position) = parts.iter().position(|(part, _)| *part == name.text) else {
            let known = parts.iter().map(|(part, _)| part.as_str());
            let hint = self
                .did_you_mean(&name.text, known.clone())
                .unwrap_or_else(|| format!("it has {}", crate::read::one_of(known)));
            let message = format!("there is no part `{}`", name.text);
            self.diagnostics
                .report(Diagnostic::new(code::NO_SUCH_FIELD, name.span, message).hint(hint));
            return wrong(span);
        };
        let ty = lift(&base.ty, parts[position].1.clone());
        Expr {
            kind: ExprKind::Part(position as u32, Box::new(base)),
            ty,
            origin: span,
        }
    }

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
            }
            Some(near) => near,
            None if known().next().is_none() => "nothing can follow it after a dot".to_owned(),
            None => format!("it has {}", all_of(known())),
        };
        let message = format!("{} has no `{}`", base.ty.noun(), name.text);
        self.diagnostics
            .report(Diagnostic::new(code::NO_SUCH_FIELD, name.span, message).hint(hint));
        wrong(span)
    }

    fn check_since(&mut self, field: &Field, name: &Ident) {
        if field.since > self.version {
            self.needs_version(&format!("`{}`", field.name), field.since, name.span);
        }
    }

    fn index(&mut self, scope: &mut Scope, base: Resolved, filter: &Filter, span: Span) -> Expr {
        let base = match base {
            Resolved::Expr(base) => base,
            Resolved::Space(_) => {
                let message = "only lists can be followed by `[…]`";
                let (place, hint) = match filter {
                    Filter::Expr(syntax::Expr {
                        kind: syntax::ExprKind::Name(name) | syntax::ExprKind::Text(name),
                        span: word,
                    }) => (*word, format!("write `.{name}` instead of the brackets")),
                    Filter::Expr(_) | Filter::By(..) | Filter::All => {
                        (span, "go on with a dot and a name".to_owned())
                    }
                };
                self.diagnostics
                    .report(Diagnostic::new(code::NO_SUCH_FIELD, place, message).hint(hint));
                return wrong(span);
            }
        };
        if base.is_wrong() {
            return base;
        }
        let Some(element) = base.ty.element().cloned() else {
            let message = format!(
                "{} is not a list: it cannot be followed by `[…]`",
                base.ty.noun()
            );
            let brackets = Span {
                start: base.origin.end.min(span.end),
                ..span
            };
            let diagnostic = Diagnostic::new(code::NO_SUCH_FIELD, brackets, message)
                .hint("take the brackets out");
            self.diagnostics.report(diagnostic);
            return wrong(span);
        };
        match filter {
            Filter::All => Expr {
                ty: element.list(),
                origin: span,
                ..base
            },
            Filter::By(key, value) => self.filter_by(scope, base, &element, key, value, span),
            Filter::Expr(index) => self.element(scope, base, &element, index, span),
        }
    }

    fn element(
        &mut self,
        scope: &mut Scope,
        base: Expr,
        element: &Type,
        index: &syntax::Expr,
        span: Span,
    ) -> Expr {
        if *element == Type::Player {
            return self.player(scope, index, span);
        }
        if *element == Type::Team
            && let Some(word) = super::infer::word(index)
        {
            let Some(team) = self.resolve(NameKind::Team, &word) else {
                return wrong(span);
            };
            return Expr {
                kind: ExprKind::Team(TeamId(team)),
                ty: Type::Team,
                origin: span,
            };
        }
        let index = self.infer(scope, index, &Type::Number);
        if index.ty == Type::Bool && !index.is_wrong() {
            return self.condition_as_filter(&index, span);
        }
        let index = self.expect(index, Want::Number);
        Expr {
            kind: ExprKind::ElementAt(Box::new(base), Box::new(index)),
            ty: element.clone(),
            origin: span,
        }
    }

    /// What stands between the brackets after `players`.
    fn player(&mut self, scope: &mut Scope, index: &syntax::Expr, span: Span) -> Expr {
        if let syntax::ExprKind::Name(word) = &index.kind
            && scope.find(word).is_none()
        {
            let who = match word.as_str() {
                "current" => Some(Who::Current),
                "active" | "me" => Some(Who::Acting),
                "opponent" => Some(Who::Opponent),
                "opponents" => Some(Who::Opponents),
                "others" => Some(Who::Others),
                "teammates" => Some(Who::Teammates),
                "all" => Some(Who::All),
                _ => None,
            };
            if let Some(who) = who {
                return self.who(who, span);
            }
        }
        if let Some(wrong) = self.unknown_filter(scope, index, span) {
            return wrong;
        }
        let index = self.infer(scope, index, &Type::Any);
        match index.ty {
            Type::Player => Expr {
                origin: span,
                ..index
            },
            Type::Number | Type::Any | Type::Text => {
                self.check_seat(&index);
                Expr {
                    kind: ExprKind::PlayerAt(Box::new(index)),
                    ty: Type::Player,
                    origin: span,
                }
            }
            Type::Team => Expr {
                kind: ExprKind::PlayersOf(Box::new(index)),
                ty: Type::Player.list(),
                origin: span,
            },
            Type::Bool => self.condition_as_filter(&index, span),
            _ => self.expect(index, Want::Player),
        }
    }

    /// Reports a word after `players` that is like one of the filters and stands for nothing.
    fn unknown_filter(
        &mut self,
        scope: &mut Scope,
        index: &syntax::Expr,
        span: Span,
    ) -> Option<Expr> {
        let word = super::infer::word(index)?;
        let near = meant(
            &word.text,
            fields::PLAYER_FILTERS.iter().map(|(name, _)| *name),
        )?;
        let means_something = self.silently(|checker| {
            let index = checker.infer(scope, index, &Type::Any);
            !index.is_wrong() && index.ty != Type::Text
        });
        if means_something {
            return None;
        }
        let message = format!("there is no filter `{}` for players", word.text);
        let diagnostic = Diagnostic::new(code::UNKNOWN_NAME, word.span, message);
        self.diagnostics.report(diagnostic.hint(question(near)));
        Some(wrong(span))
    }

    fn condition_as_filter(&mut self, condition: &Expr, span: Span) -> Expr {
        let message = "a condition cannot stand between `[` and `]`";
        let hint = match self.version {
            Version::V1_3 => "write `filter` around the list, with the condition for each item",
            Version::V1_4 => "write `where` after the list: `players where item.score > 3`",
        };
        self.diagnostics
            .report(Diagnostic::new(BAD_FILTER, condition.origin, message).hint(hint));
        wrong(span)
    }

    fn check_seat(&mut self, index: &Expr) {
        let ExprKind::Literal(Literal::Number(seat)) = index.kind else {
            return;
        };
        let most = i64::from(self.game.meta.max_players);
        if (seat < 0 || seat >= most) && self.players_are_known {
            self.no_such_seat(seat, index.origin);
        }
    }

    pub(super) fn no_such_seat(&mut self, seat: i64, span: Span) {
        let most = self.game.meta.max_players;
        let message = format!("there is no seat {seat}: at most {most} can play");
        let hint = format!("seats count from 0: the last one is {}", most - 1);
        self.diagnostics
            .report(Diagnostic::new(code::UNKNOWN_NAME, span, message).hint(hint));
    }

    /// `[by_id=x]`, `[team=red]`, `[rank=A]`.
    fn filter_by(
        &mut self,
        scope: &mut Scope,
        base: Expr,
        element: &Type,
        key: &Ident,
        value: &syntax::Expr,
        span: Span,
    ) -> Expr {
        if *element == Type::Player && (key.text == "by_id" || key.text == "id") {
            return self.player_by_id(scope, value, span);
        }
        if *element == Type::Player && key.text == "team" {
            let team = self.infer(scope, value, &Type::Team);
            return Expr {
                kind: ExprKind::PlayersOf(Box::new(team)),
                ty: Type::Player.list(),
                origin: span,
            };
        }
        let mark = scope.enter();
        let item = scope.bind("item", element.clone(), key.span);
        let element_expr = Expr {
            kind: ExprKind::Local(item),
            ty: element.clone(),
            origin: key.span,
        };
        let field = self.field(scope, Resolved::Expr(element_expr), key, key.span);
        let field = match field {
            Resolved::Expr(field) => field,
            Resolved::Space(_) => wrong(key.span),
        };
        let value = self.infer(scope, value, &field.ty);
        scope.leave(mark);
        if field.is_wrong() || value.is_wrong() {
            return wrong(span);
        }
        let equal = self.operation("isEqual", vec![field, value], Type::Bool, span);
        let each = Expr {
            kind: ExprKind::Each(item, Box::new(equal)),
            ty: Type::Bool,
            origin: span,
        };
        self.operation("filter", vec![base, each], element.clone().list(), span)
    }

    fn player_by_id(&mut self, scope: &mut Scope, value: &syntax::Expr, span: Span) -> Expr {
        if let syntax::ExprKind::Text(text) = &value.kind {
            let Ok(seat) = text.parse() else {
                let message = format!("there is no player `{text}`");
                let hint = "ids count from 0 in seat order; `[current]` is the current player";
                self.diagnostics
                    .report(Diagnostic::new(code::UNKNOWN_NAME, value.span, message).hint(hint));
                return wrong(span);
            };
            let index = Expr {
                kind: ExprKind::Literal(Literal::Number(seat)),
                ty: Type::Number,
                origin: value.span,
            };
            self.check_seat(&index);
            return Expr {
                kind: ExprKind::PlayerAt(Box::new(index)),
                ty: Type::Player,
                origin: span,
            };
        }
        self.player(scope, value, span)
    }

    /// An operator applied to checked operands.
    pub(super) fn operation(&self, name: &str, operands: Vec<Expr>, ty: Type, span: Span) -> Expr {
        let Some(operator) = operators::find(name) else {
            return wrong(span);
        };
        Expr {
            kind: ExprKind::Operator(Box::new(Operation { operator, operands })),
            ty,
            origin: span,
        }
    }
}

/// Whether a value of this type is one of some words.
fn is_word_type(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Symbol(_) | Type::Phase | Type::State | Type::Team | Type::Kind
    )
}

/// What to do with a name that stands for nothing, by what is expected in its place.
fn undeclared_hint(name: &str, expected: &Type) -> String {
    match expected {
        Type::Zone => "declare it under `components.zones`".to_owned(),
        Type::Pool => "declare it under `resources`".to_owned(),
        Type::Number | Type::Bool => "declare it under `components.variables`".to_owned(),
        _ => format!("declare it, or write '{name}' in quotes if it is text"),
    }
}

/// The type with which a list of owners gives a list.
pub(super) fn lift(owner: &Type, ty: Type) -> Type {
    match owner {
        Type::List(inner) => lift(inner, ty).list(),
        _ => ty,
    }
}

/// A zone as the list of its cards.
fn cards_of(ty: &Type) -> Type {
    match ty {
        Type::Zone => Type::Card.list(),
        other => other.clone(),
    }
}

/// The type a word of the vocabulary means.
pub(super) fn type_of(want: Want) -> Type {
    match want {
        Want::Bool | Want::Predicate => Type::Bool,
        Want::Number | Want::NumberKey => Type::Number,
        Want::Numbers => Type::Number.list(),
        Want::Text => Type::Text,
        Want::Card => Type::Card,
        Want::Cards => Type::Card.list(),
        Want::Zone => Type::Zone,
        Want::Zones => Type::Zone.list(),
        Want::Player => Type::Player,
        Want::Players => Type::Player.list(),
        Want::List => Type::Any.list(),
        Want::Pool => Type::Pool,
        Want::Name(NameKind::State) => Type::State,
        Want::Name(NameKind::Phase) => Type::Phase,
        Want::Name(NameKind::Team) => Type::Team,
        Want::Name(NameKind::Kind) => Type::Kind,
        Want::Name(NameKind::Card) => Type::CardName,
        Want::Name(_) => Type::Text,
        Want::Any
        | Want::ListOrText
        | Want::RankOrCard
        | Want::LikeFirst
        | Want::Key
        | Want::Settable
        | Want::Path
        | Want::Action => Type::Any,
    }
}
