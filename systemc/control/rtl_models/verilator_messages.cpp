// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/rtl_models/verilator_messages.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace heliograph::systemc {

namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Takes `file:line:column: ` off the front of `text`, if it is there.
base::SourceLocation take_place(std::string& text) {
  for (std::size_t colon = text.find(':'); colon != std::string::npos;
       colon = text.find(':', colon + 1)) {
    std::size_t at = colon + 1;
    int numbers[2] = {0, 0};
    std::size_t found = 0;
    while (found < 2) {
      const std::size_t begin = at;
      while (at < text.size() && at - begin < 9 &&
             std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
        numbers[found] = numbers[found] * 10 + (text[at] - '0');
        ++at;
      }
      if (at == begin || at >= text.size() || text[at] != ':') break;
      ++found;
      ++at;
    }
    if (found == 0) continue;
    base::SourceLocation place{text.substr(0, colon), numbers[0], found == 2 ? numbers[1] : 0};
    text.erase(0, std::min(text.size(), at + 1));
    return place;
  }
  return {};
}

/// What stands between the first two single quotes.
std::string quoted(const std::string& text) {
  const std::size_t begin = text.find('\'');
  if (begin == std::string::npos) return {};
  const std::size_t end = text.find('\'', begin + 1);
  return end == std::string::npos ? std::string() : text.substr(begin + 1, end - begin - 1);
}

/// A complaint and what to do about it: the first whose code and part of the text match.
struct Explanation {
  const char* code;  ///< empty: any
  const char* part;
  const char* ours;  ///< `%` stands for what the complaint quotes; empty: Verilator's own text
  const char* way_round;
};

constexpr Explanation kErrors[] = {
    {"", "Interfaced port on top level", "the top has an interface as a port",
     "write a wrapper with flat ports that holds the interface and the design"},
    {"", "Parent instance's interface is not found", "", ""},  // follows the one above
    {"", "Parameter without initial value is never given value",
     "the parameter '%' of the top has no value", "give one with -G%=VALUE"},
    {"", "type without default", "a type parameter of the top has no type",
     "write a wrapper that instantiates the design with the type"},
    {"", "parameter type", "", "type parameters of the top need a wrapper that gives the type"},
    {"PKGNODECL", "", "the package '%' is used before it is known",
     "name the file of the package before this one in the list"},
    {"", "Importing from missing package", "", ""},  // follows PKGNODECL
    {"", "Cannot find file containing module", "there is no module '%'",
     "add its file to the list, or -y FOLDER and +libext+.sv"},
    {"", "Cannot find file containing interface", "there is no interface '%'",
     "add its file to the list"},
    {"", "This may be because there's no search path", "", ""},  // follows the ones above
    {"", "Cannot find include file", "", "name its folder with +incdir+FOLDER"},
    {"", "unexpected ##", "a cycle delay (##) in an assertion is more than Verilator reads",
     "put the assertion between `ifndef VERILATOR and `endif"},
    {"", "unexpected disable, expecting clocking",
     "`default disable iff' is more than Verilator reads",
     "put it between `ifndef VERILATOR and `endif, with the assertions that need it"},
    {"UNSUPPORTED", "reserved word not implemented", "'%' is more than Verilator reads",
     "put it, to its end, between `ifndef VERILATOR and `endif"},
    {"UNSUPPORTED", "default disable", "`default disable iff' is more than Verilator reads",
     "put it between `ifndef VERILATOR and `endif, with the assertions that need it"},
    {"UNSUPPORTED", "tristate", "",
     "split what drives both ways into an output, its enable and an input"},
    {"UNSUPPORTED", "", "", "leave it out of the simulation: `ifndef VERILATOR ... `endif"},
    {"NEEDTIMINGOPT", "", "", "delays are left out: this model is moved by its clock only"},
    {"PINNOTFOUND", "", "there is no port '%' on the module that is instantiated here",
     "compare the two"},
};

/// Warnings of a difference between what was written and what is simulated.
constexpr Explanation kWarnings[] = {
    {"STMTDLY", "", "a delay (#) is left out: the model is moved by its clock only",
     "what counts on the delay will behave otherwise"},
    {"ASSIGNDLY", "", "a delay (#) is left out: the model is moved by its clock only",
     "what counts on the delay will behave otherwise"},
    {"UNOPTFLAT", "", "there is a loop of combinational logic through '%'",
     "break it with a register; if it is none, only slow, split the signal by bits"},
    {"MODDUP", "", "the module '%' is defined twice; the first counts",
     "leave one of the files out"},
    {"MULTIDRIVEN", "", "'%' is driven from several clocks or blocks", "drive it from one"},
    {"COMBDLY", "", "", "use blocking assignments (=) in combinational logic"},
    {"LATCH", "", "'%' is a latch", "give it a value on every way through the block"},
    {"BLKANDNBLK", "", "", "assign it in one way only"},
    {"IMPLICIT", "", "'%' is not declared and becomes a single wire", "declare it"},
    {"WIDTH", "", "", ""},
    {"PINMISSING", "", "", ""},
};

