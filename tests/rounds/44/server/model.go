package main

import (
	"os"
	"strings"
	"sync"
	"time"
	_ "time/tzdata"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// Post is what events, venues and organizers have in common.
type Post struct {
	ID                  int64  `gorm:"primaryKey;autoIncrement:false"`
	Slug                string `gorm:"index"`
	Author              int64
	Status              string
	Date, DateUTC       string
	Modified            int64 // nanoseconds
	Lang                string
	Title, Description  string
	Excerpt             string
	Image, Website      string
	TitleFold, DescFold string
	ExtraFold           string
}

func (p *Post) post() *Post { return p }

type Rec interface{ post() *Post }

type Event struct {
	Post
	StartDate, EndDate           string // wall clock in Timezone
	StartUTC, EndUTC             string
	Timezone                     string
	AllDay, ShowMap, ShowMapLink bool
	Hide, Sticky, Featured       bool
	Ticketed                     bool
	Cost, Password               string
	PostParent                   int64
}

type Venue struct {
	Post
	ShowMap, ShowMapLink                         bool
	Address, City, Country, Province, State, Zip string
	Phone, StateProvince                         string
	Lat, Lng                                     *float64
}

type Organizer struct {
	Post
	Phone, Email string
}

type Term struct {
	ID          int64 `gorm:"primaryKey;autoIncrement:false"`
	Kind        string
	Name        string
	Description string
	Slug        string
	Parent      int64
	Lang        string
}

// Link ties an event to a venue, organizer, category or tag.
type Link struct {
	EventID  int64  `gorm:"index"`
	Kind     string `gorm:"index:tgt"`
	TargetID int64  `gorm:"index:tgt"`
	Pos      int
}

// Text is a translation; nil fields fall back to the original.
type Text struct {
	Kind                        string `gorm:"primaryKey"`
	RecID                       int64  `gorm:"primaryKey;autoIncrement:false"`
	Lang                        string `gorm:"primaryKey"`
	Title, Description, Excerpt *string
	TitleFold, DescFold         *string
}

type kindInfo struct{ name, plural, table, title string }

var kinds = map[string]kindInfo{
	"event":     {"event", "events", "events", "title"},
	"venue":     {"venue", "venues", "venues", "venue"},
	"organizer": {"organizer", "organizers", "organizers", "organizer"},
	"category":  {"category", "categories", "terms", "name"},
	"tag":       {"tag", "tags", "terms", "name"},
}

var (
	db       *gorm.DB
	writeMu  sync.Mutex
	nextPost int64 = 201
	nextTerm int64 = 94
	siteTZ   *time.Location
	bugID    = os.Getenv("BUG")
	variant  = os.Getenv("VARIANT")
	useUsers = os.Getenv("USERS") == "1"
	langs    = []string{"nl", "en", "fr", "de"}
	statuses = []string{"publish", "draft", "pending", "private", "future"}
	goneIDs  sync.Map // VARIANT trash: kind/id and kind/slug of deleted records
	oldSlugs sync.Map // VARIANT redirects: kind/slug -> id
)

const (
	siteTZName  = "Europe/Amsterdam"
	defaultLang = "en"
	wallLayout  = "2006-01-02 15:04:05"
)

func bug(id string) bool { return bugID == id }
func has(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func openDB() {
	var err error
	siteTZ, err = time.LoadLocation(siteTZName)
	if err != nil {
		panic(err)
	}
	db, err = gorm.Open(sqlite.Open("file::memory:?_busy_timeout=5000"), &gorm.Config{Logger: logger.Default.LogMode(logger.Silent), SkipDefaultTransaction: true})
	if err != nil {
		panic(err)
	}
	s, _ := db.DB()
	s.SetMaxOpenConns(1) // one connection: the database lives in it
	s.SetMaxIdleConns(1)
	s.SetConnMaxLifetime(0)
	if err = db.AutoMigrate(&Event{}, &Venue{}, &Organizer{}, &Term{}, &Link{}, &Text{}); err != nil {
		panic(err)
	}
}

func newRec(kind string) Rec {
	switch kind {
	case "event":
		return &Event{}
	case "venue":
		return &Venue{}
	}
	return &Organizer{}
}

func load(kind string, id int64) Rec {
	r := newRec(kind)
	if db.Where("id = ?", id).Limit(1).Find(r).RowsAffected == 0 {
		return nil
	}
	return r
}

func loadTerm(kind string, id int64) *Term {
	var t Term
	if db.Where("kind = ? AND id = ?", kind, id).Limit(1).Find(&t).RowsAffected == 0 {
		return nil
	}
	return &t
}

func links(eventID int64, kind string) []int64 {
	var ids []int64
	db.Model(&Link{}).Where("event_id = ? AND kind = ?", eventID, kind).Order("pos").Pluck("target_id", &ids)
	return ids
}

func setLinks(tx *gorm.DB, eventID int64, kind string, ids []int64) error {
	if err := tx.Where("event_id = ? AND kind = ?", eventID, kind).Delete(&Link{}).Error; err != nil {
		return err
	}
	for i, id := range ids {
		if err := tx.Create(&Link{eventID, kind, id, i}).Error; err != nil {
			return err
		}
	}
	return nil
}

func exists(kind string, id int64) bool {
	if kind == "category" || kind == "tag" {
		return loadTerm(kind, id) != nil
	}
	return load(kind, id) != nil
}

// fold prepares a text for searching and sorting.
func fold(s string) string { return strings.ToLower(norm.NFC.String(s)) }

func slugify(s string) string {
	repl := strings.NewReplacer("ß", "ss", "æ", "ae", "Æ", "ae", "ø", "o", "Ø", "o", "'", "", "’", "")
	var b strings.Builder
	latin, dash, n := false, false, 0
	for _, r := range norm.NFD.String(repl.Replace(s)) {
		switch {
		case unicode.Is(unicode.M, r):
			if !latin {
				b.WriteRune(r)
			}
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_':
			if dash && b.Len() > 0 {
				b.WriteByte('-')
			}
			dash = false
			latin = unicode.Is(unicode.Latin, r)
			b.WriteRune(unicode.ToLower(r))
			n++
		default:
			dash, latin = true, false
		}
		if n >= 150 {
			break
		}
	}
	return norm.NFC.String(b.String())
}

func uniqueSlug(tx *gorm.DB, kind, slug, fallback string, except int64) string {
	if slug == "" {
		slug = fallback
	}
	try := slug
	for i := 2; ; i++ {
		q := tx.Table(kinds[kind].table).Where("slug = ? AND id <> ?", try, except)
		if kinds[kind].table == "terms" {
			q = q.Where("kind = ?", kind)
		}
		var n int64
		if q.Count(&n); n == 0 {
			return try
		}
		try = slug + "-" + itoa(int64(i))
	}
}

func zone(name string) (*time.Location, bool) {
	if name == "" || name == "Local" {
		return nil, false
	}
	up := strings.ToUpper(name)
	if (strings.HasPrefix(up, "UTC+") || strings.HasPrefix(up, "UTC-")) && len(up) > 4 {
		p := strings.SplitN(up[4:], ":", 2)
		h, ok := atoi(p[0])
		var m int64
		if len(p) == 2 {
			var ok2 bool
			m, ok2 = atoi(p[1])
			ok = ok && ok2
		}
		if !ok || h > 14 || m > 59 {
			return nil, false
		}
		off := int(h*3600 + m*60)
		if up[3] == '-' {
			off = -off
		}
		return time.FixedZone(up, off), true
	}
	l, err := time.LoadLocation(name)
	return l, err == nil
}

var wallLayouts = []string{wallLayout, "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02T15:04", "2006-01-02"}

// parseWall reads a date as the wall clock of loc.
func parseWall(s string, loc *time.Location) (string, bool) {
	s = strings.TrimSpace(s)
	for _, l := range wallLayouts {
		if t, err := time.Parse(l, s); err == nil {
			return t.Format(wallLayout), t.Year() > 0
		}
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t.In(loc).Format(wallLayout), true
	}
	return "", false
}

func wallTime(s string, loc *time.Location) time.Time {
	t, _ := time.ParseInLocation(wallLayout, s, loc)
	return t
}
func toUTC(s string, loc *time.Location) string { return wallTime(s, loc).UTC().Format(wallLayout) }
func fromUTC(s string, loc *time.Location) string {
	t, _ := time.Parse(wallLayout, s)
	return t.In(loc).Format(wallLayout)
}
