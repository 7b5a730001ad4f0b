// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/foreign/device_pins.hpp"

#include <algorithm>

namespace heliograph::systemc {

namespace {

std::uint32_t index_of(const BoundPin& bound, const RtlInstance& instance) {
  return instance.library().port_index(bound.port.name);
}

unsigned element_bytes_of(const RtlInstance& instance, std::uint32_t port) {
  return instance.library().model().ports[port].element_bytes;
}

bool is_plain(const std::vector<StorageBit>& bits) {
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i].byte != i / 8 || bits[i].mask != 1U << (i % 8)) return false;
  }
  return true;
}

}  // namespace

std::vector<StorageBit> storage_order(const RtlPort& port, unsigned element_bytes, unsigned ports,
                                      bool swap) {
  std::vector<RtlRange> dimensions = port.unpacked;
  dimensions.insert(dimensions.end(), port.packed.begin(), port.packed.end());
  std::vector<StorageBit> bits(port.width);
  std::vector<unsigned> index(dimensions.size(), 0);
  for (unsigned logical = 0; logical < port.width; ++logical) {
    unsigned element = 0;
    unsigned bit = 0;
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
      const unsigned size = dimensions[d].size();
      if (d < port.unpacked.size()) {
        element = element * size + index[d];
      } else {
        // The right end of a packed range is the lowest bit.
        bit = bit * size + (dimensions[d].ascending() ? size - 1 - index[d] : index[d]);
      }
    }
    const unsigned to = swap ? logical % ports * ports + logical / ports : logical;
    bits[to] = {element * element_bytes + bit / 8, static_cast<std::uint8_t>(1U << (bit % 8))};
    for (std::size_t d = dimensions.size(); d-- > 0;) {
      if (++index[d] < dimensions[d].size()) break;
      index[d] = 0;
    }
  }
  return bits;
}

WordPin::WordPin(const BoundPin* bound, const RtlInstance& instance, unsigned ports) {
  if (bound == nullptr) return;
  const std::uint32_t port = index_of(*bound, instance);
  const unsigned width = bound->port.width;
  storage_ = instance.storage(port);
  bytes_ = element_bytes_of(instance, port);
  mask_ = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  if (ports == 0) return;
  bits_ = storage_order(bound->port, bytes_, ports, false);
  if (bound->port.elements() > 1 || !is_plain(bits_)) bytes_ = kScattered;
}

std::uint64_t WordPin::gather() const {
  const auto* bytes = static_cast<const std::uint8_t*>(storage_);
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bits_.size(); ++i) {
    if ((bytes[bits_[i].byte] & bits_[i].mask) != 0) value |= std::uint64_t{1} << i;
  }
  return value;
}

void WordPin::scatter(std::uint64_t value) const {
  auto* bytes = static_cast<std::uint8_t*>(storage_);
  for (std::size_t i = 0; i < bits_.size(); ++i) {
    std::uint8_t& byte = bytes[bits_[i].byte];
    byte = static_cast<std::uint8_t>(((value >> i) & 1U) != 0 ? byte | bits_[i].mask
                                                              : byte & ~unsigned{bits_[i].mask});
  }
}

MatrixPin::MatrixPin(const BoundPin* bound, const RtlInstance& instance, unsigned ports) {
  if (bound == nullptr) return;
  const std::uint32_t port = index_of(*bound, instance);
  storage_ = instance.storage(port);
  const unsigned bytes = element_bytes_of(instance, port);
  bits_ = storage_order(bound->port, bytes, ports,
                        bound->mapping.order == MatrixOrder::destination_major);
  if (bound->port.elements() == 1 && is_plain(bits_)) plain_bytes_ = bytes;
}

void MatrixPin::get(GrantMatrix& matrix) const {
  if (plain_bytes_ != 0) {
    std::memcpy(matrix.data(), storage_, plain_bytes_);
    return;
  }
  matrix.fill(0);
  const auto* bytes = static_cast<const std::uint8_t*>(storage_);
  for (std::size_t i = 0; i < bits_.size(); ++i) {
    if ((bytes[bits_[i].byte] & bits_[i].mask) != 0) matrix[i / 32] |= 1U << (i % 32);
  }
}

void MatrixPin::set(const GrantMatrix& matrix) const {
  if (plain_bytes_ != 0) {
    // Bits beyond the port would corrupt the model.
    std::memset(storage_, 0, plain_bytes_);
    std::memcpy(storage_, matrix.data(), bits_.size() / 8);
    if (bits_.size() % 8 != 0) {
      const std::size_t last = bits_.size() / 8;
      const auto kept = static_cast<std::uint8_t>((1U << (bits_.size() % 8)) - 1);
      static_cast<std::uint8_t*>(storage_)[last] =
          static_cast<std::uint8_t>((matrix[last / 4] >> (8 * (last % 4))) & kept);
    }
    return;
  }
  auto* bytes = static_cast<std::uint8_t*>(storage_);
  for (std::size_t i = 0; i < bits_.size(); ++i) {
    std::uint8_t& byte = bytes[bits_[i].byte];
    const bool set = ((matrix[i / 32] >> (i % 32)) & 1U) != 0;
    byte = static_cast<std::uint8_t>(set ? byte | bits_[i].mask : byte & ~unsigned{bits_[i].mask});
  }
}

}  // namespace heliograph::systemc
