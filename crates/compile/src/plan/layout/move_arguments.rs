//! Layout of the arguments of the card-move routine: the slot a card asks for, the card it covers, the cards
//! under it.
//!
//! The routine of a card that moves is given these in cells. In games without slots, stacks and tokens there are
//! none.

use cgml::model::visit::{every_step, exprs};
use cgml::model::{ArgumentValue, Callee, Game, MarksRead, NameRef};
use cgml::vocabulary::Language;
use cgml::vocabulary::actions::Trait;
use cgml::vocabulary::fields::FieldKind;
use cgml::vocabulary::parameters::Parameter;
use engine::ids::{Cell, Column, NOTHING, Pile};
use engine::program::{MarkKind, PileInfo, Program, Text, ValueKind, VariableInfo, ZoneInfo};

use crate::compiler::Compiler;
use crate::plan::layout::Layout;
use crate::plan::layout::marks::{NewMark, add};
use crate::plan::settings::Setting;

/// Cells of links between cards, and between cards and places.
#[derive(Debug, Default)]
pub(crate) struct Links {
    /// The slot of each card in a zone with slots.
    pub(crate) slots: Option<Cell>,
    /// Cells of the arrival times of cards in their slots, where that matters, and of the counter that they come
    /// from.
    pub(crate) arrivals: Option<(Cell, Cell)>,
    /// The slot that the card which moves next asks for.
    pub(crate) asked_slot: Option<Cell>,
    /// The card to which each is attached.
    pub(crate) attached: Option<Cell>,
    /// The card under which each lies.
    pub(crate) under: Option<Cell>,
    /// The card that the one which moves next covers, or goes under.
    pub(crate) covered: Option<Cell>,
    /// For each pile in play the pile for cards under its cards.
    pub(crate) below: Vec<i64>,
    /// For each pile for cards under others the pile that those are in.
    pub(crate) above: Vec<i64>,
    /// Pile of the cards that do not exist.
    pub(crate) nowhere: Option<Pile>,
    /// Pile of each token while it does not exist.
    pub(crate) token_piles: Vec<i64>,
    /// True if each card is a token.
    pub(crate) tokens: Option<Column>,
}

/// The links that a game uses.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LinksUsed {
    pub(crate) slots: bool,
    pub(crate) attaching: bool,
    pub(crate) stacks: bool,
    pub(crate) tokens: bool,
}

impl LinksUsed {
    pub(crate) fn of(game: &Game) -> Self {
        let mut used = Self {
            slots: game.zones.iter().any(|zone| zone.zone_type.slots),
            tokens: game.kinds.iter().any(|kind| kind.token),
            ..Self::default()
        };
        every_step(game, &mut |step| {
            if let Callee::Action(action) = step.callee {
                used.attaching |= action.has(Trait::Attaches);
                used.stacks |= action.has(Trait::Stacks);
                used.tokens |= action.has(Trait::MakesTokens);
            }
        });
        exprs(game, &mut |expr| {
            let marks = expr.kind.marks_read();
            used.attaching |= marks == MarksRead::Attachments;
            used.stacks |= marks == MarksRead::Stacks;
        });
        used
    }
}

/// Lays out the piles for cards under others, and for cards that do not exist.
pub(crate) fn lay_out_piles(
    game: &Game,
    setting: &Setting,
    layout: &mut Layout,
    program: &mut Program,
) {
    let used = LinksUsed::of(game);
    if used.stacks {
        for number in 0..program.zones.len() {
            let zone = program.zones[number].clone();
            let piles = usize::from(zone.first)..usize::from(zone.first + zone.count);
            let is_play = |pile: usize| program.piles[pile].role == engine::program::Role::Play;
            if !piles.clone().any(is_play) {
                continue;
            }
            let first = program.piles.len() as u16;
            for pile in piles {
                let info = PileInfo {
                    zone: program.zones.len() as u16,
                    capacity: u16::MAX,
                    ordered: true,
                    first_out: false,
                    ..program.piles[pile].clone()
                };
                set(&mut layout.links.below, pile, program.piles.len() as i64);
                set(&mut layout.links.above, program.piles.len(), pile as i64);
                program.piles.push(info);
            }
            program.zones.push(ZoneInfo {
                name: under(&zone.name),
                first,
                count: zone.count,
                internal: false,
                under: Some(number as u16),
            });
        }
    }
    if used.stacks || used.tokens {
        layout.links.nowhere = Some(nowhere(program, 1));
    }
    if used.tokens {
        crate::plan::cards::tokens::lay_out_piles(game, setting, layout, program);
    }
    let piles = program.piles.len();
    for list in [&mut layout.links.below, &mut layout.links.above] {
        list.resize(piles, NOTHING);
    }
}

