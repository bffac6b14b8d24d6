'use strict';
const crypto = require('crypto');
const { bug, variant } = require('./switches');
const { ApiError, badParam, notFound, forbidden } = require('./errors');
const { userExists, isEditor } = require('./access');
const { SITE_TZ, toUtc, fromUtc, now } = require('./times');
const { types } = require('./fields');
const lock = require('./lock');
const { sequelize } = require('./models');

const etagOf = (body) => `"${crypto.createHash('sha1').update(JSON.stringify(body)).digest('base64url')}"`;

/** If-Match and If-None-Match of a write (RFC 9110, 13.1). */
function checkPreconditions(ctx, body) {
  const match = ctx.get('If-Match');
  const none = ctx.get('If-None-Match');
  const tags = (header) => header.split(',').map((s) => s.trim());
  const current = etagOf(body);
  const failed = () => new ApiError(412, 'precondition-failed', 'The record has another state than the one expected.');
  if (match && match !== '*' && !tags(match).includes(current) && !bug('if-match-ignored')) throw failed();
  if (none && (none === '*' || tags(none).map((t) => t.replace(/^W\//, '')).includes(current))) throw failed();
}

/** Publication date, author and the other things all posts have in common. */
function readPost(ctx, values, record) {
  const out = { ...values };
  if (out.author !== undefined) {
    if (!userExists(out.author)) throw badParam('author', 'is no user.');
    if (!isEditor(ctx) && out.author !== ctx.state.user.id) throw forbidden('You may only write in your own name.');
  } else if (!record) out.author = ctx.state.user ? ctx.state.user.id : 1;
  if (out.date !== undefined) out.date = types.when('date', out.date);
  if (out.dateUtc !== undefined) out.dateUtc = types.when('date_utc', out.dateUtc, false, 'UTC');
  if (out.date !== undefined && out.dateUtc === undefined) out.dateUtc = toUtc(out.date, SITE_TZ);
  else if (out.dateUtc !== undefined && out.date === undefined) {
    if (bug('date-utc-taken-as-local')) { out.date = out.dateUtc; out.dateUtc = toUtc(out.date, SITE_TZ); }
    else out.date = fromUtc(out.dateUtc, SITE_TZ);
  } else if (out.date === undefined && !record) { out.dateUtc = now(); out.date = fromUtc(out.dateUtc, SITE_TZ); }
  if (!record && out.status === undefined) out.status = 'publish';
  return out;
}

/** A write: alone on the database, in one transaction. */
async function write(ctx, fn) {
  const result = await lock.write(() => sequelize.transaction(fn));
  if (!(bug('list-cache-stale-after-by-slug') && ctx.params.slug !== undefined)) ctx.state.cache.clear();
  return result;
}
function created(ctx, body) {
  ctx.status = 201;
  ctx.set('Location', body.rest_url);
  ctx.body = variant('brief-write-answers') ? { id: body.id, slug: body.slug, rest_url: body.rest_url } : body;
}
function updated(ctx, body) {
  if (variant('brief-write-answers')) { ctx.status = 204; return; }
  ctx.status = 200;
  ctx.body = body;
}
function deleted(ctx, body) {
  if (variant('brief-write-answers')) { ctx.status = 204; return; }
  ctx.status = 200;
  ctx.body = { ...body, ...(body.status !== undefined && { status: 'trash' }) };
}
function pageOf(q) { return { page: q.page ?? 1, perPage: Math.min(q.per_page ?? 10, variant('problem-details') ? 50 : 500) }; }
function checkPage({ page, perPage }, total) {
  if (variant('problem-details') && page > 1 && page > Math.ceil(total / perPage)) throw notFound('page');
}
module.exports = { etagOf, checkPreconditions, readPost, write, created, updated, deleted, pageOf, checkPage };
