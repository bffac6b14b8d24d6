package main

import (
	"net/http"
	"net/url"
	"time"
)

func escapeSegment(s string) string { return url.PathEscape(s) }

// change is what one write does: columns and relations.
type change struct {
	set   Row
	links map[string][]int64
}

// collect reads the fields that were sent.
func (s *Service) collect(c *Ctx, k *Kind, old Row) (*change, error) {
	ch := &change{set: Row{}, links: map[string][]int64{}}
	strict := variant("v-strict") && c.in.json
	if strict {
		for name := range c.in.body {
			if !k.knows(name) {
				return nil, errField(name, "unknown field")
			}
		}
	}
	reset := old != nil && c.method == "PUT" && variant("v-put-replaces")
	for _, f := range k.Fields {
		v, sent := c.in.get(f.Name)
		switch {
		case sent:
			val, err := fieldValue(k, f, v, strict)
			if err != nil {
				return nil, err
			}
			ch.set[f.Name] = val
		case old == nil && f.Required:
			if bug("org-required") && k == kindOrganizer {
				ch.set[f.Name] = ""
				continue
			}
			return nil, errMissing(f.Name)
		case old == nil || (reset && !f.Required):
			ch.set[f.Name] = f.Default
		}
	}
	if old != nil {
		updateFaults(c, k, ch)
	}
	if k.Post {
		return ch, s.collectPost(c, k, old, ch)
	}
	return ch, s.collectTerm(c, k, old, ch)
}

// updateFaults holds the switched faults of partial updates.
func updateFaults(c *Ctx, k *Kind, ch *change) {
	absent := func(n string) bool {
		_, ok := c.in.get(n)
		return !ok
	}
	switch {
	case k == kindEvent && bug("ev-patch-resets-flags"):
		for _, n := range []string{"featured", "sticky", "hide_from_listings"} {
			if absent(n) {
				ch.set[n] = false
			}
		}
	case k == kindVenue && bug("ven-address-reset") && !absent("city"):
		for _, n := range []string{"address", "zip"} {
			if absent(n) {
				ch.set[n] = nil
			}
		}
	case k == kindOrganizer && bug("org-null-ignored"):
		for n, v := range ch.set {
			if v == nil {
				delete(ch.set, n)
			}
		}
	case k == kindTag && bug("tag-description-lost") && absent("description"):
		ch.set["description"] = nil
	}
}

func (s *Service) collectPost(c *Ctx, k *Kind, old Row, ch *change) error {
	if v, ok := c.in.get("status"); ok && v != nil && v != "" {
		st := textOf(scalar(v))
		if !statuses[st] {
			return errField("status", "must be one of publish, draft, pending, private, future")
		}
		ch.set["status"] = st
	} else if old == nil {
		ch.set["status"] = defaultStatus()
	}
	if err := s.collectAuthor(c, old, ch); err != nil {
		return err
	}
	if err := collectDates(c, old, ch); err != nil {
		return err
	}
	if k == kindEvent {
		if err := collectSchedule(c, old, ch); err != nil {
			return err
		}
		if err := s.collectRelations(c, old, ch); err != nil {
			return err
		}
		if pw, ok := c.in.body["password"]; ok {
			locked := old != nil && old.Str("password") != ""
			if !locked || c.isEditor() || (usersOn && c.user != nil && c.user.ID == old.Int("author")) {
				ch.set["password"] = textOf(scalar(pw))
			}
		}
	}
	return nil
}

func (s *Service) collectAuthor(c *Ctx, old Row, ch *change) error {
	v, sent := c.in.get("author")
	if sent && v != nil && v != "" {
		n, ok := toInt(v)
		if !ok || n < 0 {
			return errField("author", "must be an integer")
		}
		if usersOn && c.user != nil && c.user.ID != editorID && n != c.user.ID {
			return errStatus(http.StatusForbidden, "forbidden", "Only an editor may choose another author.")
		}
		ch.set["author"] = n
	} else if old == nil {
		ch.set["author"] = int64(1)
		if c.user != nil {
			ch.set["author"] = c.user.ID
		}
	}
	return nil
}

