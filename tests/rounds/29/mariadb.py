"""A private MariaDB for one server process: data folder and socket under /tmp, gone when the process is gone."""
import ctypes
import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time

import pymysql
import pymysql.cursors

HERE = os.path.dirname(os.path.abspath(__file__))
TEMPLATE = os.path.join(HERE, 'template')
PREFIX = 'round29-'
INNODB = ['--innodb-data-file-path=ibdata1:10M:autoextend', '--innodb-log-file-size=4M']
_libc = ctypes.CDLL(None, use_errno=True)


def make_template():
    """Made once; later starts only copy it."""
    with open(os.path.join(tempfile.gettempdir(), PREFIX + 'template.lock'), 'w') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if os.path.isdir(TEMPLATE):
            return
        building = TEMPLATE + '.new'
        shutil.rmtree(building, ignore_errors=True)
        subprocess.run(['mariadb-install-db', '--no-defaults', '--auth-root-authentication-method=normal',
                        '--skip-test-db', '--user=root', '--datadir=' + building, *INNODB],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.rename(building, TEMPLATE)


def sweep():
    """Removes the folders of servers that were killed."""
    tmp = tempfile.gettempdir()
    for name in os.listdir(tmp):
        path = os.path.join(tmp, name)
        lock = os.path.join(path, 'lock')
        if not name.startswith(PREFIX) or not os.path.exists(lock):
            continue
        try:
            with open(lock) as handle:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(path, ignore_errors=True)
        except OSError:
            pass


class MariaDB:
    def __init__(self):
        if not os.path.isdir(TEMPLATE):
            make_template()
        sweep()
        self.folder = tempfile.mkdtemp(prefix=PREFIX)
        self.lock = open(os.path.join(self.folder, 'locking'), 'w')
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        os.rename(self.lock.name, os.path.join(self.folder, 'lock'))    # only a held lock is seen by sweep()
        data = os.path.join(self.folder, 'data')
        shutil.copytree(TEMPLATE, data)
        self.socket = os.path.join(self.folder, 's')
        parent = os.getpid()

        def die_with_parent():
            _libc.prctl(1, signal.SIGKILL)          # PR_SET_PDEATHSIG
            if os.getppid() != parent:
                os._exit(1)

        self.process = subprocess.Popen(
            ['mariadbd', '--no-defaults', '--user=root', '--datadir=' + data, '--socket=' + self.socket,
             '--pid-file=' + os.path.join(self.folder, 'pid'), '--log-error=' + os.path.join(self.folder, 'log'),
             '--skip-networking', '--skip-name-resolve', *INNODB, '--innodb-buffer-pool-size=16M',
             '--innodb-flush-log-at-trx-commit=0', '--innodb-flush-method=nosync', '--skip-innodb-doublewrite',
             '--innodb-log-buffer-size=2M', '--key-buffer-size=64K', '--aria-pagecache-buffer-size=1M',
             '--performance-schema=OFF', '--skip-log-bin', '--max-connections=60', '--thread-cache-size=16',
             '--max-allowed-packet=32M', '--innodb-lock-wait-timeout=5', '--character-set-server=utf8mb4',
             '--tmpdir=' + self.folder],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=die_with_parent)
        self._local = threading.local()
        deadline = time.monotonic() + 30
        while True:
            try:
                self._open(database=None).close()
                break
            except pymysql.err.OperationalError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.03)

    def _open(self, database='calendar'):
        return pymysql.connect(unix_socket=self.socket, user='root', database=database, charset='utf8mb4',
                               autocommit=False, cursorclass=pymysql.cursors.DictCursor,
                               init_command="SET time_zone = '+00:00'")

    def connection(self):
        """One connection per worker thread."""
        conn = getattr(self._local, 'conn', None)
        if conn is None or not conn.open:
            conn = self._local.conn = self._open()
        return conn

    def script(self, text):
        conn = self._open(database=None)
        with conn.cursor() as cur:
            for statement in text.split(';\n'):
                if statement.strip():
                    cur.execute(statement)
        conn.commit()
        conn.close()

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
