"""What a document is: frozen text, where its lines are, what its parts are called.

Pure: nothing here opens a file, reads a clock or knows an editor. Offsets are indices into a Python string (code
points); conversion to what an editor counts happens once, at the edge, through `LineIndex`.
"""
