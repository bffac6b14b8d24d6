import fc from 'fast-check';
import { expectThat } from '../../harness/expectations.js';
import type { RawRequest } from '../../target/calendar.js';
import { byId } from '../../target/paths.js';
import { requirement } from '../../target/subject.js';
import { expectFound } from '../expect-shown.js';
import { publicRecord } from '../records/specimens.js';

const json = [['content-type', 'application/json']] as const;
const LONG = 'x'.repeat(100_000);

/** Requests that are refused before all of their body need have been read. */
const refused = {
  'a POST of broken JSON': { method: 'POST', path: '/tags', headers: json, body: `{"name": "${LONG}` },
  'a POST to nowhere': { method: 'POST', path: '/nowhere', headers: json, body: JSON.stringify({ name: LONG }) },
  'a PUT of a list': { method: 'PUT', path: '/tags', headers: json, body: JSON.stringify([LONG]) },
  'a DELETE with a body': { method: 'DELETE', path: '/tags/2147483646', headers: json, body: JSON.stringify([LONG]) },
  'a POST of another type': { method: 'POST', path: '/tags', headers: [['content-type', 'image/png']], body: LONG },
} as const satisfies Record<string, RawRequest>;

type Refused = keyof typeof refused;

/** What is left of a refused request is not taken for the next one (RFC 9112 section 9.3). */
export const staysInStep = requirement({
  id: 'http.connection.after-refusal',
  level: 'MUST',
  clause: 'http.connection',
  operations: ['tags.create', 'venues.read'],
  profile: 'http',
  needs: ['venues.create', 'tags.create'],
  effects: 'writes',
  statement: 'After a refusal the next requests get their own answers.',
  cost: 3,
  runs: 3,
  given: (world) =>
    fc.record({
      bad: fc.constantFrom(...(Object.keys(refused) as Refused[])),
      venues: fc.tuple(publicRecord(world, 'venues'), publicRecord(world, 'venues')),
    }),
  async check({ calendar }, { bad, venues }) {
    await calendar.send(refused[bad]);
    for (const id of venues.map(calendar.idOf)) {
      const { exchange, ...shown } = await expectFound(calendar, 'venues', byId({ id }));
      const [expected, observed] = [`venue ${id} after ${bad}`, `venue ${shown.id}`];
      expectThat(shown.id === id, { kind: 'framing', expected, observed, exchange });
    }
  },
});
