# Completions of bash for tussah, tussah-clang and tussah-clang++: their commands and
# flags are those that --help names.

# Where --help has groups of commands, --help=all has each.
_tussah_commands() {
  { "$@" --help=all || "$@" --help; } 2>/dev/null | sed -nE '/^Commands:/,/^$/s/^  ([a-z]+) .*/\1/p'
}

_tussah_flags() {
  "$@" --help 2>/dev/null | sed -nE 's/^ +(-[^ ,=]+=?).*/\1/p'
}

_tussah() {
  local word=${COMP_WORDS[COMP_CWORD]}
  local words=("${COMP_WORDS[@]:1:COMP_CWORD-1}")
  COMPREPLY=()
  compopt -o default
  [ "${words[0]}" = help ] && words=("${words[@]:1}")
  if [ "${#words[@]}" -eq 0 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_tussah_commands tussah) --help --version" -- "$word")
  elif [ "${words[*]}" = graph ] && [[ $word != -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_tussah_commands tussah graph)" -- "$word")
  elif [[ $word == -* ]]; then
    local command=(tussah "${words[0]}")
    [ "${words[0]}" = graph ] && command+=("${words[@]:1:1}")
    mapfile -t COMPREPLY < <(compgen -W "$(_tussah_flags "${command[@]}")" -- "$word")
    [[ ${COMPREPLY[*]} == *= ]] && compopt -o nospace
  fi
}

_tussah_clang() {
  local word=${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  compopt -o default
  if [[ $word == -* ]]; then
    # clang names its own.
    mapfile -t COMPREPLY < <(compgen -W "$(_tussah_flags "$1")
      $("$1" --autocomplete="$word" 2>/dev/null | cut -f 1)" -- "$word")
    [[ ${COMPREPLY[*]} == *= ]] && compopt -o nospace
  fi
}

complete -F _tussah tussah
complete -F _tussah_clang tussah-clang tussah-clang++
