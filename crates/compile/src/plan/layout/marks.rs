//! Layout of marks: attributes, counters, and every other value that each card has.
//!
//! A mark is a row of cells, one for each card. The engine gives a card its first values again when it goes to
//! another zone, except from play to play.

use cgml::model::{AttributeId, CardDefId, CounterId, Game, KindId, Literal, NameRef, Step};
use cgml::vocabulary::parameters::Parameter;
use engine::ids::{Cell, NOTHING};
use engine::program::{MarkInfo, MarkKind, Program, Role, Text, ValueKind, VariableInfo};
use engine::seen::Value as Seen;

use crate::compiler::Compiler;
use crate::plan::cards::carried::is_kind;
use crate::plan::layout::{Layout, sort};
use crate::plan::texts::text;

/// Cells of the marks of cards.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    attributes: Vec<Cell>,
    counters: Vec<Cell>,
}

/// A mark to be laid out.
#[derive(Default)]
pub(crate) struct NewMark {
    pub(crate) name: Text,
    pub(crate) sort: ValueKind,
    /// The value that each card begins with.
    pub(crate) start: Vec<i64>,
    /// True if only those see it who know the card.
    pub(crate) hidden: bool,
    /// True if nobody sees it.
    pub(crate) internal: bool,
    pub(crate) kind: MarkKind,
    /// The values with which a card lies sideways.
    pub(crate) sideways: Vec<Seen>,
}

/// Lays out the attributes and counters of a game.
pub(crate) fn lay_out(game: &Game, layout: &mut Layout, program: &mut Program) {
    for (id, attribute) in game.attributes.pairs() {
        let default = layout.number(&attribute.default).unwrap_or(NOTHING);
        let start = starts(game, program, &attribute.kinds, default);
        let mark = NewMark {
            name: text(&attribute.name, &attribute.text),
            sort: sort(&attribute.ty),
            start,
            hidden: attribute.hidden,
            sideways: sideways(game, id),
            ..NewMark::default()
        };
        let first = add(layout, program, mark);
        layout.marks.attributes.push(first);
    }
    for counter in game.counters.iter() {
        let mark = NewMark {
            name: text(&counter.name, &counter.text),
            sort: ValueKind::Number,
            start: starts(game, program, &counter.kinds, 0),
            kind: MarkKind::Counter,
            ..NewMark::default()
        };
        let first = add(layout, program, mark);
        layout.marks.counters.push(first);
    }
}

/// The values of an attribute with which a card lies sideways, as the game says.
fn sideways(game: &Game, attribute: AttributeId) -> Vec<Seen> {
    let said = game.look.sideways.iter();
    let own = said.filter(|(id, _)| *id == attribute);
    own.filter_map(|(_, value)| match value {
        Literal::Bool(truth) => Some(Seen::Truth(*truth)),
        Literal::Number(number) => Some(Seen::Number(*number)),
        Literal::Symbol(set, at) => {
            let word = game.symbol_sets[*set].values.get_index(*at as usize)?;
            Some(Seen::Word(word.clone()))
        }
        Literal::Nothing
        | Literal::Text(_)
        | Literal::Range(_)
        | Literal::List(_)
        | Literal::Record(_) => None,
    })
    .collect()
}

/// A value for every card of some kinds, or of any; the others have nothing.
pub(crate) fn starts(game: &Game, program: &Program, kinds: &[KindId], value: i64) -> Vec<i64> {
    let has = |card: u16| {
        let kind = game.cards[CardDefId(u32::from(card))].kind;
        let mut wanted = kinds.iter();
        kinds.is_empty()
            || kind.is_some_and(|kind| wanted.any(|wanted| is_kind(game, kind, *wanted)))
    };
    let cards = program.cards.iter();
    cards
        .map(|card| if has(card.kind) { value } else { NOTHING })
        .collect()
}

/// Lays out a mark; gives the cell of the first card.
pub(crate) fn add(layout: &mut Layout, program: &mut Program, mark: NewMark) -> Cell {
    let count = program.cards.len() as u16;
    let first = layout.new_cells(count);
    program.variables.push(VariableInfo {
        name: mark.name,
        first: first.0,
        owners: count,
        of_cards: true,
        sort: mark.sort,
        items: ValueKind::Any,
        hidden: mark.hidden,
        internal: mark.internal,
        mark: mark.kind,
        sideways: mark.sideways,
        ..VariableInfo::default()
    });
    program.marks.push(MarkInfo {
        first,
        start: mark.start,
        refers: mark.sort == ValueKind::Card,
        idle: false,
        own: false,
    });
    first
}

impl Marks {
    pub(crate) fn attribute(&self, id: AttributeId) -> Cell {
        self.attributes[id.0 as usize]
    }

    pub(crate) fn counter(&self, id: CounterId) -> Cell {
        self.counters[id.0 as usize]
    }
}

impl Compiler<'_> {
    /// Lays out a mark of the compiler's own.
    pub(crate) fn new_mark(&mut self, mark: NewMark) -> Cell {
        add(&mut self.plan.layout, &mut self.plan.program, mark)
    }

    pub(crate) fn counter_of(&self, step: &Step) -> Option<CounterId> {
        let NameRef::Counter(id) = step.argument(Parameter::Counter)?.name()? else {
            return None;
        };
        Some(id)
    }

    /// True if cards come into play with counters on them.
    pub(crate) fn has_first_counters(&self) -> bool {
        self.game.cards.iter().any(|card| !card.counters.is_empty())
    }

    /// True if a pile is in play, for each pile.
    pub(crate) fn piles_in_play(&self) -> Vec<i64> {
        let piles = self.plan.program.piles.iter();
        piles
            .map(|pile| i64::from(pile.role == Role::Play))
            .collect()
    }
}
