//! The op table: everything a compiled game can do, one line each.
//!
//! The table is the one home of an op's name, meaning, operands, register accesses and traits. The listing, the
//! verifier, liveness, the compiler's passes and its builder are made from it; the interpreter executes the ops.

use crate::ids::{AskId, Card, Cell, Column, Constant, Meaning, Pc, Pile, Slot};
use crate::lists::ListVerb;
use crate::open::Which;

/// An operand of an op, for listings and the verifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    /// A register.
    Slot(Slot),
    /// A value of the position.
    Cell(Cell),
    /// A place for cards.
    Pile(Pile),
    /// A card.
    Card(Card),
    /// A column of printed values.
    Column(Column),
    /// A question.
    Ask(AskId),
    /// What a choice means.
    Meaning(Meaning),
    /// Another op.
    Pc(Pc),
    /// A constant of the program.
    Constant(Constant),
    /// A number.
    Number(i64),
    /// What is done with a list.
    Verb(ListVerb),
}

macro_rules! operands {
    ($($type:ty => |$value:ident| $operand:expr;)*) => {
        $(impl From<$type> for Operand {
            fn from($value: $type) -> Self {
                $operand
            }
        })*
    };
}

operands! {
    Slot => |slot| Operand::Slot(slot);
    Cell => |cell| Operand::Cell(cell);
    Pile => |pile| Operand::Pile(pile);
    Card => |card| Operand::Card(card);
    Column => |column| Operand::Column(column);
    AskId => |ask| Operand::Ask(ask);
    Meaning => |meaning| Operand::Meaning(meaning);
    Pc => |pc| Operand::Pc(pc);
    Constant => |constant| Operand::Constant(constant);
    ListVerb => |verb| Operand::Verb(verb);
    i32 => |number| Operand::Number(number.into());
    u16 => |number| Operand::Number(number.into());
    u8 => |number| Operand::Number(number.into());
}

/// The type of an operand: registers are written in the table by what the op does to them.
macro_rules! operand_type {
    (In) => {
        Slot
    };
    (Out) => {
        Slot
    };
    (InOut) => {
        Slot
    };
    (Unless) => {
        Slot
    };
    (InUnless) => {
        Slot
    };
    (At) => {
        Slot
    };
    ($type:ident) => {
        $type
    };
}

/// The type of an operand for builders, which take labels for places.
macro_rules! argument_type {
    (Pc) => {
        impl Into<Pc>
    };
    ($type:ident) => {
        operand_type!($type)
    };
}

/// Notes what an op does to a register.
macro_rules! access {
    ($flow:ident, In, $slot:ident) => {
        $flow.read($slot)
    };
    ($flow:ident, Out, $slot:ident) => {
        $flow.write($slot)
    };
    ($flow:ident, InOut, $slot:ident) => {
        $flow.read($slot);
        $flow.write($slot)
    };
    ($flow:ident, Unless, $slot:ident) => {
        $flow.write_unless_jumping($slot)
    };
    ($flow:ident, InUnless, $slot:ident) => {
        $flow.read($slot);
        $flow.write_unless_jumping($slot)
    };
    ($flow:ident, $type:ident, $other:ident) => {
        let _ = $other;
    };
}

