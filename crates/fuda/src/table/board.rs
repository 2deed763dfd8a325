//! The table as one seat sees it: who has what, ready to be shown.

use engine::program::{PileInfo, Program};
use engine::seen::{Look, Value};
use engine::view::{PileSeen, View};
use narrate::Narrator;

/// The number of backs in a row that are shown one by one.
const FEW: usize = 3;

/// The table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Board {
    /// Stage of the game.
    pub(crate) stage: String,
    /// Sections of the board: the table, the others, and last the seat itself.
    pub(crate) sections: Vec<Section>,
}

/// Section of one owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Section {
    /// Title of its owner.
    pub(crate) title: String,
    /// True if it is the seat's own.
    pub(crate) is_own: bool,
    /// True if it is the owner's turn.
    pub(crate) is_current: bool,
    /// The piles and values, each with its name.
    pub(crate) lines: Vec<(String, Vec<Piece>)>,
}

/// A word of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) text: String,
    pub(crate) tint: Tint,
}

/// Colour of a word, where there are colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tint {
    /// A card with a word that the game shows in red, such as a red suit.
    Red,
    /// Another card.
    Plain,
    /// A card of which only the back is seen.
    Back,
    /// No card.
    Quiet,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Table,
    Team(u8),
    Seat(u8),
}

impl Owner {
    fn new(seat: Option<u8>, team: Option<u8>) -> Self {
        match (seat, team) {
            (Some(seat), _) => Self::Seat(seat),
            (None, Some(team)) => Self::Team(team),
            (None, None) => Self::Table,
        }
    }
}

impl Board {
    pub(crate) fn new(view: &View, program: &Program, words: Narrator<'_>) -> Self {
        let seats = program.seats;
        let others = (0..seats).filter(|seat| Some(*seat) != words.seat);
        let teams = (0..seats).map(Owner::Team);
        let owners = [Owner::Table].into_iter().chain(teams);
        let owners = owners.chain(others.map(Owner::Seat));
        let owners = owners.chain(words.seat.map(Owner::Seat));
        let sections = owners.map(|owner| section(view, program, owner, words));
        Self {
            stage: stage(view, words),
            sections: sections
                .filter(|section| !section.lines.is_empty())
                .collect(),
        }
    }

    /// As plain lines.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("{}\n", self.stage);
        for section in &self.sections {
            let mark = if section.is_current { "*" } else { "" };
            text.push_str(&format!("{}{mark}\n", section.title));
            for (name, pieces) in &section.lines {
                let pieces: Vec<&str> = pieces.iter().map(|piece| piece.text.as_str()).collect();
                text.push_str(&format!("  {name}: {}\n", pieces.join(" ")));
            }
        }
        text
    }
}

fn stage(view: &View, words: Narrator<'_>) -> String {
    let stages = [&view.state, &view.phase].into_iter().flatten();
    let mut parts: Vec<String> = stages.map(|name| name.text.clone()).collect();
    if view.current.is_some() {
        let turn = view.turn + 1;
        parts.push(match words.language {
            cgml::vocabulary::Language::English => format!("turn {turn}"),
            cgml::vocabulary::Language::Japanese => format!("第{turn}ターン"),
        });
    }
    parts.join(" · ")
}

fn section(view: &View, program: &Program, owner: Owner, words: Narrator<'_>) -> Section {
    let seat = match owner {
        Owner::Seat(seat) => Some(seat),
        Owner::Table | Owner::Team(_) => None,
    };
    let title = match owner {
        Owner::Table => words.pick("Table", "場").to_owned(),
        Owner::Team(team) => words.team(team),
        Owner::Seat(seat) if words.seat == Some(seat) => words.pick("You", "あなた").to_owned(),
        Owner::Seat(seat) => words.seat_name(seat),
    };
    let mut lines = piles(view, program, owner, words);
    lines.extend(values(view, owner, words));
    Section {
        title,
        is_own: seat.is_some() && seat == words.seat,
        is_current: seat.is_some() && seat == view.current,
        lines,
    }
}

