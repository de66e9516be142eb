"""The procedure at the end of the game for two players, spectators and a referee: tables of the live server.

command.py     what a connection may say, checked strictly
game.py        a table as a value: one logged event after the other
setup.py       the position before the procedure: from a record, or stone by stone
view.py        what every screen shows
log.py         the log of a table: written before anything is shown, read after a restart
clock.py       the time that the tables' clocks run on
seats.py       which tables an event opens
outcome.py     how a table has ended, for records and sheets
table.py       one table while it is served
records.py     what a table keeps in the event's folder
clerk.py       writes the records, beside the play
hall.py        all tables of an event
hall_pages.py  their pages and lines
"""
