//! What goes along with a card that moves: the slot it asks for, the card that it covers, the cards under it.
//!
//! The routine of a card that moves is given these in cells, which it reads and empties at once. In games
//! without slots, stacks and tokens nothing of this is written.

use cgml::model::visit::{every_step, exprs};
use cgml::model::{Callee, ExprKind, Game, NameRef, Value as Given};
use engine::ids::{Cell, Column, NOTHING, Pile, Slot};
use engine::op::Op;
use engine::program::{PileInfo, Program, Sort, Text, VariableInfo, ZoneInfo};

use crate::compiler::Compiler;
use crate::layout::Layout;
use crate::marks::{NewMark, add};
use crate::room::Coming;
use crate::scope::Value;
use crate::settings::Setting;

/// Where links between cards, and between cards and places, are kept.
#[derive(Debug, Default)]
pub(crate) struct Links {
    /// The slot of each card in a zone with slots.
    pub(crate) slots: Option<Cell>,
    /// When each card came to its slot, where that matters, and the cell that counts them.
    pub(crate) arrivals: Option<(Cell, Cell)>,
    /// The slot that the card which moves next asks for.
    asked_slot: Option<Cell>,
    /// The card to which each is attached.
    pub(crate) attached: Option<Cell>,
    /// The card under which each lies.
    pub(crate) under: Option<Cell>,
    /// The card that the one which moves next covers, or goes under.
    covered: Option<Cell>,
    /// For each pile in play the pile for cards under its cards.
    pub(crate) below: Vec<i64>,
    /// For each pile for cards under others the pile that those are in.
    pub(crate) above: Vec<i64>,
    /// Where cards are that do not exist.
    pub(crate) nowhere: Option<Pile>,
    /// Where each token is while it does not exist.
    pub(crate) token_piles: Vec<i64>,
    /// Whether each card is a token.
    pub(crate) tokens: Option<Column>,
}

/// What goes along with a card: registers.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Along {
    /// The slot that it asks for, and later the one that it gets.
    pub(crate) slot: Option<Slot>,
    /// The card that it covers or goes under.
    pub(crate) covered: Option<Slot>,
    /// The list of the cards under it.
    pub(crate) under: Option<Slot>,
    /// Where it would go if it did not cease to exist.
    pub(crate) goal: Option<Slot>,
}

