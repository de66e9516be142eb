"""What a double-click on the stand-alone app runs (tools/app.py packs it)."""

import multiprocessing

from tourgen.__main__ import main

multiprocessing.freeze_support()  # `simulate` starts this program again for its other processes
main()
