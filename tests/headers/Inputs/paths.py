"""Includes each header of a list alone, in C and C++.

    paths.py LIST INCLUDE_DIR CLANG TUSSAH_CLANG [FLAGS]

A line of the list is a path and the languages in which it compiles, or `error: ` and what is
said instead, by tussah-clang. CLANG compiles with one `-I INCLUDE_DIR`.
"""

import concurrent.futures
import pathlib
import subprocess
import sys


def run(command, path):
    result = subprocess.run(
        [*command, "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-fsyntax-only", "-"],
        input=f"#include <{path}>\nextern int nothing;\n",
        capture_output=True,
        text=True,
    )
    return result.returncode, result.stderr


def check(path, expected, include, clang, tussah):
    """What is wrong with one header."""
    if expected.startswith("error: "):
        for language in ("c", "c++"):
            code, text = run([*tussah, "-x", language], path)
            if code == 0 or expected not in text:
                yield f"<{path}> in {language}: expected '{expected}'; {text}"
        return
    for language in expected.split():
        for command in ([clang, f"-I{include}"], tussah):
            code, text = run([*command, "-x", language], path)
            if code != 0 or text:
                yield f"<{path}> in {language} by {pathlib.Path(command[0]).name}: {text}"


def main():
    table, include, clang, *tussah = sys.argv[1:]
    lines = pathlib.Path(table).read_text(encoding="utf-8").splitlines()
    expected = dict(line.split(" ", 1) for line in lines if not line.startswith("#"))
    found = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = [
            pool.submit(lambda *of: list(check(*of)), path, what, include, clang, tussah)
            for path, what in expected.items()
        ]
        for job in jobs:
            found += job.result()
    # What programs can include is in the list.
    for folder in ("cilk", "cilktools"):
        for file in sorted(pathlib.Path(include, folder).iterdir()):
            if file.is_file() and f"{folder}/{file.name}" not in expected:
                found.append(f"<{folder}/{file.name}> is not in {pathlib.Path(table).name}")
    for line in found:
        print("wrong:", line)
    print(f"{len(expected)} headers, {len(found)} wrong")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
