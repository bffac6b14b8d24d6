package main

import (
	"strconv"
	"strings"
	"unicode"
)

var accents = map[rune]string{
	'à': "a", 'á': "a", 'â': "a", 'ã': "a", 'ä': "a", 'å': "a", 'æ': "ae", 'ç': "c",
	'è': "e", 'é': "e", 'ê': "e", 'ë': "e", 'ì': "i", 'í': "i", 'î': "i", 'ï': "i",
	'ñ': "n", 'ò': "o", 'ó': "o", 'ô': "o", 'õ': "o", 'ö': "o", 'ø': "o", 'œ': "oe",
	'ß': "ss", 'ù': "u", 'ú': "u", 'û': "u", 'ü': "u", 'ý': "y", 'ÿ': "y", 'š': "s", 'ž': "z",
}

// slugify keeps letters and digits of every script; Latin accents are folded.
func slugify(s string) string {
	var b strings.Builder
	dash := false
	for _, r := range strings.ToLower(s) {
		if a, ok := accents[r]; ok {
			b.WriteString(a)
			dash = false
			continue
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			b.WriteRune(r)
			dash = false
		} else if r == '\'' || r == '’' {
			continue
		} else if !dash && b.Len() > 0 {
			b.WriteByte('-')
			dash = true
		}
	}
	return strings.TrimRight(b.String(), "-")
}

// uniqueSlug appends -2, -3, ... until no other row of the table has it.
func uniqueSlug(t *Table, base string, self int64) string {
	slug := base
	for n := 2; ; n++ {
		other := t.First(And(Eq("slug", slug), Where(func(r Row) bool { return r.ID() != self })))
		if other == nil {
			return slug
		}
		slug = base + "-" + strconv.Itoa(n)
	}
}

func foldText(s string) string { return strings.ToLower(s) }

func isDigits(s string) bool {
	if s == "" {
		return false
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}
