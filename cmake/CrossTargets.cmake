# What is built for other machines than this one: for each triple of
# TUSSAH_TARGETS the bitcode of the targets and the native runtime, in
# lib/tussah/<triple>. The compiler is built once, for this machine. Each triple
# needs a C library, a C++ library and binutils: Debian's cross packages.
#
# Sets TUSSAH_CROSS_TRIPLES.

set(TUSSAH_CROSS_TRIPLES)
foreach(triple IN LISTS TUSSAH_TARGETS)
  if(triple STREQUAL "${CMAKE_SYSTEM_PROCESSOR}-linux-gnu")
    continue()
  endif()
  string(REGEX REPLACE "-.*" "" processor ${triple})
  if(NOT triple MATCHES "^[a-z0-9_]+-linux-gnu$" OR
      NOT EXISTS ${PROJECT_SOURCE_DIR}/runtime/scheduler/${processor})
    message(FATAL_ERROR "no runtime exists for '${triple}' of TUSSAH_TARGETS; "
      "known are x86_64-linux-gnu and aarch64-linux-gnu")
  endif()
  find_program(TUSSAH_${triple}_LD ${triple}-ld)
  find_program(TUSSAH_${triple}_OBJCOPY ${triple}-objcopy)
  if(NOT TUSSAH_${triple}_LD OR NOT TUSSAH_${triple}_OBJCOPY OR
      NOT EXISTS /usr/${triple}/include/c++)
    message(FATAL_ERROR "the cross packages for '${triple}' are missing; "
      "run scripts/install-deps.sh arm64")
  endif()
  list(APPEND TUSSAH_CROSS_TRIPLES ${triple})
endforeach()

# tussah_machine(<triple> <prefix>)
#
# Sets <prefix>_dir, <prefix>_install, <prefix>_flags, <prefix>_processor and
# <prefix>_component, what is made by a compiler, for the triple; for this machine if
# it is empty.
function(tussah_machine triple prefix)
  set(folder)
  set(flags)
  set(processor ${CMAKE_SYSTEM_PROCESSOR})
  set(component compiler)
  if(triple)
    set(component ${triple})
    set(folder /${triple})
    set(flags --target=${triple})
    string(REGEX REPLACE "-.*" "" processor ${triple})
  endif()
  set(${prefix}_dir ${TUSSAH_LIB_DIR}${folder} PARENT_SCOPE)
  set(${prefix}_install lib/tussah${folder} PARENT_SCOPE)
  set(${prefix}_flags ${flags} PARENT_SCOPE)
  set(${prefix}_component ${component} PARENT_SCOPE)
  set(${prefix}_processor ${PROJECT_SOURCE_DIR}/runtime/scheduler/${processor}
    PARENT_SCOPE)
endfunction()
