import { type Answer, type Call, json } from './call.js';
import type { Kind } from './kinds.js';
import { listEvents } from './list-events.js';
import { listPlaces } from './list-places.js';
import { listTerms } from './list-terms.js';
import { toPage } from './paging.js';
import { invalid, notFound, Problem } from './problem.js';
import type { Row } from './row.js';
import { show } from './show.js';
import { live } from './site.js';
import { toSlug } from './slugs.js';
import { create, remove, update } from './writes.js';

/** Where a record was asked for. */
export interface Address {
  readonly kind: Kind;
  readonly by: 'id' | 'slug';
  readonly text: string;
}

/** Answers a request to a collection. */
export function answerCollection(call: Call, kind: Kind): Answer {
  if (call.method === 'POST') return json({ data: show(call, create(call.site, kind, call)) });
  const { items, meta, links } = toPage(call, listOf(call, kind));
  return json({ data: items.map((row) => show(call, row)), meta, links });
}

function listOf(call: Call, kind: Kind): readonly Row[] {
  if (kind === 'events') return listEvents(call);
  return kind === 'venues' || kind === 'organizers' ? listPlaces(call, kind) : listTerms(call, kind);
}

/** Answers a request to a record. Who may write needs no password for it. */
export function answerItem(call: Call, address: Address): Answer {
  const row = find(call, address);
  const { site, method, body, query } = call;
  if (method === 'DELETE') {
    remove(site, row);
    return { status: 204 };
  }
  const given = address.by === 'id' ? (body.password ?? query.get('password')) : undefined;
  if (method !== 'GET') {
    if (address.by === 'slug' && body.slug !== undefined) throw invalid({ slug: 'is in the address already' });
    const password = toProtection(row, given);
    update(site, row, { ...call, verb: method });
    if (password !== undefined) row.password = password;
  }
  return json({ data: show(call, row, { isUnlocked: given === row.password }) });
}

/** The password of an event after an update: the first that is sent. Throws a Problem when another is sent later. */
function toProtection({ kind, password }: Row, given: unknown): string | undefined {
  if (kind !== 'events' || typeof given !== 'string' || given === '') return undefined;
  if (password !== undefined && password !== given) throw new Problem(403, 'This is not the password.');
  return given;
}

/** The record at an address. Throws a Problem: 410 for an id that was deleted, else 404. */
function find({ site }: Call, { kind, by, text }: Address): Row {
  const isMeant = by === 'id' ? ({ id }: Row) => id === text : ({ slug }: Row) => slug === toSlug(text);
  const row = live(site, kind).find(isMeant);
  if (row) return row;
  const wasThere = by === 'id' && site.rows.some((one) => one.kind === kind && isMeant(one));
  throw wasThere ? new Problem(410, 'This was deleted.') : notFound();
}
