package main

import (
	"encoding/json"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
)

type fieldType int

const (
	fText fieldType = iota
	fInt
	fBool
	fScalar
)

// Field describes one writable column.
type Field struct {
	Name       string
	Type       fieldType
	Required   bool // may not be empty
	Translated bool // kept per language
	Default    any
}

type Kind struct {
	Name   string // singular, for messages
	Table  string
	Title  string // column that holds the name
	Post   bool   // events, venues, organizers
	Fields []Field
}

var kindEvent = &Kind{Name: "event", Table: "events", Title: "title", Post: true, Fields: []Field{
	{Name: "title", Required: true, Translated: true},
	{Name: "description", Translated: true},
	{Name: "excerpt", Translated: true},
	{Name: "all_day", Type: fBool, Default: false},
	{Name: "image"},
	{Name: "cost", Type: fScalar},
	{Name: "website"},
	{Name: "show_map", Type: fBool},
	{Name: "show_map_link", Type: fBool},
	{Name: "hide_from_listings", Type: fBool, Default: false},
	{Name: "sticky", Type: fBool, Default: false},
	{Name: "featured", Type: fBool, Default: false},
}}

var kindVenue = &Kind{Name: "venue", Table: "venues", Title: "venue", Post: true, Fields: []Field{
	{Name: "venue", Required: true, Translated: true},
	{Name: "description", Translated: true},
	{Name: "show_map"}, {Name: "show_map_link"},
	{Name: "address"}, {Name: "city"}, {Name: "country"}, {Name: "province"}, {Name: "state"},
	{Name: "zip"}, {Name: "phone"}, {Name: "stateprovince"}, {Name: "website"}, {Name: "image"},
}}

var kindOrganizer = &Kind{Name: "organizer", Table: "organizers", Title: "organizer", Post: true, Fields: []Field{
	{Name: "organizer", Required: true, Translated: true},
	{Name: "description", Translated: true},
	{Name: "phone"}, {Name: "website"}, {Name: "email"}, {Name: "image"},
}}

var kindCategory = &Kind{Name: "category", Table: "categories", Title: "name", Fields: []Field{
	{Name: "name", Required: true, Translated: true},
	{Name: "description", Translated: true},
}}

var kindTag = &Kind{Name: "tag", Table: "tags", Title: "name", Fields: []Field{
	{Name: "name", Required: true, Translated: true},
	{Name: "description", Translated: true},
}}

var kinds = []*Kind{kindEvent, kindVenue, kindOrganizer, kindCategory, kindTag}

// extraFields are handled by the services themselves.
var extraFields = map[string]string{
	"events":     " start_date end_date author date date_utc slug status timezone categories tags venue organizer password id ml_language ",
	"venues":     " author date date_utc status id slug ml_language ",
	"organizers": " author date date_utc status id slug ml_language ",
	"categories": " slug parent id ml_language ",
	"tags":       " slug id ml_language ",
}

func (k *Kind) knows(name string) bool {
	for _, f := range k.Fields {
		if f.Name == name {
			return true
		}
	}
	return strings.Contains(extraFields[k.Table], " "+name+" ")
}

// fieldValue coerces what was sent into the column's type; nil clears.
func fieldValue(k *Kind, f Field, v any, strictTypes bool) (any, error) {
	if v == nil {
		if f.Required {
			return nil, errField(f.Name, "must not be empty")
		}
		return f.Default, nil
	}
	if strictTypes {
		if _, isText := v.(string); f.Type == fBool && isText {
			return nil, errField(f.Name, "must be a boolean")
		}
		if _, isNum := v.(json.Number); f.Type == fText && isNum && f.Name != "image" {
			return nil, errField(f.Name, "must be a string")
		}
	}
	switch f.Type {
	case fBool:
		if v == "" {
			return f.Default, nil
		}
		b, ok := toBool(v)
		if !ok {
			return nil, errField(f.Name, "must be a boolean")
		}
		return b, nil
	case fScalar:
		switch x := v.(type) {
		case string, bool:
			return x, nil
		case json.Number:
			if bug("ev-cost-zero") && x.String() == "0" {
				return nil, nil
			}
			return x, nil
		}
		return nil, errField(f.Name, "must be a number or a string")
	}
	var s string
	switch x := scalar(v).(type) {
	case string:
		s = x
	case json.Number:
		s = x.String()
	case bool:
		s = strconv.FormatBool(x)
	default:
		return nil, errField(f.Name, "must be a string")
	}
	if f.Required {
		if s = strings.TrimSpace(s); s == "" {
			return nil, errField(f.Name, "must not be empty")
		}
	}
	return textValue(k, f, s)
}

func textValue(k *Kind, f Field, s string) (any, error) {
	switch {
	case f.Name == "website" && (k == kindEvent || variant("v-strict")):
		if s == "" {
			return nil, nil
		}
		u, err := url.Parse(s)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
			return nil, errField(f.Name, "must be a URL")
		}
	case f.Name == "email" && s != "":
		if bug("org-email-plus") {
			if d, err := url.QueryUnescape(s); err == nil {
				return d, nil
			}
		}
		if a, err := mail.ParseAddress(s); err != nil || a.Address != s {
			return nil, errField(f.Name, "must be an e-mail address")
		}
	case f.Name == "zip" && bug("ven-zip-number") && isDigits(s):
		n, err := strconv.ParseInt(s, 10, 64)
		if err == nil {
			return strconv.FormatInt(n, 10), nil
		}
	case k == kindTag && f.Name == "name" && bug("tag-name-emoji"):
		for i, r := range s {
			if r > 0xFFFF {
				return strings.TrimSpace(s[:i]), nil
			}
		}
	}
	return s, nil
}

var statuses = map[string]bool{"publish": true, "draft": true, "pending": true, "private": true, "future": true}

func defaultStatus() string {
	if variant("v-drafts") {
		return "draft"
	}
	return "publish"
}
