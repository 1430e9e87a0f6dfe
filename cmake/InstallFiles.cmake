# What is installed beside programs and libraries: headers, documentation, man pages,
# completions, and the files by which CMake and pkg-config find Tussah.

install(DIRECTORY include/ DESTINATION include COMPONENT dev)
install(DIRECTORY share/tussah DESTINATION share COMPONENT dev)
install(DIRECTORY runtime/abi support/abi DESTINATION lib/tussah COMPONENT dev)
install(DIRECTORY benchmarks examples DESTINATION lib/tussah/suite COMPONENT tools
  PATTERN __pycache__ EXCLUDE)

install(FILES LICENSE README.md CHANGELOG.md DESTINATION share/doc/tussah
  COMPONENT doc)
install(DIRECTORY docs DESTINATION share/doc/tussah COMPONENT doc)

install(FILES share/completions/tussah.bash
  DESTINATION share/bash-completion/completions RENAME tussah COMPONENT dev)
install(FILES share/completions/_tussah DESTINATION share/zsh/site-functions
  COMPONENT dev)
install(FILES share/completions/tussah.fish
  DESTINATION share/fish/vendor_completions.d COMPONENT dev)

# find_package(Tussah CONFIG)
include(CMakePackageConfigHelpers)
set(config ${PROJECT_BINARY_DIR}/cmake)
# Until 1.0 a minor version may change what programs use.
write_basic_package_version_file(${config}/TussahConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${config}/TussahConfigVersion.cmake
  cmake/package/TussahConfig.cmake cmake/package/TussahLaunch.cmake
  DESTINATION lib/cmake/Tussah COMPONENT dev)

# pkg-config
foreach(name tussah tussah-cps tussah-backtrack tussah-graph)
  configure_file(cmake/package/${name}.pc.in ${PROJECT_BINARY_DIR}/pkgconfig/${name}.pc
    @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/pkgconfig/${name}.pc DESTINATION lib/pkgconfig
    COMPONENT dev)
endforeach()

# clang --config=PREFIX/lib/tussah/N/tussah.cfg: what the driver says by itself.
set(files)
foreach(n IN LISTS TUSSAH_LLVM_FOUND)
  set(file ${TUSSAH_LIB_DIR}/${n}/tussah.cfg)
  add_custom_command(OUTPUT ${file}
    COMMAND tussah-clang --tussah-clang=${TUSSAH_LLVM_${n}_CLANG}
      --print-flags=config > ${file}
    DEPENDS tussah-clang tussah-shared tussah-cps tussah-backtrack tussah-graph
    VERBATIM)
  list(APPEND files ${file})
  install(FILES ${file} DESTINATION lib/tussah/${n} COMPONENT compiler-${n})
endforeach()
add_custom_target(tussah-configuration ALL DEPENDS ${files})

# Man pages, from what --help says.
find_program(TUSSAH_HELP2MAN help2man)
find_program(TUSSAH_GZIP gzip)
if(NOT TUSSAH_HELP2MAN OR NOT TUSSAH_GZIP)
  message(STATUS "Not found: help2man, gzip; no man pages")
  return()
endif()
set(pages)
# tussah_add_man_page(<name> <program> <argument>...)
function(tussah_add_man_page name program)
  set(page ${PROJECT_BINARY_DIR}/man/${name}.1)
  set(command ${TUSSAH_BIN_DIR}/${program})
  list(JOIN ARGN " " arguments)
  set(help --help)
  if(name STREQUAL "tussah-graph")
    set(help --help=all)
  endif()
  add_custom_command(OUTPUT ${page}.gz
    # It shows the command as it is given; C.UTF-8, as texts may have any letter.
    COMMAND ${CMAKE_COMMAND} -E env "PATH=${TUSSAH_HOST_BIN_DIR}:$ENV{PATH}" LC_ALL=C
      ${TUSSAH_HELP2MAN} --help-option=${help} --no-info --section=1 --source=Tussah
      "--manual=User Commands" "--version-string=${name} ${PROJECT_VERSION}"
      --include=${PROJECT_SOURCE_DIR}/cmake/package/man.h2m
      --name=${TUSSAH_MAN_${name}} --output=${page} "${program} ${arguments}"
    COMMAND ${TUSSAH_GZIP} -9nf ${page}
    DEPENDS tussah tussah-clang $<TARGET_NAME_IF_EXISTS:tussah-graph-command> cmake/package/man.h2m ${files}
    COMMENT "Building ${name}.1"
    VERBATIM)
  install(FILES ${page}.gz DESTINATION share/man/man1 COMPONENT dev)
  set(pages ${pages} ${page}.gz PARENT_SCOPE)
endfunction()
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/man)
set(TUSSAH_MAN_tussah "compile, run and examine Cilk programs")
set(TUSSAH_MAN_tussah-clang "clang, with the keywords of Cilk")
set(TUSSAH_MAN_tussah-clang++ "clang++, with the keywords of Cilk")
set(TUSSAH_MAN_tussah-run "compile a Cilk program, and run it")
set(TUSSAH_MAN_tussah-race "find the races of a program")
set(TUSSAH_MAN_tussah-scale "measure the parallelism of a program")
set(TUSSAH_MAN_tussah-bench "measure the programs of the papers")
set(TUSSAH_MAN_tussah-doctor "say what of the tool chain is missing")
set(TUSSAH_MAN_tussah-editor "set up clangd for a project")
set(TUSSAH_MAN_tussah-graph "answer questions about graphs")
tussah_add_man_page(tussah tussah)
tussah_add_man_page(tussah-clang tussah-clang)
tussah_add_man_page(tussah-clang++ tussah-clang++)
foreach(command run race scale bench doctor editor graph)
  tussah_add_man_page(tussah-${command} tussah ${command})
endforeach()
add_custom_target(tussah-man ALL DEPENDS ${pages})
