"""Train the encoder of the chart reader: `python -m scitoolagent.finetune.reader --base FOLDER`."""

from __future__ import annotations

import importlib.util
import sys


def main() -> None:
    """Train where the extra is installed; say what is missing where it is not."""
    missing = [name for name in ("torch", "safetensors") if importlib.util.find_spec(name) is None]
    if missing:
        sys.exit(f"training needs {' and '.join(missing)}; install with: pip install 'scitoolagent[finetune]'")
    from scitoolagent.finetune.reader.train import main as train

    train()


if __name__ == "__main__":
    main()
