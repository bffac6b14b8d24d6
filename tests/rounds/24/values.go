// Values: texts, booleans, ids, times, slugs; queries' parameters.
package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
)

const layout = "2006-01-02 15:04:05"

func (c *C) has(k string) bool { _, ok := c.body[k]; return ok }

// text reads a string field: nil means null.
func (c *C) text(k string) (*string, bool) {
	v, ok := c.body[k]
	if !ok {
		return nil, false
	}
	switch x := v.(type) {
	case nil:
		return nil, true
	case string:
		return &x, true
	case json.Number:
		if opt.Strict && k != "image" {
			bad(k + " must be a string")
		}
		s := x.String()
		return &s, true
	}
	bad(k + " must be a string")
	return nil, false
}

func truth(s string) (bool, bool) {
	switch strings.ToLower(s) {
	case "1", "true", "yes", "on":
		return true, true
	case "0", "false", "no", "off":
		return false, true
	}
	return false, false
}

func (c *C) boolean(k string, def bool) bool {
	switch x := c.body[k].(type) {
	case nil:
		return def
	case bool:
		return x
	case string:
		if b, ok := truth(x); ok && (!opt.Strict || x == "true" || x == "false") {
			return b
		}
	case json.Number:
		if b, ok := truth(x.String()); ok && !opt.Strict {
			return b
		}
	}
	bad(k + " must be a boolean")
	return false
}

func (c *C) integer(k string) (int64, bool) {
	switch x := c.body[k].(type) {
	case nil:
		return 0, false
	case json.Number:
		if n, err := strconv.ParseInt(x.String(), 10, 64); err == nil && n >= 0 {
			return n, true
		}
	case string:
		if n, err := strconv.ParseInt(x, 10, 64); err == nil && n >= 0 {
			return n, true
		}
	}
	bad(k + " must be an integer")
	return 0, false
}

func (c *C) ids(k string) []int64 {
	out := []int64{}
	seen := map[int64]bool{}
	add := func(s string) {
		n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
		if err != nil || n < 1 {
			bad(k + " must be an array of integers")
		}
		if !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	switch x := c.body[k].(type) {
	case nil:
	case json.Number:
		add(x.String())
	case string:
		for _, s := range strings.Split(x, ",") {
			if strings.TrimSpace(s) != "" {
				add(s)
			}
		}
	case []interface{}:
		for _, y := range x {
			switch y.(type) {
			case string, json.Number:
				add(fmt.Sprint(y))
			default:
				bad(k + " must be an array of integers")
			}
		}
	default:
		bad(k + " must be an array of integers")
	}
	return out
}

var timeForms = []string{layout, "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02T15:04", "2006-01-02"}

// moment reads a date (and time); without an offset it is local to loc.
func moment(s string, loc *time.Location) (time.Time, bool) {
	s = strings.TrimSpace(s)
	for _, f := range timeForms {
		if t, err := time.ParseInLocation(f, s, loc); err == nil && t.Year() > 0 {
			return t, true
		}
	}
	if t, err := time.Parse(time.RFC3339, strings.Replace(s, " ", "T", 1)); err == nil {
		return t.In(loc), true
	}
	return time.Time{}, false
}

// local reads a wall-clock time and keeps it as written (also in the gap of a DST change).
func (c *C) local(k string, loc *time.Location) string {
	s, _ := c.text(k)
	if s == nil {
		bad(k + " must be a date and time")
	}
	for _, f := range timeForms {
		if t, err := time.Parse(f, strings.TrimSpace(*s)); err == nil && t.Year() > 0 {
			return t.Format(layout)
		}
	}
	t, ok := moment(*s, loc)
	if !ok {
		bad(k + " must be a date and time")
	}
	return t.Format(layout)
}

func showTime(s string, loc *time.Location) interface{} {
	switch opt.Times {
	case "iso":
		return strings.Replace(s, " ", "T", 1)
	case "offset":
		t, _ := time.ParseInLocation(layout, s, loc)
		if t.Format(layout) != s {
			return strings.Replace(s, " ", "T", 1)
		}
		return t.Format("2006-01-02T15:04:05-07:00")
	case "split":
		return map[string]string{"date": s[:10], "time": s[11:]}
	}
	return s
}

var folds = map[rune]string{'à': "a", 'á': "a", 'â': "a", 'ä': "a", 'ã': "a", 'å': "a", 'ç': "c", 'è': "e", 'é': "e", 'ê': "e", 'ë': "e", 'ì': "i", 'í': "i",
	'î': "i", 'ï': "i", 'ñ': "n", 'ò': "o", 'ó': "o", 'ô': "o", 'ö': "o", 'õ': "o", 'ø': "o", 'ù': "u", 'ú': "u", 'û': "u", 'ü': "u", 'ß': "ss", 'æ': "ae", 'œ': "oe"}

func slugify(s string) string {
	var b strings.Builder
	dash := false
	for _, r := range strings.ToLower(s) {
		f, ok := folds[r]
		if !ok {
			if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' {
				f = string(r)
			} else if r == '\'' || r == '’' {
				continue
			} else {
				dash = b.Len() > 0
				continue
			}
		}
		if dash {
			b.WriteByte('-')
			dash = false
		}
		b.WriteString(f)
	}
	out := []rune(b.String())
	if len(out) > 180 {
		out = out[:180]
	}
	return string(out)
}

