set debuginfod enabled off
python
source = gdb.lookup_global_symbol("main").symtab.fullname()
for number, text in enumerate(open(source), 1):
    if text.endswith("// BREAK\n"):
        gdb.execute(f"break {number}")
end
run
printf "stolen = "
output cilk_stolen
echo \n
continue
