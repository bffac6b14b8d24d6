import type { TargetProfile } from '../../../adapter/profile/target-profile.js';
import type { ShownPage } from '../../../adapter/reading/lens.js';
import { monitoringRequirement } from '../../../adapter/subject.js';
import type { Collection } from '../../../contract/resources.js';
import type { DeviationDetails } from '../../../kernel/deviation.js';
import type { Monitor } from '../../../kernel/monitor.js';
import { countsWithoutRecords } from '../../expect/expect-list.js';
import { everyOperation, type ListStep, toLists, type Watching } from '../evidence/steps.js';
import { forgetfulLinks, mislinked, type Wrong } from './page-links.js';
import { numberIn, pageNumber } from './page-query.js';

/** Whatever a list is asked with, one page of it has to agree with itself. */
export const pagesAgree = monitoringRequirement({
  id: 'coherence.pages.anywhere',
  level: 'MUST',
  clause: 'coherence.pages',
  operations: everyOperation,
  profile: 'coherence',
  statement:
    'Every page of any list holds as many records as its size and its totals say, each once, and its links name the pages beside it, with what was asked.',
});

/** Notices pages that contradict themselves. */
export const watchPages = (watching: Watching): Monitor => ({
  requirement: pagesAgree.id,
  watch(exchanges) {
    const pages = toLists(watching, exchanges, { inAnyLanguage: true });
    if (pages.length === 0) return undefined;
    return [...pages.flatMap((step) => judgePage(watching.profile, step) ?? []), ...forgetfulLinks(pages)];
  },
});

/** The first way in which a page is wrong. */
function judgePage(profile: TargetProfile, step: ListStep): DeviationDetails | undefined {
  const { page, exchange } = step;
  return [repeated(page), oversize(step, page), uncounted(step, page), miscounted(profile, step, page), mislinked(step)]
    .map((wrong) => wrong && { ...wrong, exchange })
    .find((wrong) => wrong !== undefined);
}

function repeated({ items }: ShownPage): Wrong {
  const ids = items.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice === undefined) return undefined;
  return { kind: 'selection', expected: 'each record once on a page', observed: `${twice} more than once` };
}

function oversize({ query }: ListStep, { items }: ShownPage): Wrong {
  const size = numberIn(query, 'per_page');
  if (size === undefined || items.length <= size) return undefined;
  return { kind: 'selection', expected: `at most ${size} records on a page`, observed: `${items.length}` };
}

/** What is on the first page is counted, whatever size pages have; past the end, a later one may be shown again. */
function uncounted({ query }: ListStep, { items, total }: ShownPage): Wrong {
  if (total === undefined || items.length <= total || pageNumber(query) !== 1) return undefined;
  return { kind: 'total', expected: `${items.length} records in all at least`, observed: `${total}` };
}

/** A page that is cut holds no more than this. */
const MOST = 1000;

/** The sizes that pages may have: the one that was asked for, and whatever a target may cut it to, given what it has shown. */
function sizesOf({ fullest }: TargetProfile, collection: Collection, asked: number): readonly number[] {
  const least = Math.min(asked, fullest[collection] ?? 1);
  const cut = Math.min(asked, MOST) - least;
  return [asked, ...Array.from({ length: Math.max(0, cut) }, (_, more) => least + more)];
}

/** A page that is not the last is full, and the last one has the rest; what is past the end is open. */
function miscounted(profile: TargetProfile, { query, collection }: ListStep, page: ShownPage): Wrong {
  const { items, total, totalPages } = page;
  const asked = numberIn(query, 'per_page');
  const number = pageNumber(query);
  if (total === undefined || asked === undefined || number === undefined) return undefined;
  const dueOf = (size: number): number => Math.min(size, total - (number - 1) * size);
  const pagesOf = (size: number): number => Math.ceil(total / size);
  const fitting = sizesOf(profile, collection, asked).filter(
    (size) => dueOf(size) <= 0 || dueOf(size) === items.length,
  );
  if (fitting.length === 0) {
    const expected = `${dueOf(asked)} of ${total} records on page ${number}`;
    const about = items.length === 0 ? { about: countsWithoutRecords } : {};
    return { kind: 'total', expected, observed: `${items.length}`, ...about };
  }
  if (total === 0 || totalPages === undefined || fitting.some((size) => pagesOf(size) === totalPages)) return undefined;
  return { kind: 'total', expected: `${pagesOf(asked)} as the number of all pages`, observed: `${totalPages}` };
}
