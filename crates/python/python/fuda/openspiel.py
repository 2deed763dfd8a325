"""Games as OpenSpiel sees them.

`State` has OpenSpiel's methods and needs nothing but fuda. With `pyspiel` installed, `register()` makes every shipped
game known to it, so that OpenSpiel's own algorithms run on them:

    import pyspiel, fuda.openspiel
    fuda.openspiel.register()
    game = pyspiel.load_game("fuda_kuhn_poker")
"""

from __future__ import annotations

from typing import Any, Iterable

import numpy as np
import numpy.typing as npt

from ._native import Game, SpielState
from .batch import vec
from .errors import FudaError
from .loading import games, load

CHANCE = -1
TERMINAL = -4

LONGEST = 10_000


class State:
    """A state with OpenSpiel's methods.

    >>> import fuda.openspiel
    >>> state = fuda.openspiel.State("kuhn-poker")
    >>> state.is_chance_node(), len(state.chance_outcomes())
    (True, 3)
    >>> for action in [0, 0, 0, 0]:
    ...     state.apply_action(state.legal_actions()[action])
    >>> state.is_terminal(), state.returns()
    (True, [-1.0, 1.0])
    """

    def __init__(
        self,
        game: Game | str,
        chance: str = "open",
        reward: str = "auto",
        seed: int = 1,
        _state: SpielState | None = None,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self._state = _state or SpielState(self.game, chance, reward, seed)

    def current_player(self) -> int:
        """The player who acts: a seat, −1 for chance, −4 if the game is over."""
        return self._state.current_player()

    def is_chance_node(self) -> bool:
        return self._state.is_chance_node()

    def is_terminal(self) -> bool:
        return self._state.is_terminal()

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        return self._state.legal_actions(player)

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        mask = [0] * self.game.action_count
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._state.chance_outcomes()

    def apply_action(self, action: int) -> None:
        self._state.apply_action(action)

    def child(self, action: int) -> State:
        """The state after an action."""
        copy = self.clone()
        copy.apply_action(action)
        return copy

    def returns(self) -> list[float]:
        return self._state.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def rewards(self) -> list[float]:
        return self.returns()

    def history(self) -> list[int]:
        return self._state.history()

    def action_to_string(self, *arguments: int) -> str:
        """An action in words; a player before it is allowed, as OpenSpiel does."""
        return self._state.action_to_string(arguments[-1])

    def information_state_string(self, player: int | None = None) -> str:
        return self._state.information_state_string(self._player(player))

    def information_state_tensor(self, player: int | None = None) -> npt.NDArray[np.float32]:
        return self._state.information_state_tensor(self._player(player))

    def observation_tensor(self, player: int | None = None) -> npt.NDArray[np.float32]:
        return self._state.observation_tensor(self._player(player))

    def observation_string(self, player: int | None = None) -> str:
        return self._state.observation_string(self._player(player))

    def resample_from_infostate(self, player: int, seed: int = 1) -> State:
        """Another state that a player could just as well be in."""
        return State(self.game, _state=self._state.resample_from_infostate(player, seed))

    def clone(self) -> State:
        return State(self.game, _state=self._state.clone())

    def __deepcopy__(self, memo: Any) -> State:
        return self.clone()

    def __str__(self) -> str:
        return str(self._state)

    def _player(self, player: int | None) -> int:
        return self.current_player() if player is None else player


def _reward_bound(game: Game, reward: str) -> tuple[float, bool]:
    """The largest reward of some random games, twice, and whether the rewards of a game add up to 0."""
    try:
        env = vec(game, 64, seed=1, reward=reward, observations="none")
    except FudaError:
        state = SpielState(game, "sampled", reward)
        returns = state.returns()
        return max(1.0, 2 * max(map(abs, returns))), abs(sum(returns)) < 1e-9
    arrays = env.arrays()
    env.reset(arrays)
    rng = np.random.default_rng(1)
    bound, zero_sum, ended = 1.0, True, 0
    for _ in range(3_000):
        assert arrays.mask is not None
        env.step((rng.random(arrays.mask.shape) * arrays.mask).argmax(1), arrays)
        paid = arrays.reward[arrays.done]
        if len(paid):
            bound = max(bound, float(np.abs(paid).max()))
            zero_sum = zero_sum and bool((np.abs(paid.sum(1)) < 1e-6).all())
            ended += len(paid)
        if ended >= 400:
            break
    env.close()
    return 2 * bound, zero_sum and game.seats > 1


def short_name(name: str) -> str:
    """The name that a shipped game has in OpenSpiel: `kuhn-poker` is `fuda_kuhn_poker`."""
    return "fuda_" + name.replace("-", "_")


def game_class(name: str, **options: Any) -> Any:
    """A class of OpenSpiel games for a game; `options` are those of `fuda.load`."""
    from ._pyspiel import make_class

    return make_class(load(name, **options), short_name(name))


def register(names: Iterable[str] | None = None) -> list[str]:
    """Makes shipped games known to OpenSpiel; their names there.

    A game is loaded when it is first asked for. Parameters: `seats`, `chance` (`open` or `sampled`), `reward`
    (`auto`, `scores` or `wins`), `decks` (names with commas) and `params` (`name=value` with commas).
    """
    from ._pyspiel import register_game

    wanted = list(games() if names is None else names)
    for name in wanted:
        register_game(name, short_name(name))
    return [short_name(name) for name in wanted]
