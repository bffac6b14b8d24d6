import { collections } from '../../contract/resources.js';
import type { World } from '../../target/world/world.js';

const known = new WeakMap<World, string>();

/** All that inputs are drawn from, as text: the same for worlds that are alike, on whatever targets they are. */
export function likenessOf(world: World): string {
  const likeness = known.get(world) ?? JSON.stringify(toPlain(world), withEntries);
  known.set(world, likeness);
  return likeness;
}

/** Without the facts: they are for people and for pinning, and show the exchanges of one target. */
const toPlain = ({ provisioned: { file, idOf }, profile: { facts: _, ...profile }, ...world }: World) => ({
  ...world,
  profile,
  provisioned: collections.map((name) => (file[name] ?? []).map(({ key }) => [key, idOf(name, key)])),
});

const withEntries = (_: string, value: unknown): unknown =>
  value instanceof Map || value instanceof Set ? [...value] : value;
