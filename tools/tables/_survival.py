"""Times to an event that was not observed in all rows: which value says so, estimates, and the proportional hazards."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scitoolagent.errors import ToolInputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_HAPPENED = frozenset("dead died deceased death event relapse relapsed progressed progression failed failure".split())
_NOT_OBSERVED = frozenset(
    ("alive", "living", "survived", "censored", "no event", "event-free", "disease-free", "lost", "lost to follow-up")
)
_SHOWN, _STEPS, _STEEPEST, _FARTHEST = 6, 50, 1e-9, 30.0
# Of the covariates in units of their standard deviations: where the likelihood is level, and where it is flat.
_LEVEL, _FLAT = 1e-5, 1e-6


@dataclass(frozen=True)
class Estimate:
    """The Kaplan–Meier estimate: at each different time the share that lives on, with its interval."""

    times: NDArray[Any]
    shares: NDArray[Any]
    low: NDArray[Any]
    high: NDArray[Any]

    def median(self, shares: NDArray[Any]) -> float | None:
        """The first time at which a share is a half or less; None where that is not reached."""
        below = [float(time) for time, share in zip(self.times, shares, strict=True) if share <= 0.5 + 1e-12]
        return below[0] if below else None

    def at(self, shares: NDArray[Any], time: float, before: float = 1.0) -> float | None:
        """The share at a time; None where it is not defined."""
        known = [float(share) for own, share in zip(self.times, shares, strict=True) if own <= time]
        return (known[-1] if known[-1] == known[-1] else None) if known else before


def event_of(states: Sequence[Any], event: str, column: str) -> str:
    """Return the value that says that the event was observed.

    Args:
        states: of all rows.
        event: the value that was named; found by its meaning when empty.
        column: they are of.
    Raises:
        ToolInputError: no row has it, or no value says by itself what it means.
    """
    values = sorted({str(one) for one in states})
    listed = ", ".join(values[:_SHOWN]) + ", …" * (len(values) > _SHOWN)
    if event:
        found = [one for one in values if one.casefold() == event.strip().casefold()]
        if len(found) != 1:
            raise ToolInputError(f"no row has {event!r} in {column}; it holds {listed}")
        return found[0]
    happened = [one for one in values if one.strip().casefold() in _HAPPENED]
    rest = {one.strip().casefold() for one in values} - {one.strip().casefold() for one in happened}
    if len(happened) != 1 or not rest <= _NOT_OBSERVED:
        raise ToolInputError(
            f"name the value of {column} that means that the event was observed (event=…); it holds {listed}"
        )
    return happened[0]


def checked_times(times: NDArray[Any], column: str) -> None:
    """Refuse times below zero.

    Raises:
        ToolInputError: there is one.
    """
    if (times < 0).any():
        raise ToolInputError(
            f"{column} has a time below zero ({times.min():g}); times run from the start of observation"
        )


def estimate(times: NDArray[Any], observed: NDArray[Any]) -> Estimate:
    """Return the Kaplan–Meier estimate with 95 % intervals of Greenwood's variance on the scale log(−log S).

    Raises:
        ToolInputError: there is no time.
    """
    from scipy.stats import CensoredData, ecdf

    if not len(times):
        raise ToolInputError("no row has a time and a state")

    held = ecdf(CensoredData(uncensored=times[observed], right=times[~observed])).sf
    with warnings.catch_warnings():
        # Where none or all have died the interval is not defined, and is NaN.
        warnings.simplefilter("ignore", RuntimeWarning)
        ends = held.confidence_interval(0.95, method="log-log")
    return Estimate(held.quantiles, held.probabilities, ends.low.probabilities, ends.high.probabilities)


def log_rank(times: NDArray[Any], observed: NDArray[Any], groups: NDArray[Any], count: int) -> tuple[Any, Any, float]:
    """Return the observed and the expected events of each group, and the statistic.

    Raises:
        ToolInputError: the groups were never at risk together when something happened.
    """
    import numpy as np

    seen, expected = np.zeros(count), np.zeros(count)
    variance = np.zeros((count, count))
    for time in np.unique(times[observed]):
        risk = np.bincount(groups[times >= time], minlength=count).astype(float)
        died = np.bincount(groups[observed & (times == time)], minlength=count).astype(float)
        total, deaths = risk.sum(), died.sum()
        seen += died
        expected += deaths * risk / total
        if total > 1:
            share = risk / total
            variance += deaths * (total - deaths) / (total - 1) * (np.diag(share) - np.outer(share, share))
    apart = (seen - expected)[:-1]
    inner = variance[:-1, :-1]
    if np.linalg.matrix_rank(inner) < count - 1:
        raise ToolInputError("the groups were never at risk together when an event was observed")
    return seen, expected, float(apart @ np.linalg.solve(inner, apart))


@dataclass(frozen=True)
class Hazards:
    """Coefficients of a Cox regression with their standard errors, and the logarithms of the likelihood."""

    coefficients: NDArray[Any]
    errors: NDArray[Any]
    likelihood: float
    null: float


def cox(times: NDArray[Any], observed: NDArray[Any], design: NDArray[Any]) -> Hazards:
    """Fit proportional hazards by the partial likelihood of Efron, by Newton's steps.

    Raises:
        ToolInputError: the covariates are not independent, or one of them parts those with an event from the others.
    """
    import numpy as np

    centred = (design - design.mean(0)) / design.std(0)
    if np.linalg.matrix_rank(centred) < centred.shape[1]:
        raise ToolInputError("the covariates are not independent of one another; leave one out")
    found = np.zeros(centred.shape[1])
    null, slope, curve = _efron(times, observed, centred, found)
    likelihood = null
    for _ in range(_STEPS):
        step = np.linalg.lstsq(curve, slope, rcond=None)[0]
        likely, steep, bent = _efron(times, observed, centred, found + step)
        halved = 0
        while likely < likelihood - 1e-12 and halved < _STEPS:
            step, halved = step / 2, halved + 1
            likely, steep, bent = _efron(times, observed, centred, found + step)
        found, likelihood, slope, curve = found + step, likely, steep, bent
        if np.abs(found).max() > _FARTHEST or np.abs(step).max() < _STEEPEST:
            break
    flat = float(np.linalg.eigvalsh(curve).min()) < _FLAT
    if flat or np.abs(found).max() > _FARTHEST or np.abs(slope).max() > _LEVEL:
        raise ToolInputError(
            "the fit has no end: a covariate parts the rows with an event from the others, or too few have one"
        )
    errors = np.sqrt(np.diag(np.linalg.inv(curve)))
    return Hazards(found / design.std(0), errors / design.std(0), likelihood, null)


def _efron(times: Any, observed: Any, design: Any, beta: Any) -> tuple[float, Any, Any]:
    """The logarithm of the partial likelihood, its slope and its curvature (less)."""
    import numpy as np

    risks = design @ beta
    weights = np.exp(risks - risks.max())
    likelihood, slope, curve = 0.0, np.zeros(len(beta)), np.zeros((len(beta), len(beta)))
    for time in np.unique(times[observed]):
        at_risk, died = times >= time, observed & (times == time)
        own, dead = weights[at_risk], weights[died]
        first, second = own @ design[at_risk], (design[at_risk].T * own) @ design[at_risk]
        first_dead, second_dead = dead @ design[died], (design[died].T * dead) @ design[died]
        slope += design[died].sum(0)
        likelihood += float((risks[died] - risks.max()).sum())
        for place in range(int(died.sum())):
            share = place / died.sum()
            total = own.sum() - share * dead.sum()
            mean = (first - share * first_dead) / total
            likelihood -= float(np.log(total))
            slope -= mean
            curve += (second - share * second_dead) / total - np.outer(mean, mean)
    return likelihood, slope, curve
