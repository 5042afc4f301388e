"""The command line as a module, for launchers such as `accelerate launch -m scitoolagent.cli finetune train …`."""

from __future__ import annotations

from scitoolagent.cli import main

if __name__ == "__main__":
    main()
