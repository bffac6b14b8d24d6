import { type Collection, eventRelations } from '../../../contract/resources.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { withParameter } from '../../intercept/request-edit.js';
import { totalIn } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { type ActFor, forOthers, isAnonymous } from './acting-for-others.js';

const hidden = { clause: 'coherence.denied-everywhere' } as const;
const list = { kind: 'list' } as const;

/** Answers whoever may see an event as it answers whoever may see everything. */
const asConfusedDeputy: ActFor =
  (privileged) =>
  async ({ request }, next) => {
    const outcome = await next(request);
    return isGranted(outcome) ? next(privileged.as(request)) : outcome;
  };

/** The same for lists with a parameter. */
const where =
  (parameter: string): ActFor =>
  (privileged) =>
  ({ request, query }, next) =>
    next(query.has(parameter) ? privileged.as(request) : request);

/** Selects by a parameter whatever the status, unless one is asked for. */
const ofAnyStatus =
  (parameter: string): ActFor =>
  (privileged) =>
  async ({ request, query }, next) => {
    if (!query.has(parameter) || query.has('status')) return next(request);
    const drafts = await next(privileged.as(withParameter(request, 'status', 'draft')));
    return isGranted(drafts) && (totalIn(drafts) ?? 0) > 0 ? drafts : next(request);
  };

/** Asks users what they may see of a status, and nobody else. */
const openByStatus: ActFor =
  (privileged) =>
  ({ request, query }, next) =>
    next(query.has('status') && isAnonymous(request) ? privileged.as(request) : request);

/** Leaves out of a list what may not be seen once it is counted. */
const countedFirst =
  (view: WireView): ActFor =>
  (privileged) =>
  async ({ request, collection }, next) => {
    const [shown, all] = [await next(request), await next(privileged.as(request))];
    const more = view.items(collection, all).length - view.items(collection, shown).length;
    return view.editTotal(shown, (total) => total + more);
  };

/** Counts drafts, too, for whoever is not logged in, unless the list is one by status. */
const countedForAll =
  (view: WireView): ActFor =>
  (privileged) =>
  async ({ request, query, collection }, next) => {
    const shown = await next(request);
    if (query.has('status') || !isAnonymous(request) || !isGranted(shown)) return shown;
    const drafts = await next(privileged.as(withParameter(request, 'status', 'draft')));
    return view.editTotal(shown, (total) => total + view.items(collection, drafts).length);
  };

/** Shows what is linked to an event it creates, whether or not it may be seen. */
const embeddedInAnswer =
  (view: WireView): ActFor =>
  (privileged) =>
  async ({ request, at }, next) => {
    const outcome = await next(request);
    const event = isGranted(outcome) ? view.record('events', outcome) : undefined;
    if (!event) return outcome;
    const target = at(`/events/${view.id('events', event)}`);
    const whole = view.record('events', await next(privileged.as({ method: 'GET', target, headers: request.headers })));
    return view.editRecord('events', outcome, () => whole ?? event);
  };

/** A list of what is linked to events, by the collection. */
const linkedTo: readonly Collection[] = Object.values(eventRelations);

/** Records that are listed, counted or embedded for whom they are refused. */
export const leaksOfLists: readonly Fault[] = [
  {
    ...hidden,
    id: 'records.list.status-unchecked',
    statement: 'A list by status shows all records with that status to every identity.',
    create: forOthers([list], where('status')),
  },
  ...(['events', 'venues', 'organizers'] as const).map(
    (collection): Fault => ({
      ...hidden,
      id: `${collection}.list.status-open`,
      statement: `A list of ${collection} by status shows all with that status to whoever is not logged in.`,
      create: forOthers([{ kind: 'list', collection }], openByStatus),
    }),
  ),
  {
    ...hidden,
    id: 'records.list.search-unchecked',
    statement: 'A search with a status finds records of that status for every identity.',
    create: forOthers([list], where('search')),
  },
  {
    ...hidden,
    id: 'events.list.search-unchecked',
    statement: 'A search for events with a status finds those of that status for every identity.',
    create: forOthers([{ id: 'events.list' }], where('search')),
  },
  {
    ...hidden,
    id: 'events.list.include-unchecked',
    statement: 'A list of events by ids shows drafts to every identity.',
    create: forOthers([{ id: 'events.list' }], where('include')),
  },
  {
    ...hidden,
    id: 'events.list.include-any-status',
    statement: 'A list of events by ids, and by no status, shows drafts to every identity.',
    create: forOthers([{ id: 'events.list' }], ofAnyStatus('include')),
  },
  {
    ...hidden,
    id: 'events.list.search-any-status',
    statement: 'A search for events of no status finds drafts for every identity.',
    create: forOthers([{ id: 'events.list' }], ofAnyStatus('search')),
  },
  {
    ...hidden,
    id: 'records.list.counted-first',
    neighbours: ['coherence.pages'],
    statement: 'The total of a list counts records that are hidden from the identity.',
    create: (seed, view) => forOthers([list], countedFirst(view))(seed, view),
  },
  ...(['events', 'venues', 'organizers'] as const).map(
    (collection): Fault => ({
      ...hidden,
      id: `${collection}.list.counted-for-all`,
      neighbours: ['coherence.pages'],
      statement: `The total of a list of ${collection} counts drafts for whoever is not logged in.`,
      create: (seed, view) => forOthers([{ kind: 'list', collection }], countedForAll(view))(seed, view),
    }),
  ),
  {
    ...hidden,
    id: 'events.read.embeds-unchecked',
    statement: 'An event shows related drafts to every identity that may read the event.',
    create: forOthers([{ id: 'events.read' }], asConfusedDeputy),
  },
  {
    ...hidden,
    id: 'events.list.embeds-unchecked',
    statement: 'A list of events shows related drafts to every identity.',
    create: forOthers(
      [{ id: 'events.list' }],
      (privileged) =>
        ({ request, query }, next) =>
          next(query.has('status') || query.has('include') ? request : privileged.as(request)),
    ),
  },
  {
    ...hidden,
    id: 'events.create.embeds-unchecked',
    statement: 'The response to a create of an event shows related drafts.',
    create: (seed, view) => forOthers([{ id: 'events.create' }], embeddedInAnswer(view))(seed, view),
  },
  {
    ...hidden,
    id: 'records.list.event-unchecked',
    statement: 'A list of records by event is shown to every identity, even if the event is hidden.',
    create: forOthers(
      linkedTo.map((collection) => ({ kind: 'list', collection }) as const),
      where('event'),
    ),
  },
];
