from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest_lsp
from lsprotocol import types
from lsprotocol.converters import get_converter
from pytest_lsp import ClientServerConfig, client_capabilities

from lsp.editor import Editor, make_editor

VSCODE = Path(__file__).parents[1] / "fixtures" / "clients" / "vscode.json"


def capabilities_of(name: str) -> types.ClientCapabilities:
    """As recorded from the editor itself."""
    if name != "vscode":
        return client_capabilities(name)
    return get_converter().structure(json.loads(VSCODE.read_text()), types.ClientCapabilities)


@pytest_lsp.fixture(
    config=ClientServerConfig(
        server_command=[sys.executable, "-m", "anchorline", "server"], client_factory=make_editor
    ),
    params=["neovim", "emacs", "vscode"],
)
async def editor(lsp_client: Editor, request, tmp_path):
    """An editor that has opened a folder with a plan in it."""
    lsp_client.name = request.param
    lsp_client.root = tmp_path
    uri = tmp_path.as_uri()
    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=capabilities_of(request.param),
            root_uri=uri,
            workspace_folders=[types.WorkspaceFolder(uri=uri, name="plans")],
        )
    )
    yield
    await lsp_client.shutdown_session()
