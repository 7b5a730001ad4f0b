// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engine/message_board.hpp"

#include <algorithm>
#include <stdexcept>

namespace heliograph::testbenches {

void MessageBoard::add(base::RankId from, base::RankId to, std::int32_t channel) {
  if (ends_.size() <= base::index(to)) {
    ends_.resize(base::index(to) + 1);
  }
  ends_[base::index(to)].push_back({from, channel, 0});
}

void MessageBoard::complete() {
  std::size_t connections = 0;
  for (std::vector<End>& ends : ends_) {
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    ends.shrink_to_fit();
    for (End& end : ends) {
      end.connection = connections++;
    }
  }
  lines_.resize(connections);
}

std::size_t MessageBoard::find(base::RankId from, base::RankId to, std::int32_t channel) const {
  const std::vector<End>& ends = ends_.at(base::index(to));
  const End wanted{from, channel, 0};
  const auto found = std::lower_bound(ends.begin(), ends.end(), wanted);
  if (found == ends.end() || !(*found == wanted)) {
    throw std::out_of_range("there is no such connection");
  }
  return found->connection;
}

Message& MessageBoard::post(std::size_t connection) {
  if (free_.empty()) {
    free_.push_back(&messages_.emplace_back());
  }
  Message& message = *free_.back();
  free_.pop_back();
  message = Message();
  Line& line = lines_[connection];
  line.under_way.push_back(&message);
  ++line.posted;
  return message;
}

Message& MessageBoard::message(std::size_t connection, std::uint64_t number) {
  const Line& line = lines_[connection];
  return *line.under_way.at(static_cast<std::size_t>(number - line.first));
}

void MessageBoard::land(std::size_t connection, std::uint64_t number) {
  lines_[connection].landed.push_back(&message(connection, number));
}

Message* MessageBoard::next_landed(std::size_t connection) {
  const std::vector<Message*>& landed = lines_[connection].landed;
  return landed.empty() ? nullptr : landed.front();
}

void MessageBoard::take(std::size_t connection) {
  Line& line = lines_[connection];
  Message& message = *line.landed.front();
  line.landed.erase(line.landed.begin());
  *std::find(line.under_way.begin(), line.under_way.end(), &message) = nullptr;
  const auto first = std::find_if(line.under_way.begin(), line.under_way.end(),
                                  [](const Message* other) { return other != nullptr; });
  line.first += static_cast<std::uint64_t>(first - line.under_way.begin());
  line.under_way.erase(line.under_way.begin(), first);
  message.taken = true;
  release(message);
}

void MessageBoard::left(Message& message) {
  message.left = true;
  release(message);
}

void MessageBoard::release(Message& message) {
  if (message.left && message.taken) {
    free_.push_back(&message);
  }
}

}  // namespace heliograph::testbenches
