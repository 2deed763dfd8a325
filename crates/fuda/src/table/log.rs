//! Log, line by line.

use super::Words;
use engine::program::Program;
use engine::telling::SeatEvent;

/// Log of one seat. Lines that say the same, one after the other, are told once, with a number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Log {
    lines: Vec<(String, u32)>,
}

impl Log {
    /// Writes down what happened, as far as it is worth a line.
    pub(crate) fn add(&mut self, words: Words<'_>, events: &[SeatEvent]) {
        let old = self.lines.len();
        let told = events
            .iter()
            .filter(|event| is_worth_it(words.program, event));
        for line in told.filter_map(|event| words.event(event)) {
            // Lines that were read already do not change.
            match self.lines[old..].last_mut() {
                Some((last, count)) if *last == line => *count += 1,
                Some(_) | None => self.lines.push((line, 1)),
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

/// Of the variables only those that the table shows, if the game says which.
fn is_worth_it(program: &Program, event: &SeatEvent) -> bool {
    let SeatEvent::Changed { name, .. } = event else {
        return true;
    };
    let mut variables = program.variables.iter();
    variables.any(|variable| variable.shown && variable.name.id == name.id)
}
