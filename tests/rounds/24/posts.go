// Events, venues and organizers.
package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi"
)

var plural = map[string]string{"event": "events", "venue": "venues", "organizer": "organizers", "category": "categories", "tag": "tags"}

type Post struct {
	ID                              int64
	Type, Title, Slug, Status, Lang string
	Desc, Excerpt, Image, Website   *string
	Author, Pub, Modified, Deleted  int64
	Password                        string
	Start, End, TZ                  string
	AllDay, Map, MapLink            bool
	Hide, Sticky, Featured          bool
	Cost                            *string
	Contact                         map[string]*string
}

var contactCols = []string{"show_map", "show_map_link", "address", "city", "country", "province", "state", "zip", "phone", "stateprovince", "email"}
var contactFields = map[string][]string{
	"venue":     {"show_map", "show_map_link", "address", "city", "country", "province", "state", "zip", "phone", "stateprovince"},
	"organizer": {"phone", "email"},
}

const postCols = `p.id, p.type, p.title, p.slug, p.status, p.lang, p.description, p.excerpt, p.image, p.website, p.author, p.pub, p.modified, p.deleted, p.password,
 COALESCE(e.start_local,''), COALESCE(e.end_local,''), COALESCE(e.tz,''), COALESCE(e.all_day,0), COALESCE(e.show_map,0), COALESCE(e.show_map_link,0), COALESCE(e.hide,0),
 COALESCE(e.sticky,0), COALESCE(e.featured,0), e.cost,
 k.show_map, k.show_map_link, k.address, k.city, k.country, k.province, k.state, k.zip, k.phone, k.stateprovince, k.email`
const postFrom = ` FROM posts p LEFT JOIN events e ON e.post_id = p.id LEFT JOIN contacts k ON k.post_id = p.id `

func scanPosts(rows *sql.Rows, err error) []*Post {
	must(err)
	defer rows.Close()
	out := []*Post{}
	for rows.Next() {
		p := &Post{Contact: map[string]*string{}}
		k := make([]*string, len(contactCols))
		dst := []interface{}{&p.ID, &p.Type, &p.Title, &p.Slug, &p.Status, &p.Lang, &p.Desc, &p.Excerpt, &p.Image, &p.Website, &p.Author, &p.Pub, &p.Modified, &p.Deleted, &p.Password,
			&p.Start, &p.End, &p.TZ, &p.AllDay, &p.Map, &p.MapLink, &p.Hide, &p.Sticky, &p.Featured, &p.Cost}
		for i := range k {
			dst = append(dst, &k[i])
		}
		must(rows.Scan(dst...))
		for i, n := range contactCols {
			p.Contact[n] = k[i]
		}
		out = append(out, p)
	}
	must(rows.Err())
	return out
}

func idList(rows *sql.Rows, err error) []int64 {
	must(err)
	defer rows.Close()
	out := []int64{}
	for rows.Next() {
		var n int64
		must(rows.Scan(&n))
		out = append(out, n)
	}
	must(rows.Err())
	return out
}

// ---- access ----

func (c *C) canSee(p *Post, pass string, byID bool) bool {
	if c.user.Role == "editor" || (c.user.ID != 0 && p.Author == c.user.ID) {
		return true
	}
	if p.Status != "publish" || p.Deleted != 0 {
		return false
	}
	if p.Password != "" {
		if bug("any-password-opens") && pass != "" {
			return true
		}
		return byID && pass == p.Password
	}
	return true
}

func (c *C) visible(alias string) (string, []interface{}) {
	if c.user.Role == "editor" {
		return "1=1", nil
	}
	return fmt.Sprintf("((%[1]s.status = 'publish' AND %[1]s.password = '') OR (%[1]s.author = ? AND ? <> 0))", alias), []interface{}{c.user.ID, c.user.ID}
}

func (c *C) needWriter() {
	switch c.user.Role {
	case "anonymous":
		fail(401, "unauthorized", "log in first")
	case "reader":
		fail(403, "forbidden", "you may only read")
	}
}

// ---- texts in languages ----

func translations(tx DBTX, kind string, id int64, lang string) map[string]*string {
	rows, err := tx.Query("SELECT field, value FROM translations WHERE kind = ? AND obj_id = ? AND lang = ?", kind, id, lang)
	must(err)
	defer rows.Close()
	out := map[string]*string{}
	for rows.Next() {
		var f string
		var v *string
		must(rows.Scan(&f, &v))
		out[f] = v
	}
	return out
}

func translate(tx DBTX, kind string, id int64, lang, field string, v *string) {
	_, err := tx.Exec("INSERT OR REPLACE INTO translations (kind, obj_id, lang, field, value) VALUES (?,?,?,?,?)", kind, id, lang, field, v)
	must(err)
}

func textSQL(kind, alias, field string) string {
	col := field
	return fmt.Sprintf("ulower(COALESCE((SELECT x.value FROM translations x WHERE x.kind = '%s' AND x.obj_id = %s.id AND x.lang = ? AND x.field = '%s'), %s.%s, ''))", kind, alias, field, alias, col)
}

