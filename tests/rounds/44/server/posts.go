package main

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/text/unicode/norm"
	"gorm.io/gorm"
)

// ---- rendering ----

type shown struct {
	title, desc, excerpt, lang string
	langs                      []string
}

func texts(kind string, id int64, lang string, s shown) shown {
	var ts []Text
	db.Where("kind = ? AND rec_id = ?", kind, id).Order("lang").Find(&ts)
	s.langs = []string{s.lang}
	for _, t := range ts {
		s.langs = append(s.langs, t.Lang)
		if t.Lang != lang {
			continue
		}
		s.lang = lang
		for _, p := range []struct {
			to   *string
			from *string
		}{{&s.title, t.Title}, {&s.desc, t.Description}, {&s.excerpt, t.Excerpt}} {
			if p.from != nil {
				*p.to = *p.from
			}
		}
	}
	if variant == "rendered" {
		s.title = html.EscapeString(s.title)
		if s.desc != "" {
			s.desc = "<p>" + strings.ReplaceAll(s.desc, "\n\n", "</p>\n<p>") + "</p>\n"
		}
	}
	return s
}

func image(s string) any {
	if s == "" {
		return nil
	}
	if id, ok := atoi(s); ok {
		return gin.H{"id": id, "url": fmt.Sprintf("%s/media/%d.jpg", baseURL, id)}
	}
	return gin.H{"id": 0, "url": s}
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func render(r *Req, kind string, rec Rec) gin.H {
	p := rec.post()
	k := kinds[kind]
	t := texts(kind, p.ID, r.lang, shown{title: p.Title, desc: p.Description, excerpt: p.Excerpt, lang: p.Lang})
	mod := time.Unix(0, p.Modified)
	out := gin.H{
		"id": p.ID, "slug": p.Slug, "author": p.Author, "status": p.Status,
		"date": p.Date, "date_utc": p.DateUTC,
		"modified": mod.In(siteTZ).Format(wallLayout), "modified_utc": mod.UTC().Format(wallLayout),
		k.title: t.title, "description": t.desc, "image": image(p.Image), "website": orNull(p.Website),
		"language": t.lang, "translations": t.langs,
		"url":      r.root() + "/" + k.name + "/" + p.Slug,
		"rest_url": r.url("/" + k.plural + "/" + itoa(p.ID)),
	}
	switch x := rec.(type) {
	case *Event:
		loc, _ := zone(x.Timezone)
		out["excerpt"] = t.excerpt
		out["start_date"], out["end_date"] = x.StartDate, x.EndDate
		out["utc_start_date"], out["utc_end_date"] = x.StartUTC, x.EndUTC
		out["timezone"] = x.Timezone
		out["timezone_abbr"] = wallTime(x.StartDate, loc).Format("MST")
		out["all_day"], out["show_map"], out["show_map_link"] = x.AllDay, x.ShowMap, x.ShowMapLink
		out["hide_from_listings"], out["sticky"], out["featured"] = x.Hide, x.Sticky, x.Featured
		out["ticketed"], out["post_parent"], out["cost"] = x.Ticketed, x.PostParent, x.Cost
		out["protected"] = x.Password != ""
		if x.Password != "" && r.in["password"] != x.Password {
			out["description"], out["excerpt"] = "", ""
		}
		for name, kd := range map[string]string{"venue": "venue", "organizer": "organizer", "categories": "category", "tags": "tag"} {
			out[name] = linked(r, x.ID, kd)
		}
	case *Venue:
		sp := x.StateProvince
		if sp == "" {
			sp = strings.TrimSpace(x.State + " " + x.Province)
		}
		out["address"], out["city"], out["country"], out["province"] = x.Address, x.City, x.Country, x.Province
		out["state"], out["stateprovince"], out["zip"], out["phone"] = x.State, sp, x.Zip, x.Phone
		out["show_map"], out["show_map_link"] = x.ShowMap, x.ShowMapLink
		out["geo_lat"], out["geo_lng"] = x.Lat, x.Lng
	case *Organizer:
		out["phone"], out["email"] = x.Phone, x.Email
	}
	return out
}

func linked(r *Req, eventID int64, kind string) []any {
	out := []any{}
	for _, id := range links(eventID, kind) {
		if variant == "ids" {
			out = append(out, id)
			continue
		}
		key := fmt.Sprint(kind, id, r.lang, r.prefix, r.reads())
		cacheMu.Lock()
		v, ok := objects[key]
		gen := cacheGen
		cacheMu.Unlock()
		if !ok {
			if kind == "category" || kind == "tag" {
				if t := loadTerm(kind, id); t != nil {
					v = renderTerm(r, t)
				}
			} else if rec := load(kind, id); rec != nil && (rec.post().Status == "publish" || r.reads()) {
				v = render(r, kind, rec)
			}
			cacheMu.Lock()
			if gen == cacheGen {
				objects[key] = v
			}
			cacheMu.Unlock()
		}
		if v != nil || bug("ve-delete-null") {
			out = append(out, v)
		}
	}
	return out
}

// ---- finding ----

func find(r *Req, kind string, cached bool) (Rec, *apiErr) {
	var id int64
	if r.bySlug {
		slug := norm.NFC.String(r.c.Param("slug"))
		key := kind + "/" + slug
		cacheMu.Lock()
		hit, ok := slugIDs[key]
		gen := cacheGen
		cacheMu.Unlock()
		if ok && cached {
			id = hit
		} else {
			var ids []int64
			db.Table(kinds[kind].table).Where("slug = ?", slug).Order("id").Limit(1).Pluck("id", &ids)
			if len(ids) == 0 {
				return nil, missing(kind, slug)
			}
			id = ids[0]
			cacheMu.Lock()
			if gen == cacheGen {
				slugIDs[key] = id
			}
			cacheMu.Unlock()
		}
	} else {
		var ok bool
		if id, ok = atoi(r.c.Param("id")); !ok {
			return nil, notFound(kind)
		}
	}
	rec := load(kind, id)
	if rec == nil {
		return nil, missing(kind, itoa(id))
	}
	return rec, nil
}

func missing(kind, key string) *apiErr {
	if _, gone := goneIDs.Load(kind + "/" + key); gone {
		return &apiErr{410, kind + "_trashed", "The " + kind + " is in the trash."}
	}
	return notFound(kind)
}

func getPost(kind string) handler {
	return func(r *Req) (*Resp, *apiErr) {
		rec, err := find(r, kind, true)
		if err != nil {
			if variant == "redirects" && r.bySlug {
				if id, ok := oldSlugs.Load(kind + "/" + r.c.Param("slug")); ok && load(kind, id.(int64)) != nil {
					return &Resp{301, gin.H{"id": id}, map[string]string{"Location": r.url("/" + kinds[kind].plural + "/" + itoa(id.(int64)))}}, nil
				}
			}
			return nil, err
		}
		if p := rec.post(); p.Status != "publish" && !r.reads() {
			return nil, r.denied()
		}
		b := render(r, kind, rec)
		return &Resp{200, b, map[string]string{"ETag": tagOf(kind, rec, b)}}, nil
	}
}

func tagOf(kind string, rec Rec, body gin.H) string {
	if kind == "organizer" && bug("or-etag-second") {
		return fmt.Sprintf(`"%d-%d"`, rec.post().ID, rec.post().Modified/1e9)
	}
	return etag(encode(body))
}

// ---- lists ----

type query struct {
	joins []string
	where []string
	args  []any
	jargs [][]any
}

func (q *query) and(cond string, args ...any) {
	q.where = append(q.where, cond)
	q.args = append(q.args, args...)
}
func (q *query) join(j string, args ...any) {
	q.joins = append(q.joins, j)
	q.jargs = append(q.jargs, args)
}
func (q *query) on(kind string) *gorm.DB {
	tx := db.Table(kinds[kind].table)
	for i, j := range q.joins {
		tx = tx.Joins(j, q.jargs[i]...)
	}
	if len(q.where) > 0 {
		tx = tx.Where(strings.Join(q.where, " AND "), q.args...)
	}
	return tx
}

func (q *query) statusFilter(r *Req, kind string) *apiErr {
	want, err := r.in.words("status")
	if err != nil {
		return err
	}
	if len(want) == 0 {
		want = []string{"publish"}
	}
	for _, s := range want {
		if !has(statuses, s) {
			return invalid("status", "one of "+strings.Join(statuses, ", "))
		}
		if s != "publish" && !r.reads() && !(bug("us-draft-search") && kind == "event" && r.in["search"] != nil) {
			return r.denied()
		}
	}
	if kind == "organizer" && bug("or-status-search") && r.in["search"] != nil {
		want = []string{"publish"}
	}
	q.and(kinds[kind].table+".status IN ?", want)
	return nil
}

// searchFilter joins the text of the asked language and looks into what is shown.
func (q *query) searchFilter(r *Req, kind string) *apiErr {
	t := kinds[kind].table
	switch {
	case kind == "venue" && bug("ve-lang-dup") && r.lang != defaultLang:
		q.join("LEFT JOIN texts t ON t.kind = ? AND t.rec_id = "+t+".id", kind)
	case kind == "event" && bug("ev-search-lang"):
		q.join("LEFT JOIN texts t ON 1 = 0")
	default:
		q.join("LEFT JOIN texts t ON t.kind = ? AND t.rec_id = "+t+".id AND t.lang = ?", kind, r.lang)
	}
	if variant == "langonly" && r.in["ml_language"] != nil {
		q.and("("+t+".lang = ? OR t.lang IS NOT NULL)", r.lang)
	}
	s, err := r.in.loose("search")
	if err != nil || s == "" {
		return err
	}
	s = fold(s)
	title, desc := "COALESCE(t.title_fold, "+t+".title_fold)", "COALESCE(t.desc_fold, "+t+".desc_fold)"
	switch {
	case kind == "event" && bug("ev-search-precedence"):
		q.and("instr("+title+", ?) > 0 OR events.password = '' AND instr("+desc+", ?) > 0", s, s)
	case kind == "event" && bug("ev-search-wildcard"):
		q.and("("+title+" LIKE ? OR "+desc+" LIKE ?)", "%"+s+"%", "%"+s+"%")
	case kind == "event":
		q.and("(instr("+title+", ?) > 0 OR events.password = '' AND instr("+desc+", ?) > 0)", s, s)
	default:
		q.and("(instr("+title+", ?) > 0 OR instr("+desc+", ?) > 0 OR instr("+t+".extra_fold, ?) > 0)", s, s, s)
	}
	return nil
}

func (r *Req) paging() (page, per int64, err *apiErr) {
	if page, err = r.in.int("page", 1, 1); err != nil {
		return
	}
	if page > 1e9 {
		return 0, 0, invalid("page", "a sensible number")
	}
	if per, err = r.in.int("per_page", 10, 1); err != nil {
		return
	}
	if per > 100 {
		if variant != "lean" {
			return 0, 0, invalid("per_page", "at most 100")
		}
		per = 50
	}
	return
}

// listing wraps a page of items with totals and links.
func listing(r *Req, kind string, items []any, total, page, per int64) (*Resp, *apiErr) {
	k := kinds[kind]
	pages := (total + per - 1) / per
	if kind == "venue" && bug("ve-pages-multiple") {
		pages = total/per + 1
	}
	if variant == "lean" && page > pages && page > 1 {
		return nil, &apiErr{404, "no_such_page", "There is no such page."}
	}
	link := func(p int64, keep bool) string {
		v := r.c.Request.URL.Query()
		if !keep {
			v.Del("search")
		}
		v.Set("page", itoa(p))
		return r.url("/"+k.plural) + "?" + v.Encode()
	}
	body := gin.H{k.plural: items, "rest_url": r.url("/" + k.plural), "total": total, "total_pages": pages}
	h := map[string]string{"X-Total": itoa(total), "X-Total-Pages": itoa(pages)}
	var ls []string
	if page > 1 && page <= pages {
		body["previous_rest_url"] = link(page-1, true)
		ls = append(ls, "<"+link(page-1, true)+`>; rel="prev"`)
	}
	if page < pages {
		next := link(page+1, !(kind == "event" && bug("ev-next-link") && page > 1))
		body["next_rest_url"] = next
		ls = append(ls, "<"+next+`>; rel="next"`)
	}
	if ls != nil {
		h["Link"] = strings.Join(ls, ", ")
	}
	if variant == "lean" {
		return &Resp{200, items, h}, nil
	}
	return &Resp{200, body, h}, nil
}

func listEvents(r *Req) (*Resp, *apiErr) {
	page, per, err := r.paging()
	if err != nil {
		return nil, err
	}
	q := &query{}
	if err = q.statusFilter(r, "event"); err != nil {
		return nil, err
	}
	include, err := r.in.ids("include")
	if err != nil {
		return nil, err
	}
	if include != nil {
		q.and("events.id IN ?", include)
	}
	if err = dateFilters(r, q, include != nil); err != nil {
		return nil, err
	}
	if err = q.searchFilter(r, "event"); err != nil {
		return nil, err
	}
	for name, kind := range map[string]string{"categories": "category", "tags": "tag", "venue": "venue", "organizer": "organizer"} {
		if err = linkFilter(r, q, name, kind); err != nil {
			return nil, err
		}
	}
	for name, col := range map[string]string{"featured": "featured", "ticketed": "ticketed"} {
		v, set, err := r.in.bool(name)
		if err != nil {
			return nil, err
		}
		if set {
			q.and("events."+col+" = ?", v)
		}
	}
	parent, err := r.in.int("post_parent", -1, 0)
	if err != nil {
		return nil, err
	}
	if parent >= 0 {
		q.and("events.post_parent = ?", parent)
	}
	if err = geoFilter(r, q); err != nil {
		return nil, err
	}
	if variant == "calendar" && include == nil {
		q.and("events.hide = ?", false)
	}
	var total int64
	if bug("ev-status-total") {
		cq := *q
		cq.where = append([]string{"events.status = 'publish'"}, q.where[1:]...)
		cq.args = q.args[1:]
		cq.on("event").Count(&total)
	} else {
		q.on("event").Count(&total)
	}
	order := "events.start_utc, events.id"
	if bug("ev-paging-ties") && page%2 == 0 {
		order = "events.start_utc, events.id DESC"
	}
	if variant == "calendar" {
		order = "events.sticky DESC, " + order
	}
	var evs []Event
	q.on("event").Select("events.*").Order(order).Limit(int(per)).Offset(int((page - 1) * per)).Scan(&evs)
	items := []any{}
	for i := range evs {
		items = append(items, render(r, "event", &evs[i]))
	}
	return listing(r, "event", items, total, page, per)
}

func dateFilters(r *Req, q *query, included bool) *apiErr {
	strict, _, err := r.in.bool("strict_dates")
	if err != nil {
		return err
	}
	if bug("ev-strict-false") && r.in["strict_dates"] == "false" {
		strict = true
	}
	any := false
	for _, f := range []string{"start_date", "end_date", "starts_before", "starts_after", "ends_before", "ends_after"} {
		s, err := r.in.str(f)
		if err != nil {
			return err
		}
		if s == "" {
			continue
		}
		w, ok := parseWall(s, siteTZ)
		if !ok {
			return invalid(f, "a date such as 2030-01-31 18:00:00")
		}
		any = true
		if included && !(bug("ev-include-dates") && strings.HasPrefix(f, "start")) {
			continue
		}
		first, last := w[:10]+" 00:00:00", w[:10]+" 23:59:59"
		col := "events.start_date"
		if strings.HasPrefix(f, "end") && !(f == "ends_after" && bug("ev-ends-after-start")) {
			col = "events.end_date"
		}
		switch f {
		case "start_date":
			if strict {
				first = w
			}
			if variant == "window" {
				q.and(col+" >= ?", first)
			} else {
				q.and(col+" BETWEEN ? AND ?", first, last)
			}
		case "end_date":
			if strict || (bug("ev-end-date-day") && w != first) {
				last = w
			}
			if variant == "window" {
				q.and(col+" <= ?", last)
			} else {
				q.and(col+" BETWEEN ? AND ?", first, last)
			}
		case "starts_before", "ends_before":
			if strict {
				q.and(col+" < ?", w)
			} else {
				q.and(col+" <= ?", last)
			}
		default:
			if strict {
				q.and(col+" > ?", w)
			} else {
				q.and(col+" >= ?", first)
			}
		}
	}
	if !any && !included { // by default: what is not over before today
		q.and("events.end_date >= ?", time.Now().In(siteTZ).Format("2006-01-02")+" 00:00:00")
	}
	return nil
}

func linkFilter(r *Req, q *query, name, kind string) *apiErr {
	var ids []int64
	var err *apiErr
	words, err := r.in.words(name)
	if err != nil || words == nil {
		return err
	}
	if kind == "category" || kind == "tag" {
		for _, w := range words {
			if n, ok := atoi(w); ok {
				ids = append(ids, n)
			}
			var more []int64
			db.Model(&Term{}).Where("kind = ? AND slug = ?", kind, norm.NFC.String(w)).Pluck("id", &more)
			ids = append(ids, more...)
		}
	} else if ids, err = r.in.ids(name); err != nil {
		return err
	}
	if len(ids) == 0 {
		q.and("1 = 0")
		return nil
	}
	if kind == "category" && bug("ev-cat-join-dup") {
		q.join("JOIN links lc ON lc.event_id = events.id AND lc.kind = 'category' AND lc.target_id IN ?", ids)
		return nil
	}
	if kind == "organizer" && bug("ev-organizer-all") {
		q.and("(SELECT COUNT(*) FROM links l WHERE l.event_id = events.id AND l.kind = 'organizer' AND l.target_id IN ?) = ?", ids, len(ids))
		return nil
	}
	q.and("EXISTS (SELECT 1 FROM links l WHERE l.event_id = events.id AND l.kind = ? AND l.target_id IN ?)", kind, ids)
	return nil
}

func geoFilter(r *Req, q *query) *apiErr {
	const at = "EXISTS (SELECT 1 FROM links l JOIN venues v ON v.id = l.target_id WHERE l.event_id = events.id AND l.kind = 'venue' AND "
	v, set, err := r.in.bool("geoloc")
	if err != nil {
		return err
	}
	if set && v {
		q.and(at + "v.lat IS NOT NULL)")
	} else if set {
		q.and("NOT " + at + "v.lat IS NOT NULL)")
	}
	lat, okLat, err := r.in.float("geoloc_lat")
	if err != nil {
		return err
	}
	lng, okLng, err := r.in.float("geoloc_lng")
	if err != nil {
		return err
	}
	if okLat != okLng {
		return bad("invalid_geoloc", "geoloc_lat and geoloc_lng must be given together.")
	}
	if okLat {
		q.and(at+"abs(v.lat - ?) < 0.25 AND abs(v.lng - ?) < 0.4)", lat, lng)
	}
	return nil
}

func listLinked(kind string) handler {
	k := kinds[kind]
	return func(r *Req) (*Resp, *apiErr) {
		page, per, err := r.paging()
		if err != nil {
			return nil, err
		}
		q := &query{}
		if err = q.statusFilter(r, kind); err != nil {
			return nil, err
		}
		if err = q.searchFilter(r, kind); err != nil {
			return nil, err
		}
		base := "SELECT 1 FROM links l JOIN events e ON e.id = l.event_id WHERE l.kind = '" + kind + "' AND l.target_id = " + k.table + ".id"
		pub := base + " AND e.status = 'publish'"
		ev, err := r.in.int("event", -1, 0)
		if err != nil {
			return nil, err
		}
		if ev >= 0 && r.reads() {
			q.and("EXISTS ("+base+" AND e.id = ?)", ev)
		} else if ev >= 0 {
			q.and("EXISTS ("+pub+" AND e.id = ?)", ev)
		}
		v, set, err := r.in.bool("has_events")
		if err != nil {
			return nil, err
		}
		if bug("ev-delete-orphans") && kind == "venue" {
			pub = "SELECT 1 FROM links l LEFT JOIN events e ON e.id = l.event_id WHERE l.kind = 'venue' AND l.target_id = venues.id AND (e.id IS NULL OR e.status = 'publish')"
		}
		if set && v {
			q.and("EXISTS (" + pub + ")")
		} else if set {
			q.and("NOT EXISTS (" + pub + ")")
		}
		if v, set, err = r.in.bool("only_with_upcoming"); err != nil {
			return nil, err
		}
		if v || (set && kind == "organizer" && bug("or-upcoming-false") && r.in["only_with_upcoming"] == "false") {
			q.and("EXISTS ("+pub+" AND e.end_utc >= ?)", time.Now().UTC().Format(wallLayout))
		}
		var total int64
		q.on(kind).Count(&total)
		offset := (page - 1) * per
		if kind == "organizer" && bug("or-offset") {
			offset = (page - 1) * 10
		}
		tx := q.on(kind).Select(k.table + ".*").Order(k.table + ".title_fold, " + k.table + ".id").Limit(int(per)).Offset(int(offset))
		items := []any{}
		if kind == "venue" {
			var vs []Venue
			tx.Scan(&vs)
			for i := range vs {
				items = append(items, render(r, kind, &vs[i]))
			}
		} else {
			var os []Organizer
			tx.Scan(&os)
			for i := range os {
				items = append(items, render(r, kind, &os[i]))
			}
		}
		return listing(r, kind, items, total, page, per)
	}
}

// ---- writing ----

var scripts = regexp.MustCompile(`(?is)<script\b.*?</script\s*>`)

type change struct {
	title, desc, excerpt *string
	slug                 *string
	links                map[string][]int64
}

func (r *Req) apply(kind string, rec Rec, create bool) (*change, *apiErr) {
	in, p, ch := r.in, rec.post(), &change{links: map[string][]int64{}}
	name := kinds[kind].title
	if create || in.has(name) {
		s, err := in.str(name)
		if err != nil {
			return nil, err
		}
		if s = strings.TrimSpace(s); s == "" {
			return nil, bad("missing_"+name, "Parameter "+name+" is required and may not be empty.")
		}
		if len(s) > 2000 {
			return nil, invalid(name, "shorter")
		}
		ch.title = &s
	}
	for f, to := range map[string]**string{"description": &ch.desc, "excerpt": &ch.excerpt, "slug": &ch.slug} {
		if !in.has(f) || (f != "description" && kind != "event") {
			continue
		}
		s, err := in.str(f)
		if err != nil {
			return nil, err
		}
		s = scripts.ReplaceAllString(s, "")
		*to = &s
	}
	if in.has("author") {
		a, err := in.int("author", p.Author, 1)
		if err != nil {
			return nil, err
		}
		if a > 3 {
			return nil, invalid("author", "the ID of a user")
		}
		if useUsers && r.user.Role == "author" && a != r.user.ID {
			return nil, r.denied()
		}
		p.Author = a
	}
	if in.has("status") {
		s, err := in.str("status")
		if err != nil {
			return nil, err
		}
		if s != "" {
			if !has(statuses, s) {
				return nil, invalid("status", "one of "+strings.Join(statuses, ", "))
			}
			p.Status = s
		}
	}
	for _, f := range []string{"date_utc", "date"} {
		s, err := in.str(f)
		if err != nil {
			return nil, err
		}
		if s == "" {
			continue
		}
		loc := siteTZ
		if f == "date_utc" {
			loc = time.UTC
		}
		w, ok := parseWall(s, loc)
		switch {
		case !ok:
			return nil, invalid(f, "a date")
		case f == "date" || (bug("ev-date-utc") && !create && kind == "event"):
			p.Date, p.DateUTC = w, toUTC(w, siteTZ)
		default:
			p.DateUTC, p.Date = w, fromUTC(w, siteTZ)
		}
	}
	if in.has("image") {
		s, err := in.loose("image")
		if err != nil {
			return nil, err
		}
		if id, num := atoi(s); num {
			if id < 501 || id > 512 {
				return nil, invalid("image", "the ID of an image or a URL")
			}
		} else if err := checkURL("image", s); err != nil {
			return nil, err
		}
		p.Image = s
	}
	if in.has("website") {
		s, err := in.str("website")
		if err == nil {
			err = checkURL("website", s)
		}
		if err != nil {
			return nil, err
		}
		p.Website = s
	}
	switch x := rec.(type) {
	case *Event:
		return ch, r.applyEvent(x, ch, create)
	case *Venue:
		for f, to := range map[string]*string{"address": &x.Address, "city": &x.City, "country": &x.Country, "province": &x.Province,
			"state": &x.State, "zip": &x.Zip, "phone": &x.Phone, "stateprovince": &x.StateProvince} {
			if in.has(f) {
				s, err := in.loose(f)
				if err != nil {
					return nil, err
				}
				if in[f] == nil && !create && bug("ve-null-nil") {
					s = fmt.Sprint(in[f])
				}
				*to = strings.TrimSpace(s)
			}
		}
		if in.has("zip") && bug("ve-zip-zero") {
			if n, err := strconv.Atoi(x.Zip); err == nil {
				x.Zip = strconv.Itoa(n)
			}
		}
		return ch, setBools(in, map[string]*bool{"show_map": &x.ShowMap, "show_map_link": &x.ShowMapLink}, true)
	case *Organizer:
		for f, to := range map[string]*string{"phone": &x.Phone, "email": &x.Email} {
			if in.has(f) {
				s, err := in.loose(f)
				if err != nil {
					return nil, err
				}
				*to = strings.TrimSpace(s)
			}
		}
		return ch, checkEmail(x.Email)
	}
	return ch, nil
}

func setBools(in Input, to map[string]*bool, null bool) *apiErr {
	for f, b := range to {
		if in.has(f) {
			v, set, err := in.bool(f)
			if err != nil {
				return err
			}
			if !set {
				v = null
			}
			*b = v
		}
	}
	return nil
}

func (r *Req) applyEvent(e *Event, ch *change, create bool) *apiErr {
	in := r.in
	wasAllDay, oldZone := e.AllDay, e.Timezone
	sticky, hide, featured := e.Sticky, e.Hide, e.Featured
	if err := setBools(in, map[string]*bool{"all_day": &e.AllDay, "hide_from_listings": &e.Hide, "sticky": &e.Sticky, "featured": &e.Featured}, false); err != nil {
		return err
	}
	if bug("ev-patch-false") && r.c.Request.Method == "PATCH" && !r.bySlug { // Updates() with a struct skips zero values
		e.Sticky, e.Hide, e.Featured = e.Sticky || sticky, e.Hide || hide, e.Featured || featured
	}
	if err := setBools(in, map[string]*bool{"show_map": &e.ShowMap, "show_map_link": &e.ShowMapLink}, true); err != nil {
		return err
	}
	if s, err := in.str("timezone"); err != nil {
		return err
	} else if s != "" {
		if _, ok := zone(s); !ok {
			return invalid("timezone", "a time zone such as Europe/Paris")
		}
		e.Timezone = s
	}
	loc, _ := zone(e.Timezone)
	for f, to := range map[string]*string{"start_date": &e.StartDate, "end_date": &e.EndDate} {
		if !create && !in.has(f) {
			continue
		}
		s, err := in.str(f)
		if err != nil {
			return err
		}
		if s == "" {
			if f == "end_date" && create && e.AllDay && bug("ev-allday-no-end") {
				continue
			}
			return bad("missing_"+f, "Parameter "+f+" is required.")
		}
		w, ok := parseWall(s, loc)
		if !ok {
			return invalid(f, "a date such as 2030-01-31 18:00:00")
		}
		*to = w
	}
	if e.EndDate == "" {
		e.EndDate = e.StartDate
	}
	if e.AllDay {
		e.StartDate = e.StartDate[:10] + " 00:00:00"
		if bug("ev-allday-drift") && !create && wasAllDay && !in.has("end_date") {
			e.EndDate = wallTime(e.EndDate, time.UTC).Add(time.Second).Format(wallLayout)
		}
		e.EndDate = e.EndDate[:10] + " 23:59:59"
	}
	if e.EndDate < e.StartDate {
		return bad("invalid_end_date", "The event may not end before it starts.")
	}
	if !(bug("ev-tz-utc-stale") && !create && e.Timezone != oldZone && !in.has("start_date") && !in.has("end_date")) {
		e.StartUTC, e.EndUTC = toUTC(e.StartDate, loc), toUTC(e.EndDate, loc)
		if bug("ev-dst-span") { // one offset for both ends
			_, off := wallTime(e.StartDate, loc).Zone()
			e.EndUTC = wallTime(e.EndDate, time.UTC).Add(-time.Duration(off) * time.Second).Format(wallLayout)
		}
	}
	if in.has("cost") {
		s, err := in.loose("cost")
		if err != nil {
			return err
		}
		if n, ok := in["cost"].(json.Number); ok && bug("ev-cost-exp") {
			f, _ := n.Float64()
			s = fmt.Sprint(f)
		}
		e.Cost = s
	}
	for f, kind := range map[string]string{"categories": "category", "tags": "tag", "venue": "venue", "organizer": "organizer"} {
		if !in.has(f) {
			continue
		}
		ids, err := in.ids(f)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if !exists(kind, id) {
				return bad("invalid_"+f, "There is no "+kind+" "+itoa(id)+".")
			}
		}
		if bug("ev-org-append") && f == "organizer" && r.bySlug && r.c.Request.Method == "PUT" { // Association.Append
			for _, id := range links(e.ID, kind) {
				if !strings.Contains(","+joinIDs(ids)+",", ","+itoa(id)+",") {
					ids = append(ids, id)
				}
			}
		}
		ch.links[kind] = ids
	}
	return nil
}

