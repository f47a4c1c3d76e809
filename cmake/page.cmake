# The page of `scree view`: three.js, uPlot and sim/view, bundled by esbuild and put into the library. The packages are
# npm's, in build/npm, where cmake/setup.sh leaves them. Without them, scree is built without the page.

set(SCREE_NPM_DIR ${PROJECT_SOURCE_DIR}/build/npm CACHE PATH "Folder with node_modules, of the packages of sim/view/package.json")
set(npm_modules ${SCREE_NPM_DIR}/node_modules)
file(GLOB esbuild ${npm_modules}/@esbuild/*/bin/esbuild)
set(SCREE_WITH_PAGE FALSE)
if(esbuild AND EXISTS ${npm_modules}/three/LICENSE AND EXISTS ${npm_modules}/uplot/LICENSE)
  list(GET esbuild 0 esbuild)
  set(SCREE_WITH_PAGE TRUE)
else()
  message(STATUS "scree view: without the page, since npm's packages are not in ${SCREE_NPM_DIR} (cmake/setup.sh build)")
  return()
endif()

set(view_dir ${PROJECT_SOURCE_DIR}/sim/view)
file(GLOB view_sources CONFIGURE_DEPENDS ${view_dir}/*.js ${view_dir}/*.css)
set(view_bundle ${PROJECT_BINARY_DIR}/generated/view)
set(view_resources ${PROJECT_BINARY_DIR}/generated/view_resources.c)
add_custom_command(OUTPUT ${view_bundle}/main.js ${view_bundle}/main.css
  COMMAND ${CMAKE_COMMAND} -E env NODE_PATH=${npm_modules} ${esbuild} ${view_dir}/main.js --bundle --minify --format=esm
    --legal-comments=none --log-level=warning --outdir=${view_bundle}
  DEPENDS ${view_sources} ${npm_modules}/three/package.json ${npm_modules}/uplot/package.json
  COMMENT "Bundling the page of scree view" VERBATIM)
add_custom_command(OUTPUT ${view_resources}
  COMMAND ${CMAKE_COMMAND} -D OUTPUT=${view_resources} -D HEADER=output/resources.h
    -D "FILES=view_js=${view_bundle}/main.js$<SEMICOLON>view_css=${view_bundle}/main.css$<SEMICOLON>view_html=${view_dir}/page.html$<SEMICOLON>view_three_license=${npm_modules}/three/LICENSE$<SEMICOLON>view_uplot_license=${npm_modules}/uplot/LICENSE"
    -P ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
  DEPENDS ${view_bundle}/main.js ${view_bundle}/main.css ${view_dir}/page.html
    ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
  COMMENT "Embedding the page of scree view" VERBATIM)
