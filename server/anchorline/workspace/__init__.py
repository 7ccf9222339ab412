"""What stands around a document: files, folders and the Git repository that holds it.

The only package besides the surfaces that touches files. Everything it looks at is hostile until shown otherwise: a
path is judged by its text before the file system sees it, links are followed one step at a time and never out of the
root, and of a repository only objects, references and the index are read. Its configuration is never read, so nothing
that it names (monitors, filters, hooks, external diffs, included files) can run or be opened.
"""
