import { toText } from '../../../adapter/notation/shown-values.js';
import { resources } from '../../../contract/resources.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations } from '../../intercept/intercept-operation.js';
import { recordNow } from '../../intercept/record-lookup.js';
import { bodyOf, editBody } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';

const named = ['venues', 'organizers', 'categories', 'tags'] as const;

/** An update that changes nothing is taken for a mistake. */
const unchangedRefused: Fault = {
  id: 'records.update.unchanged-refused',
  clause: 'coherence.kept-write',
  neighbours: named.map((collection) => `${resources[collection].singular}.update` as const),
  statement: 'An update of a venue, an organizer, a category or a tag with the name that it has is refused.',
  create: (_, view) =>
    interceptOperations(view, inEach(named, { kind: 'update' }), async (call, next) => {
      const { request, collection } = call;
      const { label } = resources[collection];
      const record = await recordNow(view, call, next);
      const sent = toText(bodyOf(request)?.[label]);
      const isOwn = record !== undefined && sent !== '' && view.text(collection, record, label) === sent;
      return isOwn ? toRefusal(400) : next(request);
    }),
};

/** A title that is taken gets an ending, and whoever has it is not left out. */
const ownTitleTaken: Fault = {
  id: 'events.update.own-title-taken',
  clause: 'coherence.kept-write',
  neighbours: ['event.update'],
  statement: 'An update of an event with its own title adds an ending to it.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'update', collection: 'events' }], async (call, next) => {
      const record = await recordNow(view, call, next);
      const title = record ? view.text('events', record, 'title') : '';
      return next(editBody(call.request, (body) => (body.title === title ? { ...body, title: `${title} (2)` } : body)));
    }),
};

/** Forms that are sent as they were filled in, and not taken. */
export const sentBack: readonly Fault[] = [unchangedRefused, ownTitleTaken];
