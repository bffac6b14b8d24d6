package main

import (
	"strconv"
	"strings"
)

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

func (s *Service) ListTerms(c *Ctx, k *Kind) (*Response, error) {
	ps := []Pred{}
	hide := !(bug("cat-hide-empty-default") && k == kindCategory)
	b, err := c.in.queryBool("hide_empty")
	if err != nil {
		return nil, err
	}
	if b != nil {
		hide = *b
	}
	if hide {
		col := countColumn(c)
		ps = append(ps, Where(func(r Row) bool { return r.Int(col) > 0 }))
	}
	include, given, err := c.in.queryIDs("include")
	if err != nil {
		return nil, err
	}
	if given {
		ps = append(ps, In("id", include))
	}
	exclude, excl, err := c.in.queryIDs("exclude")
	if err != nil {
		return nil, err
	}
	if excl && !(given && k == kindCategory && bug("cat-exclude-beside-include")) {
		ps = append(ps, Not(In("id", exclude)))
	}
	if k == kindCategory {
		parent, err := c.in.queryInt("parent")
		if err != nil {
			return nil, err
		}
		if parent != nil {
			ps = append(ps, Eq("parent", *parent))
		}
	}
	for _, name := range []string{"post", "event"} {
		id, err := c.in.queryInt(name)
		if err != nil {
			return nil, err
		}
		if id == nil || (name == "event" && k == kindCategory && bug("cat-event-alias")) {
			continue
		}
		ev := s.db.tables["events"].rows[*id]
		if ev == nil || !visible(c).match(ev) {
			ps = append(ps, Never())
		} else {
			ps = append(ps, In("id", s.related(k.Table, *id)))
		}
	}
	if slug := c.in.queryText("slug"); slug != "" {
		ps = append(ps, Or(Eq("slug", slug), Eq("slug", slugify(slug))))
	}
	if q := c.in.queryText("search"); q != "" {
		ps = append(ps, s.searchIn(c, k, q, "name", "description"))
	}
	if variant("v-language-filter") {
		ps = append(ps, Where(func(r Row) bool { return s.db.hasLang(k, r, c.lang) }))
	}
	order, err := s.termOrder(c, k)
	if err != nil {
		return nil, err
	}
	return s.answer(c, k, And(ps...), order, nil)
}

func (s *Service) termOrder(c *Ctx, k *Kind) ([]Order, error) {
	desc := false
	switch strings.ToLower(c.in.queryText("order")) {
	case "", "asc", "ascending":
	case "desc", "descending":
		desc = true
	default:
		return nil, errField("order", "must be asc or desc")
	}
	var key func(Row) any
	switch by := strings.ToLower(c.in.queryText("orderby")); by {
	case "", "name", "description":
		if by == "" {
			by = "name"
		}
		key = func(r Row) any { return foldText(s.db.localized(k, r, c.lang).Str(by)) }
	case "id", "term_id", "include":
		key = func(r Row) any { return r.ID() }
	case "slug":
		key = func(r Row) any { return r.Str("slug") }
	case "parent":
		key = func(r Row) any { return r.Int("parent") }
	case "count":
		col := countColumn(c)
		key = func(r Row) any { return r.Int(col) }
	default:
		return nil, errField("orderby", "must be one of name, id, slug, description, count")
	}
	if bug("cat-orderby-as-text") && k == kindCategory {
		typed := key
		key = func(r Row) any { return textOf(typed(r)) }
	}
	return []Order{{Key: key, Desc: desc}}, nil
}
