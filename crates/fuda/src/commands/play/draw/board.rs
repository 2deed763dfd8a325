//! The board as lines of a given width.

use super::{BOLD, DIM, RED};
use crate::table::{Board, Piece, Section, Tint};
use engine::program::Program;
use engine::seen::CardSeen;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Lines of the table and of the others: a line for each pile if there is room, otherwise closer
/// together; what still does not fit is left out with a sign.
pub(super) fn board_lines(board: &Board, width: usize, height: usize) -> Vec<Line<'static>> {
    let sections: Vec<&Section> = board.sections.iter().filter(|it| !it.is_own).collect();
    let flowing = |section: &&Section| flow(section, width);
    let open: Vec<Line<'_>> = sections.iter().flat_map(|it| listed(it, width)).collect();
    if open.len() <= height {
        return open;
    }
    let table_open: Vec<Line<'_>> = sections
        .iter()
        .enumerate()
        .flat_map(|(at, it)| {
            if at == 0 {
                listed(it, width)
            } else {
                flow(it, width)
            }
        })
        .collect();
    if table_open.len() <= height {
        return table_open;
    }
    let mut close: Vec<Line<'_>> = sections.iter().flat_map(flowing).collect();
    if close.len() > height {
        close.truncate(height.saturating_sub(1));
        close.push(Line::styled("…", DIM));
    }
    close
}

/// Lines of the seat's own things.
pub(super) fn own_lines(board: &Board, width: usize) -> Vec<Line<'static>> {
    let own = board.sections.iter().filter(|section| section.is_own);
    own.flat_map(|section| listed(section, width)).collect()
}

/// A line for the owner and one for each pile; values share a line.
fn listed(section: &Section, width: usize) -> Vec<Line<'static>> {
    let is_value = |pieces: &[Piece]| matches!(pieces, [one] if one.tint == Tint::Quiet && one.text != "–" && one.text != "?");
    let mut lines = vec![Line::from(heading(section))];
    let mut values = Vec::new();
    for (name, pieces) in &section.lines {
        let spans = entry(name, pieces);
        if is_value(pieces) {
            values.extend(spans);
        } else {
            lines.extend(fill(spans, width, 2));
        }
    }
    if !values.is_empty() {
        lines.extend(fill(values, width, 2));
    }
    lines
}

/// Everything of an owner one after the other.
fn flow(section: &Section, width: usize) -> Vec<Line<'static>> {
    let mut spans = vec![heading(section)];
    spans.extend(
        section
            .lines
            .iter()
            .flat_map(|(name, pieces)| entry(name, pieces)),
    );
    fill(spans, width, 0)
}

fn heading(section: &Section) -> Span<'static> {
    let mark = if section.is_current { "▶ " } else { "" };
    Span::styled(format!("{mark}{}", section.title), BOLD)
}

fn entry(name: &str, pieces: &[Piece]) -> Vec<Span<'static>> {
    let name = Span::styled(format!("{name}:"), DIM);
    let pieces = pieces
        .iter()
        .map(|piece| Span::styled(piece.text.clone(), style(piece.tint)));
    [name].into_iter().chain(pieces).collect()
}

fn style(tint: Tint) -> Style {
    match tint {
        Tint::Red => RED,
        Tint::Plain | Tint::Quiet => Style::new(),
        Tint::Back => DIM,
    }
}

/// The colour of a card that can be chosen.
pub(super) fn tint_of(card: &CardSeen, program: &Program) -> Style {
    style(Piece::tint_of(&card.look, program))
}

/// Fills lines with words; those after the first of each are indented more.
fn fill(words: Vec<Span<'static>>, width: usize, indent: usize) -> Vec<Line<'static>> {
    let mut lines: Vec<Vec<Span<'static>>> = Vec::new();
    let mut used = usize::MAX;
    for word in words {
        let needed = word.width() + 1;
        if used.saturating_add(needed) > width {
            let deeper = if lines.is_empty() { indent } else { indent + 2 };
            lines.push(vec![Span::raw(" ".repeat(deeper))]);
            used = deeper;
        }
        used += needed;
        if let Some(line) = lines.last_mut() {
            line.extend([word, Span::raw(" ")]);
        }
    }
    lines.into_iter().map(Line::from).collect()
}

/// A text in lines; those after the first are indented.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let words = text.split(' ').map(|word| Span::raw(word.to_owned()));
    let lines = fill(words.collect(), width + 1, 0);
    lines
        .into_iter()
        .map(|line| line.to_string().trim_end().to_owned())
        .collect()
}
