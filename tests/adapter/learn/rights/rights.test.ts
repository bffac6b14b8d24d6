import { describe, expect, test } from 'vitest';
import type { UsersFile } from '../../../../reference-server/index.js';
import type { HeaderPairs, Interceptor } from '../../../../wire/exchange.js';
import { interceptOperation } from '../../../../zoo/intercept/intercept-operation.js';
import { toRefusal } from '../../../../zoo/intercept/response-edit.js';
import { onTrial, type OnTrialOptions } from '../../../suites/on-trial.js';
import { lens } from '../../../suites/under-fault.js';

const roles = { ed: 'editor', ann: 'author', ray: 'reader' } as const;
const users: UsersFile = {
  users: Object.entries(roles).map(([name, role], index) => ({ id: index + 1, name, password: 'open', role })),
};
const as = (name: string): HeaderPairs => [
  ['Authorization', `Basic ${Buffer.from(`${name}:open`).toString('base64')}`],
];

async function learned(options: OnTrialOptions) {
  const on = await onTrial(options);
  const { profile } = on.opened;
  const left = await on.close();
  return { profile, left, counts: on.counts() };
}

describe('the rights of other identities are learned', () => {
  test('by trying, and no record is left', async () => {
    const identities = { anonymous: [], ann: as('ann'), ray: as('ray') };
    const { profile, left, counts } = await learned({ headers: as('ed'), identities, server: { users } });
    const [anonymous, ann, ray] = profile.identities;
    const refused = Object.fromEntries(
      ['events.create', 'events.update.patch', 'events.delete'].map((id) => [id, 'refused']),
    );
    expect(Object.fromEntries(anonymous?.rights ?? [])).toEqual({ 'events.read': 'granted', ...refused });
    expect(Object.fromEntries(ray?.rights ?? [])).toEqual({ 'events.read': 'granted', ...refused });
    expect(Object.fromEntries(ann?.rights ?? [])).toMatchObject({
      'events.create': 'granted',
      'venues.create': 'granted',
      'events.update.patch': 'refused',
    });
    expect(profile.identities.map(({ isWeaker, hidden }) => [isWeaker, hidden.length])).toEqual(
      Array.from({ length: 3 }, () => [true, 1]),
    );
    expect(['identity.weaker', 'identity.hidden', 'identity.author'].filter((one) => profile.lacks.has(one))).toEqual(
      [],
    );
    const factOf = (name: string) => profile.facts.find(({ id }) => id === `identities.${name}`);
    const reader = { read: true, drafts: false, create: { events: false }, update: false, delete: false };
    expect([factOf('anonymous')?.value, factOf('ray')?.value]).toEqual([reader, reader]);
    const create = { events: true, venues: true, organizers: true, categories: true, tags: true };
    expect(factOf('ann')?.value).toEqual({ ...reader, create });
    expect(factOf('ann')?.observations.map(({ exchange }) => exchange.identity)).toEqual(['ann', 'ann']);
    expect([left, Object.values(counts)]).toEqual([[], [0, 0, 0, 0, 0]]);
  });

  test('even of those with the same rights', async () => {
    const { profile } = await learned({ headers: as('ed'), identities: { other: as('ed') }, server: { users } });
    expect(profile.identities.map(({ isWeaker, hidden }) => [isWeaker, hidden])).toEqual([[false, []]]);
    expect(profile.lacks.has('identity.weaker')).toBe(true);
  });

  test('by reading alone, without records to try writes on', async () => {
    const { profile } = await learned({
      mode: 'readonly',
      headers: as('ed'),
      identities: { anonymous: [] },
      server: { users },
    });
    expect(profile.identities).toEqual([{ name: 'anonymous', rights: new Map(), hidden: [], isWeaker: false }]);
  });
});

describe('the missing rights of the default identity are learned before a world is built:', () => {
  test('they are no deviation, and nothing is created that could not be deleted', async () => {
    const { profile, left } = await learned({ headers: as('ann'), server: { users } });
    for (const operation of ['tags.update.put', 'tags.delete', 'categories.update.post', 'categories.create']) {
      expect(profile.lacks.get(operation)).toMatch(/this identity may not/);
    }
    expect([profile.lacks.has('events.delete'), profile.lacks.has('venues.update.put')]).toEqual([false, false]);
    expect(left.length).toBe(2);
  });

  test('one refused verb of three is not a missing right', async () => {
    const refusing: Interceptor = interceptOperation(lens, { id: 'tags.update.patch' }, () =>
      Promise.resolve(toRefusal(403)),
    );
    const { profile } = await learned({ intercept: refusing });
    expect([...profile.lacks.keys()].filter((one) => one.startsWith('tags.'))).toEqual([]);
  });

  test('nor are two of three: intermittent refusals are a deviation', async () => {
    let sent = 0;
    const refusing: Interceptor = interceptOperation(lens, { collection: 'tags' }, ({ request }, next) => {
      const isWrite = ['PUT', 'PATCH', 'DELETE'].includes(request.method);
      if (isWrite) sent += 1;
      return isWrite && sent % 3 !== 0 ? Promise.resolve(toRefusal(403)) : next(request);
    });
    const { profile } = await learned({ intercept: refusing });
    expect([...profile.lacks.keys()].filter((one) => one.startsWith('tags.'))).toEqual([]);
  });

  test('an identity that cannot delete events is also tried on venues and organizers', async () => {
    const refusing: Interceptor = interceptOperation(lens, { kind: 'delete' }, () => Promise.resolve(toRefusal(403)));
    const { profile, left } = await learned({ intercept: refusing });
    expect(profile.lacks.has('venues.create')).toBe(true);
    expect(left.length).toBe(5);
  });
});
