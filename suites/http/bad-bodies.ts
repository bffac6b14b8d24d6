import fc, { type Arbitrary } from 'fast-check';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import type { HeaderPairs } from '../../wire/exchange.js';
import { anyCollection } from '../arbitraries/any-record.js';
import { expectHandled } from '../expect/expect-handled.js';

/** One kind of body that no create can be made of. */
interface Family {
  readonly name: string;
  readonly statement: string;
  readonly type: string;
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
    bodies: () => ['[]', '"text"', '42', 'null', 'true', '1e999', '[[[]]]'],
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

const toCases = ({ bodies }: Family, collection: Collection): Arbitrary<string | Uint8Array> =>
  fc.constantFrom(...bodies(resourceOf(collection).label));

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
    cost: 1,
    runs: 5,
    given: (world) =>
      anyCollection(world).chain((collection) =>
        fc.record({ collection: fc.constant(collection), body: toCases(family, collection) }),
      ),
    async check({ calendar }, { collection, body }) {
      const exchange = await calendar.send({
        method: 'POST',
        path: `/${collection}`,
        headers: headers(family.type),
        body,
      });
      expectHandled(exchange, `a POST of ${collection} with that body`);
    },
  });

export const survivesMalformedJson = survives(families.malformed);
export const survivesForeignJson = survives(families.foreign);
export const survivesInvalidUtf8 = survives(families.undecodable);
export const survivesUnknownTypes = survives(families.unknown);
export const survivesBrokenForms = survives(families.form);
