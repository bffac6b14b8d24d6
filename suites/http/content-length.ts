import fc from 'fast-check';
import { collections } from '../../contract/resources.js';
import { MARK } from '../../generators/wire.js';
import { parseJson, textOf } from '../../harness/body.js';
import { Inconclusive } from '../../harness/errors.js';
import { type Exchange, headerValue } from '../../harness/exchange.js';
import { excerpt, expectResponse, expectThat, isRefused } from '../../harness/expectations.js';
import { createdId } from '../../target/calendar.js';
import { byId } from '../../target/paths.js';
import { requirement } from '../../target/subject.js';
import { anyDraft } from '../any-draft.js';

/** Texts whose octets are more than their letters. */
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
  statement: 'An answer with letters of several octets arrives whole.',
  cost: 3,
  runs: 3,
  given: (world) => fc.tuple(anyDraft(world, { only: ['description'] }), fc.constantFrom(...wide)),
  async check({ calendar }, [{ collection, body }, text]) {
    const { exchange } = await calendar.create(collection, { ...body, description: `${text} ${MARK}` });
    if (isRefused(exchange)) throw new Inconclusive('the target does not take such letters');
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
    expected: 'JSON to its end',
    observed: `...${excerpt(text.slice(-40))}`,
    exchange,
  });
}
