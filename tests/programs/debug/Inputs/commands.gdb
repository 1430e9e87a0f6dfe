# Stops on the lines of the program that say BREAK, and shows variables of the
# task, or of the loop body, and of the function that it belongs to.
set debuginfod enabled off
python
source = gdb.lookup_global_symbol("main").symtab.fullname()
for number, text in enumerate(open(source), 1):
    if "// BREAK" in text and not text.startswith("//"):
        gdb.execute(f"break {number}")
end
run
info args
continue
print own
print captured
print argument
continue
print result
print captured
continue
print i
print square
print factor
delete
continue
