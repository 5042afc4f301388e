"""What passes between the sandbox and the host: values as they leave it, and the arithmetic that it asks for.

Nothing that comes out of the sandbox is trusted to have the form that the prelude gives it.
"""

from __future__ import annotations

import math
from typing import Any

from scitoolagent.errors import ToolInputError
from scitoolagent.solver.arithmetic import Amount, comparable, computed, in_unit, power
from scitoolagent.solver.calls import Fields
from scitoolagent.tool.units import UnitError

_DEEPEST = 8
_MOST_BITS = 1_000


def amount_of(sign: str, left: Any, right: Any) -> Any:
    """The arithmetic that the prelude asks for.

    Raises:
        UnitError: the units do not go together.
    """
    if sign in ("to", "in") and isinstance(left, Amount) and isinstance(right, str):
        found = in_unit(left, right)
        return _written(found) if sign == "to" else ["v", found.value]
    first, second = _as_amount(left), _as_amount(right)
    if sign == "base":
        # Values that are ordered together are compared in the unit of the first.
        return comparable(second, first)[1]
    if sign == "pair":
        return list(comparable(first, second))
    if sign == "**":
        if second.unit:
            raise UnitError(f"{first} cannot be raised to {second}, which has a unit")
        return _written(power(first, second.value))
    return _written(computed(sign, first, second))


def _as_amount(value: Any) -> Amount:
    if isinstance(value, Amount):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UnitError(f"{value!r:.60} is no number")
    return Amount(_float(value), "")


def _float(value: Any) -> float:
    """A number of the sandbox as the host has it.

    Raises:
        UnitError: it is larger than any that can be computed with.
    """
    try:
        return float(value)
    except OverflowError as error:
        raise UnitError("the number is too large to be computed with") from error


def _written(found: Amount) -> list[Any]:
    if not math.isfinite(found.value):
        raise UnitError("the result is not a finite number")
    return ["q", found.value, found.unit, found.type] if found.unit not in ("", "1") else ["v", found.value]


def host_value(value: Any, depth: int = 0) -> Any:
    """A value of the sandbox as the host has it: quantities as amounts, all outputs of a tool as fields.

    Raises:
        ToolInputError: it is of a class of the program, nested too deeply, or too large.
    """
    import pydantic_monty as monty

    if depth > _DEEPEST:
        raise ToolInputError("the value is nested too deeply")
    if isinstance(value, monty.MontyClassProxy):
        fields = value.attributes
        match value.name, fields:
            case "Quantity", {"value": int() | float() as number, "unit": str(unit), "type": str(kind)}:
                return Amount(_float(number), unit, kind)
            case "Fields", {"fields_": list(names)} if all(name in fields for name in names):
                return Fields(tuple(names), tuple(host_value(fields[name], depth + 1) for name in names))
        raise ToolInputError(f"a value of the class {value.name} cannot leave the program")
    if isinstance(value, list | tuple | set | frozenset):
        return [host_value(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return {key: host_value(item, depth + 1) for key, item in value.items()}
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise ToolInputError("a whole number is larger than 1e300; compute with its logarithm, or make it a text")
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return str(value)
