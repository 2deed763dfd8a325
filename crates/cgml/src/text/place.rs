//! From a byte of a scalar's text to a byte of its file.
//!
//! Text inside YAML may be quoted, escaped, folded over lines or indented. A problem in the middle
//! of it is still underlined where the author wrote it. Where the two cannot be matched, the answer
//! stays inside the scalar.

use std::ops::Range;

use crate::source::Span;
use crate::tree::{Scalar, Style};

/// The place where the bytes of one scalar's text stand in its file.
#[derive(Debug, Clone)]
pub struct TextPlace {
    span: Span,
    style: Style,
    map: Map,
}

#[derive(Debug, Clone)]
enum Map {
    /// Nothing is known: every place is the whole scalar.
    Whole,
    /// The text stands in the file as it is, so many bytes after the beginning of the span.
    Direct(u32),
    /// From the first number (of the text) on, the text stands at the second (of the span).
    Pieces(Vec<(u32, u32)>),
}

impl TextPlace {
    /// The place of `scalar`, written at `span`, where the file holds `source`.
    pub fn new(span: Span, source: &str, scalar: &Scalar) -> Self {
        Self {
            span,
            style: scalar.style,
            map: direct(source, scalar).unwrap_or_else(|| pieces(source, scalar)),
        }
    }

    /// A place for text of which only the whole span is known.
    pub fn whole(span: Span) -> Self {
        Self {
            span,
            style: Style::Plain,
            map: Map::Whole,
        }
    }

    /// The span of a range of the text.
    pub fn span(&self, range: Range<usize>) -> Span {
        if matches!(self.map, Map::Whole) {
            return self.span;
        }
        let start = self.byte(range.start);
        let end = self.byte(range.end).max(start);
        Span {
            file: self.span.file,
            start,
            end,
        }
    }

    /// True if the span of a range holds exactly that range, so that it can be replaced.
    pub(super) fn is_exact(&self) -> bool {
        !matches!(self.map, Map::Whole)
    }

    /// Text as it must be written into the file at this place, for fixes.
    pub fn written(&self, text: &str) -> String {
        match self.style {
            Style::Plain | Style::Block => text.to_owned(),
            Style::Single => text.replace('\'', "''"),
            Style::Double => text.replace('\\', "\\\\").replace('"', "\\\""),
        }
    }

    fn byte(&self, offset: usize) -> u32 {
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        let within = match &self.map {
            Map::Whole => 0,
            Map::Direct(skip) => offset.saturating_add(*skip),
            Map::Pieces(pieces) => in_pieces(pieces, offset),
        };
        self.span.start.saturating_add(within).min(self.span.end)
    }
}

fn in_pieces(pieces: &[(u32, u32)], offset: u32) -> u32 {
    let next = pieces.partition_point(|(text, _)| *text <= offset);
    let (text, source) = next
        .checked_sub(1)
        .and_then(|index| pieces.get(index).copied())
        .unwrap_or((0, 0));
    source.saturating_add(offset - text.min(offset))
}

fn direct(source: &str, scalar: &Scalar) -> Option<Map> {
    let skip = match scalar.style {
        Style::Plain => 0,
        Style::Single | Style::Double => 1,
        Style::Block => return None,
    };
    let written = source.get(skip..source.len().checked_sub(skip)?)?;
    (written == scalar.text).then_some(Map::Direct(skip as u32))
}

fn pieces(source: &str, scalar: &Scalar) -> Map {
    let mut walk = Walk {
        source,
        at: beginning(source, scalar.style),
        style: scalar.style,
        pieces: Vec::new(),
    };
    for (offset, character) in scalar.text.char_indices() {
        if character.is_whitespace() {
            walk.note(offset);
            walk.take_blank(character);
            continue;
        }
        walk.skip_blanks();
        walk.note(offset);
        if !walk.take(character) {
            return Map::Whole;
        }
    }
    walk.note(scalar.text.len());
    Map::Pieces(walk.pieces)
}

/// The first byte of the content: after the quote, or after the line of `|` or `>`.
fn beginning(source: &str, style: Style) -> usize {
    match style {
        Style::Plain => 0,
        Style::Single => source.find('\'').map_or(0, |at| at + 1),
        Style::Double => source.find('"').map_or(0, |at| at + 1),
        Style::Block if source.trim_start().starts_with(['|', '>']) => {
            source.find('\n').map_or(0, |at| at + 1)
        }
        Style::Block => 0,
    }
}

