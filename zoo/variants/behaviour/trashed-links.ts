import { idsIn } from '../../../adapter/reading/agreement.js';
import type { Relation } from '../../../contract/resources.js';
import type { Interceptor } from '../../../wire/exchange.js';
import type { JsonObject, JsonValue } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import { inEach, interceptOperation, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { eventsOf, relationTo, statuses } from '../../intercept/list-walk.js';
import { recordNow } from '../../intercept/record-lookup.js';
import { representing } from '../../intercept/record-rewrite.js';
import { bodyOf, editBody, withoutParameter, withParameter } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';

/** The links of each event to what is in the trash, as it showed them. */
type KeptLinks = Map<string, ReadonlyMap<Relation, readonly JsonValue[]>>;

const places = ['venues', 'organizers'] as const;

const linksOf = (view: WireView, event: JsonObject, relation: Relation): readonly JsonValue[] =>
  [view.field('events', event, relation) ?? []].flat();

/** Keeps what events are linked to when that is deleted. */
const keepDeleted = (view: WireView, kept: KeptLinks): Interceptor =>
  interceptOperations(view, inEach(places, { kind: 'delete' }), async (call, next) => {
    const relation = relationTo[call.collection === 'venues' ? 'venues' : 'organizers'];
    const record = await recordNow(view, call, next);
    if (!record) return next(call.request);
    const id = view.id(call.collection, record);
    const events = await eventsOf({ view, call, next }, statuses, `&${relation}=${id}`);
    const outcome = await next(call.request);
    for (const event of isGranted(outcome) ? events : []) {
      const links = kept.get(view.id('events', event)) ?? new Map<Relation, readonly JsonValue[]>();
      const last = linksOf(view, event, relation).filter((one) => idsIn(one).includes(id));
      kept.set(view.id('events', event), new Map([...links, [relation, [...(links.get(relation) ?? []), ...last]]]));
    }
    return outcome;
  });

/** Forgets what an event was linked to when the relation is written again. */
const forgetRewritten = (view: WireView, kept: KeptLinks): Interceptor =>
  interceptOperation(view, { kind: 'update', collection: 'events' }, async ({ request }, next) => {
    const outcome = await next(request);
    const event = isGranted(outcome) ? view.record('events', outcome) : undefined;
    const id = event && view.id('events', event);
    const links = id === undefined ? undefined : kept.get(id);
    const sent = bodyOf(request) ?? {};
    if (id !== undefined && links) kept.set(id, new Map([...links].filter(([relation]) => !(relation in sent))));
    return outcome;
  });

/** Shows these links in events, besides those that the target shows. */
const showing = (view: WireView, kept: KeptLinks, seed: number): Interceptor =>
  representing((_, collection, record) => {
    if (collection !== 'events') return record;
    return [...(kept.get(view.id('events', record)) ?? [])].reduce(
      (event, [relation, links]) =>
        view.withField('events', event, relation, [...linksOf(view, event, relation), ...links]),
      record,
    );
  })(seed, view);

/** Events stay linked to venues and organizers that were deleted, as if these were in a trash from where they may return. */
export function keepsTrashedLinks(seed: number, view: WireView): Interceptor {
  const kept: KeptLinks = new Map();
  return inTurn(showing(view, kept, seed), forgetRewritten(view, kept), keepDeleted(view, kept));
}

/** Lists of events that are filtered by a place in a trash still contain the events that were linked to it. */
export function selectsByTrashedLinks(_: number, view: WireView): Interceptor {
  const kept: KeptLinks = new Map();
  const eventsAt = (relation: Relation, id: string): readonly string[] =>
    [...kept].flatMap(([event, links]) => (idsIn([...(links.get(relation) ?? [])]).includes(id) ? [event] : []));
  const select = interceptOperation(view, { id: 'events.list' }, ({ request, query }, next) => {
    const relation = (['venue', 'organizer'] as const).find((name) => query.has(name));
    const events = relation === undefined ? [] : eventsAt(relation, query.get(relation) ?? '');
    if (relation === undefined || events.length === 0) return next(request);
    return next(withParameter(withoutParameter(request, relation), 'include', events.join(',')));
  });
  return inTurn(select, forgetRewritten(view, kept), keepDeleted(view, kept));
}

const writes = [
  { kind: 'create', collection: 'events' },
  { kind: 'update', collection: 'events' },
] as const;

/** Bodies may name a place in a trash, and the event shows it as the one did that was linked to it before. */
export function takesTrashedLinks(seed: number, view: WireView): Interceptor {
  const deleted: KeptLinks = new Map();
  const named: KeptLinks = new Map();
  const linkTo = (relation: Relation, id: string): readonly JsonValue[] =>
    [...deleted.values()]
      .flatMap((links) => links.get(relation) ?? [])
      .filter((link) => idsIn(link).includes(id))
      .slice(0, 1);
  const take = interceptOperations(view, writes, async ({ request }, next) => {
    const sent = (['venue', 'organizer'] as const).filter((relation) => relation in (bodyOf(request) ?? {}));
    const idsOf = (relation: Relation): readonly string[] => idsIn(bodyOf(request)?.[relation]);
    const isThere = (relation: Relation) => (id: string) => linkTo(relation, id).length === 0;
    const others = sent.filter((relation) => !idsOf(relation).every(isThere(relation)));
    const outcome = await next(
      editBody(request, (body) => ({
        ...body,
        ...Object.fromEntries(
          others.map((relation) => [relation, idsOf(relation).filter(isThere(relation)).map(Number)]),
        ),
      })),
    );
    const event = isGranted(outcome) ? view.record('events', outcome) : undefined;
    if (!event) return outcome;
    const id = view.id('events', event);
    const links = sent.map((one) => [one, idsOf(one).flatMap((other) => linkTo(one, other))] as const);
    named.set(id, new Map([...(named.get(id) ?? []), ...links]));
    return outcome;
  });
  return inTurn(showing(view, named, seed), take, keepDeleted(view, deleted));
}