// ---- representation ----

var cacheMu sync.Mutex
var cache = map[string]map[string]interface{}{}

func invalidate() {
	cacheMu.Lock()
	cache = map[string]map[string]interface{}{}
	cacheMu.Unlock()
}

func deref(s *string) interface{} {
	if s == nil {
		return nil
	}
	return *s
}

func richText(s *string, blank bool) interface{} {
	if s == nil {
		if !blank {
			return nil
		}
		e := ""
		s = &e
	}
	if opt.TextObj {
		return map[string]string{"raw": *s, "rendered": html.EscapeString(*s)}
	}
	return *s
}

func zone(tz string) *time.Location {
	if l, err := time.LoadLocation(tz); err == nil && tz != "" {
		return l
	}
	return site
}

func (c *C) relIDs(p *Post, kind string) []int64 {
	var ids []int64
	if kind == "venue" || kind == "organizer" {
		ids = idList(c.tx.Query("SELECT l.target_id FROM links l JOIN posts t ON t.id = l.target_id AND t.deleted = 0 WHERE l.event_id = ? AND l.kind = ? ORDER BY l.pos", p.ID, kind))
	} else {
		ids = idList(c.tx.Query("SELECT l.term_id FROM term_links l JOIN terms t ON t.id = l.term_id AND t.deleted = 0 WHERE l.event_id = ? AND t.tax = ? ORDER BY l.pos", p.ID, kind))
	}
	if opt.SortRel {
		sort.Slice(ids, func(i, j int) bool { return ids[i] < ids[j] })
	}
	return ids
}

func (c *C) relation(p *Post, kind string) interface{} {
	ids := c.relIDs(p, kind)
	if !opt.Embed {
		return ids
	}
	out := []interface{}{}
	for _, id := range ids {
		if kind == "venue" || kind == "organizer" {
			for _, x := range scanPosts(c.tx.Query("SELECT "+postCols+postFrom+"WHERE p.id = ?", id)) {
				if c.canSee(x, "", false) {
					out = append(out, c.postRep(x))
				} else {
					out = append(out, map[string]interface{}{"id": id})
				}
			}
		} else if t := c.loadTerm(kind, id); t != nil {
			out = append(out, c.termRep(t))
		}
	}
	return out
}

func (c *C) postRep(p *Post) map[string]interface{} {
	title, desc, excerpt := &p.Title, p.Desc, p.Excerpt
	if c.lang != p.Lang {
		tr := translations(c.tx, "post", p.ID, c.lang)
		if v, ok := tr["title"]; ok && v != nil {
			title = v
		}
		if v, ok := tr["description"]; ok {
			desc = v
		}
		if v, ok := tr["excerpt"]; ok {
			excerpt = v
		}
	}
	pub := time.Unix(p.Pub, 0)
	pubUTC := pub.UTC()
	if bug("date-utc-fixed-offset") {
		t, _ := time.Parse(layout, pub.In(site).Format(layout))
		pubUTC = t.Add(-time.Hour)
	}
	m := map[string]interface{}{
		"id": p.ID, "slug": p.Slug, "status": p.Status, "author": p.Author, "language": c.lang,
		"date": showTime(pub.In(site).Format(layout), site), "date_utc": showTime(pubUTC.Format(layout), time.UTC),
		"modified": showTime(time.Unix(p.Modified, 0).In(site).Format(layout), site),
		"image":    deref(p.Image), "website": deref(p.Website),
	}
	self := c.root() + NS + "/" + plural[p.Type] + "/" + strconv.FormatInt(p.ID, 10)
	if opt.HalFields {
		m["_links"] = map[string]interface{}{"self": map[string]string{"href": self}}
	} else {
		m["url"] = self
	}
	if p.Deleted == 2 {
		m["status"] = "trash"
	}
	m["description"] = richText(desc, p.Type == "event")
	if p.Type != "event" {
		m[p.Type] = richText(title, true)
		for _, f := range contactFields[p.Type] {
			m[f] = deref(p.Contact[f])
		}
	} else {
		loc := zone(p.TZ)
		m["title"], m["excerpt"] = richText(title, true), richText(excerpt, true)
		m["start_date"], m["end_date"], m["timezone"] = showTime(p.Start, loc), showTime(p.End, loc), p.TZ
		m["start_date_utc"], m["end_date_utc"] = showTime(utcOf(p.Start, loc), time.UTC), showTime(utcOf(p.End, loc), time.UTC)
		m["all_day"], m["show_map"], m["show_map_link"] = p.AllDay, p.Map, p.MapLink
		m["hide_from_listings"], m["sticky"], m["featured"], m["protected"] = p.Hide, p.Sticky, p.Featured, p.Password != ""
		m["cost"] = nil
		if p.Cost != nil {
			m["cost"] = json.RawMessage(*p.Cost)
			if opt.CostString && !strings.HasPrefix(*p.Cost, `"`) {
				m["cost"] = *p.Cost
			}
		}
		m["venue"], m["organizer"] = c.relation(p, "venue"), c.relation(p, "organizer")
		m["categories"], m["tags"] = c.relation(p, "category"), c.relation(p, "tag")
	}
	if opt.OmitNull {
		for k, v := range m {
			if v == nil {
				delete(m, k)
			}
		}
	}
	return m
}

