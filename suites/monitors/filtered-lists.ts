import { askedWith } from '../../adapter/calendar/locate.js';
import { type CalendarRequirement, monitoringRequirement } from '../../adapter/subject.js';
import { listClauseId } from '../../contract/clauses/resource-clauses.js';
import type { ParameterOf } from '../../contract/queries.js';
import { type Collection, resources } from '../../contract/resources.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { Monitor } from '../../kernel/monitor.js';
import { type Asked, toAsked } from './asked-query.js';
import { contradictionOf } from './contradictions.js';
import { type ListStep, toLists, type Watching } from './steps.js';

/** The lists with parameters that their records can contradict. */
export const contradictable = ['events', 'categories', 'tags'] as const satisfies readonly Collection[];
type Judged = (typeof contradictable)[number];

/** The parameters of which a record in a list can show that it does not fit. */
const judged: { readonly [C in Judged]: readonly ParameterOf<C>[] } = {
  events: [
    'venue',
    'organizer',
    'tags',
    'categories',
    'featured',
    'status',
    'include',
    'starts_after',
    'starts_before',
    'ends_after',
    'ends_before',
  ],
  categories: ['include', 'exclude', 'slug', 'parent'],
  tags: ['include', 'exclude', 'slug'],
};

const idOf = (collection: Collection): string => `${collection}.list.fits-anywhere`;

/** Whatever a list is asked with, none of its records shows that it should not be there. */
export const listsWhatFits = (collection: Judged): CalendarRequirement =>
  monitoringRequirement({
    id: idOf(collection),
    level: 'MUST',
    clause: `${resources[collection].singular}.list`,
    alsoCovers: judged[collection].map((name) => listClauseId(collection, name)),
    operations: [`${collection}.list`],
    profile: 'core',
    statement: `No record in any list of ${collection} shows a value that contradicts a parameter of that list.`,
  });

/** Notices records that contradict what their list was asked with. */
export const watchFilters =
  (collection: Judged) =>
  (watching: Watching): Monitor => ({
    requirement: idOf(collection),
    watch(exchanges) {
      const filtered = toLists(watching, exchanges).flatMap((step) => toFiltered(collection, step) ?? []);
      return filtered.length === 0 ? undefined : filtered.flatMap((one) => judgeList(watching, one) ?? []);
    },
  });

/** A list, and what it was asked with that its records can contradict. */
interface Filtered {
  readonly step: ListStep;
  readonly all: readonly Asked[];
  readonly judgeable: readonly Asked[];
}

function toFiltered(collection: Judged, step: ListStep): Filtered | undefined {
  if (step.collection !== collection) return undefined;
  const all = toAsked(collection, step.query) ?? [];
  // What another identity may ask of drafts is open.
  if (step.exchange.identity !== undefined && all.some(({ name }) => name === 'status')) return undefined;
  const names: readonly string[] = judged[collection];
  const judgeable = all.filter(({ name }) => names.includes(name));
  return judgeable.length === 0 ? undefined : { step, all, judgeable };
}

/** The first record of a list that does not belong there. */
function judgeList(watching: Watching, { step, all, judgeable }: Filtered): DeviationDetails | undefined {
  for (const shown of step.page.items) {
    for (const asked of judgeable) {
      const observed = contradictionOf({ watching, shown, asked, all });
      if (observed !== undefined) return toDetails(step, asked, `${shown.id} with ${observed}`);
    }
  }
  return undefined;
}

const toDetails = (
  { collection, exchange }: ListStep,
  { name, values }: Asked,
  observed: string,
): DeviationDetails => ({
  kind: 'selection',
  expected: `a list of ${collection} with ${name}=${values.join(',')} only`,
  observed,
  exchange,
  about: { ...askedWith(collection, [name]), side: 'extra' },
});
