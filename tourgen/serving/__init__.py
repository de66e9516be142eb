"""`tourgen serve`: build when a sheet is saved, show the site, and say problems where they are seen."""

from tourgen.serving.server import serve_site
from tourgen.serving.watch import Watch, rebuild_on_change

__all__ = ["Watch", "rebuild_on_change", "serve_site"]
