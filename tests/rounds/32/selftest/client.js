import { spawn } from 'node:child_process';
import net from 'node:net';

export const freePort = () => new Promise((r) => { const s = net.createServer().listen(0, '127.0.0.1', () => { const { port } = s.address(); s.close(() => r(port)); }); });
export async function start(env = {}) {
  const port = await freePort();
  const child = spawn('bash', ['run.sh'], { cwd: new URL('..', import.meta.url).pathname, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, BUG: '', VARIANT: '', USERS: '1', ...env, PORT: String(port) } });
  const root = `http://127.0.0.1:${port}`;
  for (let i = 0; i < 500; i += 1) {
    try { await fetch(root); break; } catch { await new Promise((r) => setTimeout(r, 60)); }
  }
  return { child, root, base: `${root}/vendor/events/v1`, stop: () => new Promise((r) => { child.once('exit', r); child.kill('SIGTERM'); }) };
}

let serial = 0;
export const unique = (p = 'w') => `${p}${process.pid}x${(serial += 1)}x`;

/** Answers of the variants, brought into the shape of the honest server. */
const walk = (v, change) => {
  if (Array.isArray(v)) return v.map((x) => walk(x, change));
  if (!v || typeof v !== 'object') return v;
  return change(v) ?? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, /^(id|author|parent|post_parent)$/.test(k) && typeof x === 'string' ? Number(x) : walk(x, change)]));
};
function plain(json, path) {
  let v = json;
  if (v?.data && v.links && Array.isArray(v.data)) v = { [path.split('?')[0].split('/')[1]]: v.data, ...v.meta };
  else if (v?.data && v.links) v = v.data;
  return walk(v, (x) => ('raw' in x && 'rendered' in x ? x.raw : 'day' in x && 'time' in x && 'zone' in x ? `${x.day} ${x.time}` : undefined));
}

export function client(base, { variant = '' } = {}) {
  async function call(method, path, { as, body, raw, headers = {}, type } = {}) {
    const h = { ...headers };
    if (as) h.authorization = `Basic ${Buffer.from(as.includes(':') ? as : `${as}:${as}`).toString('base64')}`;
    let payload = raw;
    if (body !== undefined) payload = JSON.stringify(body);
    if (payload !== undefined) h['content-type'] = type ?? 'application/json';
    const res = await fetch(path.startsWith('http') ? path : base + path, { method, headers: h, body: payload, redirect: 'manual' });
    const text = await res.text();
    let json = null;
    try { json = JSON.parse(text); } catch { /* not JSON */ }
    const bare = json;
    if (variant) json = plain(json, path);
    if (variant === 'minimal-write-answers' && ['POST', 'PUT', 'PATCH'].includes(method) && json?.link) json = (await call('GET', json.link, { as })).json;
    return { status: res.status, headers: res.headers, text, json, bare };
  }
  const get = (path, as, headers) => call('GET', path, { as, headers });
  const send = (path, body, as = 'editor', method = 'POST', headers = {}) => call(method, path, { as, body, headers });
  const patch = (path, body, as = 'editor', headers = {}) => call('PATCH', path, { as, body, headers });
  const del = (path, as = 'editor', headers = {}) => call('DELETE', path, { as, headers });
  const make = async (kind, body, as = 'editor') => {
    const r = await send(`/${kind}`, body, as);
    if (r.status !== 201 && r.status !== 200) throw new Error(`create ${kind}: ${r.status} ${r.text}`);
    return r.json;
  };
  const event = (over = {}, as) => make('events', { title: unique('E'), start_date: '2031-05-10 20:00:00', end_date: '2031-05-10 22:00:00', ...over }, as);
  const venue = (over = {}) => make('venues', { venue: unique('V'), ...over });
  const organizer = (over = {}) => make('organizers', { organizer: unique('O'), ...over });
  const category = (over = {}) => make('categories', { name: unique('C'), ...over });
  const tag = (over = {}) => make('tags', { name: unique('T'), ...over });
  /** All IDs of a list. */
  const ids = async (path, as) => {
    const r = await get(path, as);
    const kind = path.split('?')[0].split('/')[1];
    if (r.status !== 200) return [`status ${r.status}`];
    return (Array.isArray(r.json) ? r.json : r.json[kind]).map((x) => x.id);
  };
  return { base, call, get, send, patch, del, make, event, venue, organizer, category, tag, ids };
}
