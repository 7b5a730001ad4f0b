// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/leakage.hpp"

#include <cmath>
#include <map>
#include <utility>

#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

namespace {

using Complex = std::complex<double>;

enum class Fate { output, dark, trapped };

/// How light that follows only main parts ends, and by what its field is multiplied on the way.
struct Ending {
  Fate fate = Fate::dark;
  base::PortId output{};
  Complex gain{1.0, 0.0};
};

/// The main parts and the leaks of all cells of a fabric, by entry: a cell and the rail by which
/// light enters it. No end of a waveguide is reached twice, so the main parts join the entries to
/// chains and closed loops.
class MainWays {
 public:
  MainWays(const SwitchFabric& fabric, const FabricSetting& setting)
      : graph_(fabric.graph()), entries_(fabric.cells() * kCellRails) {
    const FabricStructure& structure = fabric.structure();
    for (std::size_t cell = 0; cell < fabric.cells(); ++cell) {
      const Eigen::Matrix2cd field =
          fabric.cell_field(static_cast<base::CellId>(cell), setting.phases);
      for (std::size_t rail = 0; rail < kCellRails; ++rail) {
        const std::size_t main = rail_after(rail, setting.states[cell]);
        const std::size_t leak = main ^ 1U;
        const auto part = [&](std::size_t to) {
          const auto in = static_cast<Eigen::Index>(rail % 2);
          const auto out = static_cast<Eigen::Index>(to % 2);
          const Complex through = rail < 2 ? field(out, in) : field(in, out);
          return through * field_factor(structure.ways[cell][to].loss);
        };
        Entry& entry = entries_[cell * kCellRails + rail];
        entry.main = part(main);
        entry.leak = part(leak);
        entry.main_end = &graph_.after[cell][main];
        entry.leak_end = &graph_.after[cell][leak];
      }
    }
    for (std::size_t entry = 0; entry < entries_.size(); ++entry) {
      find_ending(entry);
    }
  }

  /// How light ends that has got to `end`.
  [[nodiscard]] Ending ending(const WayEnd& end) const {
    if (const auto* port = std::get_if<base::PortId>(&end)) {
      return {Fate::output, *port, {1.0, 0.0}};
    }
    const auto* at = std::get_if<CellRail>(&end);
    return at == nullptr ? Ending{} : entries_[number(*at)].ending;
  }

  /// Calls visit(cell, field after the leak, where the leak leads) for each cell in which light
  /// that gets to `end` with `field` can leave its way. `rounds`: of a closed loop, the factors by
  /// which all rounds together change a sum of fields, of powers and of magnitudes.
  struct Rounds {
    Complex field{1.0, 0.0};
    double power = 1.0;
    double amplitude = 1.0;
  };
  template <class Visit>
  void follow(const WayEnd& end, Complex field, Visit&& visit) const {
    const auto* start = std::get_if<CellRail>(&end);
    if (start == nullptr) {
      return;
    }
    Rounds rounds;
    const Ending& fate = entries_[number(*start)].ending;
    if (fate.fate == Fate::trapped) {
      const double round = std::abs(fate.gain);
      rounds = {1.0 / (1.0 - fate.gain), 1.0 / (1.0 - round * round), 1.0 / (1.0 - round)};
    }
    const CellRail* at = start;
    do {
      const Entry& entry = entries_[number(*at)];
      visit(at->cell, field * entry.leak, *entry.leak_end, rounds);
      field *= entry.main;
      at = std::get_if<CellRail>(entry.main_end);
    } while (at != nullptr && !(*at == *start));
  }

 private:
  struct Entry {
    Complex main;
    Complex leak;
    const WayEnd* main_end = nullptr;
    const WayEnd* leak_end = nullptr;
    bool known = false;
    Ending ending;  // of a closed loop: the gain of one round
  };

  static std::size_t number(const CellRail& at) {
    return base::index(at.cell) * kCellRails + at.rail;
  }

  void find_ending(std::size_t entry) {
    std::vector<std::size_t> chain;
    Ending last;
    while (!entries_[entry].known) {
      entries_[entry].known = true;
      chain.push_back(entry);
      const WayEnd& next = *entries_[entry].main_end;
      const auto* at = std::get_if<CellRail>(&next);
      if (at == nullptr) {
        last = ending(next);
        break;
      }
      entry = number(*at);
      if (entry == chain.front()) {
        close_loop(chain);
        return;
      }
      last = entries_[entry].ending;
    }
    for (; !chain.empty(); chain.pop_back()) {
      last.gain *= entries_[chain.back()].main;
      entries_[chain.back()].ending = last;
    }
  }

  void close_loop(const std::vector<std::size_t>& loop) {
    Ending round;
    round.fate = Fate::trapped;
    for (const std::size_t entry : loop) {
      round.gain *= entries_[entry].main;
    }
    for (const std::size_t entry : loop) {
      entries_[entry].ending = round;
    }
  }

