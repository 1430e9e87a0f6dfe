# What is built for other machines than this one: for each triple of
# TUSSAH_TARGETS the bitcode of the targets, and the libraries that programs are linked
# with, in lib/tussah/<triple>. The compiler is built once, for this machine. Each triple
# needs a C library, a C++ library and binutils: Debian's cross packages.
# Another C library, musl, needs Debian's musl-dev.
#
# A compiler that runs on another machine is built with the toolchain file of its triple
# in cmake/machines, and CMAKE_SYSROOT, which has the headers of LLVM.
#
# Sets TUSSAH_CROSS_TRIPLES.

# The newest clang that is there compiles for all of them.
list(GET TUSSAH_LLVM_FOUND 0 newest)
set(TUSSAH_CROSS_CLANG ${TUSSAH_LLVM_${newest}_CLANG})
set(TUSSAH_CROSS_CLANGXX ${TUSSAH_LLVM_${newest}_CLANGXX})

# Debian's musl is where no clang looks, but as a sysroot with these links. Of glibc's
# GCC it has what depends on no C library. With a sysroot clang finds neither a header
# nor a library of glibc.
set(TUSSAH_MUSL_LINKS
  usr/include=/usr/include/x86_64-linux-musl
  lib=/usr/lib/x86_64-linux-musl
  usr/lib/gcc=/usr/lib/gcc
  usr/local/include/linux=/usr/include/linux
  usr/local/include/asm-generic=/usr/include/asm-generic
  usr/local/include/asm=/usr/include/x86_64-linux-gnu/asm)

# tussah_add_musl(<triple>): makes the sysroot in the build tree, and installs it.
function(tussah_add_musl triple)
  if(NOT EXISTS /usr/lib/${triple}/libc.a)
    message(FATAL_ERROR "musl is missing; run scripts/install-deps.sh musl")
  endif()
  set(folder ${TUSSAH_LIB_DIR}/${triple}/sysroot)
  foreach(link IN LISTS TUSSAH_MUSL_LINKS)
    string(REPLACE "=" ";" link ${link})
    list(GET link 0 name)
    list(GET link 1 meaning)
    get_filename_component(parent ${folder}/${name} DIRECTORY)
    file(MAKE_DIRECTORY ${parent})
    file(CREATE_LINK ${meaning} ${folder}/${name} SYMBOLIC)
  endforeach()
  install(DIRECTORY ${folder} DESTINATION lib/tussah/${triple} COMPONENT ${triple})
endfunction()

set(TUSSAH_CROSS_TRIPLES)
foreach(triple IN LISTS TUSSAH_TARGETS)
  if(triple STREQUAL "${CMAKE_SYSTEM_PROCESSOR}-linux-gnu")
    continue()
  endif()
  if(triple STREQUAL "x86_64-linux-musl")
    tussah_add_musl(${triple})
    list(APPEND TUSSAH_CROSS_TRIPLES ${triple})
    continue()
  endif()
  string(REGEX REPLACE "-.*" "" processor ${triple})
  if(NOT triple MATCHES "^[a-z0-9_]+-linux-gnu$" OR
      NOT EXISTS ${PROJECT_SOURCE_DIR}/runtime/scheduler/${processor})
    message(FATAL_ERROR "no runtime exists for '${triple}' of TUSSAH_TARGETS; "
      "known are x86_64-linux-gnu, aarch64-linux-gnu and x86_64-linux-musl")
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
    if(triple MATCHES "-musl$")
      list(APPEND flags --sysroot=${TUSSAH_LIB_DIR}/${triple}/sysroot)
    endif()
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
  set(sysroot)
  if(triple MATCHES "-musl$")
    set(sysroot -DCMAKE_SYSROOT=${machine_dir}/sysroot)
  endif()
  ExternalProject_Add(tussah-${triple}
    SOURCE_DIR ${PROJECT_SOURCE_DIR}
    BINARY_DIR ${PROJECT_BINARY_DIR}/machines/${triple}
    PREFIX ${PROJECT_BINARY_DIR}/machines/${triple}.steps
    CMAKE_ARGS -DTUSSAH_LIBRARIES_ONLY=ON
      -DCMAKE_TOOLCHAIN_FILE=${PROJECT_SOURCE_DIR}/cmake/machines/${triple}.cmake
      -DCMAKE_C_COMPILER=${TUSSAH_CROSS_CLANG} -DCMAKE_CXX_COMPILER=${TUSSAH_CROSS_CLANGXX}
      -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} -DTUSSAH_WERROR=${TUSSAH_WERROR}
      -DTUSSAH_LIB_DIR=${machine_dir} ${sysroot}
    BUILD_ALWAYS ON
    INSTALL_COMMAND "")
  install(DIRECTORY ${machine_dir}/ DESTINATION ${machine_install}
    COMPONENT ${machine_component}
    FILES_MATCHING PATTERN "*.a" PATTERN "*.so*")
endforeach()
