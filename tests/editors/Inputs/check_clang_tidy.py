"""Runs clang-tidy over sources of a project as they are, and as their serial
elision: it must find the same.

usage: check_clang_tidy.py CLANG_TIDY FOLDER FILE...

A comment `// expect: TEXT` says that a finding in its line contains TEXT, so
that finding nothing is no success.
"""

import pathlib
import re
import subprocess
import sys

# Checks of names and formats would say nothing about the keywords.
CHECKS = (
    "-*,clang-diagnostic-*,bugprone-*,-bugprone-easily-swappable-parameters,clang-analyzer-*,"
    "concurrency-*,cppcoreguidelines-*,-cppcoreguidelines-avoid-magic-numbers,misc-*,-misc-include-cleaner,"
    "modernize-*,-modernize-use-trailing-return-type,performance-*,readability-*,"
    "-readability-identifier-length,-readability-magic-numbers"
)
# Takes an iterator of `cilk_for` for a loop that has no braces; without the
# header it finds more, not less.
CHECKS += ",-readability-braces-around-statements"


def findings(tool, folder, file, arguments):
    result = subprocess.run(
        [tool, "-p", folder / "build", f"--checks={CHECKS}", "--quiet", *arguments, file],
        capture_output=True,
        text=True,
        timeout=250,
    )
    if "rror while processing" in result.stderr and "expect:" not in file.read_text():
        return {result.stderr}
    lines = re.findall(r"^(/.*?:\d+:\d+: (?:warning|error): .*)$", result.stdout, re.MULTILINE)
    return {line.replace(f"{file.parent}/", "") for line in lines}


def main():
    tool, folder, *files = sys.argv[1:]
    folder = pathlib.Path(folder).resolve()
    problems = []
    for file in map(pathlib.Path, files):
        file = file.resolve()
        found = findings(tool, folder, file, [])
        # The stub does not say that the pragmas are known.
        arguments = ["-include", "cilk/cilk_stub.h", "-Wno-unknown-pragmas"]
        stub = [f"--extra-arg={argument}" for argument in arguments]
        elision = findings(tool, folder, file, stub)
        problems += [f"only with the keywords: {line}" for line in sorted(found - elision)]
        problems += [f"only in the elision: {line}" for line in sorted(elision - found)]
        for number, line in enumerate(file.read_text().splitlines(), 1):
            match = re.search(r"// expect: (.*)", line)
            if match and not any(
                text.startswith(f"{file.name}:{number}:") and match[1] in text for text in found
            ):
                problems.append(f"{file.name}:{number}: no '{match[1]}'")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
