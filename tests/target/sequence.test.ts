import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import type { WireRequest } from '../../harness/exchange.js';
import { openTrial } from '../../harness/trial.js';
import { requirements } from '../../suites/index.js';
import { prepareOpening } from './opening.js';

/** A request without what differs between runs: the marker, and ids, which this server counts from 1000. */
function toLine({ method, target, body }: WireRequest): string {
  const text = `${method} ${target} ${Buffer.from(body ?? '').toString()}`;
  return text.replace(/cp[0-9a-z]{6}-\d+/g, 'MARK').replace(/(?<![\d-])[1-9]\d{3}(?![\d-])/g, 'ID');
}

/** What each requirement sends when so many are judged at the same time. */
async function sequences(concurrency: number): Promise<ReadonlyMap<string, readonly string[]>> {
  const sent = new Map<string, readonly string[]>();
  const current = new AsyncLocalStorage<string>();
  const { open } = await prepareOpening({
    worldFile: completeWorld as WorldFile,
    concurrency,
    intercept: (request, next) => {
      const id = current.getStore();
      if (id !== undefined) sent.set(id, [...(sent.get(id) ?? []), toLine(request)]);
      return next(request);
    },
  });
  const trial = openTrial(await open(), { seed: 7 });
  const queue = [...requirements];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const requirement = next;
      const allowance = { runs: 1, requests: 100, shrinkRequests: 20 };
      await current.run(requirement.id, () => trial.judge(requirement, allowance));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  await trial.close();
  return sent;
}

test('each requirement sends the same requests in the same order, however many are judged at the same time', async () => {
  const [alone, together] = [await sequences(1), await sequences(8)];
  expect(alone.size).toBeGreaterThan(requirements.length / 2);
  const differing = [...alone].filter(([id, lines]) => lines.join('\n') !== together.get(id)?.join('\n'));
  expect(differing.map(([id, lines]) => ({ id, alone: lines, together: together.get(id) }))).toEqual([]);
}, 60_000);
