package main

import (
	"sort"
	"strings"

	"github.com/gin-gonic/gin"
	"golang.org/x/text/unicode/norm"
	"gorm.io/gorm"
)

// termCount: how many published events carry the term.
func termCount(id int64) int64 {
	cacheMu.Lock()
	c, gen := counts, cacheGen
	cacheMu.Unlock()
	if c == nil {
		var rows []struct{ TargetID, N int64 }
		db.Raw(`SELECT l.target_id, COUNT(*) AS n FROM links l JOIN events e ON e.id = l.event_id
			WHERE l.kind IN ('category','tag') AND e.status = 'publish' GROUP BY l.target_id`).Scan(&rows)
		c = map[int64]int64{}
		for _, x := range rows {
			c[x.TargetID] = x.N
		}
		cacheMu.Lock()
		if gen == cacheGen {
			counts = c
		}
		cacheMu.Unlock()
	}
	return c[id]
}

func renderTerm(r *Req, t *Term) gin.H {
	k := kinds[t.Kind]
	s := texts(t.Kind, t.ID, r.lang, shown{title: t.Name, desc: t.Description, lang: t.Lang})
	out := gin.H{"id": t.ID, "name": s.title, "description": s.desc, "slug": t.Slug, "taxonomy": "event_" + t.Kind,
		"count": termCount(t.ID), "language": s.lang, "translations": s.langs,
		"urls": gin.H{"self": r.url("/" + k.plural + "/" + itoa(t.ID)), "collection": r.url("/" + k.plural)}}
	if t.Kind == "category" {
		out["parent"] = t.Parent
	}
	return out
}

func findTerm(r *Req, kind string) (*Term, *apiErr) {
	id, ok := atoi(r.c.Param("id"))
	if !ok {
		return nil, notFound(kind)
	}
	t := loadTerm(kind, id)
	if t == nil {
		return nil, missing(kind, itoa(id))
	}
	return t, nil
}

func getTerm(kind string) handler {
	return func(r *Req) (*Resp, *apiErr) {
		t, err := findTerm(r, kind)
		if err != nil {
			return nil, err
		}
		return &Resp{200, renderTerm(r, t), nil}, nil
	}
}

type termRow struct {
	t     *Term
	out   gin.H
	name  string
	count int64
}

func listTerms(kind string) handler {
	return func(r *Req) (*Resp, *apiErr) {
		in := r.in
		page, per, err := r.paging()
		if err != nil {
			return nil, err
		}
		order, err := in.str("order")
		if err != nil {
			return nil, err
		}
		desc := false
		switch strings.ToLower(order) {
		case "", "asc", "ascending":
		case "desc", "descending":
			desc = true
		default:
			return nil, invalid("order", "asc or desc")
		}
		by, err := in.str("orderby")
		if err != nil {
			return nil, err
		}
		if by != "" && !has([]string{"name", "id", "term_id", "slug", "count", "description", "parent", "include"}, by) {
			return nil, invalid("orderby", "one of name, id, slug, count, description, parent, include")
		}
		tx := db.Where("kind = ?", kind)
		include, err := in.ids("include")
		if err != nil {
			return nil, err
		}
		if include != nil {
			tx = tx.Where("id IN ?", include)
		}
		exclude, err := in.ids("exclude")
		if err != nil {
			return nil, err
		}
		late := map[int64]bool{}
		if exclude != nil && kind == "tag" && bug("ta-exclude-paging") {
			for _, id := range exclude {
				late[id] = true
			}
		} else if exclude != nil {
			tx = tx.Where("id NOT IN ?", exclude)
		}
		if kind == "category" {
			p, err := in.int("parent", -1, 0)
			if err != nil {
				return nil, err
			}
			if p >= 0 {
				tx = tx.Where("parent = ?", p)
			}
		}
		for _, f := range []string{"post", "event"} {
			ev, err := in.int(f, -1, 0)
			if err != nil {
				return nil, err
			}
			if ev < 0 || (f == "event" && kind == "tag" && bug("ta-event-alias")) {
				continue
			}
			e := load("event", ev)
			if e != nil && e.post().Status != "publish" && !r.reads() {
				e = nil
			}
			var ids []int64
			if e != nil {
				ids = links(ev, kind)
			}
			tx = tx.Where("id IN ?", append(ids, -1))
		}
		slugs, err := in.words("slug")
		if err != nil {
			return nil, err
		}
		if slugs != nil {
			for i := range slugs {
				slugs[i] = norm.NFC.String(slugs[i])
			}
			tx = tx.Where("slug IN ?", slugs)
		}
		hide, set, err := in.bool("hide_empty")
		if err != nil {
			return nil, err
		}
		hide = hide || !set
		if kind == "category" && bug("ca-hide-empty-false") && in["hide_empty"] == "false" {
			hide = true
		}
		search, err := in.loose("search")
		if err != nil {
			return nil, err
		}
		search = fold(search)
		var terms []Term
		tx.Order("id").Find(&terms)
		var rows []termRow
		for i := range terms {
			t := &terms[i]
			n := termCount(t.ID)
			if hide && n == 0 {
				continue
			}
			out := renderTerm(r, t)
			if variant == "langonly" && in["ml_language"] != nil && out["language"] != r.lang {
				continue
			}
			name := fold(out["name"].(string))
			if search != "" && !strings.Contains(name+"\x1f"+t.Slug+"\x1f"+fold(out["description"].(string)), search) {
				continue
			}
			rows = append(rows, termRow{t, out, name, n})
		}
		sortTerms(rows, by, desc, include)
		total := int64(len(rows))
		items := []any{}
		for i := (page - 1) * per; i < total && i < page*per; i++ {
			if !late[rows[i].t.ID] {
				items = append(items, rows[i].out)
			}
		}
		return listing(r, kind, items, total, page, per)
	}
}

