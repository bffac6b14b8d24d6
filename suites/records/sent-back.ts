import fc from 'fast-check';
import { type Calendar, type Made, toWireId } from '../../adapter/calendar/calendar.js';
import { idsIn, isEmpty } from '../../adapter/reading/agreement.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { updateVerbs } from '../../contract/operations.js';
import { type Collection, collections, type FieldType, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { expectSuccess } from '../../kernel/expectations.js';
import type { JsonObject, JsonValue } from '../../wire/json.js';
import { expectFound } from '../expect/expect-shown.js';
import { itemOperation } from '../expect/record-address.js';
import { expectAlike, isShownBy } from '../expect/shown-in.js';

/** What a client sends back of a field; undefined where it is shown otherwise than it may be sent. */
const sendable: Readonly<Record<FieldType, (value: JsonValue) => JsonValue | undefined>> = {
  string: (value) => (typeof value === 'string' ? value : undefined),
  url: (value) => (typeof value === 'string' ? value : undefined),
  untyped: (value) => (typeof value === 'string' ? value : undefined),
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  integer: (value) => idsIn(value).map(toWireId)[0],
  integers: (value) => idsIn(value).map(toWireId),
};

/** What a record has though it was not sent, in the form in which it may be sent. */
const given: readonly string[] = ['slug', 'status'];

/** Texts and times that are shown in another form than they were sent in are not for sending; a slug is, as it is shown. */
const isAsSent = ({ body }: Made, field: string, value: JsonValue): boolean =>
  typeof value !== 'string' ||
  body[field] === value ||
  field === 'slug' ||
  (given.includes(field) && body[field] === undefined);

/** The fields of a record as it is shown, as far as they can be sent. */
function asShown(calendar: Calendar, made: Made, shown: Shown): JsonObject {
  const entries = Object.entries(resourceOf(made.collection).fields).flatMap(([field, { type }]) => {
    const value = isShownBy(calendar, shown, field) ? calendar.lens.field(shown, field) : undefined;
    if (value === undefined || isEmpty(value) || !isAsSent(made, field, value)) return [];
    const sent = sendable[type](value);
    return sent === undefined ? [] : [[field, sent] as const];
  });
  return Object.fromEntries(entries);
}

/** Clients read a record into a form, and send the form. */
export const takesBackWhatItShows = (collection: Collection): CalendarRequirement => {
  const { singular } = resources[collection];
  const operations = updateVerbs.map((verb) => itemOperation(collection, 'id', verb));
  return requirement({
    id: `${collection}.update.sent-back`,
    level: 'SHOULD',
    clause: 'coherence.kept-write',
    alsoCovers: [`${singular}.update`],
    operations,
    profile: 'coherence',
    needs: [`${collection}.create`, `${collection}.read`, ...operations],
    effects: 'writes',
    statement: `An update that sends back the fields of ${withArticle(singular)} as shown, with relations as ids, is accepted and changes nothing.`,
    cost: 5,
    given: (world, { turn }) =>
      fc.record({
        base: payload(resourceOf(collection), world, { all: true, omit: ['status'] }),
        // Another method for each collection, and in each execution.
        verb: fc.constant(updateVerbs[(turn + 1 + collections.indexOf(collection)) % updateVerbs.length] ?? 'PUT'),
      }),
    async arrange({ calendar }, { base }) {
      const made = await calendar.make(collection, base);
      const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
      return { made, before: { where: 'the item before', shown, exchange } };
    },
    async check({ calendar }, { verb }, { made, before }) {
      const body = asShown(calendar, made, before.shown);
      const left = Object.keys(resourceOf(collection).fields).filter((field) => !(field in body));
      const what = `a ${verb} of the fields as shown${left.length > 0 ? `, without ${left.join(', ')},` : ''}`;
      expectSuccess((await calendar.update(collection, byId(made), verb, body)).exchange, what);
      const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
      const after = { where: `the item after ${what}`, shown, exchange };
      expectAlike(calendar, before, after, Object.keys(body));
    },
  });
};
