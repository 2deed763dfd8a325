//! Scenarios: their names and expressions, against the game they are of.

mod choices;
mod facts;
mod on_cards;

use crate::check::Checker;
use crate::codes::names::{UNKNOWN_NAME, WRONG_OWNER};
use crate::codes::shape::{OUT_OF_BOUNDS, UNKNOWN_KEY, WRONG_KIND};
use crate::diagnostic::{Diagnostic, Hint};
use crate::model::scenario::{Given, GivenValue, Item, ListedCard, ListedPile, Scenario, Term};
use crate::model::{
    Deck, DeckListId, DeckSource, Literal, PhaseId, PoolId, Scope as VariableScope, StateId, Type,
    VariableId, VariableValue, ZoneId, ZoneOwner,
};
use crate::source::Span;
use crate::syntax::Ident;
use crate::tree::{Entry, NodeId, Value};
use crate::version::Version;
use crate::vocabulary::names::NameKind;

/// Holder of the zones and variables that are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holder {
    Table,
    Player(u8),
    Team(u8),
}

impl Holder {
    fn noun(self) -> &'static str {
        match self {
            Self::Table => "the table",
            Self::Player(_) => "a player",
            Self::Team(_) => "a team",
        }
    }

    fn number(self) -> Option<u8> {
        match self {
            Self::Table => None,
            Self::Player(number) | Self::Team(number) => Some(number),
        }
    }

    fn has_zone(self, owner: ZoneOwner) -> bool {
        match self {
            Self::Table => owner == ZoneOwner::Table,
            Self::Player(_) => owner == ZoneOwner::Player,
            Self::Team(_) => owner == ZoneOwner::Team,
        }
    }

    fn has_variable(self, scope: VariableScope) -> bool {
        match self {
            Self::Table => scope == VariableScope::Global,
            Self::Player(_) => scope == VariableScope::PerPlayer,
            Self::Team(_) => scope == VariableScope::PerTeam,
        }
    }
}

