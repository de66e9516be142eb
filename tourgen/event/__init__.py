"""The event folder, read once: settings, roster, sheets, pages and game records, with every problem at once."""
