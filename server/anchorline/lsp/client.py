"""What the client can do, read once from its capabilities. Every optional behaviour is an `if` on one of these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from anchorline.text.lines import Encoding

_ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")


def at(data: Any, *path: str) -> Any:
    """The value at a path of keys in untyped JSON; None where anything on the way is missing or of another shape."""
    for step in path:
        if not isinstance(data, dict):
            return None
        data = data.get(step)
    return data


@dataclass(frozen=True, slots=True)
class Client:
    name: str = ""
    encoding: Encoding = "utf-16"
    related_information: bool = False
    code_description: bool = False
    diagnostic_data: bool = False
    document_changes: bool = False
    change_annotations: bool = False
    apply_edit: bool = False
    code_action_literals: bool = False
    preferred_actions: bool = False
    markdown_hover: bool = False
    progress: bool = False
    show_document: bool = False
    configuration: bool = False
    watch_files: bool = False
    watch_configuration: bool = False
    status: bool = False
    trusted: bool = False
    create_message: bool = False
    settings: Any = None
    """`initializationOptions.settings`, as it came."""

    @property
    def previews_edits(self) -> bool:
        """Whether it asks its person about each annotated edit before it makes it."""
        return self.document_changes and self.change_annotations


def resolve(params: dict[str, Any]) -> Client:
    """Read the parameters of `initialize`. Whatever is missing, new or of another shape counts as not supported."""
    caps = params.get("capabilities")
    document, workspace, window = (at(caps, part) for part in ("textDocument", "workspace", "window"))
    options = params.get("initializationOptions")
    return Client(
        name=str(at(params, "clientInfo", "name") or ""),
        encoding=_encoding(at(caps, "general", "positionEncodings")),
        related_information=at(document, "publishDiagnostics", "relatedInformation") is True,
        code_description=at(document, "publishDiagnostics", "codeDescriptionSupport") is True,
        diagnostic_data=at(document, "publishDiagnostics", "dataSupport") is True,
        document_changes=at(workspace, "workspaceEdit", "documentChanges") is True,
        change_annotations=isinstance(at(workspace, "workspaceEdit", "changeAnnotationSupport"), dict),
        apply_edit=at(workspace, "applyEdit") is True,
        code_action_literals=isinstance(at(document, "codeAction", "codeActionLiteralSupport"), dict),
        preferred_actions=at(document, "codeAction", "isPreferredSupport") is True,
        markdown_hover=_markdown(at(document, "hover", "contentFormat")),
        progress=at(window, "workDoneProgress") is True,
        show_document=at(window, "showDocument", "support") is True,
        configuration=at(workspace, "configuration") is True,
        watch_files=at(workspace, "didChangeWatchedFiles", "dynamicRegistration") is True,
        watch_configuration=at(workspace, "didChangeConfiguration", "dynamicRegistration") is True,
        status=at(options, "statusNotifications") is True,
        trusted=at(options, "trusted") is True,
        create_message=at(options, "createMessage") is True,
        settings=at(options, "settings"),
    )


def _encoding(offered: Any) -> Encoding:
    """The first that the client offers and we know, in its order of preference; UTF-16 is always understood."""
    for name in offered if isinstance(offered, Sequence) else ():
        for known in _ENCODINGS:
            if name == known:
                return known
    return "utf-16"


def _markdown(formats: Any) -> bool:
    """A client that lists no formats shows Markdown by convention; one that lists plain text first prefers it."""
    return not isinstance(formats, list) or not formats or formats[0] == "markdown"
