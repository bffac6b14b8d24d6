// Calendar service: process setup, schema, variants, middleware, routing.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha1"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"net/url"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
	_ "time/tzdata"

	"github.com/go-chi/chi"
	sqlite3 "github.com/mattn/go-sqlite3"
)

const NS = "/vendor/events/v1"

var (
	bugID     = os.Getenv("BUG")
	withUsers = os.Getenv("USERS") == "1"
	db        *sql.DB
	mu        sync.RWMutex
	site      *time.Location
	langs     = []string{"nl", "en", "fr", "de"}
)

func bug(id string) bool { return bugID == id }

// ---- choices where the interface is open ----

type Options struct {
	Envelope      string // named | array | data | paged
	ItemEnvelope  string // "" | data | typed
	TextObj       bool
	Times         string // space | iso | offset | split
	Embed         bool
	Delete        string // record | 204 | trash | wrapped
	GoneStatus    int
	CreateStatus  int
	CreateMinimal bool
	UpdateStatus  int // 200 or 204
	MaxPer        int
	OverMax       string // clamp | 400
	Beyond        string // empty | 404 | 400
	BadLang       string // 400 | ignore
	BadRef        string // 400 | ignore
	BadStatus     int
	Errors        string // simple | wp | problem | nested
	DefaultDates  string // all | upcoming
	Boundary      bool   // starts_before/after include the whole named day
	EventOrder    string
	ContactOrder  string
	TermOrder     string // default order direction when none is asked
	AllDayNorm    bool
	CostString    bool
	OmitNull      bool
	Strict        bool // unknown body fields and loose booleans refused
	SlugID        bool // derived slugs carry the id
	SlugConflict  bool // an explicitly given slug that is taken: 409
	PutReplaces   bool
	HiddenStatus  int
	SortRel       bool
	Totals        bool
	URLCheck      bool
	HalFields     bool
	NoETag        bool
	MapDefault    bool
}

var opt = Options{Envelope: "named", Times: "space", Delete: "record", GoneStatus: 404, CreateStatus: 201, UpdateStatus: 200,
	MaxPer: 100, OverMax: "clamp", Beyond: "empty", BadLang: "400", BadRef: "400", BadStatus: 400, Errors: "simple", DefaultDates: "all",
	EventOrder: "e.start_local, p.id", ContactOrder: "p.id", TermOrder: "ASC", HiddenStatus: 404, Totals: true, MapDefault: true}

func setVariant(v string) {
	o := &opt
	switch v {
	case "":
	case "bare-arrays":
		o.Envelope, o.Times, o.Delete, o.MaxPer, o.OverMax, o.EventOrder, o.Errors = "array", "iso", "204", 50, "400", "p.id DESC", "problem"
	case "data-meta":
		o.Envelope, o.ItemEnvelope, o.BadStatus, o.Beyond, o.OmitNull, o.GoneStatus, o.ContactOrder = "data", "data", 422, "404", true, 410, "p.title COLLATE NOCASE, p.id"
	case "rendered-texts":
		o.TextObj, o.Delete, o.Beyond, o.Errors, o.CostString, o.HiddenStatus, o.HalFields = true, "trash", "400", "wp", true, 401, true
	case "embedded":
		o.Embed, o.Times, o.Envelope, o.UpdateStatus, o.MaxPer, o.SlugID = true, "offset", "paged", 200, 40, true
	case "strict-input":
		o.Strict, o.URLCheck, o.SlugConflict, o.BadStatus, o.OverMax, o.Errors, o.NoETag = true, true, true, 422, "400", "nested", true
	case "lenient-input":
		o.BadLang, o.BadRef, o.AllDayNorm, o.Boundary, o.MaxPer, o.MapDefault, o.TermOrder = "ignore", "ignore", true, true, 25, false, "DESC"
	case "upcoming-first":
		o.DefaultDates, o.EventOrder, o.Delete, o.CreateMinimal, o.Errors = "upcoming", "e.start_local DESC, p.id DESC", "wrapped", true, "wp"
	case "put-replaces":
		o.PutReplaces, o.UpdateStatus, o.Times, o.Totals, o.SortRel, o.HiddenStatus, o.Beyond = true, 204, "split", false, true, 403, "404"
	default:
		log.Fatalf("unknown variant %q", v)
	}
}

