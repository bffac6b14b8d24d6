import fc, { type Arbitrary } from 'fast-check';
import { type Addressing, type UpdateVerb, updateVerbs } from '../../contract/operation.js';
import { eventRelations, type Relation, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire.js';
import { CannotTell } from '../../harness/errors.js';
import { type Exchange, headerValue } from '../../harness/exchange.js';
import { expectSuccess, expectThat, isRefused } from '../../harness/expectations.js';
import { type Calendar, type Made, toWireId } from '../../target/calendar.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { expectFound } from '../expect-shown.js';
import { readUnless } from '../http/validators.js';
import { fieldIn } from '../places.js';
import { addressOf, itemOperation } from '../records/addressed.js';
import { sentText } from '../records/sent-text.js';
import { isAlike } from './alike.js';
import { embeddedIn, type Link } from './embedded.js';

/** A way to rename a record. */
interface Way {
  readonly by: Addressing;
  readonly verb: UpdateVerb;
}

/** The addresses at which a record may be renamed: of places in common, a run tells of both. */
const addressesOf: Readonly<Record<Relation, readonly [Addressing, ...Addressing[]]>> = {
  venue: ['slug'],
  organizer: ['id', 'slug'],
  categories: ['id'],
  tags: ['id'],
};

const waysTo = (relation: Relation): Arbitrary<Way> =>
  fc.record({ by: fc.constantFrom(...addressesOf[relation]), verb: fc.constantFrom(...updateVerbs) });

/** Renames a record, and gives the name that it has then. */
async function rename(calendar: Calendar, record: Made, { by, verb }: Way): Promise<string> {
  const { collection } = record;
  const { label } = resourceOf(collection);
  const address = await addressOf(calendar, record, by);
  const written = await calendar.update(collection, address, verb, { [label]: `Renamed ${MARK}` });
  if (isRefused(written.exchange)) throw new CannotTell(`a ${verb} by ${by} is refused`);
  expectSuccess(written.exchange, `a ${verb} by ${by}`);
  return sentText(written, label);
}

/** A strong tag promises that not an octet has changed; what a weak one promises is its own choice (RFC 9110 section 8.8.1). */
function strongTagOf({ outcome }: Exchange): string | undefined {
  const tag = outcome.kind === 'response' ? headerValue(outcome.response.headers, 'etag') : undefined;
  return tag?.startsWith('"') ? tag : undefined;
}

const isNotModified = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'response' && outcome.response.status === 304;

/** Expects an answer with an event to show a linked record by a name. @throws CannotTell where it shows no names. */
function expectNamed(calendar: Calendar, exchange: Exchange, { relation, id }: Link, name: string): void {
  const collection = eventRelations[relation];
  const { label, singular } = resources[collection];
  const { place, fields } = embeddedIn(
    calendar,
    { ...calendar.lens.record('events', exchange), exchange },
    { relation, id },
  );
  if (!fields.includes(label)) throw new CannotTell(`the event shows no ${label} of its ${singular}`);
  const other = fieldIn(calendar, place.shown, label);
  const [expected, observed] = [`${label} ${name} in ${place.where}`, JSON.stringify(other)];
  const isNamed = isAlike(calendar, { collection, field: label, one: name, other });
  expectThat(isNamed, { kind: 'value', expected, observed, exchange });
}

/** A linked record that is renamed is renamed in the event, too, whichever way it was. */
export const embedsRenamed = (relation: Relation): CalendarRequirement => {
  const collection = eventRelations[relation];
  const operations = addressesOf[relation].flatMap((by) =>
    updateVerbs.map((verb) => itemOperation(collection, by, verb)),
  );
  return requirement({
    level: 'MUST',
    profile: 'coherence',
    id: `${collection}.update.renamed-in-events`,
    clause: 'coherence.shown-everywhere',
    alsoTells: ['http.validators'],
    operations: [...operations, 'events.read'],
    needs: ['events.create', 'events.read', `${collection}.create`, ...operations, `named.${relation}`],
    effects: 'writes',
    statement: `An event shows a linked ${resources[collection].singular} by the name that it was given last, also to who asks whether the event has changed.`,
    cost: 7,
    given: (world) =>
      fc.record({
        named: payload(resourceOf(collection), world, { only: [] }),
        event: payload(resourceOf('events'), world, { only: [] }),
        way: waysTo(relation),
      }),
    async arrange({ calendar }, { named, event }) {
      const record = await calendar.make(collection, named);
      const { id } = await calendar.make('events', { ...event, [relation]: [toWireId(record.id)] });
      const { exchange } = await expectFound(calendar, 'events', byId({ id }));
      return { record, id, tag: strongTagOf(exchange) };
    },
    async check({ calendar }, { way }, { record, id, tag }) {
      const name = await rename(calendar, record, way);
      const asked = tag === undefined ? undefined : await readUnless(calendar, 'events', id, tag);
      const isKept = asked !== undefined && isNotModified(asked);
      const exchange = asked === undefined || isKept ? await calendar.read('events', byId({ id })) : asked;
      expectSuccess(exchange, 'a GET of the event');
      expectNamed(calendar, exchange, { relation, id: record.id }, name);
      const expected = 'the event as it is now';
      expectThat(!isKept, { kind: 'header', expected, observed: `304 for ${tag}`, exchange: asked ?? exchange });
    },
  });
};
