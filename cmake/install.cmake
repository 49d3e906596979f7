# cmake --install: program, library, headers, what find_package() and pkg-config read, experiment
# files, pages, manual page, completions. Nothing installed knows its prefix: all paths are relative, so a tree
# can be moved. Variables GNUInstallDirs sets say where things go below the prefix.
include(CMakePackageConfigHelpers)

set(LF_SHARE_DIR ${CMAKE_INSTALL_DATADIR}/levelfield)
set(LF_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/levelfield)
file(RELATIVE_PATH LF_PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" LF_PREFIX_FROM_PC "${LF_PREFIX_FROM_PC}")
file(RELATIVE_PATH library_from_program /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
set_target_properties(levelfield PROPERTIES INSTALL_RPATH "$ORIGIN/${library_from_program}")

install(TARGETS levelfield lf_shared EXPORT levelfield-targets)
install(DIRECTORY include/levelfield DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY reports DESTINATION ${LF_SHARE_DIR} FILES_MATCHING PATTERN "*.yaml")
install(DIRECTORY suites DESTINATION ${LF_SHARE_DIR} FILES_MATCHING PATTERN "*.lfz")

# The pages as they stand in the tree, and what they link to; integration.install finds a link that is dead.
file(GLOB lf_pages LIST_DIRECTORIES false RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS
  LICENSE CITATION.cff *.md docs/*.md docs/examples/* docs/schemas/* docs/images/*.svg docs/images/gallery/*
  docs/images/report-demo-1280-light.png benchmarks/*.md reports/*.md reports/*/*.md examples/*.md examples/*/*
  include/levelfield/*.h)
foreach(page IN LISTS lf_pages)
  get_filename_component(folder ${page} DIRECTORY)
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()

configure_package_config_file(cmake/levelfield-config.cmake.in
  ${CMAKE_BINARY_DIR}/package/levelfield-config.cmake INSTALL_DESTINATION ${LF_PACKAGE_DIR})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/levelfield-config-version.cmake
  COMPATIBILITY SameMinorVersion)
configure_file(cmake/levelfield.pc.in ${CMAKE_BINARY_DIR}/package/levelfield.pc @ONLY)
install(EXPORT levelfield-targets NAMESPACE levelfield:: DESTINATION ${LF_PACKAGE_DIR})
install(FILES ${CMAKE_BINARY_DIR}/package/levelfield-config.cmake
  ${CMAKE_BINARY_DIR}/package/levelfield-config-version.cmake DESTINATION ${LF_PACKAGE_DIR})
install(FILES ${CMAKE_BINARY_DIR}/package/levelfield.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# Written by the program itself, from the tables that also make its help. Nobody installs a build with
# sanitizers, and not each of those can be started just so.
if(LF_SANITIZE)
  return()
endif()
function(lf_generated what path destination)
  set(file ${CMAKE_BINARY_DIR}/package/${path})
  get_filename_component(folder ${file} DIRECTORY)
  add_custom_command(OUTPUT ${file} COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND levelfield generate ${what} > ${file} DEPENDS levelfield lf_shared VERBATIM)
  install(FILES ${file} DESTINATION ${destination})
  set_property(GLOBAL APPEND PROPERTY lf_generated_files ${file})
endfunction()
lf_generated(man man/levelfield.1 ${CMAKE_INSTALL_MANDIR}/man1)
lf_generated(bash bash/levelfield ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
lf_generated(zsh zsh/_levelfield ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
lf_generated(fish fish/levelfield.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
get_property(generated GLOBAL PROPERTY lf_generated_files)
add_custom_target(lf_manual ALL DEPENDS ${generated})
