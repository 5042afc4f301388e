"""Libraries whose import takes seconds are imported once, so that the time of the first tool on them is its own."""

from __future__ import annotations

import contextlib
import warnings

with warnings.catch_warnings(), contextlib.suppress(ImportError):
    warnings.simplefilter("ignore")
    import prody  # noqa: F401

import scipy.stats  # noqa: F401
