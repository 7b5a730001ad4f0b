// SPDX-License-Identifier: Apache-2.0
// libFuzzer target over all readers of photonics/formats. The first byte chooses the reader, so
// that one corpus serves all. Whatever the bytes, a reader returns data that hold their own rules
// or says what is wrong; everything else is a crash.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "base/diagnostics.hpp"
#include "photonics/circuit/model_library.hpp"
#include "photonics/circuit/s_parameters.hpp"
#include "photonics/formats/lumerical.hpp"
#include "photonics/formats/model_map.hpp"
#include "photonics/formats/netlist_file.hpp"
#include "photonics/formats/photonic_check.hpp"
#include "photonics/formats/s_parameter_csv.hpp"
#include "photonics/formats/touchstone.hpp"

namespace {

using namespace heliograph;
using namespace heliograph::photonics;

void require(bool good) {
  if (!good) {
    std::abort();
  }
}

void judge(const std::optional<SParameters>& data, const base::Diagnostics& diagnostics) {
  require(data.has_value() != diagnostics.has_errors());
  if (data) {
    require_valid(*data);
    (void)csv_text(*data);
    base::Diagnostics again;
    require(parse_touchstone(touchstone_text(*data), "f", data->ports.size(), again).has_value() ||
            again.has_errors());  // names that differ only in what a comment cannot hold
  }
}

void fuzz_s_parameters(bool is_touchstone, std::optional<std::size_t> ports,
                       std::string_view text) {
  base::Diagnostics diagnostics;
  judge(is_touchstone ? parse_touchstone(text, "f", ports, diagnostics)
                      : parse_lumerical(text, "f", diagnostics),
        diagnostics);
}

void fuzz_netlist(std::string_view text) {
  base::Diagnostics diagnostics;
  NetlistFile file = parse_netlist(text, "f", diagnostics);
  require(!file.library.netlists.empty() || diagnostics.has_errors());
  check_netlist(std::move(file), ModelLibrary::built_in(), diagnostics);
}

void fuzz_model_map(std::string_view text) {
  base::Diagnostics diagnostics;
  NetlistFile file = parse_netlist("instances: {a: x, b: y}", "f", diagnostics);
  ModelLibrary models = ModelLibrary::built_in();
  // In a folder that is not there, so that no map reads a file of the machine.
  parse_model_map(text, "/nonexistent/map.yml", file, models, diagnostics);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::uint8_t choice = data[0];
  switch (choice % 4) {
    case 0:
      fuzz_s_parameters(
          true, choice < 64 ? std::nullopt : std::optional<std::size_t>(choice / 64 + 1), text);
      break;
    case 1:
      fuzz_s_parameters(false, std::nullopt, text);
      break;
    case 2:
      fuzz_netlist(text);
      break;
    default:
      fuzz_model_map(text);
  }
  return 0;
}
