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

const CARDS: &str = include_str!("../../../docs/guide/solitcg-cards.md");

/// Writes every file of a guide.
fn write_files(guide: &str, folder: &Folder) {
    for part in guide.split("```yaml file=").skip(1) {
        let (path, rest) = part.split_once('\n').expect("a fence ends");
        let (text, _) = rest.split_once("\n```").expect("a block ends");
        folder.write(path, &format!("{text}\n"));
    }
}

#[test]
fn the_cards_deck_scenario_and_game_of_the_guide_work() {
    let folder = Folder::new();
    write_files(CARDS, &folder);
    let lantern = folder.read("my-cards/lantern.yaml");
    folder.write("my-game/cards/lantern.yaml", &lantern);

    for (arguments, says) in [
        (&["check", "my-cards"][..], "no problems"),
        (&["check", "my-cards/lantern.yaml"], "no problems"),
        (&["check", "my-game"], "no problems"),
        (&["decks", "my-cards"], "lights (Lights)"),
        (&["test", "my-cards"], "1 scenario passed"),
        (&["sim", "my-game", "--games", "3"], "3 games"),
    ] {
        let run = folder.fuda(arguments);
        assert!(
            run.stdout.contains(says),
            "{arguments:?}\n{}{}",
            run.stdout,
            run.stderr
        );
        assert_eq!(run.code, 0, "{arguments:?}\n{}", run.stderr);
    }
}
