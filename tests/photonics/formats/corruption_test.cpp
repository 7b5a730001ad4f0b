// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include <array>

#include "base/random.hpp"
#include "photonics/formats/model_map.hpp"
#include "photonics/formats/photonic_check.hpp"
#include "tests/photonics/formats/format_sample.hpp"

namespace heliograph::photonics {
namespace {

/// Good files to spoil.
std::array<std::string, 4> seeds() {
  return {
      "! Port[1] = a\n# THz S DB R 50\n193 -3 10 -20 0 -3 5 -9 0\n194 -3 10 -20 0 -3 5 -9 0\n"
      "10 1 2 3 4\n",
      "['port 1','LEFT']\n('port 1','TE',1,'port 2',1,'transmission')\n(2,3)\n1.9e14 0.5 0\n"
      "2e14 0.25 1\n('port 2','TE',1,'port 1',1,'transmission',1e-13)\n(2,3)\n1.9e14 0.5 0\n"
      "2e14 0.25 1\n",
      "instances:\n  a: coupler\n  b: &b {component: straight, settings: {length: 10}, array: "
      "{columns: 2, rows: 1}}\n  c: *b\nconnections: {\"a,o3\": \"b<0.0>,o1\"}\nnets:\n- {p1: "
      "\"a,o4\", p2: \"b<1.0>,o1\"}\nports: {in: \"a,o1\"}\n",
      "a: {model: coupler, settings: {coupling: 0.5}}\nb: straight\nc: {file: none.s2p, ports: "
      "{o1: \"1\"}}\n"};
}

std::string spoiled(std::string text, base::RandomStream& random) {
  const std::string words[] = {"\n",
                               " ",
                               "(",
                               ")",
                               "[",
                               "]",
                               "{",
                               "}",
                               "'",
                               "\"",
                               ",",
                               ":",
                               "&b ",
                               "*b",
                               "#",
                               "!",
                               "1e999",
                               "-",
                               "nan",
                               std::string(1, '\0'),
                               "\xFF",
                               "\xE2\x82\xAC",
                               "instances: ",
                               "\t",
                               "(2,3)",
                               "? ",
                               "- ",
                               "|",
                               ">"};
  const auto below = [&](std::size_t count) {
    return static_cast<std::size_t>(random.uniform() * static_cast<double>(count));
  };
  for (std::size_t k = 1 + below(6); k > 0; --k) {
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = below(8);
    switch (below(4)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, words[below(std::size(words))]);
        break;
      case 2:
        text.insert(at, text.substr(below(text.size() + 1), below(60)));
        break;
      default:
        if (at < text.size()) {
          text[at] = static_cast<char>(below(256));
        }
    }
  }
  return text;
}

TEST_CASE("property: no spoiled file crashes a reader, and what is refused is said") {
  CHECK(rc::check("corruption", [](std::uint64_t seed) {
    base::RandomStream random(seed, "corruption");
    for (const std::string& good : seeds()) {
      const std::string text = spoiled(good, random);
      for (const std::size_t ports : {0U, 1U, 2U}) {
        const auto reading =
            sample::touchstone(text, ports == 0 ? std::nullopt : std::optional<std::size_t>(ports));
        RC_ASSERT(reading.result || !reading.said.empty());
        if (reading.result) {
          require_valid(*reading.result);
        }
      }
      const auto lumerical = sample::lumerical(text);
      RC_ASSERT(lumerical.result || !lumerical.said.empty());
      if (lumerical.result) {
        require_valid(*lumerical.result);
      }
      base::Diagnostics diagnostics;
      NetlistFile file = parse_netlist(text, "f.yml", diagnostics);
      RC_ASSERT(!file.library.netlists.empty() || diagnostics.has_errors());
      ModelLibrary models = ModelLibrary::built_in();
      parse_model_map(text, "m.yml", file, models, diagnostics);
      check_netlist(std::move(file), models, diagnostics);
    }
  }));
}

}  // namespace
}  // namespace heliograph::photonics
