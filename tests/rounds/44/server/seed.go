package main

import (
	"fmt"
	"strings"
	"time"
)

func ptr[T any](v T) *T { return &v }

func translate(kind string, id int64, lang, title, desc string) {
	t := Text{Kind: kind, RecID: id, Lang: lang, Title: &title, TitleFold: ptr(fold(title))}
	if desc != "" {
		t.Description, t.DescFold = &desc, ptr(fold(desc))
	}
	db.Create(&t)
}

type seedTerm struct {
	name, desc string
	parent     int
	nl, de     string
}

var seedCats = []seedTerm{
	{"Music", "Everything that sounds", -1, "Muziek", "Musik"},
	{"Concerts", "Live on stage", 0, "Concerten", "Konzerte"},
	{"Jazz", "Blue notes", 1, "", ""},
	{"Chamber Music", "Small ensembles", 1, "Kamermuziek", "Kammermusik"},
	{"Arts & Crafts", "Made by hand", -1, "Kunst & ambacht", "Kunst & Handwerk"},
	{"Exhibitions", "On display", 4, "Tentoonstellingen", "Ausstellungen"},
	{"Photography", "Light and lens", 5, "Fotografie", "Fotografie"},
	{"Sport", "", -1, "", ""},
	{"Running", "From 5 km to the marathon", 7, "Hardlopen", "Laufen"},
	{"Élan vital", "Talks on philosophy", -1, "", ""},
	{"Family", "For children and parents", -1, "Gezin", "Familie"},
	{"Archive", "No longer used", -1, "Archief", "Archiv"},
}

var seedTags = []string{"free", "outdoor", "indoor", "kids", "workshop", "lecture", "R&B", "vegan", "100% local", "late night",
	"wheelchair access", "café", "registration", "first edition", "unused"}

type seedVenue struct {
	name, addr, city, country, state, zip, phone string
	lat, lng                                     float64
}

var seedVenues = []seedVenue{
	{"Concertgebouw De Linde", "Lindelaan 4", "Amsterdam", "Netherlands", "Noord-Holland", "1071 LN", "+31 20 555 0101", 52.3563, 4.8791},
	{"Alte Feuerwache", "Theodor-Heuss-Platz 1", "Dresden", "Germany", "Sachsen", "01067", "+49 351 555 0102", 51.0504, 13.7373},
	{"Théâtre des Érables", "12 rue de l'Église", "Lyon", "France", "Rhône", "69002", "+33 4 55 50 01 03", 45.7578, 4.8320},
	{"Stadspark", "Parkweg 1", "Utrecht", "Netherlands", "Utrecht", "3511 AA", "", 52.0907, 5.1214},
	{"Harbour Hall", "Pier 9", "Boston", "United States", "MA", "02110", "+1 617 555 0105", 42.3601, -71.0589},
	{"Bibliothek am Markt", "Markt 7", "Leipzig", "Germany", "Sachsen", "04109", "+49 341 555 0106", 51.3397, 12.3731},
	{"Café Zuid", "Zuidplein 22", "Rotterdam", "Netherlands", "Zuid-Holland", "3083 CW", "+31 10 555 0107", 0, 0},
	{"Sporthal Noord", "Sportlaan 88", "Groningen", "Netherlands", "Groningen", "9712 AB", "+31 50 555 0108", 53.2194, 6.5665},
	{"Galerie Lumière", "3 quai du Port", "Marseille", "France", "Provence", "13002", "+33 4 55 50 01 09", 43.2965, 5.3698},
	{"Room 101", "Main Street 101", "London", "United Kingdom", "", "SW1A 1AA", "+44 20 5550 0110", 51.5074, -0.1278},
	{"Online", "", "", "", "", "", "", 0, 0},
	{"Old Depot", "Depotstraat 5", "Haarlem", "Netherlands", "Noord-Holland", "2011 AA", "", 52.3874, 4.6462},
}

