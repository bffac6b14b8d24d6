'use strict';
const { variant } = require('./switches');

const isRecordPath = (path) => /\/(events|venues|organizers|categories|tags)(\/(\d+|by-slug\/[^/]+))?\/?$/.test(path);
const camel = (name) => name.replace(/_(\w)/g, (_, c) => c.toUpperCase());
/** Applies `fn` to all objects of an answer; what a client stored in `cost` is left as it is. */
function eachObject(value, fn) {
  if (Array.isArray(value)) return value.map((v) => eachObject(v, fn));
  if (value === null || typeof value !== 'object') return value;
  return fn(Object.fromEntries(Object.entries(value).map(([k, v]) => [k, k === 'cost' ? v : eachObject(v, fn)])));
}
const empty = (v) => v === null || v === '' || (Array.isArray(v) && !v.length);
const sparse = (o) => Object.fromEntries(Object.entries(o).filter(([, v]) => !empty(v)));
const camelCased = (o) => Object.fromEntries(Object.entries(o).map(([k, v]) => [camel(k), v]));

/** Other shapes of successful answers about records. */
module.exports = async function reshape(ctx, next) {
  await next();
  const { body } = ctx;
  if (!body || typeof body !== 'object' || ctx.status >= 300 || ctx.method === 'OPTIONS' || !isRecordPath(ctx.path)) return;
  const { status } = ctx;
  const key = /\/(events|venues|organizers|categories|tags)\/?$/.exec(ctx.path)?.[1];
  const items = key && Array.isArray(body[key]) ? body[key] : null;
  if (variant('sparse-records')) ctx.body = items ? { ...body, [key]: eachObject(items, sparse) } : eachObject(body, sparse);
  if (variant('camel-case-data')) {
    const { [key]: _, ...meta } = body;
    ctx.body = items ? { data: eachObject(items, camelCased), meta: camelCased(meta) } : { data: eachObject(body, camelCased) };
  }
  ctx.status = status;
};
