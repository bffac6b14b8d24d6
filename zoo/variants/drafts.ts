import { editBody } from '../edit-request.js';
import { inSequence, learning, showingFields } from '../learns.js';
import { inEach, interceptOperations } from '../on.js';
import type { Variant } from '../variant.js';

const kinds = ['venues', 'organizers'] as const;

/** Which status is given where none is sent is not stated. */
export const drafts: readonly Variant[] = [
  {
    id: 'create.draft-unless-sent',
    aspect: 'fields',
    statement: 'A venue or an organizer that is created without a status is a draft.',
    learns: inSequence(
      (facts) => ({ ...facts, 'access.update': { ...facts['access.update'], venues: true } }),
      showingFields((field, { collection, name }) =>
        name === 'status' && collection !== 'events' ? { ...field, text: 'identity' } : field,
      ),
      learning({ 'bodies.drafts': kinds }),
    ),
    allowances: ['concurrency.', 'identities.', 'http.', 'events.list.malformed-handled'].map((requirement) => ({
      requirement,
      reason: 'To publish what was made for the world takes a request more each: none are left at the end.',
    })),
    create: (_, lens) =>
      interceptOperations(lens, inEach(kinds, { kind: 'create' }), ({ request }, next) =>
        next(editBody(request, (body) => ({ status: 'draft', ...body }))),
      ),
  },
];
