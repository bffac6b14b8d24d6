/** Creating, changing and deleting. Every change is one transaction. */
import { DateTime } from 'luxon';
import { db, Db, Kind, Row } from './db';
import { ApiError, SITE_TZ, USERS, WITH_USERS, bug, invalid, notFound, variant } from './config';
import { FORMAT, checkZone, cleanMarkup, isEmail, isUrl, nowUtc, parseDate, slugify, utcToSite, wall, wallToUtc } from './text';
import { Ctx, LABEL, NAME, isAnonymous, isTerm, present } from './present';

type Input = Record<string, any>;
export interface Address { id?: number; slug?: string }
const LINKS: Record<string, Kind> = { categories: 'categories', tags: 'tags', venue: 'venues', organizer: 'organizers' };

// ---- finding and access ----------------------------------------------------------------------

export async function find(q: Db, kind: Kind, address: Address): Promise<Row> {
  const row: Row | undefined = await q(kind).where(address).orderBy('id').first();
  if (!row || row.status === 'trash') throw notFound(LABEL[kind]);
  return row;
}

const signIn = (): ApiError => new ApiError(401, 'rest_not_signed_in', 'Please sign in.');
const refused = (): ApiError => new ApiError(403, 'rest_forbidden', 'You are not allowed to do that.');

export function mayRead(kind: Kind, row: Row, ctx: Ctx): void {
  if (isTerm(kind)) return;
  if (isAnonymous(ctx) && row.status !== 'publish' && !(bug('b57') && kind === 'events' && ctx.bySlug)) throw signIn();
  checkPassword(row, ctx);
}

function checkPassword(row: Row, ctx: Ctx): void {
  if (row.password && ctx.password && ctx.password !== row.password) {
    throw new ApiError(403, 'rest_wrong_password', 'The password is not right.');
  }
}

export function mayWrite(kind: Kind, row: Row | null, ctx: Ctx): void {
  if (row) checkPassword(row, ctx);
  if (!WITH_USERS) return;
  if (!ctx.user) throw signIn();
  if (bug('b56') && kind === 'tags' && ctx.method === 'DELETE') return;
  if (ctx.user.role === 'reader') throw refused();
  if (ctx.user.role === 'author') {
    if (isTerm(kind)) throw refused();
    if (row && row.author !== ctx.user.id && !(bug('b54') && kind === 'venues' && ctx.bySlug)) throw refused();
  }
}

// ---- input to columns ------------------------------------------------------------------------

async function freeSlug(q: Db, kind: Kind, wanted: string, own?: number): Promise<string> {
  for (let n = 1; ; n++) {
    const slug = n === 1 ? wanted : `${wanted}-${n}`;
    const taken = await q(kind).where({ slug }).modify((b) => { if (own) void b.whereNot('id', own); }).first('id');
    if (!taken) return slug;
  }
}

async function commonColumns(q: Db, kind: Kind, input: Input, ctx: Ctx): Promise<Input> {
  const out: Input = {};
  if (input.author !== undefined) {
    if (!USERS.some((u) => u.id === input.author)) throw invalid('author', 'no such author');
    if (ctx.user?.role === 'author' && input.author !== ctx.user.id) throw refused();
    out.author = input.author;
  }
  if (input.status !== undefined) out.status = input.status;
  const published = input.date ? parseDate('date', input.date, SITE_TZ) : input.date_utc ? parseDate('date_utc', input.date_utc, 'utc') : null;
  if (published) {
    out.date_utc = published.toUTC().toFormat(FORMAT);
    out.date = utcToSite(out.date_utc);
  }
  if (input.image !== undefined) {
    const image: string | null = input.image || null;
    if (image && /^\d+$/.test(image)) {
      if (!(await q('media').where({ id: Number(image) }).first())) throw invalid('image', 'no such image');
    } else if (image && !isUrl(image)) throw invalid('image', 'neither an image ID nor a URL');
    out.image = image;
  }
  if (input.website !== undefined) {
    if (input.website && !isUrl(input.website)) throw invalid('website', 'not a URL');
    out.website = input.website || null;
  }
  return out;
}

const timing = ['start_date', 'end_date', 'timezone', 'all_day'];

function eventTimes(input: Input, old: Row | null): Input {
  if (old && !timing.some((k) => input[k] !== undefined)) return {};
  if (input.timezone !== undefined) checkZone(input.timezone);
  const timezone: string = input.timezone ?? old?.timezone ?? SITE_TZ;
  const allDay: boolean = input.all_day ?? !!old?.all_day;
  const read = (key: string): DateTime => (input[key] !== undefined
    ? parseDate(key, input[key], timezone)
    : DateTime.fromFormat(old?.[key], FORMAT, { zone: timezone }));
  let start = read('start_date');
  let end = read('end_date');
  if (allDay) {
    start = start.startOf('day');
    end = (bug('b06') && old ? start : end).endOf('day').startOf('second');
  }
  if (end < start) throw invalid('end_date', 'the event ends before it starts');
  const out: Input = { timezone, all_day: allDay, start_date: wall(start), end_date: wall(end) };
  if (bug('b04') && old && input.start_date === undefined && input.end_date === undefined) return out;
  out.utc_start_date = wallToUtc(start.toFormat(FORMAT), timezone);
  out.utc_end_date = wallToUtc(end.toFormat(FORMAT), timezone);
  return out;
}

