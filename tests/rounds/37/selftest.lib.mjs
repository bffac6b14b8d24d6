import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
const run = JSON.parse(readFileSync(new URL('./run.json', import.meta.url)));
const freePort = () => new Promise((r) => { const s = createServer().listen(0, '127.0.0.1', () => { const p = s.address().port; s.close(() => r(p)); }); });
export const NS = '/vendor/events/v1';
export class Server {
  static n = 0;
  static async start({ bug = '', variant = '', users = false } = {}) {
    const s = new Server();
    s.port = await freePort();
    const env = { ...process.env, PORT: String(s.port), BUG: bug, VARIANT: variant };
    delete env.USERS; if (users) env.USERS = '1';
    s.log = '';
    s.child = spawn(run.command[0], run.command.slice(1), { cwd: new URL('.', import.meta.url).pathname, env, stdio: ['ignore', 'pipe', 'pipe'] });
    s.child.stderr.on('data', (d) => { s.log += d; }); s.child.stdout.on('data', (d) => { s.log += d; });
    for (let i = 0; ; i++) {
      try { await fetch(`http://127.0.0.1:${s.port}${NS}`); break; } catch { if (i > 100 || s.child.exitCode !== null) throw new Error('no start: ' + s.log); await new Promise((r) => setTimeout(r, 100)); }
    }
    return s;
  }
  stop() { return new Promise((r) => { this.child.once('exit', r); this.child.kill('SIGTERM'); }); }
  uniq() { return 'q' + (++Server.n) + 'x' + Math.random().toString(36).slice(2, 7); }
  async c(method, path, body, { user, headers = {}, raw = false } = {}) {
    const h = { ...headers };
    if (user) h.authorization = 'Basic ' + Buffer.from(user.includes(':') ? user : `${user}:${user}`).toString('base64');
    if (body !== undefined && !raw) { h['content-type'] ??= 'application/json'; body = typeof body === 'string' ? body : JSON.stringify(body); }
    const r = await fetch(`http://127.0.0.1:${this.port}${path.startsWith('//') ? path.slice(1) : NS + path}`, { method, headers: h, body });
    const text = await r.text();
    let json; try { json = text ? JSON.parse(text) : undefined; } catch { /* no JSON */ }
    return { status: r.status, headers: r.headers, text, j: json };
  }
  get(p, o) { return this.c('GET', p, undefined, o); }
  async make(kind, body, o) {
    const r = await this.c('POST', '/' + kind + (o?.query ?? ''), body, o);
    if (r.status !== 201) throw new Error(`POST ${kind} ${JSON.stringify(body)} -> ${r.status} ${r.text}`);
    return r.j;
  }
  ev(extra = {}, o) { return this.make('events', { title: this.uniq(), start_date: '2031-05-05 10:00:00', end_date: '2031-05-05 12:00:00', ...extra }, o); }
  async list(p, o) { const r = await this.get(p, o); const j = r.j; if (!j || r.status !== 200) return []; return Array.isArray(j) ? j : Object.values(j).find(Array.isArray) ?? []; }
  async ids(p, o) { return (await this.list(p, o)).map((x) => x.id); }
  patch(kind, id, body, o) { return this.c('PATCH', `/${kind}/${id}`, body, o); }
  del(kind, id, o) { return this.c('DELETE', `/${kind}/${id}`, undefined, o); }
}