func utcOf(s string, loc *time.Location) string {
	t, _ := time.ParseInLocation(layout, s, loc)
	return t.UTC().Format(layout)
}

// ---- addressing ----

func param(c *C, k string) string {
	v := chi.URLParam(c.r, k)
	if c.r.URL.RawPath != "" {
		if u, err := url.PathUnescape(v); err == nil {
			v = u
		}
	}
	return v
}

// find loads the addressed record, or answers 404.
func (c *C) find(t string) (*Post, bool) {
	where, arg, byID := "p.id = ? AND p.type = '"+t+"'", interface{}(nil), true
	if s := param(c, "id"); s != "" {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			fail(404, "not_found", "no such "+t)
		}
		arg = n
	} else {
		s := param(c, "slug")
		byID = false
		arg = s
		where = "p.slug = ? AND p.deleted = 0 AND p.type = '" + t + "'"
		if n, err := strconv.ParseInt(s, 10, 64); err == nil && bug("numeric-slug-read-as-id") {
			where, arg = "p.id = ? AND p.type = '"+t+"'", n
		}
		if t == "organizer" && bug("slug-lookup-crosses-types") {
			where = "p.slug = ? AND p.deleted = 0 AND p.type <> 'event'"
		}
	}
	l := scanPosts(c.tx.Query("SELECT "+postCols+postFrom+"WHERE "+where+" ORDER BY p.id LIMIT 1", arg))
	if len(l) == 0 {
		fail(404, "not_found", "no such "+t)
	}
	if l[0].Deleted == 1 {
		fail(opt.GoneStatus, "not_found", "no such "+t)
	}
	return l[0], byID
}

func (c *C) refuse(p *Post) {
	s := opt.HiddenStatus
	if p.Password != "" && s == 404 {
		s = 403
	}
	if s == 401 && c.user.Role != "anonymous" {
		s = 403
	}
	fail(s, "not_visible", "you may not read this "+p.Type)
}

func getPost(c *C, t string) {
	p, byID := c.find(t)
	key := fmt.Sprintf("%s|%d|%s|%s|%s", t, p.ID, c.lang, c.prefix, c.r.Host)
	if bug("cache-ignores-language") {
		key = fmt.Sprintf("%s|%d", t, p.ID)
	}
	if opt.Embed {
		key += c.user.Name
	}
	cacheMu.Lock()
	rep, hit := cache[key]
	cacheMu.Unlock()
	skip := hit && bug("cached-draft-for-anonymous")
	if !skip && !c.canSee(p, c.q.Get("password"), byID) {
		c.refuse(p)
	}
	if !hit {
		rep = c.postRep(p)
		cacheMu.Lock()
		cache[key] = rep
		cacheMu.Unlock()
	}
	c.item(200, t, rep)
}

// ---- listing ----

var statuses = map[string]bool{"publish": true, "draft": true, "pending": true, "private": true, "future": true}

type filter struct {
	where []string
	args  []interface{}
}

func (f *filter) add(w string, a ...interface{}) {
	f.where = append(f.where, w)
	f.args = append(f.args, a...)
}

func (c *C) dateFilters(f *filter) {
	strict, _ := qbool(c.q, "strict_dates")
	ignore := len(qlist(c.q, "include")) > 0 && !bug("include-keeps-date-filters")
	any := false
	get := func(k string) (exact, day string) {
		s := c.q.Get(k)
		if s == "" {
			return "", ""
		}
		t, ok := moment(strings.Replace(s, "+", " ", 1), site)
		if !ok {
			t, ok = moment(s, site)
		}
		if !ok {
			bad(k + " must be a date")
		}
		any = true
		if ignore {
			return "", ""
		}
		return t.Format(layout), t.Format("2006-01-02")
	}
	if x, d := get("start_date"); x != "" {
		from := d + " 00:00:00"
		if strict {
			from = x
		}
		col := "e.start_local"
		if bug("start-date-in-utc") {
			col = "datetime(e.start_ts, 'unixepoch')"
		}
		if bug("day-is-24-hours") {
			t, _ := time.ParseInLocation(layout, from, site)
			f.add("e.start_ts >= ? AND e.start_ts < ?", t.Unix(), t.Unix()+86400)
		} else {
			f.add(col+" >= ? AND "+col+" <= ?", from, d+" 23:59:59")
		}
	}
	if x, d := get("end_date"); x != "" {
		from := d + " 00:00:00"
		if strict {
			from = x
		}
		to := d + " 23:59:59"
		if bug("end-date-always-exact") {
			to = x
		}
		f.add("e.end_local >= ? AND e.end_local <= ?", from, to)
	}
	before := func(k, col string) {
		if x, d := get(k); x != "" {
			switch {
			case strict:
				f.add(col+" < ?", x)
			case opt.Boundary:
				f.add(col+" <= ?", d+" 23:59:59")
			default:
				f.add(col+" < ?", d+" 00:00:00")
			}
		}
	}
	after := func(k, col string) {
		if x, d := get(k); x != "" {
			switch {
			case strict && !(k == "starts_after" && bug("strict-ignored-for-starts-after")):
				f.add(col+" > ?", x)
			case opt.Boundary:
				f.add(col+" >= ?", d+" 00:00:00")
			default:
				f.add(col+" > ?", d+" 23:59:59")
			}
		}
	}
	before("starts_before", "e.start_local")
	if !(bug("starts-after-dropped-beside-before") && c.q.Get("starts_before") != "") {
		after("starts_after", "e.start_local")
	}
	if bug("ends-before-checks-start") {
		before("ends_before", "e.start_local")
	} else {
		before("ends_before", "e.end_local")
	}
	after("ends_after", "e.end_local")
	if opt.DefaultDates == "upcoming" && !any && !ignore {
		f.add("e.end_ts >= ?", time.Now().Unix())
	}
}

