//! A game small enough to be compiled by hand.
//!
//! Two seats hold three cards each of a deck of ten; one card lies in a vault that nobody sees. Every round
//! both choose a card in secret; then both cards go to the open pile, seat 0 first. After that seat 0 draws
//! one of the cards in the other's hand, blindly, or passes. Then a card of the deck goes to the vault. The
//! game ends when a hand is empty.

use crate::ids::{AskId, Cell, Column, Meaning, Pc, Phase, Pile, Seat, Slot, State};
use crate::lists::ListVerb;
use crate::live;
use crate::op::Op;
use crate::position::Position;
use crate::program::{
    AskInfo, CardInfo, ChoiceKind, ColumnInfo, MeaningInfo, PileInfo, Place, Program, Role, Text,
    ValueKind, VariableInfo, ZoneInfo, cells,
};
use crate::random::Random;
use crate::seed::{Generator, Key, Seed};

pub(crate) const DECK: Pile = Pile(0);
pub(crate) const HAND: Pile = Pile(1);
pub(crate) const OPEN: Pile = Pile(3);
pub(crate) const VAULT: Pile = Pile(4);

pub(crate) const SECRET_ASK: AskId = AskId(0);

const SCORE: Cell = Cell(cells::FREE);
const NOTE: Cell = Cell(cells::FREE + 2);
const LAST: Cell = Cell(cells::FREE + 4);

const PLAY: Meaning = Meaning(0);
const DRAW: Meaning = Meaning(1);
const PASS: Meaning = Meaning(2);

/// Labels are numbers above any place; [`link`] sets them right.
const LABEL: u32 = 1 << 20;
const ROUND: Pc = Pc(LABEL);
const AGAIN: Pc = Pc(LABEL + 1);
const PASSED: Pc = Pc(LABEL + 2);
const OVER: Pc = Pc(LABEL + 3);
const FULL: Pc = Pc(LABEL + 4);

fn text(id: &str) -> Text {
    Text {
        id: id.to_owned(),
        texts: Vec::new(),
    }
}

/// The program of the small game, written op by op.
pub(crate) fn program() -> Program {
    let mut program = Program {
        name: "small".to_owned(),
        fingerprint: 0x5A11,
        frame: 16,
        seats: 2,
        piles: piles(),
        zones: zones(),
        cards: cards(),
        columns: columns(),
        cells: LAST.0 + 1,
        variables: variables(),
        asks: asks(),
        meanings: meanings(),
        states: vec![text("playing")],
        phases: vec![text("choosing"), text("drawing")],
        words: vec![vec!["hearts".to_owned(), "clubs".to_owned()]],
        direction: 1,
        teams: vec![0, 1],
        ..Program::default()
    };
    link(&mut program, &code());
    program.live = live::registers(&program);
    program
}

/// The same table, but seat 0 chooses two of the cards in the other's hand together, which go to the open
/// pile.
pub(crate) fn pairs() -> Program {
    let s = Slot;
    let other = Pile(HAND.0 + 1);
    let deal = code().into_iter().take(9);
    let mut lines: Vec<Line> = deal.collect();
    lines.extend(
        [
            Op::Set {
                to: s(0),
                value: i32::from(other.0),
            },
            Op::NewList { to: s(1) },
            Op::PushPile {
                list: s(1),
                pile: s(0),
            },
            Op::Set { to: s(2), value: 2 },
            Op::List {
                verb: ListVerb::Combinations,
                to: s(3),
                a: s(1),
                b: s(2),
            },
            Op::NewChoices {},
            Op::OfferList {
                meaning: Meaning(3),
                list: s(3),
            },
            Op::Set { to: s(4), value: 0 },
            Op::Ask {
                ask: AskId(1),
                seat: s(4),
                meaning: s(5),
                value: s(6),
            },
            Op::Set {
                to: s(4),
                value: i32::from(OPEN.0),
            },
            Op::Set { to: s(7), value: 0 },
        ]
        .map(Line::Op),
    );
    lines.push(Line::Label(AGAIN));
    lines.extend(
        [
            Op::EachItem {
                list: s(6),
                index: s(7),
                item: s(8),
                done: PASSED,
            },
            Op::MoveCard {
                card: s(8),
                to: s(4),
                how: crate::table::Placement::USUAL,
                otherwise: OVER,
            },
            Op::Jump { to: AGAIN },
        ]
        .map(Line::Op),
    );
    lines.push(Line::Label(PASSED));
    lines.push(Line::Op(Op::Length {
        to: s(0),
        list: s(1),
    }));
    lines.push(Line::Op(Op::Score {
        seat: Seat(0),
        from: s(0),
    }));
    lines.push(Line::Op(Op::Length {
        to: s(0),
        list: s(3),
    }));
    lines.push(Line::Op(Op::Score {
        seat: Seat(1),
        from: s(0),
    }));
    lines.push(Line::Label(OVER));
    lines.push(Line::Op(Op::End {}));
    let mut program = Program {
        ops: Vec::new(),
        ..program()
    };
    link(&mut program, &lines);
    program.live = live::registers(&program);
    program
}

