import { toText } from '../../adapter/notation/shown-values.js';
import { markOf } from '../../adapter/reading/record-queries.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { malformed } from '../../generators/malformed.js';
import type { JsonObject } from '../../wire/json.js';
import { requireRefused } from '../expect/expect-handled.js';
import { expectNoneMarked } from '../expect/find-listed.js';

/** A create that was refused has made nothing. */
export const createsNothingRefused = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.create.refused`,
    level: 'MUST',
    clause: 'coherence.refused-write',
    profile: 'coherence',
    effects: 'writes',
    operations: [`${collection}.create`],
    needs: [`${collection}.create`, `${collection}.list`],
    statement: `A refused create leaves no ${resources[collection].singular} behind.`,
    cost: 2,
    given: (world) => malformed(resourceOf(collection), world).map(({ body, field }) => ({ body, field })),
    async arrange({ calendar }, { body, field }) {
      const written = await calendar.create(collection, body);
      requireRefused(written.exchange);
      return markIn(collection, written.body, field);
    },
    check: ({ calendar }, _, mark) => expectNoneMarked(calendar, collection, mark),
  });

/** The mark of a body, from a field other than the one that is wrong. */
const markIn = (collection: Collection, body: JsonObject, wrong: string): string =>
  wrong === 'description' ? markOf(collection, body) : (toText(body.description).split(' ').at(-1) ?? '');
