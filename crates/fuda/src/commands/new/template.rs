//! The files of a new game, and how they are filled in.

/// One file of a new game.
pub(super) struct File {
    /// Its path in the new folder.
    pub(super) path: &'static str,
    /// A few words on what it is for.
    pub(super) purpose: &'static str,
    text: &'static str,
}

/// Every file of a new game.
pub(super) const FILES: &[File] = &[
    File {
        path: "game.cgml",
        purpose: "the rules, with comments",
        text: include_str!("../../../templates/high-card/game.cgml"),
    },
    File {
        path: "README.md",
        purpose: "the rules in prose",
        text: include_str!("../../../templates/high-card/README.md"),
    },
    File {
        path: "scenarios/README.md",
        purpose: "where tests of the rules go",
        text: include_str!("../../../templates/high-card/scenarios/README.md"),
    },
];

impl File {
    /// The text for a game. A line with `{{player}}` is repeated for every player, from 0.
    pub(super) fn filled(&self, title: &str, players: u8) -> String {
        let mut text = String::new();
        for line in self.text.split_inclusive('\n') {
            let copies = if line.contains("{{player}}") {
                players
            } else {
                1
            };
            for player in 0..copies {
                text.push_str(&line.replace("{{player}}", &player.to_string()));
            }
        }
        text.replace("{{title}}", title)
            .replace("{{players}}", &players.to_string())
    }
}
