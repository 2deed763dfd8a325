"""Games that `pyspiel` knows."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from ._native import Game, SpielState
from .loading import load
from .openspiel import LONGEST, _reward_bound

_DEFAULTS: dict[str, Any] = {
    "seats": 0,
    "chance": "open",
    "reward": "auto",
    "decks": "",
    "params": "",
    "seed": 1,
}

_registered: set[str] = set()


def _pairs(text: str) -> dict[str, str]:
    found = {}
    for pair in filter(None, text.split(",")):
        name, _, value = pair.partition("=")
        found[name.strip()] = value.strip()
    return found


@lru_cache(maxsize=64)
def _loaded(name: str, seats: int, decks: str, params: str) -> Game:
    named = [deck.strip() for deck in decks.split(",") if deck.strip()]
    return load(name, seats=seats or None, decks=named, params=_pairs(params))


@lru_cache(maxsize=64)
def _bounds(game: Game, reward: str) -> tuple[float, bool]:
    return _reward_bound(game, reward)


def _game_type(short: str, chance: str, zero_sum: bool) -> Any:
    modes = pyspiel.GameType.ChanceMode
    utilities = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=short,
        long_name=f"{short} of fuda",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if chance == "open" else modes.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utilities.ZERO_SUM if zero_sum else utilities.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=10,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=dict(_DEFAULTS),
        default_loadable=True,
    )


class _State(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel around one of ours."""

    def __init__(self, game: Any, made: SpielState) -> None:
        super().__init__(game)
        self.made = made

    def current_player(self) -> int:
        return self.made.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.made.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.made.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.made.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.made.action_to_string(action)

    def is_terminal(self) -> bool:
        return self.made.is_terminal()

    def returns(self) -> list[float]:
        return self.made.returns()

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> Any:
        drawn: Any = probability_sampler() if callable(probability_sampler) else random.random()
        found = self.made.resample_from_infostate(player_id, int(float(drawn) * (1 << 53)))
        other = self.get_game().new_initial_state()
        for action in found.history():
            other.apply_action(action)
        return other

    def __str__(self) -> str:
        return str(self.made)


class _Observer:
    """What a player sees, or knows."""

    def __init__(self, made: SpielState, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        seen, known = made.tensor_lengths()
        self.tensor = np.zeros(known if perfect_recall else seen, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        made = state.made
        read = made.information_state_tensor if self.perfect_recall else made.observation_tensor
        self.tensor[:] = read(player)

    def string_from(self, state: Any, player: int) -> str:
        made = state.made
        if self.perfect_recall:
            return str(made.information_state_string(player))
        return str(made.observation_string(player))


def _make(name: str | None, loaded: Game | None, short: str) -> Any:
    class _Game(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Any = None) -> None:
            given = {**_DEFAULTS, **(params or {})}
            game = loaded or _loaded(str(name), given["seats"], given["decks"], given["params"])
            bound, zero_sum = _bounds(game, given["reward"])
            self.fuda = game
            self._given = given
            kind = _game_type(short, given["chance"], zero_sum)
            cards = 256
            info = pyspiel.GameInfo(
                num_distinct_actions=game.action_count,
                max_chance_outcomes=cards if given["chance"] == "open" else 0,
                num_players=game.seats,
                min_utility=-bound,
                max_utility=bound,
                utility_sum=0.0 if zero_sum else None,
                max_game_length=LONGEST,
            )
            super().__init__(kind, info, params or {})

        def begin(self) -> SpielState:
            given = self._given
            return SpielState(self.fuda, given["chance"], given["reward"], given["seed"])

        def new_initial_state(self) -> Any:
            return _State(self, self.begin())

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
            return _Observer(self.begin(), recalls)

    return _Game


def make_class(game: Game, short: str) -> Any:
    """A class of OpenSpiel games for one of ours."""
    return _make(None, game, short)


def register_game(name: str, short: str) -> None:
    """Makes a shipped game known to OpenSpiel, once."""
    if short in _registered:
        return
    pyspiel.register_game(_game_type(short, "open", False), _make(name, None, short))
    _registered.add(short)
