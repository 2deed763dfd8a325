//! The order in which a game is built: what has a type first, then what uses it.

use rustc_hash::FxHashSet;

use crate::check::Checker;
use crate::check::lookup::Lookup;
use crate::check::names::Names;
use crate::check::work::Work;
use crate::codes::game as code;
use crate::codes::shape::UNKNOWN_KEY;
use crate::diagnostic::{Diagnostic, Diagnostics, Hint};
use crate::load::Document;
use crate::model::{
    AttributeId, Block, EventDef, EventField, FaceLook, Game, Layout, Literal, Meta, MoveId,
    Parameter, PlayerOrder, PropertyId, Prose, Resolution, Rng, Sheet, StateId, Table, TableLook,
    Team, Texts, Type, VariableId, Variant, ZoneId, ZonePlace,
};
use crate::read::Syntax;
use crate::similar::Search;
use crate::syntax::Ident;
use crate::tree::{Entry, NodeId, Tree};

impl<'a> Checker<'a> {
    pub(super) fn new(
        document: &'a Document,
        tree: &'a Tree,
        syntax: &'a Syntax,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Self {
            tree,
            root: document.root,
            version: document.version,
            syntax,
            diagnostics,
            names: Names::default(),
            lookup: Lookup::default(),
            search: Search::default(),
            work: Work::default(),
            game: empty_game(document),
            ranks: Default::default(),
            open_types: Default::default(),
            assigned: Default::default(),
            zone_of_deck: Default::default(),
            defined_events: Default::default(),
            property_bounds: Default::default(),
            ownerless: Default::default(),
            players_are_known: false,
        }
    }

    /// Builds the whole game. Problems are reported; what has one is left out or stands as wrong.
    pub(super) fn build(&mut self) {
        self.meta();
        self.parameters();
        self.teams();
        self.kinds();
        self.card_heads();
        self.deck_types();
        self.decks();
        self.zones();
        self.pools();
        self.attributes();
        self.counters();
        self.events();
        self.keyword_heads();
        self.definition_heads();
        self.move_heads();
        self.states();
        self.variables();

        self.infer_definitions();
        self.variable_values();
        self.zone_details();
        self.pool_details();
        self.resolution();
        self.definitions();
        self.keywords();
        self.kind_abilities();
        self.card_abilities();
        self.moves();
        self.flow();
        self.rules();
        self.checks();
        self.invariants();
        self.setup();
        self.deck_lists();
        self.table();
        self.variants();
        self.texts();
        self.report_excess();
    }

    fn meta(&mut self) {
        let Some(meta) = self.at(self.root, "meta") else {
            return;
        };
        let players = self.tree.get(meta, "players");
        let bound = |key, default: i64| {
            players
                .and_then(|players| self.number(players, key))
                .unwrap_or(default)
        };
        let (least, most) = (bound("min", 0), bound("max", 0));
        self.players_are_known = (1..=most).contains(&least) && most <= 10;
        let min = least.clamp(1, 10);
        let max = most.clamp(min, 10);
        if most < least
            && let Some(players) = players
            && self.number(players, "max").is_some()
        {
            let message = format!("at most {most} players, but at least {least}");
            let span = self.tree.span(players);
            let diagnostic =
                Diagnostic::new(code::PLAYER_RANGE, span, message).hint("exchange the two numbers");
            self.diagnostics.report(diagnostic);
        }
        let rng = self.tree.get(meta, "rng");
        self.game.meta = Meta {
            name: self.prose(meta, "name"),
            author: self
                .ident(meta, "author")
                .map_or_else(String::new, |author| author.text),
            description: self.prose(meta, "description"),
            tags: self.words_at(meta, "tags"),
            min_players: min as u8,
            max_players: max as u8,
            rng: Rng {
                deterministic: rng
                    .and_then(|rng| self.flag(rng, "deterministic"))
                    .unwrap_or(false),
                seed: rng
                    .and_then(|rng| self.number(rng, "seed"))
                    .and_then(|seed| u64::try_from(seed).ok()),
            },
        };
    }

    fn parameters(&mut self) {
        let Some(parameters) = self.at(self.root, "parameters") else {
            return;
        };
        for entry in self.tree.entries(parameters) {
            let node = entry.value;
            let default = self.default_of(node);
            let missing = (Literal::Nothing, Type::Any);
            let (mut literal, mut ty) = default.map_or(missing, |default| self.literal(default));
            let values = self.tree.get(node, "values");
            if let (Some(values), Some(default)) = (values, default) {
                let (_, of_values) = self.literal(values);
                if of_values == Type::Text.list() {
                    ty = self.type_at(values, &entry.key);
                    literal = self.literal_of_type(default, &ty);
                }
            }
            let (min, max) = (self.number(node, "min"), self.number(node, "max"));
            if let Some(default) = default.filter(|_| min.is_some() || max.is_some()) {
                ty = Type::Number;
                literal = self.literal_of_type(default, &ty);
                self.check_within(&entry.key, (min, max), &literal, default);
            }
            let values = values.map_or_else(Vec::new, |values| self.values_of_type(values, &ty));
            let for_people = self.tree.get(node, "for_people");
            let for_people = for_people.map(|proposed| {
                let literal = self.literal_of_type(proposed, &ty);
                self.check_within(&entry.key, (min, max), &literal, proposed);
                literal
            });
            self.game.parameters.push(Parameter {
                name: entry.key.clone(),
                default: literal,
                for_people,
                min,
                max,
                values,
                text: self.prose(node, "text"),
                origin: entry.key_span,
                ty,
            });
        }
    }

    /// The values that a parameter may have, as its type has them.
    fn values_of_type(&mut self, values: NodeId, ty: &Type) -> Vec<Literal> {
        if matches!(ty, Type::Symbol(_)) {
            let items = self.tree.items(values).to_vec();
            let items = items.into_iter();
            return items.map(|item| self.literal_of_type(item, ty)).collect();
        }
        match self.literal(values).0 {
            Literal::List(values) => values,
            _ => Vec::new(),
        }
    }

    fn teams(&mut self) {
        let Some(teams) = self.at(self.root, "teams") else {
            return;
        };
        let mut taken = FxHashSet::default();
        for entry in self.tree.entries(teams) {
            let seats = self.tree.get(entry.value, "seats").unwrap_or(entry.value);
            let mut list = Vec::new();
            for item in self.tree.items(seats).iter().copied() {
                let Some(seat) = self.tree.scalar(item).and_then(|scalar| scalar.int()) else {
                    continue;
                };
                let most = i64::from(self.game.meta.max_players);
                let is_seat = (0..=9).contains(&seat);
                if is_seat && seat >= most && self.players_are_known {
                    self.no_such_seat(seat, self.tree.span(item));
                }
                if taken.insert(seat) {
                    list.push(seat as u8);
                } else {
                    let mut teams = self.game.teams.iter();
                    let other = teams.find(|team| team.seats.contains(&(seat as u8)));
                    let message = match other {
                        Some(_) => format!("seat {seat} is in two teams"),
                        None => format!("seat {seat} is in this team twice"),
                    };
                    let span = self.tree.span(item);
                    let mut diagnostic = Diagnostic::new(code::SEAT_IN_TWO_TEAMS, span, message)
                        .hint("take it out of one of the lists");
                    if let Some(other) = other {
                        diagnostic = diagnostic.related(other.origin, "the other team");
                    }
                    self.diagnostics.report(diagnostic);
                }
            }
            let text = self.prose(entry.value, "text");
            self.game.teams.push(Team {
                name: entry.key.clone(),
                seats: list,
                text,
                origin: entry.key_span,
            });
        }
    }

    fn events(&mut self) {
        if let Some(events) = self.at(self.root, "events") {
            for entry in self.tree.entries(events) {
                let fields = self.tree.get(entry.value, "fields").unwrap_or(entry.value);
                let fields = self.fields(fields);
                let text = self.prose(entry.value, "text");
                self.game.events.push(EventDef {
                    name: entry.key.clone(),
                    fields,
                    text,
                    origin: entry.key_span,
                });
            }
        }
        let Some(define) = self.at(self.root, "define") else {
            return;
        };
        for entry in self.tree.entries(define) {
            let Some(name) = self.ident(entry.value, "event") else {
                continue;
            };
            let params = self.tree.get(entry.value, "params");
            let fields = params.map_or_else(Vec::new, |params| self.fields(params));
            let event = EventDef {
                name: name.text,
                fields,
                text: Prose::default(),
                origin: name.span,
            };
            self.game.events.push(event);
        }
    }

    fn fields(&mut self, node: NodeId) -> Vec<EventField> {
        self.parts(node)
            .iter()
            .map(|entry| {
                let ty = self.tree.get(entry.value, "type").unwrap_or(entry.value);
                self.refuse_counts_as(ty);
                EventField {
                    ty: self.type_at(ty, &entry.key),
                    name: entry.key.clone(),
                }
            })
            .collect()
    }

    fn setup(&mut self) {
        let node = self.at(self.root, "setup");
        let mut scope = crate::check::expressions::scope::Scope::default();
        let steps = self.steps_at(&mut scope, node);
        self.game.setup = scope.into_block(steps);
    }

    /// Checks that the texts of the table name things that exist.
    fn texts(&mut self) {
        let words = |language: &Entry| {
            let words = self.tree.entries(language.value).iter();
            let words = words.filter_map(|word| {
                let text = self.tree.text(word.value)?;
                Some((word.key.clone(), text.to_owned()))
            });
            (language.key.clone(), words.collect())
        };
        let languages = self.section("texts").iter().map(words).collect();
        self.game.texts = Texts { languages };
    }

    fn table(&mut self) {
        self.table_as_written();
        self.color_standard_suits();
    }

    /// The standard suits that the game has, and gives no colour to, have their usual ones.
    fn color_standard_suits(&mut self) {
        let sets = &self.game.symbol_sets;
        let colors = &mut self.game.look.face.colors;
        for suit in &crate::vocabulary::suits::STANDARD_SUITS {
            let is_used = sets.iter().any(|set| set.values.contains(suit.name));
            if is_used && !colors.iter().any(|(word, _)| word == suit.name) {
                colors.push((suit.name.to_owned(), suit.color.to_owned()));
            }
        }
    }

    /// The values of attributes with which cards lie sideways.
    fn sideways(&mut self, table: NodeId) {
        use crate::vocabulary::names::NameKind;
        let said = self.tree.get(table, "sideways");
        let said = said.map_or(&[][..], |said| self.tree.entries(said));
        for entry in said {
            let name = Ident::new(entry.key.as_str(), entry.key_span);
            let Some(attribute) = self.resolve(NameKind::Attribute, &name).map(AttributeId) else {
                continue;
            };
            let ty = self.game.attributes[attribute].ty.clone();
            for value in self.one_or_many(entry.value) {
                let value = self.literal_of_type(value, &ty);
                self.game.look.sideways.push((attribute, value));
            }
        }
    }

    fn table_as_written(&mut self) {
        use crate::vocabulary::names::NameKind;
        use crate::vocabulary::want::Want;
        let Some(table) = self.at(self.root, "table") else {
            return;
        };
        if let Some(zones) = self.tree.get(table, "zones") {
            for entry in self.tree.entries(zones) {
                let name = Ident::new(entry.key.as_str(), entry.key_span);
                if let Some(zone) = self.resolve(NameKind::Zone, &name) {
                    let mut place = self.place(entry.value);
                    let press = self.tree.get(entry.value, "press");
                    let press = self.resolve_many(NameKind::Move, press);
                    place.press = press.into_iter().map(MoveId).collect();
                    self.game.look.places.push((ZoneId(zone), place));
                }
            }
        }
        self.game.look.background = self.word_at(table, "background");
        self.sideways(table);
        let shown = self.resolve_many(NameKind::Variable, self.tree.get(table, "show"));
        self.game.shown_variables = shown.into_iter().map(VariableId).collect();
        self.game.look.sheet = self.sheet(table);
        let Some(face) = self.tree.get(table, "face") else {
            return;
        };
        let mut part = |key| {
            let mut scope = crate::check::expressions::scope::Scope::default();
            scope.bind("card", Type::Card, self.tree.span(face));
            self.expr_at(&mut scope, self.tree.get(face, key), Want::Any)
        };
        let [title, corner, footer, color] = ["title", "corner", "footer", "color"].map(&mut part);
        let colors = self.tree.get(face, "colors");
        let colors = colors.map_or(&[][..], |colors| self.tree.entries(colors));
        let colors = colors.iter().filter_map(|entry| {
            let color = self.tree.text(entry.value)?;
            Some((entry.key.clone(), color.to_owned()))
        });
        let colors = colors.collect();
        let values = self.values_of_face(face);
        let pictures = self.pictures(face);
        self.game.look.face = FaceLook {
            title,
            corner,
            footer,
            color,
            colors,
            values,
            pictures,
        };
    }

    /// Score sheet of `table.sheet`, if the game has one.
    fn sheet(&mut self, table: NodeId) -> Option<Sheet> {
        use crate::vocabulary::names::NameKind;
        let sheet = self.tree.get(table, "sheet")?;
        let values = self.resolve_many(NameKind::Variable, self.tree.get(sheet, "values"));
        let each = self.tree.get(sheet, "each")?;
        let each = VariableId(self.resolve_at(NameKind::Variable, each)?);
        let values = values.into_iter().map(VariableId).collect();
        Some(Sheet { values, each })
    }

    /// The properties that a face shows first.
    fn values_of_face(&mut self, face: NodeId) -> Vec<PropertyId> {
        use crate::vocabulary::names::NameKind;
        let Some(values) = self.tree.get(face, "values") else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for node in self.one_or_many(values) {
            let name = self.tree.text(node).unwrap_or_default();
            match self.game.properties.find(name) {
                Some(property) => found.push(property),
                // Resolving it reports it.
                None => drop(self.resolve_at(NameKind::Property, node)),
            }
        }
        found
    }

    /// Checks the pictures of cards. A word that is no card must be a kind or a value.
    fn pictures(&mut self, face: NodeId) -> Vec<(String, Vec<String>)> {
        use crate::vocabulary::names::NameKind;
        let Some(pictures) = self.tree.get(face, "pictures") else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for entry in self.tree.entries(pictures) {
            let game = &self.game;
            let mut sets = game.symbol_sets.iter();
            let is_word = game.kinds.find(&entry.key).is_some()
                || sets.any(|set| set.values.contains(entry.key.as_str()));
            let name = Ident::new(entry.key.as_str(), entry.key_span);
            if !is_word && self.resolve(NameKind::Card, &name).is_none() {
                continue;
            }
            let motifs = self.one_or_many(entry.value).into_iter();
            let motifs = motifs.filter_map(|node| Some(self.tree.text(node)?.to_owned()));
            found.push((entry.key.clone(), motifs.collect()));
        }
        found
    }

    /// The place where a zone lies.
    fn place(&self, place: NodeId) -> ZonePlace {
        let layout = self.word_at(place, "layout");
        ZonePlace {
            row: self.number(place, "row"),
            column: self.number(place, "column"),
            width: self.number(place, "width"),
            layout: layout.and_then(|word| Layout::of(&word)),
            text: self.prose(place, "text"),
            press: Vec::new(),
        }
    }

    /// The variants that come with the game. A text alone stands for the file that the variant is named after.
    fn variants(&mut self) {
        let variant = |entry: &Entry| {
            let file = self.word_at(entry.value, "file");
            let text = self.prose(entry.value, "text");
            let is_text = file.is_none() && text.is_empty();
            Variant {
                name: entry.key.clone(),
                file: file.unwrap_or_else(|| format!("variants/{}.cgml", entry.key)),
                text: match self.tree.text(entry.value) {
                    Some(alone) if is_text => Prose {
                        texts: vec![(String::new(), alone.to_owned())],
                    },
                    Some(_) | None => text,
                },
            }
        };
        self.game.variants = self.section("variants").iter().map(variant).collect();
    }

    fn word_at(&self, node: NodeId, key: &str) -> Option<String> {
        let value = self.tree.get(node, key)?;
        self.tree.text(value).map(str::to_owned)
    }

    fn words_at(&self, node: NodeId, key: &str) -> Vec<String> {
        let list = self.tree.get(node, key);
        let items = list.map_or(&[][..], |list| self.tree.items(list));
        let words = items.iter().filter_map(|item| self.tree.text(*item));
        words.map(str::to_owned).collect()
    }

    /// Reports a name that would hide a word of the language.
    pub(super) fn check_not_taken(&mut self, name: &Ident) {
        use crate::vocabulary::{actions, fields, operators};
        let taken = operators::find(&name.text).map(|_| "an operator");
        let taken = taken.or_else(|| actions::find_in_text(&name.text).map(|_| "an action"));
        let is_word = fields::WORD.iter().any(|word| word.name == name.text) || name.text == "this";
        let taken = taken.or_else(|| is_word.then_some("a word of the language"));
        if let Some(what) = taken
            && self.version >= crate::version::Version::V1_4
        {
            let message = format!("`{}` is the name of {what}", name.text);
            let diagnostic = Diagnostic::new(crate::codes::cards::NAME_TAKEN, name.span, message)
                .hint("choose another name");
            self.diagnostics.report(diagnostic);
        }
    }

    /// Reports a key of a card or call that nothing declares.
    pub(super) fn unknown_key(&mut self, name: &Ident, message: String, hint: Option<Hint>) {
        self.diagnostics
            .report(Diagnostic::new(UNKNOWN_KEY, name.span, message).maybe_hint(hint));
    }
}