/// Goes through text and source side by side. Blanks need not agree: folding and indentation change
/// them.
struct Walk<'a> {
    source: &'a str,
    at: usize,
    style: Style,
    pieces: Vec<(u32, u32)>,
}

impl Walk<'_> {
    /// Notes that the text's byte `offset` stands here, unless the last note says so already.
    fn note(&mut self, offset: usize) {
        let (Ok(text), Ok(source)) = (u32::try_from(offset), u32::try_from(self.at)) else {
            return;
        };
        let is_known = self
            .pieces
            .last()
            .is_some_and(|(last_text, last)| text - last_text == source.wrapping_sub(*last));
        if !is_known {
            self.pieces.push((text, source));
        }
    }

    fn take_blank(&mut self, character: char) {
        if self.take(character) {
            return;
        }
        if let Some(blank) = self.rest().chars().next().filter(|c| c.is_whitespace()) {
            self.at += blank.len_utf8();
        }
    }

    fn skip_blanks(&mut self) {
        while let Some(character) = self.rest().chars().next() {
            if character.is_whitespace() {
                self.at += character.len_utf8();
            } else if self.style == Style::Double && self.rest().starts_with("\\\n") {
                self.at += 2;
            } else if self.style == Style::Double && self.rest().starts_with("\\\r\n") {
                self.at += 3;
            } else {
                return;
            }
        }
    }

    /// Goes past one character of the text, if the source has it here.
    fn take(&mut self, character: char) -> bool {
        match unit(self.rest(), self.style) {
            Some((found, length)) if found == character => {
                self.at += length;
                true
            }
            Some(_) | None => false,
        }
    }

    fn rest(&self) -> &str {
        self.source.get(self.at..).unwrap_or("")
    }
}

/// The character that the source means at its beginning, and how many bytes it takes.
fn unit(source: &str, style: Style) -> Option<(char, usize)> {
    let first = source.chars().next()?;
    match (style, first) {
        (Style::Single, '\'') if source.starts_with("''") => Some(('\'', 2)),
        (Style::Double, '\\') => escape(source),
        (Style::Plain | Style::Single | Style::Double | Style::Block, other) => {
            Some((other, other.len_utf8()))
        }
    }
}

