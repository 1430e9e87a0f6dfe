"""Calls of the library: what runs on its workers, while Python's thread waits.

Each function of the library that takes long begins on a thread of its own. The thread of Python that has called it waits
in short pieces without the lock of the interpreter, so Ctrl-C and progress work, and no code of Python runs on the
stacks of tasks.
"""

import ctypes
import math
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import numpy.typing

Progress = bool | Callable[[float], object] | None
Int32Array = numpy.typing.NDArray[numpy.int32]
Int64Array = numpy.typing.NDArray[numpy.int64]
FloatArray = numpy.typing.NDArray[numpy.float64]
BoolArray = numpy.typing.NDArray[numpy.bool_]

# How often Python looks for signals, and tells the progress.
SECONDS = 0.05

VALUE, MEMORY, FILE, CANCELLED = 1, 2, 3, 4


class GraphFileError(OSError, ValueError):
    """A file that is no graph of its format, or a graph that a format cannot express.

    The text has the name of the file, and the line or byte where it is known.
    """


class Memory(ctypes.Structure):
    """module.h: Memory."""

    _fields_ = [("by", ctypes.c_void_p), ("data", ctypes.c_void_p), ("size", ctypes.c_uint64)]


class Call(ctypes.Structure):
    """module.h: Call."""

    _fields_ = [
        ("running", ctypes.c_void_p),
        ("ended", ctypes.c_int32),
        ("message", ctypes.c_char * 1020),
        ("made", ctypes.c_void_p),
        ("arrays", Memory * 2),
        ("counts", ctypes.c_uint64 * 2),
        ("reals", ctypes.c_double * 2),
    ]

    kept: object = None
    """What the call uses, which goes behind it."""

    def __del__(self) -> None:
        # A second Ctrl-C may come before what the first one leads to.
        LIBRARY.tussah_graph_end(ctypes.byref(self))


def _load() -> ctypes.CDLL:
    path = Path(__file__).with_name("libtussah-graph-python.so")
    try:
        library = ctypes.CDLL(os.fspath(path))
    except OSError as error:
        raise ImportError(f"tussah_graph cannot load its library: {error}") from None
    library.tussah_graph_wait.argtypes = [ctypes.POINTER(Call), ctypes.c_double]
    library.tussah_graph_end.argtypes = [ctypes.POINTER(Call)]
    library.tussah_graph_end.restype = None
    library.tussah_graph_fraction.argtypes = [ctypes.POINTER(Call)]
    library.tussah_graph_fraction.restype = ctypes.c_double
    for name in ("release", "free"):
        function = library[f"tussah_graph_{name}"]
        function.argtypes = [ctypes.c_void_p]
        function.restype = None
        setattr(library, f"tussah_graph_{name}", function)
    library.tussah_graph_workers.restype = ctypes.c_uint
    library.tussah_graph_set_workers.argtypes = [ctypes.c_char_p]
    return library


LIBRARY = _load()


class Handle:
    """A graph of the library, and the arrays that it uses."""

    def __init__(self, pointer: int, arrays: tuple[object, ...] = ()) -> None:
        # By this ctypes passes a Handle, and so a call keeps it.
        self._as_parameter_ = ctypes.c_void_p(pointer)
        self.arrays = arrays
        self._free = LIBRARY.tussah_graph_free

    def __del__(self) -> None:
        self._free(self._as_parameter_)


class _Result:
    """Memory of the library until no array uses it any more."""

    def __init__(self, memory: Memory) -> None:
        self.by, self.data, self.size = memory.by, memory.data, memory.size
        self._release = LIBRARY.tussah_graph_release

    def __del__(self) -> None:
        self._release(self.by)


class _View:
    """What NumPy makes an array of, which keeps this, and so the owner of the memory."""

    def __init__(self, owner: object, address: int | None, shape: tuple[int, ...], typestr: str, readonly: bool) -> None:
        self.owner = owner
        self.__array_interface__ = {"data": (address or 0, readonly), "shape": shape, "typestr": typestr, "version": 3}


def view(owner: object, address: int | None, shape: tuple[int, ...], dtype: type[Any], readonly: bool) -> Any:
    """The elements at an address as an array, without copying them."""
    if not address or 0 in shape:
        return numpy.empty(shape, dtype)
    return numpy.asarray(_View(owner, address, shape, numpy.dtype(dtype).str, readonly))


class Results:
    """What a call has left."""

    def __init__(self, call: Call) -> None:
        self.made: int | None = call.made
        self.counts: list[int] = list(call.counts)
        self.reals: list[float] = list(call.reals)
        self._arrays = [_Result(one) if one.by else None for one in call.arrays]

    def array(self, which: int, dtype: type[Any], width: int = 0) -> Any:
        """A result as an array of NumPy, not copied; with a width, that of rows."""
        found = self._arrays[which]
        assert found is not None
        return view(found, found.data, (found.size, width) if width else (found.size,), dtype, False)


def _teller(progress: Progress) -> Callable[[float], object] | None:
    if progress is True:
        if not sys.stderr.isatty():
            return None

        def tell(fraction: float) -> None:
            sys.stderr.write("\r\033[K" if fraction >= 1 else f"\r{100 * fraction:3.0f} %")
            sys.stderr.flush()

        return tell
    if progress is None or progress is False:
        return None
    if not callable(progress):
        raise TypeError(f"progress must be a bool or a callable, not {type(progress).__name__}")
    return progress


def run(name: str, *arguments: object, progress: Progress = None) -> Results:
    """Calls a function of the library, waits for its end, and raises what it has failed with."""
    tell = _teller(progress)
    call = Call()
    call.kept = arguments
    reference = ctypes.byref(call)
    function = LIBRARY[f"tussah_graph_{name}"]
    function.restype = None
    # Only the main thread gets signals.
    looks = tell is not None or threading.current_thread() is threading.main_thread()
    seconds = SECONDS if looks else math.inf
    try:
        function(reference, *arguments)
        while not LIBRARY.tussah_graph_wait(reference, min(seconds, 3600.0)):
            if tell:
                tell(LIBRARY.tussah_graph_fraction(reference))
        if tell:
            tell(1.0)
    except BaseException:
        LIBRARY.tussah_graph_end(reference)
        Results(call)
        if call.made:
            Handle(call.made)
        raise
    results = Results(call)
    if call.ended:
        message = call.message.decode(errors="replace")
        if call.ended == VALUE:
            raise ValueError(message)
        if call.ended == MEMORY:
            raise MemoryError(message)
        if call.ended == FILE:
            raise GraphFileError(message)
        raise RuntimeError(message)
    return results


def workers() -> int:
    """How many workers a computation has: processors that the process may use, or what set_workers says."""
    return int(LIBRARY.tussah_graph_workers())


def set_workers(count: int) -> None:
    """Sets how many workers later computations have, for the whole process.

    count is from 1 to 2048; 0 means what the variable CILK_NWORKERS says, or the processors that the process may use.
    Raises ValueError for another number, and RuntimeError while a computation runs.
    """
    if not isinstance(count, int) or isinstance(count, bool):
        raise TypeError(f"the number of workers must be an int, not {type(count).__name__}")
    if not 0 <= count <= 2048:
        raise ValueError(f"the number of workers is from 0 to 2048, not {count}")
    if LIBRARY.tussah_graph_set_workers(str(count).encode()) != 0:
        raise RuntimeError("the number of workers cannot change while a computation runs")
