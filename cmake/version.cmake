# generated/version.h: what `levelfield --version` and every stored run say of the build. The commit is
# read at configure time: of a release archive out of .release, where `git archive` writes it.
find_package(Git QUIET)
set(LF_COMMIT "unknown")
file(STRINGS ${CMAKE_SOURCE_DIR}/.release released LIMIT_COUNT 1)
if(released MATCHES "^[0-9a-f]+$")
  string(SUBSTRING ${released} 0 12 LF_COMMIT)
elseif(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} describe --always --dirty --abbrev=12
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE described ERROR_QUIET
    OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
  if(NOT failed)
    set(LF_COMMIT ${described})
  endif()
endif()
# What the code is compiled with, but for warnings and for words that name a folder of this machine.
get_target_property(LF_FLAGS lf_options INTERFACE_COMPILE_OPTIONS)
list(FILTER LF_FLAGS EXCLUDE REGEX "^-W")
string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
string(JOIN " " LF_FLAGS ${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${type}} ${LF_FLAGS})
string(REGEX REPLACE "[^ ]*/[^ ]* ?" "" LF_FLAGS "${LF_FLAGS}")
# Where the experiment files and suites of an installed tree are, seen from the library's folder.
file(RELATIVE_PATH LF_SHARE_FROM_LIBRARY /${CMAKE_INSTALL_LIBDIR} /${CMAKE_INSTALL_DATADIR}/levelfield)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/version.h CONTENT
"#define LF_VERSION \"@PROJECT_VERSION@\"
#define LF_COMMIT \"@LF_COMMIT@\"
#define LF_COMPILER \"@CMAKE_C_COMPILER_ID@ @CMAKE_C_COMPILER_VERSION@\"
#define LF_FLAGS \"@LF_FLAGS@\"
#define LF_BUILD_TYPE \"@CMAKE_BUILD_TYPE@\"
#define LF_SHARE_FROM_LIBRARY \"@LF_SHARE_FROM_LIBRARY@\"
#define LF_SOURCE_DIR \"@CMAKE_SOURCE_DIR@\"
" @ONLY)
