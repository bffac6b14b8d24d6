import { sql } from 'kysely';
import { Db, PlaceKind, TermKind } from '../db';
import { slugify } from '../text';

export type Kind = 'event' | PlaceKind | TermKind;
export interface Page { page: number; per_page: number }
export interface Found<R> { rows: R[]; total: number }
interface Texts { id: number; lang: string; title: string; description: string; slug: string; excerpt?: string }

const tableOf = (kind: Kind) => (kind === 'event' ? 'events' : kind === 'venue' || kind === 'organizer' ? 'places' : 'terms');
const ofKind = (kind: Kind) => (kind === 'event' ? sql`` : sql`and kind = ${kind}`);

/** Lays the texts of a language over the rows; what is not translated stays in its own language. */
export async function localize<R extends Texts>(db: Db, kind: Kind, rows: R[], lang: string): Promise<R[]> {
  if (!rows.length) return rows;
  const found = await db.selectFrom('translations').selectAll().where('kind', '=', kind).where('lang', '=', lang)
    .where('item', 'in', rows.map((r) => r.id)).execute();
  const byItem = new Map(found.map((t) => [t.item, t]));
  return rows.map((row) => {
    const t = byItem.get(row.id);
    if (!t || row.lang === lang) return row;
    const over: Partial<Texts> = {};
    for (const f of ['title', 'description', 'excerpt', 'slug'] as const) if (t[f] !== null) over[f] = t[f] as string;
    return { ...row, ...over, lang };
  });
}

export async function idsBySlug(db: Db, kind: Kind, slug: string): Promise<number[]> {
  const res = await sql<{ id: number }>`select id from ${sql.table(tableOf(kind))} where slug = ${slug} ${ofKind(kind)}
    union select item as id from translations where kind = ${kind} and slug = ${slug} order by id`.execute(db);
  return res.rows.map((r) => r.id);
}

export async function uniqueSlug(db: Db, kind: Kind, wanted: string, own = 0): Promise<string> {
  const stem = wanted || kind;
  for (let n = 1; ; n++) {
    const slug = n === 1 ? stem : `${stem}-${n}`;
    const holders = await idsBySlug(db, kind, slug);
    if (holders.every((id) => id === own)) return slug;
  }
}

export async function translationLangs(db: Db, kind: Kind, ids: number[]): Promise<Map<number, string[]>> {
  const map = new Map<number, string[]>();
  if (!ids.length) return map;
  const rows = await db.selectFrom('translations').select(['item', 'lang']).where('kind', '=', kind).where('item', 'in', ids).execute();
  for (const r of rows) map.set(r.item, [...(map.get(r.item) ?? []), r.lang]);
  return map;
}

/** Stores texts written in another language than the record's own. */
export async function saveTranslation(
  db: Db, kind: Kind, item: number, lang: string,
  texts: { title?: string; description?: string; excerpt?: string; slug?: string },
): Promise<void> {
  if (Object.values(texts).every((v) => v === undefined)) return;
  const t = { ...texts };
  if (t.title !== undefined && t.slug === undefined) {
    const old = await db.selectFrom('translations').select('slug').where('kind', '=', kind).where('item', '=', item).where('lang', '=', lang).executeTakeFirst();
    if (!old?.slug) t.slug = await uniqueSlug(db, kind, slugify(t.title), item);
  }
  const clean = Object.fromEntries(Object.entries(t).filter(([, v]) => v !== undefined));
  await db.insertInto('translations').values({ kind, item, lang, title: null, description: null, excerpt: null, slug: null, ...clean })
    .onConflict((oc) => oc.columns(['kind', 'item', 'lang']).doUpdateSet(clean)).execute();
}

export const dropTranslations = (db: Db, kind: Kind, ids: number[]) =>
  db.deleteFrom('translations').where('kind', '=', kind).where('item', 'in', ids).execute();
