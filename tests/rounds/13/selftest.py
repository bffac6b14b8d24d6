#!/usr/bin/env python3
"""Runs the `show` steps of bugs.json: all checks hold without a switch, at least one fails with the bug;
then each variant takes create, read, update, list, delete of each kind.

Steps: "do" is "METHOD /path" below /vendor/events/v1 (or an absolute path that contains /vendor/);
"save": "a" keeps the id of the body as $a (also ${a}) and the ETag of the answer as $a_etag;
steps with "as" are sent with that login, and a bug with such steps runs with USERS=1."""
import base64, http.client, json, os, re, subprocess, sys
from urllib.parse import quote, urljoin, urlsplit

HERE = os.path.dirname(os.path.abspath(__file__))
NS = "/vendor/events/v1"
PORT = [18950]


class Service:
    def __init__(self, **env):
        PORT[0] += 1
        self.port = PORT[0]
        full = {k: v for k, v in os.environ.items() if k not in ("BUG", "VARIANT", "USERS")}
        full.update(env, PORT=str(self.port))
        command = json.load(open(os.path.join(HERE, "run.json")))["command"]
        self.errors = open("/tmp/r13/selftest.err", "a")
        self.process = subprocess.Popen(command, cwd=HERE, env=full, stdout=subprocess.PIPE, stderr=self.errors, text=True)
        line = self.process.stdout.readline()
        assert "listening" in line, line
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()

    def request(self, method, path, data=None, headers=None, login=None, follow=True):
        headers = dict(headers or {})
        payload = None
        if data is not None:
            payload = json.dumps(data).encode()
            headers.setdefault("Content-Type", "application/json")
        if login:
            headers["Authorization"] = "Basic " + base64.b64encode(f"{login}:{login}".encode()).decode()
        if "/vendor/" not in path:
            path = NS + path
        self.connection.request(method, quote(path, safe="%/?&=,:[]+"), payload, headers)
        answer = self.connection.getresponse()
        raw = answer.read()
        head = {k.lower(): v for k, v in answer.getheaders()}
        if follow and answer.status in (301, 303, 307, 308):
            parts = urlsplit(urljoin(f"http://127.0.0.1:{self.port}{path}", head["location"]))
            target = parts.path + ("?" + parts.query if parts.query else "")
            method, data = ("GET", None) if answer.status == 303 else (method, data)
            return self.request(method, target, data, headers, None, follow)
        try:
            body = json.loads(raw) if raw else None
        except ValueError:
            body = None
        return answer.status, body, head


def fill(value, saved):
    if isinstance(value, dict):
        return {k: fill(v, saved) for k, v in value.items()}
    if isinstance(value, list):
        return [fill(v, saved) for v in value]
    if not isinstance(value, str):
        return value
    if re.fullmatch(r"\$\w+", value) and value[1:] in saved:
        return saved[value[1:]]
    return re.sub(r"\$\{(\w+)\}|\$(\w+)", lambda m: str(saved.get(m[1] or m[2], m[0])), value)


def failures(service, steps):
    saved, failed = {}, []
    for step in steps:
        method, path = fill(step["do"], saved).split(" ", 1)
        status, body, headers = service.request(method, path, fill(step.get("json"), saved), fill(step.get("headers"), saved), step.get("as"))
        if "save" in step:
            if isinstance(body, dict) and "id" in body:
                saved[step["save"]] = body["id"]
            saved[step["save"] + "_etag"] = headers.get("etag", "")
        for check in step.get("check", []):
            try:
                good = eval(fill(check, saved) if not re.fullmatch(r"\$\w+", check) else check, {"status": status, "body": body, "headers": headers})
            except Exception as error:
                good = False
                check += f" [{error!r}]"
            if not good:
                failed.append(f"{step['do']}: {check} (status {status})")
    return failed


def environment(bug):
    return {"USERS": "1"} if any("as" in step for step in bug["show"]) else {}


def crud(service):
    """Create, read, update, list and delete every kind without asking for one particular form."""
    failed = []
    new = {"events": {"title": "Fair", "start_date": "2027-05-04 10:00:00", "end_date": "2027-05-04 12:00:00"},
           "venues": {"venue": "Hall"}, "organizers": {"organizer": "Club"}, "categories": {"name": "Music"}, "tags": {"name": "Free"}}
    for kind, data in new.items():
        def need(what, good):
            if not good:
                failed.append(f"{kind}: {what}")
        status, body, headers = service.request("POST", f"/{kind}", data)
        need("create", status in (200, 201))
        item = urlsplit(headers["location"]).path
        need("read", service.request("GET", item)[0] == 200)
        for method in ("POST", "PUT", "PATCH"):
            need(method, service.request(method, item, {**data, "description": f"words of {method}"})[0] in (200, 204))
            need(method + " kept", f"words of {method}" in json.dumps(service.request("GET", item)[1]))
        status, body, _ = service.request("GET", f"/{kind}?per_page=5" + ("&hide_empty=0" if kind in ("categories", "tags") else "&search=words"))
        number = item.rsplit("/", 1)[1]
        need("list", status == 200 and re.search(r'"id": "?%s\b' % number, json.dumps(body)))
        if kind not in ("categories", "tags"):
            slug = re.search(r'"slug": "([^"]+)"', json.dumps(service.request("GET", item)[1]))[1]
            need("by slug", service.request("GET", f"/{kind}/by-slug/{slug}")[0] == 200)
            need("update by slug", service.request("PATCH", f"/{kind}/by-slug/{slug}", {"description": "once more"})[0] in (200, 204))
            need("update by slug kept", "once more" in json.dumps(service.request("GET", item)[1]))
            need("language", service.request("GET", f"/fr{NS}/{kind}/by-slug/{slug}")[0] == 200)
        need("delete", service.request("DELETE", item)[0] in (200, 204))
        status, body, _ = service.request("GET", f"/{kind}" + ("?hide_empty=0" if kind in ("categories", "tags") else ""))
        need("gone from the list", status == 200 and not re.search(r'"id": "?%s\b' % number, json.dumps(body)))
    return failed


def main():
    bugs = json.load(open(os.path.join(HERE, "bugs.json")))
    variants = json.load(open(os.path.join(HERE, "variants.json")))
    only = sys.argv[1:]
    wrong = 0
    for bug in bugs:
        if only and bug["id"] not in only:
            continue
        with Service(**environment(bug)) as honest:
            failed = failures(honest, bug["show"])
        if failed:
            wrong += 1
            print("HONEST FAILS", bug["id"], failed)
        with Service(BUG=bug["id"], **environment(bug)) as buggy:
            failed = failures(buggy, bug["show"])
        if not failed:
            wrong += 1
            print("BUG NOT SHOWN", bug["id"])
        elif os.environ.get("VERBOSE"):
            print(bug["id"], failed)
    for variant in [{"id": None}] + variants:
        if only and variant["id"] not in only:
            continue
        with Service(**({"VARIANT": variant["id"]} if variant["id"] else {})) as service:
            failed = crud(service)
        if failed:
            wrong += 1
            print("VARIANT FAILS", variant["id"], failed)
    print(f"{len(bugs)} bugs, {len(variants)} variants: " + ("all pass" if not wrong else f"{wrong} wrong"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
