# Completions of fish for tussah, tussah-clang and tussah-clang++: their commands and
# flags are those that --help names.

# Where --help has groups of commands, --help=all has each.
function __tussah_commands
    begin
        $argv --help=all; or $argv --help
    end 2>/dev/null | string replace -rf '^  ([a-z]+) +(.*)$' '$1\t$2'
end

function __tussah_flags
    $argv --help 2>/dev/null | string replace -rf '^ +(-[^ ,=]+=?)\S*\s+(.*)$' '$1\t$2'
end

# The command that is typed, without the last word and without help.
function __tussah_typed
    string match -v help -- (commandline -opc)
end

function __tussah_names_command
    set -l typed (__tussah_typed)
    test (count $typed) -eq 1; or test "$typed" = 'tussah graph'
end

function __tussah_flags_of_command
    set -l typed (__tussah_typed)
    if test "$typed[2]" = graph
        __tussah_flags $typed[1..(math min 3, (count $typed))]
    else
        __tussah_flags $typed[1..2]
    end
end

complete -c tussah -n __tussah_names_command -f -a '(__tussah_commands (__tussah_typed))'
complete -c tussah -n 'not __tussah_names_command; and string match -q -- "-*" (commandline -ct)' \
    -a '(__tussah_flags_of_command)'
for program in tussah-clang tussah-clang++
    complete -c $program -n 'string match -q -- "-*" (commandline -ct)' -a "(__tussah_flags $program)"
end
