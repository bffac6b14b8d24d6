import { describe, expect, test } from 'vitest';
import { type Collection, collections, resourceOf } from '../../../contract/resources.js';
import type { WorldFile } from '../../../contract/world-file.js';
import completeWorld from '../../../fixtures/worlds/complete.json' with { type: 'json' };
import { listsRequirements } from '../../../suites/lists/index.js';
import type { Interceptor, Outcome } from '../../../wire/exchange.js';
import { onTrial, type OnTrialOptions } from '../on-trial.js';
import { refusal } from './emulate.js';
import { chained } from './expect-reading.js';
import { editRecords, editEnvelope } from './list-edits.js';

/** The ids of list requirements by what became of them. */
async function judgeAll(options: OnTrialOptions): Promise<Readonly<Record<string, readonly string[]>>> {
  const on = await onTrial({ world: completeWorld as WorldFile, ...options });
  const outcomes: Record<string, string[]> = { passed: [], failed: [], cantTell: [], inapplicable: [], untested: [] };
  for (const requirement of listsRequirements) {
    const verdict = await on.trial.judge(requirement, { runs: 2, requests: 1000, shrinkRequests: 0 });
    outcomes[verdict.outcome]?.push(requirement.id);
  }
  await on.close();
  return outcomes;
}

const hasCsv = (target: string): boolean =>
  [...new URL(target, 'http://target.invalid').searchParams].some(
    ([name, value]) => /^(categories|tags|venue|organizer|exclude)$/.test(name) && /,/.test(value),
  );

/** Lists in queries only as `name[]=1&name[]=2`, but for the parameter of which CSV is stated. */
const bracketsOnly: Interceptor = async (request, next) => {
  const isTerm = /\/(categories|tags)\?/.test(request.target);
  const isCsvInclude = isTerm && /[?&]include=[^&]*,/.test(request.target);
  return hasCsv(request.target) || isCsvInclude ? refusal : next(request);
};

const notFound: Outcome = { ...refusal, response: { status: 404, headers: [], body: Buffer.from('') } } as Outcome;

/** An empty list is not found. */
const emptyIsNotFound: Interceptor = async (request, next) => {
  const outcome = await next(request);
  const isEmpty =
    request.method === 'GET' &&
    outcome.kind === 'response' &&
    /^\{"(events|venues|organizers|categories|tags)":\[\]/.test(Buffer.from(outcome.response.body).toString());
  return isEmpty ? notFound : outcome;
};

const forAll = (change: (collection: Collection) => Interceptor): Interceptor => chained(...collections.map(change));

/** Records are listed the other way round within a page. */
const turnedRound = forAll((collection) =>
  editRecords(collection, (records, parameters) => (parameters.has('order') ? records : records.toReversed())),
);

const recordsOnly = forAll((collection) =>
  editEnvelope(collection, (body) => ({ [collection]: body[collection] ?? [] })),
);

const withoutTotalHeaders: Interceptor = async (request, next) => {
  const outcome = await next(request);
  if (outcome.kind !== 'response') return outcome;
  const headers = outcome.response.headers.filter(([name]) => !/^(x-wp-total|x-wp-totalpages|link)$/i.test(name));
  return { ...outcome, response: { ...outcome.response, headers } };
};

/** A calendar in which others have so many records of each kind that lists take several pages. */
const crowded = {
  ...completeWorld,
  ...Object.fromEntries(
    (['venues', 'organizers', 'categories', 'tags'] as const).map((collection) => [
      collection,
      [
        ...completeWorld[collection],
        ...Array.from({ length: 70 }, (_, index) => ({
          key: `crowd-${collection}-${index}`,
          id: 5000 + index + 100 * collections.indexOf(collection),
          [resourceOf(collection).label]: `Crowd ${index}`,
        })),
      ],
    ]),
  ),
};

describe('nothing of a list is blamed', () => {
  test.each<readonly [string, OnTrialOptions]>([
    ['where lists of ids are written in brackets', { intercept: bracketsOnly }],
    ['where an empty list is not found', { intercept: emptyIsNotFound }],
    ['where records stand in another order', { intercept: turnedRound }],
    ['where there are neither totals nor links', { intercept: chained(recordsOnly, withoutTotalHeaders) }],
    ['where others have many records', { world: crowded as WorldFile }],
    ['where nothing is known of the target besides our own records', { world: {} }],
  ])(
    '%s',
    async (_, options) => {
      const { failed, cantTell } = await judgeAll(options);
      expect(failed).toEqual([]);
      expect(cantTell?.filter((id) => !/\.(totals|links|links-end|links\.parameters)$/.test(id))).toEqual([]);
    },
    60_000,
  );

  test('where nothing may be written', async () => {
    const { failed, passed } = await judgeAll({ mode: 'readonly' });
    expect(failed).toEqual([]);
    expect(passed?.length).toBeGreaterThan(listsRequirements.length / 4);
  }, 60_000);
});
