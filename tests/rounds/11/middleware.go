package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"runtime/debug"
	"strconv"
)

type Middleware func(Handler) Handler

func chain(h Handler, ms ...Middleware) Handler {
	for i := len(ms) - 1; i >= 0; i-- {
		h = ms[i](h)
	}
	return h
}

func withAuth(next Handler) Handler {
	return func(c *Ctx) (*Response, error) {
		if !usersOn || c.r.Header.Get("Authorization") == "" {
			return next(c)
		}
		name, pass, ok := c.r.BasicAuth()
		if ok {
			for i := range accounts {
				if accounts[i].Name == name && accounts[i].Password == pass {
					c.user = &accounts[i]
				}
			}
		}
		if c.user == nil {
			return nil, errStatus(http.StatusUnauthorized, "bad_credentials", "Wrong name or password.")
		}
		return next(c)
	}
}

func withLanguage(next Handler) Handler {
	return func(c *Ctx) (*Response, error) {
		c.lang = defaultLang
		if c.segment != "" {
			c.lang = c.segment
		}
		if v, ok := c.in.get("ml_language"); ok && v != nil {
			p := c.in.text("ml_language")
			if p != "" && !languages[p] {
				return nil, errField("ml_language", "must be one of nl, en, fr, de")
			}
			if p != "" {
				c.param, c.lang = p, p
			}
		}
		if bug("org-segment-language-list") && c.path == "organizers" && c.param == "" {
			c.lang = defaultLang
		}
		res, err := next(c)
		if res != nil {
			if res.Header == nil {
				res.Header = map[string]string{}
			}
			res.Header["Content-Language"] = c.lang
		}
		return res, err
	}
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

// App ties router, middleware and services.
type App struct {
	router Router
	svc    *Service
}

func (a *App) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(os.Stderr, "panic: %v\n%s", p, debug.Stack())
			writeError(w, errStatus(500, "internal", "Internal error."))
		}
	}()
	c := &Ctx{r: r, method: r.Method}
	rt, err := a.router.resolve(r, c)
	if err != nil {
		writeError(w, err)
		return
	}
	c.route = rt
	if c.method == http.MethodHead {
		c.method = http.MethodGet
	}
	if c.method == http.MethodOptions {
		w.Header().Set("Allow", rt.allow())
		w.WriteHeader(http.StatusNoContent)
		return
	}
	h, ok := rt.methods[c.method]
	if !ok {
		writeError(w, &apiError{Status: 405, Code: "method_not_allowed", Message: "Method not allowed.", allow: rt.allow()})
		return
	}
	c.in, err = readInput(r)
	if err != nil {
		writeError(w, err)
		return
	}
	res, err := chain(h, withAuth, withLanguage, a.svc.cache.middleware)(c)
	if err != nil {
		writeError(w, err)
		return
	}
	writeResponse(w, res)
}

func writeResponse(w http.ResponseWriter, res *Response) {
	for k, v := range res.Header {
		w.Header().Set(k, v)
	}
	if res.Status == http.StatusNoContent {
		w.WriteHeader(res.Status)
		return
	}
	b, err := encode(res.Body)
	if err != nil {
		writeError(w, errStatus(500, "internal", "Internal error."))
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(b)))
	w.WriteHeader(res.Status)
	w.Write(b)
}

func writeError(w http.ResponseWriter, err error) {
	e, ok := err.(*apiError)
	if !ok {
		e = &apiError{Status: 500, Code: "internal", Message: "Internal error."}
	}
	if e.Status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Basic realm="events"`)
	}
	if e.allow != "" {
		w.Header().Set("Allow", e.allow)
	}
	var body any = map[string]any{"error": e}
	if variant("v-envelope") {
		body = map[string]any{"errors": []any{e}}
	}
	b, _ := encode(body)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(b)))
	w.WriteHeader(e.Status)
	w.Write(b)
}