func joinIDs(ids []int64) string {
	s := make([]string, len(ids))
	for i, id := range ids {
		s[i] = itoa(id)
	}
	return strings.Join(s, ",")
}

// writeText stores texts in the language the request selects.
func writeText(tx *gorm.DB, r *Req, kind string, id int64, orig string, ch *change) (base bool, err error) {
	var have int64
	tx.Model(&Text{}).Where("kind = ? AND rec_id = ? AND lang = ?", kind, id, r.lang).Count(&have)
	if r.lang == orig || (!r.langSet && have == 0) {
		return true, nil
	}
	t := Text{Kind: kind, RecID: id, Lang: r.lang}
	if have > 0 {
		tx.Where("kind = ? AND rec_id = ? AND lang = ?", kind, id, r.lang).Limit(1).Find(&t)
	}
	folded := func(s *string) *string { f := fold(*s); return &f }
	if ch.title != nil {
		t.Title, t.TitleFold = ch.title, folded(ch.title)
	}
	if ch.desc != nil {
		t.Description, t.DescFold = ch.desc, folded(ch.desc)
	}
	if ch.excerpt != nil {
		t.Excerpt = ch.excerpt
	}
	if ch.title == nil && ch.desc == nil && ch.excerpt == nil {
		return false, nil
	}
	return false, tx.Save(&t).Error
}

