// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/sat_solver.hpp"

#include <algorithm>
#include <limits>

#ifdef HELIOGRAPH_CADICAL
#include <cadical.hpp>
#endif

namespace heliograph::photonics {

#ifdef HELIOGRAPH_CADICAL

struct SatSolver::Library {
  mutable CaDiCaL::Solver solver;
};

SatSolver::SatSolver() : library_(std::make_unique<Library>()) {
  library_->solver.set("quiet", 1);
  library_->solver.add(yes());
  library_->solver.add(0);
}

bool SatSolver::available() { return true; }

void SatSolver::add(const Literal* literals, std::size_t count) {
  if (std::find(literals, literals + count, yes()) != literals + count) {
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (literals[i] != no()) {
      library_->solver.add(literals[i]);
    }
  }
  library_->solver.add(0);
}

SatSolver::Answer SatSolver::solve(const std::vector<Literal>& assumptions, std::size_t conflicts) {
  constexpr int kSatisfiable = 10;
  constexpr int kUnsatisfiable = 20;
  for (const Literal literal : assumptions) {
    library_->solver.assume(literal);
  }
  const std::size_t most = std::numeric_limits<int>::max();
  library_->solver.limit("conflicts", static_cast<int>(std::min(conflicts, most)));
  const int answer = library_->solver.solve();
  return answer == kSatisfiable     ? Answer::yes
         : answer == kUnsatisfiable ? Answer::no
                                    : Answer::unknown;
}

bool SatSolver::value(Literal literal) const { return library_->solver.val(literal) > 0; }
bool SatSolver::failed(Literal literal) const { return library_->solver.failed(literal); }

#else

struct SatSolver::Library {};

SatSolver::SatSolver() = default;
bool SatSolver::available() { return false; }
void SatSolver::add(const Literal* /*literals*/, std::size_t /*count*/) {}
SatSolver::Answer SatSolver::solve(const std::vector<Literal>& /*assumptions*/,
                                   std::size_t /*conflicts*/) {
  return Answer::unknown;
}
bool SatSolver::value(Literal /*literal*/) const { return false; }
bool SatSolver::failed(Literal /*literal*/) const { return false; }

#endif

SatSolver::~SatSolver() = default;

std::vector<SatSolver::Literal> count_up_to(SatSolver& solver,
                                            const std::vector<SatSolver::Literal>& literals,
                                            std::size_t most) {
  std::vector<std::vector<SatSolver::Literal>> numbers;
  for (const SatSolver::Literal literal : literals) {
    if (literal != solver.no()) {
      numbers.push_back({literal});
    }
  }
  return add_up_to(solver, std::move(numbers), most);
}

std::vector<SatSolver::Literal> add_up_to(SatSolver& solver,
                                          std::vector<std::vector<SatSolver::Literal>> numbers,
                                          std::size_t most) {
  using Literals = std::vector<SatSolver::Literal>;
  if (numbers.empty()) {
    return {};
  }
  while (numbers.size() > 1) {
    std::vector<Literals> next;
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
      const Literals& a = numbers[i];
      const Literals& b = numbers[i + 1];
      Literals sum(std::min(most, a.size() + b.size()));
      for (SatSolver::Literal& literal : sum) {
        literal = solver.new_variable();
      }
      for (std::size_t x = 0; x <= a.size(); ++x) {
        for (std::size_t y = 0; y <= b.size(); ++y) {
          if (x + y == 0) {
            continue;
          }
          // x of a and y of b make x + y of both.
          solver.add({x == 0 ? solver.no() : -a[x - 1], y == 0 ? solver.no() : -b[y - 1],
                      sum[std::min(x + y, sum.size()) - 1]});
        }
      }
      next.push_back(std::move(sum));
    }
    if (numbers.size() % 2 == 1) {
      next.push_back(std::move(numbers.back()));
    }
    numbers.swap(next);
  }
  return numbers.front();
}

}  // namespace heliograph::photonics
