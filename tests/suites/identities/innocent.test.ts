import { describe, expect, test } from 'vitest';
import { type Collection, collections } from '../../../contract/resources.js';
import { identitiesRequirements } from '../../../suites/identities/index.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { type ActFor, forOthers } from '../../../zoo/faults/access/acting-for-others.js';
import type { Choice } from '../../../zoo/intercept/intercept-operation.js';
import { editBody } from '../../../zoo/intercept/request-edit.js';
import { toRefusal } from '../../../zoo/intercept/response-edit.js';
import type { JsonObject } from '../../../wire/json.js';
import type { WireView } from '../../../zoo/intercept/wire-view.js';
import { onBare, sightOfBare, through } from '../../zoo/bare.js';

const served = identitiesRequirements.filter(({ id }) => /\.(list|life-cycle)$/.test(id));

type Create = (seed: number, view: WireView) => Interceptor;

const acting =
  (choices: readonly Choice[], act: (view: WireView) => ActFor): Create =>
  (seed, view) =>
    forOthers(choices, act(view))(seed, view);

const refusing = (...choices: readonly Choice[]): Create => acting(choices, () => () => async () => toRefusal(403));

const lists = { kind: 'list' } as const;
const terms: readonly Collection[] = ['categories', 'tags'];

/** What of the records of others somebody is shown; undefined for nothing. */
type Edit = (view: WireView, collection: Collection, record: JsonObject) => JsonObject | undefined;

/** Shows others what they made themselves, and of the rest what is left of it. */
const showing = (edit: Edit): Create =>
  acting([lists, { kind: 'read' }, { kind: 'create' }], (view) => {
    const made = new Set<string>();
    return () =>
      async ({ request, collection, operation }, next) => {
        const outcome = await next(request);
        const record = view.record(collection, outcome);
        if (record && operation.kind === 'create') made.add(view.id(collection, record));
        const shown = (one: JsonObject) => (made.has(view.id(collection, one)) ? one : edit(view, collection, one));
        if (operation.kind === 'list')
          return view.editItems(collection, outcome, (items) => items.flatMap((one) => shown(one) ?? []));
        if (!record || operation.kind === 'create') return outcome;
        return shown(record) ? view.editRecord(collection, outcome, (one) => shown(one) ?? one) : toRefusal(404);
      };
  });

const hidden = ['description', 'venue', 'cost', 'address', 'zip', 'email'];

const targets: readonly (readonly [string, Create])[] = [
  ['refuses lists', refusing(lists)],
  [
    'refuses searches',
    acting(
      [lists],
      () =>
        () =>
        async ({ request, query }, next) =>
          query.has('search') ? toRefusal(401) : next(request),
    ),
  ],
  ['shows what is theirs alone, and counts all', showing(() => undefined)],
  [
    'leaves out of each page what others may not see, and counts it',
    showing((view, collection, record) => (Number(view.id(collection, record)) % 3 === 0 ? undefined : record)),
  ],
  [
    'shows fewer fields of the records of others',
    showing((view, collection, record) =>
      hidden.reduce((shown, name) => view.withoutField(collection, shown, name), record),
    ),
  ],
  [
    'drafts what authors create',
    acting(
      [{ kind: 'create' }],
      () =>
        () =>
        ({ request, collection }, next) =>
          next(terms.includes(collection) ? request : editBody(request, (body) => ({ ...body, status: 'draft' }))),
    ),
  ],
  ['grants authors neither PUT nor DELETE', refusing({ kind: 'update', method: 'PUT' }, { kind: 'delete' })],
];

test('lists and life cycles are judged for each collection', () => expect(served).toHaveLength(2 * collections.length));

describe('no service is blamed that', () => {
  test.each(targets)('%s', { timeout: 120_000 }, async (_, create) => {
    const on = await onBare(through({ create }, await sightOfBare()));
    const failed: string[] = [];
    for (const one of served) {
      const verdict = await on.trial.judge(one, { runs: 1, requests: 1000, shrinkRequests: 0 });
      if (verdict.outcome === 'failed')
        failed.push(
          `${one.id}: ${verdict.counterexample.deviation.expected}, ${verdict.counterexample.deviation.observed}`,
        );
    }
    await on.close();
    expect(failed).toEqual([]);
  });
});
