"""The world at start: made relative to today, the same in everything else."""
from datetime import datetime, timedelta

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from .config import SITE_TZ, SITE_ZONE
from .models import Category, Event, LINKS, Media, Organizer, Tag, Venue
from .texts import FORMAT, slugify, to_utc

VENUES = [  # name, address, city, country, province, state, zip, phone, lat, lng
    ("Café de Kroon", "Rembrandtplein 17", "Amsterdam", "Netherlands", "Noord-Holland", None, "1017 CT", "+31 20 555 0101", 52.3660, 4.8960),
    ("Concertgebouw", "Concertgebouwplein 10", "Amsterdam", "Netherlands", "Noord-Holland", None, "1071 LN", "020 573 0573", 52.3563, 4.8790),
    ("De Doelen", "Schouwburgplein 50", "Rotterdam", "Netherlands", "Zuid-Holland", None, "3012 CL", "+31 10 555 0199", 51.9217, 4.4735),
    ("Kulturhaus Mitte", "Lindenstraße 9", "Berlin", "Germany", None, "Berlin", "10969", "+49 30 5550 1234", 52.5030, 13.3950),
    ("Münchner Stadthalle", "Rosenheimer Str. 5", "München", "Germany", None, "Bayern", "81667", None, 48.1310, 11.5920),
    ("Théâtre du Canal", "12 quai de Jemmapes", "Paris", "France", None, None, "75010", "+33 1 55 50 12 34", 48.8690, 2.3650),
    ("Salle Émile", "3 rue de l'Église", "Lille", "France", None, None, "59000", None, None, None),
    ("Town Hall Annex", "123 W 43rd St", "New York", "United States", None, "NY", "10036", "212-555-0147", 40.7560, -73.9850),
    ("Harbour Pavilion", "1 Quay Street", "Auckland", "New Zealand", "Auckland", None, "01010", "+64 9 555 0102", -36.8420, 174.7660),
    ("Open Air Field", None, "Utrecht", "Netherlands", "Utrecht", None, None, None, None, None),
    ("Online", None, None, None, None, None, None, None, None, None),
    ("Library Reading Room", "Oosterdokskade 143", "Amsterdam", "Netherlands", "Noord-Holland", None, "1011 DL", None, 52.3757, 4.9080),
]
ORGANIZERS = [
    ("Amsterdam Arts Council", "info@arts.example", "+31 20 555 0180"), ("O'Brien & Sons", "office@obrien.example", "+353 1 555 0190"),
    ("Jazz Collective", "jazz@collective.example", None), ("Stichting Zomerfestival", "info@zomer.example", "+31 30 555 0104"),
    ("Verein für Kultur", "post@verein.example", "+49 30 5550 9876"), ("Les Amis du Théâtre", "amis@theatre.example", "+33 1 55 50 99 88"),
    ("City Runners", "run@city.example", None), ("Code & Coffee", "hello@codecoffee.example", None),
    ("Museum Friends", "friends@museum.example", "020 555 0166"), ("Food Lovers 100%", "eat@food.example", None),
    ("Harbour Trust", "trust@harbour.example", "+64 9 555 0110"), ("The Quiet Readers", None, None),
]
CATEGORIES = [  # name, index of parent, nl, de
    ("Music", None, "Muziek", "Musik"), ("Concerts", 0, "Concerten", "Konzerte"), ("Chamber Music", 1, "Kamermuziek", "Kammermusik"),
    ("Jazz", 1, None, None), ("Arts", None, "Kunst", "Kunst"), ("Theatre", 4, "Theater", "Theater"), ("Exhibitions", 4, "Tentoonstellingen", "Ausstellungen"),
    ("Sports", None, "Sport", "Sport"), ("Running", 7, "Hardlopen", "Laufen"), ("Food & Drink", None, "Eten en drinken", "Essen und Trinken"),
    ("Workshops", None, None, None), ("Archived", None, None, None),
]
TAGS = ["free", "family", "outdoor", "indoor", "evening", "weekend", "students", "accessible", "premiere", "bilingual",
        "members only", "charity", "r&b", "livestream", "unused"]
TITLES = [
    ("Evening Concert", "Avondconcert", "Abendkonzert"), ("Jazz & Blues Night", "Jazz- en bluesavond", None),
    ("Poetry Reading", "Poëzieavond", "Lyrikabend"), ("Morning Run", None, None), ("Wine Tasting", "Wijnproeverij", "Weinprobe"),
    ("Open Studio", "Open atelier", "Offenes Atelier"), ("Street Food Market", None, None), ("Chamber Recital", "Kamerrecital", None),
    ("Python Workshop", None, None), ("Museum Tour", "Museumrondleiding", "Museumsführung"), ("Theatre Premiere", "Theaterpremière", "Theaterpremiere"),
    ("Charity Gala", None, None), ("Film Night: Été", "Filmavond: Été", None), ("Book Club", "Boekenclub", "Buchklub"), ("Family Fair 100% Fun", None, None),
]
ZONES = [SITE_TZ, SITE_TZ, SITE_TZ, "Europe/Berlin", "Europe/Paris", "America/New_York", "Pacific/Auckland", "UTC"]


def _other(nl: str | None, de: str | None, field: str, about: str = "") -> dict:
    out = {}
    for lang, value, words in (("nl", nl, "Beschrijving van"), ("de", de, "Beschreibung von")):
        if value:
            out[lang] = {field: value, "description": f"{words} {value}.{about}"}
    return out


