// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "base/time.hpp"

namespace heliograph::systemc {

/// A value whose changes count only after the instant at which they are made, for whoever asks
/// before(): what happens first inside an instant then makes no difference.
template <class Value>
class Lagging {
 public:
  Lagging() = default;
  explicit Lagging(Value value) : value_(value), before_(std::move(value)) {}

  /// Instants must not go back.
  void set(Value value, base::Picoseconds now) {
    if (changed_ != now) {
      before_ = std::move(value_);
      changed_ = now;
    }
    value_ = std::move(value);
  }
  /// As it is, changes of this instant included.
  [[nodiscard]] const Value& value() const { return value_; }
  /// As it was just before `when`, which is not before the last change.
  [[nodiscard]] const Value& before(base::Picoseconds when) const {
    return changed_ == when ? before_ : value_;
  }

 private:
  Value value_{};
  Value before_{};
  base::Picoseconds changed_{-1};
};

}  // namespace heliograph::systemc
