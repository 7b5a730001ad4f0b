// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/register_description.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/diagnostics.hpp"

namespace heliograph::testbenches {

namespace {

using RegisterJson = nlohmann::json;

constexpr std::array<std::pair<const char*, RegisterAccess>, 4> kAccessNames{{
    {"ro", RegisterAccess::read_only},
    {"rw", RegisterAccess::read_write},
    {"wo", RegisterAccess::write_only},
    {"w1c", RegisterAccess::clear},
}};

/// Reads one description; mistakes are collected with the register that they are in.
class DescriptionReader {
 public:
  DescriptionReader(std::string name, RegisterParameters parameters)
      : file_(std::move(name)), parameters_(std::move(parameters)) {}

  RegisterDescription read(const std::string& text);

 private:
  void mistake(const std::string& what) {
    std::string message = where_.empty() ? std::string() : where_ + ": ";
    message += what;
    diagnostics_.error({file_, 0, 0}, message);
  }
  void read_parameters(const RegisterJson& json);
  void read_bus(const RegisterJson& json, RegisterDescription& description);
  RegisterInfo read_register(const RegisterJson& json);
  void read_fields(const RegisterJson& fields, RegisterInfo& info, bool has_reset);
  std::uint32_t number(const RegisterJson& value, const char* key);
  std::uint32_t number_of(const std::string& word, const char* key);
  bool flag(const RegisterJson& json, const char* key);
  RegisterAccess access(const RegisterJson& json);
  void check_places(const RegisterDescription& description);

  std::string file_;
  RegisterParameters parameters_;
  base::Diagnostics diagnostics_;
  std::string where_;
};

std::uint32_t DescriptionReader::number_of(const std::string& word, const char* key) {
  // A number, a parameter, or one less than a parameter.
  const std::size_t minus = word.find('-');
  const std::string head = word.substr(0, minus);
  std::uint32_t value = 0;
  const auto parameter = parameters_.find(head);
  if (parameter != parameters_.end()) {
    value = parameter->second;
  } else {
    std::size_t used = 0;
    unsigned long long parsed = 0;
    try {
      parsed = std::stoull(head, &used, 0);
    } catch (const std::exception&) {
      used = 0;
    }
    if (used == 0 || used != head.size() || parsed > 0xFFFF'FFFFULL) {
      std::vector<std::string> names;
      names.reserve(parameters_.size());
      for (const auto& [name, unused] : parameters_) names.push_back(name);
      mistake(std::string("'") + key + "' is '" + word + "'; expected a number or a parameter" +
              base::did_you_mean(head, names));
      return 0;
    }
    value = static_cast<std::uint32_t>(parsed);
  }
  if (minus == std::string::npos) return value;
  return value - number_of(word.substr(minus + 1), key);
}

std::uint32_t DescriptionReader::number(const RegisterJson& value, const char* key) {
  if (value.is_number_unsigned() && value.get<std::uint64_t>() <= 0xFFFF'FFFFULL) {
    return value.get<std::uint32_t>();
  }
  if (value.is_string()) return number_of(value.get<std::string>(), key);
  mistake(std::string("'") + key + "' is " + value.dump() + "; expected a number of 32 bits");
  return 0;
}

bool DescriptionReader::flag(const RegisterJson& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end()) return false;
  if (found->is_boolean()) return found->get<bool>();
  mistake(std::string("'") + key + "' is " + found->dump() + "; expected true or false");
  return false;
}

RegisterAccess DescriptionReader::access(const RegisterJson& json) {
  const auto found = json.find("access");
  const std::string word =
      found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
  for (const auto& [name, access] : kAccessNames) {
    if (word == name) return access;
  }
  mistake("'access' is '" + word + "'; expected ro, rw, wo or w1c");
  return RegisterAccess::read_only;
}

void DescriptionReader::read_fields(const RegisterJson& fields, RegisterInfo& info,
                                    bool has_reset) {
  for (const RegisterJson& field : fields) {
    const auto bits = field.find("bits");
    if (bits == field.end() || !(bits->is_string() || bits->is_number_unsigned())) {
      mistake("a field has no 'bits'");
      continue;
    }
    const std::string text = bits->is_string() ? bits->get<std::string>() : bits->dump();
    const std::size_t colon = text.find(':');
    const std::uint32_t high = number_of(text.substr(0, colon), "bits");
    const std::uint32_t low =
        colon == std::string::npos ? high : number_of(text.substr(colon + 1), "bits");
    if (high > 31 || low > high) {
      mistake("bits '" + text + "' are not within 31:0, the higher first");
      continue;
    }
    const std::uint32_t width = high - low + 1;
    const std::uint32_t ones = width == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << width) - 1;
    if ((info.bits & ones << low) != 0) mistake("bits '" + text + "' are in two fields");
    info.bits |= ones << low;
    const auto reset = field.find("reset");
    if (reset != field.end() && !has_reset) info.reset |= (number(*reset, "reset") & ones) << low;
  }
}

