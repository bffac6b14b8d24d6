"""Runs the requests of every bug on the honest server and on the faulty one.

Honest: every check holds. Faulty: at least one check fails and an answer differs.
Then runs every variant once against checks that any conforming server meets.
"""
import base64
import http.client
import json
import os
import re
import subprocess
import sys
import time
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
NS = "/vendor/events/v1"
PORT = 18712
YEAR = time.strftime("%Y")  # dates the service itself sets


class Server:
    def __init__(self, bug=None, variant=None, users=False):
        env = {k: v for k, v in os.environ.items() if k not in ("BUG", "VARIANT", "USERS")}
        env["PORT"] = str(PORT)
        if bug:
            env["BUG"] = bug
        if variant:
            env["VARIANT"] = variant
        if users:
            env["USERS"] = "1"
        self.process = subprocess.Popen(json.load(open(f"{HERE}/run.json"))["command"], cwd=HERE, env=env,
                                        stdout=subprocess.PIPE, text=True)
        assert "listening" in self.process.stdout.readline()
        self.conn = http.client.HTTPConnection("127.0.0.1", PORT, timeout=10)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.conn.close()
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()

    def call(self, method, path, body=None, headers=None):
        self.conn.request(method, path, body, headers or {})
        r = self.conn.getresponse()
        raw = r.read()
        try:
            data = json.loads(raw) if raw else None
        except ValueError:
            data = raw
        return r.status, {k.lower(): v for k, v in r.getheaders()}, data


def fill(value, saved):
    """$name is the saved ID; $name.slugq the quoted slug, $name.etag the ETag."""
    if isinstance(value, dict):
        return {k: fill(v, saved) for k, v in value.items()}
    if isinstance(value, list):
        return [fill(v, saved) for v in value]
    if not isinstance(value, str):
        return value
    whole = re.fullmatch(r"\$([a-z]\w*)", value)
    if whole:
        return saved[whole.group(1)]["id"]
    return re.sub(r"\$([a-z]\w*)(?:\.(\w+))?", lambda m: str(saved[m.group(1)][m.group(2) or "id"]), value)


def run(server, show):
    """([answers without volatile parts], [failed checks])"""
    saved, answers, failed = {}, [], []
    for n, s in enumerate(show):
        method, path = fill(s["do"], saved).split(" ", 1)
        prefix = ""
        if path.startswith("@"):
            prefix, path = "/" + path[1:3], path[3:]
        headers, body = dict(fill(s.get("headers", {}), saved)), None
        if "json" in s:
            body = json.dumps(fill(s["json"], saved)).encode()
            headers["Content-Type"] = "application/json"
        if "user" in s:
            headers["Authorization"] = "Basic " + base64.b64encode(f"{s['user']}:{s['user']}".encode()).decode()
        status, heads, data = server.call(method, prefix + NS + path, body, headers)
        items = next((v for v in data.values() if isinstance(v, list)), []) if isinstance(data, dict) else data
        if not isinstance(items, list):
            items = []
        if "save" in s and isinstance(data, dict):
            saved[s["save"]] = {"id": data.get("id"), "etag": heads.get("etag"), "slugq": quote(data.get("slug") or "")}
        names = {k: v["id"] for k, v in saved.items()}
        names.update(status=status, body=data, headers=heads, items=items,
                     ids=[i.get("id") for i in items if isinstance(i, dict)])
        for check in s["check"]:
            try:
                ok = eval(check, {"__builtins__": {"len": len, "set": set}}, names)
            except Exception as exc:
                ok, check = False, f"{check} ({exc!r})"
            if not ok:
                failed.append(f"step {n} {s['do']}: {check} [status {status}]")
        text = re.sub(rf'"(modified|modified_utc|date|date_utc)": "{YEAR}-[^"]*"', r'"\1": ""', json.dumps(data))
        answers.append((status, "www-authenticate" in heads, text))
    return answers, failed


def conformance(server, name):
    """Requests whose outcome no variant may change."""
    problems = []

    def want(ok, what):
        if not ok:
            problems.append(what)

    def send(method, path, body=None):
        return server.call(method, path, None if body is None else json.dumps(body).encode(),
                           {"Content-Type": "application/json"} if body is not None else {})

    def ids(data, kind):
        return [int(i["id"]) for i in (data if isinstance(data, list) else data[kind])]

    s, h, d = send("GET", NS)
    want(s == 200 and d["_links"]["up"][0]["href"] == f"http://127.0.0.1:{PORT}/", "up link")
    want(send("GET", NS + "/doc")[0] == 200, "doc")
    for prefix in ("", "/nl", "/de", "/fr"):
        want(send("GET", prefix + NS + "/events")[0] == 200, "prefix " + prefix)
    made = {}
    for kind, title in (("venues", "venue"), ("organizers", "organizer"), ("categories", "name"), ("tags", "name")):
        s, h, d = send("POST", f"{NS}/{kind}", {title: "One of " + kind, "description": "Text"})
        want(s == 201 and d[title] == "One of " + kind, "create " + kind)
        made[kind] = int(d["id"])
        want(send("POST", f"{NS}/{kind}", {"description": "x"})[0] == 400, "required " + kind)
        want(send("GET", f"{NS}/{kind}/{made[kind]}")[0] == 200, "read " + kind)
        want(send("GET", f"{NS}/{kind}/999999")[0] == 404, "unknown " + kind)
        for method in ("POST", "PUT", "PATCH"):
            s, h, d = send(method, f"{NS}/{kind}/{made[kind]}", {title: method + " " + kind})
            want(s == 200 and d[title] == method + " " + kind, f"{method} {kind}")
        s, h, d = send("GET", f"{NS}/{kind}?hide_empty=0")
        want(made[kind] in ids(d, kind), "list " + kind)
    events = []
    for n in range(12):
        s, h, d = send("POST", NS + "/events", {
            "title": f"Event {n}", "start_date": f"2030-05-01 {n + 8:02d}:00:00", "end_date": "2030-05-01 22:00:00",
            "venue": [made["venues"]], "organizer": [made["organizers"]],
            "categories": [made["categories"]], "tags": [made["tags"]]})
        want(s == 201, "create event")
        events.append(int(d["id"]))
    day = "start_date=2030-05-01&end_date=2030-05-01"
    want(ids(send("GET", f"{NS}/events?{day}")[2], "events") == events[:10], "first page")
    want(ids(send("GET", f"{NS}/events?{day}&page=2")[2], "events") == events[10:], "second page")
    for rel, kind in (("venue", "venues"), ("organizer", "organizers"), ("categories", "categories"), ("tags", "tags")):
        want(ids(send("GET", f"{NS}/events?{day}&per_page=50&{rel}={made[kind]}")[2], "events") == events, "filter " + rel)
        want(ids(send("GET", f"{NS}/{kind}?event={events[0]}")[2], kind) == [made[kind]], "event filter " + kind)
    want(len(ids(send("GET", f"{NS}/events?include={events[0]},{events[1]}")[2], "events")) == 2, "include")
    s, h, d = send("GET", f"{NS}/events/{events[0]}")
    slug = quote(d["slug"])
    want(d["start_date"] == "2030-05-01 08:00:00" and d["website"] is None and d["all_day"] is False, "fields")
    want(int(send("GET", f"{NS}/events/by-slug/{slug}")[2]["id"]) == events[0], "by slug")
    for method in ("POST", "PUT", "PATCH"):
        s, h, d = send(method, f"{NS}/events/by-slug/{slug}", {"excerpt": method})
        want(s == 200 and d["excerpt"] == method and d["title"] == "Event 0", method + " by slug")
    want(send("GET", f"{NS}/events?ml_language=xx")[0] == 400, "language")
    want(send("HEAD", f"{NS}/events/{events[0]}")[0] == 200, "HEAD")
    want(send("DELETE", f"{NS}/events/by-slug/{slug}")[0] == 200, "delete by slug")
    want(send("GET", f"{NS}/events/by-slug/{slug}")[0] == 404, "gone by slug")
    want(events[0] not in ids(send("GET", f"{NS}/events?{day}&per_page=50")[2], "events"), "gone from list")
    for kind in made:
        want(send("DELETE", f"{NS}/{kind}/{made[kind]}")[0] == 200, "delete " + kind)
    s, h, d = send("GET", f"{NS}/events/{events[1]}")
    want(all(d[r] == [] for r in ("venue", "organizer", "categories", "tags")), "references gone")
    # what is particular to each variant
    special = {
        "bare-array": lambda: isinstance(send("GET", NS + "/tags")[2], list),
        "string-ids": lambda: isinstance(send("GET", f"{NS}/events/{events[1]}")[2]["id"], str),
        "soft-delete": lambda: send("GET", f"{NS}/events/{events[0]}")[2].get("status") == "trash"
        and send("DELETE", f"{NS}/events/{events[0]}")[0] == 410,
        "put-replaces": lambda: send("PATCH", f"{NS}/events/{events[1]}", {"excerpt": "x"})[2]["excerpt"] == "x"
        and send("PUT", f"{NS}/events/{events[1]}", {"title": "y"})[2]["excerpt"] == "",
        "strict-validation": lambda: send("PATCH", f"{NS}/events/{events[1]}", {"nonsense": 1})[0] == 400,
        "no-window": lambda: len(ids(send("GET", NS + "/events?per_page=50")[2], "events")) == 11,
        "on-the-day": lambda: ids(send("GET", NS + "/events?start_date=2030-04-30")[2], "events") == [],
        "language-records": lambda: ids(send("GET", f"/nl{NS}/events?{day}")[2], "events") == [],
    }
    for variant, test in special.items():
        want(test() == (variant == name), f"{variant} shows" if variant == name else f"{variant} shows in {name}")
    return problems


def main():
    bugs = json.load(open(f"{HERE}/bugs.json"))
    variants = json.load(open(f"{HERE}/variants.json"))
    bad = 0
    for b in bugs:
        if len(sys.argv) > 1 and b["id"] not in sys.argv[1:]:
            continue
        with Server(users=b.get("users", False)) as s:
            honest, wrong = run(s, b["show"])
        with Server(bug=b["id"], users=b.get("users", False)) as s:
            faulty, seen = run(s, b["show"])
        ok = not wrong and seen and honest != faulty
        bad += not ok
        print("ok  " if ok else "BAD ", b["id"], "" if ok else {"honest": wrong, "faulty": seen}, flush=True)
    for name in [None] + [v["id"] for v in variants]:
        if len(sys.argv) > 1:
            break
        with Server(variant=name) as s:
            problems = conformance(s, name)
        bad += bool(problems)
        print("BAD " if problems else "ok  ", "variant", name, problems or "", flush=True)
    print(f"{len(bugs)} bugs, {len(variants)} variants, {bad} bad")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
