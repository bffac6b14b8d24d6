#!/bin/bash
# Builds when the binary does not belong to the source, then becomes the server.
cd "$(dirname "$0")" || exit 1
mkdir -p build
sum=$(sha256sum < server.cpp)
if [ ! -x build/server ] || [ "$sum" != "$(cat build/server.sum 2>/dev/null)" ]; then
  g++ -std=c++17 -O1 server.cpp -o build/server.$$ -lcpp-httplib -lsqlite3 -lpthread >&2 || exit 1
  mv build/server.$$ build/server && echo "$sum" > build/server.sum
fi
exec build/server
