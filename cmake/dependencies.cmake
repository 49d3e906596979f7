# All are Debian packages; scripts/setup.sh installs them.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
pkg_check_modules(LF_PACKAGES REQUIRED IMPORTED_TARGET
  openblas libcyaml jansson sqlite3 libcrypto libcurl libarchive clp)
find_path(RANDOM123_INCLUDE Random123/philox.h REQUIRED)

add_library(lf_dependencies INTERFACE)
target_include_directories(lf_dependencies SYSTEM INTERFACE ${RANDOM123_INCLUDE})
target_link_libraries(lf_dependencies INTERFACE
  PkgConfig::LF_PACKAGES ZLIB::ZLIB Threads::Threads ${CMAKE_DL_LIBS} m)