  const CellGraph& graph_;
  std::vector<Entry> entries_;
};

/// Adds up what the light of one lit input does.
class InputLeakage {
 public:
  InputLeakage(const MainWays& ways, base::PortId input, Leakage& result)
      : ways_(ways), input_(input), result_(result) {}

  void follow(const WayEnd& first_end, Complex field) {
    ways_.follow(first_end, field,
                 [this](base::CellId cell, Complex leak, const WayEnd& end,
                        const MainWays::Rounds& /*on a way from an input*/) {
                   add_first(cell, leak, end);
                   add_second(leak, end);
                 });
    for (const auto& [output, sum] : second_) {
      OutputLeakage& at = result_.outputs[output];
      if (at.input == input_) {
        at.own_second = sum;
      } else {
        at.second.push_back({input_, sum});
      }
    }
  }

 private:
  void add_first(base::CellId cell, Complex leak, const WayEnd& end) {
    const Ending ending = ways_.ending(end);
    if (ending.fate == Fate::output) {
      OutputLeakage& at = result_.outputs[base::index(ending.output)];
      (at.input == input_ ? at.own_first : at.first).push_back({input_, cell, leak * ending.gain});
    } else if (ending.fate == Fate::trapped) {
      result_.trapped.push_back({input_, cell, leak});
    } else {
      result_.dark.push_back({input_, cell, leak * ending.gain});
    }
  }

  void add_second(Complex first_leak, const WayEnd& first_end) {
    ways_.follow(first_end, first_leak,
                 [this](base::CellId /*cell*/, Complex leak, const WayEnd& end,
                        const MainWays::Rounds& rounds) {
                   const Ending ending = ways_.ending(end);
                   if (ending.fate != Fate::output) {
                     return;
                   }
                   LeakSum& sum = second_[base::index(ending.output)];
                   ++sum.terms;
                   const Complex term = leak * ending.gain;
                   if (term == Complex()) {
                     return;  // or a loop without loss would make 0 times infinity of it
                   }
                   sum.field += term * rounds.field;
                   sum.power += std::norm(term) * rounds.power;
                   sum.amplitude += std::abs(term) * rounds.amplitude;
                 });
  }

  const MainWays& ways_;
  base::PortId input_;
  Leakage& result_;
  std::map<std::size_t, LeakSum> second_;  // by output
};

LeakSum sum_of(const std::vector<LeakTerm>& terms) {
  LeakSum sum;
  for (const LeakTerm& term : terms) {
    sum.add(term.field);
  }
  return sum;
}

}  // namespace

base::Decibel LeakTerm::power() const {
  return base::to_decibel(base::PowerRatio(std::norm(field)));
}

void LeakSum::add(std::complex<double> term) {
  ++terms;
  field += term;
  power += std::norm(term);
  amplitude += std::abs(term);
}

LeakSum& LeakSum::operator+=(const LeakSum& other) {
  terms += other.terms;
  field += other.field;
  power += other.power;
  amplitude += other.amplitude;
  return *this;
}

base::Decibel LeakSum::incoherent(std::complex<double> signal) const {
  return base::to_decibel(base::PowerRatio(power / std::norm(signal)));
}

base::Decibel LeakSum::coherent_bound(std::complex<double> signal) const {
  return base::to_decibel(base::PowerRatio(amplitude * amplitude / std::norm(signal)));
}

LeakSum OutputLeakage::first_sum() const { return sum_of(first); }

LeakSum OutputLeakage::own_first_sum() const { return sum_of(own_first); }

LeakSum OutputLeakage::second_sum() const {
  LeakSum sum;
  for (const SecondOrderLeak& leak : second) {
    sum += leak.sum;
  }
  return sum;
}

Leakage leakage(const SwitchFabric& fabric, const FabricSetting& setting) {
  check_setting(fabric, setting);
  const MainWays ways(fabric, setting);
  const FabricStructure& structure = fabric.structure();
  Leakage result;
  result.outputs.resize(fabric.ports());
  for (std::size_t output = 0; output < fabric.ports(); ++output) {
    result.outputs[output].output = static_cast<base::PortId>(output);
  }
  const auto before_cells = [&](base::PortId input) {
    return Complex(field_factor(structure.input_ways[base::index(input)].loss), 0.0);
  };
  // Whose way ends where has to be known before leaks can be told apart.
  for (const base::PortId input : setting.lit) {
    const Ending ending = ways.ending(structure.graph.inputs[base::index(input)]);
    if (ending.fate == Fate::output) {
      OutputLeakage& at = result.outputs[base::index(ending.output)];
      at.input = input;
      at.signal = before_cells(input) * ending.gain;
    }
  }
  for (const base::PortId input : setting.lit) {
    InputLeakage(ways, input, result)
        .follow(structure.graph.inputs[base::index(input)], before_cells(input));
  }
  return result;
}

}  // namespace heliograph::photonics
