// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fabrics/state_text.hpp"

#include <charconv>
#include <sstream>

#include "base/diagnostics.hpp"
#include "base/utf8.hpp"

namespace heliograph::testbenches {

using photonics::CellState;

std::string state_text(const std::vector<CellState>& states) {
  std::string text;
  for (std::size_t cell = 0; cell < states.size(); ++cell) {
    text += (cell == 0 ? "" : " ") + std::to_string(cell) +
            (states[cell] == CellState::bar ? "=" : "x");
  }
  return text;
}

std::vector<CellState> read_states(const std::string& text, const std::string& option,
                                   const std::vector<CellState>& states) {
  base::Diagnostics diagnostics;
  std::vector<CellState> result = states;
  std::vector<bool> named(states.size());
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    std::size_t cell = 0;
    const char* const last = word.data() + word.size() - 1;
    const auto [end, error] = std::from_chars(word.data(), last, cell);
    if (error != std::errc() || end != last || (*last != 'x' && *last != '=')) {
      diagnostics.error({option, 0, 0}, "found " + base::quoted(word) +
                                            "; expected a cell's number and x (cross) or = (bar), "
                                            "as in 0x 1=");
    } else if (cell >= states.size()) {
      diagnostics.error({option, 0, 0}, "found cell " + std::to_string(cell) + "; expected 0 to " +
                                            std::to_string(states.size() - 1));
    } else if (named[cell]) {
      diagnostics.error({option, 0, 0}, "cell " + std::to_string(cell) + " is named twice");
    } else {
      named[cell] = true;
      result[cell] = *last == 'x' ? CellState::cross : CellState::bar;
    }
  }
  base::throw_if_errors(diagnostics);
  return result;
}

}  // namespace heliograph::testbenches
