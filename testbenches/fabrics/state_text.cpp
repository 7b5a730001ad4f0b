// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/state_text.hpp"

#include <charconv>
#include <sstream>

#include "base/diagnostics.hpp"
#include "base/utf8.hpp"

namespace heliograph::testbenches {

using photonics::CellState;

std::string state_text(const std::vector<CellState>& states, const std::vector<bool>& unset) {
  std::string text;
  for (std::size_t cell = 0; cell < states.size(); ++cell) {
    text += (cell == 0 ? "" : " ") + std::to_string(cell);
    text += !unset.empty() && unset[cell] ? '?' : states[cell] == CellState::bar ? '=' : 'x';
  }
  return text;
}

CellSetting read_states(const std::string& text, const std::string& option,
                        const CellSetting& before) {
  base::Diagnostics diagnostics;
  CellSetting result = before;
  std::vector<bool> named(before.states.size());
  const bool may_be_unset = !before.unset.empty();
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    std::size_t cell = 0;
    const char* const last = word.data() + word.size() - 1;
    const auto [end, error] = std::from_chars(word.data(), last, cell);
    if (error != std::errc() || end != last || (*last != 'x' && *last != '=' && *last != '?')) {
      diagnostics.error({option, 0, 0}, "found " + base::quoted(word) +
                                            "; expected a cell's number and x (cross)" +
                                            (may_be_unset ? ", = (bar) or ? (unset), as in 0x 1= 2?"
                                                          : " or = (bar), as in 0x 1="));
    } else if (cell >= named.size()) {
      diagnostics.error({option, 0, 0}, "found cell " + std::to_string(cell) + "; expected 0 to " +
                                            std::to_string(named.size() - 1));
    } else if (named[cell]) {
      diagnostics.error({option, 0, 0}, "cell " + std::to_string(cell) + " is named twice");
    } else if (*last == '?' && !may_be_unset) {
      diagnostics.error({option, 0, 0}, "found " + base::quoted(word) +
                                            "; expected x or = of each cell: only those of a mesh "
                                            "with switch.mesh.unset=random_phase are unset (?)");
    } else {
      named[cell] = true;
      if (*last != '?') {
        result.states[cell] = *last == 'x' ? CellState::cross : CellState::bar;
      }
      if (may_be_unset) {
        result.unset[cell] = *last == '?';
      }
    }
  }
  base::throw_if_errors(diagnostics);
  return result;
}

}  // namespace heliograph::testbenches
