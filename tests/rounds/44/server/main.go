// A calendar of events over REST: gin, GORM and SQLite in memory.
package main

import (
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
)

var baseURL string

func route(path string, bySlug bool, m map[string]handler) {
	endpoints = append(endpoints, endpoint{path, m, bySlug})
}

func updates(get, del, update handler) map[string]handler {
	return map[string]handler{"GET": get, "DELETE": del, "POST": update, "PUT": update, "PATCH": update}
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	baseURL = "http://127.0.0.1:" + port
	openDB()
	seed()

	route("", false, map[string]handler{"GET": index})
	route("/doc", false, map[string]handler{"GET": doc})
	for _, k := range []string{"event", "venue", "organizer"} {
		list := listLinked(k)
		if k == "event" {
			list = listEvents
		}
		p := "/" + kinds[k].plural
		route(p, false, map[string]handler{"GET": list, "POST": createPost(k)})
		route(p+"/:id", false, updates(getPost(k), deletePost(k), updatePost(k)))
		route(p+"/by-slug/:slug", true, updates(getPost(k), deletePost(k), updatePost(k)))
	}
	for _, k := range []string{"category", "tag"} {
		p := "/" + kinds[k].plural
		route(p, false, map[string]handler{"GET": listTerms(k), "POST": createTerm(k)})
		route(p+"/:id", false, updates(getTerm(k), deleteTerm(k), updateTerm(k)))
	}

	gin.SetMode(gin.ReleaseMode)
	g := gin.New()
	g.RedirectTrailingSlash = false
	g.Use(gin.CustomRecovery(func(c *gin.Context, _ any) {
		fail(&Req{c: c}, &apiErr{500, "internal", "Something went wrong."})
	}))
	for _, e := range endpoints {
		g.Any("/"+ns+e.path, dispatch(e))
	}
	g.Any("/", dispatch(endpoint{"/", map[string]handler{"GET": root}, false}))
	g.NoRoute(func(c *gin.Context) { fail(&Req{c: c}, &apiErr{404, "no_route", "There is nothing at this address."}) })

	l, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		panic(err)
	}
	srv := &http.Server{Handler: outer(g), ReadHeaderTimeout: 10 * time.Second}
	panic(srv.Serve(l))
}

func root(r *Req) (*Resp, *apiErr) {
	return &Resp{200, gin.H{"name": "Calendar", "namespaces": []string{ns}, "_links": gin.H{"namespace": []gin.H{{"href": r.url("")}}}}, nil}, nil
}

func index(r *Req) (*Resp, *apiErr) {
	for k, def := range map[string][]string{"namespace": {ns}, "context": {"view", "embed", "edit", "help"}} {
		s, err := r.in.str(k)
		if err != nil {
			return nil, err
		}
		if s != "" && !has(def, s) {
			return nil, invalid(k, "one of "+strings.Join(def, ", "))
		}
	}
	routes := gin.H{}
	for _, e := range endpoints {
		routes["/"+ns+braces(e.path)] = gin.H{"namespace": ns, "methods": e.allow()}
	}
	return &Resp{200, gin.H{"namespace": ns, "routes": routes, "_links": gin.H{"up": []gin.H{{"href": r.root() + "/"}}}}, nil}, nil
}

func braces(p string) string {
	return strings.NewReplacer(":id", "{id}", ":slug", "{slug}").Replace(p)
}

func doc(r *Req) (*Resp, *apiErr) {
	paths := gin.H{}
	for _, e := range endpoints {
		ops := gin.H{}
		for m := range e.methods {
			params := []gin.H{{"name": "ml_language", "in": "query", "type": "string", "required": false, "enum": langs}}
			for _, p := range []string{"id", "slug"} {
				if strings.HasSuffix(e.path, ":"+p) {
					params = append(params, gin.H{"name": p, "in": "path", "type": map[string]string{"id": "integer", "slug": "string"}[p], "required": true})
				}
			}
			ops[strings.ToLower(m)] = gin.H{"parameters": params, "responses": gin.H{"200": gin.H{"description": "OK"}}}
		}
		p := braces(e.path)
		if p == "" {
			p = "/"
		}
		paths[p] = ops
	}
	return &Resp{200, gin.H{"swagger": "2.0", "info": gin.H{"title": "Calendar Events", "version": "1.0.0"},
		"host": strings.TrimPrefix(baseURL, "http://"), "basePath": r.prefix + "/" + ns, "schemes": []string{"http"},
		"consumes": []string{"application/json", "application/x-www-form-urlencoded"}, "produces": []string{"application/json"}, "paths": paths}, nil}, nil
}