func setBase(p *Post, ch *change) {
	for _, f := range []struct{ to, from *string }{{&p.Title, ch.title}, {&p.Description, ch.desc}, {&p.Excerpt, ch.excerpt}} {
		if f.from != nil {
			*f.to = *f.from
		}
	}
}

func refold(rec Rec, create bool) {
	p := rec.post()
	p.TitleFold, p.DescFold = fold(p.Title), fold(p.Description)
	switch x := rec.(type) {
	case *Venue:
		if !create && bug("ve-search-stale") {
			return
		}
		p.ExtraFold = fold(strings.Join([]string{x.Address, x.City, x.Country, x.Province, x.State, x.Zip, x.Phone, x.StateProvince, x.Website}, "\x1f"))
	case *Organizer:
		p.ExtraFold = fold(strings.Join([]string{x.Phone, x.Email, x.Website}, "\x1f"))
	}
}

func createPost(kind string) handler {
	k := kinds[kind]
	return func(r *Req) (*Resp, *apiErr) {
		owner := int64(1)
		if r.user.ID != 0 {
			owner = r.user.ID
		}
		if err := r.mayWrite(owner); err != nil {
			return nil, err
		}
		writeMu.Lock()
		defer writeMu.Unlock()
		rec := newRec(kind)
		p := rec.post()
		now := time.Now()
		p.Author, p.Status, p.Lang, p.Modified = owner, "publish", r.lang, now.UnixNano()
		p.Date, p.DateUTC = now.In(siteTZ).Format(wallLayout), now.UTC().Format(wallLayout)
		switch x := rec.(type) {
		case *Event:
			x.Timezone, x.ShowMap, x.ShowMapLink = siteTZName, true, true
		case *Venue:
			x.ShowMap, x.ShowMapLink = true, true
		}
		ch, err := r.apply(kind, rec, true)
		if err != nil {
			return nil, err
		}
		setBase(p, ch)
		store(kind, rec, ch)
		flush(kind, "create")
		b := render(r, kind, rec)
		return &Resp{201, b, map[string]string{"Location": r.url("/" + k.plural + "/" + itoa(p.ID)), "ETag": tagOf(kind, rec, b)}}, nil
	}
}