/// Declares the ops. A row has the name, the builder's name, the operands, its traits, and the part of a pile
/// whose order it reads. Registers are `In` if they are read, `Out` if they are written, `InOut` for both,
/// `Unless` if they are written unless the op jumps, and `At` if they are where a routine's registers begin.
macro_rules! ops {
    ($($(#[doc = $about:literal])+ $name:ident $builder:ident { $($field:ident: $type:ident),* $(,)? }
        $([$($trait:ident),*])? $(order $which:ident($pile:ident))?)*) => {
        /// One compiled step.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Op {
            $($(#[doc = $about])+ $name {
                $(#[doc = concat!("The operand `", stringify!($field), "`.")] $field: operand_type!($type)),*
            }),*
        }

        impl Op {
            /// Its name.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$name { .. } => stringify!($name)),*
                }
            }

            /// Every operand with its name, in order.
            pub fn operands(&self) -> Vec<(&'static str, Operand)> {
                match *self {
                    $(Self::$name { $($field),* } => vec![$((stringify!($field), Operand::from($field))),*]),*
                }
            }

            /// The register that is its result, if it has one.
            pub fn result(&mut self) -> Option<&mut Slot> {
                #[allow(unused_mut, unused_assignments)]
                match self {
                    $(Self::$name { $($field),* } => {
                        let mut found = None;
                        $(if stringify!($field) == "to" {
                            found = Target::register($field);
                        })*
                        found
                    }),*
                }
            }

            /// Every register, to be set when the op is executed with others.
            pub fn registers(&mut self, visit: &mut dyn FnMut(&mut Slot)) {
                match self {
                    $(Self::$name { $($field),* } => {
                        $(if let Some(slot) = Target::register($field) {
                            visit(slot);
                        })*
                    }),*
                }
            }

            /// Every jump target, to be set when labels are known.
            pub fn targets(&mut self, visit: &mut dyn FnMut(&mut Pc)) {
                match self {
                    $(Self::$name { $($field),* } => { $(Target::visit($field, visit);)* }),*
                }
            }

            /// The registers it reads and writes; a call is for the routine that it calls.
            pub(crate) fn flow(&self) -> Flow {
                #[allow(unused_mut)]
                let mut flow = Flow::default();
                match *self {
                    $(Self::$name { $($field),* } => { $(access!(flow, $type, $field);)* }),*
                }
                flow
            }

            fn traits(&self) -> &'static [Trait] {
                match self {
                    $(Self::$name { .. } => &[$($(Trait::$trait),*)?]),*
                }
            }

            /// The pile whose order it reads, and which part of it: chance must have decided that before.
            pub fn reads_order(&self) -> Option<(PileOperand, Which)> {
                match *self {
                    $($(Self::$name { $pile, .. } => Some(($pile.into(), order!($which))),)?)*
                    _ => None,
                }
            }
        }

        /// Writes ops, with a function for each.
        pub trait Builder {
            /// Writes an op.
            fn emit(&mut self, op: Op);

            $($(#[doc = $about])+
            fn $builder(&mut self, $($field: argument_type!($type)),*) {
                self.emit(Op::$name { $($field: argument!($type, $field)),* });
            })*
        }
    };
}

/// An argument of a builder as an operand.
macro_rules! argument {
    (Pc, $place:ident) => {
        $place.into()
    };
    ($type:ident, $value:ident) => {
        $value
    };
}

macro_rules! order {
    (Top) => {
        Which::TOP
    };
    (Bottom) => {
        Which::BOTTOM
    };
    (All) => {
        Which::ALL
    };
}

/// A trait of an op that passes ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trait {
    /// All it does is to write its result.
    Pure,
    /// All it does is to go on or to jump.
    Test,
    /// The op after it is not reached by it.
    Ends,
    /// It leaves cells and cards as they are.
    KeepsTable,
    /// It does the same in another routine.
    Portable,
}

impl Op {
    fn has(&self, wanted: Trait) -> bool {
        self.traits().contains(&wanted)
    }

    /// True if all it does is to write its result.
    pub fn is_pure(&self) -> bool {
        self.has(Trait::Pure)
    }

    /// True if all it does is to go on or to jump.
    pub fn is_test(&self) -> bool {
        self.has(Trait::Test)
    }

    /// True if the op after it is not reached by it.
    pub fn ends(&self) -> bool {
        self.has(Trait::Ends)
    }

    /// True if it leaves cells and cards as they are.
    pub fn keeps_table(&self) -> bool {
        self.is_pure() || self.is_test() || self.has(Trait::KeepsTable)
    }

    /// True if it does the same in another routine.
    pub fn is_portable(&self) -> bool {
        self.is_pure() || self.is_test() || self.has(Trait::Portable)
    }
}

/// A pile that an op names, or that a register holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PileOperand {
    /// This pile.
    Known(Pile),
    /// The pile in a register.
    At(Slot),
}

impl From<Pile> for PileOperand {
    fn from(pile: Pile) -> Self {
        Self::Known(pile)
    }
}

impl From<Slot> for PileOperand {
    fn from(slot: Slot) -> Self {
        Self::At(slot)
    }
}

