import fc from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { parseJson, textOf } from '../../harness/body.js';
import { type Exchange, headerValue } from '../../harness/exchange.js';
import { excerpt, expectResponse, expectThat } from '../../harness/expectations.js';
import { byId, itemPath } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { publicRecord } from '../records/specimens.js';

/** What an answer says it is, it is, also when it is a refusal (RFC 9110 section 8.3). */
export const labelsJson = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.read.media-type`,
    level: 'MUST',
    clause: 'http.media-type',
    operations: [`${collection}.list`, `${collection}.read`],
    profile: 'http',
    needs: [`${collection}.list`, `${collection}.read`],
    effects: 'reads',
    statement: `JSON of ${collection} is labelled as JSON, and what is labelled as JSON is JSON.`,
    cost: 3,
    given: (world) => fc.record({ item: publicRecord(world, collection) }),
    async check({ calendar }, { item }) {
      const paths = [calendar.idOf(item), '2147483646'].map((id) => itemPath(collection, byId({ id })));
      for (const path of [`/${collection}`, ...paths]) {
        expectTrueLabel(await calendar.send({ method: 'GET', path }));
      }
    },
  });

/** Expects an object or an array in JSON if and only if the answer says so; other bodies may say what they like. */
function expectTrueLabel(exchange: Exchange): void {
  const response = expectResponse(exchange);
  const type = headerValue(response.headers, 'content-type') ?? 'no Content-Type';
  const labelled = /^\s*(application|text)\/([\w.+-]+\+)?json\b/i.test(type);
  const text = textOf(response);
  const parsed = parseJson(text);
  const structured = typeof parsed === 'object' && parsed !== null;
  const observed = `${type} with ${excerpt(text)}`;
  const expected = structured ? 'JSON to be labelled as JSON' : 'JSON, as the label says';
  const holds = structured ? labelled : !labelled || parsed !== undefined || text === '';
  expectThat(holds, { kind: 'media-type', expected, observed, exchange });
}
