import type { Collection } from '../../../contract/resources.js';
import type { Interceptor, Outcome } from '../../../wire/exchange.js';
import type { JsonObject, JsonValue } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { type Act, interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { bodyOf } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { createRaceWindow, PAUSE } from './race-window.js';

const clause = 'coherence.parallel';

/** Slug creation: two identical requests both find the slug free before either takes it. */
interface SlugSource {
  readonly collection: Collection;
  readonly field: string;
}

/** A slug is looked for, found free, and taken by two. */
const slugTakenTwice = ({ collection, field }: SlugSource): Fault => ({
  id: `${collection}.create.slug-taken-twice-by-${field}`,
  clause,
  statement: `Overlapping writes of ${collection} with the same ${field} give the records the same slug.`,
  create(_, view, clock) {
    const meet = createRaceWindow();
    const taken = new Map<string, JsonValue>();
    const shared = new Map<string, JsonValue>();
    const race: Act = async ({ request }, next) => {
      const wanted = bodyOf(request)?.[field];
      if (typeof wanted !== 'string') return next(request);
      return meet(wanted, 'write', async (stay) => {
        await clock.sleep(PAUSE);
        const outcome = await next(request);
        const record = isGranted(outcome) && view.record(collection, outcome);
        if (!record || !stay.hasOverlapped('write')) return outcome;
        const slug = taken.get(wanted) ?? view.field(collection, record, 'slug') ?? null;
        taken.set(wanted, slug);
        shared.set(view.id(collection, record), slug);
        return outcome;
      });
    };
    return inTurn(
      showingSlugs(view, collection, shared),
      interceptOperation(view, { kind: 'create', collection }, race),
      interceptOperation(view, { kind: 'update', collection, addressing: 'id' }, race),
    );
  },
});

/** Shows some records with other slugs. */
const showingSlugs = (view: WireView, collection: Collection, slugs: ReadonlyMap<string, JsonValue>): Interceptor =>
  interceptOperation(view, { collection }, async ({ request, operation }, next) => {
    const show = (record: JsonObject): JsonObject => {
      const slug = slugs.get(view.id(collection, record));
      return slug === undefined ? record : view.withField(collection, record, 'slug', slug);
    };
    const outcome = await next(request);
    return operation.kind === 'list'
      ? view.editItems(collection, outcome, (items) => items.map(show))
      : view.editRecord(collection, outcome, show);
  });

/** Which id a record got is asked for afterwards, when another one may have been made. */
const respondsWithLast = (collection: Collection): Fault => ({
  id: `${collection}.create.answers-the-last`,
  clause,
  statement: `Overlapping creates of ${collection} all return the last one.`,
  create(_, view) {
    const underWay = new Set<Promise<Outcome>>();
    let last: Outcome | undefined;
    return interceptOperation(view, { kind: 'create', collection }, async ({ request }, next) => {
      const creating = next(request).then((outcome) => {
        if (isGranted(outcome)) last = outcome;
        return outcome;
      });
      underWay.add(creating);
      const outcome = await creating;
      await Promise.all(underWay);
      underWay.delete(creating);
      return isGranted(outcome) ? (last ?? outcome) : outcome;
    });
  },
});

/** What takes long is sent again by a gateway, though it goes on. */
const madeTwice: Fault = {
  id: 'tags.create.made-twice',
  clause,
  statement: 'A create of a tag that waits for another is carried out twice.',
  create(_, view, clock) {
    const meet = createRaceWindow();
    return interceptOperation(view, { id: 'tags.create' }, ({ request }, next) =>
      meet('tags', 'create', async (stay) => {
        await clock.sleep(PAUSE);
        if (stay.hasOverlapped('create')) await next(request);
        return next(request);
      }),
    );
  },
};

/** Creates that do not see each other. */
export const racesOfCreates: readonly Fault[] = [
  slugTakenTwice({ collection: 'events', field: 'slug' }),
  slugTakenTwice({ collection: 'venues', field: 'venue' }),
  slugTakenTwice({ collection: 'organizers', field: 'organizer' }),
  respondsWithLast('tags'),
  respondsWithLast('organizers'),
  madeTwice,
];
