// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/matching_text.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>
#include <string_view>

#include "base/diagnostics.hpp"
#include "base/random.hpp"
#include "base/utf8.hpp"

namespace heliograph::testbenches {

namespace {

using photonics::Matching;

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(end + 1);
  }
}

/// Collects what is wrong with an option, and reads its ports.
class PortReader {
 public:
  PortReader(std::string option, std::size_t ports) : option_(std::move(option)), ports_(ports) {}

  std::optional<base::PortId> port(std::string_view text) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value >= ports_) {
      fail("found " + base::quoted(std::string(text)) + "; expected a port, 0 to " +
           std::to_string(ports_ - 1));
      return std::nullopt;
    }
    return static_cast<base::PortId>(value);
  }

  void connect(Matching& matching, base::PortId input, base::PortId output) {
    if (matching.can_connect(input, output)) {
      matching.connect(input, output);
      return;
    }
    const bool twice_in = matching.output_of(input).has_value();
    fail((twice_in ? "input " : "output ") +
         std::to_string(base::index(twice_in ? input : output)) + " is used twice");
  }

  void fail(const std::string& what) { diagnostics_.error({option_, 0, 0}, what); }
  void finish() const { base::throw_if_errors(diagnostics_); }

 private:
  std::string option_;
  std::size_t ports_;
  base::Diagnostics diagnostics_;
};

Matching read_permutation(const std::string& text, std::size_t ports) {
  PortReader reader("--permutation", ports);
  Matching matching(ports);
  const std::vector<std::string_view> parts = split(text, ',');
  if (parts.size() != ports) {
    reader.fail("found " + std::to_string(parts.size()) +
                " outputs; expected one (or -) for each "
                "of the " +
                std::to_string(ports) + " inputs");
  }
  for (std::size_t input = 0; input < std::min(parts.size(), ports); ++input) {
    if (parts[input] != "-") {
      if (const auto output = reader.port(parts[input])) {
        reader.connect(matching, static_cast<base::PortId>(input), *output);
      }
    }
  }
  reader.finish();
  return matching;
}

Matching random_matching(std::size_t ports, std::uint64_t seed) {
  base::RandomStream random(seed, "switch/matching");
  std::vector<std::size_t> outputs(ports);
  std::iota(outputs.begin(), outputs.end(), std::size_t{0});
  for (std::size_t left = ports; left > 1; --left) {
    const auto pick = static_cast<std::size_t>(random.uniform() * static_cast<double>(left));
    std::swap(outputs[left - 1], outputs[std::min(pick, left - 1)]);
  }
  Matching matching(ports);
  for (std::size_t input = 0; input < ports; ++input) {
    matching.connect(static_cast<base::PortId>(input), static_cast<base::PortId>(outputs[input]));
  }
  return matching;
}

}  // namespace

Matching read_circuits(const std::string& text, const std::string& option, std::size_t ports) {
  PortReader reader(option, ports);
  Matching matching(ports);
  for (const std::string_view part : split(text, ',')) {
    const std::size_t colon = part.find(':');
    if (colon == std::string_view::npos) {
      reader.fail("found " + base::quoted(std::string(part)) +
                  "; expected input:output, as in 0:3,1:7");
      continue;
    }
    const auto input = reader.port(part.substr(0, colon));
    const auto output = reader.port(part.substr(colon + 1));
    if (input && output) {
      reader.connect(matching, *input, *output);
    }
  }
  reader.finish();
  return matching;
}

std::vector<base::PortId> read_ports(const std::string& text, const std::string& option,
                                     std::size_t ports) {
  PortReader reader(option, ports);
  std::vector<base::PortId> list;
  for (const std::string_view part : split(text, ',')) {
    if (const auto port = reader.port(part)) {
      list.push_back(*port);
    }
  }
  reader.finish();
  return list;
}

Matching shifted(std::size_t ports, std::size_t shift) {
  Matching matching(ports);
  for (std::size_t input = 0; input < ports; ++input) {
    matching.connect(static_cast<base::PortId>(input),
                     static_cast<base::PortId>((input + shift) % ports));
  }
  return matching;
}

Matching read_matching(const MatchingOptions& options, std::size_t ports, std::uint64_t seed) {
  const int given = (options.circuits.empty() ? 0 : 1) + (options.permutation.empty() ? 0 : 1) +
                    (options.random ? 1 : 0);
  if (given > 1) {
    throw base::InputError(
        {"switch", 0, 0},
        "found more than one of --circuits, --permutation and --random; expected "
        "one");
  }
  if (!options.circuits.empty()) {
    return read_circuits(options.circuits, "--circuits", ports);
  }
  if (!options.permutation.empty()) {
    return read_permutation(options.permutation, ports);
  }
  return options.random ? random_matching(ports, seed) : shifted(ports, 1);
}

}  // namespace heliograph::testbenches
