// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/usage_error.hpp"

#include <vector>

#include "base/diagnostics.hpp"
#include "base/utf8.hpp"

namespace heliograph::testbenches {

namespace {

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

/// The words that no command or option took, each with the nearest right one.
std::string leftovers_text(const CLI::App& app, const CLI::App& command) {
  const bool has_command = &app != &command;
  std::string text;
  for (const std::string& word : app.remaining(true)) {
    const bool is_option = !word.empty() && word.front() == '-';
    const std::string kind = is_option ? "option" : has_command ? "argument" : "command";
    const std::string name = word.substr(0, word.find('='));
    const std::string hint = is_option      ? base::did_you_mean(name, option_names(command))
                             : !has_command ? base::did_you_mean(name, command_names(app))
                                            : std::string();
    if (!has_command && !text.empty()) {
      break;  // what follows a command that is none was meant for that command
    }
    if (!text.empty()) {
      text += "; ";
    }
    text += "unknown ";
    text += kind;
    text += " '";
    text += word;
    text += "'";
    text += hint;
  }
  return text;
}

}  // namespace

std::string usage_error_text(const CLI::App& app, const CLI::ParseError& fault) {
  const std::vector<CLI::App*> parsed = app.get_subcommands();
  const CLI::App& command = parsed.empty() ? app : *parsed.front();
  const std::string name =
      app.get_name() + (parsed.empty() ? std::string() : " " + command.get_name());
  const std::string leftovers = leftovers_text(app, command);
  return name + ": error: " +
         base::visible(leftovers.empty() ? std::string(fault.what()) : leftovers, true) + "\nSee " +
         name + " --help.\n";
}

}  // namespace heliograph::testbenches
