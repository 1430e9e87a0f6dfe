"""Builds a small project, a library with tasks, a program and a test, in the ways in which
projects use an installation.

usage: test_ways.py BUILD_DIR CLANG [WAY...]

Those of other languages (cffi, pybind11, rust, go, fortran, julia) run if they are named: they need packages that others do not.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
RESULT = "333833500\n"


class Ways:
    def __init__(self, prefix, clang, folder):
        self.prefix, self.clang, self.folder = prefix, clang, folder
        self.cc, self.cxx = (prefix / "bin" / name for name in ("tussah-clang", "tussah-clang++"))
        self.environment = {
            **os.environ,
            "TUSSAH_CLANG": clang,
            "PKG_CONFIG_PATH": str(prefix / "lib" / "pkgconfig"),
        }

    def run(self, *command, **variables):
        print("+", *command, flush=True)
        result = subprocess.run(
            [str(part) for part in command],
            cwd=self.folder,
            env={**self.environment, **{name: str(value) for name, value in variables.items()}},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if result.returncode:
            raise SystemExit(f"{result.stdout}error: exit code {result.returncode}")
        return result.stdout

    def check(self, program="./program", library=None):
        """`library` has the tasks, if it is not a part of the program. A serial program
        would have the same result."""
        assert self.run(program) == RESULT
        assert "__tussah_" in self.run("nm", library or program), "there are no tasks"

    def drivers(self):
        """Make, with the drivers as CC and CXX."""
        self.run("make", "check", CC=self.cc, CXX=self.cxx)
        self.check()

    def ccache(self):
        """The same behind a compiler cache, which must know a file again."""
        variables = {"CCACHE_DIR": self.folder / "cache", "CC": f"ccache {self.cc}", "CXX": f"ccache {self.cxx}"}
        variables["CCACHE_LOGFILE"] = self.folder / "log"
        self.run("make", "check", **variables)
        self.run("rm", "total.o", "main.o", "program")
        self.run("make", "check", **variables)
        log = (self.folder / "log").read_text()
        assert len(re.findall("Result: (?:direct|preprocessed)_cache_hit", log)) == 2, log
        self.check()

    def flags(self):
        """clang itself, with the flags that the driver prints."""
        flags = self.run(self.cxx, "--print-flags").replace("\\", "").split()
        compiler = self.clang.replace("clang", "clang++")
        self.run(compiler, *flags, "-O2", "-c", "total.cpp")
        self.run(self.clang, "-c", "main.c")
        self.run(compiler, "main.o", "total.o", "-o", "program", *flags)
        self.check()

    def configuration(self):
        """clang itself, with a configuration file."""
        version = pathlib.Path(self.clang).name.split("-")[-1]
        file = self.prefix / "lib" / "tussah" / version / "tussah.cfg"
        compiler = self.clang.replace("clang", "clang++")
        self.run(compiler, f"--config={file}", "-O2", "total.cpp", "-x", "c", "main.c", "-o", "program")
        self.check()

    def pkg_config(self):
        """Objects of the driver, linked by g++ with what pkg-config prints."""
        cxx = self.run("pkg-config", "--variable=cxx", "tussah").strip()
        self.run(cxx, "-O2", "-c", "total.cpp")
        libraries = self.run("pkg-config", "--libs", "tussah").split()
        self.run("gcc", "-c", "main.c")
        self.run("g++", "main.o", "total.o", "-o", "program", *libraries)
        self.check()
        for name in ("cps", "backtrack"):
            more = self.run("pkg-config", "--libs", f"tussah-{name}").split()
            self.run("g++", "main.o", "total.o", "-o", "job", "-L", self.prefix / "lib" / "tussah", "-ltussah", *more)
            self.finds_transport("job")

    def finds_transport(self, program):
        """Where it finds the library for the MPI that starts it."""
        paths = re.search(r"R(?:UN)?PATH.*\[(.*)\]", self.run("readelf", "-d", program))[1].split(":")
        assert self.prefix / "lib" / "tussah" in [pathlib.Path(path).resolve() for path in paths], paths

    def cmake_gcc(self):
        """The project's compiler is gcc; one target has tasks."""
        self.cmake("gcc", "g++", "OFF")
        text = self.run("readelf", "-p", ".comment", "out/CMakeFiles/program.dir/main.c.o")
        assert "GCC" in text and "clang" not in text, text

    def cmake_drivers(self):
        """The project's compiler is the driver, and the library shared."""
        self.cmake(self.cc, self.cxx, "ON")

    def cmake(self, cc, cxx, shared, *options):
        said = self.run("cmake", "-B", "out", "-G", "Ninja", f"-DCMAKE_C_COMPILER={cc}", f"-DCMAKE_CXX_COMPILER={cxx}",
                        f"-DCMAKE_PREFIX_PATH={self.prefix}", f"-DBUILD_SHARED_LIBS={shared}", *options)  # fmt: skip
        assert "is compiled without" not in said, said  # nothing here has a launcher of its own
        self.run("cmake", "--build", "out")
        self.run("ctest", "--test-dir", "out", "--no-tests=error")
        self.check("out/program", "out/libtotal.so" if shared == "ON" else None)
        self.finds_transport("out/job")

    def meson(self):
        self.run("meson", "setup", "out", CC=self.cc, CXX=self.cxx)
        self.run("meson", "test", "-C", "out")
        self.check("out/program", "out/libtotal.so")

    def autotools(self):
        self.run("rm", "Makefile")
        self.run("autoreconf", "--install")
        self.run("./configure", f"CC={self.cc}", f"CXX={self.cxx}", f"--prefix={self.folder}/usr")
        self.run("make", "check", "install")
        self.check("usr/bin/program", "usr/lib/libtotal.so")

    def moved(self):
        """Without Tussah: the runtime inside, or beside the program."""
        self.run(self.cxx, "-O2", "-static-libtussah", "total.cpp", "-x", "c", "main.c", "-o", "alone")
        self.run(self.cxx, "-O2", "total.cpp", "-x", "c", "main.c", "-o", "program", "-Wl,-rpath,$ORIGIN")
        (self.folder / "there").mkdir()
        for name in ("alone", "program", self.prefix / "lib" / "tussah" / "libtussah.so.0"):
            shutil.copy(self.folder / name, self.folder / "there")
        hidden = self.prefix.rename(self.prefix.with_name("hidden"))
        try:
            self.check("there/alone")
            self.check("there/program")
        finally:
            hidden.rename(self.prefix)

    def libraries(self):
        """cps, backtracking and graphs link without a flag; so do the headers of tools."""
        examples = HERE.parent.parent / "examples"
        for source in ("cps/fib.cpp", "backtrack/queens.cpp", "graph/mark.cpp"):
            self.run(self.cxx, "-std=c++20", examples / source, "-o", "example")
        (self.folder / "tool.c").write_text(
            "#include <cilk/cilkscale.h>\n#include <cilktools/cilkview.h>\n#include <tussah/csi.h>\n"
            "int main(void) { wsp_t w = wsp_getworkspan(); (void)w; return 0; }\n"
        )
        self.run(self.cc, "tool.c", "-o", "tool")
        self.run("./tool")


    def language(self, name, more=""):
        """What docs/guides/other-languages.md shows: its files, and the commands of NAME.sh."""
        page = (HERE.parent.parent / "docs" / "guides" / "other-languages.md").read_text(encoding="utf-8")
        folder = self.folder / "language"
        first, *sections = re.split("^## ", page, flags=re.MULTILINE)
        [section] = [section for section in sections if f'title="{name}.sh"' in section]
        for title, text in re.findall(r'^```\w+ title="([^"]+)"\n(.*?)^```$', first + section, re.MULTILINE | re.DOTALL):
            (folder / title).parent.mkdir(parents=True, exist_ok=True)
            (folder / title).write_text(text, encoding="utf-8")
        self.folder = folder
        said = self.run("sh", "-e", f"{name}.sh", PATH=f"{self.prefix / 'bin'}:/usr/bin:/bin:{more}")
        assert said.endswith(f"{re.search('^([0-9]+)$', page, re.MULTILINE)[1]}\n"), said

    def cffi(self):
        self.language("cffi")

    def pybind11(self):
        self.language("pybind11")

    def rust(self):
        # The crate as Debian has it: its cargo knows crates.io by a git repository only.
        home = self.folder / "cargo"
        home.mkdir()
        (home / "config.toml").write_text(
            '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "/usr/share/cargo/registry"\n'
        )
        self.environment["CARGO_HOME"] = str(home)
        self.language("rust")

    def go(self):
        self.language("go")

    def fortran(self):
        self.language("fortran")

    def julia(self):
        # Where install-deps.sh has it, if the system has none.
        self.language("julia", more=HERE.parent.parent / "build" / "julia")


ALL = ("drivers ccache flags configuration pkg_config cmake_gcc cmake_drivers meson autotools moved libraries").split()


def main():
    build, clang, *chosen = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        prefix = folder / "prefix"
        subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
        for name in chosen or ALL:
            print(f"--- {name}", flush=True)
            project = folder / name
            shutil.copytree(HERE / "ways", project)
            getattr(Ways(prefix, clang, project), name)()


if __name__ == "__main__":
    main()
