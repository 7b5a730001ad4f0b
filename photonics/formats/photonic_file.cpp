// SPDX-License-Identifier: Apache-2.0
#include "photonics/formats/photonic_file.hpp"

#include <algorithm>
#include <map>

#include "photonics/formats/lumerical.hpp"
#include "photonics/formats/text_lines.hpp"
#include "photonics/formats/touchstone.hpp"

namespace heliograph::photonics {

std::optional<PhotonicFileKind> photonic_file_kind(std::string_view path) {
  const std::size_t dot = path.find_last_of("./");
  if (dot == std::string_view::npos || path[dot] == '/') {
    return std::nullopt;
  }
  const std::string ending = lower_case(path.substr(dot + 1));
  if (touchstone_ports(path) || ending == "snp" || ending == "ts") {
    return PhotonicFileKind::touchstone;
  }
  if (ending == "sparam" || ending == "dat") {
    return PhotonicFileKind::lumerical;
  }
  if (ending == "json" || ending == "yaml" || ending == "yml") {
    return PhotonicFileKind::netlist;
  }
  return std::nullopt;
}

bool looks_like_netlist(std::string_view text) {
  constexpr std::string_view kKey = "instances";
  for (std::size_t at = text.find(kKey); at != std::string_view::npos;
       at = text.find(kKey, at + 1)) {
    const std::string_view before = text.substr(0, at);
    const std::size_t last = before.find_last_not_of(" \t\"'");
    const bool begins = last == std::string_view::npos || before[last] == '\n' ||
                        before[last] == '\r' || before[last] == '{' || before[last] == ',';
    const std::size_t next = text.find_first_not_of(" \t\"'", at + kKey.size());
    if (begins && next != std::string_view::npos && text[next] == ':') {
      return true;
    }
  }
  return false;
}

std::optional<SParameters> read_s_parameters(const std::string& path,
                                             base::Diagnostics& diagnostics) {
  const std::optional<PhotonicFileKind> kind = photonic_file_kind(path);
  if (kind == PhotonicFileKind::touchstone) {
    return read_touchstone(path, diagnostics);
  }
  if (kind == PhotonicFileKind::lumerical) {
    return read_lumerical(path, diagnostics);
  }
  throw base::InputError({path, 0, 0},
                         "found another ending: expected an S-parameter file (.s2p, .s4p, ..., "
                         ".sparam or .dat)");
}

std::vector<std::vector<std::string>> usual_port_names(const std::vector<std::string>& ports) {
  std::vector<std::string> joined = ports;
  std::vector<std::string> numbered;
  for (std::string& name : joined) {
    std::replace(name.begin(), name.end(), ' ', '_');
    numbered.push_back("o" + std::to_string(numbered.size() + 1));
  }
  std::vector<std::vector<std::string>> lists{ports};
  for (std::vector<std::string>* candidate : {&joined, &numbered}) {
    lists.push_back(std::move(*candidate));
    if (names_clash(lists) || lists.back() == ports) {
      lists.pop_back();
    }
  }
  lists.erase(lists.begin());
  return lists;
}

bool names_clash(const std::vector<std::vector<std::string>>& lists) {
  std::map<std::string, std::size_t> position;
  for (const std::vector<std::string>& list : lists) {
    for (std::size_t k = 0; k < list.size(); ++k) {
      if (position.emplace(list[k], k).first->second != k) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace heliograph::photonics
