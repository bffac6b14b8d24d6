/** A stranger's run: a filled calendar is judged by reads alone, without credentials and without a world file. */
import { describe, expect, test } from 'vitest';
import { alsoForHead, interceptOperation, inTurn } from '../../zoo/intercept/intercept-operation.js';
import type { JsonObject } from '../../wire/json.js';
import type { Interceptor } from '../../wire/exchange.js';
import type { WireView } from '../../zoo/intercept/wire-view.js';
import { emptied, redactedWhenProtected } from '../../zoo/variants/readings/redacted-events.js';
import { byInterceptor, judgeAsStranger } from './judge-as-stranger.js';

const LEAST = 205;

/** Every fifth event is for members only: others see that it is, and when. */
function emptiedForStrangers(view: WireView): Interceptor {
  const toStranger = (event: JsonObject): JsonObject =>
    Number(view.id('events', event)) % 5 === 0 ? emptied(event) : event;
  const reading = interceptOperation(view, { collection: 'events', kind: 'read' }, async ({ request }, next) =>
    view.editRecord('events', await next(request), toStranger),
  );
  const listing = interceptOperation(view, { id: 'events.list' }, async ({ request }, next) =>
    view.editItems('events', await next(request), (events) => events.map(toStranger)),
  );
  return alsoForHead(inTurn(reading, listing));
}

describe('a stranger blames nobody for', () => {
  test.each([
    ['a filled calendar', undefined],
    ['protected events that are shown empty', redactedWhenProtected],
    ['events that only others see whole', byInterceptor(emptiedForStrangers)],
  ] as const)('%s', async (_, through) => {
    const { failures, judged } = await judgeAsStranger({ through });
    expect(failures).toEqual([]);
    expect(judged.length).toBeGreaterThan(LEAST);
  });
});
