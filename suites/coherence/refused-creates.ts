import type { Collection } from '../../contract/field.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { malformed } from '../../generators/malformed.js';
import { expectThat } from '../../harness/expectations.js';
import type { JsonObject } from '../../harness/json.js';
import { holdsToken } from '../../target/marker.js';
import { markOf } from '../../target/narrow.js';
import { toText } from '../../target/shown-values.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { unfilteredFor } from '../../target/unfiltered.js';
import { itemsIfListed } from '../items-if-listed.js';
import { requireRefused } from './require-refused.js';

/** A create that was refused has made nothing. */
export const createsNothingRefused = (collection: Collection): CalendarRequirement =>
  requirement({
    level: 'MUST',
    clause: 'coherence.refused-write',
    profile: 'coherence',
    effects: 'writes',
    id: `${collection}.create.refused`,
    operations: [`${collection}.create`],
    needs: [`${collection}.create`, `${collection}.list`],
    statement: `A refused create makes no ${resources[collection].singular}.`,
    cost: 2,
    given: (world) => malformed(resourceOf(collection), world).map(({ body, field }) => ({ body, field })),
    async arrange({ calendar }, { body, field }) {
      const written = await calendar.create(collection, body);
      requireRefused(written.exchange);
      return markIn(collection, written.body, field);
    },
    async check({ calendar }, _, mark) {
      const exchange = await calendar.list(collection, {
        ...unfilteredFor(calendar.profile, collection),
        search: mark,
      });
      const items = itemsIfListed(calendar, collection, exchange);
      const ours = items.filter(({ json }) => holdsToken(JSON.stringify(json), mark));
      const observed = `${collection}/${ours[0]?.id}`;
      expectThat(ours.length === 0, { kind: 'state', expected: 'nothing to have been created', observed, exchange });
    },
  });

/** The mark of a body, from a field other than the one that is wrong. */
const markIn = (collection: Collection, body: JsonObject, wrong: string): string =>
  wrong === 'description' ? markOf(collection, body) : (toText(body.description).split(' ').at(-1) ?? '');
