"""Makes programs in a folder that do nothing but tell a version.

    pretend.py FOLDER [NAME TEXT]..."""

import shutil
import sys
from pathlib import Path

folder, *pairs = sys.argv[1:]
for name, text in zip(pairs[::2], pairs[1::2]):
    file = Path(folder) / name
    file.write_text(f"#!{shutil.which('sh')}\nprintf '%b\\n' '{text}'\n", encoding="utf-8")
    file.chmod(0o755)
