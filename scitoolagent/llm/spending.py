"""What a run may spend on a model, in money, tokens and time, over all its roles."""

from __future__ import annotations

from collections.abc import Iterable

from scitoolagent.config import Config
from scitoolagent.deadline import Deadline
from scitoolagent.errors import ConfigError, ModelError
from scitoolagent.records import Usage


class Spending:
    """The money, the tokens and the time of one run; its `deadline` is set by who begins the run.

    Args:
        config: `max_cost` in US dollars and `max_model_tokens`, None for no bound, and the prices of a million tokens.
    Raises:
        ConfigError: there is a bound, and a price is unknown.
    """

    def __init__(self, config: Config) -> None:
        self._spent, self._tokens = 0.0, 0
        self._is_unknown = False
        self.deadline = Deadline()
        self.bound(config)

    def bound(self, config: Config) -> None:
        """Keep other bounds; what was spent stays counted.

        Raises:
            ConfigError: there is a bound on the money, and a price is unknown.
        """
        self._most, self._most_tokens = config.max_cost, config.max_model_tokens
        prompt, completion = config.prompt_price, config.completion_price
        if self._most is not None and (prompt is None or completion is None):
            raise ConfigError(
                "max_cost needs the prices of the model: set prompt_price and completion_price "
                "(SCITOOLAGENT_PROMPT_PRICE, SCITOOLAGENT_COMPLETION_PRICE), in US dollars for a million tokens"
            )
        self._prices = (prompt or 0.0, completion or 0.0)

    def begin(self, before: Iterable[Usage] = ()) -> None:
        """Begin a run, with what it has spent before it was ended; what other runs have spent is forgotten."""
        self._spent, self._tokens, self._is_unknown = 0.0, 0, False
        for usage in before:
            tokens = (usage.prompt_tokens, usage.completion_tokens)
            self._count(tokens, self._price(tokens) if usage.dollars is None else usage.dollars)

    def check(self) -> None:
        """Look whether another request may be made; the one that reaches the bound is still paid for.

        Raises:
            ModelError: the time, the money or the tokens are spent, or nobody knows how much is.
        """
        if passed := self.deadline.passed:
            raise ModelError(passed)
        if self._most is None and self._most_tokens is None:
            return
        if self._is_unknown:
            raise ModelError("the endpoint does not say how many tokens it used, so no bound on them can be kept")
        if self._most_tokens is not None and self._tokens >= self._most_tokens:
            raise ModelError(
                f"the model was to take {self._most_tokens:,} tokens (max_model_tokens) and has taken them"
            )
        if self._most is not None and self._spent >= self._most:
            raise ModelError(f"the run was to spend ${self._most:g} on the model (max_cost) and has spent it")

    def add(self, tokens: tuple[int, int]) -> None:
        """Count a reply, by its tokens of prompt and completion as the endpoint gives them."""
        self._count(tokens, self._price(tokens))

    def _price(self, tokens: tuple[int, int]) -> float:
        return (tokens[0] * self._prices[0] + tokens[1] * self._prices[1]) / 1e6

    def _count(self, tokens: tuple[int, int], dollars: float) -> None:
        # A reply without a token has cost something, too.
        self._is_unknown |= tokens[0] == 0 or tokens[1] == 0
        self._spent += dollars
        self._tokens += sum(tokens)
