# Completions of fish for tussah, tussah-clang and tussah-clang++: the flags are those
# that --help names.

function __tussah_commands
    tussah --help 2>/dev/null | string replace -rf '^  ([a-z]+) +(.*)$' '$1\t$2'
end

function __tussah_flags
    $argv --help 2>/dev/null | string replace -rf '^ +(-[^ ,=]+=?)\S*\s+(.*)$' '$1\t$2'
end

complete -c tussah -n '__fish_is_nth_token 1' -f -a '(__tussah_commands)'
complete -c tussah -n '__fish_seen_subcommand_from help' -f -a '(__tussah_commands)'
complete -c tussah -n 'not __fish_is_nth_token 1; and string match -q -- "-*" (commandline -ct)' \
    -a '(__tussah_flags tussah (commandline -opc)[2])'
for program in tussah-clang tussah-clang++
    complete -c $program -n 'string match -q -- "-*" (commandline -ct)' -a "(__tussah_flags $program)"
end