def fill(session: Session) -> None:
    now = datetime.now(SITE_ZONE).replace(tzinfo=None, microsecond=0)
    today = now.replace(hour=0, minute=0, second=0)
    made = (now - timedelta(days=40)).strftime(FORMAT)
    stamp = {"date": made, "date_utc": to_utc(made, SITE_TZ), "modified": made, "modified_utc": to_utc(made, SITE_TZ)}
    for i in range(6):
        session.add(Media(id=901 + i, url=f"https://media.example/images/{901 + i}.jpg"))
    for i, (name, address, city, country, province, state, zip_code, phone, lat, lng) in enumerate(VENUES):
        session.add(Venue(
            id=201 + i, name=name, slug=slugify(name, "venue"), lang="en", author=1 + i % 2, status="draft" if i == 9 else "publish",
            description=None if i % 4 == 3 else f"About {name}: halls, access and parking.", address=address, city=city, country=country,
            province=province, state=state, zip=zip_code, phone=phone, website=f"https://venue{i}.example/" if i % 3 else None,
            geo_lat=lat, geo_lng=lng, image_id=901 + i % 6 if i % 2 else None,
            translations=_other(name + " (zaal)", name + " (Saal)", "name") if i % 3 == 0 else {}, **stamp))
    for i, (name, email, phone) in enumerate(ORGANIZERS):
        session.add(Organizer(
            id=301 + i, name=name, slug=slugify(name, "organizer"), lang="en", author=1 + i % 2, status="draft" if i == 10 else "publish",
            description=f"{name} organises events." if i % 3 else None, email=email, phone=phone,
            website=f"https://organizer{i}.example/" if i % 2 else None, image_id=902 if i % 4 == 1 else None,
            translations=_other(name + " (NL)", None, "name") if i % 4 == 0 else {}, **stamp))
    for i, (name, parent, nl, de) in enumerate(CATEGORIES):
        session.add(Category(id=11 + i, name=name, slug=slugify(name, "category"), lang="en", parent=11 + parent if parent is not None else 0,
                             description=f"Events about {name.lower()}" if i % 2 else None, translations=_other(nl, de, "name")))
    for i, name in enumerate(TAGS):
        session.add(Tag(id=95 + i, name=name, slug=slugify(name, "tag"), lang="en", description=f"Tagged {name}" if i % 3 == 0 else None,
                        translations=_other("gratis", "kostenlos", "name") if i == 0 else {}))
    session.flush()
    offsets = [-200 + 14 * i for i in range(14)] + [-3, -1, 0] + [1 + 5 * i for i in range(43)]
    slugs: set[str] = set()
    for i, offset in enumerate(offsets):
        title, nl, de = TITLES[i % len(TITLES)]
        if i >= len(TITLES):
            title = f"{title} {i // len(TITLES) + 1}"
        all_day, days = i % 6 == 5, (6 if offset in (-3, -1) else 2 if i % 11 == 10 else 0)
        start = today + timedelta(days=offset) + (timedelta() if all_day else timedelta(hours=9 + i % 12, minutes=30 * (i % 2)))
        end = start + timedelta(days=days, hours=2)
        if all_day:
            end = today + timedelta(days=offset + days, hours=23, minutes=59, seconds=59)
        slug = slugify(title, "event")
        assert slug not in slugs
        slugs.add(slug)
        zone = ZONES[i % len(ZONES)]
        first, last = start.strftime(FORMAT), end.strftime(FORMAT)
        status = "draft" if i in (20, 33, 47) else "private" if i == 51 else "pending" if i == 55 else "publish"
        event = Event(
            id=1001 + i, title=title, slug=slug, lang="nl" if i == 40 else "en", author=1 + i % 2, status=status,
            description=f"{title}: doors open half an hour earlier. Number {i + 1} of the season.",
            excerpt=f"Short note on {title}" if i % 3 else None, all_day=all_day, start=first, end=last,
            start_utc=to_utc(first, zone), end_utc=to_utc(last, zone), timezone=zone,
            cost=(None, "0", "12.50", "25")[i % 4], website=f"https://events.example/{slug}" if i % 2 else None,
            image_id=901 + i % 6 if i % 4 == 0 else None, featured=i % 7 == 3, sticky=i % 13 == 4, hide_from_listings=i % 17 == 6,
            show_map=i % 5 != 0, show_map_link=i % 5 != 1, ticketed=i % 9 == 2, post_parent=1001 if i in (15, 30, 45) else 0,
            password="letmein" if i in (37, 52) else None,
            translations=_other(nl and f"{nl} {i + 1}", de and f"{de} {i + 1}", "title", f" Nummer {i + 1}.") if i != 40 else {}, **stamp)
        session.add(event)
        session.flush()
        _link(session, event.id, "venue", [] if i % 5 == 4 else [201 + i % 12] + ([202] if i % 10 == 3 and i % 12 != 1 else []))
        _link(session, event.id, "organizer", [] if i % 6 == 2 else [301 + i % 11] + ([304] if i % 8 == 1 and i % 11 != 3 else []))
        _link(session, event.id, "categories", [] if i % 9 == 8 else [11 + i % 11] + ([21 - i % 3] if i % 4 == 0 and 10 - i % 3 != i % 11 else []))
        _link(session, event.id, "tags", [] if i % 7 == 6 else [95 + i % 14] + ([95 + (i + 5) % 14] if i % 2 else []))
    for category in session.scalars(select(Category)):
        link = LINKS["categories"]
        category.count_cache = session.scalar(select(func.count()).select_from(link).join(Event, Event.id == link.c.event_id)
                                              .where(link.c.target_id == category.id, Event.status == "publish"))
    session.commit()


def _link(session: Session, event_id: int, kind: str, ids: list[int]) -> None:
    for position, target in enumerate(ids):
        session.execute(insert(LINKS[kind]).values(event_id=event_id, target_id=target, position=position))
