"""The live server.

server.py        Starlette and uvicorn: who is answered, and what every answer carries
screen.py        one open page with a line to the server
site.py          the public site
state.py         the open pages of the site: they reload after a build, or show the problems
watch.py         looks for saved files
keys.py          keys of helpers and players, kept in one private file
tables.py        the tables of the rounds that are being played, as their sheets have them
typed_line.py    what `12 ○` means
entries.py       rounds/entries.jsonl: what was entered, on the medium before it is shown
write_entries.py entries into the cells of their sheets
desk.py          the desk of one event
desk_view.py     what its pages show
desk_pages.py    its pages and their lines
"""
