"""Runs the programs of a folder serially and with some options, and compares
what they print.

    same.py KALEIDOSCOPE FOLDER OPTION...
"""

import pathlib
import subprocess
import sys


def run(command):
    result = subprocess.run(command, capture_output=True, text=True, timeout=100)
    if result.returncode or result.stderr:
        sys.exit(f"{command}: exit code {result.returncode}: {result.stderr}")
    return result.stdout


def main():
    kaleidoscope, folder, *options = sys.argv[1:]
    programs = sorted(pathlib.Path(folder).glob("*.kal"))
    for program in programs:
        expected = run([kaleidoscope, "--target", "serial", str(program)])
        result = run([kaleidoscope, *options, str(program)])
        if not expected or result != expected:
            sys.exit(f"{program}: prints {result!r}, not {expected!r}")
    if len(programs) < 3:
        sys.exit("where are the programs?")


if __name__ == "__main__":
    main()