func sortTerms(rows []termRow, by string, desc bool, include []int64) {
	pos := map[int64]int{}
	for i, id := range include {
		pos[id] = i
	}
	less := func(a, b termRow) bool {
		switch by {
		case "id", "term_id":
			if bug("ca-orderby-id") && a.t.Kind == "category" {
				return itoa(a.t.ID) < itoa(b.t.ID)
			}
		case "slug":
			if a.t.Slug != b.t.Slug {
				return a.t.Slug < b.t.Slug
			}
		case "count":
			if a.count != b.count {
				return a.count < b.count
			}
		case "description":
			if x, y := fold(a.t.Description), fold(b.t.Description); x != y {
				return x < y
			}
		case "parent":
			if a.t.Parent != b.t.Parent {
				return a.t.Parent < b.t.Parent
			}
		case "include":
			if pos[a.t.ID] != pos[b.t.ID] {
				return pos[a.t.ID] < pos[b.t.ID]
			}
		default:
			if a.name != b.name {
				return a.name < b.name
			}
		}
		return a.t.ID < b.t.ID
	}
	sort.SliceStable(rows, func(i, j int) bool {
		if desc {
			return less(rows[j], rows[i])
		}
		return less(rows[i], rows[j])
	})
}

// applyTerm validates and sets the fields of a term.
func applyTerm(r *Req, t *Term, create bool) (*change, *apiErr) {
	in, ch := r.in, &change{}
	if create || in.has("name") {
		s, err := in.str("name")
		if err != nil {
			return nil, err
		}
		if s = strings.TrimSpace(s); s == "" {
			return nil, bad("missing_name", "Parameter name is required and may not be empty.")
		}
		if len(s) > 1000 {
			return nil, invalid("name", "shorter")
		}
		ch.title = &s
	}
	if in.has("description") {
		s, err := in.str("description")
		if err != nil {
			return nil, err
		}
		s = scripts.ReplaceAllString(s, "")
		if bug("ta-desc-cut") && t.Kind == "tag" && len(s) > 255 { // varchar(255), in bytes
			s = strings.ToValidUTF8(s[:255], "\uFFFD")
		}
		ch.desc = &s
	}
	if in.has("slug") {
		s, err := in.str("slug")
		if err != nil {
			return nil, err
		}
		ch.slug = &s
	}
	if t.Kind != "category" {
		return ch, nil
	}
	if bug("ca-parent-patch") && r.c.Request.Method == "PATCH" && !in.has("parent") {
		t.Parent = 0
	}
	if in.has("parent") {
		p, err := in.int("parent", 0, 0)
		if err != nil {
			return nil, err
		}
		for up := p; up != 0; {
			pt := loadTerm("category", up)
			if pt == nil || pt.ID == t.ID {
				return nil, invalid("parent", "another category that is not below this one")
			}
			up = pt.Parent
		}
		t.Parent = p
	}
	return ch, nil
}

func setTermBase(t *Term, ch *change) {
	if ch.title != nil {
		t.Name = *ch.title
	}
	if ch.desc != nil {
		t.Description = *ch.desc
	}
}

