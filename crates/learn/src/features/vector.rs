//! The view of a seat as a vector of numbers, with nothing that follows from them: for environments.
//!
//! Every thing that a seat can see has a place of its own, the same for all seats: "me" comes first, then the next
//! seat. A known card is a number at its kind and pile, and copies have a place each. Nothing is hashed: views that
//! differ have different vectors. The networks of this crate read [`super::Reader`] instead, which also counts
//! relations of cards and shares what is printed on them.

mod layout;
mod writer;

use super::rows::Viewpoint;
use engine::ids::Seat;
use engine::position::Position;
use engine::program::{Program, ValueKind, cells};
use engine::view_hasher::ViewHasher;
use layout::Layout;
use writer::Writer;

pub use writer::Marked;

/// The vectors of one program.
#[derive(Debug)]
pub struct ViewVector {
    eyes: Vec<Eyes>,
    copies: Copies,
    length: usize,
}

/// The copies of each kind of card: the first place of a kind in a block of cards, and the number of places.
#[derive(Debug)]
struct Copies {
    first: Vec<u32>,
    count: Vec<u32>,
    cards: u32,
}

/// The places of what one seat sees.
#[derive(Debug)]
struct Eyes {
    own: ViewHasher,
    piles: Vec<PilePlaces>,
    /// By number of a cell: a position in `values`, or none.
    cells: Vec<u16>,
    values: Vec<CellPlaces>,
    /// By variable.
    marks: Vec<Option<MarkPlaces>>,
    /// Block of cards: the pile of each card with marks.
    marked: u32,
    asked: Vec<u32>,
    asks: u32,
    about: CardPlaces,
    /// By table: the first of a pair of places for each effect, own and of others, and the number of effects. One pair
    /// more is for those that the seat does not know.
    pending: Vec<(u32, u32)>,
    seat: usize,
}

#[derive(Debug)]
struct PilePlaces {
    /// Block of cards.
    cards: u32,
    /// By kind, where the top card counts.
    top: Option<u32>,
    count: u32,
    /// Its number, as the seat counts piles.
    number: u32,
}

#[derive(Debug)]
struct CellPlaces {
    value: ValuePlaces,
    /// Length of a list, then its items.
    items: Option<u32>,
}

#[derive(Debug)]
struct MarkPlaces {
    /// Block of cards.
    cards: u32,
    /// By pile, for cards that the seat does not know.
    unknown: u32,
    sort: Code,
}

/// Places of a card that something refers to: by kind, and by pile.
#[derive(Debug, Clone, Copy)]
struct CardPlaces {
    kinds: u32,
    piles: u32,
}

/// Places of a value.
#[derive(Debug)]
enum ValuePlaces {
    /// One place.
    Single(u32, Code),
    /// A place for each value.
    Each(Vec<u32>),
    /// A place for each seat, which are bits of the value.
    Bits(Vec<u32>),
    Card(CardPlaces),
}

/// A value as one number.
#[derive(Debug, Clone)]
enum Code {
    Truth,
    /// A number as it is, over 16.
    Number,
    /// One of several values, as the seat counts them.
    Index(Vec<u32>),
}

impl ViewVector {
    /// The places of a program.
    pub fn new(program: &Program) -> Self {
        let copies = Copies::of(program);
        let mut layout = Layout::default();
        let seats = 0..program.seats;
        let eyes = seats.map(|seat| Eyes::new(program, seat, &copies, &mut layout));
        Self {
            eyes: eyes.collect(),
            copies,
            length: layout.length(),
        }
    }

    /// The length of a vector.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Writes what a seat sees into a vector of zeros; `set` is told which places are not 0 any more.
    pub fn write(
        &self,
        program: &Program,
        position: &Position,
        seat: Seat,
        vector: &mut [f32],
        set: &mut Vec<u32>,
        marked: &mut Marked,
    ) {
        let eyes = &self.eyes[seat.index()];
        let mut writer = Writer::new(eyes, &self.copies, vector, set, marked);
        eyes.own
            .walk_placed(position, |card, place| writer.lie(card, place));
        eyes.own.walk_rest(program, position, &mut writer);
        writer.finish();
    }
}

