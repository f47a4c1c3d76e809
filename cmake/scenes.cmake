# The scenes: pairs and situations that the command, the tests and the benchmarks share. Not installed.

file(GLOB scene_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/scenes/*.c)
add_library(scree_scenes STATIC ${scene_sources})
set_target_properties(scree_scenes PROPERTIES C_STANDARD 17 C_STANDARD_REQUIRED ON)
target_link_libraries(scree_scenes PUBLIC scree_static PRIVATE scree_flags)
