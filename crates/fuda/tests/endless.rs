//! Games that would go on for ever, or grow without end, are stopped soon, with the rule and the step.

mod written;

use std::time::{Duration, Instant};

use fuda::BuildError;
use fuda::engine::position::{Decision, Position};
use fuda::engine::program::Program;

/// Time limit for a game that never waits. Programs built without optimisation take longer.
const SOON: Duration = Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 1 });

/// A game with these parts.
fn game(rest: &str) -> String {
    format!(
        r#"
cgml_version: "1.4"
meta: {{ name: Endless, players: {{ min: 2, max: 2 }} }}
components:
  component_types:
    deck_types:
      small: {{ composition: [{{ template: no_suits, values: [1, 2, 3, 4, 5, 6, 7, 8] }}] }}
    zone_types:
      pile: {{ visibility: all }}
  decks:
    cards: {{ type: small }}
  zones:
    - {{ name: deck, type: pile, of_deck: cards }}
    - {{ name: other, type: pile }}
  variables:
    - {{ name: number, initial_value: 0 }}
    - {{ name: kept, type: {{ list: number }}, initial_value: [] }}
setup: []
flow:
  states:
    Play: {{ phases: [Main] }}
  initial_state: Play
  phases:
    Main: {{ pass: false }}
  win_condition:
    evaluator: {{ winners: players, reason: everybody }}
{rest}
"#
    )
}

/// Why a game with these parts is stopped: at the beginning, or after its first choice.
fn stopped(rest: &str) -> String {
    match played(&game(rest)) {
        Ok(why) => why,
        Err(BuildError::Problems(problems)) => panic!("{:#?}", problems.sorted()),
        Err(error) => panic!("{error}"),
    }
}

/// A game up to its first choice, and that choice.
fn begun(program: &Program) -> Position {
    let mut position = Position::start(program, 1);
    if !position.is_over() {
        position.play_unchecked(program, 0);
    }
    position
}

fn played(game: &str) -> Result<String, BuildError> {
    let begin = Instant::now();
    let program = written::build(game)?;
    let position = begun(&program);
    let time = begin.elapsed();
    assert!(time < SOON, "it took {time:?}");
    let Decision::Fault(fault) = position.decision() else {
        panic!("it was not stopped: {:?}", position.decision());
    };
    let mut fast = program.clone();
    native::attach(&mut fast).expect("there is machine code for this processor");
    let begin = Instant::now();
    let by_machine = begun(&fast);
    let time = begin.elapsed();
    assert!(time < SOON, "it took {time:?} with machine code");
    assert_eq!(by_machine.decision(), position.decision());
    // The place in the file is as deep as the folder is called.
    let message = fault.message(&program);
    let (rule, rest) = message.split_once(" (").expect("it names a place");
    let (_, why) = rest.split_once("): ").expect("it names a place");
    Ok(format!("{rule}: {why}"))
}

const ENDLESS: &str = "the game goes on without asking anyone; give the loop or the rules an end";
const TOO_MUCH: &str = "a list grew beyond what a game may keep";
const TOO_DEEP: &str = "effects cause each other without end";

fn move_with(effect: &str) -> String {
    format!("moves:\n  go:\n    in: Main\n    effect:\n{effect}\n    ends: phase\nrules: []\n")
}

#[test]
fn a_loop_that_never_ends() {
    let game =
        move_with("      - number = 1\n      - { while: number > 0, do: [number = 3 - number] }");
    assert_eq!(stopped(&game), format!("`go`, step 2: {ENDLESS}"));
}

#[test]
fn phases_in_which_nobody_is_asked() {
    let game =
        "moves: {}\nrules:\n  - { id: idle, trigger: on.phase.Main, effect: [number = 1] }\n";
    assert!(stopped(game).ends_with(ENDLESS));
}

