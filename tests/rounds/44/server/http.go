package main

import (
	"bytes"
	"context"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"
)

const ns = "vendor/events/v1"

type apiErr struct {
	status     int
	code, text string
}

func bad(code, text string) *apiErr { return &apiErr{400, code, text} }
func notFound(kind string) *apiErr {
	return &apiErr{404, kind + "_not_found", "There is no such " + kind + "."}
}

type User struct {
	ID   int64
	Name string
	Role string
}

var users = map[string]User{"editor": {1, "editor", "editor"}, "author": {2, "author", "author"}, "reader": {3, "reader", "reader"}}

// Req is what the handlers need to know about a request.
type Req struct {
	c       *gin.Context
	in      Input
	lang    string
	langSet bool
	prefix  string // "/de" when served below a language segment
	user    User   // zero: anonymous
	bySlug  bool
}

type Resp struct {
	status int
	body   any
	h      map[string]string
}

type handler func(r *Req) (*Resp, *apiErr)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
func atoi(s string) (int64, bool) {
	if s == "" || len(s) > 18 {
		return 0, false
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}

func (r *Req) root() string { return baseURL + r.prefix }
func (r *Req) url(path string) string {
	return r.root() + "/" + ns + path
}

// may the user read records that are not published, and write?
func (r *Req) reads() bool { return !useUsers || r.user.ID != 0 }
func (r *Req) mayWrite(owner int64) *apiErr {
	if !useUsers || r.user.Role == "editor" || (r.user.Role == "author" && owner == r.user.ID) {
		return nil
	}
	return r.denied()
}
func (r *Req) denied() *apiErr {
	if r.user.ID == 0 {
		return &apiErr{401, "unauthorized", "Authentication is required."}
	}
	return &apiErr{403, "forbidden", "You may not do this."}
}

// ---- response cache ----

type entry struct {
	status int
	h      map[string]string
	body   []byte
	at     time.Time
	path   string
}

var (
	cacheMu   sync.Mutex
	cacheGen  int
	responses = map[string]entry{}
	objects   = map[string]any{}   // rendered linked records
	slugIDs   = map[string]int64{} // kind/slug -> id
	counts    map[int64]int64      // term -> published events
)

func flush(kind, op string) {
	cacheMu.Lock()
	defer cacheMu.Unlock()
	cacheGen++
	for k, e := range responses {
		events := strings.HasPrefix(e.path, "/"+ns+"/events")
		if events && bug("ev-cache-venue") && kind == "venue" && op == "update" && !strings.Contains(e.path, "by-slug") && strings.Contains(e.path, "/events/v1/events/") {
			continue
		}
		if events && bug("ta-delete-stale") && kind == "tag" && op == "delete" {
			continue
		}
		delete(responses, k)
	}
	objects = map[string]any{}
	if !(bug("ev-slug-cache-reuse") && kind == "event") {
		slugIDs = map[string]int64{}
	}
	if !(bug("ca-count-stale") && kind == "event" && op == "delete") {
		counts = nil
	}
}

func cacheKey(r *Req) string {
	path, q := r.c.Request.URL.Path, r.c.Request.URL.RawQuery
	drop := func(name string) {
		v := r.c.Request.URL.Query()
		v.Del(name)
		q = v.Encode()
	}
	user := r.user.Name
	if bug("ev-cache-lang") && strings.Contains(path, "/events/by-slug/") {
		drop("ml_language")
	}
	if bug("ca-cache-order") && strings.HasSuffix(path, "/categories") {
		drop("order")
	}
	if bug("us-cache-editor") && strings.Contains(path, "/v1/events/") {
		user = ""
	}
	return user + "|" + r.prefix + "|" + path + "?" + q
}

func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n")
}

func etag(b []byte) string {
	s := sha1.Sum(b)
	return `"` + hex.EncodeToString(s[:10]) + `"`
}

func matches(header, tag string, weak bool) bool {
	for _, p := range strings.Split(header, ",") {
		p = strings.TrimSpace(p)
		if weak {
			p = strings.TrimPrefix(p, "W/")
		}
		if p == "*" || p == tag {
			return true
		}
	}
	return false
}

