//! Slips in a game of CGML 1.3.

use super::{Slip, hinted, low};

pub(super) const SLIPS: &[Slip] = &[
    low(
        "zone in a path",
        "rules: [{ id: lay_down, condition: { exists: [{ path: \"$.zones.@\" }] } }]",
        "stokc",
        "stock",
    ),
    low(
        "zone type",
        "components: { zones: [{ name: pot, type: @ }] }",
        "piel",
        "pile",
    ),
    low(
        "deck",
        "components: { zones: [{ name: stock, of_deck: @ }] }",
        "crads",
        "cards",
    ),
    low(
        "deck type",
        "components: { decks: { cards: { type: @ } } }",
        "short_dekc",
        "short_deck",
    ),
    low(
        "variable in a path",
        "rules: [{ id: lay_down, condition: { exists: [{ path: \"$.@\" }] } }]",
        "cards_letf",
        "cards_left",
    ),
    low(
        "variable of a player",
        "rules: [{ id: lay_down, condition: { exists: [{ path: \"$.players[0].@\" }] } }]",
        "scoer",
        "score",
    ),
    low("state", "flow: { initial_state: @ }", "Plaing", "Playing"),
    low(
        "state of an action",
        "rules: [{ id: end, trigger: on.turn.end, effect: [{ action: SET_STATE, state: @ }] }]",
        "GameOvre",
        "GameOver",
    ),
    low(
        "phase of a trigger",
        "rules: [{ id: lay_down, trigger: on.phase.@ }]",
        "LayDwon",
        "LayDown",
    ),
    low(
        "action",
        "setup: [{ action: @, target: { path: \"$.zones.stock\" } }]",
        "SHUFLE",
        "SHUFFLE",
    ),
    low(
        "operator",
        "rules: [{ id: lay_down, condition: { @: [{ path: \"$.zones.stock\" }] } }]",
        "exsits",
        "exists",
    ),
    low(
        "parameter of an action",
        "setup: [{ action: SHUFFLE, @: { path: \"$.zones.stock\" } }]",
        "taget",
        "target",
    ),
    low(
        "key",
        "components: { zones: [{ name: pot, type: pile, @: true }] }",
        "per_plyer",
        "per_player",
    ),
    low(
        "section",
        "@: [{ action: REVERSE_ORDER }]",
        "setpu",
        "setup",
    ),
    low(
        "key of an operand",
        "rules: [{ id: lay_down, condition: { exists: [{ @: \"$.zones.stock\" }] } }]",
        "paht",
        "path",
    ),
    low(
        "word",
        "components: { component_types: { zone_types: { pile: { ordering: @ } } } }",
        "shufled",
        "shuffled",
    ),
    low(
        "word for a player",
        "rules: [{ id: end, trigger: on.turn.end, effect: [{ action: SKIP_TURN, player: @ }] }]",
        "oponent",
        "opponent",
    ),
    hinted(
        low(
            "event of a trigger",
            "rules: [{ id: end, trigger: on.@, effect: [] }]",
            "discrad",
            "discard",
        ),
        "on.discard",
    ),
    hinted(
        low(
            "event with a dot",
            "rules: [{ id: end, trigger: on.@, effect: [] }]",
            "turn.edn",
            "turn.end",
        ),
        "on.turn.end",
    ),
    hinted(
        low(
            "event with a phase",
            "rules: [{ id: lay_down, trigger: on.@.LayDown }]",
            "phsae",
            "phase",
        ),
        "on.phase.LayDown",
    ),
    hinted(
        low(
            "anchor",
            "rules: [{ id: lay_down, condition: { exists: [{ path: \"@.zones.hand\" }] } }]",
            "$curentPlayer",
            "$currentPlayer",
        ),
        "$currentPlayer",
    ),
    low(
        "filter of players",
        "rules: [{ id: lay_down, condition: { exists: [{ path: \"$.players[@].zones.hand\" }] } }]",
        "curent",
        "current",
    ),
    low(
        "filter of players that is no anchor",
        "rules: [{ id: lay_down, condition: { exists: [{ path: \"$.players[@].zones.hand\" }] } }]",
        "actve",
        "active",
    ),
    low(
        "property of a filter",
        "rules: [{ id: lay_down, condition: { exists: [{ path: \"$.zones.stock.cards[@=hearts]\" }] } }]",
        "siut",
        "suit",
    ),
    low(
        "field of the root",
        "rules: [{ id: lay_down, condition: { exists: [{ path: \"$.@.stock\" }] } }]",
        "zoens",
        "zones",
    ),
    low(
        "field of a zone",
        "rules: [{ id: lay_down, condition: { exists: [{ path: \"$.zones.stock.@\" }] } }]",
        "top_crad",
        "top_card",
    ),
    low(
        "property",
        "rules: [{ id: lay_down, condition: { exists: [{ path: \"top($.zones.stock).properties.@\" }] } }]",
        "siut",
        "suit",
    ),
    low(
        "suit",
        "rules: [{ id: lay_down, condition: { isEqual: [{ path: \"top($.zones.stock).suit\" }, { value: @ }] } }]",
        "haerts",
        "hearts",
    ),
    low(
        "rank",
        "rules: [{ id: lay_down, condition: { isEqual: [{ path: \"top($.zones.stock).rank\" }, { value: @ }] } }]",
        "j",
        "J",
    ),
    low(
        "temporary value",
        "rules: [{ id: end, trigger: on.turn.end, effect: [{ action: REVEAL, target: { path: \"$.zones.stock\" }, store_as: shown }, { action: CONCEAL, target: { ref: @ } }] }]",
        "shwon",
        "shown",
    ),
    low(
        "template",
        "components: { component_types: { deck_types: { jokers: { composition: [{ type: template, template: @, values: [1] }] } } } }",
        "no_suit",
        "no_suits",
    ),
    hinted(
        low(
            "alias",
            "meta: { meta: { one: &first 1, two: @ } }",
            "*fisrt",
            "*first",
        ),
        "*first",
    ),
];
