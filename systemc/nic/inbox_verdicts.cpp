// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "systemc/kernel/time.hpp"
#include "systemc/nic/inbox.hpp"

// What is done with messages that have landed, and what their sources hear of it.

namespace heliograph::systemc {

void Inbox::proceed(const ArrivedMessage& message) {
  const auto from = static_cast<base::RankId>(message.completion.peer);
  switch (message.step) {
    case ArrivedMessage::Step::effect:
      if (message.header.op == MessageOp::send) {
        received(from, message.header.serial, message.completion);
        break;
      }
      take_effect(from, sources_[from], message);
      break;
    case ArrivedMessage::Step::answer:
      outbox_.answer(from, message.header, message.completion.channel);
      break;
    case ArrivedMessage::Step::verdict:
      say(from, message.header.serial, message.verdict);
      break;
  }
}

void Inbox::take_effect(base::RankId from, Source& source, const ArrivedMessage& message) {
  const MessageHeader& header = message.header;
  const bool refused = message.completion.status != CompletionStatus::ok;
  switch (header.op) {
    case MessageOp::send:
      return;  // asks for nothing
    case MessageOp::signal:
      source.held_signals[header.serial] = message;
      release_signals(from, source);
      return;
    case MessageOp::get_request:
      accept_get(from, source, message);
      return;
    case MessageOp::get_response:
      outbox_.hear(from, header.answers, refused ? Verdict::memory_error : Verdict::done);
      break;
    case MessageOp::put:
      break;
  }
  const Verdict verdict = refused ? Verdict::memory_error : Verdict::done;
  end(source, header.serial, verdict);
  say(from, header.serial, verdict);
  release_signals(from, source);
}

void Inbox::accept_get(base::RankId from, Source& source, const ArrivedMessage& message) {
  const MessageHeader& header = message.header;
  std::uint8_t byte = 0;
  BusAnswer read(base::Picoseconds(0));
  if (header.amount > 0) {
    // Its end is looked at without time: it is read when its frames leave.
    read = services_.dma.try_read(header.address, &byte, 1);
    if (!services_.dma.try_read(header.address + header.amount - 1, &byte, 1)) {
      read = BusAnswer();
    }
  }
  const Verdict verdict = read ? Verdict::accepted : Verdict::memory_error;
  end(source, header.serial, verdict);
  say(from, header.serial, verdict);
  release_signals(from, source);
  if (read) {
    ArrivedMessage next = message;
    next.step = ArrivedMessage::Step::answer;
    arrival_(now() + services_.parameters.processing + *read + services_.tx_latency, next);
  }
}

void Inbox::end(Source& source, std::uint64_t serial, Verdict verdict) {
  if (serial > source.through) {
    source.beyond.insert(serial);
  }
  while (!source.beyond.empty() && *source.beyond.begin() == source.through + 1) {
    source.beyond.erase(source.beyond.begin());
    ++source.through;
  }
  if (verdict != Verdict::done) {
    source.bad[serial] = verdict;
  }
}

void Inbox::note_settled(base::RankId from, Source& source, std::uint64_t settled) {
  if (settled == 0 || settled - 1 <= source.through) {
    return;
  }
  // What has not come of these was given up.
  for (std::uint64_t serial = source.through + 1; serial < settled; ++serial) {
    if (source.beyond.erase(serial) == 0) {
      source.bad[serial] = Verdict::failed;
    }
  }
  source.through = settled - 1;
  while (!source.beyond.empty() && *source.beyond.begin() == source.through + 1) {
    source.beyond.erase(source.beyond.begin());
    ++source.through;
  }
  for (auto at = landings_.begin(); at != landings_.end();) {
    const LandingKey& key = at->first;
    const bool given_up =
        !key.send && key.message.source == from && key.serial < settled && key.serial != 0;
    at = given_up ? report_lost(at) : std::next(at);
  }
  source.held_signals.erase(source.held_signals.begin(), source.held_signals.lower_bound(settled));
  // Of settled messages nobody asks any more, but a signal that is not settled after its put.
  source.bad.erase(source.bad.begin(), source.bad.lower_bound(settled - 1));
  release_signals(from, source);
}

void Inbox::release_signals(base::RankId from, Source& source) {
  for (auto at = source.held_signals.begin(); at != source.held_signals.end();) {
    if (at->second.header.ordered && at->first > source.through + 1) {
      ++at;
      continue;
    }
    const ArrivedMessage message = at->second;
    at = source.held_signals.erase(at);
    apply_signal(from, source, message);
  }
}

void Inbox::apply_signal(base::RankId from, Source& source, ArrivedMessage message) {
  const MessageHeader& header = message.header;
  message.step = ArrivedMessage::Step::verdict;
  base::Picoseconds time;
  if (header.answers != 0 && source.bad.count(header.answers) != 0) {
    message.verdict = Verdict::failed;  // nobody is told of data that is not there
  } else {
    std::uint64_t word = 0;
    const auto read = services_.dma.try_read(header.address, &word, sizeof word);
    word += header.amount;
    const auto written = read ? services_.dma.try_write(header.address, &word, sizeof word) : read;
    message.verdict = written ? Verdict::done : Verdict::memory_error;
    if (written) {
      time = *read + *written;
    }
  }
  end(source, header.serial, message.verdict);
  arrival_(now() + time, message);
  if (signalled_ && message.verdict == Verdict::done) {
    signalled_(from, header.address);
  }
}

void Inbox::inquire(base::RankId from, std::uint64_t serial, std::uint64_t settled) {
  Source& source = sources_[from];
  note_settled(from, source, settled);
  const auto bad = source.bad.find(serial);
  if (bad != source.bad.end()) {
    say(from, serial, bad->second);
  } else if (serial <= source.through || source.beyond.count(serial) != 0) {
    say(from, serial, Verdict::done);
  } else {
    say(from, serial, Verdict::unknown);
  }
}

void Inbox::say(base::RankId to, std::uint64_t serial, Verdict verdict) const {
  services_.tell(to, NicNote::verdict, serial, static_cast<std::uint64_t>(verdict));
}

}  // namespace heliograph::systemc
