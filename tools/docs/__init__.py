"""The documents of docs/ as pages of the site, with pictures of the tutorial's own tournament.

    python -m tools.docs --site site

Not part of the installed program: `make site` runs it, and `tourgen build` links to what it finds in the site.
"""