const schema = `
CREATE TABLE posts (id INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, title TEXT NOT NULL, description TEXT, excerpt TEXT,
  slug TEXT NOT NULL DEFAULT '', status TEXT NOT NULL, author INTEGER NOT NULL, pub INTEGER NOT NULL, image TEXT, website TEXT,
  password TEXT NOT NULL DEFAULT '', deleted INTEGER NOT NULL DEFAULT 0, lang TEXT NOT NULL, created INTEGER, modified INTEGER);
CREATE INDEX posts_slug ON posts(type, slug);
CREATE TABLE events (post_id INTEGER PRIMARY KEY REFERENCES posts(id), start_local TEXT, end_local TEXT, tz TEXT, all_day INTEGER, cost TEXT,
  show_map INTEGER, show_map_link INTEGER, hide INTEGER, sticky INTEGER, featured INTEGER, end_ts INTEGER, start_ts INTEGER);
CREATE TABLE contacts (post_id INTEGER PRIMARY KEY REFERENCES posts(id), show_map TEXT, show_map_link TEXT, address TEXT, city TEXT, country TEXT,
  province TEXT, state TEXT, zip TEXT, phone TEXT, stateprovince TEXT, email TEXT);
CREATE TABLE links (event_id INTEGER, kind TEXT, target_id INTEGER, pos INTEGER, PRIMARY KEY (event_id, kind, target_id));
CREATE INDEX links_target ON links(target_id);
CREATE TABLE terms (id INTEGER PRIMARY KEY AUTOINCREMENT, tax TEXT, name TEXT, slug TEXT, description TEXT, parent INTEGER NOT NULL DEFAULT 0,
  deleted INTEGER NOT NULL DEFAULT 0, lang TEXT, count INTEGER NOT NULL DEFAULT 0);
CREATE TABLE term_links (event_id INTEGER, term_id INTEGER, pos INTEGER, PRIMARY KEY (event_id, term_id));
CREATE INDEX term_links_term ON term_links(term_id);
CREATE TABLE translations (kind TEXT, obj_id INTEGER, lang TEXT, field TEXT, value TEXT, PRIMARY KEY (kind, obj_id, lang, field));
CREATE TRIGGER tl_ins AFTER INSERT ON term_links BEGIN UPDATE terms SET count = count + 1 WHERE id = NEW.term_id; END;
CREATE TRIGGER tl_del AFTER DELETE ON term_links BEGIN UPDATE terms SET count = count - 1 WHERE id = OLD.term_id; END;
`

type DBTX interface {
	Exec(string, ...interface{}) (sql.Result, error)
	Query(string, ...interface{}) (*sql.Rows, error)
	QueryRow(string, ...interface{}) *sql.Row
}

// ---- request scope ----

type User struct {
	ID   int64
	Name string
	Role string
}

var accounts = map[string]*User{
	"editor": {1, "editor", "editor"}, "author": {2, "author", "author"}, "reader": {3, "reader", "reader"},
}

type ctxKey int

const (
	keyUser ctxKey = iota
	keyPrefix
)

type C struct {
	w      http.ResponseWriter
	r      *http.Request
	user   *User
	lang   string
	prefix string
	q      url.Values
	body   map[string]interface{}
	tx     DBTX
	vis    bool
}

type apiErr struct {
	status    int
	code, msg string
}

func fail(status int, code, msg string) { panic(apiErr{status, code, msg}) }
func bad(msg string)                    { panic(apiErr{opt.BadStatus, "invalid_parameter", msg}) }
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func (c *C) root() string {
	return "http://" + c.r.Host + c.prefix
}

func errBody(e apiErr) (interface{}, string) {
	switch opt.Errors {
	case "wp":
		return map[string]interface{}{"code": e.code, "message": e.msg, "data": map[string]interface{}{"status": e.status}}, "application/json; charset=UTF-8"
	case "problem":
		return map[string]interface{}{"type": "about:blank", "title": http.StatusText(e.status), "status": e.status, "detail": e.msg}, "application/problem+json"
	case "nested":
		return map[string]interface{}{"errors": []interface{}{map[string]interface{}{"code": e.code, "detail": e.msg}}}, "application/json"
	}
	return map[string]interface{}{"error": e.code, "message": e.msg}, "application/json; charset=utf-8"
}

func encode(v interface{}) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	must(enc.Encode(v))
	return b.Bytes()
}

func etag(b []byte) string {
	h := sha1.Sum(b)
	return `"` + hex.EncodeToString(h[:10]) + `"`
}

