"""Writes a source file for each header of <tussah/cps...>, which includes it twice."""

import pathlib
import sys

include = pathlib.Path(sys.argv[1])
headers = sorted(include.glob("tussah/cps/*.hpp")) + [include / "tussah" / "cps.hpp"]
assert len(headers) > 5
for header in headers:
    name = header.relative_to(include)
    pathlib.Path(header.stem + ".cpp").write_text(f"#include <{name}>\n" * 2)
