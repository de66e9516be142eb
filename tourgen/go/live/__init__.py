"""`tourgen go live`: the procedure at the end of the game for two players, spectators and a referee.

command.py   what a connection may say, checked strictly
game.py      a table as a value: one logged event after the other
setup.py     the position before the procedure: from a record, or stone by stone
view.py      what every screen shows
log.py       the log of a table: written before anything is shown, read after a restart
clock.py     the time that the tables' clocks run on
table.py     one table while it is served
desk.py      all tables of an event, their secrets and their records
pages.py     addresses, headers and files of the web pages
server.py    the server
"""
