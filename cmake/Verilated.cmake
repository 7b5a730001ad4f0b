# SPDX-License-Identifier: Apache-2.0
# RTL compiled into C++ by Verilator: one shared runtime, one translation unit a model.

# As a script (cmake -DDIR=... -DPREFIX=... -P Verilated.cmake): the generated .cpp files of one
# model as one unit. Its files are many and small; apart, each would parse verilated.h again.
if(CMAKE_SCRIPT_MODE_FILE)
  file(GLOB files RELATIVE ${DIR} ${DIR}/${PREFIX}*.cpp)
  list(SORT files)
  set(text "")
  foreach(file IN LISTS files)
    string(APPEND text "#include \"${file}\"\n")
  endforeach()
  file(WRITE ${DIR}/unity.cc "${text}")
  return()
endif()

find_program(HELIOGRAPH_VERILATOR verilator REQUIRED)
execute_process(COMMAND ${HELIOGRAPH_VERILATOR} --getenv VERILATOR_ROOT
                OUTPUT_VARIABLE HELIOGRAPH_VERILATOR_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
set(HELIOGRAPH_VERILATED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

# Flags of code that is not ours: no warnings, never -O0 (a model would run ten times slower) and
# -O1 rather than -O3 (measured: as fast, in two thirds of the time), no coverage counters, and no
# UBSan, since Verilator's casts and shifts are not ours to mend; AddressSanitizer stays.
function(heliograph_foreign_code target)
  target_compile_options(${target} PRIVATE -w -O1)
  if(HELIOGRAPH_SANITIZE)
    target_compile_options(${target} PRIVATE -fno-sanitize=undefined)
  endif()
  # There is no opposite of --coverage, so it is taken out of what the target has inherited.
  get_target_property(options ${target} COMPILE_OPTIONS)
  list(REMOVE_ITEM options --coverage)
  set_property(TARGET ${target} PROPERTY COMPILE_OPTIONS ${options})
endfunction()

# The runtime, with the FST writer (gtkwave/fstapi.h). Compiled once, for all models.
set(runtime ${HELIOGRAPH_VERILATOR_ROOT}/include)
add_library(verilated_rt STATIC ${runtime}/verilated.cpp ${runtime}/verilated_threads.cpp
                                ${runtime}/verilated_fst_c.cpp)
target_include_directories(verilated_rt SYSTEM PUBLIC ${runtime} ${runtime}/vltstd)
# VL_TIME_CONTEXT: time belongs to a context; without it the runtime wants a global sc_time_stamp().
target_compile_definitions(verilated_rt PUBLIC VL_TIME_CONTEXT PRIVATE VM_TRACE=1 VM_TRACE_FST=1)
target_link_libraries(verilated_rt PUBLIC ZLIB::ZLIB Threads::Threads)
heliograph_foreign_code(verilated_rt)

# heliograph_rtl_sources(OUT LIST.f): the absolute paths of a list that names a file a line,
# relative to itself. Configuring runs again when the list changes.
function(heliograph_rtl_sources out list)
  get_filename_component(folder ${list} DIRECTORY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} lines REGEX "^[^/]")
  list(TRANSFORM lines PREPEND ${folder}/)
  set(${out} ${lines} PARENT_SCOPE)
endfunction()

# heliograph_verilated_model(TARGET target TOP module PREFIX class SOURCES file...
#                            [PARAMETERS name=value...])
# A static library with the class PREFIX, its headers PREFIX.h and PREFIX___024root.h.
function(heliograph_verilated_model)
  cmake_parse_arguments(ARG "" "TARGET;TOP;PREFIX" "SOURCES;PARAMETERS" ${ARGN})
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/verilated/${ARG_PREFIX})
  set(parameters ${ARG_PARAMETERS})
  list(TRANSFORM parameters PREPEND -G)
  add_custom_command(
    OUTPUT ${folder}/unity.cc
    BYPRODUCTS ${folder}/${ARG_PREFIX}.h ${folder}/${ARG_PREFIX}___024root.h
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${folder}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${HELIOGRAPH_VERILATOR} --cc -O3 --x-assign fast --assert --no-timing
            --timescale-override 1ps/1ps -Mdir ${folder} --prefix ${ARG_PREFIX}
            --top-module ${ARG_TOP} ${parameters} ${ARG_SOURCES}
    COMMAND ${CMAKE_COMMAND} -DDIR=${folder} -DPREFIX=${ARG_PREFIX}
            -P ${HELIOGRAPH_VERILATED_SCRIPT}
    DEPENDS ${ARG_SOURCES} ${HELIOGRAPH_VERILATED_SCRIPT}
    COMMENT "Verilating ${ARG_PREFIX}"
    VERBATIM)
  add_library(${ARG_TARGET} STATIC ${folder}/unity.cc)
  target_include_directories(${ARG_TARGET} SYSTEM PUBLIC ${folder})
  target_link_libraries(${ARG_TARGET} PUBLIC verilated_rt)
  heliograph_foreign_code(${ARG_TARGET})
endfunction()

# heliograph_verilated_room(FOLDER [DEPENDENCY ...]): a room whose sources also see the models of
# rtl/switch_ctrl, class Vswitch_ctrl_<N> for each built size N, and of rtl/circuit_scheduler.
# FOLDER/switch_ctrl_rtl.cpp names the same sizes.
function(heliograph_verilated_room folder)
  heliograph_room(${folder} ${ARGN})
  string(REPLACE "/" "_" name heliograph_${folder})
  heliograph_rtl_sources(sources ${CMAKE_SOURCE_DIR}/rtl/switch_ctrl/switch_ctrl.f)
  foreach(size IN ITEMS 4 8 16 32)
    # Enough for every topology of photonics/fabric at this size; the twin's built_max_actuators().
    set(actuators 512)
    if(size GREATER 16)
      set(actuators 2048)
    endif()
    heliograph_verilated_model(TARGET verilated_switch_ctrl_${size} TOP switch_ctrl
                               PREFIX Vswitch_ctrl_${size} SOURCES ${sources}
                               PARAMETERS N=${size} MAX_ACT=${actuators})
    target_link_libraries(${name} PRIVATE verilated_switch_ctrl_${size})
    add_dependencies(${name} verilated_switch_ctrl_${size})
  endforeach()
  # rtl/circuit_scheduler, class Vcircuit_scheduler_<ALGORITHM>_<N>, as FOLDER/circuit_scheduler_rtl.cpp
  # has them: iSLIP once with as many iterations as ports, once with one.
  heliograph_rtl_sources(sources ${CMAKE_SOURCE_DIR}/rtl/circuit_scheduler/circuit_scheduler.f)
  foreach(variant IN ITEMS 0_4_1 0_8_1 1_4_4 1_8_1 2_4_1 2_8_1)
    string(REPLACE "_" ";" numbers ${variant})
    list(GET numbers 0 algorithm)
    list(GET numbers 1 size)
    list(GET numbers 2 iterations)
    set(model circuit_scheduler_${algorithm}_${size})
    heliograph_verilated_model(TARGET verilated_${model} TOP circuit_scheduler PREFIX V${model}
                               SOURCES ${sources}
                               PARAMETERS N=${size} ALGORITHM=${algorithm} ITERATIONS=${iterations})
    target_link_libraries(${name} PRIVATE verilated_${model})
    add_dependencies(${name} verilated_${model})
  endforeach()
endfunction()
