// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "platforms/description/file_source.hpp"
#include "testbenches/workloads/program.hpp"

namespace heliograph::testbenches {

/// Reads a workload of several jobs: a YAML file with the list `jobs`, each entry with the keys of
/// JobConfig and `after`, a list of names of jobs that a rank must be done with before it begins.
/// Jobs without `after` run side by side. MSCCL files are taken relative to `path`.
///
/// Throws base::InputError with every mistake of the file at once, as file:line:column; also when a
/// job's schedule does not compute its collective.
[[nodiscard]] std::unique_ptr<Program> read_jobs(const std::string& path,
                                                 std::uint32_t machine_ranks,
                                                 const platforms::FileSource& files);

/// The smallest machine on which a file of jobs makes sense: one rank more than the highest that it
/// names; 8 when it names none.
[[nodiscard]] std::uint32_t smallest_machine(const std::string& text);

/// Is this YAML text a workload of several jobs: a mapping with `jobs`?
[[nodiscard]] bool looks_like_jobs(const std::string& text);

}  // namespace heliograph::testbenches
