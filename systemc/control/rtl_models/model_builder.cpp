// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/rtl_models/model_builder.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

#include "systemc/control/rtl_models/child_process.hpp"
#include "systemc/control/rtl_models/model_cache.hpp"
#include "systemc/control/rtl_models/model_unit.hpp"
#include "systemc/control/rtl_models/verilator_command.hpp"
#include "systemc/control/rtl_models/verilator_messages.hpp"

namespace heliograph::systemc {

namespace {

constexpr const char* kLibrary = "/model.so";
constexpr const char* kPortsXml = "/ports.xml";
constexpr const char* kVerilatorLog = "/verilator.log";
constexpr const char* kCompilerLog = "/compiler.log";

class Stopwatch {
 public:
  /// Seconds since the last lap.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> passed = now - since_;
    since_ = now;
    return passed.count();
  }

 private:
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

std::string verilate(const RtlSource& source, const RtlBuildOptions& options,
                     const std::string& folder, const RtlTools& tools) {
  std::vector<std::string> words{"--cc",
                                 "--prefix",
                                 "Vmodel",
                                 "-Mdir",
                                 folder,
                                 "-O3",
                                 "--x-assign",
                                 "unique",
                                 "--x-initial",
                                 "unique",
                                 "--assert",
                                 "--no-timing",
                                 "--timescale-override",
                                 "1ps/1ps",
                                 "-Wno-fatal"};
  if (options.coverage) {
    words.emplace_back("--coverage-line");
    words.emplace_back("--coverage-toggle");
  }
  if (options.trace) words.emplace_back("--trace-fst");
  for (std::string& word : design_words(source, true)) words.push_back(std::move(word));
  const VerilatorRun run = run_verilator(words, tools);
  if (!run.ok) {
    const base::SourceLocation place =
        source.files.empty() ? base::SourceLocation{} : source.files.front().named_at;
    base::Diagnostics found = explain_verilator(parse_verilator_messages(run.log), {}, place);
    if (!found.has_errors()) {
      found.error(place, "Verilator refuses the design: " + run.log.substr(0, 2000));
    }
    throw base::InputError(found);
  }
  return run.log;
}

void compile(const std::string& folder, const RtlBuildOptions& options, const RtlTools& tools) {
  const std::string include = verilator_root_of(folder) + "/include";
  std::vector<std::string> command{tools.compiler,
                                   "-shared",
                                   "-fPIC",
                                   "-std=gnu++17",
                                   "-O1",
                                   "-w",
                                   "-fvisibility=hidden",
                                   "-fno-gnu-unique",
                                   "-ffp-contract=off",
                                   "-DVL_TIME_CONTEXT",
                                   "-Wl,-Bsymbolic",
                                   "-Wl,--exclude-libs,ALL",
                                   "-I" + folder,
                                   "-I" + tools.runtime,
                                   "-I" + include,
                                   "-I" + include + "/vltstd",
                                   "-o",
                                   folder + kLibrary,
                                   folder + "/unit.cc",
                                   tools.runtime + "/librtl_runtime.a"};
  if (options.coverage) command.emplace_back("-DVM_COVERAGE=1");
  if (options.trace) {
    command.emplace_back("-DVM_TRACE=1");
    command.emplace_back("-DVM_TRACE_FST=1");
    command.emplace_back("-l:libz.so.1");
  }
  const ChildResult result = run_child(command, tools.compiler_limit);
  write_whole_file(folder + kCompilerLog, result.output);
  const base::SourceLocation place{tools.compiler, 0, 0};
  if (!result.found) {
    throw base::InputError(place,
                           "there is no C++ compiler of this name, which a design needs that is "
                           "not in the cache; install it (Debian package g++)");
  }
  if (result.timed_out) {
    throw base::InputError(place, "the compiler did not come to an end within " +
                                      std::to_string(tools.compiler_limit.count() / 1000) +
                                      " s and was stopped");
  }
  if (!result.ok()) {
    throw base::InputError(place, "what Verilator made of the design does not compile:\n" +
                                      result.output.substr(0, 2000));
  }
}

/// Only what a later use needs: the rest is megabytes.
void remove_generated(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string ending = entry.path().extension().string();
    if (ending != ".so" && ending != ".log" && ending != ".xml") files.push_back(entry.path());
  }
  for (const fs::path& file : files) fs::remove(file, error);
}

std::shared_ptr<const RtlLibrary> load_library(const std::string& path, const RtlPorts& ports) {
  try {
    return std::make_shared<const RtlLibrary>(path);
  } catch (const std::runtime_error& error) {
    static const std::string kUndefined = "undefined symbol: ";
    const std::string text = error.what();
    const std::size_t at = text.find(kUndefined);
    const base::SourceLocation place{ports.files.empty() ? path : ports.files.front(), 0, 0};
    if (at == std::string::npos) throw base::InputError(place, text);
    throw base::InputError(place, "the design calls the C function '" +
                                      text.substr(at + kUndefined.size()) +
                                      "' (DPI), which nobody provides; leave the call out for a "
                                      "simulation: `ifndef VERILATOR ... `endif");
  }
}

void add_remarks(RtlPorts& ports, const std::string& log) {
  const base::Diagnostics found = explain_verilator(parse_verilator_messages(log), {}, {});
  for (const base::Diagnostic& entry : found.entries()) {
    if (entry.severity == base::Severity::warning) ports.remarks.push_back(entry);
  }
}

}  // namespace

std::optional<RtlModel> find_rtl_model(const RtlSource& source, const RtlBuildOptions& options,
                                       const RtlTools& tools) {
  Stopwatch watch;
  const std::optional<std::string> folder = ModelCache(source, options, tools).find();
  if (!folder) return std::nullopt;
  RtlModel model;
  model.folder = *folder;
  model.from_cache = true;
  model.ports = parse_rtl_ports(read_whole_file(*folder + kPortsXml));
  add_remarks(model.ports, read_whole_file(model.folder + kVerilatorLog));
  model.times.ports = watch.lap();
  model.library = load_library(model.folder + kLibrary, model.ports);
  return model;
}

RtlModel build_rtl_model(const RtlSource& source, const RtlBuildOptions& options,
                         const RtlTools& tools) {
  if (std::optional<RtlModel> known = find_rtl_model(source, options, tools)) {
    return std::move(*known);
  }
  RtlModel model;
  Stopwatch watch;
  const RtlPortReport report = report_rtl_ports(source, tools);
  model.ports = report.ports;
  model.times.ports = watch.lap();
  TemporaryFolder making(tools.cache);
  const std::string log = verilate(source, options, making.path(), tools);
  write_whole_file(making.path() + kVerilatorLog, log);
  write_whole_file(making.path() + kPortsXml, report.xml);
  write_whole_file(making.path() + "/unit.cc",
                   make_model_unit(making.path(), model.ports, options));
  model.times.verilate = watch.lap();
  compile(making.path(), options, tools);
  remove_generated(making.path());
  model.folder = ModelCache(source, options, tools).keep(making.path(), model.ports.files);
  model.times.compile = watch.lap();
  model.ports.remarks.clear();
  add_remarks(model.ports, log);
  model.library = load_library(model.folder + kLibrary, model.ports);
  return model;
}

}  // namespace heliograph::systemc