func write(w http.ResponseWriter, r *http.Request, status int, ctype string, data []byte, tag string) {
	h := w.Header()
	h.Set("Vary", "Accept-Encoding, Authorization")
	if status != 204 && status != 304 {
		h.Set("Content-Type", ctype)
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && len(data) > 1400 {
			var z bytes.Buffer
			g := gzip.NewWriter(&z)
			g.Write(data)
			g.Close()
			data = z.Bytes()
			h.Set("Content-Encoding", "gzip")
			if tag != "" {
				tag = "W/" + tag
			}
		}
	}
	if tag != "" {
		h.Set("ETag", tag)
		h.Set("Cache-Control", "no-cache")
		if inm := r.Header.Get("If-None-Match"); inm != "" && (r.Method == "GET" || r.Method == "HEAD") {
			for _, x := range strings.Split(inm, ",") {
				x = strings.TrimPrefix(strings.TrimSpace(x), "W/")
				if x == "*" || x == strings.TrimPrefix(tag, "W/") {
					h.Del("Content-Type")
					h.Del("Content-Encoding")
					w.WriteHeader(304)
					return
				}
			}
		}
	}
	if status == 204 {
		w.WriteHeader(204)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(status)
	if r.Method != "HEAD" {
		w.Write(data)
	}
}

func (c *C) send(status int, v interface{}) {
	data := []byte{}
	if status != 204 {
		data = encode(v)
	}
	tag := ""
	if !opt.NoETag && status == 200 && (c.r.Method == "GET" || c.r.Method == "HEAD") {
		tag = etag(data)
		if m, ok := v.(map[string]interface{}); ok && bug("etag-from-length") && m["id"] != nil {
			tag = etag(encode([]interface{}{m["id"], len(data)}))
		}
	}
	write(c.w, c.r, status, "application/json; charset=utf-8", data, tag)
}

func sendErr(w http.ResponseWriter, r *http.Request, e apiErr) {
	v, ct := errBody(e)
	if e.status == 401 {
		w.Header().Set("WWW-Authenticate", `Basic realm="calendar", charset="UTF-8"`)
	}
	write(w, r, e.status, ct, encode(v), "")
}

// ---- middleware ----

func recovery(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if x := recover(); x != nil {
				if e, ok := x.(apiErr); ok {
					sendErr(w, r, e)
					return
				}
				log.Printf("panic %s %s: %v", r.Method, r.URL, x)
				sendErr(w, r, apiErr{500, "internal", "internal error"})
			}
		}()
		next.ServeHTTP(w, r)
	})
}

func authenticate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		u := &User{0, "", "anonymous"}
		if !withUsers {
			u = &User{1, "site", "editor"}
		} else if h := r.Header.Get("Authorization"); h != "" {
			u = nil
			if f := strings.Fields(h); len(f) == 2 && strings.EqualFold(f[0], "Basic") {
				if raw, err := base64.StdEncoding.DecodeString(f[1]); err == nil {
					if i := strings.IndexByte(string(raw), ':'); i > 0 && string(raw[:i]) == string(raw[i+1:]) {
						u = accounts[string(raw[:i])]
					}
				}
			}
			if u == nil {
				fail(401, "invalid_credentials", "unknown user or wrong password")
			}
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), keyUser, u)))
	})
}

var rememberedLang string
var rememberMu sync.Mutex

func pickLang(c *C) {
	v, given := "", false
	if c.q.Has("ml_language") {
		v, given = c.q.Get("ml_language"), true
	} else if x, ok := c.body["ml_language"]; ok && x != nil {
		v, given = fmt.Sprint(x), true
	}
	delete(c.body, "ml_language")
	c.lang = "nl"
	if c.prefix != "" {
		c.lang = c.prefix[1:]
	}
	if bug("language-sticks-after-write") && strings.Contains(c.r.URL.Path, "/organizers") {
		rememberMu.Lock()
		if given && c.r.Method != "GET" && (v == "nl" || v == "en" || v == "fr" || v == "de") {
			rememberedLang = v
		} else if !given && rememberedLang != "" {
			v, given = rememberedLang, true
		}
		rememberMu.Unlock()
	}
	if !given {
		return
	}
	for _, l := range langs {
		if l == v {
			if v == "en" && bug("english-refused-for-tags") && strings.Contains(c.r.URL.Path, NS+"/tags") {
				break
			}
			c.lang = v
			return
		}
	}
	if opt.BadLang == "ignore" {
		return
	}
	bad("ml_language must be one of nl, en, fr, de")
}

