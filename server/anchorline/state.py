"""Where what lasts is kept."""

from __future__ import annotations

from pathlib import Path

from anchorline.memory import FILE
from anchorline.settings import Settings


def state_file(settings: Settings) -> Path:
    """Where what lasts is kept: the setting `memory.path`, or the state folder of this system."""
    from platformdirs import user_state_path  # noqa: PLC0415 - only where something is kept

    folder = Path(settings.memory.path).expanduser() if settings.memory.path else user_state_path("anchorline")
    return folder / FILE