func fail(r *Req, e *apiErr) {
	h := map[string]string{}
	if e.status == 401 && !(bug("us-401-challenge") && strings.HasSuffix(r.c.Request.URL.Path, "/tags")) {
		h["WWW-Authenticate"] = `Basic realm="calendar", charset="UTF-8"`
	}
	send(r, e.status, h, encode(gin.H{"code": e.code, "message": e.text, "data": gin.H{"status": e.status}}))
}

func send(r *Req, status int, h map[string]string, body []byte) {
	w := r.c.Writer
	for k, v := range h {
		w.Header().Set(k, v)
	}
	if useUsers {
		w.Header().Set("Vary", "Authorization")
	}
	if status == 204 || status == 304 {
		w.WriteHeader(status)
		w.WriteHeaderNow()
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.c.Request.Method != "HEAD" {
		_, _ = w.Write(body)
	} else {
		w.WriteHeaderNow()
	}
}

func serveGet(r *Req, h handler) {
	key := cacheKey(r)
	cacheMu.Lock()
	gen := cacheGen
	e, ok := responses[key]
	cacheMu.Unlock()
	if !ok || time.Since(e.at) > 20*time.Second {
		resp, err := h(r)
		if err != nil {
			fail(r, err)
			return
		}
		e = entry{status: resp.status, h: resp.h, body: encode(resp.body), at: time.Now(), path: r.c.Request.URL.Path}
		if e.h == nil {
			e.h = map[string]string{}
		}
		if e.h["ETag"] == "" {
			e.h["ETag"] = etag(e.body)
		}
		e.h["Cache-Control"] = "no-cache"
		if resp.status == 200 {
			cacheMu.Lock()
			if gen == cacheGen && len(responses) < 5000 {
				responses[key] = e
			}
			cacheMu.Unlock()
		}
	}
	if inm := r.c.GetHeader("If-None-Match"); inm != "" && e.status == 200 && matches(inm, e.h["ETag"], true) {
		send(r, 304, map[string]string{"ETag": e.h["ETag"], "Cache-Control": "no-cache"}, nil)
		return
	}
	send(r, e.status, e.h, e.body)
}

func serveWrite(r *Req, h handler) {
	resp, err := h(r)
	if err != nil {
		fail(r, err)
		return
	}
	var b []byte
	if resp.body != nil {
		b = encode(resp.body)
	}
	send(r, resp.status, resp.h, b)
}

type endpoint struct {
	path    string
	methods map[string]handler
	bySlug  bool
}

var endpoints []endpoint

func (e endpoint) allow() []string {
	a := []string{"OPTIONS"}
	for m := range e.methods {
		a = append(a, m)
		if m == "GET" {
			a = append(a, "HEAD")
		}
	}
	sort.Strings(a)
	return a
}

func dispatch(e endpoint) gin.HandlerFunc {
	allow := strings.Join(e.allow(), ", ")
	return func(c *gin.Context) {
		prefix, _ := c.Request.Context().Value(prefixKey{}).(string)
		r := &Req{c: c, prefix: prefix, bySlug: e.bySlug}
		m := c.Request.Method
		if m == "HEAD" && bug("ve-head-slug") && e.path == "/venues/by-slug/:slug" {
			fail(r, notFound("venue"))
			return
		}
		if m == "HEAD" {
			m = "GET"
		}
		if m == "OPTIONS" {
			c.Header("Allow", allow)
			send(r, 200, nil, encode(gin.H{"namespace": ns, "methods": e.allow()}))
			return
		}
		h, ok := e.methods[m]
		if !ok {
			if !(bug("ca-405-allow") && e.path == "/categories") {
				c.Header("Allow", allow)
			}
			fail(r, &apiErr{405, "method_not_allowed", "The method is not allowed here."})
			return
		}
		if err := r.prepare(m != "GET"); err != nil {
			fail(r, err)
			return
		}
		if m == "GET" {
			serveGet(r, h)
		} else {
			serveWrite(r, h)
		}
	}
}

// prepare settles user, input and language.
func (r *Req) prepare(write bool) *apiErr {
	if useUsers {
		if a := r.c.GetHeader("Authorization"); a != "" {
			name, pw, ok := r.c.Request.BasicAuth()
			u, known := users[name]
			if !ok || !known || pw != name {
				return &apiErr{401, "bad_credentials", "The credentials are wrong."}
			}
			r.user = u
		}
	}
	var err *apiErr
	if r.in, err = readInput(r.c, write); err != nil {
		return err
	}
	r.lang = defaultLang
	if r.prefix != "" {
		r.lang, r.langSet = r.prefix[1:], true
	}
	if v, ok := r.in["ml_language"]; ok && v != nil && v != "" {
		s, isStr := v.(string)
		if !isStr || !has(langs, s) {
			return bad("invalid_language", "ml_language must be one of nl, en, fr, de.")
		}
		r.lang, r.langSet = s, true
	}
	return nil
}

func readInput(c *gin.Context, write bool) (Input, *apiErr) {
	in := Input{}
	vals, err := url.ParseQuery(c.Request.URL.RawQuery)
	if err != nil {
		return nil, bad("bad_query", "The query string is malformed.")
	}
	if e := in.addForm(vals); e != nil {
		return nil, e
	}
	if !write {
		return in, nil
	}
	body, err := io.ReadAll(io.LimitReader(c.Request.Body, 2<<20))
	if err != nil {
		return nil, bad("bad_body", "The body could not be read.")
	}
	if len(body) > 1<<20 {
		return nil, &apiErr{413, "too_large", "The body is too large."}
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return in, nil
	}
	ct, params, err := mime.ParseMediaType(c.GetHeader("Content-Type"))
	switch {
	case err == nil && (ct == "application/json" || strings.HasSuffix(ct, "+json")):
		if !utf8.Valid(body) {
			return nil, bad("bad_encoding", "The body is not UTF-8.")
		}
		d := json.NewDecoder(bytes.NewReader(body))
		d.UseNumber()
		m := map[string]any{}
		var v any
		if d.Decode(&v) != nil || d.Decode(new(any)) != io.EOF {
			return nil, bad("bad_json", "The body is not valid JSON.")
		}
		m, ok := v.(map[string]any)
		if !ok {
			return nil, bad("bad_json", "The body must be a JSON object.")
		}
		for k, x := range m {
			in[k] = x
		}
	case err == nil && ct == "application/x-www-form-urlencoded":
		vals, err := url.ParseQuery(string(body))
		if err != nil {
			return nil, bad("bad_form", "The form is malformed.")
		}
		if bug("or-phone-plus") && strings.Contains(c.Request.URL.Path, "/organizers") && vals.Get("phone") != "" {
			p, _ := url.QueryUnescape(vals.Get("phone"))
			vals.Set("phone", p)
		}
		if e := in.addForm(vals); e != nil {
			return nil, e
		}
	case err == nil && ct == "multipart/form-data":
		req := &http.Request{Method: "POST", Header: c.Request.Header, Body: io.NopCloser(bytes.NewReader(body))}
		if params["boundary"] == "" || req.ParseMultipartForm(1<<20) != nil {
			return nil, bad("bad_form", "The form is malformed.")
		}
		if e := in.addForm(req.MultipartForm.Value); e != nil {
			return nil, e
		}
	default:
		return nil, &apiErr{415, "unsupported_media_type", "Send JSON or a form."}
	}
	return in, nil
}

type prefixKey struct{}

// outer strips the language segment and a trailing slash before routing.
func outer(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if !has([]string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"}, req.Method) {
			w.Header().Set("Content-Type", "application/json; charset=UTF-8")
			w.WriteHeader(501)
			_, _ = w.Write([]byte(`{"code":"unknown_method","message":"The method is unknown.","data":{"status":501}}`))
			return
		}
		p := req.URL.Path
		for _, l := range []string{"nl", "de", "fr"} {
			if p == "/"+l || strings.HasPrefix(p, "/"+l+"/") {
				req = req.WithContext(context.WithValue(req.Context(), prefixKey{}, "/"+l))
				u := *req.URL
				u.Path, u.RawPath = p[3:], ""
				if u.Path == "" {
					u.Path = "/"
				}
				req.URL = &u
				break
			}
		}
		if p := req.URL.Path; len(p) > 1 && strings.HasSuffix(p, "/") {
			if variant == "redirects" {
				full := *req.URL
				full.Path = strings.TrimRight(p, "/")
				prefix, _ := req.Context().Value(prefixKey{}).(string)
				http.Redirect(w, req, baseURL+prefix+full.RequestURI(), 308)
				return
			}
			u := *req.URL
			u.Path, u.RawPath = strings.TrimSuffix(p, "/"), ""
			req.URL = &u
		}
		next.ServeHTTP(w, req)
	})
}
