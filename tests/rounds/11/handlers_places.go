package main

// PlaceHandlers serve /venues and /organizers.
type PlaceHandlers struct {
	svc  *Service
	kind *Kind
	rel  string
	cols []string // searched columns
}

func (h PlaceHandlers) Register(r *Router) {
	t := h.kind.Table
	r.Handle("GET", t, h.svc.reading(h.list))
	r.Handle("POST", t, h.create)
	for _, p := range []string{t + "/{id}", t + "/by-slug/{slug}"} {
		r.Handle("GET", p, h.read)
		r.Handle("POST,PUT,PATCH", p, h.update)
		r.Handle("DELETE", p, h.remove)
	}
}

func (h PlaceHandlers) list(c *Ctx) (*Response, error) {
	return h.svc.ListPlaces(c, h.kind, h.rel, h.cols)
}
func (h PlaceHandlers) create(c *Ctx) (*Response, error) { return h.svc.Create(c, h.kind) }
func (h PlaceHandlers) read(c *Ctx) (*Response, error)   { return h.svc.Read(c, h.kind) }
func (h PlaceHandlers) update(c *Ctx) (*Response, error) { return h.svc.Update(c, h.kind) }
func (h PlaceHandlers) remove(c *Ctx) (*Response, error) { return h.svc.Delete(c, h.kind) }