async function ownColumns(q: Db, kind: Kind, input: Input, old: Row | null): Promise<Input> {
  const out: Input = {};
  if (kind === 'events') {
    Object.assign(out, eventTimes(input, old));
    for (const flag of ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured']) {
      if (bug('b01') && old && flag === 'featured' && !input[flag]) continue;
      if (input[flag] !== undefined) out[flag] = input[flag];
    }
    if (input.cost !== undefined) out.cost = input.cost ?? '';
  }
  if (kind === 'venues') {
    for (const c of ['show_map', 'show_map_link', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince']) {
      if (input[c] !== undefined) out[c] = input[c];
    }
    if (bug('b29') && old && /^\d+$/.test(out.zip ?? '')) out.zip = String(Number(out.zip));
    if (input.stateprovince === undefined && (input.state !== undefined || input.province !== undefined)) {
      const now = (c: string): string | null => (input[c] !== undefined ? input[c] : old?.[c] ?? null);
      out.stateprovince = now('state') || now('province');
    }
  }
  if (kind === 'organizers') {
    if (input.phone !== undefined) out.phone = input.phone;
    if (input.email !== undefined) {
      if (input.email && !isEmail(input.email)) throw invalid('email', 'not an e-mail address');
      out.email = input.email || null;
    }
    if (bug('b34') && old) for (const c of ['phone', 'email']) if (c in out) out[c] = String(out[c]);
  }
  if (kind === 'categories' && input.parent !== undefined) {
    let parent: Row | undefined;
    for (let id: number = input.parent, depth = 0; id !== 0 && depth < 1000; id = parent?.parent ?? 0, depth++) {
      if (old && id === old.id && !(bug('b43') && depth > 0)) throw invalid('parent', 'a category cannot be below itself');
      parent = await q('categories').where({ id }).first();
      if (!parent && depth === 0) throw invalid('parent', 'no such category');
      if (bug('b43') && depth > 0) break;
    }
    out.parent = input.parent;
  }
  return out;
}

/** The translatable texts: name, description, excerpt. */
function texts(kind: Kind, input: Input): Record<string, string> {
  const out: Record<string, string> = {};
  const title = input[NAME[kind]];
  if (title !== undefined) out.title = cleanMarkup(title).trim();
  if (out.title === '') throw invalid(NAME[kind], 'must not be empty');
  if (input.description !== undefined) out.description = cleanMarkup(input.description ?? '');
  if (input.excerpt !== undefined) out.excerpt = cleanMarkup(input.excerpt ?? '');
  if (bug('b35') && kind === 'organizers' && out.description) out.description = out.description.replace(/[\u{10000}-\u{10ffff}][\s\S]*$/u, '');
  return out;
}

async function readLinks(q: Db, input: Input, ctx: Ctx, unchecked: string[] = []): Promise<[Kind, number[]][]> {
  const out: [Kind, number[]][] = [];
  for (const [field, kind] of Object.entries(LINKS)) {
    if (input[field] === undefined) continue;
    const ids = [...new Set<number>(input[field] ?? [])];
    if (!unchecked.includes(field)) await checkIds(q, field, kind, ids);
    if (bug('b02') && field === 'tags' && ctx.method !== 'CREATE' && !ids.length) continue;
    out.push([kind, ids]);
  }
  return out;
}

async function checkIds(q: Db, field: string, kind: Kind, ids: number[]): Promise<void> {
  if (!ids.length) return;
  const known: number[] = await q(kind).whereIn('id', ids).modify((b) => { if (!isTerm(kind)) void b.whereNot('status', 'trash'); }).pluck('id');
  const unknown = ids.filter((id) => !known.includes(id));
  if (unknown.length) throw invalid(field, `no such ID: ${unknown.join(', ')}`);
}

async function writeLinks(q: Db, eventId: number, links: [Kind, number[]][]): Promise<void> {
  for (const [kind, ids] of links) {
    await q('links').where({ event_id: eventId, kind }).del();
    if (ids.length) await q('links').insert(ids.map((target_id, position) => ({ event_id: eventId, kind, target_id, position })));
  }
}

// ---- the operations --------------------------------------------------------------------------

export async function create(kind: Kind, input: Input, ctx: Ctx): Promise<Row> {
  mayWrite(kind, null, ctx);
  const work = async (q: Db): Promise<Row> => {
    const text = texts(kind, input);
    const own = await ownColumns(q, kind, input, null);
    const wanted = input.slug && slugify(input.slug, '') ? slugify(input.slug, '') : slugify(text.title as string, LABEL[kind]);
    const late = bug('b20') && kind === 'events' ? ['tags'] : [];
    const links = kind === 'events' ? await readLinks(q, input, { ...ctx, method: 'CREATE' }, late) : [];
    const now = nowUtc();
    const columns: Input = { ...text, ...own, lang: ctx.lang, slug: await freeSlug(q, kind, wanted), modified_utc: now };
    if (!isTerm(kind)) {
      Object.assign(columns, { author: ctx.user?.id ?? 1, status: 'publish', date_utc: now, date: utcToSite(now) },
        await commonColumns(q, kind, input, ctx));
    }
    if (bug('b49') && kind === 'tags') {
      const last = await q('tags').max({ id: 'id' }).first() as { id: number | null };
      columns.id = (last.id ?? 0) + 1;
    }
    const [id] = await q(kind).insert(columns) as [number];
    for (const field of late) await checkIds(q, field, LINKS[field] as Kind, [...new Set<number>(input[field] ?? [])]);
    await writeLinks(q, id, links);
    return find(q, kind, { id });
  };
  if (bug('b20') && kind === 'events') return work(db);
  return db.transaction(work);
}

/** Optional fields that a replacing PUT sets back (only in the variant where PUT replaces). */
const RESET: Record<Kind, Input> = {
  events: {
    description: '', excerpt: '', cost: '', website: null, image: null, show_map: true, show_map_link: true, hide_from_listings: false,
    sticky: false, featured: false, categories: [], tags: [], venue: [], organizer: [],
  },
  venues: {
    description: '', show_map: null, show_map_link: null, address: null, city: null, country: null, province: null, state: null,
    zip: null, phone: null, website: null, image: null,
  },
  organizers: { description: '', phone: null, website: null, email: null, image: null },
  categories: { description: '', parent: 0 },
  tags: { description: '' },
};

export async function update(kind: Kind, address: Address, given: Input, ctx: Ctx, check: (shown: unknown) => void): Promise<Row> {
  const input: Input = variant('put-replaces') && ctx.method === 'PUT' ? { ...RESET[kind], ...given } : { ...given };
  const slow = bug('b31') && kind === 'venues' && !ctx.bySlug;
  const early = slow ? await find(db, kind, address) : null;
  if (slow) await new Promise((r) => setTimeout(r, 20));
  return db.transaction(async (q) => {
    const row = early ?? await find(q, kind, address);
    mayRead(kind, row, ctx);
    mayWrite(kind, row, ctx);
    check((await present(q, kind, [row], ctx))[0]);
    if (bug('b03') && kind === 'events' && ctx.bySlug && ctx.method === 'PATCH') input.organizer ??= [];
    const columns: Input = await ownColumns(q, kind, input, row);
    if (!isTerm(kind)) Object.assign(columns, await commonColumns(q, kind, input, ctx));
    const links = kind === 'events' ? await readLinks(q, input, ctx) : [];
    const text = texts(kind, input);
    if (bug('b45') && kind === 'categories') text.title = (text.title ?? row.title).replace(/&/g, '&amp;');
    if (input.slug !== undefined && slugify(input.slug, '')) {
      const wanted = slugify(input.slug, '');
      columns.slug = bug('b08') && kind === 'events' ? wanted : await freeSlug(q, kind, wanted, row.id);
    } else if (bug('b51') && kind === 'tags') columns.slug = await freeSlug(q, kind, slugify(text.title ?? row.title, 'tag'), row.id);
    if (ctx.lang === row.lang) Object.assign(columns, text);
    else {
      for (const [field, value] of Object.entries(text)) {
        await q('translations').insert({ kind, item_id: row.id, lang: ctx.lang, field, value })
          .onConflict(['kind', 'item_id', 'lang', 'field']).merge();
      }
    }
    await q(kind).where({ id: row.id }).update(early ? { ...early, ...columns, modified_utc: nowUtc() } : { ...columns, modified_utc: nowUtc() });
    await writeLinks(q, row.id, links);
    return find(q, kind, { id: row.id });
  });
}

/** Deletes and gives what was there. */
export async function remove(kind: Kind, address: Address, ctx: Ctx, check: (shown: unknown) => void): Promise<unknown> {
  return db.transaction(async (q) => {
    const row = await find(q, kind, address);
    mayRead(kind, row, ctx);
    mayWrite(kind, row, ctx);
    const [shown] = await present(q, kind, [row], ctx);
    check(shown);
    if (variant('trash') && !isTerm(kind)) {
      await q(kind).where({ id: row.id }).update({ status: 'trash', slug: await freeSlug(q, kind, `${row.slug}__trashed`, row.id) });
      return { ...shown, status: 'trash' };
    }
    if (kind === 'events') {
      if (!(bug('b09') && ctx.bySlug)) await q('links').where({ event_id: row.id }).del();
      await q('events').where({ post_parent: row.id }).update({ post_parent: 0 });
    } else if (!(bug('b49') && kind === 'tags')) await q('links').where({ kind, target_id: row.id }).del();
    if (kind === 'categories' && !bug('b44')) await q('categories').where({ parent: row.id }).update({ parent: row.parent });
    await q('translations').where({ kind, item_id: row.id }).del();
    await q(kind).where({ id: row.id }).del();
    return shown;
  });
}
