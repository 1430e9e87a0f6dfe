"""Whether the options of tussah job in files exist.

usage: cluster-options.py TUSSAH FILE...
"""

import pathlib
import re
import subprocess
import sys

tussah, *files = sys.argv[1:]
said = subprocess.run([tussah, "job", "--help"], capture_output=True, text=True, check=True).stdout
known = set(re.findall(r"^  (--[a-z-]+)", said, re.M))
for path in files:
    text = pathlib.Path(path).read_text(encoding="utf-8")
    # Up to the launcher's own.
    words = re.findall(r"tussah,? job.*?(?=--launcher|\n *args|\n$)", text, re.S)
    assert words, path
    for name in re.findall(r"--[a-z][a-z-]*", words[0]):
        assert name in known, (path, name)
