# The toolchain for AArch64: the clang of this machine and Debian's cross packages; or,
# with CMAKE_SYSROOT, the libraries of a root for arm64 (scripts/arm64-root.sh).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(triple aarch64-linux-gnu)

foreach(language C CXX ASM)
  set(CMAKE_${language}_COMPILER_TARGET ${triple})
endforeach()
if(NOT CMAKE_C_COMPILER)
  set(CMAKE_C_COMPILER clang-22)
  set(CMAKE_CXX_COMPILER clang++-22)
endif()
find_program(CMAKE_LINKER ${triple}-ld REQUIRED)
find_program(CMAKE_OBJCOPY ${triple}-objcopy REQUIRED)
find_program(CMAKE_AR ${triple}-ar REQUIRED)
find_program(CMAKE_RANLIB ${triple}-ranlib REQUIRED)
find_program(CMAKE_STRIP ${triple}-strip REQUIRED)

# Programs run by an emulator, if there is one.
find_program(TUSSAH_EMULATOR qemu-aarch64-static)
if(TUSSAH_EMULATOR)
  set(libraries /usr/${triple})
  if(CMAKE_SYSROOT)
    set(libraries ${CMAKE_SYSROOT})
  endif()
  set(CMAKE_CROSSCOMPILING_EMULATOR ${TUSSAH_EMULATOR} -L ${libraries})
endif()

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
