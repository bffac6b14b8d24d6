import { expect, test } from 'vitest';
import { requirements } from '../../../suites/index.js';
import { createVirtualClock } from '../../../wire/clock.js';
import { createWireView } from '../../../zoo/intercept/wire-view.js';
import { strictness } from '../../../zoo/variants/behaviour/strictness.js';
import { onTrial } from '../on-trial.js';

const strict = strictness.find(({ id }) => id === 'strict.queries-as-stated');
const view = createWireView({ namespace: 'vendor/events/v1', languageParameter: 'ml_language', shapes: {} });

/** In ms. */
const LONG = 60_000;

test.each([2, 3, 5, 8, 13])(
  'at seed %i no list is expected that was asked for by other types and formats than stated',
  async (seed) => {
    const intercept = strict?.create(seed, view, createVirtualClock(0));
    if (!intercept) throw new Error('there is no such variant');
    const on = await onTrial({ seed, intercept });
    const reading = requirements.filter(({ effects, profile }) => effects === 'reads' && profile !== 'reference');
    const blamed: string[] = [];
    for (const requirement of reading) {
      const verdict = await on.trial.judge(requirement, { runs: 2, requests: 200, shrinkRequests: 0 });
      if (verdict.outcome === 'failed') blamed.push(requirement.id);
    }
    await on.close();
    expect(blamed).toEqual([]);
  },
  LONG,
);
