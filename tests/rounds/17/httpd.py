"""A small WSGI server: HTTP/1.1 keep-alive, one thread per connection, one worker thread for the application."""
import io
import socket
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from email.utils import formatdate
from http import HTTPStatus
from urllib.parse import unquote_to_bytes

MAX_HEAD, MAX_BODY = 65536, 16 * 1024 * 1024


class Bad(Exception):
    def __init__(self, status, text):
        self.status, self.text = status, text


class Connection:
    def __init__(self, sock, app, pool, port):
        self.sock, self.app, self.pool, self.port, self.buf = sock, app, pool, port, b''

    def fill(self):
        chunk = self.sock.recv(65536)
        if not chunk:
            raise EOFError
        self.buf += chunk

    def take(self, n):
        while len(self.buf) < n:
            self.fill()
        out, self.buf = self.buf[:n], self.buf[n:]
        return out

    def line(self):
        while b'\r\n' not in self.buf:
            if len(self.buf) > MAX_HEAD:
                raise Bad(400, 'line too long')
            self.fill()
        out, self.buf = self.buf.split(b'\r\n', 1)
        return out

    def head(self):
        while self.buf.startswith(b'\r\n'):
            self.buf = self.buf[2:]
        while b'\r\n\r\n' not in self.buf:
            if len(self.buf) > MAX_HEAD:
                raise Bad(431, 'headers too large')
            self.fill()
            while self.buf.startswith(b'\r\n'):
                self.buf = self.buf[2:]
        raw, self.buf = self.buf.split(b'\r\n\r\n', 1)
        lines = raw.decode('latin-1').split('\r\n')
        parts = lines[0].split(' ')
        if len(parts) != 3 or not parts[2].startswith('HTTP/1.'):
            raise Bad(400, 'malformed request line')
        headers = {}
        for ln in lines[1:]:
            name, sep, value = ln.partition(':')
            if not sep or not name or name != name.strip():
                raise Bad(400, 'malformed header')
            name, value = name.lower(), value.strip()
            headers[name] = headers[name] + ', ' + value if name in headers else value
        return parts, headers

    def body(self, headers):
        if 'transfer-encoding' in headers:
            if headers['transfer-encoding'].lower() != 'chunked':
                raise Bad(501, 'transfer coding not supported')
            out = b''
            while True:
                try:
                    n = int(self.line().split(b';')[0].strip(), 16)
                except ValueError:
                    raise Bad(400, 'malformed chunk')
                if n == 0:
                    while self.line():
                        pass
                    return out
                out += self.take(n)
                if len(out) > MAX_BODY:
                    raise Bad(413, 'body too large')
                if self.take(2) != b'\r\n':
                    raise Bad(400, 'malformed chunk')
        text = headers.get('content-length', '0')
        if not (text.isascii() and text.isdigit()):
            raise Bad(400, 'malformed content-length')
        if int(text) > MAX_BODY:
            raise Bad(413, 'body too large')
        return self.take(int(text))

    def environ(self, parts, headers, body):
        target = parts[1]
        if target.lower().startswith('http://'):
            target = '/' + target[7:].partition('/')[2]
        path, _, query = target.partition('?')
        env = {
            'REQUEST_METHOD': parts[0], 'SCRIPT_NAME': '', 'PATH_INFO': unquote_to_bytes(path.encode('latin-1')).decode('latin-1'),
            'QUERY_STRING': query, 'SERVER_NAME': '127.0.0.1', 'SERVER_PORT': str(self.port), 'SERVER_PROTOCOL': parts[2],
            'REMOTE_ADDR': '127.0.0.1', 'wsgi.version': (1, 0), 'wsgi.url_scheme': 'http', 'wsgi.input': io.BytesIO(body),
            'wsgi.errors': sys.stderr, 'wsgi.multithread': True, 'wsgi.multiprocess': False, 'wsgi.run_once': False,
            'CONTENT_LENGTH': str(len(body)), 'cal.raw_path': path,
        }
        for k, v in headers.items():
            if k == 'content-type':
                env['CONTENT_TYPE'] = v
            elif k != 'content-length' and '_' not in k:
                env['HTTP_' + k.upper().replace('-', '_')] = v
        return env

    def run_app(self, env):
        got = {}

        def start(status, headers, exc=None):
            got['status'], got['headers'] = status, headers
        it = self.app(env, start)
        try:
            return got['status'], got['headers'], b''.join(it)
        finally:
            if hasattr(it, 'close'):
                it.close()

    def send(self, method, status, headers, body, keep):
        code = int(status[:3])
        names = {k.lower() for k, _ in headers}
        lines = ['HTTP/1.1 ' + status]
        lines += ['%s: %s' % h for h in headers if not (code in (204, 304) and h[0].lower() in ('content-length', 'content-type'))]
        if 'content-length' not in names and code not in (204, 304):
            lines.append('Content-Length: %d' % len(body))
        lines.append('Date: ' + formatdate(usegmt=True))
        lines.append('Connection: ' + ('keep-alive' if keep else 'close'))
        data = ('\r\n'.join(lines) + '\r\n\r\n').encode('latin-1')
        if method != 'HEAD' and code not in (204, 304):
            data += body
        self.sock.sendall(data)

    def refuse(self, bad):
        body = ('{"code":"http","message":"%s","data":{"status":%d}}' % (bad.text, bad.status)).encode()
        line = '%d %s' % (bad.status, HTTPStatus(bad.status).phrase)
        self.send('GET', line, [('Content-Type', 'application/json')], body, False)

    def serve(self):
        try:
            while True:
                parts, headers = self.head()
                if parts[2] != 'HTTP/1.0' and 'host' not in headers:
                    raise Bad(400, 'no host header')
                if headers.get('expect', '').lower() == '100-continue':
                    self.sock.sendall(b'HTTP/1.1 100 Continue\r\n\r\n')
                body = self.body(headers)
                tokens = [t.strip() for t in headers.get('connection', '').lower().split(',')]
                keep = 'close' not in tokens and (parts[2] != 'HTTP/1.0' or 'keep-alive' in tokens)
                out = self.pool.submit(self.run_app, self.environ(parts, headers, body)).result()
                self.send(parts[0], *out, keep)
                if not keep:
                    return
        except Bad as bad:
            try:
                self.refuse(bad)
            except OSError:
                pass
        except (EOFError, OSError):
            pass
        finally:
            self.sock.close()


def serve(app, port, ready):
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(('127.0.0.1', port))
    listener.listen(256)
    pool = ThreadPoolExecutor(1)
    pool.submit(ready).result()
    print('listening', flush=True)
    while True:
        sock, _ = listener.accept()
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=Connection(sock, app, pool, port).serve, daemon=True).start()
