// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "base/input_file.hpp"
#include "base/number_text.hpp"
#include "photonics/formats/data_warnings.hpp"
#include "photonics/formats/lumerical.hpp"
#include "photonics/formats/lumerical_block.hpp"

namespace heliograph::photonics {

namespace {

/// Rows of two blocks are of one frequency when they differ by less: files round to six digits.
constexpr double kSameFrequency = 1e-5;

/// Names modes. With one mode in the file a port needs no more than its own name.
class ModeNames {
 public:
  explicit ModeNames(const std::vector<LumericalBlock>& blocks) {
    for (const LumericalBlock& block : blocks) {
      const LumericalHeader& header = block.header;
      numbers_.insert({header.output.mode, header.input.mode});
      names_.insert(header.mode_name);
      if (header.output.mode == header.input.mode) {
        names_of_[header.output.mode].insert(header.mode_name);
      }
    }
  }

  /// The port of the matrix for one end of a block.
  [[nodiscard]] std::string port(const LumericalEnd& end, const std::string& mode_name) const {
    if (numbers_.size() == 1) {
      return names_.size() == 1 ? end.port : end.port + "@" + mode_name;
    }
    // The header names one mode only, so a block between two modes does not name both.
    const auto found = names_of_.find(end.mode);
    const bool has_name = found != names_of_.end() && found->second.size() == 1 &&
                          !found->second.begin()->empty() && names_are_distinct();
    return end.port + "@" + (has_name ? *found->second.begin() : std::to_string(end.mode));
  }

 private:
  [[nodiscard]] bool names_are_distinct() const {
    std::set<std::string> all;
    std::size_t count = 0;
    for (const auto& [number, names] : names_of_) {
      all.insert(names.begin(), names.end());
      count += names.size();
    }
    return all.size() == count;
  }

  std::set<std::int64_t> numbers_;
  std::set<std::string> names_;
  std::map<std::int64_t, std::set<std::string>> names_of_;
};

class Assembler {
 public:
  Assembler(LumericalFile file, FileProblems& problems)
      : file_(std::move(file)), modes_(file_.blocks), problems_(problems) {}

  std::optional<SParameters> assemble() {
    name_ports();
    if (!fits()) {
      return std::nullopt;
    }
    read_frequencies();
    const auto size = static_cast<Eigen::Index>(data_.ports.size());
    data_.values.assign(data_.frequencies.size(), Eigen::MatrixXcd::Zero(size, size));
    for (const LumericalBlock& block : file_.blocks) {
      add_block(block);
    }
    check_powers();
    if (problems_.errors() > 0) {
      return std::nullopt;
    }
    warn_of_missing();
    return std::move(data_);
  }

  [[nodiscard]] TextPlace place_of_point(std::size_t k) const {
    const std::vector<LumericalRow>& rows = file_.blocks.front().rows;
    return rows[row_of(k, rows.size())].place;
  }

 private:
  using Pair = std::pair<std::size_t, std::size_t>;

  /// Port lines come first, then the order in which blocks name the ports.
  void name_ports() {
    std::map<std::string, std::size_t> listed;
    for (const std::string& port : file_.listed_ports) {
      listed.emplace(port, listed.size());
    }
    struct Named {
      std::size_t rank;
      std::string name;
    };
    std::vector<Named> ports;
    std::set<std::string> seen;
    const auto add = [&](const LumericalEnd& end, const std::string& mode) {
      const std::string name = modes_.port(end, mode);
      if (seen.insert(name).second) {
        const auto found = listed.find(end.port);
        ports.push_back({found == listed.end() ? listed.size() : found->second, name});
      }
    };
    for (const LumericalBlock& block : file_.blocks) {
      add(block.header.output, block.header.mode_name);
      add(block.header.input, block.header.mode_name);
    }
    std::stable_sort(ports.begin(), ports.end(),
                     [](const Named& a, const Named& b) { return a.rank < b.rank; });
    for (const Named& port : ports) {
      index_.emplace(port.name, data_.ports.size());
      data_.ports.push_back(port.name);
    }
  }

  [[nodiscard]] bool fits() {
    const std::size_t ports = data_.ports.size();
    const std::size_t rows = file_.blocks.front().rows.size();
    if (ports > LumericalLimits::kPorts || ports * ports * rows > LumericalLimits::kFields) {
      problems_.error({}, "found " + count_of(ports, "port") + " at " +
                              count_of(rows, "frequency point") + ": expected at most " +
                              std::to_string(LumericalLimits::kPorts) + " ports and " +
                              std::to_string(LumericalLimits::kFields) + " fields");
      return false;
    }
    return true;
  }

  [[nodiscard]] std::size_t row_of(std::size_t point, std::size_t rows) const {
    return is_descending_ ? rows - 1 - point : point;
  }

  void read_frequencies() {
    const std::vector<LumericalRow>& rows = file_.blocks.front().rows;
    is_descending_ = rows.size() > 1 && rows.front().frequency > rows.back().frequency;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const LumericalRow& row = rows[row_of(k, rows.size())];
      if (k > 0 && !(data_.frequencies.back().value() < row.frequency)) {
        problems_.error(row.place, "found the frequency " + base::number_text(row.frequency) +
                                       " Hz: expected frequencies that ascend or descend, each "
                                       "once");
      }
      data_.frequencies.emplace_back(row.frequency);
    }
  }