// ---- query parameters ----

func qint(q url.Values, k string, def, min int64) int64 {
	s := q.Get(k)
	if s == "" {
		return def
	}
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil || n < min {
		bad(k + " must be an integer")
	}
	return n
}

func qbool(q url.Values, k string) (val, given bool) {
	s := q.Get(k)
	if s == "" {
		return false, false
	}
	b, ok := truth(s)
	if !ok {
		bad(k + " must be a boolean")
	}
	return b, true
}

func qlist(q url.Values, k string) []string {
	var out []string
	for _, v := range q[k] {
		for _, s := range strings.Split(v, ",") {
			if s = strings.TrimSpace(s); s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

func qids(q url.Values, k string) []interface{} {
	var out []interface{}
	for _, s := range qlist(q, k) {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			bad(k + " must be a list of integers")
		}
		out = append(out, n)
	}
	return out
}

func marks(n int) string {
	if n == 0 {
		return "NULL"
	}
	return strings.TrimSuffix(strings.Repeat("?,", n), ",")
}

func likeArg(s string) string {
	s = strings.ToLower(s)
	if bug("search-percent-wildcard") {
		return "%" + s + "%"
	}
	return "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(s) + "%"
}

type page struct{ num, size, offset int64 }

func (c *C) paging(def int64) page {
	n, size := qint(c.q, "page", 1, 1), qint(c.q, "per_page", def, 1)
	if size > int64(opt.MaxPer) {
		if opt.OverMax == "400" {
			bad("per_page is too large")
		}
		size = int64(opt.MaxPer)
	}
	return page{n, size, (n - 1) * size}
}

// list sends one page in the envelope of the day.
func (c *C) list(name string, items []interface{}, total int64, p page) {
	pages := (total + p.size - 1) / p.size
	if p.num > pages && p.num > 1 {
		switch opt.Beyond {
		case "404":
			fail(404, "page_not_found", "no such page")
		case "400":
			fail(400, "invalid_page_number", "no such page")
		}
	}
	link := func(n int64) interface{} {
		if n < 1 || n > pages {
			return nil
		}
		q := url.Values{}
		for k, v := range c.q {
			q[k] = v
		}
		q.Set("page", strconv.FormatInt(n, 10))
		return c.root() + c.r.URL.Path + "?" + q.Encode()
	}
	if opt.Totals {
		c.w.Header().Set("X-Total", strconv.FormatInt(total, 10))
		c.w.Header().Set("X-Total-Pages", strconv.FormatInt(pages, 10))
	}
	switch opt.Envelope {
	case "array":
		c.send(200, items)
	case "data":
		c.send(200, map[string]interface{}{"data": items, "meta": map[string]interface{}{"total": total, "pages": pages, "page": p.num, "per_page": p.size}})
	case "paged":
		c.send(200, map[string]interface{}{"items": items, "count": total, "next": link(p.num + 1), "previous": link(p.num - 1)})
	default:
		m := map[string]interface{}{name: items, "page": p.num, "per_page": p.size}
		if opt.Totals {
			m["total"], m["total_pages"] = total, pages
			if x := link(p.num + 1); x != nil {
				m["next"] = x
			}
			if x := link(p.num - 1); x != nil {
				m["previous"] = x
			}
		} else {
			m["has_more"] = p.num < pages
		}
		c.send(200, m)
	}
}

func (c *C) item(status int, name string, rep map[string]interface{}) {
	switch opt.ItemEnvelope {
	case "data":
		c.send(status, map[string]interface{}{"data": rep})
	default:
		c.send(status, rep)
	}
}
