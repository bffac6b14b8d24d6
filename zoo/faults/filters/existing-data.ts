import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted, statusOf } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { withoutParameter, withParameter } from '../../intercept/request-edit.js';
import { toJsonResponse } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { misreading } from '../../list-fault.js';

/** A flag that is false counts as absent. */
const falseUnfiltered = (flag: 'geoloc' | 'ticketed'): Fault => ({
  id: `events.list.${flag}-false-unfiltered`,
  clause: listClauseId('events', flag),
  statement: `${flag}=false selects all events.`,
  create: misreading(['events'], ({ request, query }) =>
    ['false', '0'].includes(query.get(flag) ?? '') ? withoutParameter(request, flag) : request,
  ),
});

/** Who has no children is asked for its siblings. */
const siblingsListed: Fault = {
  id: 'events.list.post_parent-siblings',
  clause: 'event.list.post_parent',
  statement: 'post_parent with the id of a childless event selects the children of another.',
  create(_, view) {
    let last: string | undefined;
    return interceptOperation(view, { id: 'events.list' }, async ({ request, query }, next) => {
      const parent = query.get('post_parent');
      const outcome = await next(request);
      if (parent === null || !isGranted(outcome)) return outcome;
      if (view.items('events', outcome).length === 0 && last !== undefined)
        return next(withParameter(request, 'post_parent', last));
      last = parent;
      return outcome;
    });
  },
};

const TEXT = 'Only for members: the rehearsals are in the old hall.';

/** Remembers the events that lists show, by their ids. */
const listing = (view: WireView, listed: Map<string, JsonObject>) =>
  interceptOperation(view, { id: 'events.list' }, async ({ request }, next) => {
    const outcome = await next(request);
    for (const item of view.items('events', outcome)) listed.set(view.id('events', item), item);
    return outcome;
  });

const described = (view: WireView, item: JsonObject): JsonObject => view.withField('events', item, 'description', TEXT);

/** The password is asked for, and not compared. */
const anyPassword: Fault = {
  id: 'events.read.any-password',
  clause: 'coherence.denied-everywhere',
  neighbours: ['event.password'],
  statement: 'A protected event is shown with any password.',
  create(_, view) {
    const listed = new Map<string, JsonObject>();
    const read = interceptOperation(view, { id: 'events.read' }, async ({ request, address, query }, next) => {
      const outcome = await next(request);
      const item = listed.get(address);
      const isGuess = statusOf(outcome) === 403 && (query.get('password') ?? '') !== '';
      return isGuess && item ? toJsonResponse(200, described(view, item)) : outcome;
    });
    return inTurn(read, listing(view, listed));
  },
};

/** Only a read by its id asks for the password. */
const shownBySlug: Fault = {
  id: 'events.by-slug.read.protected-shown',
  clause: 'coherence.denied-everywhere',
  neighbours: ['event.password'],
  statement: 'A GET by slug shows the description of a protected event.',
  create(_, view) {
    const listed = new Map<string, JsonObject>();
    const titled = (item: JsonObject): string => view.text('events', item, 'title').toLowerCase().replaceAll(' ', '-');
    const read = interceptOperation(view, { id: 'events.by-slug.read' }, async ({ request, address }, next) => {
      const outcome = await next(request);
      const item = [...listed.values()].find((one) => titled(one) === address);
      return statusOf(outcome) === 403 && item ? toJsonResponse(200, described(view, item)) : outcome;
    });
    return inTurn(read, listing(view, listed));
  },
};

/** Who asks for an event by its id in a list is not asked for its password. */
const shownIncluded: Fault = {
  id: 'events.list.protected-shown-by-include',
  clause: 'coherence.denied-everywhere',
  statement: 'A list by include shows the descriptions of protected events.',
  create(_, view) {
    const refused = new Set<string>();
    const read = interceptOperation(view, { id: 'events.read' }, async ({ request, address }, next) => {
      const outcome = await next(request);
      if (statusOf(outcome) === 403) refused.add(address);
      return outcome;
    });
    const list = interceptOperation(view, { id: 'events.list' }, async ({ request, query }, next) =>
      view.editItems('events', await next(request), (items) =>
        items.map((item) =>
          query.has('include') && refused.has(view.id('events', item)) ? described(view, item) : item,
        ),
      ),
    );
    return inTurn(read, list);
  },
};

/** What a target does wrong with data that no client can set. */
export const existingData: readonly Fault[] = [
  falseUnfiltered('geoloc'),
  falseUnfiltered('ticketed'),
  siblingsListed,
  anyPassword,
  shownBySlug,
  shownIncluded,
];
