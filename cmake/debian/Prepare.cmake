# Run by CPack before it makes packages of the installed files: strips what no debugger
# reads. The runtime keeps its names, which backtraces of stolen tasks show.
file(GLOB_RECURSE files "${CPACK_TEMPORARY_DIRECTORY}/*.so"
  "${CPACK_TEMPORARY_DIRECTORY}/*/usr/bin/*"
  "${CPACK_TEMPORARY_DIRECTORY}/*/usr/lib/tussah/tussah-*")
foreach(file IN LISTS files)
  if(NOT IS_SYMLINK "${file}")
    execute_process(COMMAND ${CPACK_TUSSAH_STRIP} --strip-unneeded --remove-section=.comment
      --remove-section=.note "${file}" COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
