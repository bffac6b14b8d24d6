"""The world of data held at start. Dates are relative to today, so that there are past, running and future events."""
from datetime import datetime, time, timedelta

from sqlalchemy import text

from core import (Base, Category, Event, Organizer, Session, Tag, Venue, engine, from_utc, now_utc, slugify, to_utc,
                  unique_slug, SITE_TZ)

VENUES = [("Paradiso", "Weteringschans 6-8", "Amsterdam", "Netherlands", "Noord-Holland", "1017 SG", 52.3622, 4.8839),
          ("Tivoli Hall", "Vredenburgkade 11", "Utrecht", "Netherlands", "Utrecht", "3511 WC", 52.0926, 5.1137),
          ("Berghaus", "Am Wriezener Bahnhof 1", "Berlin", "Germany", "Berlin", "10243", 52.5111, 13.4430),
          ("Théâtre du Nord", "4 Place du Général de Gaulle", "Lille", "France", "Nord", "59000", 50.6366, 3.0635),
          ("Café de Doelen", "Kloveniersburgwal 125", "Amsterdam", "Netherlands", "Noord-Holland", "1011 KC", 52.3676, 4.8956),
          ("Elbphilharmonie Studio", "Platz der Deutschen Einheit 4", "Hamburg", "Germany", "Hamburg", "20457", 53.5413, 9.9841),
          ("Jardin des Arts", "12 Rue de Seine", "Paris", "France", "Île-de-France", "75006", 48.8556, 2.3370),
          ("Brooklyn Yard", "400 Carroll St", "New York", "United States", "NY", "11231", 40.6779, -73.9876),
          ("Old Library", "1 Broad Street", "Oxford", "United Kingdom", "Oxfordshire", "OX1 3BG", 51.7548, -1.2544),
          ("Online", None, None, None, None, None, None, None),
          ("Grote Markt", "Grote Markt 1", "Groningen", "Netherlands", "Groningen", "9711 LV", 53.2185, 6.5670),
          ("Secret Cellar", "Kelderweg 5", "Maastricht", "Netherlands", "Limburg", "6211 AA", None, None)]
ORGANIZERS = ["Acme Concerts", "Blue Note Society", "City Library", "Dance Works", "École de Musique", "Film Circle",
              "Green Fingers", "Haus der Kunst", "Indie Makers", "Jazz & Blues Guild", "Kids' Corner", "Lecture Lab"]
CATEGORIES = [("Music", None), ("Jazz", "Music"), ("Free Jazz", "Jazz"), ("Classical", "Music"), ("Art", None), ("Art Fairs", "Art"),
              ("Painting", "Art"), ("Watercolour", "Painting"), ("Family", None), ("Workshops", "Family"), ("Lectures", None), ("Unused", None)]
TAGS = ["free entry", "outdoor", "kids", "late night", "members only", "R&B", "50% off", "café", "festival", "film",
        "workshop", "wheelchair accessible", "new", "winter", "zzz unused"]
TITLES = ["Jazz Night", "Open Rehearsal", "Painting in the Park", "Rock & Roll Brunch", "Café Philosophique", "Winter Fair", "Silent Film Evening",
          "Kids' Workshop", "Lecture: Stars & Dust", "Garden Tour", "Poetry Slam", "String Quartet", "Dance Marathon", "Book Market",
          "100% Vinyl", "Watercolour Weekend", "Chess Open", "Choir Festival", "Art Fair Preview", "Farmers_Market"]
NL = {"Jazz Night": "Jazznacht", "Winter Fair": "Wintermarkt", "Garden Tour": "Tuinwandeling", "Book Market": "Boekenmarkt", "Open Rehearsal": "Open repetitie"}
FR = {"Jazz Night": "Nuit du jazz", "Garden Tour": "Visite du jardin", "Book Market": "Marché aux livres"}
DE = {"Jazz Night": "Jazznacht im Keller", "Winter Fair": "Wintermarkt am See"}
ZONES = [SITE_TZ, SITE_TZ, SITE_TZ, "Europe/Berlin", "America/New_York", SITE_TZ, "Europe/London", "UTC"]


def i18n(name, field, text_nl="Beschrijving van"):
    out = {}
    for lang, table, intro in (("nl", NL, text_nl), ("fr", FR, "Description de"), ("de", DE, "Beschreibung von")):
        if name in table:
            out[lang] = {field: table[name], "description": f"{intro} {table[name]}."}
    return out


