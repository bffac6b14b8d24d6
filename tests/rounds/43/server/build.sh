#!/bin/sh
# Fetches the libraries (once) and compiles into classes/.
cd "$(dirname "$0")" || exit 1
[ -d lib ] || mvn -q -B dependency:copy-dependencies -DoutputDirectory=lib || exit 1
rm -rf classes && mkdir classes && exec javac -nowarn -d classes -cp 'lib/*' src/main/java/cal/*.java
