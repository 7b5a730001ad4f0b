// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.hpp"

namespace heliograph::systemc {

/// One complaint of Verilator: `%Error-CODE: file:line:column: text`.
struct VerilatorMessage {
  bool error = false;
  std::string code;  ///< "PKGNODECL"; empty for most errors
  base::SourceLocation place;
  std::string text;
};

[[nodiscard]] std::vector<VerilatorMessage> parse_verilator_messages(const std::string& log);

/// The complaints that matter to whoever brings a design, in our words and with the way round each.
/// `modules` are the names a missing top may have meant; `given_at` the place for what has none.
/// Errors are errors; of the warnings only those remain that tell of a difference between what was
/// written and what is simulated, as warnings.
[[nodiscard]] base::Diagnostics explain_verilator(const std::vector<VerilatorMessage>& messages,
                                                  const std::vector<std::string>& modules,
                                                  const base::SourceLocation& given_at);

}  // namespace heliograph::systemc
