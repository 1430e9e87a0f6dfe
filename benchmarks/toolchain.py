"""What the benchmarks share: the compilers that they compare, and statistics."""

import argparse
import pathlib
import shutil
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def parser(description, rounds, limit=1.10):
    """An argument parser with the options that all benchmarks have, but for
    --limit where `limit` is None."""
    result = argparse.ArgumentParser(description=description)
    result.add_argument("--build-dir", type=pathlib.Path, default=ROOT / "build")
    result.add_argument("--llvm", default="22", help="version of clang to use")
    result.add_argument(
        "--rounds", type=int, default=rounds, help="alternating runs of each side"
    )
    if limit is not None:
        result.add_argument(
            "--limit",
            type=float,
            default=limit,
            help="largest ratio that is a success (exit code 0)",
        )
    return result


def compilers(options):
    """Returns the commands of the stock clang++ and of tussah-clang++ on it."""
    name = f"clang-{options.llvm}"
    stock = shutil.which(name) or f"/usr/lib/llvm-{options.llvm}/bin/clang"
    if not pathlib.Path(stock).exists():
        raise SystemExit(f"error: no {name}; install it or choose another --llvm")
    driver = options.build_dir / "bin" / "tussah-clang++"
    if not driver.exists():
        raise SystemExit(f"error: no {driver}; run 'make build'")
    include = ROOT / "include"
    return (
        [stock, "--driver-mode=g++", f"-I{include}"],
        [str(driver), f"--tussah-clang={stock}"],
    )


def run(command, **options):
    """Runs a command, which must succeed."""
    result = subprocess.run(command, text=True, **options)
    if result.returncode != 0:
        raise SystemExit(f"error: exit code {result.returncode} of: {' '.join(command)}")
    return result


def ratio(new, old):
    """The median of the ratios of samples that were taken one after the other:
    what else the machine does at the time slows down both."""
    return statistics.median(n / o for n, o in zip(new, old))


def verdict(ratio, limit):
    return "ok" if ratio <= limit else f"above the limit of {limit:.2f}"