func storeTerm(t *Term, ch *change) *apiErr {
	slug := slugify(t.Name)
	if t.Kind == "tag" && bug("ta-slug-empty") {
		slug = strings.Trim(strings.Map(func(c rune) rune {
			if c > 126 {
				return -1
			}
			return c
		}, slug), "-")
		var n int64
		if slug == "" && ch.slug == nil {
			if db.Model(&Term{}).Where("kind = 'tag' AND slug = ''").Count(&n); n > 0 {
				return &apiErr{500, "internal", "UNIQUE constraint failed: terms.slug"}
			}
			t.ID = nextTerm
			nextTerm++
			db.Create(t)
			return nil
		}
	}
	if ch.slug != nil && slugify(*ch.slug) != "" {
		slug = slugify(*ch.slug)
	}
	t.ID = nextTerm
	nextTerm++
	t.Slug = uniqueSlug(db, t.Kind, slug, t.Kind+"-"+itoa(t.ID), t.ID)
	db.Create(t)
	return nil
}

func (r *Req) mayWriteTerm(kind string) *apiErr {
	if bug("us-reader-tag") && kind == "tag" && r.c.Request.Method == "DELETE" && r.user.Role == "reader" {
		return nil
	}
	return r.mayWrite(-1)
}

func createTerm(kind string) handler {
	return func(r *Req) (*Resp, *apiErr) {
		if err := r.mayWriteTerm(kind); err != nil {
			return nil, err
		}
		writeMu.Lock()
		defer writeMu.Unlock()
		t := &Term{Kind: kind, Lang: r.lang}
		ch, err := applyTerm(r, t, true)
		if err != nil {
			return nil, err
		}
		setTermBase(t, ch)
		early := t.ID
		if err := storeTerm(t, ch); err != nil {
			return nil, err
		}
		flush(kind, "create")
		loc := t.ID
		if kind == "category" && bug("ca-location") {
			loc = early
		}
		b := renderTerm(r, t)
		return &Resp{201, b, map[string]string{"Location": r.url("/" + kinds[kind].plural + "/" + itoa(loc)), "ETag": etag(encode(b))}}, nil
	}
}

func updateTerm(kind string) handler {
	return func(r *Req) (*Resp, *apiErr) {
		writeMu.Lock()
		defer writeMu.Unlock()
		t, err := findTerm(r, kind)
		if err == nil {
			err = guardTerm(r, t)
		}
		if err != nil {
			return nil, err
		}
		ch, err := applyTerm(r, t, false)
		if err != nil {
			return nil, err
		}
		e := db.Transaction(func(tx *gorm.DB) error {
			base, err := writeText(tx, r, kind, t.ID, t.Lang, ch)
			if err != nil {
				return err
			}
			if base {
				setTermBase(t, ch)
			}
			if ch.slug != nil {
				s := slugify(*ch.slug)
				if s == "" {
					s = slugify(t.Name)
				}
				t.Slug = uniqueSlug(tx, kind, s, kind+"-"+itoa(t.ID), t.ID)
			}
			return tx.Save(t).Error
		})
		if e != nil {
			return nil, &apiErr{500, "internal", "The term could not be saved."}
		}
		flush(kind, "update")
		b := renderTerm(r, t)
		return &Resp{200, b, map[string]string{"ETag": etag(encode(b))}}, nil
	}
}

func guardTerm(r *Req, t *Term) *apiErr {
	if err := r.mayWriteTerm(t.Kind); err != nil {
		return err
	}
	if im := r.c.GetHeader("If-Match"); im != "" && !matches(im, etag(encode(renderTerm(r, t))), false) {
		return &apiErr{412, "precondition_failed", "The term has changed."}
	}
	return nil
}

func deleteTerm(kind string) handler {
	return func(r *Req) (*Resp, *apiErr) {
		writeMu.Lock()
		defer writeMu.Unlock()
		t, err := findTerm(r, kind)
		if err == nil {
			err = guardTerm(r, t)
		}
		if err != nil {
			return nil, err
		}
		b := renderTerm(r, t)
		_ = db.Transaction(func(tx *gorm.DB) error {
			tx.Where("kind = ? AND target_id = ?", kind, t.ID).Delete(&Link{})
			tx.Where("kind = ? AND rec_id = ?", kind, t.ID).Delete(&Text{})
			if kind == "category" { // children move up
				tx.Model(&Term{}).Where("kind = 'category' AND parent = ?", t.ID).Update("parent", t.Parent)
			}
			return tx.Where("id = ?", t.ID).Delete(&Term{}).Error
		})
		flush(kind, "delete")
		return deleted(r, kind, t.ID, "slug:"+t.Slug, b), nil
	}
}
