# The toolchain for musl, with the sysroot of links to Debian's musl that
# cmake/CrossTargets.cmake makes (CMAKE_SYSROOT). There is no library of C++ for it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(triple x86_64-linux-musl)

foreach(language C CXX ASM)
  set(CMAKE_${language}_COMPILER_TARGET ${triple})
endforeach()
if(NOT CMAKE_C_COMPILER)
  set(CMAKE_C_COMPILER clang-22)
  set(CMAKE_CXX_COMPILER clang++-22)
endif()
# A program of C++ cannot be linked, and what CMAKE_SYSROOT says must hold for tests, too.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CMAKE_SYSROOT)
# Debian has no shared unwinder for musl.
set(CMAKE_SHARED_LINKER_FLAGS_INIT -static-libgcc)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
