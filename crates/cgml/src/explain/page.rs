//! Layout of passages: sentences, numbered lists, indented lines.

use crate::vocabulary::Language;

/// A piece of an explanation: text, and lists where there are several steps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Passage {
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    List(Marks, Vec<Passage>),
}

/// Marks before the items of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marks {
    /// One after the other: `1.`, `2.`.
    Numbers,
    /// In no order: `-`.
    Dashes,
}

impl Passage {
    pub(super) fn text(text: impl Into<String>) -> Self {
        let mut passage = Self::default();
        passage.push(&text.into());
        passage
    }

    pub(super) fn list(marks: Marks, items: Vec<Self>) -> Self {
        Self {
            parts: vec![Part::List(marks, items)],
        }
    }

    /// Adds text at the end.
    pub(super) fn push(&mut self, text: &str) {
        match self.parts.last_mut() {
            Some(Part::Text(last)) => *last += text,
            Some(Part::List(..)) | None if text.is_empty() => {}
            Some(Part::List(..)) | None => self.parts.push(Part::Text(text.to_owned())),
        }
    }

    /// Adds another passage at the end.
    pub(super) fn append(&mut self, other: Self) {
        for part in other.parts {
            match part {
                Part::Text(text) => self.push(&text),
                Part::List(..) => self.parts.push(part),
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// True if it is text without a list.
    pub(super) fn is_line(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, Part::Text(_)))
    }

    /// True if text may stand before it, with no text left over after its list.
    pub(super) fn can_follow_text(&self) -> bool {
        self.parts
            .iter()
            .rev()
            .skip(1)
            .all(|part| matches!(part, Part::Text(_)))
    }

    /// Everything in one line.
    pub(super) fn into_line(self, language: Language) -> String {
        let between = match language {
            Language::English => "; ",
            Language::Japanese => "、",
        };
        let parts = self.parts.into_iter().map(|part| match part {
            Part::Text(text) => text,
            Part::List(_, items) => {
                let items: Vec<String> = items
                    .into_iter()
                    .map(|item| item.into_line(language))
                    .collect();
                items.join(between)
            }
        });
        parts.collect()
    }

    /// The lines of the passage as a sentence of its own.
    pub(super) fn into_lines(self, language: Language) -> Vec<String> {
        let mut lines = Vec::new();
        for part in self.parts {
            match part {
                Part::Text(text) => {
                    let text = text.trim_start_matches([';', ',', '。', '、', ' ']);
                    if !text.is_empty() {
                        lines.push(sentence(text, language));
                    }
                }
                Part::List(marks, items) => {
                    if let Some(head) = lines.last_mut() {
                        end_with_colon(head, language);
                    }
                    lines.extend(indented(list(marks, items, language)));
                }
            }
        }
        lines
    }
}

/// The lines of a list.
pub(super) fn list(marks: Marks, items: Vec<Passage>, language: Language) -> Vec<String> {
    let mut lines = Vec::new();
    for (position, item) in items.into_iter().enumerate() {
        let mark = match marks {
            Marks::Numbers => format!("{}. ", position + 1),
            Marks::Dashes => "- ".to_owned(),
        };
        lines.extend(hanging(&mark, item.into_lines(language)));
    }
    lines
}

/// The lines after a mark: the first beside it, the others below each other.
pub(super) fn hanging(mark: &str, lines: Vec<String>) -> Vec<String> {
    let space = " ".repeat(mark.chars().count());
    let beside = |(position, line): (usize, String)| match position {
        0 => format!("{mark}{line}"),
        _ => format!("{space}{line}"),
    };
    lines.into_iter().enumerate().map(beside).collect()
}

/// The lines, a little to the right.
pub(super) fn indented(lines: Vec<String>) -> Vec<String> {
    lines.into_iter().map(|line| format!("  {line}")).collect()
}

/// The text as a sentence: a capital letter first, a full stop last.
pub(super) fn sentence(text: &str, language: Language) -> String {
    let text = text.trim();
    let (text, stop) = match language {
        Language::English => (capitalised(text), "."),
        Language::Japanese => (text.to_owned(), "。"),
    };
    match is_ended(&text) {
        true => text,
        false => text + stop,
    }
}

/// True if a sentence ends with what a quotation ends with, or by itself.
fn is_ended(text: &str) -> bool {
    let quoted = text.trim_end_matches(['”', '」']);
    quoted.ends_with(['.', '!', '?', ':', '。', '！', '？', '：'])
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().collect::<String>() + letters.as_str(),
        None => String::new(),
    }
}

/// The line before a list ends with a colon, however it ended.
fn end_with_colon(line: &mut String, language: Language) {
    let colon = match language {
        Language::English => ":",
        Language::Japanese => "：",
    };
    let bare = line.trim_end_matches(['.', ',', ':', '。', '、', '：', ' ']);
    *line = format!("{bare}{colon}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_stands_below_its_sentence() {
        let mut passage = Passage::text("for each player: ");
        let items = vec![Passage::text("draw"), Passage::text("shuffle")];
        passage.append(Passage::list(Marks::Numbers, items));
        passage.push("; otherwise: end the turn");

        assert!(!passage.can_follow_text());
        assert_eq!(
            passage.into_lines(Language::English).join("\n"),
            "For each player:\n  1. Draw.\n  2. Shuffle.\nOtherwise: end the turn."
        );
    }

    #[test]
    fn a_list_can_stand_in_a_line() {
        let items = vec![Passage::text("引く"), Passage::text("置く")];
        let passage = Passage::list(Marks::Dashes, items);

        assert!(!passage.is_line());
        assert_eq!(passage.into_line(Language::Japanese), "引く、置く");
    }

    #[test]
    fn sentences_are_ended_once() {
        assert_eq!(sentence("why?", Language::English), "Why?");
        assert_eq!(sentence("“why?”", Language::English), "“why?”");
        assert_eq!(sentence("go to “x”", Language::English), "Go to “x”.");
        assert_eq!(sentence("引く", Language::Japanese), "引く。");
    }
}