// store inserts a new record with its links.
func store(kind string, rec Rec, ch *change) {
	p := rec.post()
	_ = db.Transaction(func(tx *gorm.DB) error {
		slug := p.Title
		if ch.slug != nil && slugify(*ch.slug) != "" {
			slug = *ch.slug
		}
		p.ID = nextPost
		nextPost++
		p.Slug = uniqueSlug(tx, kind, slugify(slug), kind+"-"+itoa(p.ID), p.ID)
		refold(rec, true)
		if err := tx.Create(rec).Error; err != nil {
			return err
		}
		for lk, ids := range ch.links {
			if err := setLinks(tx, p.ID, lk, ids); err != nil {
				return err
			}
		}
		return nil
	})
}

// guard checks rights, event password and If-Match before a write.
func guard(r *Req, kind string, rec Rec, del bool) *apiErr {
	loose := (bug("us-anon-delete-slug") && kind == "venue" && del && r.bySlug) ||
		(bug("us-put-slug") && kind == "event" && r.c.Request.Method == "PUT" && r.bySlug && r.user.Role == "author")
	if err := r.mayWrite(rec.post().Author); err != nil && !loose {
		return err
	}
	if e, ok := rec.(*Event); ok && e.Password != "" && r.user.Role != "editor" && r.in["password"] != e.Password {
		return &apiErr{403, "wrong_password", "The event is protected by a password."}
	}
	if im := r.c.GetHeader("If-Match"); im != "" && !matches(im, tagOf(kind, rec, render(r, kind, rec)), false) {
		return &apiErr{412, "precondition_failed", "The record has changed."}
	}
	return nil
}