fn empty_game(document: &Document) -> Game {
    Game {
        version: document.version,
        meta: Meta {
            name: Prose::default(),
            author: String::new(),
            tags: Vec::new(),
            description: Prose::default(),
            min_players: 1,
            max_players: 10,
            rng: Rng::default(),
        },
        parameters: Table::default(),
        teams: Table::default(),
        symbol_sets: Table::default(),
        properties: Table::default(),
        deck_types: Table::default(),
        cards: Table::default(),
        kinds: Table::default(),
        keywords: Table::default(),
        attributes: Table::default(),
        counters: Table::default(),
        decks: Table::default(),
        zones: Table::default(),
        variables: Table::default(),
        resources: Table::default(),
        pools: Table::default(),
        events: Table::default(),
        definitions: Table::default(),
        moves: Table::default(),
        resolution: Resolution::default(),
        setup: Block::default(),
        states: Table::default(),
        phases: Table::default(),
        initial_state: StateId(0),
        player_order: PlayerOrder::Clockwise,
        first_player: None,
        turn_limit: None,
        transitions: Vec::new(),
        win: None,
        rules: Table::default(),
        checks: Table::default(),
        invariants: Vec::new(),
        deck_rules: None,
        deck_lists: Table::default(),
        shown_variables: Vec::new(),
        texts: Texts::default(),
        look: TableLook::default(),
        variants: Vec::new(),
    }
}