std::string fill(std::string_view pattern, const std::string& name) {
  std::string text;
  for (const char c : pattern) {
    if (c == '%') {
      text += name;
    } else {
      text += c;
    }
  }
  return text;
}

const Explanation* find_explanation(const Explanation* begin, const Explanation* end,
                                    const VerilatorMessage& message) {
  const Explanation* found = std::find_if(begin, end, [&message](const Explanation& each) {
    return (each.code[0] == 0 || message.code == each.code) && has(message.text, each.part);
  });
  return found == end ? nullptr : found;
}

std::string explain(const Explanation& explanation, const VerilatorMessage& message) {
  const std::string name = quoted(message.text);
  std::string text = explanation.ours[0] == 0 ? message.text : fill(explanation.ours, name);
  if (explanation.way_round[0] != 0) text += "; " + fill(explanation.way_round, name);
  return text;
}

class Explainer {
 public:
  Explainer(const std::vector<std::string>& modules, const base::SourceLocation& given_at)
      : modules_(modules), given_at_(given_at) {}

  base::Diagnostics explain_all(const std::vector<VerilatorMessage>& messages) {
    for (const VerilatorMessage& message : messages) {
      if (message.error) {
        explain_error(message);
      } else {
        explain_warning(message);
      }
    }
    return std::move(diagnostics_);
  }

 private:
  void explain_error(const VerilatorMessage& message) {
    if (has(message.text, "Exiting due to")) return;
    if (has(message.text, "--top-module")) {
      const std::string top = quoted(message.text);
      say(given_at_, "there is no module '" + top + "' to be the top" +
                         base::did_you_mean(top, modules_) + known_modules());
      return;
    }
    const Explanation* found = find_explanation(std::begin(kErrors), std::end(kErrors), message);
    if (found != nullptr && found->ours[0] == 0 && found->way_round[0] == 0 &&
        diagnostics_.has_errors()) {
      return;
    }
    // What follows a word that is not read, its end or what it makes of the syntax, says nothing
    // new.
    if (has(message.text, "reserved word not implemented: 'end")) return;
    if (has(message.text, "reserved word not implemented")) unread_in_ = message.place.file;
    if (has(message.text, "syntax error") && unread_in_ == message.place.file) return;
    say(message.place.file.empty() ? given_at_ : message.place,
        found == nullptr ? message.text : explain(*found, message));
  }

  void explain_warning(const VerilatorMessage& message) {
    if (message.code == "MULTITOP") return;  // the reader of the ports says it
    const Explanation* found =
        find_explanation(std::begin(kWarnings), std::end(kWarnings), message);
    if (found == nullptr) return;
    std::string text = explain(*found, message);
    if (said_.insert(message.place.text() + text).second) {
      diagnostics_.warning(message.place, std::move(text));
    }
  }

  void say(const base::SourceLocation& place, const std::string& text) {
    if (said_.insert(place.text() + text).second) diagnostics_.error(place, text);
  }

  [[nodiscard]] std::string known_modules() const {
    if (modules_.empty()) return {};
    std::string text = "; the files hold ";
    for (std::size_t i = 0; i < modules_.size() && i < 10; ++i) {
      if (i != 0) text += ", ";
      text += modules_[i];
    }
    return modules_.size() > 10 ? text + " ..." : text;
  }

  const std::vector<std::string>& modules_;
  const base::SourceLocation& given_at_;
  base::Diagnostics diagnostics_;
  std::set<std::string> said_;
  std::string unread_in_ = "-";  ///< the file in which a word was not read
};

}  // namespace

std::vector<VerilatorMessage> parse_verilator_messages(const std::string& log) {
  std::vector<VerilatorMessage> messages;
  std::size_t at = 0;
  while (at < log.size()) {
    const std::size_t end = std::min(log.find('\n', at), log.size());
    std::string line = log.substr(at, end - at);
    at = end + 1;
    const bool error = line.compare(0, 6, "%Error") == 0;
    if (!error && line.compare(0, 8, "%Warning") != 0) continue;
    VerilatorMessage message;
    message.error = error;
    line.erase(0, error ? 6 : 8);
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) continue;
    if (colon > 0 && line.front() == '-') message.code = line.substr(1, colon - 1);
    message.text = line.substr(colon + 2);
    message.place = take_place(message.text);
    messages.push_back(std::move(message));
  }
  return messages;
}

base::Diagnostics explain_verilator(const std::vector<VerilatorMessage>& messages,
                                    const std::vector<std::string>& modules,
                                    const base::SourceLocation& given_at) {
  return Explainer(modules, given_at).explain_all(messages);
}

}  // namespace heliograph::systemc