func (c *C) termFilter(f *filter, tax, k string) (join string) {
	l := qlist(c.q, k)
	if len(l) == 0 {
		return ""
	}
	var ids, slugs []interface{}
	for _, s := range l {
		if n, err := strconv.ParseInt(s, 10, 64); err == nil {
			ids = append(ids, n)
		} else {
			slugs = append(slugs, s)
		}
	}
	in := fmt.Sprintf("tt.tax = '%s' AND tt.deleted = 0 AND (tt.id IN (%s) OR tt.slug IN (%s))", tax, marks(len(ids)), marks(len(slugs)))
	args := append(append([]interface{}{}, ids...), slugs...)
	if tax == "category" && bug("two-categories-duplicate-events") {
		f.add(in, args...)
		return " JOIN term_links tl ON tl.event_id = p.id JOIN terms tt ON tt.id = tl.term_id "
	}
	if tax == "tag" && bug("tags-filter-needs-all") {
		f.add("(SELECT COUNT(*) FROM term_links tl JOIN terms tt ON tt.id = tl.term_id WHERE tl.event_id = p.id AND "+in+") = ?", append(args, len(args))...)
		return ""
	}
	f.add("EXISTS (SELECT 1 FROM term_links tl JOIN terms tt ON tt.id = tl.term_id WHERE tl.event_id = p.id AND "+in+")", args...)
	return ""
}

