# find_package(Tactus CONFIG) defines the target Tactus::tactus.
get_filename_component(_tactus_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET Tactus::tactus)
  add_library(Tactus::tactus SHARED IMPORTED)
  set_target_properties(Tactus::tactus PROPERTIES
    IMPORTED_LOCATION "${_tactus_prefix}/lib/libtactus.so.0"
    IMPORTED_SONAME "libtactus.so.0"
    INTERFACE_INCLUDE_DIRECTORIES "${_tactus_prefix}/include")
endif()
unset(_tactus_prefix)
