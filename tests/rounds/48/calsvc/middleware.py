"""ASGI layers around Litestar (language segment, methods, ETag/HEAD) and Basic authentication inside it."""
import base64
import hashlib
import re
from typing import Any

from litestar.connection import ASGIConnection
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from .config import NS, PATH_LANGUAGES, USERS, bug
from .context import ACCOUNTS, User
from .errors import ApiError, error_body

ITEM = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
LIST = ("GET", "HEAD", "POST", "OPTIONS")
READ = ("GET", "HEAD", "OPTIONS")
ROUTES = [
    (re.compile(rf"/{NS}/(events|venues|organizers|categories|tags)/?"), LIST),
    (re.compile(rf"/{NS}/(events|venues|organizers|categories|tags)/\d+/?", re.ASCII), ITEM),
    (re.compile(rf"/{NS}/(events|venues|organizers)/by-slug/[^/]+/?"), ITEM),
    (re.compile(rf"/|/{NS}/?|/{NS}/doc/?"), READ),
]


def etag_of(body: bytes) -> str:
    return f'"{hashlib.sha1(body).hexdigest()[:20]}"'


def etags_match(header: str, etag: str, weak: bool) -> bool:
    if header.strip() == "*":
        return True
    found = re.findall(r'(W/)?("[^"]*")', header)
    return any(tag == etag and (weak or not prefix) for prefix, tag in found)


class LanguagePath:
    """/nl/vendor/... is /vendor/... in Dutch."""

    def __init__(self, app: Any):
        self.app = app

    async def __call__(self, scope: dict, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope = dict(scope, site_lang=None, shown_path=scope["path"])
            first, _, rest = scope["path"].lstrip("/").partition("/")
            if first in PATH_LANGUAGES:
                raw = (scope.get("raw_path") or scope["path"].encode()).decode("latin-1").split("/", 2)
                scope.update(site_lang=first, path=f"/{rest}", raw_path=("/" + (raw[2] if len(raw) > 2 else "")).encode("latin-1"))
        await self.app(scope, receive, send)


class Methods:
    """OPTIONS, and 405 with Allow, for the addresses of the interface."""

    def __init__(self, app: Any):
        self.app = app

    async def __call__(self, scope: dict, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            allowed = next((m for pattern, m in ROUTES if pattern.fullmatch(scope["path"])), None)
            if allowed and (scope["method"] == "OPTIONS" or scope["method"] not in allowed):
                wrong = scope["method"] != "OPTIONS"
                body, media = error_body(405, "Method not allowed") if wrong else (b"", "")
                headers = [(b"allow", ", ".join(allowed).encode()), (b"content-length", str(len(body)).encode())]
                if wrong:
                    headers.append((b"content-type", media.encode()))
                status = 405 if wrong else 204
                if not wrong:
                    headers.pop(1)
                await send({"type": "http.response.start", "status": status, "headers": headers})
                await send({"type": "http.response.body", "body": body})
                return
        await self.app(scope, receive, send)


class Conditional:
    """HEAD as GET without body; ETag and If-None-Match on every JSON read."""

    def __init__(self, app: Any):
        self.app = app

    async def __call__(self, scope: dict, receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            return await self.app(scope, receive, send)
        head = scope["method"] == "HEAD"
        wanted = dict(scope["headers"]).get(b"if-none-match", b"").decode("latin-1")
        start, chunks = {}, []

        async def collect(message: dict) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            elif message["type"] == "http.response.body":
                chunks.append(message.get("body", b""))

        await self.app(dict(scope, method="GET"), receive, collect)
        body, status = b"".join(chunks), start.get("status", 500)
        headers = [(k, v) for k, v in start.get("headers", []) if k.lower() != b"content-length"]
        if status == 200:
            etag = next((v.decode() for k, v in headers if k.lower() == b"etag"), None)
            if etag is None:
                etag = etag_of(body)
                headers.append((b"etag", etag.encode()))
            headers.append((b"cache-control", b"no-cache"))
            if wanted and etags_match(wanted, etag, weak=True):
                headers = [(k, v) for k, v in headers if k.lower() not in (b"content-type",)]
                await send({"type": "http.response.start", "status": 304, "headers": headers})
                await send({"type": "http.response.body", "body": b""})
                return
        length = len(body)
        if head and bug("ht-head-length") and re.fullmatch(rf"/{NS}/\w+/?", scope["path"]):
            length = 0
        headers.append((b"content-length", str(length).encode()))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if head else body})


class BasicAuth(AbstractAuthenticationMiddleware):
    async def authenticate_request(self, connection: ASGIConnection) -> AuthenticationResult:
        header = connection.headers.get("authorization")
        if not USERS or header is None:
            return AuthenticationResult(user=None, auth=None)
        return AuthenticationResult(user=self._user(header), auth="basic")

    @staticmethod
    def _user(header: str) -> User:
        scheme, _, value = header.partition(" ")
        try:
            name, _, password = base64.b64decode(value.strip(), validate=True).decode().partition(":")
        except ValueError:
            name = password = ""
        if scheme.lower() != "basic" or name not in ACCOUNTS or password != name:
            raise ApiError(401, "Unknown credentials")
        return ACCOUNTS[name]
