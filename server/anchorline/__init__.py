"""Anchorline: a reviewer whose every finding hangs on a verbatim quote with one place in the text."""

__version__ = "0.1.0"
