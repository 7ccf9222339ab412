"""Where a request may go, and whether a key may go with it."""

from __future__ import annotations

import ipaddress
import os
from urllib.parse import urlsplit

LOOPBACK_ONLY = "ANCHORLINE_LOOPBACK_ONLY"
"""When this environment variable is set to anything but nothing, 0 or false, no model outside this machine is called.
The project's tests set it, for every process that they start."""

DEFAULT_BASE_URL = "https://api.anthropic.com"


def is_loopback(host: str) -> bool:
    """Whether a host name or address means this machine. No name is looked up."""
    host = host.strip("[]").rstrip(".").casefold()
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def loopback_only() -> bool:
    return os.environ.get(LOOPBACK_ONLY, "").strip().casefold() not in ("", "0", "false")


def host_of(url: str, *, port: bool = True) -> str:
    """The host of a URL with its port, as a URL spells them; "" when it has none."""
    try:
        parts = urlsplit(url)
        host, number = parts.hostname or "", parts.port
    except ValueError:
        return ""
    host = f"[{host}]" if ":" in host else host
    return f"{host}:{number}" if port and number else host


def endpoint_problem(url: str, *, with_key: bool) -> str | None:
    """Why nothing may be sent to this base URL, in one sentence; None when it may."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        _ = parts.port
    except ValueError:
        return "base_url is not a URL; write it as https://host or http://localhost:port"
    if parts.scheme not in ("http", "https") or not host:
        return "base_url is not a URL; write it as https://host or http://localhost:port"
    if parts.username or parts.password:
        return "base_url holds a user name or password; take it out and set ANTHROPIC_API_KEY instead"
    if parts.scheme == "http" and with_key and not is_loopback(host):
        return f"a key is sent only over https or to this machine; change base_url to https://{host_of(url)}"
    return None
