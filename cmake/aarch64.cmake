# A cross build for 64-bit ARM: cmake -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64.cmake -DLF_ARM_ROOT=FOLDER ..., the folder being
# Debian's arm64 packages, unpacked (scripts/bits_matrix.sh makes it).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES LF_ARM_ROOT)
set(CMAKE_SYSROOT ${LF_ARM_ROOT})
set(CMAKE_FIND_ROOT_PATH ${LF_ARM_ROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(lf_arm_libraries ${LF_ARM_ROOT}/usr/lib/aarch64-linux-gnu)
# OpenBLAS is an alternative, which only an installation would choose.
set(ENV{PKG_CONFIG_LIBDIR} ${lf_arm_libraries}/pkgconfig:${lf_arm_libraries}/openblas-pthread/pkgconfig:${LF_ARM_ROOT}/usr/share/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${LF_ARM_ROOT})
# Libraries find one another there as they are linked, and under the emulator.
add_link_options(-L${lf_arm_libraries} -Wl,-rpath-link,${lf_arm_libraries} -Wl,-rpath-link,${lf_arm_libraries}/openblas-pthread)
