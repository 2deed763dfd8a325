"""Many games at once, on arrays that the caller owns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ._native import Features, Game, VecEnv
from .errors import BufferTooSmall, FudaError

Observations = Literal["dense", "sparse", "none"]
Actions = Literal["mask", "features", "choices"]
Encoding = Literal["view", "features"]


@dataclass
class Arrays:
    """The arrays that an environment writes. They are the caller's: made by anybody, kept by anybody.

    Between two calls with the same arrays only what changed is written: copy what you want to change yourself.
    """

    seat: npt.NDArray[np.int32]
    """The seat that must choose in each game; −1 where a game is over."""
    count: npt.NDArray[np.int32]
    """The number of choices in each game."""
    reward: npt.NDArray[np.float32]
    """The reward of each seat, where a game has just ended."""
    done: npt.NDArray[np.bool_]
    """True where a game has just ended."""
    truncated: npt.NDArray[np.bool_]
    """True where a game was broken off because it was too long."""
    observation: npt.NDArray[np.float32] | None = None
    """What the seat sees, one row for each game."""
    mask: npt.NDArray[np.bool_] | None = None
    """The legal actions of each game."""
    offsets: npt.NDArray[np.int64] | None = None
    """Where the list of each game begins in `rows` and `weights`."""
    rows: npt.NDArray[np.int32] | None = None
    weights: npt.NDArray[np.float32] | None = None
    choice_offsets: npt.NDArray[np.int64] | None = None
    """Where the list of each choice begins in `choice_rows` and `choice_weights`; `count` says whose it is."""
    choice_rows: npt.NDArray[np.int32] | None = None
    choice_weights: npt.NDArray[np.float32] | None = None

    def grow(self, needed: int) -> None:
        """Makes room for lists of so many rows."""
        room = needed * 5 // 4
        if self.rows is not None:
            size = max(room, len(self.rows))
            self.rows = np.zeros(size, np.int32)
            self.weights = np.zeros(size, np.float32)
        if self.choice_rows is not None:
            size = max(room, len(self.choice_rows))
            self.choice_rows = np.zeros(size, np.int32)
            self.choice_weights = np.zeros(size, np.float32)
            self.choice_offsets = np.zeros(size + 1, np.int64)


class Vec:
    """Many games at once. `fuda.vec` makes it; `reset` and `step` write into arrays.

    An observation is the view of a seat, number by number (`encoding="view"`), or the rows that fuda's networks read
    (`"features"`), which also count how cards belong together.

    >>> import fuda, numpy as np
    >>> env = fuda.vec("kuhn-poker", 4, seed=1)
    >>> arrays = env.arrays()
    >>> env.reset(arrays)
    >>> env.step(arrays.mask.argmax(1), arrays)
    >>> arrays.seat.tolist()
    [1, 1, 1, 1]
    """

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        seed: int = 1,
        threads: int = 1,
        observations: Observations = "dense",
        actions: Actions = "mask",
        reward: str = "auto",
        limit: int = 10_000,
        auto_reset: bool = True,
        factors: bool = False,
        features: Features | None = None,
        rest: int | None = None,
        encoding: Encoding | None = None,
    ) -> None:
        if observations not in ("dense", "sparse", "none"):
            raise FudaError(f"observations cannot be `{observations}`", "dense, sparse or none")
        if actions not in ("mask", "features", "choices"):
            raise FudaError(f"actions cannot be `{actions}`", "mask, features or choices")
        reads_rows = factors or features is not None
        if encoding is None:
            encoding = "features" if reads_rows else "view"
        if encoding not in ("view", "features"):
            raise FudaError(f"the encoding cannot be `{encoding}`", "view or features")
        if encoding == "view" and reads_rows and observations != "none":
            raise FudaError(
                "a view is not made of factors or features of a network",
                'leave `encoding` out, or write `encoding="features"`',
            )
        self.game = game
        self.encoding = encoding
        self.observations = observations
        self.actions = actions
        self._env = VecEnv(
            game,
            n,
            seed=seed,
            threads=threads,
            reward=reward,
            limit=limit,
            auto_reset=auto_reset,
            fixed=actions == "mask",
            factors=factors,
            features=features,
            rest=rest,
            of_features=encoding == "features",
        )
        env = self._env
        self._sizes = (env.n, env.seats, env.observation_length, env.actions)

    @property
    def n(self) -> int:
        """The number of games at once."""
        return self._sizes[0]

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._sizes[1]

    @property
    def observation_length(self) -> int:
        """The length of a dense observation, or the number of different rows of a sparse one."""
        return self._sizes[2]

    @property
    def action_count(self) -> int:
        """The number of actions, where they are indices of a fixed space."""
        return self._sizes[3]

    def arrays(self, room: int = 256) -> Arrays:
        """Arrays of the right types and shapes; `room` is for the lists of one game, on average."""
        n = self.n
        arrays = Arrays(
            seat=np.zeros(n, np.int32),
            count=np.zeros(n, np.int32),
            reward=np.zeros((n, self.seats), np.float32),
            done=np.zeros(n, np.bool_),
            truncated=np.zeros(n, np.bool_),
        )
        if self.observations == "dense":
            arrays.observation = np.zeros((n, self.observation_length), np.float32)
        if self.observations == "sparse":
            arrays.offsets = np.zeros(n + 1, np.int64)
            arrays.rows = np.zeros(n * room, np.int32)
            arrays.weights = np.zeros(n * room, np.float32)
        if self.actions == "mask":
            arrays.mask = np.zeros((n, self.action_count), np.bool_)
        if self.actions == "features":
            arrays.choice_offsets = np.zeros(n * room + 1, np.int64)
            arrays.choice_rows = np.zeros(n * room, np.int32)
            arrays.choice_weights = np.zeros(n * room, np.float32)
        return arrays

    def reset(self, arrays: Any, seed: int | None = None) -> None:
        """Begins all games anew, and writes how they stand."""
        self._written(arrays, lambda: self._env.reset(arrays, seed))

    def step(self, actions: npt.NDArray[Any], arrays: Any) -> None:
        """Makes a choice in every game, and writes how they stand then.

        An action is an index that the mask allows, or without masks the number of a choice. If one is illegal nothing
        is played. With `auto_reset` a game that ends begins anew at once: `done` and `reward` speak of the old one,
        everything else of the new one.
        """
        self._written(arrays, lambda: self._env.step(actions, arrays))

    def observe(self, arrays: Any) -> None:
        """Writes how the games stand."""
        self._written(arrays, lambda: self._env.observe(arrays))

    def reset_lanes(self, lanes: list[int], arrays: Any) -> None:
        """Begins the games of some lanes anew: for those without `auto_reset`."""
        self._env.reset_lanes(lanes, arrays)

    def close(self) -> None:
        """Gives the memory back."""
        self._env.close()

    def _written(self, arrays: Any, call: Any) -> None:
        """Lists that do not fit make our own arrays grow; arrays of another class are the caller's business."""
        try:
            call()
        except RuntimeError as error:
            if "borrowed" not in str(error):
                raise
            raise FudaError(
                "the environment is used by another thread", "make one for each thread"
            ) from None
        except BufferTooSmall as small:
            if not isinstance(arrays, Arrays):
                raise
            needed = small.needed
            for _ in range(4):
                arrays.grow(needed)
                try:
                    self._env.observe_again(arrays)
                    return
                except BufferTooSmall as still:
                    needed = still.needed
            raise


def vec(game: Game | str, n: int, **options: Any) -> Vec:
    """Many games at once: `n` of them, with the options of `Vec`.

    >>> import fuda
    >>> env = fuda.vec("leduc-poker", 8, observations="sparse", actions="features")
    >>> arrays = env.arrays()
    >>> env.reset(arrays)
    >>> int(arrays.count.sum()) + 1 <= len(arrays.choice_offsets)
    True
    """
    from .loading import load

    return Vec(load(game) if isinstance(game, str) else game, n, **options)
