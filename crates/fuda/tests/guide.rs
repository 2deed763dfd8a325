//! The guide shows what the program really says.

mod run;

use run::Folder;

const GUIDE: &str = include_str!("../../../docs/guide/first-game.md");

/// The text of the first block that begins with this fence.
fn block(fence: &str) -> &'static str {
    let (_, rest) = GUIDE.split_once(fence).expect("the guide has such a block");
    let (block, _) = rest.split_once("\n```").expect("a block ends");
    block
}

#[test]
fn the_mistake_of_the_guide_is_reported_as_the_guide_shows() {
    let folder = Folder::new();
    let broken = block("```yaml game\n").replace("type: table,", "type: tabel,");
    folder.write("five-cards/game.cgml", &broken);

    let run = folder.fuda(&["check", "five-cards"]);

    let shown = format!("error{}", block("```text\nerror"));
    assert!(run.stdout.starts_with(&shown), "{}", run.stdout);
    assert_eq!(run.code, 1);
}