func readBody(c *C) {
	c.body = map[string]interface{}{}
	r := c.r
	raw, err := io.ReadAll(io.LimitReader(r.Body, 4<<20))
	if err != nil {
		bad("unreadable body")
	}
	ct, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if len(bytes.TrimSpace(raw)) == 0 {
		return
	}
	switch {
	case ct == "application/x-www-form-urlencoded":
		f, err := url.ParseQuery(string(raw))
		if err != nil {
			bad("malformed form")
		}
		for k, v := range f {
			if strings.HasSuffix(k, "[]") {
				l := []interface{}{}
				for _, x := range v {
					l = append(l, x)
				}
				c.body[strings.TrimSuffix(k, "[]")] = l
			} else {
				c.body[k] = v[len(v)-1]
			}
		}
	case ct == "multipart/form-data":
		r.Body = io.NopCloser(bytes.NewReader(raw))
		if r.ParseMultipartForm(4<<20) != nil {
			bad("malformed form")
		}
		for k, v := range r.MultipartForm.Value {
			c.body[strings.TrimSuffix(k, "[]")] = v[len(v)-1]
		}
	default:
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		var v interface{}
		if err := d.Decode(&v); err != nil {
			bad("malformed JSON")
		}
		if _, err := d.Token(); err != io.EOF {
			bad("malformed JSON")
		}
		m, ok := v.(map[string]interface{})
		if !ok {
			bad("the body must be an object")
		}
		c.body = m
	}
}

type methods map[string]func(*C)

func (m methods) allow() string {
	l := []string{}
	for k := range m {
		l = append(l, k)
	}
	if m["GET"] != nil {
		l = append(l, "HEAD")
	}
	l = append(l, "OPTIONS")
	sort.Strings(l)
	return strings.Join(l, ", ")
}

func endpoint(m methods) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		method := r.Method
		if method == "HEAD" {
			method = "GET"
			if bug("head-on-lists-refused") && strings.Count(strings.TrimPrefix(r.URL.Path, NS), "/") == 1 {
				w.Header().Set("Allow", "GET, POST, OPTIONS")
				fail(405, "method_not_allowed", "method not allowed")
			}
		}
		if method == "OPTIONS" {
			w.Header().Set("Allow", m.allow())
			write(w, r, 204, "", nil, "")
			return
		}
		h := m[method]
		if h == nil {
			w.Header().Set("Allow", m.allow())
			fail(405, "method_not_allowed", "method not allowed")
		}
		q, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			bad("malformed query")
		}
		for k, v := range q {
			if strings.HasSuffix(k, "]") {
				if i := strings.IndexByte(k, '['); i > 0 {
					q[k[:i]] = append(q[k[:i]], v...)
				}
			}
		}
		c := &C{w: w, r: r, q: q, tx: db}
		c.user, _ = r.Context().Value(keyUser).(*User)
		c.prefix, _ = r.Context().Value(keyPrefix).(string)
		if method != "GET" {
			readBody(c)
		}
		pickLang(c)
		if method == "GET" {
			mu.RLock()
			defer mu.RUnlock()
			h(c)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		tx, err := db.Begin()
		must(err)
		done := false
		defer func() {
			if !done {
				tx.Rollback()
			}
		}()
		rec := &deferred{h: w}
		c.w = rec
		c.tx = tx
		h(c)
		must(tx.Commit())
		done = true
		rec.flush()
	}
}

// deferred keeps the answer of a write until its transaction is committed.
type deferred struct {
	h      http.ResponseWriter
	status int
	buf    bytes.Buffer
}

func (d *deferred) Header() http.Header         { return d.h.Header() }
func (d *deferred) WriteHeader(s int)           { d.status = s }
func (d *deferred) Write(b []byte) (int, error) { return d.buf.Write(b) }
func (d *deferred) flush() {
	if d.status == 0 {
		d.status = 200
	}
	d.h.WriteHeader(d.status)
	d.h.Write(d.buf.Bytes())
}

