// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/benes_layout.hpp"

#include <stdexcept>
#include <string>

namespace heliograph::photonics {

namespace {

std::size_t stages_of(std::size_t ports) {
  std::size_t stages = 1;
  for (std::size_t block = ports; block > 2; block /= 2) {
    stages += 2;
  }
  return stages;
}

}  // namespace

bool BenesLayout::allows(std::size_t ports) {
  return ports >= kMinimumPorts && ports <= kMaximumPorts && (ports & (ports - 1)) == 0;
}

BenesLayout::BenesLayout(std::size_t ports) : ports_(ports) {
  if (!allows(ports)) {
    throw std::invalid_argument("a Benes fabric has a power of two of ports, 2 to 64, not " +
                                std::to_string(ports));
  }
  stages_ = stages_of(ports);
  segments_.resize((stages_ - 1) * ports_);
  for (std::size_t stage = 0; stage + 1 < stages_; ++stage) {
    // Gap k from the outside joins blocks of N / 2^k lines to their halves; the right half of the
    // network mirrors the left.
    const bool left = stage < (stages_ - 1) / 2;
    const std::size_t depth = left ? stage : stages_ - 2 - stage;
    const std::size_t block = ports_ >> depth;
    for (std::size_t line = 0; line < ports_; ++line) {
      const std::size_t top = line - line % block;
      const std::size_t local = line % block;
      const std::size_t to = left ? local / 2 + (local % 2) * (block / 2)
                                  : 2 * (local % (block / 2)) + local / (block / 2);
      segments_[stage * ports_ + line].to_line = top + to;
    }
    for (std::size_t line = 0; line < ports_; ++line) {
      Segment& own = segments_[stage * ports_ + line];
      for (std::size_t other = 0; other < ports_; ++other) {
        const std::size_t to = segments_[stage * ports_ + other].to_line;
        own.crossings += (other < line && to > own.to_line) || (other > line && to < own.to_line);
      }
    }
  }
  bar_ports_.resize(stages_ * ports_);
  for (std::size_t line = 0; line < ports_; ++line) {
    std::size_t at = line;
    for (std::size_t stage = 0; stage < stages_; ++stage) {
      bar_ports_[stage * ports_ + at] = line;
      if (stage + 1 < stages_) {
        at = segment(stage, at).to_line;
      }
    }
  }
}

std::vector<std::size_t> BenesLayout::path_lines(std::size_t input,
                                                 const std::vector<CellState>& states) const {
  std::vector<std::size_t> lines;
  lines.reserve(stages_ + 1);
  std::size_t line = input;
  for (std::size_t stage = 0; stage < stages_; ++stage) {
    lines.push_back(line);
    if (states[base::index(cell(stage, line / 2))] == CellState::cross) {
      line ^= 1U;
    }
    if (stage + 1 < stages_) {
      line = segment(stage, line).to_line;
    }
  }
  lines.push_back(line);
  return lines;
}

}  // namespace heliograph::photonics
