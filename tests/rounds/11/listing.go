package main

import (
	"net/http"
	"strings"
	"time"
)

const maxPerPage = 100

type paging struct {
	page, perPage int
}

func readPaging(c *Ctx, k *Kind) (paging, error) {
	p := paging{1, 10}
	if bug("tag-default-page-size") && k == kindTag {
		p.perPage = 20
	}
	n, err := c.in.queryInt("page")
	if err != nil {
		return p, err
	}
	if n != nil {
		if *n < 1 || *n > 1000000 {
			return p, errField("page", "must be 1 or more")
		}
		p.page = int(*n)
	}
	n, err = c.in.queryInt("per_page")
	if err != nil {
		return p, err
	}
	if n != nil {
		if *n < 1 || *n > maxPerPage {
			return p, errField("per_page", "must be between 1 and 100")
		}
		p.perPage = int(*n)
	}
	return p, nil
}

func (p paging) offset(k *Kind) int {
	off := (p.page - 1) * p.perPage
	if bug("ev-page2-overlap") && k == kindEvent && p.page > 1 {
		off--
	}
	return off
}

// answer runs SELECT and COUNT and renders the page.
func (s *Service) answer(c *Ctx, k *Kind, where Pred, order []Order, late *Pred) (*Response, error) {
	p, err := readPaging(c, k)
	if err != nil {
		return nil, err
	}
	t := s.table(k)
	if bug("tag-second-page-order") && k == kindTag && p.page > 1 {
		order = nil
	}
	c.leak = bug("users-total-leak") && k == kindOrganizer
	total := t.Count(where)
	c.leak = false
	rows := t.Select(Query{Where: where, Order: order, Limit: p.perPage, Offset: p.offset(k)})
	if late != nil {
		kept := []Row{}
		for _, r := range rows {
			if late.match(r) {
				kept = append(kept, r)
			}
		}
		rows = kept
	}
	if variant("v-envelope") && p.page > 1 && len(rows) == 0 {
		return nil, errNotFound("page")
	}
	items := []any{}
	for i, r := range rows {
		items = append(items, s.view(c, k, r, k != kindEvent || s.unlockedInList(c, r)))
		if bug("ev-tags-duplicate-rows") && k == kindEvent && i < len(rows) {
			if toks, _ := toTokens(c.in.query["tags"]); len(toks) > 1 {
				for n := s.hits("tags", r.ID(), toks); n > 1; n-- {
					items = append(items, s.view(c, k, r, true))
				}
			}
		}
	}
	list := ListView{Items: items, Page: p.page, PerPage: p.perPage, Total: total, TotalPages: (total + p.perPage - 1) / p.perPage}
	return &Response{Status: http.StatusOK, Body: list, Header: map[string]string{
		"X-Total": textOf(int64(total)), "X-Total-Pages": textOf(int64(list.TotalPages))}}, nil
}

func (s *Service) unlockedInList(c *Ctx, r Row) bool {
	return r.Str("password") == "" || c.isEditor() || (usersOn && c.user != nil && c.user.ID == authorID && r.Int("author") == authorID)
}

func (s *Service) hits(rel string, event int64, toks []string) int {
	n := 0
	for _, id := range s.termIDs(rel, toks) {
		for _, have := range s.related(rel, event) {
			if have == id {
				n++
			}
		}
	}
	return n
}

// postScope is the WHERE that all lists of posts share: visibility and status.
func (s *Service) postScope(c *Ctx, k *Kind) ([]Pred, error) {
	ps := []Pred{}
	toks, ok := toTokens(c.in.query["status"])
	if !ok {
		return nil, errField("status", "must be a status")
	}
	any := len(toks) == 1 && toks[0] == "any"
	for _, t := range toks {
		if !statuses[t] && !any && !(variant("v-soft-delete") && t == "trash") {
			return nil, errField("status", "must be one of publish, draft, pending, private, future")
		}
	}
	switch {
	case len(toks) > 0 && !any:
		ps = append(ps, Where(func(r Row) bool {
			for _, t := range toks {
				if r.Str("status") == t {
					return true
				}
			}
			return false
		}))
		if !c.seesAll() && !(bug("users-anon-draft-list") && k == kindEvent) {
			ps = append(ps, Eq("status", "publish"))
		}
	case variant("v-drafts") && !any:
		ps = append(ps, Eq("status", "publish"))
	default:
		ps = append(ps, visible(c))
	}
	if variant("v-language-filter") {
		ps = append(ps, Where(func(r Row) bool { return s.db.hasLang(k, r, c.lang) }))
	}
	return ps, nil
}

