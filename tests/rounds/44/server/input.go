package main

import (
	"encoding/json"
	"net/mail"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Input holds query parameters and body fields; values are nil, string, bool, json.Number, []any.
type Input map[string]any

func (in Input) addForm(vals map[string][]string) *apiErr {
	for k, v := range vals {
		for _, s := range v {
			if !utf8.ValidString(s) || strings.ContainsRune(s, 0) {
				return bad("bad_encoding", "Parameter "+k+" is not valid text.")
			}
		}
		if i := strings.IndexByte(k, '['); i > 0 {
			k = k[:i]
		} else if len(v) == 1 {
			in[k] = v[0]
			continue
		}
		list, _ := in[k].([]any)
		for _, s := range v {
			list = append(list, s)
		}
		in[k] = list
	}
	return nil
}

func (in Input) has(k string) bool { _, ok := in[k]; return ok }

func invalid(k, want string) *apiErr {
	return bad("invalid_"+k, "Parameter "+k+" must be "+want+".")
}

// str: the text of k; null gives "".
func (in Input) str(k string) (string, *apiErr) {
	switch v := in[k].(type) {
	case nil:
		return "", nil
	case string:
		if strings.ContainsRune(v, 0) {
			return "", invalid(k, "text without control characters")
		}
		return v, nil
	}
	return "", invalid(k, "a string")
}

// loose is str that takes numbers too.
func (in Input) loose(k string) (string, *apiErr) {
	if n, ok := in[k].(json.Number); ok {
		return n.String(), nil
	}
	return in.str(k)
}

func (in Input) int(k string, def, min int64) (int64, *apiErr) {
	var s string
	switch v := in[k].(type) {
	case nil:
		return def, nil
	case string:
		s = strings.TrimSpace(v)
		if s == "" {
			return def, nil
		}
	case json.Number:
		s = v.String()
	default:
		return 0, invalid(k, "an integer")
	}
	n, ok := atoi(s)
	if !ok || n < min {
		return 0, invalid(k, "an integer of at least "+itoa(min))
	}
	return n, nil
}

func (in Input) float(k string) (float64, bool, *apiErr) {
	s, err := in.loose(k)
	if err != nil || s == "" {
		return 0, false, err
	}
	f, e := strconv.ParseFloat(s, 64)
	if e != nil || f != f || f > 180 || f < -180 {
		return 0, false, invalid(k, "a coordinate")
	}
	return f, true, nil
}

// bool: value and whether it was given at all.
func (in Input) bool(k string) (val, set bool, err *apiErr) {
	switch v := in[k].(type) {
	case nil:
		return false, false, nil
	case bool:
		return v, true, nil
	case json.Number:
		if s := v.String(); s == "0" || s == "1" {
			return s == "1", true, nil
		}
	case string:
		switch strings.ToLower(strings.TrimSpace(v)) {
		case "":
			return false, false, nil
		case "1", "true", "yes", "on":
			return true, true, nil
		case "0", "false", "no", "off":
			return false, true, nil
		}
	}
	return false, false, invalid(k, "a boolean")
}

// words: a list given as array or as CSV.
func (in Input) words(k string) ([]string, *apiErr) {
	var raw []any
	switch v := in[k].(type) {
	case nil:
		return nil, nil
	case []any:
		raw = v
	case string, json.Number:
		raw = []any{v}
	default:
		return nil, invalid(k, "a list")
	}
	var out []string
	for _, x := range raw {
		var s string
		switch y := x.(type) {
		case string:
			s = y
		case json.Number:
			s = y.String()
		default:
			return nil, invalid(k, "a list of IDs")
		}
		for _, p := range strings.Split(s, ",") {
			if p = strings.TrimSpace(p); p != "" && !has(out, p) {
				out = append(out, p)
			}
		}
	}
	return out, nil
}

func (in Input) ids(k string) ([]int64, *apiErr) {
	w, err := in.words(k)
	if err != nil {
		return nil, err
	}
	var out []int64
	seen := map[int64]bool{}
	for _, s := range w {
		n, ok := atoi(s)
		if !ok {
			return nil, invalid(k, "a list of IDs")
		}
		if !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	return out, nil
}

func checkURL(k, s string) *apiErr {
	if s == "" {
		return nil
	}
	u, err := url.Parse(s)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || strings.ContainsAny(s, " \t\r\n<>\"") {
		return invalid(k, "an http(s) URL")
	}
	return nil
}

var plainEmail = regexp.MustCompile(`^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$`)

func checkEmail(s string) *apiErr {
	if s == "" {
		return nil
	}
	if bug("or-email-plus") && !plainEmail.MatchString(s) {
		return invalid("email", "an e-mail address")
	}
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s || !strings.Contains(s[strings.LastIndexByte(s, '@'):], ".") {
		return invalid("email", "an e-mail address")
	}
	return nil
}
