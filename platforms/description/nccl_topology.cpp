// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/nccl_topology.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <pugixml.hpp>

#include "base/number_text.hpp"
#include "base/utf8.hpp"

namespace heliograph::platforms {

namespace {

constexpr std::string_view kSwitchClass = "0x068000";  ///< a PCI bridge of another kind: NVSwitch
constexpr std::int64_t kMostLinks = 1024;
constexpr std::size_t kMostGpus = 1024;

/// Of one NVLink and direction, in GB/s; nothing when it is not known.
std::optional<double> link_rate(std::int64_t sm) {
  constexpr std::int64_t kAmpere = 80;
  constexpr std::int64_t kAda = 89;
  constexpr std::int64_t kHopper = 90;
  constexpr std::int64_t kBlackwell = 100;
  constexpr std::int64_t kLast = 109;
  if (sm >= kAmpere && sm <= kAda) {
    return 20.0;
  }
  if (sm >= kHopper && sm < kBlackwell) {
    return 20.6;
  }
  if (sm >= kBlackwell && sm <= kLast) {
    return 40.1;
  }
  return std::nullopt;
}

struct Gpu {
  pugi::xml_node node;
  std::string bus;
  std::int64_t sm = 0;
  std::int64_t to_switches = 0;
  std::set<std::string> switches;             ///< the targets of these
  std::map<std::size_t, std::int64_t> links;  ///< by the other GPU
};

class TopologyReader {
 public:
  TopologyReader(std::string_view text, std::string file, base::Diagnostics& diagnostics)
      : text_(text), file_(std::move(file)), diagnostics_(diagnostics) {}

  YamlValue read() {
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_buffer(text_.data(), text_.size());
    if (!parsed) {
      error(static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0)),
            std::string("is no XML: ") + parsed.description());
      return empty();
    }
    const pugi::xml_node system = document.document_element();
    if (std::string_view(system.name()) != "system") {
      error(system, "found <" + base::visible(system.name()) +
                        ">; expected <system>, a topology as NCCL writes it");
      return empty();
    }
    const std::string_view version = system.attribute("version").value();
    if (version != "1" && version != "2") {
      error(system, "found version " + base::quoted(version) + "; expected 1 or 2");
    }
    find_gpus(system);
    if (gpus_.size() < 2 || gpus_.size() > kMostGpus) {
      error(system, "found " + std::to_string(gpus_.size()) +
                        (gpus_.size() == 1 ? " GPU" : " GPUs") + "; expected 2 to " +
                        std::to_string(kMostGpus));
    }
    if (failed_) {
      return empty();
    }
    for (Gpu& gpu : gpus_) {
      read_links(gpu);
    }
    make_symmetric();
    return failed_ ? empty() : machine(system);
  }

 private:
  void error(std::size_t offset, const std::string& message) {
    failed_ = true;
    int line = 1;
    int column = 1;
    for (std::size_t i = 0; i < std::min(offset, text_.size()); ++i) {
      if (text_[i] == '\n') {
        ++line;
        column = 1;
      } else if (!base::continues_character(text_[i])) {
        ++column;
      }
    }
    diagnostics_.error({file_, line, column}, message);
  }
  void error(pugi::xml_node node, const std::string& message) {
    // The offset is that of the name, behind the `<`.
    const std::ptrdiff_t offset = node.offset_debug();
    error(offset > 0 ? static_cast<std::size_t>(offset) - 1 : 0, message);
  }

  std::optional<std::int64_t> integer(pugi::xml_node node, const char* name, std::int64_t least,
                                      std::int64_t most) {
    const std::string_view text = node.attribute(name).value();
    const std::optional<std::int64_t> value = base::parse_integer(text);
    if (!value || *value < least || *value > most) {
      error(node, std::string(name) + " of <" + node.name() + ">: found " +
                      (text.empty() ? "nothing" : base::quoted(text)) + "; expected " +
                      std::to_string(least) + " to " + std::to_string(most));
      return std::nullopt;
    }
    return value;
  }

  void find_gpus(pugi::xml_node system) {
    constexpr std::int64_t kMostSm = 1000;
    for (const pugi::xpath_node& found : system.select_nodes(".//gpu")) {
      Gpu gpu;
      gpu.node = found.node();
      gpu.bus = gpu.node.parent().attribute("busid").value();
      gpu.sm = integer(gpu.node, "sm", 0, kMostSm).value_or(0);
      if (gpu.bus.empty()) {
        error(gpu.node, "is in no <pci> with a busid");
      } else if (!by_bus_.emplace(gpu.bus, gpus_.size()).second) {
        error(gpu.node, "another GPU has the busid " + base::quoted(gpu.bus) + " too");
      }
      gpus_.push_back(std::move(gpu));
    }
  }

  void read_links(Gpu& gpu) {
    for (const pugi::xml_node link : gpu.node.children("nvlink")) {
      const std::optional<std::int64_t> count = integer(link, "count", 1, kMostLinks);
      if (!count) {
        continue;
      }
      const auto target = by_bus_.find(link.attribute("target").value());
      if (target != by_bus_.end() && &gpus_[target->second] == &gpu) {
        error(link, "leads from a GPU to itself");
      } else if (target != by_bus_.end()) {
        gpu.links[target->second] += *count;
      } else if (link.attribute("tclass").value() == kSwitchClass) {
        gpu.to_switches += *count;
        gpu.switches.insert(link.attribute("target").value());
      } else {
        error(link, "found target " + base::quoted(link.attribute("target").value()) +
                        "; expected the busid of a GPU, or tclass=\"0x068000\" of an NVSwitch");
      }
    }
  }