func updatePost(kind string) handler {
	return func(r *Req) (*Resp, *apiErr) {
		racy := bug("ev-lost-update") && kind == "event" && r.c.Request.Method == "PATCH"
		if !racy {
			writeMu.Lock()
			defer writeMu.Unlock()
		}
		rec, err := find(r, kind, false)
		if err == nil {
			err = guard(r, kind, rec, false)
		}
		if err != nil {
			return nil, err
		}
		if racy { // read, think, write back
			time.Sleep(40 * time.Millisecond)
			writeMu.Lock()
			defer writeMu.Unlock()
		}
		p := rec.post()
		oldSlug := p.Slug
		if s, ok := r.in["organizer"].(string); kind == "organizer" && bug("or-partial-write") && ok && strings.TrimSpace(s) != "" {
			db.Model(&Organizer{}).Where("id = ?", p.ID).Update("title", strings.TrimSpace(s))
			flush(kind, "update")
		}
		ch, err := r.apply(kind, rec, false)
		if err != nil {
			return nil, err
		}
		e := db.Transaction(func(tx *gorm.DB) error {
			base, err := writeText(tx, r, kind, p.ID, p.Lang, ch)
			if err != nil {
				return err
			}
			if base || (bug("ev-lang-overwrite") && kind == "event") {
				setBase(p, ch)
			}
			if ch.slug != nil {
				s := slugify(*ch.slug)
				if s == "" {
					s = slugify(p.Title)
				}
				if bug("ev-slug-dup-update") {
					p.Slug = s
				} else {
					p.Slug = uniqueSlug(tx, kind, s, kind+"-"+itoa(p.ID), p.ID)
				}
			}
			p.Modified = time.Now().UnixNano()
			refold(rec, false)
			if err := tx.Save(rec).Error; err != nil {
				return err
			}
			for lk, ids := range ch.links {
				if err := setLinks(tx, p.ID, lk, ids); err != nil {
					return err
				}
			}
			return nil
		})
		if e != nil {
			return nil, &apiErr{500, "internal", "The record could not be saved."}
		}
		if p.Slug != oldSlug {
			oldSlugs.Store(kind+"/"+oldSlug, p.ID)
		}
		flush(kind, "update")
		b := render(r, kind, rec)
		return &Resp{200, b, map[string]string{"ETag": tagOf(kind, rec, b)}}, nil
	}
}

