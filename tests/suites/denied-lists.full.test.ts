import { expect, test } from 'vitest';
import { requirements } from '../../suites/index.js';
import type { Interceptor } from '../../wire/exchange.js';
import { alsoForHead, interceptOperation } from '../../zoo/intercept/intercept-operation.js';
import type { OperationCall } from '../../zoo/intercept/operation-call.js';
import { toRefusal } from '../../zoo/intercept/response-edit.js';
import { onTrial } from './on-trial.js';
import { lens } from './records/under-fault.js';

/** The requirements that blame a target which, as soon as it is known, asks for credentials where a list is read. */
async function blamingWhere(isDenied: (asked: OperationCall) => boolean): Promise<readonly string[]> {
  let isKnown = false;
  const denies: Interceptor = interceptOperation(lens, { kind: 'list' }, async (asked, next) =>
    isKnown && isDenied(asked) ? toRefusal(401) : next(asked.request),
  );
  const { trial, close } = await onTrial({ intercept: alsoForHead(denies) });
  isKnown = true;
  const blaming: string[] = [];
  for (const requirement of requirements.filter(({ profile }) => profile !== 'reference')) {
    const { outcome } = await trial.judge(requirement, { runs: 1, requests: 100, shrinkRequests: 0 });
    if (outcome === 'failed') blaming.push(requirement.id);
  }
  isKnown = false;
  await close();
  return blaming;
}

test.each<readonly [string, (asked: OperationCall) => boolean]>([
  ['any list', () => true],
  ['a page after the first', ({ query }) => Number(query.get('page') ?? 1) > 1],
])(
  'no requirement blames a target that asks for credentials where %s is read',
  async (_, isDenied) => {
    expect(await blamingWhere(isDenied)).toEqual([]);
  },
  60_000,
);
