"""Lists what the programs and libraries of a build are linked with, as SPDX 2.3.

usage: sbom.py BUILD FILE     FILE ends with .spdx.json, or as another format of SPDX does

Each library comes from a package of Debian, which is in the list with its version. What a build only compiles with,
such as headers, is not in it, nor the packages of packages. The file is valid SPDX, or nothing is written.
"""

import argparse
import datetime
import functools
import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Where scripts/install-deps.sh puts it.
sys.path.append(str(ROOT / "build" / "sbom"))
try:
    from spdx_tools.spdx import model
    from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document
    from spdx_tools.spdx.writer.write_anything import write_file
except ImportError as missing:
    sys.exit(f"error: {missing}; scripts/install-deps.sh packages installs what is necessary")


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout


def binaries(build):
    """Returns the programs and shared libraries of a build."""
    found = []
    for folder in (build / "bin", build / "lib" / "tussah"):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.is_symlink() and "suite" not in path.relative_to(build).parts:
                with open(path, "rb") as file:
                    if file.read(4) == b"\x7fELF":
                        found.append(path)
    return found


def libraries(binary):
    """Returns the files that a binary of this machine is linked with itself; not what those need."""
    names = re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", binary))
    where = dict(re.findall(r"(\S+) => (/\S+)", output("ldd", binary)))
    return [Path(os.path.realpath(where[name])) for name in names if name in where]


@functools.cache
def debian_package(library):
    """Returns the name, the version and the source's homepage of the package that has a file."""
    for path in (library, Path("/") / Path(*library.parts[2:]) if library.parts[1] == "usr" else library):
        owner = output("dpkg-query", "-S", str(path)).split(":")[0]
        if owner:
            form = "${Version}\t${Homepage}"
            version, _, home = output("dpkg-query", "-W", "-f", form, owner).partition("\t")
            return owner, version.split("\n")[0], home.split("\n")[0]
    return None


def version():
    return re.search(r"^project\(\S+\s+VERSION\s+(\S+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]


def time_of_build():
    """Returns SOURCE_DATE_EPOCH, if it is set, so that equal builds have equal lists."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    now = datetime.datetime.now(datetime.timezone.utc)
    return datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc) if seconds else now.replace(microsecond=0)


def reference(package):
    """Returns the name of a package in the list, where not all characters are allowed."""
    return "SPDXRef-" + package.replace("+", "-plus")


def document(build):
    own = model.Package("SPDXRef-tussah", "tussah", model.SpdxNoAssertion(), version=version())
    packages, files, links = {}, [], []
    for binary in binaries(build):
        name = str(binary.relative_to(build))
        identifier = "SPDXRef-File-" + re.sub(r"[^A-Za-z0-9.]+", "-", name)
        checksum = model.Checksum(model.ChecksumAlgorithm.SHA1, hashlib.sha1(binary.read_bytes()).hexdigest())
        files.append(model.File(f"./{name}", identifier, [checksum]))
        links.append(model.Relationship(own.spdx_id, model.RelationshipType.CONTAINS, identifier))
        for found in sorted({debian_package(library) for library in libraries(binary)} - {None}):
            packages[found[0]] = found
            links.append(model.Relationship(identifier, model.RelationshipType.DYNAMIC_LINK, reference(found[0])))
    links.insert(0, model.Relationship("SPDXRef-DOCUMENT", model.RelationshipType.DESCRIBES, own.spdx_id))
    others = [
        model.Package(reference(name), name, model.SpdxNoAssertion(), version=number, files_analyzed=False,
                      homepage=home or None, supplier=model.Actor(model.ActorType.ORGANIZATION, "Debian"))
        for name, number, home in sorted(packages.values())
    ]  # fmt: skip
    contents = hashlib.sha1("".join(sorted(file.checksums[0].value for file in files)).encode()).hexdigest()
    own.verification_code = model.PackageVerificationCode(contents)
    about = model.CreationInfo(
        spdx_version="SPDX-2.3",
        spdx_id="SPDXRef-DOCUMENT",
        name=f"tussah-{own.version}",
        document_namespace=f"https://spdx.org/spdxdocs/tussah-{own.version}-{contents}",
        creators=[model.Actor(model.ActorType.TOOL, "tussah-sbom")],
        created=time_of_build().replace(tzinfo=None),
        data_license="CC0-1.0",
    )
    return model.Document(about, packages=[own, *others], files=files, relationships=links)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    result = document(options.build.resolve())
    problems = validate_full_spdx_document(result)
    if problems:
        sys.exit("error: not valid: " + "; ".join(problem.validation_message for problem in problems[:3]))
    write_file(result, str(options.file), validate=False)
    print(f"{options.file}: {len(result.files)} files, linked with {len(result.packages) - 1} packages of Debian")


if __name__ == "__main__":
    main()
