//! Did you mean …? For every kind of name there is a slip that is understood.

use cgml::diagnostic::Severity;

use crate::corpus::{Checked, check_game, sources_with};

/// A kind of name, a game in which `@` stands for such a name, a slip, and what is meant.
struct Slip {
    kind: &'static str,
    base: Base,
    game: &'static str,
    slip: &'static str,
    meant: &'static str,
    /// What the hint says, if not just the name.
    hint: Option<&'static str>,
}

/// The game that is inherited, in its version.
#[derive(Clone, Copy)]
enum Base {
    LayLow,
    Sparks,
}

const fn low(
    kind: &'static str,
    game: &'static str,
    slip: &'static str,
    meant: &'static str,
) -> Slip {
    Slip {
        kind,
        base: Base::LayLow,
        game,
        slip,
        meant,
        hint: None,
    }
}

const fn sparks(
    kind: &'static str,
    game: &'static str,
    slip: &'static str,
    meant: &'static str,
) -> Slip {
    Slip {
        kind,
        base: Base::Sparks,
        game,
        slip,
        meant,
        hint: None,
    }
}

const fn hinted(slip: Slip, hint: &'static str) -> Slip {
    Slip {
        hint: Some(hint),
        ..slip
    }
}

const SLIPS: &[Slip] = &[
    low(
        "zone in a path",
        "rules: [{ id: lay_down, condition: { exists: [{ path: \"$.zones.@\" }] } }]",
        "stokc",
        "stock",
    ),
    sparks(
        "zone in text",
        "rules: [{ id: draw_a_card, condition: count(@) > 3 }]",
        "gravyard",
        "graveyard",
    ),
    sparks(
        "zone of the table's layout",
        "table: { zones: { @: { row: 1 } } }",
        "hnad",
        "hand",
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
    sparks(
        "variable in text",
        "rules: [{ id: draw_a_card, condition: @ > 3 }]",
        "stom",
        "storm",
    ),
    sparks(
        "variable that is shown",
        "table: { show: [@] }",
        "scroe",
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
    sparks(
        "phase of a move",
        "moves: { invoke: { in: @ } }",
        "Mian",
        "Main",
    ),
    sparks(
        "phase that is compared",
        "rules: [{ id: draw_a_card, condition: phase == @ }]",
        "Mian",
        "Main",
    ),
    sparks(
        "rule that is extended",
        "rules: [{ id: more, extends: @ }]",
        "drwa_a_card",
        "draw_a_card",
    ),
    low(
        "action",
        "setup: [{ action: @, target: { path: \"$.zones.stock\" } }]",
        "SHUFLE",
        "SHUFFLE",
    ),
    sparks("action in text", "setup: [@(library)]", "shufle", "shuffle"),
    low(
        "operator",
        "rules: [{ id: lay_down, condition: { @: [{ path: \"$.zones.stock\" }] } }]",
        "exsits",
        "exists",
    ),
    sparks(
        "operator in text",
        "rules: [{ id: draw_a_card, condition: @(hand) > 3 }]",
        "cuont",
        "count",
    ),
    low(
        "parameter of an action",
        "setup: [{ action: SHUFFLE, @: { path: \"$.zones.stock\" } }]",
        "taget",
        "target",
    ),
    sparks(
        "parameter of an action in text",
        "setup: [\"move(library, hand, @: 2)\"]",
        "cuont",
        "count",
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
    sparks(
        "key of a change",
        "cards: [{ id: golem, abilities: [{ static: { target: this.power, @: 1 } }] }]",
        "ad",
        "add",
    ),
    sparks(
        "key of a type",
        "card_kinds: { relic: { properties: { charge: { type: number, @: 3 } } } }",
        "mxa",
        "max",
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
    sparks(
        "word in text",
        "setup: [\"flip(library, face: @)\"]",
        "dwon",
        "down",
    ),
    sparks("type", "events: { chilled: { card: @ } }", "crad", "card"),
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
        sparks(
            "event of an ability",
            "cards: [{ id: wisp, abilities: [{ when: this.@, effect: draw(1) }] }]",
            "entred",
            "entered",
        ),
        "this.entered",
    ),
    hinted(
        sparks(
            "event that the game declares",
            "rules: [{ id: storms_exhaust, trigger: on.@ }]",
            "atacked",
            "attacked",
        ),
        "on.attacked",
    ),
    sparks(
        "subject of an event",
        "cards: [{ id: wisp, abilities: [{ when: @.entered, effect: draw(1) }] }]",
        "cerature",
        "creature",
    ),
    sparks(
        "field of an event",
        "rules: [{ id: end, trigger: on.turn.end, effect: [\"emit(attacked, card: top(field), @: me)\"] }]",
        "taget",
        "target",
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
    sparks(
        "field of a player",
        "rules: [{ id: draw_a_card, condition: me.@ > 0 }]",
        "indxe",
        "index",
    ),
    low(
        "property",
        "rules: [{ id: lay_down, condition: { exists: [{ path: \"top($.zones.stock).properties.@\" }] } }]",
        "siut",
        "suit",
    ),
    sparks(
        "property in text",
        "rules: [{ id: draw_a_card, condition: top(field).@ > 3 }]",
        "powre",
        "power",
    ),
    sparks(
        "property of a card",
        "cards: [{ id: wisp, @: 3 }]",
        "powre",
        "power",
    ),
    sparks(
        "property of a bound",
        "continuous: { minimum: { @: 0 } }",
        "powre",
        "power",
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
    sparks(
        "value in text",
        "rules: [{ id: draw_a_card, condition: top(field).element == @ }]",
        "fier",
        "fire",
    ),
    sparks(
        "value of a card",
        "cards: [{ id: wisp, element: @ }]",
        "watre",
        "water",
    ),
    sparks(
        "value that is set",
        "rules: [{ id: end, trigger: on.turn.end, effect: top(field).stance = @ }]",
        "redy",
        "ready",
    ),
    sparks(
        "card kind",
        "cards: [{ id: imp, kind: @, cost: 1, element: fire, power: 1 }]",
        "creture",
        "creature",
    ),
    sparks(
        "card kind that is extended",
        "card_kinds: { beast: { extends: @ } }",
        "creture",
        "creature",
    ),
    sparks(
        "card of a deck list",
        "deck_lists: [{ id: embers, sections: { main: { @: 10, golem: 10 } } }]",
        "wips",
        "wisp",
    ),
    sparks(
        "card of a deck list, one by one",
        "deck_lists: [{ id: small, sections: { side: [@, golem] } }]\ndeck_rules: { sections: { main: { size: 20, copies: 10 }, side: {} } }",
        "wips",
        "wisp",
    ),
    sparks(
        "card that is banned",
        "deck_rules: { regulations: { spring: { banned: [@] } } }",
        "drizle",
        "drizzle",
    ),
    sparks(
        "keyword",
        "cards: [{ id: wisp, keywords: [@] }]",
        "hsate",
        "haste",
    ),
    sparks(
        "keyword that is asked for",
        "rules: [{ id: draw_a_card, condition: top(field).keywords.@ }]",
        "hsate",
        "haste",
    ),
    sparks(
        "counter",
        "rules: [{ id: end, trigger: on.turn.end, effect: [\"add_counter(top(field), @)\"] }]",
        "embr",
        "ember",
    ),
    sparks(
        "counter after a dot",
        "rules: [{ id: draw_a_card, condition: top(field).counters.@ > 0 }]",
        "embr",
        "ember",
    ),
    sparks(
        "attribute",
        "rules: [{ id: draw_a_card, condition: top(field).@ }]",
        "taped",
        "tapped",
    ),
    sparks(
        "pool",
        "rules: [{ id: end, trigger: on.turn.end, effect: [\"transfer(me.aura, @, 1)\"] }]",
        "shadwo",
        "shadow",
    ),
    sparks(
        "pool of a player",
        "rules: [{ id: draw_a_card, condition: me.@ > 3 }]",
        "lief",
        "life",
    ),
    sparks(
        "move",
        "rules: [{ id: no_large_creatures, restricts: @ }]",
        "sumon",
        "summon",
    ),
    sparks(
        "move of an ability",
        "cards: [{ id: wisp, abilities: [{ activate: @, effect: draw(1) }] }]",
        "invok",
        "invoke",
    ),
    sparks(
        "definition that is an effect",
        "rules: [{ id: end, trigger: on.turn.end, effect: @(1) }]",
        "drwa",
        "draw",
    ),
    sparks(
        "definition that is a function",
        "rules: [{ id: draw_a_card, condition: @(me) > 3 }]",
        "strenght",
        "strength",
    ),
    sparks(
        "parameter of a definition",
        "rules: [{ id: end, trigger: on.turn.end, effect: [\"draw(@: 1)\"] }]",
        "cuont",
        "count",
    ),
    sparks(
        "team",
        "rules: [{ id: draw_a_card, condition: \"count(teams[@].players) > 0\" }]",
        "wets",
        "west",
    ),
    sparks(
        "parameter of the game",
        "rules: [{ id: end, trigger: on.turn.end, effect: draw(@) }]",
        "hand_szie",
        "hand_size",
    ),
    low(
        "temporary value",
        "rules: [{ id: end, trigger: on.turn.end, effect: [{ action: REVEAL, target: { path: \"$.zones.stock\" }, store_as: shown }, { action: CONCEAL, target: { ref: @ } }] }]",
        "shwon",
        "shown",
    ),
    sparks(
        "temporary value in text",
        "rules: [{ id: end, trigger: on.turn.end, effect: [shown = reveal(library), conceal(@)] }]",
        "shwon",
        "shown",
    ),
    sparks(
        "group",
        "resolution: { policy: pool, groups: [{ id: shields }] }\ncards: [{ id: wisp, abilities: [{ when: this.entered, group: @, effect: draw(1) }] }]",
        "sheilds",
        "shields",
    ),
    sparks(
        "duration",
        "rules: [{ id: end, trigger: on.turn.end, effect: [\"modify(field, card.power + 1, until: @)\"] }]",
        "this_trun",
        "this_turn",
    ),
    sparks(
        "regulation",
        "deck_rules: { regulation: @ }",
        "sprign",
        "spring",
    ),
    sparks(
        "section of a deck",
        "deck_lists: [{ id: embers, sections: { @: { wisp: 10, golem: 10 } } }]",
        "mian",
        "main",
    ),
    low(
        "template",
        "components: { component_types: { deck_types: { jokers: { composition: [{ type: template, template: @, values: [1] }] } } } }",
        "no_suit",
        "no_suits",
    ),
    sparks(
        "file that is included",
        "imports: [!include @]",
        "spraks.cgml",
        "sparks.cgml",
    ),
    sparks("tag", "imports: [@ sparks.cgml]", "!inclde", "!include"),
    hinted(
        low(
            "alias",
            "meta: { meta: { one: &first 1, two: @ } }",
            "*fisrt",
            "*first",
        ),
        "*first",
    ),
    sparks(
        "entry that is disabled",
        "rules: [{ id: @, disabled: true }]",
        "no_large_creature",
        "no_large_creatures",
    ),
    sparks(
        "variable that is set",
        "rules: [{ id: end, trigger: on.turn.end, effect: @ = 0 }]",
        "strom",
        "storm",
    ),
    sparks(
        "parameter that a variant sets",
        "parameters: { @: 7 }",
        "hand_sise",
        "hand_size",
    ),
    sparks(
        "definition that is replaced",
        "define: { @: { params: { who: player }, value: 1 } }",
        "strenght",
        "strength",
    ),
];

#[test]
fn every_slip_is_understood() {
    let lost: Vec<String> = SLIPS.iter().filter_map(Slip::lost).collect();
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
fn what_is_meant_has_no_errors() {
    for slip in SLIPS {
        let checked = slip.checked(slip.meant);
        let has_errors = checked.diagnostics.has_errors();
        assert!(!has_errors, "{}\n{}", slip.kind, checked.text);
    }
}

impl Slip {
    fn checked(&self, name: &str) -> Checked {
        let (version, base) = match self.base {
            Base::LayLow => ("1.3", "lay_low.cgml"),
            Base::Sparks => ("1.4", "sparks.cgml"),
        };
        let game = self.game.replace('@', name);
        check_game(&sources_with(format!(
            "cgml_version: \"{version}\"\ninherit: {base}\n{game}\n"
        )))
    }

    /// What is said instead, if the hint does not name what is meant.
    fn lost(&self) -> Option<String> {
        let checked = self.checked(self.slip);
        let meant = format!("`{}`", self.hint.unwrap_or(self.meant));
        let problems = checked.diagnostics.sorted();
        let is_understood = problems.iter().any(|problem| {
            let hint = problem.hint.as_deref().unwrap_or_default();
            hint.starts_with("did you mean") && hint.contains(&meant)
        });
        let errors = problems
            .iter()
            .filter(|problem| problem.severity() == Severity::Error);
        let is_alone = errors.count() <= 1;
        (!is_understood || !is_alone).then(|| format!("{}\n{}", self.kind, checked.text))
    }
}
