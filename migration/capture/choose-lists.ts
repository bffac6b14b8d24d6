import { languages, segmentLanguages } from '../../contract/queries.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { ANONYMOUS } from '../../wire/client/authentication.js';
import type { JsonObject } from '../../wire/json.js';
import { snapshotOrder } from '../snapshot/canonical-record.js';
import { type List, type Page, type Reader, toListName } from './snapshot-reader.js';

/** The records of each list to preview before all are read. */
const PREVIEW_SIZE = 10;

/** The first page of a list. */
export interface ListPreview {
  readonly list: List;
  readonly page: Page;
}

/** The list was refused, with this status. */
interface Refused {
  readonly list: List;
  readonly refused: number;
}

export const isPreview = (one: ListPreview | Refused): one is ListPreview => !('refused' in one);

/** Reads the first records of a list. */
export async function previewList(reader: Reader, list: List): Promise<ListPreview | Refused> {
  const page = await reader.page(list, { page: 1, size: PREVIEW_SIZE });
  return 'refused' in page ? { list, refused: page.refused } : { list, page };
}

/** Whether two lists seem equal: the same number of records, and the same names of the first ones. */
const showsSame = (one: ListPreview, other: ListPreview): boolean =>
  one.page.total === other.page.total && toFingerprint(one) === toFingerprint(other);

const toFingerprint = ({ list, page }: ListPreview): string =>
  JSON.stringify(page.items.map(({ id, fields }) => [id, fields['slug'], fields[resourceOf(list.collection).label]]));

/** Post statuses of the services that are known; the interface names none. */
const statuses = ['publish', 'future', 'draft', 'pending', 'private'] as const;

/** The lists of a target that show records of their own. */
export interface Chosen {
  readonly previews: readonly ListPreview[];
  /** What could not be read, or was not, and why: sentences. */
  readonly notes: readonly string[];
}

/** Reads every list of every collection, language and status, and omits those that repeat another list. */
export async function chooseLists(reader: Reader): Promise<Chosen> {
  const chosen = await Promise.all(snapshotOrder.map((collection) => chooseOf(reader, collection)));
  return { previews: chosen.flatMap(({ previews }) => previews), notes: chosen.flatMap(({ notes }) => notes) };
}

async function chooseOf(reader: Reader, collection: Collection): Promise<Chosen> {
  const bare = await previewList(reader, { collection, language: '', status: '' });
  if ('refused' in bare) return { previews: [], notes: [toRefusal(bare)] };
  const inLanguage = (language: string) => previewList(reader, { collection, language, status: '' });
  const others = await Promise.all([...languages, ...segmentsOf(reader)].map(inLanguage));
  const own = others.filter((one) => isOf(one, bare)).filter((one) => !isSelectedByParameter(one, others));
  const withStatuses = await Promise.all([bare, ...own].map((one) => chooseStatuses(reader, one)));
  const refused = others.filter((one) => 'refused' in one).map(toRefusal);
  const seen = await Promise.all(reader.identities.map((as) => chooseAs(reader, collection, as)));
  const all = [...withStatuses, ...seen];
  return {
    previews: all.flatMap(({ previews }) => previews),
    notes: [...refused, ...all.flatMap(({ notes }) => notes)],
  };
}

/** A user who may not see a list sees nothing there, and whoever is not logged in is asked to. */
const isKeptOut = (as: string, status: number): boolean =>
  [403, 404].includes(status) || (status === 401 && as === ANONYMOUS);

/** What another identity sees in the default language. That it may not see something is no gap. */
async function chooseAs(reader: Reader, collection: Collection, as: string): Promise<Chosen> {
  const bare = await previewList(reader, { collection, language: '', status: '', as });
  if (!('refused' in bare)) return { previews: (await chooseStatuses(reader, bare)).previews, notes: [] };
  return { previews: [], notes: isKeptOut(as, bare.refused) ? [] : [toRefusal(bare)] };
}

/** The path segments of languages, where the target has any: one that does has all of them. */
const segmentsOf = ({ profile }: Reader): readonly string[] =>
  profile.lacks.has('language.segment') ? [] : segmentLanguages.map((language) => `/${language}`);

/** Under a segment stands what the parameter selects; of both the parameter is read. */
const isSelectedByParameter = ({ list, page }: ListPreview, others: readonly (ListPreview | Refused)[]): boolean =>
  others.some((one) => `/${one.list.language}` === list.language && isPreview(one) && showsSame(one, { list, page }));

/** A list that was shown, and that is not another one over again. */
const isOf = (one: ListPreview | Refused, bare: ListPreview): one is ListPreview =>
  isPreview(one) && !showsSame(one, bare);

async function chooseStatuses(reader: Reader, base: ListPreview): Promise<Chosen> {
  const { collection } = base.list;
  const asked = collection === 'tags' || collection === 'categories' ? [] : statuses;
  const seen = await Promise.all(asked.map((status) => previewList(reader, { ...base.list, status })));
  const shown = seen.filter((one) => isOf(one, base));
  return {
    previews: [base, ...shown].filter(({ page }) => page.items.length > 0),
    notes: seen.filter((one) => 'refused' in one).map(toRefusal),
  };
}

const toRefusal = ({ list, refused }: Refused): string =>
  `${list.collection}: the list ${toListName(list)} is refused with ${refused}`;

/**
 * The fields that differ between two reads of the same records, such as `events.views`. Ignores a record with another
 * modification time: somebody changed it in between.
 */
export function findVolatile(before: readonly ListPreview[], after: readonly ListPreview[]): readonly string[] {
  const names = new Set<string>();
  for (const sight of before) {
    const twin = after.find(({ list }) => JSON.stringify(list) === JSON.stringify(sight.list));
    for (const item of sight.page.items) {
      const again = twin?.page.items.find(({ id }) => id === item.id);
      if (!again || item.fields['modified'] !== again.fields['modified']) continue;
      const changed = [...changedIn(item.fields, again.fields), ...changedIn(item.other, again.other)];
      for (const name of changed) names.add(`${item.collection}.${name}`);
    }
  }
  return [...names].sort();
}

const changedIn = (one: JsonObject, other: JsonObject): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );
