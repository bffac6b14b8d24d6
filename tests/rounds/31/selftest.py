"""Proves the server: every bug's show (its steps are in cases.json; honest and with the bug), a smoke test of every operation, every variant.
python3 selftest.py [ids of bugs or variants, or "smoke"]"""
import base64
import concurrent.futures
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from urllib.parse import quote, urlsplit

HERE = os.path.dirname(os.path.abspath(__file__))
BASE = "/vendor/events/v1"


def load(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return json.load(file)


RUN, BUGS, VARIANTS = load("run.json"), load("cases.json"), load("variants.json")


# Imports cost most of a start, so the libraries are imported once in a process that forks a server for every run (the
# smoke test, and everything with PLAIN=1, starts the command of run.json).
FORKS = """
import json, os, runpy, signal, sys
import fastapi, pydantic, sqlalchemy.orm, sqlalchemy.pool, sqlalchemy.dialects.sqlite, uvicorn, zoneinfo, gc
import uvicorn.protocols.http.h11_impl, uvicorn.loops.auto, uvicorn.loops.asyncio, uvicorn.protocols.websockets.auto
gc.freeze()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    env, pipe, program = json.loads(line)
    pid = os.fork()
    if not pid:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.environ.update(env)
        sys.stdin.close()
        os.dup2(os.open(pipe, os.O_WRONLY), 1)
        sys.path.insert(0, os.getcwd())
        sys.argv = [program]
        runpy.run_path(program, run_name="__main__")
        os._exit(0)
    print(pid, flush=True)
"""


def environment(**env):
    return {**{k: v for k, v in os.environ.items() if k not in ("BUG", "VARIANT", "USERS")}, **env}


class Forks:
    def __init__(self):
        self.process, self.lock = None, threading.Lock()

    def start(self, env, pipe):
        with self.lock:
            if not self.process:
                self.process = subprocess.Popen([RUN["command"][0], "-c", FORKS], cwd=HERE, env=environment(), text=True,
                                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=ERRORS)
            self.process.stdin.write(json.dumps([env, pipe, RUN["command"][1]]) + "\n")
            self.process.stdin.flush()
            return int(self.process.stdout.readline())


ERRORS = None if os.environ.get("SHOW") else subprocess.DEVNULL
FORKED = Forks()


class Server:
    def __init__(self, plain=False, **env):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        env["PORT"] = str(self.port)
        begun = time.time()
        if plain or os.environ.get("PLAIN"):
            self.process = subprocess.Popen(RUN["command"], cwd=HERE, stdout=subprocess.PIPE, stderr=ERRORS, env=environment(**env))
            line = self.process.stdout.readline()
        else:
            with tempfile.TemporaryDirectory() as folder:
                pipe = os.path.join(folder, "pipe")
                os.mkfifo(pipe)
                self.process, self.pid = None, FORKED.start(env, pipe)
                with open(pipe, "rb") as file:
                    line = file.readline()
        self.started = time.time() - begun
        assert line.strip() == b"listening", line
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()
        if self.process:
            self.process.terminate()
            self.process.wait()
        else:
            os.kill(self.pid, signal.SIGKILL)

    def ask(self, method, path, value=None, headers=None, user=None, base=BASE):
        headers = dict(headers or {})
        raw = None
        if value is not None:
            raw = json.dumps(value).encode()
            headers.setdefault("Content-Type", "application/json")
        if user:
            headers["Authorization"] = "Basic " + base64.b64encode(f"{user}:{user}".encode()).decode()
        self.connection.request(method, base + path, raw, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        try:
            body = json.loads(text) if text else None
        except ValueError:
            body = text.decode("utf-8", "replace")
        return answer.status, body, dict(answer.getheaders())


def filled(value, saved):
    if isinstance(value, str):
        whole = re.fullmatch(r"\$(\w+)\.(\w+)", value)
        if whole:
            return saved[whole[1]][whole[2]]
        return re.sub(r"\$(\w+)\.(\w+)", lambda m: str(saved[m[1]][m[2]]), value)
    if isinstance(value, list):
        return [filled(x, saved) for x in value]
    if isinstance(value, dict):
        return {k: filled(v, saved) for k, v in value.items()}
    return value


def names(body):
    """The names of the records of a list."""
    return [record.get("title") or record.get("venue") or record.get("organizer") or record.get("name")
            for kind in ("events", "venues", "organizers", "categories", "tags") for record in body.get(kind, [])]


def together(server, step):
    """Some requests at the same time."""
    def one(pair):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        method, path = pair[0].split(" ", 1)
        connection.request(method, BASE + path, json.dumps(pair[1]).encode(), {"Content-Type": "application/json"})
        status = connection.getresponse().status
        connection.close()
        return status
    with concurrent.futures.ThreadPoolExecutor(len(step["do"])) as pool:
        return list(pool.map(one, zip(step["do"], step["json"])))


def play(bug, **env):
    """(None, the last answer) or (the first check that fails, its answer)."""
    if bug.get("users"):
        env["USERS"] = "1"
    saved, answer = {}, None
    with Server(**env) as server:
        for number, step in enumerate(bug["steps"]):
            if isinstance(step["do"], list):
                if any(status != 200 for status in together(server, step)):
                    return f"step {number} at the same time", None
                continue
            method, path = step["do"].split(" ", 1)
            answer = status, body, headers = server.ask(
                method, filled(path, saved), filled(step.get("json"), saved), filled(step.get("headers"), saved),
                step.get("as"), step.get("base", "") + BASE)
            headers = {name.lower(): value for name, value in headers.items()}
            answer = status, body, headers, number
            if "save" in step and isinstance(body, dict):
                saved[step["save"]] = {**body, "etag": headers.get("etag"), "qslug": quote(str(body.get("slug", "")))}
            for check in step.get("check", []):
                try:
                    held = eval(check, {"status": status, "body": body, "headers": headers, "names": names})
                except Exception as error:
                    held, check = False, f"{check} ({error!r})"
                if not held:
                    return f"step {number} {step['do']}: {check}: {status} {str(body)[:300]}", answer
    return None, answer


def try_bug(bug):
    honest, wrong = play(bug)[0], play(bug, BUG=bug["id"])[0]
    if honest:
        return f"FAIL {bug['id']} honest: {honest}"
    if not wrong:
        return f"FAIL {bug['id']}: the bug does not show"
    last = bug["steps"][-1]
    if bug["id"] != "organizer-slug-non-latin" and not wrong.startswith(f"step {len(bug['steps']) - 1} {last['do']}"):
        return f"FAIL {bug['id']}: shows too early: {wrong}"
    return f"ok   {bug['id']}: {wrong[:110]}"


EVENT = {"title": "Fête & <Jazz>", "start_date": "2035-05-10 10:00:15", "end_date": "2035-05-11 12:00:00", "author": 4,
         "date": "2024-07-01 10:00:00", "date_utc": "2024-07-01 08:00:00", "description": "100% \"live\" 🎷\nline", "slug": "fete",
         "excerpt": "x", "status": "publish", "timezone": "America/New_York", "all_day": True, "image": "12", "cost": "5-10",
         "website": "https://example.org/?a=b&c", "show_map": True, "show_map_link": True, "hide_from_listings": True,
         "sticky": True, "featured": True}
VENUE = {"venue": "Zaal", "author": 2, "date": "2024-01-01 10:00:00", "description": "d", "status": "publish", "show_map": "true",
         "show_map_link": "no", "address": "Straat 1", "city": "Gent", "country": "BE", "province": "OV", "state": "S",
         "zip": "01000", "phone": "+32 9", "stateprovince": "OV", "website": "https://example.org", "image": "3"}
ORGANIZER = {"organizer": "Org", "author": 2, "date_utc": "2024-01-01 10:00:00", "description": "d", "status": "publish",
             "phone": "+31", "website": "https://example.org", "email": "a@example.org", "image": "3"}
CATEGORY = {"name": "Muziek", "description": "d", "slug": "muziek", "parent": 0}
TAG = {"name": "Label", "description": "d", "slug": "label"}


def smoke():
    failed = []

    def want(held, *what):
        if not held:
            failed.append(what)

    with Server(plain=True) as s:
        print(f"starts in {s.started:.2f} s")
        made = {}
        for kind, fields in (("venues", VENUE), ("organizers", ORGANIZER), ("categories", CATEGORY), ("tags", TAG), ("events", EVENT)):
            fields = dict(fields)
            if kind == "events":
                fields.update(venue=[made["venues"]["id"]], organizer=[made["organizers"]["id"]],
                              categories=[made["categories"]["id"]], tags=[made["tags"]["id"]])
            status, one, headers = s.ask("POST", f"/{kind}", fields)
            want(status == 201, kind, status, one)
            made[kind] = one
            status, again, _ = s.ask("GET", headers["location"], base="")
            want((status, again) == (200, one) or kind in ("categories", "tags"), "location", kind, status)
            want(all(one[k] == v for k, v in fields.items()), "kept", kind, one)
            at = f"/{kind}/{one['id']}"
            addresses = [at] + ([f"/{kind}/by-slug/{one['slug']}"] if kind in ("events", "venues", "organizers") else [])
            name = {"events": "title", "venues": "venue", "organizers": "organizer"}.get(kind, "name")
            for address in addresses:
                for method in ("POST", "PUT", "PATCH"):
                    status, body, _ = s.ask(method, address, {name: f"{method} it"})
                    want(status == 200 and body[name] == f"{method} it", method, address, status, body)
                    status, body, _ = s.ask("GET", address)
                    want(status == 200 and body == {**again, name: f"{method} it"}, "others kept", method, address, body)
                    want(s.ask(method, address, {})[0] == 200, "empty", method, address)
                for language in ("nl", "en", "fr", "de"):
                    want(s.ask("GET", f"{address}?ml_language={language}")[0] == 200, language, address)
                want(s.ask("GET", f"{address}?ml_language=xx")[0] == 400, "xx", address)
                status, body, headers = s.ask("GET", address)
                want(s.ask("GET", address, None, {"If-None-Match": headers["etag"]})[0] == 304, "304", address)
                want(s.ask("PATCH", address, {}, {"If-Match": headers["etag"]})[0] == 200, "if-match", address)
                want(s.ask("HEAD", address)[2]["content-length"] == headers["content-length"], "HEAD", address)
            s.ask("PATCH", at, {name: fields[name]})
            for wrong in ({name: ""}, {name: None}, {name: 5}, {"description": 5}, {"description": "\ud800"}, [], "x"):
                want(400 <= s.ask("PATCH", at, wrong)[0] < 500, "refuses", at, wrong)
            for query in ("page=0", "page=x", "per_page=0", "per_page=-1", "page=", "ml_language=", "per_page=101"):
                status, body, _ = s.ask("GET", f"/{kind}?{query}")
                want(status == 400 and body["message"], kind, query, status)
            want(s.ask("GET", f"/{kind}?page=9999999999999999999999")[:2][0] == 200, "far page", kind)
            want(s.ask("GET", f"/{kind}/999")[0] == 404 and s.ask("GET", f"/{kind}/99999999999999999999")[0] == 404, kind, 404)
            status, _, headers = s.ask("DELETE", f"/{kind}")
            want(status == 405 and "POST" in headers["allow"], "405", kind)
            status, body, _ = s.ask("POST", f"/{kind}", {})
            want(status == 400, kind, "required", status)
            status, body, headers = s.ask("GET", f"/{kind}?hide_empty=0")
            want(status == 200 and len(body[kind]) == 1, kind, body)
        event, ids = made["events"], {k: v["id"] for k, v in made.items()}
        wrong_times = {"start_date": "2035-13-01 00:00:00"}, {"start_date": "soon"}, {"timezone": "Mars/Olympus"}, \
            {"start_date": "2035-02-29 00:00:00"}, {"website": "no url"}, {"featured": "maybe"}, {"tags": [1.5]}, {"tags": [True]}, \
            {"venue": [99]}, {"status": "gone"}, {"author": -1}, {"slug": "a/b"}, {"start_date": "2036-01-01", "end_date": "2035-01-01"}
        before = s.ask("GET", f"/events/{event['id']}")
        for wrong in wrong_times:
            want(s.ask("PATCH", f"/events/{event['id']}", {"title": "Changed", **wrong})[0] == 400, wrong)
        want(s.ask("GET", f"/events/{event['id']}")[1] == before[1], "refused changes nothing")
        found = {
            "start_date=2035-05-10%2000:00:00": 1, "start_date=2035-05-11%2000:00:00": 0, "end_date=2035-05-11%2020:00:00": 1,
            "end_date=2035-05-11%2020:00:00&strict_dates=1": 0, "start_date=2035-05-10%2010:00:15&strict_dates=true": 1,
            "starts_before=2035-05-10": 1, "starts_before=2035-05-09": 0, "starts_before=2035-05-10%2010:00:00&strict_dates=1": 0,
            "starts_after=2035-05-10": 1, "starts_after=2035-05-11": 0, "starts_after=2035-05-10%2011:00:00&strict_dates=1": 0,
            "ends_before=2035-05-11": 1, "ends_before=2035-05-10": 0, "ends_after=2035-05-11": 1, "ends_after=2035-05-12": 0,
            "search=jazz": 1, "search=100%25": 1, "search=_azz": 0, "search=F%C3%8ATE": 1, "search=example": 0,
            f"categories={ids['categories']}": 1, "categories=muziek": 1, "categories=nothing,muziek": 1, "categories=77": 0,
            f"tags[]={ids['tags']}&tags[]=99": 1, "tags=label": 1, f"venue={ids['venues']}": 1, "venue=99": 0,
            f"organizer={ids['organizers']},99": 1, "organizer=99": 0, "featured=true": 1, "featured=0": 0, "status=publish": 1,
            "status=draft": 0, "geoloc=false": 1, "geoloc=true": 0, "geoloc_lat=1&geoloc_lng=2.5": 0, "include=1,99": 1,
            "include=99": 0, "include=1&starts_after=2040-01-01&end_date=2001-01-01%2000:00:00": 1, "post_parent=0": 1,
            "post_parent=3": 0, "ticketed=false": 1, "ticketed=true": 0, "ml_language=fr": 1, "page=2": 0, "per_page=100": 1,
        }
        for query, number in found.items():
            status, body, _ = s.ask("GET", f"/events?{query}")
            want(status == 200 and len(body["events"]) == number == body["total"] or "page=2" in query and body["events"] == [],
                 query, status, body)
        for query in ("geoloc_lat=1", "geoloc_lng=1", "geoloc_lat=x&geoloc_lng=1", "start_date=x", "starts_before=2035-02-30",
                      "featured=perhaps", "venue=x", "include=a", "strict_dates=so"):
            want(s.ask("GET", f"/events?{query}")[0] == 400, query)
        for kind, custom in (("venues", "gent"), ("organizers", "a@ex")):
            for query, number in {f"search={custom}": 1, "search=zzz": 0, "event=1": 1, "event=9": 0, "has_events=1": 1,
                                  "has_events=false": 0, "only_with_upcoming=true": 1, "only_with_upcoming=false": 1,
                                  "status=publish": 1, "status=draft": 0, "ml_language=de": 1}.items():
                status, body, _ = s.ask("GET", f"/{kind}?{query}")
                want(status == 200 and len(body[kind]) == number, kind, query, status, body)
        for kind, slug in (("categories", "muziek"), ("tags", "label")):
            s.ask("POST", f"/{kind}", {"name": "Alpha", "description": "empty one"})
            for query, number in {"": 1, "hide_empty=0": 2, "hide_empty=1": 1, "hide_empty=false&exclude=1": 1, "include=1,2": 1,
                                  "include=2&hide_empty=0": 1, "search=one&hide_empty=0": 1, "post=1": 1, "event=1": 1, "post=5": 0,
                                  f"slug={slug}": 1, "slug=lab": 0, "order=desc&orderby=count": 1}.items():
                status, body, _ = s.ask("GET", f"/{kind}?{query}")
                want(status == 200 and len(body[kind]) == number, kind, query, status, body)
            for query, first in {"order=asc": "Alpha", "order=descending": "Second", "orderby=id": "First",
                                 "orderby=count&order=desc": "First", "orderby=slug": "Alpha"}.items():
                status, body, _ = s.ask("GET", f"/{kind}?hide_empty=0&{query}")
                want(status == 200 and (body[kind][0]["name"] == "Alpha") == (first == "Alpha"), kind, query, body)
            for query in ("order=up", "orderby=nothing", "hide_empty=x", "include=x", "post=x"):
                want(s.ask("GET", f"/{kind}?{query}")[0] == 400, kind, query)
            want(s.ask("POST", f"/{kind}", {"name": "B", "slug": slug})[0] == 409, "slug taken")
        status, child, _ = s.ask("POST", "/categories", {"name": "Child", "parent": 1})
        want(len(s.ask("GET", "/categories?parent=1&hide_empty=0")[1]["categories"]) == 1, "parent")
        want(s.ask("PATCH", "/categories/1", {"parent": child["id"]})[0] == 400, "cycle")
        want(s.ask("PATCH", f"/categories/{child['id']}", {"parent": 99})[0] == 400, "no parent")
        want(s.ask("PATCH", f"/events/{event['id']}", {"password": "pw"})[0] == 200, "password")
        want("pw" not in str(s.ask("GET", f"/events/{event['id']}?password=pw")[1]), "password shown")
        status, body, _ = s.ask("PATCH", "/events/1", {"title": "Vertaald"}, None, None, "/nl" + BASE)
        want(body["title"] == "Vertaald" and s.ask("GET", "/events/1?ml_language=nl")[1]["title"] == "Vertaald", "path language")
        want(s.ask("GET", "/events/1")[1]["title"] == EVENT["title"] == s.ask("GET", "/events/1?ml_language=fr")[1]["title"], "base")
        want(len(s.ask("GET", "/events?search=vertaald&ml_language=nl")[1]["events"]) == 1, "search in nl")
        want(s.ask("GET", "/events?search=vertaald")[1]["events"] == [], "search in base")
        for language in ("", "/nl", "/de", "/fr"):
            status, body, _ = s.ask("GET", "", base=language + BASE)
            want(status == 200 and body["_links"]["up"], "index")
            want(s.ask("GET", urlsplit(body["_links"]["up"][0]["href"]).path, base="")[0] == 200, "root")
        want(s.ask("GET", "?namespace=vendor/events/v1&context=view&ml_language=en")[0] == 200, "index parameters")
        want(s.ask("GET", "/doc?ml_language=de")[0] == 200, "doc")
        status, body, _ = s.ask("POST", "/events", None)
        want(status == 400, "empty body")
        s.connection.request("POST", BASE + "/tags", b"name=Caf%C3%A9+noir&description=", {"Content-Type": "application/x-www-form-urlencoded"})
        answer = s.connection.getresponse()
        want(answer.status == 201 and json.loads(answer.read())["name"] == "Café noir", "form")
        for raw, media in ((b"{", "application/json"), (b'{"name": NaN}', "application/json"), (b'{"name":"x"}', "text/plain"),
                           (b"[" * 100000, "application/json"), (b"\xff", "application/json")):
            s.connection.request("POST", BASE + "/tags", raw, {"Content-Type": media})
            answer = s.connection.getresponse()
            answer.read()
            want(400 <= answer.status < 500, raw[:9], media, answer.status)
        for kind in ("venues", "organizers", "categories", "tags", "events"):
            status, body, _ = s.ask("DELETE", f"/{kind}/{ids[kind]}")
            want(status == 200, "DELETE", kind, status, body)
            want(s.ask("GET", f"/{kind}/{ids[kind]}")[0] == 404 == s.ask("DELETE", f"/{kind}/{ids[kind]}")[0], "gone", kind)
            if kind in ("venues", "organizers", "events"):
                status, body, _ = s.ask("POST", f"/{kind}", {"title": "S l", "start_date": "2035-01-01", "end_date": "2035-01-01",
                                                             "venue": "S l", "organizer": "S l"} if kind != "events" else
                                        {"title": "S l", "start_date": "2035-01-01", "end_date": "2035-01-01"})
                want(status == 201 and body["id"] != ids[kind], "no ID twice", status, body)
                want(s.ask("DELETE", f"/{kind}/by-slug/s-l")[0] == 200 and s.ask("GET", f"/{kind}/{body['id']}")[0] == 404, "by slug", kind)
            if kind != "events":
                body = s.ask("GET", "/events/1")[1]
                relation = {"venues": "venue", "organizers": "organizer"}.get(kind, kind)
                want(body[relation] == [], "unlinked", body)
        want(s.ask("GET", f"/categories/{child['id']}")[1]["parent"] == 0, "child moved up")
        for i in range(25):
            s.ask("POST", "/events", {"title": f"E{i}", "start_date": "2035-01-01 10:00:00", "end_date": "2035-01-01 11:00:00"})
        pages = [[e["title"] for e in s.ask("GET", f"/events?page={p}")[1]["events"]] for p in (1, 2, 3, 4)]
        want([len(p) for p in pages] == [10, 10, 5, 0] and len(set(sum(pages, []))) == 25, "pages", pages)
        begun = time.time()
        for i in range(200):
            s.ask("GET", f"/events/{i % 20 + 2}")
        print(f"{200 / (time.time() - begun):.0f} requests a second (one client, on this machine as it is now)")
    with Server(USERS="1") as s:
        one = s.ask("POST", "/events", {**EVENT, "author": 2, "status": "draft"}, None, "author")
        want(one[0] == 201, "author makes", one)
        at = f"/events/{one[1]['id']}"
        want(s.ask("POST", "/events", EVENT, None, "author")[0] == 403, "author makes for others")
        want([s.ask("GET", at, user=u)[0] for u in (None, "reader", "author", "editor")] == [404, 404, 200, 200], "draft")
        want([len(s.ask("GET", "/events", user=u)[1]["events"]) for u in (None, "reader", "author", "editor")] == [0, 0, 1, 1], "list")
        want([s.ask("PATCH", at, {"status": "publish"}, user=u)[0] for u in (None, "reader", "author")] == [401, 403, 200], "patch")
        s.ask("PATCH", at, {"password": "pw"}, user="author")
        want([s.ask("GET", at + "?password=" + p)[0] for p in ("pw", "no")] == [200, 403], "password")
        want(s.ask("GET", "/events")[1]["events"][0]["description"] == "", "protected text in list")
        want(s.ask("GET", "/events?search=live")[1]["events"] == [], "protected text found")
        for kind, fields in (("venues", VENUE), ("organizers", ORGANIZER), ("categories", CATEGORY), ("tags", TAG)):
            fields = {k: v for k, v in fields.items() if k != "author"}
            want([s.ask("POST", f"/{kind}", fields, user=u)[0] for u in (None, "reader")] == [401, 403], "writes", kind)
            one = s.ask("POST", f"/{kind}", fields, user="editor")[1]
            want([s.ask(m, f"/{kind}/{one['id']}", {}, user="author")[0] for m in ("PUT", "DELETE")] == [403, 403], "not own", kind)
            want(s.ask("DELETE", f"/{kind}/{one['id']}", user="editor")[0] == 200, "editor deletes")
        want(s.ask("DELETE", at, user="author")[0] == 200, "author deletes")
        status, _, headers = s.ask("GET", "/events", headers={"Authorization": "Bearer x"})
        want(status == 401 and "www-authenticate" in headers, "401")
    return [f"FAIL smoke: {w}" for w in failed] or ["ok   smoke"]


def try_variant(variant):
    """Starts, answers every operation and keeps what it accepted, whatever the shape."""
    ident, wrong = variant["id"], []

    def want(held, *what):
        if not held:
            wrong.append(what)

    def ok(answer):
        return 200 <= answer[0] < 300

    with Server(VARIANT=ident) as s:
        want(ok(s.ask("GET", "")) and "up" in str(s.ask("GET", "")[1]), "index")
        want(ok(s.ask("GET", "/doc")), "doc")
        made = {}
        for kind, fields in (("venues", VENUE), ("organizers", ORGANIZER), ("categories", CATEGORY), ("tags", TAG), ("events", EVENT)):
            fields = dict(fields)
            if kind == "events":
                fields.update({r: [int(made[k])] for r, k in (("venue", "venues"), ("organizer", "organizers"),
                                                              ("categories", "categories"), ("tags", "tags"))})
            answer = s.ask("POST", f"/{kind}", fields)
            want(ok(answer), "POST", kind, answer)
            made[kind] = answer[2].get("location", "").rsplit("/", 1)[1]
            at = f"/{kind}/{made[kind]}"
            answer = s.ask("GET", at)
            want(ok(answer), "Location", kind, answer)
            slug = re.search(r"'slug': '([^']+)'", str(answer[1]))[1]
            name = {"events": "title", "venues": "venue", "organizers": "organizer"}.get(kind, "name")
            addresses = [at] + ([f"/{kind}/by-slug/{slug}"] if kind in ("events", "venues", "organizers") else [])
            for address in addresses:
                for method in ("PATCH", "POST", "PUT"):
                    answer = s.ask(method, address, {name: f"{method}ed", "description": "kept words"})
                    want(ok(answer), method, address, answer)
                    for again in addresses:
                        answer = s.ask("GET", again)
                        want(ok(answer) and f"{method}ed" in str(answer[1]) and "kept words" in str(answer[1]), "GET", again, answer)
                want(ok(s.ask("PATCH", address, {name: "Sur"})), address)
                want(ok(s.ask("PATCH", address + "?ml_language=fr", {name: "Traduit"})), address)
                want("Traduit" in str(s.ask("GET", address + "?ml_language=fr")[1]), "fr", address)
                want("Traduit" in str(s.ask("GET", address, base="/fr" + BASE)[1]), "/fr", address)
                want("Traduit" not in str(s.ask("GET", address + "?ml_language=en")[1]), "en", address)
            for query in ("", "?page=1&per_page=5", "?hide_empty=0" if kind in ("tags", "categories") else "?status=publish"):
                answer = s.ask("GET", f"/{kind}{query}")
                want(ok(answer) and ("Sur" in str(answer[1]) or kind in ("tags", "categories") and "hide_empty=0" not in query), "list", kind, query, answer)
            want(400 <= s.ask("POST", f"/{kind}", {})[0] < 500, "required")
            want(s.ask("GET", f"/{kind}/987654")[0] == 404, "404", kind)
            want(400 <= s.ask("GET", f"/{kind}?ml_language=xx")[0] < 500, "xx", kind)
        want("Sur" in str(s.ask("GET", "/tags")[1]), "a used tag is listed")
        for i in range(12):
            want(ok(s.ask("POST", "/events", {"title": f"E{i}.", "start_date": f"2036-01-{i + 1:02} 10:00:00", "end_date": "2036-02-01",
                                              "status": "publish", "slug": f"Slug {i}"})), "more")
        found = [set(re.findall(r"E[0-9]+\.", str(s.ask("GET", f"/events?page={p}")[1]))) for p in (1, 2, 3)]
        want(found[0] | found[1] == {f"E{i}." for i in range(12)} and not found[0] & found[1] and not found[2], "pages", found)
        wrong.extend(f"does not show: {check}" for check in SHOWN[ident](s, made, ok))
        for kind in ("events", "venues", "organizers", "categories", "tags"):
            answer = s.ask("DELETE", f"/{kind}/{made[kind]}")
            want(ok(answer), "DELETE", kind, answer)
            wanted = DELETES.get(ident, lambda a: a[0] == 200 and isinstance(a[1], dict))
            want(wanted(answer), "answer to DELETE", answer)
            answer = s.ask("GET", f"/{kind}/{made[kind]}")
            want(answer[0] == 404, "gone", kind, answer)
            answer = s.ask("GET", f"/{kind}?hide_empty=0")
            want(ok(answer) and "Sur" not in str(answer[1]), "not listed", kind, answer)
    with Server(VARIANT=ident, USERS="1") as s:
        want(s.ask("POST", "/tags", {"name": "x"})[0] == 401, "anonymous writes")
        want(ok(s.ask("POST", "/tags", {"name": "x"}, user="author")), "author writes")
        want(s.ask("GET", "/tags", headers={"Authorization": "Basic eDp5"})[0] == 401, "wrong credentials")
        want(s.ask("POST", "/tags", {"name": "x"}, user="reader")[0] == 403, "reader writes")
        want(s.ask("GET", "/tags", user="reader")[0] == 200, "reader reads")
        if ident == "login-wall":
            want([s.ask("GET", path)[0] for path in ("/events", "", "/doc")] == [401] * 3, "wall")
            times = {"start_date": "2036-01-01", "end_date": "2036-01-02"}
            s.ask("POST", "/events", {"title": "Pending", **times}, user="editor")
            s.ask("POST", "/events", {"title": "Locked", **times, "status": "publish"}, user="editor")
            want(ok(s.ask("PATCH", "/events/2", {"password": "pw"}, user="editor")), "password")
            want([s.ask("GET", p, user="reader")[0] for p in ("/events/1", "/events/2", "/events/2?password=pw")] == [403, 404, 200], "wall")
            want([len(s.ask("GET", "/events", user=u)[1]["events"]) for u in ("reader", "editor")] == [0, 2], "lists")
    with Server() as s:
        made = {}
        for kind, fields in (("venues", VENUE), ("organizers", ORGANIZER), ("categories", CATEGORY), ("tags", TAG), ("events", EVENT)):
            made[kind] = s.ask("POST", f"/{kind}", fields)[1]["id"]
        want(SHOWN[ident](s, made, ok), "the honest server shows it too")
    return f"FAIL {ident}: {wrong[:3]}" if wrong else f"ok   {ident}"


def lacks(*checks):
    """The checks that do not hold."""
    def run(s, made, ok):
        missed = []
        one = s.ask("GET", f"/events/{made['events']}")
        few = s.ask("GET", "/events")
        bad = s.ask("GET", "/events?ml_language=xx")
        for check in checks:
            try:
                held = eval(check, {"s": s, "made": made, "one": one[1], "few": few[1], "bad": bad[1], "one_": one, "few_": few, "bad_": bad})
            except Exception as error:
                held, check = False, f"{check} ({error!r})"
            if not held:
                missed.append(check)
        return missed
    return run


SHOWN = {
    "json-api": lacks("one['data']['attributes']['title'] == 'Sur'", "one['data']['relationships']['venue']['data'] == [{'type': 'venues', 'id': made['venues']}]",
                      "one_[2]['content-type'] == 'application/vnd.api+json'", "few['meta']['total'] == 13", "'page=2' in few['links']['next']",
                      "bad['errors'][0]['status'] == '422'", "s.ask('GET', '/events?per_page=61')[0] == 422", "int(made['events']) % 2"),
    "hal": lacks("one['_links']['self']['href'].endswith('/' + made['events'])", "one['_embedded']['tags'][0]['id'] == int(made['tags'])",
                 "few['totalItems'] == 13", "[e['title'] for e in few['_embedded']['events']][:2] == ['E11.', 'E10.']",
                 "'per_page=3' in s.ask('GET', '/events?per_page=3')[1]['_links']['next']['href']", "int(made['events']) >= 704",
                 "one_[2]['content-type'] == 'application/hal+json'", "s.ask('GET', '/events?per_page=500')[0] == 200"),
    "grouped": lacks("one['when']['start_date'] == '2035-05-10 10:00:15' and one['when']['all_day'] == 'yes'",
                     "one['related']['venue'] == [int(made['venues'])]", "few['events']['count'] == 13 and few['events']['shown'] == 10",
                     "s.ask('POST', '/venues', {'venue': 'Zaal x'})[1]['slug'].startswith('zaal-x.')", "s.ask('GET', '/venues')[1]['venues']['list'][-1]['place']['city'] == ''"),
    "all-languages": lacks("one['title'] == {'en': 'Sur', 'fr': 'Traduit'}", "s.ask('GET', f\"/events/{made['events']}?ml_language=fr\")[1]['title'] == 'Traduit'",
                           "few['result']['total'] == '13' and few['result']['rows'][0]['title'] == {'en': 'Sur', 'fr': 'Traduit'}", "set(bad['messages']) == {'nl', 'en', 'fr', 'de'}"),
    "terse": lacks("s.ask('POST', '/tags', {'name': 'n'})[:2] == (201, None)", "s.ask('PATCH', f\"/events/{made['events']}\", {})[1] == {'updated': int(made['events'])}",
                   "few['more'] is True and set(few) == {'entries', 'more'} and 'rel=\"next\"' in few_[2]['link']", "s.ask('GET', '/events?page=9')[:2] == (204, None)",
                   "s.ask('GET', '/events?per_page=26')[0] == 200", "'etag' not in one_[2]", "s.ask('OPTIONS', '/events')[1]['methods']"),
    "slug-rewriting": lacks("any(e['slug'] == 'slug-3' for e in few['events'])", "s.ask('GET', '/events/by-slug/SLUG%203')[1]['title'] == 'E3.'",
                            "s.ask('POST', '/events', {'title': 'x', 'start_date': '2036-01-01', 'end_date': '2036-01-02', 'slug': 'SLUG 3'})[1]['slug'] == 'slug-3-2'",
                            "one['permalink'].endswith(one['slug'] + '/')", "s.ask('POST', '/venues', {'venue': 'z'})[1]['slug'].startswith('20')", "int(made['events']) > 40000"),
    "login-wall": lacks("isinstance(bad, str) and bad_[2]['content-type'].startswith('text/plain')", "s.ask('POST', '/venues', {'venue': 'z'})[1]['status'] == 'pending'"),
    "zulu": lacks("one['start_date'] == '2035-05-10T14:00:15Z' and one['date'] == '2024-07-01T08:00:00Z'", "one['tags'] == [f\"/vendor/events/v1/tags/{made['tags']}\"]",
                  "few[0]['total'] == 13 and len(few[1]) == 10", "few[1][1]['cost'] == ''", "s.ask('GET', '/tags')[1][1][0]['taxonomy'] == 'tags'"),
}
DELETES = {
    "json-api": lambda a: a[0] == 200 and "deleted" in a[1]["meta"], "hal": lambda a: a[0] == 200 and a[1]["_links"]["collection"],
    "grouped": lambda a: a[:2] == (204, None), "terse": lambda a: a[:2] == (202, {"state": "deleted"}),
    "login-wall": lambda a: a[0] == 200 and a[1]["deleted_at"], "zulu": lambda a: a[:2] == (200, True),
}


def main():
    chosen = sys.argv[1:]
    assert [b["id"] for b in BUGS] == [b["id"] for b in load("bugs.json")]
    assert len(BUGS) == 60 and len({b["id"] for b in BUGS}) == 60 and len(VARIANTS) == 8
    lines = []
    if not chosen or "smoke" in chosen:
        lines += smoke()
        print("\n".join(lines), flush=True)
    jobs = [(try_bug, b) for b in BUGS if not chosen or b["id"] in chosen or "bugs" in chosen]
    jobs += [(try_variant, v) for v in VARIANTS if not chosen or v["id"] in chosen or "variants" in chosen]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for line in pool.map(lambda job: job[0](job[1]), jobs):
            print(line, flush=True)
            lines.append(line)
    failed = [line for line in lines if line.startswith("FAIL")]
    print(f"{len(lines) - len(failed)} passed, {len(failed)} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
