// SPDX-License-Identifier: Apache-2.0
// Streams that wait for each other, and in words what each waits for.
#include "testbenches/engine/engine.hpp"

#include <algorithm>

namespace heliograph::testbenches {

void Engine::depend(Stream& stream, Stream& other) {
  if (stream.wait == Wait::dependency) {
    return;  // it is on the list
  }
  stream.wait = Wait::dependency;
  // By their ids, so that those that go on at one instant do so in that order.
  const auto place =
      std::upper_bound(other.dependents.begin(), other.dependents.end(), &stream,
                       [](const Stream* a, const Stream* b) { return a->id < b->id; });
  other.dependents.insert(place, &stream);
}

void Engine::wake_dependents(Stream& done) {
  for (std::size_t i = 0; i < done.dependents.size();) {
    Stream& other = *done.dependents[i];
    if (done.next <= other.step.dependency->step) {
      ++i;
      continue;
    }
    done.dependents.erase(done.dependents.begin() + static_cast<std::ptrdiff_t>(i));
    other.wait = Wait::none;
    pump(other);
  }
}

std::vector<std::string> Engine::blocked_streams() const {
  std::vector<std::string> lines;
  for (const Rank& rank : ranks_) {
    for (const Stream& stream : rank.streams) {
      if (stream.next != stream.info.steps) {
        lines.push_back(describe_wait(stream));
      }
    }
  }
  return lines;
}

std::string Engine::describe_wait(const Stream& stream) const {
  const auto number = [](auto id) { return std::to_string(base::index(id)); };
  const Step step = schedule_.step(stream.rank, stream.id, stream.next);
  std::string text = "rank " + number(stream.rank) + ", thread block " + number(stream.id) +
                     ", step " + std::to_string(stream.next) + " (" +
                     std::string(to_string(step.kind)) + ") waits for ";
  switch (stream.wait) {
    case Wait::dependency:
      return text + "step " + std::to_string(step.dependency->step) + " of its thread block " +
             number(step.dependency->stream);
    case Wait::message:
      return text + "a message from rank " + number(*stream.info.receive_peer) + " on channel " +
             std::to_string(stream.info.channel);
    case Wait::circuit:
      return text + "a circuit to rank " + number(*stream.info.send_peer);
    case Wait::sending:
      return text + "its bytes to leave for rank " + number(*stream.info.send_peer);
    case Wait::time:
      return text + "its time to come";
    case Wait::computation:
      return text + "its copy or reduction";
    case Wait::none:
      break;
  }
  return text + (ranks_[base::index(stream.rank)].late ? "its rank to come" : "the first circuits");
}

}  // namespace heliograph::testbenches
