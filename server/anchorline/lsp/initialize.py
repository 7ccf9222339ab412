"""`initialize`: who the client is, and what the server promises it.

The answer is a plain dict. It says exactly what is written here, and building it costs nothing; the typed way makes
cattrs compile converters for two hundred classes first, which is most of an empty pygls server's answer.
"""

from __future__ import annotations

from typing import Any

import anchorline
from anchorline.lsp import client as clients
from anchorline.lsp.client import Client
from anchorline.lsp.commands import COMMANDS

FIX_ALL = "source.fixAll.anchorline"


def result(client: Client) -> dict[str, Any]:
    return {
        "capabilities": {
            "positionEncoding": client.encoding,
            "textDocumentSync": {
                "openClose": True,
                "change": 2,  # incremental
                "willSave": True,
                "save": {"includeText": True},
            },
            "hoverProvider": True,
            "codeActionProvider": {"codeActionKinds": ["quickfix", FIX_ALL]},
            "executeCommandProvider": {"commands": list(COMMANDS)},
            "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}},
        },
        "serverInfo": {"name": "anchorline", "version": anchorline.__version__},
    }


def folders(params: dict[str, Any]) -> list[str]:
    """URIs of the workspace folders, or of the one root of older clients."""
    listed = params.get("workspaceFolders")
    if isinstance(listed, list):
        uris = [uri for folder in listed if isinstance(uri := clients.at(folder, "uri"), str)]
        if uris:
            return uris
    root = params.get("rootUri")
    return [root] if isinstance(root, str) else []
