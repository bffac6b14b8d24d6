import { headerValue } from '../../harness/exchange.js';
import type { JsonObject } from '../../harness/json.js';
import { seedOf } from '../../harness/seed.js';
import { eventRelations } from '../../contract/resources.js';
import { idsIn } from '../../target/agreement.js';
import { alsoForHead } from '../also-for-head.js';
import { editResponse, isGranted, withHeader, withoutBody, withoutHeader } from '../edit-answer.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';
import type { WireView } from '../wire-lens.js';

/** The tag of the row of an event: what is linked counts by its ids alone. */
function tagOf(lens: WireView, event: JsonObject): string {
  const row = Object.keys(eventRelations).reduce(
    (shown, relation) => lens.withField('events', shown, relation, [...idsIn(lens.field('events', event, relation))]),
    event,
  );
  return `"${seedOf(1, JSON.stringify(row)).toString(36)}"`;
}

/** The tag is made from the row of the event, and the answer from more than that. */
const linkedNotTagged: Fault = {
  id: 'events.read.etag-of-row',
  clause: 'http.validators',
  neighbours: ['coherence.shown-everywhere'],
  statement: 'The ETag of an event stays the same when what is linked to it is renamed.',
  create: (_, lens) =>
    alsoForHead(
      interceptOperation(lens, { id: 'events.read' }, async ({ request }, next) => {
        const outcome = await next({ ...request, headers: withoutHeader(request.headers, 'If-None-Match') });
        const event = isGranted(outcome) ? lens.record('events', outcome) : undefined;
        if (!event) return outcome;
        const tag = tagOf(lens, event);
        const held = headerValue(request.headers, 'if-none-match') ?? '';
        const isHeld = held === '*' || held.includes(tag);
        return editResponse(outcome, (response) => {
          const tagged = { ...response, headers: withHeader(response.headers, 'ETag', tag) };
          return isHeld ? withoutBody(tagged, 304) : tagged;
        });
      }),
    ),
};

/** Tags that tell of a part of what is shown. */
export const partialTags: readonly Fault[] = [linkedNotTagged];
