// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/rtl_models/model_unit.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <vector>

#include "systemc/control/rtl_models/model_cache.hpp"

namespace heliograph::systemc {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> generated_files(const std::string& folder) {
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".cpp") files.push_back(entry.path().filename().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Members of the class that holds all state: `Type name;` between two comments of its header.
std::vector<std::string> state_members(const std::string& symbols) {
  std::vector<std::string> members;
  std::istringstream lines(symbols);
  std::string line;
  bool inside = false;
  while (std::getline(lines, line)) {
    if (line.find("// MODULE INSTANCE STATE") != std::string::npos) {
      inside = true;
      continue;
    }
    if (!inside) continue;
    if (line.find("//") != std::string::npos) break;
    const std::size_t end = line.rfind(';');
    if (end == std::string::npos) continue;
    const std::size_t begin = line.find_last_of(' ', end) + 1;
    members.push_back(line.substr(begin, end - begin));
  }
  return members;
}

std::string member_address(const std::string& member) { return "model.rootp->vlSymsp->" + member; }

/// What Verilator calls the port: a word of C++ gets a prefix, two underscores in a row a number.
std::string member_name(const RtlPort& port, const std::string& header) {
  std::string numbered;
  for (std::size_t i = 0; i < port.name.size(); ++i) {
    const bool second = i > 0 && port.name[i] == '_' && port.name[i - 1] == '_';
    numbered += second ? std::string("__05F") : std::string(1, port.name[i]);
  }
  for (const std::string& name : {port.name, "__SYM__" + port.name, numbered}) {
    if (header.find("(&" + name + ",") != std::string::npos ||
        header.find("(&" + name + ")") != std::string::npos) {
      return name;
    }
  }
  throw base::InputError(port.declared_at,
                         "the port name '" + port.name +
                             "' is changed by Verilator; name it in letters, digits and single "
                             "underscores, or write a wrapper");
}

}  // namespace

std::string make_model_unit(const std::string& folder, const RtlPorts& ports,
                            const RtlBuildOptions& options) {
  std::string text = "// Made from a design; do not edit.\n";
  for (const std::string& file : generated_files(folder)) {
    text += "#include \"" + file + "\"\n";
  }
  text += "#include \"Vmodel__Syms.h\"\n#include \"rtl_model_abi.hpp\"\n";
  text += "#define HELIOGRAPH_RTL_COVERAGE " + std::to_string(options.coverage ? 1 : 0) + "\n";
  text += "#define HELIOGRAPH_RTL_TRACE " + std::to_string(options.trace ? 1 : 0) + "\n";
  const std::string header = read_whole_file(folder + "/Vmodel.h");
  std::string table;
  std::string addresses;
  unsigned index = 0;
  for (const RtlPort& port : ports.ports) {
    const std::string member = member_name(port, header);
    const std::string elements = std::to_string(port.elements());
    table += "  {\"" + port.name + "\", " + std::to_string(port.width / port.elements()) + ", ";
    table += elements + ", sizeof(static_cast<Vmodel*>(nullptr)->" + member + ") / ";
    table += elements + "},\n";
    addresses += "    case " + std::to_string(index++) + ": return &model." + member + ";\n";
  }
  text += "static const HeliographRtlPort kPorts[] = {\n" + table + "  {\"\", 0, 0, 0}};\n";
  text += "static const unsigned kPortCount = " + std::to_string(ports.ports.size()) + ";\n";
  text += "static void* port_address(Vmodel& model, uint32_t index) {\n  switch (index) {\n";
  text += addresses + "    default: return nullptr;\n  }\n}\n";
  const std::vector<std::string> members =
      state_members(read_whole_file(folder + "/Vmodel__Syms.h"));
  text += "static const unsigned kRegionCount = " + std::to_string(members.size()) + ";\n";
  text += "static HeliographRtlRegion region_of(Vmodel& model, uint32_t index) {\n";
  text += "  switch (index) {\n";
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::string member = member_address(members[i]);
    text += "    case " + std::to_string(i) + ": return {&" + member + ", sizeof(";
    text += member + ")};\n";
  }
  text += "    default: return {nullptr, 0};\n  }\n}\n#include \"model_shim.inl\"\n";
  return text;
}

std::string verilator_root_of(const std::string& folder) {
  std::istringstream lines(read_whole_file(folder + "/Vmodel.mk"));
  std::string line;
  while (std::getline(lines, line)) {
    static const std::string kKey = "VERILATOR_ROOT = ";
    if (line.compare(0, kKey.size(), kKey) == 0) return line.substr(kKey.size());
  }
  return "/usr/share/verilator";
}

}  // namespace heliograph::systemc
