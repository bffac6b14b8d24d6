//! The world the service starts with.
use crate::db::{create, set_translation, Rec};
use crate::model::*;
use chrono::{Datelike, Duration, NaiveDate};
use rusqlite::Connection;
use serde_json::{json, Value};
use Kind::*;

fn rec(v: Value) -> Rec { match v { Value::Object(m) => m, _ => unreachable!() } }
fn add(c: &Connection, kind: Kind, v: Value) -> i64 { create(c, kind, &rec(v), "en", 1).unwrap() }
fn last_sunday(y: i32, m: u32) -> NaiveDate {
    let d = NaiveDate::from_ymd_opt(y, m, 31).unwrap();
    d - Duration::days(d.weekday().num_days_from_sunday() as i64)
}

pub fn fill(c: &Connection) {
    let mut cats: Vec<i64> = vec![];
    // name, description, index of the parent, French, German
    let tree: [(&str, &str, i32, &str, &str); 12] = [
        ("Music", "Concerts and sessions", -1, "Musique", "Musik"), ("Classical", "Orchestras & chamber music", 0, "Classique", "Klassik"),
        ("Opera", "Sung on stage", 1, "Opéra", "Oper"), ("Jazz", "From swing to free", 0, "Jazz", "Jazz"),
        ("Sports", "Matches and races", -1, "Sports", "Sport"), ("Running", "Road and trail", 4, "Course à pied", "Laufen"),
        ("Marathon", "42.195 km", 5, "Marathon", "Marathon"), ("Talks & Workshops", "Learning together", -1, "Conférences", "Vorträge"),
        ("Technology", "Code and machines", 7, "Technologie", "Technik"), ("Family", "For all ages", -1, "Famille", "Familie"),
        ("Theatre", "Plays", -1, "Théâtre", "Theater"), ("Archive", "No longer used", -1, "Archives", "Archiv")];
    for (name, desc, parent, fr, de) in tree {
        let p = if parent < 0 { 0 } else { cats[parent as usize] };
        let id = add(c, Category, json!({"name": name, "description": desc, "parent": p}));
        set_translation(c, Category, id, "fr", "name", &json!(fr));
        set_translation(c, Category, id, "de", "name", &json!(de));
        cats.push(id);
    }
    let names = ["Free", "Outdoor", "Outdoor Stage", "Live", "Live Music", "Kids", "Food", "Rust", "C++", "Café", "Night", "Weekend", "Charity", "Members only", "Retired"];
    let tags: Vec<i64> = names.iter().enumerate().map(|(i, n)| {
        let id = add(c, Tag, json!({"name": n, "description": format!("Events with the tag {n}")}));
        if i % 3 == 0 { set_translation(c, Tag, id, "nl", "name", &json!(format!("{n} (nl)"))) }
        id
    }).collect();

    let places: [(&str, &str, &str, &str, &str, Option<(f64, f64)>); 12] = [
        ("Concertgebouw", "Concertgebouwplein 10", "Amsterdam", "Netherlands", "1071 LN", Some((52.3564, 4.8790))),
        ("Théâtre de la Ville", "2 place du Châtelet", "Paris", "France", "75004", Some((48.8573, 2.3477))),
        ("Kulturpalast", "Schloßstraße 2", "Dresden", "Germany", "01067", Some((51.0504, 13.7373))),
        ("Old Town Hall", "1 High Street", "Edinburgh", "United Kingdom", "EH1 1YZ", Some((55.9533, -3.1883))),
        ("Riverside Park", "River Road 100", "Boston", "United States", "02116", Some((42.3551, -71.0657))),
        ("Café Ångström", "Storgatan 5", "Uppsala", "Sweden", "753 20", None),
        ("Paradiso", "Weteringschans 6", "Amsterdam", "Netherlands", "1017 SG", Some((52.3622, 4.8837))),
        ("Sports Hall \"De Kuip\"", "Van Zandvlietplein 1", "Rotterdam", "Netherlands", "3077 AA", Some((51.8939, 4.5231))),
        ("Library & Archive", "Rue des Livres 7", "Lyon", "France", "69002", Some((45.7578, 4.8320))),
        ("Shibuya Hall", "Udagawacho 1-1", "Tokyo", "Japan", "150-8010", Some((35.6640, 139.6982))),
        ("Community Garden", "Gartenweg 3", "Berlin", "Germany", "10115", None),
        ("Unused Warehouse", "Dock 9", "Hamburg", "Germany", "20457", None)];
    let venues: Vec<i64> = places.iter().enumerate().map(|(i, (n, a, city, country, zip, geo))| {
        let id = add(c, Venue, json!({"venue": n, "address": a, "city": city, "country": country, "zip": zip, "status": "publish",
            "author": 1 + i % 2, "phone": format!("+31 20 55501{i:02}"), "website": format!("https://venue{i}.example.org/Info"), "description": format!("A venue in {city}."),
            "state": if i == 4 { json!("MA") } else { Value::Null }, "province": if i == 0 { json!("Noord-Holland") } else { Value::Null },
            "show_map": i % 2 == 0, "show_map_link": i % 3 == 0, "image": if i % 4 == 0 { json!("501") } else { Value::Null },
            "geo_lat": geo.map(|g| g.0), "geo_lng": geo.map(|g| g.1), "date": format!("2024-0{}-15 10:00:00", 1 + i % 9)}));
        if i % 3 == 0 { set_translation(c, Venue, id, "fr", "description", &json!(format!("Un lieu à {city}."))) }
        id
    }).collect();
    let people = ["Anna Müller", "Bureau Événements", "City Council", "Delta Running Club", "Éditions du Port", "Free Software Society",
        "Grand Opera Company", "Harbour Jazz", "Institute of Nights", "Jeugdwerk Oost", "Kunst & Co", "Lonely Organizer"];
    let orgs: Vec<i64> = people.iter().enumerate().map(|(i, n)| add(c, Organizer, json!({"organizer": n, "status": if i == 9 { "draft" } else { "publish" },
        "author": 1 + i % 2, "phone": format!("+49 30 99{i:03}"), "email": format!("contact{i}@organizer.example.org"),
        "website": format!("https://org{i}.example.org/"), "description": format!("Organizer of fine events, {n}."), "date": format!("2024-02-{:02} 09:30:00", i + 1)}))).collect();

    let titles = ["Spring Concert", "Night Run", "Rust Workshop", "Opera Gala", "Jazz & Wine", "Family Fair", "City Marathon", "Poetry Reading", "C++ Meetup", "Open Stage",
        "Chamber Music", "Street Food Festival", "Theatre Première", "Book Market", "Summer Camp", "Chess Open", "Film Night", "50% Off Sale", "Garden Day", "Winter Ball"];
    let french = ["Concert de printemps", "Course de nuit", "Atelier Rust", "Gala d'opéra", "Jazz et vin", "Fête des familles", "Marathon de la ville", "Lecture de poésie", "Rencontre C++", "Scène ouverte"];
    let german = ["Frühlingskonzert", "Nachtlauf", "Rust-Werkstatt", "Operngala", "Jazz und Wein"];
    let zones = [SITE_ZONE, SITE_ZONE, SITE_ZONE, "America/New_York", SITE_ZONE, "Asia/Tokyo", SITE_ZONE, "UTC", "Europe/London", SITE_ZONE];
    let cat_of = [vec![0, 1], vec![5], vec![8], vec![2, 1], vec![3, 9], vec![9], vec![6, 5], vec![7], vec![8, 7], vec![0, 3]];
    let today = site().from_utc(now_utc()).date();
    let filler = "The programme is made by many hands, and every visitor is welcome to take part in it. ".repeat(4);
    let mut first = 0;
    for i in 0..60usize {
        let n = titles[i % 20];
        let edition = i / 20 + 1;
        let title = match i { 37 => "夏祭り 2026".to_string(), 44 => "Fête d'été & musique".to_string(), _ if edition > 1 => format!("{n} {edition}"), _ => n.to_string() };
        // a third past, some running, the rest to come
        let day = match i { 0..=19 => -210 + 10 * i as i64, 20..=23 => -2, _ => (i as i64 - 24) * 9 + 1 };
        let mut start = today + Duration::days(day);
        let mut length = match i { 20..=23 => 4, _ if i % 7 == 3 => 3, _ if i % 11 == 5 => 1, _ => 0 };
        if i == 30 || i == 31 { start = today + Duration::days(55) }
        if i == 33 { start = last_sunday(today.year() + 1, 3) - Duration::days(1); length = 2 }
        if i == 34 { start = last_sunday(today.year() + 1, 10) - Duration::days(1); length = 2 }
        let all_day = i % 7 == 3 || i == 22;
        let hour = 9 + (i * 5) % 11;
        let end = start + Duration::days(length);
        let pick = |list: &[i64], modulo: usize, len: usize| if i % modulo == modulo - 1 { vec![] } else { (0..len).map(|k| list[(i + 3 * k) % (list.len() - 1)]).collect::<Vec<i64>>() };
        let cs: Vec<i64> = if i % 13 == 12 { vec![] } else { cat_of[i % 10].iter().map(|x| cats[*x]).collect() };
        let cost = ["", "12.50", "0", "25", "10 - 40"][i % 5];
        let status = match i { 11 | 29 | 45 => "draft", 52 => "pending", 56 => "private", _ => "publish" };
        let id = add(c, Event, json!({"title": title, "start_date": format!("{start} {hour:02}:00:00"), "end_date": format!("{end} {:02}:30:00", hour + 2),
            "description": format!("{n}, edition {edition}. {}Bring friends & family{}.", if i % 6 == 1 { filler.as_str() } else { "" }, if i % 4 == 0 { ", enjoy the <em>music</em> \u{1F3B5}" } else { "" }),
            "excerpt": format!("{n} in short"), "status": status, "timezone": zones[i % 10], "all_day": all_day, "cost": cost, "author": 1 + i % 2,
            "website": if i % 3 == 0 { json!(format!("https://events.example.org/{i}?a=1&b=2")) } else { Value::Null },
            "image": match i % 5 { 0 => json!("502"), 1 => json!("https://img.example.org/a.png"), _ => Value::Null },
            "show_map": i % 2 == 0, "show_map_link": i % 4 == 0, "hide_from_listings": i == 26 || i == 41, "sticky": i % 15 == 4, "featured": i % 6 == 2,
            "ticketed": i % 8 == 1, "post_parent": if i == 35 || i == 36 { first } else { 0 }, "password": if i == 47 { json!("sesame") } else { Value::Null }, "date": format!("2025-0{}-{:02} 12:00:00", 1 + i % 9, 1 + i % 28),
            "categories": cs, "tags": pick(&tags, 6, 1 + i % 3), "venue": pick(&venues, 5, 1 + (i % 9 == 0) as usize), "organizer": pick(&orgs, 8, 1 + i % 2)}));
        if i == 0 { first = id }
        if i % 20 < 10 {
            set_translation(c, Event, id, "fr", "title", &json!(format!("{} {edition}", french[i % 20])));
            set_translation(c, Event, id, "fr", "description", &json!(format!("{}, édition {edition}. Venez nombreux !", french[i % 20])));
        }
        if i % 20 < 5 { set_translation(c, Event, id, "de", "title", &json!(format!("{} {edition}", german[i % 20]))) }
        if i % 10 == 6 { set_translation(c, Event, id, "nl", "title", &json!(format!("{n} (Nederlands) {edition}"))) }
    }
}
