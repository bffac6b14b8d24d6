import { eventRelations } from '../../../contract/resources.js';
import type { Collection } from '../../../contract/field.js';
import type { Interceptor } from '../../../harness/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject } from '../../../harness/json.js';
import type { Fault } from '../../fault.js';
import { interceptOperations } from '../../on.js';
import type { WireView } from '../../wire-lens.js';

type Rewrite = (collection: Collection, record: JsonObject) => JsonObject;

/** Rewrites what an event shows of the records that are linked to it. */
const withEmbedded = (lens: WireView, event: JsonObject, rewrite: Rewrite): JsonObject =>
  Object.entries(eventRelations).reduce((shown, [relation, collection]) => {
    const value = lens.field('events', event, relation);
    if (!isJsonArray(value)) return shown;
    const linked = value.map((one) => (isJsonObject(one) ? rewrite(collection, one) : one));
    return lens.withField('events', shown, relation, linked);
  }, event);

/** Rewrites what every event, read alone, shows of the records that are linked to it. */
export const onLinked = (lens: WireView, rewrite: Rewrite): Interceptor =>
  interceptOperations(lens, [{ kind: 'read', collection: 'events' }], async ({ request }, next) =>
    lens.editRecord('events', await next(request), (event) => withEmbedded(lens, event, rewrite)),
  );

/** There is only so much room beside an event. */
const descriptionsCut: Fault = {
  id: 'events.read.linked-descriptions-cut',
  clause: 'coherence.relations',
  neighbours: ['coherence.shown-everywhere'],
  statement: 'An event shows the first eight characters of the descriptions of what is linked to it.',
  create: (_, lens) =>
    onLinked(lens, (collection, record) =>
      lens.withField(collection, record, 'description', lens.text(collection, record, 'description').slice(0, 8)),
    ),
};

/** What an event shows of the records that are linked to it, and is not so. */
export const embedded: readonly Fault[] = [descriptionsCut];
