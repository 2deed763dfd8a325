//! Migrates whole files and compares everything: the new text, what changed, what is left to decide.

use cgml::migrate::{Migration, Target, migrate};

#[test]
fn go_fish_migrates_from_1_2_to_1_3() {
    let text = include_str!("migrate/go_fish_1_2.cgml");
    let migration = migrate(text, Target::V1_3).expect("go fish migrates");

    assert_eq!(migration.text, include_str!("migrate/go_fish_1_3.cgml"));
    insta::assert_snapshot!(notes(&migration), @r#"
    2: the version is now `1.3`
    29: `per_player: true` is now `scope: per_player`
    34: `game.pond` is now `{ path: "$.zones.pond" }`
    35: `DEAL` is now `DEAL_ROUND_ROBIN`
    36: `game.pond` is now `{ path: "$.zones.pond" }`
    37: `zones.hand` is now `{ path: "$.players[*].zones.hand" }`
    41: `states` and `turn_structure` are now states with `phases`
    53: `path: game.pond.card_count` is now `path: "$.zones.pond.card_count"`
    59: `path: players.books_won` is now `path: "$.players[*].books_won"`
    86: the operand of `not` is now in a list
    89: `path: ref:asked.hand` is now `path: "$.players[by_id=ref:asked].zones.hand"`
    91: `path: card.rank` is now `path: "$.card.properties.rank"`
    92: `value: ref:rank` is now `ref: rank`
    96: `ref:asked.hand` is now `{ path: "$.players[by_id=ref:asked].zones.hand" }`
    97: `players.current.hand` is now `{ path: "$.players[current].zones.hand" }`
    100: `path: card.rank` is now `path: "$.card.properties.rank"`
    101: `value: ref:rank` is now `ref: rank`
    102: `REPEAT_TURN` is now `EXTRA_TURN`
    112: `REPEAT_TURN` with a `condition` is now an `IF` with an `EXTRA_TURN`
    116: `value: ref:rank` is now `ref: rank`
    133: `ref:complete` is now `{ ref: complete }`
    136: `players.current.hand` is now `{ path: "$.players[current].zones.hand" }`
    137: `players.current.books` is now `{ path: "$.players[current].zones.books" }`
    140: `path: card.rank` is now `path: "$.card.properties.rank"`
    141: `value: ref:item` is now `ref: item`
    142: `INCREMENT_VARIABLE` is now `INCREMENT`
    143: `players.current.books_won` is now `{ path: "$.players[current].books_won" }`
    144: `value` is now `by`
    68? what may be chosen? `options` are a `path`, a `value` or an operator, and `filter` says which of them
    78? what may be chosen? `options` are a `path`, a `value` or an operator, and `filter` says which of them
    89? where does `asked` come from? this rule does not store it, and a stored value ends with its rule; keep it in a variable with `SET_VARIABLE`
    92? where does `rank` come from? this rule does not store it, and a stored value ends with its rule; keep it in a variable with `SET_VARIABLE`
    108? from which zone to which are cards drawn? `DRAW` is now a `MOVE` with `from` and `to`
    115? which selector of 1.3 stands for `ref:fished.rank`?
    116? where does `rank` come from? this rule does not store it, and a stored value ends with its rule; keep it in a variable with `SET_VARIABLE`
    124? `FIND_AND_STORE` is gone: which cards are found? say it with `SEARCH_ZONE` and a `filter`, or with `group_by` in a `FOR_EACH`
    "#);
}

#[test]
fn war_migrates_from_1_2_to_1_4() {
    let text = include_str!("migrate/war_1_2.cgml");
    let migration = migrate(text, Target::V1_4).expect("war migrates");

    assert_eq!(migration.text, include_str!("migrate/war_1_4.cgml"));
    insta::assert_snapshot!(notes(&migration), @r#"
    1: the tag `!inherit` is now the key `inherit`
    3: the version is now `1.4`
    18: `zones.stock` is now `{ path: "$.zones.stock" }`
    19: `from_deck: pack` is now `from: { path: "$.zones.stock" }`
    19: `zones.pile` is now `{ path: "$.players[*].zones.pile" }`
    21: `states` and `turn_structure` are now states with `phases`
    35: `path: player.0.pile.card_count` is now `path: "$.players[0].zones.pile.card_count"`
    36: `player.1.pile.card_count` is now `{ path: "$.players[1].zones.pile.card_count" }`
    36: `0` is now `{ value: 0 }`
    46: `player.0.pile` is now `{ path: "$.players[0].zones.pile" }`
    47: `player.0.field` is now `{ path: "$.players[0].zones.field" }`
    50: `player.1.pile` is now `{ path: "$.players[1].zones.pile" }`
    51: `player.1.field` is now `{ path: "$.players[1].zones.field" }`
    54: `game.rounds` is now `{ path: "$.rounds" }`
    56: the operator `+` is now `add`
    57: `path: game.rounds` is now `path: "$.rounds"`
    63: `path: player.0.field.top_card.rank` is now `path: "$.players[0].zones.field.top_card.properties.rank"`
    64: `path: player.1.field.top_card.rank` is now `path: "$.players[1].zones.field.top_card.properties.rank"`
    66: `player.all.field` is now `{ path: "$.players[*].zones.field" }`
    66: `player.0.won` is now `{ path: "$.players[0].zones.won" }`
    71: `path: player.0.field.top_card.rank` is now `path: "$.players[0].zones.field.top_card.properties.rank"`
    72: `path: player.1.field.top_card.rank` is now `path: "$.players[1].zones.field.top_card.properties.rank"`
    74: `SET_GAME_STATE` is now `SET_STATE`
    21? does each of the states `Battle`, `War` really have every phase?
    40? which one selector is meant? a `path` is one text
    62? are these ranks in the order of `rank_hierarchy`? then compare them through `rank_value`
    76? `SHAKE_HANDS` is no action of 1.3: which actions do what it did?
    "#);
}

#[test]
fn teams_have_to_be_declared_in_1_4() {
    let text = "cgml_version: \"1.3\"\ncomponents:\n  zones:\n    - { name: tricks, type: pile, \
                owner_scope: team }\n  variables:\n    - { name: points, scope: per_team }\n";
    let migration = migrate(text, Target::V1_4).expect("the file says its version");

    assert_eq!(migration.text, text.replace("1.3", "1.4"));
    insta::assert_snapshot!(notes(&migration), @"
    1: the version is now `1.4`
    4? which seats play together? 1.4 has `teams` declared, such as `teams: { us: [0, 2], them: [1, 3] }`; in 1.3 every player was a team
    ");
}

#[test]
fn migrated_games_can_be_laid_out() {
    for text in [
        include_str!("migrate/go_fish_1_3.cgml"),
        include_str!("migrate/war_1_4.cgml"),
    ] {
        let once = cgml::format::format(text).expect("the game is YAML");

        assert_eq!(cgml::format::format(&once), Ok(once.clone()));
    }
}

/// Changes and decisions of a migration, line by line.
fn notes(migration: &Migration) -> String {
    let changes = migration.changes.iter();
    let changes = changes.map(|change| format!("{}: {}", change.line, change.description));
    let decisions = migration.decisions.iter();
    let decisions = decisions.map(|decision| format!("{}? {}", decision.line, decision.question));
    changes.chain(decisions).collect::<Vec<_>>().join("\n")
}