func listPosts(c *C, t string) {
	f := &filter{}
	f.add("p.type = ?", t)
	join, order := "", opt.ContactOrder
	status := c.q.Get("status")
	if t == "organizer" && c.q.Get("event") != "" && bug("organizer-status-lost-beside-event") {
		status = ""
	}
	switch {
	case status == "trash" && opt.Delete == "trash":
		f.add("p.deleted = 2")
	default:
		f.add("p.deleted = 0")
		if status != "" && status != "any" {
			l := qlist(c.q, "status")
			args := []interface{}{}
			for _, s := range l {
				if !statuses[s] {
					bad("unknown status")
				}
				args = append(args, s)
			}
			f.add("p.status IN ("+marks(len(args))+")", args...)
		}
	}
	if !(bug("drafts-listed-on-request") && status != "") {
		w, a := c.visible("p")
		f.add(w, a...)
	}
	if t == "event" {
		order = opt.EventOrder
		c.dateFilters(f)
		join = c.termFilter(f, "category", "categories")
		c.termFilter(f, "tag", "tags")
		for _, k := range []string{"venue", "organizer"} {
			if ids := qids(c.q, k); len(ids) > 0 {
				first := ""
				if k == "organizer" && bug("organizer-filter-primary-only") {
					first = " AND l.pos = 0"
				}
				f.add("EXISTS (SELECT 1 FROM links l JOIN posts v ON v.id = l.target_id AND v.deleted = 0 WHERE l.event_id = p.id AND l.kind = '"+k+"' AND l.target_id IN ("+marks(len(ids))+")"+first+")", ids...)
			}
		}
		if b, ok := qbool(c.q, "featured"); ok && (b || !bug("featured-false-ignored")) {
			f.add("e.featured = ?", b)
		}
		if b, ok := qbool(c.q, "ticketed"); ok && b {
			f.add("1 = 0")
		}
		if qint(c.q, "post_parent", 0, 0) > 0 {
			f.add("1 = 0")
		}
		if ids := qids(c.q, "include"); len(ids) > 0 {
			f.add("p.id IN ("+marks(len(ids))+")", ids...)
		}
		if (c.q.Get("geoloc_lat") == "") != (c.q.Get("geoloc_lng") == "") {
			bad("geoloc_lat and geoloc_lng go together")
		}
		qbool(c.q, "geoloc")
	} else {
		ev, eva := c.visible("ev")
		const linked = "SELECT 1 FROM links l JOIN posts ev ON ev.id = l.event_id AND ev.deleted = 0 JOIN events ee ON ee.post_id = ev.id WHERE l.target_id = p.id AND "
		if c.q.Get("event") != "" {
			f.add("EXISTS ("+linked+ev+" AND l.event_id = ?)", append(append([]interface{}{}, eva...), qint(c.q, "event", 0, 0))...)
		}
		if b, ok := qbool(c.q, "has_events"); ok {
			not := ""
			if !b {
				not = "NOT "
			}
			f.add(not+"EXISTS ("+linked+ev+")", eva...)
		}
		b, ok := qbool(c.q, "only_with_upcoming")
		if ok && t == "venue" && bug("upcoming-false-is-true") {
			b = true
		}
		if b {
			f.add("EXISTS ("+linked+ev+" AND ee.end_ts >= ?)", append(append([]interface{}{}, eva...), time.Now().Unix())...)
		}
	}
	if s := c.q.Get("search"); s != "" {
		if bug("search-escapes-ampersand") {
			s = html.EscapeString(s)
		}
		arg := likeArg(s)
		or := []string{textSQL("post", "p", "title") + ` LIKE ? ESCAPE '\'`, textSQL("post", "p", "description") + ` LIKE ? ESCAPE '\'`}
		args := []interface{}{c.lang, arg, c.lang, arg}
		for _, k := range contactFields[t] {
			if strings.HasPrefix(k, "show_") {
				continue
			}
			or = append(or, `ulower(COALESCE(k.`+k+`,'')) LIKE ? ESCAPE '\'`)
			args = append(args, arg)
		}
		if t != "event" {
			or = append(or, `ulower(COALESCE(p.website,'')) LIKE ? ESCAPE '\'`)
			args = append(args, arg)
		}
		w := "(" + strings.Join(or, " OR ") + ")"
		if t == "event" && bug("search-or-unparenthesised") {
			w = strings.Join(or, " OR ")
		}
		f.add(w, args...)
	}
	pg := c.paging(10)
	if t == "venue" && bug("page-offset-uses-default-size") {
		pg.offset = (pg.num - 1) * 10
	}
	from := postFrom + join + "WHERE " + strings.Join(f.where, " AND ")
	var total int64
	must(c.tx.QueryRow("SELECT COUNT(*)"+from, f.args...).Scan(&total))
	items := []interface{}{}
	for _, p := range scanPosts(c.tx.Query("SELECT "+postCols+from+" ORDER BY "+order+" LIMIT ? OFFSET ?", append(append([]interface{}{}, f.args...), pg.size, pg.offset)...)) {
		items = append(items, c.postRep(p))
	}
	c.list(plural[t], items, total, pg)
}

// ---- writing ----

var eventFields = strings.Fields("title start_date end_date author date date_utc description slug excerpt status timezone all_day image cost website show_map show_map_link hide_from_listings sticky featured categories tags venue organizer password id")

func (c *C) checkFields(known ...string) {
	if !opt.Strict {
		return
	}
	m := map[string]bool{}
	for _, k := range known {
		m[k] = true
	}
	for k := range c.body {
		if !m[k] {
			bad("unknown field " + k)
		}
	}
}

func fieldsOf(t string) []string {
	if t == "event" {
		return eventFields
	}
	return append([]string{t, "author", "date", "date_utc", "description", "status", "website", "image", "slug", "id"}, contactFields[t]...)
}

var lastOrganizer map[string]interface{}

func (c *C) uniqueSlug(p *Post, want string) string {
	if want == "" {
		want = p.Type
	}
	if bug("same-name-same-slug") && p.Type == "venue" {
		return want
	}
	s := want
	for i := 2; ; i++ {
		var n int
		must(c.tx.QueryRow("SELECT COUNT(*) FROM posts WHERE type = ? AND slug = ? AND deleted = 0 AND id <> ?", p.Type, s, p.ID).Scan(&n))
		if n == 0 {
			return s
		}
		s = fmt.Sprintf("%s-%d", want, i)
	}
}

// texts written in another language than the record's own become translations.
type pendingText map[string]*string

