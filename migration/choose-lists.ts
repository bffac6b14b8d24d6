import type { Collection } from '../contract/field.js';
import { languages, segmentLanguages } from '../contract/queries.js';
import { toListName } from './list.js';
import type { Reader } from './reader.js';
import { snapshotOrder } from './record.js';
import { isPreview, showsSame, type Refused, type ListPreview, previewList } from './sight.js';

/** Post statuses of the services that are known; the interface names none. */
const statuses = ['publish', 'future', 'draft', 'pending', 'private'] as const;

/** The lists of a target that show records of their own. */
export interface Chosen {
  readonly previews: readonly ListPreview[];
  /** What could not be read, or was not, and why: sentences. */
  readonly notes: readonly string[];
}

/** Looks at every list of every collection, language and status, and leaves out those that show what others show. */
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
  return {
    previews: withStatuses.flatMap(({ previews }) => previews),
    notes: [...refused, ...withStatuses.flatMap(({ notes }) => notes)],
  };
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
