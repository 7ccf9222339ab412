"""What a prompt is made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TextBlock:
    """One text block of a prompt. `breakpoint`: what stands up to here may be cached by the endpoint."""

    text: str
    breakpoint: bool = False
