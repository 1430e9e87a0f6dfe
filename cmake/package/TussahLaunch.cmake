# Lets tussah-clang compile the targets that link Tussah::Cilk, or Tussah::Graph, by
# themselves, where the project's compiler is another one. CMake has one compiler for
# each language; a target's launcher is put before it, and tussah-clang, as a launcher,
# takes the compiler's place.

# The targets of a folder and those below it.
function(_tussah_all_targets folder result)
  get_property(all DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
  get_property(folders DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
  foreach(one IN LISTS folders)
    _tussah_all_targets("${one}" below)
    list(APPEND all ${below})
  endforeach()
  set(${result} ${all} PARENT_SCOPE)
endfunction()

# At the end of the configuration, when all targets are known.
function(_tussah_launch)
  _tussah_all_targets("${CMAKE_SOURCE_DIR}" targets)
  foreach(target IN LISTS targets)
    get_target_property(libraries ${target} LINK_LIBRARIES)
    if(NOT libraries MATCHES "Tussah::(Cilk|Graph)")
      continue()
    endif()
    foreach(language IN ITEMS C CXX)
      get_filename_component(compiler "${CMAKE_${language}_COMPILER}" NAME)
      if(compiler MATCHES "^tussah-clang")
        continue()
      endif()
      get_target_property(launcher ${target} ${language}_COMPILER_LAUNCHER)
      if(launcher)
        message(STATUS "Tussah: ${target} is compiled without ${launcher}; for a "
          "compiler cache use tussah-clang as the project's compiler")
      endif()
      set_target_properties(${target} PROPERTIES
        ${language}_COMPILER_LAUNCHER "${TUSSAH_CC};--tussah-launch")
    endforeach()
  endforeach()
endfunction()

get_property(_tussah_launches GLOBAL PROPERTY TUSSAH_LAUNCHES)
if(NOT _tussah_launches)
  set_property(GLOBAL PROPERTY TUSSAH_LAUNCHES TRUE)
  cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]]
    CALL _tussah_launch)")
endif()