#[test]
fn rules_that_trigger_each_other() {
    let game = format!(
        "{}  - {{ id: there, trigger: on.move, condition: 'count(deck) > 0', effect: ['move(top(deck), other)'] }}\n  \
         - {{ id: back, trigger: on.move, condition: 'count(other) > 0', effect: ['move(top(other), deck)'] }}\n",
        move_with("      - move(top(deck), other)").replace("rules: []", "rules:")
    );
    assert_eq!(stopped(&game), format!("`there`, step 1: {TOO_DEEP}"));
}

#[test]
fn effects_that_cause_themselves() {
    let game = format!(
        "define:\n  again: {{ params: {{ n: number }}, effect: [number = n, again(n + 1)] }}\n{}",
        move_with("      - again(1)")
    );
    assert_eq!(stopped(&game), format!("`again`, step 2: {TOO_DEEP}"));
}

#[test]
fn effects_that_undo_themselves_without_end() {
    let game = format!(
        "define:\n  again: {{ effect: [{{ action: ATOMIC, do: [number = 1, again()] }}] }}\n{}",
        move_with("      - again()")
    );
    assert_eq!(stopped(&game), format!("`again`, step 1: {TOO_DEEP}"));
}

#[test]
fn lists_that_grow() {
    let game = move_with(
        "      - list = range(1, 60)\n      - { while: number == 0, do: [\"list = union(list, map(list, item + count(list)))\"] }",
    );
    assert_eq!(stopped(&game), format!("`go`, step 2: {ENDLESS}"));
}

#[test]
fn kept_lists_that_grow() {
    let game = move_with(
        "      - number = 1\n      - { while: number > 0, do: [\"kept = union(kept, [number])\", number = number + 1] }",
    );
    assert_eq!(
        stopped(&game),
        "`go`, step 2: a variable holds a list that is too long"
    );
}

#[test]
fn combinations_without_end() {
    let game =
        move_with("      - ways = combinations(range(1, 60), 30)\n      - number = count(ways)");
    assert_eq!(stopped(&game), format!("`go`, step 1: {TOO_MUCH}"));
}

#[test]
fn a_range_without_end() {
    let game = move_with("      - numbers = range(1, 2000000000)\n      - number = count(numbers)");
    assert_eq!(stopped(&game), format!("`go`, step 1: {TOO_MUCH}"));
}

#[test]
fn long_lists_that_are_compared_with_each_other() {
    let game = move_with(
        "      - numbers = range(1, 100000)\n      - number = count(except(numbers, reverse(numbers)))",
    );
    assert_eq!(stopped(&game), format!("`go`, step 2: {ENDLESS}"));
}

/// A game for ten with so many thousand cards.
fn huge(thousands: u32, rest: &str) -> String {
    let values: Vec<String> = (1..=thousands).map(|value| value.to_string()).collect();
    let values = format!("values: [{}], copies: 1000", values.join(", "));
    let huge = game(rest).replace("values: [1, 2, 3, 4, 5, 6, 7, 8]", &values);
    huge.replace("min: 2, max: 2", "min: 10, max: 10")
}

#[test]
fn choices_without_end() {
    let game =
        "moves:\n  one: { in: Main, from: deck }\n  two: { in: Main, from: deck }\nrules: []\n";
    assert_eq!(
        played(&huge(50, game)).expect("it fits"),
        "`two`, step 1: a player would have more choices than a game may offer"
    );
}

#[test]
fn huge_decks_for_many_players() {
    let game = move_with("      - number = 1\n      - { while: number > 0, do: [shuffle(deck)] }");
    assert_eq!(
        played(&huge(50, &game)).expect("it fits"),
        format!("`go`, step 2: {ENDLESS}")
    );
    let refused = played(&huge(70, &game)).expect_err("there is no room");
    assert!(
        refused.to_string().contains("the game has too many cards"),
        "{refused}"
    );
}

#[test]
fn loops_in_loops() {
    let game = move_with(
        "      - { repeat: 1000000, do: [{ repeat: 1000000, do: [number = 1 - number] }] }",
    );
    assert_eq!(stopped(&game), format!("`go`, step 1: {ENDLESS}"));
}

/// A game with other states, and rules.
fn with_states(states: &str, rules: &str) -> String {
    let game = game(&format!("moves: {}\nrules:\n{rules}", "{}"));
    game.replace(
        "    Play: { phases: [Main] }\n  initial_state: Play\n",
        states,
    )
}

