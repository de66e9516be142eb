"""The only room that writes files, and the limits for files that come from outside.

tree.py         folders of pages, swapped in whole, and the pages beside them
typed_files.py  single files that people type into or would miss
journal.py      what a server goes on writing
own_files.py    which files tourgen wrote itself, and may replace
site_place.py   where no site may be written
lock.py         one process at a time; unfinished.py clears up behind one that was killed
reading.py      reading and listing; errors.py says what the disk refuses
"""