  void add_block(const LumericalBlock& block) {
    const LumericalHeader& header = block.header;
    const std::size_t to = index_.at(modes_.port(header.output, header.mode_name));
    const std::size_t from = index_.at(modes_.port(header.input, header.mode_name));
    const auto [first, is_new] = seen_.emplace(Pair{to, from}, header.place);
    if (!is_new) {
      problems_.error(header.place, "the block from " + in_quotes(data_.ports[from]) + " to " +
                                        in_quotes(data_.ports[to]) +
                                        " is given twice; first in line " +
                                        std::to_string(first->second.line));
      return;
    }
    if (!has_same_frequencies(block)) {
      return;
    }
    const double middle = block.rows[block.rows.size() / 2].frequency;
    for (std::size_t k = 0; k < block.rows.size(); ++k) {
      const LumericalRow& row = block.rows[row_of(k, block.rows.size())];
      const double phase =
          row.phase + 2.0 * base::kPi * header.group_delay * (row.frequency - middle);
      data_.values[k](static_cast<Eigen::Index>(to), static_cast<Eigen::Index>(from)) = {
          row.magnitude * std::cos(phase), row.magnitude * std::sin(phase)};
      if (!std::isfinite(phase)) {
        problems_.error(row.place,
                        "the group delay turns this phase beyond all bounds: expected a "
                        "delay in seconds");
        return;
      }
    }
  }

  /// Powers that no number holds make every check of the data meaningless.
  void check_powers() {
    for (std::size_t k = 0; k < data_.values.size() && problems_.errors() == 0; ++k) {
      if (!std::isfinite(data_.values[k].squaredNorm())) {
        problems_.error(place_of_point(k),
                        "found a value beyond all bounds at this frequency: expected fields of "
                        "finite power");
      }
    }
  }

  [[nodiscard]] bool has_same_frequencies(const LumericalBlock& block) {
    const std::vector<LumericalRow>& first = file_.blocks.front().rows;
    const int line = file_.blocks.front().header.place.line;
    if (block.rows.size() != first.size()) {
      problems_.error(block.header.place, "found a block of " + count_of(block.rows.size(), "row") +
                                              ": expected " + std::to_string(first.size()) +
                                              ", as in the block of line " + std::to_string(line));
      return false;
    }
    for (std::size_t k = 0; k < first.size(); ++k) {
      if (std::abs(block.rows[k].frequency - first[k].frequency) >
          kSameFrequency * first[k].frequency) {
        problems_.error(block.rows[k].place,
                        "found the frequency " + base::number_text(block.rows[k].frequency) +
                            " Hz: expected " + base::number_text(first[k].frequency) +
                            " Hz, as in the block of line " + std::to_string(line));
        return false;
      }
    }
    return true;
  }

  void warn_of_missing() {
    const std::size_t ports = data_.ports.size();
    if (seen_.size() == ports * ports) {
      return;
    }
    Pair missing{0, 0};
    while (seen_.count(missing) != 0) {
      missing = missing.second + 1 < ports ? Pair{missing.first, missing.second + 1}
                                           : Pair{missing.first + 1, 0};
    }
    problems_.warning({}, "no block for " + std::to_string(ports * ports - seen_.size()) + " of " +
                              count_of(ports * ports, "pair") + " of ports, as from " +
                              in_quotes(data_.ports[missing.second]) + " to " +
                              in_quotes(data_.ports[missing.first]) + ": taken as no light");
  }

  LumericalFile file_;
  ModeNames modes_;
  FileProblems& problems_;
  SParameters data_;
  std::map<std::string, std::size_t> index_;
  std::map<Pair, TextPlace> seen_;  // (to, from)
  bool is_descending_ = false;
};

}  // namespace

std::optional<SParameters> parse_lumerical(std::string_view text, const std::string& file,
                                           base::Diagnostics& diagnostics) {
  FileProblems problems(file, diagnostics);
  if (!check_text(text, LumericalLimits::kBytes, problems)) {
    return std::nullopt;
  }
  LumericalFile blocks = read_lumerical_blocks(text, problems);
  if (blocks.blocks.empty() && problems.errors() == 0) {
    problems.error({1, 1},
                   "found no data: expected blocks that begin with ('output port','mode',"
                   "mode number,'input port',mode number,'transmission')");
  }
  std::optional<SParameters> data;
  if (!blocks.blocks.empty()) {
    Assembler assembler(std::move(blocks), problems);
    data = assembler.assemble();
    if (data) {
      const auto place = [&](std::size_t k) { return assembler.place_of_point(k); };
      warn_of_data(*data, place, problems);
    }
  }
  problems.close();
  return data;
}

std::optional<SParameters> read_lumerical(const std::string& path, base::Diagnostics& diagnostics) {
  return parse_lumerical(
      base::read_input_file(path, LumericalLimits::kBytes, "a Lumerical S-parameter file"), path,
      diagnostics);
}

}  // namespace heliograph::photonics
