package main

import (
	"net/http"
	"time"
)

// slugFor decides the slug of a write; "" leaves it.
func (s *Service) slugFor(c *Ctx, k *Kind, old Row, ch *change) string {
	sent := k == kindEvent || !k.Post
	if old != nil && c.slug != "" && k == kindEvent && bug("ev-slug-body-ignored") {
		sent = false
	}
	wish := ""
	if v, ok := c.in.body["slug"]; ok && sent {
		wish = slugify(textOf(scalar(v)))
	} else if v, ok := c.in.query["slug"]; ok && sent {
		wish = slugify(textOf(scalar(v)))
	}
	if wish == "" {
		if old != nil {
			return ""
		}
		if wish = slugify(textOf(ch.set[k.Title])); wish == "" {
			wish = k.Name
		}
	}
	if bug("ev-slug-not-unique") && k == kindEvent {
		return wish
	}
	self := int64(0)
	if old != nil {
		self = old.ID()
	}
	return uniqueSlug(s.table(k), wish, self)
}

func (s *Service) Create(c *Ctx, k *Kind) (*Response, error) {
	if err := c.mayWrite(); err != nil {
		return nil, err
	}
	var view any
	var loc string
	err := s.db.Write(func(tx *Tx) error {
		ch, err := s.collect(c, k, nil)
		if err != nil {
			return err
		}
		ch.set["lang"] = c.lang
		ch.set["modified_utc"] = nowUTC()
		ch.set["slug"] = s.slugFor(c, k, nil, ch)
		id := tx.Insert(s.table(k), ch.set)
		for rel, ids := range ch.links {
			s.setLinks(tx, rel, id, ids)
		}
		s.db.counter.Refresh(tx)
		r := s.table(k).Get(id)
		view = s.view(c, k, r, true)
		loc = c.href(k.Table + "/" + textOf(id))
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.cache.Invalidate(c, k.Table)
	return &Response{Status: http.StatusCreated, Body: itemBody(view), Header: map[string]string{"Location": loc}}, nil
}

func (s *Service) Read(c *Ctx, k *Kind) (*Response, error) {
	var view any
	err := s.db.Read(func() error {
		r, err := s.locate(c, k)
		if err != nil {
			return err
		}
		open := true
		if k == kindEvent {
			open = s.unlocked(c, r)
			if !open && c.in.text("password") != "" {
				return errStatus(http.StatusForbidden, "wrong_password", "That is not the password of this event.")
			}
		}
		view = s.view(c, k, r, open)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &Response{Status: http.StatusOK, Body: itemBody(view)}, nil
}

func owner(k *Kind, r Row) int64 {
	if k.Post {
		return r.Int("author")
	}
	return r.Int("owner")
}

// authorize checks who may change a record; nobody learns of a hidden one.
func (s *Service) authorize(c *Ctx, k *Kind, r Row) error {
	if err := c.mayChange(owner(k, r)); err != nil {
		return err
	}
	if k == kindEvent {
		return s.checkPassword(c, r)
	}
	return nil
}

// textLang is the language that an update writes.
func textLang(c *Ctx, k *Kind, r Row) string {
	if bug("ven-slug-update-language") && k == kindVenue && c.slug != "" {
		return r.Str("lang")
	}
	return c.lang
}

func (s *Service) Update(c *Ctx, k *Kind) (*Response, error) {
	if err := c.mayWrite(); err != nil {
		return nil, err
	}
	var stale Row
	if bug("ev-lost-update") && k == kindEvent {
		s.db.Read(func() error {
			stale, _ = s.locate(c, k)
			return nil
		})
		time.Sleep(60 * time.Millisecond)
	}
	var view any
	err := s.db.Write(func(tx *Tx) error {
		r, err := s.locate(c, k)
		if err == nil {
			err = s.authorize(c, k, r)
		}
		if err != nil {
			return err
		}
		ch, err := s.collect(c, k, r)
		if err != nil {
			return err
		}
		if slug := s.slugFor(c, k, r, ch); slug != "" {
			ch.set["slug"] = slug
		}
		ch.set["modified_utc"] = nowUTC()
		tx.storeTexts(k, r, textLang(c, k, r), ch.set)
		for col, v := range stale {
			if _, sent := ch.set[col]; !sent {
				ch.set[col] = v
			}
		}
		if _, slot := c.in.get("start_date"); stale != nil && !slot {
			if _, z := c.in.get("timezone"); !z {
				for _, col := range []string{"start_date", "end_date", "start_utc", "end_utc", "timezone"} {
					ch.set[col] = stale[col]
				}
			}
		}
		tx.Update(s.table(k), r.ID(), ch.set)
		for rel, ids := range ch.links {
			s.setLinks(tx, rel, r.ID(), ids)
		}
		if !bug("cat-count-on-update") || k != kindEvent {
			s.db.counter.Refresh(tx)
		}
		view = s.view(c, k, s.table(k).Get(r.ID()), true)
		if bug("ven-put-slug-not-saved") && k == kindVenue && c.slug != "" && c.method == "PUT" {
			tx.rollback()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.cache.Invalidate(c, k.Table)
	return &Response{Status: http.StatusOK, Body: itemBody(view)}, nil
}

func (s *Service) Delete(c *Ctx, k *Kind) (*Response, error) {
	if err := c.mayWrite(); err != nil {
		return nil, err
	}
	var view any
	err := s.db.Write(func(tx *Tx) error {
		r, err := s.locate(c, k)
		if err == nil {
			err = s.authorize(c, k, r)
		}
		if err != nil {
			return err
		}
		if variant("v-soft-delete") && k.Post {
			if r.Str("status") == "trash" {
				return errStatus(http.StatusGone, "already_trashed", "The record is in the trash already.")
			}
			tx.Update(s.table(k), r.ID(), Row{"status": "trash", "slug": r.Str("slug") + "__trashed", "modified_utc": nowUTC()})
			s.db.counter.Refresh(tx)
			view = s.view(c, k, s.table(k).Get(r.ID()), true)
			return nil
		}
		view = s.view(c, k, r, true)
		if bug("org-delete-slug-kept") && k == kindOrganizer && c.slug != "" {
			return nil
		}
		s.remove(tx, k, r)
		s.db.counter.Refresh(tx)
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.cache.Invalidate(c, k.Table)
	if variant("v-envelope") {
		return &Response{Status: http.StatusNoContent}, nil
	}
	if variant("v-soft-delete") && k.Post {
		return &Response{Status: http.StatusOK, Body: view}, nil
	}
	return &Response{Status: http.StatusOK, Body: map[string]any{"deleted": true, "previous": view}}, nil
}

// remove deletes the row with everything that refers to it.
func (s *Service) remove(tx *Tx, k *Kind, r Row) {
	id := r.ID()
	tx.Delete(s.table(k), Eq("id", id))
	tx.dropTexts(k, id)
	for rel, t := range relTable {
		switch {
		case k == kindEvent:
			tx.Delete(s.db.links[rel], Eq("event", id))
		case t == k.Table && !(bug("ven-delete-dangling") && k == kindVenue):
			tx.Delete(s.db.links[rel], Eq("ref", id))
		}
	}
	if k == kindCategory {
		for _, child := range s.table(k).Select(Query{Where: Eq("parent", id)}) {
			tx.Update(s.table(k), child.ID(), Row{"parent": r.Int("parent")})
		}
	}
}