impl Copies {
    fn of(program: &Program) -> Self {
        let kinds = program.cards.iter().map(|card| usize::from(card.kind) + 1);
        let mut count = vec![0; kinds.max().unwrap_or(0)];
        for card in &program.cards {
            count[usize::from(card.kind)] += 1;
        }
        let mut cards = 0;
        let first = count.iter().map(|count| {
            cards += count;
            cards - count
        });
        Self {
            first: first.collect(),
            count,
            cards,
        }
    }

    fn kinds(&self) -> u32 {
        self.first.len() as u32
    }
}

impl Eyes {
    fn new(program: &Program, seat: u8, copies: &Copies, layout: &mut Layout) -> Self {
        let viewpoint = Viewpoint { program, seat };
        let names = 0..program.piles.len() as u16;
        let names: Vec<String> = names.map(|pile| viewpoint.pile(pile)).collect();
        let numbers = layout.numbers("pile", &names);
        let piles = program.piles.iter().zip(&names).zip(&numbers);
        let piles = piles.map(|((info, name), number)| PilePlaces {
            cards: layout.block(name, copies.cards),
            top: (info.ordered && !info.slots)
                .then(|| layout.block(&format!("{name} top"), copies.kinds())),
            count: layout.block(&format!("{name} count"), 1),
            number: *number,
        });
        let piles = piles.collect();
        let players: Vec<String> = (0..program.seats)
            .map(|player| viewpoint.player(player))
            .collect();
        let mut eyes = Self {
            own: ViewHasher::of_seat(program, Seat(seat)),
            piles,
            cells: vec![u16::MAX; usize::from(program.cells)],
            values: Vec::new(),
            marks: Vec::new(),
            marked: 0,
            asked: layout.each("asked", &players),
            asks: layout.block("ask", program.asks.len() as u32),
            about: card_places(program, copies, layout, "about"),
            pending: Vec::new(),
            seat: usize::from(seat),
        };
        for (number, table) in program.pending.iter().enumerate() {
            let effects = table.names.len() as u32;
            let first = layout.block(&format!("pending {number}"), (effects + 1) * 2);
            eyes.pending.push((first, effects));
        }
        eyes.add_common(&viewpoint, &players, layout);
        eyes.add_variables(&viewpoint, copies, layout);
        eyes.add_marks(&viewpoint, copies, layout);
        eyes
    }

    fn add_common(&mut self, viewpoint: &Viewpoint<'_>, players: &[String], layout: &mut Layout) {
        let common = [
            (cells::CURRENT, "current", ValueKind::Player),
            (cells::STATE, "state", ValueKind::State),
            (cells::PHASE, "phase", ValueKind::Phase),
            (cells::TURN, "turn", ValueKind::Number),
            (cells::DIRECTION, "direction", ValueKind::Number),
            (cells::EXTRA, "extra", ValueKind::Number),
        ];
        for (cell, name, sort) in common {
            let value = value_places(viewpoint, layout, name, sort);
            self.add_cell(cell.0, value, None);
        }
        let out = ValuePlaces::Bits(layout.each("out", players));
        self.add_cell(cells::OUT.0, out, None);
    }

    fn add_variables(&mut self, viewpoint: &Viewpoint<'_>, copies: &Copies, layout: &mut Layout) {
        let program = viewpoint.program;
        let variables = program.variables.iter();
        for variable in variables.filter(|info| !info.internal && !info.of_cards) {
            for owner in 0..variable.owners.max(1) {
                let name = match variable.owners {
                    0 => format!("var {}", variable.name.id),
                    _ if variable.of_teams => {
                        format!(
                            "var {} of {}",
                            variable.name.id,
                            viewpoint.team(owner as u8)
                        )
                    }
                    _ => {
                        let owner = viewpoint.player(owner as u8);
                        format!("var {} of {owner}", variable.name.id)
                    }
                };
                let first = variable.first + owner * variable.sort.cells();
                let (value, items) = match variable.sort {
                    ValueKind::List | ValueKind::Cards | ValueKind::Groups => {
                        let most = u32::from(engine::program::MOST_KEPT);
                        let items = layout.block(&format!("{name} items"), 1 + most);
                        let code = code(viewpoint, layout, variable.items);
                        (ValuePlaces::Single(items, code), Some(items))
                    }
                    ValueKind::Card => {
                        let card = card_places(program, copies, layout, &name);
                        (ValuePlaces::Card(card), None)
                    }
                    sort => (value_places(viewpoint, layout, &name, sort), None),
                };
                self.add_cell(first, value, items);
            }
        }
    }

