// SPDX-License-Identifier: Apache-2.0
// Any bytes as a scenario: it is read or refused, and a message has a place. The input may hold
// three parts, parted by lines of "===": the scenario, a file beside it that it may include, and
// --set options, one a line. No file on disk is touched.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "platforms/description/scenario_reader.hpp"

namespace {

using namespace heliograph;

constexpr std::string_view kParting = "\n===\n";
constexpr std::size_t kMostOptions = 8;

/// Takes what is before the next `parting` off the front of `text`.
std::string_view take(std::string_view& text, std::string_view parting) {
  const std::size_t at = text.find(parting);
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + parting.size());
  return taken;
}

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

void check_message(const base::Diagnostic& entry) {
  require(!entry.message.empty() && !entry.location.file.empty());
  require(entry.location.line >= 0 && entry.location.column >= 0);
  require((entry.location.line == 0) == (entry.location.column == 0));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string scenario(take(text, kParting));
  const std::string beside(take(text, kParting));
  std::vector<std::string> options;
  while (!text.empty() && options.size() < kMostOptions) {
    options.emplace_back(take(text, "\n"));
  }
  const platforms::MemoryFiles files({{"s.yaml", scenario},
                                      {"a.yaml", beside},
                                      {"ring.xml", ""},
                                      {"machine.yaml", "accelerators: 4\nswitch: {ports: 4}\n"}});
  try {
    (void)platforms::read_scenario("s.yaml", options, files);
  } catch (const base::InputError& fault) {
    require(fault.diagnostics().has_errors());
    for (const base::Diagnostic& entry : fault.diagnostics().entries()) {
      check_message(entry);
    }
  }
  (void)platforms::is_platform_file("s.yaml", files);
  return 0;
}
