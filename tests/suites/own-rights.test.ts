import { describe, expect, test } from 'vitest';
import { requirements } from '../../suites/index.js';
import type { HeaderPairs, Interceptor } from '../../wire/exchange.js';
import { interceptOperation } from '../../zoo/intercept/intercept-operation.js';
import { toRefusal } from '../../zoo/intercept/response-edit.js';
import { onTrial, type OnTrialOptions } from './on-trial.js';
import { lens } from './under-fault.js';

/** Whoever may make terms and not change them again. */
const author: OnTrialOptions = {
  headers: [['Authorization', `Basic ${Buffer.from('ann:open').toString('base64')}`]] satisfies HeaderPairs,
  server: { users: { users: [{ id: 2, name: 'ann', password: 'open', role: 'author' }] } },
};

const aboutTerms = requirements.filter(({ operations }) => operations.some((one) => /^(tags|categories)\./.test(one)));

async function judgeTerms(options: OnTrialOptions) {
  const trial = await onTrial(options);
  const verdicts = [];
  for (const one of aboutTerms) {
    const verdict = await trial.trial.judge(one, { runs: 1, requests: 1000, shrinkRequests: 0 });
    verdicts.push({ id: one.id, ...verdict });
  }
  const left = await trial.close();
  return { verdicts, left };
}

describe('a default identity that makes terms and may not change them', () => {
  test('has nothing to blame on the target, and reports what it may not do', { timeout: 120_000 }, async () => {
    const { verdicts, left } = await judgeTerms(author);
    expect(verdicts.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    const open = verdicts.flatMap((one) => ('reason' in one && /this identity may not/.test(one.reason) ? one.id : []));
    expect(open.length).toBeGreaterThan(25);
    expect(left.length).toBe(2);
  });
});

describe('a server that refuses to change terms now and then', () => {
  test('is blamed for it', { timeout: 120_000 }, async () => {
    let sent = 0;
    const intercept: Interceptor = interceptOperation(lens, { collection: 'tags' }, ({ request }, next) => {
      if (!['PUT', 'PATCH', 'DELETE'].includes(request.method)) return next(request);
      sent += 1;
      return sent % 3 === 0 ? Promise.resolve(toRefusal(403)) : next(request);
    });
    const { verdicts } = await judgeTerms({ intercept });
    const failed = verdicts.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
    expect(failed).toEqual(expect.arrayContaining(['tags.update.in-turn']));
    expect(failed.length).toBeGreaterThan(5);
  });
});
