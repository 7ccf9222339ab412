"""Which method is handled where. One line for each; what it does stands in the file named after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from anchorline.lsp import (
    code_action,
    did_change,
    did_change_configuration,
    did_change_watched_files,
    did_change_workspace_folders,
    did_close,
    did_open,
    did_save,
    execute_command,
    hover,
    initialized,
    will_save,
)

if TYPE_CHECKING:
    from anchorline.lsp.server import Server

_HANDLERS: dict[str, Any] = {
    types.INITIALIZED: initialized.handle,
    types.TEXT_DOCUMENT_DID_OPEN: did_open.handle,
    types.TEXT_DOCUMENT_DID_CHANGE: did_change.handle,
    types.TEXT_DOCUMENT_WILL_SAVE: will_save.handle,
    types.TEXT_DOCUMENT_DID_SAVE: did_save.handle,
    types.TEXT_DOCUMENT_DID_CLOSE: did_close.handle,
    types.TEXT_DOCUMENT_HOVER: hover.handle,
    types.TEXT_DOCUMENT_CODE_ACTION: code_action.handle,
    types.WORKSPACE_EXECUTE_COMMAND: execute_command.handle,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: did_change_configuration.handle,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: did_change_watched_files.handle,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: did_change_workspace_folders.handle,
}


def register(server: Server) -> None:
    for method, handler in _HANDLERS.items():
        server.feature(method)(handler)

    @server.feature(types.INITIALIZE)
    def on_initialize(ls: Server, params: Any) -> Any:
        return ls.initialize(params)

    @server.feature(types.SHUTDOWN)
    def on_shutdown(ls: Server, _: Any) -> None:
        ls.shut_down()

    @server.feature(types.EXIT)
    def on_exit(ls: Server, _: Any) -> None:
        ls.exit()

    @server.feature(types.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    def on_progress_cancel(ls: Server, params: types.WorkDoneProgressCancelParams) -> None:
        ls.progresses.cancelled(params.token)

    @server.feature(types.SET_TRACE)
    def on_set_trace(ls: Server, _: Any) -> None:
        """Accepted; what is traced goes to the log."""