/// The registers that an op reads and writes. What an op both reads and writes counts as read.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Flow {
    reads: [Option<Slot>; 5],
    writes: [Option<Slot>; 2],
    unless_jumping: Option<Slot>,
}

impl Flow {
    pub(crate) fn reads(&self) -> impl Iterator<Item = Slot> + use<> {
        self.reads.into_iter().flatten()
    }

    /// The registers it writes whether it jumps or not.
    pub(crate) fn writes(&self) -> impl Iterator<Item = Slot> + use<> {
        self.writes.into_iter().flatten()
    }

    /// The register it writes unless it jumps.
    pub(crate) fn unless_jumping(&self) -> Option<Slot> {
        self.unless_jumping
    }

    fn read(&mut self, slot: Slot) {
        fill(&mut self.reads, slot);
    }

    fn write(&mut self, slot: Slot) {
        fill(&mut self.writes, slot);
    }

    fn write_unless_jumping(&mut self, slot: Slot) {
        self.unless_jumping = Some(slot);
    }
}

/// Notes a register in the first free place; the tables of ops are tested to have enough.
fn fill(places: &mut [Option<Slot>], slot: Slot) {
    let free = places.iter_mut().find(|place| place.is_none());
    *free.expect("no op of the table reads more than 5 registers or writes more than 2") =
        Some(slot);
}

/// An operand that may be a jump target.
trait Target {
    fn visit(&mut self, visit: &mut dyn FnMut(&mut Pc));

    /// The register, if it is one.
    fn register(&mut self) -> Option<&mut Slot> {
        None
    }
}

impl Target for Slot {
    fn visit(&mut self, _: &mut dyn FnMut(&mut Pc)) {}

    fn register(&mut self) -> Option<&mut Slot> {
        Some(self)
    }
}

impl Target for Pc {
    fn visit(&mut self, visit: &mut dyn FnMut(&mut Pc)) {
        visit(self);
    }
}

macro_rules! no_targets {
    ($($type:ty),*) => {
        $(impl Target for $type {
            fn visit(&mut self, _: &mut dyn FnMut(&mut Pc)) {}
        })*
    };
}
no_targets!(
    Cell, Pile, Card, Column, AskId, Meaning, Constant, ListVerb, i32, u16, u8
);

