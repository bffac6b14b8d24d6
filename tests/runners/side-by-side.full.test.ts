import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { createReferenceServer, judgeTarget } from '../../index.js';
import { listen } from './targets.js';

/** In ms: as long as a PATCH waits for another one. */
const PATIENCE = 1_000;

/** A server that lets no PATCH go on before another one has come, and knows which did not wait in vain. */
function inPairs() {
  const { handler } = createReferenceServer();
  const waiting: (() => void)[] = [];
  const met = { pairs: 0, alone: 0 };
  const goOn = (): void => waiting.splice(0).forEach((answer) => answer());
  const hold: RequestListener = (request, response) => {
    if (request.method !== 'PATCH') return handler(request, response);
    waiting.push(() => handler(request, response));
    if (waiting.length === 2) {
      met.pairs += 1;
      goOn();
    }
    setTimeout(() => {
      met.alone += waiting.length;
      goOn();
    }, PATIENCE);
  };
  return { hold, met };
}

test('what a check sends side by side goes side by side, also where requirements are judged one by one', async () => {
  const { hold, met } = inPairs();
  const { url } = await listen(hold);
  const only = ['concurrency.events.relation'];
  const outcomes: string[] = [];
  for await (const event of judgeTarget({ target: { url }, only, concurrency: 1 })) {
    // What somebody may is learned one by one, before.
    if (event.type === 'judging') met.alone = 0;
    if (event.type === 'judged') outcomes.push(event.verdict.outcome);
  }
  expect(outcomes).toEqual(['passed']);
  expect(met).toEqual({ pairs: 2, alone: 0 });
});
