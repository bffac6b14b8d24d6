import type { Addressing } from '../../contract/operations.js';
import { Refusal } from '../http/reply.js';
import { statusOf, type StoredRecord, type Value } from '../store/stored-record.js';

/** A reader reads what is published, an author also has records of their own, an editor may do everything. */
type Role = 'reader' | 'author' | 'editor';

/** A user of the server, with name and password as HTTP Basic sends them. */
interface User {
  /** What the `author` field of the user's records holds. */
  readonly id: number;
  readonly name: string;
  readonly password: string;
  readonly role: Role;
}

/** The users of a server as a file; a server without users is open to everyone. */
export interface UsersFile {
  readonly users: readonly User[];
}

/** Who asks. `open` may do everything, because the server has no users. */
export type Viewer = { readonly role: 'open' | 'anonymous' } | User;

/** Finds out who sends a request. */
export interface Access {
  /** Who a request comes from (RFC 7617); 401 for credentials that fit no user. */
  identify(authorization: string | undefined): Viewer;
}

const challenge = { 'WWW-Authenticate': 'Basic realm="calendar", charset="UTF-8"' };

const unauthorized = (message: string): Refusal =>
  new Refusal(401, { code: 'unauthorized', message, headers: challenge });

/** Reads users from their file; without a file everyone is `open`. */
export function createAccess(file: UsersFile | undefined): Access {
  if (!file) return { identify: () => ({ role: 'open' }) };
  const users = new Map(file.users.map((user) => [`${user.name}:${user.password}`, user]));
  return {
    identify(authorization) {
      if (authorization === undefined) return { role: 'anonymous' };
      const [, token = ''] = /^Basic +([\w+/=-]+) *$/i.exec(authorization) ?? [];
      const user = users.get(Buffer.from(token, 'base64').toString());
      if (!user) throw unauthorized('These credentials fit no user.');
      return user;
    },
  };
}

const seesAll = ({ role }: Viewer): boolean => role === 'open' || role === 'editor';

const owns = (viewer: Viewer, record: StoredRecord): boolean =>
  viewer.role === 'author' && record.values['author'] === viewer.id;

/** Whether a viewer may read a record: published ones, own ones, or all (`gap.access.permissions`). */
export const canSee = (viewer: Viewer, record: StoredRecord): boolean =>
  seesAll(viewer) || statusOf(record) === 'publish' || owns(viewer, record);

const canChange = (viewer: Viewer, record: StoredRecord): boolean => seesAll(viewer) || owns(viewer, record);

/** 401 for someone unknown, 403 for someone known. */
function refuse(viewer: Viewer): never {
  if (viewer.role === 'anonymous') throw unauthorized('Say who you are.');
  throw new Refusal(403, { code: 'forbidden', message: 'You may not do this.' });
}

/** Throws a `Refusal`, 401 or 403, where the viewer may not read the record. */
export function requireVisible(viewer: Viewer, record: StoredRecord): void {
  if (!canSee(viewer, record)) refuse(viewer);
}

/** Throws a `Refusal`, 401 or 403, where the viewer may not update or delete the record. */
export function requireChange(viewer: Viewer, record: StoredRecord): void {
  if (!canChange(viewer, record)) refuse(viewer);
}

/** Throws a `Refusal`, 401 or 403, where the viewer may not create records. */
export function requireCreate(viewer: Viewer): void {
  if (viewer.role === 'anonymous' || viewer.role === 'reader') refuse(viewer);
}

/** Who a record is given to: authors keep their records, an editor may give them to others; null where nobody. */
export function authorFor(viewer: Viewer, wanted: Value): Value {
  if (!('id' in viewer)) return wanted;
  if (viewer.role !== 'editor' && wanted !== null && wanted !== viewer.id) refuse(viewer);
  return wanted ?? viewer.id;
}

/** Refuses with 403 a protected event asked for without its password; only by id can it be given (interface: Authentication). */
export function requirePassword(record: StoredRecord, by: Addressing, given: unknown): void {
  const password = record.collection === 'events' ? record.provision?.password : undefined;
  if (password === undefined || (by === 'id' && given === password)) return;
  throw new Refusal(403, { code: 'password_required', message: 'This event is protected by a password.' });
}
