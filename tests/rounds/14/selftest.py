import base64
import http.client
import json
import os
import re
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
NS = "/vendor/events/v1"
RUN = json.load(open(os.path.join(HERE, "run.json")))["command"]


class Server:
    def __init__(self, bug="", variant="", users=False):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        env = dict(os.environ, PORT=str(self.port), BUG=bug, VARIANT=variant, USERS="1" if users else "")
        self.p = subprocess.Popen(RUN, cwd=HERE, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        while True:
            line = self.p.stdout.readline()
            if not line:
                raise RuntimeError("did not start")
            if "listening" in line:
                break
        self.c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)

    def __enter__(self):
        return self

    def __exit__(self, *a):
        self.c.close()
        self.p.terminate()
        self.p.wait()

    def call(self, method, path, js=None, headers=None, as_=None):
        if re.match(r"/(events|venues|organizers|categories|tags|doc)\b", path):
            path = NS + path
        h = dict(headers or {})
        body = None
        if js is not None:
            body = json.dumps(js).encode()
            h["Content-Type"] = "application/json"
        if as_:
            h["Authorization"] = "Basic " + base64.b64encode(f"{as_}:{as_}".encode()).decode()
        self.c.request(method, path, body, h)
        r = self.c.getresponse()
        raw = r.read()
        try:
            data = json.loads(raw) if raw else None
        except ValueError:
            data = raw
        return r.status, data, dict(r.getheaders())


REF = re.compile(r"\$(\w+?)\.(\w+)")


def fill(x, S):
    if isinstance(x, dict):
        return {k: fill(v, S) for k, v in x.items()}
    if isinstance(x, list):
        return [fill(v, S) for v in x]
    if isinstance(x, str):
        m = REF.fullmatch(x)
        if m and m.group(1) in S:
            return S[m.group(1)][m.group(2)]
        return REF.sub(lambda m: str(S[m.group(1)][m.group(2)]) if m.group(1) in S else m.group(0), x)
    return x


def play(srv, show):
    """None when every check holds, else what failed."""
    S = {}
    for i, step in enumerate(show):
        try:
            method, path = fill(step["do"], S).split(" ", 1)
            status, body, headers = srv.call(method, path, fill(step.get("json"), S), fill(step.get("headers"), S), step.get("as"))
            if "save" in step:
                S[step["save"]], S[step["save"] + "_headers"] = body, headers
        except Exception as e:
            return "step %d: %r" % (i, e)
        for c in step.get("check", []):
            try:
                ok = eval(re.sub(r"\$(\w+)", r"S['\1']", c), {"S": S, "status": status, "body": body, "headers": headers})
            except Exception as e:
                ok = False
                c += " (%r)" % e
            if not ok:
                return "step %d of %d: %s: status %s, %s" % (i + 1, len(show), c, status, str(body)[:150])
    return None


def one_bug(b):
    u = bool(b.get("users"))
    with Server(users=u) as s:
        honest = play(s, b["show"])
    with Server(bug=b["id"], users=u) as s:
        broken = play(s, b["show"])
    last = broken and broken.startswith("step %d of" % len(b["show"]))
    return b["id"], honest, broken, last


def one_variant(v):
    bad = []
    for users in (False, True):
        with Server(variant=v["id"], users=users) as s:
            who = "editor" if users else None
            made = {}
            for kind, js in (("venues", {"venue": "Hall"}), ("organizers", {"organizer": "Org", "email": "a@b.org"}), ("categories", {"name": "Cat"}),
                             ("tags", {"name": "Tag"})):
                st, body, h = s.call("POST", "/" + kind, js, None, who)
                if st not in (200, 201):
                    bad.append((kind, st, body))
                    continue
                d = body.get("data") or body.get(kind[:-1] if kind != "categories" else "category") or body
                d = d if isinstance(d, dict) else body
                made[kind] = int(next(d[k] for k in ("id", "ID", "event_id") if k in d))
            ev = {"title": "Fête", "start_date": "2031-05-01 10:00:00", "end_date": "2031-05-01 12:00:00", "status": "publish",
                  "venue": [made["venues"]], "organizer": [made["organizers"]], "categories": [made["categories"]], "tags": [made["tags"]],
                  "all_day": True, "cost": "10"}
            st, body, h = s.call("POST", "/events", ev, None, who)
            if st not in (200, 201):
                bad.append(("events", st, body))
            for path in ("/events", "/events?categories=%d&search=f" % made["categories"], "/venues", "/organizers", "/categories", "/tags",
                         "/venues?has_events=true", "/nl/vendor/events/v1/events", "/doc", NS, "/events?ml_language=de"):
                st, body, h = s.call("GET", path, None, None, who)
                if st != 200 or (path == "/events" and "10:00:00" not in json.dumps(body) and "08:00:00" not in json.dumps(body) and "00:00:00" not in json.dumps(body)):
                    bad.append((path, st, str(body)[:200]))
            vid = made["venues"]
            for m in ("PUT", "PATCH", "POST"):
                st, body, h = s.call(m, "/venues/%d" % vid, {"city": "Gent"}, None, who)
                if st not in (200, 204):
                    bad.append((m, st, body))
            st, body, h = s.call("GET", "/venues/%d" % vid, None, None, who)
            if "Gent" not in json.dumps(body):
                bad.append(("venue", st, body))
            o = s.call("POST", "/tags", {"name": "Spare"}, None, who)[1]
            o = o.get("data") or o.get("tag") or o
            tid = int(next(o[k] for k in ("id", "ID", "event_id") if k in o))
            st, body, h = s.call("DELETE", "/tags/%d" % tid, None, None, who)
            if st not in (200, 204) or s.call("GET", "/tags/%d" % tid, None, None, who)[0] not in (404, 410):
                bad.append(("delete", st, body))
            if s.call("POST", "/events", {"title": "x"}, None, who)[0] not in (400, 422):
                bad.append("validation")
    return v["id"], bad


def main():
    bugs = json.load(open(os.path.join(HERE, "bugs.json")))
    variants = json.load(open(os.path.join(HERE, "variants.json")))
    wrong = 0
    if len({b["id"] for b in bugs}) != len(bugs):
        print("ids are not unique")
        wrong += 1
    code = "".join(open(os.path.join(HERE, "calapp", f)).read() for f in os.listdir(os.path.join(HERE, "calapp")) if f.endswith(".py"))
    extra = set(re.findall(r'bug\("([a-z0-9-]+)"\)', code)) ^ {b["id"] for b in bugs}
    if extra:
        print("switches and bugs.json differ:", sorted(extra))
    with ThreadPoolExecutor(max(2, min(8, os.cpu_count() or 2))) as ex:
        for id, honest, broken, last in ex.map(one_bug, bugs):
            if honest:
                print("HONEST FAILS", id, honest)
            if not broken:
                print("INVISIBLE", id)
            if broken and not last and not honest:
                print("note: fails early", id, broken)
            wrong += bool(honest or not broken)
        for id, bad in ex.map(one_variant, variants):
            if bad:
                print("VARIANT", id, bad)
                wrong += 1
    print("%d bugs (%d with users), %d variants: %s" % (len(bugs), sum(bool(b.get("users")) for b in bugs), len(variants),
                                                         "all right" if not wrong else "%d wrong" % wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