// searchIn matches rows one of whose columns contains the text, in the request's language.
func (s *Service) searchIn(c *Ctx, k *Kind, text string, cols ...string) Pred {
	pattern := "%" + escapeLike(text) + "%"
	if bug("ev-search-wildcards") && k == kindEvent {
		pattern = "%" + strings.ReplaceAll(text, `\`, `\\`) + "%"
	}
	ps := []Pred{}
	for _, col := range cols {
		ps = append(ps, Like(func(r Row) string {
			if k == kindCategory && bug("cat-search-default-language") {
				return r.Str(col)
			}
			l := s.db.localized(k, r, c.lang)
			if col == "description" && k == kindEvent && !s.unlockedInList(c, r) {
				return ""
			}
			return l.Str(col)
		}, pattern))
	}
	return Or(ps...)
}

func (s *Service) ListPlaces(c *Ctx, k *Kind, rel string, cols []string) (*Response, error) {
	ps, err := s.postScope(c, k)
	if err != nil {
		return nil, err
	}
	if q := c.in.queryText("search"); q != "" {
		if k == kindVenue && bug("ven-search-name-only") {
			cols = []string{"venue"}
		}
		ps = append(ps, s.searchIn(c, k, q, cols...))
	}
	event, err := c.in.queryInt("event")
	if err != nil {
		return nil, err
	}
	if event != nil && !(bug("ven-event-ignored") && k == kindVenue) {
		ev := s.db.tables["events"].rows[*event]
		if ev == nil || !visible(c).match(ev) {
			ps = append(ps, Never())
		} else {
			ids := s.related(rel, *event)
			if bug("org-event-first") && k == kindOrganizer && len(ids) > 1 {
				ids = ids[:1]
			}
			ps = append(ps, In("id", ids))
		}
	}
	var late *Pred
	has, err := c.in.queryBool("has_events")
	if err != nil {
		return nil, err
	}
	if has != nil {
		p := In("id", s.linkedRefs(rel, visible(c)))
		if !*has {
			p = Not(p)
		}
		if bug("org-has-events-after-limit") && k == kindOrganizer {
			late = &p
		} else {
			ps = append(ps, p)
		}
	}
	upcoming, err := c.in.queryBool("only_with_upcoming")
	if err != nil {
		return nil, err
	}
	if upcoming != nil && *upcoming {
		p := And(visible(c), Cmp("end_utc", ">=", nowUTC()))
		if bug("ven-upcoming-any") && k == kindVenue {
			p = visible(c)
		}
		ps = append(ps, In("id", s.linkedRefs(rel, p)))
	}
	order := []Order{By("id", variant("v-string-ids"))}
	return s.answer(c, k, And(ps...), order, late)
}

// dateBound reads a date filter; day is its calendar day.
func dateBound(c *Ctx, name string) (at, day string, given bool, err error) {
	v := c.in.queryText(name)
	if v == "" {
		return "", "", false, nil
	}
	w, ok := parseWall(v, siteLoc)
	if !ok {
		// strict parsing of bodies leaves plain dates to the filters
		t, e := time.Parse("2006-01-02", v)
		if e != nil {
			return "", "", false, errField(name, "must be a date YYYY-MM-DD HH:MM:SS")
		}
		w = t.Format(wallFormat)
	}
	return w, w[:10], true, nil
}

// reading runs a list handler under the read lock.
func (s *Service) reading(h Handler) Handler {
	return func(c *Ctx) (res *Response, err error) {
		err = s.db.Read(func() error {
			res, err = h(c)
			return err
		})
		return res, err
	}
}
