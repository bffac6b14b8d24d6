import fc, { type Arbitrary } from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { GapId } from '../../contract/gaps.js';
import { resourceOf } from '../../contract/resources.js';
import { payload, requiredOnly } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectCreated } from '../expect/expect-shown.js';
import { type Ruling, rulings } from './body-values.js';
import { decided, expectError, expectJsonAt, expectStatus } from './expect-response.js';

/** A valid body with the ruled fields laid over it. */
const bodyFor = (world: World, { collection, sent }: Ruling): Arbitrary<Payload> =>
  payload(resourceOf(collection), world, { only: [] }).map((base) => ({ ...base, ...sent }));

async function expectRuled(calendar: Calendar, { collection, sent, shown, wrong }: Ruling, body: Payload) {
  const { exchange } = await calendar.create(collection, body);
  if (!shown) return expectError(exchange, 400, wrong ?? Object.keys(sent));
  expectStatus(exchange, 201);
  for (const [field, value] of Object.entries(shown)) expectJsonAt(exchange, [field], value);
}

const gaps = [...new Set(rulings.map(({ gap }) => gap))];

/** Values that the interface leaves open are taken, or refused by name, as decided. */
const rules = (gap: GapId): CalendarRequirement => {
  const ruled = rulings.filter((one) => one.gap === gap);
  return requirement({
    ...decided,
    id: `reference.${gap.replace(/^gap\./, '')}`,
    clause: gap,
    operations: [...new Set(ruled.map(({ collection }) => `${collection}.create` as const))],
    needs: [...new Set(ruled.map(({ collection }) => `${collection}.create`))],
    effects: 'writes',
    statement: `A create accepts and refuses values as decided under ${gap}.`,
    cost: 2 * ruled.length,
    given: (world) => fc.tuple(...ruled.map((one) => bodyFor(world, one))),
    async check({ calendar }, bodies) {
      for (const [index, one] of ruled.entries()) await expectRuled(calendar, one, bodies[index] ?? {});
    },
  });
};

export const rulesOfBodies: readonly CalendarRequirement[] = gaps.map(rules);

/** Formats of a body that are not taken, each as headers, and JSON that is no object. */
const refused = [
  { type: 'text/plain', body: '{}', status: 415 },
  { type: 'application/jsonx', body: '{}', status: 415 },
  { type: 'application/json; charset=iso-8859-1', body: '{}', status: 415 },
  { type: 'application/json; charset=xutf-8', body: '{}', status: 415 },
  { type: 'application/json; charset=utf-8x', body: '{}', status: 415 },
  { type: 'application/json', coding: 'gzip', body: '{}', status: 415 },
  { type: '', body: '{}', status: 415 },
  { type: 'application/json', body: '[]', status: 400 },
  { type: 'application/json', body: 'null', status: 400 },
  { type: 'application/json', body: '"name"', status: 400 },
  { type: 'application/json', body: '{', status: 400 },
  { type: 'application/json', body: Buffer.from('{"colour":"\xff"}', 'latin1'), status: 400 },
  { type: 'application/x-www-form-urlencoded', body: 'name=%zz', status: 400 },
] as const;

export const refusesFormats = requirement({
  ...decided,
  id: 'reference.body.format.refused',
  clause: 'gap.body.format',
  operations: ['tags.create'],
  needs: ['tags.create'],
  effects: 'writes',
  statement:
    'A body other than JSON or a form in UTF-8 is refused with 415, and a body that is not an object with 400.',
  cost: refused.length,
  given: () => fc.constant(refused),
  async check({ calendar }, cases) {
    for (const { type, body, status, ...rest } of cases) {
      const coding = 'coding' in rest ? [['content-encoding', rest.coding] as const] : [];
      const headers = [...(type === '' ? [] : [['content-type', type] as const]), ...coding];
      expectError(await calendar.send({ method: 'POST', path: '/tags', headers, body }), status);
    }
  },
});

/** Spellings of the formats that are taken. */
const taken = [
  'application/json',
  'Application/JSON ; charset="UTF-8"',
  'application/merge-patch+json; charset=utf8',
  'application/json; v=1',
];

export const takesFormats = requirement({
  ...decided,
  id: 'reference.body.format.taken',
  clause: 'gap.body.format',
  operations: ['tags.create', 'tags.update.patch'],
  needs: ['tags.create', 'tags.update.patch'],
  effects: 'writes',
  statement: 'JSON is accepted under each of its media types, and so is a form.',
  cost: 5 + taken.length,
  given: (world) => requiredOnly(resourceOf('tags'), world),
  async check({ calendar }, body) {
    const written = await calendar.create('tags', body, { form: true });
    expectStatus(written.exchange, 201);
    const { id } = expectCreated(calendar, written);
    const path = `/tags/${id}`;
    for (const [index, type] of taken.entries()) {
      const sent = JSON.stringify({ description: `${calendar.token()} ${index}` });
      const update = await calendar.send({ method: 'PATCH', path, headers: [['content-type', type]], body: sent });
      expectStatus(update, 200);
      expectJsonAt(update, ['description'], JSON.parse(sent).description);
    }
    const headers = [['content-type', 'application/x-www-form-urlencoded']] as const;
    const form = await calendar.send({ method: 'PATCH', path, headers, body: '&description=a+b%2Bc%26=d&&x' });
    expectStatus(form, 200);
    expectJsonAt(form, ['description'], 'a b+c&=d');
    const list = await calendar.send({ method: 'PATCH', path, headers, body: 'description=a&description=b' });
    expectError(list, 400, ['description']);
  },
});

/** The largest body that is read, in octets. */
const LARGEST = 1_048_576;

export const limitsBodies = requirement({
  ...decided,
  id: 'reference.errors.too-large',
  clause: 'gap.errors.status',
  operations: ['tags.create'],
  needs: ['tags.create'],
  effects: 'writes',
  statement: 'A body larger than one mebibyte is refused with 413; one of exactly that size is read.',
  cost: 2,
  given: () => fc.constant('[]'),
  async check({ calendar }, body) {
    const headers = [['content-type', 'application/json']] as const;
    const send = (length: number) =>
      calendar.send({ method: 'POST', path: '/tags', headers, body: body.padEnd(length, ' ') });
    expectError(await send(LARGEST), 400);
    expectError(await send(LARGEST + 1), 413);
  },
});
