import type { TargetProfile } from '../../adapter/profile/target-profile.js';
import type { ShownPage } from '../../adapter/reading/lens.js';
import { monitoringRequirement } from '../../adapter/subject.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { Monitor } from '../../kernel/monitor.js';
import { everyOperation } from './every-operation.js';
import { type Step, toSteps, type Watching } from './steps.js';

/** Whatever a list is asked with, one page of it has to agree with itself. */
export const pagesAgree = monitoringRequirement({
  id: 'coherence.pages.anywhere',
  level: 'MUST',
  clause: 'coherence.pages',
  operations: everyOperation,
  profile: 'coherence',
  statement: 'Every page of any list holds as many records as its size and its totals say, each of them once.',
});

/** Notices pages that contradict themselves. */
export const watchPages = (watching: Watching): Monitor => ({
  requirement: pagesAgree.id,
  watch(exchanges) {
    const pages = toSteps(watching, exchanges).filter(({ page }) => page !== undefined);
    return pages.length === 0 ? undefined : pages.flatMap((step) => judgePage(watching.profile, step) ?? []);
  },
});

/** The first way in which a page is wrong. */
function judgePage(profile: TargetProfile, step: Step): DeviationDetails | undefined {
  const { page, exchange } = step;
  if (!page) return undefined;
  return [repeated(page), oversize(step, page), miscounted(profile, step, page)]
    .map((wrong) => wrong && { ...wrong, exchange })
    .find((wrong) => wrong !== undefined);
}

type Wrong = Omit<DeviationDetails, 'exchange'> | undefined;

function repeated({ items }: ShownPage): Wrong {
  const ids = items.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice === undefined) return undefined;
  return { kind: 'selection', expected: 'each record once on a page', observed: `${twice} more than once` };
}

/** A number that is sent once, in digits. */
function numberIn(query: URLSearchParams, name: string): number | undefined {
  const [value = '', ...others] = query.getAll(name);
  return others.length === 0 && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : undefined;
}

function oversize({ query }: Step, { items }: ShownPage): Wrong {
  const size = numberIn(query, 'per_page');
  if (size === undefined || items.length <= size) return undefined;
  return { kind: 'selection', expected: `at most ${size} records on a page`, observed: `${items.length}` };
}

/** A page that is not the last is full, and the last one has the rest; what is past the end is open. */
function miscounted({ pageSizes }: TargetProfile, { query, collection }: Step, page: ShownPage): Wrong {
  const { items, total, totalPages } = page;
  const size = numberIn(query, 'per_page');
  const number = query.has('page') ? numberIn(query, 'page') : 1;
  if (total === undefined || size === undefined || number === undefined || size > pageSizes[collection])
    return undefined;
  const due = Math.min(size, total - (number - 1) * size);
  if (due > 0 && items.length !== due) {
    return { kind: 'total', expected: `${due} of ${total} records on page ${number}`, observed: `${items.length}` };
  }
  const pages = Math.ceil(total / size);
  if (total === 0 || totalPages === undefined || totalPages === pages) return undefined;
  return { kind: 'total', expected: `${pages} pages in all`, observed: `${totalPages}` };
}
