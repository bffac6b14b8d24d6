// A calendar of events as a REST service: events, venues, organizers,
// categories and tags below /vendor/events/v1. Standard library only, data in
// memory.
package main

import (
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
	_ "time/tzdata"
	"unicode"
	"unicode/utf8"
)

var (
	BUG      = os.Getenv("BUG")
	VARIANT  = os.Getenv("VARIANT")
	useUsers = os.Getenv("USERS") == "1"
)

const (
	layout    = "2006-01-02 15:04:05"
	dayLayout = "2006-01-02"
	siteZone  = "Europe/Amsterdam"
	namespace = "vendor/events/v1"
	maxBody   = 8 << 20
)

// ---------------------------------------------------------------- schemas

type field struct {
	name     string
	typ      string // string text int bool any wall pub ints status tz slug parent
	required bool
	def      any
	rel      string // for ints: the collection referred to
	what     string
}

type kind struct {
	plural, singular, label string // label: the field that names the record
	fields                  []field
	slugs                   bool // has by-slug addresses
	term                    bool
}

var kinds = map[string]*kind{
	"events": {plural: "events", singular: "event", label: "title", slugs: true, fields: []field{
		{"title", "string", true, nil, "", "Event title"},
		{"timezone", "tz", false, siteZone, "", "Event time zone"},
		{"start_date", "wall", true, nil, "", "Start date and time"},
		{"end_date", "wall", true, nil, "", "End date and time"},
		{"author", "int", false, nil, "", "Author ID"},
		{"date", "pub", false, nil, "", "Publication date"},
		{"date_utc", "pub", false, nil, "", "Publication date in UTC"},
		{"description", "string", false, "", "", "Event description"},
		{"slug", "slug", false, nil, "", "Event slug"},
		{"excerpt", "string", false, "", "", "Event excerpt"},
		{"status", "status", false, "publish", "", "Post status"},
		{"all_day", "bool", false, false, "", "Whether the event lasts all day"},
		{"image", "string", false, nil, "", "Featured image ID or URL"},
		{"cost", "any", false, nil, "", "Event cost"},
		{"website", "string", false, nil, "", "URL of the event's site"},
		{"show_map", "bool", false, true, "", "Whether to show a map"},
		{"show_map_link", "bool", false, true, "", "Whether to show a map link"},
		{"hide_from_listings", "bool", false, false, "", "Whether to hide the event in calendar views"},
		{"sticky", "bool", false, false, "", "Whether the event is sticky"},
		{"featured", "bool", false, false, "", "Whether the event is featured"},
		{"categories", "ints", false, []int{}, "categories", "Category IDs"},
		{"tags", "ints", false, []int{}, "tags", "Tag IDs"},
		{"venue", "ints", false, []int{}, "venues", "Venue IDs"},
		{"organizer", "ints", false, []int{}, "organizers", "Organizer IDs"},
	}},
	"venues": {plural: "venues", singular: "venue", label: "venue", slugs: true, fields: []field{
		{"venue", "string", true, nil, "", "Venue name"},
		{"author", "int", false, nil, "", "Author ID"},
		{"date", "pub", false, nil, "", "Publication date"},
		{"date_utc", "pub", false, nil, "", "Publication date in UTC"},
		{"description", "string", false, nil, "", "Description"},
		{"status", "status", false, "publish", "", "Post status"},
		{"show_map", "string", false, nil, "", "Whether linked events show a map"},
		{"show_map_link", "string", false, nil, "", "Whether linked events show a map link"},
		{"address", "string", false, nil, "", "Street address"},
		{"city", "string", false, nil, "", "City"},
		{"country", "string", false, nil, "", "Country"},
		{"province", "string", false, nil, "", "Province"},
		{"state", "string", false, nil, "", "State"},
		{"zip", "string", false, nil, "", "Postal code"},
		{"phone", "string", false, nil, "", "Telephone number"},
		{"stateprovince", "string", false, nil, "", "Combined state and province"},
		{"website", "string", false, nil, "", "Website URL"},
		{"image", "string", false, nil, "", "Featured image ID or URL"},
	}},
	"organizers": {plural: "organizers", singular: "organizer", label: "organizer", slugs: true, fields: []field{
		{"organizer", "string", true, nil, "", "Organizer name"},
		{"author", "int", false, nil, "", "Author ID"},
		{"date", "pub", false, nil, "", "Publication date"},
		{"date_utc", "pub", false, nil, "", "Publication date in UTC"},
		{"description", "string", false, nil, "", "Description"},
		{"status", "status", false, "publish", "", "Post status"},
		{"phone", "string", false, nil, "", "Telephone number"},
		{"website", "string", false, nil, "", "Website"},
		{"email", "string", false, nil, "", "E-mail address"},
		{"image", "string", false, nil, "", "Featured image ID or URL"},
	}},
	"categories": {plural: "categories", singular: "category", label: "name", term: true, fields: []field{
		{"name", "string", true, nil, "", "Category name"},
		{"description", "string", false, "", "", "Description"},
		{"slug", "slug", false, nil, "", "Slug"},
		{"parent", "parent", false, 0, "", "Parent category ID"},
	}},
	"tags": {plural: "tags", singular: "tag", label: "name", term: true, fields: []field{
		{"name", "string", true, nil, "", "Tag name"},
		{"description", "string", false, "", "", "Description"},
		{"slug", "slug", false, nil, "", "Slug"},
	}},
}

var kindOrder = []string{"events", "venues", "organizers", "categories", "tags"}

// relation fields of an event, by the collection they point to
var relField = map[string]string{"venues": "venue", "organizers": "organizer", "categories": "categories", "tags": "tags"}

// ---------------------------------------------------------------- store

type rec struct {
	id       int
	kind     string
	slug     string
	lang     string
	author   int
	f        map[string]any
	startUTC string
	endUTC   string
	password string
	modified time.Time
	ver      int
	trashed  bool
}

func (r *rec) clone() *rec {
	n := *r
	n.f = make(map[string]any, len(r.f))
	for k, v := range r.f {
		n.f[k] = v
	}
	return &n
}
func (r *rec) str(name string) string { s, _ := r.f[name].(string); return s }
func (r *rec) ints(name string) []int { s, _ := r.f[name].([]int); return s }
func (r *rec) is(name string) bool    { b, _ := r.f[name].(bool); return b }
func (r *rec) name() string           { return r.str(kinds[r.kind].label) }

type collection struct {
	recs   map[int]*rec
	bySlug map[string]*rec
	used   map[int]map[int]bool // id of a venue, organizer or term -> ids of its events
}

var (
	mu     sync.RWMutex
	nextID = 1
	store  = map[string]*collection{}

	lastVenue   = map[string]any{}  // BUG venue-pool-leak
	stuckLang   string              // BUG language-sticks
	stuckMu     sync.Mutex          // guards stuckLang
	slugCache   = map[string]*rec{} // BUG venue-by-slug-cache
	slugCacheMu sync.Mutex
)

func init() {
	for k := range kinds {
		store[k] = &collection{map[int]*rec{}, map[string]*rec{}, map[int]map[int]bool{}}
	}
}

func link(ev *rec) {
	for coll, fld := range relField {
		for _, id := range ev.ints(fld) {
			set := store[coll].used[id]
			if set == nil {
				set = map[int]bool{}
				store[coll].used[id] = set
			}
			set[ev.id] = true
		}
	}
}

func unlink(ev *rec, why string) {
	for coll, fld := range relField {
		if BUG == "category-unassign-still-listed" && coll == "categories" && why == "update" {
			continue
		}
		if BUG == "tag-count-stale-after-delete" && coll == "tags" && why == "delete" {
			continue
		}
		for _, id := range ev.ints(fld) {
			delete(store[coll].used[id], ev.id)
		}
	}
}

func put(r *rec) {
	c := store[r.kind]
	old := c.recs[r.id]
	if old != nil {
		if r.kind == "events" && !old.trashed {
			unlink(old, "update")
		}
		if BUG == "slug-change-stale-index" && r.kind == "events" {
			if old.slug != r.slug {
				c.recs[r.id] = r
				c.bySlug[old.slug] = r
				if !r.trashed {
					link(r)
				}
				return
			}
		}
		if c.bySlug[old.slug] == old {
			delete(c.bySlug, old.slug)
		}
	}
	c.recs[r.id] = r
	c.bySlug[r.slug] = r
	if r.kind == "events" && !r.trashed {
		link(r)
	}
}

func without(list []int, id int) []int {
	out := make([]int, 0, len(list))
	for _, x := range list {
		if x != id {
			out = append(out, x)
		}
	}
	return out
}

func has(list []int, id int) bool {
	for _, x := range list {
		if x == id {
			return true
		}
	}
	return false
}

