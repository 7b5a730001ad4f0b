// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/wave_writer.hpp"

#include <gtkwave/fstapi.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/diagnostics.hpp"

namespace heliograph::testbenches {

namespace {

constexpr unsigned kSourceBits = 8;
constexpr unsigned kStateBits = 3;
constexpr std::uint64_t kNoSource = (1U << kSourceBits) - 1U;
constexpr double kDarkness_dB = -200.0;  // stands for no light at all, which has no logarithm

/// A dot would divide scopes.
std::string receiver_name(std::uint32_t receiver, std::uint32_t of_rank) {
  if (of_rank == 1) {
    return "receiver" + std::to_string(receiver);
  }
  std::string name = "receiver_rank";
  name += std::to_string(receiver / of_rank);
  name += "_port";
  name += std::to_string(receiver % of_rank);
  return name;
}

double decibels(double ratio) {
  return ratio > 0.0 ? std::max(10.0 * std::log10(ratio), kDarkness_dB) : kDarkness_dB;
}

}  // namespace

WaveWriter::WaveWriter(const std::string& path, std::uint32_t ports, std::uint32_t receivers,
                       std::size_t actuators, std::size_t lanes, std::uint32_t receivers_of_rank)
    : file_(fstWriterCreate(path.c_str(), 1)) {
  if (file_ == nullptr) {
    throw base::InputError({path, 0, 0}, "cannot be written");
  }
  fstWriterSetTimescale(file_, -12);
  fstWriterSetPackType(file_, FST_WR_PT_LZ4);
  fstWriterSetDate(file_, "");  // the same run gives the same file
  fstWriterSetVersion(file_, "Heliograph");
  declare_controller(ports);
  fstWriterSetScope(file_, FST_ST_VCD_MODULE, "switch", nullptr);
  for (std::size_t i = 0; i < actuators; ++i) {
    phases_.push_back(declare("phase_rad_" + std::to_string(i), 0));
  }
  fstWriterSetUpscope(file_);
  for (std::uint32_t r = 0; r < receivers; ++r) {
    fstWriterSetScope(file_, FST_ST_VCD_MODULE, receiver_name(r, receivers_of_rank).c_str(),
                      nullptr);
    receivers_.push_back({declare("source", kSourceBits),
                          declare("power_dBm", 0),
                          declare("crosstalk_dB", 0),
                          declare("log10_pre_fec_ber", 0),
                          declare("los", 1),
                          declare("cdr_lock", 1),
                          {}});
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::string number = lanes > 1 ? "_" + std::to_string(lane) : "";
      receivers_.back().lanes.push_back(declare("lane_state" + number, kStateBits));
    }
    fstWriterSetUpscope(file_);
  }
}

WaveWriter::~WaveWriter() {
  if (file_ != nullptr) {
    fstWriterClose(file_);
  }
}

void WaveWriter::declare_controller(std::uint32_t ports) {
  fstWriterSetScope(file_, FST_ST_VCD_MODULE, "controller", nullptr);
  drain_req_ = declare("drain_req_o", ports);
  rx_mask_ = declare("rx_mask_o", ports);
  isolate_ = declare("isolate_o", ports);
  dac_valid_ = declare("dac_valid_o", 1);
  dac_addr_ = declare("dac_addr_o", 16);
  dac_code_ = declare("dac_code_o", 16);
  ldac_ = declare("ldac_o", 1);
  gnt_epoch_ = declare("gnt_epoch_o", 16);
  cev_valid_ = declare("cev_valid_o", 1);
  cev_id_ = declare("cev_id_o", 8);
  cev_arg_ = declare("cev_arg_o", 32);
  fstWriterSetUpscope(file_);
}

WaveWriter::Signal WaveWriter::declare(const std::string& name, unsigned bits) {
  const bool real = bits == 0;
  return {fstWriterCreateVar(file_, real ? FST_VT_VCD_REAL : FST_VT_VCD_WIRE, FST_VD_OUTPUT,
                             real ? 8 : bits, name.c_str(), 0),
          bits};
}

void WaveWriter::at(base::Picoseconds when) {
  if (when.count() != time_) {
    time_ = when.count();
    fstWriterEmitTimeChange(file_, static_cast<std::uint64_t>(time_));
  }
}

void WaveWriter::emit(Signal signal, std::uint64_t value) {
  std::array<char, 64> digits{};
  for (unsigned i = 0; i < signal.bits; ++i) {
    digits[i] = ((value >> (signal.bits - 1 - i)) & 1U) != 0 ? '1' : '0';
  }
  fstWriterEmitValueChange(file_, signal.handle, digits.data());
}

void WaveWriter::emit(Signal signal, double value) {
  fstWriterEmitValueChange(file_, signal.handle, &value);
}

void WaveWriter::controller(const systemc::ControllerOutputs& outputs, base::Picoseconds when) {
  at(when);
  emit(drain_req_, std::uint64_t{outputs.drain_req});
  emit(rx_mask_, std::uint64_t{outputs.rx_mask});
  emit(isolate_, std::uint64_t{outputs.isolate});
  emit(dac_valid_, std::uint64_t{outputs.dac_valid});
  emit(dac_addr_, std::uint64_t{outputs.dac_addr});
  emit(dac_code_, std::uint64_t{outputs.dac_code});
  emit(ldac_, std::uint64_t{outputs.ldac});
  emit(gnt_epoch_, std::uint64_t{outputs.gnt_epoch});
  emit(cev_valid_, std::uint64_t{outputs.cev_valid});
  emit(cev_id_, std::uint64_t{outputs.cev_id});
  emit(cev_arg_, std::uint64_t{outputs.cev_arg});
}

void WaveWriter::phases(const std::vector<base::Radian>& phases, base::Picoseconds when) {
  at(when);
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    emit(phases_[i], phases[i].value());
  }
}

void WaveWriter::light(base::TransceiverId receiver, const systemc::ReceivedLight& light) {
  at(light.valid_from);
  const ReceiverSignals& signals = receivers_[base::index(receiver)];
  emit(signals.source, light.source ? std::uint64_t{base::index(*light.source)} : kNoSource);
  emit(signals.power, decibels(light.signal.value() / 1e-3));
  emit(signals.crosstalk, decibels(light.crosstalk.value()));
  emit(signals.ber, light.pre_fec_ber > 0.0 ? std::log10(light.pre_fec_ber) : -400.0);
  emit(signals.los, std::uint64_t{light.loss_of_signal});
}

void WaveWriter::lock(base::TransceiverId receiver, bool locked, base::Picoseconds when) {
  at(when);
  emit(receivers_[base::index(receiver)].lock, std::uint64_t{locked});
}

void WaveWriter::lane(base::TransceiverId receiver, std::size_t lane, systemc::LockState state,
                      base::Picoseconds when) {
  at(when);
  emit(receivers_[base::index(receiver)].lanes[lane], static_cast<std::uint64_t>(state));
}

void WaveWriter::close(base::Picoseconds end) {
  at(end);
  fstWriterClose(file_);
  file_ = nullptr;
}

}  // namespace heliograph::testbenches
