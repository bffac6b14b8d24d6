import { createHash } from 'node:crypto';
import querystring from 'node:querystring';
import fp from 'fastify-plugin';
import { ApiError, notFound } from './errors.js';
import { shape } from './present.js';
import { bug, variant } from './switches.js';

const hash = (text) => `"${createHash('sha1').update(text).digest('base64url')}"`;
const opaque = (tag) => tag.trim().replace(/^W\//, '');
const tags = (header) => (header.match(/(?:W\/)?"[^"]*"/g) ?? []);

export function etagOf(text) {
  if (bug('etag-without-relations') && text.includes('"organizer":[') && !text.includes('"total_pages"')) {
    const { categories, tags: t, venue, organizer, ...own } = JSON.parse(text);
    return hash(JSON.stringify(own));
  }
  return hash(text);
}

/** If-Match and If-None-Match of a write against the record as it is (RFC 9110, 13.1). */
export function abortIfChanged(request, payload) {
  const { 'if-match': match, 'if-none-match': none } = request.headers;
  if (match === undefined && none === undefined) return;
  const now = etagOf(JSON.stringify(shape(payload)));
  const failed = match !== undefined
    ? match.trim() !== '*' && !tags(match).includes(now)
    : none.trim() === '*' || tags(none).map(opaque).includes(now);
  if (failed) throw new ApiError(412, 'precondition_failed', 'The record was changed in the meantime');
}

/** The slug of a path, as it is stored. */
export const pathSlug = (slug) => slug.normalize('NFC').toLowerCase();

/** a=1&a=2, a[]=1&a[]=2 and a[0]=1&a[1]=2 are the same. */
export function parseQuery(text) {
  const out = {};
  for (const [key, value] of Object.entries(querystring.parse(text, '&', '=', { maxKeys: 2000 }))) {
    const m = /^([^[\]]+)\[\d*\]$/.exec(key);
    const name = m ? m[1] : key;
    const values = Array.isArray(value) ? value : [value];
    if (name === '__proto__') continue;
    if (m || Object.hasOwn(out, name)) out[name] = [].concat(out[name] ?? [], values);
    else out[name] = value;
  }
  return out;
}

/** Answers of reads are kept for a few seconds; any write forgets them all. */
class ResponseCache {
  constructor(max = 500, ttl = 5000) { Object.assign(this, { max, ttl, generation: 0, map: new Map(), missing: new Set() }); }
  key(request) { return `${request.user.id} ${request.host} ${request.url}`; }
  get(key) {
    const hit = this.map.get(key);
    return hit && hit.until > Date.now() ? hit.text : undefined;
  }
  put(key, text, generation) {
    if (generation !== this.generation) return;
    if (this.map.size >= this.max) this.map.delete(this.map.keys().next().value);
    this.map.set(key, { text, until: Date.now() + this.ttl });
  }
  clear(request) {
    this.generation += 1;
    if (bug('term-delete-keeps-event-cache') && request.method === 'DELETE' && /\/(categories|tags)\//.test(request.url)) {
      for (const key of this.map.keys()) if (/v1\/(categories|tags)/.test(key)) this.map.delete(key);
      return;
    }
    this.map.clear();
  }
}

const READ = new Set(['GET', 'HEAD']);

export default fp(async (app) => {
  const cache = new ResponseCache();
  const cacheable = (request) => READ.has(request.method) && !request.url.includes('only_with_upcoming');

  app.decorateRequest('cacheKey', null);
  app.decorateRequest('generation', 0);
  app.decorateRequest('base', '');
  app.addHook('onRequest', async (request) => { request.base = `${request.protocol}://${request.host}/vendor/events/v1`; });
  app.addHook('preHandler', async (request, reply) => {
    if (!cacheable(request)) return undefined;
    const key = cache.key(request);
    if (bug('not-found-remembered') && cache.missing.has(key)) throw notFound('record');
    const text = cache.get(key);
    if (text !== undefined) return reply.type('application/json; charset=utf-8').send(text);
    request.cacheKey = key;
    request.generation = cache.generation;
    return undefined;
  });
  app.addHook('preSerialization', async (request, reply, payload) => {
    if (reply.statusCode >= 400) return payload;
    if (variant('minimal-write-answers') && ['POST', 'PUT', 'PATCH'].includes(request.method)) return { id: payload.id, link: payload.rest_url };
    return shape(payload);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (!READ.has(request.method)) {
      if (request.method !== 'OPTIONS' && (reply.statusCode < 400 || bug('delete-before-precondition'))) cache.clear(request);
      return payload;
    }
    reply.header('vary', 'Authorization').header('cache-control', 'private, no-cache');
    if (bug('not-found-remembered') && reply.statusCode === 404 && request.cacheKey) cache.missing.add(request.cacheKey);
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    if (request.cacheKey) cache.put(request.cacheKey, bug('head-poisons-cache') && request.method === 'HEAD' ? '' : payload, request.generation);
    const etag = etagOf(payload);
    reply.header('etag', etag);
    const none = request.headers['if-none-match'];
    if (none !== undefined && (none.trim() === '*' || tags(none).map(opaque).includes(etag))) {
      reply.code(304).removeHeader('content-type').removeHeader('content-length');
      return '';
    }
    return payload;
  });

  app.decorateReply('sendList', function sendList(kind, items, total, request) {
    const { page, per_page: size } = request.query;
    const pages = Math.ceil(total / size);
    const link = (n) => {
      const url = new URL(request.url, `${request.protocol}://localhost`);
      url.searchParams.set('page', n);
      return `${request.base}/${kind}${url.search}`;
    };
    this.header('x-total', total).header('x-total-pages', pages);
    if (variant('enveloped-answers')) return this.send({ data: items, meta: { page, per_page: size, total, total_pages: pages }, links: { self: link(page) } });
    return this.send({
      [kind]: items, total, total_pages: pages, rest_url: link(page),
      ...(page > 1 ? { previous_rest_url: link(page - 1) } : {}),
      ...(page < pages ? { next_rest_url: link(page + 1) } : {}),
    });
  });
}, { name: 'http' });
