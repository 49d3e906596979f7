# lf_embed(FILE...): write generated/NAME.inc, the bytes of each file as a C initialiser list, so that
# templates are kept in their own language and still travel inside the program.
function(lf_embed)
  foreach(path IN LISTS ARGN)
    get_filename_component(name ${path} NAME)
    lf_embed_as(${name} ${path})
  endforeach()
endfunction()

# lf_embed_as(NAME FILE): the same for one file, under a name of its own.
function(lf_embed_as name path)
  file(READ ${path} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/${name}.inc CONTENT "${bytes}0\n" @ONLY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
endfunction()
