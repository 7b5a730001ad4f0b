// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <vector>

namespace heliograph::photonics {

/// Clauses and questions to CaDiCaL (A. Biere et al., SAT Competition 2020). A literal is a
/// variable's number, negative for its negation. Built without the library, the answer to every
/// question is `unknown`.
class SatSolver {
 public:
  using Literal = int;
  enum class Answer { yes, no, unknown };

  SatSolver();
  ~SatSolver();
  SatSolver(const SatSolver&) = delete;
  SatSolver& operator=(const SatSolver&) = delete;

  /// The program was built with the library.
  [[nodiscard]] static bool available();

  [[nodiscard]] Literal new_variable() { return ++variables_; }
  [[nodiscard]] Literal yes() const { return 1; }
  [[nodiscard]] Literal no() const { return -1; }
  /// Literals that are yes() or no() are left out, or the clause with them.
  void add(std::initializer_list<Literal> clause) { add(clause.begin(), clause.size()); }
  void add(const std::vector<Literal>& clause) { add(clause.data(), clause.size()); }

  /// Are there values for which all clauses and assumptions hold? `unknown` after so many
  /// conflicts.
  [[nodiscard]] Answer solve(const std::vector<Literal>& assumptions, std::size_t conflicts);
  /// After `yes`.
  [[nodiscard]] bool value(Literal literal) const;
  /// After `no`: whether this assumption was needed for it.
  [[nodiscard]] bool failed(Literal literal) const;

 private:
  struct Library;

  void add(const Literal* literals, std::size_t count);

  std::unique_ptr<Library> library_;
  int variables_ = 1;  // the first is always true
};

/// Literals of a sum: result[j] holds if more than j of `literals` hold, for j < most (and is there
/// only if so many can). Totalizer (O. Bailleux and Y. Boufkhad, CP 2003), one direction.
[[nodiscard]] std::vector<SatSolver::Literal> count_up_to(
    SatSolver& solver, const std::vector<SatSolver::Literal>& literals, std::size_t most);

/// The same for a sum of numbers, each given by its own literals of that kind.
[[nodiscard]] std::vector<SatSolver::Literal> add_up_to(
    SatSolver& solver, std::vector<std::vector<SatSolver::Literal>> numbers, std::size_t most);

}  // namespace heliograph::photonics
