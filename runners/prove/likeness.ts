import { collections } from '../../contract/resources.js';
import type { World } from '../../target/world/world.js';

const keys = new WeakMap<World, string>();

/** All that inputs are drawn from, as text: the same for worlds that are alike, on whatever targets they are. */
export function worldKey(world: World): string {
  const likeness = keys.get(world) ?? JSON.stringify(toPlain(world), withEntries);
  keys.set(world, likeness);
  return likeness;
}

const toPlain = ({ provisioned: { file, idOf }, ...world }: World) => ({
  ...world,
  provisioned: collections.map((name) => (file[name] ?? []).map(({ key }) => [key, idOf(name, key)])),
});

/** Without the facts: they are for people and for pinning, and show the exchanges of one target. */
function withEntries(name: string, value: unknown): unknown {
  if (name === 'facts') return undefined;
  return value instanceof Map || value instanceof Set ? [...value] : value;
}
