"""OpenSpiel's names, and OpenSpiel's own algorithms on our games."""

from __future__ import annotations

import random

import pytest

import fuda
import fuda.openspiel as spiel


def walk(state: spiel.State, seed: int, limit: int = 300) -> int:
    """A random walk that checks what OpenSpiel's random_sim_test checks; the number of steps."""
    chance = random.Random(seed)
    steps = 0
    while not state.is_terminal() and steps < limit:
        actions = state.legal_actions()
        assert actions == sorted(set(actions)) and actions
        if state.is_chance_node():
            assert state.current_player() == spiel.CHANCE
            outcomes = state.chance_outcomes()
            assert [action for action, _ in outcomes] == actions
            assert abs(sum(share for _, share in outcomes) - 1) < 1e-9
        else:
            player = state.current_player()
            assert 0 <= player < state.game.seats
            assert max(actions) < state.game.action_count
            assert sum(state.legal_actions_mask()) == len(actions)
            assert state.information_state_string() == state.clone().information_state_string()
            assert state.action_to_string(player, actions[0])
            if steps % 10 == 0:
                assert len(state.information_state_tensor(player)) == len(
                    state.observation_tensor(player)
                ) + 128
                assert state.observation_string(player)
        assert state.returns() == [0.0] * state.game.seats
        action = chance.choice(actions)
        history = state.history()
        child = state.child(action)
        assert state.history() == history and child.history() == history + [action]
        state.apply_action(action)
        assert str(state) == str(child)
        steps += 1
    if state.is_terminal():
        assert state.current_player() == spiel.TERMINAL and state.legal_actions() == []
    return steps


@pytest.mark.parametrize("name", fuda.games())
@pytest.mark.parametrize("chance", ["open", "sampled"])
def test_every_game_passes_the_checks_of_a_random_walk(name: str, chance: str) -> None:
    walk(spiel.State(name, chance=chance), seed=1, limit=80)


def test_illegal_actions_are_refused() -> None:
    state = spiel.State("kuhn-poker")
    with pytest.raises(fuda.IllegalChoice):
        state.apply_action(3)
    state.apply_action(0)
    state.apply_action(0)
    for action in [-1, 999]:
        with pytest.raises(fuda.IllegalChoice):
            state.apply_action(action)
    with pytest.raises(IndexError):
        state.information_state_string(7)
    with pytest.raises(fuda.FudaError, match="chance"):
        spiel.State("kuhn-poker", chance="blind")


def test_information_states_are_those_of_the_game() -> None:
    """Kuhn has 12 information sets, Leduc 936 with both bets and all suits told apart."""
    for name, expected in [("kuhn-poker", 12), ("leduc-poker", 936)]:
        found: set[str] = set()
        waiting = [spiel.State(name)]
        while waiting:
            state = waiting.pop()
            if state.is_terminal():
                continue
            if not state.is_chance_node():
                found.add(state.information_state_string())
            waiting += [state.child(action) for action in state.legal_actions()]
        assert len(found) == expected


def test_a_resampled_state_looks_the_same_to_its_player() -> None:
    state = spiel.State("leduc-poker")
    chance = random.Random(4)
    while state.is_chance_node() or len(state.history()) < 5:
        state.apply_action(chance.choice(state.legal_actions()))
    player = state.current_player()
    others = set()
    for seed in range(40):
        world = state.resample_from_infostate(player, seed)
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.legal_actions() == state.legal_actions()
        others.add(world.information_state_string(1 - player))
    assert len(others) > 1


pyspiel = pytest.importorskip("pyspiel")
HEAVY = pytest.mark.heavy


@HEAVY
@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker", "crazy-eights", "hearts", "goofspiel"])
def test_pyspiel_loads_and_plays_our_games(name: str) -> None:
    (short,) = spiel.register([name])
    game = pyspiel.load_game(short)
    state = game.new_initial_state()
    chance = random.Random(2)
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes())
            action = chance.choices(actions, weights)[0]
        else:
            action = chance.choice(state.legal_actions())
            assert state.information_state_string()
            assert len(state.information_state_tensor()) == game.information_state_tensor_size()
        state.apply_action(action)
    low, high = game.min_utility(), game.max_utility()
    assert all(low <= reward <= high for reward in state.returns())


@HEAVY
def test_openspiel_solves_our_kuhn() -> None:
    from open_spiel.python.algorithms import cfr, exploitability, expected_game_score

    spiel.register(["kuhn-poker"])
    game = pyspiel.load_game("fuda_kuhn_poker")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    assert exploitability.exploitability(game, average) < 2e-3
    values = expected_game_score.policy_value(game.new_initial_state(), [average] * 2)
    assert abs(values[0] + 1 / 18) < 1e-3


@HEAVY
def test_openspiel_follows_its_own_curve_on_our_leduc() -> None:
    from open_spiel.python.algorithms import cfr, exploitability

    spiel.register(["leduc-poker"])
    curves = []
    for name in ["leduc_poker", "fuda_leduc_poker"]:
        game = pyspiel.load_game(name)
        solver = cfr.CFRSolver(game)
        curve = []
        for step in range(3):
            solver.evaluate_and_update_policy()
            curve.append(exploitability.exploitability(game, solver.average_policy()))
        curves.append(curve)
    for own, ours in zip(*curves):
        assert abs(own - ours) < 1e-9


@HEAVY
def test_openspiels_ismcts_plays_our_poker() -> None:
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    spiel.register(["leduc-poker"])
    game = pyspiel.load_game("fuda_leduc_poker")
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=evaluator,
        uct_c=2.0,
        max_simulations=40,
        random_state=rng,
    )
    won = 0.0
    chance = random.Random(3)
    for number in range(120):
        state = game.new_initial_state()
        own = number % 2
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice(state.legal_actions()))
            elif state.current_player() == own:
                state.apply_action(bot.step(state))
            else:
                state.apply_action(chance.choice(state.legal_actions()))
        won += state.returns()[own]
    assert won > 0
