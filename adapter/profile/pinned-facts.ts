import { isDeepStrictEqual } from 'node:util';
import { type ReadingId, readings } from '../../contract/readings/readings.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { toPath } from '../notation/json-paths.js';
import { isTextForm } from '../notation/text-form.js';
import type { FactId } from './fact.js';
import { type CollectionShape, type FieldFact, type TargetProfile, toChoices } from './target-profile.js';

/** The name and version of the format; the version grows when a reader of the old one would be misled. */
export const TARGET_PROFILE = 'calproof.target-profile/1';

/** The facts that a target is held to, by id. What is not in here may be as it likes. */
export type PinnedFacts = ReadonlyMap<FactId, JsonValue>;

/** An exchange that showed a fact, for people: nothing is compared with it. */
interface ShownBy {
  readonly request: string;
  readonly shows: string;
}

/** A target profile as it stands in a file. */
export interface ProfileFile {
  readonly format: typeof TARGET_PROFILE;
  /** The REST root that was learned, in which mode, and when; all for people. */
  readonly url?: string;
  readonly mode?: string;
  readonly learned?: string;
  readonly facts: Readonly<Partial<Record<FactId, JsonValue>>>;
  readonly evidence?: Readonly<Record<string, readonly ShownBy[]>>;
}

/** What depends on the day and the seed, and says nothing about a target that others would not say too. */
const descriptive: readonly FactId[] = ['languages.values'];

/**
 * Whether what was learned is not what was pinned. Only what both runs could see is compared: a run that writes nothing
 * learns less of a field. Where several values were seen, a new one is a drift, and one that was not met again is none.
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

/** The capability that a requirement about a pinned fact needs: that the run learned it. */
export const learnedFact = (id: string): string => `fact.${id}`;

/**
 * A profile by which judging goes on where facts are pinned. Where things stand is taken as it is now, so that one move
 * is not told a hundred times; what is shown at all, in which form, and how sentences are meant is taken as pinned, so
 * that what was lost since is not excused.
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

/** The place as it is now, where there is one, and the form as pinned. */
function toFieldFact({ at = null, text = null }: JsonObject, now: FieldFact | undefined): FieldFact | undefined {
  const path = now?.path ?? (typeof at === 'string' ? toPath(at) : undefined);
  return path && { ...now, path, form: isTextForm(text) ? text : (now?.form ?? 'identity') };
}

const pinnedReadings = (pinned: PinnedFacts): readonly (readonly [ReadingId, JsonValue])[] =>
  readings.flatMap(({ id }) => {
    const choice = pinned.get(`readings.${id}`);
    return choice === undefined || choice === 'none' ? [] : [[id, choice] as const];
  });

/** What a run with less to see by learned nothing about. */
const unlearned = ({ facts }: TargetProfile, pinned: PinnedFacts): readonly (readonly [string, string])[] =>
  [...pinned.keys()]
    .filter((id) => !facts.some((fact) => fact.id === id))
    .map((id) => [learnedFact(id), 'this run learned nothing about it'] as const);
