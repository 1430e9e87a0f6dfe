"""Writes a source file for each header of <tussah/cps...>, or of the part that the
second argument names, which includes it twice."""

import pathlib
import sys

include = pathlib.Path(sys.argv[1])
part = sys.argv[2] if len(sys.argv) > 2 else "cps"
headers = sorted(include.glob(f"tussah/{part}/*.hpp")) + [include / "tussah" / f"{part}.hpp"]
assert len(headers) > 2
for header in headers:
    name = header.relative_to(include)
    pathlib.Path(header.stem + ".cpp").write_text(f"#include <{name}>\n" * 2)
