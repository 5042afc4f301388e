"""Semantic types: what a plain `str` or `float` means, its unit, its parent in the hierarchy."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scitoolagent.errors import DeclarationError

_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")
_PLACE = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")

# What a value is for: a result or a subject, a setting of a tool, a remark on another output, a yes or no, a file,
# a table, the unit of the value that a call gives beside it.
# A kind names a class of things: what is asked of it is asked of something made for it, and never of the class itself.
ROLES = ("value", "setting", "note", "verdict", "file", "rows", "table", "unit", "kind")

# What a generic type takes: any value, numbers, numbers whose zero is a true one (no temperatures in °C), truth values;
# and what the difference of two such numbers is.
GENERICS = ("any", "number", "ratio", "verdict", "difference")


@dataclass(frozen=True, slots=True)
class Semantic:
    """The meaning of a value.

    Everything the program knows about a type is here; no other file lists types by name.

    Args:
        name: CamelCase name of the type, unique in the program.
        parent: name of the broader type; a value of this type is also one of the parent.
        unit: UCUM code, or any that pint reads; every value of the type is in this unit. `1` is a pure number.
        edam: EDAM term such as `data_2301`, if EDAM has one.
        label: what people call it, in lower case unless a proper name; made from the name if empty.
        also: other names people use, abbreviations included.
        pattern: a regular expression that a whole value of the type matches.
        role: one of `ROLES`; that of the parent if empty, and `value` if no ancestor has one.
        announced: words that introduce a value of the type in a question, besides label and `also`.
        needs_context: values look like plain words or numbers, so one counts only if the question introduces it.
        recogniser: `module:function` of a function that takes a text and returns the value of this type that it
            denotes, or None; for types that no pattern can describe. Not inherited.
        speller: `module:function` of a function that takes a word that no recogniser accepts and returns the one
            that it misspells, or None. Not inherited.
        finder: `module:function` of a function that takes the text of a question and returns the start, the end and the
            value of each value of this type in it; for values that are phrases, such as `residues 10 to 25`. Not
            inherited.
        again: `module:function` of a function that takes the text of a question and returns the start and the end of
            each place that repeats a value of this type in another notation with the same meaning: `(50-78-2)` after
            "aspirin". Not inherited.
        generic: one of `GENERICS`: the type stands for that of the values of a call. All inputs and outputs of one call
            with the same generic type, or one below it, have the same type and unit; only a difference of
            temperatures keeps its own type and unit, since it is not a temperature.
        shown: how an answer names an output of the type if its label is not enough: `{name}` stands for the setting
            of that name, for what the values of that input are, or for how the output of that name is shown;
            `{name:value}` for the value itself, `{name:ordinal}` for a rank (`2nd`), which is empty for the first, and
            `{name:first}` and `{name:second}` for the subjects of the first and the second value of an input.
        screen: how the safety gate screens a value (see `scitoolagent.gate`); that of the parent if empty.
    """

    name: str
    parent: str | None = None
    unit: str | None = None
    edam: str | None = None
    label: str = ""
    also: tuple[str, ...] = ()
    pattern: str | None = None
    role: str = ""
    announced: tuple[str, ...] = ()
    needs_context: bool = False
    recogniser: str = ""
    speller: str = ""
    finder: str = ""
    again: str = ""
    generic: str = ""
    shown: str = ""
    screen: str = ""

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise DeclarationError(f"semantic type {self.name!r} must be CamelCase letters and digits")
        if self.pattern is not None:
            re.compile(self.pattern)
        if self.role and self.role not in ROLES:
            raise DeclarationError(f"semantic type {self.name}: role {self.role!r} is none of {', '.join(ROLES)}")
        for place in filter(None, (self.recogniser, self.speller, self.finder, self.again)):
            if not _PLACE.fullmatch(place):
                raise DeclarationError(f"semantic type {self.name}: {place!r} must be written module:function")
        if self.generic and self.generic not in GENERICS:
            raise DeclarationError(
                f"semantic type {self.name}: generic {self.generic!r} is none of {', '.join(GENERICS)}"
            )
        if not self.label:
            object.__setattr__(self, "label", words(self.name))

    @property
    def key(self) -> str:
        """The name of an output of this type: `PolarSurfaceArea` gives `polar_surface_area`."""
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", self.name).lower()


def words(camel: str) -> str:
    """`GetNPR1Value` as `get NPR1 value`: words in lower case, abbreviations kept."""
    parts = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_", " ", camel).split()
    return " ".join(part if part.isupper() and len(part) > 1 else part.lower() for part in parts)