func (c *C) apply(p *Post, creating, byID bool) pendingText {
	texts := pendingText{}
	nameField := p.Type
	if p.Type == "event" {
		nameField = "title"
	}
	own := creating || c.lang == p.Lang
	set := func(field string, v *string, base **string) {
		if own {
			*base = v
		} else {
			texts[field] = v
		}
	}
	if v, ok := c.text(nameField); ok || creating {
		if v == nil || strings.TrimSpace(*v) == "" {
			bad(nameField + " is required")
		}
		if own || p.Type == "venue" && c.lang == "de" && bug("german-update-overwrites-default") {
			p.Title = *v
		}
		if !own {
			texts["title"] = v
		}
	}
	if v, ok := c.text("description"); ok {
		set("description", v, &p.Desc)
		if p.Type == "venue" && c.lang == "de" && bug("german-update-overwrites-default") {
			p.Desc = v
		}
	}
	if v, ok := c.text("image"); ok {
		p.Image = v
	}
	if v, ok := c.text("website"); ok {
		if v != nil && opt.URLCheck && *v != "" {
			u, err := url.Parse(*v)
			if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
				bad("website must be a URL")
			}
		}
		p.Website = v
	}
	if v, ok := c.text("status"); ok && v != nil {
		if !statuses[*v] {
			bad("unknown status")
		}
		p.Status = *v
		p.Deleted = 0
	}
	if n, ok := c.integer("author"); ok {
		if c.user.Role == "author" && n != c.user.ID {
			fail(403, "forbidden", "you may not write for another author")
		}
		if n < 1 {
			bad("author must be a user's id")
		}
		p.Author = n
	}
	for _, k := range []string{"date", "date_utc"} {
		if v, ok := c.text(k); ok && v != nil {
			loc := site
			if k == "date_utc" {
				loc = time.UTC
			}
			t, ok := moment(*v, loc)
			if !ok {
				bad(k + " must be a date and time")
			}
			p.Pub = t.Unix()
		}
	}
	if p.Type == "event" {
		c.applyEvent(p, creating, byID, set)
	} else {
		for _, k := range contactFields[p.Type] {
			if k == "show_map" || k == "show_map_link" {
				if b, ok := c.body[k].(bool); ok {
					c.body[k] = strconv.FormatBool(b)
				}
			}
			v, ok := c.text(k)
			if !ok && p.Type == "organizer" && creating && bug("fields-kept-from-previous-request") {
				if s, ok2 := lastOrganizer[k].(string); ok2 {
					v, ok = &s, true
				}
			}
			if !ok {
				continue
			}
			if k == "zip" && v != nil && bug("zip-as-number") {
				if n, err := strconv.Atoi(*v); err == nil {
					s := strconv.Itoa(n)
					v = &s
				}
			}
			if k == "email" && v != nil && *v != "" && !strings.Contains(*v, "@") {
				bad("email must be an e-mail address")
			}
			p.Contact[k] = v
			if k == "stateprovince" && bug("stateprovince-overwrites-state") {
				p.Contact["state"] = v
			}
		}
		if p.Type == "organizer" && creating {
			lastOrganizer = c.body
		}
	}
	return texts
}

func (c *C) applyEvent(p *Post, creating, byID bool, set func(string, *string, **string)) {
	if v, ok := c.text("excerpt"); ok {
		set("excerpt", v, &p.Excerpt)
	} else if !creating && !byID && bug("excerpt-lost-on-slug-update") {
		p.Excerpt = nil
	}
	if v, ok := c.text("timezone"); ok && v != nil && *v != "" {
		if _, err := time.LoadLocation(*v); err != nil || *v == "Local" {
			bad("unknown timezone")
		}
		p.TZ = *v
	} else if !creating && bug("timezone-reset-on-update") {
		p.TZ = "Europe/Amsterdam"
	}
	loc := zone(p.TZ)
	if creating && !c.has("start_date") {
		bad("start_date is required")
	}
	if creating && !c.has("end_date") {
		if !bug("end-date-not-required") {
			bad("end_date is required")
		}
		c.body["end_date"] = c.body["start_date"]
	}
	oldStart := p.Start
	if c.has("start_date") {
		p.Start = c.local("start_date", loc)
	}
	if c.has("end_date") {
		p.End = c.local("end_date", loc)
	} else if !creating && c.has("start_date") && bug("end-moves-with-start") {
		a, _ := time.Parse(layout, oldStart)
		b, _ := time.Parse(layout, p.End)
		s, _ := time.Parse(layout, p.Start)
		p.End = s.Add(b.Sub(a)).Format(layout)
	}
	if p.End < p.Start {
		bad("end_date is before start_date")
	}
	flag := func(k string, to *bool, def bool) {
		if c.has(k) {
			b := c.boolean(k, def)
			if !b && !creating && bug("patch-false-ignored") {
				return
			}
			*to = b
		} else if creating {
			*to = def
		}
	}
	flag("all_day", &p.AllDay, false)
	flag("show_map", &p.Map, opt.MapDefault)
	flag("show_map_link", &p.MapLink, opt.MapDefault)
	flag("hide_from_listings", &p.Hide, false)
	flag("sticky", &p.Sticky, false)
	flag("featured", &p.Featured, false)
	if opt.AllDayNorm && p.AllDay {
		p.Start, p.End = p.Start[:10]+" 00:00:00", p.End[:10]+" 23:59:59"
	}
	if v, ok := c.body["cost"]; ok {
		switch x := v.(type) {
		case nil:
			p.Cost = nil
		case string, json.Number:
			s := strings.TrimSpace(string(encode(x)))
			p.Cost = &s
			if s == "0" && bug("cost-zero-lost") {
				p.Cost = nil
			}
		default:
			bad("cost must be a string or a number")
		}
	}
	if byID && !creating {
		if v, ok := c.text("password"); ok {
			p.Password = ""
			if v != nil {
				p.Password = *v
			}
		}
	}
}

