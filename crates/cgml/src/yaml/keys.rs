//! The keys of a mapping: each once, and no `<<`.

use super::problem;
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::tree::Entry;

/// The entries without `<<` and without second ones of the same key, and a problem for each that is
/// missing, as far as they are reported.
pub(super) fn checked(mut entries: Vec<Entry>) -> (Vec<Entry>, Vec<Diagnostic>) {
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by(|a, b| entries[*a].key.cmp(&entries[*b].key).then(a.cmp(b)));
    let mut dropped = vec![false; entries.len()];
    let mut problems = Vec::new();
    let mut first = 0;
    for (position, &index) in order.iter().enumerate() {
        let entry = &entries[index];
        let earlier = &entries[order[first]];
        let problem = if entry.key == "<<" {
            problem::merge_key(entry)
        } else if position > first && earlier.key == entry.key {
            problem::duplicate_key(entry, earlier)
        } else {
            first = position;
            continue;
        };
        dropped[index] = true;
        if problems.len() <= limits::PROBLEMS_PER_FILE {
            problems.push(problem);
        }
    }
    let mut dropped = dropped.into_iter();
    entries.retain(|_| !dropped.next().unwrap_or_default());
    (entries, problems)
}
