"""Multiple alignment by the centre star: everything is aligned to the sequence nearest to all others."""

from __future__ import annotations

from scitoolagent.tools.biology._align import align, align_score


def star_alignment(sequences: list[str], matrix: str) -> list[str]:
    """Rows of one length in the order of the sequences; a gap made in the centre stays in every row."""
    centre = _centre(sequences, matrix)
    rows = {centre: sequences[centre]}
    for number, sequence in enumerate(sequences):
        if number != centre:
            pair = align(sequences[centre], sequence, matrix, "global")
            rows = _merge(rows, centre, pair.row_a, pair.row_b, number)
    return [rows[number] for number in range(len(sequences))]


def _centre(sequences: list[str], matrix: str) -> int:
    totals = [0.0] * len(sequences)
    for first in range(len(sequences)):
        for second in range(first):
            score = align_score(sequences[first], sequences[second], matrix)
            totals[first] += score
            totals[second] += score
    return totals.index(max(totals))


def _merge(rows: dict[int, str], centre: int, pair_centre: str, pair_other: str, number: int) -> dict[int, str]:
    """Add a row: walk along the centre as it stands and as it is in the pair, and open the gaps of both."""
    merged: dict[int, list[str]] = {one: [] for one in rows}
    added: list[str] = []
    old, new = 0, 0
    while old < len(rows[centre]) or new < len(pair_centre):
        has_gap = old < len(rows[centre]) and rows[centre][old] == "-"
        opens_gap = new < len(pair_centre) and pair_centre[new] == "-"
        for one, row in rows.items():
            merged[one].append("-" if opens_gap and not has_gap else row[old])
        added.append("-" if has_gap and not opens_gap else pair_other[new])
        old += has_gap or not opens_gap
        new += opens_gap or not has_gap
    return {**{one: "".join(letters) for one, letters in merged.items()}, number: "".join(added)}
