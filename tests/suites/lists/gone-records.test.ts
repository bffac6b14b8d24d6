/** What was found on the target is somebody else's, who may delete it while lists are judged. */
import { expect, test } from 'vitest';
import { requirements } from '../../../suites/index.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { interceptOperation, inTurn } from '../../../zoo/intercept/intercept-operation.js';
import { toRefusal } from '../../../zoo/intercept/response-edit.js';
import { createWireView } from '../../../zoo/intercept/wire-view.js';
import { onBare, sightOfBare } from '../../zoo/bare.js';

test.each([
  ['is not there by its id either', { status: 404 }, 'cantTell'],
  ['is denied by its id, as what is in a trash', { status: 403 }, 'cantTell'],
  ['is marked as deleted', { marks: { deleted_at: '2026-11-01 10:00:00' } }, 'cantTell'],
  ['is there by its id', { marks: {} }, 'failed'],
] as const)('a list that lacks a record which %s', async (_, shown, outcome) => {
  const view = createWireView(await sightOfBare());
  let gone: string | undefined;
  const hiding: Interceptor = interceptOperation(view, { id: 'tags.list' }, async ({ request }, next) =>
    view.editItems('tags', await next(request), (tags) => tags.filter((tag) => view.id('tags', tag) !== gone)),
  );
  const showing: Interceptor = interceptOperation(view, { id: 'tags.read' }, async ({ request, address }, next) => {
    const answer = await next(request);
    if (address !== gone) return answer;
    if ('status' in shown) return toRefusal(shown.status);
    return view.editRecord('tags', answer, (tag) => ({ ...tag, ...shown.marks }));
  });
  const on = await onBare({ mode: 'readonly', intercept: inTurn(hiding, showing) });
  gone = on.opened.world.records.find(({ ref }) => ref.ref === 'tags')?.id;
  const each = requirements.find(({ id }) => id === 'tags.list.each');
  if (!each) throw new Error('no such requirement');
  expect((await on.trial.judge(each, { runs: 1, requests: 100, shrinkRequests: 0 })).outcome).toBe(outcome);
  await on.close();
});
