// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/rtl_models/rtl_library.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace heliograph::systemc {

namespace {

std::uint64_t low_bits(std::uint32_t bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

}  // namespace

RtlLibrary::RtlLibrary(const std::string& path) {
  handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ == nullptr) {
    throw std::runtime_error("the compiled model cannot be loaded: " + std::string(dlerror()));
  }
  using Entry = const HeliographRtlModel* (*)();
  const auto entry = reinterpret_cast<Entry>(dlsym(handle_, "heliograph_rtl_model"));
  model_ = entry == nullptr ? nullptr : entry();
  if (model_ == nullptr || model_->version != HELIOGRAPH_RTL_ABI_VERSION) {
    dlclose(handle_);
    throw std::runtime_error("the compiled model is of another version: " + path);
  }
}

RtlLibrary::~RtlLibrary() { dlclose(handle_); }

std::uint32_t RtlLibrary::port_index(std::string_view name) const {
  for (std::uint32_t i = 0; i < model_->port_count; ++i) {
    if (name == model_->ports[i].name) return i;
  }
  throw std::out_of_range("the model has no port '" + std::string(name) + "'");
}

bool RtlLibrary::has_port(std::string_view name) const {
  const HeliographRtlPort* end = model_->ports + model_->port_count;
  return std::any_of(model_->ports, end,
                     [name](const HeliographRtlPort& port) { return name == port.name; });
}

RtlInstance::RtlInstance(std::shared_ptr<const RtlLibrary> library, RtlInitialState initial)
    : library_(std::move(library)),
      model_(&library_->model()),
      instance_(model_->create(initial.seed)) {
  if (instance_ == nullptr) throw RtlFault("the model could not be created");
  storage_.reserve(model_->port_count);
  for (std::uint32_t i = 0; i < model_->port_count; ++i) {
    storage_.push_back(model_->port(instance_, i));
  }
  regions_.reserve(model_->region_count);
  for (std::uint32_t i = 0; i < model_->region_count; ++i) {
    regions_.push_back(model_->region(instance_, i));
    state_size_ += regions_.back().size;
  }
}

RtlInstance::~RtlInstance() { model_->destroy(instance_); }

void RtlInstance::set(std::uint32_t port, std::uint64_t value) {
  const HeliographRtlPort& shape = model_->ports[port];
  value &= low_bits(shape.element_bits);
  std::memcpy(storage_[port], &value, std::min<std::size_t>(shape.element_bytes, sizeof value));
  if (shape.element_bytes > sizeof value) {
    std::memset(static_cast<unsigned char*>(storage_[port]) + sizeof value, 0,
                shape.element_bytes - sizeof value);
  }
}

std::uint64_t RtlInstance::get(std::uint32_t port) const {
  std::uint64_t value = 0;
  std::memcpy(&value, storage_[port],
              std::min<std::size_t>(model_->ports[port].element_bytes, sizeof value));
  return value;
}

void RtlInstance::set_bit(std::uint32_t port, std::uint32_t element, std::uint32_t bit,
                          bool value) {
  auto* bytes = static_cast<unsigned char*>(storage_[port]) +
                std::size_t{element} * model_->ports[port].element_bytes;
  const auto mask = static_cast<unsigned char>(1U << (bit % 8));
  bytes[bit / 8] =
      static_cast<unsigned char>(value ? bytes[bit / 8] | mask : bytes[bit / 8] & ~unsigned{mask});
}

bool RtlInstance::get_bit(std::uint32_t port, std::uint32_t element, std::uint32_t bit) const {
  const auto* bytes = static_cast<const unsigned char*>(storage_[port]) +
                      std::size_t{element} * model_->ports[port].element_bytes;
  return ((bytes[bit / 8] >> (bit % 8)) & 1U) != 0;
}

void RtlInstance::eval() {
  if (model_->eval(instance_) != 0) throw RtlFault(model_->failure(instance_));
}

void RtlInstance::finalise() { model_->finalise(instance_); }

bool RtlInstance::finished() const { return model_->finished(instance_) != 0; }

std::string RtlInstance::take_output() { return model_->output(instance_); }

void RtlInstance::copy_state(std::vector<unsigned char>& to) const {
  to.resize(state_size_);
  std::size_t at = 0;
  for (const HeliographRtlRegion& region : regions_) {
    std::memcpy(to.data() + at, region.address, region.size);
    at += region.size;
  }
}

bool RtlInstance::state_equals(const std::vector<unsigned char>& copy) const {
  if (copy.size() != state_size_) return false;
  std::size_t at = 0;
  for (const HeliographRtlRegion& region : regions_) {
    if (std::memcmp(copy.data() + at, region.address, region.size) != 0) return false;
    at += region.size;
  }
  return true;
}

void RtlInstance::write_coverage(const std::string& path) {
  if (model_->has_coverage != 0) model_->write_coverage(instance_, path.c_str());
}

void RtlInstance::open_trace(const std::string& path) {
  if (model_->has_trace == 0) return;
  model_->trace_open(instance_, path.c_str());
  tracing_ = true;
}

void RtlInstance::dump_trace(std::uint64_t picoseconds) {
  if (tracing_) model_->trace_dump(instance_, picoseconds);
}

void RtlInstance::close_trace() {
  if (tracing_) model_->trace_close(instance_);
  tracing_ = false;
}

}  // namespace heliograph::systemc
