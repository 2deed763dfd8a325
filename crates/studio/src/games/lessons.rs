//! The tutorial of a game: lessons in `tutorial.yaml` beside its first file, each a position, a task and what answers it;
//! and `trial`, the position in which a card is tried, with `CARD` wherever that card lies.
//!
//! A file with mistakes is no tutorial; `fuda serve` still shows the game. The lessons of shipped games are tested.

use crate::wire::{Lesson, Prose, Wish};
use cgml::diagnostic::Diagnostics;
use cgml::tree::{NodeId, Tree};
use cgml::yaml;

/// The file that holds them.
pub(crate) const FILE: &str = "tutorial.yaml";

/// The lessons of a text; nothing where it is not written as lessons are.
pub(crate) fn read(text: &str) -> Vec<Lesson> {
    let mut tree = Tree::default();
    let Some(lessons) = part(text, &mut tree, "lessons") else {
        return Vec::new();
    };
    let lessons = tree.items(lessons).iter();
    lessons
        .filter_map(|lesson| read_lesson(&tree, *lesson))
        .collect()
}

/// The position in which a card is tried.
pub(crate) fn trial(text: &str) -> Option<String> {
    let mut tree = Tree::default();
    let trial = part(text, &mut tree, "trial")?;
    Some(tree.text(trial)?.to_owned())
}

/// A part of the file.
fn part(text: &str, tree: &mut Tree, key: &str) -> Option<NodeId> {
    let mut diagnostics = Diagnostics::default();
    let parsed = yaml::parse_text(FILE, text, tree, &mut diagnostics).ok()?;
    let root = parsed.roots.first()?;
    tree.get(*root, key)
}

fn read_lesson(tree: &Tree, lesson: NodeId) -> Option<Lesson> {
    let wanted = tree.items(tree.get(lesson, "wanted")?).iter();
    let wanted = wanted.filter_map(|wish| read_wish(tree, *wish)).collect();
    let decks = tree.get(lesson, "decks");
    let decks = decks.map_or(&[] as &[NodeId], |decks| tree.items(decks));
    Some(Lesson {
        title: prose(tree, tree.get(lesson, "title")?),
        text: prose(tree, tree.get(lesson, "text")?),
        task: prose(tree, tree.get(lesson, "task")?),
        praise: prose(tree, tree.get(lesson, "praise")?),
        hint: prose(tree, tree.get(lesson, "hint")?),
        given: tree.text(tree.get(lesson, "given")?)?.to_owned(),
        decks: decks
            .iter()
            .filter_map(|deck| Some(tree.text(*deck)?.to_owned()))
            .collect(),
        wanted,
    })
}

fn read_wish(tree: &Tree, wish: NodeId) -> Option<Wish> {
    let text = |key| Some(tree.text(tree.get(wish, key)?)?.to_owned());
    Some(Wish {
        choice: text("choice")?,
        card: text("card"),
    })
}

fn prose(tree: &Tree, node: NodeId) -> Prose {
    let entries = tree.entries(node).iter();
    let texts = entries.filter_map(|entry| {
        let text = tree.text(entry.value)?;
        Some((entry.key.clone(), text.to_owned()))
    });
    texts.collect()
}

#[cfg(test)]
mod tests {
    use super::{read, trial};

    const LESSON: &str = "
lessons:
  - title: { en: Draw }
    text: { en: The stock. }
    task: { en: Draw a card. }
    praise: { en: Good. }
    hint: { en: Press the stock. }
    given: |
      players: [{}]
    wanted: [{ choice: draw }, { choice: play, card: 8_C }]
";

    #[test]
    fn a_lesson_has_a_position_a_task_and_what_answers_it() {
        let lessons = read(LESSON);
        assert_eq!(lessons.len(), 1);
        assert_eq!(lessons[0].given, "players: [{}]\n");
        assert_eq!(lessons[0].title["en"], "Draw");
        let wanted: Vec<_> = lessons[0].wanted.iter().collect();
        assert_eq!(wanted[1].card.as_deref(), Some("8_C"));
        assert_eq!((wanted.len(), wanted[0].choice.as_str()), (2, "draw"));
    }

    #[test]
    fn a_trial_is_a_position_beside_the_lessons() {
        let text = "trial: |\n  players: [{ hand: [CARD] }]\n";
        assert_eq!(
            trial(text).as_deref(),
            Some("players: [{ hand: [CARD] }]\n")
        );
        assert_eq!(trial(LESSON), None);
    }

    #[test]
    fn what_is_no_lesson_is_left_out() {
        assert_eq!(read("lessons: [{ title: { en: A } }, 3]"), []);
        assert_eq!(read(": ["), []);
        assert_eq!(read(""), []);
    }
}
