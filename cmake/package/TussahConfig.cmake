# find_package(Tussah CONFIG) defines
#
#   Tussah::Cilk       for targets with the keywords: compiles their C and C++ with
#                      tussah-clang, and links the runtime. The project's compiler may
#                      be any; it compiles the other targets
#   Tussah::Runtime    the headers and the runtime, without a compiler
#   Tussah::Cps, Tussah::Backtrack, Tussah::Graph
#                      the libraries of <tussah/cps.hpp>, backtrack.hpp and graph.hpp
#   TUSSAH_CC, TUSSAH_CXX    the compilers: tussah-clang, tussah-clang++
#
# With TUSSAH_STATIC_RUNTIME on, programs contain the runtime. That is for programs
# without shared libraries that have tasks, too.

get_filename_component(_tussah_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(_tussah_lib "${_tussah_prefix}/lib/tussah")
set(TUSSAH_CC "${_tussah_prefix}/bin/tussah-clang")
set(TUSSAH_CXX "${_tussah_prefix}/bin/tussah-clang++")
foreach(_tussah_file IN ITEMS "${TUSSAH_CC}" "${_tussah_lib}/libtussah.a"
    "${_tussah_prefix}/include/cilk/cilk.h")
  if(NOT EXISTS "${_tussah_file}")
    set(Tussah_FOUND FALSE)
    set(Tussah_NOT_FOUND_MESSAGE "'${_tussah_file}' is missing; install Tussah again")
    return()
  endif()
endforeach()

option(TUSSAH_STATIC_RUNTIME "Programs contain the runtime of Cilk" OFF)
include(CMakeFindDependencyMacro)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_dependency(Threads)

if(NOT TARGET Tussah::Runtime)
  if(TUSSAH_STATIC_RUNTIME)
    add_library(Tussah::Runtime STATIC IMPORTED)
    set_target_properties(Tussah::Runtime PROPERTIES
      IMPORTED_LOCATION "${_tussah_lib}/libtussah.a")
  else()
    add_library(Tussah::Runtime SHARED IMPORTED)
    set_target_properties(Tussah::Runtime PROPERTIES
      IMPORTED_LOCATION "${_tussah_lib}/libtussah.so.0"
      IMPORTED_SONAME libtussah.so.0)
  endif()
  set_target_properties(Tussah::Runtime PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${_tussah_prefix}/include"
    INTERFACE_LINK_LIBRARIES Threads::Threads)

  foreach(_tussah_name IN ITEMS Cps Backtrack Graph)
    string(TOLOWER ${_tussah_name} _tussah_file)
    add_library(Tussah::${_tussah_name} STATIC IMPORTED)
    set_target_properties(Tussah::${_tussah_name} PROPERTIES
      IMPORTED_LOCATION "${_tussah_lib}/libtussah-${_tussah_file}.a"
      IMPORTED_LINK_INTERFACE_LANGUAGES CXX
      INTERFACE_INCLUDE_DIRECTORIES "${_tussah_prefix}/include"
      INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS}")
  endforeach()

  # In a job, the program loads the library for its MPI from there.
  foreach(_tussah_name IN ITEMS Cps Backtrack)
    set_property(TARGET Tussah::${_tussah_name} APPEND PROPERTY
      INTERFACE_LINK_OPTIONS "LINKER:-rpath,${_tussah_lib}")
  endforeach()

  add_library(Tussah::Cilk INTERFACE IMPORTED)
  set_target_properties(Tussah::Cilk PROPERTIES
    INTERFACE_LINK_LIBRARIES Tussah::Runtime)
  # A graph algorithm is compiled with its program.
  set_property(TARGET Tussah::Graph APPEND PROPERTY
    INTERFACE_LINK_LIBRARIES Tussah::Cilk)
endif()

include("${CMAKE_CURRENT_LIST_DIR}/TussahLaunch.cmake")
