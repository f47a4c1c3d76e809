# Writes a C file that holds other files, each as a `resource` (cli/reproduce/resources.h):
#   cmake -D OUTPUT=resources.c -D "FILES=name=path;other=path" [-D HEADER=resources.h] -P cmake/embed_files.cmake
cmake_minimum_required(VERSION 3.22)
if(NOT HEADER)
  set(HEADER resources.h)
endif()
file(WRITE ${OUTPUT} "#include \"${HEADER}\"\n")
foreach(entry IN LISTS FILES)
  string(REGEX MATCH "^([^=]*)=(.*)$" found "${entry}")
  set(name ${CMAKE_MATCH_1})
  file(READ "${CMAKE_MATCH_2}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  file(APPEND ${OUTPUT} "\nstatic const unsigned char ${name}[] = { ${bytes} };\n"
    "const resource scree_resource_${name} = { ${name}, sizeof ${name} };\n")
endforeach()