def seed():
    Base.metadata.create_all(engine)
    db = Session()
    for table, first in (("events", 100), ("venues", 300), ("organizers", 400), ("categories", 91), ("tags", 40)):
        db.execute(text("INSERT INTO sqlite_sequence(name, seq) VALUES (:t, :n)"), {"t": table, "n": first})
    created = now_utc().replace(microsecond=0) - timedelta(days=90)

    def add(model, name, **kw):
        obj = model(slug=unique_slug(db, model, slugify(name)), lang=kw.pop("lang", "en"), **{model.NAME: name}, **kw)
        db.add(obj)
        db.flush()
        return obj

    venues = [add(Venue, name, address=a, city=c, country=co, province=p, stateprovince=p, zip=z, geo_lat=la, geo_lng=ln,
                  phone=f"+31 20 555 01{n:02}", website=f"https://venue{n}.example.org/", description=f"{name} has room for {50 + 25 * n} guests.",
                  custom_fields={"capacity": str(50 + 25 * n), "access": "lift" if n % 2 else "stairs", "parking": f"garage-{n}"}, author=1 + n % 2,
                  status="draft" if n == 11 else "publish", date_utc=created, modified_utc=created, image=str(901 + n) if n % 3 == 0 else None,
                  i18n={"nl": {"venue": f"{name} (zaal)", "description": f"{name} heeft plaats voor {50 + 25 * n} gasten."}} if n % 3 == 1 else {})
              for n, (name, a, c, co, p, z, la, ln) in enumerate(VENUES)]
    organizers = [add(Organizer, name, phone=f"+31 10 555 02{n:02}", website=f"https://org{n}.example.org/?from=calendar&lang=en",
                      email=f"info{n}@org{n}.example.org", description=f"{name} organises since {1990 + n}.", author=1 + n % 2,
                      status="draft" if n == 11 else "publish", date_utc=created, modified_utc=created,
                      i18n={"fr": {"organizer": f"{name} (association)", "description": f"{name} organise depuis {1990 + n}."}} if n % 4 == 0 else {})
                  for n, name in enumerate(ORGANIZERS)]
    cats = {}
    for name, parent in CATEGORIES:
        cats[name] = add(Category, name, description=f"All about {name.lower()}", parent=cats[parent].id if parent else 0,
                         i18n={"nl": {"name": "Muziek"}, "fr": {"name": "Musique"}, "de": {"name": "Musik"}} if name == "Music" else {})
    tags = [add(Tag, name, description=f"Tagged {name}", i18n={"nl": {"name": "gratis"}} if name == "free entry" else {}) for name in TAGS]
    cat_list, today = list(cats.values()), datetime.combine(from_utc(now_utc(), SITE_TZ).date(), time())
    for n in range(60):
        title = TITLES[n % 20] + ("" if n < 20 else f" {n // 20 + 1}")
        if n < 14:
            day = -5 * (14 - n) - 3                                  # past
        elif n < 18:
            day = -1                                                 # running: from yesterday until the day after tomorrow
        else:
            day = 2 + (n - 18) // 3 * 9                              # future: three on the same day
        all_day, tz = n % 7 == 3, ZONES[n % 8]
        start = today + timedelta(days=day, hours=0 if all_day else 10 + n // 3 % 5 * 2)
        if n >= 18:
            tz = ZONES[(n // 3) % 8]
        end = start + timedelta(hours=2) if 18 <= n or n < 14 else start + timedelta(days=3)
        if n % 10 == 5:
            end += timedelta(days=2)
        if all_day:
            end = end.replace(hour=23, minute=59, second=59)
        base = TITLES[n % 20]
        e = Event(title=title, slug=unique_slug(db, Event, slugify(title)), lang="nl" if n == 30 else "en", i18n=i18n(base, "title") if n % 20 < 14 and n != 30 else {},
                  description=f"{title}: an event for everyone, number {n}." + (" Soup < stew & bread." if n % 9 == 4 else ""),
                  excerpt=f"About {title}", author=1 + n % 2, status="draft" if n in (25, 41, 55) else "private" if n == 47 else "publish",
                  date_utc=created + timedelta(hours=n), modified_utc=created + timedelta(hours=n), start_date=start, end_date=end, timezone=tz,
                  start_utc=to_utc(start, tz), end_utc=to_utc(end, tz), all_day=all_day, cost=[None, "0", "12.50", "25"][n % 4],
                  website=f"https://tickets.example.org/?event={n}&ref=calendar" if n % 5 == 0 else None, featured=n % 6 == 1, sticky=n % 11 == 2,
                  hide_from_listings=n % 13 == 6, ticketed=n % 4 == 2, post_parent=106 if n in (40, 50) else 0, image=str(901 + n % 12) if n % 4 == 0 else None,
                  password="fluister" if n in (22, 36) else None, show_map=n % 8 != 0)
        e.venue = [] if n % 9 == 0 else [venues[n % 11]] if n % 9 != 5 else [venues[n % 11], venues[(n + 3) % 11]]
        e.organizer = [] if n % 8 == 0 else [organizers[n % 10]] if n % 8 != 3 else [organizers[n % 10], organizers[(n + 4) % 10]]
        e.categories = [] if n % 10 == 9 else list({c.id: c for c in (cat_list[n % 11], cat_list[n * 3 % 11])}.values())[: 1 + n % 2]
        e.tags = [] if n % 7 == 6 else list({t.id: t for t in (tags[n % 14], tags[n * 5 % 14])}.values())
        db.add(e)
        db.flush()
    db.commit()
    db.close()
