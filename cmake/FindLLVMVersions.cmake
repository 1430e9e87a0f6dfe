# Finds the LLVMs to build for. find_package(LLVM) cannot be used, because it
# defines targets of one LLVM that would clash with those of the next.
#
# For each N in TUSSAH_LLVM_VERSIONS that is installed, sets
#   TUSSAH_LLVM_N_CLANG, TUSSAH_LLVM_N_CLANGXX    the compilers
#   TUSSAH_LLVM_N_TOOLS_DIR                       opt, FileCheck, not, ...
#   tussah::llvm-N          interface target: how to compile against that LLVM
# and TUSSAH_LLVM_FOUND, the list of these N in the order given.

set(TUSSAH_LLVM_FOUND)

function(tussah_llvm_config result program)
  execute_process(COMMAND ${program} ${ARGN}
    OUTPUT_VARIABLE output OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  set(${result} "${output}" PARENT_SCOPE)
endfunction()

function(tussah_add_llvm_target n config)
  tussah_llvm_config(include ${config} --includedir)
  tussah_llvm_config(flags ${config} --cppflags)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  list(FILTER flags INCLUDE REGEX "^-D")

  add_library(tussah-llvm-${n} INTERFACE)
  add_library(tussah::llvm-${n} ALIAS tussah-llvm-${n})
  # As a system folder: warnings inside of LLVM's headers are not ours.
  target_include_directories(tussah-llvm-${n} SYSTEM INTERFACE
    ${CMAKE_SYSROOT}${include})
  # Classes in the headers of LLVM and clang have members that exist only
  # without NDEBUG. The libraries of distributions are built with it, so a
  # plugin must be too, whatever the build type.
  target_compile_options(tussah-llvm-${n} INTERFACE ${flags}
    -UNDEBUG -DNDEBUG -fno-rtti -fno-exceptions -fvisibility-inlines-hidden)
endfunction()

foreach(n IN LISTS TUSSAH_LLVM_VERSIONS)
  # Where Debian has them, if they are not in PATH.
  set(folder /usr/lib/llvm-${n}/bin)
  find_program(TUSSAH_LLVM_${n}_CONFIG llvm-config-${n} PATHS ${folder})
  find_program(TUSSAH_LLVM_${n}_CLANG clang-${n} PATHS ${folder})
  find_program(TUSSAH_LLVM_${n}_CLANGXX clang++-${n} PATHS ${folder})
  if(NOT TUSSAH_LLVM_${n}_CONFIG OR NOT TUSSAH_LLVM_${n}_CLANG
      OR NOT TUSSAH_LLVM_${n}_CLANGXX)
    message(STATUS "LLVM ${n}: not found (needs llvm-${n}-dev, clang-${n})")
    continue()
  endif()
  set(config ${TUSSAH_LLVM_${n}_CONFIG})
  tussah_llvm_config(includedir ${config} --includedir)
  if(NOT EXISTS ${CMAKE_SYSROOT}${includedir}/clang/Basic/Version.h)
    message(STATUS "LLVM ${n}: clang's headers not found "
      "(needs libclang-${n}-dev)")
    continue()
  endif()
  tussah_llvm_config(version ${config} --version)
  tussah_llvm_config(TUSSAH_LLVM_${n}_TOOLS_DIR ${config} --bindir)
  tussah_add_llvm_target(${n} ${config})
  list(APPEND TUSSAH_LLVM_FOUND ${n})
  message(STATUS "LLVM ${n}: ${version} in ${TUSSAH_LLVM_${n}_TOOLS_DIR}")
endforeach()

if(NOT TUSSAH_LLVM_FOUND)
  message(FATAL_ERROR "found none of LLVM ${TUSSAH_LLVM_VERSIONS}; install "
    "clang-22, llvm-22-dev and libclang-22-dev, or run scripts/install-deps.sh")
endif()