/// What a game uses of this.
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
                used.attaching |= matches!(action.name, "ATTACH" | "DETACH");
                used.stacks |= action.name == "STACK";
                used.tokens |= action.name == "CREATE_TOKEN";
            }
        });
        exprs(game, &mut |expr| {
            let name = match &expr.kind {
                ExprKind::Operator(operation) => operation.operator.name,
                ExprKind::Field(field, _) => field,
                _ => "",
            };
            used.attaching |= matches!(name, "attached" | "attached_to");
            used.stacks |= name == "under";
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
            });
        }
    }
    if used.stacks || used.tokens {
        layout.links.nowhere = Some(nowhere(program, 1));
    }
    if used.tokens {
        crate::tokens::lay_out_piles(game, setting, layout, program);
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

/// What the place for cards under those of a zone is called.
fn under(zone: &Text) -> Text {
    let texts = zone.texts.iter().map(|(code, text)| {
        let text = match code.as_str() {
            "ja" => format!("{text}の下"),
            _ => format!("under {text}"),
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
    });
    Pile(first)
}

/// Lays out the links of cards.
pub(crate) fn lay_out(game: &Game, setting: &Setting, layout: &mut Layout, program: &mut Program) {
    let used = LinksUsed::of(game);
    let cards = program.cards.len();
    let mut mark = |layout: &mut Layout, name: &str, sort, internal| {
        let mark = NewMark {
            name: Text {
                id: name.to_owned(),
                texts: Vec::new(),
            },
            sort,
            start: vec![NOTHING; cards],
            hidden: false,
            internal,
        };
        add(layout, program, mark)
    };
    if used.slots {
        layout.links.slots = Some(mark(layout, "slot", Sort::Number, false));
        if crate::slots::needs_arrivals(game, setting) {
            let arrivals = mark(layout, "arrived", Sort::Number, true);
            layout.links.arrivals = Some((arrivals, layout.new_cell()));
        }
    }
    if used.attaching {
        layout.links.attached = Some(mark(layout, "attached to", Sort::Card, false));
    }
    if used.stacks {
        layout.links.under = Some(mark(layout, "under", Sort::Card, false));
    }
    if used.slots || used.stacks {
        layout.links.asked_slot = Some(own_cell(layout, program, Sort::Number));
    }
    if used.stacks {
        layout.links.covered = Some(own_cell(layout, program, Sort::Card));
    }
}

fn own_cell(layout: &mut Layout, program: &mut Program, sort: Sort) -> Cell {
    let cell = layout.new_cell();
    program.variables.push(VariableInfo {
        name: Text {
            id: "going along".to_owned(),
            texts: Vec::new(),
        },
        first: cell.0,
        sort,
        items: Sort::Any,
        internal: true,
        ..VariableInfo::default()
    });
    cell
}

/// The cards that `CREATE_TOKEN` makes.
pub(crate) fn created(game: &Game) -> Vec<cgml::model::CardDefId> {
    let mut found = Vec::new();
    every_step(game, &mut |step| {
        let Some(Given::Name(NameRef::Card(card))) = step.argument("card") else {
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

impl<'g> Compiler<'g> {
    /// Whether more must be looked after than that a card goes from one pile to another.
    pub(crate) fn has_links(&self) -> bool {
        let links = &self.layout.links;
        links.slots.is_some() || links.under.is_some() || links.nowhere.is_some()
    }

    /// Nothing goes along yet.
    pub(crate) fn write_nothing_along(&mut self) {
        let links = &self.layout.links;
        let cells = [links.asked_slot, links.covered];
        for cell in cells.into_iter().flatten() {
            self.pass(cell, Value::Known(NOTHING));
        }
    }

    fn pass(&mut self, cell: Cell, value: Value) {
        let taken = self.code.taken();
        let from = self.slot(value);
        self.code.emit(Op::Store { cell, from });
        self.code.free(taken);
    }

    /// The card that moves next goes to a slot, if there is one that it asks for.
    pub(crate) fn ask_for_slot(&mut self, slot: Option<Value>) {
        if let (Some(cell), Some(slot)) = (self.layout.links.asked_slot, slot) {
            self.pass(cell, slot);
        }
    }

    /// The card that moves next covers another one, or goes under it.
    pub(crate) fn ask_to_cover(&mut self, card: Value) {
        if let Some(cell) = self.layout.links.covered {
            self.pass(cell, card);
        }
    }

    /// What goes along with the card that moves now.
    pub(crate) fn take_along(&mut self, to: Slot) -> Along {
        let links = &self.layout.links;
        let (asked, covered) = (links.asked_slot, links.covered);
        let mut along = Along {
            slot: asked.map(|cell| self.take_passed(cell)),
            covered: covered.map(|cell| self.take_passed(cell)),
            ..Along::default()
        };
        if self.layout.links.under.is_some() {
            let under = self.code.slot();
            self.set(under, NOTHING);
            along.under = Some(under);
        }
        if self.layout.links.nowhere.is_some() {
            let goal = self.code.slot();
            self.put(goal, Value::In(to));
            along.goal = Some(goal);
        }
        along
    }

    fn take_passed(&mut self, cell: Cell) -> Slot {
        let to = self.code.slot();
        self.code.emit(Op::Load { to, cell });
        self.pass(cell, Value::Known(NOTHING));
        to
    }

    /// Gives what goes along to another routine of a card that moves.
    pub(crate) fn pass_along(&mut self, along: Along) {
        self.ask_for_slot(along.slot.map(Value::In));
        if let Some(covered) = along.covered {
            self.ask_to_cover(Value::In(covered));
        }
    }

    /// The names of a card's move. Cards under others are not in play.
    pub(crate) fn names_of_move(&mut self, names: Slot, from: Slot, into: Slot) {
        let Some(nowhere) = self.layout.links.nowhere else {
            return self.code.emit(Op::NamesOf {
                to: names,
                from,
                into,
            });
        };
        let above = self.layout.links.above.iter().enumerate();
        let piles = above.map(|(pile, above)| match *above {
            NOTHING => pile as i64,
            _ => i64::from(nowhere.0),
        });
        let piles: Vec<i64> = self.for_all_piles(piles.collect());
        let list = self.code.constant(piles);
        let taken = self.code.taken();
        let [from, into] = [from, into].map(|pile| {
            let to = self.code.slot();
            self.code.emit(Op::LookUp {
                to,
                list,
                index: pile,
            });
            to
        });
        self.code.emit(Op::NamesOf {
            to: names,
            from,
            into,
        });
        self.code.free(taken);
    }

    /// A list with a value for each pile, also for those that were added later.
    pub(crate) fn for_all_piles(&self, mut list: Vec<i64>) -> Vec<i64> {
        for pile in list.len()..self.program.piles.len() {
            list.push(pile as i64);
        }
        list
    }

    /// A card is about to be put into a pile: pieces on it, and cards under it or covered by it, make way.
    pub(crate) fn make_way(&mut self, coming: Coming, from: Slot) {
        self.hand_over_pieces(coming, from);
        self.gather_under(coming);
    }

    /// A card has been put into a pile: it gets its slot, and takes over what was on the card that it covers.
    pub(crate) fn settle_in(&mut self, coming: Coming) {
        self.settle_stack(coming);
        self.settle_slot(coming);
    }
}
