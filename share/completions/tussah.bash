# Completions of bash for tussah, tussah-clang and tussah-clang++: their flags are those
# that --help names.

_tussah_flags() {
  "$@" --help 2>/dev/null | sed -nE 's/^ +(-[^ ,=]+=?).*/\1/p'
}

_tussah() {
  local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]}
  COMPREPLY=()
  compopt -o default
  if [ "$COMP_CWORD" -eq 1 ] || { [ "$COMP_CWORD" -eq 2 ] && [ "$command" = help ]; }; then
    local commands
    commands=$(tussah --help 2>/dev/null | sed -nE '/^Commands:/,/^$/s/^  ([a-z]+) .*/\1/p')
    mapfile -t COMPREPLY < <(compgen -W "$commands --help --version" -- "$word")
  elif [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_tussah_flags tussah "$command")" -- "$word")
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