var seedOrganizers = [][3]string{
	{"Stichting De Linde", "info@delinde.example", "+31 20 555 0201"}, {"Jazzclub Elbe", "booking@jazzelbe.example", "+49 351 555 0202"},
	{"Association Érable", "contact@erable.example", "+33 4 55 50 02 03"}, {"Run & Fun", "run@runfun.example", "+31 50 555 0204"},
	{"O'Brien Lectures", "mary.o.brien@lectures.example", "+1 617 555 0205"}, {"City Library", "library@city.example", "+49 341 555 0206"},
	{"Photo Collective", "hello@photo.example", ""}, {"Kids First", "team@kidsfirst.example", "+31 10 555 0208"},
	{"Zomerfestival", "pers@zomerfestival.example", "+31 30 555 0209"}, {"Ars Nova", "ars@nova.example", "+33 4 55 50 02 10"},
	{"Night Shift", "", ""}, {"Dormant Committee", "", ""},
}

var seedTitles = []string{"Morning Jazz", "Chamber Evening", "City Run", "Open Studio", "Lens & Light", "Family Sunday", "Philosophy Café",
	"Night of the Choir", "Winter Market", "Poetry Slam", "Design Workshop", "Harbour Concert"}
var seedNL = []string{"Ochtendjazz", "Kameravond", "Stadsloop", "Open atelier", "Lens en licht", "Gezinszondag", "Filosofiecafé",
	"Nacht van het koor", "Wintermarkt", "Poëzieslag", "Ontwerpworkshop", "Havenconcert"}
var seedDE = []string{"Morgenjazz", "Kammerabend", "Stadtlauf", "Offenes Atelier", "Linse und Licht", "Familiensonntag", "Philosophisches Café",
	"Nacht des Chores", "Wintermarkt", "Poesiewettstreit", "Gestaltungswerkstatt", "Hafenkonzert"}

