// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workloads/job_reader.hpp"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "base/number_text.hpp"
#include "base/utf8.hpp"
#include "platforms/description/section_binder.hpp"
#include "platforms/description/yaml_parser.hpp"
#include "testbenches/collectives/algorithm_list.hpp"
#include "testbenches/collectives/request_options.hpp"
#include "testbenches/formats/msccl_elements.hpp"
#include "testbenches/formats/msccl_reader.hpp"
#include "testbenches/workloads/job_config.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::size_t kMostJobs = 10'000;
constexpr std::size_t kMostParts = 100'000;
constexpr double kLongestProgram = 1e18;  // ps
constexpr std::int64_t kSignalBytes = 8;  ///< of a mixture of experts (FlashMoE, arXiv 2506.04667)

/// Its chunks are signals, and its size follows from the tokens.
bool is_moe_job(const JobConfig& config) {
  return config.operation == to_string(CollectiveOp::moe_dispatch) ||
         config.operation == to_string(CollectiveOp::moe_combine);
}

std::string found_text(const platforms::YamlValue& value) {
  return value.kind == platforms::YamlValue::Kind::sequence ? "an empty list"
                                                            : platforms::describe(value);
}

/// One entry of the list, read but not yet judged.
struct Job {
  JobConfig config;
  std::vector<std::string> after;
  std::string key;  ///< `jobs[0]`
  std::unique_ptr<platforms::SectionBinder> binder;
  std::vector<std::size_t> parts;  ///< of the program, one a repetition
};

class JobReader {
 public:
  JobReader(std::string path, std::uint32_t machine_ranks, const platforms::FileSource& files,
            base::Diagnostics& diagnostics)
      : path_(std::move(path)),
        machine_ranks_(machine_ranks),
        files_(files),
        diagnostics_(diagnostics) {}

  std::vector<ProgramPart> read(const platforms::YamlValue& root) {
    for (const platforms::YamlEntry& entry : root.entries) {
      if (entry.key != "jobs") {
        diagnostics_.error(entry.key_location, "unknown key " + base::quoted(entry.key) +
                                                   " in a file of jobs; expected 'jobs'");
      }
    }
    const platforms::YamlEntry* const list = root.find("jobs");
    if (list == nullptr || list->value.kind != platforms::YamlValue::Kind::sequence ||
        list->value.items.empty()) {
      const base::SourceLocation place =
          list == nullptr ? base::SourceLocation{path_, 0, 0} : list->value.location();
      diagnostics_.error(place,
                         "'jobs': found " +
                             (list == nullptr ? std::string("nothing") : found_text(list->value)) +
                             "; expected a list of one or more jobs");
      return {};
    }
    if (list->value.items.size() > kMostJobs) {
      diagnostics_.error(list->value.location(),
                         "'jobs': found " + std::to_string(list->value.items.size()) +
                             "; expected at most " + std::to_string(kMostJobs));
      return {};
    }
    for (const platforms::YamlValue& item : list->value.items) {
      read_job(item);
    }
    judge_names();
    if (diagnostics_.has_errors()) {
      return {};
    }
    return make_parts();
  }

 private:
  void read_job(const platforms::YamlValue& item) {
    Job& job = jobs_.emplace_back();
    job.key = "jobs[" + std::to_string(jobs_.size() - 1) + "]";
    job.binder = std::make_unique<platforms::SectionBinder>();
    // The names of all jobs are known only at the end: what is read here is judged then.
    platforms::YamlValue& tree = trees_.emplace_back();
    tree.kind = platforms::YamlValue::Kind::mapping;
    tree.file = item.file;
    tree.entries.push_back({job.key, item.location(), item});
    platforms::YamlValue& value = tree.entries.front().value;
    const auto after =
        std::find_if(value.entries.begin(), value.entries.end(),
                     [](const platforms::YamlEntry& entry) { return entry.key == "after"; });
    if (after != value.entries.end()) {
      after_.emplace(jobs_.size() - 1, after->value);
      value.entries.erase(after);
    }
    job.binder->bind(job.key, job.config, JobConfig::table());
    job.binder->read(tree, diagnostics_);
    if (job.config.name.empty()) {
      job.config.name = "job " + std::to_string(jobs_.size());
    }
    judge(job);
  }

