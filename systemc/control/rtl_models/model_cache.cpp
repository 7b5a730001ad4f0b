// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/rtl_models/model_cache.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "systemc/control/rtl_models/content_hash.hpp"
#include "systemc/control/rtl_models/verilator_command.hpp"

namespace heliograph::systemc {

namespace {

namespace fs = std::filesystem;

constexpr const char* kManifest = "/files.txt";

/// A line a file: its hash, a blank, its name.
std::string manifest_of(const std::vector<std::string>& files) {
  std::string text;
  for (const std::string& file : files) {
    text += hash_of_file(file);
    text += ' ';
    text += file;
    text += '\n';
  }
  return text;
}

bool still_holds(const std::string& manifest) {
  std::istringstream lines(manifest);
  std::string line;
  bool any = false;
  while (std::getline(lines, line)) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string::npos || line.substr(0, blank) != hash_of_file(line.substr(blank + 1)))
      return false;
    any = true;
  }
  return any;
}

}  // namespace

ModelCache::ModelCache(const RtlSource& source, const RtlBuildOptions& options,
                       const RtlTools& tools) {
  ContentHash hash;
  hash.add("model " + std::to_string(HELIOGRAPH_RTL_ABI_VERSION));
  hash.add(options.coverage ? "coverage" : "");
  hash.add(options.trace ? "trace" : "");
  for (const char* part : {"/librtl_runtime.a", "/model_shim.inl", "/rtl_model_abi.hpp"}) {
    hash.add(hash_of_file(tools.runtime + part));
  }
  for (const std::string& word : design_words(source, true)) hash.add(word);
  place_ = tools.cache + "/" + hash.text();
}

std::optional<std::string> ModelCache::find() const {
  std::error_code error;
  std::vector<std::string> folders;
  for (fs::directory_iterator each(place_, error), end; !error && each != end;
       each.increment(error)) {
    folders.push_back(each->path().string());
  }
  std::sort(folders.begin(), folders.end());
  for (const std::string& folder : folders) {
    if (still_holds(read_whole_file(folder + kManifest))) return folder;
  }
  return std::nullopt;
}

std::string ModelCache::keep(const std::string& folder, const std::vector<std::string>& files) {
  const std::string manifest = manifest_of(files);
  write_whole_file(folder + kManifest, manifest);
  ContentHash hash;
  hash.add(manifest);
  std::error_code error;
  fs::create_directories(place_, error);
  std::string to = place_ + "/" + hash.text();
  fs::rename(folder, to, error);
  if (error && !fs::exists(to + kManifest)) {
    throw base::InputError({place_, 0, 0}, "a model cannot be kept here: " + error.message());
  }
  return to;
}

std::string read_whole_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write_whole_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw base::InputError({path, 0, 0}, "cannot be written; is the disk full?");
}

}  // namespace heliograph::systemc
