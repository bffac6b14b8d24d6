import { beforeAll, describe, expect, test } from 'vitest';
import type { TargetProfile } from '../../../adapter/profile/target-profile.js';
import type { Collection } from '../../../contract/resources.js';
import { identitiesRequirements } from '../../../suites/identities/index.js';
import type { Fault } from '../../../zoo/fault.js';
import {
  type ActFor,
  forOthers,
  isAnonymous,
  open,
  unchecked,
  uncheckedForUsers,
} from '../../../zoo/faults/access/acting-for-others.js';
import { identityFaults } from '../../../zoo/faults/index.js';
import { type Choice, inEach } from '../../../zoo/intercept/intercept-operation.js';
import { editBody } from '../../../zoo/intercept/request-edit.js';
import { editResponse, toRefusal } from '../../../zoo/intercept/response-edit.js';
import { onBare, sightOfBare, through } from '../../zoo/bare.js';

const judged = identitiesRequirements.filter(({ id }) => /\.(write-denied|\w+-create|own-delete|hidden)$/.test(id));

type Create = Fault['create'];

let sight: TargetProfile;
beforeAll(async () => {
  sight = await sightOfBare();
});

/** The requirements that fail, of those with ids that end in one of these. */
async function failing(create: Create, ids: readonly string[] = []): Promise<readonly string[]> {
  const on = await onBare(through({ create }, sight));
  const failed: string[] = [];
  for (const one of judged.filter(({ id }) => ids.length === 0 || ids.some((end) => id.endsWith(end)))) {
    const verdict = await on.trial.judge(one, { runs: one.runs ?? 1, requests: 1000, shrinkRequests: 0 });
    if (verdict.outcome === 'failed') failed.push(one.id);
  }
  await on.close();
  return failed;
}

const terms: readonly Collection[] = ['categories', 'tags'];

const allOf = (collection: Collection): readonly Choice[] =>
  (['create', 'update', 'delete'] as const).map((kind) => ({ kind, collection }));

/** Grants what is denied, and only asks for it to be done. */
const submitted: ActFor = (privileged) => async (call, next) => {
  const outcome = await open(privileged)(call, next);
  return editResponse(outcome, (response) => ({
    ...response,
    status: response.status === 200 ? 202 : response.status,
  }));
};

/** Whoever is not logged in may propose what somebody publishes later. */
const proposed: ActFor = (privileged) => (call, next) =>
  isAnonymous(call.request)
    ? unchecked(privileged)(
        { ...call, request: editBody(call.request, (body) => ({ ...body, status: 'draft' })) },
        next,
      )
    : next(call.request);

const refused: ActFor = () => async () => toRefusal(403);

const targets: readonly (readonly [string, Create])[] = [
  ['lets everybody write everything', forOthers([{ kind: 'create' }, { kind: 'update' }, { kind: 'delete' }], open)],
  ['lets everybody write events alone', forOthers(allOf('events'), open)],
  ['lets everybody submit events with their venues', forOthers(inEach(['events', 'venues'], { kind: 'create' }), open)],
  ['lets everybody propose venues', forOthers([{ id: 'venues.create' }], proposed)],
  [
    'takes corrections of tags from everybody, for approval',
    forOthers([{ kind: 'update', collection: 'tags' }], submitted),
  ],
  ['has users who keep one kind of record', forOthers(allOf('venues'), uncheckedForUsers)],
  ['has users who keep tags', forOthers(allOf('tags'), uncheckedForUsers)],
  ['has users who keep terms', forOthers(terms.flatMap(allOf), uncheckedForUsers)],
  ['has users who correct venues', forOthers([{ kind: 'update', collection: 'venues' }], uncheckedForUsers)],
  ['has users who remove events', forOthers([{ kind: 'delete', collection: 'events' }], uncheckedForUsers)],
  ['lets nobody but editors delete', forOthers([{ kind: 'delete' }], refused)],
  ['lets nobody but editors delete places', forOthers(inEach(['venues', 'organizers'], { kind: 'delete' }), refused)],
  [
    'locks events once they are published',
    forOthers(
      [
        { kind: 'update', collection: 'events' },
        { kind: 'delete', collection: 'events' },
      ],
      refused,
    ),
  ],
  [
    'lets authors write one kind of record alone',
    forOthers(inEach(['events', 'organizers', ...terms], { kind: 'create' }), refused),
  ],
];

describe('no service is blamed that', () => {
  test.each(targets)('%s', { timeout: 240_000 }, async (_, create) => expect(await failing(create)).toEqual([]));
});

const caught: readonly (readonly [string, string])[] = [
  ['tags.create.open', 'identities.records.anonymous-create'],
  ['venues.create.unchecked-for-users', 'identities.records.lone-create'],
  ['venues.update.open', 'identities.venues.write-denied'],
  ['organizers.delete.unchecked-for-users', 'identities.organizers.write-denied'],
  ['organizers.delete.refused-to-others', 'identities.records.own-delete'],
  ['events.list.counted-for-all', 'identities.events.hidden'],
  ['venues.list.counted-for-all', 'identities.venues.hidden'],
  ['organizers.list.counted-for-all', 'identities.organizers.hidden'],
];

describe('one kind of record that is an exception is reported:', () => {
  test.each(caught)('%s by %s', { timeout: 120_000 }, async (fault, id) => {
    const one = identityFaults.find((each) => each.id === fault);
    if (!one) throw new Error(`the zoo has no ${fault}`);
    expect(await failing(one.create, [id])).toEqual([id]);
  });
});
