# Finds the LLVMs to build for. find_package(LLVM) cannot be used, because it
# defines targets of one LLVM that would clash with those of the next.
#
# For each N in TUSSAH_LLVM_VERSIONS that is installed, sets
#   TUSSAH_LLVM_N_CLANG, TUSSAH_LLVM_N_CLANGXX    the compilers
#   TUSSAH_LLVM_N_TOOLS_DIR                       opt, FileCheck, not, ..., if they are there
#   tussah::llvm-N          interface target: how to compile against that LLVM
# and TUSSAH_LLVM_FOUND, the list of these N in the order given.

set(TUSSAH_LLVM_FOUND)

function(tussah_llvm_config result program)
  execute_process(COMMAND ${program} ${ARGN}
    OUTPUT_VARIABLE output OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  set(${result} "${output}" PARENT_SCOPE)
endfunction()

# Without llvm-config: the headers that scripts/install-deps.sh has unpacked. These
# definitions are those of all LLVMs since 19 on Linux.
set(TUSSAH_LLVM_DEFINITIONS -D_GNU_SOURCE -D__STDC_CONSTANT_MACROS
  -D__STDC_FORMAT_MACROS -D__STDC_LIMIT_MACROS)

function(tussah_add_llvm_target n include flags)
  add_library(tussah-llvm-${n} INTERFACE)
  add_library(tussah::llvm-${n} ALIAS tussah-llvm-${n})
  # As a system folder: warnings inside of LLVM's headers are not ours.
  target_include_directories(tussah-llvm-${n} SYSTEM INTERFACE ${include})
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
  if(NOT TUSSAH_LLVM_${n}_CLANG OR NOT TUSSAH_LLVM_${n}_CLANGXX)
    message(STATUS "LLVM ${n}: not found (needs clang-${n})")
    continue()
  endif()
  if(TUSSAH_LLVM_${n}_CONFIG)
    tussah_llvm_config(include ${TUSSAH_LLVM_${n}_CONFIG} --includedir)
    set(include ${CMAKE_SYSROOT}${include})
    tussah_llvm_config(flags ${TUSSAH_LLVM_${n}_CONFIG} --cppflags)
    separate_arguments(flags UNIX_COMMAND "${flags}")
    list(FILTER flags INCLUDE REGEX "^-D")
    tussah_llvm_config(TUSSAH_LLVM_${n}_TOOLS_DIR ${TUSSAH_LLVM_${n}_CONFIG} --bindir)
  else()
    set(include)
    get_filename_component(TUSSAH_LLVM_${n}_TOOLS_DIR ${TUSSAH_LLVM_${n}_CLANG} REALPATH)
    get_filename_component(TUSSAH_LLVM_${n}_TOOLS_DIR ${TUSSAH_LLVM_${n}_TOOLS_DIR} DIRECTORY)
  endif()
  # They come first: who builds, then installs LLVM's packages for tests, need not compile again.
  set(unpacked ${PROJECT_BINARY_DIR}/llvm-headers/${n}/usr/lib/llvm-${n}/include)
  if(EXISTS ${unpacked}/clang/Basic/Version.h AND NOT CMAKE_CROSSCOMPILING)
    set(include ${unpacked})
    set(flags ${TUSSAH_LLVM_DEFINITIONS})
  endif()
  if(NOT EXISTS ${include}/clang/Basic/Version.h)
    message(STATUS "LLVM ${n}: headers not found "
      "(needs llvm-${n}-dev and libclang-${n}-dev)")
    continue()
  endif()
  file(STRINGS ${include}/llvm/Config/llvm-config.h version REGEX "define LLVM_VERSION_STRING")
  string(REGEX REPLACE "^.*\"(.*)\".*$" "\\1" version "${version}")
  tussah_add_llvm_target(${n} ${include} "${flags}")
  list(APPEND TUSSAH_LLVM_FOUND ${n})
  message(STATUS "LLVM ${n}: ${version} in ${include}")
endforeach()

if(NOT TUSSAH_LLVM_FOUND)
  message(FATAL_ERROR "found none of LLVM ${TUSSAH_LLVM_VERSIONS}; install "
    "clang-22, llvm-22-dev and libclang-22-dev, or run scripts/install-deps.sh")
endif()
