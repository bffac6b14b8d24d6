#!/bin/sh
# Builds the jar, unpacks it beside its libraries and writes a class data archive, with which it starts in half the time.
set -e
cd "$(dirname "$0")"
mvn -q -B package
rm -rf target/app
java -Djarmode=tools -jar target/calendar.jar extract --destination target/app
PORT=0 java -Xmx256m -XX:TieredStopAtLevel=1 -XX:ArchiveClassesAtExit=target/app/calendar.jsa -Dspring.context.exit=onRefresh -jar target/app/calendar.jar >/dev/null 2>&1
