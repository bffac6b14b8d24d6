import type { Collection } from '../../contract/field.js';
import { collections, resourceOf } from '../../contract/resources.js';
import { type ReadingId, readings } from '../../contract/readings.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../harness/json.js';
import { toChoices } from '../alternatives.js';
import { toPath } from '../facts/pointer.js';
import type { CollectionShape, FieldFact, TargetProfile } from '../profile.js';
import { isTextForm } from '../text.js';
import type { PinnedFacts } from './pinned.js';

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
