package main

// EventHandlers serve /events.
type EventHandlers struct{ svc *Service }

func (h EventHandlers) Register(r *Router) {
	r.Handle("GET", "events", h.svc.reading(h.svc.ListEvents))
	r.Handle("POST", "events", h.create)
	for _, p := range []string{"events/{id}", "events/by-slug/{slug}"} {
		r.Handle("GET", p, h.read)
		r.Handle("POST,PUT,PATCH", p, h.update)
		r.Handle("DELETE", p, h.remove)
	}
}

func (h EventHandlers) create(c *Ctx) (*Response, error) { return h.svc.Create(c, kindEvent) }
func (h EventHandlers) read(c *Ctx) (*Response, error)   { return h.svc.Read(c, kindEvent) }
func (h EventHandlers) update(c *Ctx) (*Response, error) { return h.svc.Update(c, kindEvent) }
func (h EventHandlers) remove(c *Ctx) (*Response, error) { return h.svc.Delete(c, kindEvent) }
