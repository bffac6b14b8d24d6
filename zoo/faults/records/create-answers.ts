import type { Collection } from '../../../contract/field.js';
import type { JsonObject } from '../../../harness/json.js';
import { aboutFields, collectionsOf } from '../../about-fields.js';
import { bodyOf, editBody } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { inEach, onAny } from '../../on.js';

/** The answer to a create is made before the slug is. */
const answersWithoutSlug: Fault = {
  id: 'records.create.answers-without-slug',
  clause: 'coherence.shown-everywhere',
  statement: 'The answer to a create shows an empty slug, whatever slug the record has.',
  create: (_, lens) =>
    onAny(lens, [{ kind: 'create' }], async ({ request, collection }, next) =>
      lens.editRecord(collection, await next(request), (record) => lens.withField(collection, record, 'slug', '')),
    ),
};

/** All answers to creates are written into one object. */
const answersPrevious: Fault = {
  id: 'records.create.answers-previous',
  clause: 'coherence.kept-write',
  neighbours: ['coherence.shown-everywhere'],
  statement: 'The answer to a create shows, besides its id and slug, what was created of that kind before.',
  create: (_, lens) => {
    const previous = new Map<Collection, JsonObject>();
    return onAny(lens, [{ kind: 'create' }], async ({ request, collection }, next) =>
      lens.editRecord(collection, await next(request), (record) => {
        const former = previous.get(collection) ?? record;
        previous.set(collection, record);
        const shown = lens.withField(collection, former, 'slug', lens.field(collection, record, 'slug') ?? null);
        return lens.withId(collection, shown, Number(lens.id(collection, record)));
      }),
    );
  },
};

const echoedFields = ['author', 'image'];
const echoing = { events: echoedFields, venues: echoedFields, organizers: echoedFields };

const withoutEchoed = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !echoedFields.includes(name)));

/** The answer repeats what was sent, and nobody notices that it was not stored. */
const echoed: Fault = {
  id: 'records.create.author-echoed',
  ...aboutFields(echoing),
  statement: 'The answer to a create shows the author and the image that were sent, which are not stored.',
  create: (_, lens) =>
    onAny(lens, inEach(collectionsOf(echoing), { kind: 'create' }), async ({ request, collection }, next) => {
      const outcome = await next(editBody(request, (body) => withoutEchoed(body)));
      const sent = Object.entries(bodyOf(request) ?? {}).filter(([name]) => echoedFields.includes(name));
      return lens.editRecord(collection, outcome, (record) =>
        sent.reduce((shown, [name, value]) => lens.withField(collection, shown, name, value), record),
      );
    }),
};

/** Answers to creates that do not show what was made. */
export const createAnswers: readonly Fault[] = [answersWithoutSlug, answersPrevious, echoed];
