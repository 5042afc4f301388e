"""What numbers have to be before a formula takes them."""

from __future__ import annotations

import math

from scitoolagent.errors import ToolInputError
from scitoolagent.tools.general._constants import ZERO_CELSIUS


def positive(**values: float) -> None:
    """Refuse values that are not finite and above zero."""
    for name, value in values.items():
        if not 0 < value < math.inf:
            raise ToolInputError(f"{name.replace('_', ' ')} is {value}; it must be a positive number")


def not_negative(**values: float) -> None:
    """Refuse values that are not finite and zero or above."""
    for name, value in values.items():
        if not 0 <= value < math.inf:
            raise ToolInputError(f"{name.replace('_', ' ')} is {value}; it must be zero or above")


def finite(**values: float) -> None:
    """Refuse values that are no number at all."""
    for name, value in values.items():
        if not math.isfinite(value):
            raise ToolInputError(f"{name.replace('_', ' ')} is {value}; it must be a number")


def counted(**values: int) -> None:
    """Refuse numbers of things below one."""
    for name, value in values.items():
        if value < 1:
            raise ToolInputError(f"{name.replace('_', ' ')} is {value}; give 1 or more")


def kelvin(celsius: float) -> float:
    """The absolute temperature of one in °C."""
    if not -ZERO_CELSIUS < celsius < math.inf:
        raise ToolInputError(f"{celsius} °C is not above absolute zero; give the temperature in °C")
    return celsius + ZERO_CELSIUS


def usable(value: float, what: str) -> float:
    """A result; one beyond all numbers is refused."""
    if not math.isfinite(value):
        raise ToolInputError(f"the {what} is beyond the range of numbers; look at the values and their units")
    return value
