// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/rtl_models/rtl_trial.hpp"

#include <fcntl.h>
#include <poll.h>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <exception>
#include <stdexcept>

namespace heliograph::systemc {

namespace {

/// What the child writes first when the attempt came to its end, and when it threw.
constexpr char kDone = 'd';
constexpr char kThrew = 't';

void write_all(int to, const std::string& text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const ssize_t count = write(to, text.data() + at, text.size() - at);
    if (count < 0 && errno != EINTR) return;
    if (count > 0) at += static_cast<std::size_t>(count);
  }
}

[[noreturn]] void run_in_child(const std::function<void()>& attempt, int report) {
  // What the design prints past our hooks must not mix with the program's own output, nor may
  // handlers of the parent's make something else of a crash.
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM}) {
    signal(number, SIG_DFL);
  }
  std::string text(1, kDone);
  try {
    attempt();
  } catch (const std::exception& error) {
    text = kThrew;
    text += error.what();
  }
  write_all(report, text);
  _exit(0);
}

std::string death_of(int status) {
  if (WIFSIGNALED(status)) {
    std::string text = "crashed (";
    text += strsignal(WTERMSIG(status));
    return text + ")";
  }
  return "ended the program by exit(" + std::to_string(WEXITSTATUS(status)) + ")";
}

}  // namespace

std::string run_trial(const std::function<void()>& attempt, std::chrono::milliseconds limit) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe to a child process");
  const pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    throw std::runtime_error("no child process for a trial");
  }
  if (child == 0) {
    close(ends[0]);
    run_in_child(attempt, ends[1]);
  }
  close(ends[1]);
  const auto deadline = std::chrono::steady_clock::now() + limit;
  std::string report;
  bool timed_out = false;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
                          deadline - std::chrono::steady_clock::now())
                          .count();
    pollfd waiting{ends[0], POLLIN, 0};
    const int ready = left > 0 ? poll(&waiting, 1, static_cast<int>(left)) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) {
      timed_out = true;
      kill(child, SIGKILL);
      break;
    }
    char buffer[1024];
    const ssize_t count = read(ends[0], buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    report.append(buffer, static_cast<std::size_t>(count));
  }
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (timed_out) {
    return "did not come to an end within " + std::to_string(limit.count()) + " ms";
  }
  if (report.empty()) return death_of(status);
  return report.front() == kThrew ? report.substr(1) : std::string();
}

}  // namespace heliograph::systemc
