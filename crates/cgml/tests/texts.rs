//! The words of a game for people are part of the checked game.

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use cgml::source::MemorySources;

const GAME: &str = r#"
cgml_version: "1.4"
meta: { name: Words, players: { min: 2, max: 2 } }
components:
  zones: [{ name: hand, type: {}, per_player: true }]
setup: []
flow:
  states: { Playing: { phases: [Main] } }
  initial_state: Playing
rules: []
texts:
  ja: { hand: 手札, Main: メイン }
  en: { hand: Hand }
"#;

#[test]
fn a_checked_game_has_its_texts() {
    let sources = MemorySources::new().with("game.cgml", GAME);
    let mut diagnostics = Diagnostics::new();
    let game = load(&sources, "game.cgml", &mut diagnostics)
        .and_then(|document| check(&document, &mut diagnostics))
        .expect("the game has no errors");

    assert_eq!(game.texts.of("hand", "ja"), Some("手札"));
    assert_eq!(game.texts.of("hand", "fr"), Some("Hand"));
    assert_eq!(game.texts.of("Main", "en"), Some("メイン"));
    assert_eq!(game.texts.of("Playing", "en"), None);
}