  void make_symmetric() {
    for (std::size_t a = 0; a < gpus_.size(); ++a) {
      for (const auto& [b, count] : gpus_[a].links) {
        std::int64_t& back = gpus_[b].links[a];
        back = std::max(back, count);
      }
    }
    for (const Gpu& gpu : gpus_) {
      if (gpu.links.empty() && gpu.to_switches == 0 && !failed_) {
        error(gpu.node, "has no nvlink: only machines whose GPUs are joined by NVLinks are read");
      }
    }
  }

  YamlValue machine(pugi::xml_node system) {
    const Gpu& first = gpus_.front();
    const std::optional<double> rate = link_rate(first.sm);
    if (!rate) {
      error(first.node,
            "no NVLink rate is known of sm " + std::to_string(first.sm) + "; expected 80 to 109");
      return empty();
    }
    for (const Gpu& gpu : gpus_) {
      if (gpu.sm != first.sm) {
        error(gpu.node, "found sm " + std::to_string(gpu.sm) + "; the first GPU has " +
                            std::to_string(first.sm) + ", and links have one rate");
        return empty();
      }
    }
    YamlValue root = empty();
    add(root, "accelerators", std::to_string(gpus_.size()));
    constexpr double kBitsPerByte = 8.0;
    const double link = *rate * kBitsPerByte;
    if (first.to_switches > 0) {
      return switched(std::move(root), link);
    }
    return joined(system, std::move(root), link);
  }

  YamlValue switched(YamlValue root, double link) {
    const Gpu& first = gpus_.front();
    for (const Gpu& gpu : gpus_) {
      if (gpu.to_switches != first.to_switches || !gpu.links.empty()) {
        error(gpu.node, "has " + std::to_string(gpu.to_switches) +
                            " links to switches and links to " + std::to_string(gpu.links.size()) +
                            " GPUs; the first has " + std::to_string(first.to_switches) +
                            " to switches alone");
        return empty();
      }
    }
    for (const Gpu& gpu : gpus_) {
      if (gpu.switches != first.switches) {
        error(gpu.node,
              "has links to other switches than the first GPU; expected the same ones, "
              "which make one network");
        return empty();
      }
    }
    add(root, "network", "ideal_switch");
    YamlValue electrical = empty();
    add(electrical, "line_rate_Gbps",
        base::rounded_number_text(static_cast<double>(first.to_switches) * link));
    root.entries.push_back({"electrical", root.location(), std::move(electrical)});
    return root;
  }

  YamlValue joined(pugi::xml_node system, YamlValue root, double link) {
    const std::int64_t count = gpus_.front().links.begin()->second;
    const std::size_t neighbours = gpus_.front().links.size();
    for (const Gpu& gpu : gpus_) {
      const bool even = std::all_of(gpu.links.begin(), gpu.links.end(),
                                    [&](const auto& one) { return one.second == count; });
      if (!even || gpu.links.size() != neighbours) {
        error(gpu.node, "is joined otherwise than the first GPU, which has links to " +
                            std::to_string(neighbours) + (neighbours == 1 ? " GPU" : " GPUs") +
                            ", " + std::to_string(count) + " to each");
        return empty();
      }
    }
    const bool mesh = neighbours + 1 == gpus_.size();
    if (!mesh && !is_ring()) {
      error(system, "the links make no switch, full mesh or ring in the order of the GPUs");
      return empty();
    }
    add(root, "network", mesh ? "full_mesh" : "ring");
    YamlValue electrical = empty();
    add(electrical, "link_rate_Gbps", base::rounded_number_text(static_cast<double>(count) * link));
    add(electrical, "line_rate_Gbps",
        base::rounded_number_text(static_cast<double>(count) * static_cast<double>(neighbours) *
                                  link));
    add(electrical, "ports", "per_link");
    root.entries.push_back({"electrical", root.location(), std::move(electrical)});
    return root;
  }

  [[nodiscard]] bool is_ring() const {
    for (std::size_t a = 0; a < gpus_.size(); ++a) {
      if (gpus_[a].links.size() != 2 || gpus_[a].links.count((a + 1) % gpus_.size()) == 0) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] YamlValue empty() const {
    YamlValue value;
    value.kind = YamlValue::Kind::mapping;
    value.file = shared_file_;
    value.line = 1;
    value.column = 1;
    return value;
  }

  static void add(YamlValue& mapping, const char* key, const std::string& text) {
    YamlValue value;
    value.kind = YamlValue::Kind::scalar;
    value.file = mapping.file;
    value.line = 1;
    value.column = 1;
    value.scalar = text;
    mapping.entries.push_back({key, mapping.location(), std::move(value)});
  }

  std::string_view text_;
  std::string file_;
  std::shared_ptr<const std::string> shared_file_ = std::make_shared<const std::string>(file_);
  base::Diagnostics& diagnostics_;
  bool failed_ = false;
  std::vector<Gpu> gpus_;
  std::map<std::string, std::size_t, std::less<>> by_bus_;
};

}  // namespace

bool looks_like_xml(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '<';
}

YamlValue parse_nccl_topology(std::string_view text, const std::string& file,
                              base::Diagnostics& diagnostics) {
  return TopologyReader(text, file, diagnostics).read();
}

}  // namespace heliograph::platforms
