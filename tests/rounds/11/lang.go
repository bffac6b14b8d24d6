package main

// Per-language texts: a row keeps its own language's texts, other languages
// are rows of the translations table.

var languages = map[string]bool{"nl": true, "en": true, "fr": true, "de": true}
var segments = map[string]bool{"nl": true, "fr": true, "de": true}

const defaultLang = "en"

func (db *DB) translation(table string, id int64, lang, field string) Row {
	return db.translations.First(And(Eq("ref", id), Where(func(r Row) bool {
		return r.Str("table") == table && r.Str("lang") == lang && r.Str("field") == field
	})))
}

// localized gives the row with its texts in lang, falling back to its own language.
func (db *DB) localized(k *Kind, r Row, lang string) Row {
	if lang == r.Str("lang") {
		return r
	}
	if k == kindTag && lang == "fr" && bug("tag-french-missing") {
		return r
	}
	out := r.clone()
	for _, f := range k.Fields {
		if f.Translated {
			if t := db.translation(k.Table, r.ID(), lang, f.Name); t != nil {
				out[f.Name] = t["value"]
			}
		}
	}
	return out
}

func (db *DB) hasLang(k *Kind, r Row, lang string) bool {
	if r.Str("lang") == lang {
		return true
	}
	for _, t := range db.translations.Select(Query{Where: Eq("ref", r.ID())}) {
		if t.Str("table") == k.Table && t.Str("lang") == lang {
			return true
		}
	}
	return false
}

// split moves the translated columns of set into the translations of lang.
func (tx *Tx) storeTexts(k *Kind, r Row, lang string, set Row) {
	if lang == r.Str("lang") {
		return
	}
	for _, f := range k.Fields {
		v, ok := set[f.Name]
		if !f.Translated || !ok {
			continue
		}
		delete(set, f.Name)
		if t := tx.db.translation(k.Table, r.ID(), lang, f.Name); t != nil {
			tx.Update(tx.db.translations, t.ID(), Row{"value": v})
		} else {
			tx.Insert(tx.db.translations, Row{"table": k.Table, "ref": r.ID(), "lang": lang, "field": f.Name, "value": v})
		}
	}
}

func (tx *Tx) dropTexts(k *Kind, id int64) {
	tx.Delete(tx.db.translations, And(Eq("ref", id), Where(func(r Row) bool { return r.Str("table") == k.Table })))
}
