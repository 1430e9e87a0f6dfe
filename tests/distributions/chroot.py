"""Chroots with releases of Debian, for tests that need root.

FOLDER/SUITE.base is the release as debootstrap makes it, which nothing changes; a Chroot is a copy
of it.
"""

import os
import pathlib
import shutil
import signal
import subprocess
import time

MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
SECURITY = os.environ.get("DEBIAN_SECURITY_MIRROR", "http://deb.debian.org/debian-security")
# A proxy of this machine may have a certificate of its own.
CERTIFICATES = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive",
               "PIP_CERT": "/root/certificates.crt"}  # fmt: skip
# What other builds have compiled, if CCACHE_DIR says so. Nothing that is measured should have it.
CACHE = os.environ.get("CCACHE_DIR")
CACHE_INSIDE = "root/.cache/ccache"
# Drivers ask where they lie, MPI which processors and networks there are, lit makes semaphores, debuggers open terminals.
MOUNTS = (("proc", "proc"), ("sysfs", "sys"), ("tmpfs", "dev/shm"), ("devpts", "dev/pts"))


# Where the kernel says which emulator starts programs of other processors, and what Debian would tell it.
EMULATORS = pathlib.Path("/proc/sys/fs/binfmt_misc")
EMULATOR = {"arm64": "qemu-aarch64"}


class Failure(Exception):
    """A command failed; the text has what it printed."""


def run(*command, **options):
    result = subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, check=False, **options)  # fmt: skip
    if result.returncode:
        raise Failure(f"{result.stdout}\nerror: {' '.join(map(str, command))}: exit code {result.returncode}")
    return result.stdout


def cache_settings(tree):
    """ccache.conf for a tree that lies elsewhere than the one that was compiled before."""
    return f"base_dir = {tree}\nhash_dir = false\n"


def mounted_below(root):
    with open("/proc/mounts", encoding="utf-8") as file:
        places = [pathlib.Path(line.split()[1]) for line in file]
    return [place for place in places if place == root or root in place.parents]


def emulate(architecture):
    """Lets the kernel start programs of that processor, as systemd does where it runs."""
    name = EMULATOR[architecture]
    settings = pathlib.Path("/usr/lib/binfmt.d") / f"{name}.conf"
    if (EMULATORS / name).exists():
        return
    if not settings.exists():
        raise Failure(f"no emulator for {architecture}: {settings} is missing; install the package qemu-user-static")
    if not (EMULATORS / "register").exists():
        run("mount", "-t", "binfmt_misc", "binfmt_misc", EMULATORS)
    if not (EMULATORS / name).exists():
        (EMULATORS / "register").write_text(settings.read_text(encoding="utf-8"), encoding="utf-8")


def bootstrap(folder, suite, architecture=None):
    """The release, made once; for another processor by its emulator."""
    if architecture:
        emulate(architecture)
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{suite}-{architecture}" if architecture else suite
    base = folder / f"{name}.base"
    if not base.exists():
        # Under another name until it is whole.
        partial = folder / f"{name}.partial"
        remove(partial)
        options = [f"--arch={architecture}"] if architecture else []
        run("debootstrap", "--variant=minbase", *options, suite, partial, MIRROR)
        sources = [f"deb {MIRROR} {suite} main"]
        if suite != "sid":
            sources.append(f"deb {SECURITY} {suite}-security main")
        (partial / "etc" / "apt" / "sources.list").write_text("\n".join(sources) + "\n")
        # A mirror may be late; sid's lists say that they are old after a week.
        (partial / "etc" / "apt" / "apt.conf.d" / "late-mirror").write_text('Acquire::Check-Valid-Until "false";\n')
        # As in images for containers: a system that is thrown away need not wait for the disk.
        (partial / "etc" / "dpkg" / "dpkg.cfg.d" / "unsafe-io").write_text("force-unsafe-io\n")
        partial.rename(base)
    return base


def remove(root):
    """Never what is mounted in it."""
    mounts = mounted_below(root)
    if mounts:
        raise Failure(f"not removed, as something is mounted there: {', '.join(map(str, mounts))}")
    shutil.rmtree(root, ignore_errors=True)


class Chroot:
    """A copy of the release in FOLDER/NAME; a new one if FRESH. What it mounts, and the processes
    that are left in it, end with it."""

    def __init__(self, folder, suite, name, fresh=False, architecture=None):
        self.root = folder.resolve() / name
        base = bootstrap(folder, suite, architecture)
        if fresh:
            remove(self.root)
        if not self.root.exists():
            partial = self.root.with_suffix(".partial")
            remove(partial)
            run("cp", "-a", base, partial)
            partial.rename(self.root)
        # Debian 12 has no hosts, and without this machine's name MPI waits seconds for each job.
        for name in ("resolv.conf", "hosts"):
            shutil.copy(f"/etc/{name}", self.root / "etc" / name)
        if CERTIFICATES.exists():
            shutil.copy(CERTIFICATES, self.root / "root" / "certificates.crt")
        self.mounts = []

    def __enter__(self):
        mounted = mounted_below(self.root)
        for kind, name in MOUNTS:
            place = self.root / name
            place.mkdir(exist_ok=True)
            if place not in mounted:
                run("mount", "-t", kind, kind, place)
            self.mounts.append(place)
        self.mount_cache(mounted)
        return self

    def mount_cache(self, mounted):
        settings = self.root / "etc" / "ccache.conf"
        settings.unlink(missing_ok=True)
        if not CACHE:
            return
        settings.write_text(cache_settings("/tussah"), encoding="utf-8")
        place = self.root / CACHE_INSIDE
        place.mkdir(parents=True, exist_ok=True)
        if place not in mounted:
            run("mount", "--bind", CACHE, place)
        self.mounts.append(place)

    def __exit__(self, *error):
        self.end_processes()
        for place in reversed(self.mounts):
            run("umount", place)
        self.mounts = []

    def end_processes(self):
        """Daemons that a test has left."""
        for _ in range(20):
            left = [entry for entry in pathlib.Path("/proc").glob("[0-9]*") if self.holds(entry)]
            if not left:
                return
            for entry in left:
                try:
                    os.kill(int(entry.name), signal.SIGKILL)
                except ProcessLookupError:
                    pass
            time.sleep(0.1)

    def holds(self, process):
        try:
            root = pathlib.Path(os.readlink(process / "root"))
        except OSError:  # it has ended
            return False
        return root == self.root

    def start(self, command, log=subprocess.PIPE):
        """The result of a shell command there."""
        return subprocess.run(
            ["chroot", self.root, "sh", "-c", command],
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def __call__(self, *command):
        """What the command prints; a Failure if it fails."""
        return run("chroot", self.root, *command, env=ENVIRONMENT)

    def packages(self):
        """How many there are, and how large they are when installed, in MB."""
        sizes = self("dpkg-query", "-W", "-f", "${Installed-Size}\\n").split()
        return len(sizes), round(sum(map(int, sizes)) / 1000)
