// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "systemc/control/controller_core.hpp"
#include "systemc/control/foreign/port_check.hpp"
#include "systemc/control/rtl_models/rtl_library.hpp"

namespace heliograph::systemc {

/// Where one bit of a port lies in Verilator's storage.
struct StorageBit {
  std::uint32_t byte = 0;
  std::uint8_t mask = 1;
};

/// The bits of a port in the order in which the contract counts them: an index counts from the
/// lowest that is declared, whichever way the range runs, outer dimensions first. So
/// [N-1:0][N-1:0], [0:N-1][0:N-1] and an unpacked [N] of [N-1:0] all give bit src*N+dst for element
/// [src][dst], and a flat port gives its bit src*N+dst. `swap` exchanges the two indices of a
/// matrix of `ports` rows.
[[nodiscard]] std::vector<StorageBit> storage_order(const RtlPort& port, unsigned element_bytes,
                                                    unsigned ports, bool swap);

/// A number or a mask of up to 64 bits; a pin that the design does not have reads 0 and takes
/// anything.
class WordPin {
 public:
  WordPin() = default;
  /// `ports` > 0 for a mask by port, whose bits have the contract's order; 0 for a number.
  WordPin(const BoundPin* bound, const RtlInstance& instance, unsigned ports);

  [[nodiscard]] bool connected() const { return bytes_ != 0; }

  [[nodiscard]] std::uint64_t get() const {
    switch (bytes_) {
      case 0:
        return 0;
      case 1:
        return *static_cast<const std::uint8_t*>(storage_);
      case 2:
        return load<std::uint16_t>();
      case 4:
        return load<std::uint32_t>();
      case 8:
        return load<std::uint64_t>();
      default:
        return gather();
    }
  }

  void set(std::uint64_t value) const {
    value &= mask_;
    switch (bytes_) {
      case 0:
        return;
      case 1:
        *static_cast<std::uint8_t*>(storage_) = static_cast<std::uint8_t>(value);
        return;
      case 2:
        store(static_cast<std::uint16_t>(value));
        return;
      case 4:
        store(static_cast<std::uint32_t>(value));
        return;
      case 8:
        store(value);
        return;
      default:
        scatter(value);
    }
  }

 private:
  static constexpr unsigned kScattered = 255;

  template <class Word>
  [[nodiscard]] Word load() const {
    Word word;
    std::memcpy(&word, storage_, sizeof word);
    return word;
  }
  template <class Word>
  void store(Word word) const {
    std::memcpy(storage_, &word, sizeof word);
  }
  [[nodiscard]] std::uint64_t gather() const;
  void scatter(std::uint64_t value) const;

  void* storage_ = nullptr;
  unsigned bytes_ = 0;
  std::uint64_t mask_ = 0;
  std::vector<StorageBit> bits_;
};

/// A request or grant matrix.
class MatrixPin {
 public:
  MatrixPin() = default;
  MatrixPin(const BoundPin* bound, const RtlInstance& instance, unsigned ports);

  [[nodiscard]] bool connected() const { return storage_ != nullptr; }
  void get(GrantMatrix& matrix) const;
  void set(const GrantMatrix& matrix) const;

 private:
  void* storage_ = nullptr;
  std::size_t plain_bytes_ = 0;  ///< the storage is the matrix as it is
  std::vector<StorageBit> bits_;
};

}  // namespace heliograph::systemc
