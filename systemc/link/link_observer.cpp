// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/link_observer.hpp"

namespace heliograph::systemc {

std::string_view to_string(LossCause cause) {
  switch (cause) {
    case LossCause::dark:
      return "dark";
    case LossCause::unlocked:
      return "unlocked";
    case LossCause::masked:
      return "masked";
    case LossCause::errors:
      return "errors";
    case LossCause::misdelivered:
      return "misdelivered";
    case LossCause::out_of_sequence:
      return "out_of_sequence";
  }
  return "unknown";
}

}  // namespace heliograph::systemc