fn piles(
    view: &View,
    program: &Program,
    owner: Owner,
    words: Narrator<'_>,
) -> Vec<(String, Vec<Piece>)> {
    // The piles of all zones, one after the other, are those of the program that anyone sees.
    let piles = view.zones.iter().flat_map(|zone| {
        let piles = zone.piles.iter();
        piles.map(move |pile| (&zone.name.text, pile))
    });
    let infos = program.piles.iter();
    let infos = infos.filter(|info| !program.zones[usize::from(info.zone)].internal);
    let piles = piles.zip(infos);
    let own = piles.filter(|((_, pile), _)| Owner::new(pile.owner, pile.team) == owner);
    // If no card lies under another, nothing is said of it.
    let is_under = |info: &PileInfo| program.zones[usize::from(info.zone)].under.is_some();
    let own = own.filter(|((_, pile), info)| !is_under(info) || !pile.cards.is_empty());
    own.map(|((name, pile), info)| (named(name, pile), pieces(pile, info, program, words)))
        .collect()
}

fn named(name: &str, pile: &PileSeen) -> String {
    match pile.count {
        Some(count) if count > 1 => format!("{name} ({count})"),
        Some(_) | None => name.to_owned(),
    }
}

/// The cards of a pile, sorted if their order does not matter. Many backs in a row are counted.
fn pieces(pile: &PileSeen, info: &PileInfo, program: &Program, words: Narrator<'_>) -> Vec<Piece> {
    if pile.cards.is_empty() {
        let text = if pile.count.is_none() { "?" } else { "–" };
        return vec![Piece::quiet(text)];
    }
    let mut cards: Vec<&Look> = pile.cards.iter().collect();
    if !info.ordered {
        cards.sort_by_key(|card| card.face.as_ref().map_or(u16::MAX, |face| face.kind));
    }
    let mut pieces = Vec::new();
    for run in cards.chunk_by(|one, next| is_back(one) && is_back(next)) {
        if is_back(run[0]) && run.len() > FEW {
            pieces.push(Piece {
                text: format!("▒×{}", run.len()),
                tint: Tint::Back,
            });
        } else {
            pieces.extend(run.iter().map(|look| Piece::of(look, program, words)));
        }
    }
    pieces
}

fn is_back(look: &Look) -> bool {
    look.face.is_none() && look.marks.is_empty()
}

/// Values beside the cards: those that the game wants shown, or all if it does not say.
fn values(view: &View, owner: Owner, words: Narrator<'_>) -> Vec<(String, Vec<Piece>)> {
    let says = view.variables.iter().any(|variable| variable.shown);
    let own = view.variables.iter().filter(|variable| {
        (variable.shown || !says) && Owner::new(variable.owner, variable.team) == owner
    });
    own.map(|variable| {
        let value = Piece::quiet(&words.value(&variable.value));
        (variable.name.text.clone(), vec![value])
    })
    .collect()
}

impl Piece {
    fn quiet(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            tint: Tint::Quiet,
        }
    }

    /// A card, or its back.
    fn of(look: &Look, program: &Program, words: Narrator<'_>) -> Self {
        let marks = match words.marks(look) {
            marks if marks.is_empty() => marks,
            marks => format!("({marks})"),
        };
        let tint = Self::tint_of(look, program);
        let Some(face) = &look.face else {
            return Self {
                text: format!("▒{marks}"),
                tint,
            };
        };
        Self {
            text: format!("{}{marks}", face.name.text),
            tint,
        }
    }

    /// Colour of a card, or of its back.
    pub(crate) fn tint_of(look: &Look, program: &Program) -> Tint {
        let Some(face) = &look.face else {
            return Tint::Back;
        };
        let is_red = |value: &Value| {
            let Value::Word(word) = value else {
                return false;
            };
            let mut colors = program.colors.iter();
            colors.any(|(colored, color)| colored == word && is_red(color))
        };
        match face.printed.values().any(is_red) {
            true => Tint::Red,
            false => Tint::Plain,
        }
    }
}

/// True if a colour such as `#c0392b` is mostly red.
fn is_red(color: &str) -> bool {
    let part = |at: usize| {
        let digits = color.strip_prefix('#')?.get(at..at + 2)?;
        u16::from_str_radix(digits, 16).ok()
    };
    match (part(0), part(2), part(4)) {
        (Some(red), Some(green), Some(blue)) => red > 2 * green.max(blue),
        _ => false,
    }
}
