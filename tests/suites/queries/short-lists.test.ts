/** Lists for paging are found wherever a world knows of a short one, however little its events are linked. */
import { describe, expect, test } from 'vitest';
import { createWorld, type World, type WorldRecord } from '../../../adapter/world/world.js';
import type { WorldFile } from '../../../contract/world-file.js';
import { type Collection, collections } from '../../../contract/resources.js';
import { realisticWorld } from '../../../generators/realistic.js';
import { narrowList } from '../../../suites/queries/paged-query.js';
import { type OnTrialOptions, onTrial } from '../on-trial.js';

const worldOf = async (options: OnTrialOptions): Promise<World> => {
  const on = await onTrial(options);
  await on.close();
  return on.opened.world;
};

/** The world with one record at most in each relation of an event. */
function linkedOnce(world: World): World {
  const toOne = (record: WorldRecord): WorldRecord => ({
    ...record,
    payload: Object.fromEntries(
      Object.entries(record.payload).map(([name, value]) => [name, Array.isArray(value) ? value.slice(0, 1) : value]),
    ),
  });
  return createWorld({ ...world, records: world.records.map(toOne) });
}

const parametersOf = (world: World, collection: Collection): readonly string[] =>
  Object.keys(narrowList(world, collection).query);

describe('a short list', () => {
  test.each(['venues', 'organizers', 'categories', 'tags'] as const)(
    'of %s is what the names of the run have in common, where no event is linked to several',
    async (collection) => {
      const world = await worldOf({});
      expect(parametersOf(world, collection)).toHaveLength(1);
      expect(parametersOf(linkedOnce(world), collection)).toEqual(['search']);
    },
  );

  test.each([20, 300])('is found in each collection of a calendar with %i events that is only read', async (events) => {
    const file: WorldFile = realisticWorld({ seed: 1, events, now: new Date() });
    const world = await worldOf({ mode: 'readonly', server: { world: file } as NonNullable<OnTrialOptions['server']> });
    const sizes = collections.map((collection) => narrowList(world, collection).size);
    expect(Math.min(...sizes)).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThan(40);
  });
});
