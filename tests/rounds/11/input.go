package main

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Input holds the parameters of one request: query and body (the body wins).
type Input struct {
	query map[string]any
	body  map[string]any
	json  bool
}

var bracket = regexp.MustCompile(`^([^\[\]]+)\[\d*\]$`)

// fold turns url.Values into scalars and lists: a[]=1&a[]=2, a=1&a=2 give lists.
func foldValues(vals url.Values) map[string]any {
	out := map[string]any{}
	for k, vs := range vals {
		name, list := k, len(vs) > 1
		if m := bracket.FindStringSubmatch(k); m != nil {
			name, list = m[1], true
		}
		if list {
			prev, _ := out[name].([]any)
			for _, v := range vs {
				prev = append(prev, v)
			}
			out[name] = prev
		} else if _, dup := out[name]; !dup {
			out[name] = vs[0]
		}
	}
	return out
}

const maxBody = 1 << 20

func readInput(r *http.Request) (*Input, error) {
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, errStatus(400, "bad_query", "The query string cannot be read.")
	}
	in := &Input{query: foldValues(q), body: map[string]any{}}
	for k, v := range in.query {
		if s, ok := v.(string); ok && !utf8.ValidString(s) {
			return nil, errField(k, "not valid UTF-8")
		}
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead || r.Body == nil {
		return in, nil
	}
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return nil, errStatus(400, "bad_body", "The body cannot be read.")
	}
	if len(raw) > maxBody {
		return nil, errStatus(http.StatusRequestEntityTooLarge, "too_large", "The body is too large.")
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return in, nil
	}
	ct, cp, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case ct == "" || strings.Contains(ct, "json"):
		if !utf8.Valid(raw) {
			return nil, errStatus(400, "bad_body", "The body is not valid UTF-8.")
		}
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		var v map[string]any
		if err := d.Decode(&v); err != nil || v == nil || d.More() {
			return nil, errStatus(400, "bad_json", "The body is not a JSON object.")
		}
		in.body, in.json = v, true
	case ct == "application/x-www-form-urlencoded":
		f, err := url.ParseQuery(string(raw))
		if err != nil {
			return nil, errStatus(400, "bad_body", "The form cannot be read.")
		}
		in.body = foldValues(f)
	case ct == "multipart/form-data":
		r.Body = io.NopCloser(bytes.NewReader(raw))
		if cp["boundary"] == "" || r.ParseMultipartForm(maxBody) != nil {
			return nil, errStatus(400, "bad_body", "The form cannot be read.")
		}
		in.body = foldValues(r.MultipartForm.Value)
	default:
		return nil, errStatus(http.StatusUnsupportedMediaType, "unsupported_media_type", "Send JSON or a form.")
	}
	return in, nil
}

func (in *Input) get(name string) (any, bool) {
	if v, ok := in.body[name]; ok {
		return v, true
	}
	v, ok := in.query[name]
	return v, ok
}

func (in *Input) text(name string) string {
	v, _ := in.get(name)
	if l, ok := v.([]any); ok && len(l) > 0 {
		v = l[len(l)-1]
	}
	return textOf(v)
}

func scalar(v any) any {
	if l, ok := v.([]any); ok && len(l) == 1 {
		if s, ok := l[0].(string); ok {
			return s
		}
	}
	return v
}

func toInt(v any) (int64, bool) {
	switch x := scalar(v).(type) {
	case json.Number:
		if n, err := x.Int64(); err == nil {
			return n, true
		}
		f, err := x.Float64()
		if err == nil && f == math.Trunc(f) && math.Abs(f) < 1e15 {
			return int64(f), true
		}
	case string:
		n, err := strconv.ParseInt(strings.TrimSpace(x), 10, 64)
		return n, err == nil
	}
	return 0, false
}

func toBool(v any) (bool, bool) {
	switch x := scalar(v).(type) {
	case bool:
		return x, true
	case json.Number:
		switch x.String() {
		case "1":
			return true, true
		case "0":
			return false, true
		}
	case string:
		switch strings.ToLower(strings.TrimSpace(x)) {
		case "1", "true", "yes", "on":
			return true, true
		case "0", "false", "no", "off":
			return false, true
		}
	}
	return false, false
}

// toTokens reads lists: JSON arrays, repeated parameters and CSV.
func toTokens(v any) ([]string, bool) {
	out := []string{}
	add := func(s string) {
		for _, p := range strings.Split(s, ",") {
			if p = strings.TrimSpace(p); p != "" {
				out = append(out, p)
			}
		}
	}
	switch x := v.(type) {
	case nil:
	case []any:
		for _, e := range x {
			switch e.(type) {
			case string, json.Number:
				add(textOf(e))
			default:
				return nil, false
			}
		}
	case string, json.Number:
		add(textOf(x))
	default:
		return nil, false
	}
	return out, true
}

func toIDs(v any) ([]int64, bool) {
	toks, ok := toTokens(v)
	if !ok {
		return nil, false
	}
	out := []int64{}
	seen := map[int64]bool{}
	for _, t := range toks {
		n, err := strconv.ParseInt(t, 10, 64)
		if err != nil {
			return nil, false
		}
		if !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	return out, true
}

// Query helpers of the list endpoints; an absent parameter gives nil.

func (in *Input) queryInt(name string) (*int64, error) {
	v, ok := in.query[name]
	if !ok || v == "" {
		return nil, nil
	}
	n, ok := toInt(v)
	if !ok {
		return nil, errField(name, "must be an integer")
	}
	return &n, nil
}

func (in *Input) queryBool(name string) (*bool, error) {
	v, ok := in.query[name]
	if !ok || v == "" {
		return nil, nil
	}
	b, ok := toBool(v)
	if !ok {
		return nil, errField(name, "must be a boolean")
	}
	return &b, nil
}

func (in *Input) queryIDs(name string) ([]int64, bool, error) {
	v, ok := in.query[name]
	if !ok || v == "" {
		return nil, false, nil
	}
	ids, ok := toIDs(v)
	if !ok {
		return nil, false, errField(name, "must be a list of integers")
	}
	return ids, true, nil
}

func (in *Input) queryText(name string) string {
	v := in.query[name]
	if l, ok := v.([]any); ok && len(l) > 0 {
		v = l[len(l)-1]
	}
	s, _ := v.(string)
	return s
}
