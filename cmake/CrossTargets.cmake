# What is built for other machines than this one: for each triple of
# TUSSAH_TARGETS the bitcode of the targets, and the libraries that programs are linked
# with, in lib/tussah/<triple>. The compiler is built once, for this machine. Each triple
# needs a C library, a C++ library and binutils: Debian's cross packages.
#
# A compiler that runs on another machine is built with the toolchain file of its triple
# in cmake/machines, and CMAKE_SYSROOT, which has the headers of LLVM.
#
# Sets TUSSAH_CROSS_TRIPLES.

# The newest clang that is there compiles for all of them.
list(GET TUSSAH_LLVM_FOUND 0 newest)
set(TUSSAH_CROSS_CLANG ${TUSSAH_LLVM_${newest}_CLANG})
set(TUSSAH_CROSS_CLANGXX ${TUSSAH_LLVM_${newest}_CLANGXX})

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
  if(NOT TUSSAH_${triple}_LD OR NOT EXISTS /usr/${triple}/include/c++)
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
  if(CMAKE_CROSSCOMPILING)
    set(flags --target=${CMAKE_C_COMPILER_TARGET} --sysroot=${CMAKE_SYSROOT})
  endif()
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

# The libraries are built by this project, configured once more for each triple.
include(ExternalProject)
foreach(triple IN LISTS TUSSAH_CROSS_TRIPLES)
  tussah_machine(${triple} machine)
  ExternalProject_Add(tussah-${triple}
    SOURCE_DIR ${PROJECT_SOURCE_DIR}
    BINARY_DIR ${PROJECT_BINARY_DIR}/machines/${triple}
    PREFIX ${PROJECT_BINARY_DIR}/machines/${triple}.steps
    CMAKE_ARGS -DTUSSAH_LIBRARIES_ONLY=ON
      -DCMAKE_TOOLCHAIN_FILE=${PROJECT_SOURCE_DIR}/cmake/machines/${triple}.cmake
      -DCMAKE_C_COMPILER=${TUSSAH_CROSS_CLANG} -DCMAKE_CXX_COMPILER=${TUSSAH_CROSS_CLANGXX}
      -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} -DTUSSAH_WERROR=${TUSSAH_WERROR}
      -DTUSSAH_LIB_DIR=${machine_dir}
    BUILD_ALWAYS ON
    INSTALL_COMMAND "")
  install(DIRECTORY ${machine_dir}/ DESTINATION ${machine_install}
    COMPONENT ${machine_component}
    FILES_MATCHING PATTERN "*.a" PATTERN "*.so*")
endforeach()
