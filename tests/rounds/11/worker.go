package main

// countWorker refreshes the term counts in a goroutine of its own; callers
// wait for it, so that a commit never shows an older count.
type countJob struct {
	tx   *Tx
	done chan struct{}
}

type countWorker struct {
	jobs chan countJob
}

func startCountWorker(db *DB) *countWorker {
	w := &countWorker{jobs: make(chan countJob)}
	go func() {
		for j := range w.jobs {
			refreshCounts(db, j.tx)
			close(j.done)
		}
	}()
	return w
}

// Refresh must be called inside of a write transaction.
func (w *countWorker) Refresh(tx *Tx) {
	j := countJob{tx: tx, done: make(chan struct{})}
	w.jobs <- j
	<-j.done
}

func refreshCounts(db *DB, tx *Tx) {
	for _, rel := range []string{"categories", "tags"} {
		all, public := map[int64]int64{}, map[int64]int64{}
		for _, l := range db.links[rel].rows {
			ev, ok := db.tables["events"].rows[l.Int("event")]
			if !ok || ev.Str("status") == "trash" {
				continue
			}
			all[l.Int("ref")]++
			if ev.Str("status") == "publish" {
				public[l.Int("ref")]++
			}
		}
		t := db.tables[rel]
		for id, r := range t.rows {
			if r.Int("count_all") != all[id] || r.Int("count_public") != public[id] {
				tx.Update(t, id, Row{"count_all": all[id], "count_public": public[id]})
			}
		}
	}
}
