# Headers, libraries, command, manual, CMake package and scree.pc.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/scree)

install(DIRECTORY include/scree DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
# Two export sets: the shared library can be used where the static one's own needs are not installed.
if(SCREE_SHARED)
  install(TARGETS scree EXPORT scree_shared)
  install(EXPORT scree_shared NAMESPACE scree:: FILE scree-shared.cmake DESTINATION ${package_dir})
endif()
install(TARGETS scree_static EXPORT scree_static)
install(EXPORT scree_static NAMESPACE scree:: FILE scree-static.cmake DESTINATION ${package_dir})

configure_package_config_file(cmake/scree-config.cmake.in ${PROJECT_BINARY_DIR}/scree-config.cmake
  INSTALL_DESTINATION ${package_dir} NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Before 1.0, a new minor version may break the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/scree-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/scree-config.cmake ${PROJECT_BINARY_DIR}/scree-config-version.cmake
  DESTINATION ${package_dir})

# The pkg-config file is found from where it lies, so that an installed tree can be moved.
file(RELATIVE_PATH SCREE_PC_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(SCREE_PC_PREFIX ${CMAKE_INSTALL_PREFIX})
else()
  string(REGEX REPLACE "/$" "" SCREE_PC_PREFIX "\${pcfiledir}/${SCREE_PC_PREFIX}")
endif()
cmake_path(APPEND SCREE_PC_LIBDIR "\${prefix}" "${CMAKE_INSTALL_LIBDIR}")
cmake_path(APPEND SCREE_PC_INCLUDEDIR "\${prefix}" "${CMAKE_INSTALL_INCLUDEDIR}")
# What --static adds. By library names alone: with Requires.private, pkg-config would ask users of the shared library for
# Qhull too. The archive of Qhull where there is one, since `cc -static` takes nothing else.
set(needs "")
if(SCREE_WITH_QHULL)
  set(qhull ${SCREE_QHULL_SHARED})
  if(SCREE_QHULL_STATIC)
    set(qhull ${SCREE_QHULL_STATIC})
  endif()
  cmake_path(GET qhull PARENT_PATH qhull_dir)
  if(NOT qhull_dir IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
    list(APPEND needs -L${qhull_dir})
  endif()
  cmake_path(GET qhull STEM qhull_name)
  string(REGEX REPLACE "^lib" "-l" qhull_name ${qhull_name})
  list(APPEND needs ${qhull_name})
endif()
if(OpenMP_C_FOUND)
  list(APPEND needs ${OpenMP_C_FLAGS})
endif()
if(SCREE_HAS_LIBM)
  list(APPEND needs -lm)
endif()
list(JOIN needs " " needs)
if(SCREE_SHARED)
  set(SCREE_PC_LIBS "Libs: -L\${libdir} -lscree\nLibs.private: ${needs}")
else()
  set(SCREE_PC_LIBS "Libs: -L\${libdir} -lscree ${needs}")
endif()
configure_file(cmake/scree.pc.in ${PROJECT_BINARY_DIR}/scree.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/scree.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET scree_command)
  install(TARGETS scree_command)
  file(GLOB manual_pages CONFIGURE_DEPENDS docs/man/*.1)
  install(FILES ${manual_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()

if(NOT CMAKE_CROSSCOMPILING)
  configure_file(cmake/after_install.cmake.in ${PROJECT_BINARY_DIR}/after_install.cmake @ONLY)
  install(SCRIPT ${PROJECT_BINARY_DIR}/after_install.cmake)
endif()
