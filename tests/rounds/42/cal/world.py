"""The data at start. Event days are counted from today, so the calendar never goes stale."""
from datetime import date, datetime, time, timedelta

from django.db import connection

from .core import SITE_ZONE, from_utc, now_local, now_utc
from .models import Category, Event, Organizer, Tag, Venue

CATEGORIES = [   # (name, parent, translations)
    ("Music", None, {"de": "Musik", "nl": "Muziek", "fr": "Musique"}),
    ("Jazz", 0, {}),
    ("Free jazz", 1, {"de": "Freier Jazz"}),
    ("Classical", 0, {"de": "Klassik", "nl": "Klassiek", "fr": "Classique"}),
    ("Chamber music", 3, {"de": "Kammermusik", "nl": "Kamermuziek"}),
    ("Sports", None, {"de": "Sport", "nl": "Sport", "fr": "Sport"}),
    ("Football", 5, {"de": "Fußball", "nl": "Voetbal", "fr": "Football"}),
    ("Youth football", 6, {"de": "Jugendfußball"}),
    ("Theatre", None, {"de": "Theater", "nl": "Theater", "fr": "Théâtre"}),
    ("Workshops & courses", None, {"de": "Kurse", "nl": "Cursussen"}),
    ("Language courses", 9, {"de": "Sprachkurse"}),
    ("Archive", None, {"nl": "Archief"}),
]
TAGS = ["jazz", "jazz fusion", "free entry", "family", "outdoor", "evening", "weekend", "festival",
        "lecture", "kids", "rock & roll", "café", "accessible", "premiere", "unused"]
VENUES = [   # (name, address, city, country, province, state, zip, lat, lng, custom fields)
    ("Concertgebouw Noord", "Noordplein 4", "Amsterdam", "Netherlands", "Noord-Holland", None,
     "1012 AB", 52.3702, 4.8952, {"parking": "Parkhaus Nord", "seats": 850}),
    ("Stadtpark Bühne", "Parkallee 1", "Hamburg", "Germany", None, "Hamburg", "20095", 53.5511,
     9.9937, {"stage": "open air"}),
    ("Semperforum", "Theaterplatz 2", "Dresden", "Germany", None, "Sachsen", "01067", 51.0504,
     13.7373, {}),
    ("Salle Étoile", "12 rue de la Lune", "Paris", "France", "Île-de-France", None, "75004", 48.8566,
     2.3522, {"metro": "Pont Marie"}),
    ("Greenwich Hall", "1 Meridian Road", "London", "United Kingdom", None, None, "SE10 8XJ", 51.4779,
     0.0, {"seats": 120}),
    ("1912", "Kade 1912", "Rotterdam", "Netherlands", "Zuid-Holland", None, "3011 AA", 51.9244,
     4.4777, {}),
    ("Liberty Arena", "77 Broadway", "New York", "United States", None, "NY", "10006", 40.7128,
     -74.0060, {"gate": "West"}),
    ("東京ホール", "千代田区1", "Tokyo", "Japan", "Tokyo", None, "100-0001", 35.6762, 139.6503, {}),
    ("O'Hara's Pub", "5 Temple Bar", "Dublin", "Ireland", None, None, "D02", 53.3498, -6.2603,
     {"dogs": "welcome"}),
    ("Online room", None, None, None, None, None, None, None, None, {"platform": "video call"}),
    ("Sporthal De Brug", "Brugweg 9", "Utrecht", "Netherlands", "Utrecht", None, "3511 CD", 52.0907,
     5.1214, {}),
    ("Unused barn", "Dorpsstraat 1", "Zwolle", "Netherlands", "Overijssel", None, "8011 AA", 52.5168,
     6.0830, {}),
]
ORGANIZERS = [("Jazz Collective", "+31 20 555 01 01", "info@jazz.example"),
              ("City of Hamburg", "+49 40 555 02", "kultur@hamburg.example"),
              ("Sächsische Freunde", "+49 351 555 03", "post@freunde.example"),
              ("Association Lumière", "+33 1 55 55 04", "bonjour@lumiere.example"),
              ("O'Neill & Sons", "+353 1 555 05", "office@oneill.example"),
              ("FC Utrecht Youth", None, "jeugd@fcu.example"), ("Open University", None, None),
              ("Theatre Group Nine", "+31 10 555 08", None),
              ("Liberty Events Inc.", "+1 212 555 0109", "hello@liberty.example"),
              ("Taalhuis", None, "les@taalhuis.example"),
              ("Weekend Walkers", None, "walk@walkers.example"),
              ("Dormant Foundation", None, None)]
TITLES = [("Jazz evening", "Jazzabend", "Jazzavond", [1, 2]), ("String quartet", "Streichquartett",
          "Strijkkwartet", [4, 5]), ("Free jazz session", "Freejazz-Session", "Freejazz-sessie", [1, 3]),
          ("Youth cup", "Jugendpokal", "Jeugdbeker", [6, 8]), ("League match", "Ligaspiel",
          "Competitiewedstrijd", [6, 7]), ("Summer play", "Sommertheater", "Zomertoneel", [9]),
          ("Dutch for beginners", "Niederländisch für Anfänger", "Nederlands voor beginners",
           [10, 11]), ("Pottery workshop", "Töpferkurs", "Pottenbakken", [10]),
          ("Symphony night", "Sinfonienacht", "Symfonie-avond", [1, 4]),
          ("Open-air festival", "Freiluftfestival", "Openluchtfestival", [1])]
