package main

import (
	"sort"
	"strings"
)

// IndexHandlers serve the namespace root and its documentation.
type IndexHandlers struct{ router *Router }

func (h IndexHandlers) Register(r *Router) {
	r.Handle("GET", "", h.index)
	r.Handle("GET", "doc", h.doc)
}

// rootRoute is the REST root itself.
var rootRoute = &route{methods: map[string]Handler{"GET": func(c *Ctx) (*Response, error) {
	return &Response{Status: 200, Body: map[string]any{
		"namespaces": []string{namespace},
		"_links":     Links{"namespace": {{c.baseURL() + namespace}}},
	}}, nil
}}}

func sortedMethods(rt *route) []string {
	out := []string{}
	for m := range rt.methods {
		out = append(out, m)
	}
	sort.Strings(out)
	return out
}

func (h IndexHandlers) index(c *Ctx) (*Response, error) {
	ctx := c.in.queryText("context")
	switch ctx {
	case "":
		ctx = "view"
	case "view", "embed", "edit", "help":
	default:
		return nil, errField("context", "must be one of view, embed, edit, help")
	}
	routes := map[string]any{}
	for _, rt := range h.router.routes {
		path := "/" + strings.TrimSuffix(namespace+"/"+rt.pattern, "/")
		routes[path] = map[string]any{"methods": sortedMethods(rt)}
	}
	up := c.baseURL()
	if bug("idx-up-self") {
		up = c.baseURL() + namespace
	}
	return &Response{Status: 200, Body: map[string]any{
		"namespace": namespace,
		"context":   ctx,
		"routes":    routes,
		"_links":    Links{"up": {{up}}},
	}}, nil
}

func (h IndexHandlers) doc(c *Ctx) (*Response, error) {
	paths := map[string]any{}
	for _, rt := range h.router.routes {
		ops := map[string]any{}
		for _, m := range sortedMethods(rt) {
			ops[strings.ToLower(m)] = map[string]any{"responses": map[string]any{"default": map[string]string{"description": "see the interface"}}}
		}
		paths["/"+rt.pattern] = ops
	}
	types := map[fieldType]string{fText: "string", fInt: "integer", fBool: "boolean", fScalar: "string"}
	defs := map[string]any{}
	for _, k := range kinds {
		props := map[string]any{}
		required := []string{}
		for _, f := range k.Fields {
			props[f.Name] = map[string]any{"type": types[f.Type]}
			if f.Required {
				required = append(required, f.Name)
			}
		}
		for _, n := range strings.Fields(extraFields[k.Table]) {
			props[n] = map[string]any{}
		}
		if k == kindEvent {
			required = append(required, "start_date", "end_date")
		}
		defs[k.Name] = map[string]any{"type": "object", "properties": props, "required": required}
	}
	return &Response{Status: 200, Body: map[string]any{
		"swagger":     "2.0",
		"info":        map[string]string{"title": "Calendar Events REST Interface", "version": "1"},
		"basePath":    "/" + namespace,
		"paths":       paths,
		"definitions": defs,
	}}, nil
}
