#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the fuzz targets with clang and runs them side by side: each until it has run N inputs or S
# seconds, whichever comes first. Exit code 0 when none found anything, 1 when one did (the input is kept).
#   tests/fuzz/run.sh [--runs N] [--seconds S] [--build DIR] [--keep-corpus DIR] [TARGET...]
set -eu

runs=1000000
seconds=600
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build/fuzz
corpus=
targets=
while [ $# -gt 0 ]; do
  case $1 in
    --runs) runs=$2; shift 2 ;;
    --seconds) seconds=$2; shift 2 ;;
    --build) build=$2; shift 2 ;;
    --keep-corpus) corpus=$2; shift 2 ;;
    --help) sed -n '3,5p' "$0"; exit 0 ;;
    -*) echo "unknown option $1" >&2; exit 2 ;;
    *) targets="$targets $1"; shift ;;
  esac
done
targets=${targets:-description msccl photonics_formats workloads}

if ! command -v clang++ >/dev/null; then
  echo "needs clang: apt-get install clang libclang-rt-14-dev" >&2
  exit 2
fi
cmake -S "$root" -B "$build" -G Ninja -DHELIOGRAPH_FUZZ=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo \
  -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -DNDEBUG" \
  -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12 \
  -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_C_COMPILER=clang >"$build.log" 2>&1 || {
  cat "$build.log" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
corpus=${corpus:-$work/corpus}

# The seeds: what is shipped, the cases of the tests, and inputs that once found something.
seed() {
  mkdir -p "$corpus/$1"
  cp "$root/tests/fuzz/corpus/$1/"* "$corpus/$1/" 2>/dev/null || true
  case $1 in
  description)
    # A seed is named by its path: a scenario may bear its platform's name.
    (cd "$root" && find testbenches/scenarios platforms/presets -name '*.yaml') |
      while read -r file; do cp "$root/$file" "$corpus/$1/$(echo "$file" | tr / -)"; done
    awk -v dir="$corpus/$1" '
      /^== / { n++; part = 0; sets = 0; file = dir "/case" n; next }
      /^-- file / && n { print (part++ ? "" : "===") > file; next }
      /^-- set / && n { if (!sets++) print (part ? "===" : "===\n\n===") > file
                        print substr($0, 8) > file; next }
      /^-- / { part = 99; next }
      n && part < 99 { gsub(/<TAB>/, "\t"); print > file }' \
      "$root/tests/platforms/wrong_inputs.txt"
    ;;
  msccl) cp "$root"/testbenches/scenarios/*.xml "$corpus/$1/" ;;
  workloads)
    # The first byte chooses the reader.
    for file in "$root"/testbenches/scenarios/data/*jobs.yaml; do
      { printf j; cat "$file"; } >"$corpus/$1/$(basename "$file")"
    done
    printf 'f0 1 4096\n1, 2, 64KiB, 12.5  # late\n' >"$corpus/$1/flows"
    printf 'c\007\012\0051.0.0\004\010\001\030\004' >"$corpus/$1/trace"
    ;;
  photonics_formats)
    # The first byte chooses the reader.
    for file in "$root"/tests/photonics/formats/data/*; do
      case $file in
        *.s?p | *.ts) reader=' ' ;;
        *.sparam | *.dat) reader='!' ;;
        *models*.y*ml) reader='#' ;;
        *.json | *.y*ml) reader='"' ;;
        *) continue ;;
      esac
      { printf '%s' "$reader"; cat "$file"; } >"$corpus/$1/$(basename "$file")"
    done ;;
  esac
}

cmake --build "$build" -j2 --target $(printf 'fuzz_%s ' $targets) >>"$build.log" 2>&1 || {
  tail -30 "$build.log" >&2; exit 2; }

# run TARGET: its output to a log, and a file when it found something.
run() {
  dict=
  if [ -f "$root/tests/fuzz/$1.dict" ]; then
    dict=-dict=$root/tests/fuzz/$1.dict
  fi
  # Short stacks, a small quarantine and no entropic weights: three times as many runs a second.
  UBSAN_OPTIONS=print_stacktrace=1 ASAN_OPTIONS=malloc_context_size=4:quarantine_size_mb=32 \
    "$build/tests/fuzz/fuzz_$1" "$corpus/$1" \
    ${dict:+"$dict"} -runs="$runs" -max_total_time="$seconds" \
    -max_len=4096 -timeout=10 -entropic=0 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=1 \
    -artifact_prefix="$build/found-$1-" >"$work/$1.log" 2>&1 || touch "$work/$1.found"
}

for target in $targets; do
  seed "$target"
  run "$target" &
done
wait
status=0
for target in $targets; do
  echo "fuzz_$target: $(ls "$corpus/$target" | wc -l) inputs"
  if [ -f "$work/$target.found" ]; then
    status=1
    grep -v '^#' "$work/$target.log" | tail -40
  fi
  grep -E '^#[0-9]+.*DONE|^stat::|^Done' "$work/$target.log" || true
done
exit $status
