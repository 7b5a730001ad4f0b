// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heliograph::testbenches {

enum class RegisterAccess { read_only, read_write, write_only, clear };

/// One register, or an array of them.
struct RegisterInfo {
  std::string name;
  std::uint16_t address = 0;
  unsigned count = 1;
  unsigned stride = 4;
  RegisterAccess access = RegisterAccess::read_only;
  std::uint32_t reset = 0;
  bool reset_known = true;            ///< false: nothing is promised of its value after reset
  std::uint32_t bits = 0;             ///< that are there; the others read 0
  std::optional<std::uint32_t> most;  ///< greater values are refused
  bool is_volatile = false;           ///< the hardware changes it
  bool locked = false;                ///< refuses writes while busy
  bool effect = false;                ///< a write starts something: not for random writes

  [[nodiscard]] std::uint16_t at(unsigned index) const {
    return static_cast<std::uint16_t>(address + stride * index);
  }
};

/// What is at which address of a block.
struct RegisterDescription {
  std::string name;
  unsigned address_bits = 16;  ///< 4..16; what a block sees of an address
  std::vector<RegisterInfo> registers;
  /// Addresses, first and last, of which nothing is said: optional registers.
  std::vector<std::pair<std::uint16_t, std::uint16_t>> unspoken;

  /// The register at this address, of an array also within it; nullptr when none is.
  [[nodiscard]] const RegisterInfo* find(std::uint16_t address) const;
  [[nodiscard]] bool is_unspoken(std::uint16_t address) const;
};

/// Values of the parameters that a description names, such as N.
using RegisterParameters = std::map<std::string, std::uint32_t>;

/// Reads the JSON of docs/reference/register-description.md. `parameters` replace its defaults.
/// Throws base::InputError with all mistakes of `text`, the content of `name`.
[[nodiscard]] RegisterDescription read_register_description(const std::string& text,
                                                            const std::string& name,
                                                            const RegisterParameters& parameters);

/// The registers that rtl/contract.md requires of every controller.
[[nodiscard]] RegisterDescription contract_registers(unsigned ports, unsigned max_actuators);

}  // namespace heliograph::testbenches
