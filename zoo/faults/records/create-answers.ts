import type { JsonObject } from '../../../harness/json.js';
import { aboutFields, collectionsOf } from '../../about-fields.js';
import { bodyOf, editBody } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations } from '../../on.js';

/** The answer to a create is made before the slug is. */
const respondsWithoutSlug: Fault = {
  id: 'records.create.answers-without-slug',
  clause: 'coherence.shown-everywhere',
  statement: 'The answer to a create shows an empty slug, whatever slug the record has.',
  create: (_, lens) =>
    interceptOperations(lens, [{ kind: 'create' }], async ({ request, collection }, next) =>
      lens.editRecord(collection, await next(request), (record) => lens.withField(collection, record, 'slug', '')),
    ),
};

/** Texts as they are written into a log: that there was one, and not which. */
const masked = (record: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === 'string' && value !== '' ? '***' : null]),
  );

/** What is shown to the client is what was meant for the log. */
const respondsMasked: Fault = {
  id: 'records.create.answers-masked',
  clause: 'coherence.kept-write',
  neighbours: ['coherence.shown-everywhere'],
  statement: 'The answer to a create shows three asterisks for every text, and no other field that is set but the id.',
  create: (_, lens) =>
    interceptOperations(lens, [{ kind: 'create' }], async ({ request, collection }, next) =>
      lens.editRecord(collection, await next(request), (record) =>
        lens.withId(collection, masked(record), Number(lens.id(collection, record))),
      ),
    ),
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
    interceptOperations(
      lens,
      inEach(collectionsOf(echoing), { kind: 'create' }),
      async ({ request, collection }, next) => {
        const outcome = await next(editBody(request, (body) => withoutEchoed(body)));
        const sent = Object.entries(bodyOf(request) ?? {}).filter(([name]) => echoedFields.includes(name));
        return lens.editRecord(collection, outcome, (record) =>
          sent.reduce((shown, [name, value]) => lens.withField(collection, shown, name, value), record),
        );
      },
    ),
};

/** Answers to creates that do not show what was made. */
export const createResponses: readonly Fault[] = [respondsWithoutSlug, respondsMasked, echoed];
