package main

import (
	"encoding/json"
	"net/url"
	"strings"
	"sync"
)

// Cache is a read-through cache of answers to GET; writes invalidate the
// resources that depend on the written one.
type Cache struct {
	mu      sync.Mutex
	gen     int
	entries map[string]*Response
}

var dependents = map[string][]string{
	"events":     {"events", "venues", "organizers", "categories", "tags"},
	"venues":     {"venues", "events"},
	"organizers": {"organizers", "events"},
	"categories": {"categories", "events"},
	"tags":       {"tags", "events"},
}

func (ca *Cache) middleware(next Handler) Handler {
	return func(c *Ctx) (*Response, error) {
		key, ok := cacheKey(c)
		if !ok {
			return next(c)
		}
		ca.mu.Lock()
		hit, gen := ca.entries[key], ca.gen
		ca.mu.Unlock()
		if hit != nil {
			return hit.copy(), nil
		}
		res, err := next(c)
		if err != nil || res.Status != 200 {
			return res, err
		}
		b, err := encode(res.Body)
		if err != nil {
			return nil, err
		}
		res.Body = json.RawMessage(b[:len(b)-1])
		ca.mu.Lock()
		if ca.gen == gen {
			if len(ca.entries) > 5000 {
				ca.entries = map[string]*Response{}
			}
			ca.entries[key] = res.copy()
		}
		ca.mu.Unlock()
		return res, nil
	}
}

func (r *Response) copy() *Response {
	h := map[string]string{}
	for k, v := range r.Header {
		h[k] = v
	}
	return &Response{Status: r.Status, Body: r.Body, Header: h}
}

// cacheKey: host (links carry it), address, language, account and query.
func cacheKey(c *Ctx) (string, bool) {
	resource, _, item := strings.Cut(c.path, "/")
	if c.method != "GET" || dependents[resource] == nil {
		return "", false
	}
	if _, upcoming := c.in.query["only_with_upcoming"]; upcoming {
		return "", false
	}
	if variant("v-window") && c.path == "events" {
		return "", false
	}
	q, err := url.ParseQuery(c.r.URL.RawQuery)
	if err != nil {
		return "", false
	}
	q.Del("ml_language")
	lang, account, seg := c.lang, c.account(), c.segment
	if resource == "events" && item {
		if bug("ev-password-cache") {
			q.Del("password")
		}
		if bug("ev-item-cache-language") {
			lang, seg = c.param, ""
		}
	}
	if bug("users-list-cache-shared") && c.path == "events" {
		account = ""
	}
	return strings.Join([]string{c.path, c.r.Host, seg, lang, account, q.Encode()}, "\x00"), true
}

// Invalidate drops the answers that a write to the resource may have changed.
func (ca *Cache) Invalidate(c *Ctx, resource string) {
	ca.mu.Lock()
	defer ca.mu.Unlock()
	ca.gen++
	for key := range ca.entries {
		path, _, _ := strings.Cut(key, "\x00")
		table, rest, item := strings.Cut(path, "/")
		if bug("ev-deleted-slug-cached") && c.method == "DELETE" && c.id > 0 && table == "events" &&
			strings.HasPrefix(rest, "by-slug/") {
			continue
		}
		if bug("org-list-stale") && c.method == "PATCH" && table == "organizers" && !item {
			continue
		}
		for _, d := range dependents[resource] {
			if d == table {
				delete(ca.entries, key)
			}
		}
	}
}
