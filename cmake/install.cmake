# Headers, libraries, command, manual, CMake package and scree.pc.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/scree)

install(DIRECTORY include/scree DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
# Two export sets: the shared library can be used where the static one's own needs are not installed.
install(TARGETS scree EXPORT scree_shared)
install(TARGETS scree_static EXPORT scree_static)
install(EXPORT scree_shared NAMESPACE scree:: FILE scree-shared.cmake DESTINATION ${package_dir})
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
set(SCREE_PC_PRIVATE "")
if(OpenMP_C_FOUND)
  string(APPEND SCREE_PC_PRIVATE " ${OpenMP_C_FLAGS}")
endif()
if(MATH_LIBRARY)
  string(APPEND SCREE_PC_PRIVATE " -lm")
endif()
configure_file(cmake/scree.pc.in ${PROJECT_BINARY_DIR}/scree.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/scree.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET scree_command)
  install(TARGETS scree_command)
  file(GLOB manual_pages CONFIGURE_DEPENDS docs/man/*.1)
  install(FILES ${manual_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