func (c *C) saveRelations(p *Post, creating bool) {
	for _, kind := range []string{"venue", "organizer"} {
		if !c.has(kind) {
			continue
		}
		ids := c.ids(kind)
		if len(ids) == 0 && !creating && bug("patch-empty-list-ignored") {
			continue
		}
		if !(kind == "venue" && bug("venue-list-merged-on-update")) {
			_, err := c.tx.Exec("DELETE FROM links WHERE event_id = ? AND kind = ?", p.ID, kind)
			must(err)
		}
		for i, id := range ids {
			var n int
			must(c.tx.QueryRow("SELECT COUNT(*) FROM posts WHERE id = ? AND type = ? AND deleted = 0", id, kind).Scan(&n))
			if n == 0 {
				if opt.BadRef == "ignore" {
					continue
				}
				bad(fmt.Sprintf("%s %d does not exist", kind, id))
			}
			_, err := c.tx.Exec("INSERT OR IGNORE INTO links (event_id, kind, target_id, pos) VALUES (?,?,?,?)", p.ID, kind, id, i)
			must(err)
		}
	}
	for tax, k := range map[string]string{"category": "categories", "tag": "tags"} {
		if !c.has(k) {
			continue
		}
		ids := c.ids(k)
		if len(ids) == 0 && !creating && bug("patch-empty-list-ignored") {
			continue
		}
		del := "DELETE FROM term_links WHERE event_id = ? AND term_id IN (SELECT id FROM terms WHERE tax = ?)"
		if tax == "tag" && !c.has("categories") && bug("tags-update-wipes-categories") {
			del = "DELETE FROM term_links WHERE event_id = ? AND ? <> ''"
		}
		_, err := c.tx.Exec(del, p.ID, tax)
		must(err)
		for i, id := range ids {
			if c.loadTerm(tax, id) == nil {
				if opt.BadRef == "ignore" {
					continue
				}
				bad(fmt.Sprintf("%s %d does not exist", tax, id))
			}
			_, err := c.tx.Exec("INSERT INTO term_links (event_id, term_id, pos) VALUES (?,?,?)", p.ID, id, i)
			must(err)
		}
	}
}

func (c *C) save(p *Post, texts pendingText) {
	p.Modified = time.Now().Unix()
	if p.ID == 0 {
		r, err := c.tx.Exec("INSERT INTO posts (type, title, status, author, pub, lang, created) VALUES (?,?,?,?,?,?,?)", p.Type, p.Title, p.Status, p.Author, p.Pub, p.Lang, p.Modified)
		must(err)
		p.ID, err = r.LastInsertId()
		must(err)
		if p.Type == "event" {
			_, err = c.tx.Exec("INSERT INTO events (post_id) VALUES (?)", p.ID)
		} else {
			_, err = c.tx.Exec("INSERT INTO contacts (post_id) VALUES (?)", p.ID)
		}
		must(err)
		if want := p.Slug; want != "" {
			p.Slug = c.uniqueSlug(p, want)
		} else {
			want = slugify(p.Title)
			if opt.SlugID {
				want = fmt.Sprintf("%s-%d", want, p.ID)
			}
			p.Slug = c.uniqueSlug(p, want)
		}
	}
	_, err := c.tx.Exec("UPDATE posts SET title=?, description=?, excerpt=?, slug=?, status=?, author=?, pub=?, image=?, website=?, password=?, deleted=?, modified=? WHERE id=?",
		p.Title, p.Desc, p.Excerpt, p.Slug, p.Status, p.Author, p.Pub, p.Image, p.Website, p.Password, p.Deleted, p.Modified, p.ID)
	must(err)
	if p.Type == "event" {
		loc := zone(p.TZ)
		st, _ := time.ParseInLocation(layout, p.Start, loc)
		en, _ := time.ParseInLocation(layout, p.End, loc)
		_, err = c.tx.Exec("UPDATE events SET start_local=?, end_local=?, tz=?, all_day=?, cost=?, show_map=?, show_map_link=?, hide=?, sticky=?, featured=?, start_ts=?, end_ts=? WHERE post_id=?",
			p.Start, p.End, p.TZ, p.AllDay, p.Cost, p.Map, p.MapLink, p.Hide, p.Sticky, p.Featured, st.Unix(), en.Unix(), p.ID)
		must(err)
	} else {
		for k, v := range p.Contact {
			_, err = c.tx.Exec("UPDATE contacts SET "+k+"=? WHERE post_id=?", v, p.ID)
			must(err)
		}
	}
	for f, v := range texts {
		translate(c.tx, "post", p.ID, c.lang, f, v)
	}
}

