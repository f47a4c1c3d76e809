# Qhull (reentrant), for scree_polyhedron_create(), as SCREE_QHULL says: SCREE_QHULL_INCLUDE_DIR, and scree_qhull to link.
# Found by its files, not by pkg-config alone, so that a cross build sees those of its target and no others.

set(SCREE_WITH_QHULL FALSE)
if(NOT SCREE_QHULL)
  return()
endif()
if(NOT CMAKE_CROSSCOMPILING)
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(QHULL_HINT QUIET qhull_r)
  endif()
endif()
find_path(SCREE_QHULL_INCLUDE_DIR libqhull_r/qhull_ra.h HINTS ${QHULL_HINT_INCLUDE_DIRS})
find_library(SCREE_QHULL_SHARED qhull_r HINTS ${QHULL_HINT_LIBRARY_DIRS})
find_library(SCREE_QHULL_STATIC qhullstatic_r HINTS ${QHULL_HINT_LIBRARY_DIRS})
mark_as_advanced(SCREE_QHULL_INCLUDE_DIR SCREE_QHULL_SHARED SCREE_QHULL_STATIC)
if(SCREE_QHULL_INCLUDE_DIR AND (SCREE_QHULL_SHARED OR SCREE_QHULL_STATIC))
  set(SCREE_WITH_QHULL TRUE)
elseif(SCREE_QHULL STREQUAL AUTO)
  message(STATUS "Qhull is not here: hulls are made by the library's own quickhull")
  return()
else()
  message(FATAL_ERROR "Qhull is missing (reentrant: libqhull-dev in Debian). Install it, or let the library make its hulls "
    "by itself: -D SCREE_QHULL=OFF")
endif()

# Programs get the archive, so that they can be linked with -static; shared libraries get the shared one, since the
# archive of Debian is not position-independent. Where there is only one of the two, it is that one.
add_library(scree_qhull INTERFACE)
if(SCREE_QHULL_SHARED AND SCREE_QHULL_STATIC)
  target_link_libraries(scree_qhull INTERFACE
    "$<IF:$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>,${SCREE_QHULL_STATIC},${SCREE_QHULL_SHARED}>")
elseif(SCREE_QHULL_SHARED)
  target_link_libraries(scree_qhull INTERFACE ${SCREE_QHULL_SHARED})
else()
  target_link_libraries(scree_qhull INTERFACE ${SCREE_QHULL_STATIC})
endif()
