// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "systemc/control/rtl_models/rtl_model_abi.hpp"

namespace heliograph::systemc {

/// The model has failed: an assertion (with its text, file:line and scope), $stop, $fatal, or no
/// convergence. The instance is of no more use.
class RtlFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A compiled model, loaded. Instances share it and are independent of each other.
class RtlLibrary {
 public:
  /// Throws std::runtime_error when the file cannot be loaded or is of another ABI version.
  explicit RtlLibrary(const std::string& path);
  RtlLibrary(const RtlLibrary&) = delete;
  RtlLibrary& operator=(const RtlLibrary&) = delete;
  ~RtlLibrary();

  [[nodiscard]] const HeliographRtlModel& model() const { return *model_; }
  /// The port's position for RtlInstance; throws std::out_of_range when there is none.
  [[nodiscard]] std::uint32_t port_index(std::string_view name) const;
  [[nodiscard]] bool has_port(std::string_view name) const;

 private:
  void* handle_ = nullptr;
  const HeliographRtlModel* model_ = nullptr;
};

/// Initial state of registers that no reset reaches.
struct RtlInitialState {
  std::uint32_t seed = 0;  ///< 0 zeros, 1 ones, else random by this seed
};

/// One instance of a model. Not for several threads.
class RtlInstance {
 public:
  RtlInstance(std::shared_ptr<const RtlLibrary> library, RtlInitialState initial);
  RtlInstance(const RtlInstance&) = delete;
  RtlInstance& operator=(const RtlInstance&) = delete;
  ~RtlInstance();

  [[nodiscard]] const RtlLibrary& library() const { return *library_; }

  /// Bits of element 0 up to 64; a value is cut to the port's width, the rest is 0.
  void set(std::uint32_t port, std::uint64_t value);
  [[nodiscard]] std::uint64_t get(std::uint32_t port) const;
  /// One bit of one element (unpacked index less its lowest), bit 0 the lowest of storage.
  void set_bit(std::uint32_t port, std::uint32_t element, std::uint32_t bit, bool value);
  [[nodiscard]] bool get_bit(std::uint32_t port, std::uint32_t element, std::uint32_t bit) const;
  /// Verilator's storage of the port, for whoever reads or writes it every cycle.
  [[nodiscard]] void* storage(std::uint32_t port) const { return storage_[port]; }

  /// Lets the design settle with the present inputs. Throws RtlFault.
  void eval();
  /// Runs `final` blocks.
  void finalise();
  [[nodiscard]] bool finished() const;
  /// What the design has printed ($display) since the last call; at most its first 64 KiB.
  [[nodiscard]] std::string take_output();

  [[nodiscard]] std::size_t state_size() const { return state_size_; }
  void copy_state(std::vector<unsigned char>& to) const;
  [[nodiscard]] bool state_equals(const std::vector<unsigned char>& copy) const;

  /// Only of a model that was built with coverage or trace; else they do nothing.
  void write_coverage(const std::string& path);
  void open_trace(const std::string& path);
  void dump_trace(std::uint64_t picoseconds);
  void close_trace();

 private:
  std::shared_ptr<const RtlLibrary> library_;
  const HeliographRtlModel* model_;
  void* instance_;
  std::vector<void*> storage_;
  std::vector<HeliographRtlRegion> regions_;
  std::size_t state_size_ = 0;
  bool tracing_ = false;
};

}  // namespace heliograph::systemc
