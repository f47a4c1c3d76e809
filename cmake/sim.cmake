# libscree_sim, the granular simulator, static and shared, from one set of objects: on the public interface of libscree.

file(GLOB_RECURSE sim_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sim/*.c)
set(sim_needs scree_flags)
if(OpenMP_C_FOUND)
  list(APPEND sim_needs OpenMP::OpenMP_C)
endif()
if(SCREE_HAS_LIBM)
  list(APPEND sim_needs m)
endif()

# Position-independent, so that the static library can go into other people's shared ones too.
add_library(scree_sim_objects OBJECT ${sim_sources})
target_compile_definitions(scree_sim_objects PRIVATE SCREE_BUILDING)
target_include_directories(scree_sim_objects PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/sim/include
  ${PROJECT_SOURCE_DIR}/sim)
set_target_properties(scree_sim_objects PROPERTIES
  C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
target_link_libraries(scree_sim_objects PRIVATE ${sim_needs})
list(TRANSFORM sim_needs PREPEND "$<BUILD_INTERFACE:")
list(TRANSFORM sim_needs APPEND ">")

add_library(scree_sim_static STATIC $<TARGET_OBJECTS:scree_sim_objects>)
set_target_properties(scree_sim_static PROPERTIES OUTPUT_NAME scree_sim)
target_link_libraries(scree_sim_static PUBLIC scree_static)
add_library(scree::scree_sim_static ALIAS scree_sim_static)
set(sim_targets scree_sim_static)
if(SCREE_SHARED)
  add_library(scree_sim SHARED $<TARGET_OBJECTS:scree_sim_objects>)
  set_target_properties(scree_sim PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${soversion})
  target_link_libraries(scree_sim PUBLIC scree)
  add_library(scree::scree_sim ALIAS scree_sim)
  list(APPEND sim_targets scree_sim)
else()
  add_library(scree::scree_sim ALIAS scree_sim_static)
endif()
set_target_properties(${sim_targets} PROPERTIES LINKER_LANGUAGE C)
foreach(target IN LISTS sim_targets)
  target_include_directories(${target} INTERFACE "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/sim/include>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_link_libraries(${target} PRIVATE ${sim_needs})
endforeach()
