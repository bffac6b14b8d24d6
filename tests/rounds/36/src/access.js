'use strict';
const { bug } = require('./switches');
const { unauthorized, forbidden } = require('./errors');

const open = process.env.USERS === undefined || process.env.USERS.trim() === '';
const users = new Map();
// "1" stands for the usual three (not of the author).
(open || process.env.USERS === '1' ? 'editor:editor author:author reader:reader' : process.env.USERS).trim().split(/\s+/).forEach((pair, i) => {
  const at = pair.indexOf(':');
  const name = at < 0 ? pair : pair.slice(0, at);
  users.set(name, { id: i + 1, name, password: at < 0 ? '' : pair.slice(at + 1), role: ['editor', 'author'].includes(name) ? name : 'reader' });
});
const userExists = (id) => [...users.values()].some((u) => u.id === id);

/** HTTP Basic. Without configured users the service is open to everybody. */
async function authenticate(ctx, next) {
  ctx.state.user = null;
  const header = ctx.get('Authorization');
  if (header && !open) {
    const m = /^Basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(header);
    const text = m ? Buffer.from(m[1], 'base64').toString('utf8') : '';
    const at = text.indexOf(':');
    const user = at > 0 ? users.get(text.slice(0, at)) : undefined;
    if (!user || user.password !== text.slice(at + 1)) throw unauthorized('Unknown user or wrong password.');
    ctx.state.user = user;
  }
  ctx.vary('Authorization');
  await next();
}
const isEditor = (ctx) => open || ctx.state.user?.role === 'editor';
const mayEdit = (ctx, record) => isEditor(ctx) || (ctx.state.user?.role === 'author' && record.author === ctx.state.user.id);
const maySee = (ctx, record) => record.status === 'publish' || mayEdit(ctx, record);
const scopeFor = (ctx, extra = {}) => ({
  method: ['visibleTo', { all: isEditor(ctx), userId: ctx.state.user?.role === 'author' ? ctx.state.user.id : null, ...extra }],
});
function requireWriter(ctx) {
  if (open) return;
  if (!ctx.state.user) throw unauthorized();
  if (ctx.state.user.role === 'reader') throw forbidden();
}
function requireEditor(ctx) {
  requireWriter(ctx);
  if (!isEditor(ctx)) throw forbidden();
}
/** Whether the caller may see what a password protects; `given` is the password sent, if any. */
function passwordOpens(ctx, event, given) {
  if (!event.password) return true;
  if (given === undefined) {
    return !open && mayEdit(ctx, event);
  }
  return given === event.password;
}
module.exports = { open, users, userExists, authenticate, isEditor, mayEdit, maySee, scopeFor, requireWriter, requireEditor, passwordOpens };
