import fc from 'fast-check';
import { collections } from '../../contract/resources.js';
import { headerValue } from '../../harness/exchange.js';
import { expectThat } from '../../harness/expectations.js';
import { requirement } from '../../target/subject.js';
import { expectHandled } from '../expect-handled.js';

/** What OPTIONS says of methods is true (RFC 9110 section 9.3.7). Not to support it is no fault. */
export const namesMethods = requirement({
  id: 'http.options.allow',
  level: 'MUST',
  clause: 'http.options',
  operations: ['index.read', 'doc.read', ...collections.map((name) => `${name}.list` as const)],
  profile: 'http',
  needs: ['index.read'],
  effects: 'reads',
  statement: 'OPTIONS is handled wherever GET works, and Allow, where it is sent, names GET.',
  cost: 4,
  given: () =>
    fc
      .shuffledSubarray([...collections], { minLength: 2, maxLength: 2 })
      .map((some) => ['', '/doc', ...some.map((name) => `/${name}`)]),
  async check({ calendar }, paths) {
    for (const path of paths) {
      const exchange = await calendar.send({ method: 'OPTIONS', path });
      const allow = headerValue(expectHandled(exchange, 'OPTIONS').headers, 'allow') ?? 'GET';
      const names = allow.split(',').map((name) => name.trim());
      const [expected, observed] = ['GET in Allow', `Allow: ${allow}`];
      expectThat(names.includes('GET'), { kind: 'header', expected, observed, exchange });
    }
  },
});