RegisterInfo DescriptionReader::read_register(const RegisterJson& json) {
  RegisterInfo info;
  const auto name = json.find("name");
  if (name != json.end() && name->is_string()) info.name = name->get<std::string>();
  where_ = "register '" + info.name + "'";
  if (info.name.empty()) mistake("it has no 'name'");
  const auto address = json.find("address");
  if (address == json.end()) {
    mistake("it has no 'address'");
  } else {
    const std::uint32_t at = number(*address, "address");
    if (at > 0xFFFF || at % 4 != 0) mistake("its address is not a multiple of 4 within 16 bits");
    info.address = static_cast<std::uint16_t>(at);
  }
  info.access = access(json);
  if (const auto count = json.find("count"); count != json.end()) {
    info.count = number(*count, "count");
  }
  if (const auto stride = json.find("stride"); stride != json.end()) {
    info.stride = number(*stride, "stride");
  }
  const auto reset = json.find("reset");
  if (reset != json.end()) {
    info.reset_known = *reset != "none";
    if (info.reset_known) info.reset = number(*reset, "reset");
  }
  if (const auto most = json.find("max"); most != json.end()) info.most = number(*most, "max");
  info.is_volatile = flag(json, "volatile");
  info.locked = flag(json, "locked");
  info.effect = flag(json, "effect");
  const auto fields = json.find("fields");
  if (fields == json.end() || !fields->is_array() || fields->empty()) {
    mistake("it has no 'fields'");
  } else {
    read_fields(*fields, info, reset != json.end());
  }
  where_.clear();
  return info;
}

void DescriptionReader::read_parameters(const RegisterJson& json) {
  const auto found = json.find("parameters");
  if (found == json.end()) return;
  if (!found->is_object()) return mistake("'parameters' is not an object");
  for (const auto& [name, parameter] : found->items()) {
    if (parameters_.count(name) != 0) continue;
    if (!parameter.is_object() || !parameter.contains("default")) {
      mistake("parameter '" + name + "' has no 'default'");
      continue;
    }
    const std::uint32_t value = number(parameter["default"], "default");
    parameters_[name] = value;
  }
}

void DescriptionReader::read_bus(const RegisterJson& json, RegisterDescription& description) {
  const auto bus = json.find("bus");
  if (bus == json.end()) return;
  if (!bus->is_object()) return mistake("'bus' is not an object");
  const auto bits = bus->find("address_bits");
  if (bits == bus->end()) return;
  description.address_bits = number(*bits, "address_bits");
  if (description.address_bits < 4 || description.address_bits > 16) {
    mistake("'address_bits': found " + bits->dump() + "; expected 4 to 16");
    description.address_bits = 16;
  }
}

void DescriptionReader::check_places(const RegisterDescription& description) {
  for (const RegisterInfo& info : description.registers) {
    if (info.count == 0 || info.stride < 4 || info.stride % 4 != 0 ||
        info.address + std::uint64_t{info.stride} * info.count > 0x1'0000) {
      mistake("register '" + info.name + "' does not fit 16 bits of address in steps of 4");
      continue;
    }
    for (const RegisterInfo& other : description.registers) {
      if (&other == &info) break;
      const std::uint32_t end = info.at(info.count - 1) + 4U;
      const std::uint32_t other_end = other.at(other.count - 1) + 4U;
      if (info.address < other_end && other.address < end) {
        mistake("registers '" + other.name + "' and '" + info.name + "' share addresses");
      }
    }
  }
}

RegisterDescription DescriptionReader::read(const std::string& text) {
  const RegisterJson json = RegisterJson::parse(text, nullptr, false);
  RegisterDescription description;
  if (json.is_discarded() || !json.is_object()) {
    mistake("not a JSON object");
  } else {
    read_parameters(json);
    description.name =
        json.contains("name") && json["name"].is_string() ? json["name"].get<std::string>() : file_;
    read_bus(json, description);
    const auto registers = json.find("registers");
    if (registers == json.end() || !registers->is_array() || registers->empty()) {
      mistake("it has no 'registers'");
    } else {
      description.registers.reserve(registers->size());
      for (const RegisterJson& one : *registers) {
        if (one.is_object()) {
          description.registers.push_back(read_register(one));
        } else {
          mistake("a register is " + one.dump() + "; expected an object");
        }
      }
    }
  }
  if (!diagnostics_.has_errors()) check_places(description);
  base::throw_if_errors(diagnostics_);
  return description;
}

}  // namespace

const RegisterInfo* RegisterDescription::find(std::uint16_t address) const {
  const auto found =
      std::find_if(registers.begin(), registers.end(), [address](const RegisterInfo& info) {
        if (address < info.address) return false;
        const unsigned offset = static_cast<unsigned>(address) - info.address;
        return offset % info.stride == 0 && offset / info.stride < info.count;
      });
  return found == registers.end() ? nullptr : &*found;
}

bool RegisterDescription::is_unspoken(std::uint16_t address) const {
  return std::any_of(unspoken.begin(), unspoken.end(), [address](const auto& range) {
    return address >= range.first && address <= range.second;
  });
}

RegisterDescription read_register_description(const std::string& text, const std::string& name,
                                              const RegisterParameters& parameters) {
  return DescriptionReader(name, parameters).read(text);
}

}  // namespace heliograph::testbenches
