package main

import (
	"strings"
	"time"
)

// dateFilters composes the date conditions of the events list.
func dateFilters(c *Ctx) ([]Pred, error) {
	strict := false
	if v, ok := c.in.query["strict_dates"]; ok && v != "" {
		b, ok := toBool(v)
		if !ok {
			return nil, errField("strict_dates", "must be true or false")
		}
		strict = b
		if bug("ev-strict-false-string") && textOf(v) != "0" {
			strict = true
		}
	}
	last := " 23:59:59"
	if bug("ev-day-last-minute") {
		last = " 23:59:00"
	}
	ps := []Pred{}
	for name, col := range map[string]string{"start_date": "start_date", "end_date": "end_date"} {
		at, day, given, err := dateBound(c, name)
		if err != nil {
			return nil, err
		}
		if bug("ev-end-date-by-start") && name == "end_date" {
			col = "start_date"
		}
		if variant("v-window") && (given || !anyDate(c)) {
			ps = append(ps, windowBound(name, at, day, given, strict))
			continue
		}
		if !given {
			continue // computed: the span of all events
		}
		from := day + " 00:00:00"
		if strict {
			from = at
		}
		ps = append(ps, Cmp(col, ">=", from), Cmp(col, "<=", day+last))
	}
	for _, side := range []string{"starts", "ends"} {
		col := strings.TrimSuffix(side, "s") + "_date"
		at, day, given, err := dateBound(c, side+"_before")
		if err != nil {
			return nil, err
		}
		if given && strict {
			ps = append(ps, Cmp(col, "<", at))
		} else if given {
			ps = append(ps, Cmp(col, "<=", day+last))
		}
		at, day, given, err = dateBound(c, side+"_after")
		if err != nil {
			return nil, err
		}
		if bug("ev-ends-after-dropped") && side == "ends" && c.in.queryText("starts_before") != "" {
			given = false
		}
		if given && strict {
			ps = append(ps, Cmp(col, ">", at))
		} else if given {
			ps = append(ps, Cmp(col, ">=", day+" 00:00:00"))
		}
	}
	return ps, nil
}

func anyDate(c *Ctx) bool {
	for _, n := range []string{"start_date", "end_date", "starts_before", "starts_after", "ends_before", "ends_after"} {
		if c.in.queryText(n) != "" {
			return true
		}
	}
	return false
}

// windowBound is another reading: start_date and end_date bound a window.
func windowBound(name, at, day string, given, strict bool) Pred {
	if !given {
		now := time.Now().In(siteLoc)
		if name == "start_date" {
			at = now.Format("2006-01-02") + " 00:00:00"
		} else {
			at = now.AddDate(3, 0, 0).Format(wallFormat)
		}
		strict = true
	}
	if name == "start_date" {
		if !strict {
			at = day + " 00:00:00"
		}
		return Cmp("start_date", ">=", at)
	}
	if !strict {
		at = day + " 23:59:59"
	}
	return Cmp("end_date", "<=", at)
}

func (s *Service) ListEvents(c *Ctx) (*Response, error) {
	k := kindEvent
	ps, err := s.postScope(c, k)
	if err != nil {
		return nil, err
	}
	ids, given, err := c.in.queryIDs("include")
	if err != nil {
		return nil, err
	}
	if given {
		ps = append(ps, In("id", ids))
	}
	dates, err := dateFilters(c)
	if err != nil {
		return nil, err
	}
	if !given || bug("ev-include-dates") {
		ps = append(ps, dates...)
	}
	if q := c.in.queryText("search"); q != "" {
		cols := []string{"title", "description"}
		if bug("ev-search-title-only") {
			cols = cols[:1]
		}
		ps = append(ps, s.searchIn(c, k, q, cols...))
	}
	rels, err := s.relationFilters(c)
	if err != nil {
		return nil, err
	}
	ps = append(ps, rels...)
	featured, err := c.in.queryBool("featured")
	if err != nil {
		return nil, err
	}
	if featured != nil && !(bug("ev-featured-false") && !*featured) {
		ps = append(ps, Where(func(r Row) bool { return r.Bool("featured") == *featured }))
	}
	extra, err := extensionFilters(c)
	if err != nil {
		return nil, err
	}
	ps = append(ps, extra...)
	order := []Order{By("start_utc", false)}
	if variant("v-string-ids") {
		order = []Order{By("start_utc", true), By("id", true)}
	}
	return s.answer(c, k, And(ps...), order, nil)
}

func (s *Service) relationFilters(c *Ctx) ([]Pred, error) {
	ps := []Pred{}
	for _, rel := range []string{"categories", "tags"} {
		v, ok := c.in.query[rel]
		if !ok || v == "" {
			continue
		}
		toks, ok := toTokens(v)
		if !ok {
			return nil, errField(rel, "must be a list")
		}
		if bug("ev-categories-and") && rel == "categories" {
			for _, t := range toks {
				ps = append(ps, In("id", s.eventsOf(rel, s.termIDs(rel, []string{t}), True())))
			}
			continue
		}
		ps = append(ps, In("id", s.eventsOf(rel, s.termIDs(rel, toks), True())))
	}
	for _, rel := range []string{"venue", "organizer"} {
		ids, given, err := c.in.queryIDs(rel)
		if err != nil {
			return nil, err
		}
		if given {
			ps = append(ps, In("id", s.eventsOf(rel, ids, True())))
		}
	}
	return ps, nil
}

// extensionFilters: without the premium extension no venue has coordinates and
// no event has tickets or a parent.
func extensionFilters(c *Ctx) ([]Pred, error) {
	ps := []Pred{}
	for _, name := range []string{"geoloc", "ticketed"} {
		b, err := c.in.queryBool(name)
		if err != nil {
			return nil, err
		}
		if b != nil && *b {
			ps = append(ps, Never())
		}
	}
	lat, lng := c.in.queryText("geoloc_lat"), c.in.queryText("geoloc_lng")
	if (lat == "") != (lng == "") {
		return nil, errStatus(400, "invalid_parameter", "geoloc_lat and geoloc_lng must be given together.")
	}
	if lat != "" {
		if !isNumber(lat) || !isNumber(lng) {
			return nil, errField("geoloc_lat", "coordinates must be numbers")
		}
		ps = append(ps, Never())
	}
	parent, err := c.in.queryInt("post_parent")
	if err != nil {
		return nil, err
	}
	if parent != nil && *parent != 0 {
		ps = append(ps, Never())
	}
	return ps, nil
}