func remove(r *rec, bySlug bool) {
	c := store[r.kind]
	if VARIANT == "soft-delete" && !kinds[r.kind].term {
		n := r.clone()
		n.trashed = true
		n.ver++
		if r.kind == "events" {
			unlink(r, "delete")
		}
		c.recs[r.id] = n
		c.bySlug[r.slug] = n
	} else {
		if r.kind == "events" {
			unlink(r, "delete")
		}
		delete(c.recs, r.id)
		if BUG == "organizer-delete-slug-alive" && r.kind == "organizers" && !bySlug {
			// the slug index keeps it
		} else if c.bySlug[r.slug] == r {
			delete(c.bySlug, r.slug)
		}
	}
	if r.kind == "categories" && BUG != "category-delete-parent-dangling" {
		for id, child := range c.recs {
			if p, _ := child.f["parent"].(int); p == r.id {
				n := child.clone()
				n.f["parent"] = 0
				n.ver++
				c.recs[id] = n
				c.bySlug[n.slug] = n
			}
		}
	}
	if fld := relField[r.kind]; fld != "" {
		evs := store["events"]
		for id, ev := range evs.recs {
			if has(ev.ints(fld), r.id) {
				n := ev.clone()
				n.f[fld] = without(ev.ints(fld), r.id)
				n.ver++
				if evs.bySlug[ev.slug] == ev {
					evs.bySlug[ev.slug] = n
				}
				evs.recs[id] = n
			}
		}
		delete(c.used, r.id)
	}
}

// ---------------------------------------------------------------- slugs

var fold = map[rune]string{
	'à': "a", 'á': "a", 'â': "a", 'ã': "a", 'ä': "ae", 'å': "a", 'æ': "ae", 'ç': "c", 'è': "e", 'é': "e", 'ê': "e", 'ë': "e",
	'ì': "i", 'í': "i", 'î': "i", 'ï': "i", 'ñ': "n", 'ò': "o", 'ó': "o", 'ô': "o", 'õ': "o", 'ö': "oe", 'ø': "o", 'ù': "u",
	'ú': "u", 'û': "u", 'ü': "ue", 'ý': "y", 'ÿ': "y", 'ß': "ss", 'œ': "oe", 'ł': "l", 'š': "s", 'ž': "z", 'č': "c", 'ć': "c",
	'ř': "r", 'ě': "e", 'ů': "u", 'ą': "a", 'ę': "e", 'ż': "z", 'ź': "z", 'ś': "s", 'ń': "n", 'đ': "d", 'ð': "d", 'þ': "th",
	'ğ': "g", 'ı': "i", 'ş': "s", 'ő': "o", 'ű': "u", 'ă': "a", 'ț': "t", 'ș': "s", 'ā': "a", 'ē': "e", 'ī': "i", 'ū': "u",
}

func slugify(s string) string {
	var b strings.Builder
	dash := false
	for _, ch := range strings.ToLower(s) {
		if unicode.Is(unicode.Mn, ch) {
			continue
		}
		if t, ok := fold[ch]; ok {
			if dash && b.Len() > 0 {
				b.WriteByte('-')
			}
			dash = false
			b.WriteString(t)
			continue
		}
		if unicode.IsLetter(ch) || unicode.IsDigit(ch) {
			if dash && b.Len() > 0 {
				b.WriteByte('-')
			}
			dash = false
			b.WriteRune(ch)
		} else if ch != '\'' && ch != '’' {
			dash = true
		}
	}
	out := []rune(b.String())
	if len(out) > 120 {
		out = out[:120]
	}
	return strings.Trim(string(out), "-")
}

func uniqueSlug(kindName, want string, self int) string {
	c := store[kindName]
	free := func(s string) bool { o := c.bySlug[s]; return o == nil || o.id == self }
	if free(want) {
		return want
	}
	if BUG == "venue-third-slug" && kindName == "venues" {
		return want + "-2"
	}
	for n := 2; ; n++ {
		s := want + "-" + strconv.Itoa(n)
		if free(s) {
			return s
		}
	}
}

// ---------------------------------------------------------------- time

var zones sync.Map
var offsetRe = regexp.MustCompile(`^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$`)

func zone(name string) (*time.Location, error) {
	if l, ok := zones.Load(name); ok {
		return l.(*time.Location), nil
	}
	if name == "" || name == "Local" {
		return nil, errors.New("unknown time zone")
	}
	var loc *time.Location
	if m := offsetRe.FindStringSubmatch(name); m != nil {
		h, _ := strconv.Atoi(m[2])
		mi, _ := strconv.Atoi(m[3])
		if h > 14 || mi > 59 {
			return nil, errors.New("unknown time zone")
		}
		secs := h*3600 + mi*60
		if m[1] == "-" {
			secs = -secs
		}
		loc = time.FixedZone(name, secs)
	} else {
		l, err := time.LoadLocation(name)
		if err != nil {
			return nil, err
		}
		loc = l
	}
	zones.Store(name, loc)
	return loc, nil
}

func mustZone(name string) *time.Location {
	l, err := zone(name)
	if err != nil {
		return time.UTC
	}
	return l
}

