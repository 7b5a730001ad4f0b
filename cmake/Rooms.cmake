# SPDX-License-Identifier: Apache-2.0
# One library per folder of the house: heliograph_<folder with _ for />.

# heliograph_room(FOLDER [DEPENDENCY ...]): a dependency is another folder or a library target.
# Rooms that use SystemC share one precompiled header: parsing <systemc> and <tlm> takes longer than
# most of our files.
function(heliograph_room folder)
  string(REPLACE "/" "_" name heliograph_${folder})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  if(sources)
    add_library(${name} STATIC ${sources})
    heliograph_own_code(${name})
    set(scope PUBLIC)
    if(folder STREQUAL systemc/kernel)
      target_precompile_headers(${name} PRIVATE <systemc> <tlm>)
    elseif(folder MATCHES "^(systemc|platforms)/" AND NOT folder MATCHES "/(behavioural|verilated)$")
      target_precompile_headers(${name} REUSE_FROM heliograph_systemc_kernel)
    endif()
  else()
    add_library(${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  foreach(dependency IN LISTS ARGN)
    if(IS_DIRECTORY ${CMAKE_SOURCE_DIR}/${dependency})
      string(REPLACE "/" "_" dependency heliograph_${dependency})
    endif()
    target_link_libraries(${name} ${scope} ${dependency})
  endforeach()
endfunction()
