"""The public pages: documents → view data → templates.

`render_event` makes every file below `site/<event-id>/`, `render_index` the pages that span events. Both are pure:
the same input gives the same bytes, and nothing here reads a clock or writes a file.
"""

from tourgen.web.event import render_event
from tourgen.web.index import render_index
from tourgen.web.people import Archive
from tourgen.web.site import static_files

__all__ = ["Archive", "render_event", "render_index", "static_files"]