/// A YAML escape sequence.
fn escape(source: &str) -> Option<(char, usize)> {
    let letter = source.chars().nth(1)?;
    let hexadecimal = |digits: usize| {
        let number = u32::from_str_radix(source.get(2..2 + digits)?, 16).ok()?;
        Some((char::from_u32(number)?, 2 + digits))
    };
    let character = match letter {
        'x' => return hexadecimal(2),
        'u' => return hexadecimal(4),
        'U' => return hexadecimal(8),
        '0' => '\0',
        'a' => '\x07',
        'b' => '\x08',
        't' | '\t' => '\t',
        'n' => '\n',
        'v' => '\x0b',
        'f' => '\x0c',
        'r' => '\r',
        'e' => '\x1b',
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        other => other,
    };
    Some((character, 1 + letter.len_utf8()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;
    use granit_parser::{Parser, ScalarStyle};
    use proptest::prelude::*;

    /// The last scalar of a YAML text, with its place.
    fn last_scalar(yaml: &str) -> (Scalar, TextPlace) {
        let (text, style, range) = Parser::new_from_str(yaml)
            .map(|event| event.expect("test YAML parses"))
            .filter_map(|(event, span)| {
                let (text, style) = event.scalar()?;
                Some((text.to_owned(), style, span.byte_range()?))
            })
            .last()
            .expect("test YAML has a scalar");
        let style = match style {
            ScalarStyle::Plain => Style::Plain,
            ScalarStyle::SingleQuoted => Style::Single,
            ScalarStyle::DoubleQuoted => Style::Double,
            ScalarStyle::Literal | ScalarStyle::Folded => Style::Block,
        };
        let scalar = Scalar { text, style };
        let span = Span::new(FileId(0), range.start, range.end);
        let place = TextPlace::new(span, &yaml[range], &scalar);
        (scalar, place)
    }

    /// Text of the file where the text holds `word`.
    fn found<'y>(yaml: &'y str, word: &str) -> &'y str {
        let (scalar, place) = last_scalar(yaml);
        let at = scalar.text.find(word).expect("the text holds the word");
        let span = place.span(at..at + word.len());
        &yaml[span.start as usize..span.end as usize]
    }

    #[test]
    fn text_on_one_line_stands_as_it_is() {
        assert_eq!(found("a: count(手札) > 墓地\n", "墓地"), "墓地");
        assert_eq!(found("a: 'count(手札) > 墓地'\n", "墓地"), "墓地");
        assert_eq!(found("a: \"count(手札) > 墓地\"\n", "墓地"), "墓地");
    }

    #[test]
    fn a_doubled_quote_counts_twice() {
        assert_eq!(found("a: 'x == ''手'' and y'\n", "and y"), "and y");
        assert_eq!(found("a: 'x == ''手'' and y'\n", "'手'"), "''手''");
    }

    #[test]
    fn escapes_count_as_written() {
        let yaml = r#"a: "x == \"\u624b\x41\" \t and \\ y""#;

        assert_eq!(found(yaml, "手A"), r"\u624b\x41");
        assert_eq!(found(yaml, "and"), "and");
        assert_eq!(found(yaml, "y"), "y");
    }

    #[test]
    fn folded_lines_keep_the_place_of_every_word() {
        for yaml in [
            "a: one 手札\n   two\n\n   three\n",
            "a: 'one 手札\n   two\n\n   three'\n",
            "a: \"one 手札\n   two  \n\n   three\"\n",
            "a: \"one 手札 \\\n   two \\\n  three\"\n",
            "a: >- # words\n   one 手札\n   two\n\n   three\n",
        ] {
            for word in ["one", "手札", "two", "three"] {
                assert_eq!(found(yaml, word), word, "{yaml}");
            }
        }
    }

    #[test]
    fn block_lines_lose_their_indentation_only() {
        let yaml = "a: |\n    one\n      手札 two\n\n    three\n";

        for word in ["one", "手札 two", "three"] {
            assert_eq!(found(yaml, word), word);
        }
        assert_eq!(found(yaml, "one\n  手札"), "one\n      手札");
    }

    #[test]
    fn a_header_inside_the_span_is_skipped() {
        let source = ">+ # count\n  count\n  more\n";
        let scalar = Scalar {
            text: "count more\n".to_owned(),
            style: Style::Block,
        };
        let place = TextPlace::new(Span::new(FileId(0), 100, 126), source, &scalar);

        assert_eq!(place.span(0..5), Span::new(FileId(0), 113, 118));
        assert_eq!(place.span(6..10), Span::new(FileId(0), 121, 125));
    }

    #[test]
    fn a_fix_is_written_in_the_style_of_its_scalar() {
        let (_, single) = last_scalar("'x'");
        let (_, double) = last_scalar("\"x\"");

        assert_eq!(single.written("'a'"), "''a''");
        assert_eq!(double.written(r#""\"#), r#"\"\\"#);
    }

    #[test]
    fn a_source_that_does_not_match_gives_the_whole_span() {
        let span = Span::new(FileId(0), 0, 7);
        let scalar = Scalar {
            text: "count(x)".to_owned(),
            style: Style::Double,
        };

        assert_eq!(TextPlace::new(span, "\"count\"", &scalar).span(0..2), span);
    }

    #[test]
    fn an_unknown_source_gives_the_whole_span() {
        let span = Span::new(FileId(3), 5, 9);

        assert_eq!(TextPlace::whole(span).span(1..2), span);
    }

    fn style() -> impl Strategy<Value = Style> {
        prop_oneof![
            Just(Style::Plain),
            Just(Style::Single),
            Just(Style::Double),
            Just(Style::Block)
        ]
    }

    proptest! {
        #[test]
        fn whatever_the_source_the_answer_stays_inside(
            style in style(),
            text in ".{0,20}",
            source in r#"['"|>\\xu0a \n手]{0,30}"#,
            start in 0usize..40,
            length in 0usize..40,
        ) {
            let span = Span::new(FileId(0), 7, 7 + source.len());
            let place = TextPlace::new(span, &source, &Scalar { text, style });
            let answer = place.span(start..start + length);

            prop_assert!(span.start <= answer.start);
            prop_assert!(answer.start <= answer.end);
            prop_assert!(answer.end <= span.end);
        }
    }
}
