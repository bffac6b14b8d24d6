"""A private PostgreSQL cluster that lives and dies with this process."""
import ctypes, os, pwd, shutil, signal, subprocess, sys, tempfile

BIN = '/usr/lib/postgresql/15/bin'
HERE = os.path.dirname(os.path.abspath(__file__))
TEMPLATE = os.path.join(HERE, 'build', 'pg15-template')

WATCH = r'''
import os, signal, shutil, sys, time
d = sys.argv[1]
try: sys.stdin.buffer.read()
except BaseException: pass
def alive(p):
    try: return open('/proc/%d/stat' % p).read().rpartition(')')[2].split()[0] != 'Z'
    except (OSError, IndexError): return False
try:
    pid = int(open(d + '/data/postmaster.pid').readline())
    os.kill(pid, signal.SIGQUIT)
    for _ in range(100):
        if not alive(pid): break
        time.sleep(0.02)
except (OSError, ValueError): pass
for _ in range(50):
    shutil.rmtree(d, ignore_errors=True)
    if not os.path.exists(d): break
    time.sleep(0.05)
'''


def _as_postgres(deathsig):
    root = os.geteuid() == 0
    pw = pwd.getpwnam('postgres') if root else None
    libc = ctypes.CDLL(None)

    def pre():
        if root:
            os.setgroups([])
            os.setgid(pw.pw_gid)
            os.setuid(pw.pw_uid)
        if deathsig:
            libc.prctl(1, int(signal.SIGQUIT))
    return pre, pw


def template_ok():
    """A copy made by a tool that leaves out empty folders is of no use."""
    need = ('PG_VERSION', 'global/pg_control', 'base', 'pg_commit_ts', 'pg_dynshmem', 'pg_logical/mappings', 'pg_logical/snapshots',
            'pg_multixact/members', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat', 'pg_stat_tmp',
            'pg_subtrans', 'pg_tblspc', 'pg_twophase', 'pg_wal/archive_status', 'pg_xact')
    return all(os.path.exists(os.path.join(TEMPLATE, n)) for n in need)


def start():
    d = tempfile.mkdtemp(prefix='cal35-')
    r, w = os.pipe()
    subprocess.Popen([sys.executable, '-I', '-S', '-c', WATCH, d], stdin=r, stdout=subprocess.DEVNULL,
                     stderr=subprocess.DEVNULL, start_new_session=True, cwd='/')
    os.close(r)                       # w stays open as long as we live
    pre, pw = _as_postgres(False)
    if pw:
        os.chown(d, pw.pw_uid, pw.pw_gid)
    data = d + '/data'
    if not template_ok():
        subprocess.run([BIN + '/initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8',
                        '--locale=C.utf8', '--no-sync', '--wal-segsize=1'], check=True, preexec_fn=pre,
                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd='/')
        # the databases that are not needed make the copy slower
        subprocess.run([BIN + '/postgres', '--single', '-F', '-D', data, 'template1'], check=True, preexec_fn=pre, cwd='/',
                       input=b"update pg_database set datistemplate = false, datallowconn = true where datname <> 'template1'\n"
                             b'drop database template0\ndrop database postgres\n',
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        tmp = f'{TEMPLATE}.{os.getpid()}'
        os.makedirs(os.path.dirname(TEMPLATE), exist_ok=True)
        shutil.rmtree(TEMPLATE, ignore_errors=True)
        try:
            subprocess.run(['cp', '-a', data, tmp], check=True)
            os.rename(tmp, TEMPLATE)
        except (OSError, subprocess.SubprocessError):
            shutil.rmtree(tmp, ignore_errors=True)
    else:
        subprocess.run(['cp', '-a', TEMPLATE, data], check=True)
        if pw and os.stat(data + '/PG_VERSION').st_uid != pw.pw_uid:
            subprocess.run(['chown', '-R', f'{pw.pw_uid}:{pw.pw_gid}', data], check=True)
        os.chmod(data, 0o700)
    pre, _ = _as_postgres(True)
    opts = {'listen_addresses': '', 'unix_socket_directories': d, 'fsync': 'off', 'synchronous_commit': 'off',
            'full_page_writes': 'off', 'shared_buffers': '24MB', 'max_connections': '20', 'timezone': 'UTC',
            'max_wal_senders': '0', 'wal_level': 'minimal', 'log_timezone': 'UTC', 'jit': 'off'}
    args = [BIN + '/postgres', '-D', data]
    for k, v in opts.items():
        args += ['-c', f'{k}={v}']
    subprocess.Popen(args, preexec_fn=pre, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                     stderr=subprocess.DEVNULL, cwd='/', start_new_session=True)
    return d, w
