"""Removes what an installation has put into place, and the folders that are empty then.

usage: uninstall.py BUILD/install_manifest.txt
"""

import os
import pathlib
import sys

# Folders that are Tussah's own; others, such as /usr/local/bin, stay.
OWN = {"tussah", "Tussah", "cilk", "cilktools", "cilkpub", "tussah-c"}


def remove(path):
    """Returns whether the file was there."""
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    for folder in path.parents:
        if not OWN.intersection(folder.parts[1:]) or any(folder.iterdir()):
            break
        folder.rmdir()
    return True


def main():
    if len(sys.argv) != 2:
        print("uninstall.py: error: expected the file install_manifest.txt", file=sys.stderr)
        return 2
    manifest = pathlib.Path(sys.argv[1])
    if not manifest.exists():
        print(f"uninstall.py: error: no '{manifest}'; nothing was installed from there", file=sys.stderr)
        return 1
    root = os.environ.get("DESTDIR", "")
    removed = sum(remove(pathlib.Path(root + line)) for line in manifest.read_text().splitlines())
    manifest.unlink()
    print(f"removed {removed} files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
