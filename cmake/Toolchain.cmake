# SPDX-License-Identifier: Apache-2.0
# Language, warnings, sanitizers and the libraries from Debian packages.

# Debian's libsystemc is built as C++17 and links with nothing else.
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

option(HELIOGRAPH_SANITIZE "AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(HELIOGRAPH_COVERAGE "Line coverage by gcov" OFF)

find_program(HELIOGRAPH_CCACHE ccache)
if(HELIOGRAPH_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
                                  ${HELIOGRAPH_CCACHE})
endif()
find_program(HELIOGRAPH_MOLD mold)
if(HELIOGRAPH_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

# Same inputs, same bytes: no contraction of a*b+c, no fast-math, no -march=native.
add_compile_options(-ffp-contract=off)
if(HELIOGRAPH_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined
                      -fno-omit-frame-pointer -O1)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # Under sanitizers g++ 12 warns inside <regex> and <functional> (its bug 105562).
    add_compile_options(-Wno-maybe-uninitialized)
  endif()
  add_link_options(-fsanitize=address,undefined)
endif()
if(HELIOGRAPH_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()

find_package(PkgConfig REQUIRED)
pkg_check_modules(SYSTEMC REQUIRED IMPORTED_TARGET systemc>=2.3.4)
pkg_check_modules(PROTOBUF REQUIRED IMPORTED_TARGET protobuf>=3.21)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(yaml-cpp REQUIRED)
find_package(pugixml REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Catch2 2.13 REQUIRED)
find_package(rapidcheck REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Threads REQUIRED)

# Exact routing in meshes; without it a verdict that needs it reads `unproven`.
option(HELIOGRAPH_CADICAL "Use the SAT solver CaDiCaL if it is installed" ON)
find_path(CADICAL_INCLUDE_DIR cadical.hpp)
find_library(CADICAL_LIBRARY cadical)
mark_as_advanced(CADICAL_INCLUDE_DIR CADICAL_LIBRARY)

# Exact placement of slices in a rack; without it the heuristic's answer may read `not optimal`.
option(HELIOGRAPH_CBC "Use the integer program solver CBC if it is installed" ON)
find_path(CBC_INCLUDE_DIR coin/Cbc_C_Interface.h)
find_library(CBC_SOLVER_LIBRARY CbcSolver)
mark_as_advanced(CBC_INCLUDE_DIR CBC_SOLVER_LIBRARY)

# Flags of the code that is ours; libraries and generated code are exempt.
function(heliograph_own_code target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast -Werror)
  # -iquote, never -I: `#include <systemc>` must stay the library's, not our folder systemc/.
  target_compile_options(${target} PRIVATE "SHELL:-iquote ${CMAKE_SOURCE_DIR}")
  target_compile_definitions(${target} PRIVATE SC_INCLUDE_DYNAMIC_PROCESSES EIGEN_DONT_PARALLELIZE)
endfunction()
