import { valueAt } from '../../harness/json.js';
import type { TargetProfile } from '../profile.js';
import type { Sampled } from './sample.js';
import { addDays, dayOf } from './wall-clock.js';
import type { World, WorldRecord } from './world.js';

/** The records of a sampled world. */
export const toSampledRecords = (sampled: readonly Sampled[], { shapes }: TargetProfile): readonly WorldRecord[] =>
  sampled.map(({ draft, id, json }) => {
    const path = shapes[draft.ref.ref]?.fields.slug?.path;
    const slug = path && valueAt(json, path);
    const { ref: reference, payload } = draft;
    return {
      ref: reference,
      id,
      slug: typeof slug === 'string' ? slug : undefined,
      status: typeof payload.status === 'string' ? payload.status : undefined,
      complete: false,
      listed: true,
      payload,
      body: json,
      language: undefined,
    };
  });

/** Days that bound the events of a sample; a day around today where there are none. */
export function windowOf(events: readonly Pick<WorldRecord, 'payload'>[], today: string): World['window'] {
  const days = events.flatMap(({ payload }) =>
    [payload.start_date, payload.end_date].flatMap((time) => (typeof time === 'string' ? [dayOf(time)] : [])),
  );
  const sorted = [...days, ...(days.length === 0 ? [today] : [])].sort();
  return { from: addDays(sorted[0] ?? today, -1), to: addDays(sorted.at(-1) ?? today, 1) };
}
