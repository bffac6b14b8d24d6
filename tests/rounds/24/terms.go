// Event categories and tags.
package main

import (
	"database/sql"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

type Term struct {
	ID, Parent, Count     int64
	Tax, Name, Slug, Lang string
	Desc                  *string
}

const termCols = "t.id, t.parent, t.count, t.tax, t.name, t.slug, t.lang, t.description"

func scanTerms(rows *sql.Rows, err error) []*Term {
	must(err)
	defer rows.Close()
	out := []*Term{}
	for rows.Next() {
		t := &Term{}
		must(rows.Scan(&t.ID, &t.Parent, &t.Count, &t.Tax, &t.Name, &t.Slug, &t.Lang, &t.Desc))
		out = append(out, t)
	}
	must(rows.Err())
	return out
}

func (c *C) loadTerm(tax string, id int64) *Term {
	l := scanTerms(c.tx.Query("SELECT "+termCols+" FROM terms t WHERE t.id = ? AND t.tax = ? AND t.deleted = 0", id, tax))
	if len(l) == 0 {
		return nil
	}
	return l[0]
}

func (c *C) findTerm(tax string) *Term {
	n, err := strconv.ParseInt(param(c, "id"), 10, 64)
	if err == nil {
		if t := c.loadTerm(tax, n); t != nil {
			return t
		}
		var k int
		must(c.tx.QueryRow("SELECT COUNT(*) FROM terms WHERE id = ? AND tax = ?", n, tax).Scan(&k))
		if k > 0 {
			fail(opt.GoneStatus, "not_found", "no such "+tax)
		}
	}
	fail(404, "not_found", "no such "+tax)
	return nil
}

func (c *C) termRep(t *Term) map[string]interface{} {
	name, desc := &t.Name, t.Desc
	if c.lang != t.Lang {
		tr := translations(c.tx, "term", t.ID, c.lang)
		if v, ok := tr["name"]; ok && v != nil {
			name = v
		}
		if v, ok := tr["description"]; ok {
			desc = v
		}
	}
	m := map[string]interface{}{"id": t.ID, "name": *name, "slug": t.Slug, "description": "", "count": t.Count, "taxonomy": "event_" + t.Tax}
	if desc != nil {
		m["description"] = *desc
	}
	if opt.TextObj {
		m["name"], m["description"] = richText(name, true), richText(desc, true)
	}
	if t.Tax == "category" {
		m["parent"] = t.Parent
		if t.Parent == 0 && opt.OmitNull {
			delete(m, "parent")
		}
	}
	self := c.root() + NS + "/" + plural[t.Tax] + "/" + strconv.FormatInt(t.ID, 10)
	if opt.HalFields {
		m["_links"] = map[string]interface{}{"self": map[string]string{"href": self}}
	} else {
		m["url"] = self
	}
	return m
}

func getTerm(c *C, tax string) { c.item(200, tax, c.termRep(c.findTerm(tax))) }

var termOrders = map[string]string{"": "t.name COLLATE NOCASE", "name": "t.name COLLATE NOCASE", "id": "t.id", "term_id": "t.id", "slug": "t.slug", "count": "t.count",
	"description": "COALESCE(t.description,'')", "parent": "t.parent", "include": "t.id", "term_group": "t.parent", "term_order": "t.id", "none": "t.id"}

func listTerms(c *C, tax string) {
	f := &filter{}
	f.add("t.tax = ? AND t.deleted = 0", tax)
	hide, given := qbool(c.q, "hide_empty")
	if !given {
		hide = !(tax == "tag" && bug("tags-show-empty-by-default"))
	} else if c.q.Get("hide_empty") == "false" && bug("hide-empty-false-word") {
		hide = true
	}
	if hide {
		f.add("t.count > 0")
	}
	include := qids(c.q, "include")
	if len(include) > 0 {
		f.add("t.id IN ("+marks(len(include))+")", include...)
	}
	if l := qids(c.q, "exclude"); len(l) > 0 && !(len(include) > 0 && bug("exclude-lost-beside-include")) {
		f.add("t.id NOT IN ("+marks(len(l))+")", l...)
	}
	if tax == "category" && c.q.Get("parent") != "" {
		n := qint(c.q, "parent", 0, 0)
		if !(c.q.Get("search") != "" && bug("parent-lost-beside-search")) {
			f.add("t.parent = ?", n)
		}
	}
	for _, k := range []string{"post", "event"} {
		if c.q.Get(k) == "" {
			continue
		}
		n := qint(c.q, k, 0, 0)
		if k == "event" && tax == "tag" && bug("tag-event-alias-ignored") {
			continue
		}
		w, a := c.visible("ev")
		f.add("EXISTS (SELECT 1 FROM term_links tl JOIN posts ev ON ev.id = tl.event_id AND ev.deleted = 0 WHERE tl.term_id = t.id AND "+w+" AND ev.id = ?)", append(append([]interface{}{}, a...), n)...)
	}
	if s := c.q.Get("slug"); s != "" {
		l := qlist(c.q, "slug")
		args := []interface{}{}
		for _, x := range l {
			args = append(args, x)
		}
		if tax == "category" && bug("category-slug-prefix-match") {
			f.add("t.slug LIKE ?", s+"%")
		} else {
			f.add("t.slug IN ("+marks(len(args))+")", args...)
		}
	}
	if s := c.q.Get("search"); s != "" {
		arg := likeArg(s)
		f.add("("+textSQL("term", "t", "name")+` LIKE ? ESCAPE '\' OR `+textSQL("term", "t", "description")+` LIKE ? ESCAPE '\')`, c.lang, arg, c.lang, arg)
	}
	by := strings.ToLower(c.q.Get("orderby"))
	col, ok := termOrders[by]
	if !ok {
		bad("orderby must be a term attribute")
	}
	dir := "ASC"
	switch strings.ToLower(c.q.Get("order")) {
	case "":
		if by == "" {
			dir = opt.TermOrder
		}
	case "asc", "ascending":
	case "desc", "descending":
		dir = "DESC"
		if by == "slug" && bug("orderby-slug-ignores-desc") {
			dir = "ASC"
		}
	default:
		bad("order must be asc or desc")
	}
	pg := c.paging(map[bool]int64{true: 20, false: 10}[tax == "tag" && bug("tags-default-page-of-20")])
	from := " FROM terms t WHERE " + strings.Join(f.where, " AND ")
	var total int64
	must(c.tx.QueryRow("SELECT COUNT(*)"+from, f.args...).Scan(&total))
	items := []interface{}{}
	for _, t := range scanTerms(c.tx.Query("SELECT "+termCols+from+" ORDER BY "+col+" "+dir+", t.id "+dir+" LIMIT ? OFFSET ?", append(append([]interface{}{}, f.args...), pg.size, pg.offset)...)) {
		items = append(items, c.termRep(t))
	}
	c.list(plural[tax], items, total, pg)
}

func (c *C) needTermEditor() {
	c.needWriter()
	if c.user.Role != "editor" && !(c.r.Method == "PATCH" && bug("author-patches-terms")) {
		fail(403, "forbidden", "you may not change terms")
	}
}

func (c *C) applyTerm(t *Term, creating bool) pendingText {
	known := []string{"name", "description", "slug", "id"}
	if t.Tax == "category" {
		known = append(known, "parent")
	}
	c.checkFields(known...)
	texts := pendingText{}
	own := creating || c.lang == t.Lang
	if v, ok := c.text("name"); ok || creating {
		if v == nil || strings.TrimSpace(*v) == "" {
			bad("name is required")
		}
		if own {
			t.Name = *v
		} else {
			texts["name"] = v
		}
	}
	if v, ok := c.text("description"); ok {
		if own {
			t.Desc = v
		} else {
			texts["description"] = v
		}
	}
	if v, ok := c.text("slug"); ok && v != nil && *v != "" {
		s := slugify(*v)
		if s == "" {
			bad("slug has no usable characters")
		}
		u := c.uniqueTermSlug(t, s)
		if u != s && opt.SlugConflict {
			fail(409, "slug_taken", "the slug is taken")
		}
		t.Slug = u
	} else if creating {
		t.Slug = c.uniqueTermSlug(t, slugify(t.Name))
	}
	if t.Tax == "category" {
		if !creating && !c.has("parent") && bug("parent-lost-on-patch") {
			t.Parent = 0
		}
		if c.has("parent") {
			n, _ := c.integer("parent")
			for p, steps := n, 0; p != 0; steps++ {
				x := c.loadTerm("category", p)
				if x == nil {
					if opt.BadRef == "ignore" {
						n = 0
						break
					}
					bad("the parent does not exist")
				}
				if p == t.ID || steps > 100 {
					bad("a category cannot be its own ancestor")
				}
				p = x.Parent
			}
			t.Parent = n
		}
	}
	return texts
}

func (c *C) uniqueTermSlug(t *Term, want string) string {
	if want == "" {
		want = t.Tax
	}
	s := want
	for i := 2; ; i++ {
		var n int
		must(c.tx.QueryRow("SELECT COUNT(*) FROM terms WHERE tax = ? AND slug = ? AND deleted = 0 AND id <> ?", t.Tax, s, t.ID).Scan(&n))
		if n == 0 {
			return s
		}
		s = fmt.Sprintf("%s-%d", want, i)
	}
}

func createTerm(c *C, tax string) {
	c.needTermEditor()
	t := &Term{Tax: tax, Lang: c.lang}
	c.applyTerm(t, true)
	r, err := c.tx.Exec("INSERT INTO terms (tax, name, slug, description, parent, lang) VALUES (?,?,?,?,?,?)", tax, t.Name, t.Slug, t.Desc, t.Parent, t.Lang)
	must(err)
	t.ID, err = r.LastInsertId()
	must(err)
	invalidate()
	c.w.Header().Set("Location", c.root()+NS+"/"+plural[tax]+"/"+url.PathEscape(strconv.FormatInt(t.ID, 10)))
	rep := c.termRep(t)
	if opt.CreateMinimal {
		rep = map[string]interface{}{"id": t.ID, "slug": t.Slug}
	}
	c.item(opt.CreateStatus, tax, rep)
}

func updateTerm(c *C, tax string) {
	c.needTermEditor()
	t := c.findTerm(tax)
	c.ifMatch(func() map[string]interface{} { return c.termRep(t) })
	if opt.PutReplaces && c.r.Method == "PUT" {
		for _, k := range []string{"description", "parent"} {
			if !c.has(k) && (k != "parent" || tax == "category") {
				c.body[k] = nil
			}
		}
	}
	texts := c.applyTerm(t, false)
	_, err := c.tx.Exec("UPDATE terms SET name=?, slug=?, description=?, parent=? WHERE id=?", t.Name, t.Slug, t.Desc, t.Parent, t.ID)
	must(err)
	for f, v := range texts {
		translate(c.tx, "term", t.ID, c.lang, f, v)
	}
	invalidate()
	c.item(opt.UpdateStatus, tax, c.termRep(t))
}

func deleteTerm(c *C, tax string) {
	c.needTermEditor()
	t := c.findTerm(tax)
	c.ifMatch(func() map[string]interface{} { return c.termRep(t) })
	rep := c.termRep(t)
	if tax == "tag" && bug("tag-delete-removes-events") {
		_, err := c.tx.Exec("UPDATE posts SET deleted = 1 WHERE id IN (SELECT event_id FROM term_links WHERE term_id = ?)", t.ID)
		must(err)
	}
	for _, q := range []string{"UPDATE terms SET parent = " + strconv.FormatInt(t.Parent, 10) + " WHERE parent = ?", "DELETE FROM term_links WHERE term_id = ?", "UPDATE terms SET deleted = 1 WHERE id = ?"} {
		_, err := c.tx.Exec(q, t.ID)
		must(err)
	}
	c.answerDelete(tax, rep)
}
