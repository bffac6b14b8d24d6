"""A small WSGI loop with HTTP/1.1 keep-alive; one request at a time runs in the application."""
import io
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote_to_bytes

LOCK = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "calapp/1"
    app = None
    timeout = 120

    def setup(self):
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def log_message(self, *a):
        pass

    def read_body(self):
        if (self.headers.get("Transfer-Encoding") or "").lower() == "chunked":
            out = b""
            while True:
                n = int(self.rfile.readline().split(b";")[0] or b"0", 16)
                if not n:
                    while self.rfile.readline().strip():
                        pass
                    return out
                out += self.rfile.read(n)
                self.rfile.readline()
        try:
            n = int(self.headers.get("Content-Length") or 0)
        except ValueError:
            n = 0
        return self.rfile.read(n) if n > 0 else b""

    def run(self):
        body = self.read_body()
        path, _, query = self.path.partition("?")
        env = {
            "REQUEST_METHOD": self.command, "SCRIPT_NAME": "", "QUERY_STRING": query.partition("#")[0],
            "PATH_INFO": unquote_to_bytes(path).decode("latin-1"), "SERVER_PROTOCOL": "HTTP/1.1",
            "SERVER_NAME": "127.0.0.1", "SERVER_PORT": str(self.server.server_port), "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_LENGTH": str(len(body)), "wsgi.version": (1, 0), "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body), "wsgi.errors": sys.stderr, "wsgi.multithread": False,
            "wsgi.multiprocess": False, "wsgi.run_once": False, "wsgi.input_terminated": True,
        }
        if self.headers.get("Content-Type"):
            env["CONTENT_TYPE"] = self.headers["Content-Type"]
        for k in set(self.headers.keys()):
            if k.lower() not in ("content-type", "content-length", "transfer-encoding"):
                env["HTTP_" + k.upper().replace("-", "_")] = ",".join(self.headers.get_all(k))
        got = {}

        def start(status, headers, exc=None):
            got["s"], got["h"] = status, headers
        with LOCK:
            it = self.app(env, start)
            data = b"".join(it)
            if hasattr(it, "close"):
                it.close()
        code, _, reason = got["s"].partition(" ")
        self.send_response(int(code), reason)
        seen = False
        for k, v in got["h"]:
            if k.lower() == "content-length":
                seen = True
            if k.lower() not in ("date", "server", "connection"):
                self.send_header(k, v)
        if not seen and int(code) not in (204, 304):
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD" and int(code) not in (204, 304):
            self.wfile.write(data)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = run


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


def serve(app, port):
    Handler.app = staticmethod(app.wsgi_app)
    srv = Server(("127.0.0.1", port), Handler)
    print("listening on 127.0.0.1:%d" % port, flush=True)
    try:
        srv.serve_forever()
    except KeyboardInterrupt:
        pass
