"""Brackets on the pages.

trees.py   who stands where, as far as it is known; the others start from it
small.py   a tree of a few as a drawing for a phone
poster.py  all brackets of a division as one drawing, made of what shapes.py has
lists.py   the same as lists, for phones and for ears
way.py     one player's way through them
"""
