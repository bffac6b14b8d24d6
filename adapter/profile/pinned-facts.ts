import { isDeepStrictEqual } from 'node:util';
import { type ReadingId, readings } from '../../contract/readings/readings.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { toPath } from '../notation/json-paths.js';
import { isTextForm } from '../notation/text-form.js';
import type { FactId } from './fact.js';
import { type CollectionShape, type FieldFact, type TargetProfile, toChoices } from './target-profile.js';

/** The name and version of the format; the version changes with incompatible formats. */
export const TARGET_PROFILE = 'calproof.target-profile/1';

/** The facts that a target is held to, by id. Others are free. */
export type PinnedFacts = ReadonlyMap<FactId, JsonValue>;

/** An exchange that showed a fact, for people; it is not compared. */
interface ShownBy {
  readonly request: string;
  readonly shows: string;
}

/** A target profile as a file. */
export interface ProfileFile {
  readonly format: typeof TARGET_PROFILE;
  /** The REST root, the mode and the time of learning, for people. */
  readonly url?: string;
  readonly mode?: string;
  readonly learned?: string;
  readonly facts: Readonly<Partial<Record<FactId, JsonValue>>>;
  readonly evidence?: Readonly<Record<string, readonly ShownBy[]>>;
}

/** Facts that depend on the day and the seed: they are not compared. */
const descriptive: readonly FactId[] = ['languages.values'];

/**
 * Whether a learned fact contradicts the pinned one. Only what both runs could see is compared, because a readonly run
 * learns less. Among several values a new one is a drift, and a missing one is not.
 */
export function isDrift(id: FactId, pinned: JsonValue, learned: JsonValue): boolean {
  if (descriptive.includes(id)) return false;
  if (isJsonObject(pinned) && isJsonObject(learned)) {
    const both = Object.keys(pinned).filter((name) => learned[name] !== undefined);
    return both.some((name) => isOther(pinned[name] ?? null, learned[name] ?? null));
  }
  return !isDeepStrictEqual(pinned, learned);
}

const isOther = (pinned: JsonValue, learned: JsonValue): boolean =>
  isJsonArray(pinned) && isJsonArray(learned)
    ? learned.some((one) => !pinned.includes(one))
    : !isDeepStrictEqual(pinned, learned);

/** The capability that a requirement about a pinned fact needs: the run learned the fact. */
export const learnedFact = (id: string): string => `fact.${id}`;

/**
 * The profile to judge by if facts are pinned. Locations are taken as learned now, so that a move is reported once and
 * not by every requirement; the existence and form of fields and the readings are taken as pinned, so that a loss is
 * not excused.
 */
export function withPinned(profile: TargetProfile, pinned: PinnedFacts): TargetProfile {
  const shapes = { ...profile.shapes };
  for (const collection of collections) {
    const shape = shapes[collection];
    if (shape) shapes[collection] = withFields(shape, collection, pinned);
  }
  const choices = toChoices(
    new Map([...Object.entries(profile.choices), ...pinnedReadings(pinned)] as [ReadingId, string][]),
  );
  return { ...profile, shapes, choices, lacks: new Map([...profile.lacks, ...unlearned(profile, pinned)]) };
}

function withFields(shape: CollectionShape, collection: Collection, pinned: PinnedFacts): CollectionShape {
  const fields = Object.keys(resourceOf(collection).fields).flatMap((name): [string, FieldFact][] => {
    const value = pinned.get(`${collection}.fields.${name}`);
    const fact = isJsonObject(value) ? toFieldFact(value, shape.fields[name]) : undefined;
    return fact ? [[name, fact]] : [];
  });
  return { ...shape, fields: { ...shape.fields, ...Object.fromEntries(fields) } };
}

/** The location as learned now, if any, and the form as pinned. */
function toFieldFact({ at = null, text = null }: JsonObject, now: FieldFact | undefined): FieldFact | undefined {
  const path = now?.path ?? (typeof at === 'string' ? toPath(at) : undefined);
  return path && { ...now, path, form: isTextForm(text) ? text : (now?.form ?? 'identity') };
}

const pinnedReadings = (pinned: PinnedFacts): readonly (readonly [ReadingId, JsonValue])[] =>
  readings.flatMap(({ id }) => {
    const choice = pinned.get(`readings.${id}`);
    return choice === undefined || choice === 'none' ? [] : [[id, choice] as const];
  });

/** The pinned facts that this run did not learn. */
const unlearned = ({ facts }: TargetProfile, pinned: PinnedFacts): readonly (readonly [string, string])[] =>
  [...pinned.keys()]
    .filter((id) => !facts.some((fact) => fact.id === id))
    .map((id) => [learnedFact(id), 'this run did not learn it'] as const);
