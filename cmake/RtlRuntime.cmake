# SPDX-License-Identifier: Apache-2.0
# What models that are compiled at run time are linked with (systemc/control/rtl_models): Verilator's
# runtime as position-independent code, and the two files of the ABI, all in one folder. Built with
# the program, so that whoever brings a design does not wait for it.

set(HELIOGRAPH_RTL_RUNTIME_FOLDER ${CMAKE_BINARY_DIR}/rtl_runtime)
set(folder ${CMAKE_SOURCE_DIR}/systemc/control/rtl_models)
set(runtime ${HELIOGRAPH_VERILATOR_ROOT}/include)
add_library(rtl_runtime STATIC ${runtime}/verilated.cpp ${runtime}/verilated_threads.cpp
                               ${runtime}/verilated_cov.cpp ${runtime}/verilated_fst_c.cpp)
target_include_directories(rtl_runtime SYSTEM PRIVATE ${runtime} ${runtime}/vltstd)
target_compile_definitions(rtl_runtime PRIVATE VL_TIME_CONTEXT VM_COVERAGE=1 VM_TRACE=1 VM_TRACE_FST=1)
# None of the build's own flags: no sanitizers and no counters, which a model would have to have too.
set_target_properties(rtl_runtime PROPERTIES
  COMPILE_OPTIONS "-w;-O2;-fPIC;-fvisibility=hidden;-fno-gnu-unique;-ffp-contract=off;SHELL:-include ${folder}/runtime/rtl_print.h"
  UNITY_BUILD OFF
  ARCHIVE_OUTPUT_DIRECTORY ${HELIOGRAPH_RTL_RUNTIME_FOLDER})
add_custom_command(
  OUTPUT ${HELIOGRAPH_RTL_RUNTIME_FOLDER}/model_shim.inl ${HELIOGRAPH_RTL_RUNTIME_FOLDER}/rtl_model_abi.hpp
  COMMAND ${CMAKE_COMMAND} -E copy ${folder}/runtime/model_shim.inl ${folder}/rtl_model_abi.hpp
          ${HELIOGRAPH_RTL_RUNTIME_FOLDER}
  DEPENDS ${folder}/runtime/model_shim.inl ${folder}/rtl_model_abi.hpp
  VERBATIM)
add_custom_target(rtl_runtime_files DEPENDS ${HELIOGRAPH_RTL_RUNTIME_FOLDER}/model_shim.inl
                                            ${HELIOGRAPH_RTL_RUNTIME_FOLDER}/rtl_model_abi.hpp)

# heliograph_rtl_models_room(FOLDER [DEPENDENCY ...]): a room that builds models at run time.
function(heliograph_rtl_models_room folder)
  heliograph_room(${folder} ${ARGN} ${CMAKE_DL_LIBS} ZLIB::ZLIB)
  string(REPLACE "/" "_" name heliograph_${folder})
  target_compile_definitions(${name} PRIVATE
    HELIOGRAPH_RTL_RUNTIME_FOLDER="${HELIOGRAPH_RTL_RUNTIME_FOLDER}")
  add_dependencies(${name} rtl_runtime rtl_runtime_files)
endfunction()
