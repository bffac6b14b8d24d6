import { isDeepStrictEqual } from 'node:util';
import fc, { stringify } from 'fast-check';
import type { JsonValue } from '../wire/json.js';
import type { Requirement, Scenario } from './requirement.js';
import type { Counterexample } from './verdict.js';

/** A generated value as JSON, by its own `toJSON` where it has one; what JSON cannot hold becomes text. */
export function toJsonValue(value: unknown): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : stringify(value);
  if (Array.isArray(value)) return value.map(toJsonValue);
  if (typeof value === 'object' && 'toJSON' in value && typeof value.toJSON === 'function') {
    return toJsonValue(value.toJSON());
  }
  if (typeof value !== 'object' || !isPlainObject(value)) return stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, toJsonValue(member)]));
}

/** Whether an object is no more than its members; fast-check draws records with and without a prototype. */
export const isPlainObject = (value: object): boolean =>
  [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Where fast-check finds a counterexample again. */
type DrawnAt = Pick<Counterexample, 'seed' | 'path' | 'replayPath'>;

/**
 * Draws the scenario of a counterexample again, on the world that it was drawn from. Nothing is executed, so
 * `replayPath` has to say what ran the first time.
 */
export function redraw<Subject, World>(
  requirement: Requirement<Subject, World>,
  world: World,
  { seed, path, replayPath }: DrawnAt,
): Scenario<Subject> | undefined {
  // In a tuple, as a property draws it.
  const [turn, ...inTurn] = path.split(':');
  const draw = { turn: Number(turn), ...(replayPath !== undefined && { replayPath }) };
  const settings = { seed, path: inTurn.join(':'), numRuns: 1 };
  const [drawn] = fc.sample(fc.tuple(requirement.scenarios(world, draw)), settings);
  return drawn?.[0];
}

/** A counterexample as a report holds it. */
export interface StoredScenario extends DrawnAt {
  readonly value: JsonValue;
}

/**
 * The scenario of a counterexample in a report: revived where its requirement says how, else drawn again by seed and
 * path, else, where the target has changed so much that other values are drawn, the value that the report holds.
 * Undefined where all of these fail. @throws Inconclusive where the world lacks what the requirement draws from.
 */
export function scenarioOf<Subject, World>(
  requirement: Requirement<Subject, World>,
  world: World,
  stored: StoredScenario,
): Scenario<Subject> | undefined {
  const revived = requirement.revive(stored.value);
  if (revived) return revived;
  const drawn = redrawOrFirst(requirement, world, stored);
  if (!drawn || isDeepStrictEqual(toJsonValue(drawn.value), stored.value)) return drawn;
  return isPlain(drawn.value) ? requirement.take(stored.value) : undefined;
}

/** On this world it may shrink otherwise, and its path end nowhere: then the input that shrinking began with. */
function redrawOrFirst<Subject, World>(
  requirement: Requirement<Subject, World>,
  world: World,
  stored: StoredScenario,
): Scenario<Subject> | undefined {
  const [turn, first = '0'] = stored.path.split(':');
  const drawFirst = () => redraw(requirement, world, { ...stored, path: `${turn}:${first}` });
  try {
    return redraw(requirement, world, stored) ?? drawFirst();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('Unable to replay')) throw error;
    return drawFirst();
  }
}

/** Whether a value survives JSON unchanged. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === undefined || value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (Array.isArray(value)) return value.every(isPlain);
  return typeof value === 'object' && isPlainObject(value) && Object.values(value).every(isPlain);
}

/** The replayPath of a value made of commands; undefined for any other value. */
export function replayPathOf(value: unknown): string | undefined {
  const has = typeof value === 'object' && value !== null && 'replayPath' in value;
  return has && typeof value.replayPath === 'string' ? value.replayPath : undefined;
}
