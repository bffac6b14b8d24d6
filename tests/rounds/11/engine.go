package main

import (
	"sort"
	"strings"
)

// A small SQL-like engine: tables of rows, hash indexes, composed predicates,
// ORDER BY, LIMIT/OFFSET and transactions with an undo log.

type Row map[string]any

func (r Row) clone() Row {
	c := make(Row, len(r))
	for k, v := range r {
		c[k] = v
	}
	return c
}

func (r Row) ID() int64 { return r.Int("id") }
func (r Row) Int(c string) int64 {
	n, _ := r[c].(int64)
	return n
}
func (r Row) Str(c string) string {
	s, _ := r[c].(string)
	return s
}
func (r Row) Bool(c string) bool {
	b, _ := r[c].(bool)
	return b
}
func (r Row) StrPtr(c string) *string {
	if s, ok := r[c].(string); ok {
		return &s
	}
	return nil
}
func (r Row) BoolPtr(c string) *bool {
	if b, ok := r[c].(bool); ok {
		return &b
	}
	return nil
}

// Pred is one WHERE condition. col/vals say which index can answer it.
type Pred struct {
	match func(Row) bool
	col   string
	vals  []any
	parts []Pred
}

func True() Pred { return Pred{match: func(Row) bool { return true }} }
func Never() Pred {
	return Pred{match: func(Row) bool { return false }}
}
func Where(f func(Row) bool) Pred { return Pred{match: f} }
func Eq(col string, v any) Pred {
	return Pred{col: col, vals: []any{v}, match: func(r Row) bool { return r[col] == v }}
}
func In(col string, ids []int64) Pred {
	set := make(map[any]bool, len(ids))
	vals := make([]any, 0, len(ids))
	for _, id := range ids {
		if !set[id] {
			set[id] = true
			vals = append(vals, id)
		}
	}
	return Pred{col: col, vals: vals, match: func(r Row) bool { return set[r[col]] }}
}
func And(ps ...Pred) Pred {
	return Pred{parts: ps, match: func(r Row) bool {
		for _, p := range ps {
			if !p.match(r) {
				return false
			}
		}
		return true
	}}
}
func Or(ps ...Pred) Pred {
	return Pred{match: func(r Row) bool {
		for _, p := range ps {
			if p.match(r) {
				return true
			}
		}
		return false
	}}
}
func Not(p Pred) Pred { return Where(func(r Row) bool { return !p.match(r) }) }

// Cmp compares a text column: op is one of < <= > >=.
func Cmp(col, op, v string) Pred {
	return Where(func(r Row) bool {
		s := r.Str(col)
		switch op {
		case "<":
			return s < v
		case "<=":
			return s <= v
		case ">":
			return s > v
		}
		return s >= v
	})
}

// Like matches expr LIKE pattern, with % and _ as wildcards and \ as escape.
func Like(expr func(Row) string, pattern string) Pred {
	pat := []rune(foldText(pattern))
	return Where(func(r Row) bool { return likeMatch([]rune(foldText(expr(r))), pat) })
}

func escapeLike(s string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(s)
}

func likeMatch(s, p []rune) bool {
	si, pi, star, mark := 0, 0, -1, 0
	for si < len(s) {
		switch {
		case pi < len(p) && p[pi] == '%':
			star, mark = pi, si
			pi++
		case pi < len(p) && p[pi] == '\\' && pi+1 < len(p) && p[pi+1] == s[si]:
			pi += 2
			si++
		case pi < len(p) && p[pi] != '\\' && (p[pi] == '_' || p[pi] == s[si]):
			pi++
			si++
		case star >= 0:
			mark++
			si, pi = mark, star+1
		default:
			return false
		}
	}
	for pi < len(p) && p[pi] == '%' {
		pi++
	}
	return pi == len(p)
}

type Order struct {
	Key  func(Row) any
	Desc bool
}

func By(col string, desc bool) Order {
	return Order{Key: func(r Row) any { return r[col] }, Desc: desc}
}

type Query struct {
	Where  Pred
	Order  []Order
	Limit  int
	Offset int
}

type Table struct {
	name  string
	rows  map[int64]Row
	seq   *int64
	index map[string]map[any]map[int64]bool
}

func newTable(name string, seq *int64, indexed ...string) *Table {
	t := &Table{name: name, rows: map[int64]Row{}, seq: seq, index: map[string]map[any]map[int64]bool{}}
	for _, c := range indexed {
		t.index[c] = map[any]map[int64]bool{}
	}
	return t
}

func (t *Table) link(r Row) {
	for c, ix := range t.index {
		v := r[c]
		if ix[v] == nil {
			ix[v] = map[int64]bool{}
		}
		ix[v][r.ID()] = true
	}
}

func (t *Table) unlink(r Row) {
	for c, ix := range t.index {
		delete(ix[r[c]], r.ID())
	}
}

// candidates gives the rows that an index (or the primary key) leaves.
func (t *Table) candidates(p Pred) []Row {
	try := append([]Pred{p}, p.parts...)
	for _, q := range try {
		if q.col == "" {
			continue
		}
		if q.col == "id" {
			out := []Row{}
			for _, v := range q.vals {
				if id, ok := v.(int64); ok {
					if r, ok := t.rows[id]; ok {
						out = append(out, r)
					}
				}
			}
			return out
		}
		if ix, ok := t.index[q.col]; ok {
			out := []Row{}
			for _, v := range q.vals {
				for id := range ix[v] {
					out = append(out, t.rows[id])
				}
			}
			return out
		}
	}
	out := make([]Row, 0, len(t.rows))
	for _, r := range t.rows {
		out = append(out, r)
	}
	return out
}

func (t *Table) Select(q Query) []Row {
	out := []Row{}
	if q.Where.match == nil {
		q.Where = True()
	}
	for _, r := range t.candidates(q.Where) {
		if q.Where.match(r) {
			out = append(out, r.clone())
		}
	}
	order := append(append([]Order{}, q.Order...), By("id", false))
	sort.SliceStable(out, func(i, j int) bool {
		for _, o := range order {
			c := compareValues(o.Key(out[i]), o.Key(out[j]))
			if c != 0 {
				return (c < 0) != o.Desc
			}
		}
		return false
	})
	return page(out, q.Limit, q.Offset)
}

func page(rows []Row, limit, offset int) []Row {
	if offset < 0 {
		offset = 0
	}
	if offset >= len(rows) {
		return []Row{}
	}
	rows = rows[offset:]
	if limit > 0 && limit < len(rows) {
		rows = rows[:limit]
	}
	return rows
}

func (t *Table) Count(p Pred) int { return len(t.Select(Query{Where: p})) }

func (t *Table) Get(id int64) Row {
	if r, ok := t.rows[id]; ok {
		return r.clone()
	}
	return nil
}

func (t *Table) First(p Pred) Row {
	rs := t.Select(Query{Where: p, Limit: 1})
	if len(rs) == 0 {
		return nil
	}
	return rs[0]
}