  /// A mistake at a key of a job, unless one was reported there already.
  void error(const Job& job, const std::string& key, const std::string& message) {
    const std::string full = job.key + "." + key;
    if (job.binder->failed(full) || job.binder->failed(job.key)) {
      return;
    }
    base::SourceLocation place = job.binder->where(full);
    if (place.line == 0 && job.binder->node(job.key) != nullptr) {
      place = job.binder->where(job.key);
    }
    diagnostics_.error(place, "'" + full + "': " + message);
  }

  void judge(Job& job) {
    const JobConfig& config = job.config;
    if (config.generator.empty() == config.file.empty()) {
      error(job, config.file.empty() ? "generator" : "file",
            config.file.empty() ? "found nothing; expected an algorithm, here or in 'file'"
                                : "there is a 'generator' too; expected one of the two");
    }
    std::vector<int> sorted = config.ranks;
    std::sort(sorted.begin(), sorted.end());
    if (!sorted.empty() && sorted.back() >= static_cast<int>(machine_ranks_)) {
      error(job, "ranks",
            "found rank " + std::to_string(sorted.back()) + "; the machine has ranks 0 to " +
                std::to_string(machine_ranks_ - 1));
    }
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) {
      error(job, "ranks", "found rank " + std::to_string(*twice) + " twice");
    }
    if (is_moe_job(config) && config.token_bytes.count() % kSignalBytes != 0) {
      error(job, "token_bytes",
            "found " + std::to_string(config.token_bytes.count()) + "; expected a multiple of " +
                std::to_string(kSignalBytes) + ", the bytes of a signal");
    }
    if (is_moe_job(config) && job.binder->given(job.key + ".bytes")) {
      error(job, "bytes", "has no effect here: the size follows from tokens and token_bytes");
    }
    if (config.operation == to_string(CollectiveOp::barrier) &&
        !job.binder->given(job.key + ".bytes")) {
      job.config.bytes = base::Bytes(kSignalBytes);
    }
    const double pause = static_cast<double>(config.start.count()) +
                         static_cast<double>(config.compute.count()) * config.repeat;
    pause_ += pause;
    if (pause_ > kLongestProgram && pause_ - pause <= kLongestProgram) {
      error(job, "repeat", "up to here starts and computation add up to more than 1e12 us");
    }
    judge_schedule(job);
    judge_options(job);
  }

  /// Options that its algorithm or operation leaves without effect.
  void judge_options(const Job& job) {
    const auto given = [&job](std::string_view option) {
      return job.binder->given(job.key + "." + std::string(option));
    };
    if (!job.config.file.empty()) {
      for (const char* const option : {"op", "root", "dims", "group", "counts", "experts", "tokens",
                                       "top_k", "zipf", "token_bytes", "chunks"}) {
        if (given(option)) {
          error(job, option, "has no effect here: the file says what is done");
        }
      }
      return;
    }
    CollectiveOp operation{};
    std::optional<Algorithm> algorithm;
    try {
      algorithm = find_algorithm(job.config.generator, {});
      operation = find_operation(*algorithm, job.config.operation, {});
    } catch (const base::InputError& /*told*/) {
      return;
    }
    const std::string runs = std::string(algorithm->name) + " " + std::string(to_string(operation));
    for (const RequestOption& option : request_options(*algorithm, operation, given("counts"))) {
      if (given(option.name) && !option.used) {
        error(job, std::string(option.name),
              "has no effect on " + runs + "; used by " + std::string(option.users));
      }
    }
    if (given("token_bytes") && !is_moe(operation)) {
      error(job, "token_bytes",
            "has no effect on " + runs + "; used by moe_dispatch and moe_combine");
    }
  }

  [[nodiscard]] std::uint32_t rank_count(const Job& job) const {
    return job.config.ranks.empty() ? machine_ranks_
                                    : static_cast<std::uint32_t>(job.config.ranks.size());
  }

  /// What its algorithm cannot do, or not with so many ranks or bytes.
  void judge_schedule(const Job& job) {
    const JobConfig& config = job.config;
    if (config.generator.empty() == config.file.empty() || job.binder->failed(job.key + ".ranks")) {
      return;
    }
    try {
      const std::unique_ptr<Schedule> schedule = make_schedule(job);
      if (schedule->ranks() != rank_count(job)) {
        error(job, config.file.empty() ? "ranks" : "file",
              schedule->name() + " has " + std::to_string(schedule->ranks()) +
                  " ranks; the job has " + std::to_string(rank_count(job)));
      } else if (!is_moe_job(config) && config.bytes.count() < schedule->chunks_per_loop()) {
        error(job, "bytes",
              "found " + std::to_string(config.bytes.count()) +
                  "; expected at least one byte for each of the " +
                  std::to_string(schedule->chunks_per_loop()) + " chunks");
      }
    } catch (const base::InputError& fault) {
      for (const base::Diagnostic& found : fault.diagnostics().entries()) {
        diagnostics_.error(found.location, found.message);
      }
    }
  }

  void judge_names() {
    std::vector<std::string> names;
    for (const Job& job : jobs_) {
      if (std::find(names.begin(), names.end(), job.config.name) != names.end()) {
        error(job, "name",
              "found " + base::quoted(job.config.name) + " again; expected a new name");
      }
      names.push_back(job.config.name);
    }
    for (const auto& [number, value] : after_) {
      platforms::YamlValue tree;
      tree.kind = platforms::YamlValue::Kind::mapping;
      tree.file = value.file;
      const std::string key = jobs_[number].key;
      platforms::YamlValue section = tree;
      section.line = value.line;
      section.column = value.column;
      section.entries.push_back({"after", value.location(), value});
      tree.entries.push_back({key, value.location(), section});
      platforms::SectionBinder binder;
      binder.bind_names(key + ".after", names, jobs_[number].after);
      binder.read(tree, diagnostics_);
    }
  }

  std::vector<ProgramPart> make_parts() {
    std::vector<ProgramPart> parts;
    for (Job& job : jobs_) {
      for (int k = 0; k < job.config.repeat && parts.size() < kMostParts; ++k) {
        job.parts.push_back(parts.size());
        ProgramPart& part = parts.emplace_back();
        part.name = job.config.name;
        if (job.config.repeat > 1) {
          part.name += " #" + std::to_string(k + 1);
        }
        fill(job, k, part);
      }
    }
    if (parts.size() >= kMostParts) {
      diagnostics_.error({path_, 0, 0}, "all repetitions together are " +
                                            std::to_string(kMostParts) + " collectives or more");
      return {};
    }
    for (const Job& job : jobs_) {
      chain(job, parts);
    }
    if (!diagnostics_.has_errors() && !Program::order(parts)) {
      diagnostics_.error({path_, 0, 0},
                         "jobs wait for each other in a circle: " + Program::circle(parts));
    }
    return parts;
  }

  void fill(const Job& job, int repetition, ProgramPart& part) const {
    const JobConfig& config = job.config;
    part.bytes = config.bytes;
    part.compute = config.compute;
    part.not_before = repetition == 0 ? config.start : base::Picoseconds(0);
    for (const int rank : config.ranks) {
      part.ranks.push_back(static_cast<base::RankId>(rank));
    }
    for (std::uint32_t r = 0; config.ranks.empty() && r < machine_ranks_; ++r) {
      part.ranks.push_back(base::RankId{r});
    }
    part.schedule = make_schedule(job);
    if (is_moe_job(config)) {
      part.bytes = base::Bytes(part.schedule->chunks_per_loop() * kSignalBytes);
    }
  }

  [[nodiscard]] std::unique_ptr<Schedule> make_schedule(const Job& job) const {
    const JobConfig& config = job.config;
    if (!config.file.empty()) {
      const std::string file = (std::filesystem::path(path_).parent_path() / config.file).string();
      if (const auto problem = files_.find_problem(file)) {
        throw base::InputError(job.binder->where(job.key + ".file"), file + ": " + *problem);
      }
      return parse_msccl(files_.read(file, MscclLimits::kBytes).value_or(""), file);
    }
    const base::SourceLocation place = job.binder->where(job.key + ".generator");
    const Algorithm algorithm = find_algorithm(config.generator, place);
    CollectiveRequest request;
    request.op =
        find_operation(algorithm, config.operation,
                       config.operation.empty() ? place : job.binder->where(job.key + ".op"));
    request.ranks = rank_count(job);
    request.chunks = config.chunks;
    request.dimensions.assign(config.dims.begin(), config.dims.end());
    request.group = static_cast<std::uint32_t>(config.group);
    request.counts.assign(config.counts.begin(), config.counts.end());
    request.tokens = config.tokens;
    request.experts = static_cast<std::uint32_t>(config.experts);
    request.top_k = static_cast<std::uint32_t>(config.top_k);
    request.zipf_exponent = config.zipf;
    request.token_chunks = config.token_bytes.count() / kSignalBytes;
    request.root = static_cast<base::RankId>(config.root);
    return make_collective(algorithm, request, place);
  }

  /// Each repetition comes after the one before, the first after the last ones of other jobs.
  void chain(const Job& job, std::vector<ProgramPart>& parts) const {
    for (std::size_t k = 0; k < job.parts.size(); ++k) {
      std::vector<std::size_t> before;
      if (k > 0) {
        before.push_back(job.parts[k - 1]);
      } else {
        for (const Job& other : jobs_) {
          if (std::find(job.after.begin(), job.after.end(), other.config.name) != job.after.end()) {
            before.push_back(other.parts.back());
          }
        }
      }
      ProgramPart& part = parts[job.parts[k]];
      if (!before.empty()) {
        part.after.assign(part.ranks.size(), before);
      }
    }
  }

  std::string path_;
  std::uint32_t machine_ranks_;
  const platforms::FileSource& files_;
  base::Diagnostics& diagnostics_;
  std::vector<Job> jobs_;
  double pause_ = 0;                        // ps
  std::deque<platforms::YamlValue> trees_;  // what the binders point into
  std::map<std::size_t, platforms::YamlValue> after_;
};

}  // namespace

