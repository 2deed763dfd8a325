//! Texts that YAML tears apart: `[move(deck, hand)]` is a list of `move(deck` and `hand)`.

use super::Reader;
use crate::codes::text::UNCLOSED_BRACKET;
use crate::diagnostic::{Diagnostic, quoted};
use crate::source::Span;
use crate::tree::{NodeId, Style, Value};

/// A part of a list or mapping in which a text may have been torn: a key or a value.
struct Piece {
    text: String,
    span: Span,
}

impl Reader<'_> {
    /// True if a list or mapping holds a text that was torn apart; reports it.
    pub(super) fn is_torn(&mut self, node: NodeId) -> bool {
        let Some(span) = self.torn_text(node) else {
            return false;
        };
        let text = self.diagnostics.files().text(span);
        let quote = if text.contains('"') { '\'' } else { '"' };
        let fixed = format!("{quote}{text}{quote}");
        let message = "YAML reads this text as several, because of its `,` or `: `";
        let hint = format!("put it in quotes: {}", quoted(&fixed));
        let diagnostic = Diagnostic::new(UNCLOSED_BRACKET, span, message).hint(hint);
        let diagnostic = match text.contains(quote) {
            true => diagnostic,
            false => diagnostic.fix(span, fixed),
        };
        self.diagnostics.report(diagnostic);
        true
    }

    /// From a text with a bracket that it does not close to the text that closes it.
    fn torn_text(&self, node: NodeId) -> Option<Span> {
        let pieces = self.pieces(node);
        let first = pieces.iter().position(|piece| depth(&piece.text) > 0)?;
        let mut open = 0;
        for piece in &pieces[first..] {
            open += depth(&piece.text);
            if open <= 0 {
                let start = pieces[first].span;
                let is_one_place = start.file == piece.span.file && start.end < piece.span.start;
                return is_one_place.then(|| start.to(piece.span));
            }
        }
        None
    }

    fn pieces(&self, node: NodeId) -> Vec<Piece> {
        let mut pieces = Vec::new();
        match &self.tree.node(node).value {
            Value::Scalar(_) => {}
            Value::List(items) => items.iter().for_each(|item| self.piece(*item, &mut pieces)),
            Value::Map(entries) => {
                let is_flow = self
                    .diagnostics
                    .files()
                    .text(self.tree.span(node))
                    .starts_with('{');
                for entry in entries {
                    // On lines of their own, only a key can have been part of a text.
                    if !is_flow && depth(&entry.key) <= 0 && pieces.is_empty() {
                        continue;
                    }
                    pieces.push(Piece {
                        text: entry.key.clone(),
                        span: entry.key_span,
                    });
                    self.piece(entry.value, &mut pieces);
                }
            }
        }
        pieces
    }

    fn piece(&self, node: NodeId, pieces: &mut Vec<Piece>) {
        if let Some(scalar) = self.tree.scalar(node)
            && scalar.style == Style::Plain
            && !scalar.text.is_empty()
        {
            pieces.push(Piece {
                text: scalar.text.clone(),
                span: self.tree.span(node),
            });
        }
    }
}

/// The number of brackets that a text opens more than it closes.
fn depth(text: &str) -> i32 {
    text.chars().fold(0, |depth, letter| match letter {
        '(' => depth + 1,
        ')' => depth - 1,
        _ => depth,
    })
}
