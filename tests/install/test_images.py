"""Builds the image that the Dockerfile describes, and runs a parallel program in it; then does what
devcontainer.json says in a container, and builds there. Needs root, buildah and a Debian mirror, and no
registry: the image debian:12 is what debootstrap makes.

usage: test_images.py CHROOTS [dockerfile] [devcontainer]

In CHROOTS is the system that debootstrap has made, for the next time. Without names both are done. What ccache has in
CCACHE_DIR is used inside, too, if the variable is set.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "distributions"))
from chroot import CACHE, CACHE_INSIDE, CERTIFICATES, Failure, bootstrap, cache_settings, run  # noqa: E402
from test_packages import PROGRAM  # noqa: E402

BASE = "docker.io/library/debian:12"
# No daemon, no overlay, no namespaces of its own: works in a container, too.
os.environ.update(BUILDAH_ISOLATION="chroot", STORAGE_DRIVER="vfs")
# A proxy of this machine may have a certificate of its own.
NETWORK = ["--network", "host"]
INSIDE = "/run/certificates.crt"


def trusted(folder):
    """How a container gets the certificate: pip has it from its own file, as the build of an image takes no variable."""
    if not CERTIFICATES.exists():
        return []
    settings = pathlib.Path(folder) / "pip.conf"
    settings.write_text(f"[global]\ncert = {INSIDE}\n")
    return ["-v", f"{CERTIFICATES}:{INSIDE}:ro", "-v", f"{settings}:/etc/pip.conf:ro"]


def cached(folder, tree):
    """What other builds have compiled, for a tree that lies there in the container."""
    if not CACHE:
        return []
    settings = pathlib.Path(folder) / "ccache.conf"
    settings.write_text(cache_settings(tree))
    return ["-v", f"{CACHE}:/{CACHE_INSIDE}", "-v", f"{settings}:/etc/ccache.conf:ro"]


def buildah(*arguments):
    return run("buildah", *arguments).strip()


class Container:
    """One of an image, which ends with it."""

    def __init__(self, image, scratch, tree="/work"):
        self.name = buildah("from", "--pull-never", image)
        self.volumes = trusted(scratch) + cached(scratch, tree)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        buildah("rm", self.name)

    def __call__(self, *command, folder="/work"):
        return buildah("run", *NETWORK, *self.volumes, "--workingdir", folder,
                       self.name, "--", *command)  # fmt: skip

    def add(self, source, place):
        buildah("add", "-q", self.name, source, place)


def make_base(folder):
    """debian:12, from debootstrap, if it is not there."""
    if subprocess.run(["buildah", "inspect", BASE], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
        return
    container = buildah("from", "scratch")
    with tempfile.NamedTemporaryFile(suffix=".tar") as archive:
        run("tar", "-C", bootstrap(folder, "bookworm"), "-cf", archive.name, ".")
        buildah("add", "-q", container, archive.name, "/")
    buildah("commit", "-q", container, BASE)
    buildah("rm", container)


def clone(folder):
    """The last commit alone: what a tree has built must not get into an image."""
    tree = pathlib.Path(folder) / "tussah"
    run("git", "clone", "-q", "--depth", "1", f"file://{ROOT}", tree)
    return tree


def test_dockerfile(folder):
    begin = time.monotonic()
    buildah("build", "--pull-never", *NETWORK, *trusted(folder), *cached(folder, "/src"), "-t", "tussah", clone(folder))
    source = pathlib.Path(folder) / "primes.cpp"
    source.write_text(PROGRAM)
    with Container("tussah", folder) as container:
        container.add(source, "/work/primes.cpp")
        text = container("tussah", "run", "primes.cpp")
        if text != "10000":
            raise Failure(f"the program printed {text!r}, not 10000")
        container("tussah", "race", "primes.cpp")
    print(f"Dockerfile: built in {time.monotonic() - begin:.0f} s; ran a program, and looked for races", flush=True)


def test_devcontainer(folder):
    begin = time.monotonic()
    described = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
    place = "/workspaces/tussah"
    with Container(described["image"], folder, place) as container:
        container.add(clone(folder), place)
        container("sh", "-c", described["onCreateCommand"], folder=place)
        container("make", "build", folder=place)
        if not container("build/bin/tussah", "run", "examples/nqueens.c", "8", folder=place):
            raise Failure("the example printed nothing")
    print(f"devcontainer.json: done, and built, in {time.monotonic() - begin:.0f} s", flush=True)


TESTS = {"dockerfile": test_dockerfile, "devcontainer": test_devcontainer}


def main():
    folder, *names = sys.argv[1:]
    if os.geteuid() != 0:
        print("test_images.py: error: containers need root", file=sys.stderr)
        return 1
    try:
        make_base(pathlib.Path(folder).resolve())
        for name in names or TESTS:
            with tempfile.TemporaryDirectory() as scratch:
                TESTS[name](scratch)
    except Failure as failure:
        print(f"test_images.py: error: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
