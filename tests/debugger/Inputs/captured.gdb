set breakpoint pending off
python
def stop_at(text):
    """Runs to the line of the source with `text`, in code of the program that
    has variables: a target may have a function of its own in front of it."""
    source = gdb.lookup_static_symbol("main") or gdb.lookup_global_symbol("main")
    name = source.symtab.fullname()
    with open(name) as file:
        line = next(n for n, l in enumerate(file, 1) if text in l and "cilk" not in l)
    gdb.execute("break %s:%d" % (name, line))
    gdb.execute("run" if not gdb.selected_inferior().pid else "continue")
    if gdb.selected_frame().name() and gdb.selected_frame().name().endswith(".run]"):
        gdb.execute("continue")
    gdb.execute("delete")

def show(name, value):
    print(name, gdb.parse_and_eval(value))

stop_at("// LOOP")
show("unused", "All.Unused")
stop_at("// TASK")
show("inner", "Inner")
show("local", "Local")
show("depth", "Depth")
end
kill
