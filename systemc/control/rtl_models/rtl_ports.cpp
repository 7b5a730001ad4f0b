// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/rtl_models/rtl_ports.hpp"

#include <algorithm>
#include <cstdlib>
#include <pugixml.hpp>
#include <utility>

#include "base/input_file.hpp"
#include "systemc/control/rtl_models/verilator_command.hpp"
#include "systemc/control/rtl_models/verilator_messages.hpp"

namespace heliograph::systemc {

namespace {

constexpr std::size_t kMostXmlBytes = 256U << 20U;
/// The modules that the files hold, for a top that is none of them.
std::vector<std::string> modules_of(const RtlSource& source, const std::string& folder,
                                    const RtlTools& tools) {
  std::vector<std::string> words{"--xml-only", "--no-timing", "-Wno-fatal",   "--bbox-unsup",
                                 "-Mdir",      folder,        "--xml-output", folder + "/all.xml"};
  for (std::string& word : design_words(source, false)) words.push_back(std::move(word));
  if (!run_verilator(words, tools).ok) return {};
  pugi::xml_document document;
  std::vector<std::string> names;
  if (!document.load_file((folder + "/all.xml").c_str())) return names;
  for (const pugi::xml_node& module :
       document.child("verilator_xml").child("netlist").children("module")) {
    const std::string name = module.attribute("origName").value();
    if (name != "$root") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

/// `... Top module 'a'` of Verilator's MULTITOP.
std::string several_tops(const std::string& log) {
  static constexpr std::string_view kWords = "... Top module '";
  std::string names;
  for (std::size_t at = log.find(kWords); at != std::string::npos; at = log.find(kWords, at + 1)) {
    const std::size_t begin = at + kWords.size();
    if (!names.empty()) names += ", ";
    names += log.substr(begin, log.find('\'', begin) - begin);
  }
  return names;
}

/// Where to point when Verilator names no place: at whoever named the first file.
base::SourceLocation place_of_design(const RtlSource& source) {
  return source.files.empty() ? base::SourceLocation{} : source.files.front().named_at;
}

}  // namespace

std::string_view to_string(RtlDirection direction) {
  switch (direction) {
    case RtlDirection::input:
      return "input";
    case RtlDirection::output:
      return "output";
    case RtlDirection::inout:
      break;
  }
  return "inout";
}

unsigned RtlRange::size() const { return static_cast<unsigned>(std::abs(left - right)) + 1; }

unsigned RtlPort::elements() const {
  unsigned count = 1;
  for (const RtlRange& range : unpacked) count *= range.size();
  return count;
}

std::string RtlPort::shape() const {
  std::string text;
  const auto add = [&text](const RtlRange& range) {
    text += "[" + std::to_string(range.left) + ":" + std::to_string(range.right) + "]";
  };
  if (structure) text += "struct of " + std::to_string(width / elements()) + " bits";
  for (const RtlRange& range : packed) add(range);
  if (text.empty()) text = "1 bit";
  if (!unpacked.empty()) text += " unpacked ";
  for (const RtlRange& range : unpacked) add(range);
  return text;
}

const RtlPort* RtlPorts::find(std::string_view name) const {
  const auto found = std::find_if(ports.begin(), ports.end(),
                                  [name](const RtlPort& port) { return port.name == name; });
  return found == ports.end() ? nullptr : &*found;
}

RtlPortReport report_rtl_ports(const RtlSource& source, const RtlTools& tools) {
  const TemporaryFolder folder(tools.cache);
  std::vector<std::string> words{"--xml-only",
                                 "--no-timing",
                                 "-Wno-fatal",
                                 "-Mdir",
                                 folder.path(),
                                 "--xml-output",
                                 folder.path() + "/ports.xml"};
  for (std::string& word : design_words(source, true)) words.push_back(std::move(word));
  const VerilatorRun run = run_verilator(words, tools);
  const std::vector<VerilatorMessage> messages = parse_verilator_messages(run.log);
  std::vector<std::string> modules;
  if (!run.ok && run.log.find("Specified --top-module") != std::string::npos) {
    modules = modules_of(source, folder.path(), tools);
  }
  base::Diagnostics found = explain_verilator(messages, modules, place_of_design(source));
  const std::string tops = source.top.empty() ? several_tops(run.log) : std::string();
  if (!tops.empty()) {
    found.error(place_of_design(source),
                "several modules could be the top: " + tops + "; say which with --top");
  }
  if (!run.ok && !found.has_errors()) {
    found.error(place_of_design(source),
                "Verilator refuses the design: " + run.log.substr(0, 2000));
  }
  base::throw_if_errors(found);
  RtlPortReport report;
  report.xml =
      base::read_input_file(folder.path() + "/ports.xml", kMostXmlBytes, "Verilator's XML");
  report.log = run.log;
  report.ports = parse_rtl_ports(report.xml);
  report.ports.remarks = found.entries();
  return report;
}

RtlPorts read_rtl_ports(const RtlSource& source, const RtlTools& tools) {
  return report_rtl_ports(source, tools).ports;
}

}  // namespace heliograph::systemc
