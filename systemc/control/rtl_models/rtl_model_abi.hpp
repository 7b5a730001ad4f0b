// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a compiled model shows of itself to the program that loads it: plain C data, so that the two
// share no C++ type. The model's side is model_shim.inl.

#include <cstddef>
#include <cstdint>

// NOLINTBEGIN(modernize-use-using): C
extern "C" {

/// Part of the cache key: a model of another version is built anew, never loaded.
enum { HELIOGRAPH_RTL_ABI_VERSION = 1 };

/// A port in Verilator's storage: `elements` of `element_bits` bits each, in words of
/// `element_bytes` (1, 2, 4, 8, or a multiple of 4), low word first.
typedef struct HeliographRtlPort {
  const char* name;
  uint32_t element_bits;
  uint32_t elements;
  uint32_t element_bytes;
} HeliographRtlPort;

/// Memory that holds state: two equal copies mean two equal futures.
typedef struct HeliographRtlRegion {
  const void* address;
  size_t size;
} HeliographRtlRegion;

typedef struct HeliographRtlModel {
  uint32_t version;
  uint32_t port_count;
  const HeliographRtlPort* ports;
  uint32_t region_count;
  int has_coverage;
  int has_trace;
  /// Initial state: 0 zeros, 1 ones, else random by this seed.
  void* (*create)(uint32_t seed);
  void (*destroy)(void* instance);
  void* (*port)(void* instance, uint32_t index);
  HeliographRtlRegion (*region)(void* instance, uint32_t index);
  /// 0, or not 0 when the model has failed: then failure() says how.
  int (*eval)(void* instance);
  const char* (*failure)(void* instance);
  void (*finalise)(void* instance);
  int (*finished)(void* instance);  ///< $finish has run
  /// What the design has printed since the last call; valid until the next.
  const char* (*output)(void* instance);
  void (*write_coverage)(void* instance, const char* path);
  void (*trace_open)(void* instance, const char* path);
  void (*trace_dump)(void* instance, uint64_t picoseconds);
  void (*trace_close)(void* instance);
} HeliographRtlModel;

/// The one symbol of a model's library.
const HeliographRtlModel* heliograph_rtl_model(void);
}
// NOLINTEND(modernize-use-using)
