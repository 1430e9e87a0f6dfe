"""Compiles and runs the programs of a page.

    check-examples.py PAGE.md INCLUDE_DIR TUSSAH TUSSAH++ CLANG CLANG++

A program is a block that begins with ```c or ```cpp. What it prints is in the
block of text behind it. Each is run serially, compiled by the stock clang, and
with forced steals.
"""

import os
import re
import shlex
import subprocess
import sys


def build_and_run(compiler, flags, text, suffix, environment):
    source, binary = "example" + suffix, "./example"
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    command = [*shlex.split(compiler), "-O1", "-Wall", "-Wextra", "-Werror", *flags, source]
    subprocess.run([*command, "-o", binary], check=True)
    run = subprocess.run(
        [binary],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
        timeout=60,
    )
    return run.stdout if run.returncode == 0 else f"exit code {run.returncode}"


def main():
    page, include, tussah, tussah_cxx, clang, clang_cxx = sys.argv[1:]
    with open(page, encoding="utf-8") as file:
        blocks = re.findall(r"^```(c|cpp)\n(.*?)^```\n\n^```text\n(.*?)^```$", file.read(), re.M | re.S)
    stress = {"CILK_NWORKERS": "4", "TUSSAH_STRESS": "always-steal"}
    wrong = 0
    for language, text, expected in blocks:
        is_cxx = language == "cpp"
        suffix = ".cpp" if is_cxx else ".c"
        plain = clang_cxx if is_cxx else clang
        driver = tussah_cxx if is_cxx else tussah
        runs = [(plain, [f"-I{include}"], {}), (driver, [], {}), (driver, [], stress)]
        for compiler, flags, environment in runs:
            printed = build_and_run(compiler, flags, text, suffix, environment)
            if "\n".join(map(str.rstrip, printed.splitlines())) != expected.rstrip("\n"):
                wrong += 1
                print(f"wrong: {compiler} {environment}\n{text}\nprints\n{printed}")
    print(f"{len(blocks)} programs, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
