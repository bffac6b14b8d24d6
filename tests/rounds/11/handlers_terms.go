package main

// TermHandlers serve /categories and /tags.
type TermHandlers struct {
	svc  *Service
	kind *Kind
}

func (h TermHandlers) Register(r *Router) {
	t := h.kind.Table
	r.Handle("GET", t, h.svc.reading(h.list))
	r.Handle("POST", t, h.create)
	r.Handle("GET", t+"/{id}", h.read)
	r.Handle("POST,PUT,PATCH", t+"/{id}", h.update)
	r.Handle("DELETE", t+"/{id}", h.remove)
}

func (h TermHandlers) list(c *Ctx) (*Response, error)   { return h.svc.ListTerms(c, h.kind) }
func (h TermHandlers) create(c *Ctx) (*Response, error) { return h.svc.Create(c, h.kind) }
func (h TermHandlers) read(c *Ctx) (*Response, error)   { return h.svc.Read(c, h.kind) }
func (h TermHandlers) update(c *Ctx) (*Response, error) { return h.svc.Update(c, h.kind) }
func (h TermHandlers) remove(c *Ctx) (*Response, error) { return h.svc.Delete(c, h.kind) }
