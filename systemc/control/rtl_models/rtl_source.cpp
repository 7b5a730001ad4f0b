// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/rtl_models/rtl_source.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "base/input_file.hpp"
#include "systemc/control/rtl_models/list_words.hpp"

namespace heliograph::systemc {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostListBytes = 1U << 20U;
constexpr std::size_t kMostNesting = 32;

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

bool ends_with(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

bool is_list_name(std::string_view name) {
  return ends_with(name, ".f") || ends_with(name, ".F") || ends_with(name, ".vc") ||
         ends_with(name, ".flist");
}

bool is_native_source(std::string_view name) {
  return ends_with(name, ".cpp") || ends_with(name, ".cc") || ends_with(name, ".c") ||
         ends_with(name, ".o") || ends_with(name, ".a") || ends_with(name, ".so");
}

/// Options that other tools or other uses need and that change nothing here.
bool means_nothing_here(std::string_view word) {
  static constexpr std::string_view kWords[] = {
      "-sv",     "--sv",       "-sverilog",       "--cc",        "--sc",
      "--build", "--exe",      "--assert",        "--no-timing", "-64",
      "-full64", "--coverage", "+notimingchecks", "+librescan"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords) ||
         starts_with(word, "-W") || starts_with(word, "+lint=");
}

/// Those of them that take the next word with them.
bool takes_a_word(std::string_view word) {
  static constexpr std::string_view kWords[] = {
      "-CFLAGS", "-LDFLAGS",   "--Mdir",      "-Mdir",      "--prefix",
      "-o",      "-MAKEFLAGS", "--timescale", "-timescale", "-j"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

class SourceReader {
 public:
  SourceReader(RtlSource& source, base::Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics) {}

  void read(const std::vector<ListWord>& words, const std::string& folder,
            RtlListPaths bare_lists) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      i += read_word(words, i, folder, bare_lists);
    }
  }

 private:
  /// Reads the word at `i`; how many further words it took.
  std::size_t read_word(const std::vector<ListWord>& words, std::size_t i,
                        const std::string& folder, RtlListPaths bare_lists) {
    const ListWord& word = words[i];
    const std::string& text = word.text;
    if (text.empty()) return 0;
    if (text.front() == '+') {
      read_plus(word, folder);
      return 0;
    }
    if (text.front() != '-') {
      if (is_list_name(text)) {
        open_list({located(text, folder), word.place}, bare_lists == RtlListPaths::list_folder);
      } else {
        add_file(word, folder);
      }
      return 0;
    }
    if (text == "-f" || text == "-F" || text == "-y" || text == "-v" || text == "-I" ||
        text == "-D" || text == "-G" || is_top(text)) {
      if (i + 1 == words.size()) {
        diagnostics_.error(word.place, "'" + text + "' wants a word after it");
        return 0;
      }
      read_pair(text, words[i + 1], folder);
      return 1;
    }
    if (is_top(text.substr(0, text.find('=')))) {
      source_.top = text.substr(text.find('=') + 1);
    } else if (starts_with(text, "-I") || starts_with(text, "-D") || starts_with(text, "-G")) {
      read_pair(text.substr(0, 2), {text.substr(2), word.place}, folder);
    } else if (takes_a_word(text)) {
      leave_out(word);
      return i + 1 < words.size() ? 1 : 0;
    } else if (!means_nothing_here(text)) {
      leave_out(word);
    }
    return 0;
  }

  static bool is_top(std::string_view text) {
    return text == "--top-module" || text == "-top-module" || text == "--top" || text == "-top";
  }

  void read_pair(const std::string& option, const ListWord& value, const std::string& folder) {
    if (option == "-f" || option == "-F") {
      open_list({located(value.text, folder), value.place}, option == "-F");
    } else if (option == "-y") {
      add_folder(source_.library_folders, value, folder);
    } else if (option == "-I") {
      add_folder(source_.include_folders, value, folder);
    } else if (option == "-v") {
      RtlPath path{located(value.text, folder), value.place};
      if (exists(path, value.text)) source_.library_files.push_back(std::move(path));
    } else if (option == "-D") {
      source_.defines.push_back(value.text);
    } else if (option == "-G") {
      if (value.text.find('=') == std::string::npos) {
        diagnostics_.error(value.place, "-G" + value.text + " has no value; expected -GNAME=VALUE");
        return;
      }
      source_.parameters.push_back(value.text);
    } else {
      source_.top = value.text;
    }
  }

  void read_plus(const ListWord& word, const std::string& folder) {
    const std::size_t end = word.text.find('+', 1);
    const std::string option = word.text.substr(0, end == std::string::npos ? end : end + 1);
    if (option != "+incdir+" && option != "+define+" && option != "+libext+") {
      if (!means_nothing_here(word.text)) leave_out(word);
      return;
    }
    std::size_t at = option.size();
    while (at <= word.text.size()) {
      const std::size_t next = std::min(word.text.find('+', at), word.text.size());
      const std::string value = word.text.substr(at, next - at);
      at = next + 1;
      if (value.empty()) continue;
      if (option == "+incdir+") {
        add_folder(source_.include_folders, {value, word.place}, folder);
      } else if (option == "+define+") {
        source_.defines.push_back(value);
      } else {
        source_.library_endings.push_back(value);
      }
    }
  }

  void leave_out(const ListWord& word) {
    diagnostics_.warning(word.place, "'" + word.text +
                                         "' is left out: it is no option that says "
                                         "what the design is made of");
  }

  static std::string located(const std::string& name, const std::string& folder) {
    if (folder.empty() || fs::path(name).is_absolute()) return name;
    return (fs::path(folder) / name).lexically_normal().string();
  }

  void add_folder(std::vector<RtlPath>& to, const ListWord& name, const std::string& folder) {
    RtlPath path{located(name.text, folder), name.place};
    std::error_code error;
    if (!fs::is_directory(path.path, error)) {
      diagnostics_.warning(name.place, "there is no folder '" + path.path + "'");
    }
    to.push_back(std::move(path));
  }

  void add_file(const ListWord& name, const std::string& folder) {
    RtlPath path{located(name.text, folder), name.place};
    if (is_native_source(path.path)) {
      diagnostics_.error(name.place, "'" + path.path +
                                         "' is not SystemVerilog: C++ behind DPI is not compiled "
                                         "here; leave it and its DPI imports out of the design");
      return;
    }
    if (exists(path, name.text)) source_.files.push_back(std::move(path));
  }

  bool exists(const RtlPath& path, const std::string& as_written) {
    std::error_code error;
    if (fs::is_regular_file(path.path, error)) return true;
    std::string message = fs::is_directory(path.path, error)
                              ? "'" + path.path + "' is a folder; expected a file"
                              : "no such file: '" + path.path + "'";
    // A list that was written to be read with -F and came as -f.
    const fs::path beside = fs::path(path.named_at.file).parent_path() / as_written;
    if (!open_.empty() && fs::is_regular_file(beside, error)) {
      message +=
          "; it lies beside the list: give the list with -F, by which its paths are "
          "relative to itself";
    }
    diagnostics_.error(path.named_at, std::move(message));
    return false;
  }

  void open_list(const RtlPath& list, bool relative_to_itself) {
    std::error_code error;
    const std::string real = fs::weakly_canonical(list.path, error).string();
    if (std::find(open_.begin(), open_.end(), real) != open_.end()) {
      diagnostics_.error(list.named_at, "the list '" + list.path + "' includes itself");
      return;
    }
    if (open_.size() >= kMostNesting) {
      diagnostics_.error(list.named_at, "lists are nested more than 32 deep");
      return;
    }
    std::optional<std::string> text;
    try {
      text = base::read_input_file(list.path, kMostListBytes, "a file list");
    } catch (const base::InputError& problem) {
      for (const base::Diagnostic& entry : problem.diagnostics().entries()) {
        diagnostics_.error(list.named_at, entry.location.text() + ": " + entry.message);
      }
      return;
    }
    base::Diagnostics of_words;
    const std::vector<ListWord> words = split_list(*text, list.path, of_words);
    for (const base::Diagnostic& entry : of_words.entries()) {
      diagnostics_.error(entry.location, entry.message);
    }
    if (words.empty() && !of_words.has_errors()) {
      diagnostics_.error({list.path, 0, 0},
                         "the file list is empty; expected the names of "
                         "SystemVerilog files");
      return;
    }
    open_.push_back(real);
    const std::string folder =
        relative_to_itself ? fs::path(list.path).parent_path().string() : std::string();
    // Within a list a bare name of a list is what -f would make of it.
    read(words, folder, RtlListPaths::working_directory);
    open_.pop_back();
  }

  RtlSource& source_;
  base::Diagnostics& diagnostics_;
  std::vector<std::string> open_;  ///< the lists on the way to the present word
};

}  // namespace

RtlSource read_rtl_source(const std::vector<std::string>& inputs, RtlListPaths bare_lists,
                          const base::SourceLocation& given_at, base::Diagnostics& diagnostics) {
  RtlSource source;
  std::vector<ListWord> words;
  words.reserve(inputs.size());
  for (const std::string& input : inputs) words.push_back({input, given_at});
  const bool had_errors = diagnostics.has_errors();
  SourceReader(source, diagnostics).read(words, "", bare_lists);
  if (source.files.empty() && (had_errors || !diagnostics.has_errors())) {
    diagnostics.error(given_at, "no SystemVerilog file is given; expected a file list or sources");
  }
  return source;
}

}  // namespace heliograph::systemc