func routes() http.Handler {
	r := chi.NewRouter()
	r.Use(recovery, authenticate)
	r.NotFound(func(w http.ResponseWriter, r *http.Request) { fail(404, "not_found", "no such address") })
	r.HandleFunc("/", endpoint(methods{"GET": restRoot}))
	r.HandleFunc(NS, endpoint(methods{"GET": nsIndex}))
	r.HandleFunc(NS+"/doc", endpoint(methods{"GET": doc}))
	for _, t := range []string{"event", "venue", "organizer"} {
		t := t
		p := NS + "/" + plural[t]
		r.HandleFunc(p, endpoint(methods{"GET": func(c *C) { listPosts(c, t) }, "POST": func(c *C) { createPost(c, t) }}))
		get := func(c *C) { getPost(c, t) }
		upd := func(c *C) { updatePost(c, t) }
		del := func(c *C) { deletePost(c, t) }
		r.HandleFunc(p+"/{id:[0-9]+}", endpoint(methods{"GET": get, "POST": upd, "PUT": upd, "PATCH": upd, "DELETE": del}))
		m := methods{"GET": get, "POST": upd, "PUT": upd, "PATCH": upd, "DELETE": del}
		if t == "venue" && bug("venue-slug-patch-unrouted") {
			delete(m, "PATCH")
		}
		r.HandleFunc(p+"/by-slug/{slug}", endpoint(m))
	}
	for _, t := range []string{"category", "tag"} {
		t := t
		p := NS + "/" + plural[t]
		r.HandleFunc(p, endpoint(methods{"GET": func(c *C) { listTerms(c, t) }, "POST": func(c *C) { createTerm(c, t) }}))
		upd := func(c *C) { updateTerm(c, t) }
		m := methods{"GET": func(c *C) { getTerm(c, t) }, "POST": upd, "PUT": upd, "PATCH": upd, "DELETE": func(c *C) { deleteTerm(c, t) }}
		if t == "tag" && bug("tag-post-on-item-creates") {
			m["POST"] = func(c *C) { createTerm(c, t) }
		}
		r.HandleFunc(p+"/{id:[0-9]+}", endpoint(m))
	}
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		for _, l := range []string{"nl", "de", "fr"} {
			if q.URL.Path == "/"+l || strings.HasPrefix(q.URL.Path, "/"+l+"/") {
				q2 := q.Clone(context.WithValue(q.Context(), keyPrefix, "/"+l))
				q2.URL.Path = strings.TrimPrefix(q.URL.Path, "/"+l)
				q2.URL.RawPath = strings.TrimPrefix(q.URL.RawPath, "/"+l)
				q = q2
				break
			}
		}
		if len(q.URL.Path) > 1 && strings.HasSuffix(q.URL.Path, "/") {
			q.URL.Path = strings.TrimSuffix(q.URL.Path, "/")
			q.URL.RawPath = strings.TrimSuffix(q.URL.RawPath, "/")
		}
		if q.URL.Path == "" {
			q.URL.Path = "/"
		}
		r.ServeHTTP(w, q)
	})
}

func restRoot(c *C) {
	c.send(200, map[string]interface{}{"name": "Calendar", "namespaces": []string{"vendor/events/v1"}, "timezone_string": "Europe/Amsterdam", "languages": langs,
		"_links": map[string]interface{}{"namespace": []interface{}{map[string]string{"href": c.root() + NS}}}})
}

func allRoutes() map[string][]string {
	out := map[string][]string{NS: {"GET"}, NS + "/doc": {"GET"}}
	for t, p := range plural {
		out[NS+"/"+p] = []string{"GET", "POST"}
		out[NS+"/"+p+"/{id}"] = []string{"GET", "POST", "PUT", "PATCH", "DELETE"}
		if t != "category" && t != "tag" {
			out[NS+"/"+p+"/by-slug/{slug}"] = []string{"GET", "POST", "PUT", "PATCH", "DELETE"}
		}
	}
	return out
}

func nsIndex(c *C) {
	rts := map[string]interface{}{}
	for p, m := range allRoutes() {
		rts[p] = map[string]interface{}{"namespace": "vendor/events/v1", "methods": m}
	}
	up := c.root() + "/"
	if bug("up-link-to-itself") {
		up = c.root() + NS
	}
	link := []interface{}{map[string]string{"href": up}}
	c.send(200, map[string]interface{}{"namespace": "vendor/events/v1", "routes": rts, "_links": map[string]interface{}{"up": link}})
}

func doc(c *C) {
	paths := map[string]interface{}{}
	for p, m := range allRoutes() {
		ops := map[string]interface{}{}
		for _, x := range m {
			ops[strings.ToLower(x)] = map[string]interface{}{"responses": map[string]interface{}{"default": map[string]string{"description": "see the interface"}}}
		}
		paths[strings.TrimPrefix(p, NS)+"/"] = ops
	}
	c.send(200, map[string]interface{}{"swagger": "2.0", "info": map[string]string{"title": "Calendar", "version": "1.0.0"}, "basePath": NS, "paths": paths})
}

func main() {
	setVariant(os.Getenv("VARIANT"))
	var err error
	site, err = time.LoadLocation("Europe/Amsterdam")
	must(err)
	sql.Register("sqlite3_calendar", &sqlite3.SQLiteDriver{ConnectHook: func(c *sqlite3.SQLiteConn) error {
		return c.RegisterFunc("ulower", strings.ToLower, true)
	}})
	db, err = sql.Open("sqlite3_calendar", ":memory:")
	must(err)
	db.SetMaxOpenConns(1)
	db.SetConnMaxLifetime(0)
	_, err = db.Exec(schema)
	must(err)
	ln, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	must(err)
	fmt.Println("listening on " + ln.Addr().String())
	log.Fatal((&http.Server{Handler: routes()}).Serve(ln))
}
