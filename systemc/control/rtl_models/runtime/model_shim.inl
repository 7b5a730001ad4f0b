// SPDX-License-Identifier: Apache-2.0
// The model's side of rtl_model_abi.hpp. The generated unit includes the model's class (Vmodel) and
// defines, before this file, HELIOGRAPH_RTL_COVERAGE and HELIOGRAPH_RTL_TRACE (0 or 1) and
//   static const HeliographRtlPort kPorts[];  static const unsigned kPortCount;
//   static void* port_address(Vmodel& model, uint32_t index);
//   static const unsigned kRegionCount;
//   static HeliographRtlRegion region_of(Vmodel& model, uint32_t index);
// No SystemC, no part of the program: it is compiled on the machine of whoever brings a design.
#include <cstdarg>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#if HELIOGRAPH_RTL_COVERAGE
#include <verilated_cov.h>
#endif
#if HELIOGRAPH_RTL_TRACE
#include <verilated_fst_c.h>
#endif

namespace {

constexpr std::size_t kMostOutput = 64 * 1024;

struct RtlFatal : std::exception {};

struct RtlModelInstance {
  VerilatedContext context;
  std::unique_ptr<Vmodel> model;
#if HELIOGRAPH_RTL_TRACE
  std::unique_ptr<VerilatedFstC> trace;
#endif
  std::string printed;
  std::string handed_out;
  std::string line;        // the line being printed
  std::string last_error;  // the last line with an error of the design
  std::string failure;
  bool failed = false;
};

/// Whose design is being evaluated.
thread_local RtlModelInstance* current = nullptr;

void take_line(RtlModelInstance& owner) {
  const std::size_t at = owner.line.find("%Error");
  const bool stop = owner.line.find("Verilog $stop") != std::string::npos;
  // "$stop" follows every failed assertion and says less than it.
  if (at != std::string::npos && (!stop || owner.last_error.empty())) {
    owner.last_error = owner.line.substr(at);
  }
  owner.line.clear();
}

void print_text(const char* text) {
  if (current == nullptr) return;
  for (; *text != 0; ++text) {
    if (current->printed.size() < kMostOutput) current->printed += *text;
    if (*text == '\n') {
      take_line(*current);
    } else if (current->line.size() < kMostOutput) {
      current->line += *text;
    }
  }
}

void fail(RtlModelInstance& owner) {
  if (!owner.line.empty()) take_line(owner);
  owner.failed = true;
  owner.failure = owner.last_error.empty() ? "the design has stopped" : owner.last_error;
}

/// Makes the instance the one that prints, and its context that of the thread: Verilator 5.006
/// takes the last one evaluated in places, and that may be gone. It stays so until another is.
void enter(RtlModelInstance& owner) {
  if (current == &owner) return;
  current = &owner;
  Verilated::threadContextp(&owner.context);
}

RtlModelInstance& as_instance(void* instance) { return *static_cast<RtlModelInstance*>(instance); }

void* abi_create(uint32_t seed) {
  auto owner = std::make_unique<RtlModelInstance>();
  enter(*owner);
  owner->context.fatalOnError(false);
  owner->context.randReset(seed < 2 ? static_cast<int>(seed) : 2);
  owner->context.randSeed(static_cast<int>(seed & 0x7FFFFFFFU));
#if HELIOGRAPH_RTL_TRACE
  owner->context.traceEverOn(true);
#endif
  owner->model = std::make_unique<Vmodel>(&owner->context);
  return owner.release();
}

void abi_destroy(void* instance) {
  RtlModelInstance* owner = &as_instance(instance);
  enter(*owner);
#if HELIOGRAPH_RTL_TRACE
  if (owner->trace) owner->trace->close();
  owner->trace.reset();
#endif
  owner->model.reset();
  current = nullptr;
  Verilated::threadContextp(nullptr);
  delete owner;
}

int abi_eval(void* instance) {
  RtlModelInstance& owner = as_instance(instance);
  if (owner.failed) return 1;
  enter(owner);
  try {
    owner.model->eval();
  } catch (const RtlFatal&) {
    fail(owner);
  }
  if (!owner.failed && owner.context.gotError()) fail(owner);
  return owner.failed ? 1 : 0;
}

const char* abi_failure(void* instance) { return as_instance(instance).failure.c_str(); }

void abi_finalise(void* instance) {
  RtlModelInstance& owner = as_instance(instance);
  if (owner.failed) return;
  enter(owner);
  try {
    owner.model->final();
  } catch (const RtlFatal&) {
    fail(owner);
  }
}

int abi_finished(void* instance) { return as_instance(instance).context.gotFinish() ? 1 : 0; }

const char* abi_output(void* instance) {
  RtlModelInstance& owner = as_instance(instance);
  owner.handed_out.swap(owner.printed);
  owner.printed.clear();
  return owner.handed_out.c_str();
}

void abi_write_coverage(void* instance, const char* path) {
#if HELIOGRAPH_RTL_COVERAGE
  RtlModelInstance& owner = as_instance(instance);
  enter(owner);
  owner.context.coveragep()->write(path);
#else
  (void)instance;
  (void)path;
#endif
}

void abi_trace_open(void* instance, const char* path) {
#if HELIOGRAPH_RTL_TRACE
  RtlModelInstance& owner = as_instance(instance);
  enter(owner);
  owner.trace = std::make_unique<VerilatedFstC>();
  owner.model->trace(owner.trace.get(), 99);
  owner.trace->open(path);
#else
  (void)instance;
  (void)path;
#endif
}

void abi_trace_dump(void* instance, uint64_t picoseconds) {
#if HELIOGRAPH_RTL_TRACE
  RtlModelInstance& owner = as_instance(instance);
  enter(owner);
  if (owner.trace) owner.trace->dump(picoseconds);
#else
  (void)instance;
  (void)picoseconds;
#endif
}

void abi_trace_close(void* instance) {
#if HELIOGRAPH_RTL_TRACE
  RtlModelInstance& owner = as_instance(instance);
  enter(owner);
  if (owner.trace) owner.trace->close();
  owner.trace.reset();
#else
  (void)instance;
#endif
}

void* abi_port(void* instance, uint32_t index) {
  return port_address(*as_instance(instance).model, index);
}

HeliographRtlRegion abi_region(void* instance, uint32_t index) {
  return region_of(*as_instance(instance).model, index);
}

const HeliographRtlModel kModel = {
    HELIOGRAPH_RTL_ABI_VERSION,
    kPortCount,
    kPorts,
    kRegionCount,
    HELIOGRAPH_RTL_COVERAGE,
    HELIOGRAPH_RTL_TRACE,
    abi_create,
    abi_destroy,
    abi_port,
    abi_region,
    abi_eval,
    abi_failure,
    abi_finalise,
    abi_finished,
    abi_output,
    abi_write_coverage,
    abi_trace_open,
    abi_trace_dump,
    abi_trace_close,
};

}  // namespace

extern "C" int heliograph_rtl_print(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, arguments);
  va_end(arguments);
  if (length > 0) {
    std::string text(static_cast<std::size_t>(length), ' ');
    std::vsnprintf(&text[0], text.size() + 1, format, again);
    print_text(text.c_str());
  }
  va_end(again);
  return length;
}

void vl_fatal(const char* file, int line, const char*, const char* message) {
  if (current != nullptr) {
    current->context.gotError(true);
    current->last_error = "%Error: ";
    if (file != nullptr && file[0] != 0) {
      current->last_error += std::string(file) + ":" + std::to_string(line) + ": ";
    }
    current->last_error += message;
  }
  throw RtlFatal();
}

void vl_finish(const char*, int, const char*) {
  if (current != nullptr) current->context.gotFinish(true);
}

extern "C" __attribute__((visibility("default"))) const HeliographRtlModel*
heliograph_rtl_model(void) {
  return &kModel;
}
