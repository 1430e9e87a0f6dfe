"""What arguments may be, and arrays as the library takes them."""

import ctypes
from typing import Any

import numpy

LARGEST = 2**31 - 1


def address(array: Any) -> ctypes.c_void_p:
    """Where an array is, which this keeps."""
    return ctypes.c_void_p(None) if array is None else array.ctypes.data_as(ctypes.c_void_p)


def integers(values: Any, name: str, dimensions: int = 1) -> Any:
    """values as an array of integers; not copied if they are one."""
    array = numpy.asarray(values)
    if array.size == 0 and array.dtype.kind == "f":
        # numpy.array([]) has doubles.
        array = array.astype(numpy.int32)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must have integers, not {array.dtype}")
    if array.ndim != dimensions:
        raise ValueError(f"{name} must have {dimensions} dimension{'s' * (dimensions > 1)}, not {array.ndim}")
    return array


def signed(array: Any, name: str) -> Any:
    """Integers as numbers of 32 or 64 bits with a sign, one after the other in memory."""
    if array.dtype == numpy.uint64 and array.size and int(array.max()) > numpy.iinfo(numpy.int64).max:
        raise ValueError(f"{name} has {array.max()}, which is too large")
    if array.dtype not in (numpy.int32, numpy.int64):
        array = array.astype(numpy.int64)
    return numpy.require(array, requirements=["C", "A"])


def targets(values: Any, name: str) -> Any:
    """Vertices as numbers of 32 bits; not copied if they are that already."""
    array = integers(values, name)
    if array.dtype not in (numpy.int32, numpy.uint32):
        if array.size and (array.min() < 0 or array.max() > LARGEST):
            bad = array.min() if array.min() < 0 else array.max()
            raise ValueError(f"{name} has {bad}, which is no vertex")
        array = array.astype(numpy.int32)
    return numpy.require(array, requirements=["C", "A"])


def numbers(values: Any, name: str, size: int) -> Any:
    """Weights as doubles; not copied if they are that already."""
    array = numpy.asarray(values)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must have real numbers, not {array.dtype}")
    if array.shape != (size,):
        raise ValueError(f"{name} must have one number for each of the {size} entries, not the shape {array.shape}")
    return numpy.require(array, dtype=numpy.float64, requirements=["C", "A"])


def whole(value: Any, name: str, least: int, most: int) -> int:
    """A single integer in a range."""
    if isinstance(value, bool | numpy.bool_) or not isinstance(value, int | numpy.integer):
        raise TypeError(f"{name} must be an int, not {type(value).__name__}")
    if not least <= int(value) <= most:
        raise ValueError(f"{name} is from {least} to {most}, not {value}")
    return int(value)


def seed_of(value: Any) -> ctypes.c_uint64:
    return ctypes.c_uint64(whole(value, "seed", 0, 2**64 - 1))


def real(value: Any, name: str) -> float:
    """A single finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float | numpy.integer | numpy.floating):
        raise TypeError(f"{name} must be a number, not {type(value).__name__}")
    number = float(value)
    if not numpy.isfinite(number):
        raise ValueError(f"{name} must be a finite number, not {number}")
    return number
