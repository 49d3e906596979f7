# cpack -G DEB in the build tree: one Debian package, program and development files together. What it
# depends on is read off the library by dpkg-shlibdeps (package dpkg-dev).
set(CPACK_PACKAGE_NAME levelfield)
set(CPACK_PACKAGE_VENDOR "The Levelfield authors")
set(CPACK_PACKAGE_CONTACT "The Levelfield authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION
"Every method asks the same metered oracles for the same stream of samples,
gets the same budget, and is judged by the same evaluation. Regenerates the
tables and figures of five papers, and runs methods of your own beside theirs.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The program needs the library of the same package, which dpkg does not know yet.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR})
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS gnuplot-nox)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, pkg-config")
include(CPack)
