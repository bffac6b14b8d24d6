package main

import "sync"

// DB is the schema: tables, link tables and the mutex of transactions.
type DB struct {
	mu           sync.RWMutex
	tables       map[string]*Table
	links        map[string]*Table
	translations *Table
	postSeq      int64
	termSeq      int64
	linkSeq      int64
	textSeq      int64
	counter      *countWorker
}

// relation names as the interface writes them -> table of the target
var relTable = map[string]string{
	"categories": "categories",
	"tags":       "tags",
	"venue":      "venues",
	"organizer":  "organizers",
}

var relNames = []string{"categories", "tags", "venue", "organizer"}

func newDB() *DB {
	db := &DB{tables: map[string]*Table{}, links: map[string]*Table{}, termSeq: 96}
	for _, n := range []string{"events", "venues", "organizers"} {
		db.tables[n] = newTable(n, &db.postSeq, "slug")
	}
	for _, n := range []string{"categories", "tags"} {
		db.tables[n] = newTable(n, &db.termSeq, "slug")
	}
	for _, n := range relNames {
		db.links[n] = newTable("event_"+n, &db.linkSeq, "event", "ref")
	}
	db.translations = newTable("translations", &db.textSeq, "ref")
	db.counter = startCountWorker(db)
	return db
}

// Tx is a write transaction; it runs under the write lock.
type Tx struct {
	db   *DB
	undo []func()
}

// Write runs f in a transaction; an error rolls everything back.
func (db *DB) Write(f func(*Tx) error) error {
	db.mu.Lock()
	defer db.mu.Unlock()
	tx := &Tx{db: db}
	done := false
	defer func() {
		if !done {
			tx.rollback()
		}
	}()
	if err := f(tx); err != nil {
		return err
	}
	done = true
	return nil
}

// Read runs f under the read lock.
func (db *DB) Read(f func() error) error {
	db.mu.RLock()
	defer db.mu.RUnlock()
	return f()
}

func (tx *Tx) rollback() {
	for i := len(tx.undo) - 1; i >= 0; i-- {
		tx.undo[i]()
	}
	tx.undo = nil
}

func (tx *Tx) Insert(t *Table, r Row) int64 {
	*t.seq++
	id := *t.seq
	row := r.clone()
	row["id"] = id
	t.rows[id] = row
	t.link(row)
	tx.undo = append(tx.undo, func() {
		t.unlink(row)
		delete(t.rows, id)
	})
	return id
}

func (tx *Tx) Update(t *Table, id int64, set Row) {
	old, ok := t.rows[id]
	if !ok {
		return
	}
	row := old.clone()
	for k, v := range set {
		if k != "id" {
			row[k] = v
		}
	}
	t.unlink(old)
	t.rows[id] = row
	t.link(row)
	tx.undo = append(tx.undo, func() {
		t.unlink(row)
		t.rows[id] = old
		t.link(old)
	})
}

func (tx *Tx) Delete(t *Table, p Pred) int {
	rows := t.Select(Query{Where: p})
	for _, r := range rows {
		id := r.ID()
		old := t.rows[id]
		t.unlink(old)
		delete(t.rows, id)
		tx.undo = append(tx.undo, func() {
			t.rows[id] = old
			t.link(old)
		})
	}
	return len(rows)
}
