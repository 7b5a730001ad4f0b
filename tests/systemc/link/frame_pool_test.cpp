// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <cstdlib>
#include <new>
#include <vector>

#include "tests/systemc/link/link_fixture.hpp"

namespace {

std::size_t allocations = 0;  // of the whole program: counted here, compared within one test

}  // namespace

#ifndef __SANITIZE_ADDRESS__  // which brings its own, in pairs that must not be mixed
void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) {
    return memory;
  }
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
#endif

namespace heliograph::systemc::test {

std::size_t allocation_count() { return allocations; }

namespace {

TEST_CASE("a frame goes back to the pool and comes out again with its buffer") {
  FramePool pool;
  Frame& first = pool.acquire();
  first.bytes.resize(628);
  const std::uint8_t* buffer = first.bytes.data();
  CHECK(pool.in_flight() == 1);
  pool.release(first);
  CHECK(pool.in_flight() == 0);
  Frame& again = pool.acquire();
  CHECK(&again == &first);
  CHECK(again.bytes.empty());
  again.bytes.resize(628);
  CHECK(again.bytes.data() == buffer);
  CHECK(pool.allocated() == 1);
}

TEST_CASE("the pool grows to the largest number in flight and no further") {
  FramePool pool;
  std::vector<Frame*> out;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 100; ++i) {
      out.push_back(&pool.acquire());
    }
    CHECK(pool.in_flight() == 100);
    for (Frame* frame : out) {
      pool.release(*frame);
    }
    out.clear();
  }
  CHECK(pool.allocated() == 100);
  CHECK(pool.in_flight() == 0);
}

TEST_CASE("a link allocates nothing per frame in steady state") {
  const KernelContext kernel;
  FramePool pool;
  LinkLog log;
  log.keep_sent = false;
  TestSource source(pool);
  TestSink sink;
  TransceiverParameters parameters;
  parameters.relock_preset = RelockPreset::phase_cached;
  Transmitter transmitter("transmitter", base::TransceiverId{0}, parameters, log);
  Receiver receiver("receiver", base::TransceiverId{0}, parameters, base::Picoseconds(20'000), 1,
                    pool, log);
  transmitter.light_out.bind(receiver.light_in);
  transmitter.connect(source);
  receiver.connect(sink);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  receiver.light_changed(good_light(0));
  run_for(base::Picoseconds(1'000));
  source.frames = 2'000;
  transmitter.wake();
  run_for(base::Picoseconds(25'600) * 1'000);  // the pool and the kernel's queues have their size
  const std::size_t before = allocation_count();
  const std::uint64_t counted = sink.count;
  run_for(base::Picoseconds(25'600) * 900);
  CHECK(sink.count - counted == 900);
  CHECK(allocation_count() - before < 10);  // of the kernel's own, not one a frame
  CHECK(pool.allocated() <= 2);
}

}  // namespace
}  // namespace heliograph::systemc::test
