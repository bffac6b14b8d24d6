import fc from 'fast-check';
import type { Requirement } from '../../kernel/requirement.js';
import { isPlainObject } from '../../kernel/stored-scenario.js';

/** A value that lacks one part of another. */
interface Reduction {
  readonly value: unknown;
  /** The names of the members down to where the part is missing; `*` for any element of an array. */
  readonly within: readonly string[];
  /** The name of the member that is missing, or how many elements are left. */
  readonly lacks: string | number;
  /** The names of the members beside it; none of an array. */
  readonly rest: readonly string[];
  /** What the members say that they are, where they do. */
  readonly kind?: unknown;
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && isPlainObject(value);

/** Every value that lacks one member of an object or one element of an array of this one, at any depth. */
export function reductionsOf(value: unknown): readonly Reduction[] {
  if (Array.isArray(value)) return value.flatMap((part, at) => reduceElement(value, part, at));
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => (part === undefined ? [] : reduceMember(value, name)));
}

function reduceElement(all: readonly unknown[], part: unknown, at: number): readonly Reduction[] {
  const without: Reduction = { value: all.toSpliced(at, 1), within: [], lacks: all.length - 1, rest: [] };
  return [without, ...below('*', part, (reduced) => all.with(at, reduced))];
}

function reduceMember(all: Members, name: string): readonly Reduction[] {
  const { [name]: part, ...value } = all;
  return [
    { value, within: [], lacks: name, rest: namesOf(value), kind: all.kind },
    ...below(name, part, (reduced) => ({ ...all, [name]: reduced })),
  ];
}

const below = (name: string, part: unknown, put: (reduced: unknown) => unknown): readonly Reduction[] =>
  reductionsOf(part).map((one) => ({ ...one, value: put(one.value), within: [name, ...one.within] }));

/**
 * Whether some of these inputs lack the same part, and have nothing else in its place: a part that all have cannot be
 * left out by whoever draws them, such as a field without which a create is refused, or the verb of an update.
 */
export const isAmong = ({ within, lacks, rest, kind }: Reduction, inputs: readonly unknown[]): boolean =>
  inputs
    .flatMap((input) => partsOf(input, within))
    .some((part) =>
      typeof lacks === 'number'
        ? Array.isArray(part) && part.length <= lacks
        : isMembers(part) && part.kind === kind && namesOf(part).every((name) => rest.includes(name)),
    );

const namesOf = (members: Members): readonly string[] =>
  Object.keys(members).filter((name) => members[name] !== undefined);

function partsOf(value: unknown, [name, ...rest]: readonly string[]): readonly unknown[] {
  if (name === undefined) return [value];
  if (Array.isArray(value)) return value.flatMap((part) => partsOf(part, rest));
  return isMembers(value) ? partsOf(value[name], rest) : [];
}

/** How many inputs are drawn; each is then shrunk. */
const DRAWN = 6;

/** Inputs that a requirement draws in a turn, what each shrinks to first, and all that shrinks from the latter on. */
export function inputsOf<Subject, World>(
  requirement: Requirement<Subject, World>,
  world: World,
  turn: number,
): readonly unknown[] {
  const inputs: unknown[] = [];
  const collect = (fails: (count: number) => boolean, seed: number): void => {
    let count = 0;
    const property = fc.property(requirement.scenarios(world, { turn }), ({ value }) => {
      inputs.push(value);
      count += 1;
      return !fails(count);
    });
    fc.check(property, { seed, numRuns: 1 });
  };
  for (let seed = 0; seed < DRAWN; seed += 1) {
    collect(() => true, seed);
    collect((count) => count === 1, seed);
  }
  return inputs;
}
