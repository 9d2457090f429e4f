"""Numbers written as sums: ``"6 * 4/6 * 3/6"``, worked out exactly and by nothing else."""

from __future__ import annotations

import ast
from fractions import Fraction

LONGEST = 400


class NoNumber(ValueError):
    """What is written is no sum of whole numbers; the message says where it goes wrong."""


def number_of(written: str | int | float) -> Fraction:
    """The number; ``+``, ``-``, ``*``, ``/``, whole powers and brackets are known. Raises :class:`NoNumber`."""
    text = str(written)
    if len(text) > LONGEST:
        raise NoNumber(f"a sum of {len(text)} characters; at most {LONGEST} are read")
    try:
        return _value(ast.parse(text, mode="eval").body)
    except SyntaxError as error:
        raise NoNumber(f"“{text}” is no sum of numbers") from error
    except ZeroDivisionError as error:
        raise NoNumber(f"“{text}” divides by 0") from error


def _value(node: ast.expr) -> Fraction:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return Fraction(str(value))
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_value(inner)
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int() as power)) if 0 <= power <= 50:
            return _value(left) ** power
        case ast.BinOp(left=left, op=operation, right=right):
            one, other = _value(left), _value(right)
            match operation:
                case ast.Add():
                    return one + other
                case ast.Sub():
                    return one - other
                case ast.Mult():
                    return one * other
                case ast.Div():
                    return one / other
    raise NoNumber(f"“{ast.unparse(node)}” is no number, sum, product or quotient")