func (c *C) slugField(p *Post) {
	v, ok := c.text("slug")
	if !ok || v == nil || p.Type != "event" {
		return
	}
	s := slugify(*v)
	if s == "" {
		if *v == "" {
			return
		}
		bad("slug has no usable characters")
	}
	u := c.uniqueSlug(p, s)
	if u != s && opt.SlugConflict {
		fail(409, "slug_taken", "the slug is taken")
	}
	p.Slug = u
}

func createPost(c *C, t string) {
	c.needWriter()
	c.checkFields(fieldsOf(t)...)
	now := time.Now().Unix()
	p := &Post{Type: t, Status: "publish", Author: c.user.ID, Pub: now, Lang: c.lang, TZ: "Europe/Amsterdam", Contact: map[string]*string{}}
	texts := c.apply(p, true, true)
	c.slugField(p)
	c.save(p, texts)
	if t == "event" {
		c.saveRelations(p, true)
	}
	invalidate()
	rep := c.postRep(p)
	c.w.Header().Set("Location", c.root()+NS+"/"+plural[t]+"/"+strconv.FormatInt(p.ID, 10))
	if opt.CreateMinimal {
		rep = map[string]interface{}{"id": p.ID, "slug": p.Slug}
	}
	c.item(opt.CreateStatus, t, rep)
}

func (c *C) ifMatch(rep func() map[string]interface{}) {
	im := c.r.Header.Get("If-Match")
	if im == "" || opt.NoETag {
		return
	}
	var v interface{} = rep()
	if opt.ItemEnvelope == "data" {
		v = map[string]interface{}{"data": v}
	}
	cur := etag(encode(v))
	for _, x := range strings.Split(im, ",") {
		if x = strings.TrimSpace(x); x == "*" || x == cur || x == "W/"+cur {
			return
		}
	}
	fail(412, "precondition_failed", "the record has changed")
}

func (c *C) mayChange(p *Post, slugAddr bool) {
	if c.user.Role == "editor" || p.Author == c.user.ID {
		return
	}
	if slugAddr && c.r.Method != "DELETE" && bug("author-edits-others-by-slug") {
		return
	}
	fail(403, "forbidden", "this is somebody else's "+p.Type)
}

var putReset = map[string][]string{
	"event":     {"description", "excerpt", "all_day", "image", "cost", "website", "show_map", "show_map_link", "hide_from_listings", "sticky", "featured", "categories", "tags", "venue", "organizer"},
	"venue":     append([]string{"description", "website", "image"}, contactFields["venue"]...),
	"organizer": append([]string{"description", "website", "image"}, contactFields["organizer"]...),
}

func updatePost(c *C, t string) {
	c.needWriter()
	p, byID := c.find(t)
	c.mayChange(p, !byID)
	c.ifMatch(func() map[string]interface{} { return c.postRep(p) })
	c.checkFields(fieldsOf(t)...)
	if opt.PutReplaces && c.r.Method == "PUT" {
		for _, k := range putReset[t] {
			if !c.has(k) {
				c.body[k] = nil
			}
		}
	}
	if !byID && bug("body-slug-ignored-by-slug") {
		delete(c.body, "slug")
	}
	wasDeleted := p.Deleted
	texts := c.apply(p, false, byID)
	if wasDeleted != p.Deleted {
		p.Slug = c.uniqueSlug(p, p.Slug)
	}
	c.slugField(p)
	if withUsers && bug("editor-takes-ownership") {
		p.Author = c.user.ID
	}
	c.save(p, texts)
	if t == "event" {
		c.saveRelations(p, false)
	}
	invalidate()
	c.item(opt.UpdateStatus, t, c.postRep(p))
}

func (c *C) answerDelete(name string, rep map[string]interface{}) {
	invalidate()
	switch opt.Delete {
	case "204":
		c.send(204, nil)
	case "wrapped":
		c.send(200, map[string]interface{}{"deleted": true, "previous": rep})
	default:
		c.item(200, name, rep)
	}
}

func deletePost(c *C, t string) {
	c.needWriter()
	p, byID := c.find(t)
	c.mayChange(p, !byID)
	c.ifMatch(func() map[string]interface{} { return c.postRep(p) })
	rep := c.postRep(p)
	to := 1
	if opt.Delete == "trash" && p.Deleted == 0 {
		to = 2
		rep["status"] = "trash"
	}
	_, err := c.tx.Exec("UPDATE posts SET deleted = ?, modified = ? WHERE id = ?", to, time.Now().Unix(), p.ID)
	must(err)
	_, err = c.tx.Exec("DELETE FROM links WHERE event_id = ? OR target_id = ?", p.ID, p.ID)
	must(err)
	if !bug("term-count-stale-after-delete") {
		_, err = c.tx.Exec("DELETE FROM term_links WHERE event_id = ?", p.ID)
		must(err)
	}
	c.answerDelete(t, rep)
}