FIRST_ID = {Event: 1001, Venue: 201, Organizer: 301, Category: 401, Tag: 501}


def day_offset(number):
    """18 past events, 4 running, 38 to come; eight of these start at the same moment."""
    if number < 18:
        return -200 + number * 11
    if number < 22:
        return -1
    if 26 <= number < 34:
        return 20
    return (number - 21) * 4 if number < 26 else 20 + (number - 33) * 6


def last_sunday(year, month):
    last = date(year, month, 31)
    return last - timedelta(days=(last.weekday() + 1) % 7)


def create_tables():
    with connection.schema_editor() as editor:
        for model in (Venue, Organizer, Category, Tag, Event):
            editor.create_model(model)


def add(model, number, title, translations=None, description=None, **fields):
    texts = {"en": {"title": title, "description": description}}
    for language, translated in (translations or {}).items():
        texts[language] = {"title": translated}
        if description:
            texts[language]["description"] = f"{translated} ({language}). {description}"
    return model.objects.create(pk=FIRST_ID[model] + number, texts=texts, **fields)


def create():
    create_tables()
    published = now_utc().replace(microsecond=0) - timedelta(days=300)
    dated = {"date": from_utc(published, SITE_ZONE), "date_utc": published}

    categories = []
    for number, (name, parent, translations) in enumerate(CATEGORIES):
        categories.append(add(Category, number, name, translations, f"All about {name}.",
                              parent=None if parent is None else categories[parent]))
    tags = [add(Tag, n, name, {"de": "Familie", "nl": "Familie"} if name == "family" else {})
            for n, name in enumerate(TAGS)]
    venues = []
    for number, (name, *place, lat, lng, custom) in enumerate(VENUES):
        address = dict(zip(("address", "city", "country", "province", "state", "zip"), place))
        translations = {"de": f"{name} (Saal)", "nl": f"{name} (zaal)"} if number in (0, 3, 4) else {}
        venues.append(add(Venue, number, name, translations, f"A place called {name}.",
                          geo_lat=lat, geo_lng=lng, custom_fields=custom, **address, **dated,
                          author=1 + number % 2, phone=f"+31 30 555 1{number:02}",
                          show_map="true" if lat else None, image="120" if number == 1 else None,
                          website=f"https://venue{number}.example/" if number % 3 == 0 else None))
    organizers = [add(Organizer, n, name, {"de": "Stadt Hamburg"} if n == 1 else {},
                      f"We are {name}.", phone=phone, email=email, author=1 + n % 2, **dated)
                  for n, (name, phone, email) in enumerate(ORGANIZERS)]
    for number in range(60):
        add_event(number, categories, tags, venues, organizers, dated)


def add_event(number, categories, tags, venues, organizers, dated):
    title, german, dutch, category_numbers = TITLES[number % 10]
    translations = {}
    if number % 3 == 0:
        translations["de"] = f"{german} {number + 1}"
    if number % 4 == 0:
        translations["nl"] = f"{dutch} {number + 1}"
    if number % 12 == 0:
        translations["fr"] = f"Événement {number + 1}"
    zone = {6: "America/New_York", 7: "Asia/Tokyo"}.get(number % 11, SITE_ZONE)
    day = now_local().date() + timedelta(days=day_offset(number))
    tied = 26 <= number < 34
    start = datetime.combine(day, time(19 if tied else 9 + number % 11, 30 * (number % 2) * (not tied)))
    end = start + timedelta(hours=2)
    all_day = number % 9 == 4 and not tied
    if 18 <= number < 22 or number % 13 == 5:
        end = start + timedelta(days=3)
    if number == 58:     # spans the change to summer time
        sunday = last_sunday(now_local().year + 1, 3)
        start = datetime.combine(sunday - timedelta(days=1), time(20))
        end, zone = datetime.combine(sunday, time(11)), SITE_ZONE
    if all_day:
        start, end = (datetime.combine(start.date(), time(0)),
                      datetime.combine(end.date(), time(23, 59, 59)))
    description = f"Number {number + 1} of the programme: {title.lower()} for everybody."
    event = Event(start=start, end=end, timezone=zone)
    event.set_utc()
    event = add(Event, number, f"{title} {number + 1}", translations, description,
                start=start, end=end, utc_start=event.utc_start, utc_end=event.utc_end,
                timezone=zone, all_day=all_day, author=1 + number % 2, **dated,
                status="draft" if number in (10, 24, 38, 51) else "publish",
                cost=[None, "Free", "10", "€ 12.50"][number % 4],
                website=f"https://tickets.example/e?id={number}&lang=en" if number % 5 == 0 else None,
                image=[None, "131", "https://img.example/poster.jpg"][number % 3],
                featured=number % 7 == 0, sticky=number % 10 == 3, ticketed=number % 4 == 2,
                hide_from_listings=number in (30, 41), post_parent=1036 if number in (37, 39) else 0)
    event.texts["en"]["excerpt"] = f"{title}, in short" if number % 2 else None
    if number == 45:
        event.password = "secret"
    event.save()
    event.categories.set([categories[n - 1] for n in category_numbers])
    event.tags.set({tags[number % 14], tags[number * 5 % 14]} if number % 6 else set())
    if number % 8 != 3:
        event.venue.set({venues[number % 11], venues[6]} if number % 10 == 8 else {venues[number % 11]})
    if number % 8 != 5:
        event.organizer.set({organizers[number % 11]} | ({organizers[3]} if number % 9 == 2 else set()))