fn set(list: &mut Vec<i64>, place: usize, value: i64) {
    if list.len() <= place {
        list.resize(place + 1, NOTHING);
    }
    list[place] = value;
}

/// Name of the place for cards under those of a zone.
pub(crate) fn under(zone: &Text) -> Text {
    let texts = zone.texts.iter().map(|(code, text)| {
        let text = match Language::parse(code) {
            Some(Language::Japanese) => format!("{text}の下"),
            Some(Language::English) | None => format!("under {text}"),
        };
        (code.clone(), text)
    });
    Text {
        id: format!("under {}", zone.id),
        texts: texts.collect(),
    }
}

/// Piles that nobody sees, but whose cards all know.
pub(crate) fn nowhere(program: &mut Program, count: u16) -> Pile {
    let first = program.piles.len() as u16;
    let zone = program.zones.len() as u16;
    for _ in 0..count {
        program.piles.push(PileInfo {
            zone,
            seen: [u16::MAX >> 1; 2],
            capacity: u16::MAX,
            ..PileInfo::default()
        });
    }
    program.zones.push(ZoneInfo {
        name: Text {
            id: "nowhere".to_owned(),
            texts: Vec::new(),
        },
        first,
        count,
        internal: true,
        under: None,
    });
    Pile(first)
}

/// A mark that cards have because of how they can lie.
#[derive(Clone, Copy)]
pub(crate) enum LinkMark {
    /// The slot that a card lies in.
    Slot,
    /// The order in which cards came into slots.
    Arrived,
    /// The card that a card is attached to.
    AttachedTo,
    /// The card that a card lies under.
    Under,
}

impl LinkMark {
    /// The name of its variable in the program.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Slot => FieldKind::Slot.name(),
            Self::Arrived => "arrived",
            Self::AttachedTo => "attached to",
            Self::Under => FieldKind::Under.name(),
        }
    }
}

/// Lays out the links of cards.
pub(crate) fn lay_out(game: &Game, setting: &Setting, layout: &mut Layout, program: &mut Program) {
    let used = LinksUsed::of(game);
    let cards = program.cards.len();
    let mut mark = |layout: &mut Layout, name: LinkMark, kind, sort| {
        let mark = NewMark {
            name: Text {
                id: name.name().to_owned(),
                texts: Vec::new(),
            },
            sort,
            start: vec![NOTHING; cards],
            internal: kind == MarkKind::Plain,
            kind,
            ..NewMark::default()
        };
        add(layout, program, mark)
    };
    if used.slots {
        layout.links.slots = Some(mark(
            layout,
            LinkMark::Slot,
            MarkKind::Slot,
            ValueKind::Number,
        ));
        if crate::plan::layout::slots::needs_arrivals(game, setting) {
            let arrivals = mark(
                layout,
                LinkMark::Arrived,
                MarkKind::Plain,
                ValueKind::Number,
            );
            layout.links.arrivals = Some((arrivals, layout.new_cell()));
        }
    }
    if used.attaching {
        layout.links.attached = Some(mark(
            layout,
            LinkMark::AttachedTo,
            MarkKind::AttachedTo,
            ValueKind::Card,
        ));
    }
    if used.stacks {
        layout.links.under = Some(mark(
            layout,
            LinkMark::Under,
            MarkKind::Under,
            ValueKind::Card,
        ));
    }
    if used.slots || used.stacks {
        layout.links.asked_slot = Some(own_cell(layout, program, ValueKind::Number));
    }
    if used.stacks {
        layout.links.covered = Some(own_cell(layout, program, ValueKind::Card));
    }
}

fn own_cell(layout: &mut Layout, program: &mut Program, sort: ValueKind) -> Cell {
    let cell = layout.new_cell();
    program.variables.push(VariableInfo {
        name: Text {
            id: "going along".to_owned(),
            texts: Vec::new(),
        },
        first: cell.0,
        sort,
        items: ValueKind::Any,
        internal: true,
        ..VariableInfo::default()
    });
    cell
}

/// The cards that `CREATE_TOKEN` makes.
pub(crate) fn created(game: &Game) -> Vec<cgml::model::CardDefId> {
    let mut found = Vec::new();
    every_step(game, &mut |step| {
        let Some(ArgumentValue::Name(NameRef::Card(card))) = step.argument(Parameter::Card) else {
            return;
        };
        let card = *card;
        if !found.contains(&card) {
            found.push(card);
        }
    });
    found.sort();
    found
}

impl Compiler<'_> {
    /// True if more must be looked after than that a card goes from one pile to another.
    pub(crate) fn has_links(&self) -> bool {
        let links = &self.plan.layout.links;
        links.slots.is_some() || links.under.is_some() || links.nowhere.is_some()
    }
}