// collectDates reads the publication date, local and in UTC.
func collectDates(c *Ctx, old Row, ch *change) error {
	read := func(name string, loc *time.Location) (string, error) {
		v, ok := c.in.get(name)
		if !ok || v == nil || v == "" {
			return "", nil
		}
		d, ok := parseWall(textOf(scalar(v)), loc)
		if !ok {
			return "", errField(name, "must be a date YYYY-MM-DD HH:MM:SS")
		}
		return d, nil
	}
	local, err := read("date", siteLoc)
	if err != nil {
		return err
	}
	utc, err := read("date_utc", time.UTC)
	if err != nil {
		return err
	}
	switch {
	case local != "" && utc == "":
		utc = wallToUTC(local, siteLoc)
	case local == "" && utc != "":
		local = utcToWall(utc, siteLoc)
	case local == "" && old == nil:
		utc = nowUTC()
		local = utcToWall(utc, siteLoc)
	}
	if local != "" {
		ch.set["date"], ch.set["date_utc"] = local, utc
	}
	return nil
}

// collectSchedule reads start, end and time zone of an event.
func collectSchedule(c *Ctx, old Row, ch *change) error {
	zone := siteZone
	if old != nil {
		zone = old.Str("timezone")
	}
	if v, ok := c.in.get("timezone"); ok && v != nil && v != "" {
		zone = textOf(scalar(v))
	}
	loc, ok := zoneOf(zone)
	if !ok {
		return errField("timezone", "unknown time zone")
	}
	walls := map[string]string{}
	for _, name := range []string{"start_date", "end_date"} {
		v, sent := c.in.get(name)
		switch {
		case sent && v != nil && v != "":
			w, ok := parseWall(textOf(scalar(v)), loc)
			if !ok {
				return errField(name, "must be a date YYYY-MM-DD HH:MM:SS")
			}
			walls[name] = storedWall(w, zone, loc)
		case sent && old != nil, sent && old == nil:
			return errField(name, "must not be empty")
		case old == nil:
			return errMissing(name)
		default:
			walls[name] = old.Str(name)
		}
	}
	start, end := wallToUTC(walls["start_date"], loc), wallToUTC(walls["end_date"], loc)
	if end < start {
		return errField("end_date", "must not be before the start")
	}
	ch.set["timezone"] = zone
	ch.set["start_date"], ch.set["end_date"] = walls["start_date"], walls["end_date"]
	ch.set["start_utc"], ch.set["end_utc"] = start, end
	return nil
}

func (s *Service) collectRelations(c *Ctx, old Row, ch *change) error {
	reset := old != nil && c.method == "PUT" && variant("v-put-replaces")
	for _, rel := range relNames {
		v, sent := c.in.get(rel)
		if !sent {
			if reset {
				ch.links[rel] = []int64{}
			}
			continue
		}
		ids, ok := toIDs(v)
		if !ok {
			return errField(rel, "must be a list of IDs")
		}
		if bug("ev-clear-categories") && rel == "categories" && len(ids) == 0 {
			continue
		}
		for _, id := range ids {
			r := s.db.tables[relTable[rel]].rows[id]
			if r == nil || r.Str("status") == "trash" {
				return errField(rel, "no record with ID "+textOf(id))
			}
		}
		ch.links[rel] = ids
	}
	return nil
}

func (s *Service) collectTerm(c *Ctx, k *Kind, old Row, ch *change) error {
	if old == nil {
		ch.set["owner"] = int64(1)
		if c.user != nil {
			ch.set["owner"] = c.user.ID
		}
	}
	if k != kindCategory {
		return nil
	}
	v, sent := c.in.get("parent")
	if !sent {
		if old == nil || (c.method == "PUT" && variant("v-put-replaces")) {
			ch.set["parent"] = int64(0)
		}
		return nil
	}
	parent := int64(0)
	if v != nil && v != "" {
		n, ok := toInt(v)
		if !ok || n < 0 {
			return errField("parent", "must be a category ID")
		}
		parent = n
	}
	for p, hops := parent, 0; p != 0; hops++ {
		r := s.db.tables["categories"].rows[p]
		if r == nil || hops > 1000 {
			return errField("parent", "no such category")
		}
		if old != nil && p == old.ID() {
			return errField("parent", "a category cannot be below itself")
		}
		p = r.Int("parent")
	}
	ch.set["parent"] = parent
	return nil
}
