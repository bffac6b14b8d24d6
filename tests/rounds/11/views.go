package main

import "encoding/json"

// ID marshals as a number (as a string in one variant).
type ID int64

func (id ID) MarshalJSON() ([]byte, error) {
	b, err := json.Marshal(int64(id))
	if err == nil && variant("v-string-ids") {
		b = append(append([]byte{'"'}, b...), '"')
	}
	return b, err
}

type Link struct {
	Href string `json:"href"`
}

type Links map[string][]Link

type base struct {
	ID          ID     `json:"id"`
	Slug        string `json:"slug"`
	Language    string `json:"language"`
	Status      string `json:"status"`
	Author      ID     `json:"author"`
	Date        string `json:"date"`
	DateUTC     string `json:"date_utc"`
	Modified    string `json:"modified"`
	ModifiedUTC string `json:"modified_utc"`
}

type EventView struct {
	base
	Title         string  `json:"title"`
	Description   *string `json:"description"`
	Excerpt       *string `json:"excerpt"`
	Protected     bool    `json:"protected,omitempty"`
	StartDate     string  `json:"start_date"`
	EndDate       string  `json:"end_date"`
	UTCStart      string  `json:"utc_start_date"`
	UTCEnd        string  `json:"utc_end_date"`
	Timezone      string  `json:"timezone"`
	AllDay        bool    `json:"all_day"`
	Image         *string `json:"image"`
	Cost          any     `json:"cost"`
	Website       *string `json:"website"`
	ShowMap       *bool   `json:"show_map"`
	ShowMapLink   *bool   `json:"show_map_link"`
	HideFromLists bool    `json:"hide_from_listings"`
	Sticky        bool    `json:"sticky"`
	Featured      bool    `json:"featured"`
	Categories    any     `json:"categories"`
	Tags          any     `json:"tags"`
	Venue         any     `json:"venue"`
	Organizer     any     `json:"organizer"`
	Links         Links   `json:"_links"`
}

type VenueView struct {
	base
	Venue         string  `json:"venue"`
	Description   *string `json:"description"`
	ShowMap       *string `json:"show_map"`
	ShowMapLink   *string `json:"show_map_link"`
	Address       *string `json:"address"`
	City          *string `json:"city"`
	Country       *string `json:"country"`
	Province      *string `json:"province"`
	State         *string `json:"state"`
	Zip           *string `json:"zip"`
	Phone         *string `json:"phone"`
	StateProvince *string `json:"stateprovince"`
	Website       *string `json:"website"`
	Image         *string `json:"image"`
	Links         Links   `json:"_links"`
}

type OrganizerView struct {
	base
	Organizer   string  `json:"organizer"`
	Description *string `json:"description"`
	Phone       *string `json:"phone"`
	Website     *string `json:"website"`
	Email       *string `json:"email"`
	Image       *string `json:"image"`
	Links       Links   `json:"_links"`
}

type TermView struct {
	ID          ID      `json:"id"`
	Name        string  `json:"name"`
	Slug        string  `json:"slug"`
	Language    string  `json:"language"`
	Description *string `json:"description"`
	Parent      *ID     `json:"parent,omitempty"`
	Count       int64   `json:"count"`
	Links       Links   `json:"_links"`
}

type TermRef struct {
	ID   ID     `json:"id"`
	Name string `json:"name"`
	Slug string `json:"slug"`
}

type VenueRef struct {
	ID    ID     `json:"id"`
	Venue string `json:"venue"`
	Slug  string `json:"slug"`
}

type OrganizerRef struct {
	ID        ID     `json:"id"`
	Organizer string `json:"organizer"`
	Slug      string `json:"slug"`
}

type ListView struct {
	Items      []any `json:"items"`
	Page       int   `json:"page"`
	PerPage    int   `json:"per_page"`
	Total      int   `json:"total"`
	TotalPages int   `json:"total_pages"`
}

func (l ListView) MarshalJSON() ([]byte, error) {
	if l.Items == nil {
		l.Items = []any{}
	}
	type plain ListView
	if variant("v-envelope") {
		return marshal(map[string]any{"data": l.Items, "meta": map[string]int{
			"page": l.Page, "per_page": l.PerPage, "total": l.Total, "pages": l.TotalPages}})
	}
	return marshal(plain(l))
}

func marshal(v any) ([]byte, error) {
	b, err := encode(v)
	if err != nil {
		return nil, err
	}
	return b[:len(b)-1], nil
}

func itemBody(v any) any {
	if variant("v-envelope") {
		return map[string]any{"data": v}
	}
	return v
}
