//! The op table: everything a compiled game can do, one line each.
//!
//! The table is the one home of an op's name, meaning, operands, register accesses and traits. The listing, the
//! verifier, liveness, the compiler's passes and its builder are made from it; the interpreter executes the ops.

#[macro_use]
mod macros;
mod cells;
mod demands;
mod flow;
mod operand;
mod traits;

use crate::event::Watch;
use crate::fault::StopReason;
use crate::ids::{
    AskId, Cell, Column, Constant, Meaning, Pc, Phase, Pile, Seat, Slot, State, Told,
};
use crate::lists::ListVerb;
use crate::open::Which;
use crate::run::execution::{Execution, Next};
use crate::table::{Flip, Placement, Side};
pub use cells::{Access, CellAccess, Cells};
pub(crate) use demands::Demand;
pub(crate) use flow::Flow;
use operand::Target;
pub use operand::{Operand, PileOperand};
pub(crate) use traits::Gives;
use traits::Trait;

ops! {
    // Values.
    /// `to` becomes a number.
    1 Set set { to: Out, value: i32 } [Pure] gives Number
    /// `to` becomes a constant of the program that is too large for an op.
    2 SetWide set_wide { to: Out, value: Constant } [Pure] gives Number wants [Filled(value)]
    /// `to` becomes nothing.
    3 SetNothing set_nothing { to: Out } [Pure] gives Nothing
    /// `to` becomes the value of `from`.
    4 Copy copy { to: Out, from: In } [Pure] gives Computed
    /// `to` becomes the value of a cell.
    5 Load load { to: Out, cell: Cell } [Pure] gives Computed cells Reads One(cell)
    /// A cell becomes the value of `from`.
    6 Store store { cell: Cell, from: In } [Portable] cells Writes One(cell)
    /// Writes a number into a cell.
    7 SetCell set_cell { cell: Cell, value: i32 } [Portable] cells Writes One(cell)
    /// Reads the cell at `index` from `first` on; fails outside of `count` cells.
    8 LoadAt load_at { to: Out, first: Cell, index: In, count: u16 } [Pure] gives Computed cells Reads Span(first, count)
    /// Writes the cell at `index` from `first` on; jumps outside of `count` cells.
    9 StoreAt store_at { first: Cell, index: In, count: u16, from: In, otherwise: Pc } [Portable] cells Writes Span(first, count)
    /// Takes a row out of a table that cells hold, and moves up those after it. A constant says where: the cell
    /// that counts the rows, how many there may be, and the first cell of each part.
    10 RemoveRow remove_row { rows: Constant, index: In } cells Updates Rows(rows)
    /// The value of every card from `first` on becomes what a constant says.
    11 ResetAll reset_all { first: Cell, values: Constant } cells Writes Filled(first, values)
    /// `to` becomes `a` + `b`; fails if one is missing or the sum is too large.
    12 Add add { to: Out, a: In, b: In } [Pure] gives Number
    /// `to` becomes `a` − `b`; fails if one is missing or the difference is too large.
    13 Sub sub { to: Out, a: In, b: In } [Pure] gives Number
    /// `to` becomes `a` × `b`; fails if one is missing or the product is too large.
    14 Mul mul { to: Out, a: In, b: In } [Pure] gives Number
    /// The quotient, rounded down; fails for zero.
    15 Div div { to: Out, a: In, b: In } [Pure] gives Number
    /// The remainder, with the sign of the divisor; fails for zero.
    16 Mod modulo { to: Out, a: In, b: In } [Pure] gives Number
    /// The sum with a number.
    17 AddNumber add_number { to: Out, a: In, value: i32 } [Pure] gives Number
    /// Adds a number to a cell; goes elsewhere if there is no number, or it would be too large.
    18 AddToCell add_to_cell { cell: Cell, value: i32, otherwise: Pc } [Portable] cells Updates One(cell)
    /// The smaller of two.
    19 Least least { to: Out, a: In, b: In } [Pure] gives Computed
    /// The larger of two.
    20 Most most { to: Out, a: In, b: In } [Pure] gives Computed
    /// `to` becomes the larger of both; if it is nothing, `b`. Fails if `b` is missing.
    21 Max max { to: InOut, b: In } [KeepsTable, Portable] gives Number
    /// `to` becomes the smaller of both; if it is nothing, `b`. Fails if `b` is missing.
    22 Min min { to: InOut, b: In } [KeepsTable, Portable] gives Number
    /// The number without its sign.
    23 Absolute absolute { to: Out, a: In } [Pure] gives Number
    /// True if two values are equal; fails if one cannot be evaluated.
    24 IsEqual is_equal { to: Out, a: In, b: In } [Pure] gives Truth
    /// True if one number is smaller than another; fails if one is missing.
    25 IsLess is_less { to: Out, a: In, b: In } [Pure] gives Truth
    /// The opposite of a truth value; fails with it.
    26 Not not { to: Out, a: In } [Pure] gives Truth
    /// True if there is a value: 1 or 0.
    27 IsThere is_there { to: Out, a: In } [Pure] gives Truth
    /// `to` becomes `a`, and fails if that is nothing.
    28 Need need { to: Out, a: In } [Pure] gives Computed
    /// `to` becomes 1 or 0, whether a bit of `bits` is set; fails without one.
    29 HasBit has_bit { to: Out, bits: In, bit: In } [Pure] gives Truth
    /// Sets a bit of a cell.
    30 SetBit set_bit { cell: Cell, bit: In } [Portable] cells Updates One(cell)

    // Jumps. Those that test jump where the test does not hold for certain.
    /// Goes on elsewhere.
    31 Jump jump { to: Pc } [Ends, KeepsTable, Portable]
    /// Unless a value is true.
    32 UnlessTrue unless_true { a: In, to: Pc } [Test]
    /// Unless a value is false.
    33 UnlessFalse unless_false { a: In, to: Pc } [Test]
    /// Unless two values are equal.
    34 UnlessEqual unless_equal { a: In, b: In, to: Pc } [Test]
    /// Unless two values are different.
    35 UnlessDifferent unless_different { a: In, b: In, to: Pc } [Test]
    /// Unless `a` is smaller than `b`.
    36 UnlessLess unless_less { a: In, b: In, to: Pc } [Test]
    /// Unless `a` is at least `b`.
    37 UnlessAtLeast unless_at_least { a: In, b: In, to: Pc } [Test]
    /// Unless a value is this number.
    38 UnlessIs unless_is { a: In, value: i32, to: Pc } [Test]
    /// Unless a value is another one than this number.
    39 UnlessIsNot unless_is_not { a: In, value: i32, to: Pc } [Test]
    /// Unless a value is below this number.
    40 UnlessBelow unless_below { a: In, value: i32, to: Pc } [Test]
    /// Unless a value is this number or more.
    41 UnlessFrom unless_from { a: In, value: i32, to: Pc } [Test]
    /// Unless a pile has fewer cards than this.
    42 UnlessFewer unless_fewer { pile: Pile, value: i32, to: Pc } [Test, ReadsTable]
    /// Unless a pile has at least so many cards.
    43 UnlessHolds unless_holds { pile: Pile, value: i32, to: Pc } [Test, ReadsTable]
    /// Unless at least so many cards of a pile have the same value in a column; what is nothing does not count.
    44 UnlessFrequent unless_frequent { pile: In, keys: Column, least: u8, to: Pc } [Faces, KeepsTable, ReadsTable] cards(pile)
    /// Unless a cell is this number.
    45 UnlessCellIs unless_cell_is { cell: Cell, value: i32, to: Pc } [Test] cells Reads One(cell)
    /// Unless a cell is another one than this number.
    46 UnlessCellIsNot unless_cell_is_not { cell: Cell, value: i32, to: Pc } [Test] cells Reads One(cell)
    /// Unless there is a value.
    47 UnlessThere unless_there { a: In, to: Pc } [Test]
    /// Unless there is no value.
    48 UnlessMissing unless_missing { a: In, to: Pc } [Test]
    /// Unless a bit is set.
    49 UnlessBit unless_bit { bits: In, bit: u8, to: Pc } [Test] wants [Bit(bit)]
    /// Unless a value could be evaluated; nothing counts as a value.
    50 UnlessEvaluated unless_evaluated { a: In, to: Pc } [Test]
    /// Unless a value is larger than the record, which it becomes otherwise. Any number beats nothing.
    51 UnlessBetter unless_better { record: InUnless, value: In, to: Pc } [KeepsTable, Portable] gives Same
    /// Unless a value is smaller than the record, which it becomes otherwise. Any number beats nothing.
    52 UnlessWorse unless_worse { record: InUnless, value: In, to: Pc } [KeepsTable, Portable] gives Same
    /// If a value is true.
    53 IfTrue if_true { a: In, to: Pc } [Test]
    /// If a value is this number.
    54 IfIs if_is { a: In, value: i32, to: Pc } [Test]
    /// If two values are equal, and can be evaluated.
    55 IfEqual if_equal { a: In, b: In, to: Pc } [Test]
    /// If `a` is smaller than `b`.
    56 IfLess if_less { a: In, b: In, to: Pc } [Test]
    /// Goes on at one of the places of a constant, the first of which stands for the value `first`; at the
    /// next op if there is no such place.
    57 Switch switch { a: In, first: u16, places: Constant } [KeepsTable] wants [Ops(places)]
    /// Carries out a routine whose registers begin at `at`; goes on at `otherwise` if it fails.
    58 Call call { routine: Pc, at: At, otherwise: Pc } [KeepsTable]
    /// Ends a routine; the caller resumes after its call.
    59 Return ret {} [Ends, KeepsTable, Portable]
    /// Ends a routine that has failed.
    60 Fail fail {} [Ends, KeepsTable, Portable]
    /// Leaves all routines that are going on, and goes on at `to`.
    61 Leave leave { to: Pc } [Ends]

    // Cards.
    /// The number of cards in a pile.
    62 Count count { to: Out, pile: Pile } [Pure, ReadsTable] gives Number
    /// The number of cards that the pile `pile` has.
    63 CountAt count_at { to: Out, pile: In } [Pure, ReadsTable] gives Number
    /// The number of cards that some piles have together.
    64 CountAll count_all { to: Out, piles: Constant } [Pure, ReadsTable] gives Number wants [Piles(piles)]
    /// The card that would be drawn next.
    65 Top top { to: Out, pile: Pile } [Pure, ReadsTable] gives Card order Top(pile) cards(pile)
    /// The card that would be drawn next.
    66 TopAt top_at { to: Out, pile: In } [Pure, ReadsTable] gives Card order Top(pile) cards(pile)
    /// The card that would be drawn last.
    67 BottomAt bottom_at { to: Out, pile: In } [Pure, ReadsTable] gives Card order Bottom(pile) cards(pile)
    /// The card at a position, from the top.
    68 CardAt card_at { to: Out, pile: In, index: In } [Pure, ReadsTable] gives Card order All(pile) cards(pile)
    /// The pile of a seat, if `first` is that of seat 0; nothing for nobody.
    69 PileFor pile_for { to: Out, first: Pile, seat: In, count: u8 } [Pure] gives Pile wants [PilesFrom(first, count)]
    /// The printed value of a card; nothing for no card.
    70 Print print { to: Out, column: Column, card: In } [Faces, Pure] gives Computed
    /// The printed value of a card; fails for no card.
    71 PrintNumber print_number { to: Out, column: Column, card: In } [Faces, Pure] gives Number
    /// The printed value of the top card of a pile; nothing without one.
    72 PrintTop print_top { to: Out, column: Column, pile: Pile } [Faces, Pure, ReadsTable] gives Computed cards(pile)
    /// The printed value of the top card of a pile; fails without one.
    73 PrintTopNumber print_top_number { to: Out, column: Column, pile: Pile } [Faces, Pure, ReadsTable] gives Number cards(pile)
    /// The value at `index` of a constant list; fails outside of it.
    74 LookUp look_up { to: Out, list: Constant, index: In } [Pure] gives Anything wants [Anything(list)]
    /// The value of a card in a constant (see [`facts`](crate::facts)).
    75 OfCard of_card { to: Out, facts: Constant, card: In } [Faces, Pure] gives Anything wants [Numbers(facts)]
    /// Unless a card is in the set that a constant is (see [`facts`](crate::facts)).
    76 UnlessAmong unless_among { card: In, among: Constant, to: Pc } [Faces, Test] wants [CardSet(among)]
    /// Unless `a` has the relation to `b` that a constant is (see [`facts`](crate::facts)).
    77 UnlessRelated unless_related { a: In, b: In, relation: Constant, to: Pc } [Faces, KeepsTable, Portable] wants [Relation(relation)]
    /// Adds a card to a set of cards as bits; only where a set is one word (see [`facts`](crate::facts)).
    78 AddToSet add_to_set { set: InOut, card: In } [KeepsTable] gives Number wants [OneWord]
    /// Unless a card has a relation to one of a set.
    79 UnlessRelatedToSome unless_related_to_some { card: In, set: In, relation: Constant, to: Pc } [Faces, KeepsTable] wants [Relation(relation), OneWord]
    /// The pile a card is in.
    80 PileOf pile_of { to: Out, card: In } [Pure, ReadsTable] gives Pile
    /// The owner of a pile.
    81 OwnerOf owner_of { to: Out, pile: In } [Pure] gives Player
    /// The owner of the pile that a card is in; what is printed on the card if the pile is nobody's.
    82 HolderOf holder_of { to: Out, card: In, column: Column } [Faces, Pure, ReadsTable] gives Player
    /// The face that a card shows: 0 up, 1 down.
    83 FaceOf face_of { to: Out, card: In } [Pure, ReadsTable] gives Number
    /// The cursor before the first card of a pile.
    84 FirstCard first_card { cursor: Out, pile: In } [KeepsTable, Portable] gives Card order All(pile) cards(pile)
    /// The cursor before the first card of a pile.
    85 FirstCardIn first_card_in { cursor: Out, pile: Pile } [KeepsTable, Portable] gives Card order All(pile) cards(pile)
    /// The next card, or a jump after the last one.
    86 EachCard each_card { cursor: In, card: Unless, done: Pc } [KeepsTable, Portable] gives Computed
    /// As `EachCard`, and goes on with the next of some piles where one ends; `index` tells which is next.
    87 EachCardIn each_card_in { cursor: In, index: In, card: Unless, piles: Constant, done: Pc } [KeepsTable, Portable] gives Computed cards(piles) wants [Piles(piles)]
    /// The next card on which `value` is printed in a column, or is not unless `equal`; a jump after the
    /// last one.
    88 EachPrinted each_printed { cursor: In, card: Unless, column: Column, value: In, equal: bool, done: Pc } [Faces, KeepsTable, Portable] gives Computed
    /// The next card with a side up; a jump after the last one.
    89 EachFacing each_facing { cursor: In, card: Unless, side: Side, done: Pc } [KeepsTable, Portable] gives Computed
    /// The cursor goes past so many cards.
    90 SkipCards skip_cards { cursor: InOut, count: u8 } [KeepsTable, Portable] gives Card
    /// The top card goes to another pile; jumps if there is none or no room.
    91 MoveTop move_top { from: Pile, to: Pile, otherwise: Pc } order Top(from)
    /// A card goes to a pile; jumps if there is none or no room.
    92 MoveCard move_card { card: In, to: In, how: Placement, otherwise: Pc }
    /// A cell becomes 0 if a card is in a pile, or goes to one, that a constant does not give a 1.
    93 NoteMove note_move { cell: Cell, card: In, to: In, others: Constant } cells Notes One(cell) wants [Anything(others)]
    /// Every card goes to another pile, one at a time from the top; jumps at the first without room.
    94 MoveAll move_all { from: Pile, to: Pile, otherwise: Pc } order All(from)
    /// Every card goes to another pile, one at a time from the top; jumps at the first without room.
    95 MoveAllAt move_all_at { from: In, to: In, how: Placement, otherwise: Pc } order All(from)
    /// Deals `count` cards to each of some piles from the top of another, pile after pile; stops when there
    /// are no more. Jumps if there are none at first, or at the first pile without room.
    96 Deal deal { from: Pile, piles: Constant, count: u16, otherwise: Pc } wants [Piles(piles)]
    /// Deals one card to each of some piles in turn, `count` times; as `Deal`.
    97 DealRound deal_round { from: Pile, piles: Constant, count: u16, otherwise: Pc } wants [Piles(piles)]
    /// A random order; nobody knows it.
    98 Shuffle shuffle { pile: In }
    /// A card shows a side.
    99 Flip flip { card: In, flip: Flip } [Hides]
    /// The seats in `seats` know a card.
    100 Reveal reveal { card: In, seats: In } [KeepsTable]
    /// The seats in `seats` know a card no more.
    101 Conceal conceal { card: In, seats: In } [KeepsTable, Hides]
    /// A card goes to its place in its pile by a mark: a card with a smaller value lies above it, one without any
    /// below. What is known of it stays.
    102 PlaceBy place_by { card: In, first: Cell } cells Reads PerCard(first)
    /// Resets the marks of a card, as if it had gone to another pile.
    103 ClearMarks clear_marks { card: In }
    /// Moves the marks of `from` to `card`; references to `from` become references to `card`. What is on `from`
    /// is reset.
    104 TakeOver take_over { card: In, from: In }
    /// Two piles exchange their cards.
    105 SwapPiles swap_piles { a: In, b: In }
    /// Two cards exchange their places.
    106 SwapCards swap_cards { a: In, b: In }
    /// The cards of a pile are put into the order of a list, the top one first. Of the seats in `seats`, those
    /// who knew all cards have followed it.
    107 Arrange arrange { pile: In, list: In, seats: In }
    /// The names of the event that a card goes from one pile to another, as bits.
    108 NamesOf names_of { to: Out, from: In, into: In } [Pure] gives Number
    /// The number of further cards that a pile has room for; a large number without a limit.
    109 Room room { to: Out, pile: In } [Pure, ReadsTable] gives Number

    // Lists.
    /// `to` becomes a new list without elements.
    110 NewList new_list { to: Out } [KeepsTable] gives EmptyList
    /// Appends `value` to `list`.
    111 Push push { list: Grown, value: In } [KeepsTable] gives Computed
    /// Adds the cards of a pile, the top one first.
    112 PushPile push_pile { list: Grown, pile: In } [KeepsTable] gives Computed order All(pile) cards(pile)
    /// Adds what is printed in a column on the cards of a pile, the top one first.
    113 PushPrinted push_printed { list: Grown, pile: In, column: Column } [Faces, KeepsTable] gives Computed cards(pile)
    /// Adds what is printed in a column on the cards of a list.
    114 PushColumn push_column { list: Grown, cards: In, column: Column } [Faces, KeepsTable] gives Computed
    /// Adds the cards whose mark is a value, in the order in which they lie.
    115 PushMarked push_marked { list: Grown, first: Cell, value: In } [KeepsTable] gives Computed cells Reads PerCard(first)
    /// Adds the elements of a list.
    116 PushList push_list { list: Grown, from: In } [KeepsTable] gives Computed
    /// The sum of what is printed in a column on the cards of a list; fails if there is no number.
    117 SumColumn sum_column { to: Out, list: In, column: Column } [Faces, KeepsTable] gives Number
    /// The number of elements that a list has.
    118 Length length { to: Out, list: In } [Pure, ReadsTable] gives Number
    /// The element at a position; nothing outside.
    119 ItemAt item_at { to: Out, list: In, index: In } [Pure, ReadsTable] gives Computed
    /// The next element, or a jump after the last one. `index` begins with 0.
    120 EachItem each_item { list: In, index: In, item: Unless, done: Pc } [KeepsTable] gives Computed
    /// The next number below a limit, or a jump. `index` begins with the first.
    121 EachNumber each_number { index: In, limit: In, item: Unless, done: Pc } [KeepsTable, Portable] gives Computed
    /// Something made of one or two lists.
    122 List list { verb: ListVerb, to: Out, a: In, b: In } [KeepsTable] gives Computed
    /// Every way to take at least `least` elements of a list with the same value in `keys`.
    123 Sets sets { to: Out, list: In, least: In, keys: In } gives Computed
    /// Every way to take at least `least` elements of a list whose `numbers` follow one another, all with the
    /// same value in `keys`.
    124 Runs runs { to: Out, list: In, least: In, numbers: In, keys: In } gives Computed
    /// As `Sets` for cards, with what is printed on them.
    125 PrintedSets printed_sets { to: Out, list: In, least: In, keys: Column } [Faces] gives Computed
    /// As `Runs` for cards, with what is printed on them.
    126 PrintedRuns printed_runs { to: Out, list: In, least: In, numbers: Column, keys: Column } [Faces] gives Computed
    /// The lists without a common element that have the largest sum of `weights`; stops the game if that
    /// takes too long to find.
    127 Packing packing { to: Out, lists: In, weights: In } gives Computed
    /// `count` elements of a list, among them a different one for each of `needs`, which must be in its list of
    /// `holds`; nothing if that is not possible. `worth` has what each element adds to the worth of what it holds, or
    /// is nothing.
    128 Matching matching { to: Out, list: In, count: In, needs: In, holds: In, worth: In } gives Computed
    /// As `Matching`, of cards; what is needed and what each card holds are bits.
    129 MatchingSets matching_sets { to: Out, list: In, count: In, needs: In, holds: Constant, worth: In } [Faces] gives Computed wants [PerCard(holds)]
    /// A list of constants.
    130 ListOf list_of { to: Out, constant: Constant } [KeepsTable] gives List wants [Anything(constant)]
    /// Reads a list that the position keeps.
    131 LoadList load_list { to: Out, first: Cell, index: In, count: u8 } [KeepsTable] gives Computed cells Reads Lists(first, count)
    /// Writes a list that the position keeps; jumps if it is not one of them.
    132 StoreList store_list { first: Cell, index: In, count: u8, list: In, otherwise: Pc } cells Writes Lists(first, count)
    /// Remembers how much room lists take.
    133 MarkLists mark_lists { to: Out } [KeepsTable] gives Number
    /// Gives back the room that lists have taken since.
    134 FreeLists free_lists { mark: In } [KeepsTable]
    /// Gives back the room of all lists. Only where no effect is going on.
    135 FreeAllLists free_all_lists {} [KeepsTable]
    /// A set of seats from a list of them.
    136 SeatBits seat_bits { to: Out, list: In } [KeepsTable] gives Number

    // Decisions and chance.
    /// Begins a new list of choices.
    137 NewChoices new_choices {} [KeepsTable]
    /// Adds a choice with a value to the question that is asked next.
    138 Offer offer { meaning: Meaning, value: In } [KeepsTable, Offers]
    /// Adds a choice without a value.
    139 OfferPlain offer_plain { meaning: Meaning } [KeepsTable]
    /// Adds a choice for every card of a pile.
    140 OfferPile offer_pile { meaning: Meaning, pile: In } [KeepsTable, Offers] order All(pile) cards(pile)
    /// Adds a choice for every element of a list.
    141 OfferList offer_list { meaning: Meaning, list: In } [KeepsTable, Offers]
    /// Unless there is a choice.
    142 UnlessChoices unless_choices { to: Pc } [KeepsTable]
    /// The number of choices.
    143 CountChoices count_choices { to: Out } [KeepsTable] gives Number
    /// Waits for a seat's choice.
    144 Ask ask { ask: AskId, seat: In, meaning: Out, value: Out } [KeepsTable, Waits] gives Computed
    /// Elements of a list by chance, in the order of the list.
    145 ChooseRandom choose_random { to: Out, list: In, count: In } [KeepsTable] gives Computed

    // Open chance: see [`open`](crate::open).
    /// A random order that is decided only when it is needed.
    146 Open open { pile: In }
    /// Waits until chance has decided which cards lie where.
    147 Settle settle { pile: Pile, which: Which, meaning: Meaning } [Waits]
    /// Waits until chance has decided which cards lie where.
    148 SettleAt settle_at { pile: In, which: Which, meaning: Meaning } [Waits]
    /// A card goes to a pile, as with `MoveCard`; where it lies there stays open if it was.
    149 MoveOpen move_open { card: In, to: In, how: Placement, otherwise: Pc }
    /// Waits until chance has decided on elements of a list.
    150 Pick pick { to: Out, list: In, count: In, meaning: Meaning } [Waits] gives Computed

    // The course of the game.
    /// A state is entered.
    151 EnterState enter_state { state: State }
    /// A phase is entered; no list is kept from before.
    152 EnterPhase enter_phase { phase: Phase }
    /// The table is laid; what comes now may depend on chance.
    153 Ready ready {}
    /// The turn of the seat that comes next begins.
    154 TakeTurn take_turn {}
    /// The turn is over; jumps if another state was asked for.
    155 EndTurn end_turn { leave: Pc }
    /// A seat will miss a turn.
    156 SkipTurn skip_turn { seat: In }
    /// A seat has a turn after this one.
    157 ExtraTurn extra_turn { seat: In }
    /// Turns go round the other way.
    158 Reverse reverse {}
    /// This turn's phases are those of a state.
    159 PlanPhases plan_phases { phases: Constant } wants [Phases(phases), Plan]
    /// The next phase of this turn; jumps after the last one.
    160 NextPhase next_phase { to: Unless, done: Pc } gives Phase wants [Plan]
    /// The number of phases that this turn has left.
    161 CountPhases count_phases { to: Out } gives Number wants [Plan]
    /// Goes to a phase of this turn; jumps if there is none.
    162 GoToPhase go_to_phase { phase: Phase, otherwise: Pc } wants [Plan]
    /// Adds a phase after another; jumps if that is not there.
    163 InsertPhase insert_phase { after: Phase, phase: Phase, otherwise: Pc } wants [Plan]
    /// Takes phases out of this turn.
    164 RemovePhase remove_phase { phase: Phase } wants [Plan]
    /// Something happened that a log tells, with a value.
    165 Tell tell { what: Told, value: In } [KeepsTable]
    /// A step has failed; only programs that are traced tell it.
    166 StepFailed step_failed {} [KeepsTable]

    // Undoing.
    /// Takes a snapshot of the position, to be restored or dropped later.
    167 Remember remember {}
    /// Remembers the position for a trial: nothing is told of what happens. If the game would be over, the
    /// trial has succeeded and goes on at `succeeded`.
    168 Try attempt { succeeded: Pc }
    /// Goes back to what was remembered.
    169 GoBack go_back {}
    /// Ends a trial: as `GoBack`.
    170 EndTry end_try {}
    /// Drops what was remembered.
    171 Forget forget {}

    // The end.
    /// The score of a seat.
    172 Score score { seat: Seat, from: In }
    /// A seat has won.
    173 Win win { seat: In }
    /// Seats have lost and are out. `to` becomes who is left, as bits, if they are all on one side.
    174 Lose lose { seats: In, to: Out } gives Number
    /// The game is over.
    175 End end {} [Ends, KeepsTable]
    /// The game is stopped.
    176 Stop stop { why: StopReason } [Ends, KeepsTable]
    /// A promise of the compiler does not hold.
    177 Broken broken {} [Ends, KeepsTable]
}