    fn add_cell(&mut self, cell: u16, value: ValuePlaces, items: Option<u32>) {
        if let Some(place) = self.cells.get_mut(usize::from(cell)) {
            *place = self.values.len() as u16;
            self.values.push(CellPlaces { value, items });
        }
    }

    fn add_marks(&mut self, viewpoint: &Viewpoint<'_>, copies: &Copies, layout: &mut Layout) {
        let variables = viewpoint.program.variables.iter();
        let marks = variables.map(|variable| {
            (variable.of_cards && !variable.internal).then(|| {
                let name = format!("mark {}", variable.name.id);
                MarkPlaces {
                    cards: layout.block(&name, copies.cards),
                    unknown: layout.block(&format!("{name} unknown"), self.piles.len() as u32),
                    sort: code(viewpoint, layout, variable.sort),
                }
            })
        });
        self.marks = marks.collect();
        if self.marks.iter().any(Option::is_some) {
            self.marked = layout.block("marked", copies.cards);
        }
    }

    fn cell(&self, cell: u16) -> Option<&CellPlaces> {
        let at = self.cells.get(usize::from(cell))?;
        self.values.get(usize::from(*at))
    }
}

fn card_places(program: &Program, copies: &Copies, layout: &mut Layout, name: &str) -> CardPlaces {
    CardPlaces {
        kinds: layout.block(&format!("{name} kind"), copies.kinds()),
        piles: layout.block(&format!("{name} in"), program.piles.len() as u32),
    }
}

/// Names of the values of a sort that has few, as the seat would say them.
fn named(viewpoint: &Viewpoint<'_>, sort: ValueKind) -> Option<Vec<String>> {
    let program = viewpoint.program;
    let ids = |texts: &[engine::program::Text]| texts.iter().map(|text| text.id.clone()).collect();
    match sort {
        ValueKind::Word(set) => Some(program.words[usize::from(set)].clone()),
        ValueKind::Player => {
            let players = 0..program.seats;
            Some(players.map(|player| viewpoint.player(player)).collect())
        }
        ValueKind::Team => {
            let teams = program.teams.iter().max().map_or(0, |team| team + 1);
            Some((0..teams).map(|team| viewpoint.team(team)).collect())
        }
        ValueKind::Pile => {
            let piles = 0..program.piles.len() as u16;
            Some(piles.map(|pile| viewpoint.pile(pile)).collect())
        }
        ValueKind::Phase => Some(ids(&program.phases)),
        ValueKind::State => Some(ids(&program.states)),
        ValueKind::Truth
        | ValueKind::Number
        | ValueKind::Any
        | ValueKind::Text
        | ValueKind::Kind
        | ValueKind::List
        | ValueKind::Card
        | ValueKind::Cards
        | ValueKind::Groups => None,
    }
}

/// Names of a sort, for numbering its values.
fn sort_name(sort: ValueKind) -> String {
    match sort {
        ValueKind::Pile => "pile".to_owned(),
        sort => format!("{sort:?}"),
    }
}

fn value_places(
    viewpoint: &Viewpoint<'_>,
    layout: &mut Layout,
    name: &str,
    sort: ValueKind,
) -> ValuePlaces {
    match named(viewpoint, sort) {
        Some(names) => ValuePlaces::Each(layout.each(name, &names)),
        None => {
            let code = code(viewpoint, layout, sort);
            ValuePlaces::Single(layout.block(name, 1), code)
        }
    }
}

fn code(viewpoint: &Viewpoint<'_>, layout: &mut Layout, sort: ValueKind) -> Code {
    if sort == ValueKind::Truth {
        return Code::Truth;
    }
    match named(viewpoint, sort) {
        Some(names) => Code::Index(layout.numbers(&sort_name(sort), &names)),
        None => Code::Number,
    }
}
