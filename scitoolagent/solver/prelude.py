"""What a program finds in the sandbox beside Python: quantities, and functions that compare and order them.

The text is run inside the sandbox, which has arithmetic on classes of its own but no comparison of them; `rewrite.py`
puts the functions here in the place of the operators. Everything that needs the machine goes through `_host`. What the
functions here call has names of its own, so that a program may have a `sum` or a `type`.
"""

from __future__ import annotations

import re

PRELUDE = """
_sorted, _min, _max, _plain_sum, _plain_abs, _plain_round = sorted, min, max, sum, abs, round
_type, _list, _len, _range, _tuple, _any, _zip = type, list, len, range, tuple, any, zip
_str, _int, _float, _setattr, _getattr, _error = str, int, float, setattr, getattr, ValueError

class Quantity:
    # Members of sets and keys of dicts are told apart without a conversion of units: none can be.
    __hash__ = None
    def __init__(self, value, unit, type_=""):
        self.value = value
        self.unit = unit
        self.type = type_
    def to(self, unit):
        return _read(_amount("to", self, unit))
    def in_(self, unit):
        return _read(_amount("in", self, unit))
    def __neg__(self):
        return _Quantity(-self.value, self.unit, self.type)
    def __eq__(self, other):
        # Asked within a list or by `in`, where nothing can be converted.
        if _type(other) is not _Quantity:
            return False
        if self.unit != other.unit:
            raise _error(f"{self} and {other} are compared within a list; compare them one by one, or in one unit")
        return self.value == other.value
    def __str__(self):
        return f"{self.value:.10g} {self.unit}"
    def __repr__(self):
        return f"{self.value:.10g} {self.unit}"

_Quantity = Quantity

class Fields:
    def __init__(self, names, values):
        self.fields_ = names
        for name, value in _zip(names, values):
            _setattr(self, name, value)

_Fields = Fields

def _read(x):
    tag = x[0]
    if tag == "v":
        return x[1]
    if tag == "q":
        return _Quantity(x[1], x[2], x[3])
    if tag == "l":
        return [_read(item) for item in x[1]]
    if tag == "d":
        return {key: _read(item) for key, item in x[1]}
    return _Fields([name for name, item in x[1]], [_read(item) for name, item in x[1]])

def _call(name_, at_, *args, **named):
    return _read(_host(name_, at_, False, _list(args), named))

def _map(name_, at_, *args, **named):
    return _read(_host(name_, at_, True, _list(args), named))

def _do(name_, at_, *args, **named):
    return _read(_own(name_, at_, _list(args), named))

def _op(sign, a, b):
    if _type(a) is _Quantity or _type(b) is _Quantity:
        return _read(_amount(sign, a, b))
    if sign == "+":
        return a + b
    if sign == "-":
        return a - b
    if sign == "*":
        return a * b
    if sign == "/":
        return a / b
    return a ** b

# `x += y` changes a list itself, whatever else holds it.
def _changed(sign, a, b):
    if _type(a) is _list and sign == "+":
        a += b
        return a
    if _type(a) is _list and sign == "*":
        a[:] = a * b
        return a
    return _op(sign, a, b)

def _change_item(sign, holder, key, value):
    holder[key] = _changed(sign, holder[key], value)

def _change_field(sign, holder, name, value):
    _setattr(holder, name, _changed(sign, _getattr(holder, name), value))

def _compare(sign, a, b):
    if _type(a) is _Quantity or _type(b) is _Quantity:
        if (a is None or b is None or _type(a) is _str or _type(b) is _str) and (sign == "==" or sign == "!="):
            return sign == "!="
        a, b = _amount("pair", a, b)
    elif sign != "==" and sign != "!=" and (_type(a) is _list or _type(a) is _tuple) and _type(a) is _type(b):
        firsts = {}
        a, b = _key(a, firsts, ()), _key(b, firsts, ())
    if sign == "<":
        return a < b
    if sign == "<=":
        return a <= b
    if sign == ">":
        return a > b
    if sign == ">=":
        return a >= b
    if sign == "==":
        return a == b
    return a != b

# Quantities that are ordered together are compared in the unit of the first one in their place of the key.
def _key(x, firsts, place):
    kind = _type(x)
    if kind is _tuple or kind is _list:
        found = []
        for item in x:
            found.append(_key(item, firsts, place + (_len(found),)))
        return _tuple(found)
    if kind is not _Quantity and kind is not _int and kind is not _float:
        return x
    first = firsts.setdefault(place, x)
    if (_type(first) is _Quantity) != (kind is _Quantity):
        raise _error(f"{first} and {x} cannot be ordered: one has a unit, the other has none")
    return _amount("base", x, first) if kind is _Quantity else x

# Keys are worked out before the order is: nothing can be asked of the host within a comparison.
def _keys(items, key):
    firsts = {}
    return [_key(item if key is None else key(item), firsts, ()) for item in items]

def _ordered(values, key=None, reverse=False):
    items = _list(values)
    keys = _keys(items, key)
    order = _sorted(_list(_range(_len(items))), key=lambda place: keys[place], reverse=reverse)
    return [items[place] for place in order]

def _sort(values, key=None, reverse=False):
    values[:] = _ordered(values, key=key, reverse=reverse)

_MISSING = _Fields([], [])

def _extreme(how, args, key, default):
    items = _list(args[0]) if _len(args) == 1 else _list(args)
    if not items and default is not _MISSING:
        return default
    keys = _keys(items, key)
    return items[how(_list(_range(_len(items))), key=lambda place: keys[place])]

def min(*args, key=None, default=_MISSING):
    return _extreme(_min, args, key, default)

def max(*args, key=None, default=_MISSING):
    return _extreme(_max, args, key, default)

def _total(values, start=0):
    items = _list(values)
    if not _any([_type(item) is _Quantity for item in items]):
        return _plain_sum(items, start)
    total = items[0] if _type(start) is _int and start == 0 else _op("+", start, items[0])
    for item in items[1:]:
        total = _op("+", total, item)
    return total

def abs(x):
    if _type(x) is _Quantity:
        return _Quantity(_plain_abs(x.value), x.unit, x.type)
    return _plain_abs(x)

def _rounded(number, ndigits=None):
    if _type(number) is _Quantity:
        return _Quantity(_rounded(number.value, ndigits), number.unit, number.type)
    return _plain_round(number, ndigits) if ndigits is not None else _plain_round(number)

def _mean(values):
    items = _list(values)
    if not items:
        raise _error("mean of no values")
    if _len(items) == 1:
        return items[0]
    found = _op("/", _total(items), _len(items))
    # Temperatures are added up in kelvin.
    return found.to(items[0].unit) if _type(found) is _Quantity and found.unit != items[0].unit else found

def _median(values):
    items = _ordered(values)
    if not items:
        raise _error("median of no values")
    half = _len(items) // 2
    return items[half] if _len(items) % 2 else _mean([items[half - 1], items[half]])

def _stdev(values):
    items = _list(values)
    if _len(items) < 2:
        raise _error("the standard deviation needs two values")
    middle = _mean(items)
    gaps = [_op("-", item, middle) for item in items]
    total = 0.0
    for gap in gaps:
        size = _amount("base", gap, gaps[0]) if _type(gap) is _Quantity else gap
        total += size * size
    spread = (total / (_len(items) - 1)) ** 0.5
    return _Quantity(spread, gaps[0].unit, gaps[0].type) if _type(middle) is _Quantity else spread

sorted, sum, round, mean, median, stdev = _ordered, _total, _rounded, _mean, _median, _stdev

def _number(x):
    return x.value if _type(x) is _Quantity else x
"""

HOST = ("_host", "_own", "_amount")
# What a program may not define: it would stand in the place of what is here.
RESERVED = frozenset({*re.findall(r"\b_[a-z]\w*", PRELUDE, re.IGNORECASE), "Quantity", "Fields"})
