package main

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata"
)

const (
	wallFormat = "2006-01-02 15:04:05"
	siteZone   = "Europe/Amsterdam"
)

var siteLoc = mustZone(siteZone)

func mustZone(n string) *time.Location {
	l, err := time.LoadLocation(n)
	if err != nil {
		panic(err)
	}
	return l
}

var offsetZone = regexp.MustCompile(`^UTC([+-])(\d{1,2})(?::?(\d{2}))?$`)

func zoneOf(name string) (*time.Location, bool) {
	if name == "" || name == "Local" {
		return nil, false
	}
	if m := offsetZone.FindStringSubmatch(name); m != nil {
		h, _ := strconv.Atoi(m[2])
		mi, _ := strconv.Atoi(m[3])
		if h > 14 || mi > 59 {
			return nil, false
		}
		sec := h*3600 + mi*60
		if m[1] == "-" {
			sec = -sec
		}
		return time.FixedZone(name, sec), true
	}
	l, err := time.LoadLocation(name)
	return l, err == nil
}

var wallForms = []string{
	wallFormat, "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02T15:04", "2006-01-02",
}
var zonedForms = []string{time.RFC3339, "2006-01-02 15:04:05Z07:00", "2006-01-02T15:04Z07:00"}

// parseWall reads a date and gives it as wall clock time of loc.
func parseWall(s string, loc *time.Location) (string, bool) {
	s = strings.TrimSpace(s)
	if variant("v-strict") {
		wall, err := time.Parse(wallFormat, s)
		return wall.Format(wallFormat), err == nil
	}
	for _, f := range wallForms {
		if t, err := time.Parse(f, s); err == nil {
			return t.Format(wallFormat), true
		}
	}
	for _, f := range zonedForms {
		if t, err := time.Parse(f, s); err == nil {
			return t.In(loc).Format(wallFormat), true
		}
	}
	return "", false
}

func wallToUTC(wall string, loc *time.Location) string {
	t, err := time.ParseInLocation(wallFormat, wall, loc)
	if err != nil {
		return wall
	}
	return t.UTC().Format(wallFormat)
}

func utcToWall(utc string, loc *time.Location) string {
	t, err := time.Parse(wallFormat, utc)
	if err != nil {
		return utc
	}
	return t.In(loc).Format(wallFormat)
}

// standardOffset is the zone's offset outside of daylight saving time.
func standardOffset(loc *time.Location, year int) int {
	_, a := time.Date(year, 1, 1, 0, 0, 0, 0, loc).Zone()
	_, b := time.Date(year, 7, 1, 0, 0, 0, 0, loc).Zone()
	if b < a {
		return b
	}
	return a
}

// storedWall is the wall clock time as it comes back out of the store.
func storedWall(wall, zone string, loc *time.Location) string {
	if bug("ev-dst-offset") && zone != siteZone {
		t, err := time.Parse(wallFormat, wall)
		if err == nil {
			utc := t.Add(-time.Duration(standardOffset(loc, t.Year())) * time.Second)
			return utc.In(loc).Format(wallFormat)
		}
	}
	return wall
}

func nowUTC() string { return time.Now().UTC().Format(wallFormat) }
func nowWall() string {
	return time.Now().In(siteLoc).Format(wallFormat)
}
