import fc, { type Arbitrary } from 'fast-check';
import type { World } from '../../adapter/world/world.js';
import { type Addressing, type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { fieldValue } from '../../generators/field-value.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import type { Draw } from '../../kernel/requirement.js';
import { changesOf } from '../arbitraries/changes-of.js';
import { pick } from '../arbitraries/every-field.js';
import { allNames, droppableButOne } from '../arbitraries/subsets.js';
import { fateOfUnsent } from '../expect/expect-updated.js';

/** One of several updates of a record, by some of its fields. */
export interface PartialUpdate {
  readonly verb: UpdateVerb;
  readonly change: Payload;
}

/** Fields of which one may move another, as a rule: where they stay away together each is seen to be kept. */
const bound: readonly (readonly string[])[] = [
  ['title', 'name', 'slug'],
  ['start_date', 'end_date', 'timezone', 'all_day'],
  ['status', 'date', 'date_utc'],
  ['country', 'state'],
  ['province', 'stateprovince'],
];

/** The fields of a collection, those that are bound to one another together. */
function unitsOf(collection: Collection): readonly (readonly string[])[] {
  const names = Object.keys(resourceOf(collection).fields);
  const together = bound.map((unit) => unit.filter((name) => names.includes(name)));
  const alone = names.filter((name) => !together.flat().includes(name)).map((name) => [name]);
  return [...together.filter(({ length }) => length > 0), ...alone];
}

/**
 * Deals the fields out to two updates, so that what one sends the other does not. The turns differ: of any two units, one
 * comes without the other in some turn.
 */
export function halvesOf(collection: Collection, turn: number): readonly [readonly string[], readonly string[]] {
  const units = unitsOf(collection);
  const digits = Math.ceil(Math.log2(units.length));
  // Spread over all numbers of so many digits, so that each digit parts them evenly.
  const numberOf = (index: number): number => Math.floor((index * 2 ** digits) / units.length);
  const isSecond = (index: number): boolean => Math.floor(numberOf(index) / 2 ** (turn % digits)) % 2 === 1;
  return [units.filter((_, index) => !isSecond(index)).flat(), units.filter((_, index) => isSecond(index)).flat()];
}

/** The flags that are false; all others are true, as a flag that is lost or reset is false in most services. */
const unset: Readonly<Record<Addressing, readonly string[]>> = {
  id: ['show_map_link'],
  slug: ['show_map'],
};

const flags = ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'];

/** Fields that say in another way what others do: those are sent by one address, these by the other. */
const rivals: Readonly<Record<Addressing, readonly string[]>> = {
  id: ['date_utc', 'stateprovince'],
  slug: ['date', 'state', 'province'],
};

/** A record that is a draft need not have an address but its id; by its id, it is one, so that a reset to the default is seen. */
const statusBy = ({ accepted }: World, by: Addressing): string | undefined =>
  accepted.status.find((status) => status === (by === 'id' ? 'draft' : 'publish'));

/** A body in which every flag and the status have the value that a reset would change. */
function atRisk(collection: Collection, world: World, by: Addressing, body: Payload): Payload {
  const isText = resourceOf(collection).fields.show_map?.type === 'string';
  const entries = Object.entries(body).flatMap(([name, value]): [string, Payload[string]][] => {
    const status = statusBy(world, by);
    if (name === 'status') return status === undefined ? [] : [[name, status]];
    if (!flags.includes(name)) return [[name, value]];
    // Where a flag is a text, one that is false may be shown as one that is not there.
    return [[name, isText ? 'true' : !unset[by].includes(name)]];
  });
  return Object.fromEntries(entries);
}

/** The kind of text that a name has: rich, as each update that does not send the name may escape it anew. */
const RICH = 1;

/** A record with a value in every field. */
export const wholeRecord = (collection: Collection, world: World, by: Addressing): Arbitrary<Payload> =>
  payload(resourceOf(collection), world, {
    all: true,
    omit: rivals[by],
    ...(by === 'id' && { kind: RICH }),
  }).map((body) => atRisk(collection, world, by, body));

/** What a slug in the body of an update by slug does is a matter of its own. */
const unsendable = { id: rivals.id, slug: ['slug', ...rivals.slug] };

/** Those that reset what they do not send come last: little is left to be kept after them. */
const inOrder = (world: World): readonly UpdateVerb[] =>
  (['kept', 'reset'] as const).flatMap((fate) => updateVerbs.filter((verb) => fateOfUnsent(world, verb) === fate));

/** Fields of which one is sent alone by slug, a time among them: the other may not go with it. */
const alone: readonly string[] = ['description', 'website', 'end_date', 'email', 'phone', 'zip', 'featured', 'cost'];

/** Values that are lost where a text is read as a number, or a number as no value at all. */
function easilyLost(verb: UpdateVerb, body: Payload): Payload {
  const { zip, cost } = body;
  return {
    ...body,
    ...(typeof zip === 'string' && { zip: `0${zip.slice(1)}` }),
    // Not by each verb: what resets a cost of nothing is not seen.
    ...(cost !== undefined && verb !== 'PUT' && { cost: '0' }),
  };
}

/** The kind of text that the first field is updated with; updates of all fields begin with those before it. */
const KIND = 2;

/** The parts of a record that updates by one verb send, each in an update of its own. */
type Parts = (world: World, collection: Collection, at: number) => readonly (readonly string[])[];

/** One field, while all others stay away. */
const oneField: Parts = (world, collection, at) => {
  const names = alone.filter((name) => name in resourceOf(collection).fields && fieldValue(collection, name, world));
  return names.length === 0 ? [] : [names.slice(at % names.length).slice(0, 1)];
};

/** Every field once. */
const everyField: Parts = (_, collection, at) => halvesOf(collection, at);

/** One half of the fields, the other half by the next verb. */
const everyOther: Parts = (_, collection, at) => halvesOf(collection, at).slice(at % 2, (at % 2) + 1);

/** Of organizers fewer updates do, as venues are alike; tags have so few fields that halves of them show it, as of categories. */
const fewer: Partial<Readonly<Record<Collection, Parts>>> = { organizers: oneField, tags: everyOther };

/** Whether each verb updates a record of a collection once only. */
export const isFewer = (collection: Collection): boolean => collection in fewer;

/**
 * Updates of some fields by each verb. What one verb does by id it mostly does by slug: there, fewer updates show whether
 * what is not sent stays.
 */
export function partialUpdates(
  collection: Collection,
  world: World,
  by: Addressing,
  { turn }: Draw,
): Arbitrary<readonly PartialUpdate[]> {
  const updating = (verb: UpdateVerb, only: readonly string[]): Arbitrary<PartialUpdate> =>
    fc
      .tuple(changesOf(world, collection, { only, omit: unsendable[by], kind: KIND + turn }), allNames(only))
      .map(([body, names]) => ({
        verb,
        change: pick(easilyLost(verb, atRisk(collection, world, by, body)), names),
      }))
      .filter(({ change }) => Object.keys(change).length > 0);
  const partsOf = by === 'slug' ? oneField : (fewer[collection] ?? everyField);
  const isKnown = (field: string): boolean => fieldValue(collection, field, world) !== undefined;
  const updates = inOrder(world).flatMap((verb) =>
    partsOf(world, collection, updateVerbs.indexOf(verb) + turn)
      .filter((part) => part.some(isKnown))
      .map((part) => updating(verb, part)),
  );
  const lone = collection === 'events' && by === 'id' ? [updating('PATCH', ['start_date'])] : [];
  return droppableButOne([...lone, ...updates]);
}
