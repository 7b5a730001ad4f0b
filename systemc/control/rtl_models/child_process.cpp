// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/rtl_models/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <csignal>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace heliograph::systemc {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostOutput = 4U << 20U;

struct Pipe {
  int read_end = -1;
  int write_end = -1;

  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe to a child process");
    read_end = ends[0];
    write_end = ends[1];
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close(read_end);
    close_write_end();
  }
  void close_write_end() {
    if (write_end >= 0) close(write_end);
    write_end = -1;
  }
};

/// Starts the program; its pid, or 0 when there is none of that name.
pid_t spawn(const std::vector<std::string>& command, int output) {
  std::vector<char*> words;
  words.reserve(command.size() + 1);
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, words.front(), &actions, &attributes, words.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? child : 0;
}

/// Reads until the end of the output or the deadline; false at the deadline.
bool read_output(int from, Clock::time_point deadline, std::string& output) {
  char buffer[4096];
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd waiting{from, POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
    const ssize_t count = read(from, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;
    if (output.size() < kMostOutput) output.append(buffer, static_cast<std::size_t>(count));
  }
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

ChildResult run_child(const std::vector<std::string>& command, std::chrono::milliseconds limit) {
  const Clock::time_point deadline = Clock::now() + limit;
  ChildResult result;
  Pipe pipe;
  const pid_t child = spawn(command, pipe.write_end);
  if (child == 0) {
    result.found = false;
    return result;
  }
  pipe.close_write_end();
  result.timed_out = !read_output(pipe.read_end, deadline, result.output);
  if (result.timed_out) kill(-child, SIGKILL);
  result.exit_code = wait_for(child);
  return result;
}

}  // namespace heliograph::systemc
