import { type Accepted, accept, type Body } from './accept.js';
import { isRelation, type Kind, nameFields, relations } from './kinds.js';
import { invalid } from './problem.js';
import { idsOf, type Language, type Row, textOf, type Values } from './row.js';
import { childrenOf, findLive, idsBelow, nextId, type Site } from './site.js';
import { madeSlug, sentSlug } from './slugs.js';
import { translate } from './translations.js';

/** How a write came: what it says and in which language. */
export interface Write {
  readonly body: Body;
  readonly language: Language;
}

/** Makes a record. Throws a Problem and makes none when the body cannot be taken. */
export function create(site: Site, kind: Kind, { body, language }: Write): Row {
  const accepted = accept(kind, body, { isCreate: true, zone: site.zone });
  const { slug: sent, ...set } = accepted.set;
  const fields = settle(site, { kind, values: withoutStrangers(site, kind, set) });
  const slug =
    typeof sent === 'string'
      ? sentSlug(site, sent, { kind })
      : madeSlug(site, textOf(fields, nameFields[kind]), { kind });
  const now = site.now();
  const date = accepted.date ?? now;
  const row: Row = {
    kind,
    id: nextId(site, kind),
    language,
    slug,
    fields,
    translations: {},
    date,
    created: now,
    trashed: false,
  };
  site.rows.push(row);
  return row;
}

/** Changes a record. PUT begins with what a new one would have, the rest with what is there. */
export function update(site: Site, row: Row, { body, language, verb }: Write & { verb: string }): void {
  const accepted = accept(row.kind, body, { isCreate: false, zone: site.zone });
  const { slug, ...set } = accepted.set;
  const isReset = verb === 'PUT';
  const known = withoutStrangers(site, row.kind, set);
  const { base, translations } = translate(row, { set: known, unset: accepted.unset, language, isReset });
  const values = settle(site, { kind: row.kind, id: row.id, values: base });
  if (typeof slug === 'string') row.slug = sentSlug(site, slug, row);
  row.fields = values;
  row.translations = translations;
  row.date = dateAfter(row, accepted, isReset);
}

const dateAfter = (row: Row, { date }: Accepted, isReset: boolean): number =>
  date ?? (isReset ? row.created : row.date);

/** Ids that no record has are dropped, and the rest is kept. */
function withoutStrangers(site: Site, kind: Kind, values: Values): Values {
  const known = Object.entries(values).flatMap(([field, value]) => {
    if (field === 'parent') return findLive(site, 'categories', String(value)) ? [[field, value] as const] : [];
    if (kind !== 'events' || !isRelation(field)) return [[field, value] as const];
    return [[field, idsOf(values, field).filter((id) => findLive(site, relations[field], id))] as const];
  });
  return Object.fromEntries(known);
}

/** Puts values in order that depend on each other. Throws a Problem where they contradict each other. */
function settle(site: Site, { kind, id, values }: { kind: Kind; id?: string; values: Values }): Values {
  const below = id === undefined ? [] : [id, ...idsBelow(site, id)];
  if (kind === 'categories' && below.includes(String(values.parent))) throw invalid({ parent: 'is below it' });
  if (kind !== 'events') return values;
  const [start, end] = [textOf(values, 'start_date'), textOf(values, 'end_date')];
  if (end < start) throw invalid({ end_date: 'is before the start' });
  if (values.all_day !== true) return values;
  const days = { start_date: `${start.slice(0, 10)} 00:00:00`, end_date: `${end.slice(0, 10)} 23:59:59` };
  return { ...values, ...days };
}

/** Deletes a record. Its children move up to its parent. */
export function remove(site: Site, row: Row): void {
  if (row.kind === 'categories') {
    for (const child of childrenOf(site, row.id)) {
      const { parent: _, ...own } = child.fields;
      const { parent } = row.fields;
      child.fields = parent === undefined ? own : { ...own, parent };
    }
  }
  row.trashed = true;
}
