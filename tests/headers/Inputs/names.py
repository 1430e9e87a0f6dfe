"""Checks that the names of other Cilks are there, or that the manual tells about them.

    names.py NAMES.txt PORTING.md COMPILER... -- CXX_COMPILER...

For each header and language, one file uses all of its names and is linked. The file of names
says how it is written.
"""

import collections
import re
import subprocess
import sys

# What some arguments of templates are.
BEGIN = """#include <stdlib.h>
#ifdef __cplusplus
#include <memory>
#include <string>
#include <cilk/reducer_opadd.h>
struct cilkscreen_test_mutex { void lock(); void unlock(); };
#endif
"""


def declare(kind, name, number):
    """Tokens that use a name at the end of a file."""
    if kind == "macro":
        return f"#ifndef {name}\n#error no {name}\n#endif\n"
    if kind in ("type", "class"):
        name = name.replace(":", " ", 1) if name.startswith(("enum:", "struct:")) else name
        return f"typedef {name} used{number};\nextern char size{number}[sizeof(used{number})];\n"
    if kind == "value":
        name, value = name.split("=")
        return f"typedef char used{number}[{name} == {value} ? 1 : -1];\n"
    return ""


def program(header, names):
    text = BEGIN + f"#include {header}\n"
    text += "".join(declare(kind, name, i) for i, (kind, name) in enumerate(names))
    functions = [name for kind, name in names if kind == "function"]
    text += "int main(int argc, char **argv) {\n  (void)argv;\n"
    for name in functions:
        address = f"(void (*)(void *, void *))&{name}" if "<" in name else f"(void (*)(void))&{name}"
        if "zero<" in name:
            address = f"(void (*)(void *))&{name}"
        text += f"  if (!({address}))\n    argc = 9;\n"
    return text + "  return argc == 9;\n}\n"


def read(path):
    """Yields (header, languages, [(kind, name)])."""
    header, languages, names = None, [], []
    for line in open(path):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if line.startswith("<"):
            if header:
                yield header, languages, names
            header, languages, names = words[0], words[1:], []
        else:
            names += [(words[0], name) for name in words[1:]]
    yield header, languages, names


def main():
    names_path, porting, *compilers = sys.argv[1:]
    split = compilers.index("--")
    by_language = {"c": compilers[:split], "c++": compilers[split + 1 :]}
    text = re.sub(r"^```.*?^```$", "", open(porting).read(), flags=re.MULTILINE | re.DOTALL)
    quoted = set(re.findall(r"`([^`]+)`", text))
    quoted |= {name.split("(")[0].rstrip(";") for name in quoted}
    found = collections.Counter()
    wrong = 0
    for header, languages, names in read(names_path):
        for kind, name in names:
            found[kind] += 1
            if kind == "elsewhere" and name not in quoted:
                wrong += 1
                print(f"not in the manual: {name}")
        here = [entry for entry in names if entry[0] != "elsewhere"]
        for language in languages:
            if language == "elsewhere" or not here:
                continue
            with open("try.c", "w") as file:
                file.write(program(header, here))
            command = [*by_language[language], "-w", "-ftussah-pedigrees", "-x", language, "try.c"]
            result = subprocess.run([*command, "-o", "try"], capture_output=True, text=True)
            if result.returncode or subprocess.run(["./try"]).returncode:
                wrong += 1
                print(f"wrong: {header} in {language}\n{result.stderr}")
    print(", ".join(f"{count} {kind}" for kind, count in sorted(found.items())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
