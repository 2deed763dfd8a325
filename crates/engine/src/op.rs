//! The op table: everything a compiled game can do, one line each.
//!
//! The table is the one home of an op's name, meaning and operands. The listing and the verifier are made
//! from it; the interpreter carries the ops out.

use crate::ids::{AskId, Card, Cell, Column, Constant, Meaning, Pc, Pile, Slot};
use crate::lists::ListVerb;

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

macro_rules! ops {
    ($($(#[doc = $about:literal])+ $name:ident { $($field:ident: $type:ty),* $(,)? })*) => {
        /// One compiled step.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Op {
            $($(#[doc = $about])+ $name {
                $(#[doc = concat!("The operand `", stringify!($field), "`.")] $field: $type),*
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

            /// Every register, to be set when the op is carried out with others.
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
        }

        /// Every op with what it does, for the documentation.
        pub const OPS: &[(&str, &str)] = &[$((stringify!($name), concat!($($about),+))),*];
    };
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
    Set { to: Slot, value: i32 }
    /// `to` becomes a constant of the program that is too large for an op.
    SetWide { to: Slot, value: Constant }
    /// `to` becomes nothing.
    SetNothing { to: Slot }
    /// `to` becomes the value of `from`.
    Copy { to: Slot, from: Slot }
    /// Reads a cell.
    Load { to: Slot, cell: Cell }
    /// Writes a cell.
    Store { cell: Cell, from: Slot }
    /// Writes a number into a cell.
    SetCell { cell: Cell, value: i32 }
    /// Reads the cell at `index` from `first` on; fails outside of `count` cells.
    LoadAt { to: Slot, first: Cell, index: Slot, count: u16 }
    /// Writes the cell at `index` from `first` on; jumps outside of `count` cells.
    StoreAt { first: Cell, index: Slot, count: u16, from: Slot, otherwise: Pc }
    /// Takes a row out of a table that cells hold, and moves up those after it. A constant says where: the cell
    /// that counts the rows, how many there may be, and the first cell of each part.
    RemoveRow { rows: Constant, index: Slot }
    /// The value of every card from `first` on becomes what a constant says.
    ResetAll { first: Cell, values: Constant }
    /// The sum.
    Add { to: Slot, a: Slot, b: Slot }
    /// The difference.
    Sub { to: Slot, a: Slot, b: Slot }
    /// The product.
    Mul { to: Slot, a: Slot, b: Slot }
    /// The quotient, rounded down; fails for zero.
    Div { to: Slot, a: Slot, b: Slot }
    /// The remainder, with the sign of the divisor; fails for zero.
    Mod { to: Slot, a: Slot, b: Slot }
    /// The sum with a number.
    AddNumber { to: Slot, a: Slot, value: i32 }
    /// Adds a number to a cell; goes elsewhere if there is no number, or it would be too large.
    AddToCell { cell: Cell, value: i32, otherwise: Pc }
    /// The smaller of two.
    Least { to: Slot, a: Slot, b: Slot }
    /// The larger of two.
    Most { to: Slot, a: Slot, b: Slot }
    /// `to` becomes the larger of both; if it is nothing, `b`. Fails if `b` is missing.
    Raise { to: Slot, b: Slot }
    /// `to` becomes the smaller of both; if it is nothing, `b`. Fails if `b` is missing.
    Lower { to: Slot, b: Slot }
    /// The number without its sign.
    Absolute { to: Slot, a: Slot }
    /// Whether two values are equal; fails if one cannot be worked out.
    IsEqual { to: Slot, a: Slot, b: Slot }
    /// Whether one number is smaller than another; fails if one is missing.
    IsLess { to: Slot, a: Slot, b: Slot }
    /// The opposite of a truth value; fails with it.
    Not { to: Slot, a: Slot }
    /// Whether there is a value: 1 or 0.
    IsThere { to: Slot, a: Slot }
    /// `to` becomes `a`, and fails if that is nothing.
    Need { to: Slot, a: Slot }
    /// `to` becomes 1 or 0, whether a bit of `bits` is set; fails without one.
    HasBit { to: Slot, bits: Slot, bit: Slot }
    /// Sets a bit of a cell.
    SetBit { cell: Cell, bit: Slot }

    // Jumps. Those that test jump where the test does not hold for certain.
    /// Goes on elsewhere.
    Jump { to: Pc }
    /// Unless a value is true.
    UnlessTrue { a: Slot, to: Pc }
    /// Unless a value is false.
    UnlessFalse { a: Slot, to: Pc }
    /// Unless two values are equal.
    UnlessEqual { a: Slot, b: Slot, to: Pc }
    /// Unless two values are different.
    UnlessDifferent { a: Slot, b: Slot, to: Pc }
    /// Unless `a` is smaller than `b`.
    UnlessLess { a: Slot, b: Slot, to: Pc }
    /// Unless `a` is at least `b`.
    UnlessAtLeast { a: Slot, b: Slot, to: Pc }
    /// Unless a value is this number.
    UnlessIs { a: Slot, value: i32, to: Pc }
    /// Unless a value is another one than this number.
    UnlessIsNot { a: Slot, value: i32, to: Pc }
    /// Unless a value is below this number.
    UnlessBelow { a: Slot, value: i32, to: Pc }
    /// Unless a value is this number or more.
    UnlessFrom { a: Slot, value: i32, to: Pc }
    /// Unless a pile has fewer cards than this.
    UnlessFewer { pile: Pile, value: i32, to: Pc }
    /// Unless a pile has at least so many cards.
    UnlessHolds { pile: Pile, value: i32, to: Pc }
    /// Unless at least so many cards of a pile have the same value in a column; what is nothing does not count.
    UnlessFrequent { pile: Slot, keys: Column, least: u8, to: Pc }
    /// Unless a cell is this number.
    UnlessCellIs { cell: Cell, value: i32, to: Pc }
    /// Unless a cell is another one than this number.
    UnlessCellIsNot { cell: Cell, value: i32, to: Pc }
    /// Unless there is a value.
    UnlessThere { a: Slot, to: Pc }
    /// Unless there is no value.
    UnlessMissing { a: Slot, to: Pc }
    /// Unless a bit is set.
    UnlessBit { bits: Slot, bit: u8, to: Pc }
    /// Unless a value could be worked out; nothing counts as a value.
    UnlessWorkedOut { a: Slot, to: Pc }
    /// Unless a value is larger than the record, which it becomes otherwise. Any number beats nothing.
    UnlessBetter { record: Slot, value: Slot, to: Pc }
    /// Unless a value is smaller than the record, which it becomes otherwise. Any number beats nothing.
    UnlessWorse { record: Slot, value: Slot, to: Pc }
    /// If a value is true.
    IfTrue { a: Slot, to: Pc }
    /// If a value is this number.
    IfIs { a: Slot, value: i32, to: Pc }
    /// If two values are equal, and can be worked out.
    IfEqual { a: Slot, b: Slot, to: Pc }
    /// If `a` is smaller than `b`.
    IfLess { a: Slot, b: Slot, to: Pc }
    /// Goes on at one of the places of a constant, the first of which stands for the value `first`; at the
    /// next op if there is no such place.
    Switch { a: Slot, first: u16, places: Constant }
    /// Carries out a routine whose registers begin at `at`; goes on at `otherwise` if it fails.
    Call { routine: Pc, at: Slot, otherwise: Pc }
    /// Ends a routine.
    Return {}
    /// Ends a routine that has failed.
    Fail {}
    /// Leaves all routines that are going on, and goes on at `to`.
    Leave { to: Pc }

    // Cards.
    /// How many cards a pile has.
    Count { to: Slot, pile: Pile }
    /// How many cards the pile `pile` has.
    CountAt { to: Slot, pile: Slot }
    /// How many cards some piles have together.
    CountAll { to: Slot, piles: Constant }
    /// The card that would be drawn next.
    Top { to: Slot, pile: Pile }
    /// The card that would be drawn next.
    TopAt { to: Slot, pile: Slot }
    /// The card that would be drawn last.
    BottomAt { to: Slot, pile: Slot }
    /// The card at a position, from the top.
    CardAt { to: Slot, pile: Slot, index: Slot }
    /// The pile of a seat, if `first` is that of seat 0; nothing for nobody.
    PileFor { to: Slot, first: Pile, seat: Slot, count: u8 }
    /// What is printed on a card; nothing for no card.
    Print { to: Slot, column: Column, card: Slot }
    /// What is printed on a card; fails for no card.
    PrintNumber { to: Slot, column: Column, card: Slot }
    /// What is printed on the top card of a pile; nothing without one.
    PrintTop { to: Slot, column: Column, pile: Pile }
    /// What is printed on the top card of a pile; fails without one.
    PrintTopNumber { to: Slot, column: Column, pile: Pile }
    /// The value at `index` of a constant list; fails outside of it.
    LookUp { to: Slot, list: Constant, index: Slot }
    /// What a constant says of a card (see [`facts`](crate::facts)).
    OfCard { to: Slot, facts: Constant, card: Slot }
    /// Unless a card is in the set that a constant is (see [`facts`](crate::facts)).
    UnlessAmong { card: Slot, among: Constant, to: Pc }
    /// Unless `a` has the relation to `b` that a constant is (see [`facts`](crate::facts)).
    UnlessRelated { a: Slot, b: Slot, relation: Constant, to: Pc }
    /// Adds a card to a set of cards as bits; only where a set is one word (see [`facts`](crate::facts)).
    AddToSet { set: Slot, card: Slot }
    /// Unless a card has a relation to one of a set.
    UnlessRelatedToSome { card: Slot, set: Slot, relation: Constant, to: Pc }
    /// The pile a card is in.
    PileOf { to: Slot, card: Slot }
    /// Whose pile it is.
    OwnerOf { to: Slot, pile: Slot }
    /// The owner of the pile that a card is in; what is printed on the card if the pile is nobody's.
    HolderOf { to: Slot, card: Slot, column: Column }
    /// Which face a card shows: 0 up, 1 down.
    FaceOf { to: Slot, card: Slot }
    /// The cursor before the first card of a pile.
    FirstCard { cursor: Slot, pile: Slot }
    /// The cursor before the first card of a pile.
    FirstCardIn { cursor: Slot, pile: Pile }
    /// The next card, or a jump after the last one.
    EachCard { cursor: Slot, card: Slot, done: Pc }
    /// As `EachCard`, and goes on with the next of some piles where one ends; `index` tells which is next.
    EachCardIn { cursor: Slot, index: Slot, card: Slot, piles: Constant, done: Pc }
    /// The next card on which `value` is printed in a column, or is not if `equal` is 0; a jump after the
    /// last one.
    EachPrinted { cursor: Slot, card: Slot, column: Column, value: Slot, equal: u8, done: Pc }
    /// The next card that shows a face (0 up, 1 down); a jump after the last one.
    EachFacing { cursor: Slot, card: Slot, face: u8, done: Pc }
    /// The cursor goes past so many cards.
    SkipCards { cursor: Slot, count: u8 }
    /// The top card goes to another pile; jumps if there is none or no room.
    MoveTop { from: Pile, to: Pile, otherwise: Pc }
    /// A card goes to a pile (`how`: see [`How`](crate::table::How)); jumps if there is none or no room.
    MoveCard { card: Slot, to: Slot, how: u8, otherwise: Pc }
    /// A cell becomes 0 if a card is in a pile, or goes to one, that a constant does not give a 1.
    NoteMove { cell: Cell, card: Slot, to: Slot, others: Constant }
    /// Every card goes to another pile, one at a time from the top; jumps at the first without room.
    MoveAll { from: Pile, to: Pile, otherwise: Pc }
    /// Every card goes to another pile, one at a time from the top; jumps at the first without room.
    MoveAllAt { from: Slot, to: Slot, how: u8, otherwise: Pc }
    /// Deals `count` cards to each of some piles from the top of another, pile after pile; stops when there
    /// are no more. Jumps if there are none at first, or at the first pile without room.
    Deal { from: Pile, piles: Constant, count: u16, otherwise: Pc }
    /// Deals one card to each of some piles in turn, `count` times; as `Deal`.
    DealRound { from: Pile, piles: Constant, count: u16, otherwise: Pc }
    /// A random order; nobody knows it.
    Shuffle { pile: Slot }
    /// A card shows a face: 0 up, 1 down, 2 the other one.
    Flip { card: Slot, face: u8 }
    /// The seats in `seats` know a card.
    Reveal { card: Slot, seats: Slot }
    /// The seats in `seats` know a card no more.
    Conceal { card: Slot, seats: Slot }
    /// A card goes to its place in its pile by a mark: a card with a smaller value lies above it, one without any
    /// below. What is known of it stays.
    PlaceBy { card: Slot, first: Cell }
    /// What is on a card begins anew, as if it had gone to another pile.
    ClearMarks { card: Slot }
    /// What is on `from` is on `card` from now on, and what refers to `from` refers to `card`. What is on `from`
    /// begins anew.
    TakeOver { card: Slot, from: Slot }
    /// Two piles exchange their cards.
    SwapPiles { a: Slot, b: Slot }
    /// Two cards exchange their places.
    SwapCards { a: Slot, b: Slot }
    /// The cards of a pile are put into the order of a list, the top one first. Of the seats in `seats`, those
    /// who knew all cards have followed it.
    Arrange { pile: Slot, list: Slot, seats: Slot }
    /// The names of the event that a card goes from one pile to another, as bits.
    NamesOf { to: Slot, from: Slot, into: Slot }
    /// How many more cards a pile has room for; a large number without a limit.
    Room { to: Slot, pile: Slot }

    // Lists.
    /// An empty list.
    NewList { to: Slot }
    /// Adds an element.
    Push { list: Slot, value: Slot }
    /// Adds the cards of a pile, the top one first.
    PushPile { list: Slot, pile: Slot }
    /// Adds what is printed in a column on the cards of a pile, the top one first.
    PushPrinted { list: Slot, pile: Slot, column: Column }
    /// Adds what is printed in a column on the cards of a list.
    PushColumn { list: Slot, cards: Slot, column: Column }
    /// Adds the cards whose mark is a value, in the order in which they lie.
    PushMarked { list: Slot, first: Cell, value: Slot }
    /// Adds the elements of a list.
    PushList { list: Slot, from: Slot }
    /// The sum of what is printed in a column on the cards of a list; fails if there is no number.
    SumColumn { to: Slot, list: Slot, column: Column }
    /// How many elements a list has.
    Length { to: Slot, list: Slot }
    /// The element at a position; nothing outside.
    ItemAt { to: Slot, list: Slot, index: Slot }
    /// The next element, or a jump after the last one. `index` begins with 0.
    EachItem { list: Slot, index: Slot, item: Slot, done: Pc }
    /// The next number below a limit, or a jump. `index` begins with the first.
    EachNumber { index: Slot, limit: Slot, item: Slot, done: Pc }
    /// Something made of one or two lists.
    List { verb: ListVerb, to: Slot, a: Slot, b: Slot }
    /// Every way to take at least `least` elements of a list with the same value in `keys`.
    Sets { to: Slot, list: Slot, least: Slot, keys: Slot }
    /// Every way to take at least `least` elements of a list whose `numbers` follow one another, all with the
    /// same value in `keys`.
    Runs { to: Slot, list: Slot, least: Slot, numbers: Slot, keys: Slot }
    /// As `Sets` for cards, with what is printed on them.
    PrintedSets { to: Slot, list: Slot, least: Slot, keys: Column }
    /// As `Runs` for cards, with what is printed on them.
    PrintedRuns { to: Slot, list: Slot, least: Slot, numbers: Column, keys: Column }
    /// The lists without a common element that have the largest sum of `weights`; stops the game if that
    /// takes too long to find.
    Packing { to: Slot, lists: Slot, weights: Slot }
    /// `count` elements of a list, among them a different one for each of `needs`, which must be in its list of
    /// `holds`; nothing if that is not possible. `worth` has what each element adds to the worth of what it holds, or
    /// is nothing.
    Matching { to: Slot, list: Slot, count: Slot, needs: Slot, holds: Slot, worth: Slot }
    /// As `Matching`, of cards; what is needed and what each card holds are bits.
    MatchingSets { to: Slot, list: Slot, count: Slot, needs: Slot, holds: Constant, worth: Slot }
    /// A list of constants.
    ListOf { to: Slot, constant: Constant }
    /// Reads a list that the position keeps.
    LoadList { to: Slot, first: Cell, index: Slot, count: u8 }
    /// Writes a list that the position keeps; jumps if it is not one of them.
    StoreList { first: Cell, index: Slot, count: u8, list: Slot, otherwise: Pc }
    /// Remembers how much room lists take.
    MarkLists { to: Slot }
    /// Gives back the room that lists have taken since.
    FreeLists { mark: Slot }
    /// Gives back the room of all lists. Only where no effect is going on.
    FreeAllLists {}
    /// A set of seats from a list of them.
    SeatBits { to: Slot, list: Slot }

    // Decisions and chance.
    /// Begins a new list of choices.
    NewChoices {}
    /// Adds a choice.
    Offer { meaning: Meaning, value: Slot }
    /// Adds a choice without a value.
    OfferPlain { meaning: Meaning }
    /// Adds a choice for every card of a pile.
    OfferPile { meaning: Meaning, pile: Slot }
    /// Adds a choice for every element of a list.
    OfferList { meaning: Meaning, list: Slot }
    /// Unless there is a choice.
    UnlessChoices { to: Pc }
    /// How many choices there are.
    CountChoices { to: Slot }
    /// Waits for a seat's choice.
    Ask { ask: AskId, seat: Slot, meaning: Slot, value: Slot }
    /// Elements of a list by chance, in the order of the list.
    ChooseRandom { to: Slot, list: Slot, count: Slot }

    // Open chance: see [`open`](crate::open).
    /// A random order that is not decided before somebody needs it.
    Open { pile: Slot }
    /// Waits until chance has decided which cards lie where (`which`: see [`Which`](crate::open::Which)).
    Settle { pile: Pile, which: u8, meaning: Meaning }
    /// Waits until chance has decided which cards lie where.
    SettleAt { pile: Slot, which: u8, meaning: Meaning }
    /// A card goes to a pile, as with `MoveCard`; where it lies there stays open if it was.
    MoveOpen { card: Slot, to: Slot, how: u8, otherwise: Pc }
    /// Waits until chance has decided on elements of a list.
    Pick { to: Slot, list: Slot, count: Slot, meaning: Meaning }

    // The course of the game.
    /// A state is entered.
    EnterState { state: u16 }
    /// A phase is entered; no list is kept from before.
    EnterPhase { phase: u16 }
    /// The table is laid; what comes now may depend on chance.
    Ready {}
    /// The turn of the seat that comes next begins.
    TakeTurn {}
    /// The turn is over; jumps if another state was asked for.
    EndTurn { leave: Pc }
    /// A seat will miss a turn.
    SkipTurn { seat: Slot }
    /// A seat has a turn after this one.
    ExtraTurn { seat: Slot }
    /// Turns go round the other way.
    Reverse {}
    /// This turn's phases are those of a state.
    PlanPhases { phases: Constant }
    /// The next phase of this turn; jumps after the last one.
    NextPhase { to: Slot, done: Pc }
    /// How many phases this turn has left.
    CountPhases { to: Slot }
    /// Goes to a phase of this turn; jumps if there is none.
    GoToPhase { phase: u16, otherwise: Pc }
    /// Adds a phase after another; jumps if that is not there.
    InsertPhase { after: u16, phase: u16, otherwise: Pc }
    /// Takes phases out of this turn.
    RemovePhase { phase: u16 }
    /// Something happened that a log tells, with a value.
    Tell { what: Constant, value: Slot }
    /// A step has failed; only programs that are traced tell it.
    StepFailed {}

    // Undoing.
    /// Remembers the position.
    Remember {}
    /// Remembers the position for a trial: nothing is told of what happens. If the game would be over, the
    /// trial has succeeded and goes on at `succeeded`.
    Try { succeeded: Pc }
    /// Goes back to what was remembered.
    GoBack {}
    /// Ends a trial: as `GoBack`.
    EndTry {}
    /// Drops what was remembered.
    Forget {}

    // The end.
    /// The score of a seat.
    Score { seat: u8, from: Slot }
    /// A seat has won.
    Win { seat: Slot }
    /// Seats have lost and are out. `to` becomes who is left, as bits, if they are all on one side.
    Lose { seats: Slot, to: Slot }
    /// The game is over.
    End {}
    /// The game is stopped: 0 too much happens in a row, 1 too much waits, 2 too much lasts, from 3 on an invariant
    /// does not hold.
    Stop { why: u8 }
    /// A promise of the compiler does not hold.
    Broken {}
}
