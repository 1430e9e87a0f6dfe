# `make packages`: Debian packages, by CPack, of what is installed: for each component
# one, and of the compiler one for each LLVM. They go into BUILD/packages.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tussah)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The Tussah developers <tussah@localhost>" CACHE STRING
  "Maintainer of the packages")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(needed_libraries)
if(CMAKE_CROSSCOMPILING)
  # dpkg-shlibdeps asks the packages that are installed, which are this machine's.
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS OFF)
  set(needed_libraries ", libc6 (>= 2.34), libgcc-s1 (>= 4.2), libstdc++6 (>= 12)")
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
endif()
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${TUSSAH_LIB_DIR})
set(CPACK_COMPONENTS_ALL)
set(same_version "(= ${PROJECT_VERSION})")

# What each package of Debian has in its folder of documentation.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(cmake/debian/changelog.in ${PROJECT_BINARY_DIR}/debian/changelog @ONLY)
find_program(TUSSAH_GZIP gzip REQUIRED)
execute_process(COMMAND ${TUSSAH_GZIP} -9nf ${PROJECT_BINARY_DIR}/debian/changelog
  COMMAND_ERROR_IS_FATAL ANY)

# tussah_add_package(<component> <package> <summary> DEPENDS <list>
#                    [RECOMMENDS <list>] [TEXT <description>])
macro(tussah_add_package component package summary)
  cmake_parse_arguments(arg "" "DEPENDS;RECOMMENDS;TEXT" "" ${ARGN})
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package})
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${arg_TEXT}")
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${summary}\n${arg_TEXT}")
  string(REGEX REPLACE "^, " "" depends "${arg_DEPENDS}${needed_libraries}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${depends}")
  if(arg_RECOMMENDS)
    set(CPACK_DEBIAN_${upper}_PACKAGE_RECOMMENDS "${arg_RECOMMENDS}")
  endif()
  # A plain installation has the licence once.
  install(FILES cmake/debian/copyright ${PROJECT_BINARY_DIR}/debian/changelog.gz
    DESTINATION share/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES cmake/debian/overrides DESTINATION share/lintian/overrides
    RENAME ${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
endmacro()

tussah_add_package(runtime tussah-runtime "Runtime of parallel programs in Cilk"
  DEPENDS ""
  TEXT "Programs that were compiled with Tussah run with this library.")
set(compilers)
foreach(n IN LISTS TUSSAH_LLVM_FOUND)
  list(APPEND compilers "tussah-compiler-${n} ${same_version}")
  math(EXPR next "${n} + 1")
  set(text "The plugins with which clang ${n} compiles the keywords of Cilk,\nand the bitcode of the targets.")
  tussah_add_package(compiler-${n} tussah-compiler-${n} "Cilk for clang ${n}"
    DEPENDS "clang-${n} (>= 1:${n}), clang-${n} (<< 1:${next}~)" TEXT "${text}")
  string(TOUPPER compiler-${n} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${TUSSAH_LIB_DIR}/${n})
  list(APPEND CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${TUSSAH_LIB_DIR}/${n})
endforeach()
list(JOIN compilers " | " compilers)
tussah_add_package(dev tussah-dev "Fork-join task parallelism for clang: Cilk"
  DEPENDS "tussah-runtime ${same_version}, ${compilers}"
  RECOMMENDS tussah-tools
  TEXT "The commands tussah, tussah-clang and tussah-clang++, headers, static\nlibraries, and what CMake and pkg-config look for.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
tussah_add_package(tools tussah-tools "Race detector, scalability analysis and benchmarks for Cilk"
  DEPENDS "tussah-dev ${same_version}" RECOMMENDS "python3"
  TEXT "What the commands tussah race, scale, graph and bench run.")
if(NOT CMAKE_CROSSCOMPILING) # one for all machines
  tussah_add_package(doc tussah-doc "Manual of Tussah"
    DEPENDS "" TEXT "The manual, in Markdown.")
  set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
  set(CPACK_DEBIAN_DOC_PACKAGE_SECTION doc)
endif()

set(CPACK_TUSSAH_STRIP ${CMAKE_STRIP})
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian/Prepare.cmake)
include(CPack)
