"""A graded database of hazards, and an exact, quick search in it.

`screen.py` is the door: `screen_molecule`, `screen_protein`, `screen_nucleotide`. `build.py` compiles the tables from
their sources, `update.py` fetches newer ones. SOURCES.md says where each fact comes from and how hazards are graded.
Import `screen` only where something is screened: it loads numpy, and the tables at the first call.
"""