bool looks_like_jobs(const std::string& text) {
  base::Diagnostics ignored;
  return platforms::parse_yaml(text, "", ignored).find("jobs") != nullptr;
}

std::uint32_t smallest_machine(const std::string& text) {
  constexpr std::uint32_t kWithoutRanks = 8;
  constexpr std::int64_t kMostOfMachine = 65536;
  base::Diagnostics ignored;
  const platforms::YamlValue root = platforms::parse_yaml(text, "", ignored);
  const platforms::YamlEntry* const jobs = root.find("jobs");
  std::int64_t highest = -1;
  for (std::size_t i = 0; jobs != nullptr && i < jobs->value.items.size(); ++i) {
    if (const platforms::YamlEntry* const ranks = jobs->value.items[i].find("ranks")) {
      for (const platforms::YamlValue& item : ranks->value.items) {
        highest = std::max(highest, base::parse_integer(item.scalar).value_or(-1));
      }
    }
  }
  return highest < 0 ? kWithoutRanks
                     : static_cast<std::uint32_t>(std::min(highest + 1, kMostOfMachine));
}

std::unique_ptr<Program> read_jobs(const std::string& path, std::uint32_t machine_ranks,
                                   const platforms::FileSource& files) {
  base::Diagnostics diagnostics;
  if (const auto problem = files.find_problem(path)) {
    throw base::InputError({path, 0, 0}, *problem);
  }
  const platforms::YamlLimits limits;
  const std::string text = files.read(path, limits.bytes).value_or("");
  const platforms::YamlValue root = platforms::parse_yaml(text, path, diagnostics);
  std::vector<ProgramPart> parts;
  if (!diagnostics.has_errors()) {
    parts = JobReader(path, machine_ranks, files, diagnostics).read(root);
  }
  base::throw_if_errors(diagnostics);
  return std::make_unique<Program>(std::filesystem::path(path).stem().string(), machine_ranks,
                                   std::move(parts));
}

}  // namespace heliograph::testbenches
