"""The compilers of the counterparts in other languages than C++.

As a program it prints which of them this machine has, a line each, and says on the
standard error why it has not got the others.
"""

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass


class Missing(Exception):
    """Something cannot be built here; the text says why, in one line."""


@dataclass(frozen=True)
class Tool:
    """A program, the option with which it tells its version, the oldest version that
    is new enough, and where there is one."""

    name: str
    option: str
    least: tuple
    get: str


# Go before 1.22 has one variable for all rounds of a loop, of which goroutines would
# see the last value; rayon wants Rust 1.80; Java has patterns of instanceof since 16.
RUST = ((1, 80), "see https://rustup.rs")
JAVA = ((16,), "apt-get install default-jdk")
TOOLS = {
    tool.name: tool
    for tool in (
        Tool("go", "version", (1, 22), "see https://go.dev/dl"),
        Tool("cargo", "--version", *RUST),
        Tool("rustc", "--version", *RUST),
        Tool("javac", "-version", *JAVA),
        Tool("java", "-version", *JAVA),
    )
}
# What a language needs, by the name of its compiler.
LANGUAGES = {"go": ("go",), "cargo": ("cargo", "rustc"), "javac": ("javac", "java")}


def version_of(text):
    """Returns the first number in the text, as in 1.22.3, as a tuple, or None."""
    match = re.search(r"\d+(\.\d+)*", text)
    return tuple(map(int, match[0].split("."))) if match else None


def need(name):
    """Returns the path of a tool that is new enough."""
    tool = TOOLS[name]
    wanted = f"{name} {'.'.join(map(str, tool.least))} or newer"
    path = shutil.which(name)
    if not path:
        raise Missing(f"needs {wanted}: {tool.get}")
    said = subprocess.run([path, tool.option], capture_output=True, text=True, errors="replace")
    # Java says first which options it has found in the environment.
    lines = (said.stdout + said.stderr).splitlines()
    text = "\n".join(line for line in lines if not line.startswith("Picked up "))
    version = version_of(text) if said.returncode == 0 else None
    if version is None:
        raise Missing(f"needs {wanted}: '{path} {tool.option}' tells no version")
    if version < tool.least:
        raise Missing(f"needs {wanted}, not {'.'.join(map(str, version))}: {tool.get}")
    return path


def main():
    for language, tools in LANGUAGES.items():
        try:
            for tool in tools:
                need(tool)
            print(language)
        except Missing as missing:
            print(f"{language}: {missing}", file=sys.stderr)


if __name__ == "__main__":
    main()