impl Checker<'_> {
    /// The scenarios at some nodes.
    pub(in crate::check) fn scenarios(&mut self, nodes: &[NodeId]) -> Vec<Scenario> {
        // Expressions in scenarios are text, also for a game of 1.3.
        self.version = Version::V1_4;
        nodes.iter().map(|node| self.scenario(*node)).collect()
    }

    fn scenario(&mut self, node: NodeId) -> Scenario {
        let text = |key| self.ident(node, key).map(|ident| ident.text);
        let (name, rule) = (text("name"), text("rule"));
        let given = self.tree.get(node, "given");
        let given = given.map_or_else(Given::default, |given| self.given(given));
        let seats = self.seats(&given);
        let mut when = Vec::new();
        for item in self.items_at(node, "when") {
            if self.tree.get(*item, "then").is_some() {
                when.push(Item::Facts(self.facts(*item, seats)));
            } else if let Some(choice) = self.described_choice(*item, seats) {
                when.push(Item::Choice(choice));
            }
        }
        Scenario {
            name: name.unwrap_or_default(),
            rule,
            given,
            when,
            then: self.facts(node, seats),
            origin: self.tree.span(node),
        }
    }

    fn given(&mut self, node: NodeId) -> Given {
        let mut given = Given {
            parameters: self.given_parameters(node),
            seed: self.number(node, "seed").unwrap_or(0).unsigned_abs(),
            keeps_order: self.flag(node, "shuffle") == Some(false),
            place: self.given_place(node),
            current: self.number(node, "current").map(|seat| seat as u8),
            turn_index: self.number(node, "turn_index"),
            ..Given::default()
        };
        for key in ["zones", "variables"] {
            for entry in self.entries_at(node, key) {
                self.given_part(entry, Holder::Table, &mut given);
            }
        }
        let players = self.items_at(node, "players");
        for (seat, player) in players.iter().enumerate() {
            for entry in self.tree.entries(*player) {
                self.given_part(entry, Holder::Player(seat as u8), &mut given);
            }
        }
        for entry in self.entries_at(node, "teams") {
            let name = Ident::new(entry.key.as_str(), entry.key_span);
            let Some(team) = self.resolve(NameKind::Team, &name) else {
                continue;
            };
            for part in self.tree.entries(entry.value) {
                self.given_part(part, Holder::Team(team as u8), &mut given);
            }
        }
        self.given_resources(node, &mut given);
        given.seats = self.given_seats(node, players.len());
        let seats = self.seats(&given);
        given.decks = self.given_decks(node, seats);
        self.check_given_seat(node, "current", seats);
        given
    }

    /// The decks of the seats.
    fn given_decks(&mut self, node: NodeId, seats: u8) -> Vec<DeckListId> {
        let Some(entry) = self.tree.entry(node, "decks") else {
            return Vec::new();
        };
        let brings = |deck: &Deck| matches!(deck.source, DeckSource::DeckList(_));
        if !self.game.decks.iter().any(brings) {
            let message = "players bring no decks to this game";
            let diagnostic =
                Diagnostic::new(UNKNOWN_KEY, entry.key_span, message).hint("leave `decks` out");
            self.diagnostics.report(diagnostic);
            return Vec::new();
        }
        let named = self.one_or_many(entry.value).len();
        if named != 1 && named != usize::from(seats) {
            let message = format!("{named} decks are named for {seats} seats");
            let diagnostic = Diagnostic::new(OUT_OF_BOUNDS, entry.key_span, message)
                .hint("name one for each seat, or one for all");
            self.diagnostics.report(diagnostic);
        }
        let decks = self.resolve_many(NameKind::DeckList, Some(entry.value));
        decks.into_iter().map(DeckListId).collect()
    }

    fn given_seats(&mut self, node: NodeId, listed: usize) -> Option<u8> {
        let seats = self.number(node, "seats").map(|seats| seats as u8);
        let seats = seats.or((listed > 0).then_some(listed as u8))?;
        let (least, most) = (self.game.meta.min_players, self.game.meta.max_players);
        let at = self
            .tree
            .entry(node, "seats")
            .or_else(|| self.tree.entry(node, "players"));
        if let Some(at) = at
            && !(least..=most).contains(&seats)
        {
            let message = format!("{seats} cannot play: the game is for {least} to {most} players");
            let diagnostic = Diagnostic::new(OUT_OF_BOUNDS, at.key_span, message)
                .hint("list as many players as can play");
            self.diagnostics.report(diagnostic);
        }
        Some(seats)
    }

    fn check_given_seat(&mut self, node: NodeId, key: &str, seats: u8) {
        if let (Some(seat), Some(entry)) = (self.number(node, key), self.tree.entry(node, key))
            && seat >= i64::from(seats)
        {
            self.no_given_seat(seat, seats, entry.value);
        }
    }

    fn no_given_seat(&mut self, seat: i64, seats: u8, node: NodeId) {
        let message = format!("there is no seat {seat}: {seats} play");
        let hint = format!(
            "seats are counted from 0; if more play, say `seats: {}` in `given`",
            seat.saturating_add(1)
        );
        let most = i64::from(self.game.meta.max_players);
        let hint = if seat < most {
            hint
        } else {
            "seats are counted from 0".to_owned()
        };
        let diagnostic = Diagnostic::new(OUT_OF_BOUNDS, self.tree.span(node), message).hint(hint);
        self.diagnostics.report(diagnostic);
    }

    /// The number of players.
    fn seats(&self, given: &Given) -> u8 {
        given.seats.unwrap_or(self.game.meta.min_players)
    }

    fn given_parameters(&mut self, node: NodeId) -> Vec<(String, String)> {
        let mut parameters = Vec::new();
        for entry in self.entries_at(node, "parameters") {
            let name = Ident::new(entry.key.as_str(), entry.key_span);
            let Some(id) = self.resolve(NameKind::Parameter, &name) else {
                continue;
            };
            let parameter = &self.game.parameters[crate::model::ParameterId(id)];
            let (ty, bounds) = (parameter.ty.clone(), (parameter.min, parameter.max));
            let literal = self.literal_of_type(entry.value, &ty);
            self.check_within(&entry.key, bounds, &literal, entry.value);
            let text = self.tree.text(entry.value).unwrap_or_default();
            parameters.push((entry.key.clone(), text.to_owned()));
        }
        parameters
    }

    fn given_place(&mut self, node: NodeId) -> Option<(StateId, PhaseId)> {
        let state = self.tree.get(node, "state");
        let phase = self.tree.get(node, "phase");
        let of_state = state.map(|state| self.resolve_at(NameKind::State, state).map(StateId));
        let of_phase = phase.map(|phase| self.resolve_at(NameKind::Phase, phase).map(PhaseId));
        match (of_state, of_phase) {
            (None, None) | (Some(None), _) | (_, Some(None)) => None,
            (Some(Some(state)), None) => {
                let first = self.game.states[state].phases.first().copied();
                if first.is_none() {
                    let span = self.tree.span(node);
                    self.not_there(span, "this state has no phases: the game is over in it");
                }
                Some((state, first?))
            }
            (Some(Some(state)), Some(Some(phase))) => {
                if !self.game.states[state].phases.contains(&phase) {
                    let name = self.game.states[state].name.clone();
                    let span = self.tree.span(node);
                    self.not_there(span, &format!("the state `{name}` has no such phase"));
                }
                Some((state, phase))
            }
            (None, Some(Some(phase))) => Some((self.state_with(phase), phase)),
        }
    }

    fn not_there(&mut self, span: Span, message: &str) {
        let span = self.diagnostics.files().first_line(span);
        let diagnostic =
            Diagnostic::new(UNKNOWN_NAME, span, message).hint("name a state and one of its phases");
        self.diagnostics.report(diagnostic);
    }

    /// The state in which a phase is entered if none is named: the initial one, or the first that has it.
    fn state_with(&self, phase: PhaseId) -> StateId {
        let initial = self.game.initial_state;
        let has = |state: StateId| self.game.states[state].phases.contains(&phase);
        if has(initial) {
            return initial;
        }
        let mut states = self.game.states.pairs().map(|(id, _)| id);
        states.find(|state| has(*state)).unwrap_or(initial)
    }

    /// A zone with its cards, or a variable with its value.
    fn given_part(&mut self, entry: &Entry, holder: Holder, given: &mut Given) {
        let name = entry.key.as_str();
        if let Some(declared) = self.names.find(NameKind::Zone, name) {
            let zone = ZoneId(declared.position);
            if !holder.has_zone(self.game.zones[zone].owner) {
                return self.wrong_holder(entry, "zone", holder);
            }
            let cards = self.listed_cards(entry.value);
            if let Some(controller) = self.given_controller(entry.value) {
                given
                    .not_yet
                    .get_or_insert(("the controller of a card", controller));
            }
            given.piles.get_or_insert_default().push(ListedPile {
                zone,
                owner: holder.number(),
                cards,
            });
        } else if let Some(declared) = self.names.find(NameKind::Variable, name) {
            let variable = VariableId(declared.position);
            if !holder.has_variable(self.game.variables[variable].scope) {
                return self.wrong_holder(entry, "variable", holder);
            }
            if matches!(
                self.game.variables[variable].value,
                VariableValue::Computed(_)
            ) {
                let message = format!("`{name}` is computed, it cannot be given");
                let diagnostic = Diagnostic::new(WRONG_KIND, entry.key_span, message)
                    .hint("give what it is computed from");
                self.diagnostics.report(diagnostic);
                return;
            }
            let ty = self.game.variables[variable].ty.clone();
            let value = self.term_of_type(entry.value, &ty);
            given.values.push(GivenValue {
                variable,
                owner: holder.number(),
                value,
                origin: entry.key_span,
            });
        } else if let Some(declared) = self.names.find(NameKind::Pool, name) {
            let pool = PoolId(declared.position);
            self.given_pool(pool, entry, holder, given);
        } else {
            self.unknown_part(entry, holder);
        }
    }

    fn wrong_holder(&mut self, entry: &Entry, noun: &str, holder: Holder) {
        let message = format!("{} has no {noun} `{}`", holder.noun(), entry.key);
        let hint = match holder {
            Holder::Table => "give it under `players` or `teams`",
            Holder::Player(_) | Holder::Team(_) => "give it where it belongs",
        };
        let diagnostic = Diagnostic::new(WRONG_OWNER, entry.key_span, message).hint(hint);
        self.diagnostics.report(diagnostic);
    }

    fn unknown_part(&mut self, entry: &Entry, holder: Holder) {
        let zones = self.game.zones.iter();
        let zones = zones.filter(|zone| holder.has_zone(zone.owner));
        let variables = self.game.variables.iter();
        let variables = variables.filter(|variable| holder.has_variable(variable.scope));
        let names: Vec<&str> = zones
            .map(|zone| zone.name.as_str())
            .chain(variables.map(|variable| variable.name.as_str()))
            .collect();
        let hint = self
            .did_you_mean(&entry.key, names.iter().copied())
            .or_else(|| Some(Hint::all_of("there are", names)));
        let message = format!(
            "{} has no zone, variable or pool `{}`",
            holder.noun(),
            entry.key
        );
        let diagnostic = Diagnostic::new(UNKNOWN_NAME, entry.key_span, message).maybe_hint(hint);
        self.diagnostics.report(diagnostic);
    }

    fn listed_cards(&mut self, node: NodeId) -> Vec<ListedCard> {
        if !self.tree.is_list(node) {
            self.expected("a list of cards", node);
        }
        let items = self.tree.items(node);
        items.iter().map(|item| self.listed_card(*item)).collect()
    }

    fn expected(&mut self, what: &str, node: NodeId) {
        let found = self.tree.node(node).value.noun();
        let message = format!("expected {what}, found {found}");
        let span = self.tree.span(node);
        self.diagnostics
            .report(Diagnostic::new(WRONG_KIND, span, message));
    }

    fn listed_card(&mut self, node: NodeId) -> ListedCard {
        let face = self.ident(node, "face");
        let face_down = face.as_ref().map(|face| face.text == "down");
        if let Some(face) = face
            && !matches!(face.text.as_str(), "up" | "down")
        {
            let message = format!("a card lies face `up` or `down`, not `{}`", face.text);
            let diagnostic = Diagnostic::new(WRONG_KIND, face.span, message)
                .hint("write `face: up` or `face: down`");
            self.diagnostics.report(diagnostic);
        }
        ListedCard {
            card: self.card_term(node),
            face_down,
            on: self.on_card(node),
            origin: self.tree.span(node),
        }
    }

    /// A card: its name, its properties, or a mapping with `card`.
    fn card_term(&mut self, node: NodeId) -> Term {
        if let Some(card) = self.tree.get(node, "card") {
            for entry in self.tree.entries(node) {
                let is_known = entry.key == "card" || self.is_on_cards(&entry.key);
                if !is_known {
                    self.not_on_cards(entry);
                }
            }
            return self.card_term(card);
        }
        match &self.tree.node(node).value {
            Value::Scalar(scalar) => {
                if self.game.cards.find(&scalar.text).is_none() {
                    self.unknown_card(node, &scalar.text);
                }
                Term::Word(scalar.text.clone())
            }
            Value::Map(entries) => {
                let mut properties = Vec::new();
                for entry in entries {
                    let is_property = self.game.properties.find(&entry.key).is_some();
                    if !is_property && self.is_on_cards(&entry.key) {
                        continue;
                    }
                    let Some(id) = self.game.properties.find(&entry.key) else {
                        self.not_on_cards(entry);
                        continue;
                    };
                    let ty = self.game.properties[id].ty.clone();
                    let term = match self.literal_of_type(entry.value, &ty) {
                        // Words may have other names, such as `heart`.
                        Literal::Symbol(set, position) => {
                            let words = &self.game.symbol_sets[set].values;
                            Term::Word(words[position as usize].clone())
                        }
                        _ => self.term(entry.value),
                    };
                    properties.push((entry.key.clone(), term));
                }
                Term::Like(properties)
            }
            Value::List(_) => {
                self.expected("a card", node);
                Term::Nothing
            }
        }
    }

    fn not_on_cards(&mut self, entry: &Entry) {
        let properties = self.game.properties.iter();
        let names = properties.map(|property| property.name.as_str());
        let names: Vec<&str> = names.chain(["card", "face"]).collect();
        let hint = self
            .did_you_mean(&entry.key, names.iter().copied())
            .or_else(|| Some(Hint::all_of("cards have", names)));
        let message = format!("cards have no `{}` that can be given", entry.key);
        let diagnostic = Diagnostic::new(UNKNOWN_KEY, entry.key_span, message).maybe_hint(hint);
        self.diagnostics.report(diagnostic);
    }

    fn unknown_card(&mut self, node: NodeId, name: &str) {
        let cards = self.game.cards.iter().map(|card| card.name.as_str());
        let ending = format!("_{name}");
        // The name of the deck type is easily left out.
        let whole = cards.clone().find(|card| card.ends_with(&ending));
        let hint = match whole {
            Some(whole) => Some(crate::read::question(whole)),
            None => self.did_you_mean(name, cards.clone()),
        };
        let hint = hint.or_else(|| {
            let first = cards.clone().next()?;
            Some(format!("cards have names such as `{first}`").into())
        });
        let message = format!("there is no card `{name}`");
        let diagnostic =
            Diagnostic::new(UNKNOWN_NAME, self.tree.span(node), message).maybe_hint(hint);
        self.diagnostics.report(diagnostic);
    }

    /// A value that a variable of a type can have.
    fn term_of_type(&mut self, node: NodeId, ty: &Type) -> Term {
        match ty {
            Type::Card => self.card_term(node),
            Type::List(element) => {
                let items = self.one_or_many(node);
                let is_empty =
                    matches!(&self.tree.node(node).value, Value::List(items) if items.is_empty());
                if is_empty {
                    return Term::List(Vec::new());
                }
                let items = items.into_iter();
                Term::List(items.map(|item| self.term_of_type(item, element)).collect())
            }
            Type::Bool | Type::Number | Type::Symbol(_) | Type::Text | Type::CardName => {
                self.literal_of_type(node, ty);
                self.term(node)
            }
            Type::Any
            | Type::Nothing
            | Type::Zone
            | Type::Player
            | Type::Team
            | Type::Phase
            | Type::State
            | Type::Kind
            | Type::Range
            | Type::Pool
            | Type::Record(_) => self.term(node),
        }
    }

    /// Something as it is written.
    fn term(&self, node: NodeId) -> Term {
        match &self.tree.node(node).value {
            Value::Scalar(scalar) if scalar.is_null() => Term::Nothing,
            Value::Scalar(scalar) => match (scalar.bool(), scalar.int()) {
                (Some(truth), _) => Term::Truth(truth),
                (None, Some(number)) => Term::Number(number),
                (None, None) => Term::Word(scalar.text.clone()),
            },
            Value::List(items) => Term::List(items.iter().map(|item| self.term(*item)).collect()),
            Value::Map(entries) => match self.tree.get(node, "card") {
                Some(card) => self.term(card),
                None => {
                    let part = |entry: &Entry| (entry.key.clone(), self.term(entry.value));
                    Term::Like(entries.iter().map(part).collect())
                }
            },
        }
    }
}
