import fc from 'fast-check';
import { updateVerbs } from '../../contract/operation.js';
import { collections } from '../../contract/resources.js';
import { MARK } from '../../generators/wire.js';
import { type Exchange, headerValue } from '../../harness/exchange.js';
import { expectResponse, expectThat } from '../../harness/expectations.js';
import { byId } from '../../target/paths.js';
import { requirement } from '../../target/subject.js';
import { anyDraft } from '../any-draft.js';

/** An answer without content has none (RFC 9110 section 15.3.5). */
export const leavesOutContent = requirement({
  id: 'http.no-content.body',
  level: 'MUST',
  clause: 'http.no-content',
  operations: collections.flatMap((name) => [`${name}.update.patch`, `${name}.delete`] as const),
  profile: 'http',
  needs: ['events.create'],
  effects: 'writes',
  statement: 'A 204 to an OPTIONS, an update or a DELETE has no body and announces none.',
  cost: 5,
  runs: 2,
  given: (world) => fc.tuple(anyDraft(world, { only: ['description'] }), fc.constantFrom(...updateVerbs)),
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
