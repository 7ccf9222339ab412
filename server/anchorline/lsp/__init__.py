"""The language server: the only package that knows pygls and lsprotocol.

One file per LSP method, wired up in `register`. Nothing here imports the engine (parsers, checks, settings files)
when the server starts; `engine` is the one door to it, opened after `initialize` is answered.
"""