fn piles() -> Vec<PileInfo> {
    let both = 0b11;
    let plain = PileInfo {
        counted: both,
        capacity: u16::MAX,
        ordered: true,
        ..PileInfo::default()
    };
    let hand = |seat: u8| PileInfo {
        zone: 1,
        owner: Some(seat),
        seen: [1 << seat; 2],
        role: Role::Hand,
        ordered: false,
        ..plain.clone()
    };
    vec![
        PileInfo {
            face_down: true,
            role: Role::Deck,
            ..plain.clone()
        },
        hand(0),
        hand(1),
        PileInfo {
            zone: 2,
            seen: [both, 0],
            role: Role::Play,
            ..plain.clone()
        },
        PileInfo {
            zone: 3,
            counted: 0,
            ..plain.clone()
        },
    ]
}

fn zones() -> Vec<ZoneInfo> {
    let zone = |name, first, count| ZoneInfo {
        name: text(name),
        first,
        count,
        ..ZoneInfo::default()
    };
    vec![
        zone("deck", 0, 1),
        zone("hand", 1, 2),
        zone("open", 3, 1),
        zone("vault", 4, 1),
    ]
}

/// Five hearts and five clubs; the ace of clubs is there twice.
fn cards() -> Vec<CardInfo> {
    let names = ["A♥", "2♥", "3♥", "4♥", "5♥", "A♣", "2♣", "3♣", "4♣", "A♣"];
    let kinds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 5];
    let cards = names.iter().zip(kinds).map(|(name, kind)| CardInfo {
        name: text(name),
        kind,
        ..CardInfo::default()
    });
    cards.collect()
}

fn columns() -> Vec<ColumnInfo> {
    let column = |name: &str, sort, values: [i64; 10]| ColumnInfo {
        name: name.to_owned(),
        sort,
        values: values.to_vec(),
    };
    vec![
        column("suit", ValueKind::Word(0), [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]),
        column("rank", ValueKind::Number, [1, 2, 3, 4, 5, 1, 2, 3, 4, 1]),
    ]
}

fn variables() -> Vec<VariableInfo> {
    let variable = |name, first: Cell, owners, sort, hidden| VariableInfo {
        name: text(name),
        first: first.0,
        owners,
        sort,
        items: ValueKind::Any,
        hidden,
        ..VariableInfo::default()
    };
    vec![
        variable("score", SCORE, 2, ValueKind::Number, false),
        variable("note", NOTE, 2, ValueKind::Card, true),
        variable("last", LAST, 0, ValueKind::Card, false),
    ]
}

fn asks() -> Vec<AskInfo> {
    let ask = |prompt, secret| AskInfo {
        prompt: text(prompt),
        part: "round".to_owned(),
        secret,
        always: false,
        several: false,
        about: None,
    };
    vec![ask("which card?", true), ask("draw a card?", false)]
}

fn meanings() -> Vec<MeaningInfo> {
    let meaning = |kind, name, sort| MeaningInfo {
        kind,
        name: text(name),
        sort,
    };
    vec![
        meaning(ChoiceKind::Move, "play", ValueKind::Card),
        meaning(ChoiceKind::Move, "draw", ValueKind::Card),
        meaning(ChoiceKind::Pass, "pass", ValueKind::Any),
        meaning(ChoiceKind::Option, "", ValueKind::Cards),
    ]
}

/// Ops and labels.
enum Line {
    Op(Op),
    Label(Pc),
}

fn code() -> Vec<Line> {
    let s = Slot;
    let deal = |to| Op::MoveTop {
        from: DECK,
        to,
        otherwise: OVER,
    };
    let (one, other) = (HAND, Pile(HAND.0 + 1));
    let mut lines: Vec<Line> = [
        Op::Set { to: s(0), value: 0 },
        Op::Shuffle { pile: s(0) },
        deal(one),
        deal(other),
        deal(one),
        deal(other),
        deal(one),
        deal(other),
        deal(VAULT),
        Op::SetNothing { to: s(1) },
        Op::Store {
            cell: LAST,
            from: s(1),
        },
        Op::Top {
            to: s(1),
            pile: one,
        },
        Op::Store {
            cell: NOTE,
            from: s(1),
        },
        Op::Top {
            to: s(1),
            pile: other,
        },
        Op::Store {
            cell: Cell(NOTE.0 + 1),
            from: s(1),
        },
        Op::EnterState { state: State(0) },
    ]
    .map(Line::Op)
    .into();
    lines.push(Line::Label(AGAIN));
    lines.extend(
        [
            Op::TakeTurn {},
            Op::Load {
                to: s(0),
                cell: cells::CURRENT,
            },
            // A register that nobody reads again, with another value every turn.
            Op::Load {
                to: s(3),
                cell: cells::TURN,
            },
            Op::Call {
                routine: ROUND,
                at: s(4),
                otherwise: OVER,
            },
            Op::MoveTop {
                from: DECK,
                to: VAULT,
                otherwise: OVER,
            },
            Op::UnlessHolds {
                pile: one,
                value: 1,
                to: OVER,
            },
            Op::UnlessHolds {
                pile: other,
                value: 1,
                to: OVER,
            },
            Op::Jump { to: AGAIN },
        ]
        .map(Line::Op),
    );
    lines.push(Line::Label(OVER));
    lines.extend(
        [
            Op::Count {
                to: s(0),
                pile: one,
            },
            Op::Score {
                seat: Seat(0),
                from: s(0),
            },
            Op::Set { to: s(0), value: 1 },
            Op::Win { seat: s(0) },
            Op::End {},
        ]
        .map(Line::Op),
    );
    lines.extend(round());
    lines
}

