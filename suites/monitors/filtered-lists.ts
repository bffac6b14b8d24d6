import { askedWith } from '../../adapter/calendar/locate.js';
import { type CalendarRequirement, monitoringRequirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { listClauseId } from '../../contract/clauses/resource-clauses.js';
import type { ParameterOf } from '../../contract/queries.js';
import { type Collection, resources } from '../../contract/resources.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { Monitor } from '../../kernel/monitor.js';
import { type Asked, isUsual, toAsked } from './evidence/asked-query.js';
import { contradictionOf } from './contradictions.js';
import { judgeMembers } from './known-members.js';
import { type ListStep, type Step, toLists, toSteps, type Watching } from './evidence/steps.js';

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

/** Whatever a list is asked with, it holds what is known to fit, and none of its records shows that it should not be there. */
export const listsWhatFits = (collection: Judged): CalendarRequirement =>
  monitoringRequirement({
    id: idOf(collection),
    level: 'MUST',
    clause: `${resources[collection].singular}.list`,
    alsoCovers: judged[collection].map((name) => listClauseId(collection, name)),
    operations: [`${collection}.list`],
    profile: 'core',
    statement: `Any list of ${collection} holds the known records that its parameters select, and none that contradicts one.`,
  });

/** Notices records that contradict what their list was asked with, and those of the world that are wrongly there or not. */
export const watchFilters =
  (collection: Judged, world?: World) =>
  (watching: Watching): Monitor => ({
    requirement: idOf(collection),
    watch(exchanges) {
      const lists = toLists(watching, exchanges).filter((step) => step.collection === collection);
      const deleted = deletedIn(toSteps(watching, exchanges));
      const filtered = lists.flatMap((step) => toFiltered({ collection, step, deleted }) ?? []);
      const members = world ? lists.map((step) => membersIn(watching, world, step)) : [];
      const isJudged = filtered.length > 0 || members.some((one) => one !== undefined);
      return isJudged
        ? [...filtered.flatMap((one) => judgeList(watching, one) ?? []), ...members.flatMap((one) => one ?? [])]
        : undefined;
    },
  });

/** What is shown to other identities, and what is asked in ways of which it is not known how they act, says nothing of the world. */
function membersIn({ profile }: Watching, world: World, step: ListStep): readonly DeviationDetails[] | undefined {
  const { collection, query, exchange } = step;
  const asked = exchange.identity === undefined ? toAsked(collection, query) : undefined;
  return asked && isUsual(profile, collection, query, asked) ? judgeMembers(world, step, asked) : undefined;
}

/** The ids of what was deleted: what a service remembers of it may still be filtered by (see `*.delete.linked-events`). */
const deletedIn = (steps: readonly Step[]): ReadonlySet<string> =>
  new Set(steps.flatMap(({ kind, address }) => (kind === 'delete' && address?.by === 'id' ? [address.value] : [])));

interface Watched {
  readonly collection: Judged;
  readonly step: ListStep;
  readonly deleted: ReadonlySet<string>;
}

/** A list, and what it was asked with that its records can contradict. */
interface Filtered {
  readonly step: ListStep;
  readonly all: readonly Asked[];
  readonly judgeable: readonly Asked[];
}

function toFiltered({ collection, step, deleted }: Watched): Filtered | undefined {
  const all = toAsked(collection, step.query) ?? [];
  // What another identity may ask of drafts is open.
  if (step.exchange.identity !== undefined && all.some(({ name }) => name === 'status')) return undefined;
  const names: readonly string[] = judged[collection];
  const judgeable = all.filter(({ name, values }) => names.includes(name) && !values.some((one) => deleted.has(one)));
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
