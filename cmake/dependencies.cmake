# All are Debian packages; scripts/setup.sh installs them.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
pkg_check_modules(LF_PACKAGES REQUIRED IMPORTED_TARGET
  openblas libcyaml yaml-0.1 jansson sqlite3 libcrypto libcurl libarchive libdeflate libzstd libjpeg clp
  libseccomp)
# Not find_package(dnnl): Debian's configuration asks for OpenCL's headers, which we have no use for.
find_path(DNNL_INCLUDE oneapi/dnnl/dnnl.h REQUIRED)
find_library(DNNL_LIBRARY dnnl REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS C) # oneDNN's threads, which are told to be one
find_path(RANDOM123_INCLUDE Random123/philox.h REQUIRED)

add_library(lf_dependencies INTERFACE)
target_include_directories(lf_dependencies SYSTEM INTERFACE ${RANDOM123_INCLUDE} ${DNNL_INCLUDE})
target_link_libraries(lf_dependencies INTERFACE
  PkgConfig::LF_PACKAGES ${DNNL_LIBRARY} ${OpenMP_C_LIBRARIES} ZLIB::ZLIB Threads::Threads ${CMAKE_DL_LIBS} m)
