# SPDX-License-Identifier: Apache-2.0
# cmake -DOUT=FILE -DSTYLE=FILE -DSCRIPT=FILE -DCHARTS=FILE (or empty) -P: writes report_assets().

# Text as string literals of a size that every compiler takes.
function(literal file result)
  set(code "")
  if(file)
    file(READ "${file}" text)
    string(LENGTH "${text}" length)
    set(at 0)
    while(at LESS length)
      string(SUBSTRING "${text}" ${at} 8000 part)
      string(APPEND code "      R\"~embedded~(${part})~embedded~\"\n")
      math(EXPR at "${at} + 8000")
    endwhile()
  endif()
  if(code STREQUAL "")
    set(code "      \"\"\n")
  endif()
  set(${result} "${code}" PARENT_SCOPE)
endfunction()

literal("${STYLE}" style)
literal("${SCRIPT}" script)
literal("${CHARTS}" charts)
file(WRITE "${OUT}" "// Written by cmake/EmbedText.cmake.
#include \"testbenches/html_report/report_assets.hpp\"

#ifdef __clang__
#pragma clang diagnostic ignored \"-Woverlength-strings\"
#endif

namespace heliograph::testbenches {

ReportAssets report_assets() {
  return {
${style}      ,
${script}      ,
${charts}  };
}

}  // namespace heliograph::testbenches
")
