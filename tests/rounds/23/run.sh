#!/bin/bash
# Compiles the sources once into a temporary folder (keyed by their hash) and starts the server.
cd "$(dirname "$0")"
HASH=$(cat src/*.ex | md5sum | cut -c1-12)
OUT="${TMPDIR:-/tmp}/cal-beams-$(id -u)-$HASH"
if [ ! -e "$OUT/.done" ]; then
  TMP=$(mktemp -d "${TMPDIR:-/tmp}/cal-build-XXXXXX")
  elixirc --ignore-module-conflict -o "$TMP" src/*.ex >&2 || exit 1
  LIB="$(dirname "$(dirname "$(readlink -f "$(command -v elixirc)")")")/lib/elixir"
  [ -d "$LIB/ebin" ] || LIB="$(elixir -e 'IO.write(:code.lib_dir(:elixir))')"
  echo "$LIB" > "$TMP/.elixir"
  touch "$TMP/.done"
  mv -T "$TMP" "$OUT" 2>/dev/null || rm -rf "$TMP"
fi
exec erl -noinput +sbwt none +sbwtdcpu none +sbwtdio none +S 2:2 -pa "$OUT" -pa "$(cat "$OUT/.elixir")/ebin" -s Elixir.Cal.App main
