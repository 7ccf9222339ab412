"""The editor's settings as they come: three ways in, any shape, kept raw for the settings package to judge."""

from __future__ import annotations

from typing import Any

from anchorline.lsp import uris

SECTION = "anchorline"


class Configuration:
    """Layers of the editor, weakest first: initializationOptions, what it pushed, what it answered for the folder."""

    def __init__(self, options: Any = None) -> None:
        self._options = options
        self._pushed: Any = None
        self._pulled: dict[str, Any] = {}

    def push(self, settings: Any) -> None:
        """From didChangeConfiguration. Clients send the section alone, or everything with the section in it (which in
        Neovim is a list when it is empty)."""
        if isinstance(settings, dict) and SECTION in settings:
            settings = settings[SECTION]
        if isinstance(settings, dict) and settings:
            self._pushed = settings

    @staticmethod
    def items(folders: list[str]) -> list[dict[str, str]]:
        """What to ask for: the section for every folder, and without a folder for what lies in none."""
        return [{"section": SECTION}, *({"section": SECTION, "scopeUri": folder} for folder in folders)]

    def pull(self, folders: list[str], answer: Any) -> bool:
        """Take over the answer to `items(folders)`. One of another shape changes nothing, and says so by False."""
        if not isinstance(answer, list) or len(answer) != len(folders) + 1:
            return False
        self._pulled = {
            uris.key(folder) if folder else "": value
            for folder, value in zip(["", *folders], answer, strict=True)
            if isinstance(value, dict)
        }
        return True

    def layers(self, uri: str) -> tuple[Any, ...]:
        """Raw settings for one document: the nearest folder's answer counts most."""
        document = uris.key(uri)
        holding = [folder for folder in self._pulled if folder and document.startswith(folder.rstrip("/") + "/")]
        nearest = max(holding, key=len, default="")
        layers = (self._options, self._pushed, self._pulled.get(nearest))
        return tuple(layer for layer in layers if isinstance(layer, dict) and layer)
