# SPDX-License-Identifier: Apache-2.0
# What report.html carries with it, as text in a source file that the build writes.

find_file(HELIOGRAPH_CHART_JS chart.min.js PATHS /usr/share/javascript/chart.js
          DOC "Chart.js in one file (Debian: libjs-chart.js)")
if(NOT HELIOGRAPH_CHART_JS)
  message(STATUS "Chart.js is not installed (Debian: libjs-chart.js): report.html will have tables and no charts")
endif()

# heliograph_report_assets(TARGET): adds the source with report_assets() to the target.
function(heliograph_report_assets target)
  set(made ${CMAKE_BINARY_DIR}/generated/report_assets.cpp)
  set(web ${CMAKE_SOURCE_DIR}/testbenches/html_report/web)
  set(charts)
  if(HELIOGRAPH_CHART_JS)
    set(charts ${HELIOGRAPH_CHART_JS})
  endif()
  add_custom_command(OUTPUT ${made}
    COMMAND ${CMAKE_COMMAND} -DOUT=${made} -DSTYLE=${web}/page.css -DSCRIPT=${web}/page.js
            -DCHARTS=${charts} -P ${CMAKE_SOURCE_DIR}/cmake/EmbedText.cmake
    DEPENDS ${web}/page.css ${web}/page.js ${charts} ${CMAKE_SOURCE_DIR}/cmake/EmbedText.cmake
    COMMENT "Embedding what report.html needs" VERBATIM)
  target_sources(${target} PRIVATE ${made})
  set_source_files_properties(${made} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
endfunction()
