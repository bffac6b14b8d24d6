package main

import (
	"net/http"
	"net/url"
	"sort"
	"strconv"
	"strings"
)

type route struct {
	pattern string
	segs    []string
	methods map[string]Handler
}

func (rt *route) allow() string {
	ms := []string{"OPTIONS"}
	for m := range rt.methods {
		ms = append(ms, m)
		if m == "GET" {
			ms = append(ms, "HEAD")
		}
	}
	sort.Strings(ms)
	return strings.Join(ms, ", ")
}

type Router struct {
	routes []*route
}

// Handle registers "GET,DELETE" style method lists for a pattern.
func (rr *Router) Handle(methods, pattern string, h Handler) {
	var rt *route
	for _, x := range rr.routes {
		if x.pattern == pattern {
			rt = x
		}
	}
	if rt == nil {
		rt = &route{pattern: pattern, methods: map[string]Handler{}}
		if pattern != "" {
			rt.segs = strings.Split(pattern, "/")
		}
		rr.routes = append(rr.routes, rt)
	}
	for _, m := range strings.Split(methods, ",") {
		rt.methods[m] = h
	}
}

func (rr *Router) find(raw, dec []string, c *Ctx) *route {
next:
	for _, rt := range rr.routes {
		if len(rt.segs) != len(dec) {
			continue
		}
		for i, s := range rt.segs {
			switch s {
			case "{id}":
				if !isDigits(dec[i]) {
					continue next
				}
				n, err := strconv.ParseInt(dec[i], 10, 64)
				if err != nil {
					n = -1
				}
				c.id = n
			case "{slug}":
				c.slug = dec[i]
				if bug("ev-slug-encoded") && dec[0] == "events" {
					c.slug = raw[i]
				}
			default:
				if s != dec[i] {
					continue next
				}
			}
		}
		return rt
	}
	return nil
}

var nsSegs = strings.Split(namespace, "/")

// resolve finds the route; it fills the language segment and address variables.
func (rr *Router) resolve(r *http.Request, c *Ctx) (*route, error) {
	raw := []string{}
	for _, s := range strings.Split(strings.Trim(r.URL.EscapedPath(), "/"), "/") {
		if s != "" {
			raw = append(raw, s)
		}
	}
	dec := make([]string, len(raw))
	for i, s := range raw {
		d, err := url.PathUnescape(s)
		if err != nil {
			return nil, errStatus(400, "bad_path", "The address cannot be read.")
		}
		dec[i] = d
	}
	if len(dec) > 0 && segments[dec[0]] {
		c.segment = dec[0]
		raw, dec = raw[1:], dec[1:]
	}
	if len(dec) == 0 {
		return rootRoute, nil
	}
	if len(dec) < len(nsSegs) {
		return nil, errNotFound("address")
	}
	for i, s := range nsSegs {
		if dec[i] != s {
			return nil, errNotFound("address")
		}
	}
	raw, dec = raw[len(nsSegs):], dec[len(nsSegs):]
	c.path = strings.Join(dec, "/")
	rt := rr.find(raw, dec, c)
	if rt == nil {
		return nil, errNotFound("address")
	}
	return rt, nil
}
