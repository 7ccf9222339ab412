"""The hold of a finding on the text: quote to place (`locate`), place after edits (`track`), text to safe edit (`fix`).

Pure: everything is computed from the strings that are handed in.
"""
