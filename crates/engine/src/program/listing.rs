//! A program as text: one line for each op, with the names of what it refers to.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::ids::{Cell, Pc, Pile};
use crate::op::{Op, Operand};
use crate::program::{Place, Program, Text, cells};

/// Listing of the whole program, with a heading where the source line changes.
pub fn listing(program: &Program) -> String {
    let routines = routines(program);
    let mut text = String::new();
    let mut shown: Option<&Place> = None;
    for (at, op) in program.ops.iter().enumerate() {
        let pc = Pc(at as u32);
        let place = program.place(pc);
        if let Some(place) = place
            && shown != Some(place)
        {
            let Place {
                file,
                line,
                part,
                step,
                ..
            } = place;
            let step = step + 1;
            writeln!(text, "{file}:{line} `{part}`, step {step}").expect("a text takes anything");
        }
        shown = place;
        let mark = if routines.contains(&pc) { '>' } else { ' ' };
        writeln!(text, "{mark}{at:5}  {}", line(program, op)).expect("a text takes anything");
    }
    text
}

/// The entries of routines.
fn routines(program: &Program) -> BTreeSet<Pc> {
    let called = program.ops.iter().filter_map(|op| match *op {
        Op::Call { routine, .. } => Some(routine),
        _ => None,
    });
    called.chain([program.start]).collect()
}

/// An op with its operands.
fn line(program: &Program, op: &Op) -> String {
    let operands: Vec<String> = op
        .operands()
        .into_iter()
        .map(|(name, operand)| format!("{name} {}", self::operand(program, operand)))
        .collect();
    let line = format!("{:<16}{}", op.name(), operands.join(", "));
    line.trim_end().to_owned()
}

fn operand(program: &Program, operand: Operand) -> String {
    match operand {
        Operand::Slot(slot) => format!("{slot:?}"),
        Operand::Cell(cell) => cell_name(program, cell),
        Operand::Pile(pile) => pile_name(program, pile),
        Operand::Card(card) => {
            let card = program.cards.get(card.index());
            card.map_or("?".to_owned(), |card| card.name.id.clone())
        }
        Operand::Column(column) => {
            let column = program.columns.get(column.index());
            column.map_or("?".to_owned(), |column| column.name.clone())
        }
        Operand::Ask(ask) => {
            let info = program.asks.get(ask.index());
            info.map_or("?".to_owned(), |info| {
                format!("{} “{}”", ask.0, info.prompt.id)
            })
        }
        Operand::Meaning(meaning) => {
            let info = program.meanings.get(meaning.index());
            info.map_or("?".to_owned(), |info| {
                format!("{} {:?} “{}”", meaning.0, info.kind, info.name.id)
            })
        }
        Operand::Pc(pc) => format!("{pc:?}"),
        Operand::State(state) => text_of(&program.states, state.index()),
        Operand::Phase(phase) => text_of(&program.phases, phase.index()),
        Operand::Seat(seat) => seat.0.to_string(),
        Operand::Told(what) => {
            let telling = program.tellings.get(what.index());
            telling.map_or("?".to_owned(), |telling| format!("“{telling}”"))
        }
        Operand::Constant(constant) => {
            let constant = program.constants.get(constant.index());
            constant.map_or("?".to_owned(), |items| items_text(items))
        }
        Operand::Number(number) => number.to_string(),
        Operand::Verb(verb) => format!("{verb:?}"),
    }
}

/// Name of a state or phase.
fn text_of(texts: &[Text], number: usize) -> String {
    let found = texts.get(number);
    found.map_or(number.to_string(), |text| format!("“{}”", text.id))
}

fn items_text(items: &[i64]) -> String {
    const SHOWN: usize = 12;
    let texts: Vec<String> = items.iter().take(SHOWN).map(i64::to_string).collect();
    let more = if items.len() > SHOWN { ", …" } else { "" };
    format!("[{}{more}]", texts.join(", "))
}

fn pile_name(program: &Program, pile: Pile) -> String {
    let Some(info) = program.piles.get(pile.index()) else {
        return "?".to_owned();
    };
    let zone = program.zones.get(usize::from(info.zone));
    let zone = zone.map_or("?", |zone| &zone.name.id);
    match (info.owner, info.team) {
        (Some(owner), _) => format!("{zone}[{owner}]"),
        (None, Some(team)) => format!("{zone}[team {team}]"),
        (None, None) => zone.to_owned(),
    }
}

fn cell_name(program: &Program, cell: Cell) -> String {
    if let Some((variable, owner)) = program.variable_at(cell) {
        let name = &variable.name.id;
        return if variable.owners > 0 {
            format!("{name}[{owner}]")
        } else {
            name.clone()
        };
    }
    let own = [
        (cells::CURRENT, "current"),
        (cells::STATE, "state"),
        (cells::PHASE, "phase"),
        (cells::TURN, "turn"),
        (cells::NEXT_STATE, "next state"),
        (cells::NEXT_PHASE, "next phase"),
        (cells::BREAK, "break"),
        (cells::DIRECTION, "direction"),
        (cells::LAST_OWN, "last own turn"),
        (cells::WINNERS, "winners"),
        (cells::OUT, "out"),
        (cells::DECIDED, "decided"),
    ];
    let name = own.iter().find(|(known, _)| *known == cell);
    name.map_or(format!("{cell:?}"), |(_, name)| format!("({name})"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::small;

    #[test]
    fn a_listing_names_what_ops_speak_of() {
        let listing = listing(&small::program());
        let line = |number: usize| listing.lines().nth(number).unwrap_or_default();
        assert_eq!(line(0), "small.cgml:1 `round`, step 1");
        assert_eq!(line(1), ">    0  Set             to s0, value 0");
        assert_eq!(
            line(3),
            "     2  MoveTop         from deck, to hand[0], otherwise @24"
        );
        assert_eq!(line(11), "    10  Store           cell last, from s1");
        assert_eq!(line(13), "    12  Store           cell note[0], from s1");
        assert_eq!(line(16), "    15  EnterState      state “playing”");
        assert_eq!(line(19), "    18  Load            to s3, cell (turn)");
        assert_eq!(line(30), ">   29  EnterPhase      phase “choosing”");
        assert_eq!(
            line(34),
            "    33  OfferPile       meaning 0 Move “play”, pile s1"
        );
        assert_eq!(
            line(35),
            "    34  Ask             ask 0 “which card?”, seat s0, meaning s2, value s5"
        );
        assert_eq!(listing.lines().count(), small::program().ops.len() + 1);
    }
}