ops! {
    // Values.
    /// `to` becomes a number.
    Set set { to: Out, value: i32 } [Pure]
    /// `to` becomes a constant of the program that is too large for an op.
    SetWide set_wide { to: Out, value: Constant } [Pure]
    /// `to` becomes nothing.
    SetNothing set_nothing { to: Out } [Pure]
    /// `to` becomes the value of `from`.
    Copy copy { to: Out, from: In } [Pure]
    /// Reads a cell.
    Load load { to: Out, cell: Cell } [Pure]
    /// Writes a cell.
    Store store { cell: Cell, from: In } [Portable]
    /// Writes a number into a cell.
    SetCell set_cell { cell: Cell, value: i32 } [Portable]
    /// Reads the cell at `index` from `first` on; fails outside of `count` cells.
    LoadAt load_at { to: Out, first: Cell, index: In, count: u16 } [Pure]
    /// Writes the cell at `index` from `first` on; jumps outside of `count` cells.
    StoreAt store_at { first: Cell, index: In, count: u16, from: In, otherwise: Pc } [Portable]
    /// Takes a row out of a table that cells hold, and moves up those after it. A constant says where: the cell
    /// that counts the rows, how many there may be, and the first cell of each part.
    RemoveRow remove_row { rows: Constant, index: In }
    /// The value of every card from `first` on becomes what a constant says.
    ResetAll reset_all { first: Cell, values: Constant }
    /// The sum.
    Add add { to: Out, a: In, b: In } [Pure]
    /// The difference.
    Sub sub { to: Out, a: In, b: In } [Pure]
    /// The product.
    Mul mul { to: Out, a: In, b: In } [Pure]
    /// The quotient, rounded down; fails for zero.
    Div div { to: Out, a: In, b: In } [Pure]
    /// The remainder, with the sign of the divisor; fails for zero.
    Mod modulo { to: Out, a: In, b: In } [Pure]
    /// The sum with a number.
    AddNumber add_number { to: Out, a: In, value: i32 } [Pure]
    /// Adds a number to a cell; goes elsewhere if there is no number, or it would be too large.
    AddToCell add_to_cell { cell: Cell, value: i32, otherwise: Pc } [Portable]
    /// The smaller of two.
    Least least { to: Out, a: In, b: In } [Pure]
    /// The larger of two.
    Most most { to: Out, a: In, b: In } [Pure]
    /// `to` becomes the larger of both; if it is nothing, `b`. Fails if `b` is missing.
    Raise raise { to: InOut, b: In } [KeepsTable, Portable]
    /// `to` becomes the smaller of both; if it is nothing, `b`. Fails if `b` is missing.
    Lower lower { to: InOut, b: In } [KeepsTable, Portable]
    /// The number without its sign.
    Absolute absolute { to: Out, a: In } [Pure]
    /// True if two values are equal; fails if one cannot be worked out.
    IsEqual is_equal { to: Out, a: In, b: In } [Pure]
    /// True if one number is smaller than another; fails if one is missing.
    IsLess is_less { to: Out, a: In, b: In } [Pure]
    /// The opposite of a truth value; fails with it.
    Not not { to: Out, a: In } [Pure]
    /// True if there is a value: 1 or 0.
    IsThere is_there { to: Out, a: In } [Pure]
    /// `to` becomes `a`, and fails if that is nothing.
    Need need { to: Out, a: In } [Pure]
    /// `to` becomes 1 or 0, whether a bit of `bits` is set; fails without one.
    HasBit has_bit { to: Out, bits: In, bit: In } [Pure]
    /// Sets a bit of a cell.
    SetBit set_bit { cell: Cell, bit: In } [Portable]

    // Jumps. Those that test jump where the test does not hold for certain.
    /// Goes on elsewhere.
    Jump jump { to: Pc } [Ends, KeepsTable, Portable]
    /// Unless a value is true.
    UnlessTrue unless_true { a: In, to: Pc } [Test]
    /// Unless a value is false.
    UnlessFalse unless_false { a: In, to: Pc } [Test]
    /// Unless two values are equal.
    UnlessEqual unless_equal { a: In, b: In, to: Pc } [Test]
    /// Unless two values are different.
    UnlessDifferent unless_different { a: In, b: In, to: Pc } [Test]
    /// Unless `a` is smaller than `b`.
    UnlessLess unless_less { a: In, b: In, to: Pc } [Test]
    /// Unless `a` is at least `b`.
    UnlessAtLeast unless_at_least { a: In, b: In, to: Pc } [Test]
    /// Unless a value is this number.
    UnlessIs unless_is { a: In, value: i32, to: Pc } [Test]
    /// Unless a value is another one than this number.
    UnlessIsNot unless_is_not { a: In, value: i32, to: Pc } [Test]
    /// Unless a value is below this number.
    UnlessBelow unless_below { a: In, value: i32, to: Pc } [Test]
    /// Unless a value is this number or more.
    UnlessFrom unless_from { a: In, value: i32, to: Pc } [Test]
    /// Unless a pile has fewer cards than this.
    UnlessFewer unless_fewer { pile: Pile, value: i32, to: Pc } [Test]
    /// Unless a pile has at least so many cards.
    UnlessHolds unless_holds { pile: Pile, value: i32, to: Pc } [Test]
    /// Unless at least so many cards of a pile have the same value in a column; what is nothing does not count.
    UnlessFrequent unless_frequent { pile: In, keys: Column, least: u8, to: Pc } [KeepsTable]
    /// Unless a cell is this number.
    UnlessCellIs unless_cell_is { cell: Cell, value: i32, to: Pc } [Test]
    /// Unless a cell is another one than this number.
    UnlessCellIsNot unless_cell_is_not { cell: Cell, value: i32, to: Pc } [Test]
    /// Unless there is a value.
    UnlessThere unless_there { a: In, to: Pc } [Test]
    /// Unless there is no value.
    UnlessMissing unless_missing { a: In, to: Pc } [Test]
    /// Unless a bit is set.
    UnlessBit unless_bit { bits: In, bit: u8, to: Pc } [Test]
    /// Unless a value could be worked out; nothing counts as a value.
    UnlessWorkedOut unless_worked_out { a: In, to: Pc } [Test]
    /// Unless a value is larger than the record, which it becomes otherwise. Any number beats nothing.
    UnlessBetter unless_better { record: InUnless, value: In, to: Pc } [KeepsTable, Portable]
    /// Unless a value is smaller than the record, which it becomes otherwise. Any number beats nothing.
    UnlessWorse unless_worse { record: InUnless, value: In, to: Pc } [KeepsTable, Portable]
    /// If a value is true.
    IfTrue if_true { a: In, to: Pc } [Test]
    /// If a value is this number.
    IfIs if_is { a: In, value: i32, to: Pc } [Test]
    /// If two values are equal, and can be worked out.
    IfEqual if_equal { a: In, b: In, to: Pc } [Test]
    /// If `a` is smaller than `b`.
    IfLess if_less { a: In, b: In, to: Pc } [Test]
    /// Goes on at one of the places of a constant, the first of which stands for the value `first`; at the
    /// next op if there is no such place.
    Switch switch { a: In, first: u16, places: Constant } [KeepsTable]
    /// Carries out a routine whose registers begin at `at`; goes on at `otherwise` if it fails.
    Call call { routine: Pc, at: At, otherwise: Pc } [KeepsTable]
    /// Ends a routine.
    Return ret {} [Ends, KeepsTable, Portable]
    /// Ends a routine that has failed.
    Fail fail {} [Ends, KeepsTable, Portable]
    /// Leaves all routines that are going on, and goes on at `to`.
    Leave leave { to: Pc } [Ends]

    // Cards.
    /// How many cards a pile has.
    Count count { to: Out, pile: Pile } [Pure]
    /// The number of cards that the pile `pile` has.
    CountAt count_at { to: Out, pile: In } [Pure]
    /// The number of cards that some piles have together.
    CountAll count_all { to: Out, piles: Constant } [Pure]
    /// The card that would be drawn next.
    Top top { to: Out, pile: Pile } [Pure] order Top(pile)
    /// The card that would be drawn next.
    TopAt top_at { to: Out, pile: In } [Pure] order Top(pile)
    /// The card that would be drawn last.
    BottomAt bottom_at { to: Out, pile: In } [Pure] order Bottom(pile)
    /// The card at a position, from the top.
    CardAt card_at { to: Out, pile: In, index: In } [Pure] order All(pile)
    /// The pile of a seat, if `first` is that of seat 0; nothing for nobody.
    PileFor pile_for { to: Out, first: Pile, seat: In, count: u8 } [Pure]
    /// What is printed on a card; nothing for no card.
    Print print { to: Out, column: Column, card: In } [Pure]
    /// What is printed on a card; fails for no card.
    PrintNumber print_number { to: Out, column: Column, card: In } [Pure]
    /// What is printed on the top card of a pile; nothing without one.
    PrintTop print_top { to: Out, column: Column, pile: Pile } [Pure]
    /// What is printed on the top card of a pile; fails without one.
    PrintTopNumber print_top_number { to: Out, column: Column, pile: Pile } [Pure]
    /// The value at `index` of a constant list; fails outside of it.
    LookUp look_up { to: Out, list: Constant, index: In } [Pure]
    /// What a constant says of a card (see [`facts`](crate::facts)).
    OfCard of_card { to: Out, facts: Constant, card: In } [Pure]
    /// Unless a card is in the set that a constant is (see [`facts`](crate::facts)).
    UnlessAmong unless_among { card: In, among: Constant, to: Pc } [Test]
    /// Unless `a` has the relation to `b` that a constant is (see [`facts`](crate::facts)).
    UnlessRelated unless_related { a: In, b: In, relation: Constant, to: Pc } [KeepsTable, Portable]
    /// Adds a card to a set of cards as bits; only where a set is one word (see [`facts`](crate::facts)).
    AddToSet add_to_set { set: InOut, card: In } [KeepsTable]
    /// Unless a card has a relation to one of a set.
    UnlessRelatedToSome unless_related_to_some { card: In, set: In, relation: Constant, to: Pc } [KeepsTable]
    /// The pile a card is in.
    PileOf pile_of { to: Out, card: In } [Pure]
    /// Whose pile it is.
    OwnerOf owner_of { to: Out, pile: In } [Pure]
    /// The owner of the pile that a card is in; what is printed on the card if the pile is nobody's.
    HolderOf holder_of { to: Out, card: In, column: Column } [Pure]
    /// The face that a card shows: 0 up, 1 down.
    FaceOf face_of { to: Out, card: In } [Pure]
    /// The cursor before the first card of a pile.
    FirstCard first_card { cursor: Out, pile: In } [KeepsTable, Portable] order All(pile)
    /// The cursor before the first card of a pile.
    FirstCardIn first_card_in { cursor: Out, pile: Pile } [KeepsTable, Portable] order All(pile)
    /// The next card, or a jump after the last one.
    EachCard each_card { cursor: In, card: Unless, done: Pc } [KeepsTable, Portable]
    /// As `EachCard`, and goes on with the next of some piles where one ends; `index` tells which is next.
    EachCardIn each_card_in { cursor: In, index: In, card: Unless, piles: Constant, done: Pc } [KeepsTable, Portable]
    /// The next card on which `value` is printed in a column, or is not if `equal` is 0; a jump after the
    /// last one.
    EachPrinted each_printed { cursor: In, card: Unless, column: Column, value: In, equal: u8, done: Pc } [KeepsTable, Portable]
    /// The next card that shows a face (0 up, 1 down); a jump after the last one.
    EachFacing each_facing { cursor: In, card: Unless, face: u8, done: Pc } [KeepsTable, Portable]
    /// The cursor goes past so many cards.
    SkipCards skip_cards { cursor: InOut, count: u8 } [KeepsTable, Portable]
    /// The top card goes to another pile; jumps if there is none or no room.
    MoveTop move_top { from: Pile, to: Pile, otherwise: Pc } order Top(from)
    /// A card goes to a pile (`how`: see [`Placement`](crate::table::Placement)); jumps if there is none or no room.
    MoveCard move_card { card: In, to: In, how: u8, otherwise: Pc }
    /// A cell becomes 0 if a card is in a pile, or goes to one, that a constant does not give a 1.
    NoteMove note_move { cell: Cell, card: In, to: In, others: Constant }
    /// Every card goes to another pile, one at a time from the top; jumps at the first without room.
    MoveAll move_all { from: Pile, to: Pile, otherwise: Pc } order All(from)
    /// Every card goes to another pile, one at a time from the top; jumps at the first without room.
    MoveAllAt move_all_at { from: In, to: In, how: u8, otherwise: Pc } order All(from)
    /// Deals `count` cards to each of some piles from the top of another, pile after pile; stops when there
    /// are no more. Jumps if there are none at first, or at the first pile without room.
    Deal deal { from: Pile, piles: Constant, count: u16, otherwise: Pc }
    /// Deals one card to each of some piles in turn, `count` times; as `Deal`.
    DealRound deal_round { from: Pile, piles: Constant, count: u16, otherwise: Pc }
    /// A random order; nobody knows it.
    Shuffle shuffle { pile: In }
    /// A card shows a face: 0 up, 1 down, 2 the other one.
    Flip flip { card: In, face: u8 }
    /// The seats in `seats` know a card.
    Reveal reveal { card: In, seats: In } [KeepsTable]
    /// The seats in `seats` know a card no more.
    Conceal conceal { card: In, seats: In } [KeepsTable]
    /// A card goes to its place in its pile by a mark: a card with a smaller value lies above it, one without any
    /// below. What is known of it stays.
    PlaceBy place_by { card: In, first: Cell }
    /// What is on a card begins anew, as if it had gone to another pile.
    ClearMarks clear_marks { card: In }
    /// What is on `from` is on `card` from now on, and what refers to `from` refers to `card`. What is on `from`
    /// begins anew.
    TakeOver take_over { card: In, from: In }
    /// Two piles exchange their cards.
    SwapPiles swap_piles { a: In, b: In }
    /// Two cards exchange their places.
    SwapCards swap_cards { a: In, b: In }
    /// The cards of a pile are put into the order of a list, the top one first. Of the seats in `seats`, those
    /// who knew all cards have followed it.
    Arrange arrange { pile: In, list: In, seats: In }
    /// The names of the event that a card goes from one pile to another, as bits.
    NamesOf names_of { to: Out, from: In, into: In } [Pure]
    /// The number of further cards that a pile has room for; a large number without a limit.
    Room room { to: Out, pile: In } [Pure]

    // Lists.
    /// An empty list.
    NewList new_list { to: Out } [KeepsTable]
    /// Adds an element.
    Push push { list: In, value: In } [KeepsTable]
    /// Adds the cards of a pile, the top one first.
    PushPile push_pile { list: In, pile: In } [KeepsTable] order All(pile)
    /// Adds what is printed in a column on the cards of a pile, the top one first.
    PushPrinted push_printed { list: In, pile: In, column: Column } [KeepsTable]
    /// Adds what is printed in a column on the cards of a list.
    PushColumn push_column { list: In, cards: In, column: Column } [KeepsTable]
    /// Adds the cards whose mark is a value, in the order in which they lie.
    PushMarked push_marked { list: In, first: Cell, value: In } [KeepsTable]
    /// Adds the elements of a list.
    PushList push_list { list: In, from: In } [KeepsTable]
    /// The sum of what is printed in a column on the cards of a list; fails if there is no number.
    SumColumn sum_column { to: Out, list: In, column: Column } [KeepsTable]
    /// The number of elements that a list has.
    Length length { to: Out, list: In } [Pure]
    /// The element at a position; nothing outside.
    ItemAt item_at { to: Out, list: In, index: In } [Pure]
    /// The next element, or a jump after the last one. `index` begins with 0.
    EachItem each_item { list: In, index: In, item: Unless, done: Pc } [KeepsTable]
    /// The next number below a limit, or a jump. `index` begins with the first.
    EachNumber each_number { index: In, limit: In, item: Unless, done: Pc } [KeepsTable, Portable]
    /// Something made of one or two lists.
    List list { verb: ListVerb, to: Out, a: In, b: In } [KeepsTable]
    /// Every way to take at least `least` elements of a list with the same value in `keys`.
    Sets sets { to: Out, list: In, least: In, keys: In }
    /// Every way to take at least `least` elements of a list whose `numbers` follow one another, all with the
    /// same value in `keys`.
    Runs runs { to: Out, list: In, least: In, numbers: In, keys: In }
    /// As `Sets` for cards, with what is printed on them.
    PrintedSets printed_sets { to: Out, list: In, least: In, keys: Column }
    /// As `Runs` for cards, with what is printed on them.
    PrintedRuns printed_runs { to: Out, list: In, least: In, numbers: Column, keys: Column }
    /// The lists without a common element that have the largest sum of `weights`; stops the game if that
    /// takes too long to find.
    Packing packing { to: Out, lists: In, weights: In }
    /// `count` elements of a list, among them a different one for each of `needs`, which must be in its list of
    /// `holds`; nothing if that is not possible. `worth` has what each element adds to the worth of what it holds, or
    /// is nothing.
    Matching matching { to: Out, list: In, count: In, needs: In, holds: In, worth: In }
    /// As `Matching`, of cards; what is needed and what each card holds are bits.
    MatchingSets matching_sets { to: Out, list: In, count: In, needs: In, holds: Constant, worth: In }
    /// A list of constants.
    ListOf list_of { to: Out, constant: Constant } [KeepsTable]
    /// Reads a list that the position keeps.
    LoadList load_list { to: Out, first: Cell, index: In, count: u8 } [KeepsTable]
    /// Writes a list that the position keeps; jumps if it is not one of them.
    StoreList store_list { first: Cell, index: In, count: u8, list: In, otherwise: Pc }
    /// Remembers how much room lists take.
    MarkLists mark_lists { to: Out } [KeepsTable]
    /// Gives back the room that lists have taken since.
    FreeLists free_lists { mark: In } [KeepsTable]
    /// Gives back the room of all lists. Only where no effect is going on.
    FreeAllLists free_all_lists {} [KeepsTable]
    /// A set of seats from a list of them.
    SeatBits seat_bits { to: Out, list: In } [KeepsTable]

    // Decisions and chance.
    /// Begins a new list of choices.
    NewChoices new_choices {} [KeepsTable]
    /// Adds a choice.
    Offer offer { meaning: Meaning, value: In } [KeepsTable]
    /// Adds a choice without a value.
    OfferPlain offer_plain { meaning: Meaning } [KeepsTable]
    /// Adds a choice for every card of a pile.
    OfferPile offer_pile { meaning: Meaning, pile: In } [KeepsTable] order All(pile)
    /// Adds a choice for every element of a list.
    OfferList offer_list { meaning: Meaning, list: In } [KeepsTable]
    /// Unless there is a choice.
    UnlessChoices unless_choices { to: Pc } [KeepsTable]
    /// The number of choices.
    CountChoices count_choices { to: Out } [KeepsTable]
    /// Waits for a seat's choice.
    Ask ask { ask: AskId, seat: In, meaning: Out, value: Out } [KeepsTable]
    /// Elements of a list by chance, in the order of the list.
    ChooseRandom choose_random { to: Out, list: In, count: In } [KeepsTable]

    // Open chance: see [`open`](crate::open).
    /// A random order that is not decided before somebody needs it.
    Open open { pile: In }
    /// Waits until chance has decided which cards lie where (`which`: see [`Which`]).
    Settle settle { pile: Pile, which: u8, meaning: Meaning }
    /// Waits until chance has decided which cards lie where.
    SettleAt settle_at { pile: In, which: u8, meaning: Meaning }
    /// A card goes to a pile, as with `MoveCard`; where it lies there stays open if it was.
    MoveOpen move_open { card: In, to: In, how: u8, otherwise: Pc }
    /// Waits until chance has decided on elements of a list.
    Pick pick { to: Out, list: In, count: In, meaning: Meaning }

    // The course of the game.
    /// A state is entered.
    EnterState enter_state { state: u16 }
    /// A phase is entered; no list is kept from before.
    EnterPhase enter_phase { phase: u16 }
    /// The table is laid; what comes now may depend on chance.
    Ready ready {}
    /// The turn of the seat that comes next begins.
    TakeTurn take_turn {}
    /// The turn is over; jumps if another state was asked for.
    EndTurn end_turn { leave: Pc }
    /// A seat will miss a turn.
    SkipTurn skip_turn { seat: In }
    /// A seat has a turn after this one.
    ExtraTurn extra_turn { seat: In }
    /// Turns go round the other way.
    Reverse reverse {}
    /// This turn's phases are those of a state.
    PlanPhases plan_phases { phases: Constant }
    /// The next phase of this turn; jumps after the last one.
    NextPhase next_phase { to: Unless, done: Pc }
    /// The number of phases that this turn has left.
    CountPhases count_phases { to: Out }
    /// Goes to a phase of this turn; jumps if there is none.
    GoToPhase go_to_phase { phase: u16, otherwise: Pc }
    /// Adds a phase after another; jumps if that is not there.
    InsertPhase insert_phase { after: u16, phase: u16, otherwise: Pc }
    /// Takes phases out of this turn.
    RemovePhase remove_phase { phase: u16 }
    /// Something happened that a log tells, with a value.
    Tell tell { what: Constant, value: In } [KeepsTable]
    /// A step has failed; only programs that are traced tell it.
    StepFailed step_failed {} [KeepsTable]

    // Undoing.
    /// Remembers the position.
    Remember remember {}
    /// Remembers the position for a trial: nothing is told of what happens. If the game would be over, the
    /// trial has succeeded and goes on at `succeeded`.
    Try attempt { succeeded: Pc }
    /// Goes back to what was remembered.
    GoBack go_back {}
    /// Ends a trial: as `GoBack`.
    EndTry end_try {}
    /// Drops what was remembered.
    Forget forget {}

    // The end.
    /// The score of a seat.
    Score score { seat: u8, from: In }
    /// A seat has won.
    Win win { seat: In }
    /// Seats have lost and are out. `to` becomes who is left, as bits, if they are all on one side.
    Lose lose { seats: In, to: Out }
    /// The game is over.
    End end {} [Ends, KeepsTable]
    /// The game is stopped (`why`: see [`StopReason`](crate::fault::StopReason)).
    Stop stop { why: u8 } [Ends, KeepsTable]
    /// A promise of the compiler does not hold.
    Broken broken {} [Ends, KeepsTable]
}
