import fc, { type Arbitrary } from 'fast-check';
import { type Calendar, type Made, toWireId, type Written } from '../../adapter/calendar/calendar.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { isEmpty } from '../../adapter/notation/shown-values.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { type Addressing, type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { eventRelations, type Relation, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import type { Exchange } from '../../wire/exchange.js';
import { isRefused, statusOf } from '../../wire/status.js';
import { expectFound } from '../expect/expect-shown.js';
import { findListed } from '../expect/find-listed.js';
import { fateOfUnsent } from '../expect/expect-updated.js';
import { type AddressedRecord, addressOf, itemOperation, sentText } from '../expect/record-address.js';
import { expectAlike, fieldIn, isAlike, isShownBy } from '../expect/shown-in.js';
import { readUnless, strongTagOf } from '../http/validators.js';
import { embeddedIn, type Link } from './embedded-records.js';
import { inTurn, startOf } from '../arbitraries/in-turn.js';

/** What may hide a record or is its address, and what other records and their writers are to it. */
const apart = ['status', 'slug', 'date', 'date_utc', 'author', 'image', 'parent'];

/** A way to rename a record. */
interface Way {
  readonly by: Addressing;
  readonly verb: UpdateVerb;
}

/** The addresses at which a record may be renamed: for venues and organizers together, a run covers both. */
const addressesOf: Readonly<Record<Relation, readonly [Addressing, ...Addressing[]]>> = {
  venue: ['slug'],
  organizer: ['id', 'slug'],
  categories: ['id'],
  tags: ['id'],
};

const waysTo = (relation: Relation, turn: number): Arbitrary<Way> => {
  const ways = updateVerbs.flatMap((verb) => addressesOf[relation].map((by): Way => ({ by, verb })));
  return inTurn(ways, turn, startOf(eventRelations[relation]));
};

/** Texts that were sent, by their fields. */
type Texts = Readonly<Record<string, string>>;

/** Updates one text of a record. */
async function update(calendar: Calendar, record: AddressedRecord, { by, verb }: Way, body: Texts): Promise<Written> {
  const address = await addressOf(calendar, record, by);
  const written = await calendar.update(record.collection, address, verb, body);
  if (isRefused(written.exchange)) throw new Inconclusive(`a ${verb} by ${by} is refused`);
  expectSuccess(written.exchange, `a ${verb} by ${by}`);
  return written;
}

/**
 * Renames a record, and where it has a phone gives it another in the same way: what is renewed with the name alone is
 * not then. Gives the texts as they were sent.
 */
async function change(calendar: Calendar, record: Made, way: Way): Promise<Texts> {
  const { label, fields } = resourceOf(record.collection);
  const renamed = await update(calendar, record, way, { [label]: `Renamed ${MARK}` });
  const name = { [label]: sentText(renamed, label) };
  if (!('phone' in fields)) return name;
  // Its slug may have become another with its name.
  const shown = calendar.lens.recordIfAny(record.collection, renamed.exchange) ?? record.shown;
  const verb = fateOfUnsent(calendar, way.verb) === 'kept' ? way.verb : 'PATCH';
  const phoned = await update(calendar, { ...record, shown }, { ...way, verb }, { phone: '+31 20 5550177' });
  return { ...name, phone: sentText(phoned, 'phone') };
}

const isNotModified = (exchange: Exchange): boolean => statusOf(exchange) === 304;

/** An event, and where it is shown. */
type SeenEvent = Shown & { readonly exchange: Exchange };

/** Expects a response with an event to show a linked record as it is now; returns whether it shows names. */
function expectEmbedded(calendar: Calendar, event: SeenEvent, link: Link, now: Texts): boolean {
  const collection = eventRelations[link.relation];
  const { exchange } = event;
  const { appearance, fields } = embeddedIn(calendar, event, link);
  if (!fields.includes(resources[collection].label)) return false;
  for (const [field, one] of Object.entries(now).filter(([name]) => fields.includes(name))) {
    const other = fieldIn(calendar, appearance.shown, field);
    const [expected, observed] = [`${field} ${one} in ${appearance.where}`, JSON.stringify(other)];
    const isSame = isAlike(calendar, { collection, field, one, other });
    expectThat(isSame, { kind: 'value', expected, observed, exchange });
  }
  return true;
}

/**
 * Expects an event to show a linked record as the response to its create did. Of a description it may show the
 * beginning.
 */
function expectEmbeddedAsMade(calendar: Calendar, event: SeenEvent, relation: Relation, record: Made): void {
  const { shown, exchange } = record;
  const { appearance, fields } = embeddedIn(calendar, event, { relation, id: record.id });
  const isInBoth = (field: string): boolean =>
    [shown, appearance.shown].every(
      (one) => isShownBy(calendar, one, field) && !isEmpty(fieldIn(calendar, one, field)),
    );
  const compared = fields.filter((field) => field !== 'description' && isInBoth(field));
  const made = { where: `the response to the create of the ${resources[record.collection].singular}`, shown, exchange };
  if (compared.length > 0) expectAlike(calendar, made, appearance, compared);
}

/** The event in a list, where it is in one. */
async function listed(calendar: Calendar, event: Made): Promise<SeenEvent | undefined> {
  const { shown, exchange } = await findListed(calendar, event);
  return shown && { ...shown, exchange };
}

/** A linked record that is renamed or else updated is so in the event, too, whichever way it was. */
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
    alsoCovers: ['http.validators'],
    operations: [...operations, 'events.read'],
    needs: [
      'events.create',
      'events.read',
      `${collection}.create`,
      ...new Set([...operations, itemOperation(collection, 'id', 'PATCH')]),
      `named.${relation}`,
    ],
    effects: 'writes',
    // An event that is kept too long is read anew after any write: those of others would hide it.
    alone: true,
    statement: `An event shows a linked ${resources[collection].singular} as its create did, and after an update the new values, in lists as well and to a conditional GET.`,
    cost: collection === 'organizers' ? 10 : 9,
    given: (world, { turn }) =>
      fc.record({
        // Whatever is in its texts, the event shows it.
        named: payload(resourceOf(collection), world, { all: true, omit: apart, kind: 'rich' }),
        event: payload(resourceOf('events'), world, { only: [] }),
        way: waysTo(relation, turn),
      }),
    async arrange({ calendar }, { named, event }) {
      const record = await calendar.make(collection, named);
      const made = await calendar.make('events', { ...event, [relation]: [toWireId(record.id)] });
      const found = await expectFound(calendar, 'events', byId(made));
      const inList = await listed(calendar, made);
      return { record, made, tag: strongTagOf(found.exchange), before: inList ? [found, inList] : [found] };
    },
    async check({ calendar }, { way }, { record, made, tag, before }) {
      const { id } = made;
      for (const event of before) expectEmbeddedAsMade(calendar, event, relation, record);
      const link = { relation, id: record.id };
      const now = await change(calendar, record, way);
      const inList = await listed(calendar, made);
      const asked = tag === undefined ? undefined : await readUnless(calendar, 'events', id, tag);
      const isKept = asked !== undefined && isNotModified(asked);
      const exchange = asked === undefined || isKept ? await calendar.read('events', byId({ id })) : asked;
      expectSuccess(exchange, 'a GET of the event');
      const isEmbedded = expectEmbedded(calendar, { ...calendar.lens.record('events', exchange), exchange }, link, now);
      const { label, singular } = resources[collection];
      if (!isEmbedded) throw new DoesNotApply(`the event shows no ${label} of its ${singular}`);
      if (inList) expectEmbedded(calendar, inList, link, now);
      const expected = 'the current event';
      expectThat(!isKept, { kind: 'header', expected, observed: `304 for ${tag}`, exchange: asked ?? exchange });
    },
  });
};
