"""Elastic networks and ensembles by ProDy, behind the same names as `_elastic`."""

from __future__ import annotations

import dataclasses
import warnings
from typing import Any

from scitoolagent.errors import ToolUnavailableError
from scitoolagent.tools.biology._elastic import hangs_loose

_CONVERGED = 1e-9

REQUIRES: tuple[str, ...] = ("extra:dynamics",)
PROGRAM = "ProDy"


@dataclasses.dataclass(frozen=True, slots=True)
class Modes:
    """All modes above zero of a network of ProDy; see `_elastic.Modes`."""

    model: Any

    def eigenvalues(self, count: int) -> Any:
        """The first eigenvalues."""
        return self.model.getEigvals()[:count]

    def collectivities(self, count: int) -> Any:
        """The share of residues that take part in each of the first modes."""
        import numpy as np

        return np.atleast_1d(_prody().calcCollectivity(self.model[:count]))

    def square_fluctuations(self, count: int) -> Any:
        """Of each residue, summed over the first modes, in kT over the spring constant."""
        return _prody().calcSqFlucts(self.model[:count])

    def correlations(self, count: int) -> Any:
        """Covariance of each pair of residues over the first modes, normalised to 1 on the diagonal."""
        return _prody().calcCrossCorr(self.model[:count])

    def vector(self, mode: int) -> Any:
        """The displacements of one mode."""
        return self.model[mode].getArray()

    def stiffness(self, places: Any) -> Any:
        """Effective spring constant of each pair of residues over all modes."""
        return _prody().calcMechStiff(self.model, places)


def anisotropic(places: Any, cutoff: float, gamma: float) -> Modes:
    """The modes of the anisotropic network of some places in Å.

    Raises:
        ToolInputError: parts of it move without energy.
        ToolUnavailableError: ProDy is not installed.
    """
    model = _prody().ANM("structure")
    model.buildHessian(places, cutoff=cutoff, gamma=gamma)
    return _solved(model, 3 * len(places) - 6, cutoff)


def gaussian(places: Any, cutoff: float, gamma: float) -> Modes:
    """The modes of the Gaussian network of some places in Å.

    Raises:
        ToolInputError: parts of it are not joined.
        ToolUnavailableError: ProDy is not installed.
    """
    model = _prody().GNM("structure")
    model.buildKirchhoff(places, cutoff=cutoff, gamma=gamma)
    return _solved(model, len(places) - 1, cutoff)


def hinges(vector: Any) -> list[int]:
    """Where a mode changes its sign along an unbroken piece of chain, by `calcHinges`."""
    prody = _prody()
    return [int(place) for place in prody.calcHinges(prody.Vector(vector, is3d=False))] if len(vector) > 1 else []


def ensemble(frames: Any) -> tuple[Any, Any, Any]:
    """RMSD of each model to the first and to the mean, and RMSF of each residue about the mean, all in Å."""
    prody = _prody()
    found = prody.Ensemble("models")
    found.setCoords(frames[0])
    found.addCoordset(frames)
    found.superpose()
    to_first = found.getRMSDs()
    found.iterpose(rmsd=_CONVERGED)
    return to_first, found.getRMSDs(), found.getRMSFs()


def _solved(model: Any, expected: int, cutoff: float) -> Modes:
    model.calcModes(None)
    if model.numModes() != expected:
        raise hangs_loose(cutoff)
    return Modes(model)


def _prody() -> Any:
    with warnings.catch_warnings():
        # Its source has escapes that newer Pythons warn of when they compile it.
        warnings.simplefilter("ignore")
        try:
            import prody
        except ImportError as error:
            raise ToolUnavailableError(
                f"ProDy cannot be imported ({error}); install it with: pip install 'scitoolagent[dynamics]'"
            ) from error
    # It writes its progress to the standard error.
    prody.LOGGER.verbosity = "none"
    return prody
