"""A small threaded HTTP/1.1 server: persistent connections, chunked bodies, 100-continue."""
import email.utils
import socket
import threading
from urllib.parse import urlsplit

MAX_HEAD = 64 * 1024
MAX_BODY = 8 * 1024 * 1024
REASONS = {100: "Continue", 200: "OK", 201: "Created", 204: "No Content", 304: "Not Modified",
           400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
           405: "Method Not Allowed", 409: "Conflict", 410: "Gone", 412: "Precondition Failed",
           413: "Content Too Large", 415: "Unsupported Media Type", 431: "Header Fields Too Large",
           500: "Internal Server Error", 501: "Not Implemented", 505: "Version Not Supported"}


class BadRequest(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


class Headers:
    """Case-insensitive request headers; repeated ones are joined with a comma."""

    def __init__(self):
        self._items = {}

    def add(self, name, value):
        key = name.lower()
        self._items[key] = f"{self._items[key]}, {value}" if key in self._items else value

    def get(self, name, default=None):
        return self._items.get(name.lower(), default)


class Request:
    def __init__(self, method, target, version, headers, body):
        self.method = method
        try:
            parts = urlsplit(target)
        except ValueError:
            raise BadRequest(400, "malformed request target")
        self.path = parts.path or "/"
        self.query = parts.query
        self.version = version
        self.headers = headers
        self.body = body


class Response:
    def __init__(self, status, body=b"", headers=None):
        self.status = status
        self.body = body
        self.headers = dict(headers or {})


class Connection:
    def __init__(self, sock, app):
        self.sock = sock
        self.app = app
        self.buffer = sock.makefile("rb")

    def serve(self):
        try:
            while self.serve_one():
                pass
        except (ConnectionError, TimeoutError, OSError):
            pass
        finally:
            self.buffer.close()
            self.sock.close()

    def serve_one(self) -> bool:
        try:
            request = self.read_request()
        except BadRequest as exc:
            self.write(Response(exc.status, str(exc).encode(), {"Content-Type": "text/plain"}),
                       head=False, close=True)
            return False
        if request is None:
            return False
        connection = (request.headers.get("Connection") or "").lower()
        close = "close" in connection or (request.version == "HTTP/1.0" and "keep-alive" not in connection)
        response = self.app(request)
        self.write(response, head=request.method == "HEAD", close=close)
        return not close

    def read_request(self):
        line = self.buffer.readline(MAX_HEAD)
        while line in (b"\r\n", b"\n"):
            line = self.buffer.readline(MAX_HEAD)
        if not line:
            return None
        try:
            method, target, version = line.decode("latin-1").split()
        except ValueError:
            raise BadRequest(400, "malformed request line")
        if version not in ("HTTP/1.1", "HTTP/1.0"):
            raise BadRequest(505, "HTTP version not supported")
        headers, size = Headers(), 0
        while True:
            line = self.buffer.readline(MAX_HEAD)
            size += len(line)
            if size > MAX_HEAD:
                raise BadRequest(431, "header section too large")
            if line in (b"\r\n", b"\n"):
                break
            name, sep, value = line.decode("latin-1").partition(":")
            if not sep or not name or name != name.strip():
                raise BadRequest(400, "malformed header field")
            headers.add(name, value.strip())
        if version == "HTTP/1.1" and headers.get("Host") is None:
            raise BadRequest(400, "missing Host header")
        return Request(method, target, version, headers, self.read_body(headers))

    def read_body(self, headers):
        coding = headers.get("Transfer-Encoding")
        length = headers.get("Content-Length")
        if coding is None and length is None:
            return b""
        if (headers.get("Expect") or "").lower() == "100-continue":
            self.sock.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        if coding is not None:
            if coding.lower() != "chunked":
                raise BadRequest(501, "transfer coding not supported")
            return self.read_chunks()
        if not length.isdigit():
            raise BadRequest(400, "invalid Content-Length")
        if int(length) > MAX_BODY:
            raise BadRequest(413, "body too large")
        body = self.buffer.read(int(length))
        if len(body) < int(length):
            raise ConnectionError
        return body

    def read_chunks(self):
        chunks, total = [], 0
        while True:
            try:
                size = int(self.buffer.readline(1024).split(b";")[0].strip(), 16)
            except ValueError:
                raise BadRequest(400, "malformed chunk")
            if size == 0:
                break
            total += size
            if total > MAX_BODY:
                raise BadRequest(413, "body too large")
            chunks.append(self.buffer.read(size))
            self.buffer.readline(8)
        while self.buffer.readline(MAX_HEAD) not in (b"\r\n", b"\n", b""):
            pass
        return b"".join(chunks)

    def write(self, response, head, close):
        headers = {"Date": email.utils.formatdate(usegmt=True), **response.headers}
        if response.status not in (204, 304):
            headers["Content-Length"] = str(len(response.body))
        if close:
            headers["Connection"] = "close"
        lines = [f"HTTP/1.1 {response.status} {REASONS.get(response.status, 'Status')}"]
        lines += [f"{k}: {v}" for k, v in headers.items()]
        data = ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace")
        if not head and response.status not in (204, 304):
            data += response.body
        self.sock.sendall(data)


def serve(port: int, app):
    listener = socket.create_server(("127.0.0.1", port), backlog=128, reuse_port=False)
    print(f"listening on http://127.0.0.1:{port}", flush=True)
    while True:
        sock, _ = listener.accept()
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=Connection(sock, app).serve, daemon=True).start()
