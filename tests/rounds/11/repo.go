package main

import (
	"strings"
)

// Service is the layer between handlers and tables.
type Service struct {
	db    *DB
	cache *Cache
}

func (s *Service) table(k *Kind) *Table { return s.db.tables[k.Table] }

// publicOnly is the visibility part of every WHERE.
func visible(c *Ctx) Pred {
	return Where(func(r Row) bool {
		st := r.Str("status")
		return st != "trash" && (c.seesAll() || st == "publish")
	})
}

// related gives the IDs that an event references, in their order.
func (s *Service) related(rel string, event int64) []int64 {
	ids := []int64{}
	for _, l := range s.db.links[rel].Select(Query{Where: Eq("event", event), Order: []Order{By("pos", false)}}) {
		ids = append(ids, l.Int("ref"))
	}
	return ids
}

// eventsOf gives the IDs of the events linked to one of refs; p restricts the events.
func (s *Service) eventsOf(rel string, refs []int64, p Pred) []int64 {
	out := []int64{}
	seen := map[int64]bool{}
	for _, l := range s.db.links[rel].Select(Query{Where: In("ref", refs)}) {
		if bug("ev-venue-first-link") && rel == "venue" && l.Int("pos") != 0 {
			continue
		}
		if target := s.db.tables[relTable[rel]].rows[l.Int("ref")]; target != nil && target.Str("status") == "trash" {
			continue
		}
		id := l.Int("event")
		ev := s.db.tables["events"].rows[id]
		if ev != nil && !seen[id] && p.match(ev) {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}

// linkedRefs gives the targets that some event matching p references.
func (s *Service) linkedRefs(rel string, p Pred) []int64 {
	out := []int64{}
	seen := map[int64]bool{}
	for _, l := range s.db.links[rel].Select(Query{}) {
		ev := s.db.tables["events"].rows[l.Int("event")]
		if ref := l.Int("ref"); ev != nil && !seen[ref] && p.match(ev) {
			seen[ref] = true
			out = append(out, ref)
		}
	}
	return out
}

func (s *Service) setLinks(tx *Tx, rel string, event int64, ids []int64) {
	tx.Delete(s.db.links[rel], Eq("event", event))
	for i, id := range ids {
		tx.Insert(s.db.links[rel], Row{"event": event, "ref": id, "pos": int64(i)})
	}
}

// termIDs resolves slugs or IDs of a filter.
func (s *Service) termIDs(rel string, tokens []string) []int64 {
	out := []int64{}
	for _, r := range s.db.tables[rel].Select(Query{}) {
		for _, t := range tokens {
			if r.Str("slug") == t || textOf(r.ID()) == t || r.Str("slug") == slugify(t) {
				out = append(out, r.ID())
				break
			}
		}
	}
	return out
}

func (s *Service) bySlug(k *Kind, slug string) Row {
	r := s.table(k).First(Eq("slug", slug))
	if r == nil && k == kindVenue && bug("ven-slug-prefix") {
		r = s.table(k).First(Where(func(r Row) bool { return strings.HasPrefix(r.Str("slug"), slug) }))
	}
	if r == nil {
		if low := strings.ToLower(slug); low != slug {
			r = s.table(k).First(Eq("slug", low))
		}
	}
	return r
}

// locate finds the record of an address and checks that the caller sees it.
func (s *Service) locate(c *Ctx, k *Kind) (Row, error) {
	var r Row
	if c.slug != "" {
		r = s.bySlug(k, c.slug)
	} else {
		r = s.table(k).Get(c.id)
	}
	if r == nil {
		return nil, errNotFound(k.Name)
	}
	if k.Post && !c.seesAll() && r.Str("status") != "publish" && c.method == "GET" {
		if !(bug("users-anon-draft-by-slug") && c.slug != "" && k == kindVenue) {
			return nil, errNotFound(k.Name)
		}
	}
	return r, nil
}

// unlocked tells whether the caller may see and change a protected event.
func (s *Service) unlocked(c *Ctx, r Row) bool {
	pw := r.Str("password")
	if pw == "" || c.isEditor() || (usersOn && c.user != nil && c.user.ID == authorID && r.Int("author") == authorID) {
		return true
	}
	given := c.in.text("password")
	if bug("ev-password-prefix") && len(pw) > 8 && len(given) > 8 {
		return given[:8] == pw[:8]
	}
	return given == pw
}

func (s *Service) checkPassword(c *Ctx, r Row) error {
	if s.unlocked(c, r) {
		return nil
	}
	return errStatus(403, "password_required", "This event is protected; give its password.")
}

// Views

func (s *Service) baseView(c *Ctx, r Row) base {
	return base{
		ID: ID(r.ID()), Slug: r.Str("slug"), Language: c.lang, Status: r.Str("status"), Author: ID(r.Int("author")),
		Date: r.Str("date"), DateUTC: r.Str("date_utc"),
		Modified: utcToWall(r.Str("modified_utc"), siteLoc), ModifiedUTC: r.Str("modified_utc"),
	}
}

func (c *Ctx) links(k *Kind, r Row) Links {
	l := Links{
		"self":       {{c.href(k.Table + "/" + textOf(r.ID()))}},
		"collection": {{c.href(k.Table)}},
	}
	if k.Post {
		l["slug"] = []Link{{c.href(k.Table + "/by-slug/" + escapeSegment(r.Str("slug")))}}
	}
	return l
}

// refs renders one relation of an event.
func (s *Service) refs(c *Ctx, rel string, event int64) any {
	ids := s.related(rel, event)
	t := s.db.tables[relTable[rel]]
	list := []any{}
	plain := []ID{}
	for _, id := range ids {
		r := t.Get(id)
		if r == nil {
			if bug("ven-delete-dangling") && rel == "venue" {
				list = append(list, VenueRef{ID: ID(id)})
			}
			continue
		}
		if (rel == "venue" || rel == "organizer") && !visible(c).match(r) {
			continue
		}
		plain = append(plain, ID(id))
		switch rel {
		case "venue":
			r = s.db.localized(kindVenue, r, c.lang)
			list = append(list, VenueRef{ID(id), r.Str("venue"), r.Str("slug")})
		case "organizer":
			r = s.db.localized(kindOrganizer, r, c.lang)
			list = append(list, OrganizerRef{ID(id), r.Str("organizer"), r.Str("slug")})
		case "categories":
			r = s.db.localized(kindCategory, r, c.lang)
			list = append(list, TermRef{ID(id), r.Str("name"), r.Str("slug")})
		default:
			r = s.db.localized(kindTag, r, c.lang)
			list = append(list, TermRef{ID(id), r.Str("name"), r.Str("slug")})
		}
	}
	if variant("v-string-ids") {
		return plain
	}
	return list
}

func (s *Service) view(c *Ctx, k *Kind, row Row, open bool) any {
	r := s.db.localized(k, row, c.lang)
	switch k {
	case kindEvent:
		v := EventView{base: s.baseView(c, r), Title: r.Str("title"),
			StartDate: r.Str("start_date"), EndDate: r.Str("end_date"), UTCStart: r.Str("start_utc"), UTCEnd: r.Str("end_utc"),
			Timezone: r.Str("timezone"), AllDay: r.Bool("all_day"), Image: r.StrPtr("image"), Cost: r["cost"], Website: r.StrPtr("website"),
			ShowMap: r.BoolPtr("show_map"), ShowMapLink: r.BoolPtr("show_map_link"), HideFromLists: r.Bool("hide_from_listings"),
			Sticky: r.Bool("sticky"), Featured: r.Bool("featured"), Protected: r.Str("password") != "",
			Categories: s.refs(c, "categories", r.ID()), Tags: s.refs(c, "tags", r.ID()),
			Venue: s.refs(c, "venue", r.ID()), Organizer: s.refs(c, "organizer", r.ID()), Links: c.links(k, r)}
		if open {
			v.Description, v.Excerpt = r.StrPtr("description"), r.StrPtr("excerpt")
		}
		return v
	case kindVenue:
		return VenueView{base: s.baseView(c, r), Venue: r.Str("venue"), Description: r.StrPtr("description"),
			ShowMap: r.StrPtr("show_map"), ShowMapLink: r.StrPtr("show_map_link"), Address: r.StrPtr("address"), City: r.StrPtr("city"),
			Country: r.StrPtr("country"), Province: r.StrPtr("province"), State: r.StrPtr("state"), Zip: r.StrPtr("zip"),
			Phone: r.StrPtr("phone"), StateProvince: r.StrPtr("stateprovince"), Website: r.StrPtr("website"), Image: r.StrPtr("image"),
			Links: c.links(k, r)}
	case kindOrganizer:
		return OrganizerView{base: s.baseView(c, r), Organizer: r.Str("organizer"), Description: r.StrPtr("description"),
			Phone: r.StrPtr("phone"), Website: r.StrPtr("website"), Email: r.StrPtr("email"), Image: r.StrPtr("image"), Links: c.links(k, r)}
	}
	v := TermView{ID: ID(r.ID()), Name: r.Str("name"), Slug: r.Str("slug"), Language: c.lang, Description: r.StrPtr("description"),
		Count: r.Int(countColumn(c)), Links: c.links(k, r)}
	if k == kindCategory {
		p := ID(r.Int("parent"))
		v.Parent = &p
	}
	return v
}

func countColumn(c *Ctx) string {
	if c.seesAll() {
		return "count_all"
	}
	return "count_public"
}
