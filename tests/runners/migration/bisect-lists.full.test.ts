import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { WorldEvent } from '../../../contract/world-file.js';
import type { Comparison } from '../../../migration/findings/comparison-result.js';
import { createReferenceServer } from '../../../reference-server/index.js';
import { systemClock } from '../../../wire/clock.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { openProxy } from '../../../zoo/intercept/intercepting-proxy.js';
import { withoutParameter } from '../../../zoo/intercept/request-edit.js';
import { createWireView } from '../../../zoo/intercept/wire-view.js';
import { pageCaps } from '../../../zoo/variants/behaviour/default-variants.js';
import { calproof } from '../cli/console.js';
import { worldOfWalks } from '../small-world.js';

const NOW = new Date('2026-11-21T12:00:00Z');

describe('compare --bisect of lists in languages and statuses', { timeout: 240_000 }, () => {
  const world = worldOfWalks(300);
  const walks: readonly WorldEvent[] = (world.events ?? []).map((one, index) => ({ ...one, id: 1_000 + index }));
  const at = (key: string): number => walks.findIndex((one) => one.key === key);
  const view = createWireView({ namespace: 'vendor/events/v1', languageParameter: 'ml_language', shapes: {} });

  /** The reference server with pages of ten. */
  async function serve(all: readonly WorldEvent[], intercept: Interceptor = (request, next) => next(request)) {
    const server = createReferenceServer({
      now: () => NOW,
      world: { ...world, events: all },
      zone: 'Europe/Amsterdam',
    });
    const tens = pageCaps.find(({ id }) => id === 'list.page-cap-10')?.create(1, view, systemClock);
    const proxy = await openProxy({
      origin: new URL((await server.listen()).url).origin,
      intercept: (request, next) => intercept(request, (sent) => (tens ? tens(sent, next) : next(sent))),
    });
    onTestFinished(async () => {
      await proxy.close();
      await server.close();
    });
    return proxy.origin;
  }

  test.each([
    ['nothing differs', walks, undefined],
    ['a draft is gone', walks.toSpliced(at('e9'), 1), undefined],
    ['an event of a language is gone', walks.toSpliced(at('e10'), 1), undefined],
    [
      'a draft is published',
      walks.with(at('e9'), { ...walks[at('e9')], key: 'e9', id: 1_009, status: 'publish' }),
      undefined,
    ],
    [
      'a language is gone',
      walks,
      (request, next) =>
        next(/ml_language=nl/.test(request.target) ? withoutParameter(request, 'ml_language') : request),
    ],
  ] as const satisfies readonly (readonly [string, readonly WorldEvent[], Interceptor | undefined])[])(
    'finds what reading all finds: %s',
    async (_, after, intercept) => {
      const [a, b] = [await serve(walks), await serve(after, intercept)];
      const { folder } = await calproof(`compare ${a} ${b} --quiet --report json=whole.json`);
      await calproof(`compare ${a} ${b} --quiet --bisect --seed 7 --report json=part.json`, { folder });
      const [whole, part] = ['whole.json', 'part.json'].map(
        (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Comparison,
      );
      expect(part?.findings).toEqual(whole?.findings);
      expect(Object.keys(part?.reading?.lists ?? {})).toContain('events nl');
    },
  );
});