var dtRe = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?\s?(Z|[+-]\d{2}:?\d{2})?)?$`)

// parseWall reads a date (and time) and gives it as wall-clock text in loc.
func parseWall(s string, loc *time.Location) (wall string, ok bool) {
	m := dtRe.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return "", false
	}
	hm, sec := m[2], m[3]
	if hm == "" {
		hm = "00:00"
	}
	if sec == "" {
		sec = ":00"
	}
	wall = m[1] + " " + hm + sec
	t, err := time.Parse(layout, wall)
	if err != nil {
		return "", false
	}
	if m[4] != "" {
		off := 0
		if m[4] != "Z" {
			d := strings.ReplaceAll(m[4][1:], ":", "")
			h, _ := strconv.Atoi(d[:2])
			mi, _ := strconv.Atoi(d[2:])
			off = h*3600 + mi*60
			if m[4][0] == '-' {
				off = -off
			}
		}
		return t.Add(-time.Duration(off) * time.Second).In(loc).Format(layout), true
	}
	return wall, true
}

func toUTC(wall string, loc *time.Location) string {
	t, err := time.ParseInLocation(layout, wall, loc)
	if err != nil {
		return wall
	}
	return t.UTC().Format(layout)
}

func fromUTC(wall string, loc *time.Location) string {
	t, err := time.Parse(layout, wall)
	if err != nil {
		return wall
	}
	return t.In(loc).Format(layout)
}

// twins fills the UTC twins of an event's dates.
func twins(r *rec) {
	loc := mustZone(r.str("timezone"))
	if BUG == "utc-without-dst" {
		y, _ := strconv.Atoi(r.str("start_date")[:4])
		_, off := time.Date(y, 1, 1, 0, 0, 0, 0, loc).Zone()
		loc = time.FixedZone("std", off)
	}
	r.startUTC = toUTC(r.str("start_date"), loc)
	if BUG == "end-utc-start-offset" {
		if t, err := time.ParseInLocation(layout, r.str("start_date"), loc); err == nil {
			_, off := t.Zone()
			loc = time.FixedZone("start", off)
		}
	}
	r.endUTC = toUTC(r.str("end_date"), loc)
}

// ---------------------------------------------------------------- JSON output

type kv struct {
	k string
	v any
}
type obj []kv

func (o obj) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, e := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		k, _ := json.Marshal(e.k)
		b.Write(k)
		b.WriteByte(':')
		v, err := enc(e.v)
		if err != nil {
			return nil, err
		}
		b.Write(v)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func enc(v any) ([]byte, error) {
	if o, ok := v.(obj); ok {
		return o.MarshalJSON()
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// ---------------------------------------------------------------- requests

type user struct {
	id         int
	name, role string
}

var users = map[string]*user{
	"editor": {1, "editor", "editor"},
	"author": {2, "author", "author"},
	"reader": {3, "reader", "reader"},
}

type problem struct {
	status int
	detail string
	errs   []fieldErr
}
type fieldErr struct {
	Field  string `json:"field"`
	Detail string `json:"detail"`
}

func fail(status int, detail string, errs ...fieldErr) *problem {
	return &problem{status, detail, errs}
}

type ctx struct {
	w      http.ResponseWriter
	r      *http.Request
	q      url.Values
	seg    string // language segment of the path
	lang   string // language asked for, or ""
	base   string // REST root, without the trailing slash
	user   *user
	bySlug bool
}

func (c *ctx) ns() string { return c.base + "/" + namespace }
func (c *ctx) read() bool { return c.r.Method == "GET" || c.r.Method == "HEAD" }

func (c *ctx) send(status int, body any) {
	var b []byte
	if body != nil {
		var err error
		if b, err = enc(body); err != nil {
			status, b = 500, []byte(`{"title":"Internal Server Error","status":500}`)
		}
		if c.w.Header().Get("Content-Type") == "" {
			c.w.Header().Set("Content-Type", "application/json; charset=utf-8")
		}
	}
	if c.read() && status == 200 {
		tag := c.w.Header().Get("ETag")
		if tag == "" {
			tag = quoteTag(string(b))
			c.w.Header().Set("ETag", tag)
		}
		c.w.Header().Set("Cache-Control", "no-cache")
		if c.r.Header.Get("If-None-Match") != "" && tagListed(c.r.Header.Values("If-None-Match"), tag) {
			c.w.Header().Del("Content-Type")
			c.w.WriteHeader(304)
			return
		}
	}
	if status != 204 {
		c.w.Header().Set("Content-Length", strconv.Itoa(len(b)))
	}
	c.w.WriteHeader(status)
	if c.r.Method != "HEAD" {
		c.w.Write(b)
	}
}

func quoteTag(s string) string {
	h := sha1.Sum([]byte(s))
	return `"` + hex.EncodeToString(h[:10]) + `"`
}

func tagListed(headers []string, tags ...string) bool {
	for _, h := range headers {
		for _, part := range strings.Split(h, ",") {
			part = strings.TrimSpace(part)
			if part == "*" {
				return true
			}
			part = strings.TrimPrefix(part, "W/")
			for _, t := range tags {
				if part == t {
					return true
				}
			}
		}
	}
	return false
}

func (c *ctx) problem(p *problem) {
	c.w.Header().Set("Content-Type", "application/problem+json")
	o := obj{{"type", "about:blank"}, {"title", http.StatusText(p.status)}, {"status", p.status}, {"detail", p.detail}}
	if len(p.errs) > 0 {
		o = append(o, kv{"errors", p.errs})
	}
	if p.status == 401 && BUG != "acl-401-no-challenge" {
		c.w.Header().Set("WWW-Authenticate", `Basic realm="calendar", charset="UTF-8"`)
	}
	c.send(p.status, o)
}

func validLang(l string) bool { return l == "nl" || l == "en" || l == "fr" || l == "de" }

func (c *ctx) notAllowed(methods string) {
	if BUG != "method-no-allow" {
		c.w.Header().Set("Allow", methods)
	}
	c.problem(fail(405, "This address answers to "+methods+"."))
}

func handle(w http.ResponseWriter, r *http.Request) {
	c := &ctx{w: w, r: r}
	defer func() {
		if e := recover(); e != nil {
			if e == http.ErrAbortHandler {
				panic(e)
			}
			fmt.Fprintln(os.Stderr, "panic:", r.Method, r.URL, e)
			c.problem(fail(500, "Something went wrong."))
		}
	}()
	host := r.Host
	if host == "" {
		host = "127.0.0.1:" + os.Getenv("PORT")
	}
	c.base = "http://" + host
	q, err := url.ParseQuery(r.URL.RawQuery)
	c.q = q
	var segs []string
	for _, s := range strings.Split(strings.Trim(r.URL.EscapedPath(), "/"), "/") {
		u, e := url.PathUnescape(s)
		if e != nil {
			c.problem(fail(400, "The path is malformed."))
			return
		}
		segs = append(segs, u)
	}
	if segs[0] == "nl" || segs[0] == "de" || segs[0] == "fr" {
		c.seg, c.lang = segs[0], segs[0]
		c.base += "/" + c.seg
		segs = segs[1:]
		if len(segs) == 0 {
			segs = []string{""}
		}
	}
	if err != nil {
		c.problem(fail(400, "The query string is malformed."))
		return
	}
	if len(segs) == 1 && segs[0] == "" {
		if !c.only("GET, HEAD, OPTIONS") {
			return
		}
		c.send(200, obj{{"name", "Calendar"}, {"namespaces", []string{namespace}}, {"timezone", siteZone},
			{"links", obj{{"self", href(c.base + "/")}, {"namespace", href(c.ns())}}}})
		return
	}
	if len(segs) < 3 || segs[0] != "vendor" || segs[1] != "events" || segs[2] != "v1" {
		c.problem(fail(404, "There is nothing at this address."))
		return
	}
	segs = segs[3:]
	if l := q.Get("ml_language"); l != "" {
		ok := validLang(l)
		if BUG == "tag-fr-rejected" && l == "fr" && len(segs) > 0 && segs[0] == "tags" {
			ok = false
		}
		if !ok {
			c.problem(fail(400, "ml_language is one of nl, en, fr, de.", fieldErr{"ml_language", "unknown language"}))
			return
		}
		c.lang = l
	}
	if BUG == "language-sticks" {
		stuckMu.Lock()
		if c.lang != "" {
			stuckLang = c.lang
		} else {
			c.lang = stuckLang
		}
		stuckMu.Unlock()
	}
	if useUsers {
		if name, pass, ok := r.BasicAuth(); ok {
			u := users[name]
			if u == nil || pass != name {
				c.problem(fail(401, "Unknown user or wrong password."))
				return
			}
			c.user = u
		} else if r.Header.Get("Authorization") != "" {
			c.problem(fail(401, "Only Basic authentication is known here."))
			return
		}
	}
	switch {
	case len(segs) == 0:
		c.index()
	case len(segs) == 1 && segs[0] == "doc":
		if c.only("GET, HEAD, OPTIONS") {
			c.send(200, document(c))
		}
	case kinds[segs[0]] != nil:
		k := kinds[segs[0]]
		switch {
		case len(segs) == 1:
			c.collection(k)
		case len(segs) == 2 && digits(segs[1]):
			id, err := strconv.Atoi(segs[1])
			if err != nil {
				id = 0
			}
			c.item(k, func() *rec { return store[k.plural].recs[id] })
		case len(segs) == 3 && segs[1] == "by-slug" && k.slugs:
			c.bySlug = true
			slug := strings.ToLower(segs[2])
			c.item(k, func() *rec { return store[k.plural].bySlug[slug] })
		default:
			c.problem(fail(404, "There is nothing at this address."))
		}
	default:
		c.problem(fail(404, "There is nothing at this address."))
	}
}

func digits(s string) bool {
	if s == "" {
		return false
	}
	for _, ch := range s {
		if ch < '0' || ch > '9' {
			return false
		}
	}
	return true
}

func href(u string) obj { return obj{{"href", u}} }

// only answers OPTIONS and refused methods; true when the request goes on.
func (c *ctx) only(methods string) bool {
	if c.r.Method == "OPTIONS" {
		c.w.Header().Set("Allow", methods)
		c.w.WriteHeader(204)
		return false
	}
	for _, m := range strings.Split(methods, ", ") {
		if m == c.r.Method {
			return true
		}
	}
	c.notAllowed(methods)
	return false
}

// mayWrite checks the right to write at all.
func (c *ctx) mayWrite(k *kind) *problem {
	if !useUsers {
		return nil
	}
	if BUG == "acl-put-unchecked" && c.r.Method == "PUT" && k.plural == "venues" && c.user != nil {
		return nil
	}
	if c.user == nil {
		return fail(401, "Log in to change the calendar.")
	}
	if c.user.role == "reader" {
		return fail(403, "Readers may only read.")
	}
	return nil
}

// mayChange checks the right to change this record.
func (c *ctx) mayChange(r *rec) *problem {
	if !useUsers || c.user.role == "editor" || r.author == c.user.id {
		return nil
	}
	if BUG == "acl-by-slug-delete-unchecked" && c.bySlug && c.r.Method == "DELETE" && r.kind == "events" {
		return nil
	}
	if BUG == "acl-put-unchecked" && c.r.Method == "PUT" && r.kind == "venues" {
		return nil
	}
	return fail(403, "Authors may change only their own records.")
}

func (c *ctx) sees(r *rec) bool {
	return !useUsers || c.user != nil || kinds[r.kind].term || (r.str("status") == "publish" && !r.trashed)
}

// ---------------------------------------------------------------- bodies

var keyRe = regexp.MustCompile(`^([^\[\]]+)\[\d*\]$`)

func fromForm(v url.Values) map[string]any {
	out := map[string]any{}
	keys := make([]string, 0, len(v))
	for k := range v {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		if len(keys[i]) != len(keys[j]) {
			return len(keys[i]) < len(keys[j])
		}
		return keys[i] < keys[j]
	})
	for _, k := range keys {
		vals := v[k]
		name := k
		list := len(vals) > 1
		if m := keyRe.FindStringSubmatch(k); m != nil {
			name, list = m[1], true
		}
		if !list {
			out[name] = vals[0]
			continue
		}
		old, _ := out[name].([]any)
		if BUG == "form-array-last" {
			old, vals = nil, vals[len(vals)-1:]
		}
		for _, x := range vals {
			old = append(old, x)
		}
		out[name] = old
	}
	return out
}

func (c *ctx) body() (map[string]any, *problem) {
	raw, err := io.ReadAll(http.MaxBytesReader(c.w, c.r.Body, maxBody))
	if err != nil {
		var tooBig *http.MaxBytesError
		if errors.As(err, &tooBig) {
			return nil, fail(413, "The body is larger than 8 MB.")
		}
		return nil, fail(400, "The body could not be read.")
	}
	ct := c.r.Header.Get("Content-Type")
	media, params, merr := mime.ParseMediaType(ct)
	trimmed := bytes.TrimSpace(raw)
	if len(trimmed) == 0 {
		return map[string]any{}, nil
	}
	if ct == "" {
		media = "application/x-www-form-urlencoded"
		if trimmed[0] == '{' {
			media = "application/json"
		}
	} else if merr != nil {
		return nil, fail(415, "The Content-Type is malformed.")
	}
	switch {
	case media == "application/json" || strings.HasSuffix(media, "+json"):
		if !utf8.Valid(raw) {
			return nil, fail(400, "The body is not UTF-8.")
		}
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			return nil, fail(400, "The body is not valid JSON.")
		}
		if _, err := d.Token(); err != io.EOF {
			return nil, fail(400, "The body holds more than one JSON value.")
		}
		m, ok := v.(map[string]any)
		if !ok {
			return nil, fail(400, "The body has to be a JSON object.")
		}
		return m, nil
	case media == "application/x-www-form-urlencoded":
		v, err := url.ParseQuery(string(trimmed))
		if err != nil {
			return nil, fail(400, "The form is malformed.")
		}
		return fromForm(v), nil
	case media == "multipart/form-data":
		c.r.Body = io.NopCloser(bytes.NewReader(raw))
		if params["boundary"] == "" || c.r.ParseMultipartForm(maxBody) != nil {
			return nil, fail(400, "The form is malformed.")
		}
		return fromForm(c.r.MultipartForm.Value), nil
	}
	return nil, fail(415, "Send JSON or a form.")
}

// input is the body, completed with fields sent in the query string.
func (c *ctx) input(k *kind) (map[string]any, *problem) {
	in, p := c.body()
	if p != nil {
		return nil, p
	}
	if len(c.q) > 0 {
		qf := fromForm(c.q)
		for _, f := range k.fields {
			if v, ok := qf[f.name]; ok {
				if _, ok := in[f.name]; !ok {
					in[f.name] = v
				}
			}
		}
	}
	if l, ok := in["ml_language"].(string); ok && l != "" {
		if !validLang(l) {
			return nil, fail(422, "ml_language is one of nl, en, fr, de.", fieldErr{"ml_language", "unknown language"})
		}
		if c.q.Get("ml_language") == "" {
			c.lang = l
		}
	}
	return in, nil
}

func asString(v any) (string, bool) {
	switch x := v.(type) {
	case string:
		return x, true
	case json.Number:
		return x.String(), true
	case bool:
		return strconv.FormatBool(x), true
	}
	return "", false
}

func asInt(v any) (int, bool) {
	switch x := v.(type) {
	case json.Number:
		if n, err := strconv.Atoi(x.String()); err == nil {
			return n, true
		}
		if f, err := x.Float64(); err == nil && f == float64(int64(f)) && f < 1e15 && f > -1e15 {
			return int(f), true
		}
	case string:
		if n, err := strconv.Atoi(strings.TrimSpace(x)); err == nil {
			return n, true
		}
	}
	return 0, false
}

func asBool(v any) (val, ok bool) {
	s, isText := asString(v)
	if !isText {
		return false, false
	}
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "true", "1", "yes", "on":
		return true, true
	case "false", "0", "no", "off":
		return false, true
	}
	return false, false
}

func asInts(v any) ([]int, bool) {
	var parts []any
	switch x := v.(type) {
	case []any:
		parts = x
	case string:
		for _, s := range strings.Split(x, ",") {
			if s = strings.TrimSpace(s); s != "" {
				parts = append(parts, s)
			}
		}
	case json.Number:
		parts = []any{x}
	default:
		return nil, false
	}
	out := []int{}
	for _, p := range parts {
		if s, ok := p.(string); ok && strings.Contains(s, ",") {
			more, ok := asInts(s)
			if !ok {
				return nil, false
			}
			for _, n := range more {
				if !has(out, n) {
					out = append(out, n)
				}
			}
			continue
		}
		if s, ok := p.(string); ok && strings.TrimSpace(s) == "" {
			continue
		}
		n, ok := asInt(p)
		if !ok {
			return nil, false
		}
		if !has(out, n) {
			out = append(out, n)
		}
	}
	return out, true
}

var statuses = map[string]bool{"publish": true, "draft": true, "pending": true, "private": true}

// apply puts the fields sent into n; create tells whether it is a new record.
func (c *ctx) apply(k *kind, n *rec, in map[string]any, create bool) *problem {
	var errs []fieldErr
	bad := func(f, d string) { errs = append(errs, fieldErr{f, d}) }
	datesSent := false
	replace := VARIANT == "put-replaces" && c.r.Method == "PUT" && !create
	for _, f := range k.fields {
		v, sent := in[f.name]
		if !sent {
			if create && f.required {
				if BUG == "organizer-name-optional" && k.plural == "organizers" {
					n.f[f.name] = ""
					continue
				}
				bad(f.name, "is required")
			} else if BUG == "put-requires-title" && c.r.Method == "PUT" && f.name == "title" {
				bad(f.name, "is required")
			} else if create || (replace && !f.required && f.typ != "status" && f.typ != "tz") {
				switch f.typ {
				case "int", "pub", "slug":
				default:
					n.f[f.name] = f.def
				}
			} else if BUG == "all-day-reset-on-update" && f.name == "all_day" {
				n.f[f.name] = f.def
			}
			continue
		}
		if v == nil && f.required {
			bad(f.name, "may not be null")
			continue
		}
		switch f.typ {
		case "string":
			if v == nil {
				n.f[f.name] = f.def
				continue
			}
			s, ok := asString(v)
			if !ok {
				bad(f.name, "has to be a string")
				continue
			}
			if f.required && strings.TrimSpace(s) == "" {
				bad(f.name, "may not be empty")
				continue
			}
			if BUG == "venue-empty-string-kept" && k.plural == "venues" && !create && s == "" {
				continue
			}
			if BUG == "venue-4byte-cut" && k.plural == "venues" {
				for i, ch := range s {
					if ch > 0xffff {
						s = s[:i]
						break
					}
				}
			}
			if BUG == "organizer-amp-on-update" && k.plural == "organizers" && !create {
				s = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
			}
			n.f[f.name] = s
		case "int":
			if v == nil || v == "" {
				continue
			}
			i, ok := asInt(v)
			if !ok || i < 1 {
				bad(f.name, "has to be a positive integer")
				continue
			}
			n.author = i
		case "bool":
			if v == nil || v == "" {
				n.f[f.name] = f.def
				continue
			}
			b, ok := asBool(v)
			if !ok {
				bad(f.name, "has to be true or false")
				continue
			}
			if BUG == "false-not-updated" && !create && !b {
				continue
			}
			n.f[f.name] = b
		case "any":
			n.f[f.name] = v
		case "tz":
			if v == nil || v == "" {
				n.f[f.name] = f.def
				continue
			}
			s, ok := v.(string)
			if ok {
				_, err := zone(s)
				ok = err == nil
			}
			if !ok {
				bad(f.name, "is not a known time zone")
				continue
			}
			n.f[f.name] = s
		case "wall":
			s, ok := v.(string)
			if ok {
				s, ok = parseWall(s, mustZone(n.str("timezone")))
			}
			if !ok {
				bad(f.name, "has to look like YYYY-MM-DD HH:MM:SS")
				continue
			}
			datesSent = true
			n.f[f.name] = s
		case "pub":
			if v == nil || v == "" {
				continue
			}
			loc := mustZone(siteZone)
			if f.name == "date_utc" {
				loc = time.UTC
			}
			s, ok := v.(string)
			if ok {
				s, ok = parseWall(s, loc)
			}
			if !ok {
				bad(f.name, "has to look like YYYY-MM-DD HH:MM:SS")
				continue
			}
			n.f[f.name] = s
			other := "date"
			if f.name == "date" {
				other = "date_utc"
			}
			if o := in[other]; o == nil || o == "" {
				if f.name == "date" {
					n.f[other] = toUTC(s, loc)
				} else {
					n.f[other] = fromUTC(s, mustZone(siteZone))
				}
			}
		case "status":
			if v == nil || v == "" {
				if create {
					n.f[f.name] = f.def
				}
				continue
			}
			s, _ := v.(string)
			if !statuses[s] {
				bad(f.name, "is one of publish, draft, pending, private")
				continue
			}
			n.f[f.name] = s
			n.trashed = false
		case "ints":
			if v == nil || v == "" {
				n.f[f.name] = []int{}
				continue
			}
			list, ok := asInts(v)
			if !ok {
				bad(f.name, "has to be an array of IDs")
				continue
			}
			for _, id := range list {
				if t := store[f.rel].recs[id]; t == nil || t.trashed {
					bad(f.name, fmt.Sprintf("there is no %s %d", kinds[f.rel].singular, id))
				}
			}
			n.f[f.name] = list
		case "parent":
			if v == nil || v == "" {
				v = json.Number("0")
			}
			id, ok := asInt(v)
			if !ok || id < 0 {
				bad(f.name, "has to be a category ID")
				continue
			}
			if id == 0 && !create && BUG == "category-parent-not-cleared" {
				continue
			}
			for up := id; up != 0; {
				p := store["categories"].recs[up]
				if p == nil {
					if up == id {
						bad(f.name, fmt.Sprintf("there is no category %d", id))
					}
					break
				}
				if p.id == n.id {
					bad(f.name, "a category cannot be its own ancestor")
					break
				}
				up, _ = p.f["parent"].(int)
			}
			n.f[f.name] = id
		case "slug":
			if v == nil {
				v = ""
			}
			s, ok := asString(v)
			if !ok {
				bad(f.name, "has to be a string")
				continue
			}
			if BUG == "tag-slug-ignored" && k.plural == "tags" && create {
				continue
			}
			if s = slugify(s); s == "" {
				s = slugify(n.name())
			}
			if s != "" {
				n.slug = uniqueSlug(k.plural, s, n.id)
			} else {
				n.slug = ""
			}
		}
	}
	if k.plural == "venues" && BUG == "venue-province-from-state" {
		if _, ok := in["state"]; ok {
			n.f["province"] = n.f["state"]
		}
	}
	if k.plural == "events" && len(errs) == 0 && n.str("end_date") < n.str("start_date") {
		bad("end_date", "is before start_date")
	}
	if useUsers && c.user != nil && c.user.role == "author" && n.author != c.user.id && create {
		return fail(403, "Authors create under their own name.")
	}
	if len(errs) > 0 {
		return fail(422, "Some fields were not accepted.", errs...)
	}
	if k.plural == "events" {
		if !(BUG == "timezone-update-stale-utc" && !create && !datesSent) {
			twins(n)
		}
	}
	if n.slug == "" {
		s := slugify(n.name())
		if s == "" {
			s = fmt.Sprintf("%s-%d", k.singular, n.id)
		}
		n.slug = uniqueSlug(k.plural, s, n.id)
	}
	n.modified = time.Now().UTC()
	n.ver++
	return nil
}

// ---------------------------------------------------------------- representations

func num(n int) any {
	if VARIANT == "string-ids" {
		return strconv.Itoa(n)
	}
	return n
}

func nums(l []int) any {
	if VARIANT == "string-ids" {
		out := make([]string, len(l))
		for i, n := range l {
			out[i] = strconv.Itoa(n)
		}
		return out
	}
	if l == nil {
		return []int{}
	}
	return l
}

// full tells whether all of a protected event may be shown.
func (c *ctx) full(r *rec) bool {
	if r.password == "" {
		return true
	}
	if c.user != nil && (c.user.role == "editor" || c.user.id == r.author) {
		return true
	}
	return !c.bySlug && c.q.Get("password") == r.password
}

func (c *ctx) count(r *rec) int {
	n := 0
	evs := store["events"].recs
	for id := range store[r.kind].used[r.id] {
		if ev := evs[id]; ev == nil || c.sees(ev) {
			n++
		}
	}
	return n
}

func (c *ctx) render(r *rec, full bool) obj {
	k := kinds[r.kind]
	o := obj{{"id", num(r.id)}, {"type", k.singular}, {"language", r.lang}}
	if k.term {
		o = append(o, kv{"name", r.f["name"]}, kv{"slug", r.slug}, kv{"description", r.f["description"]})
		if r.kind == "categories" {
			p, _ := r.f["parent"].(int)
			o = append(o, kv{"parent", num(p)})
		}
		o = append(o, kv{"count", c.count(r)})
	} else {
		for _, f := range k.fields {
			v := r.f[f.name]
			switch f.typ {
			case "ints":
				v = nums(r.ints(f.name))
			case "int":
				v = num(r.author)
			case "slug":
				continue
			case "status":
				if r.trashed {
					v = "trash"
				}
			}
			if !full && (f.name == "description" || f.name == "excerpt") {
				v = nil
			}
			o = append(o, kv{f.name, v})
			if f.name == k.label {
				o = append(o, kv{"slug", r.slug})
			}
			if f.name == "end_date" {
				o = append(o, kv{"start_date_utc", r.startUTC}, kv{"end_date_utc", r.endUTC})
			}
		}
		if r.kind == "events" {
			o = append(o, kv{"protected", r.password != ""})
		}
	}
	o = append(o, kv{"modified_utc", r.modified.Format(layout)})
	l := obj{{"self", href(fmt.Sprintf("%s/%s/%d", c.ns(), r.kind, r.id))}}
	if k.slugs {
		l = append(l, kv{"by_slug", href(c.ns() + "/" + r.kind + "/by-slug/" + url.PathEscape(r.slug))})
	}
	l = append(l, kv{"collection", href(c.ns() + "/" + r.kind)})
	return append(o, kv{"links", l})
}

func wrap(o any) any {
	if VARIANT == "data-meta" {
		return obj{{"data", o}}
	}
	return o
}

func (c *ctx) etag(r *rec, full bool) string {
	if BUG == "etag-from-id" && r.kind == "events" {
		return quoteTag(fmt.Sprint("event", r.id, full, c.seg))
	}
	n := 0
	if kinds[r.kind].term {
		n = c.count(r)
	}
	return quoteTag(fmt.Sprint(r.kind, r.id, " ", r.ver, " ", n, full, c.base, c.user != nil))
}

// ---------------------------------------------------------------- index

func (c *ctx) index() {
	if !c.only("GET, HEAD, OPTIONS") {
		return
	}
	if n := c.q.Get("namespace"); n != "" && strings.Trim(n, "/") != namespace {
		c.problem(fail(400, "namespace is "+namespace+" here.", fieldErr{"namespace", "unknown namespace"}))
		return
	}
	if x := c.q.Get("context"); x != "" && x != "view" && x != "embed" && x != "help" && x != "edit" {
		c.problem(fail(400, "context is view, embed, edit or help.", fieldErr{"context", "unknown context"}))
		return
	}
	routes := obj{}
	for _, name := range kindOrder {
		routes = append(routes, kv{name, href(c.ns() + "/" + name)})
	}
	routes = append(routes, kv{"doc", href(c.ns() + "/doc")})
	up := c.base + "/"
	if BUG == "up-link-self" {
		up = c.ns()
	}
	c.send(200, obj{{"namespace", namespace}, {"version", "1"}, {"languages", []string{"nl", "en", "fr", "de"}}, {"resources", routes},
		{"links", obj{{"self", href(c.ns())}, {"up", href(up)}}}})
}

// ---------------------------------------------------------------- items

func (c *ctx) item(k *kind, find func() *rec) {
	if BUG == "head-by-slug-405" && c.bySlug && c.r.Method == "HEAD" {
		c.notAllowed("GET, POST, PUT, PATCH, DELETE, OPTIONS")
		return
	}
	if !c.only("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS") {
		return
	}
	missing := fail(404, "There is no such "+k.singular+".")
	wrong := fail(403, "That is not the password of this event.")
	if c.read() {
		mu.RLock()
		r := find()
		if BUG == "venue-by-slug-cache" && k.plural == "venues" && c.bySlug && r != nil {
			slugCacheMu.Lock()
			if old := slugCache[r.slug]; old != nil && old.id == r.id {
				r = old
			} else {
				slugCache[r.slug] = r
			}
			slugCacheMu.Unlock()
		}
		if r == nil || !c.sees(r) {
			mu.RUnlock()
			c.problem(missing)
			return
		}
		if pw := c.q.Get("password"); pw != "" && !c.bySlug && r.password != "" && pw != r.password {
			mu.RUnlock()
			c.problem(wrong)
			return
		}
		full := c.full(r)
		o := c.render(r, full)
		tag := c.etag(r, full)
		mu.RUnlock()
		c.w.Header().Set("ETag", tag)
		c.send(200, wrap(o))
		return
	}
	if p := c.mayWrite(k); p != nil {
		c.problem(p)
		return
	}
	in, p := c.input(k)
	if p != nil {
		c.problem(p)
		return
	}
	status, body, p := c.write(k, find, in, missing, wrong)
	if p != nil {
		c.problem(p)
		return
	}
	c.send(status, body)
}

func (c *ctx) write(k *kind, find func() *rec, in map[string]any, missing, wrong *problem) (int, any, *problem) {
	mu.Lock()
	defer mu.Unlock()
	r := find()
	if r == nil {
		return 0, nil, missing
	}
	if p := c.mayChange(r); p != nil {
		return 0, nil, p
	}
	if h := c.r.Header.Values("If-Match"); len(h) > 0 && !tagListed(h, c.etag(r, true), c.etag(r, false)) {
		return 0, nil, fail(412, "The record has changed.")
	}
	if h := c.r.Header.Values("If-None-Match"); len(h) > 0 && tagListed(h, c.etag(r, true), c.etag(r, false)) {
		return 0, nil, fail(412, "The record exists.")
	}
	if k.plural == "events" && !c.bySlug && r.password != "" {
		proof := c.q.Get("password")
		if c.r.Method == "DELETE" && proof == "" {
			proof, _ = in["password"].(string)
		}
		if proof != "" && proof != r.password {
			return 0, nil, wrong
		}
	}
	if c.r.Method == "DELETE" {
		if r.trashed {
			return 0, nil, fail(410, "It is in the trash already.")
		}
		o := c.render(r, true)
		remove(r, c.bySlug)
		if k.plural == "venues" {
			slugCacheMu.Lock()
			delete(slugCache, r.slug)
			slugCacheMu.Unlock()
		}
		if VARIANT == "terse-writes" {
			return 204, nil, nil
		}
		return 200, wrap(obj{{"deleted", true}, {"record", o}}), nil
	}
	if BUG == "race-lost-update" && k.plural == "events" {
		mu.Unlock()
		time.Sleep(2 * time.Millisecond)
		mu.Lock()
	}
	if BUG == "by-slug-update-skips-relations" && c.bySlug && k.plural == "events" {
		delete(in, "venue")
		delete(in, "organizer")
	}
	n := r.clone()
	if p := c.apply(k, n, in, false); p != nil {
		return 0, nil, p
	}
	if useUsers && c.user.role == "author" && n.author != r.author {
		return 0, nil, fail(403, "Authors cannot hand over their records.")
	}
	if k.plural == "events" && !c.bySlug {
		if v, ok := in["password"]; ok {
			if v == nil {
				v = ""
			}
			s, ok := asString(v)
			if !ok {
				return 0, nil, fail(422, "Some fields were not accepted.", fieldErr{"password", "has to be a string"})
			}
			n.password = s
		}
	}
	if BUG == "organizer-put-slug-not-saved" && k.plural == "organizers" && c.bySlug && c.r.Method == "PUT" {
		return 200, wrap(c.render(n, true)), nil
	}
	put(n)
	if BUG == "venue-by-slug-cache" && k.plural == "venues" && c.bySlug {
		slugCacheMu.Lock()
		delete(slugCache, n.slug)
		slugCacheMu.Unlock()
	}
	if VARIANT == "terse-writes" {
		return 204, nil, nil
	}
	return 200, wrap(c.render(n, true)), nil
}

// ---------------------------------------------------------------- collections

func (c *ctx) collection(k *kind) {
	if !c.only("GET, HEAD, POST, OPTIONS") {
		return
	}
	if c.read() {
		c.list(k)
		return
	}
	if p := c.mayWrite(k); p != nil {
		c.problem(p)
		return
	}
	in, p := c.input(k)
	if p != nil {
		c.problem(p)
		return
	}
	body, where, p := c.create(k, in)
	if p != nil {
		c.problem(p)
		return
	}
	c.w.Header().Set("Location", where)
	c.send(201, body)
}

func (c *ctx) create(k *kind, in map[string]any) (any, string, *problem) {
	mu.Lock()
	defer mu.Unlock()
	n := &rec{id: nextID, kind: k.plural, author: 1, lang: c.lang, f: map[string]any{}}
	if BUG == "race-tag-ids" && k.plural == "tags" {
		mu.Unlock()
		time.Sleep(time.Millisecond)
		mu.Lock()
	}
	if BUG == "language-segment-not-stored" && c.lang == c.seg && c.q.Get("ml_language") == "" {
		n.lang = ""
	}
	if n.lang == "" {
		n.lang = "en"
	}
	if c.user != nil {
		n.author = c.user.id
	}
	now := time.Now()
	n.f["date"] = now.In(mustZone(siteZone)).Format(layout)
	n.f["date_utc"] = now.UTC().Format(layout)
	if BUG == "venue-pool-leak" && k.plural == "venues" {
		for key, v := range in {
			lastVenue[key] = v
		}
		in = map[string]any{}
		for key, v := range lastVenue {
			in[key] = v
		}
	}
	if p := c.apply(k, n, in, true); p != nil {
		return nil, "", p
	}
	if n.id >= nextID {
		nextID = n.id + 1
	}
	put(n)
	coll := k.plural
	if BUG == "location-wrong-collection" && coll == "organizers" {
		coll = "venues"
	}
	where := fmt.Sprintf("%s/%s/%d", c.ns(), coll, n.id)
	if VARIANT == "terse-writes" {
		return obj{{"id", num(n.id)}, {"slug", n.slug}}, where, nil
	}
	return wrap(c.render(n, true)), where, nil
}

// query readers: an empty value counts as not given

type query struct {
	v    url.Values
	errs []fieldErr
}

func (q *query) bad(name, d string) { q.errs = append(q.errs, fieldErr{name, d}) }

func (q *query) text(name string) string { return q.v.Get(name) }

func (q *query) values(name string) []string {
	var out []string
	add := func(vals []string) {
		for _, v := range vals {
			for _, s := range strings.Split(v, ",") {
				if s = strings.TrimSpace(s); s != "" {
					out = append(out, s)
				}
			}
		}
	}
	add(q.v[name])
	var keys []string
	for k := range q.v {
		if m := keyRe.FindStringSubmatch(k); m != nil && m[1] == name {
			keys = append(keys, k)
		}
	}
	sort.Strings(keys)
	for _, k := range keys {
		add(q.v[k])
	}
	return out
}

func (q *query) int(name string, def, min int) int {
	s := strings.TrimSpace(q.v.Get(name))
	if s == "" {
		return def
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < min {
		q.bad(name, fmt.Sprintf("has to be an integer, %d or more", min))
		return def
	}
	return n
}

func (q *query) ints(name string) []int {
	var out []int
	for _, s := range q.values(name) {
		n, err := strconv.Atoi(s)
		if err != nil {
			q.bad(name, "has to be a list of IDs")
			return nil
		}
		if !has(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// flag: nil when not given
func (q *query) flag(name string) *bool {
	s := q.v.Get(name)
	if s == "" {
		return nil
	}
	b, ok := asBool(s)
	if !ok {
		q.bad(name, "has to be true or false")
		return nil
	}
	return &b
}

func (q *query) date(name string) string {
	s := q.v.Get(name)
	if s == "" {
		return ""
	}
	w, ok := parseWall(s, mustZone(siteZone))
	if !ok {
		q.bad(name, "has to look like YYYY-MM-DD HH:MM:SS")
		return ""
	}
	return w
}

func contains(needle string, hay ...string) bool {
	for _, h := range hay {
		if strings.Contains(strings.ToLower(h), needle) {
			return true
		}
	}
	return false
}

type test func(*rec) bool

func overlap(a, b []int) bool {
	for _, x := range a {
		if has(b, x) {
			return true
		}
	}
	return false
}

// eventTests builds the filters of GET /events.
func (c *ctx) eventTests(q *query) []test {
	var t []test
	if s := strings.ToLower(q.text("search")); s != "" {
		t = append(t, func(r *rec) bool {
			if BUG == "search-title-only" {
				return contains(s, r.name())
			}
			return contains(s, r.name()) || (c.fullInList(r) && contains(s, r.str("description")))
		})
	}
	if f := q.flag("featured"); f != nil {
		if BUG != "featured-false-all" || *f {
			t = append(t, func(r *rec) bool { return r.is("featured") == *f })
		}
	}
	for _, name := range []string{"categories", "tags"} {
		name := name
		want := q.values(name)
		if len(want) == 0 {
			continue
		}
		terms := store[name]
		var ids []int
		groups := 0
		for _, s := range want {
			groups++
			if n, err := strconv.Atoi(s); err == nil && terms.recs[n] != nil {
				ids = append(ids, n)
			} else if x := terms.bySlug[strings.ToLower(s)]; x != nil && !(BUG == "tags-filter-slug-lost" && name == "tags") {
				ids = append(ids, x.id)
			}
		}
		t = append(t, func(r *rec) bool {
			if BUG == "categories-filter-all" && name == "categories" {
				for _, id := range ids {
					if !has(r.ints(name), id) {
						return false
					}
				}
				return len(ids) == groups
			}
			return overlap(ids, r.ints(name))
		})
	}
	venues, orgs := q.ints("venue"), q.ints("organizer")
	byVenue := func(r *rec) bool {
		l := r.ints("venue")
		if BUG == "venue-filter-first-relation" && len(l) > 1 {
			l = l[:1]
		}
		return overlap(venues, l)
	}
	byOrg := func(r *rec) bool { return overlap(orgs, r.ints("organizer")) }
	if BUG == "venue-or-organizer" && venues != nil && orgs != nil {
		t = append(t, func(r *rec) bool { return byVenue(r) || byOrg(r) })
	} else {
		if venues != nil {
			t = append(t, byVenue)
		}
		if orgs != nil {
			t = append(t, byOrg)
		}
	}
	q.flag("geoloc") // the extension that would filter by it is not installed
	lat, lng := q.text("geoloc_lat"), q.text("geoloc_lng")
	for name, s := range map[string]string{"geoloc_lat": lat, "geoloc_lng": lng} {
		if _, err := strconv.ParseFloat(s, 64); s != "" && err != nil {
			q.bad(name, "has to be a number")
		}
	}
	if lat != "" && lng == "" {
		q.bad("geoloc_lng", "has to be given with geoloc_lat")
	}
	if lng != "" && lat == "" {
		q.bad("geoloc_lat", "has to be given with geoloc_lng")
	}
	if p := q.int("post_parent", 0, 0); p != 0 {
		t = append(t, func(*rec) bool { return false }) // no event has a parent
	}
	if f := q.flag("ticketed"); f != nil && *f {
		t = append(t, func(*rec) bool { return false }) // no event has tickets
	}
	dates := c.dateTests(q)
	include := q.ints("include")
	if include != nil {
		t = append(t, func(r *rec) bool { return has(include, r.id) })
		if BUG == "include-keeps-dates" {
			t = append(t, dates...)
		}
		return t
	}
	return append(t, dates...)
}

// dateTests: the wall clock of the event is compared with the times given.
func (c *ctx) dateTests(q *query) []test {
	var t []test
	strict := false
	if s := q.text("strict_dates"); s != "" {
		b, ok := asBool(s)
		strict = b || !ok
		if BUG == "strict-false-truthy" {
			strict = s != "0"
		}
	}
	floor := func(s string) string {
		if strict {
			return s
		}
		return s[:10] + " 00:00:00"
	}
	ceil := func(s string) string {
		if strict {
			return s
		}
		return s[:10] + " 23:59:59"
	}
	start, end := q.date("start_date"), q.date("end_date")
	sb, sa := q.date("starts_before"), q.date("starts_after")
	eb, ea := q.date("ends_before"), q.date("ends_after")
	if start == "" && end == "" && sb == "" && sa == "" && eb == "" && ea == "" {
		// computed default: from today on
		today := time.Now().In(mustZone(siteZone)).Format(dayLayout) + " 00:00:00"
		return []test{func(r *rec) bool { return r.str("start_date") >= today }}
	}
	exact := VARIANT == "exact-days"
	if start != "" {
		lo, hi := floor(start), ceil(start)
		t = append(t, func(r *rec) bool {
			s := r.str("start_date")
			return s >= lo && (!exact || s[:10] == hi[:10])
		})
	}
	if end != "" {
		hi := ceil(end)
		if BUG == "end-date-not-whole-day" {
			hi = end
		}
		t = append(t, func(r *rec) bool {
			s := r.str("end_date")
			return s <= hi && (!exact || s[:10] == hi[:10])
		})
	}
	before := func(fld, at string) {
		if at == "" {
			return
		}
		t = append(t, func(r *rec) bool {
			s := r.str(fld)
			if strict {
				return s < at
			}
			if exact {
				return s < at[:10]
			}
			return s <= ceil(at)
		})
	}
	after := func(fld, at string) {
		if at == "" {
			return
		}
		t = append(t, func(r *rec) bool {
			s := r.str(fld)
			if strict {
				return s > at
			}
			if exact {
				return s > ceil(at)
			}
			return s >= floor(at)
		})
	}
	if !(BUG == "after-drops-before" && sa != "") {
		before("start_date", sb)
	}
	after("start_date", sa)
	before("end_date", eb)
	after("end_date", ea)
	return t
}

// placeTests builds the filters of venues and organizers.
func (c *ctx) placeTests(k *kind, q *query) []test {
	var t []test
	fld := relField[k.plural]
	evs := store["events"].recs
	if s := strings.ToLower(q.text("search")); s != "" {
		t = append(t, func(r *rec) bool {
			for _, f := range k.fields {
				if BUG == "venue-search-no-custom-fields" && k.plural == "venues" && f.name != "venue" && f.name != "description" {
					continue
				}
				if f.typ == "string" && f.name != "image" && contains(s, r.str(f.name)) {
					return true
				}
			}
			return false
		})
	}
	if id := q.int("event", -1, 0); id >= 0 {
		t = append(t, func(r *rec) bool {
			ev := evs[id]
			return ev != nil && !ev.trashed && c.sees(ev) && has(ev.ints(fld), r.id)
		})
	}
	if s := q.text("has_events"); s != "" {
		b, ok := asBool(s)
		want := b || !ok
		t = append(t, func(r *rec) bool { return (c.count(r) > 0) == want })
	}
	if s := q.text("only_with_upcoming"); s != "" {
		b, ok := asBool(s)
		if b || !ok {
			now := time.Now().UTC().Format(layout)
			t = append(t, func(r *rec) bool {
				if BUG == "organizer-upcoming-past" && k.plural == "organizers" {
					return c.count(r) > 0
				}
				for id := range store[k.plural].used[r.id] {
					if ev := evs[id]; ev != nil && c.sees(ev) && ev.endUTC >= now {
						return true
					}
				}
				return false
			})
		}
	}
	return t
}

// termTests builds the filters of categories and tags.
func (c *ctx) termTests(k *kind, q *query) []test {
	var t []test
	evs := store["events"].recs
	if s := strings.ToLower(q.text("search")); s != "" {
		t = append(t, func(r *rec) bool { return contains(s, r.name(), r.str("description"), r.slug) })
	}
	inc, exc := q.ints("include"), q.ints("exclude")
	if inc != nil {
		t = append(t, func(r *rec) bool { return has(inc, r.id) })
	}
	if exc != nil && !(BUG == "category-include-drops-exclude" && k.plural == "categories" && inc != nil) {
		t = append(t, func(r *rec) bool { return !has(exc, r.id) })
	}
	hide := true
	if BUG == "tag-hide-empty-default-off" && k.plural == "tags" {
		hide = false
	}
	if f := q.flag("hide_empty"); f != nil {
		hide = *f
	}
	if hide {
		t = append(t, func(r *rec) bool { return c.count(r) > 0 })
	}
	if k.plural == "categories" {
		if p := q.int("parent", -1, 0); p >= 0 {
			t = append(t, func(r *rec) bool { x, _ := r.f["parent"].(int); return x == p })
		}
	}
	for _, name := range []string{"post", "event"} {
		if BUG == "tag-event-alias-ignored" && k.plural == "tags" && name == "event" {
			continue
		}
		if id := q.int(name, -1, 0); id >= 0 {
			t = append(t, func(r *rec) bool {
				ev := evs[id]
				return ev != nil && !ev.trashed && c.sees(ev) && has(ev.ints(k.plural), r.id)
			})
		}
	}
	if s := q.text("slug"); s != "" {
		s = strings.ToLower(s)
		t = append(t, func(r *rec) bool { return r.slug == s })
	}
	return t
}

func (c *ctx) order(k *kind, q *query, list []*rec) {
	less := func(a, b *rec) int { return a.id - b.id }
	desc := false
	if k.plural == "events" {
		less = func(a, b *rec) int { return strings.Compare(a.startUTC, b.startUTC) }
	}
	if k.term {
		low := func(s string) string { return strings.ToLower(s) }
		switch q.text("orderby") {
		case "", "name":
			less = func(a, b *rec) int { return strings.Compare(low(a.name()), low(b.name())) }
		case "slug":
			less = func(a, b *rec) int { return strings.Compare(a.slug, b.slug) }
		case "description":
			less = func(a, b *rec) int { return strings.Compare(low(a.str("description")), low(b.str("description"))) }
		case "id", "term_id":
		case "count":
			n := map[int]int{}
			for _, r := range list {
				n[r.id] = c.count(r)
			}
			less = func(a, b *rec) int { return n[a.id] - n[b.id] }
		case "parent":
			p := func(r *rec) int { x, _ := r.f["parent"].(int); return x }
			less = func(a, b *rec) int { return p(a) - p(b) }
		default:
			q.bad("orderby", "is one of name, id, slug, count, description, parent")
		}
		switch strings.ToLower(q.text("order")) {
		case "", "asc", "ascending":
		case "desc", "descending":
			desc = true
		default:
			q.bad("order", "is asc or desc")
		}
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		d := less(a, b)
		if d == 0 {
			d = a.id - b.id
		}
		if desc {
			return d > 0
		}
		return d < 0
	})
}

func (c *ctx) list(k *kind) {
	q := &query{v: c.q}
	size := 10
	if BUG == "organizer-default-12" && k.plural == "organizers" {
		size = 12
	}
	page, per := q.int("page", 1, 1), q.int("per_page", size, 1)
	if VARIANT == "strict-paging" {
		if per > 50 {
			q.bad("per_page", "is at most 50")
		}
	} else if per > 100 {
		per = 100
	}
	mu.RLock()
	var tests []test
	if c.lang != "" {
		tests = append(tests, func(r *rec) bool { return r.lang == c.lang })
	}
	if !k.term {
		st := q.text("status")
		if st != "" && st != "any" && !statuses[st] && !(VARIANT == "soft-delete" && st == "trash") {
			q.bad("status", "is one of publish, draft, pending, private, any")
		}
		tests = append(tests, func(r *rec) bool {
			if BUG == "acl-drafts-in-list" && k.plural == "events" && q.text("search") != "" {
				// visible
			} else if !c.sees(r) {
				return false
			}
			if r.trashed || st == "trash" {
				return r.trashed && st == "trash"
			}
			return st == "" || st == "any" || r.str("status") == st
		})
	}
	free := len(tests)
	switch {
	case k.plural == "events":
		tests = append(tests, c.eventTests(q)...)
	case k.term:
		tests = append(tests, c.termTests(k, q)...)
	default:
		tests = append(tests, c.placeTests(k, q)...)
	}
	var found []*rec
	all := 0
next:
	for _, r := range store[k.plural].recs {
		for i, t := range tests {
			if i == free {
				all++
			}
			if !t(r) {
				continue next
			}
		}
		if len(tests) == free {
			all++
		}
		found = append(found, r)
	}
	if BUG == "organizer-join-duplicates" && k.plural == "events" {
		if orgs := q.ints("organizer"); len(orgs) > 1 {
			for _, r := range found {
				hits := 0
				for _, o := range r.ints("organizer") {
					if has(orgs, o) {
						hits++
					}
				}
				for ; hits > 1; hits-- {
					found = append(found, r)
				}
			}
		}
	}
	c.order(k, q, found)
	if len(q.errs) > 0 {
		mu.RUnlock()
		c.problem(fail(400, "Some parameters were not accepted.", q.errs...))
		return
	}
	total := len(found)
	pages := (total + per - 1) / per
	if BUG == "tag-pages-floor" && k.plural == "tags" {
		pages = total / per
	}
	take := per
	if BUG == "category-silent-cap" && k.plural == "categories" && per > 20 {
		take = 20
	}
	items := []any{}
	if page <= total/per+1 {
		from := (page - 1) * per
		if BUG == "page-overlap" && k.plural == "events" && page > 1 {
			from--
		}
		for i := from; i < from+take && i < total; i++ {
			r := found[i]
			full := c.fullInList(r)
			items = append(items, c.render(r, full))
		}
	}
	mu.RUnlock()
	if BUG == "venue-total-unfiltered" && k.plural == "venues" {
		total = all
		pages = (total + per - 1) / per
	}
	if VARIANT == "strict-paging" && page > 1 && page > pages {
		c.problem(fail(404, "There is no such page."))
		return
	}
	at := func(p int) string {
		v := url.Values{}
		for key, x := range c.q {
			v[key] = x
		}
		v.Set("page", strconv.Itoa(p))
		return c.ns() + "/" + k.plural + "?" + v.Encode()
	}
	links := obj{{"self", href(at(page))}}
	var header []string
	if page > 1 {
		links = append(links, kv{"prev", href(at(page - 1))})
		header = append(header, "<"+at(page-1)+`>; rel="prev"`)
	}
	if page < pages {
		links = append(links, kv{"next", href(at(page + 1))})
		header = append(header, "<"+at(page+1)+`>; rel="next"`)
	}
	switch VARIANT {
	case "bare-array":
		c.w.Header().Set("X-Total-Count", strconv.Itoa(total))
		c.w.Header().Set("X-Total-Pages", strconv.Itoa(pages))
		if header != nil {
			c.w.Header().Set("Link", strings.Join(header, ", "))
		}
		c.send(200, items)
	case "data-meta":
		c.send(200, obj{{"data", items}, {"meta", obj{{"count", total}, {"current_page", page}, {"last_page", pages}, {"limit", per}}}})
	default:
		c.send(200, obj{{"items", items}, {"paging", obj{{"page", page}, {"per_page", per}, {"total", total}, {"total_pages", pages}}}, {"links", links}})
	}
}

// fullInList: lists take no password.
func (c *ctx) fullInList(r *rec) bool {
	if r.password == "" || BUG == "password-list-leak" {
		return true
	}
	return c.user != nil && (c.user.role == "editor" || c.user.id == r.author)
}

// ---------------------------------------------------------------- OpenAPI document

var listParams = map[string][][2]string{
	"events": {{"start_date", "string"}, {"end_date", "string"}, {"starts_before", "string"}, {"starts_after", "string"}, {"ends_before", "string"},
		{"ends_after", "string"}, {"strict_dates", "boolean"}, {"search", "string"}, {"categories", "array"}, {"tags", "array"}, {"venue", "array"},
		{"organizer", "array"}, {"featured", "boolean"}, {"status", "string"}, {"geoloc", "boolean"}, {"geoloc_lat", "number"}, {"geoloc_lng", "number"},
		{"include", "array"}, {"post_parent", "integer"}, {"ticketed", "boolean"}},
	"venues":     {{"search", "string"}, {"event", "integer"}, {"has_events", "boolean"}, {"only_with_upcoming", "boolean"}, {"status", "string"}},
	"organizers": {{"search", "string"}, {"event", "integer"}, {"has_events", "boolean"}, {"only_with_upcoming", "boolean"}, {"status", "string"}},
	"categories": {{"search", "string"}, {"exclude", "array"}, {"include", "array"}, {"order", "string"}, {"orderby", "string"}, {"hide_empty", "boolean"},
		{"parent", "integer"}, {"post", "integer"}, {"event", "integer"}, {"slug", "string"}},
	"tags": {{"search", "string"}, {"exclude", "array"}, {"include", "array"}, {"order", "string"}, {"orderby", "string"}, {"hide_empty", "boolean"},
		{"post", "integer"}, {"event", "integer"}, {"slug", "string"}},
}

func document(c *ctx) any {
	lang := obj{{"name", "ml_language"}, {"in", "query"}, {"required", false},
		{"schema", obj{{"type", "string"}, {"enum", []string{"nl", "en", "fr", "de"}}}}}
	param := func(name, in, typ string, def any) obj {
		s := obj{{"type", typ}}
		if typ == "array" {
			item := "integer"
			if name == "categories" || name == "tags" {
				item = "string"
			}
			s = append(s, kv{"items", obj{{"type", item}}})
		}
		if def != nil {
			s = append(s, kv{"default", def})
		}
		return obj{{"name", name}, {"in", in}, {"required", in == "path"}, {"schema", s}}
	}
	ref := func(name string) obj { return obj{{"$ref", "#/components/schemas/" + name}} }
	content := func(schema any) obj { return obj{{"application/json", obj{{"schema", schema}}}} }
	answers := func(code, what string, schema any) obj {
		return obj{{code, obj{{"description", what}, {"content", content(schema)}}},
			{"default", obj{{"description", "Problem"}, {"content", obj{{"application/problem+json", obj{{"schema", ref("Problem")}}}}}}}}
	}
	schemas := obj{{"Problem", obj{{"type", "object"}, {"properties", obj{{"type", obj{{"type", "string"}}}, {"title", obj{{"type", "string"}}},
		{"status", obj{{"type", "integer"}}}, {"detail", obj{{"type", "string"}}}}}}}}
	paths := obj{
		{"/" + namespace, obj{{"get", obj{{"operationId", "index"}, {"parameters", []any{param("namespace", "query", "string", namespace),
			param("context", "query", "string", "view"), lang}}, {"responses", answers("200", "Index", obj{{"type", "object"}})}}}}},
		{"/" + namespace + "/doc", obj{{"get", obj{{"operationId", "doc"}, {"parameters", []any{lang}},
			{"responses", answers("200", "This document", obj{{"type", "object"}})}}}}},
	}
	for _, name := range kindOrder {
		k := kinds[name]
		props, need := obj{}, []string{}
		for _, f := range k.fields {
			s := obj{}
			switch f.typ {
			case "int", "parent":
				s = append(s, kv{"type", "integer"})
			case "bool":
				s = append(s, kv{"type", "boolean"})
			case "ints":
				s = append(s, kv{"type", "array"}, kv{"items", obj{{"type", "integer"}}})
			case "any":
			default:
				if f.typ == "string" && !f.required && f.def == nil {
					s = append(s, kv{"type", []string{"string", "null"}})
				} else {
					s = append(s, kv{"type", "string"})
				}
			}
			props = append(props, kv{f.name, append(s, kv{"description", f.what})})
			if f.required {
				need = append(need, f.name)
			}
		}
		title := strings.ToUpper(k.singular[:1]) + k.singular[1:]
		update := props
		if name == "events" {
			update = append(append(obj{}, props...), kv{"password", obj{{"type", "string"}}})
		}
		schemas = append(schemas, kv{title + "Create", obj{{"type", "object"}, {"required", need}, {"properties", props}}},
			kv{title + "Update", obj{{"type", "object"}, {"properties", update}}},
			kv{title, obj{{"type", "object"}, {"properties", append(obj{{"id", obj{{"type", "integer"}}}, {"slug", obj{{"type", "string"}}},
				{"language", obj{{"type", "string"}}}}, propsWithout(props, "slug")...)}}})
		ps := []any{param("page", "query", "integer", 1), param("per_page", "query", "integer", 10)}
		for _, p := range listParams[name] {
			ps = append(ps, param(p[0], "query", p[1], nil))
		}
		ps = append(ps, lang)
		paths = append(paths, kv{"/" + namespace + "/" + name, obj{
			{"get", obj{{"operationId", "list_" + name}, {"parameters", ps}, {"responses", answers("200", "A page of "+name, obj{{"type", "object"}})}}},
			{"post", obj{{"operationId", "create_" + k.singular}, {"parameters", []any{lang}},
				{"requestBody", obj{{"required", true}, {"content", content(ref(title + "Create"))}}}, {"responses", answers("201", "Created", ref(title))}}},
		}})
		item := func(path, suffix string, own []any) {
			ops := obj{}
			for _, m := range []string{"get", "delete", "post", "put", "patch"} {
				o := obj{{"operationId", m + "_" + k.singular + suffix}, {"parameters", own}}
				if m != "get" && m != "delete" {
					o = append(o, kv{"requestBody", obj{{"content", content(ref(title + "Update"))}}})
				}
				ops = append(ops, kv{m, append(o, kv{"responses", answers("200", "The "+k.singular, ref(title))})})
			}
			paths = append(paths, kv{"/" + namespace + "/" + name + path, ops})
		}
		own := []any{param("id", "path", "integer", nil)}
		if name == "events" {
			own = append(own, param("password", "query", "string", nil))
		}
		item("/{id}", "", append(own, lang))
		if k.slugs {
			item("/by-slug/{slug}", "_by_slug", []any{param("slug", "path", "string", nil), lang})
		}
	}
	return obj{{"openapi", "3.1.0"}, {"info", obj{{"title", "Calendar"}, {"version", "1"}}}, {"servers", []any{obj{{"url", c.base}}}},
		{"paths", paths}, {"components", obj{{"schemas", schemas}}}}
}

func propsWithout(o obj, name string) obj {
	out := obj{}
	for _, e := range o {
		if e.k != name {
			out = append(out, e)
		}
	}
	return out
}

// ---------------------------------------------------------------- main

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	ln, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("listening on http://127.0.0.1:%d\n", ln.Addr().(*net.TCPAddr).Port)
	os.Stdout.Sync()
	srv := &http.Server{Handler: http.HandlerFunc(handle), ReadHeaderTimeout: 20 * time.Second}
	if err := srv.Serve(ln); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
