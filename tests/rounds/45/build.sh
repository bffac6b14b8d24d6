#!/bin/sh
# Builds the release binary into bin/ (run.json starts it; no cargo at start).
cd "$(dirname "$0")" && CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-/tmp/r45target} cargo build --release -j2 && mkdir -p bin && cp "${CARGO_TARGET_DIR:-/tmp/r45target}/release/calsrv" bin/
