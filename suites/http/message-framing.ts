import fc from 'fast-check';
import { createdId, type RawRequest } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import { requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { updateVerbs } from '../../contract/operations.js';
import { collections, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { excerpt } from '../../kernel/excerpt.js';
import { expectResponse, expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import { type Exchange, headerValue } from '../../wire/exchange.js';
import { parseJson, textOf } from '../../wire/message-body.js';
import { isRefused, statusOf } from '../../wire/status.js';
import { anyDraft, publicRecord } from '../arbitraries/any-record.js';
import { expectCreated, expectFields, expectFound } from '../expect/expect-shown.js';
import { showsFields } from '../expect/shown-in.js';
import { inTurn } from '../arbitraries/in-turn.js';

const json = [['content-type', 'application/json']] as const;
const LONG = 'x'.repeat(100_000);

/** Requests that are refused before all of their body need have been read. */
const refused = {
  'a POST of broken JSON': { method: 'POST', path: '/tags', headers: json, body: `{"name": "${LONG}` },
  'a POST to an unknown route': {
    method: 'POST',
    path: '/nowhere',
    headers: json,
    body: JSON.stringify({ name: LONG }),
  },
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
  statement: 'After a refused request, the next requests get their own responses.',
  cost: 3,
  runs: 3,
  given: (world, { turn }) =>
    fc.record({
      bad: inTurn(Object.keys(refused) as Refused[], turn),
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

/** A server may want to know a length before it reads, and one behind HTTP/1.0 has no chunks (RFC 9110 section 15.5.12). */
const LENGTH_WANTED = [411, 501, 505];

const isWide = (text: string): boolean => Buffer.byteLength(text) > text.length;

/** The first text with multi-byte characters that the target was seen to keep in descriptions; empty where it keeps none. */
const wideText = (world: World): string => world.keptTexts('events', 'description').find(isWide) ?? '';

/** Clients that stream send chunks (RFC 9112 section 7.1), wherever a character ends. */
export const readsChunks = requirement({
  id: 'http.chunked-body',
  level: 'MUST',
  clause: 'http.content-length',
  alsoCovers: ['coherence.kept-write'],
  operations: ['events.create'],
  profile: 'http',
  needs: ['events.create', 'events.read'],
  effects: 'writes',
  statement:
    'A create with a body in chunks, one of which ends within a character, creates the event that was sent, or is refused with 411, 501 or 505.',
  cost: 3,
  given: (world) =>
    payload(resourceOf('events'), world, { only: [] }).map((body) => ({
      ...body,
      description: `In chunks ${wideText(world)}`.trim(),
    })),
  async check({ calendar }, body) {
    const written = await calendar.create('events', body, { chunked: true });
    if (LENGTH_WANTED.includes(statusOf(written.exchange))) throw new DoesNotApply('the target wants a length');
    const made = expectCreated(calendar, written);
    const { exchange, ...shown } = await expectFound(calendar, 'events', byId(made));
    expectFields(calendar, made.body, { shown, where: 'the item', exchange });
  },
});

/** Clients name the charset that JSON has in any case: the type is the same without it (RFC 8259 section 11). */
export const readsParameters = requirement({
  id: 'http.media-type.charset',
  level: 'MUST',
  clause: 'http.media-type',
  alsoCovers: ['coherence.kept-write'],
  operations: ['venues.create'],
  profile: 'http',
  needs: ['venues.create', 'venues.read'],
  effects: 'writes',
  statement: 'A create with a body of the type application/json; charset=utf-8 creates the venue that was sent.',
  cost: 3,
  given: (world) => payload(resourceOf('venues'), world, { only: ['description', 'city'] }),
  async check({ calendar }, body) {
    const made = expectCreated(calendar, await calendar.create('venues', body, { parameter: 'charset=utf-8' }));
    const isAnswered = showsFields(calendar, made.shown);
    const { exchange, ...shown } = isAnswered
      ? { ...made.shown, exchange: made.exchange }
      : await expectFound(calendar, 'venues', byId(made));
    expectFields(calendar, made.body, { shown, where: isAnswered ? 'the answer' : 'the item', exchange });
  },
});

/** Texts with multi-byte characters. */
const wide = ['Zürich, façade, œuvre', '東京で音楽', 'Fête 🎈🎉', 'Привет, мир'];

/** A length is counted in octets; one in letters cuts the answer (RFC 9110 section 8.6). */
export const countsOctets = requirement({
  id: 'http.content-length.octets',
  level: 'MUST',
  clause: 'http.content-length',
  operations: collections.flatMap((name) => [`${name}.create`, `${name}.read`] as const),
  profile: 'http',
  needs: ['events.create', 'events.read'],
  effects: 'writes',
  statement: 'A response with multi-byte characters has the announced length and complete JSON.',
  cost: 3,
  runs: 3,
  given: (world, { turn }) => fc.tuple(anyDraft(world, { only: ['description'] }), inTurn(wide, turn)),
  async check({ calendar }, [{ collection, body }, text]) {
    const { exchange } = await calendar.create(collection, { ...body, description: `${text} ${MARK}` });
    if (isRefused(exchange)) throw new DoesNotApply('the target refuses multi-byte characters');
    expectWhole(exchange);
    const id = createdId(calendar.lens, collection, exchange);
    if (id === undefined) throw new Inconclusive('the id of the created record is not shown');
    expectWhole(await calendar.read(collection, byId({ id })));
  },
});

/** Expects a body as long as its header says, and JSON, where it is any, to go to its end. */
function expectWhole(exchange: Exchange): void {
  const response = expectResponse(exchange);
  const length = response.body.length;
  const announced = headerValue(response.headers, 'content-length') ?? String(length);
  const observed = `${length} octets`;
  expectThat(announced === String(length), { kind: 'framing', expected: `${announced} octets`, observed, exchange });
  const text = textOf(response);
  const whole = !/^\s*[[{]/.test(text) || parseJson(text) !== undefined;
  expectThat(whole, {
    kind: 'framing',
    expected: 'complete JSON',
    observed: `...${excerpt(text.slice(-40))}`,
    exchange,
  });
}

/** An answer without content has none (RFC 9110 section 15.3.5). */
export const leavesOutContent = requirement({
  id: 'http.no-content.body',
  level: 'MUST',
  clause: 'http.no-content',
  operations: collections.flatMap((name) => [`${name}.update.patch`, `${name}.delete`] as const),
  profile: 'http',
  needs: ['events.create'],
  effects: 'writes',
  statement: 'A 204 response to OPTIONS, an update or a DELETE neither has nor announces a body.',
  cost: 5,
  runs: 2,
  given: (world, { turn }) => fc.tuple(anyDraft(world, { only: ['description'] }), inTurn(updateVerbs, turn)),
  arrange: ({ calendar }, [{ collection, body }]) => calendar.make(collection, body),
  async check({ calendar }, [{ collection, body }, verb], made) {
    expectEmptyIfNoContent(await calendar.send({ method: 'OPTIONS', path: `/${collection}` }));
    const changed = { ...body, description: `Changed ${MARK}` };
    expectEmptyIfNoContent((await calendar.update(collection, byId(made), verb, changed)).exchange);
    expectEmptyIfNoContent(await calendar.remove(collection, byId(made)));
  },
});

function expectEmptyIfNoContent(exchange: Exchange): void {
  const { status, headers, body } = expectResponse(exchange);
  const announced = Number(headerValue(headers, 'content-length') ?? 0);
  const [expected, observed] = ['a 204 without a body', `a 204 with ${Math.max(announced, body.length)} octets`];
  expectThat(status !== 204 || (body.length === 0 && announced === 0), {
    kind: 'framing',
    expected,
    observed,
    exchange,
  });
}
