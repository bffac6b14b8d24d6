import { timingSafeEqual, createHash } from 'node:crypto';
import { ApiError } from './errors.js';
import { bug } from './switches.js';

const ANONYMOUS = { id: 0, name: '', role: 'anonymous' };
const OPEN = { id: 1, name: 'open', role: 'editor', open: true };
const sha = (s) => createHash('sha256').update(s).digest();
export const sameSecret = (a, b) => timingSafeEqual(sha(a), sha(b));

export function readUsers(text = process.env.USERS) {
  if (!text || !text.trim()) return null;
  return text.trim().split(/\s+/).map((pair, i) => {
    const at = pair.indexOf(':');
    const name = pair.slice(0, at);
    return { id: i + 1, name, password: pair.slice(at + 1), role: /^(editor|author)/.exec(name)?.[1] ?? 'reader' };
  });
}

/** Who asks; bad credentials are refused, none make an anonymous reader. Without USERS the service is open. */
export function authenticator(users) {
  return async (request) => {
    if (!users) { request.user = OPEN; return; }
    request.user = ANONYMOUS;
    const header = request.headers.authorization;
    if (!header) return;
    const m = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header);
    const plain = m ? Buffer.from(m[1], 'base64').toString('utf8') : '';
    const at = plain.indexOf(':');
    const user = at > 0 && users.find((u) => u.name === plain.slice(0, at));
    const given = plain.slice(at + 1);
    const unchecked = bug('empty-password-logs-in') && given === '';
    if (!user || (!unchecked && !sameSecret(user.password, given))) {
      throw new ApiError(401, 'bad_credentials', 'Unknown user or wrong password');
    }
    request.user = user;
  };
}

export const mayCreate = (user) => user.role === 'editor' || user.role === 'author';
export const mayEdit = (user, row) => user.role === 'editor' || (user.role === 'author' && row.author === user.id);
export const mayManageTerms = (user) => user.role === 'editor';
/** Drafts and the like are for those who may edit them. */
export const mayRead = (user, row) => row.status === 'publish' || mayEdit(user, row);
/** Those who may edit need no password, except on an open service, where nobody is known. */
export const needsPassword = (user, row) => Boolean(row.password) && (user.open || !mayEdit(user, row));
