//! Log, line by line.

use engine::telling::SeatEvent;
use narrate::{LineKind, Narrator, Teller, Values};

/// Log of one seat. Lines that say the same, one after the other, are told once, with a number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Log {
    lines: Vec<(String, u32)>,
    /// The values that were told last.
    values: Values,
}

impl Log {
    /// Writes down what happened, as far as it is worth a line.
    pub(crate) fn add(&mut self, narrator: Narrator<'_>, events: &[SeatEvent]) {
        let old = self.lines.len();
        let mut teller = Teller::new(narrator, &mut self.values);
        events.iter().for_each(|event| teller.event(event, ()));
        for (line, ()) in teller.finish() {
            let text = match line.kind {
                // A line for each phase would be most of the log; the title of the table names it.
                LineKind::Phase => continue,
                LineKind::Heading => format!("── {} ──", line.text()),
                LineKind::Event | LineKind::Choice | LineKind::Failed | LineKind::Result => {
                    line.text()
                }
            };
            // Lines that were read already do not change.
            match self.lines[old..].last_mut() {
                Some((last, count)) if *last == text => *count += 1,
                Some(_) | None => self.lines.push((text, 1)),
            }
        }
    }

    /// Writes down something else.
    pub(crate) fn say(&mut self, line: String) {
        self.lines.push((line, 1));
    }

    /// The number of lines there are.
    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// The lines after so many.
    pub(crate) fn since(&self, line: usize) -> impl Iterator<Item = String> {
        let lines = self.lines.get(line..).unwrap_or_default().iter();
        lines.map(|(line, count)| match count {
            1 => line.clone(),
            count => format!("{line} (×{count})"),
        })
    }
}
