//! The scenarios of all shipped games hold, and `fuda test` says what does not.

mod run;

use fuda::scenarios::{Report, run_scenarios};
use run::Folder;

/// Games that use a part of the language which cannot be played yet. Whoever makes it playable takes them out.
const NOT_YET: &[&str] = &[];

/// Guards against a harness that finds nothing.
const FLOOR: usize = 325;

fn report(name: &str) -> Report {
    let game = fuda::locate(name).expect("the game is shipped");
    run_scenarios(&game.sources, &game.entry, "")
}

#[test]
fn the_scenarios_of_every_shipped_game_hold() {
    let mut ran = 0;
    let mut failures = Vec::new();
    let games = fuda::library::names();
    for name in games
        .iter()
        .filter(|name| !NOT_YET.contains(&name.as_str()))
    {
        let report = report(name);
        ran += report.cases.len();
        assert!(report.problems.is_empty(), "{name}: files have problems");
        let failed = report.cases.iter().filter(|case| case.failure.is_some());
        failures.extend(failed.map(|case| format!("{name}: {}", case.text())));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(ran >= FLOOR, "only {ran} scenarios ran");
}

#[test]
fn games_that_cannot_be_played_yet_say_so() {
    for name in NOT_YET {
        let report = report(name);
        let says_so = |case: &fuda::scenarios::Case| {
            let failure = case.failure.as_ref();
            failure.is_some_and(|failure| failure.found.contains("cannot be played yet"))
        };
        assert!(
            !report.cases.is_empty() && report.cases.iter().all(says_so),
            "{name} can be played: take it out of the list"
        );
    }
}

const GAME: &str = r#"
cgml_version: "1.4"
meta: { name: Pick, players: { min: 2, max: 3 } }
components:
  component_types:
    deck_types:
      small:
        composition: [{ template: standard_suits, values: [9, 10, J] }]
        rank_hierarchy: [9, 10, J]
    zone_types:
      pile: { ordering: lifo, visibility: all }
      hand: { ordering: unordered, visibility: { owner: all, others: count_only } }
  decks: { cards: { type: small } }
  zones:
    - { name: deck, type: pile, of_deck: cards }
    - { name: hand, type: hand, per_player: true }
    - { name: shown, type: pile, per_player: true }
  variables:
    - { name: score, scope: per_player, initial_value: 0 }
parameters:
  worth: { default: 1, min: 1, max: 9 }
setup: []
rules: []
flow:
  states:
    Playing: { phases: [Pick] }
    Over: { phases: [] }
  initial_state: Playing
  phases:
    Pick: { pass: false }
  transitions:
    - { from: Playing, to: Over, condition: "all(players, count(player.hand) == 0)" }
  win_condition: { evaluator: max(players.score), scores: players.score }
moves:
  show:
    in: Pick
    from: hand
    targets: { whom: others }
    effect:
      - move(card, me.shown)
      - whom.score -= worth
      - if: card.rank == J
        then: me.score += worth
    ends: phase
"#;

fn folder(scenarios: &str) -> Folder {
    let folder = Folder::new();
    folder.write("pick/game.cgml", GAME);
    folder.write("pick/scenarios/rules.yaml", scenarios);
    folder
}

const GIVEN: &str = "
    given:
      current: 0
      phase: Pick
      players:
        - { hand: [{ suit: hearts, rank: J }, { suit: clubs, rank: 9 }], score: 3 }
        - { hand: [{ suit: spades, rank: 9 }] }
        - { hand: [], score: 2 }
";

#[test]
fn a_scenario_that_holds_is_one_line() {
    let folder = folder(&format!(
        "scenarios:
  - name: a jack is worth a point{GIVEN}
    when:
      - {{ seat: 0, play: {{ rank: J }}, whom: 1 }}
      - then: ['current == 1', 'players[0].score == 4']
      - {{ seat: 1, move: show, whom: 2 }}
      - {{ seat: 0, move: show, whom: 2 }}
    then:
      - 'players[1].score == -1'
      - {{ seat: 2, knows: 'players[0].shown' }}
      - {{ happened: moved, card: {{ rank: J }}, from: hand, to: shown, player: 0 }}
      - {{ not_happened: moved, player: 2 }}
      - {{ winners: [0], scores: [4, -1, 0] }}
"
    ));

    let run = folder.fuda(&["test", "pick"]);

    insta::assert_snapshot!(run.stdout);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
}

#[test]
fn a_scenario_that_fails_says_what_was_expected_and_what_was_found() {
    let folder = folder(&format!(
        "scenarios:
  - name: a comparison
    rule: README, Points{GIVEN}
    when: [{{ seat: 0, play: {{ rank: J }}, whom: 1 }}]
    then: ['players[0].score + players[1].score == 9']
  - name: a choice that is not legal{GIVEN}
    when: [{{ seat: 0, play: {{ rank: 9 }}, whom: 0 }}]
    then: ['true']
  - name: a description of several choices{GIVEN}
    when: [{{ seat: 0, move: show }}]
    then: ['true']
  - name: an end that has not come{GIVEN}
    then: [{{ winners: [1] }}]
  - name: a card too many
    given: {{ phase: Pick, zones: {{ deck: [{{ suit: hearts, rank: J }}, {{ suit: hearts, rank: J }}] }} }}
    then: ['true']
"
    ));

    let run = folder.fuda(&["test", "pick"]);

    insta::assert_snapshot!(run.stdout);
    assert_eq!(run.code, 1);
}

#[test]
fn problems_of_scenario_files_are_told_with_their_place() {
    let folder = folder(
        "scenarios:
  - name: slips
    given:
      phase: Pikc
      current: 7
      parameters: { worht: 2 }
      players: [{ hnad: [] }, { hand: [{ suit: heart, rank: 9 }], score: many }]
    when:
      - { seat: 0, move: shwo }
      - { move: show }
      - { seat: 5, move: show, whom: 1 }
      - { seat: 0, move: show, whome: 1 }
      - { seat: 0, choose: hartes }
      - show the jack
    then:
      - 'players[0].scor == 1'
      - { legal: { seat: 0, play: hearts_9 } }
      - { winer: [0] }
      - { winners: [5], scores: [1, 2, 3] }
      - { not_happened: turn.edn }
      - { not_happened: phase.Pikc }
      - { not_happened: moved, whose: 0 }
      - { seat: 7, knows: 'players[0].hand' }
",
    );
    folder.write(
        "pick/scenarios/well.yaml",
        "scenarios: [{ name: fine, then: ['count(deck) == 12'] }]",
    );

    let run = folder.fuda(&["test", "pick"]);

    insta::assert_snapshot!(run.stdout);
    assert_eq!(run.code, 1);
    let check = folder.fuda(&["check", "pick"]);
    assert_eq!(check.code, 1);
    assert!(run.stdout.starts_with(&check.stdout), "{}", check.stdout);
}

#[test]
fn a_program_can_read_what_came_out() {
    let folder = folder(&format!(
        "scenarios:
  - name: one{GIVEN}
    then: ['players[0].score == 3']
  - name: two{GIVEN}
    then: ['players[0].score == 4']
"
    ));
    folder.write(
        "other/more.yaml",
        "scenarios: [{ name: three, then: ['true'] }]",
    );

    let all = folder.fuda(&["test", "pick", "--format", "json"]).json();
    let one = folder.fuda(&["test", "pick", "--filter", "on"]);
    let other = folder.fuda(&["test", "pick", "--scenarios", "other"]);

    assert_eq!(
        (&all["ok"], &all["passed"], &all["failed"]),
        (&false.into(), &1.into(), &1.into())
    );
    let failure = &all["games"][0]["cases"][1]["failure"];
    assert_eq!(failure["expected"], "players[0].score == 4");
    assert_eq!(failure["found"], "players[0].score is 3");
    assert_eq!(
        one.succeeds().lines().last(),
        Some("pick: 1 scenario passed")
    );
    assert_eq!(
        other.succeeds().lines().last(),
        Some("pick: 1 scenario passed")
    );
    let both = folder.fuda(&["test", "pick", "war"]);
    assert_eq!(
        both.stdout.lines().last(),
        Some("10 of 11 scenarios passed; 1 of 2 games have problems")
    );
    assert_eq!(
        folder
            .fuda(&["test", "pick", "--scenarios", "nowhere"])
            .code,
        2
    );
}

#[test]
fn a_lint_lists_what_happens_in_no_scenario() {
    let folder = Folder::new();
    let never = "rules: [{ id: unheard, trigger: on.game.end, effect: 'players[0].score = 0' }]";
    folder.write("pick/game.cgml", &GAME.replace("rules: []", never));
    let scenario = format!(
        "scenarios:
  - name: one{GIVEN}
    when: [{{ seat: 0, play: {{ rank: J }}, whom: 1 }}]
    then: ['players[0].score == 4']
"
    );
    folder.write("pick/scenarios/rules.yaml", &scenario);

    let listed = folder.fuda(&["test", "pick", "--coverage"]).succeeds();
    let required = folder.fuda(&["test", "pick", "--coverage=required"]);
    let json = folder.fuda(&["test", "pick", "--coverage", "--format", "json"]);
    let json = json.json();

    assert!(listed.contains("0 of 1 rules happened"), "{listed}");
    assert!(listed.contains("  never: `unheard` (pick/"), "{listed}");
    assert!(listed.contains("1 of 1 moves happened"), "{listed}");
    assert_eq!(required.code, 1, "{}", required.stdout);
    assert_eq!(
        json["games"][0]["coverage"]["never"][0]["name"],
        "`unheard`"
    );
    let plain = folder.fuda(&["test", "pick"]).succeeds();
    assert!(!plain.contains("never"), "{plain}");
}

#[test]
fn a_loop_without_end_is_a_fault_however_much_each_round_does() {
    let endless = GAME.replace(
        "      - move(card, me.shown)\n",
        "      - { action: WHILE, condition: true, do: shuffle(deck) }\n",
    );
    let folder = Folder::new();
    folder.write("pick/game.cgml", &endless);
    let scenario = format!(
        "scenarios:
  - name: it is stopped{GIVEN}
    when: [{{ seat: 0, play: {{ rank: J }}, whom: 1 }}]
    then: [{{ fault: show }}, {{ happened: shuffled, zone: deck }}]
"
    );
    folder.write("pick/scenarios/rules.yaml", &scenario);

    let run = folder.fuda(&["test", "pick"]);

    assert_eq!(
        run.succeeds().lines().last(),
        Some("pick: 1 scenario passed")
    );
}

const CARDS: &str = r#"
cgml_version: "1.4"
meta: { name: Beasts, players: { min: 2, max: 2 } }
card_kinds:
  beast: { properties: { power: { type: number } } }
cards:
  - { id: bear, kind: beast, power: 3 }
  - { id: collar, kind: beast, power: 0 }
  - { id: pup, kind: beast, power: 1 }
attributes:
  tapped: false
  mood: { default: calm, values: [calm, wild] }
counters: { age: {} }
resources:
  stone: { total: 12, pools: { quarry: 8, wall: { of: player, start: 2 }, held: { of: card } } }
  life: { pools: { health: { of: player, start: 20 } } }
components:
  decks: { all: { cards: { bear: 2, collar: 1 }, per_player: true } }
  zones:
    - { name: deck, type: { visibility: count_only, role: deck }, of_deck: all, per_player: true }
    - { name: field, type: { visibility: all, role: play, capacity: 4, slots: true }, per_player: true }
    - { name: grave, type: { visibility: all, role: discard }, per_player: true }
setup: []
flow:
  states: { Playing: { phases: [Main] }, Over: { phases: [] } }
  initial_state: Playing
  transitions: [{ id: over, from: Playing, to: Over, condition: "false" }]
moves:
  wake: { in: Main, from: field, where: card.tapped, effect: "card.tapped = false; transfer(quarry, me.wall)" }
  bury: { in: Main, from: field, effect: "move(card, grave)" }
  build: { in: Main, from: field, effect: "stack(deck.top, card); attach(field[0], field[1]); create_token(pup, field)" }
  show: { in: Main, effect: reveal(deck.top) }
rules: []
"#;

#[test]
fn what_is_on_cards_and_in_pools_can_be_given_and_asked_for() {
    let folder = Folder::new();
    folder.write("beasts/game.cgml", CARDS);
    folder.write(
        "beasts/scenarios/cards.cgml",
        "scenarios:
  - name: everything is where it was given
    given:
      phase: Main
      current: 0
      resources: { players: [{ health: 7 }] }
      players:
        - wall: 3
          deck: [bear]
          field:
            - { card: bear, slot: 2, tapped: true, mood: wild, counters: { age: 2 }, held: 1, attached: [collar], under: [pup, bear] }
            - { card: pup, slot: 0 }
        - {}
    then:
      - 'field[0].name == pup and field[0].token and field[0].slot == 0'
      - 'field[1].name == collar and field[1].attached_to == field[2] and len(field[2].attached) == 1'
      - 'field[2].tapped and field[2].mood == wild and field[2].counters.age == 2'
      - 'len(under(field[2])) == 2 and under(field[2])[0].name == pup'
      - 'me.wall == 3 and opponent.wall == 2 and field[2].held == 1 and quarry == 6'
      - 'me.health == 7 and opponent.health == 20'
      - { legal: { seat: 0, move: wake, card: bear } }
  - name: pieces and cards go on from there
    given:
      phase: Main
      current: 0
      players:
        - { deck: [bear], field: [{ card: bear, tapped: true, held: 2, under: [pup] }] }
        - {}
    when:
      - { seat: 0, move: wake }
      - then: [{ happened: transferred, count: 1, from: quarry, to: wall, player: 0 }, 'me.wall == 3']
      - { seat: 0, move: show }
      - then: [{ happened: revealed, card: bear, zone: deck, player: 0 }, { not_happened: revealed, card: pup }]
      - { seat: 0, move: bury }
    then:
      - 'count(field) == 0 and count(grave) == 1 and quarry == 7'
      - { not_happened: transferred, from: wall }
  - name: too many pieces
    given: { phase: Main, resources: { quarry: 9 } }
    then: ['true']
",
    );

    let run = folder.fuda(&["test", "beasts"]);

    insta::assert_snapshot!(run.stdout);
}

const WAITING: &str = r#"
cgml_version: "1.4"
meta: { name: Waiting, players: { min: 1, max: 1 } }
card_kinds: { beast: {} }
cards:
  - id: wolf
    kind: beast
    abilities:
      - { id: howl, when: this.entered, effect: log = log * 10 + 1 }
      - { id: bite, when: this.entered, effect: log = log * 10 + 2 }
      - { when: this.entered, effect: log = log * 10 + 3 }
resources: { coins: { pools: { purse: { start: 4 } } } }
components:
  decks: { all: { cards: { wolf: 2 } } }
  zones:
    - { name: den, type: { visibility: all }, of_deck: all }
    - { name: field, type: { visibility: all, role: play } }
  variables:
    - { name: log, initial_value: 0 }
setup: []
flow:
  states: { Playing: { phases: [Main] }, Over: { phases: [] } }
  initial_state: Playing
  transitions: [{ id: over, from: Playing, to: Over, condition: "false" }]
resolution: { policy: pool }
moves:
  enter: { in: Main, from: den, effect: "move(card, field)" }
  ponder:
    in: Main
    effect:
      repeat: 2
      do:
        choose_mode:
          - { id: coin, do: gain(purse) }
          - { id: stop, do: [] }
rules: []
"#;

#[test]
fn abilities_that_wait_and_modes_are_known_by_their_ids() {
    let folder = Folder::new();
    folder.write("waiting/game.cgml", WAITING);
    folder.write(
        "waiting/scenarios/waiting.cgml",
        "scenarios:
  - name: the second ability, the third one by its position, and the first
    given: { phase: Main }
    when:
      - { seat: 0, move: enter }
      - { seat: 0, ability: bite }
      - { seat: 0, ability: '2' }
    then: ['log == 231']
  - name: a mode that does nothing, twice
    given: { phase: Main }
    when:
      - { seat: 0, move: ponder }
      - { seat: 0, mode: stop }
      - { seat: 0, mode: stop }
    then: ['purse == 4']
  - name: what is in a pool is said
    given: { phase: Main }
    then: ['purse == 5']
",
    );

    let run = folder.fuda(&["test", "waiting"]);

    insta::assert_snapshot!(run.stdout);
}

/// A game whose cards belong to no deck type, so that scenarios may have more of them than the deck has.
const SPARRING: &str = r#"
cgml_version: "1.4"
meta: { name: Sparring, players: { min: 2, max: 2 } }
card_kinds: { blow: { properties: { harm: { type: number } } } }
cards:
  - { id: jab, kind: blow, harm: 1 }
  - { id: hook, kind: blow, harm: 3 }
resources: { hearts: { pools: { life: { of: player, start: 5 }, dust: { start: 0 } } } }
components:
  decks: { all: { cards: { jab: 2 } } }
  zones:
    - { name: deck, type: { visibility: all }, of_deck: all }
    - { name: hand, type: { visibility: all }, per_player: true }
    - { name: used, type: { visibility: all, role: discard }, per_player: true }
  variables:
    - { name: favourite, type: card, initial_value: null }
    - { name: harm_done, scope: per_player, initial_value: 0 }
define:
  harm:
    params: { whom: player, count: number }
    effect:
      - transfer(whom.life, dust, count)
      - me.harm_done += count
setup: []
flow:
  states: { Playing: { phases: [Main] }, Over: { phases: [] } }
  initial_state: Playing
  transitions: [{ id: over, from: Playing, to: Over, condition: "any(players, player.life == 0)" }]
moves:
  strike:
    in: Main
    from: hand
    effect:
      - harm(opponent, card.harm)
      - move(card, me.used)
  rest:
    in: Main
    effect: transfer(dust, me.life, 1)
rules:
  - { id: heal, trigger: on.discard, effect: "transfer(dust, player.life, 1)" }
"#;

fn sparring(scenarios: &str) -> run::Run {
    let folder = Folder::new();
    folder.write("sparring/game.cgml", SPARRING);
    folder.write("sparring/scenarios/rules.yaml", scenarios);
    folder.fuda(&["test", "sparring"])
}

#[test]
fn a_scenario_does_not_have_the_cards_of_another_one() {
    let run = sparring(
        "scenarios:
  - name: a card that the deck has not
    given: { phase: Main, current: 0, players: [{ hand: [hook, hook] }, { hand: [hook] }] }
    when: [{ seat: 0, move: strike, card: hook }]
    then: ['players[1].life == 2']
  - name: no card is made for a description
    given: { phase: Main, current: 0, players: [{ hand: [{ harm: 3 }] }, {}] }
    then: ['true']
  - name: nor for a value
    given: { phase: Main, current: 0, variables: { favourite: hook } }
    then: ['true']
",
    );

    insta::assert_snapshot!(run.stdout);
}

#[test]
fn the_step_is_named_that_changed_a_value_last() {
    let run = sparring(
        "scenarios:
  - name: a pool of one player, changed by an effect that a move calls
    given: { phase: Main, current: 0, players: [{ hand: [hook] }, { hand: [jab] }] }
    when: [{ seat: 0, move: strike }]
    then: ['players[1].life == 5']
  - name: a pool of the other player, changed by a rule that hears of the move
    given: { phase: Main, current: 0, players: [{ hand: [hook] }, { hand: [jab] }] }
    when: [{ seat: 0, move: strike }]
    then: ['players[0].life == 5']
  - name: a zone
    given: { phase: Main, current: 0, players: [{ hand: [hook] }, { hand: [jab] }] }
    when: [{ seat: 0, move: strike }]
    then: ['count(players[0].used) == 0']
  - name: a variable
    given: { phase: Main, current: 0, players: [{ hand: [hook] }, { hand: [jab] }] }
    when: [{ seat: 0, move: strike }]
    then: ['players[0].harm_done == 0']
",
    );

    insta::assert_snapshot!(run.stdout);
}

#[test]
fn players_have_had_the_turns_before_the_given_one() {
    let run = sparring(
        "scenarios:
  - name: the third turn is the second of whoever began
    given: { phase: Main, current: 0, turn_index: 2 }
    then: ['players[0].turns == 2', 'players[1].turns == 1']
  - name: the third turn of all, had by the other
    given: { phase: Main, current: 1, turn_index: 2 }
    then: ['players[0].turns == 1', 'players[1].turns == 2']
  - name: the first turn
    given: { phase: Main, current: 1, turn_index: 0 }
    then: ['players[0].turns == 0', 'players[1].turns == 1']
  - name: a game that begins in the ordinary way
    given: { current: 1, turn_index: 5 }
    then: ['players[0].turns == 3', 'players[1].turns == 3']
",
    );

    insta::assert_snapshot!(run.stdout);
}
