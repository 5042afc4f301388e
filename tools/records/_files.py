"""Put a file that a provider sent into the cache folder."""

from __future__ import annotations

import os
from pathlib import Path

from scitoolagent.config import load_config
from scitoolagent.errors import ProviderError


def put(folder: str, name: str, content: bytes) -> Path:
    """The path of a file with some content, whole or not there at all.

    Args:
        folder: below the folder of records.
        name: one that is safe as the name of a file.
        content: what stands in it.
    Raises:
        ProviderError: it cannot be written.
    """
    place = load_config().cache_dir / "records" / folder / name
    partial = place.with_name(f"{place.name}.{os.getpid()}.part")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(content)
        partial.replace(place)
    except OSError as error:
        raise ProviderError(f"the file {name} cannot be written to {place.parent}: {error.strerror}") from error
    return place
