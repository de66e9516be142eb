"""Root may read and write everything; these tests want to be refused like anybody else."""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_VERSION_3 = 0x20080522
_DAC_OVERRIDE, _DAC_READ_SEARCH = 1, 2  # by which root passes over permissions


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Data(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


@contextmanager
def as_anybody() -> Iterator[None]:
    """Permissions count for root too: it lays down its privilege to ignore them, and takes it up again."""
    if sys.platform != "linux" or os.geteuid() != 0:
        yield
        return
    system = ctypes.CDLL(None, use_errno=True)
    header, data = _Header(_VERSION_3, 0), (_Data * 2)()
    assert system.capget(ctypes.byref(header), data) == 0
    kept = data[0].effective
    data[0].effective = kept & ~(1 << _DAC_OVERRIDE | 1 << _DAC_READ_SEARCH)
    assert system.capset(ctypes.byref(header), data) == 0
    try:
        yield
    finally:
        data[0].effective = kept
        assert system.capset(ctypes.byref(header), data) == 0