/// Why a game with other states is stopped.
fn stopped_in(states: &str, rules: &str) -> String {
    played(&with_states(states, rules)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_state_that_is_left_for_itself() {
    assert_eq!(
        stopped_in(
            "    Play: { phases: [Main] }\n  initial_state: Play\n",
            "  - { id: idle, trigger: on.state.enter.Play, effect: [number = 1] }\n  \
             - { id: again, trigger: on.state.enter.Play, effect: [number = 2, set_state(Play)] }\n",
        ),
        format!("`again`, step 2: {ENDLESS}")
    );
}

#[test]
fn a_later_state_that_is_left_for_itself() {
    assert_eq!(
        stopped_in(
            "    Play: { phases: [Main] }\n    Round: { phases: [Other] }\n  initial_state: Play\n",
            "  - { id: there, trigger: on.phase.Main, effect: [number = 1, set_state(Round)] }\n  \
             - { id: again, trigger: on.state.enter.Round, effect: [number = 2, set_state(Round)] }\n",
        ),
        format!("`again`, step 2: {ENDLESS}")
    );
}

#[test]
fn states_that_lead_to_each_other() {
    let why = stopped_in(
        "    A: { phases: [Main] }\n    B: { phases: [Main] }\n  initial_state: A\n",
        "  - { id: there, trigger: on.state.enter.A, effect: [set_state(B)] }\n  \
         - { id: back, trigger: on.state.exit.B, effect: [set_state(A)] }\n  \
         - { id: out, trigger: on.phase.Main, effect: [set_state(A)] }\n",
    );
    let rules = ["there", "back", "out"];
    let named = rules.map(|rule| format!("`{rule}`, step 1: {ENDLESS}"));
    assert!(named.contains(&why), "{why}");
}

#[test]
fn a_transition_to_its_own_state() {
    assert_eq!(
        stopped_in(
            "    Play: { phases: [Main] }\n  initial_state: Play\n  \
             transitions: [{ from: Play, to: Play }]\n",
            "  - { id: idle, trigger: on.phase.Main, effect: [number = 1] }\n",
        ),
        format!("`Main`, step 1: {ENDLESS}")
    );
}

#[test]
fn phases_that_lead_to_each_other() {
    assert_eq!(
        stopped_in(
            "    Play: { phases: [Main, Other] }\n  initial_state: Play\n",
            "  - { id: back, trigger: on.phase.Other, effect: [set_phase(Main)] }\n",
        ),
        format!("`back`, step 1: {ENDLESS}")
    );
}

#[test]
fn a_loop_whose_branch_is_never_taken() {
    let game = move_with(
        "      - number = 1\n      - { while: number > 0, do: [{ if: number < 0, then: [number = 2] }] }",
    );
    assert_eq!(stopped(&game), format!("`go`, step 2: {ENDLESS}"));
}

#[test]
fn a_loop_over_much_code() {
    let steps = vec!["number = 3 - number"; 2000].join(", ");
    let game = move_with(&format!(
        "      - number = 1\n      - {{ while: number > 0, do: [{steps}] }}"
    ));
    assert_eq!(stopped(&game), format!("`go`, step 2: {ENDLESS}"));
}

#[test]
fn a_loop_that_does_much_elsewhere() {
    let steps = vec!["number = 3 - number"; 2000].join(", ");
    let game = format!(
        "define:\n  much: {{ effect: [{steps}] }}\n{}",
        move_with("      - number = 1\n      - { while: number > 0, do: [much(), much()] }")
    );
    let why = stopped(&game);
    assert!(why.ends_with(ENDLESS), "{why}");
}

#[test]
fn cards_that_go_from_pile_to_pile() {
    let game = move_with(
        "      - number = 1\n      - { while: number > 0, do: [\"move_all(deck, other)\", \"move_all(other, deck)\"] }",
    );
    assert_eq!(stopped(&game), format!("`go`, step 2: {ENDLESS}"));
}
