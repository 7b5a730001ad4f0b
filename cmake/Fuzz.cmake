# SPDX-License-Identifier: Apache-2.0
# Fuzz targets (libFuzzer, so clang): tests/fuzz/run.sh configures with HELIOGRAPH_FUZZ and builds
# them alone. Include before any target is declared, so that all of our code is instrumented.
option(HELIOGRAPH_FUZZ "Instrument for libFuzzer and build tests/fuzz (needs clang)" OFF)

if(HELIOGRAPH_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "HELIOGRAPH_FUZZ needs clang: -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_C_COMPILER=clang")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined
                      -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=address,undefined)
endif()

# heliograph_fuzz_target(NAME SOURCE LIBRARY...)
function(heliograph_fuzz_target name source)
  add_executable(${name} ${source})
  heliograph_own_code(${name})
  target_link_libraries(${name} PRIVATE ${ARGN})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
endfunction()
