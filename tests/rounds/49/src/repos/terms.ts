import { sql } from 'kysely';
import { bug, variant } from '../config';
import { Db, TermKind, TermRow, db, nextId } from '../db';
import { badRequest, notFound } from '../errors';
import { TermInput, TermQuery } from '../schemas';
import { fold, sanitize, slugify } from '../text';
import { Found, dropTranslations, localize, saveTranslation, uniqueSlug } from './common';

export type CountedTerm = TermRow & { count: number };
const living = variant('trash') ? sql`and exists (select 1 from events e where e.id = et.event_id and e.status != 'trash')` : sql``;
const countOf = sql<number>`(select count(*) from event_terms et where et.term_id = t.id ${living})`;

function select(on: Db, kind: TermKind) {
  return on.selectFrom('terms as t').selectAll('t').select(countOf.as('count')).where('t.kind', '=', kind);
}

export async function termsByIds(ids: number[], lang: string, on: Db = db): Promise<Map<number, CountedTerm>> {
  if (!ids.length) return new Map();
  const rows = await on.selectFrom('terms as t').selectAll('t').select(countOf.as('count')).where('t.id', 'in', ids).execute();
  const all = [...(await localize(on, 'category', rows.filter((r) => r.kind === 'category'), lang)), ...(await localize(on, 'tag', rows.filter((r) => r.kind === 'tag'), lang))];
  return new Map(all.map((r) => [r.id, r]));
}

export async function findTerm(kind: TermKind, id: number, lang: string, on: Db = db): Promise<CountedTerm> {
  const row = await select(on, kind).where('t.id', '=', id).executeTakeFirst();
  if (!row) throw notFound(kind);
  return (await localize(on, kind, [row], lang))[0];
}

export async function listTerms(kind: TermKind, q: TermQuery, lang: string, all: boolean): Promise<Found<CountedTerm>> {
  let query = select(db, kind);
  if (q.include?.length) query = query.where('t.id', 'in', q.include);
  if (q.exclude?.length && !(bug('exclude-search') && kind === 'category' && q.search)) query = query.where('t.id', 'not in', q.exclude);
  if (q.hide_empty) query = query.where(countOf, '>', 0);
  if (q.parent !== undefined && kind === 'category') {
    query = bug('parent-descendants') && q.parent
      ? query.where(sql<boolean>`t.id in (with recursive d(id) as (select id from terms where parent = ${q.parent} union select x.id from terms x join d on x.parent = d.id) select id from d)`)
      : query.where('t.parent', '=', q.parent);
  }
  for (const post of [q.post, q.event]) {
    if (post !== undefined) query = query.where(sql<boolean>`t.id in (select et.term_id from event_terms et join events e on e.id = et.event_id where e.id = ${post} ${all ? sql`` : sql`and e.status = 'publish'`})`);
  }
  // The set of terms is small: texts are compared and sorted in the language asked for.
  let rows = await localize(db, kind, await query.orderBy('t.id').execute(), lang);
  if (q.search?.trim()) {
    const needle = fold(q.search.trim());
    rows = rows.filter((r) => [r.title, r.slug, r.description].some((s) => fold(s).includes(needle)));
  }
  if (q.slug !== undefined) rows = rows.filter((r) => r.slug === q.slug);
  const key = (r: CountedTerm): string | number => {
    switch (q.orderby) {
      case 'id': case 'term_id': return bug('orderby-id-text') ? String(r.id) : r.id;
      case 'slug': return r.slug;
      case 'count': return r.count;
      case 'parent': return r.parent;
      case 'description': return fold(r.description);
      case 'include': return q.include ? q.include.indexOf(r.id) : r.id;
      default: return fold(r.title);
    }
  };
  const sign = q.order === 'desc' ? -1 : 1;
  const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
  rows = [...rows].sort((a, b) => sign * compare(key(a), key(b)) || a.id - b.id);
  const from = (q.page - 1) * q.per_page;
  return { rows: rows.slice(from, from + q.per_page), total: rows.length };
}

async function checkParent(on: Db, parent: number, own: number): Promise<void> {
  const seen = new Set<number>();
  for (let at = parent; at && !seen.has(at); ) {
    seen.add(at);
    if (at === own && !(bug('category-cycle') && parent !== own)) throw badRequest('A category cannot be its own ancestor.', { parent: 'is the category itself or below it' });
    if (at === own) return;
    const row = await on.selectFrom('terms').select('parent').where('kind', '=', 'category').where('id', '=', at).executeTakeFirst();
    if (!row) {
      if (at === parent) throw badRequest(`Category ${parent} does not exist.`, { parent: 'does not exist' });
      return;
    }
    at = row.parent;
  }
}

export async function createTerm(on: Db, kind: TermKind, input: TermInput, lang: string, author: number): Promise<number> {
  if (input.parent) await checkParent(on, input.parent, 0);
  const id = nextId('term');
  const slug = await uniqueSlug(on, kind, slugify(input.slug || input.name!));
  await on.insertInto('terms').values({ id, kind, lang, title: input.name!, description: sanitize(input.description ?? ''), slug, parent: input.parent ?? 0, author }).execute();
  return id;
}

export async function updateTerm(on: Db, row: TermRow, input: TermInput, lang: string): Promise<void> {
  const { id, kind } = row;
  if (input.parent) await checkParent(on, input.parent, id);
  const texts = {
    title: input.name,
    description: input.description === undefined ? undefined : sanitize(input.description ?? ''),
    slug: input.slug ? await uniqueSlug(on, kind, slugify(input.slug), id) : undefined,
  };
  const parent = input.parent === undefined ? row.parent : input.parent ?? 0;
  const base = await on.selectFrom('terms').select('lang').where('id', '=', id).executeTakeFirstOrThrow();
  if (base.lang === lang) {
    await on.updateTable('terms').set({ ...defined(texts), parent }).where('id', '=', id).execute();
  } else {
    await on.updateTable('terms').set({ parent }).where('id', '=', id).execute();
    await saveTranslation(on, kind, id, lang, texts);
  }
}

export async function deleteTerm(on: Db, row: TermRow): Promise<void> {
  await on.deleteFrom('event_terms').where('term_id', '=', row.id).execute();
  if (!bug('category-orphans')) await on.updateTable('terms').set({ parent: row.parent }).where('parent', '=', row.id).execute();
  await dropTranslations(on, row.kind, [row.id]);
  await on.deleteFrom('terms').where('id', '=', row.id).execute();
}

export const defined = <T extends object>(o: T): Partial<T> => Object.fromEntries(Object.entries(o).filter(([, v]) => v !== undefined)) as Partial<T>;
