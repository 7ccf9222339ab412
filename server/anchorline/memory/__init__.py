"""What lasts: replies that need not be asked for again, and what was spent. One SQLite file in the state folder."""

FILE = "anchorline.sqlite3"