fn round() -> Vec<Line> {
    let s = Slot;
    let (one, other) = (HAND, Pile(HAND.0 + 1));
    let choose = |seat: i32, value| {
        [
            Op::Set {
                to: s(0),
                value: seat,
            },
            Op::PileFor {
                to: s(1),
                first: one,
                seat: s(0),
                count: 2,
            },
            Op::NewChoices {},
            Op::OfferPile {
                meaning: PLAY,
                pile: s(1),
            },
            Op::Ask {
                ask: SECRET_ASK,
                seat: s(0),
                meaning: s(2),
                value,
            },
        ]
    };
    let mut lines = vec![
        Line::Label(ROUND),
        Line::Op(Op::EnterPhase { phase: Phase(0) }),
    ];
    lines.extend(choose(0, s(5)).map(Line::Op));
    lines.extend(choose(1, s(6)).map(Line::Op));
    lines.extend(
        [
            Op::Set {
                to: s(1),
                value: i32::from(OPEN.0),
            },
            Op::MoveCard {
                card: s(5),
                to: s(1),
                how: crate::table::Placement::USUAL,
                otherwise: FULL,
            },
            Op::MoveCard {
                card: s(6),
                to: s(1),
                how: crate::table::Placement::USUAL,
                otherwise: FULL,
            },
            Op::Store {
                cell: LAST,
                from: s(6),
            },
            Op::Print {
                to: s(7),
                column: Column(1),
                card: s(6),
            },
            Op::Store {
                cell: Cell(SCORE.0 + 1),
                from: s(7),
            },
            Op::EnterPhase { phase: Phase(1) },
            Op::Set { to: s(0), value: 0 },
            Op::Set {
                to: s(1),
                value: i32::from(other.0),
            },
            Op::NewChoices {},
            Op::OfferPile {
                meaning: DRAW,
                pile: s(1),
            },
            Op::SetNothing { to: s(3) },
            Op::Offer {
                meaning: PASS,
                value: s(3),
            },
            Op::Ask {
                ask: AskId(1),
                seat: s(0),
                meaning: s(2),
                value: s(3),
            },
            Op::UnlessIs {
                a: s(2),
                value: i32::from(DRAW.0),
                to: PASSED,
            },
            Op::Set {
                to: s(1),
                value: i32::from(one.0),
            },
            Op::MoveCard {
                card: s(3),
                to: s(1),
                how: crate::table::Placement::USUAL,
                otherwise: FULL,
            },
            Op::Set {
                to: s(4),
                value: 0b01,
            },
        ]
        .map(Line::Op),
    );
    lines.push(Line::Label(PASSED));
    lines.push(Line::Op(Op::Return {}));
    lines.push(Line::Label(FULL));
    lines.push(Line::Op(Op::Fail {}));
    lines
}

/// Puts the lines into a program, with every label set right.
fn link(program: &mut Program, lines: &[Line]) {
    let mut labels = Vec::new();
    for line in lines {
        match line {
            Line::Op(op) => program.ops.push(*op),
            Line::Label(label) => labels.push((*label, Pc(program.ops.len() as u32))),
        }
    }
    for op in &mut program.ops {
        op.targets(&mut |target| {
            let (_, place) = labels
                .iter()
                .find(|(label, _)| label == target)
                .expect("every label stands somewhere");
            *target = *place;
        });
    }
    program.origins = vec![0; program.ops.len()];
    program.places = vec![Place {
        file: "small.cgml".to_owned(),
        line: 1,
        column: 1,
        part: "round".to_owned(),
        step: 0,
    }];
}

/// A game after some choices by chance; it may be over.
pub(crate) fn played(program: &Program, seed: u64, choices: usize) -> Position {
    let mut position = Position::start(program, seed);
    let mut random = Random::new(seed ^ 77);
    for _ in 0..choices {
        if position.is_over() {
            break;
        }
        let number = random.below(position.choices().len() as u32);
        position.play_unchecked(program, number as usize);
    }
    position
}

/// A seed of the generator with a key.
pub(crate) fn keyed(number: u64) -> Seed {
    Seed {
        number,
        generator: Generator::Chacha20 { key: Key([7; 32]) },
    }
}
