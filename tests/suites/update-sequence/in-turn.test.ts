import { expect, test } from 'vitest';
import { operations } from '../../../contract/operations.js';
import type { Verdict } from '../../../kernel/verdict.js';
import { interceptOperation } from '../../../zoo/intercept/intercept-operation.js';
import { toRefusal } from '../../../zoo/intercept/response-edit.js';
import { ofTheZoo } from '../of-the-zoo.js';
import { lens, underFaults } from '../records/under-fault.js';

const judge = underFaults({ shrinkRequests: 300 });

const updates = operations.flatMap(({ id, kind, collection, method, addressing }) =>
  kind === 'update' ? [[id, `${collection}.update.in-turn`, `a ${method} by ${addressing}`] as const] : [],
);

/** How many requests a counterexample takes besides those that put in place what it needs, and those that clean up. */
const sizeOf = (verdict: Verdict): number | undefined =>
  verdict.outcome === 'failed'
    ? verdict.counterexample.exchanges.filter(({ phase }) => phase === 'check').length
    : undefined;

test.each(updates)('%s that does nothing is found in its step, and named', async (id, requirement, way) => {
  const idle = interceptOperation(lens, { id }, ({ request: { target, headers } }, next) =>
    next({ method: 'GET', target, headers }),
  );
  const verdict = await judge(idle, requirement);
  expect(verdict).toMatchObject({
    outcome: 'failed',
    counterexample: { deviation: { expected: expect.stringContaining(way) } },
  });
  expect(sizeOf(verdict)).toBeLessThanOrEqual(3);
});

test.each(updates)('%s that is refused is found in its step', async (id, requirement, way) => {
  const verdict = await judge(
    interceptOperation(lens, { id }, () => Promise.resolve(toRefusal(403))),
    requirement,
  );
  expect(verdict).toMatchObject({
    outcome: 'failed',
    counterexample: { deviation: { kind: 'status', expected: expect.stringContaining(way) } },
  });
});

test.each([
  ['records.update.second-lost', 'events', 'by id'],
  ['records.update.namesakes-too', 'tags', 'in a namesake: '],
  ['records.delete.namesakes-too', 'venues', 'after a DELETE of another venue'],
  ['records.delete.still-listed', 'organizers', 'the list of organizers without the deleted'],
  ['venues.by-slug.delete.kept', 'venues', 'what was deleted of venues not to be found'],
  ['events.update.refused-but-written', 'events', 'after a refused '],
  ['lists.rows-as-first-shown', 'organizers', 'in the list after'],
  ['lists.updated-twice', 'categories', 'once in a list'],
  ['places.by-slug.update.second-lost', 'venues', 'by slug'],
  ['events.update.undoes-by-slug', 'events', 'after a '],
])('%s shows among %s', async (fault, collection, expected) => {
  expect(await judge(ofTheZoo(fault), `${collection}.update.in-turn`)).toMatchObject({
    outcome: 'failed',
    counterexample: { deviation: { expected: expect.stringContaining(expected) } },
  });
});