func seed() {
	now := time.Now().In(siteTZ)
	stamp := func(p *Post, i int) {
		t := now.AddDate(0, 0, -90+i)
		p.Author, p.Status, p.Lang = int64(i%2+1), "publish", defaultLang
		p.Date, p.DateUTC, p.Modified = t.Format(wallLayout), t.UTC().Format(wallLayout), t.UnixNano()
	}
	var cats, tags, venues, orgs []int64
	for _, s := range seedCats {
		t := &Term{Kind: "category", Name: s.name, Description: s.desc, Lang: defaultLang}
		if s.parent >= 0 {
			t.Parent = cats[s.parent]
		}
		_ = storeTerm(t, &change{})
		cats = append(cats, t.ID)
		if s.nl != "" {
			translate("category", t.ID, "nl", s.nl, "")
			translate("category", t.ID, "de", s.de, "")
		}
	}
	for i, n := range seedTags {
		t := &Term{Kind: "tag", Name: n, Description: fmt.Sprintf("Events marked %q", n), Lang: defaultLang}
		_ = storeTerm(t, &change{})
		tags = append(tags, t.ID)
		if i == 0 {
			translate("tag", t.ID, "nl", "gratis", "")
			translate("tag", t.ID, "de", "kostenlos", "")
		}
	}
	for i, s := range seedVenues {
		v := &Venue{ShowMap: i%3 != 2, ShowMapLink: i%4 != 3, Address: s.addr, City: s.city, Country: s.country, Zip: s.zip, Phone: s.phone}
		stamp(&v.Post, i)
		if s.country == "United States" {
			v.State = s.state
		} else {
			v.Province = s.state
		}
		if s.lat != 0 {
			v.Lat, v.Lng = ptr(s.lat), ptr(s.lng)
		}
		v.Title, v.Description = s.name, fmt.Sprintf("<p>%s welcomes you.</p>", s.name)
		if i%2 == 0 {
			v.Website, v.Image = fmt.Sprintf("https://venue%d.example/?a=1&b=2", i+1), itoa(int64(501+i%12))
		}
		if i == 11 {
			v.Status = "draft"
		}
		store("venue", v, &change{})
		venues = append(venues, v.ID)
		if i%3 == 0 {
			translate("venue", v.ID, "nl", s.name+" (zaal)", "<p>Welkom in "+s.name+".</p>")
			translate("venue", v.ID, "de", s.name+" (Saal)", "<p>Willkommen in "+s.name+".</p>")
		}
	}
	for i, s := range seedOrganizers {
		o := &Organizer{Email: s[1], Phone: s[2]}
		stamp(&o.Post, i)
		o.Title, o.Description = s[0], "We are "+s[0]+"."
		if i%3 == 0 {
			o.Website = fmt.Sprintf("https://organizer%d.example/", i+1)
		}
		if i == 11 {
			o.Status = "draft"
		}
		store("organizer", o, &change{})
		orgs = append(orgs, o.ID)
		if i%4 == 0 {
			translate("organizer", o.ID, "fr", "Les amis de "+s[0], "Nous sommes "+s[0]+".")
			translate("organizer", o.ID, "de", "Freunde von "+s[0], "")
		}
	}
	var parent int64
	for i := 0; i < 60; i++ {
		n := len(seedTitles)
		e := &Event{Timezone: siteTZName, ShowMap: true, ShowMapLink: true}
		stamp(&e.Post, i)
		e.Title = seedTitles[i%n]
		if i >= n {
			e.Title = fmt.Sprintf("%s %d", seedTitles[i%n], i/n+1)
		}
		e.Description = fmt.Sprintf("<p>%s: an event of the season, programme number %d. Doors open early.</p>", seedTitles[i%n], i+1)
		e.Excerpt = "In short: " + e.Title
		day := now.AddDate(0, 0, (i-15)*3) // a quarter past, the rest to come
		hours, long := 2, 0
		at := 9 + i%12
		switch {
		case i%10 == 4:
			e.AllDay, at, hours = true, 0, 0
		case i == 14 || i == 15 || i%10 == 7: // several days; some are running now
			long = 3
		case i >= 40 && i < 46: // six that start together
			day, at = now.AddDate(0, 0, 75), 20
		}
		switch i % 15 {
		case 3:
			e.Timezone = "America/New_York"
		case 8:
			e.Timezone = "Asia/Tokyo"
		case 13:
			e.Timezone = "UTC+2"
		}
		wall := day.Format("2006-01-02")
		e.StartDate = fmt.Sprintf("%s %02d:00:00", wall, at)
		end := wallTime(e.StartDate, time.UTC).AddDate(0, 0, long).Add(time.Duration(hours) * time.Hour)
		if e.AllDay {
			end = end.AddDate(0, 0, i%3).Add(24*time.Hour - time.Second)
		}
		e.EndDate = end.Format(wallLayout)
		loc, _ := zone(e.Timezone)
		e.StartUTC, e.EndUTC = toUTC(e.StartDate, loc), toUTC(e.EndDate, loc)
		e.Featured, e.Sticky, e.Hide, e.Ticketed = i%6 == 0, i%11 == 5, i%13 == 6, i%4 == 1
		if i%3 == 1 {
			e.Cost = []string{"12.50", "Free", "0", "25", "10 - 40"}[i%5]
		}
		if i%5 == 0 {
			e.Website, e.Image = fmt.Sprintf("https://event%d.example/", i+1), itoa(int64(501+i%12))
		}
		switch i {
		case 20, 35, 50:
			e.Status = "draft"
		case 28:
			e.Status = "private"
		case 33:
			e.Status = "pending"
		case 24, 44:
			e.Password = "sesame"
		}
		ch := &change{links: map[string][]int64{}}
		if i%5 != 4 {
			ch.links["venue"] = []int64{venues[i%11]}
			if i%9 == 2 {
				ch.links["venue"] = append(ch.links["venue"], venues[(i+3)%11])
			}
		}
		if i%4 != 3 {
			ch.links["organizer"] = []int64{orgs[i%11]}
			if i%6 == 1 {
				ch.links["organizer"] = append(ch.links["organizer"], orgs[(i+5)%11])
			}
		}
		if i%7 != 6 {
			ch.links["category"] = []int64{cats[i%11]}
			if i%3 == 0 {
				ch.links["category"] = append(ch.links["category"], cats[(i+1)%11])
			}
		}
		if i%2 == 0 {
			ch.links["tag"] = []int64{tags[i%14], tags[(i+3)%14]}
		}
		if i > 40 && i < 46 {
			e.PostParent = parent
		}
		store("event", e, ch)
		if i == 40 {
			parent = e.ID
		}
		if i%3 == 0 {
			suffix := strings.TrimPrefix(e.Title, seedTitles[i%n])
			translate("event", e.ID, "nl", seedNL[i%n]+suffix, fmt.Sprintf("<p>%s: een evenement van dit seizoen, nummer %d.</p>", seedNL[i%n], i+1))
			translate("event", e.ID, "de", seedDE[i%n]+suffix, fmt.Sprintf("<p>%s: eine Veranstaltung der Saison, Nummer %d.</p>", seedDE[i%n], i+1))
		}
	}
}
