"""For gdb: stops where several stacks are in use, and shows the frames with their
variables, one in a line."""

import gdb

STACK = 1 << 20  # less than what lies between two stacks


def frames():
    frame = gdb.newest_frame()
    while frame:
        yield frame
        frame = frame.older()


def variable(frame, name):
    try:
        return f" {name}={frame.read_var(name)}"
    except ValueError:
        return ""


def show():
    places = [int(frame.read_register("sp")) for frame in frames()]
    print("stacks:", 1 + sum(abs(b - a) > STACK for a, b in zip(places, places[1:])))
    for number, frame in enumerate(frames()):
        print(f"#{number} {frame.name()}" if number == 0 else frame.name(), end="")
        print(variable(frame, "depth") + variable(frame, "local"))


def stop_in_leaf(core=None):
    gdb.execute("break leaf")
    gdb.execute("run")
    show()
    if core:
        gdb.execute(f"generate-core-file {core}")
    gdb.execute("kill")
