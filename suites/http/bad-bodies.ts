import fc, { type Arbitrary } from 'fast-check';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import type { HeaderPairs } from '../../wire/exchange.js';
import type { World } from '../../adapter/world/world.js';
import { writableAmong } from '../arbitraries/any-record.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { expectHandled } from '../expect/expect-handled.js';

/** One kind of body that no create can be made of. */
interface Family {
  readonly name: string;
  readonly statement: string;
  readonly type: string;
  /** To so many collections at once, each with another body; by default to one. */
  readonly most?: number;
  bodies(label: string): readonly (string | Uint8Array)[];
}

const octets = (...parts: readonly (string | number)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

const JSON_TYPE = 'application/json';

const families = {
  malformed: {
    name: 'malformed-json',
    statement: 'A create with malformed JSON causes no server error.',
    type: JSON_TYPE,
    bodies: (label) => [`{"${label}":`, `{${label}: 1}`, `{"${label}": "x",}`, '', '<xml/>', '['.repeat(5_000)],
  },
  foreign: {
    name: 'not-an-object',
    statement: 'A create with JSON that is not an object causes no server error.',
    type: JSON_TYPE,
    most: collections.length,
    bodies: () => ['[{}]', 'null', '"text"', '[]', '42', 'true', '1e999', '[[[]]]'],
  },
  undecodable: {
    name: 'invalid-utf8',
    statement: 'A create with JSON that is not valid UTF-8 causes no server error.',
    type: JSON_TYPE,
    bodies: (label) => [octets(`{"${label}": "`, 0xff, 0xfe, '"'), octets(`{"${label}": "`, 0xc3, 0x28, '"}x')],
  },
  unknown: {
    name: 'unknown-media-type',
    statement: 'A create with an unknown media type causes no server error.',
    type: 'application/x-unknown',
    bodies: () => ['text', '\u0000\u0001', '%%%'],
  },
  form: {
    name: 'broken-form',
    statement: 'A create with a malformed form body causes no server error.',
    type: 'application/x-www-form-urlencoded',
    bodies: () => ['%zz=%', 'a[=1&a]=2', '&&&===', 'a[b][c][d]=1'],
  },
} as const satisfies Record<string, Family>;

const headers = (type: string): HeaderPairs => [['content-type', type]];

/** A body, and where it is sent. */
interface BadCreate {
  readonly collection: Collection;
  readonly body: string | Uint8Array;
}

/** Each collection has another body, and in the next turn the next one. */
function casesOf({ most = 1, bodies }: Family, world: World, turn: number): Arbitrary<readonly BadCreate[]> {
  const writable = [...writableAmong(world)];
  const toCase = (collection: Collection): BadCreate => {
    const all = bodies(resourceOf(collection).label);
    return { collection, body: all[(turn + writable.indexOf(collection)) % all.length] ?? '' };
  };
  const length = Math.min(most, writable.length);
  return fc
    .shuffledSubarray(writable, { minLength: length, maxLength: length })
    .chain((chosen) => droppableButOne(chosen.map((one) => fc.constant(toCase(one)))));
}

/** A create with a body of this kind is accepted or refused, and the server stands (RFC 9110 section 15.6). */
const survives = (family: Family): CalendarRequirement =>
  requirement({
    id: `http.bad-input.${family.name}`,
    level: 'MUST',
    clause: 'http.server-error',
    operations: collections.map((collection) => `${collection}.create` as const),
    profile: 'http',
    needs: ['events.create'],
    effects: 'writes',
    statement: family.statement,
    cost: family.most ?? 1,
    runs: 5,
    given: (world, { turn }) => casesOf(family, world, turn),
    async check({ calendar }, cases) {
      for (const { collection, body } of cases) {
        const sent = { method: 'POST', path: `/${collection}`, headers: headers(family.type), body };
        expectHandled(await calendar.send(sent), `a POST of ${collection} with that body`);
      }
    },
  });

export const survivesMalformedJson = survives(families.malformed);
export const survivesForeignJson = survives(families.foreign);
export const survivesInvalidUtf8 = survives(families.undecodable);
export const survivesUnknownTypes = survives(families.unknown);
export const survivesBrokenForms = survives(families.form);
