#!/bin/bash
# compiles once into a temporary folder (named by the sources' hash), then becomes the server
cd "$(dirname "$0")" || exit 1
J=/usr/share/java
CP=$J/jetty9-server.jar:$J/jetty9-servlet.jar:$J/jetty9-security.jar:$J/jetty9-http.jar:$J/jetty9-io.jar:$J/jetty9-util.jar:$J/jetty9-util-ajax.jar:$J/servlet-api.jar:$J/jackson-databind.jar:$J/jackson-core.jar:$J/jackson-annotations.jar:$J/h2.jar
OUT=${TMPDIR:-/tmp}/calendar-classes-$(cat src/*.java | sha1sum | cut -c1-16)
if [ ! -d "$OUT" ]; then
  T=$(mktemp -d "${OUT}.XXXXXX") || exit 1
  javac -nowarn -encoding UTF-8 -d "$T" -cp "$CP" src/*.java || exit 1
  mv -T "$T" "$OUT" 2>/dev/null || rm -rf "$T"
fi
exec java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -Xmx256m -Dfile.encoding=UTF-8 -Dorg.eclipse.jetty.LEVEL=WARN -cp "$OUT:$CP" Main