func deletePost(kind string) handler {
	return func(r *Req) (*Resp, *apiErr) {
		writeMu.Lock()
		defer writeMu.Unlock()
		rec, err := find(r, kind, false)
		if err == nil {
			err = guard(r, kind, rec, true)
		}
		if err != nil {
			return nil, err
		}
		p := rec.post()
		b := render(r, kind, rec)
		if kind == "organizer" && r.bySlug && bug("or-delete-slug") {
			db.Model(&Organizer{}).Where("id = ?", p.ID).Update("slug", p.Slug+"__trashed")
			flush(kind, "delete")
			return deleted(r, kind, p.ID, p.Slug, b), nil
		}
		_ = db.Transaction(func(tx *gorm.DB) error {
			if kind == "event" {
				if !(r.bySlug && bug("ev-delete-orphans")) {
					tx.Where("event_id = ?", p.ID).Delete(&Link{})
				}
			} else if !(kind == "venue" && !r.bySlug && bug("ve-delete-null")) {
				tx.Where("kind = ? AND target_id = ?", kind, p.ID).Delete(&Link{})
			}
			tx.Where("kind = ? AND rec_id = ?", kind, p.ID).Delete(&Text{})
			return tx.Where("id = ?", p.ID).Delete(rec).Error
		})
		flush(kind, "delete")
		return deleted(r, kind, p.ID, p.Slug, b), nil
	}
}

func deleted(r *Req, kind string, id int64, slug string, body gin.H) *Resp {
	switch variant {
	case "trash":
		goneIDs.Store(kind+"/"+itoa(id), true)
		goneIDs.Store(kind+"/"+slug, true)
		body["status"] = "trash"
	case "lean":
		return &Resp{204, nil, nil}
	}
	return &Resp{200, body, nil}
}
